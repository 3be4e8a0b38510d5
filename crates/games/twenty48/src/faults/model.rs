//! A simple console with a switch for each fault.

use std::collections::HashSet;

use quincunx_core::{Direction, Random, RandomSource as _};
use quincunx_registry::console::{LineConsole, Refusal, integer, pair, words, write_line};
use quincunx_registry::examination::{check_numbers, read_by, reworded};

use super::slide::slide_line;
use crate::console::seed;
use crate::options::MAX_SIDE;
use crate::position::LARGEST;

/// A game of 2048, played as a variant does.
pub(super) struct Model {
    variant: &'static str,
    columns: usize,
    rows: usize,
    /// The values, row by row; 0 where there is no piece.
    cells: Vec<u64>,
    points: u128,
    moves: u64,
    /// The pieces that were ever put on the board.
    put: usize,
    is_contest: bool,
    has_started: bool,
    random: Random,
}

/// What a move does to a board.
struct Slid {
    cells: Vec<u64>,
    /// The values made by merging.
    made: Vec<u64>,
    /// Whether a piece had a free field before it.
    has_slid: bool,
}

impl LineConsole for Model {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        self.answer(line, answer)
            .map_err(|refusal| reworded(self.variant, line, refusal))
    }
}

impl Model {
    pub(super) fn new(variant: &'static str) -> Self {
        let mut this = Self {
            variant,
            columns: 4,
            rows: 4,
            cells: Vec::new(),
            points: 0,
            moves: 0,
            put: 0,
            is_contest: false,
            has_started: false,
            random: Random::new(0),
        };
        this.start(4, 4, 0);
        this
    }

    fn is(&self, fault: &str) -> bool {
        self.variant == fault
    }

    fn answer(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        let line = read_by(self.variant, line);
        check_numbers(self.variant, &line)?;
        let words = words(&line)?;
        if self.is("no-game-at-launch") && !self.has_started && words[0] != "start" {
            return Err(malformed());
        }
        match *words.as_slice() {
            ["start", ref sizes @ ..] => {
                let (width, height, seed) = match *sizes {
                    [] => (4, 4, 0),
                    [width, height] => (self.side(width)?, self.side(height)?, 0),
                    [width, height, word] => (self.side(width)?, self.side(height)?, seed(word)?),
                    _ => return Err(malformed()),
                };
                self.start(width, height, seed);
                self.has_started = true;
                write_line(answer, "OK");
            }
            ["print"] => {
                for row in self.cells.chunks(self.columns) {
                    let row: Vec<String> = row.iter().map(u64::to_string).collect();
                    write_line(answer, row.join(" "));
                }
            }
            ["get", word] => {
                let value = match self.field(word, "get-transposes") {
                    Err(_) if self.is("off-board-free") && pair(word, ';').is_ok() => 0,
                    field => self.cells[field?],
                };
                write_line(answer, value);
            }
            ["set", field, value] => {
                let field = self.field(field, "set-transposes")?;
                let value = self.value(value)?;
                self.set(field, value);
                write_line(answer, "OK");
            }
            ["add"] => {
                if !self.cells.contains(&0) && !self.is("add-on-full") {
                    return Err(Refusal::new("the board is full"));
                }
                for _ in 0..if self.is("adds-two") { 2 } else { 1 } {
                    self.add();
                }
                write_line(answer, "OK");
            }
            ["move", word] => write_line(answer, self.perform_move(direction(word)?)?),
            ["play", word] => {
                let has_moved = self.perform_move(direction(word)?)?;
                if !has_moved && !self.is("play-impossible") {
                    return Err(Refusal::new("the move is impossible"));
                }
                if !self.is("play-adds-nothing") {
                    self.add();
                }
                let is_over = !Direction::ALL
                    .into_iter()
                    .any(|direction| self.changes(direction));
                write_line(answer, if is_over { "game over" } else { "OK" });
            }
            ["points"] if self.is("points-of-board") => write_line(
                answer,
                self.cells.iter().map(|&value| u128::from(value)).sum::<u128>(),
            ),
            ["points"] => write_line(answer, self.points),
            ["moves"] => write_line(answer, self.moves),
            ["pieces"] => write_line(answer, self.pieces()),
            ["width"] => write_line(answer, self.columns),
            ["height"] => write_line(answer, self.rows),
            ["possible"] => write_line(answer, self.is_possible()),
            ["possible", word] => {
                let direction = direction(word)?;
                write_line(answer, self.is_direction_possible(direction)?);
            }
            ["space"] => write_line(answer, self.is_space_left()),
            ["scoring", word @ ("standard" | "contest")] => {
                self.is_contest = word == "contest";
                write_line(answer, "OK");
            }
            ["hint"] => {
                let mut possible = Direction::ALL
                    .into_iter()
                    .filter(|&direction| self.changes(direction));
                let hint = if self.is("last-hint") {
                    possible.next_back()
                } else {
                    possible.next()
                };
                let hint = hint.ok_or_else(|| Refusal::new("no move is possible"))?;
                write_line(answer, hint.word());
            }
            _ => return Err(malformed()),
        }
        Ok(())
    }

    fn side(&self, word: &str) -> Result<usize, Refusal> {
        let least = if self.is("one-column") { 1 } else { 2 };
        let side = u64::try_from(integer(word)?).ok();
        side.filter(|side| (least..=MAX_SIDE).contains(side))
            .map(|side| side as usize)
            .ok_or_else(|| Refusal::new("that is no side of a board"))
    }

    fn start(&mut self, width: usize, height: usize, seed: u64) {
        (self.columns, self.rows) = if self.is("sides-swapped") {
            (height, width)
        } else {
            (width, height)
        };
        self.random = Random::new(if self.is("other-pieces") { 2048 } else { seed });
        self.cells = vec![0; self.columns * self.rows];
        (self.moves, self.put) = (0, 0);
        self.is_contest &= !self.is("start-resets-scoring");
        if !self.is("points-stay") {
            self.points = 0;
        }
        let pieces = match self.variant {
            "no-initial-pieces" => 0,
            "one-initial-piece" => 1,
            "three-initial-pieces" => 3,
            _ => 2,
        };
        for _ in 0..pieces {
            self.add();
        }
    }

    /// Parses a field; under the fault of a name its column and row are swapped where that is a field too.
    fn field(&self, word: &str, transposing: &str) -> Result<usize, Refusal> {
        let (x, y) = pair(word, ';')?;
        let place = |x: i64, y: i64| {
            let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
            (x < self.columns && y < self.rows).then_some(y * self.columns + x)
        };
        let field = place(x, y).ok_or_else(|| Refusal::new("the field is off the board"))?;
        Ok(if self.is(transposing) {
            place(y, x).unwrap_or(field)
        } else {
            field
        })
    }

    fn value(&self, word: &str) -> Result<u64, Refusal> {
        let mut value = integer(word)?;
        if self.is("negative-values") {
            value = value.saturating_abs();
        }
        let value = u64::try_from(value).map_err(|_| Refusal::new("the value is negative"))?;
        if value > LARGEST || self.is("powers-only") && value != 0 && !value.is_power_of_two() {
            return Err(Refusal::new("no piece has this value"));
        }
        Ok(value)
    }

    fn set(&mut self, field: usize, value: u64) {
        let before = self.cells[field];
        self.cells[field] = match self.variant {
            "zero-keeps-piece" if value == 0 => before,
            "set-keeps-piece" if before != 0 && value != 0 => before,
            "set-doubles" if value != 0 => before.saturating_add(value).min(LARGEST),
            _ => value,
        };
        self.put += usize::from(value != 0);
        self.moves += u64::from(self.is("counts-sets"));
    }

    /// Adds a new piece, if a field is free.
    fn add(&mut self) {
        let is_open = |value: u64| value == 0 || self.is("add-overwrites");
        let fields: Vec<usize> = (0..self.cells.len())
            .filter(|&field| is_open(self.cells[field]))
            .collect();
        if fields.is_empty() || self.is("adds-nothing") && !self.is_new() {
            return;
        }
        let field = match self.variant {
            "first-free-field" => 0,
            "never-last-field" => self.random.index((fields.len() - 1).max(1)),
            _ => self.random.index(fields.len()),
        };
        let four_rate = match self.variant {
            "twos-only" => 0,
            "half-fours" => 5,
            _ => 1,
        };
        let is_four = self.random.below(10) < four_rate;
        self.cells[fields[field]] = match self.variant {
            "adds-eight" => 8,
            _ if is_four => 4,
            _ => 2,
        };
        self.put += 1;
    }

    fn is_new(&self) -> bool {
        self.put < 2 && self.moves == 0
    }

    fn pieces(&self) -> usize {
        let pieces = self.cells.iter().filter(|&&value| value != 0);
        match self.variant {
            "pieces-of-all-time" => self.put,
            "counts-free" => self.cells.len() - pieces.count(),
            "counts-values" => pieces.collect::<HashSet<_>>().len(),
            _ => pieces.count(),
        }
    }

    fn is_space_left(&self) -> bool {
        match self.variant {
            "space-always" => true,
            "space-if-possible" => Direction::ALL
                .into_iter()
                .any(|direction| self.changes(direction)),
            "space-of-two" => self.cells.iter().filter(|&&value| value == 0).count() > 1,
            _ => self.cells.contains(&0),
        }
    }

    fn is_possible(&self) -> bool {
        let directions: &[Direction] = match self.variant {
            "always-possible" => return true,
            "possible-needs-space" if !self.cells.contains(&0) => return false,
            "possible-across-only" => &[Direction::Left, Direction::Right],
            _ => &Direction::ALL,
        };
        directions.iter().any(|&direction| self.changes(direction))
    }

    fn is_direction_possible(&mut self, direction: Direction) -> Result<bool, Refusal> {
        Ok(match self.variant {
            "every-direction" => Direction::ALL
                .into_iter()
                .any(|direction| self.changes(direction)),
            "direction-needs-space" => self.slide(direction).has_slid,
            "opposite-direction" => self.changes(match direction {
                Direction::Up => Direction::Down,
                Direction::Down => Direction::Up,
                Direction::Left => Direction::Right,
                Direction::Right => Direction::Left,
            }),
            "question-moves" => self.perform_move(direction)?,
            _ => self.changes(direction),
        })
    }

    fn changes(&self, direction: Direction) -> bool {
        let slid = self.slide(direction);
        slid.cells != self.cells && slid.made.iter().all(|&value| value <= LARGEST)
    }

    fn perform_move(&mut self, direction: Direction) -> Result<bool, Refusal> {
        let slid = self.slide(direction);
        if slid.made.iter().any(|&value| value > LARGEST) {
            return Err(Refusal::new("the merged piece would be too large"));
        }
        let has_changed = slid.cells != self.cells;
        self.cells = slid.cells;
        self.moves += match self.variant {
            "counts-nothing" => 0,
            "counts-merges" => slid.made.len() as u64,
            "counts-impossible" => 1,
            _ => u64::from(has_changed),
        };
        let sum: u128 = slid.made.iter().map(|&value| u128::from(value)).sum();
        let points = match self.variant {
            "half-points" => sum / 2,
            "point-per-merge" => slid.made.len() as u128,
            "points-of-first-merge" => slid.made.first().map_or(0, |&value| value.into()),
            _ if self.is_contest => sum << slid.made.len().saturating_sub(1).min(60),
            _ => sum,
        };
        if self.is("points-of-last-move") && has_changed {
            self.points = 0;
        }
        self.points = self.points.saturating_add(points);
        if self.is("move-adds-piece") && has_changed {
            self.add();
        }
        Ok(match self.variant {
            "move-always-true" => true,
            "true-if-merged" => !slid.made.is_empty(),
            "false-if-only-merged" => slid.has_slid,
            _ => has_changed,
        })
    }

    fn slide(&self, direction: Direction) -> Slid {
        use Direction::{Down, Left, Right, Up};
        let direction = match (self.variant, direction) {
            ("up-down-swapped", Up) | ("directions-transposed", Right) => Down,
            ("up-down-swapped", Down) | ("directions-transposed", Left) => Up,
            ("directions-transposed", Up) => Left,
            ("directions-transposed", Down) => Right,
            _ => direction,
        };
        let (columns, rows) = (self.columns, self.rows);
        let is_across = matches!(direction, Left | Right);
        let (lines, length) = if is_across {
            (rows, columns)
        } else {
            (columns, rows)
        };
        let mut slid = Slid {
            cells: self.cells.clone(),
            made: Vec::new(),
            has_slid: false,
        };
        let moving = lines - usize::from(self.is("last-line-still"));
        for line in 0..moving {
            let mut fields: Vec<usize> = (0..length)
                .map(|place| {
                    if is_across {
                        line * columns + place
                    } else {
                        place * columns + line
                    }
                })
                .collect();
            if matches!(direction, Right | Down) {
                fields.reverse();
            }
            let before: Vec<u64> = fields.iter().map(|&field| self.cells[field]).collect();
            slid.has_slid |= before.windows(2).any(|pair| pair[0] == 0 && pair[1] != 0);
            let after = slide_line(self.variant, &before, &mut slid.made);
            for (field, value) in fields.into_iter().zip(after) {
                slid.cells[field] = value;
            }
        }
        slid
    }
}

fn malformed() -> Refusal {
    Refusal::new("the line is malformed")
}

fn direction(word: &str) -> Result<Direction, Refusal> {
    let mut directions = Direction::ALL.into_iter();
    directions
        .find(|direction| direction.word() == word)
        .ok_or_else(malformed)
}
