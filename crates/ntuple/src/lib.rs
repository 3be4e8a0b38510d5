#![doc = include_str!("../README.md")]
//!
//! A position after an action and before chance, an *afterstate*, is worth the points that are still to come:
//! the sum of the entries that [`Features`] name, in tables that [`Weights`] hold. In an *n-tuple network*
//! each table is indexed by what stands on n cells (Szubert and Jaśkowski 2014). A learner plays greedily
//! and moves each afterstate's value towards the λ-return (TD(λ)), with a rate for each entry by *temporal
//! coherence* (Beal and Smith 1999; Jaśkowski 2017). [`train`] runs learners on threads and
//! merges their weights after each round (McDonald, Hall and Mann 2010): the same seed and
//! number of threads give the same weights, bit for bit.

mod coding;
mod features;
mod file;
mod learner;
mod memory;
mod network;
mod rounded;
mod rounding;
mod sparse;
mod stages;
mod training;
mod weights;

pub use features::{Features, Table};
pub use file::{FileError, WeightsFile, write};
pub use learner::{Episode, Method};
pub use memory::{Memory, NoMemory};
pub use network::{DynNetwork, Network};
pub use rounded::{Dropped, Rounded};
pub use rounding::{Rounding, RoundingError};
pub use sparse::SparseNumbers;
pub use stages::RoundedStages;
pub use training::{EpisodeStats, Training, TrainingStop, train};
pub use weights::{Component, Weights};
