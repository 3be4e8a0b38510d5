//! `quincunx level`: levels of match-3 as files: begun, checked, described, listed, and reported on.

mod report;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_core::Game as _;
use quincunx_core::Options;
use quincunx_match3::levels::{
    Level, LevelError, LevelErrors, LevelGame, SCHEMA, SHIPPED, TEMPLATE, options_of,
};
use serde_json::{Value, json};

use crate::failure::WrongUse;
use crate::game_args::json_arg;
use crate::{text_file, whole_file};
pub(crate) use report::merge;

pub(crate) const NAME: &str = "level";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Begin, check, measure and list levels of match-3")
        .long_about(
            "Begins, checks, measures and lists levels of match-3. A level is a text file in TOML: a board with holes and fields to \
             clear, what moves and matches on it, what comes in, goals and a limit of moves.",
        )
        .after_help(
            "Examples:\n  \
             quincunx level list                          the levels that come with the program\n  \
             quincunx level new my.toml                   a level to begin with, every field explained\n  \
             quincunx level new my.toml --from hourglass\n  \
             quincunx level check my.toml                 what is wrong, line by line\n  \
             quincunx level report my.toml                what simulated players make of it\n  \
             quincunx level schema > level.schema.json    for editors that check while you type\n  \
             quincunx play --level my.toml",
        )
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommand(
            Command::new("new")
                .about("Write a level to begin with")
                .after_help(
                    "Examples:\n  \
                     quincunx level new my.toml                     every field explained\n  \
                     quincunx level new my.toml --from hourglass",
                )
                .arg(
                    Arg::new("file")
                        .value_name("FILE")
                        .value_parser(value_parser!(PathBuf))
                        .help("Where to write it, which must not be there yet; else it goes to standard output"),
                )
                .arg(
                    Arg::new("from")
                        .long("from")
                        .value_name("NAME")
                        .value_parser(PossibleValuesParser::new(SHIPPED.iter().map(|shipped| shipped.name)))
                        .help("Begin with this level instead of the one that explains every field"),
                ),
        )
        .subcommand(
            Command::new("check")
                .about("Say what is wrong with level files")
                .after_help(
                    "Examples:\n  \
                     quincunx level check my.toml\n  \
                     quincunx level check --json levels/*.toml\n\n\
                     Exit status: 0 when all can be played, 1 when something is wrong with one.",
                )
                .arg(
                    Arg::new("files")
                        .value_name("FILE")
                        .value_parser(value_parser!(PathBuf))
                        .num_args(1..)
                        .required(true)
                        .help("The files"),
                )
                .arg(json_arg()),
        )
        .subcommand(report::command())
        .subcommand(
            Command::new("schema")
                .about("Write the JSON schema of level files")
                .after_help("Example: quincunx level schema > level.schema.json"),
        )
        .subcommand(
            Command::new("list")
                .about("List the levels that come with the program")
                .after_help("Example: quincunx level list --json")
                .arg(json_arg()),
        )
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match matches.subcommand() {
        Some(("new", matches)) => begin(matches)?,
        Some(("check", matches)) => return check(matches),
        Some(("report", matches)) => return report::run(matches),
        Some(("schema", _)) => io::stdout().lock().write_all(SCHEMA.as_bytes())?,
        Some(("list", matches)) => list(matches.get_flag("json"))?,
        _ => unreachable!("clap takes only the commands above"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the options of the game that plays a level: one that comes with the program, by its name, or a file.
pub(crate) fn chosen(level: &str) -> anyhow::Result<Options> {
    if SHIPPED.iter().any(|shipped| shipped.name == level) {
        return Ok(options_of(level));
    }
    let path = Path::new(level);
    if !path.exists() {
        let known: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
        let what = format!(
            "`{level}` is neither a file nor a level that comes with the program; there are {}",
            known.join(", ")
        );
        return Err(WrongUse(what).into());
    }
    let text = read(path)?;
    match Level::read(&text) {
        Ok(_) => Ok(options_of(&text)),
        Err(errors) => Err(WrongUse(format!("{level} is no level that can be played\n{errors}")).into()),
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    text_file::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn begin(matches: &ArgMatches) -> anyhow::Result<()> {
    let named = matches
        .get_one::<String>("from")
        .and_then(|name| SHIPPED.iter().find(|shipped| shipped.name == name));
    let text = named.map_or(TEMPLATE, |shipped| shipped.text);
    let Some(path) = matches.get_one::<PathBuf>("file") else {
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    };
    if path.exists() {
        bail!("{} is there already; name a file that is not", path.display());
    }
    whole_file::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

fn check(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let paths = matches.get_many::<PathBuf>("files").expect("one is required");
    let mut wrong = Vec::new();
    let mut output = io::stdout().lock();
    let in_json = matches.get_flag("json");
    let mut is_right = true;
    for path in paths {
        let file = path.display();
        let problems = match level_in(path) {
            Ok(level) if !in_json => {
                writeln!(output, "{file}: right, {}", in_short(&LevelGame::new(level)))?;
                continue;
            }
            Ok(_) => continue,
            Err(problems) => problems,
        };
        for Problem { line, field, what } in problems {
            if in_json {
                wrong.push(json!({"file": file.to_string(), "line": line, "field": field, "what": what}));
            } else {
                let line = line.map_or_else(String::new, |line| format!(":{line}"));
                writeln!(output, "{file}{line}: {what}")?;
            }
            is_right = false;
        }
    }
    if in_json {
        serde_json::to_writer_pretty(&mut output, &Value::from(wrong))?;
        writeln!(output)?;
    }
    Ok(if is_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What is wrong with a file.
struct Problem {
    /// The line, where one is to blame.
    line: Option<usize>,
    /// The field of the level; empty where none is to blame.
    field: String,
    what: String,
}

/// Reads the level in a file, or returns all that is wrong with it.
fn level_in(path: &Path) -> Result<Level, Vec<Problem>> {
    let text = text_file::read(path).map_err(|error| {
        vec![Problem {
            line: error.line(),
            field: String::new(),
            what: format!("it cannot be read: {error}"),
        }]
    })?;
    Level::read(&text).map_err(|LevelErrors(errors)| {
        let problem = |error: LevelError| Problem {
            line: Some(error.line),
            field: error.field,
            what: error.what,
        };
        errors.into_iter().map(problem).collect()
    })
}

fn list(in_json: bool) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    let levels = SHIPPED.iter().map(|shipped| {
        let level = Level::read(shipped.text).expect("the levels that come with the program are right");
        (shipped.name, LevelGame::new(level))
    });
    if in_json {
        let levels: Vec<Value> = levels
            .map(|(name, rules)| {
                let level = rules.level();
                json!({
                    "name": name,
                    "title": level.name(),
                    "about": level.about(),
                    "columns": level.size().columns(),
                    "rows": level.size().rows(),
                    "limit": level.limit(),
                    "goals": goals(&rules),
                })
            })
            .collect();
        serde_json::to_writer_pretty(&mut output, &levels)?;
        writeln!(output)?;
        return Ok(());
    }
    let width = SHIPPED
        .iter()
        .map(|shipped| shipped.name.len())
        .max()
        .unwrap_or(0);
    for (name, rules) in levels {
        writeln!(
            output,
            "{name:width$}  {}. {}",
            rules.level().name(),
            rules.level().about()
        )?;
        writeln!(output, "{:width$}  {}", "", in_short(&rules))?;
    }
    Ok(())
}

/// Says in a few words what a level is: `8×8, 20 moves: collect 25 red`.
fn in_short(rules: &LevelGame) -> String {
    let level = rules.level();
    format!(
        "{}, {} moves: {}",
        level.size(),
        level.limit(),
        goals(rules).join(", ")
    )
}

/// Says what the goals of a level are.
fn goals(rules: &LevelGame) -> Vec<String> {
    let goals = rules.goals(&rules.initial());
    goals.iter().map(ToString::to_string).collect()
}
