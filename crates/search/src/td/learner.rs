//! One learner: it plays a game and learns from it.

use quincunx_core::{Game, RandomSource, Turn};

use super::Features;
use super::weights::SharedWeights;

/// How values are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    /// The part of an error that is learned at once: α.
    pub rate: f32,
    /// How much of what followed later counts, against the next value: from 0, the next value alone, to 1.
    pub lambda: f32,
}

/// A learner of a game of one player, with its own memory of the game that it plays.
#[derive(Debug)]
pub struct Learner<'a, G: Game, F, const N: usize> {
    rules: &'a G,
    features: &'a F,
    weights: SharedWeights<'a>,
    method: Method,
    /// The afterstates of the game, each with the points that the action before it won.
    path: Vec<(G::State, f32)>,
    /// The afterstates of the actions that are weighed at present, with their rewards and entries.
    choices: Vec<(G::State, f32, [u32; N])>,
}

/// How an episode went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Episode {
    /// The points at its end.
    pub points: u64,
    /// The actions played in it.
    pub plies: usize,
}

impl<'a, G: Game, F: Features<G::State, N>, const N: usize> Learner<'a, G, F, N> {
    /// Makes a learner that knows what the weights hold.
    pub fn new(rules: &'a G, features: &'a F, weights: SharedWeights<'a>, method: Method) -> Self {
        Self {
            rules,
            features,
            weights,
            method,
            path: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// Plays on from a position to the end of the game, each time the action that seems best, and learns from it.
    pub fn episode<R: RandomSource>(&mut self, mut state: G::State, random: &mut R) -> Episode {
        self.path.clear();
        loop {
            match self.rules.turn(&state) {
                Turn::Chance => {
                    let chance = self.rules.sample_chance(&state, random);
                    self.rules.resolve_chance(&mut state, &chance, &mut ());
                }
                Turn::Player(_) => {
                    let (after, reward) = self.best(&state);
                    self.path.push((after.clone(), reward));
                    state = after;
                }
                Turn::Over(_) => break,
            }
        }
        self.learn();
        Episode {
            points: self.rules.points(&state),
            plies: self.path.len(),
        }
    }

    /// Returns the afterstate in the middle of the last episode, if it had one.
    #[must_use]
    pub fn middle(&self) -> Option<&G::State> {
        self.path.get(self.path.len() / 2).map(|(after, _)| after)
    }

    /// Returns the afterstate that seems best, and its reward.
    #[inline]
    fn best(&mut self, state: &G::State) -> (G::State, f32) {
        let before = self.rules.points(state);
        // All entries are named before any is read, so that the processor waits for many at a time.
        self.choices.clear();
        for action in self.rules.legal_actions(state) {
            let mut after = state.clone();
            self.rules.play_unchecked(&mut after, action, &mut ());
            let reward = (self.rules.points(&after) - before) as f32;
            let active = self.features.active(&after);
            self.weights.prefetch(&active);
            self.choices.push((after, reward, active));
        }
        let mut most = f32::NEG_INFINITY;
        let mut best = 0;
        for (at, (_, reward, active)) in self.choices.iter().enumerate() {
            let value = reward + self.weights.sum(active);
            if value > most {
                most = value;
                best = at;
            }
        }
        let (after, reward, _) = &self.choices[best];
        (after.clone(), *reward)
    }

    /// Goes back over the last episode and learns from it.
    fn learn(&mut self) {
        let Method { rate, lambda } = self.method;
        // What follows an afterstate: the next reward and value, and the λ-return from there.
        let mut target = 0.0;
        let mut earlier = self.path.iter().rev().map(|(after, reward)| {
            let active = self.features.active(after);
            self.weights.prefetch(&active);
            (active, *reward)
        });
        let mut next = earlier.next();
        while let Some((active, reward)) = next {
            // While this one is learned, the entries of the one before are on their way.
            next = earlier.next();
            let value = self.weights.sum(&active);
            let value = value + self.weights.learn(&active, target - value, rate);
            target = reward + value + lambda * (target - value);
        }
    }
}
