//! Basic moves: cycles of fields along which tokens or elements move, by number and in text.

use std::fmt;

use quincunx_core::{ActionSet, Cell, IndexIter, NotationError, Offset, Size};
use quincunx_registry::console::{Refusal, digits, pair};

use super::deltas::{MaximumDeltaMatcher, UnionMatcher};
use super::swaps::Exchange;

/// The five kinds of basic moves, each with the field, column or row where it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// Exchanges a field with the one to its right.
    FlipRight(Cell),
    /// Exchanges a field with the one below.
    FlipDown(Cell),
    /// Turns the square whose top left field is given:
    ///
    /// ```text
    /// a b     c a
    /// c d  →  d b
    /// ```
    RotateSquareClockwise(Cell),
    /// Moves every token of a column one row down; the bottom one comes in at the top.
    RotateColumnDown(u32),
    /// Moves every token of a row one column to the right; the last one comes in at the left.
    RotateRowRight(u32),
}

impl MoveKind {
    /// The names of the kinds, in their order.
    pub const NAMES: [&str; 5] = [
        "flipRight",
        "flipDown",
        "rotateSquareClockwise",
        "rotateColumnDown",
        "rotateRowRight",
    ];

    /// Returns the place of the kind in their order.
    const fn ordinal(self) -> usize {
        match self {
            Self::FlipRight(_) => 0,
            Self::FlipDown(_) => 1,
            Self::RotateSquareClockwise(_) => 2,
            Self::RotateColumnDown(_) => 3,
            Self::RotateRowRight(_) => 4,
        }
    }
}

/// A basic move or the reverse of one.
///
/// Each field's token moves on to the next field of a cycle. A flip is its own reverse and has one form only,
/// so equal moves are equal values.
///
/// ```
/// use quincunx_match3::framework::{BasicMove, GridBoard, Move, MoveKind, TokenSet};
///
/// let mut board = GridBoard::parse("AB;CD", TokenSet::new("ABCD")?)?;
/// let turn = BasicMove::new(MoveKind::RotateColumnDown(0));
/// turn.apply(&mut board)?;
/// assert_eq!(board.to_string(), "CB;AD");
/// turn.reversed().apply(&mut board)?;
/// assert_eq!(board.to_string(), "AB;CD");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BasicMove {
    pub(crate) kind: MoveKind,
    pub(crate) is_reversed: bool,
}

impl BasicMove {
    /// Creates the move of a kind.
    #[must_use]
    pub const fn new(kind: MoveKind) -> Self {
        Self {
            kind,
            is_reversed: false,
        }
    }

    /// Returns the move that undoes this one; a flip undoes itself.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let is_flip = matches!(self.kind, MoveKind::FlipRight(_) | MoveKind::FlipDown(_));
        Self {
            kind: self.kind,
            is_reversed: !is_flip && !self.is_reversed,
        }
    }

    /// Returns the move or its reverse.
    const fn directed(kind: MoveKind, is_reversed: bool) -> Self {
        let step = Self::new(kind);
        if is_reversed { step.reversed() } else { step }
    }

    /// Returns whether a board of a size has all fields that the move touches.
    #[must_use]
    pub fn fits_size(self, size: Size) -> bool {
        let (columns, rows) = (size.columns(), size.rows());
        match self.kind {
            MoveKind::FlipRight(at) => at.column < columns - 1 && at.row < rows,
            MoveKind::FlipDown(at) => at.column < columns && at.row < rows - 1,
            MoveKind::RotateSquareClockwise(at) => at.column < columns - 1 && at.row < rows - 1,
            MoveKind::RotateColumnDown(column) => column < columns,
            MoveKind::RotateRowRight(row) => row < rows,
        }
    }

    /// Iterates over the fields of the cycle, from the field where the move is made.
    ///
    /// # Panics
    /// When the move does not fit the size.
    pub fn cycle(self, size: Size) -> impl ExactSizeIterator<Item = Cell> + Clone {
        assert!(self.fits_size(size), "{self} does not fit a {size} board");
        let length = match self.kind {
            MoveKind::FlipRight(_) | MoveKind::FlipDown(_) => 2,
            MoveKind::RotateSquareClockwise(_) => 4,
            MoveKind::RotateColumnDown(_) => size.rows(),
            MoveKind::RotateRowRight(_) => size.columns(),
        };
        (0..length).map(move |step| match (self.is_reversed, step) {
            (false, _) | (true, 0) => self.kind.field(step),
            (true, _) => self.kind.field(length - step),
        })
    }
}

impl MoveKind {
    /// Returns the field after some steps along the cycle.
    const fn field(self, step: u32) -> Cell {
        match self {
            Self::FlipRight(at) => Cell::new(at.column + step, at.row),
            Self::FlipDown(at) => Cell::new(at.column, at.row + step),
            Self::RotateSquareClockwise(at) => {
                // Right, down, left: the steps 1 and 2 lie in the right column, 2 and 3 in the lower row.
                Cell::new(
                    at.column + (step == 1 || step == 2) as u32,
                    at.row + (step >= 2) as u32,
                )
            }
            Self::RotateColumnDown(column) => Cell::new(column, step),
            Self::RotateRowRight(row) => Cell::new(step, row),
        }
    }
}

impl Exchange for BasicMove {
    const IS_RIGHT: [bool; 2] = [true, false];

    fn exchange(upper_left: Cell, is_right: bool) -> Self {
        Self::new(if is_right {
            MoveKind::FlipRight(upper_left)
        } else {
            MoveKind::FlipDown(upper_left)
        })
    }

    fn parts(self) -> Option<(Cell, bool)> {
        match self.kind {
            MoveKind::FlipRight(cell) => Some((cell, true)),
            MoveKind::FlipDown(cell) => Some((cell, false)),
            _ => None,
        }
    }
}

impl fmt::Display for BasicMove {
    /// Writes the move in the console's words, `reverse rotateColumnDown 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_reversed {
            f.write_str("reverse ")?;
        }
        let name = MoveKind::NAMES[self.kind.ordinal()];
        match self.kind {
            MoveKind::FlipRight(at) | MoveKind::FlipDown(at) | MoveKind::RotateSquareClockwise(at) => {
                write!(f, "{name} {},{}", at.column, at.row)
            }
            MoveKind::RotateColumnDown(line) | MoveKind::RotateRowRight(line) => write!(f, "{name} {line}"),
        }
    }
}

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
    /// The kinds of its moves, a bit each in their order.
    kinds: u8,
    len: usize,
}

impl MoveSet {
    /// Creates the set of all moves that fit a size of at least 2×2.
    #[must_use]
    pub(crate) const fn all(size: Size) -> Self {
        Self::of_kinds(size, 0b11111)
    }

    /// Creates the set of no moves.
    #[must_use]
    pub(crate) const fn none(size: Size) -> Self {
        Self::of_kinds(size, 0)
    }

    /// Creates the set of the moves of some kinds, a bit each in the order of [`MoveKind`].
    pub(crate) const fn of_kinds(size: Size, kinds: u8) -> Self {
        let starts = starts(size);
        let (mut kind, mut len) = (0, 0);
        while kind < MoveKind::NAMES.len() {
            if kinds >> kind & 1 == 1 {
                len += starts[kind + 1] - starts[kind];
            }
            kind += 1;
        }
        Self { size, kinds, len }
    }

    /// Returns the number among all moves of the `n`-th move of the set.
    fn number(&self, n: usize) -> usize {
        let starts = starts(self.size);
        let mut left = n;
        for kind in 0..MoveKind::NAMES.len() {
            let count = starts[kind + 1] - starts[kind];
            if self.kinds >> kind & 1 == 0 {
                continue;
            }
            if left < count {
                return starts[kind] + left;
            }
            left -= count;
        }
        starts[MoveKind::NAMES.len()]
    }

    /// Returns the number of a move among all that fit the size.
    ///
    /// # Panics
    /// When the move does not fit.
    #[must_use]
    pub(crate) fn index(size: Size, step: BasicMove) -> usize {
        assert!(step.fits_size(size), "{step} does not fit a {size} board");
        let [_, flip_down, square, column, row, _] = starts(size);
        let place = |at: Cell, rows: u32| at.column as usize * rows as usize + at.row as usize;
        let turn = |place: usize| 2 * place + usize::from(step.is_reversed);
        match step.kind {
            MoveKind::FlipRight(at) => place(at, size.rows()),
            MoveKind::FlipDown(at) => flip_down + place(at, size.rows() - 1),
            MoveKind::RotateSquareClockwise(at) => square + turn(place(at, size.rows() - 1)),
            MoveKind::RotateColumnDown(at) => column + turn(at as usize),
            MoveKind::RotateRowRight(at) => row + turn(at as usize),
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
        let n = self.number(n);
        let [_, flip_down, square, column, row, _] = starts(self.size);
        let rows = self.size.rows() as usize;
        let cell = |place: usize, rows: usize| Cell::new((place / rows) as u32, (place % rows) as u32);
        Some(if n < flip_down {
            BasicMove::new(MoveKind::FlipRight(cell(n, rows)))
        } else if n < square {
            BasicMove::new(MoveKind::FlipDown(cell(n - flip_down, rows - 1)))
        } else if n < column {
            let turn = n - square;
            let kind = MoveKind::RotateSquareClockwise(cell(turn / 2, rows - 1));
            BasicMove::directed(kind, turn % 2 == 1)
        } else if n < row {
            let turn = n - column;
            BasicMove::directed(MoveKind::RotateColumnDown((turn / 2) as u32), turn % 2 == 1)
        } else {
            let turn = n - row;
            BasicMove::directed(MoveKind::RotateRowRight((turn / 2) as u32), turn % 2 == 1)
        })
    }

    fn contains(&self, step: BasicMove) -> bool {
        self.kinds >> step.kind.ordinal() & 1 == 1 && step.fits_size(self.size)
    }
}

impl IntoIterator for MoveSet {
    type Item = BasicMove;
    type IntoIter = IndexIter<Self, BasicMove>;

    fn into_iter(self) -> Self::IntoIter {
        IndexIter::new(self)
    }
}

/// Returns the numbers at which the kinds of moves begin, and the end.
const fn starts(size: Size) -> [usize; 6] {
    let (columns, rows) = (size.columns() as usize, size.rows() as usize);
    let flip_down = (columns - 1) * rows;
    let square = flip_down + columns * (rows - 1);
    let column = square + 2 * (columns - 1) * (rows - 1);
    let row = column + 2 * columns;
    [0, flip_down, square, column, row, row + 2 * rows]
}

/// The forms of a move, for messages.
const MOVE_FORMS: &str = "`flipRight x,y`, `flipDown x,y`, `rotateSquareClockwise x,y`, `rotateColumnDown c` or \
     `rotateRowRight r`, each with or without `reverse` before it";

/// Parses a move from its words; `None` when it is well formed but its place is on no board.
pub(crate) fn read_move(words: &[&str]) -> Result<Option<BasicMove>, Refusal> {
    let no_move = || Refusal::new(format_args!("that is not a move; a move is {MOVE_FORMS}"));
    let (is_reversed, words) = match words {
        ["reverse", rest @ ..] => (true, rest),
        _ => (false, words),
    };
    let &[name, place] = words else {
        return Err(no_move());
    };
    let field = |kind: fn(Cell) -> MoveKind| Ok(cell(two_wholes(place)?).map(kind));
    let line = |kind: fn(u32) -> MoveKind| Ok(u32::try_from(whole(place)?).ok().map(kind));
    let kind = match name {
        "flipRight" => field(MoveKind::FlipRight),
        "flipDown" => field(MoveKind::FlipDown),
        "rotateSquareClockwise" => field(MoveKind::RotateSquareClockwise),
        "rotateColumnDown" => line(MoveKind::RotateColumnDown),
        "rotateRowRight" => line(MoveKind::RotateRowRight),
        _ => Err(no_move()),
    }?;
    Ok(kind.map(|kind| BasicMove::directed(kind, is_reversed)))
}

/// Parses a move that fits a board, for a notation.
pub(crate) fn parse_move(text: &str, size: Size) -> Result<BasicMove, NotationError> {
    let words: Vec<_> = text.split(' ').collect();
    let step = read_move(&words).ok().flatten();
    step.filter(|step| step.fits_size(size))
        .ok_or_else(|| NotationError::new(text, format!("a move that fits the {size} board: {MOVE_FORMS}")))
}

/// Parses a whole number of any length. One beyond 64 bits becomes their last, which is off every board too.
fn whole(word: &str) -> Result<i64, Refusal> {
    let (is_negative, _) = digits(word)?;
    let last = if is_negative { i64::MIN } else { i64::MAX };
    Ok(word.parse().unwrap_or(last))
}

/// Parses two whole numbers of any length, as in `1,2`.
pub(crate) fn two_wholes(word: &str) -> Result<(i64, i64), Refusal> {
    match word.split_once(',') {
        Some((first, second)) => Ok((whole(first)?, whole(second)?)),
        None => pair(word, ','),
    }
}

/// Returns the cell of two coordinates; `None` when one is less than 0 or beyond every board.
pub(crate) fn cell((column, row): (i64, i64)) -> Option<Cell> {
    Some(Cell::new(u32::try_from(column).ok()?, u32::try_from(row).ok()?))
}

/// Parses the deltas of one matcher or, with `|` between them, the union of several.
pub(crate) fn read_matchers(words: &[&str]) -> Result<UnionMatcher<MaximumDeltaMatcher>, Refusal> {
    let matcher = |words: &[&str]| {
        let deltas = words.iter().map(|word| Ok(delta(two_wholes(word)?)));
        let deltas = deltas.collect::<Result<Vec<_>, Refusal>>()?;
        Ok(MaximumDeltaMatcher::new(deltas)?)
    };
    let matchers = words.split(|&word| word == "|").map(matcher);
    matchers.collect::<Result<_, Refusal>>().map(UnionMatcher::new)
}

/// Creates a delta, clamped to 32 bits: one beyond them leads off every board too.
fn delta((columns, rows): (i64, i64)) -> Offset {
    let clamp = |number: i64| number.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    Offset::new(clamp(columns), clamp(rows))
}
