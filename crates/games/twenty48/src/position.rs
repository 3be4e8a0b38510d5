//! A position: the board, its points and moves, and the pieces that chance still adds.

use std::hash::{Hash, Hasher};

use quincunx_core::actions::nth_set_bit;
use quincunx_core::{ActionMask, ActionSet, BitAction, Cell, Direction, Grid, Size};
use thiserror::Error;

use super::slide::{BoardScan, Slid, slide};

/// The largest value of a piece, 2^62. A merge beyond it is not possible.
pub const LARGEST: u64 = 1 << 62;

/// A board with its points and moves.
///
/// Equality covers the pieces, the points, the number of moves and the pieces that chance still adds. The
/// hash leaves out points and moves: nothing that follows depends on them, so a search recognizes a board
/// that it has met with other points. Points are exact up to 2^128 − 1 and saturate there.
///
/// ```
/// use quincunx_core::{Cell, Direction, Size};
/// use quincunx_twenty48::{Position, Scoring};
///
/// let mut position = Position::empty(Size::new(4, 2)?)?;
/// for column in 0..3 {
///     position.set(Cell::new(column, 0), 2)?;
/// }
/// assert_eq!(position.perform_move(Direction::Right, Scoring::Standard)?, true);
/// assert_eq!(position.cells().to_string(), "0 0 2 4\n0 0 0 0\n");
/// assert_eq!((position.points(), position.moves()), (4, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The values of the pieces; 0 for a free cell.
    cells: Grid<u64>,
    points: u128,
    moves: u64,
    free: u32,
    /// The pieces that chance adds before the player acts.
    pending: u32,
    /// The directions whose slide changes the board; empty while pieces are pending.
    possible: ActionMask<Direction>,
}

/// How the points of a move are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Scoring {
    /// The sum of the values that merges make.
    #[default]
    Standard,
    /// That sum × 2^(v − 1) for a move of v merges.
    Contest,
}

/// A new piece, the outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The cell on which it appears.
    pub cell: Cell,
    /// Its value: 2 or 4.
    pub value: u64,
}

/// A board with fewer than two columns or rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a board of at least 2 columns and 2 rows, found {0}")]
pub struct BoardTooSmall(pub Size);

impl BoardTooSmall {
    /// Checks that a board has at least two columns and rows.
    pub(super) const fn check(size: Size) -> Result<(), Self> {
        if size.columns() < 2 || size.rows() < 2 {
            return Err(Self(size));
        }
        Ok(())
    }
}

/// Why a cell could not be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetError {
    /// The cell is not on the board.
    #[error("{cell} is off the {size} board")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The size of the board.
        size: Size,
    },
    /// The value is beyond [`LARGEST`].
    #[error("{0} is larger than {LARGEST}, the largest value of a piece")]
    TooLarge(u64),
}

/// A move that would make a piece beyond [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move {} would make a piece larger than {LARGEST}, the largest there is", .0.word())]
pub struct PieceTooLarge(pub Direction);

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.cells, self.pending).hash(state);
    }
}

impl Scoring {
    /// Returns the points of a move with so many merges that make values of this sum.
    pub const fn points(self, merges: u32, sum: u128) -> u128 {
        match self {
            Self::Contest if merges > 1 => {
                let doublings = merges - 1;
                if doublings > sum.leading_zeros() {
                    u128::MAX
                } else {
                    sum << doublings
                }
            }
            Self::Standard | Self::Contest => sum,
        }
    }
}

impl Position {
    /// Creates a board without pieces, points or moves.
    ///
    /// # Errors
    /// When it has fewer than two columns or rows.
    pub fn empty(size: Size) -> Result<Self, BoardTooSmall> {
        BoardTooSmall::check(size)?;
        Ok(Self {
            cells: Grid::filled(size, 0),
            points: 0,
            moves: 0,
            free: size.area() as u32,
            pending: 0,
            possible: ActionMask::new(0),
        })
    }

    /// Creates a position from its parts; `None` when more pieces are pending than cells are free.
    pub(super) fn from_parts(cells: Grid<u64>, points: u128, moves: u64, pending: u32) -> Option<Self> {
        assert!(
            cells.values().iter().all(|&value| value <= LARGEST),
            "values are checked where they are read"
        );
        let mut position = Self::empty(cells.size()).expect("sizes are checked where they are read");
        position.cells = cells;
        (position.points, position.moves, position.pending) = (points, moves, pending);
        position.refresh();
        (pending <= position.free).then_some(position)
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns the values of the pieces, 0 for a free cell.
    pub const fn cells(&self) -> &Grid<u64> {
        &self.cells
    }

    /// Returns the points won so far.
    pub const fn points(&self) -> u128 {
        self.points
    }

    /// Returns the number of moves that have changed the board.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns the number of pieces on the board.
    pub const fn pieces(&self) -> u32 {
        self.cells.size().area() as u32 - self.free
    }

    /// Returns the number of free cells.
    pub const fn free(&self) -> u32 {
        self.free
    }

    /// Returns the number of pieces that chance adds before the player acts.
    pub const fn pending(&self) -> u32 {
        self.pending
    }

    /// Returns the directions whose slide changes the board and makes no piece beyond [`LARGEST`]; none while
    /// pieces are pending.
    pub const fn possible(&self) -> ActionMask<Direction> {
        self.possible
    }

    /// Sets the value of a cell, whatever it holds; 0 frees it. No more pieces stay pending than cells are
    /// free.
    ///
    /// # Errors
    /// When the cell is off the board or the value is beyond [`LARGEST`]. The board is then unchanged.
    pub fn set(&mut self, cell: Cell, value: u64) -> Result<(), SetError> {
        let size = self.size();
        if value > LARGEST {
            return Err(SetError::TooLarge(value));
        }
        let Some(field) = self.cells.get_mut(cell) else {
            return Err(SetError::OffBoard { cell, size });
        };
        *field = value;
        self.refresh();
        Ok(())
    }

    /// Slides and merges without adding a piece. Returns whether the board changed.
    ///
    /// # Errors
    /// When a merge would pass [`LARGEST`]. The board is then unchanged.
    pub fn perform_move(&mut self, direction: Direction, scoring: Scoring) -> Result<bool, PieceTooLarge> {
        if !self.possible.contains(direction) {
            return if self.passes_largest(direction) {
                Err(PieceTooLarge(direction))
            } else {
                Ok(false)
            };
        }
        self.slide(direction, scoring, |_| {});
        self.refresh();
        Ok(true)
    }

    /// Slides in a possible direction, counts the move and reports every tile to `each`. Returns the number
    /// of merges.
    ///
    /// The caller renews the possible directions: by [`Position::refresh`], or by adding a piece.
    #[inline]
    pub(super) fn slide(&mut self, direction: Direction, scoring: Scoring, each: impl FnMut(Slid)) -> u32 {
        let gain = slide(&mut self.cells, direction, each);
        self.points = self.points.saturating_add(scoring.points(gain.merges, gain.sum));
        self.moves = self.moves.saturating_add(1);
        self.free += gain.merges;
        gain.merges
    }

    /// Sets the number of pieces that chance adds next.
    #[inline]
    pub(super) const fn set_pending(&mut self, pieces: u32) {
        self.pending = pieces;
        self.possible = ActionMask::new(0);
    }

    /// Returns the `n`-th free cell in reading order, counted from 0; `None` when there are fewer.
    pub(crate) fn free_cell(&self, n: u32) -> Option<Cell> {
        let mut left = n;
        for (block, values) in self.cells.values().chunks(64).enumerate() {
            let bits = values
                .iter()
                .rev()
                .fold(0u64, |bits, &value| bits << 1 | u64::from(value == 0));
            if left < bits.count_ones() {
                return Some(self.size().cell(64 * block + nth_set_bit(bits, left) as usize));
            }
            left -= bits.count_ones();
        }
        None
    }

    /// Adds a piece to a free cell.
    ///
    /// # Panics
    /// When the cell is off the board; in debug builds also when it is not free.
    #[inline]
    pub(crate) fn add(&mut self, piece: Piece) {
        debug_assert_eq!(self.cells[piece.cell], 0, "a piece is added to a free field");
        self.cells[piece.cell] = piece.value;
        self.pending = self.pending.saturating_sub(1);
        self.refresh();
    }

    /// Recomputes the free cells and the possible directions after a change.
    #[inline]
    fn refresh(&mut self) {
        let seen = BoardScan::of(&self.cells);
        self.free = seen.free;
        self.pending = self.pending.min(self.free);
        self.possible = ActionMask::new(if self.pending > 0 { 0 } else { seen.changing });
        if seen.union > LARGEST / 2 {
            self.forbid_passing();
        }
    }

    #[cold]
    fn forbid_passing(&mut self) {
        for direction in self.possible {
            if self.passes_largest(direction) {
                self.possible = ActionMask::new(self.possible.bits() & !(1 << direction.bit()));
            }
        }
    }

    /// Returns whether a slide would make a piece beyond [`LARGEST`].
    pub(super) fn passes_largest(&self, direction: Direction) -> bool {
        let mut passes = false;
        slide(&mut self.cells.clone(), direction, |slid| {
            passes |= slid.merged && slid.value > LARGEST / 2;
        });
        passes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a board from its rows.
    fn board(rows: &[&[u64]]) -> Position {
        let size = Size::new(rows[0].len() as u32, rows.len() as u32).expect("a possible size");
        let cells = Grid::from_values(size, rows.concat()).expect("rows of one length");
        Position::from_parts(cells, 0, 0, 0).expect("nothing is pending")
    }

    fn rows(position: &Position) -> Vec<Vec<u64>> {
        position.cells().rows().map(<[u64]>::to_vec).collect()
    }

    /// Moves one row right, above an empty row.
    fn right(row: &[u64]) -> Vec<u64> {
        let empty = vec![0; row.len()];
        let mut position = board(&[row, &empty]);
        position
            .perform_move(Direction::Right, Scoring::Standard)
            .expect("small values");
        rows(&position).swap_remove(0)
    }

    #[test]
    fn neighbours_merge_once_from_the_end_of_the_move() {
        assert_eq!(right(&[2, 2, 2, 0]), [0, 0, 2, 4]);
        assert_eq!(right(&[2, 2, 2, 2]), [0, 0, 4, 4]);
        assert_eq!(right(&[4, 2, 2, 0]), [0, 0, 4, 4]);
        assert_eq!(right(&[2, 0, 0, 2]), [0, 0, 0, 4]);
        assert_eq!(right(&[3, 3, 0, 5, 5, 5]), [0, 0, 0, 6, 5, 10]);
        assert_eq!(right(&[1, 0]), [0, 1]);
    }

    #[test]
    fn every_direction_slides_to_its_edge() {
        let start = board(&[&[0, 2, 0], &[2, 2, 4], &[0, 2, 4]]);
        for (direction, want) in [
            (Direction::Up, [[2, 4, 8], [0, 2, 0], [0, 0, 0]]),
            (Direction::Down, [[0, 0, 0], [0, 2, 0], [2, 4, 8]]),
            (Direction::Left, [[2, 0, 0], [4, 4, 0], [2, 4, 0]]),
            (Direction::Right, [[0, 0, 2], [0, 4, 4], [0, 2, 4]]),
        ] {
            let mut position = start.clone();
            assert_eq!(position.perform_move(direction, Scoring::Standard), Ok(true));
            assert_eq!(rows(&position), want, "{direction:?}");
            assert_eq!(
                position.free() as usize,
                want.as_flattened().iter().filter(|&&v| v == 0).count()
            );
        }
    }

    #[test]
    fn a_move_that_changes_nothing_is_none() {
        let mut position = board(&[&[2, 4], &[4, 2]]);
        let before = position.clone();
        for direction in Direction::ALL {
            assert_eq!(position.perform_move(direction, Scoring::Standard), Ok(false));
        }
        assert_eq!(position, before);
        assert!(position.possible().is_empty());
        let mut position = board(&[&[2, 0], &[4, 0]]);
        assert_eq!(
            position.possible().into_iter().collect::<Vec<_>>(),
            [Direction::Right]
        );
        assert_eq!(
            position.perform_move(Direction::Left, Scoring::Standard),
            Ok(false)
        );
        assert_eq!(position.moves(), 0);
    }

    #[test]
    fn contest_doubles_for_every_further_merge() {
        for (row, standard, contest) in [
            (vec![2, 2, 2, 2], 8, 16),
            (vec![2; 6], 12, 48),
            (vec![2, 2, 0, 4], 4, 4),
            (vec![2, 4, 0, 0], 0, 0),
        ] {
            let empty = vec![0; row.len()];
            for (scoring, want) in [(Scoring::Standard, standard), (Scoring::Contest, contest)] {
                let mut position = board(&[&row, &empty]);
                assert_eq!(position.perform_move(Direction::Right, scoring), Ok(true));
                assert_eq!(position.points(), want, "{row:?} {scoring:?}");
            }
        }
    }

    #[test]
    fn points_are_exact_until_they_saturate() {
        assert_eq!(Scoring::Contest.points(65, 1 << 63), 1 << 127);
        assert_eq!(Scoring::Contest.points(66, 1 << 63), u128::MAX);
        assert_eq!(Scoring::Contest.points(2048, 4096), u128::MAX);
        assert_eq!(Scoring::Standard.points(4, 1 << 64), 1 << 64);
        let full = board(&[[2; 64].as_slice(); 64]);
        let mut position = full.clone();
        assert_eq!(position.perform_move(Direction::Up, Scoring::Contest), Ok(true));
        assert_eq!((position.points(), position.free()), (u128::MAX, 2048));
        let half = LARGEST / 2;
        let mut position = board(&[&[half; 4], &[half; 4]]);
        assert_eq!(
            position.perform_move(Direction::Left, Scoring::Standard),
            Ok(true)
        );
        assert_eq!(position.points(), 4 << 62);
    }

    #[test]
    fn a_board_that_is_filled_has_no_pending_pieces() {
        let mut position = Position::empty(Size::new(2, 2).expect("a possible size")).expect("2×2");
        position.set_pending(2);
        for (cell, pending) in position.size().cells().zip([2, 2, 1, 0]) {
            position.set(cell, 2).expect("a cell of the board");
            assert_eq!(position.pending(), pending);
        }
        assert!(!position.possible().is_empty());
    }

    #[test]
    fn a_merge_beyond_the_largest_is_refused() {
        let mut position = board(&[&[LARGEST, LARGEST], &[0, 2]]);
        let before = position.clone();
        for direction in [Direction::Left, Direction::Right] {
            assert_eq!(
                position.perform_move(direction, Scoring::Standard),
                Err(PieceTooLarge(direction))
            );
            assert_eq!(position, before);
        }
        assert_eq!(
            position.possible().into_iter().collect::<Vec<_>>(),
            [Direction::Down]
        );
        let odd = LARGEST / 2 + 1;
        let position = board(&[&[odd, 0], &[0, 0], &[odd, 0]]);
        assert_eq!(
            position.possible().into_iter().collect::<Vec<_>>(),
            [Direction::Right]
        );
        let position = board(&[&[LARGEST / 2, LARGEST / 2], &[LARGEST, 0]]);
        assert_eq!(
            position.possible().into_iter().collect::<Vec<_>>(),
            [Direction::Down, Direction::Left, Direction::Right]
        );
    }

    #[test]
    fn fields_are_checked() {
        let size = Size::new(3, 2).expect("a possible size");
        let mut position = Position::empty(size).expect("large enough");
        assert_eq!(
            Position::empty(Size::new(1, 2).expect("a possible size")),
            Err(BoardTooSmall(Size::new(1, 2).expect("a possible size")))
        );
        let cell = Cell::new(3, 0);
        assert_eq!(position.set(cell, 2), Err(SetError::OffBoard { cell, size }));
        assert_eq!(
            position.set(Cell::new(0, 0), LARGEST + 1),
            Err(SetError::TooLarge(LARGEST + 1))
        );
        assert_eq!(position.set(Cell::new(2, 1), LARGEST), Ok(()));
        assert_eq!((position.pieces(), position.free()), (1, 5));
        assert_eq!(position.free_cell(4), Some(Cell::new(1, 1)));
        assert_eq!(position.free_cell(5), None);
    }
}
