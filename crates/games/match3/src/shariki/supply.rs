//! New elements: what chance draws, and how it lays out whole boards.

use quincunx_core::{Cell, RandomSource};

use super::Board;
use super::element::{Colour, Element, Letter};
use super::rules::Shariki;
use super::squares::{Squares, makes_line};

/// What new elements there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// The number of colours, from 3 to 6.
    pub colours: u8,
    /// How many of a thousand new elements are specials: verticals, horizontals, wrapped, bombs.
    pub specials: [u16; 4],
}

impl Supply {
    /// A thousand new elements, of which [`Supply::specials`] are special.
    pub(super) const THOUSAND: u32 = 1000;

    /// Counts the specials among a thousand new elements.
    pub(super) fn special_count(&self) -> u32 {
        self.specials.iter().copied().map(u32::from).sum()
    }

    /// Draws an element.
    pub(super) fn draw(&self, random: &mut impl RandomSource) -> Element {
        // One word decides both.
        let number = random.below(u32::from(self.colours) * Self::THOUSAND);
        let colour = Colour::ALL[(number / Self::THOUSAND) as usize];
        let mut place = number % Self::THOUSAND;
        for (letter, share) in Letter::SPECIALS.into_iter().zip(self.specials) {
            match place.checked_sub(u32::from(share)) {
                None => return Element::new(letter, colour),
                Some(rest) => place = rest,
            }
        }
        Element::new(Letter::Regular, colour)
    }

    /// Lists all colours, from one on and around.
    fn colours_from(&self, first: Colour) -> impl Iterator<Item = Colour> {
        let colours = &Colour::ALL[..usize::from(self.colours)];
        colours
            .iter()
            .cycle()
            .skip(first as usize)
            .take(colours.len())
            .copied()
    }

    /// Tells whether the element can be drawn.
    pub(super) fn has(&self, element: Element) -> bool {
        let share = match Letter::SPECIALS
            .iter()
            .position(|&letter| letter == element.letter)
        {
            Some(special) => u32::from(self.specials[special]),
            None => Self::THOUSAND - self.special_count(),
        };
        element.colour.number() <= self.colours && share > 0
    }
}

impl Shariki {
    /// How often an order or a filling that leaves the board at rest is looked for before something else is done.
    const ATTEMPTS: u32 = 50;

    /// Makes the board on which chance has put all elements.
    pub(super) fn laid_out(&self, elements: &[Element]) -> Squares {
        let layout = self.layout.as_ref();
        let mut squares = Squares::new(&Board::empty(self.size), layout);
        squares.fill(layout, elements, &mut ());
        squares
    }

    pub(super) fn is_playable(&self, elements: &[Element]) -> bool {
        elements.len() == self.size.area() && self.laid_out(elements).is_playable(self.layout.as_ref())
    }

    /// Deals a board without a combination on which a swap makes one.
    ///
    /// Every square takes what is drawn for it until it makes no line; of three colours at most two can. A board without
    /// a legal swap is dealt again. On the smallest boards, 3×3 with six colours, that is the fate of most, so a bound
    /// would have to be large to mean anything; there is none, and the probability of going on falls exponentially.
    pub(super) fn deal(&self, random: &mut impl RandomSource) -> Vec<Element> {
        loop {
            let mut elements = Vec::with_capacity(self.size.area());
            while elements.len() < self.size.area() {
                let element = self.supply.draw(random);
                if !self.makes_line(&elements, element.colour) {
                    elements.push(element);
                }
            }
            if self.is_playable(&elements) {
                return elements;
            }
        }
    }

    /// Puts the elements of a board into a new order in which no combination stands and a swap makes one.
    ///
    /// Every square takes an element drawn from those left that makes no line there. Where none does, all begins again;
    /// and when no order was found in a number of attempts, perhaps because there is none, a new board is dealt.
    pub(super) fn reshuffle(&self, board: &Board, random: &mut impl RandomSource) -> Vec<Element> {
        let all: Vec<Element> = board.squares().filter_map(|(_, square)| square.0).collect();
        for _ in 0..Self::ATTEMPTS {
            let mut left = all.clone();
            let mut elements = Vec::with_capacity(all.len());
            while !left.is_empty() {
                let start = random.index(left.len());
                let fits = |&at: &usize| !self.makes_line(&elements, left[at].colour);
                let Some(at) = (start..left.len()).chain(0..start).find(fits) else {
                    break;
                };
                elements.push(left.swap_remove(at));
            }
            if self.is_playable(&elements) {
                return elements;
            }
        }
        self.deal(random)
    }

    /// Tells whether a colour makes a line on the next square, when squares are filled in the order of cells.
    fn makes_line(&self, elements: &[Element], colour: Colour) -> bool {
        let rows = self.size.rows() as usize;
        let (column, row) = (elements.len() / rows, elements.len() % rows);
        let is = |back: usize| elements[elements.len() - back].colour == colour;
        row >= 2 && is(1) && is(2) || column >= 2 && is(rows) && is(2 * rows)
    }

    /// Fills the holes of a board without combinations so that none comes about.
    ///
    /// Where no colour is left that makes none, all begins again; after a number of attempts the last one is taken as
    /// it is, and what it made will be removed.
    pub(super) fn refill_calmly(&self, board: &Board, random: &mut impl RandomSource) -> Vec<Element> {
        let holes: Vec<Cell> = holes(board).collect();
        let mut elements = Vec::with_capacity(holes.len());
        for _ in 0..Self::ATTEMPTS {
            let mut board = board.clone();
            elements.clear();
            let mut is_calm = true;
            for &hole in &holes {
                let drawn = self.supply.draw(random);
                let is_quiet = |&colour: &Colour| !makes_line(&board, hole, colour, hole);
                let found = self.supply.colours_from(drawn.colour).find(is_quiet);
                is_calm &= found.is_some();
                let element = Element {
                    colour: found.unwrap_or(drawn.colour),
                    ..drawn
                };
                board.set(hole, Some(element));
                elements.push(element);
            }
            if is_calm {
                break;
            }
        }
        elements
    }
}

/// Lists the empty cells in their order.
fn holes(board: &Board) -> impl Iterator<Item = Cell> {
    let size = board.size();
    let cells =
        (0..size.columns()).flat_map(move |column| (0..size.rows()).map(move |row| Cell::new(column, row)));
    cells.filter(|&cell| board.element(cell).is_none())
}
