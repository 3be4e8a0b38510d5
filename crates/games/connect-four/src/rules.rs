//! The rules for boards of any size.

use std::convert::Infallible;
use std::fmt;

use quincunx_core::grid::bits::Fixed;
use quincunx_core::{
    ActionMask, BitAction, Cell, DenseActions, Effect, EffectSink, Game, Outcome, Side, Size, Token,
    Topology, Turn,
};
use thiserror::Error;

use crate::bitboard::has_four;

/// The rules of Connect Four on a board of a given size.
///
/// Players in turn drop a stone of their colour into a column. Four adjacent stones in a row, column or
/// diagonal win; a full board without a four is a draw. Cells count columns from the left and rows from the
/// *bottom*, both from 0.
///
/// ```
/// use quincunx_core::{Game, Outcome, Side, Turn};
/// use quincunx_connect_four::{Column, ConnectFour};
///
/// let rules = ConnectFour::default();
/// let mut position = rules.initial();
/// for column in [1, 2, 1, 2, 1, 2, 1] {
///     rules.play(&mut position, Column(column), &mut ())?;
/// }
/// assert_eq!(rules.turn(&position), Turn::Over(Outcome::Win(Side::One)));
/// assert_eq!(
///     rules.diagram(&position),
///     ". . . . . . .\n\
///      . . . . . . .\n\
///      . 1 . . . . .\n\
///      . 1 2 . . . .\n\
///      . 1 2 . . . .\n\
///      . 1 2 . . . .\n"
/// );
/// # Ok::<(), quincunx_core::IllegalAction<Column>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    size: Size,
}

/// A drop into a column, counted from 0 at the left and displayed from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(pub u8);

/// The stones on a board, whose turn it is, and whether the game is over.
///
/// Two positions are equal when the same stones lie on the same cells. The order in which they were dropped
/// is not kept.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The columns from the left, with [`RIM`] empty ones beyond either edge.
    stacks: Box<[Stack]>,
    /// Bit c is set when column c can be played; 0 when the game is over.
    open: u64,
    stones: u32,
    turn: Turn,
}

/// The stones in one column: bit r of a player's word is the player's stone in row r from the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Stack {
    pub(crate) of: [u64; 2],
}

/// The empty columns beyond either edge: a four reaches no further from any of its stones.
const RIM: usize = 3;

/// A board size that Connect Four is not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a board of {columns} columns and {rows} rows is not possible: each is from {} to {}",
    ConnectFour::MIN_SIDE,
    ConnectFour::MAX_SIDE
)]
#[non_exhaustive]
pub struct BoardSizeError {
    /// The requested columns.
    pub columns: u32,
    /// The requested rows.
    pub rows: u32,
}

/// Why no game leads to a board.
///
/// The check ignores the order in which columns were played: it accepts a board whose columns all begin with
/// a stone of the second player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreachable {
    /// The cell below this stone is empty.
    Hanging(Cell),
    /// The first player must have as many stones as the second or one more.
    Counts([u32; 2]),
    /// A player has a four, but the opponent dropped the last stone.
    PlayedOn { winner: Side },
}

impl ConnectFour {
    /// The fewest columns and rows: a four must fit in each direction.
    pub const MIN_SIDE: u32 = 4;

    /// The most columns and rows: a set of columns and the stones of a column each fit in a word.
    pub const MAX_SIDE: u32 = 64;

    /// Creates the rules for a board size.
    ///
    /// # Errors
    /// When a side is below [`ConnectFour::MIN_SIDE`] or above [`ConnectFour::MAX_SIDE`].
    pub fn new(columns: u32, rows: u32) -> Result<Self, BoardSizeError> {
        let sides = Self::MIN_SIDE..=Self::MAX_SIDE;
        match Size::new(columns, rows) {
            Ok(size) if sides.contains(&columns) && sides.contains(&rows) => Ok(Self { size }),
            _ => Err(BoardSizeError { columns, rows }),
        }
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the owner of the stone on a cell; `None` when the cell is empty or off the board.
    pub fn stone(&self, position: &Position, cell: Cell) -> Option<Side> {
        let stack = self.size.contains(cell).then(|| position.stack(cell.column))?;
        Side::BOTH
            .into_iter()
            .find(|player| stack.of[player.index()] >> cell.row & 1 == 1)
    }

    /// Returns every completed four along its line, ordered by first cell and direction.
    pub fn fours(&self, position: &Position) -> Vec<Vec<Cell>> {
        let Turn::Over(Outcome::Win(winner)) = position.turn else {
            return Vec::new();
        };
        let of_winner = |cell: &Cell| self.stone(position, *cell) == Some(winner);
        self.size
            .lines(Topology::Plane, 4)
            .filter(|line| line.iter().all(of_winner))
            .collect()
    }

    /// Returns the cells of all completed fours by column, then row.
    pub fn winning_cells(&self, position: &Position) -> Vec<Cell> {
        let mut cells = self.fours(position).concat();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the cell of a [`View`](quincunx_core::View), whose rows count from the top, for a cell of the
    /// rules, and the reverse.
    pub(crate) const fn view_cell(&self, cell: Cell) -> Cell {
        Cell::new(cell.column, self.size.rows() - 1 - cell.row)
    }

    /// Creates the position of the given stones; the game is over when they contain a four.
    pub(crate) fn position_of(&self, stone: impl Fn(Cell) -> Option<Side>) -> Result<Position, Unreachable> {
        let mut position = self.initial();
        let mut count = [0; 2];
        for column in 0..self.size.columns() {
            let stack = &mut position.stacks[RIM + column as usize];
            let rows = (0..self.size.rows()).map(|row| (row, stone(Cell::new(column, row))));
            for (row, player) in rows.filter_map(|(row, player)| player.map(|player| (row, player))) {
                if stack.height() != row {
                    return Err(Unreachable::Hanging(Cell::new(column, row)));
                }
                stack.of[player.index()] |= 1 << row;
                count[player.index()] += 1;
            }
            if stack.height() == self.size.rows() {
                position.open &= !(1 << column);
            }
        }
        position.stones = count[0] + count[1];
        let mover = match count[0].checked_sub(count[1]) {
            Some(0) => Side::One,
            Some(1) => Side::Two,
            _ => return Err(Unreachable::Counts(count)),
        };
        position.turn = Turn::Player(mover);
        let won = |player: &Side| {
            (0..self.size.columns()).any(|column| {
                let rows = position.stack(column).height();
                (0..rows).any(|row| position.has_four_around(column, row, *player))
            })
        };
        if won(&mover) {
            return Err(Unreachable::PlayedOn { winner: mover });
        } else if won(&mover.opponent()) {
            position.end(Outcome::Win(mover.opponent()));
        } else if position.open == 0 {
            position.end(Outcome::Draw);
        }
        Ok(position)
    }
}

impl Default for ConnectFour {
    /// Creates the rules for seven columns and six rows.
    fn default() -> Self {
        Self::new(7, 6).expect("both sides are in range")
    }
}

impl Position {
    /// Returns who acts now; never chance.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// Returns the number of stones on the board.
    pub const fn stones(&self) -> u32 {
        self.stones
    }

    pub(crate) fn stack(&self, column: u32) -> Stack {
        self.stacks[RIM + column as usize]
    }

    /// Returns whether a player has a four among the cells at most three away from a cell.
    ///
    /// The seven columns around the cell `x` are copied into one word, eight bits each, so that shifts find
    /// lines in all directions at once; `-` is a sentinel:
    ///
    /// ```text
    ///    - - - - - - -
    ///    6 . . . . . 54
    ///    .           .
    ///    .     x     .
    ///    .           .
    ///    0 8 . . . . 48
    /// ```
    #[inline]
    fn has_four_around(&self, column: u32, row: u32, player: Side) -> bool {
        let window = &self.stacks[column as usize..][..2 * RIM + 1];
        let mut around = 0;
        for stack in window.iter().rev() {
            // Room below row 0 keeps the lowest of the seven rows from being negative.
            let stones = u128::from(stack.of[player.index()]) << RIM;
            around = around << 8 | (stones >> row) as u64 & 0x7f;
        }
        has_four(Fixed::<7, 7>, around)
    }

    /// Returns the position reflected left to right on a board of so many columns.
    #[cfg(test)]
    pub(crate) fn mirrored(&self, columns: u32) -> Self {
        let mut image = self.clone();
        image.stacks.reverse();
        image.open = self.open.reverse_bits() >> (u64::BITS - columns);
        image
    }

    fn end(&mut self, outcome: Outcome) {
        self.turn = Turn::Over(outcome);
        self.open = 0;
    }
}

impl Stack {
    #[inline]
    pub(crate) const fn height(self) -> u32 {
        (self.of[0] | self.of[1]).trailing_ones()
    }
}

/// Returns the token of a player's stones: 1 or 2.
pub(crate) const fn token(player: Side) -> Token {
    Token(player.index() as u64 + 1)
}

impl Game for ConnectFour {
    type State = Position;
    type Action = Column;
    type Actions = ActionMask<Column>;
    type Chance = Infallible;

    fn players(&self) -> u8 {
        2
    }

    fn initial(&self) -> Position {
        let columns = self.size.columns();
        Position {
            stacks: vec![Stack::default(); columns as usize + 2 * RIM].into(),
            open: u64::MAX >> (u64::BITS - columns),
            stones: 0,
            turn: Turn::Player(Side::One),
        }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        position.turn
    }

    #[inline]
    fn legal_actions(&self, position: &Position) -> ActionMask<Column> {
        ActionMask::new(position.open)
    }

    #[inline]
    fn play_unchecked<S: EffectSink>(&self, position: &mut Position, column: Column, sink: &mut S) {
        let player = position.turn.player().expect("a game that is not over");
        let at = u32::from(column.0);
        let stack = &mut position.stacks[RIM + at as usize];
        let row = stack.height();
        stack.of[player.index()] |= 1 << row;
        position.stones += 1;
        if row + 1 == self.size.rows() {
            position.open &= !(1 << at);
        }
        if S::ENABLED {
            let cell = self.view_cell(Cell::new(at, row));
            sink.effect(Effect::Enter {
                cell,
                height: 1,
                token: token(player),
            });
        }
        if position.has_four_around(at, row, player) {
            position.end(Outcome::Win(player));
        } else if position.open == 0 {
            position.end(Outcome::Draw);
        } else {
            position.turn = Turn::Player(player.opponent());
        }
    }
}

impl DenseActions for ConnectFour {
    fn action_count(&self) -> usize {
        self.size.columns() as usize
    }

    fn action_index(&self, column: Column) -> usize {
        usize::from(column.0)
    }

    fn action_at(&self, index: usize) -> Option<Column> {
        (index < self.action_count()).then_some(Column(index as u8))
    }
}

impl BitAction for Column {
    #[inline]
    fn from_bit(bit: u32) -> Self {
        Self(bit as u8)
    }

    #[inline]
    fn bit(self) -> u32 {
        u32::from(self.0)
    }
}

impl fmt::Display for Column {
    /// Writes the column counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u32::from(self.0) + 1)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stacks = &self.stacks[RIM..self.stacks.len() - RIM];
        f.debug_struct("Position")
            .field("turn", &self.turn)
            .field("stacks", &stacks)
            .finish_non_exhaustive()
    }
}
