//! Boards as drawn text, as this program, documents and other programs draw them.

use quincunx_core::{Cell, NotationError, Player};

use super::rules::{ConnectFour, Position, Unreachable};

impl ConnectFour {
    /// Draws a position: top row first, each row with a line's end, fields `.`, `1`, `2` separated by one blank.
    #[must_use]
    pub fn diagram(&self, position: &Position) -> String {
        let mut diagram = String::with_capacity(2 * self.size().area());
        for row in (0..self.size().rows()).rev() {
            for column in 0..self.size().columns() {
                diagram.push(match self.stone(position, Cell::new(column, row)) {
                    None => '.',
                    Some(Player::One) => '1',
                    Some(Player::Two) => '2',
                });
                diagram.push(if column + 1 < self.size().columns() {
                    ' '
                } else {
                    '\n'
                });
            }
        }
        diagram
    }

    /// Reads a drawn board: top row first, rows separated by ends of lines or by `/`, with or without blanks between
    /// fields. `.` is an empty field, `1` or `x` a stone of the first player, `2` or `o` one of the second; capitals
    /// mean the same. Who is to move follows from the stones. Empty lines mean nothing, so that a board can be drawn
    /// where it is needed.
    ///
    /// ```
    /// use quincunx_core::{Player, Turn};
    /// use crate::ConnectFour;
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
    /// assert_eq!(position.turn(), Turn::Player(Player::One));
    /// assert_eq!(rules.parse_diagram("...../...../..2../.211."), Ok(position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not a board of this size, or a stone hangs in the air, the first player has not as many as the second
    /// or one more, or the game was won and went on. Whether some order of turns leads there is not looked for.
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
        self.position_of(|cell| fields[self.size().index(self.turned(cell))])
            .map_err(|why| NotationError::new(&one_line(text), self.explained(why)))
    }

    /// Tells whether a text is meant to be a diagram rather than columns played.
    pub(super) fn is_diagram(text: &str) -> bool {
        text.contains(['.', '/', '\n'])
    }

    /// Splits a text into rows.
    fn rows_of(text: &str) -> impl Iterator<Item = &str> {
        let by_lines = text.trim().contains('\n');
        text.trim()
            .split(if by_lines { '\n' } else { '/' })
            .filter(move |row| !(by_lines && row.trim().is_empty()))
    }

    /// Reads the n-th row from the top.
    fn parse_row(
        &self,
        row: &str,
        number: usize,
        fields: &mut Vec<Option<Player>>,
    ) -> Result<(), NotationError> {
        let before = fields.len();
        for field in row.chars().filter(|field| !field.is_whitespace()) {
            fields.push(match field {
                '.' => None,
                '1' | 'x' | 'X' => Some(Player::One),
                '2' | 'o' | 'O' => Some(Player::Two),
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
        let (found, wanted) = (fields.len() - before, self.size().columns());
        if found != wanted as usize {
            return Err(NotationError::new(
                row.trim(),
                format!("a row of {wanted} fields: row {number} from the top has {found}"),
            ));
        }
        Ok(())
    }

    /// Says why stones cannot lie so, in terms of the text.
    fn explained(&self, why: Unreachable) -> String {
        match why {
            Unreachable::Hanging(cell) => format!(
                "possible: below the stone in row {} from the top, column {}, the field is empty",
                self.turned(cell).row + 1,
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

    /// Turns a cell whose rows count from the bottom into one whose rows count from the top, and back.
    fn turned(&self, cell: Cell) -> Cell {
        super::view::in_picture(self.size(), cell)
    }
}

/// Writes a diagram on one line, for an error; columns played stay as they are.
pub(super) fn one_line(text: &str) -> String {
    ConnectFour::rows_of(text)
        .map(str::trim)
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::Notation;

    #[test]
    fn all_ways_to_draw_a_board_mean_the_same() {
        let rules = ConnectFour::default();
        let position = rules.parse_position("44443").expect("legal drops");
        let drawn = "
            . . . . . . .
            . . . . . . .
            . . . o . . .
            . . . x . . .
            . . . o . . .
            . . x x . . .
        ";
        let compact = drawn.replace(' ', "");
        for text in [
            drawn.to_owned(),
            drawn.replace('\n', "\r\n\r\n"),
            drawn.replace('x', "X").replace('o', "2"),
            compact.trim().replace('\n', "/"),
            drawn.trim().replace('\n', "/"),
            compact,
            rules.diagram(&position),
            rules.position_text(&position),
        ] {
            assert_eq!(rules.parse_position(&text).as_ref(), Ok(&position), "{text}");
        }
    }

    #[test]
    fn a_board_that_is_none_is_told_with_the_place() {
        let rules = ConnectFour::new(5, 4).expect("a size in range");
        for (text, error) in [
            (
                "...../..z../...../.....",
                "`z` is not a field: row 2 from the top, column 3; `.` is empty, `1` or `x` a stone of P1, `2` or `o` \
                 one of P2",
            ),
            (
                "...../..../...../.....",
                "`....` is not a row of 5 fields: row 2 from the top has 4",
            ),
            (
                ". . . . .\n. . . . .\n. . x . .",
                "`. . . . ./. . . . ./. . x . .` is not a board of 4 rows: it has 3",
            ),
            ("/", "`` is not a row of 5 fields: row 1 from the top has 0"),
            (
                "...../..1../...../.....",
                "`...../..1../...../.....` is not possible: below the stone in row 2 from the top, column 3, the field \
                 is empty",
            ),
            (
                "...../...../...../..o..",
                "`...../...../...../..o..` is not possible: P1 has 0 and P2 1 stones, but P1 begins and has as many as P2 \
                 or one more",
            ),
            (
                "...../...../2222./1111.",
                "`...../...../2222./1111.` is not possible: P1 has four in a line, but the last stone was dropped by P2",
            ),
            (
                "...../...../222../1111.",
                "`...../...../222../1111.` is not a position to play on: it is over (P1 wins)",
            ),
        ] {
            let told = rules.parse_position(text).expect_err(text).to_string();
            assert_eq!(told, error);
        }
    }
}
