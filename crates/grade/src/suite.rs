//! A test suite held against variants of a game's console: it must fail on the faults and pass on the right
//! ones.

use std::ffi::OsString;
use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;

use quincunx_core::{Random, RandomSource as _};
use quincunx_registry::Examination;
use quincunx_registry::examination::{Variant, VariantKind};
use quincunx_search::StopToken;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sandbox::Sandbox;

/// A test that is held against one program after the other.
pub trait Suite: Sync {
    /// Returns the names of the tests.
    fn names(&self) -> &[String];

    /// Runs all tests against the program that a command line starts. The examination's right variants show
    /// which answers a right program may give.
    ///
    /// # Errors
    /// When the tests cannot be run. A test that fails is no error.
    fn run(
        &self,
        sandbox: &Sandbox,
        exam: &dyn Examination,
        console: &[OsString],
    ) -> Result<Vec<Outcome>, SuiteError>;
}

/// What a test did with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It failed although a right program could have given every answer that it saw.
    Groundless,
}

/// Why a suite cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A file cannot be read.
    #[error("cannot read {path}")]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// There is no test.
    #[error("{0}: expected pairs of files NAME.in and NAME.out, found none")]
    Empty(PathBuf),
    /// A file is too large.
    #[error("{path}: expected at most {limit} bytes")]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes.
        limit: u64,
    },
    /// An input has no expected output.
    #[error("{0}: expected a file beside it with the same name and the extension .out")]
    NoOutput(PathBuf),
    /// The tests themselves cannot be run.
    #[error("the tests cannot be run: {0}")]
    Broken(String),
}

/// Which tests failed on which variants, and what that is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Matrix {
    /// The id of the game.
    pub game: String,
    /// The names of the tests.
    pub tests: Vec<String>,
    /// The tests that fail on the right program, a right variant, or a fault of which they have seen nothing,
    /// by their place. They do not count.
    pub too_strict: Vec<TooStrict>,
    /// The faults.
    pub faults: Vec<FaultRow>,
    /// The points: those of the suite times the share of the faults that were found. Faults beyond the limits
    /// of the assignment do not count.
    pub points: f64,
    /// The points of a suite that finds every fault.
    pub of: f64,
}

/// A test that is too strict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct TooStrict {
    /// The place of the test among the tests.
    pub test: usize,
    /// What it failed on: `the right program`, or the name of a variant.
    pub on: String,
}

/// What a suite found of one fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FaultRow {
    /// The name of the fault.
    pub fault: String,
    /// One sentence that states what it does.
    pub sentence: String,
    /// The rule that it breaks.
    pub rule: String,
    /// Whether the assignment leaves it out.
    pub is_beyond: bool,
    /// The places of the tests that failed on it, without those that are too strict.
    pub found_by: Vec<usize>,
}

/// The name of the game's own console among the right programs.
const REFERENCE: &str = "the right program";

/// Holds test suites against the variants of a game.
pub struct SuiteExaminer<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// What the game offers for it.
    pub exam: &'static dyn Examination,
    /// The names of faults that count as beyond the assignment too, as the tests do not speak to the console
    /// itself.
    pub left_out: &'a [&'a str],
    /// Where the tests run.
    pub sandbox: &'a Sandbox,
    /// Returns the command line of a variant's console, or of the game's own.
    pub console: &'a (dyn Fn(Option<&'static Variant>) -> Vec<OsString> + Sync),
    /// The points of a suite that finds every fault.
    pub points: f64,
    /// Variants at a time.
    pub jobs: usize,
    /// Is called after each of [`Self::runs`].
    pub progress: &'a (dyn Fn() + Sync),
}

impl SuiteExaminer<'_> {
    /// Returns how often a suite is run.
    #[must_use]
    pub fn runs(exam: &dyn Examination) -> usize {
        exam.variants().len() + 2
    }

    /// Runs a suite against all variants; `None` when it was stopped. Their order is drawn anew each time, so
    /// that no test can know what it runs against, and the right program comes once more at the end, for
    /// tests that fail after some time.
    ///
    /// # Errors
    /// When the tests cannot be run.
    pub fn run(&self, suite: &dyn Suite) -> Result<Option<Matrix>, SuiteError> {
        let variants: Vec<Option<&'static Variant>> = std::iter::once(None)
            .chain(self.exam.variants().iter().map(Some))
            .collect();
        let mut order: Vec<usize> = (0..variants.len()).collect();
        Random::new(RandomState::new().hash_one(())).shuffle(&mut order);
        let Some(results) = in_parallel(&order, self.jobs, &self.sandbox.stop, |&place| {
            let result = suite.run(self.sandbox, self.exam, &(self.console)(variants[place]));
            (self.progress)();
            result
        }) else {
            return Ok(None);
        };
        let mut rows = Vec::new();
        for (place, result) in order.into_iter().zip(results) {
            rows.push((place, result?));
        }
        rows.push((0, suite.run(self.sandbox, self.exam, &(self.console)(None))?));
        (self.progress)();
        // Runs that were ended say nothing.
        if self.sandbox.stop.is_stopped() {
            return Ok(None);
        }
        rows.sort_by_key(|(place, _)| *place);
        let rows: Vec<_> = rows
            .into_iter()
            .map(|(place, outcomes)| (variants[place], outcomes))
            .collect();
        let mut too_strict: Vec<TooStrict> = Vec::new();
        let mut faults = Vec::new();
        for (variant, outcomes) in &rows {
            let name = variant.map_or(REFERENCE, |variant| variant.name);
            let is_right = variant.is_none_or(|variant| variant.kind == VariantKind::Right);
            for (test, outcome) in outcomes.iter().enumerate() {
                let on = match outcome {
                    Outcome::Failed | Outcome::Groundless if is_right => name.to_owned(),
                    Outcome::Groundless => format!("{name}, which answered rightly throughout"),
                    Outcome::Passed | Outcome::Failed => continue,
                };
                if too_strict.iter().all(|strict| strict.test != test) {
                    too_strict.push(TooStrict { test, on });
                }
            }
        }
        for (variant, outcomes) in rows {
            let Some((variant, rule)) = variant.and_then(|variant| Some((variant, variant.broken_rule()?)))
            else {
                continue;
            };
            let counts = |test: &usize| {
                outcomes[*test] == Outcome::Failed && too_strict.iter().all(|strict| strict.test != *test)
            };
            faults.push(FaultRow {
                fault: variant.name.to_owned(),
                sentence: variant.sentence.to_owned(),
                rule: rule.to_owned(),
                is_beyond: matches!(variant.kind, VariantKind::Beyond(_))
                    || self
                        .exam
                        .rules()
                        .iter()
                        .any(|extra| extra.is_extra && extra.name == rule)
                    || self.left_out.contains(&variant.name),
                found_by: (0..outcomes.len()).filter(counts).collect(),
            });
        }
        let asked = || faults.iter().filter(|row| !row.is_beyond);
        let found = asked().filter(|row| !row.found_by.is_empty()).count();
        Ok(Some(Matrix {
            game: self.game.to_owned(),
            tests: suite.names().to_vec(),
            points: self.points * found as f64 / asked().count().max(1) as f64,
            too_strict,
            faults,
            of: self.points,
        }))
    }
}

impl Matrix {
    /// Returns whether every fault that counts was found, and no test is too strict.
    #[must_use]
    pub fn is_full(&self) -> bool {
        let is_found = |row: &FaultRow| row.is_beyond || !row.found_by.is_empty();
        self.too_strict.is_empty() && self.faults.iter().all(is_found)
    }
}

/// Maps items on some threads; `None` when it was stopped before the end.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    stop: &StopToken,
    map: impl Fn(&T) -> R + Sync,
) -> Option<Vec<R>> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            match items.get(place) {
                Some(item) if !stop.is_stopped() => done.push((place, map(item))),
                _ => return done,
            }
        }
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.clamp(1, items.len().max(1)))
            .map(|_| scope.spawn(work))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a suite does not panic"))
            .collect()
    });
    results.sort_by_key(|(place, _)| *place);
    (results.len() == items.len()).then(|| results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::sandbox::{Isolation, Limits};

    /// A suite that keeps the consoles it was run against. Its tests fail on one-step: one with a reason, one
    /// without; a third one fails on a right variant too.
    struct Recorder {
        names: Vec<String>,
        consoles: Mutex<Vec<OsString>>,
    }

    impl Suite for Recorder {
        fn names(&self) -> &[String] {
            &self.names
        }

        fn run(
            &self,
            _: &Sandbox,
            _: &dyn Examination,
            console: &[OsString],
        ) -> Result<Vec<Outcome>, SuiteError> {
            self.consoles
                .lock()
                .expect("nothing panics with it")
                .push(console[0].clone());
            Ok(match console[0].to_str() {
                Some("one-step") => vec![Outcome::Failed, Outcome::Groundless, Outcome::Failed],
                Some("first-hint") => vec![Outcome::Passed, Outcome::Passed, Outcome::Failed],
                _ => vec![Outcome::Passed; 3],
            })
        }
    }

    #[test]
    fn tests_without_a_reason_do_not_count_and_the_order_is_drawn() {
        let game = quincunx_catalog::find("2048").expect("there is such a game");
        let exam = game.examination().expect("it is examined");
        let isolation = Some(Isolation::None);
        let sandbox = Sandbox::new("true".into(), isolation, Limits::default(), Vec::new());
        let sandbox = sandbox.expect("no isolation always works");
        let name = |variant: Option<&'static Variant>| variant.map_or("reference", |variant| variant.name);
        let examiner = SuiteExaminer {
            game: "2048",
            exam,
            left_out: &[],
            sandbox: &sandbox,
            console: &|variant| vec![name(variant).into()],
            points: 9.0,
            jobs: 1,
            progress: &|| {},
        };
        let mut orders = Vec::new();
        for _ in 0..2 {
            let suite = Recorder {
                names: ["a", "b", "c"].map(str::to_owned).to_vec(),
                consoles: Mutex::default(),
            };
            let matrix = examiner.run(&suite).expect("it runs").expect("nothing stops it");
            let on = |test, on: &str| TooStrict {
                test,
                on: on.to_owned(),
            };
            let unseen = "one-step, which answered rightly throughout";
            assert_eq!(matrix.too_strict, [on(2, "first-hint"), on(1, unseen)]);
            let faults = exam
                .variants()
                .iter()
                .filter(|variant| variant.broken_rule().is_some());
            assert!(
                matrix
                    .faults
                    .iter()
                    .map(|row| &*row.fault)
                    .eq(faults.map(|fault| fault.name))
            );
            for row in &matrix.faults {
                let found: &[usize] = if row.fault == "one-step" { &[0] } else { &[] };
                assert_eq!(row.found_by, found, "{}", row.fault);
            }
            orders.push(suite.consoles.into_inner().expect("nothing panics with it"));
        }
        assert_eq!(orders[0].len(), SuiteExaminer::runs(exam));
        assert_eq!(orders[0].last(), Some(&OsString::from("reference")));
        assert_ne!(orders[0], orders[1]);
    }
}
