//! `quincunx games`: the list of games with their options, levels and players.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use quincunx_catalog::GAMES;
use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::DynGame;
use serde_json::{Value, json};

use crate::args::json_arg;
use crate::output::agents::{agents_json, level_specs, levels_json, specs_json, write_agent, write_levels};
use crate::output::print_json;

pub(crate) fn command(command: Command) -> Command {
    command
        .about("List the games with their options, levels and computer players")
        .after_help("Examples:\n  quincunx games\n  quincunx games --json")
        .arg(json_arg())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    if matches.get_flag("json") {
        print_json(&GAMES.iter().map(|entry| game_json(*entry)).collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut output = crate::output::stdout();
    for (number, entry) in GAMES.iter().enumerate() {
        if number > 0 {
            writeln!(output)?;
        }
        write_game(*entry, &mut output)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_game(entry: &dyn DynGame, output: &mut dyn Write) -> io::Result<()> {
    let players = if entry.players() == 1 {
        "for one"
    } else {
        "for two"
    };
    writeln!(output, "{} — {}, {players}", entry.id(), entry.title())?;
    writeln!(output, "  {}", entry.summary())?;
    if !entry.options().is_empty() {
        writeln!(output, "  Options")?;
    }
    let flag = |spec: &OptionSpec| format!("--{} {}", spec.name, shown_default(spec));
    let flags: Vec<String> = entry.options().iter().map(flag).collect();
    let specs = level_specs(entry);
    let names = flags.iter().chain(&specs).map(String::as_str);
    let names = names.chain(entry.own_agents().iter().map(|agent| agent.name));
    let width = names.map(str::len).max().unwrap_or(0);
    for (flag, spec) in flags.iter().zip(entry.options()) {
        writeln!(output, "    {flag:width$}  {} ({})", spec.help, spec.kind)?;
    }
    if let Some((least, most)) = entry.puzzles() {
        let id = entry.id();
        writeln!(
            output,
            "  Puzzles\n    wins in {least} to {most} moves (quincunx puzzle {id})"
        )?;
    }
    writeln!(output, "  Levels of the computer")?;
    write_levels(entry, width, output)?;
    if !entry.own_agents().is_empty() {
        writeln!(output, "  Players by name")?;
    }
    for agent in entry.agents() {
        write_agent(agent, width, output)?;
    }
    Ok(())
}

fn shown_default(spec: &OptionSpec) -> &str {
    match spec.kind {
        OptionKind::File => "FILE",
        OptionKind::Text if spec.default.is_empty() => "TEXT",
        _ => spec.default,
    }
}

fn game_json(entry: &dyn DynGame) -> Value {
    let figures = entry.figures().into_iter();
    let flags = entry.console().flags.iter();
    json!({
        "id": entry.id(),
        "title": entry.title(),
        "summary": entry.summary(),
        "players": entry.players(),
        "options": specs_json(entry.options()),
        "levels": levels_json(entry),
        "figures": figures.map(|(name, help)| json!({"name": name, "help": help})).collect::<Vec<_>>(),
        "puzzles": entry.puzzles().map(|(least, most)| json!({"least": least, "most": most})),
        "agents": agents_json(entry),
        "console_flags": flags.map(|(flag, help)| json!({"flag": flag, "help": help})).collect::<Vec<_>>(),
    })
}
