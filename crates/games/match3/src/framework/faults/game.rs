//! A simple game with a switch for each fault.

use std::collections::BTreeSet;

use quincunx_core::Cell;
use quincunx_registry::console::Refusal;

use super::board::{Matchers, Model};
use crate::framework::Match;
use crate::framework::matcher::maximal;

/// The game on the board of a variant.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) board: Model,
    pub(super) score: u64,
    pub(super) is_started: bool,
    /// The factor of the last step.
    factor: u64,
}

/// The steps and the visited fields after which a cascade counts as endless.
const MAX_STEPS: u64 = 1 << 12;
const MAX_VISITS: u64 = 1 << 31;

impl Game {
    pub(super) const fn new(board: Model) -> Self {
        Self {
            board,
            score: 0,
            is_started: false,
            factor: 0,
        }
    }

    fn is(&self, variant: &str) -> bool {
        self.board.variant == variant
    }

    /// Begins the game; after a refusal it must be dropped.
    pub(super) fn start(&mut self, matchers: &Matchers) -> Result<(), Refusal> {
        if !self.is("start-without-fall") {
            self.board.fall();
        }
        if !self.is("start-without-fill") {
            self.board.fill()?;
        }
        if !self.is("start-adds-score") {
            self.score = 0;
        }
        self.is_started = true;
        let mut positions: Vec<Cell> = self.board.size.cells().collect();
        match self.board.variant {
            "start-without-resolve" => return Ok(()),
            "start-from-first-row" => positions.retain(|cell| cell.row == 0),
            _ => {}
        }
        self.resolve(matchers, positions).map(|_| ())
    }

    /// Makes a move; after a refusal the game must be dropped.
    pub(super) fn accept(&mut self, matchers: &Matchers, cycle: &[Cell]) -> Result<(), Refusal> {
        let before = self.board.clone();
        self.board.apply(cycle);
        let positions = match self.board.variant {
            "accept-resolves-all" => self.board.size.cells().collect(),
            "accept-from-first" => cycle[..1].to_vec(),
            "accept-resolves-nothing" => Vec::new(),
            _ => cycle.to_vec(),
        };
        let has_matched = self.resolve(matchers, positions)?;
        if !has_matched && self.is("move-without-match-refused") {
            return Err(Refusal::new("nothing matches"));
        }
        if !has_matched && self.is("move-without-match-undone") {
            self.board = before;
        }
        Ok(())
    }

    /// Resolves matches until there are none; returns whether there was one.
    fn resolve(&mut self, matchers: &Matchers, mut positions: Vec<Cell>) -> Result<bool, Refusal> {
        if !self.is("factor-goes-on") {
            self.factor = 0;
        }
        let max_steps = if self.is("early-bound") {
            1 << 10
        } else {
            MAX_STEPS
        };
        let (mut steps, mut visits) = (0, 0);
        loop {
            let removed = self.removed(matchers, &positions);
            if removed.is_empty() {
                return Ok(steps > 0);
            }
            steps += 1;
            visits += (self.board.size.area() + positions.len()) as u64;
            if steps > max_steps || visits > MAX_VISITS {
                return Err(Refusal::new("the cascade does not end"));
            }
            self.factor = match self.board.variant {
                "factor-stays" => 1,
                "factor-doubles" => (2 * self.factor).max(1),
                _ => self.factor + 1,
            };
            self.score = self.score.saturating_add(self.points(&removed));
            for &cell in removed.iter().flat_map(Match::cells) {
                self.board.set(cell, None);
            }
            let moved = self.board.fall();
            let filled = if self.is("cascade-without-fill") {
                Vec::new()
            } else {
                self.board.fill()?
            };
            positions = match self.board.variant {
                "one-step-only" => return Ok(true),
                "cascade-resolves-all" => self.board.size.cells().collect(),
                "cascade-from-moved" => moved,
                "cascade-from-filled" => filled,
                _ => [moved, filled].concat(),
            };
        }
    }

    /// Finds the matches that a step removes.
    fn removed(&self, matchers: &Matchers, positions: &[Cell]) -> Vec<Match> {
        let least = match self.board.variant {
            "pairs-are-removed" => 2,
            "fours-are-removed" => 4,
            _ => 3,
        };
        let found = self.board.matches(matchers, positions, least);
        match self.board.variant {
            "equal-count-twice" => {
                let kept = maximal(found.iter().cloned().collect());
                found.into_iter().filter(|found| kept.contains(found)).collect()
            }
            "contained-are-kept" => {
                let found: BTreeSet<Match> = found.into_iter().collect();
                found.into_iter().collect()
            }
            "overlaps-are-joined" => joined(maximal(found.into_iter().collect())),
            "overlaps-are-dropped" => {
                let mut kept: Vec<Match> = Vec::new();
                for found in maximal(found.into_iter().collect()) {
                    if !kept.iter().any(|other| overlap(other, &found)) {
                        kept.push(found);
                    }
                }
                kept
            }
            _ => maximal(found.into_iter().collect()),
        }
    }

    fn points(&self, removed: &[Match]) -> u64 {
        let of_match = |found: &Match| {
            let size = found.size() as u64;
            match self.board.variant {
                "points-are-size" => size,
                "points-add-one" => 3 + size.saturating_sub(3),
                "points-are-three" => 3,
                _ => (3 + 2 * size).saturating_sub(6),
            }
        };
        let count = if self.is("points-without-count") {
            1
        } else {
            removed.len() as u64
        };
        let sum: u64 = removed.iter().map(of_match).sum();
        self.factor.saturating_mul(count).saturating_mul(sum)
    }
}

fn overlap(one: &Match, other: &Match) -> bool {
    one.cells()
        .iter()
        .any(|cell| other.cells().binary_search(cell).is_ok())
}

/// Joins the matches that have fields in common.
fn joined(matches: Vec<Match>) -> Vec<Match> {
    let mut joined: Vec<Match> = Vec::new();
    for found in matches {
        let (touched, rest): (Vec<_>, Vec<_>) = joined.into_iter().partition(|other| overlap(other, &found));
        let cells = touched.iter().chain([&found]).flat_map(Match::cells);
        let cells = cells.copied().collect();
        joined = rest;
        joined.push(Match::new(cells));
    }
    joined
}
