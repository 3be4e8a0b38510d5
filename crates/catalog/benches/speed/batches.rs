//! Whole boards at once: Shariki's batch engine, Match Three's matcher and gravity.

use std::hint::black_box;

use quincunx_core::{Cell, Grid, Random, RandomSource, Size};
use quincunx_match3::framework::{Board as _, GridBoard, Matcher as _, MaximumDeltaMatcher, Token, TokenSet};
use quincunx_match3::shariki::{Board, Colour, Element, Letter, Square, resolve_fast};

use crate::harness::Line;

pub(crate) fn lines() -> Vec<Line> {
    vec![
        resolve(1000, 10.0),
        resolve(2000, 100.0),
        resolve_lines(1000, 10.0),
        resolve_lines(2000, 100.0),
        match_all(500),
        match_all(1000),
        fall(500),
        fall(1000),
    ]
}

fn square(side: u32) -> Size {
    Size::new(side, side).expect("a possible size")
}

/// A random board of six colours in which one element of twenty is special, so that soon bombs sweep it.
fn resolve(side: u32, gate: f64) -> Line {
    let mut random = Random::new(1);
    let name = format!("shariki batch, {side}×{side} at random, 5 % special");
    resting(name, gate, side, move |_| {
        let letter = match random.below(20) {
            0 => Letter::SPECIALS[random.index(Letter::SPECIALS.len())],
            _ => Letter::Regular,
        };
        Element::new(letter, Colour::ALL[random.index(Colour::ALL.len())])
    })
}

/// A board that takes as many combinations as can be: nothing but vertical lines of three, which leave when
/// it is their turn, make nothing, and have all that stands above them fall.
///
/// ```text
///   1 4      Two columns by turns share no colour, so no row matches. In a column `2 2 2` stands between groups
///   2 5      of `1 2 3`; when it has gone, groups lie on groups and nothing matches.
///   3 6
///   2 5  ┐
///   2 5  ├ a line of three
///   2 5  ┘
///   1 4
/// ```
fn resolve_lines(side: u32, gate: f64) -> Line {
    let lines = side / 6 * side;
    let name = format!("shariki batch, {side}×{side}, {lines} lines of three one by one");
    resting(name, gate, side, |cell| {
        let colour = [0, 1, 2, 1, 1, 1][cell.row as usize % 6] + 3 * (cell.column as usize % 2);
        Element::new(Letter::Regular, Colour::ALL[colour])
    })
}

/// The time until a board comes to rest.
fn resting(name: String, gate: f64, side: u32, mut element: impl FnMut(Cell) -> Element + 'static) -> Line {
    Line::time(name, gate, move || {
        let fields = Grid::from_fn(square(side), |cell| Square(Some(element(cell))));
        let mut board = Board::new(fields);
        move || {
            resolve_fast(&mut board);
            black_box(&board);
        }
    })
}

const TOKENS: &str = "*O+";

/// A board of three tokens in which every other field on average is empty.
fn random_board(side: u32, random: &mut Random) -> GridBoard {
    let tokens = TokenSet::new(TOKENS).expect("three tokens");
    let values: Vec<Token> = tokens.as_slice().to_vec();
    let mut board = GridBoard::new(side, side, tokens).expect("a possible size");
    for cell in square(side).cells() {
        let value = values.get(random.index(2 * values.len())).copied();
        board.set(cell, value).expect("a field and a token of the board");
    }
    board
}

/// One match that spans a whole board of equal tokens, the worst that the matcher can meet.
fn match_all(side: u32) -> Line {
    let tokens = TokenSet::new(TOKENS).expect("three tokens");
    let token = tokens.as_slice()[0];
    let mut board = GridBoard::new(side, side, tokens).expect("a possible size");
    for cell in square(side).cells() {
        board
            .set(cell, Some(token))
            .expect("a field and a token of the board");
    }
    let name = format!("match-three matcher, one match of {} fields", square(side).area());
    Line::rate(name, "fields", 1e6, move || {
        let deltas = [quincunx_core::Offset::new(1, 0), quincunx_core::Offset::new(0, 1)];
        let matcher = MaximumDeltaMatcher::new(deltas).expect("deltas other than none");
        let matches = matcher
            .matches(&board, Cell::new(side / 2, side / 2))
            .expect("a field of the board");
        let found: usize = matches.iter().map(|found| found.cells().len()).sum();
        assert_eq!(found, square(side).area(), "all fields match");
        found as u64
    })
}

/// Gravity on a board half full.
fn fall(side: u32) -> Line {
    let full = random_board(side, &mut Random::new(1));
    let name = format!("match-three gravity, {} fields", square(side).area());
    Line::rate(name, "fields", 1e6, move || {
        let mut board = full.clone();
        assert!(!board.drop_tokens().is_empty(), "something falls");
        square(side).area() as u64
    })
}
