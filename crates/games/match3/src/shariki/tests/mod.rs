//! Tests of the parts together: packed engines against readable ones, the game against its contract.

mod batch;
mod examination;
mod game;

use std::ops::RangeInclusive;

use proptest::prelude::*;
use quincunx_core::{Grid, Size};

use super::*;

/// Makes boards of many sizes, from few colours to many, with and without specials and holes.
fn boards(columns: RangeInclusive<u32>, rows: RangeInclusive<u32>) -> impl Strategy<Value = Board> {
    let density = |steps: u8| (0..=steps).prop_map(move |step| f64::from(step) / f64::from(steps));
    (columns, rows, 1_u8..=6, density(4), density(3)).prop_flat_map(
        |(columns, rows, colours, specials, empty)| {
            let size = Size::new(columns, rows).expect("a size of at least 1 by 1");
            let square =
                (0..colours, 0.0..1.0, 0_usize..4, 0.0..1.0).prop_map(move |(colour, a, special, b)| {
                    let letter = if a < specials * specials * 0.5 {
                        Letter::SPECIALS[special]
                    } else {
                        Letter::Regular
                    };
                    let element = Element::new(letter, Colour::ALL[usize::from(colour)]);
                    Square((b >= empty * empty).then_some(element))
                });
            prop::collection::vec(square, size.area()).prop_map(move |squares| {
                Board::new(Grid::from_values(size, squares).expect("as many squares as the area"))
            })
        },
    )
}
