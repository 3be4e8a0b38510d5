//! Combinations: what they are and in what order they are looked for.

use quincunx_core::{Cell, Offset, Size};

use super::element::{Colour, Element, Letter};

/// A board of any representation whose colours can be read.
pub(crate) trait Colours {
    fn size(&self) -> Size;

    /// Returns the colour of the element at a cell; `None` for an empty one and off the board.
    fn colour(&self, cell: Cell) -> Option<Colour>;
}

/// The kinds of combinations in the order in which they are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Five,
    /// An L or a T of five cells.
    Corner,
    Four,
    Three,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Five, Self::Corner, Self::Four, Self::Three];
}

/// A set of equal colours that is removed together; the variants number its cells from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Combination {
    /// A straight run of at least three.
    Line {
        /// Cell 1: the topmost or the leftmost.
        start: Cell,
        /// Whether it runs down instead of to the right.
        vertical: bool,
        length: u32,
    },
    /// One of the eight forms of five cells.
    Corner {
        /// Cell 1: the first in reading order.
        start: Cell,
        /// The offsets of its cells from cell 1.
        shape: &'static Shape,
    },
}

/// The five cells of an L or a T as steps from the first.
pub(crate) type Shape = [Offset; 5];

/// The L and T forms in the order in which they are tried at a cell; the numbers are those of the cells.
///
/// ```text
/// 1 . .    . . 1    1 2 3    1 2 3    1 2 3    . 1 .    1 . .    . . 1
/// 2 . .    . . 2    4 . .    . . 4    . 4 .    . 2 .    2 3 4    2 3 4
/// 3 4 5    3 4 5    5 . .    . . 5    . 5 .    3 4 5    5 . .    . . 5
/// ```
pub(crate) static SHAPES: [Shape; 8] = [
    shape([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    shape([(0, 0), (1, 0), (2, -2), (2, -1), (2, 0)]),
    shape([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]),
    shape([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]),
    shape([(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    shape([(0, 0), (1, 0), (2, -1), (2, 0), (2, 1)]),
    shape([(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)]),
    shape([(0, 0), (1, -2), (1, -1), (1, 0), (2, 0)]),
];

/// Creates a shape from pairs of rows and columns.
const fn shape(cells: [(i32, i32); 5]) -> Shape {
    let mut shape = [Offset::new(0, 0); 5];
    let mut at = 0;
    while at < 5 {
        let (rows, columns) = cells[at];
        shape[at] = Offset::new(columns, rows);
        at += 1;
    }
    shape
}

impl Combination {
    /// Finds the combination that is resolved next: by kind, then in reading order of the first cell.
    pub(crate) fn find(board: &impl Colours) -> Option<Self> {
        Kind::ALL
            .into_iter()
            .find_map(|kind| board.size().cells().find_map(|cell| Self::at(board, kind, cell)))
    }

    /// Returns the combination of a kind whose first cell is `start`, given that no kind before it is on the
    /// board. A vertical run that is long enough wins over a longer horizontal one.
    pub(crate) fn at(board: &impl Colours, kind: Kind, start: Cell) -> Option<Self> {
        match kind {
            Kind::Five => Self::line(board, start, 5),
            Kind::Corner => Self::corner(board, start),
            Kind::Four => Self::line(board, start, 4),
            Kind::Three => Self::line(board, start, 3),
        }
    }

    fn line(board: &impl Colours, start: Cell, least: u32) -> Option<Self> {
        [true, false].into_iter().find_map(|vertical| {
            let length = run(board, start, vertical);
            (length >= least).then_some(Self::Line {
                start,
                vertical,
                length,
            })
        })
    }

    fn corner(board: &impl Colours, start: Cell) -> Option<Self> {
        let colour = board.colour(start)?;
        let holds = |by: &Offset| step(start, *by).is_some_and(|cell| board.colour(cell) == Some(colour));
        let shape = SHAPES.iter().find(|shape| shape.iter().all(holds))?;
        Some(Self::Corner { start, shape })
    }

    pub(crate) const fn start(self) -> Cell {
        match self {
            Self::Line { start, .. } | Self::Corner { start, .. } => start,
        }
    }

    pub(crate) const fn creates(self) -> Option<Letter> {
        match self {
            Self::Corner { .. } => Some(Letter::Wrapped),
            Self::Line { length: 5.., .. } => Some(Letter::Bomb),
            Self::Line {
                length: 4, vertical, ..
            } => Some(if vertical {
                Letter::Vertical
            } else {
                Letter::Horizontal
            }),
            Self::Line { .. } => None,
        }
    }

    /// Returns the special that the combination makes on a board, with the cell on which it appears.
    pub(crate) fn special(self, board: &impl Colours) -> Option<(Cell, Element)> {
        let letter = self.creates()?;
        let colour = board.colour(self.start()).expect("a combination has a colour");
        Some((self.start(), Element::new(letter, colour)))
    }

    /// Iterates over the cells in the order of their removal: a line from its first on, a corner's first cell
    /// last.
    pub(crate) fn removal_order(self) -> impl Iterator<Item = Cell> {
        let (start, count) = match self {
            Self::Line { start, length, .. } => (start, length),
            Self::Corner { start, .. } => (start, 5),
        };
        (0..count).map(move |number| match self {
            Self::Line { vertical: true, .. } => Cell::new(start.column, start.row + number),
            Self::Line { vertical: false, .. } => Cell::new(start.column + number, start.row),
            Self::Corner { shape, .. } => {
                step(start, shape[(number as usize + 1) % 5]).expect("a corner was found on the board")
            }
        })
    }
}

/// Counts the cells of one colour from a start on, downwards or to the right.
fn run(board: &impl Colours, start: Cell, vertical: bool) -> u32 {
    let Some(colour) = board.colour(start) else {
        return 0;
    };
    let mut end = start;
    loop {
        if vertical {
            end.row += 1;
        } else {
            end.column += 1;
        }
        if board.colour(end) != Some(colour) {
            return (end.row - start.row) + (end.column - start.column);
        }
    }
}

/// Returns whether a colour on a cell would be in a line of at least three, which every combination has; the
/// cell `without` will hold another colour.
pub(crate) fn makes_line(board: &impl Colours, at: Cell, colour: Colour, without: Cell) -> bool {
    let equal = |columns: i32, rows: i32| {
        let cells = (1..3).map(|distance| step(at, Offset::new(distance * columns, distance * rows)));
        let is_equal = |cell: &Option<Cell>| {
            cell.is_some_and(|cell| cell != without && board.colour(cell) == Some(colour))
        };
        cells.take_while(is_equal).count()
    };
    equal(-1, 0) + equal(1, 0) >= 2 || equal(0, -1) + equal(0, 1) >= 2
}

/// Takes a step; `None` where it leaves the board to the left or upwards. Beyond the other edges there is no
/// colour.
fn step(from: Cell, by: Offset) -> Option<Cell> {
    Some(Cell::new(
        from.column.checked_add_signed(by.columns)?,
        from.row.checked_add_signed(by.rows)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;

    /// Cells as rows and columns in the order of their removal, and the special made.
    type Found = Option<(Vec<(u32, u32)>, Option<Letter>)>;

    fn found(board: &str) -> Found {
        let board: Board = board.parse().expect("a board");
        let combination = Combination::find(&board)?;
        let cells = combination
            .removal_order()
            .map(|cell| (cell.row, cell.column))
            .collect();
        Some((cells, combination.creates()))
    }

    #[test]
    fn the_letter_does_not_count_and_empty_squares_never_match() {
        assert_eq!(found("R1 V1 B1"), Some((vec![(0, 0), (0, 1), (0, 2)], None)));
        assert_eq!(found("-- -- -- / -- -- -- / -- -- --"), None);
    }

    #[test]
    fn a_vertical_run_is_taken_even_when_the_horizontal_one_is_longer() {
        let column = vec![(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
        let board = "R1 R1 R1 R1 R1 R1 / R1 R2 R3 R2 R3 R2 / R1 R3 R2 R3 R2 R3 / R1 R2 R3 R2 R3 R2 / R1 R3 R2 R3 R2 R3";
        assert_eq!(found(board), Some((column, Some(Letter::Bomb))));
    }

    #[test]
    fn a_longer_line_further_on_comes_before_a_corner_and_a_corner_before_a_four() {
        let corner = "R1 R1 R1 R2 / R1 R2 R3 R4 / R1 R3 R4 R2";
        assert_eq!(
            found(&format!("{corner} / R5 R5 R5 R5")),
            Some((
                vec![(0, 1), (0, 2), (1, 0), (2, 0), (0, 0)],
                Some(Letter::Wrapped)
            ))
        );
        let corner = corner.replace(" /", " R6 /");
        assert_eq!(
            found(&format!("{corner} R6 / R5 R5 R5 R5 R5")),
            Some(((0..5).map(|column| (3, column)).collect(), Some(Letter::Bomb)))
        );
    }

    #[test]
    fn fours_make_the_special_of_their_direction() {
        assert_eq!(
            found("R1 R1 R1 R1").and_then(|(_, made)| made),
            Some(Letter::Horizontal)
        );
        assert_eq!(
            found("R1 / R1 / R1 / R1").and_then(|(_, made)| made),
            Some(Letter::Vertical)
        );
    }

    #[test]
    fn every_shape_is_found_alone_with_its_first_cell_removed_last() {
        for shape in &SHAPES {
            let start = Cell::new(2, 0);
            let mut board = Board::empty(Size::new(5, 3).expect("a size"));
            for &by in shape {
                let cell = step(start, by).expect("a cell of the board");
                board.set(cell, "R4".parse().ok());
            }
            let found = Combination::find(&board).expect("the shape");
            assert_eq!(found, Combination::Corner { start, shape });
            assert_eq!(found.removal_order().last(), Some(start));
        }
    }

    #[test]
    fn of_two_shapes_at_a_cell_the_earlier_one_is_found() {
        let start = Cell::new(2, 0);
        for (number, earlier) in SHAPES.iter().enumerate() {
            for later in &SHAPES[number + 1..] {
                let mut board = Board::empty(Size::new(5, 3).expect("a size"));
                for &by in earlier.iter().chain(later) {
                    board.set(step(start, by).expect("a cell of the board"), "R4".parse().ok());
                }
                let holds = |shape: &&Shape| {
                    shape.iter().all(|&by| {
                        board
                            .element(step(start, by).expect("a cell of the board"))
                            .is_some()
                    })
                };
                // Two shapes may hold a third one, even an earlier one, and those with their bars to both
                // sides a five.
                let first = SHAPES.iter().find(holds).expect("they hold themselves");
                match Combination::find(&board).expect("a combination") {
                    Combination::Line { length, .. } => assert_eq!(length, 5),
                    found => assert_eq!(found, Combination::Corner { start, shape: first }),
                }
            }
        }
    }
}
