//! Matchers by deltas on packed boards against those of the framework.

use proptest::prelude::*;
use quincunx_core::{Cell, Offset, Size};

use crate::engine::{
    Board as Elements, Colour, Element, Letter, MaximumDeltaMatcher, PackedBoard, PackedMatcher,
    UnionMatcher, cells_of, mask_of,
};
use crate::framework::{Board as _, GridBoard, Match, TokenSet, combinations};

/// Makes deltas, most of which join neighbours, so that matches lie within others.
fn deltas() -> impl Strategy<Value = (i32, i32)> {
    prop_oneof![3 => (-1..2, -1..2), 1 => (-9..10, -9..10)]
}

proptest! {
    #[test]
    fn agrees_with_the_matchers_of_match_three(
        columns in 3_u32..9,
        rows in 3_u32..9,
        colours in prop::collection::vec(0_usize..4, 64),
        some in prop::collection::vec(any::<bool>(), 64),
        deltas in prop::collection::vec(prop::collection::vec(deltas(), 1..3), 1..4),
    ) {
        let size = Size::new(columns, rows).expect("a size");
        let mut tokens = GridBoard::new(columns, rows, TokenSet::new("ABC").expect("tokens")).expect("a board");
        let mut board = Elements::empty(size);
        for (cell, &colour) in size.cells().zip(&colours) {
            // The last stands for an empty field.
            if let Some(token) = tokens.tokens().as_slice().get(colour).copied() {
                tokens.set(cell, Some(token)).expect("on the board");
                board.set(cell, Some(Element::new(Letter::Regular, Colour::ALL[colour])));
            }
        }
        let matchers = deltas.iter().filter_map(|deltas| {
            MaximumDeltaMatcher::new(deltas.iter().map(|&(columns, rows)| Offset::new(columns, rows))).ok()
        });
        let matcher = UnionMatcher::new(matchers.collect());
        let chosen = size.cells().zip(&some).filter(|&(_, &is_chosen)| is_chosen);
        let cells: Vec<Cell> = chosen.map(|(cell, _)| cell).collect();
        let mask = mask_of(size, cells.iter().copied());
        let found = combinations(&tokens, &matcher, &cells).expect("on the board");
        let deltas = PackedMatcher::new(&matcher, size);
        let board = PackedBoard::new(&board);
        prop_assert_eq!(deltas.has_match(&board), !deltas.matches(&board, u128::MAX).is_empty());
        let mut packed: Vec<Match> = deltas
            .matches(&board, mask)
            .into_iter()
            .map(|mask| Match::new(cells_of(size, mask).collect()))
            .collect();
        packed.sort_unstable();
        prop_assert_eq!(packed, found);
    }
}

#[test]
fn a_ring_is_one_match_with_what_hangs_on_it() {
    // From `x`, the first with two neighbours, both ways round the ring meet on a square between two others.
    let rows = ["..AAA", "AxA.A", "..AAA"];
    let size = Size::new(5, 3).expect("a size");
    let mut board = Elements::empty(size);
    let full = size
        .cells()
        .filter(|cell| rows[cell.row as usize].as_bytes()[cell.column as usize] != b'.');
    for cell in full {
        board.set(cell, Some(Element::new(Letter::Regular, Colour::ALL[0])));
    }
    let one = MaximumDeltaMatcher::new([Offset::new(1, 0), Offset::new(0, 1)]).expect("deltas");
    let found =
        PackedMatcher::new(&UnionMatcher::new(vec![one]), size).matches(&PackedBoard::new(&board), u128::MAX);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].count_ones(), 10);
}
