//! A simple console with a switch for each fault.

use std::fmt::Write as _;

use quincunx_core::{Cell, Random};
use quincunx_registry::console::{LineConsole, Refusal, integer, write_line};
use quincunx_registry::examination::reworded;

use super::board::{Model, Strategy};
use super::game::Game;
use crate::engine::{MAX_FIELDS, MoveKind, cell, read_move, two_wholes};
use crate::framework::Match;
use crate::framework::console::seed;

/// The console of a variant.
#[derive(Debug)]
pub(super) struct ModelConsole {
    pub(super) variant: &'static str,
    /// The most fields of a board: wrong variants may be slow.
    pub(super) max_fields: usize,
    pub(super) tokens: Option<Vec<char>>,
    pub(super) matchers: Option<Vec<Vec<(i64, i64)>>>,
    pub(super) game: Option<Game>,
}

/// Asks for what is not there.
pub(super) fn missing(what: &str) -> Refusal {
    Refusal::new(format_args!("there is no {what}"))
}

pub(super) fn malformed() -> Refusal {
    Refusal::new("the line is malformed")
}

impl LineConsole for ModelConsole {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        let refusal = match self.answer(line, answer) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        match self.variant {
            "refusal-with-colon" => {
                write_line(answer, format_args!("Error: {refusal}"));
                Ok(())
            }
            "refusal-without-sentence" => {
                write_line(answer, "Error");
                Ok(())
            }
            "malformed-without-answer" if refusal == malformed() => Ok(()),
            variant => Err(reworded(variant, line, refusal)),
        }
    }
}

impl ModelConsole {
    pub(super) const fn new(variant: &'static str, is_right: bool) -> Self {
        Self {
            variant,
            max_fields: if is_right { MAX_FIELDS } else { 1 << 12 },
            tokens: None,
            matchers: None,
            game: None,
        }
    }

    pub(super) fn is(&self, variant: &str) -> bool {
        self.variant == variant
    }

    fn answer(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        if let Some(text) = line.strip_prefix("load ") {
            let loaded = self.load(text);
            if loaded.is_err() && self.is("load-loses-board") {
                self.game = None;
            }
            loaded?;
            write_line(answer, "OK");
            return Ok(());
        }
        let lower = line.to_lowercase();
        let mut words: Vec<&str> = line.split(' ').collect();
        match self.variant {
            "blanks-do-not-count" if line.trim() != "" => words.retain(|word| !word.is_empty()),
            "any-case" => words[0] = lower.split(' ').next().unwrap_or(""),
            "empty-line-ignored" if line.is_empty() => return Ok(()),
            "more-words-ignored" => words.truncate(max_words(words[0])),
            _ => {}
        }
        let has_numbers = !matches!(words[0], "tokens" | "set" | "fill");
        let is_signed = self.is("no-plus") && has_numbers && words.iter().any(|word| word.contains('+'));
        if words.iter().any(|word| word.is_empty()) || is_signed {
            return Err(malformed());
        }
        if !self.query(&words, answer)? {
            self.carry_out(&words)?;
            write_line(answer, "OK");
        }
        Ok(())
    }

    /// Answers a command that has a result; returns false for another one.
    fn query(&mut self, words: &[&str], answer: &mut String) -> Result<bool, Refusal> {
        match *words {
            ["print"] => write_line(answer, self.board()?),
            ["get", at] => {
                let board = self.board()?;
                let field = match self.cell(at) {
                    Ok(at) if self.is("get-turned") => {
                        let turned = Some(Cell::new(at.row, at.column)).filter(|&at| board.size.contains(at));
                        turned.and_then(|at| board.get(at))
                    }
                    Ok(at) => board.get(at),
                    Err(refusal) if !self.is("off-board-is-empty") || refusal == malformed() => {
                        return Err(refusal);
                    }
                    Err(_) => None,
                };
                let empty = if self.is("get-prints-blank") { " " } else { "null" };
                write_line(answer, field.map_or_else(|| empty.to_owned(), String::from));
            }
            ["contains", at] => {
                let size = self.board()?.size;
                let (x, y) = two_wholes(at).map_err(|_| malformed())?;
                let more = i64::from(self.is("contains-edge"));
                let is_inside = (0..i64::from(size.columns()) + more).contains(&x)
                    && (0..i64::from(size.rows()) + more).contains(&y);
                if !is_inside && self.is("contains-refuses") {
                    return Err(missing("such field"));
                }
                write_line(answer, is_inside);
            }
            ["bottom"] => {
                let moved = self.game_mut()?.board.fall();
                self.write_cells(answer, &moved);
            }
            ["match", at] => {
                let at = self.cell(at)?;
                self.write_matches(answer, &[at], true)?;
            }
            ["matchall", ref positions @ ..] if !positions.is_empty() => {
                let positions = self.cells(positions)?;
                self.write_matches(answer, &positions, false)?;
            }
            ["can", ref step @ ..] => {
                let fits = self.cycle(step)?.is_some();
                write_line(answer, fits);
            }
            ["affected", ref step @ ..] => {
                let mut cells = self.fitting(step)?;
                let board = self.board()?;
                match self.variant {
                    "affected-changed-only" => {
                        let mut after = board.clone();
                        after.apply(&cells);
                        cells.retain(|&at| board.get(at) != after.get(at));
                    }
                    "affected-full-only" => cells.retain(|&at| board.get(at).is_some()),
                    "affected-first-two" => cells.truncate(2),
                    _ => {}
                }
                if !self.is("affected-in-cycle") {
                    cells.sort_unstable();
                }
                self.write_cells(answer, &cells);
            }
            ["score"] => write_line(answer, self.game.as_ref().map_or(0, |game| game.score)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Carries out a command that is answered by `OK`.
    fn carry_out(&mut self, words: &[&str]) -> Result<(), Refusal> {
        match *words {
            ["tokens", characters] => self.set_tokens(characters)?,
            ["board", columns, rows] => {
                let (mut columns, mut rows) = (integer(columns)?, integer(rows)?);
                if self.is("board-turned") {
                    (columns, rows) = (rows, columns);
                }
                let size = self.size(columns, rows)?;
                self.begin(size, vec![None; size.area()], true)?;
            }
            ["set", at, token] => self.set(at, token)?,
            ["swap", a, b] => {
                let (a, b) = (self.cell(a), self.cell(b));
                if self.is("off-board-ignored") && (a.is_err() || b.is_err()) {
                    return Ok(());
                }
                let (a, b) = (a?, b?);
                let board = self.board()?;
                if self.is("swap-refuses-empty") && (board.get(a).is_none() || board.get(b).is_none()) {
                    return Err(missing("token"));
                }
                self.game_mut()?.board.swap(a, b);
            }
            ["remove", ref positions @ ..] if !positions.is_empty() => self.remove(positions)?,
            ["fill", "random", number] => {
                let strategy = Strategy::Random(Random::new(seed(number)?));
                self.game_mut()?.board.strategy = Some(strategy);
            }
            ["fill", "columns", text] => {
                let strategy = self.sequences(text)?;
                self.game_mut()?.board.strategy = Some(strategy);
            }
            ["fillnow"] => {
                self.game_mut()?.board.fill()?;
            }
            ["deltas", ref deltas @ ..] => self.set_matchers(deltas)?,
            ["apply", ref step @ ..] => {
                let cycle = self.fitting(step);
                if self.is("unfitting-ignored") && cycle.as_ref().is_err_and(|error| *error != malformed()) {
                    return Ok(());
                }
                let cycle = cycle?;
                self.game_mut()?.board.apply(&cycle);
            }
            ["start"] => {
                let matchers = self.matchers.clone().ok_or_else(|| missing("matcher"))?;
                // What is refused has changed nothing.
                let mut game = self.game.clone().ok_or_else(|| missing("board"))?;
                let started = game.start(&matchers);
                if started.is_ok() || self.is("start-is-half-done") {
                    self.game = Some(game);
                }
                started?;
            }
            ["accept", ref step @ ..] => {
                let cycle = self.fitting(step)?;
                let matchers = self.matchers.clone().ok_or_else(|| missing("matcher"))?;
                let mut game = self.game.clone().ok_or_else(|| missing("board"))?;
                if !game.is_started && !self.is("accept-before-start") {
                    return Err(missing("game"));
                }
                let accepted = game.accept(&matchers, &cycle);
                if accepted.is_ok() || self.is("accept-is-half-done") {
                    self.game = Some(game);
                }
                accepted?;
            }
            _ => return Err(malformed()),
        }
        Ok(())
    }

    pub(super) fn board(&self) -> Result<&Model, Refusal> {
        let game = self.game.as_ref();
        game.map(|game| &game.board).ok_or_else(|| missing("board"))
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or_else(|| missing("board"))
    }

    pub(super) fn cell(&self, word: &str) -> Result<Cell, Refusal> {
        let (mut x, mut y) = two_wholes(word).map_err(|_| malformed())?;
        let size = self.board()?.size;
        if self.is("negative-from-end") {
            x = if x < 0 {
                x.saturating_add(i64::from(size.columns()))
            } else {
                x
            };
            y = if y < 0 {
                y.saturating_add(i64::from(size.rows()))
            } else {
                y
            };
        }
        if self.is("positions-wrap") {
            x = x.rem_euclid(size.columns().into());
            y = y.rem_euclid(size.rows().into());
        }
        let at = cell((x, y)).filter(|&at| size.contains(at));
        at.ok_or_else(|| missing("such field"))
    }

    fn cells(&self, words: &[&str]) -> Result<Vec<Cell>, Refusal> {
        words.iter().map(|word| self.cell(word)).collect()
    }

    /// Reads a move and lists its fields; `None` where it does not fit.
    fn cycle(&self, words: &[&str]) -> Result<Option<Vec<Cell>>, Refusal> {
        let (is_reversed, plain) = match words {
            ["reverse", plain @ ..] if plain.first() != Some(&"reverse") => (true, plain),
            _ => (false, words),
        };
        let step = read_move(plain).map_err(|_| malformed())?;
        let board = self.board()?;
        let is_flip = |kind| matches!(kind, MoveKind::FlipRight(_) | MoveKind::FlipDown(_));
        let Some(step) = step else { return Ok(None) };
        if is_reversed && is_flip(step.kind) && self.is("reverse-flip-refused") {
            return Err(malformed());
        }
        Ok(board.cycle(step.kind, is_reversed))
    }

    fn fitting(&self, words: &[&str]) -> Result<Vec<Cell>, Refusal> {
        self.cycle(words)?.ok_or_else(|| missing("such field"))
    }

    fn write_cells(&self, answer: &mut String, cells: &[Cell]) {
        let mut cells = cells.to_vec();
        if self.is("positions-by-row") {
            cells.sort_unstable_by_key(|cell| (cell.row, cell.column));
        }
        let mut texts: Vec<String> = cells.iter().map(text).collect();
        if self.is("positions-as-text") {
            texts.sort_unstable();
        }
        write_line(answer, texts.join(" "));
    }

    fn write_matches(&self, answer: &mut String, positions: &[Cell], is_one: bool) -> Result<(), Refusal> {
        let board = self.board()?;
        let Some(matchers) = &self.matchers else {
            if self.is("match-without-matcher") {
                answer.push('\n');
                return Ok(());
            }
            return Err(missing("matcher"));
        };
        let least = match self.variant {
            "match-from-three" => 3,
            "single-is-no-match" => 2,
            _ => 1,
        };
        let mut found = board.matches(matchers, positions, least);
        if !self.is("matches-by-matcher") {
            found.sort_unstable();
        }
        if !self.is("matchall-repeats") {
            found.dedup();
        }
        match self.variant {
            "matchall-joins" if !is_one && !found.is_empty() => {
                let cells = found.iter().flat_map(Match::cells).copied().collect();
                found = vec![Match::new(cells)];
            }
            "matchall-of-last" if !is_one => {
                found = board.matches(matchers, &positions[positions.len() - 1..], least);
                found.sort_unstable();
                found.dedup();
            }
            "matchall-is-maximal" if !is_one => {
                found = crate::framework::matcher::maximal(found.into_iter().collect());
            }
            "matches-by-size" => found.sort_by_key(Match::size),
            _ => {}
        }
        if found.is_empty() && !self.is("no-match-no-line") {
            answer.push('\n');
        }
        for found in found {
            self.write_cells(answer, found.cells());
        }
        Ok(())
    }
}

fn text(cell: &Cell) -> String {
    let mut text = String::new();
    write!(text, "{},{}", cell.column, cell.row).expect("a string takes everything");
    text
}

/// Returns how many words a command takes.
fn max_words(command: &str) -> usize {
    match command {
        "print" | "bottom" | "fillnow" | "start" | "score" => 1,
        "tokens" | "get" | "contains" | "match" => 2,
        "board" | "set" | "swap" | "fill" => 3,
        _ => usize::MAX,
    }
}
