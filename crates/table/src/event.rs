//! What happened at a table, as it stands in the log for ever.

use std::collections::BTreeMap;

use quincunx_core::Side;
use serde::{Deserialize, Serialize};

use crate::id::{SeatTokenHash, TableId};
use crate::messages::{ClockSetup, Ending, ForkedFrom, OfferKind};

/// Milliseconds: of a moment those since 1970-01-01 UTC, of a duration its length.
pub type Millis = u64;

/// An event with its place in the log of its table: numbers count from 0 without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logged {
    /// The number.
    pub seq: u64,
    /// When it happened.
    pub at: Millis,
    /// What.
    pub event: Event,
}

/// One event in the log of a table. Players are 1 and 2; actions and outcomes of chance are in the game's
/// notation, as in records, so that a log replays whatever becomes of the generator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The table was made. Always event 0, and never later.
    Created(Box<Setup>),
    /// A player acted, and chance after them.
    Played {
        /// The action.
        action: String,
        /// What chance made of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        chances: Vec<String>,
    },
    /// Plies were taken back, down to this one.
    Undone {
        /// The ply gone back to.
        to: usize,
    },
    /// Plies that had been taken back were played again, up to this one.
    Redone {
        /// The ply gone forward to.
        to: usize,
    },
    /// An invitation was taken.
    Claimed {
        /// The side.
        player: u8,
        /// The hash of the secret by which the player is known from now on.
        token: SeatTokenHash,
    },
    /// One side offered the other something.
    Offered {
        /// The side.
        player: u8,
        /// What.
        kind: OfferKind,
    },
    /// The offer was refused or withdrawn.
    Declined {},
    /// The game ended other than by its rules.
    Ended {
        /// By what.
        ending: Ending,
        /// The side that has won; none after a draw or in a single-player game.
        winner: Option<u8>,
    },
    /// A rematch has begun.
    Rematched {
        /// Its table.
        table: TableId,
    },
    /// The solution of the puzzle was asked for; it is played from here on.
    Revealed {},
    /// The server was away this long while a clock ran; the time is given back.
    Resumed {
        /// Milliseconds.
        away: Millis,
    },
}

/// How a table was set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The options of the rules, all of them.
    pub options: BTreeMap<String, String>,
    /// The key of the game's luck; see `quincunx_core::Seed`.
    pub seed: String,
    /// Who sits where.
    pub seats: Vec<Seat>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetup>,
    /// The plies with which the game begins, those of a record or of another table, as a record's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// What chance decided in the opening, when there is no record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The table that the game was forked from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<ForkedFrom>,
    /// The date (UTC) of a game whose luck is that of the day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
    /// The puzzle that begins where the record ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<PuzzleSetup>,
}

impl Setup {
    /// Creates the setup of a game without clocks that begins at the beginning.
    #[must_use]
    pub fn new(game: &str, options: BTreeMap<String, String>, seed: String, seats: Vec<Seat>) -> Self {
        Self {
            game: game.to_owned(),
            options,
            seed,
            seats,
            clock: None,
            record: None,
            opening: Vec::new(),
            forked_from: None,
            daily: None,
            puzzle: None,
        }
    }
}

/// A puzzle as it was made, so that a table plays on with it whatever becomes of the maker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSetup {
    /// In how many of their own moves the solver wins.
    pub wins_in: u32,
    /// How hard it is.
    pub difficulty: u8,
    /// The solution: the solver's moves and the replies in turn, as people type them.
    pub line: Vec<String>,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Seat {
    /// A person, known by a secret; several seats may be of the same person.
    Person {
        /// The secret's hash.
        token: SeatTokenHash,
    },
    /// Nobody yet: an invitation is out.
    Invited {
        /// The hash of the invitation's secret.
        invitation: SeatTokenHash,
    },
    /// A computer player.
    Computer {
        /// From 1 to 5.
        level: u8,
    },
}

/// Returns the number of a side in messages and events.
pub(crate) const fn side(player: Side) -> u8 {
    match player {
        Side::One => 1,
        Side::Two => 2,
    }
}
