#![doc = include_str!("../README.md")]
//!
//! A [`Run`] says which games are to be played: the game and its options, the players, how many games, and
//! the seed. It has everything that decides a game and nothing else, so game `i` of a run is the same on one
//! thread and on many, alone or among others, today and on another machine. [`Results`] hold what some of
//! these games gave, and only things that add exactly: counters, sums of whole numbers, histograms of fixed
//! bins, and a row for every game. So a run may be [split](Games::shard) among machines and its parts
//! [merged](Played::merge) in any order; the whole is byte for byte what one machine would have written.
//! Means, quantiles and intervals are worked out from the whole at the end ([`statistics`]), never averaged.
//!
//! ```text
//!   run seed ──▶ seed of game i ──┬─▶ stream n: what chance does in ply n, as in a session of this seed
//!   (Run::seed_of)                └─▶ streams from the end: one for each seat
//! ```
//! A game of a run can therefore be looked at, or played by a person, as any other game of its seed.
//!
//! [`Contest::play_on`] spreads the games over plain scoped threads, which fetch the next few under a lock.

pub mod atomic_file;
pub mod contest;
pub mod counts;
mod difference;
mod file;
pub mod format;
pub mod games;
mod parallel;
mod part;
mod played;
mod rating;
mod results;
pub mod statistics;
pub mod tally;
pub mod text_file;
pub mod tournament;

pub use contest::{Competitor, Contest, Ending, Figure, SeatPlayer};
pub use counts::Histogram;
pub use difference::Difference;
pub use format::FileError;
pub use games::{Games, Overlap, Shard, ShardError, pairs_by_game};
pub use parallel::{DELIVERY_INTERVAL, Panicked, SAVE_INTERVAL, SaveTimer, Work, play_in_parallel};
pub use part::{Part, seed_of};
pub use played::{MergeError, Played};
pub use rating::{Rating, Ratings, Score};
pub use results::{Results, Run};
pub use tally::{End, OutcomeCounts, Row};
pub use tournament::{Format, Pairing, Standing, Tournament};
