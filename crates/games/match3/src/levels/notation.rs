//! The text forms of a level: moves in Match Three's words, elements and boards in Shariki's.
//!
//! ```text
//! moves 3; points 90; step 0; collected 0 3 0 0 6 0; specials 1 0; shuffles 0; marked 2,3 4,3; board R1 V2 R3 / …
//! ```
//! A hole is written as an empty field is, `--`. A level that has ended because no move was left has `;
//! stuck` before its board.

use quincunx_core::{Cell, Game, Notation, NotationError};
use quincunx_registry::console::pair;

use super::level::Field;
use super::position::Position;
use super::rules::LevelGame;
use crate::engine::{
    BasicMove, Board, Element, PackedBoard, Phase, Square, bit_of, cell, cells_of, elements_text,
    parse_elements, parse_move,
};

impl Notation for LevelGame {
    fn action_text(&self, step: BasicMove) -> String {
        step.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<BasicMove, NotationError> {
        parse_move(text, self.level().size())
    }

    fn chance_text(&self, chance: &Vec<Element>) -> String {
        elements_text(chance)
    }

    fn parse_chance(&self, text: &str) -> Result<Vec<Element>, NotationError> {
        parse_elements(text)
    }

    fn position_text(&self, state: &Position) -> String {
        let numbers = |numbers: &[u32]| {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        };
        let size = self.level().size();
        let marked: String = cells_of(size, state.marked)
            .map(|cell| format!(" {},{}", cell.column, cell.row))
            .collect();
        format!(
            "moves {}; points {}; step {}; collected {}; specials {} {}; shuffles {}; marked{marked}{}; board {}",
            state.moves,
            state.points,
            state.step,
            numbers(&state.collected),
            state.specials_made,
            state.specials_used,
            state.shuffles,
            if self.is_stuck(state) { "; stuck" } else { "" },
            state.board.to_board().on_one_line(),
        )
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read_position(text).ok_or_else(|| {
            let expected = format!(
                "a position of this level, as in `moves 0; points 0; step 0; collected 0 0 0 0 0 0; specials 0 0; \
                 shuffles 0; marked; board R1 R2 … / …` with at most {} moves, {} cells, nothing in the air or in holes, \
                 and nothing that matches on a board at rest",
                self.level().limit,
                self.level().size()
            );
            NotationError::new(text, expected)
        })
    }
}

impl LevelGame {
    fn read_position(&self, text: &str) -> Option<Position> {
        let (head, board) = text.split_once("; board ")?;
        let moved = head.strip_suffix("; stuck");
        let is_stuck = moved.is_some();
        let mut parts = moved.unwrap_or(head).split("; ");
        let mut part = |name: &str| {
            let rest = parts.next()?.strip_prefix(name)?;
            rest.strip_prefix(' ')
                .or(Some(rest).filter(|rest| rest.is_empty()))
        };
        let size = self.level().size();
        let board: Board = board.parse().ok()?;
        if board.size() != size {
            return None;
        }
        let mut state = Position::new(&self.prepared, PackedBoard::new(&board), Phase::Refill);
        state.moves = part("moves")?.parse().ok()?;
        state.points = part("points")?.parse().ok()?;
        state.step = part("step")?.parse().ok()?;
        state.collected = numbers(part("collected")?)?;
        [state.specials_made, state.specials_used] = numbers(part("specials")?)?;
        state.shuffles = part("shuffles")?.parse().ok()?;
        state.marked = 0;
        for word in part("marked")?.split(' ').filter(|word| !word.is_empty()) {
            let cell = cell(pair(word, ',').ok()?).filter(|&cell| size.contains(cell))?;
            state.marked |= 1 << bit_of(size, cell);
        }
        let stands = self.is_settled(&board);
        let counts = state.moves <= self.level().limit && state.marked & !self.prepared.marked == 0;
        if parts.next().is_some() || !stands || !counts {
            return None;
        }
        self.with_phase(state, is_stuck)
    }

    /// Decides who acts in a parsed position; `None` where the position is not possible.
    fn with_phase(&self, mut state: Position, is_stuck: bool) -> Option<Position> {
        let initial = Position {
            phase: state.phase,
            ..self.initial()
        };
        if state == initial {
            state.phase = Phase::Deal;
        } else if state.step > 0 {
            let has_gaps = state.board.empty(&self.prepared.layout) != 0;
            let goes_on = self.level().refill && has_gaps && state.step < Self::MAX_REFILL_STEPS;
            let is_filled = self.is_filled_at_rest(&state) && self.prepared.next_step(&state.board).is_none();
            if !goes_on && !is_filled {
                return None;
            }
        } else {
            if self.prepared.has_match(&state.board) {
                return None;
            }
            self.come_to_rest(&mut state, is_stuck);
        }
        (is_stuck == self.is_stuck(&state)).then_some(state)
    }

    /// Returns whether the level has ended because no move was left.
    fn is_stuck(&self, state: &Position) -> bool {
        state.phase == Phase::Over && !self.is_reached(state) && self.moves_left(state) > 0
    }

    /// Returns whether no element stands in a hole or in the air.
    fn is_settled(&self, board: &Board) -> bool {
        let fields = &self.level().fields;
        let in_hole = |(at, square): (Cell, Square)| square.0.is_some() && fields[at] == Field::Hole;
        if board.squares().any(in_hole) {
            return false;
        }
        let mut is_settled = true;
        let is_field = |at| fields[at] != Field::Hole;
        board.clone().settle_with(is_field, |_, _, _| is_settled = false);
        is_settled
    }
}

/// Parses numbers separated by one blank.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Vec<u32> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}
