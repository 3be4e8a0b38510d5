//! The messages of page and server, as JSON with a version.
//!
//! Views, effects, faces, gestures, evaluations and the report on a level are the types of the crates below.
//! The page's types are generated from the OpenAPI document of the server. A page opens one WebSocket at
//! `/ws`, sends [`ClientMessage::Hello`] and watches as many tables as it shows; the same [`Command`]s go
//! over plain HTTP.
//!
//! ```text
//!   page                                            server
//!   {"type":"hello","version":1}               ──▶
//!                                              ◀──  {"type":"welcome","version":1,…}
//!   {"type":"watch","table":"…","token":"…"}   ──▶
//!                                              ◀──  {"type":"snapshot","seq":17,…}      all there is to know
//!   {"type":"command","request":1,"table":"…",
//!    "command":{"type":"play","at":15,"action":3}} ──▶
//!                                              ◀──  {"type":"update","seq":18,…}        to everybody who watches
//!                                              ◀──  {"type":"done","request":1,…}       to the one who asked
//! ```
//!
//! Every change of a table is one event with a sequence number, written to the log before anybody sees
//! it. A page that lost its connection watches again with `since`, the last number it saw, and is sent what
//! it missed, or a new snapshot when that is too long ago.

mod catalogue;
mod client;
mod levels;
mod refusal;
mod server;
mod situation;

pub use catalogue::{
    Catalogue, GameInfo, GameLessons, LessonInfo, LevelInfo, OptionInfo, OptionKindInfo, PuzzleRange, Scene,
    Showcase,
};
pub use client::{
    Analyse, ClientMessage, ClockSetup, Command, DailyEntry, NewPuzzle, NewSeat, NewTable, Origin,
};
pub use levels::{
    CheckedLevel, ColumnWeights, EditorConfig, ElementInfo, LevelDraft, LevelGoals, LevelReport, LevelSet,
    LevelSource, ReportOrder, ShippedLevel,
};
pub use refusal::{Code, Reason, Refusal};
pub use server::{
    Created, Day, DayPuzzle, Done, Invitation, Judgement, Looked, ReportLine, ServerMessage, Worth,
};
pub use situation::{
    ActionInfo, Change, ClockFace, Ending, ForkedFrom, MoveInfo, Offer, OfferKind, Opening, PuzzleInfo, Run,
    SeatInfo, Situation, Snapshot, TurnInfo, UndoRule, Update,
};

/// The version of these messages; a page of another version is asked to reload.
pub const VERSION: u32 = 1;

/// What the engine for browsers contains, by which a program knows the one of its own version.
pub const ENGINE_MARK: &str = concat!("quincunx-engine ", env!("CARGO_PKG_VERSION"), "\n");
