//! The networks that can be trained, and for which rules.

use quincunx_core::{OptionSpec, Options, Size};
use quincunx_ntuple::{DynNetwork, Features, Network, NoMemory};
use quincunx_registry::learning::{Learning, LearningError, NamedNetwork};
use thiserror::Error;

use super::features::TupleFeatures;
use super::spec::NetworkSpec;
use crate::options::{self, rules_of};
use crate::packed::{PackedPosition, PackedTwenty48};

/// The n-tuple networks for 4×4 boards.
pub(crate) static LEARNING: &dyn Learning = &Networks;

struct Networks;

/// Rules for boards without networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("networks are for boards of 4×4, not of {0}")]
pub(crate) struct OtherSize(pub(crate) Size);

impl Learning for Networks {
    fn game(&self) -> &'static str {
        options::ID
    }

    fn options(&self) -> &'static [OptionSpec] {
        options::OPTIONS
    }

    fn networks(&self) -> &'static [NamedNetwork] {
        &[
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
        ]
    }

    fn make(&self, chosen: &Options, text: &str) -> Result<Box<dyn DynNetwork>, LearningError> {
        let rules = rules_of(chosen);
        if !rules.is_4x4() {
            return Err(LearningError::other(OtherSize(rules.size())));
        }
        let packed = PackedTwenty48::new(rules.scoring(), rules.four_rate())
            .expect("the readable rules have this rate");
        let spec: NetworkSpec = text.parse().map_err(LearningError::other)?;
        let make = match spec.count() {
            1 => network::<1, 8>,
            2 => network::<2, 16>,
            3 => network::<3, 24>,
            4 => network::<4, 32>,
            5 => network::<5, 40>,
            6 => network::<6, 48>,
            7 => network::<7, 56>,
            _ => network::<8, 64>,
        };
        Ok(make(packed, spec)?)
    }
}

fn network<const T: usize, const N: usize>(
    rules: PackedTwenty48,
    spec: NetworkSpec,
) -> Result<Box<dyn DynNetwork>, NoMemory>
where
    TupleFeatures<T>: Features<PackedPosition, N>,
{
    let features = TupleFeatures::<T>::new(spec).expect("there are T tuples");
    Ok(Box::new(Network::new(rules, features)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{config, saved, train};
    use quincunx_ntuple::{Dropped, TrainingStop};
    use quincunx_registry::learning::{NewStageValues, Saved, Trainer, TrainingConfig};
    use std::num::NonZero;
    use std::sync::Mutex;

    const RESTART: Option<usize> = Some(30);

    fn defaults() -> Options {
        Options::defaults(options::OPTIONS)
    }

    fn begin(network: &str) -> Result<Trainer, LearningError> {
        LEARNING.begin_training(&defaults(), network, 7)
    }

    fn resume(bytes: &[u8]) -> Result<Trainer, LearningError> {
        LEARNING.resume_training(bytes)
    }

    fn all(trainer: &Trainer) -> Vec<u8> {
        saved(trainer, Saved::All)
    }

    /// Returns the weights, without the description, which holds the time that training took.
    fn numbers(bytes: &[u8]) -> &[u8] {
        let header = u64::from_le_bytes(bytes[..8].try_into().expect("eight"));
        &bytes[8 + header as usize..]
    }

    #[test]
    fn every_named_network_is_one() {
        for named in LEARNING.networks() {
            let tuples: NetworkSpec = named.text.parse().expect("tuples");
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
        let learned = trainer.train(&config(RESTART), 300, &TrainingStop::default(), &|game| {
            points.lock().expect("nobody panics").push(game.whole.points);
        });
        assert_eq!(learned.expect("memory for it").games, 300);
        let points = points.into_inner().expect("nobody panics");
        let average = |of: &[u64]| of.iter().sum::<u64>() / of.len() as u64;
        let (first, last) = (average(&points[..10]), average(&points[200..]));
        assert!(last > 4 * first && last > 8000, "{first}, {last}");
    }

    #[test]
    fn saved_training_goes_on_as_if_uninterrupted() {
        let mut whole = begin("012 4567").expect("a network");
        train(&mut whole, 60, RESTART);
        let mut half = begin("012 4567").expect("a network");
        train(&mut half, 23, RESTART);
        let bytes = all(&half);
        let mut resumed = resume(&bytes).expect("it was saved");
        assert_eq!(all(&resumed), bytes);
        assert_eq!(resumed.description().games(), 23);
        train(&mut resumed, 60, RESTART);
        assert!(
            numbers(&all(&resumed)) == numbers(&all(&whole)),
            "the weights are the same"
        );
        assert!(numbers(&bytes) != numbers(&all(&whole)), "and others than before");
        assert_eq!(resumed.description().plies(), whole.description().plies());
    }

    #[test]
    fn training_resumes_with_as_many_threads() {
        let mut trainer = begin("012").expect("a network");
        let usual = trainer.default_threads();
        for threads in [1, 3] {
            let threads = NonZero::new(threads).expect("one or more");
            let config = TrainingConfig {
                threads,
                ..config(RESTART)
            };
            let games = trainer.description().games() + 5;
            let trained = trainer.train(&config, games, &TrainingStop::default(), &|_| {});
            assert_eq!(trained.expect("memory for it").games, 5);
            let resumed = resume(&all(&trainer)).expect("it was saved");
            assert_eq!(resumed.default_threads(), threads);
        }
        let (stages, dropped) = (NewStageValues::default(), Dropped::default());
        let begun = LEARNING.begin_training_from(&*all(&trainer), None, stages, dropped, None);
        let begun = begun.expect("it was saved");
        assert_eq!(begun.default_threads(), usual);
    }

    #[test]
    fn an_optimistic_start_is_saved_and_fades() {
        let first = |trainer: &Trainer| {
            let bytes = all(trainer);
            f32::from_le_bytes(numbers(&bytes)[..4].try_into().expect("four"))
        };
        let mut hopeful = begin("012 4567").expect("a network");
        hopeful.expect(160_000.0);
        assert_eq!(first(&hopeful), 10_000.0, "each of sixteen entries has its share");
        train(&mut hopeful, 60, RESTART);
        // The first entry is that of free cells, with which every game begins.
        assert!(first(&hopeful) < 9_000.0, "{}", first(&hopeful));
        let resumed = resume(&all(&hopeful)).expect("it was saved");
        assert_eq!(resumed.description().optimism, 160_000.0);
    }

    #[test]
    fn what_cannot_be_trained_is_refused() {
        let mut options = defaults();
        options.set("width", "5").expect("a width");
        let error = |options: &Options, network: &str| {
            let begun = LEARNING.begin_training(options, network, 0);
            begun.err().expect("none").to_string()
        };
        assert_eq!(
            error(&options, "4x4"),
            "networks are for boards of 4×4, not of 5×4"
        );
        assert_eq!(
            error(&defaults(), "3x3"),
            "`3x3` is no tuple: its fields are different hexadecimal digits in ascending order"
        );
        let refusal = |bytes: &[u8]| resume(bytes).err().expect("it is refused").to_string();
        let mut trainer = begin("012").expect("a network");
        train(&mut trainer, 1, RESTART);
        let values = saved(&trainer, Saved::Values);
        assert!(refusal(&values).contains("it is for players"));
        assert!(refusal(b"Dear diary, today").starts_with("it is no file of weights"));
        let mut later = all(&trainer);
        let form = br#"\"form\":"#;
        let at = later.windows(form.len()).position(|bytes| bytes == form);
        let at = at.expect("it is there") + form.len();
        assert_eq!(later[at], b'1');
        later[at] = b'2';
        assert_eq!(refusal(&later), "expected form 1, found 2");
        let mut enormous = all(&trainer);
        let first = enormous.len() - numbers(&enormous).len();
        enormous[first..first + 4].copy_from_slice(&3e38_f32.to_le_bytes());
        assert_eq!(
            refusal(&enormous),
            "expected values of at most 1e12 points, found 3e38"
        );
        // Stretches become one when the log is long, and their sum would be no number that a file can have.
        for number in ["average", "seconds"] {
            let endless = with_log_number(&all(&trainer), number, "1e308");
            assert_eq!(
                refusal(&endless),
                format!(
                    "expected 0 to 1000000000000.0 under `log[0].{number}` of its description, found 1e308"
                )
            );
        }
    }

    /// Returns a file with another number in its log.
    fn with_log_number(bytes: &[u8], name: &str, number: &str) -> Vec<u8> {
        let weights = numbers(bytes);
        let header = std::str::from_utf8(&bytes[8..bytes.len() - weights.len()]).expect("JSON");
        let (before, rest) = header
            .split_once(&format!(r#"\"{name}\":"#))
            .expect("it is in the log");
        let rest = rest.trim_start_matches(|c| c != ',');
        let header = format!(r#"{before}\"{name}\":{number}{rest}"#);
        [&(header.len() as u64).to_le_bytes(), header.as_bytes(), weights].concat()
    }

    #[test]
    fn contest_points_are_learned() {
        let mut options = defaults();
        options.set("scoring", "contest").expect("a scoring");
        let contest = LEARNING.begin_training(&options, "012", 7);
        let [contest, standard] = [contest, begin("012")].map(|trainer| {
            let mut trainer = trainer.expect("a network");
            train(&mut trainer, 20, RESTART);
            trainer
        });
        assert_eq!(contest.description().options["scoring"], "contest");
        assert!(numbers(&all(&contest)) != numbers(&all(&standard)));
    }
}
