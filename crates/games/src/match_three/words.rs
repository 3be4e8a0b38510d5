//! The words for moves and deltas, as the console, the notation and the options of the game read them.

use quincunx_core::{Cell, Offset};

use super::matcher::{MaximumDeltaMatcher, UnionMatcher};
use super::moves::{BasicMove, MoveKind};
use crate::console::{Refusal, integer, pair};

/// The forms of a move, for messages.
pub(super) const MOVE_FORMS: &str = "`flipRight x,y`, `flipDown x,y`, `rotateSquareClockwise x,y`, `rotateColumnDown c` or \
     `rotateRowRight r`, each with or without `reverse` before it";

/// Reads a move from its words; `None` when it is well formed but its place is on no board.
///
/// # Errors
/// When the words are not a move.
pub(super) fn read_move(words: &[&str]) -> Result<Option<BasicMove>, Refusal> {
    let (is_reversed, words) = match words {
        ["reverse", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    let &[name, place] = words else {
        return Err(no_move());
    };
    let field = |kind: fn(Cell) -> MoveKind| Ok(cell(pair(place, ',')?).map(kind));
    let line = |kind: fn(u32) -> MoveKind| Ok(u32::try_from(integer(place)?).ok().map(kind));
    let kind = match name {
        "flipRight" => field(MoveKind::FlipRight),
        "flipDown" => field(MoveKind::FlipDown),
        "rotateSquareClockwise" => field(MoveKind::RotateSquareClockwise),
        "rotateColumnDown" => line(MoveKind::RotateColumnDown),
        "rotateRowRight" => line(MoveKind::RotateRowRight),
        _ => Err(no_move()),
    }?;
    Ok(kind
        .map(BasicMove::new)
        .map(|step| if is_reversed { step.reversed() } else { step }))
}

fn no_move() -> Refusal {
    Refusal::new(format_args!("that is not a move; a move is {MOVE_FORMS}"))
}

/// Makes the cell of two coordinates; `None` when one is less than 0 or beyond every board.
pub(super) fn cell((column, row): (i64, i64)) -> Option<Cell> {
    Some(Cell::new(u32::try_from(column).ok()?, u32::try_from(row).ok()?))
}

/// Reads the deltas of one matcher or, with `|` between them, of several, and makes their union.
///
/// # Errors
/// When a word is no delta, or the deltas of a matcher are none or hold 0,0.
pub(super) fn read_matchers(words: &[&str]) -> Result<UnionMatcher<MaximumDeltaMatcher>, Refusal> {
    let matcher = |words: &[&str]| {
        let deltas = words.iter().map(|word| Ok(delta(pair(word, ',')?)));
        Ok(MaximumDeltaMatcher::new(
            deltas.collect::<Result<Vec<_>, Refusal>>()?,
        )?)
    };
    words
        .split(|&word| word == "|")
        .map(matcher)
        .collect::<Result<Vec<_>, Refusal>>()
        .map(UnionMatcher::new)
}

/// Makes a delta. One that leads off every board stays one: no board is a billion fields wide.
fn delta((columns, rows): (i64, i64)) -> Offset {
    let clamp = |number: i64| number.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    Offset::new(clamp(columns), clamp(rows))
}
