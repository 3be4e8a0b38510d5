//! `quincunx level`: files of match-3 levels: created, checked, listed and measured.

mod report;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Command};
use quincunx_arena::text_file;
use quincunx_core::Game as _;
use quincunx_match3::levels::{Level, LevelError, LevelErrors, LevelGame, SCHEMA, SHIPPED, TEMPLATE};
use serde_json::{Value, json};

use crate::args::{file_arg, files_arg, json_arg, option, path, paths};
use crate::files::write;
use crate::output::numbers::pluralize;
use crate::output::print_json;

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Create, check, measure and list levels of match-3")
        .long_about(
            "Creates, checks, measures and lists levels of match-3. A level is a text file in TOML: a board with holes and fields to \
             clear, moves, matches, spawns, goals and a limit of moves.",
        )
        .after_help(
            "Examples:\n  \
             quincunx level list                          the shipped levels\n  \
             quincunx level new my.toml                   a template, every field explained\n  \
             quincunx level new my.toml --from hourglass\n  \
             quincunx level check my.toml                 the errors, line by line\n  \
             quincunx level report my.toml                the report of simulated players\n  \
             quincunx level schema > level.schema.json    for checks in editors\n  \
             quincunx play --level my.toml",
        )
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommands([
            Command::new("new")
                .about("Create a level file")
                .after_help(
                    "Examples:\n  \
                     quincunx level new my.toml                     every field explained\n  \
                     quincunx level new my.toml --from hourglass",
                )
                .arg(file_arg("New file [default: standard output]"))
                .arg(
                    option("from", "NAME", "Shipped level to copy [default: a template that explains every field]")
                        .value_parser(PossibleValuesParser::new(SHIPPED.iter().map(|shipped| shipped.name))),
                ),
            Command::new("check")
                .about("Check level files")
                .after_help(
                    "Examples:\n  \
                     quincunx level check my.toml\n  \
                     quincunx level check --json levels/*.toml\n\n\
                     Exit status: 0 when all are valid, 1 when one has an error.",
                )
                .arg(files_arg("files", "FILE", "Level files"))
                .arg(json_arg()),
            report::command(),
            Command::new("schema")
                .about("Print the JSON schema of level files")
                .after_help("Example: quincunx level schema > level.schema.json"),
            Command::new("list")
                .about("List the shipped levels")
                .after_help("Example: quincunx level list --json")
                .arg(json_arg()),
        ])
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match matches.subcommand() {
        Some(("new", matches)) => create(matches)?,
        Some(("check", matches)) => return check(matches),
        Some(("report", matches)) => return report::run(matches),
        Some(("schema", _)) => crate::output::stdout().write_all(SCHEMA.as_bytes())?,
        Some(("list", matches)) => list(matches.get_flag("json"))?,
        _ => unreachable!("clap accepts only the commands above"),
    }
    Ok(ExitCode::SUCCESS)
}

fn create(matches: &ArgMatches) -> anyhow::Result<()> {
    let named = matches
        .get_one::<String>("from")
        .and_then(|name| SHIPPED.iter().find(|shipped| shipped.name == name));
    let text = named.map_or(TEMPLATE, |shipped| shipped.text);
    let Some(path) = path(matches, "file") else {
        crate::output::stdout().write_all(text.as_bytes())?;
        return Ok(());
    };
    if path.exists() {
        bail!("{} already exists; name a new file", path.display());
    }
    write(path, text)
}

fn check(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let json = matches.get_flag("json");
    let (mut all_json, mut is_valid) = (Vec::new(), true);
    let mut output = crate::output::stdout();
    for path in paths(matches, "files") {
        let file = path.display();
        let problems = match level_in(path) {
            Ok(level) if !json => {
                writeln!(output, "{file}: valid, {}", summary(&LevelGame::new(level)))?;
                continue;
            }
            Ok(_) => continue,
            Err(problems) => problems,
        };
        is_valid = false;
        for mut error in problems {
            let (line, message) = (&error["line"], error["message"].as_str().unwrap_or_default());
            if json {
                error["file"] = file.to_string().into();
                all_json.push(error);
            } else if line.is_null() {
                writeln!(output, "{file}: {message}")?;
            } else {
                writeln!(output, "{file}:{line}: {message}")?;
            }
        }
    }
    if json {
        print_json(&all_json)?;
    }
    Ok(ExitCode::from(u8::from(!is_valid)))
}

/// Reads a level; else returns its errors as JSON with line, field, problem and message.
fn level_in(path: &Path) -> Result<Level, Vec<Value>> {
    let text = text_file::read(path).map_err(|error| {
        let message = format!("cannot read: {error}");
        vec![json!({"line": error.line(), "field": "", "problem": null, "message": message})]
    })?;
    let in_json = |error: &LevelError| serde_json::to_value(error).expect("an error is JSON");
    Level::read(&text).map_err(|LevelErrors(errors)| errors.iter().map(in_json).collect())
}

fn list(json: bool) -> anyhow::Result<()> {
    let mut output = crate::output::stdout();
    let levels = SHIPPED.iter().map(|shipped| {
        let level = Level::read(shipped.text).expect("the shipped levels are valid");
        (shipped.name, LevelGame::new(level))
    });
    if json {
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
        return print_json(&levels);
    }
    let width = SHIPPED
        .iter()
        .map(|shipped| shipped.name.len())
        .max()
        .unwrap_or(0);
    for (name, rules) in levels {
        let (title, about) = (rules.level().name(), rules.level().about());
        writeln!(output, "{name:width$}  {title}. {about}")?;
        writeln!(output, "{:width$}  {}", "", summary(&rules))?;
    }
    Ok(())
}

/// Formats a level in short: `8×8, 20 moves: collect 25 red`.
fn summary(rules: &LevelGame) -> String {
    let (level, goals) = (rules.level(), goals(rules).join(", "));
    let moves = pluralize(level.limit().into(), "move");
    format!("{}, {moves}: {goals}", level.size())
}

fn goals(rules: &LevelGame) -> Vec<String> {
    let goals = rules.goals(&rules.initial());
    goals.iter().map(ToString::to_string).collect()
}
