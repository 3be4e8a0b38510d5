//! The basic moves of a board in order and by number.

use quincunx_core::{ActionSet, Cell, IndexIter, Size};

use super::moves::{BasicMove, MoveKind};

/// The basic moves that fit a board, ascending; flips, which are their own reverses, once.
///
/// Numbers run through the kinds of moves in order, inside a kind through the columns, inside a column
/// through the rows, and a reverse follows its move:
///
/// ```text
/// 3×2 board   flipRight 0,0 · 0,1 · 1,0 · 1,1                      0 –  3
///             flipDown 0,0 · 1,0 · 2,0                             4 –  6
///             rotateSquareClockwise 0,0 · reverse · 1,0 · reverse  7 – 10
///             rotateColumnDown 0 · reverse · 1 · … · 2 · reverse  11 – 16
///             rotateRowRight 0 · reverse · 1 · reverse            17 – 20
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveSet {
    size: Size,
    len: usize,
}

impl MoveSet {
    /// Creates the set of all moves that fit a size of at least 2×2.
    #[must_use]
    pub const fn all(size: Size) -> Self {
        Self {
            size,
            len: Starts::of(size).end,
        }
    }

    /// Creates the set of no moves.
    #[must_use]
    pub const fn none(size: Size) -> Self {
        Self { size, len: 0 }
    }

    /// Returns the number of a move among all that fit the size.
    ///
    /// # Panics
    /// When the move does not fit.
    #[must_use]
    pub fn index(size: Size, step: BasicMove) -> usize {
        assert!(step.fits_size(size), "{step} does not fit a {size} board");
        let starts = Starts::of(size);
        let place = |at: Cell, rows: u32| at.column as usize * rows as usize + at.row as usize;
        let turn = |place: usize| 2 * place + usize::from(step.is_reversed());
        match step.kind() {
            MoveKind::FlipRight(at) => place(at, size.rows()),
            MoveKind::FlipDown(at) => starts.flip_down + place(at, size.rows() - 1),
            MoveKind::RotateSquareClockwise(at) => starts.square + turn(place(at, size.rows() - 1)),
            MoveKind::RotateColumnDown(column) => starts.column + turn(column as usize),
            MoveKind::RotateRowRight(row) => starts.row + turn(row as usize),
        }
    }
}

impl ActionSet<BasicMove> for MoveSet {
    fn len(&self) -> usize {
        self.len
    }

    fn get(&self, n: usize) -> Option<BasicMove> {
        if n >= self.len {
            return None;
        }
        let starts = Starts::of(self.size);
        let cell = |place: usize, rows: u32| {
            Cell::new((place / rows as usize) as u32, (place % rows as usize) as u32)
        };
        let (kind, is_reversed) = if n < starts.flip_down {
            (MoveKind::FlipRight(cell(n, self.size.rows())), false)
        } else if n < starts.square {
            (
                MoveKind::FlipDown(cell(n - starts.flip_down, self.size.rows() - 1)),
                false,
            )
        } else if n < starts.column {
            let turn = n - starts.square;
            (
                MoveKind::RotateSquareClockwise(cell(turn / 2, self.size.rows() - 1)),
                turn % 2 == 1,
            )
        } else if n < starts.row {
            let turn = n - starts.column;
            (MoveKind::RotateColumnDown((turn / 2) as u32), turn % 2 == 1)
        } else {
            let turn = n - starts.row;
            (MoveKind::RotateRowRight((turn / 2) as u32), turn % 2 == 1)
        };
        let step = BasicMove::new(kind);
        Some(if is_reversed { step.reversed() } else { step })
    }

    fn contains(&self, step: BasicMove) -> bool {
        self.len > 0 && step.fits_size(self.size)
    }
}

impl IntoIterator for MoveSet {
    type Item = BasicMove;
    type IntoIter = IndexIter<Self, BasicMove>;

    fn into_iter(self) -> Self::IntoIter {
        IndexIter::new(self)
    }
}

/// The numbers at which the kinds of moves begin; flips to the right begin at 0.
struct Starts {
    flip_down: usize,
    square: usize,
    column: usize,
    row: usize,
    end: usize,
}

impl Starts {
    const fn of(size: Size) -> Self {
        let (columns, rows) = (size.columns() as usize, size.rows() as usize);
        let flip_down = (columns - 1) * rows;
        let square = flip_down + columns * (rows - 1);
        let column = square + 2 * (columns - 1) * (rows - 1);
        let row = column + 2 * columns;
        Self {
            flip_down,
            square,
            column,
            row,
            end: row + 2 * rows,
        }
    }
}
