//! The line console: `start`, `select`, `place`, `bag`, `rowprint`, `colprint`.

use std::io::{self, Read, Write};

use quincunx_core::{Outcome, Session, Topology, Turn};

use crate::piece::{Action, Piece, SIDE, Square};
use crate::rules::{Position, Quartet};
use quincunx_registry::console::{
    LineConsole, Refusal, digits, integer, run, words, write_items, write_line,
};

/// Runs the console until the input ends or `quit`.
pub(crate) fn console(_: &[&str], input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run(&mut QuartetConsole::default(), input, output)
}

/// The game in progress; none before the first `start`.
#[derive(Debug, Default)]
pub(crate) struct QuartetConsole {
    session: Option<Session<Quartet>>,
}

impl LineConsole for QuartetConsole {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        match words(line)?.as_slice() {
            ["start", "standard"] => self.start(Topology::Plane, answer),
            ["start", "torus"] => self.start(Topology::Torus, answer),
            ["start", ..] => Err(Refusal::new(
                "a game is begun by `start standard` or `start torus`",
            )),
            ["select", piece] => self.select(piece, answer),
            ["select", ..] => Err(Refusal::new("`select` takes one piece, as in `select 11`")),
            ["place", square] => self.place(square, answer),
            ["place", ..] => Err(Refusal::new("`place` takes one square, as in `place 1;4`")),
            ["bag"] => {
                let bag = self.session()?.state().bag();
                write_items(answer, bag);
                Ok(())
            }
            ["bag", ..] => Err(Refusal::new("`bag` takes nothing after it")),
            ["rowprint", row] => {
                let (state, row) = (self.session()?.state(), line_number(row)?);
                print_line(state, answer, |square| square.cell().row == row);
                Ok(())
            }
            ["colprint", column] => {
                let (state, column) = (self.session()?.state(), line_number(column)?);
                print_line(state, answer, |square| square.cell().column == column);
                Ok(())
            }
            ["rowprint" | "colprint", ..] => Err(Refusal::new(
                "`rowprint` and `colprint` take one number from 0 to 5",
            )),
            _ => Err(Refusal::new(
                "there is no such command; there are start, select, place, bag, rowprint, colprint and quit",
            )),
        }
    }
}

impl QuartetConsole {
    fn session(&self) -> Result<&Session<Quartet>, Refusal> {
        self.session.as_ref().ok_or_else(not_started)
    }

    fn running(&mut self) -> Result<&mut Session<Quartet>, Refusal> {
        let session = self.session.as_mut().ok_or_else(not_started)?;
        match session.turn() {
            Turn::Over(_) => Err(Refusal::new("the game is over; begin another by `start`")),
            _ => Ok(session),
        }
    }

    fn start(&mut self, topology: Topology, answer: &mut String) -> Result<(), Refusal> {
        self.session = Some(Session::new(Quartet::new(topology), 0)?);
        write_line(answer, "OK");
        Ok(())
    }

    fn select(&mut self, piece: &str, answer: &mut String) -> Result<(), Refusal> {
        let session = self.running()?;
        if let Some(selected) = session.state().selected() {
            return Err(Refusal::new(format_args!(
                "piece {selected} has been selected and must be placed first"
            )));
        }
        let number = integer(piece)?;
        let piece = u8::try_from(number)
            .ok()
            .and_then(Piece::new)
            .ok_or_else(|| Refusal::new(format_args!("there is no piece {number}; they are 0 to 15")))?;
        session
            .play(Action::Select(piece))
            .map_err(|_| Refusal::new(format_args!("piece {piece} is on the board already")))?;
        write_line(answer, "OK");
        Ok(())
    }

    /// Places the selected piece. A well-formed square that is occupied or off the board returns the piece to
    /// the bag and undoes the turn.
    fn place(&mut self, square: &str, answer: &mut String) -> Result<(), Refusal> {
        let session = self.running()?;
        let (row, column) = coordinates(square)?;
        let Some(selected) = session.state().selected() else {
            return Err(Refusal::new("no piece has been selected to be placed"));
        };
        let square = session.rules().square(row, column);
        if square.is_none_or(|square| session.play(Action::Place(square)).is_err()) {
            session.undo();
            let wrong = match square {
                Some(square) => format!("square {square} is occupied"),
                None => "the square is off the board, whose rows and columns are 0 to 5".to_owned(),
            };
            return Err(Refusal::new(format_args!(
                "{wrong}; piece {selected} is back in the bag and the same player selects again"
            )));
        }
        match session.turn() {
            Turn::Over(Outcome::Draw) => write_line(answer, "draw"),
            Turn::Over(outcome) => {
                write_line(answer, outcome);
                write_line(answer, session.state().placed() - 1);
            }
            _ => write_line(answer, "OK"),
        }
        Ok(())
    }
}

fn not_started() -> Refusal {
    Refusal::new("no game has begun; begin one by `start standard` or `start torus`")
}

/// Parses `row;column` with numbers of any length; see [`coordinate`].
fn coordinates(word: &str) -> Result<(i64, i64), Refusal> {
    let (row, column) = word
        .split_once(';')
        .ok_or_else(|| Refusal::new("a square is a row and a column, as in `place 1;4`"))?;
    Ok((coordinate(row)?, coordinate(column)?))
}

/// Parses an integer of any length as a small one that is on the board if it is and wraps to the same place
/// otherwise.
fn coordinate(word: &str) -> Result<i64, Refusal> {
    let side = i64::from(SIDE);
    let (negative, digits) = digits(word)?;
    let magnitude = digits.bytes().fold(0, |value, digit| {
        let value = value * 10 + i64::from(digit - b'0');
        if value < side { value } else { side + value % side }
    });
    Ok(if negative { -magnitude } else { magnitude })
}

/// Parses a row or column, which is never wrapped.
fn line_number(word: &str) -> Result<u32, Refusal> {
    let number = integer(word)?;
    u32::try_from(number)
        .ok()
        .filter(|&number| number < SIDE)
        .ok_or_else(|| {
            Refusal::new(format_args!(
                "there is no row or column {number}; they are 0 to 5"
            ))
        })
}

fn print_line(state: &Position, answer: &mut String, on_line: impl Fn(Square) -> bool) {
    let fields = Square::all().filter(|&square| on_line(square)).map(|square| {
        state
            .piece_on(square)
            .map_or_else(|| "#".to_owned(), |piece| piece.to_string())
    });
    write_items(answer, fields);
}
