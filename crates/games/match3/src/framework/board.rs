//! The board: a grid of fields, each with one token or empty.

use std::fmt;
use std::hash::{Hash, Hasher};

use quincunx_core::{Cell, Grid, Size};

use super::error::{BoardError, DimensionError, FillError};
use super::filling::FillingStrategy;
use super::token::{Token, TokenSet};

/// A board of tokens, as the other parts of the framework see it.
///
/// Field 0,0 is top left; x is the column and grows to the right, y is the row and grows down. After an error
/// nothing has changed.
pub trait Board: fmt::Debug {
    /// Returns the number of columns and rows; at least two of each, and always the same.
    fn size(&self) -> Size;

    /// Returns the tokens that are valid on this board.
    fn tokens(&self) -> &TokenSet;

    /// Returns the token of a field; `None` when the field is empty.
    ///
    /// # Errors
    /// When the field lies off the board.
    fn get(&self, at: Cell) -> Result<Option<Token>, DimensionError>;

    /// Puts a token on a field in place of what was there; `None` empties it.
    ///
    /// # Errors
    /// When the field lies off the board or the token is not valid.
    fn set(&mut self, at: Cell, token: Option<Token>) -> Result<(), BoardError>;

    /// Tells whether a position lies on the board.
    fn contains(&self, at: Cell) -> bool {
        self.size().contains(at)
    }

    /// Exchanges what two fields hold, be it a token or nothing.
    ///
    /// # Errors
    /// When a field lies off the board.
    fn swap(&mut self, a: Cell, b: Cell) -> Result<(), DimensionError>;

    /// Empties fields.
    ///
    /// # Errors
    /// When one of them lies off the board; then none is emptied.
    fn remove(&mut self, cells: &[Cell]) -> Result<(), DimensionError>;

    /// Sets how [`Board::fill`] fills the board from now on.
    fn set_filling_strategy(&mut self, strategy: Box<dyn FillingStrategy>);

    /// Gives every empty field a token by the filling strategy, and returns the fields that were empty.
    ///
    /// # Errors
    /// When no strategy was set, or it cannot fill all fields.
    fn fill(&mut self) -> Result<Vec<Cell>, FillError>;

    /// Lets every token fall as far as it can inside its column.
    ///
    /// Returns the old and the new position of every token that moved, by column, then by row, each once.
    fn move_to_bottom(&mut self) -> Vec<Cell>;
}

/// Checks that a position lies on a board of a size.
///
/// # Errors
/// When it does not.
pub fn on_board(size: Size, cell: Cell) -> Result<(), DimensionError> {
    if size.contains(cell) {
        Ok(())
    } else {
        Err(DimensionError::OffBoard { cell, size })
    }
}

/// Lists the empty fields of a board: columns from the left, each from the bottom up.
#[must_use]
pub fn empty_fields(board: &dyn Board) -> Vec<Cell> {
    let size = board.size();
    (0..size.columns())
        .flat_map(|column| (0..size.rows()).rev().map(move |row| Cell::new(column, row)))
        .filter(|&cell| board.get(cell) == Ok(None))
        .collect()
}

/// The fall of one token inside its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fall {
    /// Where the token was.
    pub from: Cell,
    /// Where it lies now.
    pub to: Cell,
}

/// A board kept in a grid.
///
/// Two boards are equal when their size, fields and valid tokens are; the filling strategy does not count, since it
/// says what will come and not what is.
///
/// ```
/// use crate::framework::{Board, GridBoard, TokenSet};
///
/// let tokens = TokenSet::new("ABC")?;
/// let mut board = GridBoard::parse("AB ; B ;C  ", tokens)?;
/// board.move_to_bottom();
/// assert_eq!(board.to_string(), "   ;AB ;CB ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GridBoard {
    fields: Grid<Option<Token>>,
    tokens: TokenSet,
    strategy: Option<Box<dyn FillingStrategy>>,
}

impl GridBoard {
    /// The most fields of a board: beyond it a board is refused before anything is allocated.
    ///
    /// A field takes four bytes, and a step of a cascade keeps up to three lists of positions beside a copy of the
    /// board, so the largest board is played in well under a gibibyte.
    pub const MOST_FIELDS: usize = 1 << 24;

    /// Makes an empty board.
    ///
    /// # Errors
    /// When there are fewer than two columns or rows, or more fields than [`GridBoard::MOST_FIELDS`].
    pub fn new(columns: u32, rows: u32, tokens: TokenSet) -> Result<Self, DimensionError> {
        let too_large = DimensionError::TooLarge {
            columns,
            rows,
            most: Self::MOST_FIELDS,
        };
        if columns < 2 || rows < 2 {
            return Err(DimensionError::TooSmall { columns, rows });
        }
        let size = Size::new(columns, rows).map_err(|_| too_large)?;
        if size.area() > Self::MOST_FIELDS {
            return Err(too_large);
        }
        let fields = Grid::try_filled(size, None).map_err(|_| too_large)?;
        Ok(Self {
            fields,
            tokens,
            strategy: None,
        })
    }

    /// Returns the fields.
    #[must_use]
    pub const fn fields(&self) -> &Grid<Option<Token>> {
        &self.fields
    }

    /// Lets every token fall as [`Board::move_to_bottom`] does, and tells each fall: columns from the left, each
    /// from the bottom up.
    pub fn drop_tokens(&mut self) -> Vec<Fall> {
        let (size, mut falls) = (self.fields.size(), Vec::new());
        let columns = size.columns() as usize;
        let fields = self.fields.values_mut();
        for column in 0..size.columns() {
            let mut floor = size.rows();
            for row in (0..size.rows()).rev() {
                let from = row as usize * columns + column as usize;
                if fields[from].is_none() {
                    continue;
                }
                floor -= 1;
                if floor != row {
                    fields[floor as usize * columns + column as usize] = fields[from].take();
                    falls.push(Fall {
                        from: Cell::new(column, row),
                        to: Cell::new(column, floor),
                    });
                }
            }
        }
        falls
    }

    /// Returns the fields for change; whoever changes them puts valid tokens only.
    pub(super) const fn fields_mut(&mut self) -> &mut Grid<Option<Token>> {
        &mut self.fields
    }
}

impl Board for GridBoard {
    fn size(&self) -> Size {
        self.fields.size()
    }

    fn tokens(&self) -> &TokenSet {
        &self.tokens
    }

    fn get(&self, at: Cell) -> Result<Option<Token>, DimensionError> {
        self.fields.get(at).copied().ok_or(DimensionError::OffBoard {
            cell: at,
            size: self.size(),
        })
    }

    fn set(&mut self, at: Cell, token: Option<Token>) -> Result<(), BoardError> {
        on_board(self.size(), at)?;
        if let Some(token) = token {
            self.tokens.check(token)?;
        }
        self.fields[at] = token;
        Ok(())
    }

    fn swap(&mut self, a: Cell, b: Cell) -> Result<(), DimensionError> {
        on_board(self.size(), a)?;
        on_board(self.size(), b)?;
        self.fields.swap(a, b);
        Ok(())
    }

    fn remove(&mut self, cells: &[Cell]) -> Result<(), DimensionError> {
        cells.iter().try_for_each(|&cell| on_board(self.size(), cell))?;
        for &cell in cells {
            self.fields[cell] = None;
        }
        Ok(())
    }

    fn set_filling_strategy(&mut self, strategy: Box<dyn FillingStrategy>) {
        self.strategy = Some(strategy);
    }

    /// Gives every empty field a token; the fields that were empty come by column, each from the bottom up.
    ///
    /// The strategy works on a copy of itself, and what it filled is emptied again when it fails, so that even a
    /// strategy that stops half way leaves board and strategy as they were.
    fn fill(&mut self) -> Result<Vec<Cell>, FillError> {
        let mut strategy = self.strategy.clone().ok_or(FillError::NoStrategy)?;
        let empty = empty_fields(self);
        let filled = strategy.fill(self).and_then(|()| {
            let left = empty.iter().find(|&&cell| self.fields[cell].is_none());
            left.map_or(Ok(()), |&cell| Err(FillError::LeftEmpty(cell)))
        });
        if let Err(error) = filled {
            for cell in empty {
                self.fields[cell] = None;
            }
            return Err(error);
        }
        self.strategy = Some(strategy);
        Ok(empty)
    }

    fn move_to_bottom(&mut self) -> Vec<Cell> {
        let falls = self.drop_tokens();
        let mut moved = Vec::with_capacity(falls.len());
        let mut is_touched = vec![false; self.size().rows() as usize];
        for column in falls.chunk_by(|a, b| a.to.column == b.to.column) {
            is_touched.fill(false);
            for fall in column {
                is_touched[fall.from.row as usize] = true;
                is_touched[fall.to.row as usize] = true;
            }
            let rows = (0..).zip(&is_touched).filter(|&(_, &touched)| touched);
            moved.extend(rows.map(|(row, _)| Cell::new(column[0].to.column, row)));
        }
        moved
    }
}

impl PartialEq for GridBoard {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields && self.tokens == other.tokens
    }
}

impl Eq for GridBoard {}

impl Hash for GridBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fields.hash(state);
    }
}

impl fmt::Debug for GridBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridBoard")
            .field("fields", &self.to_string())
            .field("tokens", &self.tokens.to_string())
            .field("strategy", &self.strategy)
            .finish()
    }
}
