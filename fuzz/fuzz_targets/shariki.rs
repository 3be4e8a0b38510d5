//! Shariki's two engines: a board that reads ends the same in both.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_core::{Grid, Size};
use quincunx_match3::shariki::{Board, Colour, Element, Letter, Square, resolve, resolve_fast};

const LETTERS: [Letter; 8] = [
    Letter::Regular,
    Letter::Regular,
    Letter::Regular,
    Letter::Regular,
    Letter::SPECIALS[0],
    Letter::SPECIALS[1],
    Letter::SPECIALS[2],
    Letter::SPECIALS[3],
];

fuzz_target!(|bytes: &[u8]| {
    let [columns, fields @ ..] = bytes else { return };
    let columns = 3 + u32::from(columns % 70);
    let rows = (fields.len() as u32 / columns).max(3);
    let size = Size::new(columns, rows).expect("a possible size");
    let mut fields = fields.iter().copied();
    let mut readable = Board::new(Grid::from_fn(size, |_| {
        let byte = usize::from(fields.next().unwrap_or(0));
        let colour = Colour::ALL.get(byte % 8).copied();
        Square(colour.map(|colour| Element::new(LETTERS[byte / 8 % 8], colour)))
    }));
    let mut packed = readable.clone();
    resolve(&mut readable, &mut ());
    resolve_fast(&mut packed);
    assert_eq!(readable, packed);
});
