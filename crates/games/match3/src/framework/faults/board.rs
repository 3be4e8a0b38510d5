//! A simple board with a switch for each fault.

use std::collections::BTreeSet;
use std::fmt;

use quincunx_core::{Cell, Random, RandomSource as _, Size};
use quincunx_registry::console::Refusal;

use crate::engine::{MoveKind, cell};
use crate::framework::Match;

/// A board of a variant.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) variant: &'static str,
    pub(super) size: Size,
    pub(super) tokens: Vec<char>,
    /// The fields row by row.
    pub(super) fields: Vec<Option<char>>,
    pub(super) strategy: Option<Strategy>,
}

/// Where new tokens come from.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    Random(Random),
    /// A sequence for each column, and how many of its tokens have been used.
    Columns(Vec<(Vec<char>, usize)>),
}

/// The deltas of each matcher of a union.
pub(super) type Matchers = [Vec<(i64, i64)>];

impl Model {
    fn is(&self, variant: &str) -> bool {
        self.variant == variant
    }

    pub(super) fn get(&self, at: Cell) -> Option<char> {
        self.fields[self.size.index(at)]
    }

    pub(super) fn set(&mut self, at: Cell, token: Option<char>) {
        let index = self.size.index(at);
        self.fields[index] = token;
    }

    pub(super) fn is_valid(&self, token: char) -> bool {
        self.tokens.contains(&token)
    }

    pub(super) fn swap(&mut self, a: Cell, b: Cell) {
        let (on_a, on_b) = (self.get(a), self.get(b));
        if self.is("swap-ignores-empty") && (on_a.is_none() || on_b.is_none()) {
            return;
        }
        self.set(a, on_b);
        if !self.is("swap-copies") {
            self.set(b, on_a);
        }
    }

    /// Lets tokens fall; returns what is reported as changed.
    pub(super) fn fall(&mut self) -> Vec<Cell> {
        let before = self.fields.clone();
        let mut moved = Vec::new();
        for column in 0..self.size.columns() {
            let mut rows: Vec<u32> = (0..self.size.rows()).rev().collect();
            if self.is("tokens-rise") {
                rows.reverse();
            }
            let mut rest = 0;
            for (index, &row) in rows.iter().enumerate() {
                let from = Cell::new(column, row);
                let Some(token) = self.get(from) else { continue };
                let to = if self.is("falls-one-row") {
                    index - usize::from(index > rest)
                } else {
                    rest
                };
                rest = to + 1;
                if to != index {
                    let to = Cell::new(column, rows[to]);
                    self.set(from, None);
                    self.set(to, Some(token));
                    moved.extend([from, to]);
                }
            }
        }
        match self.variant {
            "bottom-new-only" => moved = moved.into_iter().skip(1).step_by(2).collect(),
            "bottom-old-only" => moved = moved.into_iter().step_by(2).collect(),
            "bottom-changed-only" => {
                moved.retain(|&at| before[self.size.index(at)] != self.fields[self.size.index(at)]);
            }
            _ => {}
        }
        moved.sort_unstable();
        if !self.is("bottom-repeats") {
            moved.dedup();
        }
        moved
    }

    /// Fills the board; returns the filled fields.
    pub(super) fn fill(&mut self) -> Result<Vec<Cell>, Refusal> {
        let Some(mut strategy) = self.strategy.clone() else {
            if self.is("fill-without-strategy") {
                return Ok(Vec::new());
            }
            return Err(Refusal::new("there is no strategy"));
        };
        let mut cells: Vec<Cell> = self.size.cells().collect();
        let is_random = matches!(strategy, Strategy::Random(_));
        if !(self.is("random-by-rows") && is_random) {
            cells.sort_unstable_by_key(|cell| (cell.column, u32::MAX - cell.row));
        }
        if self.is("fill-top-down") {
            cells.sort_unstable();
        }
        let overwrites =
            self.is("fill-overwrites") && !is_random || self.is("random-overwrites") && is_random;
        if !overwrites {
            cells.retain(|&cell| self.get(cell).is_none());
        }
        let is_full = match &mut strategy {
            Strategy::Random(random) => {
                if self.is("random-leaves-one") {
                    cells.pop();
                }
                for &cell in &cells {
                    let token = self.drawn(random);
                    self.set(cell, Some(token));
                }
                true
            }
            Strategy::Columns(sequences) => self.fill_columns(sequences, &cells),
        };
        if is_full || self.is("fill-uses-up") {
            self.strategy = Some(strategy);
        }
        if is_full {
            Ok(cells)
        } else {
            Err(Refusal::new("a sequence is exhausted"))
        }
    }

    fn drawn(&self, random: &mut Random) -> char {
        let count = self.tokens.len();
        match self.variant {
            "random-one-token" => self.tokens[0],
            "random-without-last" => self.tokens[random.index(count - 1)],
            "random-any-character" => {
                let number = random.index(count + 1);
                self.tokens.get(number).copied().unwrap_or('?')
            }
            // Another generator than that of the game.
            "other-random" => self.tokens[count - 1 - (random.next_word() % count as u64) as usize],
            _ => self.tokens[random.index(count)],
        }
    }

    /// Gives fields the next tokens of their columns; returns false, and has changed nothing, where these are
    /// too few.
    fn fill_columns(&mut self, sequences: &mut [(Vec<char>, usize)], cells: &[Cell]) -> bool {
        let before = self.fields.clone();
        if self.is("fill-restarts") {
            for (_, used) in sequences.iter_mut() {
                *used = 0;
            }
        }
        let mut is_full = true;
        for &cell in cells {
            let column = if self.is("fill-one-sequence") {
                0
            } else {
                cell.column as usize
            };
            let Some((sequence, used)) = sequences.get_mut(column) else {
                is_full = false;
                break;
            };
            let mut number = *used;
            if self.variant == "fill-cycles" && !sequence.is_empty() {
                number %= sequence.len();
            }
            if self.variant == "fill-from-end" && number < sequence.len() {
                number = sequence.len() - 1 - number;
            }
            let Some(&token) = sequence.get(number) else {
                is_full = false;
                break;
            };
            *used += 1;
            self.set(cell, Some(token));
        }
        if !is_full && !self.is("fill-half") {
            self.fields = before;
        }
        is_full
    }

    /// Lists the fields of a move in the order in which its tokens move; `None` where it does not fit.
    pub(super) fn cycle(&self, kind: MoveKind, is_reversed: bool) -> Option<Vec<Cell>> {
        let (columns, rows) = (i64::from(self.size.columns()), i64::from(self.size.rows()));
        let flip = |at: Cell, x: i64, y: i64| {
            let at = (i64::from(at.column), i64::from(at.row));
            vec![at, (at.0 + x, at.1 + y)]
        };
        let is_odd = is_reversed && self.is("reverse-of-flip");
        let mut cycle = match kind {
            MoveKind::FlipRight(at) if is_odd || self.is("flips-left") => flip(at, -1, 0),
            MoveKind::FlipRight(at) => flip(at, 1, 0),
            MoveKind::FlipDown(at) if is_odd || self.is("flips-up") => flip(at, 0, -1),
            MoveKind::FlipDown(at) => flip(at, 0, 1),
            MoveKind::RotateSquareClockwise(at) => {
                let (x, y) = (i64::from(at.column), i64::from(at.row));
                vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            }
            MoveKind::RotateColumnDown(column) => (0..rows).map(|y| (i64::from(column), y)).collect(),
            MoveKind::RotateRowRight(row) => (0..columns).map(|x| (x, i64::from(row))).collect(),
        };
        let is_backwards = match kind {
            MoveKind::RotateSquareClockwise(_) if self.is("square-other-way") => !is_reversed,
            MoveKind::RotateColumnDown(_) if self.is("column-up") => !is_reversed,
            MoveKind::RotateRowRight(_) if self.is("row-left") => !is_reversed,
            MoveKind::RotateColumnDown(_) if self.is("reverse-only-squares") => false,
            MoveKind::RotateRowRight(_) if self.is("reverse-only-squares") => false,
            _ => is_reversed && !self.is("reverse-ignored"),
        };
        if is_backwards {
            cycle.reverse();
        }
        let on_board = |&at: &(i64, i64)| cell(at).filter(|&at| self.size.contains(at));
        let cells: Vec<Cell> = cycle.iter().filter_map(on_board).collect();
        let is_whole = cells.len() == cycle.len()
            || self.is("fits-if-begun") && !cells.is_empty() && cycle.first().and_then(on_board).is_some();
        let is_near_edge = |at: &Cell| at.column + 1 == self.size.columns() || at.row + 1 == self.size.rows();
        let is_flip = matches!(kind, MoveKind::FlipRight(_) | MoveKind::FlipDown(_));
        let is_missed = match self.variant {
            "last-flip-missed" => is_flip && cells.last().is_some_and(is_near_edge),
            "empty-does-not-fit" => cells.iter().all(|&at| self.get(at).is_none()),
            _ => false,
        };
        (is_whole && !is_missed).then_some(cells)
    }

    pub(super) fn apply(&mut self, cycle: &[Cell]) {
        let mut cycle = cycle.to_vec();
        if self.is("rotation-skips-empty") && cycle.len() > 2 {
            cycle.retain(|&at| self.get(at).is_some());
        }
        let mut tokens: Vec<Option<char>> = cycle.iter().map(|&at| self.get(at)).collect();
        if !tokens.is_empty() {
            tokens.rotate_right(1);
        }
        for (at, token) in cycle.into_iter().zip(tokens) {
            self.set(at, token);
        }
    }

    /// Finds the matches of some positions by each matcher; those of a least size.
    pub(super) fn matches(&self, matchers: &Matchers, positions: &[Cell], least: usize) -> Vec<Match> {
        let positions: BTreeSet<Cell> = positions.iter().copied().collect();
        let is_one_sided = matches!(
            self.variant,
            "forward-only" | "one-step" | "delta-by-delta" | "matchall-repeats"
        );
        let mut all = Vec::new();
        let mut marks = Marks {
            marks: vec![0; self.size.area()],
            present: 0,
        };
        for deltas in matchers {
            let mut of_matcher = Vec::new();
            // What has been matched is not matched again, as it would be the same match.
            let mut is_matched = vec![false; self.size.area()];
            for &at in &positions {
                if is_matched[self.size.index(at)] && !is_one_sided {
                    continue;
                }
                let cells = self.grown(deltas, at, &mut marks);
                for &cell in &cells {
                    is_matched[self.size.index(cell)] = true;
                }
                if !cells.is_empty() && cells.len() >= least {
                    of_matcher.push(Match::new(cells));
                }
            }
            if !self.is("matchall-repeats") {
                of_matcher.sort_unstable();
                of_matcher.dedup();
            }
            all.extend(of_matcher);
        }
        all
    }

    /// Lists the cells that are joined to one.
    fn grown(&self, deltas: &[(i64, i64)], at: Cell, marks: &mut Marks) -> Vec<Cell> {
        let token = self.get(at);
        if token.is_none() && !self.is("empty-matches") {
            return Vec::new();
        }
        let groups: Vec<&[(i64, i64)]> = match self.variant {
            "delta-by-delta" => deltas.chunks(1).collect(),
            "first-delta-only" => vec![&deltas[..1]],
            _ => vec![deltas],
        };
        let mut cells = Vec::new();
        for deltas in groups {
            marks.present += 1;
            marks.marks[self.size.index(at)] = marks.present;
            let mut joined = vec![at];
            let mut open = 0;
            while open < joined.len() && !(self.is("one-step") && open > 0) {
                let from = joined[open];
                open += 1;
                for &(x, y) in deltas {
                    for sign in [1, -1] {
                        let column = i64::from(from.column).saturating_add(x.saturating_mul(sign));
                        let row = i64::from(from.row).saturating_add(y.saturating_mul(sign));
                        let Some(next) = cell((column, row)).filter(|&next| self.size.contains(next)) else {
                            continue;
                        };
                        let index = self.size.index(next);
                        let is_allowed = sign == 1 || !self.is("forward-only");
                        let is_joined = marks.marks[index] == marks.present;
                        if is_allowed && !is_joined && self.fields[index] == token {
                            marks.marks[index] = marks.present;
                            joined.push(next);
                        }
                    }
                }
            }
            cells.extend(joined);
        }
        cells
    }
}

/// Which fields have been joined to the present match: those with its number.
struct Marks {
    marks: Vec<u64>,
    present: u64,
}

impl fmt::Display for Model {
    /// Writes the token string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let empty = if self.is("prints-dots") { '.' } else { ' ' };
        let rows = self.fields.chunks(self.size.columns() as usize).map(|row| {
            let row: String = row.iter().map(|field| field.unwrap_or(empty)).collect();
            if self.is("print-trims") {
                row.trim_end().to_owned()
            } else {
                row
            }
        });
        let text = rows.collect::<Vec<_>>().join(";");
        let end = if self.is("print-last-semicolon") { ";" } else { "" };
        write!(f, "{text}{end}")
    }
}
