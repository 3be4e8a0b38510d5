#![doc = include_str!("../README.md")]
//!
//! The caller passes the time in, and every decision is returned as an event for the log.
//!
//! ```text
//!   Table::create ──▶ event 0             perform(command) ──▶ event n + 1, update for all who watch
//!   Table::restore(log) ──▶ the same table            follow(event) ──▶ update, of what another process did
//! ```
//!
//! The rules beyond those of the games:
//!
//! - **Position.** A move, an undo and a redo name the event that made the position they mean. When that is
//!   no longer the last, they are refused as stale; so a command that arrives twice is carried out once.
//! - **Undo.** Ply by ply and at once where one person holds every seat. Against the computer back to the
//!   person's own last turn, whoever acted how often since. Between persons by offer, and what was taken back
//!   so is not played again. Never where a computer plays with a clock, where no person plays, and in the
//!   day's game. Chance is that of the ply and does not change by being taken back. A game that was
//!   given up, agreed drawn or lost on time is not taken up again. One that its rules have ended is neither
//!   between persons, nor if it is of chance, as the key of its chance streams is published then. A fork of
//!   it has a key of its own.
//! - **Offers.** There is one at a time. Whoever is offered something accepts, declines, or lets it lapse by
//!   moving; the side that offers can put another in its place. One person on both sides need not wait for
//!   the answer. The computer takes no draw and is always ready to play again.
//! - **Clocks.** See [`ClockFace`](crate::messages::ClockFace): they begin with the first move, which waits
//!   until everybody who was invited sits.
//! - **Analysis.** Closed while different persons play each other or the day's game runs; open once it is
//!   over. Such a game is not forked meanwhile either, as the fork's analysis would be open. Nobody is kept
//!   from carrying its record to another table or another program: what all can see cannot be kept from
//!   analysis, and the server only does not help.
//! - **Puzzles.** A table may begin at a puzzle. A move that does not solve it is refused as wrong, so that
//!   only the solution is ever played, and nothing has to be taken back; the replies are the solution's. It
//!   is sent to nobody, nor is the position analysed or forked, before it has been found or asked for; then
//!   it is played to the end.
//! - **Memory.** A session keeps every position. A table holds at most [`MAX_BYTES`] of them and
//!   [`MAX_EVENTS`] events; then moves are refused as too large, and the computer is asked for none.

mod analysis;
mod catalogue;
mod clock;
mod command;
pub mod daily;
mod event;
mod grading;
mod id;
mod lessons;
pub mod level_editor;
pub mod messages;
mod order;
mod puzzle;
mod setup;
mod showcase;
mod shown;
mod snapshot;
mod table;
#[cfg(test)]
mod tests;
mod weight;

pub use analysis::judgement;
pub use command::{By, Performed};
pub use event::{Event, Logged, Millis, PuzzleSetup, Seat, Setup};
pub use grading::{MAX_GRADED_MOVES, PlayedMove, moves_to_grade};
pub use id::{IdError, SeatToken, SeatTokenHash, TableId, random_bytes};
pub use lessons::lessons;
pub use order::{SeatSecrets, fresh_key};
pub use puzzle::PuzzleOrder;
pub use setup::{MAX_RECORD_BYTES, entry_of, options_of};
pub use showcase::showcases;
pub use table::{RestoreError, Table};
pub use weight::{MAX_BYTES, MAX_EVENTS};
