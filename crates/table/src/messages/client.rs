//! What a page asks for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::situation::OfferKind;
use crate::id::{SeatToken, TableId};

/// A message from the page, over the WebSocket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// The version of the messages that the page speaks.
        version: u32,
    },
    /// Begins to watch a table; answered by what was missed, a snapshot, or a refusal.
    Watch {
        /// The table.
        table: TableId,
        /// The secret of the seats that the page plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<SeatToken>,
        /// The last event that the page has seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// Ends watching a table.
    Leave {
        /// The table.
        table: TableId,
    },
    /// Does something at a table that the page watches; answered by `done` or `refused`.
    Command {
        /// A number of the page's choice, which the answer carries.
        request: u64,
        /// The table.
        table: TableId,
        /// What to do.
        command: Command,
    },
    /// Asks for the position after a ply; answered by `looked` or `refused`.
    Look {
        /// A number of the page's choice, which the answer carries.
        request: u64,
        /// The table.
        table: TableId,
        /// The ply, 0 for the opening.
        ply: usize,
    },
    /// Asks for an analysis of a position, deeper and deeper; answered by `judged` again and again, or
    /// `refused`. A connection has one analysis: a new one ends the one before.
    Analyse {
        /// A number of the page's choice, which the answers carry.
        request: u64,
        /// The table.
        table: TableId,
        /// The ply, 0 for the opening.
        ply: usize,
    },
    /// Ends the analysis.
    StopAnalysis {},
    /// Asks for the grades of all moves of a table; answered by `graded` line by line, or `refused`.
    Report {
        /// A number of the page's choice, which the answers carry.
        request: u64,
        /// The table.
        table: TableId,
    },
    /// Asks for a `pong`.
    Ping {},
}

impl ClientMessage {
    /// Returns the number that its answer is to carry.
    #[must_use]
    pub const fn request(&self) -> Option<u64> {
        match *self {
            Self::Command { request, .. }
            | Self::Look { request, .. }
            | Self::Analyse { request, .. }
            | Self::Report { request, .. } => Some(request),
            _ => None,
        }
    }

    /// Returns the table that it is about.
    #[must_use]
    pub const fn table(&self) -> Option<TableId> {
        match *self {
            Self::Watch { table, .. }
            | Self::Leave { table }
            | Self::Command { table, .. }
            | Self::Look { table, .. }
            | Self::Analyse { table, .. }
            | Self::Report { table, .. } => Some(table),
            _ => None,
        }
    }
}

/// Something that a player does at a table, over WebSocket and HTTP alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Plays an action, by its number or as people type it: exactly one of the two.
    Play {
        /// The `position` that the player saw; when it has changed meanwhile, the command is refused as
        /// stale.
        at: u64,
        /// The action's number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        action: Option<usize>,
        /// The action as people type it.
        #[schema(max_length = 65536)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Takes back, or offers to, by the table's undo rule.
    Undo {
        /// As of [`Command::Play`].
        at: u64,
    },
    /// Plays again what was taken back.
    Redo {
        /// As of [`Command::Play`].
        at: u64,
    },
    /// Gives up; not a puzzle.
    Resign {},
    /// Asks for the solution of a puzzle: it is played to the end, move by move.
    Reveal {},
    /// Offers the other side something; an undo where the rule is `offer`. Alone or against the computer a
    /// rematch begins at once.
    Offer {
        /// What.
        kind: OfferKind,
    },
    /// Answers the other side's offer, or withdraws one's own with `accept` false.
    Answer {
        /// What was offered; refused when another offer has taken its place.
        kind: OfferKind,
        /// Whether it is taken.
        accept: bool,
    },
    /// Takes the seat of an invitation. The page makes the token by which it will be known, so that asking
    /// again after a lost answer does no harm; the invitation is void for everybody else.
    Claim {
        /// The secret of the invitation.
        invitation: SeatToken,
        /// The secret of the page's own choice: 128 random bits.
        token: SeatToken,
    },
}

/// A table to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Options of the rules that are not to have their defaults. With an origin none may be given.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who sits where; as many as the game has players.
    #[schema(min_items = 1, max_items = 2)]
    pub seats: Vec<NewSeat>,
    /// The clocks.
    #[serde(default)]
    pub clock: Option<ClockSetup>,
    /// Where the game begins, if not at the beginning.
    #[serde(default)]
    pub from: Option<Origin>,
}

/// Who is to sit on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NewSeat {
    /// The one who asks.
    Me {},
    /// Whoever is given the invitation.
    Invite {},
    /// A computer player.
    Computer {
        /// From 1 to 5.
        #[schema(minimum = 1, maximum = 5)]
        level: u8,
    },
}

/// How much time there is. A clock runs from the side's first turn after the first move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockSetup {
    /// For the whole game, with something added after each move.
    Total {
        /// Milliseconds at the start, from 1 s to 24 h.
        #[schema(minimum = 1000, maximum = 86400000)]
        total: u64,
        /// Milliseconds added, up to 1 h.
        #[schema(maximum = 3600000)]
        increment: u64,
    },
    /// For each move anew.
    Move {
        /// Milliseconds, from 1 s to 24 h.
        #[schema(minimum = 1000, maximum = 86400000)]
        each: u64,
    },
}

/// Where a game begins that does not begin at the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Origin {
    /// After the last ply of a record; its plies are those of the table.
    Record {
        /// The text of the record, at most 1 MiB.
        #[schema(max_length = 1048576)]
        text: String,
    },
    /// After a ply of another table; the plies up to it are those of the new table. Not of one whose analysis
    /// is closed: while two people play each other there, or the day's game runs.
    Fork {
        /// The other table.
        table: TableId,
        /// The ply.
        #[schema(maximum = 1298576)]
        ply: usize,
    },
}

/// A request for the day's game or puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyEntry {
    /// The secret by which the visitor's browser is known: 128 random bits. It is the token of the table's
    /// seat.
    pub visitor: SeatToken,
}

/// A puzzle to be made, and the table at which it is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPuzzle {
    /// Options of the rules that are not to have their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// In how many of their own moves the solver is to win; see `puzzles` in the list of games.
    #[schema(minimum = 1, maximum = 6)]
    pub wins_in: u32,
}

/// A request for what the computer thinks of a position, over plain HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Analyse {
    /// The ply, 0 for the opening.
    #[schema(maximum = 1298576)]
    pub ply: usize,
    /// How long it may think; more than 20,000 counts as 20,000.
    pub milliseconds: u64,
}
