//! Learning what positions are worth from self-play: temporal differences on sums of table entries.
//!
//! A position after an action and before chance, an *afterstate*, is worth the points that are still to come.
//! [`Features`] name a fixed number of table entries for an afterstate, [`Weights`] hold the tables, and the
//! value is the sum of the entries. In an *n-tuple network* each table is indexed by what stands on n cells,
//! and symmetric images of the board share it (Szubert and Jaśkowski 2014, "Temporal difference learning of
//! N-tuple networks for the game 2048").
//!
//! A [`Learner`] plays greedily, goes back over the game from its end, and moves each afterstate's value
//! towards the λ-return (TD(λ)). With *temporal coherence* every entry has a rate of its own, which falls as
//! its errors go to and fro (Beal and Smith 1999; Jaśkowski 2017, "Mastering 2048 with delayed temporal
//! coherence learning").
//!
//! [`train`] runs learners on many threads for rounds of games, behind which their weights are
//! [merged](Weights::merge) (McDonald, Hall and Mann 2010, "Distributed training strategies for the
//! structured perceptron"). The same seed and number of threads give the same weights, bit for bit.
//! [`write()`] and [`WeightsFile`] store them.

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

    /// Returns the stage of a position, from 0, where stages have tables of their own. It may fall again.
    fn stage(&self, _position: &S) -> u32 {
        0
    }

    /// Returns how many such stages there are; tables are listed stage after stage, as many for each.
    fn stages(&self) -> usize {
        1
    }

    /// Returns whether any position can have an entry; other entries are not kept for players.
    fn may_be_active(&self, _entry: u32) -> bool {
        true
    }

    /// Returns the entry that is used for one that would always be active together with it, else itself.
    fn in_use_for(&self, entry: u32) -> u32 {
        entry
    }
}

/// A table of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in files.
    pub name: String,
    /// Its sides. If all are 2^n, each holds one bit of each of n fields, the first side the highest.
    pub shape: Vec<usize>,
}

impl Table {
    /// Returns how many entries it has.
    pub fn entries(&self) -> usize {
        self.shape.iter().product()
    }

    /// Returns how many entries tables have.
    pub fn entries_of(tables: &[Self]) -> usize {
        tables.iter().map(Self::entries).sum()
    }
}
