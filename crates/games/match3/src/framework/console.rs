//! The exact text console: the framework, one command a line.

use std::io::{self, Read, Write};

use quincunx_core::Cell;
use quincunx_core::notation::shorten;
use quincunx_registry::console::{
    LineConsole, Refusal, digits, integer, run, words, write_items, write_line,
};

use super::board::{Board, FillingStrategy, Move};
use super::filling::{ColumnFilling, RandomFilling};
use super::game::{CascadeGame, MatchThreeGame};
use super::grid_board::GridBoard;
use super::matcher::{Matcher, Matches};
use crate::engine::{
    BasicMove, DimensionError, MaximumDeltaMatcher, Token, TokenSet, UnionMatcher, cell, read_matchers,
    read_move, two_wholes,
};

/// Runs the console until `quit` or the end of input.
pub(super) fn console(_: &[&str], input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run(&mut MatchThreeConsole::default(), input, output)
}

type ConsoleMatcher = UnionMatcher<MaximumDeltaMatcher>;

/// The state of the console.
#[derive(Debug, Default)]
pub(super) struct MatchThreeConsole {
    /// The valid tokens of the next board.
    tokens: Option<TokenSet>,
    /// The matcher of this board and the next ones.
    matcher: Option<ConsoleMatcher>,
    /// The present board; its game finds nothing as long as no matcher has been set.
    game: Option<CascadeGame>,
    /// Whether the game on this board has been started.
    is_started: bool,
}

impl LineConsole for MatchThreeConsole {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        if let Some(text) = line.strip_prefix("load ") {
            let board = GridBoard::parse(text, self.tokens()?)?;
            self.begin(board);
            write_line(answer, "OK");
            return Ok(());
        }
        let words = words(line)?;
        if self.answer_query(&words, answer)? {
            return Ok(());
        }
        self.carry_out(&words)?;
        write_line(answer, "OK");
        Ok(())
    }
}

impl MatchThreeConsole {
    /// Answers a command with a result; returns false when it is none.
    fn answer_query(&mut self, words: &[&str], answer: &mut String) -> Result<bool, Refusal> {
        match *words {
            ["print"] => write_line(answer, self.board()?),
            ["get", at] => match self.board()?.get(self.cell(at)?)? {
                Some(token) => write_line(answer, token),
                None => write_line(answer, "null"),
            },
            ["contains", at] => {
                let board = self.board()?;
                let at = cell(two_wholes(at)?);
                write_line(answer, at.is_some_and(|at| board.contains(at)));
            }
            ["bottom"] => say_cells(answer, &self.board_mut()?.move_to_bottom()),
            ["match", at] => {
                let at = self.cell(at)?;
                say_matches(answer, &self.matcher()?.matches(self.board()?, at)?);
            }
            ["matchall", ref positions @ ..] if !positions.is_empty() => {
                let positions = self.cells(positions)?;
                say_matches(answer, &self.matcher()?.match_all(self.board()?, &positions)?);
            }
            ["can", ref step @ ..] => {
                let step = read_move(step)?;
                let board = self.board()?;
                write_line(answer, step.is_some_and(|step| step.fits(board)));
            }
            ["affected", ref step @ ..] => {
                let mut affected = self.fitting_move(step)?.affected(self.board()?)?;
                affected.sort_unstable();
                say_cells(answer, &affected);
            }
            ["score"] => write_line(answer, self.game.as_ref().map_or(0, MatchThreeGame::score)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Carries out a command that is answered by `OK`.
    fn carry_out(&mut self, words: &[&str]) -> Result<(), Refusal> {
        match *words {
            ["tokens", characters] => self.tokens = Some(TokenSet::new(characters)?),
            ["board", columns, rows] => {
                let board = self.empty_board(integer(columns)?, integer(rows)?)?;
                self.begin(board);
            }
            ["set", at, token] => {
                let at = self.cell(at)?;
                let token = read_field(token)?;
                self.board_mut()?.set(at, token)?;
            }
            ["swap", a, b] => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                self.board_mut()?.swap(a, b)?;
            }
            ["remove", ref cells @ ..] if !cells.is_empty() => {
                let cells = self.cells(cells)?;
                self.board_mut()?.remove(&cells)?;
            }
            ["fill", kind, source] => {
                let strategy: Box<dyn FillingStrategy> = match kind {
                    "random" => Box::new(RandomFilling::new(seed(source)?)),
                    "columns" => Box::new(self.column_filling(source)?),
                    _ => {
                        return Err(Refusal::new(
                            "there are two strategies, `fill random SEED` and `fill columns SEQ;SEQ;…`",
                        ));
                    }
                };
                self.board_mut()?.set_filling_strategy(strategy);
            }
            ["fillnow"] => {
                self.board_mut()?.fill()?;
            }
            ["deltas", ref deltas @ ..] => {
                let matcher = read_matchers(deltas)?;
                if let Some(game) = &mut self.game {
                    game.set_matcher(Box::new(matcher.clone()));
                }
                self.matcher = Some(matcher);
            }
            ["apply", ref step @ ..] => self.fitting_move(step)?.apply(self.board_mut()?)?,
            ["start"] => {
                self.matcher()?;
                self.game_mut()?.start()?;
                self.is_started = true;
            }
            ["accept", ref step @ ..] => {
                self.matcher()?;
                let step = self.fitting_move(step)?;
                if !self.is_started {
                    return Err(Refusal::new("the game has not been started; `start` does so"));
                }
                self.game_mut()?.accept(&step)?;
            }
            _ => return Err(unknown(words)),
        }
        Ok(())
    }

    /// Starts again with a board: no strategy, no points; tokens and matcher stay.
    fn begin(&mut self, board: GridBoard) {
        let matcher = self.matcher.clone();
        let matcher = matcher.unwrap_or_else(|| UnionMatcher::new(Vec::new()));
        self.game = Some(CascadeGame::new(board, matcher));
        self.is_started = false;
    }

    /// Parses a sequence of valid tokens for each column of the board.
    fn column_filling(&self, text: &str) -> Result<ColumnFilling, Refusal> {
        let strategy: ColumnFilling = text.parse()?;
        let board = self.board()?;
        let (found, expected) = (strategy.sequences().len(), board.size().columns() as usize);
        if found != expected {
            return Err(Refusal::new(format_args!(
                "`fill columns` takes one sequence for each of the {expected} columns, not {found}"
            )));
        }
        for &token in strategy.sequences().iter().flatten() {
            board.tokens().check(token)?;
        }
        Ok(strategy)
    }

    fn empty_board(&self, columns: i64, rows: i64) -> Result<GridBoard, Refusal> {
        let tokens = self.tokens()?;
        let (Ok(columns), Ok(rows)) = (u32::try_from(columns), u32::try_from(rows)) else {
            return Err(Refusal::new(format_args!(
                "a board of {columns} columns and {rows} rows is not possible: at least 2 of each and at most {} fields",
                GridBoard::MAX_FIELDS
            )));
        };
        Ok(GridBoard::new(columns, rows, tokens)?)
    }

    fn tokens(&self) -> Result<TokenSet, Refusal> {
        let tokens = self.tokens.clone();
        tokens.ok_or_else(|| Refusal::new("no valid tokens are set; `tokens CHARS` sets them"))
    }

    fn matcher(&self) -> Result<&ConsoleMatcher, Refusal> {
        let matcher = self.matcher.as_ref();
        matcher.ok_or_else(|| Refusal::new("no matcher is set; `deltas dx,dy …` sets one"))
    }

    fn game_mut(&mut self) -> Result<&mut CascadeGame, Refusal> {
        self.game.as_mut().ok_or_else(no_board)
    }

    pub(super) fn board(&self) -> Result<&dyn Board, Refusal> {
        self.game.as_ref().map(MatchThreeGame::board).ok_or_else(no_board)
    }

    pub(super) fn board_mut(&mut self) -> Result<&mut dyn Board, Refusal> {
        self.game_mut().map(MatchThreeGame::board_mut)
    }

    /// Parses a position of the board.
    fn cell(&self, word: &str) -> Result<Cell, Refusal> {
        let at = two_wholes(word)?;
        let size = self.board()?.size();
        let on_board = cell(at).filter(|&at| size.contains(at));
        on_board.ok_or_else(|| Refusal::new(format_args!("{} is off the {size} board", shorten(word))))
    }

    fn cells(&self, words: &[&str]) -> Result<Vec<Cell>, Refusal> {
        words.iter().map(|word| self.cell(word)).collect()
    }

    /// Parses a move that fits the board.
    fn fitting_move(&self, words: &[&str]) -> Result<BasicMove, Refusal> {
        let step = read_move(words)?;
        let board = self.board()?;
        let fitting = step.filter(|step| step.fits(board));
        Ok(fitting.ok_or(DimensionError::MoveDoesNotFit { size: board.size() })?)
    }
}

fn no_board() -> Refusal {
    Refusal::new("there is no board; `board columns rows` or `load TOKENSTRING` makes one")
}

/// Parses a token, or `null` for an empty field.
fn read_field(word: &str) -> Result<Option<Token>, Refusal> {
    if word == "null" {
        return Ok(None);
    }
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(Some(Token::new(character)?)),
        _ => Err(Refusal::new("a field is set to one character or to `null`")),
    }
}

/// Parses a seed: a whole number of any length, of which the last 64 bits count.
pub(super) fn seed(word: &str) -> Result<u64, Refusal> {
    let (is_negative, digits) = digits(word)?;
    let append = |number: u64, digit: u8| number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
    let number = digits.bytes().fold(0, append);
    Ok(if is_negative {
        number.wrapping_neg()
    } else {
        number
    })
}

/// The forms of the commands, for one with the wrong number of words.
const FORMS: [&str; 17] = [
    "tokens CHARS",
    "board columns rows",
    "load TOKENSTRING",
    "print",
    "get x,y",
    "set x,y T",
    "contains x,y",
    "swap x,y x,y",
    "remove x,y …",
    "bottom",
    "fill random SEED or fill columns SEQ;SEQ;…",
    "fillnow",
    "match x,y",
    "matchall x,y …",
    "start",
    "score",
    "quit",
];

/// Returns how a command is written, or which commands there are.
fn unknown(words: &[&str]) -> Refusal {
    match FORMS
        .iter()
        .find(|form| form.split(' ').next() == words.first().copied())
    {
        Some(form) => Refusal::new(format_args!("the command is written `{form}`")),
        None => Refusal::new(
            "there is no such command; there are tokens, board, load, print, get, set, contains, swap, remove, bottom, \
             fill, fillnow, deltas, match, matchall, can, affected, apply, start, accept, score and quit",
        ),
    }
}

/// Prints positions on one line, by column, then by row.
fn say_cells(answer: &mut String, cells: &[Cell]) {
    let texts = cells.iter().map(|cell| format!("{},{}", cell.column, cell.row));
    write_items(answer, texts);
}

/// Prints matches, one on each line, or an empty line when there is none.
fn say_matches(answer: &mut String, matches: &Matches) {
    if matches.is_empty() {
        answer.push('\n');
    }
    for found in matches {
        say_cells(answer, found.cells());
    }
}
