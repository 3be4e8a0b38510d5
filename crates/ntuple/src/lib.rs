//! Learning what positions are worth from play against oneself: temporal differences on sums of table
//! entries.
//!
//! A position after an action and before chance, an *afterstate*, is worth the points that are still to come.
//! The judge is a sum: [`Features`] name a fixed number of table entries for an afterstate, [`Weights`] hold
//! the tables, and the value is the sum of the entries named. An *n-tuple network* is the best known case:
//! each table is indexed by what stands on n cells, and symmetric images of the board share it (Szubert and
//! Jaśkowski 2014, "Temporal difference learning of N-tuple networks for the game 2048").
//!
//! A [`Learner`] plays greedily by what it knows, goes back over the game from its end, and moves each
//! afterstate's value towards what followed: the reward of the next action and a mix of the next value and of
//! what has been learned behind it, as λ says (TD(λ), with the λ-return taken backwards over the game). With
//! *temporal coherence* every entry has a rate of its own, which falls as soon as its errors go to and fro
//! (Beal and Smith 1999; Jaśkowski 2017, "Mastering 2048 with delayed temporal coherence learning"); without
//! it all have the same, as in plain TD(0) and TD(λ).
//!
//! [`train`] runs learners on many threads, each of which learns by itself for a round of games, behind which
//! [what they have learned is put together](Weights::merge) (parallel learning with periodic averaging, as in
//! McDonald, Hall and Mann 2010, "Distributed training strategies for the structured perceptron"). The same
//! seed and number of threads give the same weights, bit for bit. [`write()`] and [`WeightsFile`] keep them
//! in files that other programs read as well.

mod coding;
mod file;
mod learner;
mod memory;
mod network;
mod rounded;
mod rounding;
mod training;
mod weights;

pub use file::{FileError, WeightsFile, write};
pub use learner::{Episode, Learner, Method};
pub use memory::{Memory, NoMemory};
pub use network::{DynNetwork, Network};
pub use rounded::{Dropped, Rounded};
pub use rounding::{Rounding, RoundingError};
pub use training::{EpisodeStats, Training, TrainingStop, train};
pub use weights::{Component, Entries, Weights, WeightsMut};

/// Names the table entries whose sum judges a position: the same number, `N`, for every one.
pub trait Features<S, const N: usize>: Sync {
    /// Lists the tables, whose entries are numbered one table after the other.
    fn tables(&self) -> Vec<Table>;

    /// Returns the numbers of a position's entries; one that is named twice counts twice.
    fn active(&self, position: &S) -> [u32; N];

    /// Returns the stage of the game that a position is of, where stages have tables of their own: 0 for the
    /// first, and a few more. It may fall again; learners play on from where the highest ones began.
    fn stage(&self, _position: &S) -> u32 {
        0
    }

    /// Returns how many such stages there are; tables are listed stage after stage, as many for each.
    fn stages(&self) -> usize {
        1
    }

    /// Tells whether an entry can be any position's. Those that can be none's, as a later stage has all
    /// positions of theirs, or another entry [stands](Features::in_use_for) for them, are not kept for
    /// players.
    fn may_be_active(&self, _entry: u32) -> bool {
        true
    }

    /// Returns the entry that is in use for one: another one where both would always be active together, else
    /// itself.
    fn in_use_for(&self, entry: u32) -> u32 {
        entry
    }
}

/// A table of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in files.
    pub name: String,
    /// Its sides; the last one's entries are neighbours. Sides that are all 2^n are best those of n fields
    /// on each of which a number stands: each side has a bit of every number, the first one the highest.
    pub shape: Vec<usize>,
}

impl Table {
    /// Returns how many entries it has.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns how many entries tables have.
    #[must_use]
    pub fn entries_of(tables: &[Self]) -> usize {
        tables.iter().map(Self::entries).sum()
    }
}
