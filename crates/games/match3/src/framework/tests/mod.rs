//! Tests of the framework, the console and the game.

mod contract;
mod examination;
mod figures;
mod foreign;
mod packed;
mod players;
mod properties;

use super::{BasicMove, GridBoard, Matches, MaximumDeltaMatcher, MoveKind, TokenSet, UnionMatcher};
use quincunx_core::{Cell, Offset};

/// Makes a board of its token string; its valid tokens are those on it and `more`.
fn board(text: &str, more: &str) -> GridBoard {
    let tokens: String = text
        .chars()
        .filter(|&character| character != ';' && character != ' ')
        .collect();
    GridBoard::parse(text, TokenSet::new(&(tokens + more)).expect("two tokens")).expect("a token string")
}

/// Makes a matcher of deltas.
fn deltas(deltas: &[(i32, i32)]) -> MaximumDeltaMatcher {
    let offsets = deltas.iter().map(|&(columns, rows)| Offset::new(columns, rows));
    MaximumDeltaMatcher::new(offsets).expect("deltas that make a matcher")
}

/// The matcher of lines: rows and columns.
fn lines() -> UnionMatcher<MaximumDeltaMatcher> {
    UnionMatcher::new(vec![MaximumDeltaMatcher::rows(), MaximumDeltaMatcher::columns()])
}

/// Writes matches as `x,y x,y` joined by ` | `.
fn text(matches: &Matches) -> String {
    let one = |cells: &[Cell]| {
        cells
            .iter()
            .map(|cell| format!("{},{}", cell.column, cell.row))
            .collect::<Vec<_>>()
            .join(" ")
    };
    matches
        .iter()
        .map(|found| one(found.cells()))
        .collect::<Vec<_>>()
        .join(" | ")
}

/// Lists every basic move that fits a board of a size, reverses of flips left out.
fn moves_of(columns: u32, rows: u32) -> Vec<BasicMove> {
    let cells =
        |columns, rows| (0..columns).flat_map(move |column| (0..rows).map(move |row| Cell::new(column, row)));
    let flips = cells(columns - 1, rows)
        .map(MoveKind::FlipRight)
        .chain(cells(columns, rows - 1).map(MoveKind::FlipDown))
        .map(BasicMove::new);
    let turns = cells(columns - 1, rows - 1)
        .map(MoveKind::RotateSquareClockwise)
        .chain((0..columns).map(MoveKind::RotateColumnDown))
        .chain((0..rows).map(MoveKind::RotateRowRight))
        .flat_map(|kind| [BasicMove::new(kind), BasicMove::new(kind).reversed()]);
    flips.chain(turns).collect()
}
