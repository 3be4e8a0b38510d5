//! What networks the game has, and for which rules.

use quincunx_core::{Options, Size};
use quincunx_ntuple::{DynNetwork, Features, Network, NoMemory};
use thiserror::Error;

use super::packed_rules::{PackedPosition, PackedTwenty48};
use super::rules::Twenty48;
use super::tuples::{TupleNetwork, Tuples, TuplesError};
use quincunx_registry::RegisteredGame;
use quincunx_registry::learning::{Learning, LearningError, NamedNetwork};

/// The networks of tuples on 4×4 boards.
pub(super) static LEARNING: Learning = Learning {
    game: Twenty48::ID,
    options: Twenty48::OPTIONS,
    networks: &[
        NamedNetwork {
            name: "4x6",
            text: "012345 456789 012456 45689a",
            help: "four tuples of six fields, 64 M entries: strong after hours",
        },
        NamedNetwork {
            name: "4x4",
            text: "0123 4567 0145 1256",
            help: "four tuples of four fields, 256 K entries: to try things out in seconds",
        },
    ],
    make,
};

/// The rules are of boards that have no tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("networks are for boards of 4×4, not of {0}")]
struct OtherSize(Size);

fn make(options: &Options, text: &str) -> Result<Box<dyn DynNetwork>, LearningError> {
    let rules = Twenty48::from_options(options)?;
    if rules.size() != Twenty48::default().size() {
        return Err(LearningError::because(OtherSize(rules.size())));
    }
    let packed =
        PackedTwenty48::new(rules.scoring(), rules.four_rate()).expect("the readable rules have this rate");
    let tuples: Tuples = text
        .parse()
        .map_err(|error: TuplesError| LearningError::because(error))?;
    let network = match tuples.count() {
        1 => network::<1, 8>(packed, tuples),
        2 => network::<2, 16>(packed, tuples),
        3 => network::<3, 24>(packed, tuples),
        4 => network::<4, 32>(packed, tuples),
        5 => network::<5, 40>(packed, tuples),
        6 => network::<6, 48>(packed, tuples),
        7 => network::<7, 56>(packed, tuples),
        _ => network::<8, 64>(packed, tuples),
    };
    Ok(network?)
}

fn network<const T: usize, const N: usize>(
    rules: PackedTwenty48,
    tuples: Tuples,
) -> Result<Box<dyn DynNetwork>, NoMemory>
where
    TupleNetwork<T>: Features<PackedPosition, N>,
{
    let features = TupleNetwork::<T>::new(tuples).expect("there are T tuples");
    Ok(Box::new(Network::new(rules, features)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_ntuple::{Dropped, Method, TrainingStop};
    use quincunx_registry::learning::{NewStage, Saved, Trainer, TrainingConfig};
    use std::num::NonZero;
    use std::sync::Mutex;

    const COURSE: TrainingConfig = TrainingConfig {
        method: Method {
            rate: 1.0,
            lambda: 0.5,
            coherence: true,
        },
        restart: Some(30),
        threads: NonZero::<usize>::MIN,
    };

    fn defaults() -> Options {
        Options::defaults(Twenty48::OPTIONS)
    }

    fn begin(network: &str) -> Result<Trainer, LearningError> {
        LEARNING.begin_training(&defaults(), network, 7)
    }

    fn train(trainer: &mut Trainer, games: u64) {
        trainer
            .train(&COURSE, games, &TrainingStop::default(), &|_| {})
            .expect("memory for it");
    }

    /// What is saved but for how long it took.
    fn saved(trainer: &Trainer) -> Vec<u8> {
        let mut bytes = Vec::new();
        trainer
            .save(&mut bytes, Saved::All)
            .expect("memory can be written");
        bytes
    }

    fn numbers(bytes: &[u8]) -> &[u8] {
        let header = u64::from_le_bytes(bytes[..8].try_into().expect("eight"));
        &bytes[8 + header as usize..]
    }

    #[test]
    fn every_named_network_is_one() {
        for named in LEARNING.networks {
            let tuples: Tuples = named.text.parse().expect("tuples");
            assert_eq!(
                named.name.split_once('x').map(|(count, _)| count),
                Some(&*tuples.count().to_string())
            );
        }
    }

    #[test]
    fn a_network_learns_within_seconds() {
        let mut trainer = begin("4x4").expect("a network");
        let points = Mutex::new(Vec::new());
        let learned = trainer.train(&COURSE, 300, &TrainingStop::default(), &|game| {
            points.lock().expect("nobody panics").push(game.whole.points);
        });
        assert_eq!(learned.expect("memory for it").games, 300);
        let points = points.into_inner().expect("nobody panics");
        let average = |of: &[u64]| of.iter().sum::<u64>() / of.len() as u64;
        let (first, last) = (average(&points[..10]), average(&points[200..]));
        assert!(last > 4 * first && last > 8000, "{first}, {last}");
    }

    #[test]
    fn training_that_is_saved_goes_on_as_if_it_had_not_been() {
        let mut whole = begin("012 4567").expect("a network");
        train(&mut whole, 60);
        let mut half = begin("012 4567").expect("a network");
        train(&mut half, 23);
        let bytes = saved(&half);
        let mut resumed = LEARNING.resume_training(&*bytes).expect("it was saved");
        assert_eq!(saved(&resumed), bytes);
        assert_eq!(resumed.description().games(), 23);
        train(&mut resumed, 60);
        assert!(
            numbers(&saved(&resumed)) == numbers(&saved(&whole)),
            "the weights are the same"
        );
        assert!(
            numbers(&bytes) != numbers(&saved(&whole)),
            "and others than before"
        );
        assert_eq!(resumed.description().plies(), whole.description().plies());
    }

    /// Found as forgotten, and one thread went on as two.
    #[test]
    fn as_many_threads_go_on_as_before() {
        let mut trainer = begin("012").expect("a network");
        let all = trainer.usual_threads();
        for threads in [1, 3] {
            let threads = NonZero::new(threads).expect("one or more");
            let course = TrainingConfig { threads, ..COURSE };
            let games = trainer.description().games() + 5;
            let trained = trainer.train(&course, games, &TrainingStop::default(), &|_| {});
            assert_eq!(trained.expect("memory for it").games, 5);
            let resumed = LEARNING.resume_training(&*saved(&trainer));
            assert_eq!(resumed.expect("it was saved").usual_threads(), threads);
        }
        let (stages, dropped) = (NewStage::default(), Dropped::default());
        let begun = LEARNING.begin_training_from(&*saved(&trainer), None, stages, dropped, None);
        let begun = begun.expect("it was saved");
        assert_eq!(begun.usual_threads(), all);
    }

    #[test]
    fn an_optimistic_start_is_saved_and_fades() {
        let first = |trainer: &Trainer| {
            let bytes = saved(trainer);
            f32::from_le_bytes(numbers(&bytes)[..4].try_into().expect("four"))
        };
        let mut hopeful = begin("012 4567").expect("a network");
        hopeful.expect(160_000.0);
        assert_eq!(first(&hopeful), 10_000.0, "each of sixteen entries has its part");
        train(&mut hopeful, 60);
        // The first entry is that of free fields, with which every game begins.
        assert!(first(&hopeful) < 9_000.0, "{}", first(&hopeful));
        let resumed = LEARNING.resume_training(&*saved(&hopeful));
        let resumed = resumed.expect("it was saved");
        assert_eq!(resumed.description().optimism, 160_000.0);
    }

    #[test]
    fn what_cannot_be_trained_is_told() {
        let mut options = defaults();
        options.set("width", "5").expect("a width");
        let error = |options: &Options, network: &str| {
            LEARNING
                .begin_training(options, network, 0)
                .err()
                .expect("none")
                .to_string()
        };
        assert_eq!(
            error(&options, "4x4"),
            "networks are for boards of 4×4, not of 5×4"
        );
        assert_eq!(
            error(&defaults(), "3x3"),
            "`3x3` is no tuple: its fields are different hexadecimal digits in ascending order"
        );
        let resume = |bytes: &[u8]| {
            LEARNING
                .resume_training(bytes)
                .err()
                .expect("it is refused")
                .to_string()
        };
        let mut trainer = begin("012").expect("a network");
        train(&mut trainer, 1);
        let mut values = Vec::new();
        trainer
            .save(&mut values, Saved::Values)
            .expect("memory can be written");
        assert!(resume(&values).contains("it is for players"));
        assert!(resume(b"Dear diary, today").starts_with("it is no file of weights"));
        let text = String::from_utf8_lossy(&saved(&trainer)).into_owned();
        assert!(text.contains(r#"\"form\":1"#));
        let other = saved(&trainer);
        let at = other
            .windows(9)
            .position(|bytes| bytes == br#"\"form\":"#)
            .expect("it is there");
        let mut later = other.clone();
        later[at + 9] = b'2';
        assert_eq!(resume(&later), "it is of form 2, and this program knows form 1");
        // Found as learned on from, to numbers that are none.
        let mut enormous = other.clone();
        let first = other.len() - numbers(&other).len();
        enormous[first..first + 4].copy_from_slice(&3e38_f32.to_le_bytes());
        assert_eq!(
            resume(&enormous),
            "it has values of up to 3e38 points, and 1e12 are at most possible"
        );
    }

    #[test]
    fn the_points_of_a_contest_are_learned_as_well() {
        let mut options = defaults();
        options.set("scoring", "contest").expect("a way to count");
        let mut trainer = LEARNING.begin_training(&options, "012", 7).expect("a network");
        train(&mut trainer, 20);
        assert_eq!(trainer.description().options["scoring"], "contest");
        let standard = {
            let mut trainer = begin("012").expect("a network");
            train(&mut trainer, 20);
            trainer
        };
        assert!(numbers(&saved(&trainer)) != numbers(&saved(&standard)));
    }
}
