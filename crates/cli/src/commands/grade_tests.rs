//! `quincunx grade-tests GAME`: a test suite held against programs that are wrong on purpose.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Arg, ArgGroup, ArgMatches, Command};
use quincunx_arena::text_file;
use quincunx_grade::java::{Assignment, JUnitSuite, Jdk};
use quincunx_grade::sandbox::Sandbox;
use quincunx_grade::{Matrix, Suite, SuiteError, SuiteExaminer, Transcripts};
use quincunx_registry::examination::Variant;
use quincunx_registry::{DynGame, Examination};
use serde_json::json;

use crate::args::game::{required_game, with_required_game};
use crate::args::java::{assignment, junit_options, suite_args};
use crate::args::sandbox::{sandbox, sandbox_args, sandbox_reading};
use crate::args::{
    all_threads, check_output, flag, force_arg, json_arg, option, path, path_option, reports_arg,
    submissions_arg, value, whole_number,
};
use crate::charts::grade as page;
use crate::files::submissions::{self, Submission};
use crate::files::write;
use crate::output::failure::WrongUse;
use crate::output::grade::points;
use crate::output::matrix::{self as output, GradedSuite};
use crate::output::progress::bar;
use crate::signals::Signals;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Grade a test suite by the faults that it finds")
        .long_about(
            "Runs a test suite against programs that are wrong on purpose, each in one way, and against right ones that differ \
             where the game's source leaves freedom. A test that fails on a right program is too strict and does not count; \
             nor does a test of JUnit that fails on a wrong one before it has seen anything wrong. The suite gets its \
             points times the share of the faults that a test finds; faults that the assignment leaves out are shown \
             apart.\n\n\
             Exit status: 0 if all faults are found and no test is too strict, 1 otherwise, 2 for a wrong command line.",
        )
        .after_help(
            "Examples:\n  \
             quincunx grade-tests quartet --transcripts tests    pairs of files NAME.in and NAME.out\n  \
             quincunx grade-tests 2048 --java tests              tests of JUnit 4 or 5\n  \
             quincunx grade-tests 2048 --java . --submissions class --out grades\n  \
             quincunx grade-tests 2048 --list                    the faults and the right variants\n  \
             quincunx console 2048 --variant merges-twice        play one of them",
        );
    with_required_game(command, |entry, command| {
        command
            .hide(entry.examination().is_none())
            .args(args())
            .group(
                ArgGroup::new("suite")
                    .args(["transcripts", "java", "list"])
                    .required(true),
            )
            .args(suite_args())
            .args(sandbox_args())
    })
}

fn args() -> [Arg; 9] {
    [
        path_option(
            "transcripts",
            "DIR",
            "Tests as pairs of files: NAME.in is the input, NAME.out the expected output, NAME.args the arguments, if any",
        ),
        flag("list", "List the variants, and end"),
        option("points", "N", "Points of a suite that finds every fault")
            .value_parser(whole_number(1..=1_000_000_u32))
            .default_value("9"),
        option("jobs", "N", "Variants at a time [default: all cores]")
            .value_parser(whole_number(1..=1024_u16)),
        path_option("html", "FILE", "Report as a page").conflicts_with("submissions"),
        submissions_arg(
            "Grade a class: each folder in DIR is a submission, in which the folder of the tests is",
        )
        .conflicts_with("list"),
        reports_arg(),
        force_arg("Replace FILE if it exists; grade a class anew"),
        json_arg(),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let has_examination = |entry: &dyn DynGame| entry.examination().is_some();
    let exam = entry.examination();
    let exam = exam.ok_or_else(|| WrongUse::without("examination", entry, has_examination))?;
    let json = matches.get_flag("json");
    if matches.get_flag("list") {
        output::print_variants(exam.variants(), json)?;
        return Ok(ExitCode::SUCCESS);
    }
    let signals = Signals::handle()?;
    let tests = match path(matches, "java") {
        None => Tests::Transcripts,
        Some(_) => Tests::Java(assignment(entry.id())?, Jdk::find()?),
    };
    let sandbox = match &tests {
        Tests::Transcripts => sandbox(matches, &signals.stop)?,
        Tests::Java(_, jdk) => {
            let jars = junit_options(matches, jdk).jars;
            let mut sandbox = sandbox_reading(matches, &[jars], &signals.stop)?;
            // One machine runs all tests, each of which has its own time.
            sandbox.lift_cpu_limit();
            sandbox
        }
    };
    let job = Job {
        entry,
        exam,
        tests,
        sandbox,
        signals,
        own: std::env::current_exe().context("cannot find this program")?,
        matches,
    };
    match path(matches, "submissions") {
        Some(class) => job.grade_class(class),
        None => job.grade_one(),
    }
}

/// What the command line asks for.
struct Job<'a> {
    entry: &'static dyn DynGame,
    exam: &'static dyn Examination,
    tests: Tests,
    sandbox: Sandbox,
    signals: Signals,
    /// This program.
    own: PathBuf,
    matches: &'a ArgMatches,
}

/// What the tests are.
enum Tests {
    Transcripts,
    Java(&'static Assignment, Jdk),
}

impl Job<'_> {
    fn folder(&self) -> &Path {
        let folder = path(self.matches, "java").or_else(|| path(self.matches, "transcripts"));
        folder.expect("clap requires a suite")
    }

    /// Returns the command line of a variant's console, or of the game's own.
    fn console(&self, variant: Option<&'static Variant>) -> Vec<OsString> {
        let mut command: Vec<OsString> =
            vec![self.own.clone().into(), "console".into(), self.entry.id().into()];
        if let Some(variant) = variant {
            command.extend(["--variant".into(), variant.name.into()]);
        }
        command
    }

    /// Grades the tests in a folder; `None` when it was stopped.
    fn examine(&self, folder: &Path) -> Result<Option<Matrix>, SuiteError> {
        let (suite, left_out): (Box<dyn Suite>, &[&str]) = match &self.tests {
            Tests::Transcripts => (Box::new(Transcripts::read(folder)?), &[]),
            Tests::Java(assignment, jdk) => {
                let (options, console) = (junit_options(self.matches, jdk), self.console(None));
                let suite = JUnitSuite::compile(assignment, folder, options, &self.sandbox, &console)?;
                (Box::new(suite), assignment.left_out)
            }
        };
        let progress = bar(SuiteExaminer::runs(self.exam), 0, "runs");
        let jobs = self.matches.get_one::<u16>("jobs");
        let examiner = SuiteExaminer {
            game: self.entry.id(),
            exam: self.exam,
            left_out,
            sandbox: &self.sandbox,
            console: &|variant| self.console(variant),
            points: f64::from(value::<u32>(self.matches, "points")),
            jobs: jobs.map_or(all_threads().get(), |&jobs| usize::from(jobs)),
            progress: &|| progress.inc(1),
        };
        let matrix = examiner.run(&*suite);
        progress.finish_and_clear();
        matrix
    }

    fn grade_one(&self) -> anyhow::Result<ExitCode> {
        let html = path(self.matches, "html");
        if let Some(path) = html {
            check_output(path, self.matches)?;
        }
        let matrix = self.examine(self.folder())?;
        let Some(matrix) = matrix else {
            eprintln!("stopped: no report is written");
            return Ok(self.signals.status().unwrap_or(ExitCode::FAILURE));
        };
        if let Some(path) = html {
            write(path, &page::render_matrix(self.entry.title(), &matrix))?;
        }
        output::print(&matrix, self.matches.get_flag("json"))?;
        Ok(crate::output::status(matrix.is_full()))
    }

    /// Grades the tests of one submission after the other, as those of one keep all cores busy. One that
    /// cannot be used harms no other.
    fn grade_class(&self, class: &Path) -> anyhow::Result<ExitCode> {
        let out = path(self.matches, "out").expect("clap requires it");
        let submissions = submissions::list(class)?;
        self.prepare(out)?;
        let mut graded = Vec::new();
        for submission in submissions {
            let file = out.join(format!("{}{MATRIX}", submission.name));
            let fingerprint = submission.fingerprint();
            let kept = submissions::kept(&file, &submission);
            let Submission { name, folder } = submission;
            let result = match kept {
                Some(matrix) => Ok(matrix),
                None => match self.examine(&folder.join(self.folder())) {
                    Ok(None) => {
                        eprintln!("stopped: the same command continues with {}", out.display());
                        return Ok(self.signals.status().unwrap_or(ExitCode::FAILURE));
                    }
                    Ok(Some(matrix)) => {
                        let page = page::render_matrix(self.entry.title(), &matrix);
                        write(&out.join(format!("{name}.html")), &page)?;
                        // Last, as it marks the submission as graded.
                        submissions::keep(&file, fingerprint, &matrix)?;
                        Ok(matrix)
                    }
                    Err(error) => Err(format!("{:#}", anyhow::Error::from(error))),
                },
            };
            let found = result.as_ref().map_or(0.0, |matrix| matrix.points);
            eprintln!("{name}: {} points", points(found));
            graded.push(GradedSuite { name, result });
        }
        write(&out.join("class.csv"), &output::csv(&graded)?)?;
        output::print_class(&graded, self.matches.get_flag("json"))?;
        let is_full = |one: &GradedSuite| one.result.as_ref().is_ok_and(Matrix::is_full);
        Ok(crate::output::status(graded.iter().all(is_full)))
    }

    /// Makes the folder of a class, or checks that what it holds was graded in the same way.
    fn prepare(&self, out: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        let shown = |name| path(self.matches, name).map(|path| path.to_string_lossy());
        let time = match &self.tests {
            Tests::Transcripts => None,
            Tests::Java(_, jdk) => Some(junit_options(self.matches, jdk).time),
        };
        let settings = json!({
            "game": self.entry.id(),
            "transcripts": shown("transcripts"),
            "java": shown("java"),
            "framework": shown("framework"),
            "points": value::<u32>(self.matches, "points"),
            "test-time": time,
            "limits": self.sandbox.limits(),
        });
        let settings = serde_json::to_string_pretty(&settings)?;
        let file = out.join("suites.json");
        let is_forced = self.matches.get_flag("force");
        if file.exists() && !is_forced {
            let known = text_file::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            if known != settings {
                bail!(
                    "{} holds suites that were graded with other options; --force grades the class anew",
                    out.display()
                );
            }
            return Ok(());
        }
        let entries = fs::read_dir(out)?.flatten().map(|entry| entry.path());
        let is_matrix = |path: &PathBuf| path.as_os_str().as_encoded_bytes().ends_with(MATRIX.as_bytes());
        for old in entries.filter(is_matrix) {
            if !is_forced {
                bail!(
                    "{} holds graded suites without their suites.json; --force grades the class anew",
                    out.display()
                );
            }
            fs::remove_file(old)?;
        }
        write(&file, &settings)
    }
}

/// The end of the name of a file with what a suite found.
const MATRIX: &str = ".matrix.json";
