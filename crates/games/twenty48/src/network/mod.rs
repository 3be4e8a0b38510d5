//! n-tuple networks on 4×4 boards: their tables, training, and evaluation by a trained one.
//!
//! A [`spec`] names the tuples, [`feature_index`] finds a board's table entries, [`features`] offers them to
//! training, and [`trained`] evaluates boards by the result.

mod feature_index;
mod features;
pub(super) mod file_cache;
mod spec;
#[cfg(test)]
mod tests;
mod trained;
mod training;
mod tuple_symmetry;
#[cfg(target_arch = "x86_64")]
mod wide_feature_index;

pub use features::TupleFeatures;
pub use spec::{NetworkSpec, NetworkSpecError};
pub(super) use trained::FILES;
pub use trained::{NetworkError, TrainedNetwork};
pub(super) use training::{LEARNING, OtherSize};
