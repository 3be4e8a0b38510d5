//! Rules, features and weights in one, for those who know no types.

use std::ops::Range;

use quincunx_core::Game;

use super::features::{Features, Table};
use super::memory::NoMemory;
use super::training::{EpisodeStats, Training, TrainingStop, train};
use super::weights::{Component, Weights};

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
    /// When memory is insufficient.
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

    /// Sets the value of every position to a number of points, and forgets what was learned: an *optimistic
    /// start*, after which what has not been tried is tried (Guei, Chen and Wu 2021, "Optimistic temporal
    /// difference learning for 2048").
    fn reset_to(&mut self, points: f32);

    /// Returns how many entries judge a position: each has that part of what is expected at first.
    fn active_count(&self) -> usize;

    /// Returns how many stages have tables of their own; see [`Features::stages`].
    fn stages(&self) -> usize;

    /// Returns whether an entry can be any position's; see [`Features::may_be_active`].
    fn may_be_active(&self, entry: usize) -> bool;

    /// Returns the entry that is in use for one; see [`Features::in_use_for`].
    fn in_use_for(&self, entry: usize) -> usize;

    /// Trains it by self-play; see [`train`].
    ///
    /// # Errors
    /// As [`train`].
    fn train(
        &mut self,
        training: &Training,
        numbers: Range<u64>,
        stop: &TrainingStop,
        each: &(dyn Fn(EpisodeStats) + Sync),
    ) -> Result<u64, NoMemory>;
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

    fn reset_to(&mut self, points: f32) {
        for (part, each) in [
            (Component::Value, points / N as f32),
            (Component::Errors, 0.0),
            (Component::Amounts, 0.0),
        ] {
            self.weights.part_mut(part).for_each(|number| *number = each);
        }
    }

    fn active_count(&self) -> usize {
        N
    }

    fn stages(&self) -> usize {
        self.features.stages()
    }

    fn may_be_active(&self, entry: usize) -> bool {
        self.features.may_be_active(entry as u32)
    }

    fn in_use_for(&self, entry: usize) -> usize {
        self.features.in_use_for(entry as u32) as usize
    }

    fn train(
        &mut self,
        training: &Training,
        numbers: Range<u64>,
        stop: &TrainingStop,
        each: &(dyn Fn(EpisodeStats) + Sync),
    ) -> Result<u64, NoMemory> {
        train(
            &self.rules,
            &self.features,
            &mut self.weights,
            training,
            numbers,
            stop,
            each,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::testkit::toys::{DiceGame, Die};

    /// Two entries for each number of rolls left, of three.
    struct Pairs;

    impl Features<Die, 2> for Pairs {
        fn tables(&self) -> Vec<Table> {
            vec![Table {
                name: "pairs".to_owned(),
                shape: vec![3],
            }]
        }

        fn active(&self, die: &Die) -> [u32; 2] {
            [u32::from(die.rolls_left) % 3; 2]
        }
    }

    #[test]
    fn an_optimistic_start_forgets_what_was_learned() {
        let mut network = Network::new(DiceGame { rolls: 3 }, Pairs).expect("three entries");
        for part in Component::ALL {
            network
                .weights_mut()
                .part_mut(part)
                .for_each(|number| *number = 7.0);
        }
        network.reset_to(100.0);
        assert_eq!(network.active_count(), 2);
        for (part, want) in [
            (Component::Value, 50.0),
            (Component::Errors, 0.0),
            (Component::Amounts, 0.0),
        ] {
            assert!(
                network.weights().part(part).all(|number| number == want),
                "{part:?}"
            );
        }
    }
}
