//! `quincunx grade-tests GAME`: a test suite held against programs that are wrong on purpose.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgGroup, ArgMatches, Command, value_parser};
use quincunx_arena::atomic_file;
use quincunx_grade::java::{JUnitSuite, Jdk};
use quincunx_grade::sandbox::Sandbox;
use quincunx_grade::{Suite, SuiteExaminer, Transcripts};
use quincunx_registry::DynGame;
use quincunx_registry::examination::Variant;

use crate::args::game::{required_game, with_required_game};
use crate::args::java::{assignment, junit_options, suite_args};
use crate::args::sandbox::{sandbox, sandbox_args, sandbox_reading};
use crate::args::{all_threads, check_output, flag, force_arg, json_arg, option, path, path_option, value};
use crate::charts::grade as page;
use crate::output::failure::WrongUse;
use crate::output::matrix as output;
use crate::output::progress::bar;
use crate::signals::Signals;

pub(crate) const NAME: &str = "grade-tests";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Grade a test suite by the faults that it finds")
        .long_about(
            "Runs a test suite against programs that are wrong on purpose, each in one way, and against right ones that differ \
             where the game's source leaves freedom. A test that fails on a right program is too strict and does not count; \
             nor does a test of JUnit that fails on a wrong one before it has seen anything wrong. The suite gets its points times the share of the faults that a test finds; faults that the assignment leaves \
             out are shown apart.\n\n\
             Exit status: 0 if all faults are found and no test is too strict, 1 otherwise, 2 for a wrong command line.",
        )
        .after_help(
            "Examples:\n  \
             quincunx grade-tests quartet --transcripts tests    pairs of files NAME.in and NAME.out\n  \
             quincunx grade-tests 2048 --java tests              tests of JUnit 4 or 5\n  \
             quincunx grade-tests 2048 --list                    the faults and the right variants\n  \
             quincunx console 2048 --fault merges-twice          play one of them",
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

fn args() -> [Arg; 7] {
    [
        path_option(
            "transcripts",
            "DIR",
            "Tests as pairs of files: NAME.in is the input, NAME.out the expected output, NAME.args the arguments, if any",
        ),
        flag("list", "List the variants, and end"),
        option("points", "N", "Points of a suite that finds every fault")
            .value_parser(value_parser!(u32).range(1..=1_000_000))
            .default_value("9"),
        option("jobs", "N", "Variants at a time [default: all cores]")
            .value_parser(value_parser!(u16).range(1..=1024)),
        path_option("html", "FILE", "Report as a page"),
        force_arg("Replace FILE if it exists"),
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
    let own = std::env::current_exe().context("cannot find this program")?;
    let console = |variant: Option<&'static Variant>| {
        let mut command: Vec<OsString> = vec![own.clone().into(), "console".into(), entry.id().into()];
        if let Some(variant) = variant {
            command.extend(["--variant".into(), variant.name.into()]);
        }
        command
    };
    if let Some(folder) = path(matches, "java") {
        let assignment = assignment(entry.id())?;
        let jdk = Jdk::find()?;
        let options = junit_options(matches, &jdk);
        let mut sandbox = sandbox_reading(matches, &[options.jars], &signals.stop)?;
        // One machine runs all tests, each of which has its own time.
        sandbox.lift_cpu_limit();
        let suite = JUnitSuite::compile(assignment, folder, options, &sandbox, &console(None))?;
        return grade(
            entry,
            &suite,
            assignment.left_out,
            &sandbox,
            &console,
            &signals,
            matches,
        );
    }
    let folder = path(matches, "transcripts").expect("clap requires a suite");
    let suite = Transcripts::read(folder)
        .map_err(|error| WrongUse::error(format!("{:#}", anyhow::Error::from(error))))?;
    let sandbox = sandbox(matches, &signals.stop)?;
    grade(entry, &suite, &[], &sandbox, &console, &signals, matches)
}

fn grade(
    entry: &'static dyn DynGame,
    suite: &dyn Suite,
    left_out: &[&str],
    sandbox: &Sandbox,
    console: &(dyn Fn(Option<&'static Variant>) -> Vec<OsString> + Sync),
    signals: &Signals,
    matches: &ArgMatches,
) -> anyhow::Result<ExitCode> {
    let exam = entry.examination().expect("it was asked before");
    let html = path(matches, "html");
    if let Some(path) = html {
        check_output(path, matches).map_err(|error| WrongUse::error(format!("{error:#}")))?;
    }
    let progress = bar(SuiteExaminer::runs(exam), 0, "runs");
    let jobs = matches
        .get_one::<u16>("jobs")
        .map_or(all_threads().get(), |&jobs| usize::from(jobs));
    let examiner = SuiteExaminer {
        game: entry.id(),
        exam,
        left_out,
        sandbox,
        console,
        points: f64::from(value::<u32>(matches, "points")),
        jobs,
        progress: &|| progress.inc(1),
    };
    let matrix = examiner.run(suite);
    progress.finish_and_clear();
    let Some(matrix) = matrix? else {
        eprintln!("stopped: no report is written");
        return Ok(signals.status().unwrap_or(ExitCode::FAILURE));
    };
    if let Some(path) = html {
        let page = page::render_matrix(entry.title(), &matrix);
        let written = atomic_file::write(path, page.as_bytes());
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    output::print(&matrix, matches.get_flag("json"))?;
    Ok(if matrix.is_full() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
