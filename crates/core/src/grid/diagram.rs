//! Boards as drawn text, for docs and tests.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Grid, Size, SizeError};

/// A drawing that is no board; lines and fields count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum DiagramError {
    /// A row has another length than the first.
    #[error("line {line}: a row of {found} fields among rows of {expected}")]
    Ragged {
        line: usize,
        found: usize,
        expected: usize,
    },
    /// A field's text is not a value.
    #[error("line {line}: field {field}, `{text}`, is not a value of this board")]
    Value { line: usize, field: usize, text: String },
    /// There is no row, or there are too many.
    #[error(transparent)]
    Size(#[from] SizeError),
}

impl<T: fmt::Display> fmt::Display for Grid<T> {
    /// Draws the board for docs and tests: a line a row, row 0 first, values separated by one blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows() {
            for (column, value) in row.iter().enumerate() {
                if column > 0 {
                    f.write_str(" ")?;
                }
                value.fmt(f)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<T: FromStr> FromStr for Grid<T> {
    type Err = DiagramError;

    /// Reads a drawn board: a line a row, row 0 first, values separated by blanks. Empty lines around it and
    /// blanks around rows mean nothing, so that a board can be drawn where it is needed.
    ///
    /// ```
    /// use quincunx_core::{Cell, Grid};
    ///
    /// let board: Grid<char> = "
    ///     . x .
    ///     o . .
    /// "
    /// .parse()?;
    /// assert_eq!(board[Cell::new(1, 0)], 'x');
    /// assert_eq!(board.to_string(), ". x .\no . .\n");
    /// # Ok::<(), quincunx_core::grid::DiagramError>(())
    /// ```
    fn from_str(drawing: &str) -> Result<Self, DiagramError> {
        let mut values = Vec::new();
        let (mut columns, mut rows) = (0, 0);
        let lines = drawing.lines().enumerate().map(|(index, line)| (index + 1, line));
        for (line, row) in lines.filter(|(_, row)| !row.trim().is_empty()) {
            let before = values.len();
            for (index, text) in row.split_whitespace().enumerate() {
                let value = text.parse().map_err(|_| DiagramError::Value {
                    line,
                    field: index + 1,
                    text: crate::notation::shorten(text),
                })?;
                values.push(value);
            }
            let found = values.len() - before;
            if rows == 0 {
                columns = found;
            } else if found != columns {
                return Err(DiagramError::Ragged {
                    line,
                    found,
                    expected: columns,
                });
            }
            rows += 1;
        }
        let side = |fields: usize| u32::try_from(fields).unwrap_or(u32::MAX);
        let size = Size::new(side(columns), side(rows))?;
        Ok(Self::from_values(size, values).expect("all rows are equally long"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    #[test]
    fn a_drawing_and_its_board_are_inverse() {
        let size = Size::new(3, 2).expect("a possible size");
        let board = Grid::from_fn(size, |cell| cell.column + 10 * cell.row);
        assert_eq!(board.to_string(), "0 1 2\n10 11 12\n");
        assert_eq!(board.to_string().parse(), Ok(board.clone()));
        assert_eq!("\r\n\t0 1  2\r\n 10 11 12 \r\n\r\n".parse(), Ok(board));
    }

    #[test]
    fn bad_drawings_name_the_line() {
        let error = |drawing: &str| match drawing.parse::<Grid<u8>>() {
            Ok(board) => panic!("{board:?}"),
            Err(error) => error.to_string(),
        };
        assert_eq!(error("1 2\n\n3"), "line 3: a row of 1 fields among rows of 2");
        assert_eq!(
            error("1 2\n3 x"),
            "line 2: field 2, `x`, is not a value of this board"
        );
        assert!(error(" \n").contains("0 columns and 0 rows"));
    }

    #[test]
    fn cells_are_columns_and_rows_of_the_drawing() {
        let board: Grid<char> = "a b c\nd e f".parse().expect("a board");
        assert_eq!((board[Cell::new(2, 0)], board[Cell::new(0, 1)]), ('c', 'd'));
    }
}
