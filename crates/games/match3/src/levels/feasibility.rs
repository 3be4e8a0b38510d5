//! Bounds that no play of a level exceeds: a goal beyond them is a mistake.

use quincunx_core::Cell;

use super::level::{Field, Level, Matching};
use super::prepared::PreparedLevel;
use crate::engine::{Board, Colour, Element, Kind, Letter, POINTS_PER_ELEMENT, PackedBoard, bits, cells_of};

/// The bounds of a level. With refill only colours that never come in have one.
pub(super) struct Feasibility<'l> {
    level: &'l Level,
    /// Whether combinations leave specials behind.
    makes_specials: bool,
}

impl<'l> Feasibility<'l> {
    pub(super) fn of(level: &'l Level) -> Self {
        let makes_specials = match &level.matching {
            Matching::Combinations(kinds) => level.specials && kinds.iter().any(|&kind| kind != Kind::Three),
            Matching::Deltas(_) => false,
        };
        Self {
            level,
            makes_specials,
        }
    }

    /// Returns an upper bound of the elements of a colour that can be removed.
    ///
    /// Where threes match, no three cells side by side hold the colour on the first board, which is at rest.
    pub(super) fn max_of_colour(&self, colour: Colour) -> u64 {
        let level = self.level;
        let comes_in = |cell: Cell| level.weights[cell.column as usize][colour as usize] > 0;
        let can_hold = |cell: Cell| {
            let given = level.start.element(cell);
            given.map_or_else(|| comes_in(cell), |element| element.colour == colour)
        };
        if level.refill {
            let mut fields = level
                .size()
                .cells()
                .filter(|&cell| level.fields[cell] != Field::Hole);
            let given = level.start.elements().filter(|element| element.colour == colour);
            // Whatever stands on a field at first, what comes in follows it.
            return match fields.any(comes_in) {
                true => u64::MAX,
                false => self.with_specials(given.count() as u64),
            };
        }
        let matches_threes =
            matches!(&level.matching, Matching::Combinations(kinds) if kinds.contains(&Kind::Three));
        let mut most = 0;
        for row in 0..level.size().rows() {
            let mut run = 0;
            for column in 0..level.size().columns() {
                let cell = Cell::new(column, row);
                let ends = level.fields[cell] == Field::Hole || !can_hold(cell);
                if ends || matches_threes && run == 2 {
                    run = 0;
                } else {
                    run += 1;
                    most += 1;
                }
            }
        }
        self.with_specials(most)
    }

    /// Returns an upper bound of the elements that can be removed.
    pub(super) fn max_elements(&self) -> u64 {
        if self.level.refill {
            return u64::MAX;
        }
        self.with_specials(self.field_count())
    }

    /// Returns an upper bound of the points that can be won.
    ///
    /// A step removes three elements or more, so that no cascade has more steps than a third of the fields.
    /// Combinations win points for every element times the step. Matches win the step times their number
    /// times twice their elements at most, and each matcher may count an element once.
    pub(super) fn max_points(&self) -> u64 {
        if self.level.refill {
            return u64::MAX;
        }
        let fields = self.field_count();
        let steps = fields.div_ceil(3);
        match &self.level.matching {
            Matching::Combinations(_) => POINTS_PER_ELEMENT * steps * self.max_elements(),
            Matching::Deltas(matcher) => {
                let elements = fields * matcher.matchers().len() as u64;
                steps * elements.div_ceil(3) * 2 * elements
            }
        }
    }

    /// Returns a marked field that nothing can clear.
    pub(super) fn never_cleared(&self) -> Option<Cell> {
        let level = self.level;
        let has_specials = level.start.elements().any(|element| element.letter.is_special());
        if self.makes_specials || has_specials {
            return None;
        }
        let is_marked = |cell: &Cell| level.fields[*cell] == Field::Marked;
        match &level.matching {
            Matching::Combinations(kinds) => {
                let least = if kinds.contains(&Kind::Three) || kinds.contains(&Kind::Corner) {
                    3
                } else if kinds.contains(&Kind::Four) {
                    4
                } else {
                    5
                };
                let is_alone = |cell: &Cell| self.longest_line(*cell) < least;
                let mut cells = level.size().cells();
                cells.find(|cell| is_marked(cell) && is_alone(cell))
            }
            Matching::Deltas(_) => {
                // On a board of one colour everything that can match does.
                let prepared = PreparedLevel::new(level.clone());
                let mut board = PackedBoard::new(&Board::empty(level.size()));
                for bit in bits(prepared.layout.fields) {
                    board.set(bit, Element::new(Letter::Regular, Colour::Red));
                }
                let left = prepared.marked & !prepared.first_removed(&board);
                cells_of(level.size(), left).next()
            }
        }
    }

    /// Returns the number of fields in a line through one without holes, along the row or the column,
    /// whichever is longer.
    fn longest_line(&self, cell: Cell) -> usize {
        let fields = &self.level.fields;
        let along = |columns: i32, rows: i32| {
            let cells = (1..).map_while(|step: i32| {
                let column = cell.column.checked_add_signed(step * columns)?;
                let row = cell.row.checked_add_signed(step * rows)?;
                fields.get(Cell::new(column, row))
            });
            cells.take_while(|&&field| field != Field::Hole).count()
        };
        1 + (along(-1, 0) + along(1, 0)).max(along(0, -1) + along(0, 1))
    }

    pub(super) fn field_count(&self) -> u64 {
        let fields = self.level.fields.values().iter();
        fields.filter(|&&field| field != Field::Hole).count() as u64
    }

    /// Returns how many elements can be removed, of a number and the specials made of them: making one takes
    /// four elements and leaves three fewer.
    const fn with_specials(&self, elements: u64) -> u64 {
        let specials = elements.saturating_sub(1) / 3;
        elements + if self.makes_specials { specials } else { 0 }
    }
}
