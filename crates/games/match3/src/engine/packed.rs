//! The packed board of at most 128 squares, all of which fit in one word: the board of playouts.
//!
//! Six bit planes hold the bits of the elements' codes. A column is a stretch of bits, its top square first:
//!
//! ```text
//!   bit of a square on a board of 4 columns and 3 rows      0  3  6  9
//!                                                           1  4  7 10
//!                                                           2  5  8 11
//! ```
//!
//! The square below is the next bit, the one to the right `rows` bits on. Comparing all squares with a
//! neighbour at some distance, for all colours at once, is three shifts and exclusive ors
//! ([`PackedBoard::equal_at`]); combinations and legal swaps are products of such planes. What shifts bring
//! in from a neighbouring column is masked out in the planes of comparisons alone, so that products of them
//! need no masks.

use std::fmt;

use quincunx_core::{Cell, Size};

use super::board::Board;
use super::combination::{Colours, Combination, Kind};
use super::element::{Colour, Element, Letter};
use super::mask::{bit_of, bits, cell_of, mask_of};
use super::planes::PLANES;

/// The masks that all boards of a size share.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) size: Size,
    /// All squares that are fields of the board.
    pub(crate) fields: u128,
    /// Whether some cells are no fields.
    has_holes: bool,
    /// The top square of every column.
    pub(crate) top: u128,
    /// The bottom square of every column.
    bottom: u128,
    /// The square above the bottom of every column.
    above_bottom: u128,
    /// All squares of the column of each bit.
    columns: Vec<u128>,
    /// The place of each bit in reading order.
    reading: Vec<u8>,
}

impl Layout {
    /// The most squares of a board that can be packed.
    pub(crate) const MAX_SQUARES: usize = 128;

    /// Creates the masks of a board on which some cells may be no fields: nothing stands there, and elements
    /// fall past them. `None` when the board is too large to be packed.
    pub(crate) fn new(size: Size, is_field: impl Fn(Cell) -> bool) -> Option<Self> {
        if size.area() > Self::MAX_SQUARES {
            return None;
        }
        let mask = |squares: &dyn Fn(Cell) -> bool| mask_of(size, size.cells().filter(|&cell| squares(cell)));
        let cells = || (0..size.area() as u32).map(|bit| cell_of(size, bit));
        Some(Self {
            size,
            fields: mask(&is_field),
            has_holes: size.cells().any(|cell| !is_field(cell)),
            top: mask(&|cell| cell.row == 0),
            bottom: mask(&|cell| cell.row + 1 == size.rows()),
            above_bottom: mask(&|cell| cell.row + 2 == size.rows()),
            columns: cells()
                .map(|own| mask(&|cell| cell.column == own.column))
                .collect(),
            reading: cells().map(|cell| size.index(cell) as u8).collect(),
        })
    }

    /// Returns the first of some squares in reading order.
    fn first(&self, squares: u128) -> Option<Cell> {
        let first = bits(squares).min_by_key(|&bit| self.reading[bit as usize])?;
        Some(cell_of(self.size, first))
    }

    /// Returns the eight squares around one, and itself.
    fn around(&self, square: u128) -> u128 {
        let above = (square & !self.top) >> 1;
        let below = (square & !self.bottom) << 1;
        let three = above | square | below;
        (three | three << self.size.rows() | three >> self.size.rows()) & self.fields
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All of it follows from the size.
        write!(f, "Layout({})", self.size)
    }
}

/// Returns the highest set bit of a mask that has one: of a column its lowest square.
const fn highest(mask: u128) -> u32 {
    u128::BITS - 1 - mask.leading_zeros()
}

/// A board in six words. Equal boards of one size are equal words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedBoard {
    size: Size,
    planes: [u128; PLANES],
}

/// The squares that have the colour of a neighbour.
struct Equal {
    right: u128,
    below: u128,
}

impl PackedBoard {
    pub(crate) fn new(board: &Board) -> Self {
        let mut this = Self {
            size: board.size(),
            planes: [0; PLANES],
        };
        for (cell, square) in board.squares() {
            if let Some(element) = square.0 {
                this.set(bit_of(this.size, cell), element);
            }
        }
        this
    }

    /// Changes the board as a readable one.
    pub(crate) fn with_board<R>(&mut self, act: impl FnOnce(&mut Board) -> R) -> R {
        let mut board = self.to_board();
        let result = act(&mut board);
        *self = Self::new(&board);
        result
    }

    pub(crate) fn to_board(self) -> Board {
        let mut board = Board::empty(self.size);
        for bit in bits(self.occupied()) {
            board.set(cell_of(self.size, bit), self.element(bit));
        }
        board
    }

    /// Returns the squares that hold an element.
    pub(crate) fn occupied(&self) -> u128 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// Returns the fields without an element.
    pub(crate) fn empty(&self, layout: &Layout) -> u128 {
        layout.fields & !self.occupied()
    }

    /// Returns the element of a bit's square.
    pub(crate) fn element(&self, bit: u32) -> Option<Element> {
        let code = self
            .planes
            .iter()
            .rev()
            .fold(0, |code, plane| code << 1 | (plane >> bit & 1) as u8);
        Element::from_code(code)
    }

    /// Returns for each bit of a code the bits of a column, the top square lowest; bits of other columns
    /// follow.
    pub(crate) fn column_planes(&self, column: u32) -> [u64; PLANES] {
        self.planes
            .map(|plane| (plane >> (column * self.size.rows())) as u64)
    }

    pub(crate) fn set(&mut self, bit: u32, element: Element) {
        let code = element.code();
        for (number, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !(1 << bit) | u128::from(code >> number & 1) << bit;
        }
    }

    /// Counts the squares without an element.
    pub(crate) fn empty_count(&self) -> usize {
        self.size.area() - self.occupied().count_ones() as usize
    }

    /// Puts elements on the empty squares, in the order of cells.
    pub(crate) fn fill(&mut self, layout: &Layout, elements: &[Element]) {
        for (bit, &element) in bits(self.empty(layout)).zip(elements) {
            let code = element.code();
            for (number, plane) in self.planes.iter_mut().enumerate() {
                *plane |= u128::from(code >> number & 1) << bit;
            }
        }
    }

    pub(crate) fn swap(&mut self, a: Cell, b: Cell) {
        let (a, b) = (bit_of(self.size, a), bit_of(self.size, b));
        for plane in &mut self.planes {
            let different = (*plane >> a ^ *plane >> b) & 1;
            *plane ^= different << a | different << b;
        }
    }

    /// Moves what each square holds to the next one, and of the last to the first.
    pub(crate) fn rotate(&mut self, mut squares: impl Iterator<Item = Cell>) {
        // The first holds the element in hand, and each exchange lays it down one square further on.
        if let Some(hand) = squares.next() {
            for next in squares {
                self.swap(hand, next);
            }
        }
    }

    /// Finds the squares that have the colour of the one `distance` bits on.
    pub(crate) fn equal_at(&self, distance: u32) -> u128 {
        let [a, b, c, ..] = self.planes;
        let different = (a ^ a >> distance) | (b ^ b >> distance) | (c ^ c >> distance);
        self.occupied() & !different
    }

    fn equal(&self, layout: &Layout) -> Equal {
        Equal {
            right: self.equal_at(self.size.rows()),
            below: self.equal_at(1) & !layout.bottom,
        }
    }

    /// Finds the combination that is resolved next.
    #[inline]
    pub(crate) fn next_combination(&self, layout: &Layout) -> Option<Combination> {
        self.next_of(layout, &Kind::ALL)
    }

    /// Finds the combination that is resolved next among some kinds, given in their order.
    #[inline]
    pub(crate) fn next_of(&self, layout: &Layout, kinds: &[Kind]) -> Option<Combination> {
        let rows = self.size.rows();
        let equal = self.equal(layout);
        let right = equal.right & equal.right >> rows;
        let down = equal.below & equal.below >> 1;
        if right | down == 0 {
            return None;
        }
        let candidates = |kind| match kind {
            Kind::Five => right & right >> (2 * rows) | down & down >> 2,
            Kind::Corner if right == 0 || down == 0 => 0,
            // A corner is a three downwards and a three to the right that share a square; the latter lies up
            // to two rows below the first square, and begins up to two columns to its left.
            Kind::Corner => {
                let (left, far_left) = (right << rows, right << (2 * rows));
                let two_below = (right | left | far_left) >> 2;
                let one_below = (right | far_left) >> 1;
                let hanging = down >> rows | down >> (2 * rows);
                down & (two_below | one_below | right) | right & hanging
            }
            Kind::Four => right & right >> rows | down & down >> 1,
            Kind::Three => right | down,
        };
        let (kind, start) = kinds
            .iter()
            .find_map(|&kind| Some((kind, layout.first(candidates(kind))?)))?;
        Some(Combination::at(self, kind, start).expect("a candidate is the first square of a combination"))
    }

    /// Returns the squares that hold a special.
    pub(crate) const fn specials(&self) -> u128 {
        self.planes[3] | self.planes[4] | self.planes[5]
    }

    /// Returns the squares that hold a colour.
    pub(crate) fn of_colour(&self, layout: &Layout, colour: Colour) -> u128 {
        (0..3).fold(layout.fields, |same, plane| {
            let has = colour.number() >> plane & 1 == 1;
            same & if has {
                self.planes[plane]
            } else {
                !self.planes[plane]
            }
        })
    }

    /// Returns some squares and all that the specials among them remove with them.
    pub(crate) fn removed_with(&self, layout: &Layout, squares: u128) -> u128 {
        let specials = self.specials();
        let mut removed = squares;
        let mut waiting = removed & specials;
        while waiting != 0 {
            let bit = waiting.trailing_zeros();
            let hit = self.effect(layout, bit) & self.occupied();
            waiting = (waiting | hit & specials & !removed) & !(1 << bit);
            removed |= hit;
        }
        removed
    }

    /// Iterates over the effects of specials: the squares that each empties alone.
    pub(crate) fn effects_of_specials(&self, layout: &Layout) -> impl Iterator<Item = u128> {
        let occupied = self.occupied();
        bits(self.specials()).map(move |bit| self.effect(layout, bit) & occupied)
    }

    /// Empties squares except for one on which an element is put instead, and lets the rest fall.
    pub(crate) fn remove(&mut self, layout: &Layout, mut removed: u128, made: Option<(Cell, Element)>) {
        if let Some((cell, element)) = made {
            let bit = bit_of(self.size, cell);
            self.set(bit, element);
            removed &= !(1 << bit);
        }
        if layout.has_holes {
            self.drop_past_holes(layout, removed);
        } else {
            self.drop_over(layout, removed);
        }
    }

    /// Returns the squares that the effect of the special on a square empties.
    fn effect(&self, layout: &Layout, bit: u32) -> u128 {
        let element = self.element(bit).expect("only elements are removed");
        match element.letter {
            Letter::Regular => 0,
            Letter::Vertical => layout.columns[bit as usize],
            Letter::Horizontal => layout.top << (bit % self.size.rows()),
            Letter::Wrapped => layout.around(1 << bit),
            Letter::Bomb => self.of_colour(layout, element.colour),
        }
    }

    /// Lets elements fall over gaps: in every column at once over its topmost gap, until none is left.
    fn drop_over(&mut self, layout: &Layout, mut gaps: u128) {
        while gaps != 0 {
            let (mut topmost, mut tops, mut rest) = (0, 0, gaps);
            while rest != 0 {
                let column = layout.columns[rest.trailing_zeros() as usize];
                topmost |= rest & rest.wrapping_neg();
                tops |= column & layout.top;
                rest &= !column;
            }
            // In every column, the bits from the top's up to and without the gap's.
            let above = topmost - tops;
            for plane in &mut self.planes {
                *plane = *plane & !(above | topmost) | (*plane & above) << 1;
            }
            gaps &= !topmost;
        }
    }

    /// Lets elements fall over gaps and past cells that are no fields: in every column the lowest element to
    /// the lowest field, and so on upwards.
    fn drop_past_holes(&mut self, layout: &Layout, gaps: u128) {
        let kept = self.occupied() & !gaps;
        let mut rest = gaps;
        while rest != 0 {
            let column = layout.columns[rest.trailing_zeros() as usize];
            rest &= !column;
            let (mut from, mut to) = (kept & column, layout.fields & column);
            let mut fallen = [0; PLANES];
            while from != 0 {
                let (source, target) = (highest(from), highest(to));
                for (new, plane) in fallen.iter_mut().zip(&self.planes) {
                    *new |= (plane >> source & 1) << target;
                }
                from &= !(1 << source);
                to &= !(1 << target);
            }
            for (plane, new) in self.planes.iter_mut().zip(fallen) {
                *plane = *plane & !column | new;
            }
        }
    }

    /// Finds the upper squares of swaps downwards and the left squares of swaps to the right that make a line
    /// of three, given that none stands. With an empty neighbour a square may be found as well.
    ///
    /// A swap makes one if either element meets two of its colour at its new square: two further on in the
    /// direction of the swap, or two on one side or one on each side across it.
    pub(crate) fn swap_masks(&self, layout: &Layout) -> [u128; 2] {
        let rows = self.size.rows();
        let Equal { right, below } = self.equal(layout);
        let below_right = self.equal_at(rows + 1) & !layout.bottom;
        let above_right = self.equal_at(rows - 1) & !layout.top;
        let right_but_one = self.equal_at(2 * rows);
        let below_but_one = self.equal_at(2) & !(layout.bottom | layout.above_bottom);

        // The square's element goes to the right, the right one comes.
        let goes = below_right & (below >> (rows + 1) | above_right)
            | above_right & below >> (rows - 2)
            | right_but_one & right >> (2 * rows);
        let comes = (above_right & below) >> 1
            | below_right << 1 & (below << 2 | above_right >> 1)
            | right_but_one << rows & right << (2 * rows);
        let to_the_right = goes | comes;

        // The square's element goes down, the lower one comes.
        let goes = below_right & right >> (rows + 1)
            | above_right << (rows - 1) & (right << (2 * rows - 1) | below_right)
            | below_but_one & below >> 2;
        let comes = above_right >> 1 & (right >> rows | below_right << rows)
            | below_right << rows & right << (2 * rows)
            | below_but_one << 1 & below << 2;
        [goes | comes, to_the_right]
    }
}

impl Colours for PackedBoard {
    fn size(&self) -> Size {
        self.size
    }

    fn colour(&self, cell: Cell) -> Option<Colour> {
        if !self.size.contains(cell) {
            return None;
        }
        let bit = bit_of(self.size, cell);
        let number = (0..3).fold(0, |number, plane| {
            number | ((self.planes[plane] >> bit & 1) as u8) << plane
        });
        Colour::from_number(number)
    }
}
