//! The fast board of any size: the cost of a combination grows with what it changed, not with the board.
//!
//! A column is a stack of 64-bit words, bit 0 its floor. Six bit planes hold the bits of the elements' codes,
//! so that one operation on words looks at 64 elements of all colours at once:
//!
//! ```text
//!                 plane   0 1 2   3 4 5
//!   height 2   R1         1 · ·   · · ·
//!   height 1   V2         · 1 ·   1 · ·
//!   height 0   R3         1 1 ·   · · ·
//!                         colour  letter
//! ```
//!
//! The planes of a word lie beside each other, so that an element is read from one cache line.
//!
//! Two more planes mark the elements that have the colour of their neighbour to the right or of the one
//! below; every combination is a product of shifts of these two (in `neighbours.rs`). For every column the
//! highest candidate of each kind is kept, and a [`SegmentTree`] over the columns finds the next combination
//! of the board. After a removal only the columns that lost something, and those whose candidates can reach
//! into them, are searched again, and only from the lowest changed element upwards.
//!
//! Effects of specials are run in any order here: which elements go does not depend on it, as nothing falls
//! before all effects are done. Only the trace of [`resolve`](super::cascade::resolve) shows an order.

use std::fmt;
use std::hash::{Hash, Hasher};

use quincunx_core::{Cell, Size};

use super::board::Board;
use super::combination::{Colours, Combination, Kind};
use super::element::{Colour, Element, Letter};
use super::neighbours::{EqualNeighbours, KINDS};
use super::planes::{
    AROUND, PLANES, SWAP_REACH_LEFT, SWAP_REACH_RIGHT, close_gaps, of_colour, planes_of, swaps_down,
    swaps_right,
};
use super::segment_tree::SegmentTree;
use super::swaps::Swaps;

/// Resolves a board to the same end as [`resolve`](super::cascade::resolve), fast on boards of any size.
pub fn resolve_fast(board: &mut Board) {
    let mut columns = ColumnBoard::new(board);
    while let Some(combination) = columns.next_combination() {
        columns.remove(combination);
    }
    columns.write_to(board);
}

const IN_PLAY: &str = "boards in play have at most 64 rows";

/// Part of a column: from a height up to and without another.
#[derive(Clone, Copy)]
struct Span {
    from: u32,
    to: u32,
}

impl Span {
    const NONE: Self = Self {
        from: u32::MAX,
        to: 0,
    };

    /// Widens the span so that it holds another.
    fn include(&mut self, other: Self) {
        self.from = self.from.min(other.from);
        self.to = self.to.max(other.to);
    }

    fn is_none(self) -> bool {
        self.from == u32::MAX
    }
}

/// Some columns of a board, each with a part of it.
#[derive(Clone)]
struct ColumnSpans {
    columns: Vec<u32>,
    /// A span for every column of the board; [`Span::NONE`] where the column is not listed.
    spans: Vec<Span>,
}

impl ColumnSpans {
    fn empty(column_count: usize) -> Self {
        Self {
            columns: Vec::new(),
            spans: vec![Span::NONE; column_count],
        }
    }

    fn include(&mut self, column: u32, span: Span) {
        let known = &mut self.spans[column as usize];
        if known.is_none() {
            self.columns.push(column);
        }
        known.include(span);
    }

    fn pop(&mut self) -> Option<(u32, Span)> {
        let column = self.columns.pop()?;
        let span = std::mem::replace(&mut self.spans[column as usize], Span::NONE);
        Some((column, span))
    }
}

/// A board kept as columns; equal ones hold the same elements.
#[derive(Clone)]
pub(crate) struct ColumnBoard {
    size: Size,
    /// Words of a column in one plane.
    words: usize,
    /// Column by column, the planes of a word together.
    planes: Vec<[u64; PLANES]>,
    /// The number of elements in each column.
    heights: Vec<u32>,
    equal: EqualNeighbours,
    /// One more than the height of the highest candidate of each kind, a column each; 0 where there is none.
    tops: Vec<[u32; KINDS]>,
    next: SegmentTree,
    removal: Removal,
    /// What has changed since a combination was looked for.
    changed: ColumnSpans,
    /// The columns whose candidates [`update_candidates`](Self::update_candidates) looks for again; empty
    /// between calls.
    stale: ColumnSpans,
    /// The swaps of each column that make a combination, down and to the right, and whether they may have
    /// changed since they were looked for. Nobody asks for those of boards of more than 64 rows.
    swaps: Vec<[u64; 2]>,
    are_swaps_stale: Vec<bool>,
}

/// What the current combination has removed so far.
#[derive(Clone)]
struct Removal {
    /// The removed elements, column by column.
    gone: Vec<u64>,
    count: u32,
    /// The columns that lost elements, from the lowest lost element up to the top.
    touched: ColumnSpans,
    /// Specials removed whose effect has not run yet, as columns and heights.
    waiting: Vec<(u32, u32)>,
    /// The number of the combination; effects that have run are marked with it, so that none runs twice.
    number: u64,
    columns_run: Vec<u64>,
    heights_run: Vec<u64>,
    colours_run: [u64; 8],
}

impl ColumnBoard {
    /// Creates the columns of a board, which it settles.
    pub(crate) fn new(board: &Board) -> Self {
        let size = board.size();
        let (columns, rows) = (size.columns() as usize, size.rows() as usize);
        let words = rows.div_ceil(64);
        let mut this = Self {
            size,
            words,
            planes: vec![[0; PLANES]; columns * words],
            heights: vec![0; columns],
            equal: EqualNeighbours::new(columns, words),
            tops: vec![[0; KINDS]; columns],
            next: SegmentTree::new(columns),
            removal: Removal {
                gone: vec![0; columns * words],
                count: 0,
                touched: ColumnSpans::empty(columns),
                waiting: Vec::new(),
                number: 0,
                columns_run: vec![0; columns],
                heights_run: vec![0; rows],
                colours_run: [0; 8],
            },
            changed: ColumnSpans::empty(columns),
            stale: ColumnSpans::empty(columns),
            swaps: vec![[0; 2]; columns],
            are_swaps_stale: vec![true; columns],
        };
        // From the last square back, so that every column is filled from its floor.
        for cell in size.cells().rev() {
            if let Some(element) = board.element(cell) {
                let height = this.heights[cell.column as usize];
                this.set_code(cell.column, height, element.code());
                this.heights[cell.column as usize] += 1;
            }
        }
        for column in 0..size.columns() {
            this.changed.include(column, this.span(column, 0));
        }
        this
    }

    pub(crate) fn to_board(&self) -> Board {
        let mut board = Board::empty(self.size);
        self.write_to(&mut board);
        board
    }

    fn write_to(&self, board: &mut Board) {
        for cell in self.size.cells() {
            board.set(
                cell,
                Element::from_code(self.code(cell.column, self.height_of(cell))),
            );
        }
    }

    /// Counts the squares without an element.
    pub(crate) fn empty_count(&self) -> usize {
        self.size.area() - self.heights.iter().map(|&height| height as usize).sum::<usize>()
    }

    /// Puts elements on the empty squares: column by column, each from the top.
    ///
    /// # Panics
    /// When the board has more than 64 rows.
    pub(crate) fn fill(&mut self, elements: &[Element]) {
        assert_eq!(self.words, 1, "{IN_PLAY}");
        let mut elements = elements.iter();
        for column in 0..self.size.columns() {
            let (height, rows) = (self.heights[column as usize], self.size.rows());
            if height == rows {
                continue;
            }
            let new = planes_of(elements.by_ref().take((rows - height) as usize));
            for (bits, new) in self.planes[column as usize].iter_mut().zip(new) {
                *bits |= new << height;
            }
            self.heights[column as usize] = rows;
            self.changed.include(column, self.span(column, height));
        }
    }

    /// Returns the swaps that make a combination, given that the board is full and there is none.
    ///
    /// # Panics
    /// When the board has more than 64 rows.
    pub(crate) fn swaps(&mut self) -> Swaps {
        assert_eq!(self.words, 1, "{IN_PLAY}");
        self.compare_changed();
        for column in 0..self.swaps.len() {
            if std::mem::take(&mut self.are_swaps_stale[column]) {
                self.swaps[column] = self.swaps_of(column);
            }
        }
        let rows = self.size.rows();
        let masks = |direction: usize| {
            let of_columns = self.swaps.iter();
            of_columns.map(move |swaps| swaps[direction].reverse_bits() >> (64 - rows))
        };
        Swaps::from_columns(masks(1), masks(0))
    }

    /// Returns the heights of a column's squares whose swaps, down and to the right, make a combination.
    fn swaps_of(&self, column: usize) -> [u64; 2] {
        let nothing = [0; PLANES];
        // Beside the board is nothing.
        let around: [_; AROUND] = std::array::from_fn(|by| {
            let column = (column + by).checked_sub(SWAP_REACH_LEFT as usize);
            column
                .and_then(|column| self.planes.get(column))
                .unwrap_or(&nothing)
        });
        Colour::ALL.into_iter().fold([0; 2], |[down, right], colour| {
            let squares = around.map(|planes| of_colour(planes, colour));
            [down | swaps_down(squares), right | swaps_right(squares)]
        })
    }

    pub(crate) fn swap(&mut self, a: Cell, b: Cell) {
        let [a, b] = [a, b].map(|cell| (cell.column, self.height_of(cell)));
        let [code_a, code_b] = [a, b].map(|(column, height)| self.code(column, height));
        self.set_code(a.0, a.1, code_b);
        self.set_code(b.0, b.1, code_a);
        for (column, height) in [a, b] {
            // The square above has a new neighbour below.
            let to = (height + 2).min(self.heights[column as usize]);
            self.changed.include(column, Span { from: height, to });
        }
    }

    /// Returns the part of a column from a height up to its top.
    fn span(&self, column: u32, from: u32) -> Span {
        Span {
            from,
            to: self.heights[column as usize],
        }
    }

    fn height_of(&self, cell: Cell) -> u32 {
        self.size.rows() - 1 - cell.row
    }

    fn word_index(&self, column: u32, word: usize) -> usize {
        column as usize * self.words + word
    }

    fn code(&self, column: u32, height: u32) -> u8 {
        self.bits::<PLANES>(column, height)
    }

    /// Returns the first bits of an element's code.
    fn bits<const COUNT: usize>(&self, column: u32, height: u32) -> u8 {
        let planes = &self.planes[self.word_index(column, height as usize / 64)];
        (0..COUNT).fold(0, |bits, plane| {
            bits | ((planes[plane] >> (height % 64) & 1) as u8) << plane
        })
    }

    fn set_code(&mut self, column: u32, height: u32, code: u8) {
        let index = self.word_index(column, height as usize / 64);
        for (plane, bits) in self.planes[index].iter_mut().enumerate() {
            let bit = 1 << (height % 64);
            *bits = *bits & !bit | if code >> plane & 1 == 1 { bit } else { 0 };
        }
    }

    /// Returns the combination that is resolved next.
    pub(crate) fn next_combination(&mut self) -> Option<Combination> {
        self.update_candidates();
        let (column, key) = self.next.largest()?;
        let (kind, top) = (Kind::ALL[KINDS - (key >> 32) as usize], key as u32);
        let cell = Cell::new(column as u32, self.size.rows() - top);
        Some(Combination::at(self, kind, cell).expect("the candidates are kept up to date"))
    }

    /// Removes a combination with all that its specials take along, lets the rest fall, and counts what was
    /// removed.
    pub(crate) fn remove(&mut self, combination: Combination) -> u32 {
        let special = combination.special(self);
        self.removal.number += 1;
        self.removal.count = 0;
        for cell in combination.removal_order() {
            self.remove_at(cell.column, self.height_of(cell));
        }
        while let Some((column, height)) = self.removal.waiting.pop() {
            self.run_effect(column, height);
        }
        if let Some((cell, element)) = special {
            let (column, height) = (cell.column, self.height_of(cell));
            self.removal.gone[column as usize * self.words + height as usize / 64] &= !(1 << (height % 64));
            self.set_code(column, height, element.code());
        }
        self.settle();
        self.removal.count
    }

    fn remove_at(&mut self, column: u32, height: u32) {
        self.remove_word(column, height as usize / 64, 1 << (height % 64));
    }

    /// Removes those elements of a word that a mask names and that are still there.
    fn remove_word(&mut self, column: u32, word: usize, mask: u64) {
        let planes = self.planes[self.word_index(column, word)];
        let gone = &mut self.removal.gone[column as usize * self.words + word];
        let new = mask & (planes[0] | planes[1] | planes[2]) & !*gone;
        if new == 0 {
            return;
        }
        *gone |= new;
        self.removal.count += new.count_ones();
        let height = word as u32 * 64;
        let span = self.span(column, height + new.trailing_zeros());
        self.removal.touched.include(column, span);
        let mut specials = new & (planes[3] | planes[4] | planes[5]);
        while specials != 0 {
            self.removal
                .waiting
                .push((column, height + specials.trailing_zeros()));
            specials &= specials - 1;
        }
    }

    /// Runs the effect of a special, unless the same one has already run for this combination.
    fn run_effect(&mut self, column: u32, height: u32) {
        let element = Element::from_code(self.code(column, height)).expect("only elements are removed");
        let removal = &mut self.removal;
        let run = match element.letter {
            Letter::Vertical => &mut removal.columns_run[column as usize],
            Letter::Horizontal => &mut removal.heights_run[height as usize],
            Letter::Bomb => &mut removal.colours_run[element.colour.number() as usize],
            Letter::Wrapped => return self.remove_around(column, height),
            Letter::Regular => return,
        };
        if std::mem::replace(run, removal.number) == removal.number {
            return;
        }
        match element.letter {
            Letter::Vertical => {
                for word in 0..self.words_of(column) {
                    self.remove_word(column, word, u64::MAX);
                }
            }
            Letter::Horizontal => {
                for column in 0..self.size.columns() {
                    self.remove_at(column, height);
                }
            }
            _ => self.remove_colour(element.colour),
        }
    }

    fn remove_around(&mut self, column: u32, height: u32) {
        for column in column.saturating_sub(1)..=(column + 1).min(self.size.columns() - 1) {
            for height in height.saturating_sub(1)..=(height + 1).min(self.size.rows() - 1) {
                self.remove_at(column, height);
            }
        }
    }

    fn remove_colour(&mut self, colour: Colour) {
        for column in 0..self.size.columns() {
            for word in 0..self.words_of(column) {
                let squares = of_colour(&self.planes[self.word_index(column, word)], colour);
                self.remove_word(column, word, squares);
            }
        }
    }

    /// Returns the number of words of a column that hold elements.
    fn words_of(&self, column: u32) -> usize {
        (self.heights[column as usize] as usize).div_ceil(64)
    }

    /// Lets what is left fall.
    fn settle(&mut self) {
        while let Some((column, span)) = self.removal.touched.pop() {
            self.compact(column, span);
            self.changed.include(column, span);
        }
    }

    /// Closes the gaps in a column: moves the bits that stay together, word by word from the lowest gap
    /// upwards.
    fn compact(&mut self, column: u32, span: Span) {
        let first = self.word_index(column, 0);
        let planes = &mut self.planes[first..first + self.words];
        let gone = &mut self.removal.gone[column as usize * self.words..][..self.words];
        let (from, to) = (span.from as usize / 64, (span.to as usize).div_ceil(64));
        let mut target = from;
        let mut filled = 0;
        let mut packed = [0_u64; PLANES];
        for word in from..to {
            let gaps = std::mem::take(&mut gone[word]);
            let kept = gaps.count_zeros();
            self.heights[column as usize] -= gaps.count_ones();
            let mut bits = planes[word];
            close_gaps(&mut bits, gaps);
            for (packed, bits) in packed.iter_mut().zip(bits) {
                *packed |= bits << filled;
            }
            filled += kept;
            if filled >= 64 {
                filled -= 64;
                for (plane, packed) in packed.iter_mut().enumerate() {
                    planes[target][plane] = *packed;
                    // What did not fit: the upper `filled` of the `kept` bits.
                    *packed = bits[plane].checked_shr(kept - filled).unwrap_or(0);
                }
                target += 1;
            }
        }
        for planes in &mut planes[target..to] {
            *planes = std::mem::take(&mut packed);
        }
    }

    /// Compares the changed part of a column with its neighbours, and marks the columns whose candidates it
    /// can touch.
    fn compare(&mut self, column: u32, span: Span) {
        let last = self.size.columns() - 1;
        let words = span.from as usize / 64..(span.to as usize).div_ceil(64);
        let colours = |column: u32| &self.planes[column as usize * self.words..][..self.words];
        let here = colours(column);
        self.equal.compare_below(column as usize, words.clone(), here);
        if column > 0 {
            self.equal
                .compare_right(column as usize - 1, words.clone(), colours(column - 1), here);
        }
        if column < last {
            self.equal
                .compare_right(column as usize, words, here, colours(column + 1));
        }
        for column in column.saturating_sub(EqualNeighbours::REACH_RIGHT)
            ..=(column + EqualNeighbours::REACH_LEFT).min(last)
        {
            self.stale.include(column, span);
        }
        for column in column.saturating_sub(SWAP_REACH_RIGHT)..=(column + SWAP_REACH_LEFT).min(last) {
            self.are_swaps_stale[column as usize] = true;
        }
    }

    /// Compares what has changed with its neighbours.
    fn compare_changed(&mut self) {
        while let Some((column, span)) = self.changed.pop() {
            self.compare(column, span);
        }
    }

    /// Updates the candidates where they may have changed.
    fn update_candidates(&mut self) {
        self.compare_changed();
        while let Some((column, span)) = self.stale.pop() {
            let tops = self.tops_after(column as usize, span);
            self.tops[column as usize] = tops;
            let key = tops.iter().position(|&top| top > 0).map_or(0, |kind| {
                // Earlier kinds win over later ones, then higher candidates over lower ones.
                ((KINDS - kind) as u64) << 32 | u64::from(tops[kind])
            });
            self.next.set(column as usize, key);
        }
    }

    /// Finds the highest candidates of a column, given that those below a span are unchanged.
    ///
    /// A candidate's cells in other columns lie at most two rows below it, so what is two rows above the span
    /// is unchanged too. Below the span the search goes on only for the kinds whose highest candidate was
    /// in it.
    fn tops_after(&self, column: usize, span: Span) -> [u32; KINDS] {
        let before = self.tops[column];
        let around = self.equal.around(column);
        let to = (span.to as usize + 2).div_ceil(64).min(self.words);
        let mut tops = before.map(|before| if before as usize > to * 64 { before } else { 0 });
        for word in (0..to).rev() {
            let candidates = around.candidates(word);
            let floor = word as u32 * 64;
            for (top, candidates) in tops.iter_mut().zip(candidates) {
                if *top == 0 && candidates != 0 {
                    *top = floor + 64 - candidates.leading_zeros();
                }
            }
            if floor <= span.from {
                for (top, before) in tops.iter_mut().zip(before) {
                    if *top == 0 && before <= floor {
                        *top = before;
                    }
                }
                if tops
                    .iter()
                    .zip(before)
                    .all(|(&top, before)| top > 0 || before == 0)
                {
                    break;
                }
            }
        }
        tops
    }
}

impl PartialEq for ColumnBoard {
    fn eq(&self, other: &Self) -> bool {
        (self.size, &self.planes) == (other.size, &other.planes)
    }
}

impl Eq for ColumnBoard {}

impl Hash for ColumnBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.planes.hash(state);
    }
}

impl fmt::Debug for ColumnBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColumnBoard\n{}", self.to_board())
    }
}

impl Colours for ColumnBoard {
    fn size(&self) -> Size {
        self.size
    }

    fn colour(&self, cell: Cell) -> Option<Colour> {
        if !self.size.contains(cell) {
            return None;
        }
        Colour::from_number(self.bits::<{ Element::COLOUR_BITS }>(cell.column, self.height_of(cell)))
    }
}
