//! Text for columns and positions: lists of drops and drawn boards.

use std::convert::Infallible;

use quincunx_core::notation::shorten;
use quincunx_core::{Game, Grid, Notation, NotationError, Side, Turn};

use crate::rules::{Column, ConnectFour, Position, Unreachable};

impl Notation for ConnectFour {
    /// Writes the column's number from 1.
    fn action_text(&self, column: Column) -> String {
        column.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Column, NotationError> {
        let columns = self.size().columns();
        let number = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        match number.and_then(|number| number.parse::<u32>().ok()) {
            Some(number) if (1..=columns).contains(&number) => Ok(Column((number - 1) as u8)),
            _ => Err(NotationError::new(text, format!("a column from 1 to {columns}"))),
        }
    }

    fn illegal_reason(&self, _: &Position, column: Column) -> Option<String> {
        Some(format!("column {column} is full"))
    }

    fn chance_text(&self, chance: &Infallible) -> String {
        match *chance {}
    }

    fn parse_chance(&self, text: &str) -> Result<Infallible, NotationError> {
        Err(NotationError::new(text, "possible: Connect Four knows no chance"))
    }

    /// Writes the rows, top row first, joined by `/`: `......./......./......./......./...2.../...1...`.
    fn position_text(&self, position: &Position) -> String {
        self.diagram(position)
            .trim_end()
            .replace(' ', "")
            .replace('\n', "/")
    }

    /// Parses the columns played, as [`ConnectFour::parse_drops`] does, or a board, as
    /// [`ConnectFour::parse_diagram`] does. Blanks around them are ignored.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.trim();
        let position = if text.contains(['.', '/', '\n']) {
            self.parse_diagram(text)?
        } else {
            let mut position = self.initial();
            for column in self.parse_drops(text)? {
                self.play_unchecked(&mut position, column, &mut ());
            }
            position
        };
        match position.turn() {
            Turn::Over(outcome) => Err(NotationError::new(
                &one_line(text),
                format!("a position to play on: it is over ({outcome})"),
            )),
            _ => Ok(position),
        }
    }
}

impl ConnectFour {
    /// The most columns that are written as one digit each.
    const MAX_DIGIT_COLUMNS: u32 = 9;

    /// Parses the columns played since the beginning as digits from 1: `4453`. On boards of ten or more
    /// columns they are numbers separated by one blank: `4 12 5`.
    ///
    /// # Errors
    /// When the text does not list columns of this board, or one of them cannot be played.
    pub fn parse_drops(&self, text: &str) -> Result<Vec<Column>, NotationError> {
        let mut position = self.initial();
        let mut drops = Vec::new();
        for word in self.words(text) {
            let column = self.parse_action(word).map_err(|error| {
                let drop = drops.len() + 1;
                NotationError::new(
                    word,
                    format!("{} (drop {drop} of `{}`)", error.expected, shorten(text)),
                )
            })?;
            self.play(&mut position, column, &mut ()).map_err(|_| {
                let expected = match position.turn() {
                    Turn::Over(outcome) => {
                        format!("possible: it is over ({outcome}) after {} drops", drops.len())
                    }
                    _ => format!("possible: column {column} is full after {} drops", drops.len()),
                };
                NotationError::new(text, expected)
            })?;
            drops.push(column);
        }
        Ok(drops)
    }

    fn words<'a>(&self, text: &'a str) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        if self.size().columns() > Self::MAX_DIGIT_COLUMNS {
            Box::new(text.split(' ').filter(|_| !text.is_empty()))
        } else {
            Box::new(text.split_inclusive(|_| true))
        }
    }

    /// Draws a position, top row first: fields `.`, `1` and `2` separated by one blank, each row ended by a
    /// line break.
    pub fn diagram(&self, position: &Position) -> String {
        let field = |cell| match self.stone(position, self.view_cell(cell)) {
            None => '.',
            Some(Side::One) => '1',
            Some(Side::Two) => '2',
        };
        Grid::from_fn(self.size(), field).to_string()
    }

    /// Parses a drawn board, top row first. Rows are separated by line breaks or `/`, fields may be separated
    /// by blanks, and empty lines are ignored. `.` is an empty field, `1` or `x` a stone of the first player,
    /// `2` or `o` one of the second.
    ///
    /// ```
    /// use quincunx_core::{Side, Turn};
    /// use quincunx_connect_four::ConnectFour;
    ///
    /// let rules = ConnectFour::new(5, 4)?;
    /// let position = rules.parse_diagram(
    ///     "
    ///     . . . . .
    ///     . . . . .
    ///     . . o . .
    ///     . o x x .
    ///     ",
    /// )?;
    /// assert_eq!(position.turn(), Turn::Player(Side::One));
    /// assert_eq!(rules.parse_diagram("...../...../..2../.211."), Ok(position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not a board of this size, or no game leads to it: a stone hangs in the air, the first
    /// player does not have as many stones as the second or one more, or the game went on after a four.
    pub fn parse_diagram(&self, text: &str) -> Result<Position, NotationError> {
        let mut fields = Vec::with_capacity(self.size().area());
        let mut rows = 0;
        for row in Self::rows_of(text) {
            rows += 1;
            self.parse_row(row, rows, &mut fields)?;
        }
        if rows != self.size().rows() as usize {
            let hint = if rows == 1 {
                "; on one line rows are joined by `/`"
            } else {
                ""
            };
            return Err(NotationError::new(
                &one_line(text),
                format!("a board of {} rows: it has {rows}{hint}", self.size().rows()),
            ));
        }
        self.position_of(|cell| fields[self.size().index(self.view_cell(cell))])
            .map_err(|why| NotationError::new(&one_line(text), self.explain(why)))
    }

    fn rows_of(text: &str) -> impl Iterator<Item = &str> {
        let by_lines = text.trim().contains('\n');
        text.trim()
            .split(if by_lines { '\n' } else { '/' })
            .filter(move |row| !(by_lines && row.trim().is_empty()))
    }

    fn parse_row(
        &self,
        row: &str,
        number: usize,
        fields: &mut Vec<Option<Side>>,
    ) -> Result<(), NotationError> {
        let before = fields.len();
        for field in row.chars().filter(|field| !field.is_whitespace()) {
            fields.push(match field {
                '.' => None,
                '1' | 'x' | 'X' => Some(Side::One),
                '2' | 'o' | 'O' => Some(Side::Two),
                _ => {
                    return Err(NotationError::new(
                        &field.to_string(),
                        format!(
                            "a field: row {number} from the top, column {}; `.` is empty, `1` or `x` a stone of P1, \
                             `2` or `o` one of P2",
                            fields.len() - before + 1
                        ),
                    ));
                }
            });
        }
        let (found, expected) = (fields.len() - before, self.size().columns());
        if found != expected as usize {
            return Err(NotationError::new(
                row.trim(),
                format!("a row of {expected} fields: row {number} from the top has {found}"),
            ));
        }
        Ok(())
    }

    fn explain(&self, why: Unreachable) -> String {
        match why {
            Unreachable::Hanging(cell) => format!(
                "possible: below the stone in row {} from the top, column {}, the field is empty",
                self.view_cell(cell).row + 1,
                cell.column + 1
            ),
            Unreachable::Counts([first, second]) => format!(
                "possible: P1 has {first} and P2 {second} stones, but P1 begins and has as many as P2 or one more"
            ),
            Unreachable::PlayedOn { winner } => format!(
                "possible: {winner} has four in a line, but the last stone was dropped by {}",
                winner.opponent()
            ),
        }
    }
}

/// Joins the rows of a diagram by `/`, for an error; a list of drops stays as it is.
fn one_line(text: &str) -> String {
    ConnectFour::rows_of(text)
        .map(str::trim)
        .collect::<Vec<_>>()
        .join("/")
}
