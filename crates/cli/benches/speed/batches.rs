//! Whole boards at once: Shariki's batch engine, Match Three's matcher and gravity.

use std::hint::black_box;

use quincunx_core::{Cell, Grid, Random, RandomSource, Size};
use quincunx_games::match_three::{
    Board as _, GridBoard, Matcher as _, MaximumDeltaMatcher, Token, TokenSet,
};
use quincunx_games::shariki::{Board, Colour, Element, Letter, Square, resolve_fast};

use crate::harness::Line;

pub(crate) fn lines() -> Vec<Line> {
    vec![
        resolve(1000, 5, 10.0),
        resolve(2000, 5, 100.0),
        resolve(1000, 0, 10.0),
        resolve(2000, 0, 100.0),
        match_all(500),
        match_all(1000),
        fall(500),
        fall(1000),
    ]
}

fn square(side: u32) -> Size {
    Size::new(side, side).expect("a possible size")
}

/// A random board of six colours in which so many of a hundred elements are special; the fewer there are, the more
/// combinations it takes, for specials soon sweep the board.
fn resolve(side: u32, specials: u32, gate: f64) -> Line {
    let mut random = Random::new(1);
    let name = format!("shariki batch, {side}×{side}, {specials} % special, at rest");
    Line::time(name, gate, move || {
        let mut board = Board::new(Grid::from_fn(square(side), |_| {
            let colour = Colour::ALL[random.index(Colour::ALL.len())];
            let letter = if random.below(100) < specials {
                Letter::SPECIALS[random.index(Letter::SPECIALS.len())]
            } else {
                Letter::Regular
            };
            Square(Some(Element::new(letter, colour)))
        }));
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
