//! Text for columns and positions.

use std::convert::Infallible;

use quincunx_core::notation::shorten;
use quincunx_core::{Game, Notation, NotationError, Turn};

use super::diagram;
use super::rules::{Column, ConnectFour, Position};

impl ConnectFour {
    /// The most columns for which each is one digit.
    const MOST_DIGITS: u32 = 9;

    /// Reads the columns played since the beginning, in the field's notation: digits from 1, as `4453`. On boards
    /// of ten or more columns they are numbers separated by one blank, as `4 12 5`.
    ///
    /// # Errors
    /// When the text is not columns of this board or one of them cannot be played.
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

    /// Splits a text into the words for single columns.
    fn words<'a>(&self, text: &'a str) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        if self.size().columns() > Self::MOST_DIGITS {
            Box::new(text.split(' ').filter(|_| !text.is_empty()))
        } else {
            Box::new(text.split_inclusive(|_| true))
        }
    }
}

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

    /// Reads the columns played as [`ConnectFour::parse_drops`] does, or a board as [`ConnectFour::parse_diagram`] does;
    /// blanks around them mean nothing.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let text = text.trim();
        let position = if Self::is_diagram(text) {
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
                &diagram::one_line(text),
                format!("a position to play on: it is over ({outcome})"),
            )),
            _ => Ok(position),
        }
    }
}
