//! A suite of JUnit tests for programs behind the interfaces of an assignment.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::assignment::{Assignment, ENGINE, JUNIT_4, JUNIT_5, RUNNER};
use super::compiling::{CompileError, compile};
use super::conversation::{Machine, Message};
use super::jdk::Jdk;
use super::sources::Sources;
use crate::sandbox::{Program, Sandbox};
use crate::suite::{Suite, SuiteError};

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
            CompileError::Messages(messages) => Self::Broken(messages),
            CompileError::Failed(source) => Self::Broken(format!("cannot compile Java sources: {source}")),
        }
    }
}

impl JUnitSuite {
    /// Compiles the tests below a folder and lists them, with the engine's console behind the interfaces.
    ///
    /// Tests are the sources that mention JUnit. Those of a simulator, say, are not used.
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
        for own in [assignment.engine, ENGINE, RUNNER] {
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
        command.push(version.into());
        let class = |path: &String| path.trim_end_matches(".java").replace('/', ".").into();
        command.extend(tests.iter().map(class));
        let mut suite = Self {
            names: Vec::new(),
            program: Program {
                command,
                folder: path,
            },
            time: options.time,
            _classes: classes,
        };
        suite.names = suite.start(sandbox, console)?.1;
        if suite.names.is_empty() {
            let folder = folder.display();
            return Err(SuiteError::Broken(format!("{folder}: found no test")));
        }
        Ok(suite)
    }

    /// Starts a machine and returns the tests that it finds.
    fn start(&self, sandbox: &Sandbox, console: &[OsString]) -> Result<(Machine, Vec<String>), SuiteError> {
        let started = Machine::start(sandbox, &self.program, console);
        let machine = started.map_err(|error| SuiteError::Broken(format!("cannot start Java: {error}")))?;
        let mut names = Vec::new();
        loop {
            let problem = match machine.message(START) {
                Message::Line(line) if line == "ready" => return Ok((machine, names)),
                Message::Line(line) => match line.split_once(' ') {
                    Some(("test", name)) if names.len() < MAX_TESTS => {
                        names.push(name.to_owned());
                        continue;
                    }
                    Some(("broken", problem)) => problem.to_owned(),
                    _ => "a test was run where tests are looked for, or there are too many".to_owned(),
                },
                Message::Late => format!("the tests were not found within {} seconds", START.as_secs()),
                Message::Ended => format!("Java has ended: {}", machine.errors().trim()),
            };
            return Err(SuiteError::Broken(problem));
        }
    }
}

impl Suite for JUnitSuite {
    fn names(&self) -> &[String] {
        &self.names
    }

    /// Runs the tests in one machine as long as it lives. A test that takes too long or ends the machine fails, and
    /// the next one begins in another machine.
    fn run(&self, sandbox: &Sandbox, console: &[OsString]) -> Result<Vec<bool>, SuiteError> {
        let mut passed = Vec::new();
        while passed.len() < self.names.len() {
            let (machine, _) = self.start(sandbox, console)?;
            while let Some(name) = self.names.get(passed.len()) {
                machine.answer(name);
                let message = machine.message(self.time);
                passed.push(matches!(&message, Message::Line(line) if line == "pass"));
                let is_outcome =
                    matches!(&message, Message::Line(line) if line == "pass" || line.starts_with("fail "));
                if !is_outcome {
                    break;
                }
            }
        }
        Ok(passed)
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
                "found no {name} in {folder}: install Debian's package {package}, or name the folder of JUnit's archives"
            )));
        }
    }
    let found = names
        .iter()
        .map(|name| folder.join(name))
        .filter(|path| path.is_file());
    Ok(found.filter_map(|path| path.canonicalize().ok()).collect())
}
