//! A table as those see it who sit at it or watch.

use std::collections::BTreeMap;

use quincunx_core::{Effect, Face, Gesture, Token, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::TableId;

/// All there is to know of a table; what a page is sent when it begins to watch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The table.
    pub table: TableId,
    /// The game's id.
    pub game: String,
    /// The options of the rules, all of them.
    pub options: BTreeMap<String, String>,
    /// The sides that the asker plays, 1 and 2; empty for a spectator.
    pub you: Vec<u8>,
    /// The date (UTC, `2026-11-21`) of a game whose luck is that of the day.
    #[schema(required)]
    pub daily: Option<String>,
    /// The table and ply that this game was forked from.
    #[schema(required)]
    pub forked_from: Option<ForkedFrom>,
    /// Whether the game began with a record or was forked, so that others may have played its first moves.
    pub from_record: bool,
    /// The SHA-256, in hexadecimal digits, of the key that the game's luck comes from, sent before the first
    /// move.
    pub commitment: String,
    /// Every action that the rules know; an action's number is its index. Sent once, as it never changes.
    pub actions: Vec<ActionInfo>,
    /// The moves played last, those taken back at the end; at most 500, so the first may be of a later ply
    /// than 1.
    pub moves: Vec<MoveInfo>,
    /// How the game opened, while no move has been made and it began with a board that was loaded.
    #[schema(required)]
    pub opening: Option<Opening>,
    /// The tokens that only one side brings onto the board, in the order of the sides; empty where sides have
    /// no tokens of their own.
    pub own_tokens: Vec<Token>,
    /// What tokens look like: all on the board, in the tray and in the opening, and those of the sides. Later
    /// messages add further ones.
    pub faces: BTreeMap<Token, Face>,
    /// The last event.
    pub seq: u64,
    /// What may change.
    pub situation: Situation,
}

/// What happened before the first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The board that was loaded.
    pub board: View,
    /// What became of it, step by step; of a very long cascade the beginning.
    pub steps: Vec<Vec<Effect>>,
}

/// The beginning of a game in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForkedFrom {
    /// The other table.
    pub table: TableId,
    /// The ply.
    pub ply: usize,
}

/// Neighbouring numbers as `[first, last]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Run(pub usize, pub usize);

/// What happened at a table; sent to all who watch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Update {
    /// The table.
    pub table: TableId,
    /// The number of the event: one more than the one before.
    pub seq: u64,
    /// What happened.
    pub change: Change,
    /// What tokens look like that were not on the board or in the tray before.
    pub faces: BTreeMap<Token, Face>,
    /// How things stand now.
    pub situation: Situation,
}

/// What may change at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The number of the last event that changed the position. A command names it to identify its
    /// position.
    pub position: u64,
    /// The plies played and not taken back.
    pub ply: usize,
    /// All plies, those taken back included.
    pub plies: usize,
    /// Who acts.
    pub turn: TurnInfo,
    /// The board.
    pub board: View,
    /// The move that led here.
    #[schema(required)]
    pub last: Option<MoveInfo>,
    /// The legal actions, ascending, as runs `[first, last]`.
    pub legal: Vec<Run>,
    /// Who sits where; one or two.
    pub seats: Vec<SeatInfo>,
    /// The clocks, where the game has them.
    #[schema(required)]
    pub clock: Option<ClockFace>,
    /// What one side has offered the other.
    #[schema(required)]
    pub offer: Option<Offer>,
    /// How undo works here.
    pub undo: UndoRule,
    /// Whether the asker may have the position analysed now; not while two people play each other, the game
    /// is the day's, or a puzzle is not solved yet.
    pub analysis: bool,
    /// The table of the rematch.
    #[schema(required)]
    pub rematch: Option<TableId>,
    /// The puzzle that is played, where one is.
    #[schema(required)]
    pub puzzle: Option<PuzzleInfo>,
    /// The key that the game's luck came from, in hexadecimal digits, once the game is over.
    #[schema(required)]
    pub key: Option<String>,
}

/// A puzzle: the side that acted first after ply `from` is to win in so many moves of its own. Only the moves
/// of its solution are played; another legal one is refused as `wrong` and changes nothing. It is solved when
/// the game is over and `revealed` is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleInfo {
    /// The moves in which it is won.
    pub wins_in: u32,
    /// Those of them that are left.
    pub left: u32,
    /// How hard it is, from 1 to 5.
    pub difficulty: u8,
    /// The ply after which it begins.
    pub from: usize,
    /// Whether the solution has been asked for and is played.
    pub revealed: bool,
}

/// Who acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TurnInfo {
    /// A side chooses an action.
    Player {
        /// 1 or 2.
        player: u8,
    },
    /// Nobody: the game has ended.
    Over {
        /// The side that has won; none after a draw or in a single-player game.
        #[schema(required)]
        winner: Option<u8>,
        /// The points of a single-player game.
        #[schema(required)]
        points: Option<u64>,
        /// Whether the goals of a single-player game that has some were reached; none where it has not come
        /// to that.
        #[schema(required)]
        reached: Option<bool>,
        /// By what it ended.
        ending: Ending,
    },
}

/// By what a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By its rules.
    Rules,
    /// A side gave up.
    Resignation,
    /// A side's time ran out.
    Time,
    /// Both sides agreed on a draw.
    Agreement,
}

/// A move with the names it goes by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveInfo {
    /// The ply, from 1.
    pub ply: usize,
    /// Who acted, 1 or 2.
    pub player: u8,
    /// The action's number.
    pub action: usize,
    /// The action as people type it.
    pub text: String,
}

/// An action of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionInfo {
    /// As people type it.
    pub text: String,
    /// As pointer and keys mean it.
    pub gesture: Gesture,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatInfo {
    /// A person.
    Person {
        /// Whether a page of theirs is connected.
        present: bool,
    },
    /// Somebody has been invited and has not come yet.
    Invited {},
    /// A computer player.
    Computer {
        /// From 1 to 5.
        level: u8,
        /// How it plays, in a few words.
        name: String,
    },
}

/// The clocks. Times are milliseconds and were right when the message was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockFace {
    /// What each side has left; one or two.
    pub left: Vec<u64>,
    /// The side whose clock runs, 1 or 2; none before the first move and after the last.
    #[schema(required)]
    pub running: Option<u8>,
}

/// Something offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Who offers, 1 or 2.
    pub by: u8,
    /// What.
    pub kind: OfferKind,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OfferKind {
    /// To take back moves, to the offerer's own turn.
    Undo,
    /// To end in a draw.
    Draw,
    /// To play again with seats swapped, when the game is over.
    Rematch,
}

/// How undo works at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UndoRule {
    /// Ply by ply, at once: one person holds every seat.
    Free,
    /// Back to one's own turn, at once: against the computer.
    OwnTurn,
    /// By offer: against a person.
    Offer,
    /// Not at all: the seed of the day, a puzzle, clocks against the computer, or a game of luck that its
    /// rules have ended.
    Never,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// A move was played. It is `situation.last`.
    Played {
        /// What it did, step by step; of a very long cascade the beginning.
        steps: Vec<Vec<Effect>>,
    },
    /// Moves were taken back.
    Undone {},
    /// Moves were played again that had been taken back.
    Redone {
        /// What the last of them did.
        steps: Vec<Vec<Effect>>,
    },
    /// An invitation was taken, or a page of a player came or went.
    Seated {},
    /// One side offered something.
    Offered {},
    /// The offer was refused, withdrawn, or overtaken by events.
    Declined {},
    /// The game ended other than by its rules.
    Ended {},
    /// A rematch has begun.
    Rematched {},
    /// The solution of the puzzle was asked for; its moves follow.
    Revealed {},
    /// The server was away; the clocks go on from where they stood.
    Resumed {},
}
