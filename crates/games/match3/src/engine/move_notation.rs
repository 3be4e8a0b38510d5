//! The text forms of moves and deltas in consoles, notations, options and level files.

use quincunx_core::{Cell, Offset};

use super::deltas::{MaximumDeltaMatcher, UnionMatcher};
use super::moves::{BasicMove, MoveKind};
use quincunx_registry::console::{Refusal, digits, pair};

/// The forms of a move, for messages.
pub(crate) const MOVE_FORMS: &str = "`flipRight x,y`, `flipDown x,y`, `rotateSquareClockwise x,y`, `rotateColumnDown c` or \
     `rotateRowRight r`, each with or without `reverse` before it";

/// Parses a move from its words; `None` when it is well formed but its place is on no board.
///
/// # Errors
/// When the words are not a move.
pub(crate) fn read_move(words: &[&str]) -> Result<Option<BasicMove>, Refusal> {
    let (is_reversed, words) = match words {
        ["reverse", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    let &[name, place] = words else {
        return Err(no_move());
    };
    let field = |kind: fn(Cell) -> MoveKind| Ok(cell(two_wholes(place)?).map(kind));
    let line = |kind: fn(u32) -> MoveKind| Ok(u32::try_from(whole(place)?).ok().map(kind));
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

/// Parses a whole number of any length. One beyond 64 bits becomes the last of them, which is off every board
/// as well.
///
/// # Errors
/// When the word is no whole number.
fn whole(word: &str) -> Result<i64, Refusal> {
    let (is_negative, _) = digits(word)?;
    let last = if is_negative { i64::MIN } else { i64::MAX };
    Ok(word.parse().unwrap_or(last))
}

/// Parses two whole numbers of any length, as in `1,2`.
///
/// # Errors
/// When the word is not that.
pub(crate) fn two_wholes(word: &str) -> Result<(i64, i64), Refusal> {
    match word.split_once(',') {
        Some((first, second)) => Ok((whole(first)?, whole(second)?)),
        None => pair(word, ','),
    }
}

/// Returns the cell of two coordinates; `None` when one is less than 0 or beyond every board.
pub(crate) fn cell((column, row): (i64, i64)) -> Option<Cell> {
    Some(Cell::new(u32::try_from(column).ok()?, u32::try_from(row).ok()?))
}

/// Parses the deltas of one matcher or, with `|` between them, the union of several.
///
/// # Errors
/// When a word is no delta, or the deltas of a matcher are none or hold 0,0.
pub(crate) fn read_matchers(words: &[&str]) -> Result<UnionMatcher<MaximumDeltaMatcher>, Refusal> {
    let matcher = |words: &[&str]| {
        let deltas = words.iter().map(|word| Ok(delta(two_wholes(word)?)));
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

/// Creates a delta, clamped to 32 bits: one beyond them leads off every board as well.
fn delta((columns, rows): (i64, i64)) -> Offset {
    let clamp = |number: i64| number.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    Offset::new(clamp(columns), clamp(rows))
}
