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
mod features;
mod file;
mod learner;
mod memory;
mod network;
mod rounded;
mod rounding;
mod training;
mod weights;

pub use features::{Features, Table};
pub use file::{FileError, WeightsFile, write};
pub use learner::{Episode, Learner, Method};
pub use memory::{Memory, NoMemory};
pub use network::{DynNetwork, Network};
pub use rounded::{Dropped, Rounded};
pub use rounding::{Rounding, RoundingError};
pub use training::{EpisodeStats, Training, TrainingStop, train};
pub use weights::{Component, Entries, Weights, WeightsMut};
