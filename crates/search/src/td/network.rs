//! Rules, features and weights in one, for those who know no types.

use std::ops::Range;

use quincunx_core::Game;

use super::memory::NoMemory;
use super::training::{Trained, Training, train};
use super::weights::Weights;
use super::{Features, Table};
use crate::limits::Interrupt;

/// A network that learns a game.
#[derive(Debug)]
pub struct Network<G, F, const N: usize> {
    rules: G,
    features: F,
    tables: Vec<Table>,
    weights: Weights,
}

impl<G: Game, F: Features<G::State, N>, const N: usize> Network<G, F, N> {
    /// Makes a network that has learned nothing.
    ///
    /// # Errors
    /// When there is not as much memory.
    pub fn new(rules: G, features: F) -> Result<Self, NoMemory> {
        let tables = features.tables();
        let weights = Weights::new(Table::entries_of(&tables))?;
        Ok(Self {
            rules,
            features,
            tables,
            weights,
        })
    }
}

/// A [`Network`] without its types.
pub trait DynNetwork: Send + Sync {
    /// Returns its tables.
    fn tables(&self) -> &[Table];

    /// Returns its weights.
    fn weights(&self) -> &Weights;

    /// Returns its weights, to set them.
    fn weights_mut(&mut self) -> &mut Weights;

    /// Has it play and learn; see [`train`].
    fn train(
        &mut self,
        training: &Training,
        numbers: Range<u64>,
        interrupt: &Interrupt,
        each: &(dyn Fn(Trained) + Sync),
    ) -> u64;
}

impl<G: Game, F: Features<G::State, N> + Send, const N: usize> DynNetwork for Network<G, F, N> {
    fn tables(&self) -> &[Table] {
        &self.tables
    }

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn weights_mut(&mut self) -> &mut Weights {
        &mut self.weights
    }

    fn train(
        &mut self,
        training: &Training,
        numbers: Range<u64>,
        interrupt: &Interrupt,
        each: &(dyn Fn(Trained) + Sync),
    ) -> u64 {
        train(
            &self.rules,
            &self.features,
            &mut self.weights,
            training,
            numbers,
            interrupt,
            each,
        )
    }
}
