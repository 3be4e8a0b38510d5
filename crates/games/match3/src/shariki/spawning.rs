//! How chance deals, reshuffles and refills boards of the interactive game.

use std::ops::Range;

use quincunx_core::{Cell, RandomSource, Size};

use crate::engine::{Board, Colour, Colours, Element, SpawnRates, makes_line, take_fitting};

/// The reshuffles or refills that are tried before something else is done.
const ATTEMPTS: u32 = 50;

/// Deals a playable board: one without a combination on which a swap makes one.
///
/// Every square takes what is drawn for it until it makes no line; of three colours at most two can. A board
/// without a legal swap is dealt again: on the smallest boards most are, so there is no bound.
pub(super) fn deal(
    size: Size,
    rates: &SpawnRates,
    is_playable: impl Fn(&[Element]) -> bool,
    random: &mut impl RandomSource,
) -> Vec<Element> {
    loop {
        let mut elements = Vec::with_capacity(size.area());
        while elements.len() < size.area() {
            let element = rates.draw(random);
            if !next_makes_line(size, &elements, element.colour) {
                elements.push(element);
            }
        }
        if is_playable(&elements) {
            return elements;
        }
    }
}

/// Puts the elements of a board into a new order that is playable.
///
/// Every square takes an element drawn from those left that makes no line there. Where none does, all begins
/// again; when no order was found in [`ATTEMPTS`], a new board is dealt.
pub(super) fn reshuffle(
    board: &Board,
    rates: &SpawnRates,
    is_playable: impl Fn(&[Element]) -> bool,
    random: &mut impl RandomSource,
) -> Vec<Element> {
    let all: Vec<Element> = board.elements().collect();
    for _ in 0..ATTEMPTS {
        let mut left = all.clone();
        let mut elements = Vec::with_capacity(all.len());
        while !left.is_empty() {
            let fits = |colour| !next_makes_line(board.size(), &elements, colour);
            let Some(element) = take_fitting(&mut left, fits, random) else {
                break;
            };
            elements.push(element);
        }
        if is_playable(&elements) {
            return elements;
        }
    }
    deal(board.size(), rates, is_playable, random)
}

/// Returns whether a colour makes a line on the next square, when squares are filled in the order of cells.
fn next_makes_line(size: Size, elements: &[Element], colour: Colour) -> bool {
    let rows = size.rows() as usize;
    let (column, row) = (elements.len() / rows, elements.len() % rows);
    let is = |back: usize| elements[elements.len() - back].colour == colour;
    row >= 2 && is(1) && is(2) || column >= 2 && is(rows) && is(2 * rows)
}

/// A settled board whose empty squares are filled in the order of cells.
struct Filling<'a, B> {
    board: &'a B,
    /// The places of each column's empty squares in that order. To search for a square in a list of them
    /// halves the speed of play on 64×64.
    places: Vec<Range<usize>>,
    elements: Vec<Element>,
}

impl<'a, B: Colours> Filling<'a, B> {
    fn new(board: &'a B) -> Self {
        let mut start = 0;
        let places = (0..board.size().columns()).map(|column| {
            let rows = 0..board.size().rows();
            let empty = rows.take_while(|&row| board.colour(Cell::new(column, row)).is_none());
            let end = start + empty.count();
            std::mem::replace(&mut start, end)..end
        });
        Self {
            board,
            places: places.collect(),
            elements: Vec::new(),
        }
    }

    fn empty_cells(&self) -> Vec<Cell> {
        let columns = (0..).zip(&self.places);
        let cells = columns
            .flat_map(|(column, places)| (0..).take(places.len()).map(move |row| Cell::new(column, row)));
        cells.collect()
    }
}

impl<B: Colours> Colours for Filling<'_, B> {
    fn size(&self) -> Size {
        self.board.size()
    }

    fn colour(&self, cell: Cell) -> Option<Colour> {
        let places = self.places.get(cell.column as usize)?;
        let row = cell.row as usize;
        if row < places.len() {
            self.elements
                .get(places.start + row)
                .map(|element| element.colour)
        } else {
            self.board.colour(cell)
        }
    }
}

/// Fills the empty squares of a settled board without combinations so that none comes about.
///
/// Where every colour makes one, all begins again; the last of [`ATTEMPTS`] is taken as it is.
pub(super) fn refill_calmly(
    board: &impl Colours,
    rates: &SpawnRates,
    random: &mut impl RandomSource,
) -> Vec<Element> {
    let mut filling = Filling::new(board);
    let empty = filling.empty_cells();
    for _ in 0..ATTEMPTS {
        filling.elements.clear();
        let mut is_calm = true;
        for &cell in &empty {
            let drawn = rates.draw(random);
            let is_quiet = |&colour: &Colour| !makes_line(&filling, cell, colour, cell);
            let found = rates.colours_from(drawn.colour).find(is_quiet);
            is_calm &= found.is_some();
            let colour = found.unwrap_or(drawn.colour);
            filling.elements.push(Element::new(drawn.letter, colour));
        }
        if is_calm {
            break;
        }
    }
    filling.elements
}
