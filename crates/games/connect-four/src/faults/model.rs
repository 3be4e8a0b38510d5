//! A simple console with a switch for each fault.

use quincunx_core::{Game as _, Turn};
use quincunx_registry::console::{LineConsole, Refusal, integer, words, write_items, write_line};
use quincunx_registry::examination::{check_numbers, read_by, reworded};
use quincunx_search::{Limits, SearchBudget};

use super::board::{Board, Place};
use crate::rules::{Column, ConnectFour};
use crate::solver::{Solver, Strength};

/// The fewest stones with which it solves; fewer than in generated cases, as a variant may refuse drops.
const MIN_SOLVED_STONES: u32 = 20;

/// The memory of the solver.
const SOLVER_BYTES: usize = 1 << 20;

/// A game of Connect Four, played as a variant does.
pub(super) struct Model {
    variant: &'static str,
    game: Game,
    /// The game before each drop.
    before: Vec<Game>,
    has_just_undone: bool,
    has_started: bool,
}

/// What one drop changes.
#[derive(Clone, Debug)]
struct Game {
    board: Board,
    to_move: u8,
    /// The columns played, from 0.
    moves: Vec<usize>,
    end: Option<End>,
}

#[derive(Clone, Debug)]
enum End {
    Win { winner: u8, fours: Vec<Vec<Place>> },
    Draw,
}

impl LineConsole for Model {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        self.answer(line, answer)
            .map_err(|refusal| reworded(self.variant, line, refusal))
    }
}

impl Model {
    pub(super) fn new(variant: &'static str) -> Self {
        let (columns, rows) = if variant == "six-by-seven" { (6, 7) } else { (7, 6) };
        Self {
            variant,
            game: Game::new(variant, columns, rows),
            before: Vec::new(),
            has_just_undone: false,
            has_started: false,
        }
    }

    fn is(&self, fault: &str) -> bool {
        self.variant == fault
    }

    fn answer(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        let line = read_by(self.variant, line);
        check_numbers(self.variant, &line)?;
        let mut words = words(&line)?;
        if self.is("more-words") && words.first() != Some(&"start") {
            let takes_one = ["drop", "position"].contains(&words[0]);
            words.truncate(if takes_one { 2 } else { 1 });
        }
        let begins = ["start", "position"].contains(&words[0]);
        if self.is("no-game-at-launch") && !self.has_started && !begins {
            return Err(Refusal::new("no game has begun"));
        }
        match *words.as_slice() {
            ["start"] => self.start(Self::new(self.variant).game, answer),
            ["start", columns, rows] => {
                let (columns, rows) = (self.side(columns)?, self.side(rows)?);
                let (columns, rows) = if self.is("sides-swapped") {
                    (rows, columns)
                } else {
                    (columns, rows)
                };
                self.start(Game::new(self.variant, columns, rows), answer);
            }
            ["drop", column] => self.drop(column, answer)?,
            ["undo"] => {
                self.undo()?;
                write_line(answer, "OK");
            }
            ["print"] => self.print(answer),
            ["state"] => write_line(answer, self.state()),
            ["moves"] => {
                let first = usize::from(!self.is("moves-from-0"));
                let mut moves: Vec<usize> = self.game.moves.iter().map(|column| column + first).collect();
                if self.is("latest-first") {
                    moves.reverse();
                }
                write_items(answer, moves);
            }
            ["position", drops] => self.position(drops, answer)?,
            ["scores"] => {
                let full = if self.is("full-scores-0") { "0" } else { "-" };
                let scores = self.scores()?.into_iter();
                let words = scores.map(|score| {
                    score.map_or_else(|| full.to_owned(), |score| self.shown(score).to_string())
                });
                write_items(answer, words);
            }
            ["best"] => write_line(answer, self.best()? + 1),
            _ => return Err(Refusal::new("there is no such command")),
        }
        self.has_just_undone = matches!(*words.as_slice(), ["undo"]);
        Ok(())
    }

    fn side(&self, word: &str) -> Result<usize, Refusal> {
        let least = if self.is("three-by-three") { 3 } else { 4 };
        let most = if self.is("thirty-two") { 32 } else { 64 };
        let side = usize::try_from(integer(word)?).ok();
        side.filter(|side| (least..=most).contains(side))
            .ok_or_else(|| Refusal::new("that is no side of a board"))
    }

    fn start(&mut self, game: Game, answer: &mut String) {
        let to_move = self.game.to_move;
        self.game = game;
        self.has_started = true;
        if self.is("turn-stays") {
            self.game.to_move = to_move;
        }
        if !self.is("history-stays") {
            self.before.clear();
        }
        write_line(answer, "OK");
    }

    fn drop(&mut self, word: &str, answer: &mut String) -> Result<(), Refusal> {
        let column = self.column(integer(word)?);
        if self.game.end.is_some() && !self.is("plays-on") {
            if self.is("end-begins-anew") {
                let board = &self.game.board;
                self.game = Game::new(self.variant, board.columns, board.rows);
                self.before.clear();
            } else {
                return Err(Refusal::new("the game is over"));
            }
        }
        let Some(column) = column else {
            if self.is("beside-passes") {
                self.game.to_move = 3 - self.game.to_move;
            }
            return Err(Refusal::new("there is no such column"));
        };
        self.before.push(self.game.clone());
        if let Err(refusal) = self.game.drop(self.variant, column) {
            self.before.pop();
            return Err(refusal);
        }
        match &self.game.end {
            Some(End::Win { winner, fours }) => {
                write_line(answer, format_args!("P{winner} wins"));
                write_items(answer, self.winning_cells(fours));
            }
            Some(End::Draw) => write_line(answer, "draw"),
            None => write_line(answer, "OK"),
        }
        Ok(())
    }

    /// Returns a column from 0.
    fn column(&self, number: i64) -> Option<usize> {
        let columns = self.game.board.columns as i64;
        let column = match self.variant {
            "columns-from-0" => number,
            "columns-wrap" => (number - 1).rem_euclid(columns),
            "nearest-column" => (number - 1).clamp(0, columns - 1),
            _ => number.checked_sub(1)?,
        };
        (0..columns).contains(&column).then_some(column as usize)
    }

    fn winning_cells(&self, fours: &[Vec<Place>]) -> Vec<String> {
        let mut cells = match self.variant {
            "first-four-only" => fours[0].clone(),
            "last-four-only" => fours[fours.len() - 1].clone(),
            _ => fours.concat(),
        };
        cells.sort_unstable();
        if !self.is("cells-repeated") {
            cells.dedup();
        }
        if self.is("cells-by-rows") {
            cells.sort_unstable_by_key(|&(column, row)| (row, column));
        }
        let shown = |&(column, row): &Place| match self.variant {
            "cells-from-0" => format!("{column};{row}"),
            "row-before-column" => format!("{};{}", row + 1, column + 1),
            "rows-from-top" => format!("{};{}", column + 1, self.game.board.rows - row),
            _ => format!("{};{}", column + 1, row + 1),
        };
        cells.iter().map(shown).collect()
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        if self.is("undo-once") && self.has_just_undone
            || self.is("no-undo-after-end") && self.game.end.is_some()
        {
            return Err(Refusal::new("that cannot be taken back"));
        }
        let Some(mut before) = self.before.pop() else {
            return if self.is("undo-at-start") {
                Ok(())
            } else {
                Err(Refusal::new("no drop has been made"))
            };
        };
        match self.variant {
            "undo-takes-two" => before = self.before.pop().unwrap_or(before),
            "undo-keeps-turn" => before.to_move = self.game.to_move,
            "undo-keeps-stone" => before.board = self.game.board.clone(),
            "moves-stay" => before.moves.clone_from(&self.game.moves),
            _ => {}
        }
        self.game = before;
        Ok(())
    }

    fn print(&self, answer: &mut String) {
        let board = &self.game.board;
        let shown = |place| [".", "1", "2"][usize::from(board.at(place))];
        if self.is("printed-by-columns") {
            for column in 0..board.columns {
                write_items(answer, (0..board.rows).map(|row| shown((column, row))));
            }
            return;
        }
        for line in 0..board.rows {
            let row = if self.is("bottom-row-first") {
                line
            } else {
                board.rows - 1 - line
            };
            let column = |at| {
                if self.is("printed-mirrored") {
                    board.columns - 1 - at
                } else {
                    at
                }
            };
            write_items(answer, (0..board.columns).map(|at| shown((column(at), row))));
        }
    }

    fn state(&self) -> String {
        match (&self.game.end, self.variant) {
            (None, _) | (Some(_), "winner-to-move") => format!("P{} to move", self.game.to_move),
            (Some(End::Win { winner, .. }), "loser-wins") => format!("P{} wins", 3 - winner),
            (Some(End::Win { winner, .. }), _) => format!("P{winner} wins"),
            (Some(End::Draw), "draw-is-win") => "P2 wins".to_owned(),
            (Some(End::Draw), _) => "draw".to_owned(),
        }
    }

    fn position(&mut self, drops: &str, answer: &mut String) -> Result<(), Refusal> {
        let mut next = Self::new(self.variant);
        next.has_started = true;
        if self.is("position-goes-on") {
            (next.game, next.before) = (self.game.clone(), self.before.clone());
        }
        for drop in drops.chars() {
            let column = drop.to_digit(10).and_then(|digit| next.column(i64::from(digit)));
            let column = column.filter(|_| next.game.end.is_none());
            let done = column.is_some_and(|column| {
                next.before.push(next.game.clone());
                next.game.drop(self.variant, column).is_ok()
            });
            if !done {
                if self.is("position-in-part") {
                    *self = next;
                }
                return Err(Refusal::new("the drops are not legal"));
            }
        }
        if self.is("position-cannot-undo") {
            next.before.clear();
        }
        *self = next;
        write_line(answer, "OK");
        Ok(())
    }

    /// Returns the scores of all columns, `None` for those that cannot be played.
    fn scores(&self) -> Result<Vec<Option<i32>>, Refusal> {
        let refusal = || Refusal::new("there are no scores");
        let board = &self.game.board;
        let rules = ConnectFour::new(board.columns as u32, board.rows as u32).map_err(|_| refusal())?;
        let mut position = rules.initial();
        for &column in &self.game.moves {
            rules
                .play(&mut position, Column(column as u8), &mut ())
                .map_err(|_| refusal())?;
        }
        let is_small = board.columns * board.rows <= 42;
        if matches!(position.turn(), Turn::Over(_)) || position.stones() < MIN_SOLVED_STONES || !is_small {
            return Err(refusal());
        }
        let mut budget = SearchBudget::start(&Limits::default());
        let mut solver = Solver::with_memory(rules, SOLVER_BYTES);
        let bounds = solver.solve_columns(&position, Strength::Strong, &mut budget);
        Ok(bounds.into_iter().map(|bounds| bounds?.exact()).collect())
    }

    fn shown(&self, score: i32) -> i32 {
        match self.variant {
            "scores-of-opponent" => -score,
            "only-signs" => score.signum(),
            _ => score,
        }
    }

    /// Returns a column from 0.
    fn best(&self) -> Result<usize, Refusal> {
        let scores = match self.scores() {
            Err(_) if self.is("best-after-end") => return Ok(0),
            scores => scores?,
        };
        let mut scored: Vec<(i32, usize)> = Vec::new();
        scored.extend(
            scores
                .iter()
                .zip(0..)
                .filter_map(|(score, column)| Some(((*score)?, column))),
        );
        let most = scored.iter().map(|&(score, _)| score).max();
        let least = scored.iter().map(|&(score, _)| score).min();
        let (wanted, is_last) = match self.variant {
            "first-column" => (scored.first().map(|&(score, _)| score), false),
            "worst-column" => (least, false),
            "last-best" => (most, true),
            _ => (most, false),
        };
        let mut named = scored.iter().filter(|&&(score, _)| Some(score) == wanted);
        let named = if is_last { named.next_back() } else { named.next() };
        named
            .map(|&(_, column)| column)
            .ok_or_else(|| Refusal::new("no column can be played"))
    }
}

impl Game {
    fn new(variant: &str, columns: usize, rows: usize) -> Self {
        Self {
            board: Board::new(columns, rows),
            to_move: if variant == "player-2-begins" { 2 } else { 1 },
            moves: Vec::new(),
            end: None,
        }
    }

    fn drop(&mut self, variant: &str, column: usize) -> Result<(), Refusal> {
        let stone = self.to_move;
        let landing = self.board.landing(variant, column);
        let passes = match variant {
            "one-player" => false,
            "two-drops" => self.moves.len().is_multiple_of(2),
            _ => true,
        };
        if landing.is_none() && !["full-replaces", "full-ignored"].contains(&variant) {
            if variant == "full-passes" {
                self.to_move = 3 - stone;
            }
            return Err(Refusal::new("the column is full"));
        }
        if landing.is_some() || variant == "full-replaces" {
            let place = landing.unwrap_or((column, self.board.rows - 1));
            self.board.put(place, stone);
            let fours = self.board.fours(variant, stone, place);
            let free = self.board.free();
            let is_last = variant == "draw-before-win" && free == 0;
            if !fours.is_empty() && !is_last {
                self.end = Some(End::Win { winner: stone, fours });
            } else if free == 0 && variant != "no-draw" || variant == "early-draw" && free == 1 {
                self.end = Some(End::Draw);
            }
        }
        self.moves.push(column);
        if passes {
            self.to_move = 3 - stone;
        }
        Ok(())
    }
}
