//! What chance does in a level: the first board, what comes in, and a new order.

use quincunx_core::{ActionSet, Cell, Random, RandomSource, Seed};

use super::level::{COLOURS, Matching};
use super::rules::LevelGame;
use crate::shariki::packed::{Packed, bits, cell_of};
use crate::shariki::squares::makes_line;
use crate::shariki::{Board, Colour, Element, Letter};

impl LevelGame {
    /// How often a board is laid out before it is taken as it is.
    const ATTEMPTS: u32 = 100;

    /// How often an element is drawn anew because it would match, before the next colour that does not is taken.
    const DRAWS: u32 = 16;

    /// Tells whether a board can be dealt on which something can be done, by dealing that of seed 0.
    pub(super) fn can_be_dealt(&self) -> bool {
        let mut random = Random::new(0);
        self.lay_out_deal(&mut random).is_some()
    }

    /// Deals the first board, from the level's own seed if it has one.
    pub(super) fn deal(&self, random: &mut impl RandomSource) -> Vec<Element> {
        match self.level().seed {
            Some(seed) => self.deal_from(&mut Seed::Number(seed).stream(0)),
            None => self.deal_from(random),
        }
    }

    fn deal_from(&self, random: &mut impl RandomSource) -> Vec<Element> {
        self.lay_out_deal(random).unwrap_or_else(|| {
            let fields = self.cells_of(self.layout().fields());
            let drawn = |cell| self.given(cell).unwrap_or_else(|| self.draw(cell, random));
            fields.map(drawn).collect()
        })
    }

    fn lay_out_deal(&self, random: &mut impl RandomSource) -> Option<Vec<Element>> {
        let fields = self.layout().fields();
        let given = Packed::new(&self.level().start);
        (0..Self::ATTEMPTS).find_map(|_| {
            let board = self.lay_out(given, fields & !given.occupied(), |cell, is_quiet| {
                self.draw_quiet(cell, random, is_quiet)
            })?;
            self.is_playable(&board).then(|| self.elements_of(&board))
        })
    }

    /// Draws what comes onto the empty fields.
    pub(super) fn refill(&self, board: &Packed, random: &mut impl RandomSource) -> Vec<Element> {
        let empty = self.cells_of(board.empty(self.layout()));
        empty.map(|cell| self.draw(cell, random)).collect()
    }

    /// Puts the elements of a board into a new order in which nothing matches and there is a move.
    ///
    /// Where none is found and the level has refill, other elements come in their place; in a level without, the elements
    /// stay as they are, and the level ends.
    pub(super) fn reshuffle(&self, board: &Packed, random: &mut impl RandomSource) -> Vec<Element> {
        let places = board.occupied();
        let old = self.elements_of(board);
        let empty = Packed::new(&Board::empty(self.level().size()));
        for _ in 0..Self::ATTEMPTS {
            let mut left = old.clone();
            let shuffled = self.lay_out(empty, places, |_, is_quiet| {
                let start = random.index(left.len());
                let mut order = (start..left.len()).chain(0..start);
                let at = order.find(|&at| is_quiet(left[at].colour))?;
                Some(left.swap_remove(at))
            });
            if let Some(board) = shuffled.filter(|board| self.is_playable(board)) {
                return self.elements_of(&board);
            }
        }
        let fresh = (0..Self::ATTEMPTS).filter(|_| self.level().refill).find_map(|_| {
            let board = self.lay_out(empty, places, |cell, is_quiet| {
                self.draw_quiet(cell, random, is_quiet)
            })?;
            self.is_playable(&board).then(|| self.elements_of(&board))
        });
        fresh.unwrap_or(old)
    }

    /// Puts elements on some places of a board, one after the other, each chosen so that it makes no match; `None` where
    /// nothing could be chosen.
    fn lay_out(
        &self,
        mut board: Packed,
        places: u128,
        mut choose: impl FnMut(Cell, &dyn Fn(Colour) -> bool) -> Option<Element>,
    ) -> Option<Packed> {
        for bit in bits(places) {
            let cell = cell_of(self.level().size(), bit);
            let is_quiet = |colour: Colour| match &self.level().matching {
                Matching::Combinations(_) => !makes_line(&board, cell, colour, cell),
                Matching::Deltas(_) => {
                    let mut with = board;
                    with.put(bit, Element::new(Letter::Regular, colour));
                    !self.matches_at(&with, &[cell])
                }
            };
            let element = choose(cell, &is_quiet)?;
            board.put(bit, element);
        }
        Some(board)
    }

    /// Draws an element for a cell that makes no match there, if there is one.
    fn draw_quiet(
        &self,
        cell: Cell,
        random: &mut impl RandomSource,
        is_quiet: &dyn Fn(Colour) -> bool,
    ) -> Option<Element> {
        let quiet = (0..Self::DRAWS)
            .map(|_| self.draw(cell, random))
            .find(|element| is_quiet(element.colour));
        let weights = &self.level().weights[cell.column as usize];
        let any = || {
            let colours = Colour::ALL
                .into_iter()
                .filter(|&colour| weights[colour as usize] > 0);
            let mut colours = colours.filter(|&colour| is_quiet(colour));
            colours.next().map(|colour| Element::new(Letter::Regular, colour))
        };
        quiet.or_else(any)
    }

    /// Draws an element by the weights of a cell's column.
    fn draw(&self, cell: Cell, random: &mut impl RandomSource) -> Element {
        let weights: &[u32; COLOURS] = &self.level().weights[cell.column as usize];
        let mut place = random.below(weights.iter().sum());
        for (&weight, colour) in weights.iter().zip(Colour::ALL) {
            match place.checked_sub(weight) {
                None => return Element::new(Letter::Regular, colour),
                Some(rest) => place = rest,
            }
        }
        unreachable!("the place is below the sum of the weights")
    }

    /// Tells whether the board can be dealt: what the level gives, and elsewhere what comes in there.
    pub(super) fn can_deal(&self, elements: &[Element]) -> bool {
        let fields = self.layout().fields();
        let fits = |(cell, &element): (Cell, &Element)| match self.given(cell) {
            Some(given) => given == element,
            None => self.comes_in(cell, element),
        };
        elements.len() == fields.count_ones() as usize && self.cells_of(fields).zip(elements).all(fits)
    }

    /// Tells whether elements can come onto some places.
    pub(super) fn can_refill(&self, places: u128, elements: &[Element]) -> bool {
        elements.len() == places.count_ones() as usize
            && self
                .cells_of(places)
                .zip(elements)
                .all(|(cell, &element)| self.comes_in(cell, element))
    }

    /// Tells whether a reshuffle can lead here: the same elements, or in a level with refill others.
    pub(super) fn can_reshuffle(&self, board: &Packed, elements: &[Element]) -> bool {
        let sorted = |mut elements: Vec<Element>| {
            elements.sort_unstable();
            elements
        };
        sorted(self.elements_of(board)) == sorted(elements.to_vec())
            || self.level().refill && self.can_refill(board.occupied(), elements)
    }

    fn comes_in(&self, cell: Cell, element: Element) -> bool {
        element.letter == Letter::Regular
            && self.level().weights[cell.column as usize][element.colour as usize] > 0
    }

    /// Returns the element that the level gives for a cell of the first board.
    fn given(&self, cell: Cell) -> Option<Element> {
        self.level().start.element(cell)
    }

    /// Puts elements on places, in the order of cells.
    pub(super) fn laid_out(&self, places: u128, elements: &[Element]) -> Packed {
        let mut board = Packed::new(&Board::empty(self.level().size()));
        for (bit, &element) in bits(places).zip(elements) {
            board.put(bit, element);
        }
        board
    }

    /// Tells whether nothing matches on a board and there is a move.
    fn is_playable(&self, board: &Packed) -> bool {
        self.next_step(board).is_none() && !self.moves_on(board).is_empty()
    }

    /// Lists the elements of a board in the order of cells.
    fn elements_of(&self, board: &Packed) -> Vec<Element> {
        bits(board.occupied())
            .filter_map(|bit| board.element(bit))
            .collect()
    }

    /// Lists the cells of some places.
    fn cells_of(&self, places: u128) -> impl Iterator<Item = Cell> {
        let size = self.level().size();
        bits(places).map(move |bit| cell_of(size, bit))
    }
}
