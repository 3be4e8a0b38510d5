//! What the server answers.

use std::collections::BTreeMap;

use quincunx_core::{Effect, Face, Token, View};
use quincunx_search::{Evaluation, Grade};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::refusal::Refusal;
use super::situation::{MoveInfo, Snapshot, Update};
use crate::id::{SeatToken, TableId};

/// A message to the page, over the WebSocket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the messages that the server speaks.
        version: u32,
        /// The version of the program.
        program: String,
    },
    /// All there is to know of a table.
    Snapshot(Box<Snapshot>),
    /// Something happened at a table.
    Update(Box<Update>),
    /// A page of a player came or went, or spectators did; sent at most once a second and not numbered.
    Presence {
        /// The table.
        table: TableId,
        /// Of each seat, whether a page of the player's is connected; true for the computer.
        present: Vec<bool>,
        /// How many watch without a seat.
        spectators: usize,
    },
    /// A command was carried out; its update came before.
    Done {
        /// The number that the page gave.
        request: u64,
        /// The last event of the table.
        seq: u64,
    },
    /// Something was not done. Nothing has changed.
    Refused {
        /// The number that the page gave, if it did.
        #[schema(required)]
        request: Option<u64>,
        /// The table meant, if one was.
        #[schema(required)]
        table: Option<TableId>,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// The position after a ply.
    Looked {
        /// The number that the page gave.
        request: u64,
        /// The position.
        #[serde(flatten)]
        looked: Box<Looked>,
    },
    /// What is known of the position that is analysed; each message replaces the one before.
    Judged {
        /// The number that the page gave.
        request: u64,
        /// What is known.
        #[serde(flatten)]
        judgement: Box<Judgement>,
    },
    /// A move of a report, the last move of the game first, or the report's end.
    Graded {
        /// The number that the page gave.
        request: u64,
        /// The table.
        table: TableId,
        /// How many moves there are to grade.
        of: usize,
        /// The move's grade; none when the report is complete.
        #[schema(required)]
        line: Option<ReportLine>,
    },
    /// The answer to `ping`.
    Pong {},
    /// The server is about to stop; the page should connect again in a moment.
    Stopping {},
}

/// The position after a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Looked {
    /// The table.
    pub table: TableId,
    /// The ply, 0 for the opening.
    pub ply: usize,
    /// The board.
    pub board: View,
    /// What its tokens look like.
    pub faces: BTreeMap<Token, Face>,
    /// The move that led there.
    #[schema(required)]
    pub last: Option<MoveInfo>,
    /// What the ply did, step by step; of a very long cascade the beginning.
    pub steps: Vec<Vec<Effect>>,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The table.
    pub table: TableId,
    /// The ply, 0 for the opening.
    pub ply: usize,
    /// The actions that have been judged, the best first.
    pub actions: Vec<Worth>,
    /// The expected course, as people type moves; the first is the best action.
    pub line: Vec<String>,
    /// Plies looked ahead; 0 where the word means nothing.
    pub depth: u32,
    /// Positions visited, or simulations.
    pub nodes: u64,
    /// Whether nothing more will come.
    pub done: bool,
}

/// What an action is worth to the side that acts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Worth {
    /// The action's number.
    pub action: usize,
    /// The value.
    #[serde(flatten)]
    pub value: Evaluation,
    /// The score of the game's own convention, where it has one: Connect Four's, positive for a win.
    #[schema(required)]
    pub score: Option<i64>,
}

/// A graded move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportLine {
    /// The ply, from 1.
    pub ply: usize,
    /// Who acted, 1 or 2.
    pub player: u8,
    /// The move, as people type it.
    pub text: String,
    /// The best move instead, as people type it.
    pub best: String,
    /// How good the move was.
    pub grade: Grade,
    /// What the position is worth to player 1 after the best move, from −1 to 1; in a single-player game
    /// the expected points still to come, the share of the way to the goals, or, where only an order is
    /// known, where it is between the worst move, 0, and the best, 1.
    pub before: f64,
    /// The same after the move that was played.
    pub after: f64,
    /// What the best move was worth.
    pub best_value: Evaluation,
    /// What the move was worth.
    pub value: Evaluation,
}

/// A command that was carried out, over plain HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The last event of the table.
    pub seq: u64,
}

/// The day, the games that have luck of the day, and those that have a puzzle of the day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// The date (UTC), `2026-11-21`.
    pub date: String,
    /// The ids of the games with luck of the day.
    pub games: Vec<String>,
    /// The puzzles of the day.
    pub puzzles: Vec<DayPuzzle>,
}

/// A puzzle of the day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DayPuzzle {
    /// The game's id.
    pub game: String,
    /// The moves in which it is won.
    pub wins_in: u32,
}

/// A table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Created {
    /// The table. Its page is `/t/TABLE`, public, for watching.
    pub table: TableId,
    /// The secret of the seats of the one who asked; none when there is no such seat.
    #[schema(required)]
    pub token: Option<SeatToken>,
    /// The secrets to hand on.
    pub invitations: Vec<Invitation>,
}

/// An invitation to a seat. Its page is `/t/TABLE#invitation=SECRET`: the part after `#` is never sent to a
/// server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    /// The side, 1 or 2.
    pub player: u8,
    /// The secret, good for one claim.
    pub secret: SeatToken,
}
