//! Learners on many threads.

use std::num::NonZero;
use std::ops::Range;
use std::slice;
use std::sync::{Mutex, PoisonError};

use quincunx_core::{Game, Random};

use super::features::{Features, Table};
use super::learner::{Episode, Learner, Method};
use super::memory::NoMemory;
use super::weights::Weights;
use quincunx_search::StopToken;
use quincunx_search::workers::{parallel_map, run_on_threads};

/// How learners play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How values are learned.
    pub method: Method,
    /// With it, a game that has ended goes on from its middle, and from the middle of that, until an episode
    /// has fewer actions than this (Matsuzaki 2021), and five times from where its highest
    /// [stage](Features::stage) began (carousel shaping: Jaśkowski 2017).
    pub restart: Option<usize>,
    /// The seed of all games: game `n` has the luck of its stream `n`.
    pub seed: u64,
    /// How many learners play at a time, each with a copy of the weights where there are several.
    pub threads: NonZero<usize>,
}

/// What a game of a training was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EpisodeStats {
    /// The number of the game.
    pub number: u64,
    /// The episode from the beginning of the game.
    pub whole: Episode,
    /// The actions of all its episodes.
    pub plies: usize,
}

/// What ends a training before its last game.
#[derive(Clone, Debug, Default)]
pub struct TrainingStop {
    /// Ends it when the games that are begun are finished; all learners finish as many of a round.
    pub immediately: StopToken,
    /// Ends it where learners are merged anyway, so that a resumed training gives the same weights.
    pub between_rounds: StopToken,
}

impl TrainingStop {
    fn is_stopped(&self) -> bool {
        self.immediately.is_stopped() || self.between_rounds.is_stopped()
    }
}

/// Trains weights by games of some numbers, in their order, and returns the number of the first that was not
/// begun because of the stop; every game that is begun is finished.
///
/// On several threads each learner has a replica of the weights and plays every n-th game; after a round of
/// games the replicas are merged. `each` is called for every game, on the thread that
/// played it.
///
/// # Errors
/// When memory is insufficient for a replica for each of several threads; nothing is learned then.
///
/// # Panics
/// When the game has several players, the weights are not those of the features, or [`Features::active`]
/// names an entry beyond them.
pub fn train<G: Game, F: Features<G::State, N>, const N: usize>(
    rules: &G,
    features: &F,
    weights: &mut Weights,
    training: &Training,
    numbers: Range<u64>,
    stop: &TrainingStop,
    each: &(dyn Fn(EpisodeStats) + Sync),
) -> Result<u64, NoMemory> {
    assert_eq!(rules.players(), 1, "what is learned is what one player wins");
    assert_eq!(
        weights.len(),
        Table::entries_of(&features.tables()),
        "the weights are those of the features"
    );
    // Plays games of some numbers by learners with weights of their own, and returns the number of the first
    // that was not begun.
    let play = |weights: &mut [Weights], numbers: Range<u64>, is_halted: &(dyn Fn() -> bool + Sync)| {
        let learners = weights.len();
        let turns = Turns::default();
        let free = Mutex::new(numbers.clone().zip(weights));
        run_on_threads(learners, || {
            let take = || free.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some((first, weights)) = take() {
                let mut learner = Learner::new(rules, features, weights.view_mut(), training.method);
                for (turn, number) in (1..).zip((first..numbers.end).step_by(learners)) {
                    if !turns.begin(turn, is_halted) {
                        break;
                    }
                    each(game(&mut learner, rules, training, number));
                }
            }
        });
        let begun = turns.begun().saturating_mul(learners as u64);
        numbers.start.saturating_add(begun).min(numbers.end)
    };
    let threads = training.threads.get();
    if threads == 1 {
        return Ok(play(slice::from_mut(weights), numbers, &|| stop.is_stopped()));
    }
    NoMemory::check(weights.bytes().saturating_mul(threads))?;
    let replicas = parallel_map(0..threads, |_| weights.replica());
    let mut replicas: Vec<Weights> = replicas.into_iter().collect::<Result<_, _>>()?;
    let mut next = numbers.start;
    while next < numbers.end && !stop.is_stopped() {
        let end = end_of_round(next, threads as u64).min(numbers.end);
        next = play(&mut replicas, next..end, &|| stop.immediately.is_stopped());
        weights.merge(&mut replicas);
    }
    Ok(next)
}

/// How many games learners on several threads have begun, each of them.
#[derive(Debug, Default)]
struct Turns(Mutex<u64>);

impl Turns {
    /// Returns whether a learner begins its `turn`-th game: all end behind the same number of games.
    fn begin(&self, turn: u64, is_halted: impl Fn() -> bool) -> bool {
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turn > *begun && is_halted() {
            return false;
        }
        *begun = turn.max(*begun);
        true
    }

    fn begun(self) -> u64 {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many games a learner plays at least before what it has learned is put together with what others have.
const MIN_GAMES: u64 = 8;

/// How many it plays at most.
const MAX_GAMES: u64 = 2048;

/// What part of the games so far a round is between these bounds: one in so many.
const ROUND: u64 = 32;

/// Returns the number of the game behind the round of a game. The first rounds are short, as replicas do not
/// see each other's games, and later ones a thirty-second of all games so far.
fn end_of_round(number: u64, threads: u64) -> u64 {
    let mut end: u64 = 0;
    loop {
        let games = (end / threads / ROUND).clamp(MIN_GAMES, MAX_GAMES);
        let round = threads.saturating_mul(games);
        if games == MAX_GAMES {
            let rounds = number.saturating_sub(end) / round + 1;
            return end.saturating_add(rounds.saturating_mul(round));
        }
        end += round;
        if end > number {
            return end;
        }
    }
}

/// How many times the beginning of a stage is played on from before it is given up to reach a later one.
const TRIES: u32 = 5;

/// Plays a game and learns from it.
fn game<G: Game, F: Features<G::State, N>, const N: usize>(
    learner: &mut Learner<'_, G, F, N>,
    rules: &G,
    training: &Training,
    number: u64,
) -> EpisodeStats {
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
    EpisodeStats { number, whole, plies }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::super::Component;
    use super::*;
    use quincunx_core::testkit::toys::{DiceGame, Die};

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

    /// Whoever hopes for a hundred points rolls on to the end, and so again from the beginning of the late
    /// stage.
    #[test]
    fn the_latest_stage_is_tried_again() {
        let plies = |restart: Option<usize>| {
            let mut training = training(0.0);
            training.method.rate = 0.0;
            training.restart = restart;
            let mut weights = Weights::new(2).expect("two entries");
            weights.set(0, Component::Value, 100.0);
            let plies = AtomicU64::new(0);
            let rules = DiceGame { rolls: 10 };
            let each = |game: EpisodeStats| {
                plies.store(game.plies as u64, Relaxed);
                assert_eq!(game.whole.plies, 10);
            };
            let stop = TrainingStop::default();
            let next = train(&rules, &Late, &mut weights, &training, 0..1, &stop, &each);
            assert_eq!(next.expect("memory"), 1);
            plies.into_inner()
        };
        assert_eq!(plies(None), 10);
        // Two rolls are left after the seventh action, and three actions follow.
        let tried = 10 + u64::from(TRIES) * 3;
        assert_eq!(plies(Some(usize::MAX)), tried);
        assert!(plies(Some(2)) > tried, "middles are played on from as well");
    }

    const RULES: DiceGame = DiceGame { rolls: 3 };

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
        weights.part_mut(Component::Value).for_each(|value| *value = 3.0);
        weights
    }

    fn part(weights: &Weights, part: Component) -> Vec<f32> {
        weights.part(part).collect()
    }

    /// Trains on one thread by games whose numbers are between the first and the last of these, stopping at
    /// each.
    fn trained(training: &Training, stops: &[u64]) -> Weights {
        let mut weights = hopeful();
        for part in stops.windows(2) {
            let numbers = part[0]..part[1];
            let stop = TrainingStop::default();
            let next = train(&RULES, &Rolls, &mut weights, training, numbers, &stop, &|_| {});
            assert_eq!(next.expect("memory"), part[1]);
        }
        weights
    }

    /// What a die is worth that rolls with so many rolls left behind it.
    fn worth(weights: &Weights, rolls_left: usize) -> f32 {
        2.0 * part(weights, Component::Value)[2 * rolls_left]
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
        assert!(
            part(&weights, Component::Amounts)
                .iter()
                .all(|&amount| amount == 0.0)
        );
    }

    #[test]
    fn games_that_are_stopped_between_go_on_as_if_they_were_not() {
        let training = training(0.5);
        let whole = trained(&training, &[0, 500]);
        let parts = trained(&training, &[0, 123, 500]);
        for of in Component::ALL {
            assert_eq!(part(&whole, of), part(&parts, of));
        }
        let fewer = trained(&training, &[0, 499]);
        assert_ne!(part(&whole, Component::Value), part(&fewer, Component::Value));
    }

    /// Trains by games of some numbers, and returns those that were played, the number of the first that was
    /// not, and what was learned.
    fn played(
        threads: usize,
        numbers: Range<u64>,
        stop: &TrainingStop,
        each: &(dyn Fn(EpisodeStats) + Sync),
    ) -> (Vec<u64>, u64, Weights) {
        let mut weights = hopeful();
        let seen = Mutex::new(Vec::new());
        let training = Training {
            threads: NonZero::new(threads).expect("not zero"),
            ..training(0.0)
        };
        let record = |game: EpisodeStats| {
            seen.lock().expect("nobody panics").push(game.number);
            each(game);
        };
        let next = train(&RULES, &Rolls, &mut weights, &training, numbers, stop, &record);
        let mut seen = seen.into_inner().expect("nobody panics");
        seen.sort_unstable();
        (seen, next.expect("memory"), weights)
    }

    #[test]
    fn threads_play_every_game_once_and_learn_the_same_every_time() {
        let (seen, next, weights) = played(3, 7..30_007, &TrainingStop::default(), &|_| {});
        assert!(next == 30_007 && seen.into_iter().eq(7..30_007));
        let two = worth(&weights, 1);
        assert!((two - 4.25).abs() < 0.2, "{two}");
        let (_, _, again) = played(3, 7..30_007, &TrainingStop::default(), &|_| {});
        let (_, _, of_two) = played(2, 7..30_007, &TrainingStop::default(), &|_| {});
        assert_eq!(part(&weights, Component::Value), part(&again, Component::Value));
        assert_ne!(part(&weights, Component::Value), part(&of_two, Component::Value));
    }

    /// In whichever game it is halted.
    #[test]
    fn threads_that_rest_go_on_as_if_they_had_not() {
        let training = Training {
            threads: NonZero::new(2).expect("not zero"),
            ..training(0.5)
        };
        let whole = trained(&training, &[0, 3000]);
        for last in [0, 1, 40, 700] {
            let stop = TrainingStop::default();
            let rest = |game: EpisodeStats| {
                if game.number == last {
                    stop.between_rounds.stop();
                }
            };
            let mut weights = hopeful();
            let mut learn =
                |numbers: Range<u64>, stop: &TrainingStop, each: &(dyn Fn(EpisodeStats) + Sync)| {
                    let next = train(&RULES, &Rolls, &mut weights, &training, numbers, stop, each);
                    next.expect("memory")
                };
            let next = learn(0..3000, &stop, &rest);
            assert_eq!(next, end_of_round(last, 2));
            assert_eq!(learn(next..3000, &TrainingStop::default(), &|_| {}), 3000);
            for of in Component::ALL {
                assert_eq!(part(&whole, of), part(&weights, of), "behind game {last}");
            }
        }
    }

    #[test]
    fn training_that_is_halted_leaves_no_game_out() {
        for threads in 1..=4 {
            for last in [0, 9, 2000] {
                let stop = TrainingStop::default();
                let stop_at_last = |game: EpisodeStats| {
                    if game.number == last {
                        stop.immediately.stop();
                    }
                };
                let (seen, next, _) = played(threads, 0..100_000, &stop, &stop_at_last);
                assert!(seen.into_iter().eq(0..next), "{threads} threads, {next} games");
                assert!(next > last && (threads > 1 || next == last + 1));
                assert!(next < 100_000, "{threads} threads, {next} games");
            }
        }
        let stop = TrainingStop::default();
        stop.immediately.stop();
        assert_eq!(played(3, 5..100, &stop, &|_| {}).1, 5);
    }

    #[test]
    fn rounds_grow_up_to_a_bound() {
        let first = MIN_GAMES * 3;
        for (number, end) in [(0, first), (first - 1, first), (first, 2 * first)] {
            assert_eq!(end_of_round(number, 3), end);
        }
        let (mut end, mut last) = (0, 0);
        while end < 1_000_000 {
            let next = end_of_round(end, 2);
            assert!(next > end && next - end >= last && next.is_multiple_of(2));
            assert_eq!(end_of_round(next - 1, 2), next);
            (last, end) = (next - end, next);
        }
        assert_eq!(last, 2 * MAX_GAMES);
        for threads in [1, 2, 1 << 20] {
            assert_eq!(end_of_round(u64::MAX, threads), u64::MAX);
            assert!(end_of_round(1 << 60, threads) > 1 << 60);
        }
    }

    #[test]
    fn a_game_goes_on_from_its_middle() {
        let mut weights = hopeful();
        let restarting = Training {
            restart: Some(2),
            ..training(0.0)
        };
        let more = AtomicU64::new(0);
        let each = |game: EpisodeStats| {
            assert!(game.plies >= game.whole.plies && (1..=6).contains(&game.whole.points));
            more.fetch_add(u64::from(game.plies > game.whole.plies), Relaxed);
        };
        let stop = TrainingStop::default();
        let next = train(&RULES, &Rolls, &mut weights, &restarting, 0..1000, &stop, &each);
        assert_eq!(next.expect("memory"), 1000);
        assert!(more.into_inner() > 100, "games of two actions and more went on");
    }
}
