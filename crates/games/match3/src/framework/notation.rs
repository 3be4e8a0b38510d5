//! The text forms of the game: moves in the console's words, refills as their tokens, positions with a token
//! string.
//!
//! ```text
//! moves 12 points 49 board *A*;*XA;AA*;OX*                  at rest
//! moves 11 points 52 step 1 fallen 0,0 0,1 board  A*;*XA    a cascade after its first step, before empty fields are filled
//! ```

use quincunx_core::{Cell, Game, Notation, NotationError, Turn};
use quincunx_registry::console::pair;

use super::board::Board as _;
use super::grid_board::GridBoard;
use super::rules::{Cascade, MatchThree, Position, Refill};
use crate::engine::{BasicMove, Token, cell, parse_move};

impl Notation for MatchThree {
    fn action_text(&self, action: BasicMove) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<BasicMove, NotationError> {
        parse_move(text, self.size)
    }

    fn chance_text(&self, refill: &Refill) -> String {
        refill.0.iter().map(ToString::to_string).collect()
    }

    fn parse_chance(&self, text: &str) -> Result<Refill, NotationError> {
        let is_valid = |token: &Token| self.tokens.contains(*token);
        let tokens = text
            .chars()
            .map(|character| Token::new(character).ok().filter(is_valid));
        let refill = tokens.collect::<Option<_>>().map(Refill);
        refill.ok_or_else(|| NotationError::new(text, format!("new tokens, each one of {}", &self.tokens)))
    }

    fn position_text(&self, state: &Position) -> String {
        let mut text = format!("moves {} points {}", state.moves_left, state.points);
        if let Some(Cascade { steps, fallen }) = &state.cascade {
            text += &format!(" step {steps}");
            text += if fallen.is_empty() { "" } else { " fallen" };
            text.extend(fallen.iter().map(|cell| format!(" {},{}", cell.column, cell.row)));
        }
        format!("{text} board {}", state.board)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read_position(text).map_err(|cause| {
            let (size, tokens, moves) = (self.size, &self.tokens, self.moves);
            let cause = cause.map_or_else(String::new, |cause| format!(" ({cause})"));
            let expected = format!(
                "a position on a {size} board with tokens out of {tokens} and at most {moves} moves, as \
                 `moves 20 points 0 board ABC;…` with a full board or \
                 `moves 19 points 3 step 1 fallen 0,1 board  BC;…` with one whose tokens have fallen{cause}"
            );
            NotationError::new(text, expected)
        })
    }
}

impl MatchThree {
    /// Reads a position; the error says what is wrong with its board.
    fn read_position(&self, text: &str) -> Result<Position, Option<String>> {
        let (head, token_string) = text.split_once(" board ").ok_or(None)?;
        let board = GridBoard::parse(token_string, self.tokens.clone());
        let board = board.map_err(|error| Some(error.to_string()))?;
        if board.size() != self.size {
            return Err(Some(format!("the board is {}", board.size())));
        }
        self.read_state(head, board).ok_or(None)
    }

    /// Reads what stands before the board.
    fn read_state(&self, head: &str, board: GridBoard) -> Option<Position> {
        let words: Vec<_> = head.split(' ').collect();
        let ["moves", moves_left, "points", points, ref cascade @ ..] = *words else {
            return None;
        };
        let state = Position {
            board,
            points: points.parse().ok()?,
            moves_left: moves_left.parse().ok().filter(|&moves| moves <= self.moves)?,
            cascade: self.read_cascade(cascade)?,
        };
        let is_full = state.board.fields().values().iter().all(Option::is_some);
        let is_playable = match self.turn(&state) {
            Turn::Chance => !is_full && state.board.clone().move_to_bottom().is_empty(),
            Turn::Player(_) | Turn::Over(_) => is_full,
        };
        is_playable.then_some(state)
    }

    /// Reads what follows the points; `Some(None)` when there is no cascade.
    fn read_cascade(&self, words: &[&str]) -> Option<Option<Cascade>> {
        let (steps, fallen) = match *words {
            [] => return Some(None),
            ["step", steps] => (steps, [].as_slice()),
            ["step", steps, "fallen", ref fallen @ ..] if !fallen.is_empty() => (steps, fallen),
            _ => return None,
        };
        let steps = steps.parse().ok();
        let steps = steps.filter(|&steps| steps <= Self::MAX_CASCADE_STEPS)?;
        let on_board = |word: &&str| cell(pair(word, ',').ok()?).filter(|&cell| self.size.contains(cell));
        let fallen: Vec<Cell> = fallen.iter().map(on_board).collect::<Option<_>>()?;
        let is_sorted = fallen.is_sorted_by(|a, b| a < b);
        is_sorted.then_some(Some(Cascade { steps, fallen }))
    }
}
