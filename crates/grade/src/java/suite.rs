//! A suite of JUnit tests for programs behind the interfaces of an assignment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quincunx_core::notation::printable;
use quincunx_registry::Examination;
use tempfile::TempDir;

use super::assignment::{Assignment, ENGINE, JUNIT_4, JUNIT_5, RUNNER};
use super::compiling::{CompileError, compile};
use super::conversation::{Machine, Message};
use super::jdk::Jdk;
use super::sources::Sources;
use super::witness::Moment;
use crate::printable::excerpt;
use crate::sandbox::{Program, Sandbox};
use crate::suite::{Outcome, Suite, SuiteError};

/// How long a machine may take to start and to find the tests.
const START: Duration = Duration::from_secs(60);

/// The most tests of a suite.
const MAX_TESTS: usize = 10_000;

/// The archives of both versions, by the names under which Debian has them.
const OF_JUNIT_4: [&str; 3] = ["junit4.jar", "hamcrest.jar", "hamcrest-core.jar"];
const OF_JUNIT_5: [&str; 11] = [
    "junit-jupiter-api.jar",
    "junit-jupiter-engine.jar",
    "junit-jupiter-params.jar",
    "junit-platform-commons.jar",
    "junit-platform-engine.jar",
    "junit-platform-launcher.jar",
    "junit-vintage-engine.jar",
    "junit4.jar",
    "opentest4j.jar",
    "apiguardian-api.jar",
    "univocity-parsers.jar",
];

/// What a suite is compiled and run with.
#[derive(Clone, Copy, Debug)]
pub struct JUnitOptions<'a> {
    /// The JDK.
    pub jdk: &'a Jdk,
    /// The folder of JUnit's archives.
    pub jars: &'a Path,
    /// The folder of the given interfaces, if not ours are used.
    pub framework: Option<&'a Path>,
    /// The time of a test.
    pub time: Duration,
}

/// Tests of JUnit 4 or 5 that use the engine behind the interfaces of an assignment.
#[derive(Debug)]
pub struct JUnitSuite {
    names: Vec<String>,
    program: Program,
    time: Duration,
    _classes: TempDir,
}

impl From<CompileError> for SuiteError {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Read { path, source } => Self::Read { path, source },
            CompileError::Messages(messages) => Self::Broken(excerpt(&messages)),
            CompileError::Failed(source) => Self::Broken(format!("cannot compile Java sources: {source}")),
        }
    }
}

impl JUnitSuite {
    /// Compiles the tests below a folder and lists them, with the engine's console behind the interfaces.
    ///
    /// Tests are the sources that mention JUnit. Those of a simulator, say, are not used.
    ///
    /// # Errors
    /// When a source cannot be read, no source uses JUnit, an archive of JUnit is missing, the sources do not
    /// compile, or the tests cannot be listed.
    pub fn compile(
        assignment: &Assignment,
        folder: &Path,
        options: JUnitOptions<'_>,
        sandbox: &Sandbox,
        console: &[OsString],
    ) -> Result<Self, SuiteError> {
        let mut sources = Sources::read(folder)?;
        sources.remove_package("quincunx/");
        let tests = sources.mentioning("org.junit");
        if tests.is_empty() {
            let folder = folder.display();
            return Err(SuiteError::Broken(format!(
                "{folder}: found no source that uses JUnit"
            )));
        }
        let is_junit_5 = !sources.mentioning("org.junit.jupiter").is_empty()
            || !sources.mentioning("org.junit.platform").is_empty();
        assignment.put_framework_over(&mut sources, options.framework)?;
        for own in [assignment.engine, assignment.common, ENGINE, RUNNER] {
            sources.put_over(own);
        }
        sources.put_over(if is_junit_5 { JUNIT_5 } else { JUNIT_4 });
        let (version, finder) = if is_junit_5 {
            ("5", "JUnit5")
        } else {
            ("4", "JUnit4")
        };
        let mut roots = tests.clone();
        roots.extend(["RunTests", finder].map(|class| format!("quincunx/runner/{class}.java")));
        let jars = jars(options.jars, is_junit_5)?;
        let classes = compile(options.jdk, &sources, &roots, &jars)?;
        let path = classes.path().canonicalize().map_err(CompileError::from)?;
        let class_path: Vec<PathBuf> = [path.clone()].into_iter().chain(jars).collect();
        let heap = sandbox.limits().memory / 4;
        let mut command = options.jdk.java(heap, &class_path, "quincunx.runner.RunTests");
        let class = |path: &String| path.trim_end_matches(".java").replace('/', ".");
        let tests: Vec<String> = tests.iter().map(class).collect();
        command.extend([version.into(), tests.join(",").into()]);
        let mut suite = Self {
            names: Vec::new(),
            program: Program {
                command,
                folder: path,
            },
            time: options.time,
            _classes: classes,
        };
        let (names, problems) = suite.list(&suite.start(sandbox, MAX_TESTS, console)?)?;
        if let Some(problem) = problems.into_iter().next() {
            return Err(SuiteError::Broken(problem));
        }
        suite.names = names;
        if suite.names.is_empty() {
            let folder = folder.display();
            return Err(SuiteError::Broken(format!("{folder}: found no test")));
        }
        Ok(suite)
    }

    /// Starts a machine that runs the tests from one on, all of them being known or none.
    fn start(&self, sandbox: &Sandbox, first: usize, console: &[OsString]) -> Result<Machine, SuiteError> {
        let started = Machine::start(sandbox, &self.program, &[&first.to_string()], console);
        started.map_err(|error| SuiteError::Broken(format!("cannot start Java: {error}")))
    }

    /// Reads the names of the tests that a machine finds, and why some classes have none.
    fn list(&self, machine: &Machine) -> Result<(Vec<String>, Vec<String>), SuiteError> {
        let (mut names, mut problems) = (Vec::new(), Vec::new());
        let mut errors = String::new();
        loop {
            let problem = match machine.message(START) {
                Message::Report(line, _) if line == "ready" => return Ok((names, problems)),
                Message::Report(line, _) => match line.split_once(' ') {
                    Some(("test", name)) if names.len() < MAX_TESTS => {
                        names.push(printable(name));
                        continue;
                    }
                    Some(("broken", problem)) if problems.len() < MAX_TESTS => {
                        problems.push(excerpt(problem));
                        continue;
                    }
                    _ => {
                        format!("expected at most {MAX_TESTS} tests, none of which prints on standard error")
                    }
                },
                Message::Other(line) => {
                    errors = line;
                    continue;
                }
                Message::Late => format!("the tests were not found within {} seconds", START.as_secs()),
                Message::Ended => format!("Java has ended: {}", excerpt(&errors)),
            };
            return Err(SuiteError::Broken(problem));
        }
    }

    /// Waits for the end of a test.
    fn end(&self, machine: &Machine) -> (TestEnd, Moment) {
        let until = Instant::now() + self.time;
        loop {
            let end = match machine.message(until.saturating_duration_since(Instant::now())) {
                Message::Report(line, moment) if line == "pass" => return (TestEnd::Passed, moment),
                Message::Report(_, moment) => return (TestEnd::Failed, moment),
                Message::Other(_) => continue,
                Message::Late => TestEnd::Late,
                Message::Ended => TestEnd::Died,
            };
            return (end, machine.recording.moment());
        }
    }
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TestEnd {
    Passed,
    Failed,
    /// It took too long.
    Late,
    /// Its machine has ended.
    Died,
}

impl Suite for JUnitSuite {
    fn names(&self) -> &[String] {
        &self.names
    }

    /// Runs the tests in one machine as long as it lives.
    ///
    /// A test in which the machine dies is repeated as the first one of another machine: what ran before may
    /// have used up the memory. So is one that takes too long without having met a fault, as this machine may
    /// be busy. If that happens again, it fails. Tests that are not found, because the program failed or held
    /// up those who looked for them, fail too.
    fn run(
        &self,
        sandbox: &Sandbox,
        exam: &dyn Examination,
        console: &[OsString],
    ) -> Result<Vec<Outcome>, SuiteError> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; self.names.len()];
        let place = |name: &String| self.names.iter().position(|known| known == name);
        let mut next = 0;
        let mut is_again = false;
        loop {
            let machine = self.start(sandbox, next, console)?;
            let first = next;
            let list = self.list(&machine).ok().map(|(found, _)| found);
            let listed = machine.recording.moment();
            let found = list.as_deref().unwrap_or_default();
            let mut ends = Vec::new();
            while let Some(name) = found.get(next) {
                let (end, moment) = self.end(&machine);
                ends.push((place(name), end, moment));
                next += 1;
                if matches!(end, TestEnd::Late | TestEnd::Died) {
                    break;
                }
            }
            let failed = ends.iter().filter(|(_, end, _)| *end != TestEnd::Passed);
            let last = failed.map(|(_, _, moment)| *moment).next_back();
            let agreed = machine.recording.agreed(exam, last.unwrap_or(listed));
            let outcome = |moment: Moment| {
                if machine.recording.is_right(exam, moment, agreed) {
                    Outcome::Groundless
                } else {
                    Outcome::Failed
                }
            };
            let is_to_repeat = |&(_, end, moment): &(_, TestEnd, Moment)| {
                end == TestEnd::Died || end == TestEnd::Late && outcome(moment) == Outcome::Groundless
            };
            if next > first + 1 && ends.last().is_some_and(is_to_repeat) {
                ends.pop();
                next -= 1;
            }
            for (place, end, moment) in ends {
                let Some(place) = place else { continue };
                outcomes[place] = Some(match end {
                    TestEnd::Passed => Outcome::Passed,
                    _ => outcome(moment),
                });
            }
            let rest = outcome(listed);
            if list.is_none() && rest == Outcome::Groundless && !is_again {
                is_again = true;
            } else if next >= found.len() {
                return Ok(outcomes
                    .into_iter()
                    .map(|outcome| outcome.unwrap_or(rest))
                    .collect());
            }
        }
    }
}

/// Lists the archives that are there.
fn jars(folder: &Path, is_junit_5: bool) -> Result<Vec<PathBuf>, SuiteError> {
    let (names, needed, package): (&[&str], _, _) = if is_junit_5 {
        (&OF_JUNIT_5, &OF_JUNIT_5[..6], "junit5")
    } else {
        (&OF_JUNIT_4, &OF_JUNIT_4[..1], "junit4")
    };
    for name in needed {
        if !folder.join(name).is_file() {
            let folder = folder.display();
            return Err(SuiteError::Broken(format!(
                "found no {name} in {folder}: install Debian's package {package}, or name another folder"
            )));
        }
    }
    let found = names
        .iter()
        .map(|name| folder.join(name))
        .filter(|path| path.is_file());
    Ok(found.filter_map(|path| path.canonicalize().ok()).collect())
}
