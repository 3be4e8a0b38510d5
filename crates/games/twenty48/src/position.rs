//! The board with its pieces, points and moves, and the slide that changes them.

use std::hash::{Hash, Hasher};

use quincunx_core::actions::nth_set_bit;
use quincunx_core::{ActionMask, ActionSet, BitAction, Cell, Direction, Grid, Size};
use thiserror::Error;

/// The largest value of a piece, 2^62; a merge that would pass it is refused.
pub const LARGEST: u64 = 1 << 62;

/// A board with its points and moves.
///
/// Two positions are equal when all that is shown and all that follows is equal: the pieces, the points, the
/// number of moves, and how many pieces chance still has to add. Points are exact up to 2^128 − 1 and stay
/// there. The hash leaves out points and moves, on which nothing that is still to come depends, so that a
/// search knows a board again.
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
    /// The values of the pieces; 0 where there is none.
    cells: Grid<u64>,
    points: u128,
    moves: u64,
    /// How many fields have no piece.
    free: u32,
    /// How many pieces chance adds before a player acts.
    owed: u32,
    /// The directions that can be moved in; none while pieces are owed, so that it need not be known then.
    possible: ActionMask<Direction>,
}

/// How the points of a move are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scoring {
    /// The sum of the values made by merging.
    #[default]
    Standard,
    /// That sum × 2^(v − 1) for a move of v merges.
    Contest,
}

/// A new piece: what chance adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Where it appears.
    pub cell: Cell,
    /// Its value: 2 or 4.
    pub value: u64,
}

/// A size that is no board of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a {0} board is too small: it has at least 2 columns and 2 rows")]
pub struct TooSmall(pub Size);

/// Why a field could not be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// The field is not on the board.
    #[error("{cell} is off the {size} board")]
    OffBoard {
        /// The field.
        cell: Cell,
        /// The size of the board.
        size: Size,
    },
    /// The value is too large.
    #[error("{0} is larger than {LARGEST}, the largest value of a piece")]
    TooLarge(u64),
}

/// A move that would make a piece beyond [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the move {} would make a piece larger than {LARGEST}, the largest there is", .0.word())]
pub struct PassesLargest(pub Direction);

/// What one tile did in a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slid {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) value: u64,
    /// Whether it merged with an equal piece that stood at `to`.
    pub(super) merged: bool,
}

/// What merging gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Gain {
    pub(super) merges: u32,
    /// The sum of the values made.
    pub(super) sum: u128,
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.cells, self.owed).hash(state);
    }
}

impl Scoring {
    /// Returns the points of a move that merged so often and made values of this sum.
    #[must_use]
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
    /// Makes a board without pieces, points or moves.
    ///
    /// # Errors
    /// When a side is less than 2.
    pub fn empty(size: Size) -> Result<Self, TooSmall> {
        if size.columns() < 2 || size.rows() < 2 {
            return Err(TooSmall(size));
        }
        Ok(Self {
            cells: Grid::filled(size, 0),
            points: 0,
            moves: 0,
            free: size.area() as u32,
            owed: 0,
            possible: ActionMask::new(0),
        })
    }

    /// Makes a position of its parts; `None` when the board has less room than pieces are owed.
    ///
    /// # Panics
    /// When a side is less than 2 or a value is beyond [`LARGEST`].
    #[must_use]
    pub(super) fn from_parts(cells: Grid<u64>, points: u128, moves: u64, owed: u32) -> Option<Self> {
        assert!(
            cells.values().iter().all(|&value| value <= LARGEST),
            "values are checked where they are read"
        );
        let mut position = Self::empty(cells.size()).expect("sizes are checked where they are read");
        position.cells = cells;
        (position.points, position.moves, position.owed) = (points, moves, owed);
        position.look();
        (owed <= position.free).then_some(position)
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns the values of the pieces, 0 where there is none.
    #[must_use]
    pub const fn cells(&self) -> &Grid<u64> {
        &self.cells
    }

    /// Returns the points won so far.
    #[must_use]
    pub const fn points(&self) -> u128 {
        self.points
    }

    /// Returns how many moves have changed the board.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Returns how many pieces are on the board.
    #[must_use]
    pub const fn pieces(&self) -> u32 {
        self.cells.size().area() as u32 - self.free
    }

    /// Returns how many fields have no piece.
    #[must_use]
    pub const fn free(&self) -> u32 {
        self.free
    }

    /// Returns how many pieces chance adds before a player acts.
    #[must_use]
    pub const fn owed(&self) -> u32 {
        self.owed
    }

    /// Returns the directions that can be moved in: those that change the board and make no piece beyond
    /// [`LARGEST`]. None while pieces are owed.
    #[must_use]
    pub const fn possible(&self) -> ActionMask<Direction> {
        self.possible
    }

    /// Puts a piece on a field, over what is there; 0 removes it.
    ///
    /// # Errors
    /// When the field is off the board or the value beyond [`LARGEST`]; nothing is changed.
    pub fn set(&mut self, cell: Cell, value: u64) -> Result<(), SetError> {
        let size = self.size();
        if value > LARGEST {
            return Err(SetError::TooLarge(value));
        }
        let Some(field) = self.cells.get_mut(cell) else {
            return Err(SetError::OffBoard { cell, size });
        };
        *field = value;
        self.look();
        Ok(())
    }

    /// Slides and merges, and adds no piece; false, and nothing changed, when that does not change the board.
    ///
    /// # Errors
    /// When a merge would pass [`LARGEST`]; nothing is changed.
    pub fn perform_move(&mut self, direction: Direction, scoring: Scoring) -> Result<bool, PassesLargest> {
        if !self.possible.contains(direction) {
            return if self.passes_largest(direction) {
                Err(PassesLargest(direction))
            } else {
                Ok(false)
            };
        }
        self.slide(direction, scoring, |_| {});
        self.look();
        Ok(true)
    }

    /// Slides in a possible direction, counts the move, and tells what every tile did, line by line from its
    /// end.
    ///
    /// The possible directions are those of before until [`Position::look`], or a piece that is added, renews
    /// them.
    #[inline]
    pub(super) fn slide(&mut self, direction: Direction, scoring: Scoring, each: impl FnMut(Slid)) -> Gain {
        let gain = slide(&mut self.cells, direction, each);
        self.points = self.points.saturating_add(scoring.points(gain.merges, gain.sum));
        self.moves = self.moves.saturating_add(1);
        self.free += gain.merges;
        gain
    }

    /// Lets chance act next.
    #[inline]
    pub(super) const fn owe(&mut self, pieces: u32) {
        self.owed = pieces;
        self.possible = ActionMask::new(0);
    }

    /// Returns the `n`-th field without a piece, in reading order from 0; `None` when there are not so many.
    #[must_use]
    pub fn free_cell(&self, n: u32) -> Option<Cell> {
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

    /// Adds a piece to a field that has none.
    ///
    /// # Panics
    /// When the field is off the board; in debug builds also when it has a piece.
    #[inline]
    pub fn add(&mut self, piece: Piece) {
        debug_assert_eq!(self.cells[piece.cell], 0, "a piece is added to a free field");
        self.cells[piece.cell] = piece.value;
        self.owed = self.owed.saturating_sub(1);
        self.look();
    }

    /// Finds the free fields and the possible directions again after a change.
    #[inline]
    fn look(&mut self) {
        let seen = Seen::of(&self.cells);
        self.free = seen.free;
        self.possible = ActionMask::new(if self.owed > 0 { 0 } else { seen.changing });
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

    /// Tells whether a slide would make a piece beyond [`LARGEST`].
    fn passes_largest(&self, direction: Direction) -> bool {
        let mut passes = false;
        slide(&mut self.cells.clone(), direction, |slid| {
            passes |= slid.merged && slid.value > LARGEST / 2;
        });
        passes
    }
}

/// What one look over a board tells.
struct Seen {
    free: u32,
    /// The directions whose slide changes the board, as bits.
    changing: u64,
    /// The union of all values' bits.
    union: u64,
}

impl Seen {
    /// A slide changes the board when some tile has a free field before it, or an equal neighbour in its
    /// line; two equal tiles with free fields between them are already the first case.
    #[inline]
    fn of(cells: &Grid<u64>) -> Self {
        // The common board's rows are compiled by themselves, unrolled.
        let (columns, rows) = (cells.size().columns(), cells.size().rows());
        match (columns, rows) {
            (4, 4) => Self::of_rows(&cells.values()[..16], 4),
            _ => Self::of_rows(cells.values(), columns as usize),
        }
    }

    #[inline(always)]
    fn of_rows(values: &[u64], columns: usize) -> Self {
        let (mut free, mut union) = (0, 0);
        for &value in values {
            free += u32::from(value == 0);
            union |= value;
        }
        let mut across = Pairs::default();
        for row in values.chunks_exact(columns) {
            for (&a, &b) in row.iter().zip(&row[1..]) {
                across.see(a, b);
            }
        }
        let mut down = Pairs::default();
        for (&a, &b) in values.iter().zip(&values[columns..]) {
            down.see(a, b);
        }
        let bit = |direction: Direction, is_set: bool| u64::from(is_set) << direction.bit();
        Self {
            free,
            changing: bit(Direction::Up, down.back)
                | bit(Direction::Down, down.onward)
                | bit(Direction::Left, across.back)
                | bit(Direction::Right, across.onward),
            union,
        }
    }
}

/// Whether tiles can move in the two directions of their lines.
#[derive(Default)]
struct Pairs {
    back: bool,
    onward: bool,
}

impl Pairs {
    /// Looks at two neighbours, `a` before `b`.
    #[inline]
    fn see(&mut self, a: u64, b: u64) {
        let merge = (a == b) & (a != 0);
        self.back |= merge | ((a == 0) & (b != 0));
        self.onward |= merge | ((a != 0) & (b == 0));
    }
}

/// Slides all lines: every tile goes as far as it can, and from the end of the line on two equal neighbours
/// merge once.
#[inline]
fn slide(cells: &mut Grid<u64>, direction: Direction, mut each: impl FnMut(Slid)) -> Gain {
    let (columns, rows) = (cells.size().columns() as usize, cells.size().rows() as usize);
    let values = cells.values_mut();
    // The common board's lines are compiled by themselves, unrolled.
    match (columns, rows) {
        (4, 4) => slide_lines(&mut values[..16], 4, 4, direction, &mut each),
        _ => slide_lines(values, columns, rows, direction, &mut each),
    }
}

#[inline(always)]
fn slide_lines(
    values: &mut [u64],
    columns: usize,
    rows: usize,
    direction: Direction,
    each: &mut impl FnMut(Slid),
) -> Gain {
    let mut gain = Gain::default();
    match direction {
        Direction::Left => {
            for row in 0..rows {
                slide_line(values, columns, |at| row * columns + at, each, &mut gain);
            }
        }
        Direction::Right => {
            for row in 0..rows {
                slide_line(
                    values,
                    columns,
                    |at| row * columns + (columns - 1 - at),
                    each,
                    &mut gain,
                );
            }
        }
        Direction::Up => {
            for column in 0..columns {
                slide_line(values, rows, |at| at * columns + column, each, &mut gain);
            }
        }
        Direction::Down => {
            for column in 0..columns {
                slide_line(
                    values,
                    rows,
                    |at| (rows - 1 - at) * columns + column,
                    each,
                    &mut gain,
                );
            }
        }
    }
    gain
}

/// Slides one line; `index` tells where its fields are, from the end that tiles slide to.
///
/// Free of branches on values, since random boards defeat prediction: an empty field is written behind the
/// tiles that have come to rest, where it is overwritten or belongs.
#[inline(always)]
fn slide_line(
    values: &mut [u64],
    length: usize,
    index: impl Fn(usize) -> usize,
    each: &mut impl FnMut(Slid),
    gain: &mut Gain,
) {
    // Where the next tile comes to rest, and the value with which the tile before it may merge.
    let mut to = 0;
    let mut open = 0;
    for from in 0..length {
        let value = values[index(from)];
        values[index(from)] = 0;
        let is_tile = value != 0;
        let merged = is_tile & (value == open);
        let at = to - usize::from(merged);
        values[index(at)] = value << u32::from(merged);
        if is_tile {
            each(Slid {
                from: index(from),
                to: index(at),
                value,
                merged,
            });
        }
        to += usize::from(is_tile & !merged);
        open = match (is_tile, merged) {
            (_, true) => 0,
            (true, false) => value,
            (false, false) => open,
        };
        gain.merges += u32::from(merged);
        gain.sum += u128::from(if merged { value << 1 } else { 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a board of rows as they are drawn.
    fn board(rows: &[&[u64]]) -> Position {
        let size = Size::new(rows[0].len() as u32, rows.len() as u32).expect("a possible size");
        let cells = Grid::from_values(size, rows.concat()).expect("rows of one length");
        Position::from_parts(cells, 0, 0, 0).expect("nothing is owed")
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
    fn a_merge_beyond_the_largest_is_refused() {
        let mut position = board(&[&[LARGEST, LARGEST], &[0, 2]]);
        let before = position.clone();
        for direction in [Direction::Left, Direction::Right] {
            assert_eq!(
                position.perform_move(direction, Scoring::Standard),
                Err(PassesLargest(direction))
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
            Err(TooSmall(Size::new(1, 2).expect("a possible size")))
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
