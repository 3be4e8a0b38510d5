//! Positions as people and programs ask about them: in a game's notation, as a record, or as a JSON object.

use std::borrow::Cow;
use std::num::ParseIntError;

use quincunx_core::notation::shorten;
use quincunx_core::{DynSession, Options, Outcome, Record, RecordError};
use serde_json::Value;
use thiserror::Error;

use crate::dyn_game::DynGame;
use crate::error::NewGameError;

/// A position that is asked about.
#[non_exhaustive]
pub struct Query {
    /// Its notation, on one line without tabs.
    pub text: String,
    /// A session in that position, whose game is not over.
    pub session: Box<dyn DynSession>,
}

/// Why a text is no position that can be asked about.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum QueryError {
    /// It begins as JSON and is none.
    #[error("expected a JSON object on one line")]
    Json(#[source] serde_json::Error),
    /// The JSON object has no position.
    #[error(
        "expected a JSON object with a position, as {{\"position\": \"…\"}}, or with the rows of a board, as \
         {{\"position\": [[0, 2], [4, 2]]}}"
    )]
    NoPosition,
    /// It begins as a record and is none of the game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record is of other options.
    #[error("the record has other rules: its option `{name}` is `{value}`")]
    OtherRules { name: String, value: String },
    /// It is no position of the game.
    #[error(transparent)]
    New(#[from] NewGameError),
    /// Chance has to decide something first.
    #[error("chance is next in `{position}`: {chance} is one of its outcomes")]
    Chance { position: String, chance: String },
    /// Nobody is to move.
    #[error("the game is over ({outcome}) after {ply} moves: `{position}`")]
    Over {
        outcome: Outcome,
        ply: usize,
        position: String,
    },
}

/// Why a line is no position with its score.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum ScoredError {
    /// It is one word.
    #[error("`{0}` is no position, a blank and a score; the empty board's line is ` 1`")]
    NoBlank(String),
    /// The last word is no number.
    #[error("`{text}` does not end with a blank and a score")]
    NoScore { text: String, source: ParseIntError },
    /// What comes before the score is no position.
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl Query {
    /// Parses a position, a whole record, which stands at its end, or a JSON object with either.
    ///
    /// # Errors
    /// When the text is not a position of the game, a record of it under these options or a JSON object with
    /// either, when chance is next in the position, or when the game is over.
    pub fn parse(entry: &dyn DynGame, options: &Options, text: &str) -> Result<Self, QueryError> {
        let text = &*position_text(text)?;
        let session = if text.trim_start().starts_with(Record::MAGIC) {
            let session = entry.replay(&Record::parse(text.trim_start())?)?;
            let own = |pair: &(&str, &str)| options.iter().any(|own| own == *pair);
            if let Some((name, value)) = session.options().iter().find(|pair| !own(pair)) {
                let (name, value) = (name.to_owned(), value.to_owned());
                return Err(QueryError::OtherRules { name, value });
            }
            session
        } else {
            let session = entry.new_session_from(options, 0, text)?;
            if let [first, ..] = &*session.chances_of(0) {
                let (position, chance) = (shorten(text.trim()), first.clone());
                return Err(QueryError::Chance { position, chance });
            }
            session
        };
        let text = text.trim();
        // An answer is one line with tabs.
        Self::of(session, (!text.contains(['\n', '\t'])).then_some(text))
    }

    /// Parses a position and, behind the last blank, its score, as test sets of scored positions have them;
    /// the line of the empty board begins with a blank.
    ///
    /// # Errors
    /// When the line does not end with a blank and a whole number of 32 bits, or what is before them is
    /// refused by [`Query::parse`].
    pub fn parse_scored(
        entry: &dyn DynGame,
        options: &Options,
        line: &str,
    ) -> Result<(Self, i32), ScoredError> {
        let text = line.trim_end();
        let (position, score) = text
            .rsplit_once(char::is_whitespace)
            .ok_or_else(|| ScoredError::NoBlank(text.to_owned()))?;
        let score = score.parse().map_err(|source| ScoredError::NoScore {
            text: text.to_owned(),
            source,
        })?;
        Ok((Self::parse(entry, options, position)?, score))
    }

    /// Asks about the position of a session, written so or, without a text, in the game's own way.
    ///
    /// # Errors
    /// When the game is over.
    pub fn of(session: Box<dyn DynSession>, text: Option<&str>) -> Result<Self, QueryError> {
        let text = text.map_or_else(|| session.position_text(), str::to_owned);
        if let Some(outcome) = session.turn().outcome() {
            return Err(QueryError::Over {
                outcome,
                ply: session.ply(),
                position: shorten(&text),
            });
        }
        Ok(Self { text, session })
    }
}

/// Returns the text itself or, of a JSON object, its `position`: a text or a list of rows, each a text or a
/// list of cells. Other members are ignored, so that answers are queries as well.
///
/// # Errors
/// When the text begins with `{` and is not a JSON object with a position.
pub fn position_text(text: &str) -> Result<Cow<'_, str>, QueryError> {
    if !text.trim_start().starts_with('{') {
        return Ok(text.into());
    }
    let object: Value = serde_json::from_str(text).map_err(QueryError::Json)?;
    let cell = |cell: &Value| match cell {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let row = |row: &Value| match row {
        Value::Array(cells) => Some(cells.iter().map(cell).collect::<Option<Vec<_>>>()?.join(" ")),
        row => cell(row),
    };
    let position = match &object["position"] {
        Value::String(text) => Some(text.clone()),
        Value::Array(rows) => rows
            .iter()
            .map(row)
            .collect::<Option<Vec<_>>>()
            .map(|rows| rows.join("\n")),
        _ => None,
    };
    position.map(Cow::Owned).ok_or(QueryError::NoPosition)
}
