//! One learner: it plays a game and learns from it.

use quincunx_core::{Game, RandomSource, Turn};

use super::features::Features;
use super::weights::{Entries, WeightsMut};

/// How values are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Method {
    /// The part of an error that is learned at once, α: from 0 to 1, which is not checked.
    pub rate: f32,
    /// How much later values count against the next one, from 0 to 1, within a stretch of 64 actions.
    pub lambda: f32,
    /// Whether every entry has a rate of its own by temporal coherence, at most `rate`.
    pub coherence: bool,
}

/// How many afterstates are learned at a time: so few that their entries are still in the cache.
const STRETCH: usize = 64;

/// A learner of a game of one player.
///
/// While a stretch of an episode is played, the one before is learned, an afterstate for each action: that is
/// done while the entries that judge the next actions are on their way from memory.
#[derive(Debug)]
pub(crate) struct Learner<'a, G: Game, F, const N: usize> {
    rules: &'a G,
    features: &'a F,
    weights: WeightsMut<'a>,
    method: Method,
    /// The afterstates of the episode.
    path: Vec<G::State>,
    /// The points at the last of them, or at the beginning of the episode.
    points: u64,
    /// The stretch that is played.
    fresh: Vec<Ply<N>>,
    /// What is left to learn of the stretch before it.
    ripe: Vec<Ply<N>>,
    /// What follows the last of what is left: the next reward and value, and the λ-return from there.
    target: f32,
    /// The afterstates of the actions that are weighed at present.
    choices: Vec<(G::State, Ply<N>)>,
}

/// What is learned of an afterstate.
#[derive(Clone, Copy, Debug)]
struct Ply<const N: usize> {
    /// The entries that judge it.
    entries: Entries<N>,
    /// The points that were won since the afterstate before it.
    reward: f32,
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
    pub(crate) fn new(rules: &'a G, features: &'a F, weights: WeightsMut<'a>, method: Method) -> Self {
        Self {
            rules,
            features,
            weights,
            method,
            path: Vec::new(),
            points: 0,
            fresh: Vec::with_capacity(STRETCH),
            ripe: Vec::with_capacity(STRETCH),
            target: 0.0,
            choices: Vec::new(),
        }
    }

    /// Plays greedily from a position to the end of the game and learns from it.
    pub(crate) fn episode<R: RandomSource>(&mut self, mut state: G::State, random: &mut R) -> Episode {
        self.path.clear();
        self.points = self.rules.points(&state);
        loop {
            match self.rules.turn(&state) {
                Turn::Chance => {
                    let chance = self.rules.sample_chance(&state, random);
                    self.rules.resolve_chance(&mut state, &chance, &mut ());
                }
                Turn::Player(_) => state = self.act(&state),
                Turn::Over(_) => break,
            }
        }
        let points = self.rules.points(&state);
        self.learn_to_the_end((points - self.points) as f32);
        Episode {
            points,
            plies: self.path.len(),
        }
    }

    /// Returns the afterstate in the middle of the last episode, if it had one.
    pub(crate) fn middle(&self) -> Option<&G::State> {
        self.path.get(self.path.len() / 2)
    }

    /// Returns the highest stage of the last episode, if later than `than`, and its first afterstate.
    pub(crate) fn beginning_of_later_stage(&self, than: u32) -> Option<(u32, &G::State)> {
        let mut highest = (than, None);
        for after in &self.path {
            let stage = self.features.stage(after);
            if stage > highest.0 {
                highest = (stage, Some(after));
            }
        }
        Some((highest.0, highest.1?))
    }

    /// Returns the afterstate that seems best, and learns from an earlier one.
    #[inline]
    fn act(&mut self, state: &G::State) -> G::State {
        // All entries are named before any is read, so that the processor waits for many at a time.
        let Self {
            rules,
            features,
            weights,
            points,
            choices,
            ..
        } = self;
        choices.clear();
        rules.for_each_afterstate(state, |_, after| {
            let reward = (rules.points(&after) - *points) as f32;
            let entries = Entries::new(features.active(&after));
            weights.prefetch_values(&entries);
            choices.push((after, Ply { entries, reward }));
        });
        self.learn();
        let mut most = f32::NEG_INFINITY;
        let mut best = 0;
        for (at, (_, ply)) in self.choices.iter().enumerate() {
            let value = ply.reward + self.weights.sum(&ply.entries);
            if value > most {
                most = value;
                best = at;
            }
        }
        let (after, ply) = self.choices.swap_remove(best);
        if self.fresh.len() == STRETCH {
            debug_assert!(self.ripe.is_empty(), "a stretch was learned while one was played");
            std::mem::swap(&mut self.fresh, &mut self.ripe);
            self.target = most;
        }
        self.fresh.push(ply);
        self.points = self.rules.points(&after);
        self.path.push(after.clone());
        after
    }

    /// Learns from the last remaining afterstate of the previous stretch; false when there is none.
    #[inline]
    fn learn(&mut self) -> bool {
        let Some(Ply { entries, reward }) = self.ripe.pop() else {
            return false;
        };
        let Method {
            rate,
            lambda,
            coherence,
        } = self.method;
        let value = if coherence {
            if let Some(next) = self.ripe.last() {
                self.weights.prefetch_coherence(&next.entries);
            }
            self.weights.learn(&entries, self.target, rate)
        } else {
            self.weights.learn_alike(&entries, self.target, rate)
        };
        self.target = reward + value + lambda * (self.target - value);
        true
    }

    /// Learns all that is left at the end of an episode, which won these points after its last afterstate.
    fn learn_to_the_end(&mut self, points: f32) {
        while self.learn() {}
        std::mem::swap(&mut self.fresh, &mut self.ripe);
        self.target = points;
        while self.learn() {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Component, Table, Weights};
    use super::*;
    use quincunx_core::Random;
    use quincunx_core::testkit::toys::{DiceGame, Die};

    /// Two of four entries for each number of rolls left; behind the first roll one of them twice.
    struct Pairs;

    impl Features<Die, 2> for Pairs {
        fn tables(&self) -> Vec<Table> {
            vec![Table {
                name: "pairs".to_owned(),
                shape: vec![4],
            }]
        }

        fn active(&self, die: &Die) -> [u32; 2] {
            [[1, 3], [2, 2], [0, 1]][usize::from(die.rolls_left)]
        }
    }

    /// An entry for each number of rolls left, and the first for the die that is kept.
    struct Single;

    impl Features<Die, 1> for Single {
        fn tables(&self) -> Vec<Table> {
            vec![Table {
                name: "single".to_owned(),
                shape: vec![256],
            }]
        }

        fn active(&self, die: &Die) -> [u32; 1] {
            [if die.kept {
                0
            } else {
                1 + u32::from(die.rolls_left)
            }]
        }
    }

    /// Whoever hopes for a hundred points rolls on to the end.
    #[test]
    fn long_episodes_are_learned_stretch_by_stretch() {
        const HOPE: f32 = 100.0;
        let method = Method {
            rate: 0.5,
            lambda: 0.25,
            coherence: false,
        };
        for rolls in [1, 2, 63, 64, 65, 66, 128, 129, 255] {
            let mut weights = Weights::new(256).expect("256 entries");
            for place in 1..256 {
                weights.set(place, Component::Value, HOPE);
            }
            let rules = DiceGame { rolls };
            let mut learner = Learner::new(&rules, &Single, weights.view_mut(), method);
            let episode = learner.episode(rules.initial(), &mut Random::new(7));
            assert_eq!(episode.plies, usize::from(rolls));

            // What the afterstates are worth in the order of the game, the last one that of the die that is
            // kept.
            let mut want = vec![HOPE; episode.plies];
            want[episode.plies - 1] = 0.0;
            let before = want.clone();
            let reward = |ply: usize| {
                if ply + 1 == episode.plies {
                    episode.points as f32
                } else {
                    0.0
                }
            };
            for begin in (0..episode.plies).step_by(STRETCH) {
                let end = (begin + STRETCH).min(episode.plies);
                let mut target = if end == episode.plies {
                    0.0
                } else {
                    reward(end) + before[end]
                };
                for ply in (begin..end).rev() {
                    want[ply] += 0.5 * (target - want[ply]);
                    target = reward(ply) + want[ply] + 0.25 * (target - want[ply]);
                }
            }
            let values: Vec<f32> = weights.part(Component::Value).collect();
            let learned = (0..rolls - 1).rev().map(|rolls_left| 1 + usize::from(rolls_left));
            let learned: Vec<f32> = learned.chain([0]).map(|place| values[place]).collect();
            assert_eq!(learned, want, "{rolls} rolls");
        }
    }

    const BEFORE: [(Component, [f32; 4]); 3] = [
        (Component::Value, [1.0, 2.0, 3.0, 4.0]),
        (Component::Errors, [0.0, 1.0, -1.0, 0.0]),
        (Component::Amounts, [0.0, 4.0, 2.0, 0.0]),
    ];

    /// All numbers are sums of powers of two, so that they come out exactly.
    #[test]
    fn an_episode_is_learned_as_by_hand() {
        let mut weights = Weights::new(4).expect("four entries");
        for (part, numbers) in BEFORE {
            for (place, number) in numbers.into_iter().enumerate() {
                weights.set(place, part, number);
            }
        }
        let rules = DiceGame { rolls: 3 };
        let method = Method {
            rate: 0.5,
            lambda: 0.25,
            coherence: true,
        };
        let mut learner = Learner::new(&rules, &Pairs, weights.view_mut(), method);
        // The reward before the first afterstate is nobody's: what was before it is not judged.
        for (rolls_left, reward) in [(2, 32.0), (1, 4.0), (0, 8.0)] {
            let die = Die {
                shows: None,
                rolls_left,
                kept: false,
            };
            let entries = Entries::new(Pairs.active(&die));
            learner.fresh.push(Ply { entries, reward });
        }
        learner.learn_to_the_end(0.0);

        // The last, entries 1 and 3: worth 2 + 4, and nothing follows, an error of -6. Its share is -6 · 0.5
        // / 2 = -1.5, of which entry 1 takes |1| / 4 and entry 3, for which it is the first, all:
        // 1.625 and 2.5, worth 4.125. The one before it, entry 2 twice: worth 3 + 3. What follows is
        // 8 + 0.75 · 4.125 + 0.25 · 0 = 11.09375, an error of 5.09375, a share of 1.2734375, of which
        // the entry takes |-1| / 2 once: 3.63671875, worth 7.2734375. The first, entries 0 and 1:
        // worth 1 + 1.625. What follows is 4 + 0.75 · 7.2734375 + 0.25 · 11.09375 = 12.228515625, an
        // error of 9.603515625, a share of 2.40087890625, of which entry 0 takes all, entry 1 |-5| / 10.
        let (second, first) = (5.093_75, 9.0 + 309.0 / 512.0);
        for (part, numbers) in [
            (
                Component::Value,
                [1.0 + first / 4.0, 1.625 + first / 8.0, 3.0 + second / 8.0, 2.5],
            ),
            (Component::Errors, [first, -5.0 + first, -1.0 + second, -6.0]),
            (Component::Amounts, [first, 10.0 + first, 2.0 + second, 6.0]),
        ] {
            assert_eq!(weights.part(part).collect::<Vec<f32>>(), numbers, "{part:?}");
        }
    }
}
