//! `quincunx grade GAME -- COMMAND…`: a program of others, or a class of them, held against the rules.

mod class;
mod job;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_arena::text_file;
use quincunx_grade::{Feedback, MAX_CASES, Rubric};
use quincunx_registry::{DynGame, Examination};

use crate::args::game::{required_game, with_required_game};
use crate::args::java::{JavaSubmission, program_args};
use crate::args::sandbox::{sandbox, sandbox_args};
use crate::args::subject::Subject;
use crate::args::{
    flag, force_arg, json_arg, option, parse_duration, path, path_option, reports_arg, seed_option,
    submissions_arg, whole_number,
};
use crate::files::write;
use crate::output::failure::WrongUse;
use crate::signals::Signals;
use job::Job;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Grade a program, or a class of them, that plays a game on its console")
        .long_about(
            "Runs a program of any language that speaks the text console of a game, as `quincunx console GAME` does, and checks \
             its answers rule by rule: published cases first, then generated ones. Of each rule that fails it shows the \
             smallest script that it finds, the expected answer and the found one. A rule gives its points times the share \
             of its cases that passed; it is given up at the first case that runs into a limit.\n\n\
             Programs run in a sandbox: bubblewrap where it is installed, else Landlock; they can read the system's programs, \
             the folder in which they are started and what --read names.\n\n\
             Exit status: 0 for full marks, 1 otherwise, 2 for a wrong command line.",
        )
        .after_help(
            "Examples:\n  \
             quincunx grade 2048 -- python3 solution.py\n  \
             quincunx grade connect-four --seed 7 --html report.html -- ./connect4\n  \
             quincunx grade quartet --print-rubric > rubric.toml\n  \
             quincunx grade quartet --published cases\n  \
             quincunx grade quartet --rubric rubric.toml \\\n    \
             --submissions class --out grades --jobs 2 -- python3 main.py\n  \
             quincunx grade 2048 --java src\n  \
             quincunx grade 2048 --java . --submissions class --out grades",
        );
    with_required_game(command, |entry, command| {
        let id = entry.id();
        command
            .hide(entry.examination().is_none())
            .after_help(format!(
                "Examples:\n  \
                 quincunx grade {id} -- python3 solution.py\n  \
                 quincunx grade {id} --submissions class --out grades -- python3 main.py"
            ))
            .args(args())
            .args(program_args())
            .args(sandbox_args())
    })
}

fn args() -> [Arg; 19] {
    [
        Arg::new("command")
            .value_name("COMMAND")
            .help("The program and its arguments")
            .num_args(1..)
            .last(true)
            .value_parser(value_parser!(OsString)),
        path_option(
            "rubric",
            "FILE",
            "Rules with weights and numbers of cases, as TOML",
        ),
        flag("print-rubric", "Print the rubric that is used, and end"),
        path_option(
            "published",
            "DIR",
            "Write the published cases to a new folder, as RULE-N.in with the answers in RULE-N.out, and end",
        ),
        option(
            "cases",
            "N",
            "Generated cases of every rule that has several, instead of the rubric's numbers",
        )
        .value_parser(whole_number(1..=MAX_CASES)),
        seed_option("Seed of the generated cases [default: a random one, which the report names]"),
        flag("full", "Ask also for what the assignment itself leaves out"),
        option(
            "feedback",
            "LEVEL",
            "What reports show of a failure: nothing, its rule or the whole case",
        )
        .value_parser(PossibleValuesParser::new(Feedback::ALL.map(Feedback::word)))
        .default_value(Feedback::Case.word()),
        path_option(
            "folder",
            "DIR",
            "Folder in which the program is started [default: this one]",
        ),
        path_option("html", "FILE", "Report as a page").conflicts_with("submissions"),
        path_option("junit", "FILE", "Report as JUnit XML").conflicts_with("submissions"),
        path_option("gradescope", "FILE", "Report as Gradescope's results.json")
            .conflicts_with("submissions"),
        path_option("csv", "FILE", "Report as a table with a line for each program")
            .conflicts_with("submissions"),
        submissions_arg("Grade a class: each folder in DIR is a submission in which COMMAND is run")
            .conflicts_with("folder"),
        reports_arg(),
        option("jobs", "N", "Submissions at a time [default: all cores]")
            .value_parser(whole_number(1..=1024_u16))
            .requires("submissions"),
        option(
            "total-time",
            "TIME",
            "Time of all runs of a submission [default: 10m]",
        )
        .value_parser(parse_duration),
        force_arg("Replace files that exist; grade a class anew"),
        json_arg(),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let has_examination = |entry: &dyn DynGame| entry.examination().is_some();
    let exam = entry.examination();
    let exam = exam.ok_or_else(|| WrongUse::without("examination", entry, has_examination))?;
    let java = JavaSubmission::of(matches, entry.id())?;
    let rubric = rubric(entry, exam, java.as_ref(), matches)?;
    if matches.get_flag("print-rubric") {
        crate::output::stdout().write_all(rubric.to_toml(entry.id()).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = path(matches, "published") {
        save_published(entry, &rubric, folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    let subject = Subject::of(matches, java)?;
    let signals = Signals::handle()?;
    let sandbox = sandbox(matches, &signals.stop)?;
    let job = Job {
        signals,
        entry,
        exam,
        rubric,
        sandbox,
        subject,
        matches,
    };
    match path(matches, "submissions") {
        Some(folder) => job.grade_class(folder),
        None => job.grade_one(),
    }
}

/// Writes the published cases of the rules that count, with the answers of the game's own console.
fn save_published(entry: &dyn DynGame, rubric: &Rubric, folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => anyhow!("--published {shown} already exists; name a new folder"),
        _ => anyhow!("--published {shown}: {error}"),
    })?;
    let exam = entry.examination().expect("it was asked before");
    for rule in &rubric.rules {
        let cases = exam
            .published()
            .into_iter()
            .filter(|case| case.rule == rule.rule.name);
        for (number, case) in (1..).zip(cases) {
            let answers =
                case.answers(|input, output| (entry.console().run)(case.arguments, input, output))?;
            let file = |extension: &str| folder.join(format!("{}-{number}.{extension}", case.rule));
            write(&file("in"), &case.input())?;
            write(&file("out"), &answers)?;
            if !case.arguments.is_empty() {
                write(&file("args"), &case.arguments.join(" "))?;
            }
        }
    }
    Ok(())
}

/// Reads the rubric, or makes the one of all rules that depend on what is graded.
fn rubric(
    entry: &dyn DynGame,
    exam: &dyn Examination,
    java: Option<&JavaSubmission>,
    matches: &ArgMatches,
) -> anyhow::Result<Rubric> {
    let mut rubric = match path(matches, "rubric") {
        None => {
            let all = Rubric::all(exam, matches.get_flag("full"));
            all.only(|rule| java.is_none_or(|java| java.examines(rule)))
        }
        Some(path) => {
            let shown = path.display();
            let text = text_file::read(path).with_context(|| format!("cannot read {shown}"))?;
            let rubric = Rubric::parse(&text, entry.id(), exam);
            rubric.map_err(|error| WrongUse::error(format!("{shown}: {error}")))?
        }
    };
    if let Some(&cases) = matches.get_one::<u32>("cases") {
        // A single case of thousands of lines stays alone.
        for rule in rubric.rules.iter_mut().filter(|rule| rule.cases > 1) {
            rule.cases = cases;
        }
    }
    Ok(rubric)
}
