//! Games in which something wanted happens.

use std::ops::RangeInclusive;

use quincunx_core::{Cell, Game as _, Outcome, Random, RandomSource as _, Turn};

use crate::piece::{Action, Piece, SIDE, Square};
use crate::rules::{Position, Quartet};

/// A piece and where it is placed.
pub(super) type Placing = (Piece, Square);

/// The steps from a line's first square to the next: rows down and columns to the right.
pub(super) const STEPS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

impl Quartet {
    /// Returns whether a placing wins.
    pub(super) fn wins(&self, state: &Position, (piece, square): Placing) -> bool {
        let selected = self.after(state, Action::Select(piece));
        let after = self.after(&selected, Action::Place(square));
        matches!(self.turn(&after), Turn::Over(Outcome::Win(_)))
    }
}

pub(super) fn state_after(rules: &Quartet, placings: &[Placing]) -> Position {
    let mut state = rules.initial();
    for &(piece, square) in placings {
        rules.play_unchecked(&mut state, Action::Select(piece), &mut ());
        rules.play_unchecked(&mut state, Action::Place(square), &mut ());
    }
    state
}

pub(super) fn shuffled<T>(items: impl IntoIterator<Item = T>, random: &mut Random) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    random.shuffle(&mut items);
    items
}

/// Draws the first placings of a game that nobody has won by then; `counts` bounds their number.
pub(super) fn careful(rules: &Quartet, random: &mut Random, counts: RangeInclusive<u32>) -> Vec<Placing> {
    let count = counts.start() + random.below(counts.end() - counts.start() + 1);
    loop {
        let mut state = rules.initial();
        let mut placings = Vec::new();
        for piece in shuffled(Piece::all(), random).into_iter().take(count as usize) {
            let square = shuffled(Square::all(), random)
                .into_iter()
                .find(|&square| state.piece_on(square).is_none() && !rules.wins(&state, (piece, square)));
            let Some(square) = square else { break };
            placings.push((piece, square));
            state = state_after(rules, &placings);
        }
        if placings.len() == count as usize {
            return placings;
        }
    }
}

/// Draws four squares in a line, which crosses an edge or not.
pub(super) fn line(random: &mut Random, steps: &[(i64, i64)], wraps: bool) -> [Square; 4] {
    let side = i64::from(SIDE);
    loop {
        let step = steps[random.index(steps.len())];
        let (row, column) = (i64::from(random.below(SIDE)), i64::from(random.below(SIDE)));
        let at = |index: i64| (row + step.0 * index, column + step.1 * index);
        let is_inside = (0..side).contains(&at(3).0) && (0..side).contains(&at(3).1);
        if is_inside != wraps {
            return std::array::from_fn(|index| {
                let (row, column) = at(index as i64);
                let cell = Cell::new(column.rem_euclid(side) as u32, row.rem_euclid(side) as u32);
                Square::of(cell).expect("the cell is on the board")
            });
        }
    }
}

/// Draws a game that is won on a line by pieces that share exactly one property.
pub(super) fn won_on(
    rules: &Quartet,
    random: &mut Random,
    steps: &[(i64, i64)],
    wraps: bool,
) -> Vec<Placing> {
    loop {
        let squares = line(random, steps, wraps);
        let pieces = shuffled(Piece::all(), random);
        if shared_values(&pieces[..4]).count_ones() != 1 {
            continue;
        }
        let others = random.index(9);
        let elsewhere = Square::all().filter(|square| !squares.contains(square));
        let elsewhere = shuffled(elsewhere, random);
        let others = pieces[4..].iter().copied().zip(elsewhere).take(others);
        let line = pieces[..3].iter().copied().zip(squares);
        let mut placings = shuffled(line.chain(others), random);
        let last = (pieces[3], squares[3]);
        let is_running = (0..placings.len()).all(|count| {
            let state = state_after(rules, &placings[..count]);
            !rules.wins(&state, placings[count])
        });
        if is_running
            && rules.wins(&state_after(rules, &placings), last)
            && is_only_line(rules, &placings, last)
        {
            placings.push(last);
            return placings;
        }
    }
}

/// Returns whether the last placing completes no second line.
fn is_only_line(rules: &Quartet, placings: &[Placing], last: Placing) -> bool {
    let state = state_after(rules, &[placings, &[last]].concat());
    let lines = rules.lines.all.iter();
    lines.filter(|&&line| state.is_quartet(line)).count() == 1
}

/// Returns a bit for each value of a property that all pieces have.
fn shared_values(pieces: &[Piece]) -> u8 {
    let (ones, zeros) = pieces.iter().fold((15, 15), |(ones, zeros), piece| {
        (ones & piece.number(), zeros & !piece.number())
    });
    ones << 4 | zeros
}
