//! Learners on many threads.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quincunx_core::{Game, Random};

use super::learner::{Learner, Method};
use super::weights::Weights;
use super::{Episode, Features, Table};
use crate::crew::at_work;
use crate::limits::Interrupt;

/// How learners play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How values are learned.
    pub method: Method,
    /// With it, a game that has ended goes on from its middle, and from the middle of that, until an episode has fewer
    /// actions than this: late positions are met more often than whole games meet them (Matsuzaki 2021, "Developing
    /// value networks for game 2048 with reinforcement learning").
    ///
    /// Where the game has [stages](Features::stage), it also goes on from where the highest that any of its episodes came to began, five
    /// times or until one comes to a higher stage, which is tried likewise (as carousel shaping does: Jaśkowski 2017, "Mastering 2048
    /// with delayed temporal coherence learning"); each of these episodes goes on from its middle as well.
    pub restart: Option<usize>,
    /// The seed of all games: game `n` has the luck of its stream `n`.
    pub seed: u64,
    /// How many learners play at a time.
    pub threads: NonZero<usize>,
}

/// What a game of a training was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trained {
    /// The number of the game.
    pub number: u64,
    /// The episode from the beginning of the game.
    pub whole: Episode,
    /// The actions of all its episodes.
    pub plies: usize,
}

/// Trains weights by games of some numbers, in their order, and returns the number of the first that was not begun because
/// the flag was raised; every game that is begun is finished.
///
/// `each` is told of every game, from whichever thread played it. On one thread the weights depend on nothing but what
/// they were, the training and the numbers; on several also on how the threads happened to take turns.
///
/// # Panics
/// When the game has several players, or the weights are not those of the features.
pub fn train<G: Game, F: Features<G::State, N>, const N: usize>(
    rules: &G,
    features: &F,
    weights: &mut Weights,
    training: &Training,
    numbers: Range<u64>,
    interrupt: &Interrupt,
    each: &(dyn Fn(Trained) + Sync),
) -> u64 {
    assert_eq!(rules.players(), 1, "what is learned is what one player wins");
    assert_eq!(
        weights.len(),
        Table::entries_of(&features.tables()),
        "the weights are those of the features"
    );
    let weights = weights.share();
    let next = AtomicU64::new(numbers.start);
    let learn = || {
        let mut learner = Learner::new(rules, features, weights, training.method);
        while !interrupt.is_raised() {
            let number = next.fetch_add(1, Relaxed);
            if number >= numbers.end {
                next.fetch_sub(1, Relaxed);
                return;
            }
            each(game(&mut learner, rules, training, number));
        }
    };
    at_work(training.threads.get(), learn);
    next.into_inner()
}

/// How many times the beginning of a stage is played on from before it is given up to reach a later one.
const TRIES: u32 = 5;

/// Plays a game and learns from it.
fn game<G: Game, F: Features<G::State, N>, const N: usize>(
    learner: &mut Learner<'_, G, F, N>,
    rules: &G,
    training: &Training,
    number: u64,
) -> Trained {
    let mut random = Random::stream(training.seed, number);
    let whole = learner.episode(rules.initial(), &mut random);
    let mut plies = whole.plies;
    if let Some(fewest) = training.restart {
        let (mut stage, mut beginning, mut tries) = (0, None, 0);
        let mut last = whole;
        loop {
            if let Some((later, after)) = learner.beginning_of_later_stage(stage) {
                (stage, beginning, tries) = (later, Some(after.clone()), 0);
            }
            last = if last.plies >= fewest
                && let Some(middle) = learner.middle().cloned()
            {
                learner.episode(middle, &mut random)
            } else if tries < TRIES
                && let Some(beginning) = beginning.clone()
            {
                tries += 1;
                learner.episode(beginning, &mut random)
            } else {
                break;
            };
            plies += last.plies;
        }
    }
    Trained { number, whole, plies }
}

#[cfg(test)]
mod tests {
    use super::super::Part;
    use super::*;
    use crate::tiny::{Die, Keep};

    /// One entry for each number of rolls left, behind a roll or a kept die.
    struct Rolls;

    impl Features<Die, 2> for Rolls {
        fn tables(&self) -> Vec<Table> {
            vec![Table {
                name: "rolls".to_owned(),
                shape: vec![5, 2],
            }]
        }

        fn active(&self, die: &Die) -> [u32; 2] {
            let index = 2 * u32::from(die.rolls_left) + u32::from(die.kept);
            // Half of a value each, as two tables would have it.
            [index, index]
        }
    }

    /// One entry for everything, and a late stage from two rolls left on.
    struct Late;

    impl Features<Die, 1> for Late {
        fn tables(&self) -> Vec<Table> {
            vec![Table {
                name: "late".to_owned(),
                shape: vec![2],
            }]
        }

        fn active(&self, die: &Die) -> [u32; 1] {
            [u32::from(die.kept)]
        }

        fn stage(&self, die: &Die) -> u32 {
            u32::from(die.rolls_left <= 2)
        }
    }

    /// Whoever hopes for a hundred points rolls on to the end, and so again from the beginning of the late stage.
    #[test]
    fn the_latest_stage_is_tried_again() {
        let plies = |restart: Option<usize>| {
            let mut training = training(0.0);
            training.method.rate = 0.0;
            training.restart = restart;
            let mut weights = Weights::new(2).expect("two entries");
            weights.set(0, Part::Value, 100.0);
            let plies = AtomicU64::new(0);
            let rules = Keep { rolls: 10 };
            let games = 0..1;
            let interrupt = Interrupt::default();
            train(
                &rules,
                &Late,
                &mut weights,
                &training,
                games,
                &interrupt,
                &|game| {
                    plies.store(game.plies as u64, Relaxed);
                    assert_eq!(game.whole.plies, 10);
                },
            );
            plies.into_inner()
        };
        assert_eq!(plies(None), 10);
        // Two rolls are left after the seventh action, and three actions follow.
        let tried = 10 + u64::from(TRIES) * 3;
        assert_eq!(plies(Some(usize::MAX)), tried);
        assert!(plies(Some(2)) > tried, "middles are played on from as well");
    }

    const RULES: Keep = Keep { rolls: 3 };

    fn training(lambda: f32) -> Training {
        Training {
            // At the full rate one bad roll is believed, and no other is ever tried.
            method: Method {
                rate: 0.05,
                lambda,
                coherence: true,
            },
            restart: None,
            seed: 5,
            threads: NonZero::<usize>::MIN,
        }
    }

    /// Hopes that no game fulfils.
    fn hopeful() -> Weights {
        let mut weights = Weights::new(10).expect("ten entries");
        weights.part_mut(Part::Value).for_each(|value| *value = 3.0);
        weights
    }

    fn part(weights: &Weights, part: Part) -> Vec<f32> {
        weights.part(part).collect()
    }

    /// Trains on one thread by games whose numbers are between the first and the last of these, stopping at each.
    fn trained(training: &Training, stops: &[u64]) -> Weights {
        let mut weights = hopeful();
        for part in stops.windows(2) {
            let interrupt = Interrupt::default();
            let next = train(
                &RULES,
                &Rolls,
                &mut weights,
                training,
                part[0]..part[1],
                &interrupt,
                &|_| {},
            );
            assert_eq!(next, part[1]);
        }
        weights
    }

    /// What a die is worth that rolls with so many rolls left behind it.
    fn worth(weights: &Weights, rolls_left: usize) -> f32 {
        2.0 * part(weights, Part::Value)[2 * rolls_left]
    }

    #[test]
    fn what_is_learned_is_what_play_is_worth() {
        for lambda in [0.0, 0.5] {
            let weights = trained(&training(lambda), &[0, 40_000]);
            let (one, two) = (worth(&weights, 0), worth(&weights, 1));
            assert!((one - 3.5).abs() < 0.1, "λ = {lambda}: {one}");
            assert!((two - 4.25).abs() < 0.15, "λ = {lambda}: {two}");
        }
    }

    #[test]
    fn one_rate_for_all_learns_as_well() {
        let mut training = training(0.5);
        training.method.coherence = false;
        training.method.rate = 0.002;
        let weights = trained(&training, &[0, 40_000]);
        let (one, two) = (worth(&weights, 0), worth(&weights, 1));
        assert!(
            (one - 3.5).abs() < 0.15 && (two - 4.25).abs() < 0.2,
            "{one}, {two}"
        );
        assert!(part(&weights, Part::Amounts).iter().all(|&amount| amount == 0.0));
    }

    #[test]
    fn games_that_are_stopped_between_go_on_as_if_they_were_not() {
        let training = training(0.5);
        let whole = trained(&training, &[0, 500]);
        let parts = trained(&training, &[0, 123, 500]);
        for of in Part::ALL {
            assert_eq!(part(&whole, of), part(&parts, of));
        }
        let fewer = trained(&training, &[0, 499]);
        assert_ne!(part(&whole, Part::Value), part(&fewer, Part::Value));
    }

    #[test]
    fn threads_play_every_game_once_and_learn_the_same_in_the_end() {
        let mut weights = hopeful();
        let seen = std::sync::Mutex::new(Vec::new());
        let training = Training {
            threads: NonZero::new(3).expect("not zero"),
            ..training(0.0)
        };
        let next = train(
            &RULES,
            &Rolls,
            &mut weights,
            &training,
            7..30_007,
            &Interrupt::default(),
            &|game| seen.lock().expect("nobody panics").push(game.number),
        );
        let mut seen = seen.into_inner().expect("nobody panics");
        seen.sort_unstable();
        assert!(next == 30_007 && seen.into_iter().eq(7..30_007));
        let two = worth(&weights, 1);
        assert!((two - 4.25).abs() < 0.2, "{two}");
    }

    #[test]
    fn a_raised_flag_ends_it_between_two_games() {
        let mut weights = hopeful();
        let interrupt = Interrupt::default();
        let stop = interrupt.clone();
        let next = train(
            &RULES,
            &Rolls,
            &mut weights,
            &training(0.0),
            0..100,
            &interrupt,
            &|game| {
                if game.number == 9 {
                    stop.raise();
                }
            },
        );
        assert_eq!(next, 10);
    }

    #[test]
    fn a_game_goes_on_from_its_middle() {
        let mut weights = hopeful();
        let restarting = Training {
            restart: Some(2),
            ..training(0.0)
        };
        let more = std::sync::atomic::AtomicU64::new(0);
        train(
            &RULES,
            &Rolls,
            &mut weights,
            &restarting,
            0..1000,
            &Interrupt::default(),
            &|game| {
                assert!(game.plies >= game.whole.plies && (1..=6).contains(&game.whole.points));
                more.fetch_add(u64::from(game.plies > game.whole.plies), Relaxed);
            },
        );
        assert!(more.into_inner() > 100, "games of two actions and more went on");
    }
}
