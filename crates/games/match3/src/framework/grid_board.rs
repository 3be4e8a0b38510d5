//! The board of the framework: a grid of fields.

use std::fmt::{self, Write as _};
use std::hash::{Hash, Hasher};

use quincunx_core::{Cell, Grid, Size};

use super::board::{Board, BoardError, FillError, FillingStrategy, empty_fields, filling_order, on_board};
use crate::engine::{
    DimensionError, MAX_FIELDS, Token, TokenSet, TokenStringError, drop_all, empty_grid, parse_fields,
};

/// A board stored in a grid.
///
/// Two boards are equal when their size, fields and valid tokens are; the filling strategy does not count.
///
/// ```
/// use quincunx_match3::framework::{Board, GridBoard, TokenSet};
///
/// let tokens = TokenSet::new("ABC")?;
/// let mut board = GridBoard::parse("AB ; B ;C  ", tokens)?;
/// board.move_to_bottom();
/// assert_eq!(board.to_string(), "   ;AB ;CB ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridBoard {
    fields: Grid<Option<Token>>,
    tokens: TokenSet,
    strategy: Option<Box<dyn FillingStrategy>>,
}

impl GridBoard {
    /// The most fields of a board.
    pub const MAX_FIELDS: usize = MAX_FIELDS;

    /// Creates an empty board.
    ///
    /// # Errors
    /// When a side is shorter than 2 or the board has too many fields.
    pub fn new(columns: u32, rows: u32, tokens: TokenSet) -> Result<Self, DimensionError> {
        Ok(Self::of(empty_grid(columns, rows)?, tokens))
    }

    /// Parses a board from its token string; printing it gives the same string.
    ///
    /// # Errors
    /// When a side is shorter than 2, rows differ in length, a character is no valid token, or the board has
    /// too many fields.
    pub fn parse(text: &str, tokens: TokenSet) -> Result<Self, TokenStringError> {
        Ok(Self::of(parse_fields(text, &tokens)?, tokens))
    }

    const fn of(fields: Grid<Option<Token>>, tokens: TokenSet) -> Self {
        Self {
            fields,
            tokens,
            strategy: None,
        }
    }

    /// Returns the fields.
    #[must_use]
    pub const fn fields(&self) -> &Grid<Option<Token>> {
        &self.fields
    }

    /// Lets every token fall as [`Board::move_to_bottom`] does, and returns the old and the new field of each
    /// that falls: columns from the left, each from the bottom up.
    pub fn drop_tokens(&mut self) -> Vec<[Cell; 2]> {
        let mut falls = Vec::new();
        let is_occupied = |field: Option<Token>| field.is_some();
        let fell = |from, to, _| falls.push([from, to]);
        drop_all(&mut self.fields, is_occupied, |_| true, fell);
        falls
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
        on_board(self.size(), at)?;
        Ok(self.fields[at])
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

    /// Fills the board by a copy of the strategy, and goes back to a copy of the board when it fails, so that
    /// even a strategy that stops half way leaves board and strategy unchanged. A strategy that it sets
    /// itself stays.
    fn fill(&mut self) -> Result<Vec<Cell>, FillError> {
        let mut strategy = self.strategy.clone().ok_or(FillError::NoStrategy)?;
        let before = self.clone();
        self.strategy = None;
        let filled = strategy.fill(self).and_then(|()| {
            let left = empty_fields(self);
            left.first()
                .map_or(Ok(()), |&cell| Err(FillError::LeftEmpty(cell)))
        });
        if let Err(error) = filled {
            *self = before;
            return Err(error);
        }
        self.strategy = self.strategy.take().or(Some(strategy));
        let is_changed = |cell: &Cell| self.fields[*cell] != before.fields[*cell];
        Ok(filling_order(self.size()).filter(is_changed).collect())
    }

    fn move_to_bottom(&mut self) -> Vec<Cell> {
        let falls = self.drop_tokens();
        let mut moved = Vec::with_capacity(falls.len());
        let mut is_touched = vec![false; self.size().rows() as usize];
        for column in falls.chunk_by(|[a, _], [b, _]| a.column == b.column) {
            is_touched.fill(false);
            for cell in column.as_flattened() {
                is_touched[cell.row as usize] = true;
            }
            let rows = (0..).zip(&is_touched).filter(|&(_, &touched)| touched);
            moved.extend(rows.map(|(row, _)| Cell::new(column[0][0].column, row)));
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

impl fmt::Display for GridBoard {
    /// Writes the token string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.fields.rows().enumerate() {
            if y > 0 {
                f.write_char(';')?;
            }
            for field in row {
                f.write_char(field.map_or(' ', Token::character))?;
            }
        }
        Ok(())
    }
}
