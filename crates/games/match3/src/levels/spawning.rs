//! What chance does in a level: it deals the first board, refills and reshuffles.

use quincunx_core::{ActionSet, Cell, Random, RandomSource, Seed, Streams};

use super::level::{COLOURS, Matching};
use super::prepared::PreparedLevel;
use crate::engine::{
    Board, Colour, Element, Letter, PackedBoard, bits, cell_of, cells_of, makes_line, take_fitting,
};

/// The elements that are put on a board one after the other.
#[derive(Clone)]
enum Source {
    /// New ones, by the weights of their columns.
    Fresh,
    /// These, each of them once.
    Given(Vec<Element>),
}

impl PreparedLevel {
    /// The boards for which a reshuffle or a quiet refill may draw elements before something else is done.
    const ATTEMPTS: u32 = 100;

    /// The boards for which a deal may: small boards and rare matches leave few that can be played.
    const DEALS: u32 = 2000;

    /// How often an element that would match is drawn again, before the first colour that does not is taken.
    const DRAWS: u32 = 16;

    /// The number of seeds with which a level without its own is checked.
    const SEEDS: u64 = 50;

    /// Returns whether playable boards can be dealt: that of the level's own seed, else those of the first
    /// [`Self::SEEDS`] seeds.
    pub(super) fn can_be_dealt(&self) -> bool {
        let can = |seed| self.lay_out_deal(&mut Seed::Number(seed).stream(0)).is_some();
        match self.level.seed {
            Some(seed) => can(seed),
            None => (0..Self::SEEDS).all(can),
        }
    }

    /// Deals the first board, from the level's own seed if it has one.
    pub(super) fn deal(&self, random: &mut impl RandomSource) -> Vec<Element> {
        match self.level.seed {
            Some(seed) => self.deal_from(&mut Seed::Number(seed).stream(0)),
            None => self.deal_from(random),
        }
    }

    fn deal_from(&self, random: &mut impl RandomSource) -> Vec<Element> {
        self.lay_out_deal(random).unwrap_or_else(|| {
            let fields = cells_of(self.level.size(), self.layout.fields);
            let drawn = |cell| self.given(cell).unwrap_or_else(|| self.draw(cell, random));
            fields.map(drawn).collect()
        })
    }

    fn lay_out_deal(&self, random: &mut impl RandomSource) -> Option<Vec<Element>> {
        let fields = self.layout.fields;
        let given = PackedBoard::new(&self.level.start);
        let places = fields & !given.occupied();
        let board = self.find_playable(given, places, Self::DEALS, &Source::Fresh, random)?;
        Some(elements_on(&board, fields))
    }

    /// Draws what comes onto the empty fields: the elements of each column from a stream of one word.
    pub(super) fn refill(&self, board: &PackedBoard, random: &mut impl RandomSource) -> Vec<Element> {
        let streams = Streams::new(random.next_word());
        let mut stream: Option<(u32, Random)> = None;
        let empty = cells_of(self.level.size(), board.empty(&self.layout));
        // The cells of a column follow each other.
        let drawn = empty.map(|cell| {
            let begun = stream.take().filter(|(column, _)| *column == cell.column);
            let begin = || (cell.column, streams.get(cell.column.into()));
            let (_, random) = stream.insert(begun.unwrap_or_else(begin));
            self.draw(cell, random)
        });
        drawn.collect()
    }

    /// Draws what comes onto the empty fields of a board at rest so that it is playable; anything where that
    /// is not found.
    pub(super) fn refill_quietly(&self, board: &PackedBoard, random: &mut impl RandomSource) -> Vec<Element> {
        let random = &mut Random::new(random.next_word());
        let empty = board.empty(&self.layout);
        match self.find_playable(*board, empty, Self::ATTEMPTS, &Source::Fresh, random) {
            Some(full) => elements_on(&full, empty),
            None => self.refill(board, random),
        }
    }

    /// Puts the elements of a board into a new order that is playable.
    ///
    /// In a level with refill empty fields are filled too, and where no order is found, new elements replace
    /// all. Where that fails too, and in a level without refill, the elements stay as they are, and the
    /// level ends.
    pub(super) fn reshuffle(&self, board: &PackedBoard, random: &mut impl RandomSource) -> Vec<Element> {
        let random = &mut Random::new(random.next_word());
        let old = elements_on(board, board.occupied());
        let mut all = old.clone();
        let mut places = board.occupied();
        if self.level.refill {
            all.extend(self.refill(board, random));
            places = self.layout.fields;
        }
        let nothing = PackedBoard::new(&Board::empty(self.level.size()));
        let given = Source::Given(all);
        let mut find = |source| self.find_playable(nothing, places, Self::ATTEMPTS, source, random);
        let mut found = find(&given);
        if found.is_none() && self.level.refill {
            found = find(&Source::Fresh);
        }
        found.map_or(old, |board| elements_on(&board, places))
    }

    /// Returns the places on which a reshuffle of a board puts so many elements: all fields, or those that
    /// were occupied.
    pub(super) fn reshuffled_places(&self, board: &PackedBoard, count: usize) -> u128 {
        let fields = self.layout.fields;
        if count == fields.count_ones() as usize {
            fields
        } else {
            board.occupied()
        }
    }

    /// Puts elements on some places of a board until it is playable; `None` after as many draws as a number
    /// of boards takes.
    fn find_playable(
        &self,
        board: PackedBoard,
        places: u128,
        boards: u32,
        source: &Source,
        random: &mut impl RandomSource,
    ) -> Option<PackedBoard> {
        let mut draws = boards.saturating_mul(1 + places.count_ones());
        while draws > 0 {
            draws -= 1;
            let full = self.lay_out(board, places, source.clone(), &mut draws, random);
            if let Some(full) = full.filter(|full| self.is_playable(full)) {
                return Some(full);
            }
        }
        None
    }

    /// Puts elements on some places of a board, one after the other, each chosen so that it makes no match.
    ///
    /// Where nothing can be chosen, the last element is taken back, and one more each time that no further
    /// place is reached; `None` when all are taken back, or no draws are left.
    fn lay_out(
        &self,
        board: PackedBoard,
        places: u128,
        mut source: Source,
        draws: &mut u32,
        random: &mut impl RandomSource,
    ) -> Option<PackedBoard> {
        let places: Vec<u32> = bits(places).collect();
        // The board after every element.
        let mut boards = vec![board];
        let mut furthest = 0;
        let mut setback = 0;
        while let Some(&bit) = places.get(boards.len() - 1) {
            *draws = draws.checked_sub(1)?;
            let board = boards[boards.len() - 1];
            let cell = cell_of(self.level.size(), bit);
            let is_quiet = |colour: Colour| match &self.level.matching {
                Matching::Combinations(_) => !makes_line(&board, cell, colour, cell),
                Matching::Deltas(_) => {
                    let mut with = board;
                    with.set(bit, Element::new(Letter::Regular, colour));
                    !self.has_match(&with)
                }
            };
            let chosen = match &mut source {
                Source::Fresh => self.draw_quiet(cell, random, is_quiet),
                Source::Given(left) => take_fitting(left, is_quiet, random),
            };
            if let Some(element) = chosen {
                let mut with = board;
                with.set(bit, element);
                boards.push(with);
                continue;
            }
            let at = boards.len() - 1;
            setback = if at > furthest { 1 } else { setback + 1 };
            furthest = furthest.max(at);
            for _ in 0..setback {
                let with = boards.pop()?;
                let bit = *places.get(boards.len().checked_sub(1)?)?;
                if let Source::Given(left) = &mut source {
                    left.push(with.element(bit)?);
                }
            }
        }
        boards.pop()
    }

    /// Draws an element for a cell that makes no match there, if there is one.
    fn draw_quiet(
        &self,
        cell: Cell,
        random: &mut impl RandomSource,
        is_quiet: impl Fn(Colour) -> bool,
    ) -> Option<Element> {
        let mut known = [None; COLOURS];
        let mut is_quiet = |colour: Colour| *known[colour as usize].get_or_insert_with(|| is_quiet(colour));
        let quiet = (0..Self::DRAWS)
            .map(|_| self.draw(cell, random))
            .find(|element| is_quiet(element.colour));
        let regular = Colour::ALL.map(|colour| Element::new(Letter::Regular, colour));
        quiet.or_else(|| {
            let mut regular = regular
                .into_iter()
                .filter(|&element| self.comes_in(cell, element));
            regular.find(|element| is_quiet(element.colour))
        })
    }

    /// Draws an element by the weights of a cell's column.
    fn draw(&self, cell: Cell, random: &mut impl RandomSource) -> Element {
        self.weights[cell.column as usize].draw(random)
    }

    /// Returns whether chance can deal a board: what the level gives, and elsewhere what comes in there.
    pub(super) fn can_deal(&self, elements: &[Element]) -> bool {
        let fields = self.layout.fields;
        let fits = |(cell, &element): (Cell, &Element)| match self.given(cell) {
            Some(given) => given == element,
            None => self.comes_in(cell, element),
        };
        elements.len() == fields.count_ones() as usize
            && cells_of(self.level.size(), fields).zip(elements).all(fits)
    }

    /// Returns whether elements can come onto some places.
    pub(super) fn can_refill(&self, places: u128, elements: &[Element]) -> bool {
        elements.len() == places.count_ones() as usize
            && cells_of(self.level.size(), places)
                .zip(elements)
                .all(|(cell, &element)| self.comes_in(cell, element))
    }

    /// Returns whether a reshuffle can have an outcome: the same elements, or in a level with refill new ones
    /// in place of all, or new ones on the empty fields besides.
    pub(super) fn can_reshuffle(&self, board: &PackedBoard, elements: &[Element]) -> bool {
        let fields = self.layout.fields;
        let mut rest = elements.to_vec();
        let holds_all = elements_on(board, board.occupied()).into_iter().all(|element| {
            let place = rest.iter().position(|&other| other == element);
            place.map(|place| rest.swap_remove(place)).is_some()
        });
        if holds_all && rest.is_empty() {
            return true;
        }
        let comes_in =
            |&element: &Element| cells_of(self.level.size(), fields).any(|cell| self.comes_in(cell, element));
        let is_filled =
            holds_all && elements.len() == fields.count_ones() as usize && rest.iter().all(comes_in);
        self.level.refill && (is_filled || self.can_refill(fields, elements))
    }

    fn comes_in(&self, cell: Cell, element: Element) -> bool {
        element.letter == Letter::Regular
            && self.level.weights[cell.column as usize][element.colour as usize] > 0
    }

    /// Returns the element that the level gives for a cell of the first board.
    fn given(&self, cell: Cell) -> Option<Element> {
        self.level.start.element(cell)
    }

    /// Puts elements on places, in the order of cells.
    pub(super) fn laid_out(&self, places: u128, elements: &[Element]) -> PackedBoard {
        let mut board = PackedBoard::new(&Board::empty(self.level.size()));
        for (bit, &element) in bits(places).zip(elements) {
            board.set(bit, element);
        }
        board
    }

    /// Returns whether a board is playable: nothing matches, and there is a move.
    fn is_playable(&self, board: &PackedBoard) -> bool {
        !self.has_match(board) && !self.moves_on(board).is_empty()
    }
}

/// Returns the elements on some places of a board, in the order of cells.
fn elements_on(board: &PackedBoard, places: u128) -> Vec<Element> {
    bits(places).filter_map(|bit| board.element(bit)).collect()
}
