//! `quincunx games`: the list of games with their options, levels and players.

use std::io::{self, Write};

use clap::{ArgMatches, Command};
use quincunx_catalog::GAMES;
use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::DynGame;
use serde_json::{Value, json};

use crate::agents;
use crate::agents::{agent_in_json, option_in_json};
use crate::game_args::json_arg;

pub(crate) const NAME: &str = "games";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("List the games with their options, levels and computer players")
        .after_help("Examples:\n  quincunx games\n  quincunx games --json")
        .arg(json_arg())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    if matches.get_flag("json") {
        let games: Vec<Value> = GAMES.iter().map(|entry| in_json(*entry)).collect();
        serde_json::to_writer_pretty(&mut output, &games)?;
        writeln!(output)?;
    } else {
        for (number, entry) in GAMES.iter().enumerate() {
            if number > 0 {
                writeln!(output)?;
            }
            in_words(*entry, &mut output)?;
        }
    }
    output.flush()?;
    Ok(())
}

fn in_words(entry: &dyn DynGame, output: &mut dyn Write) -> io::Result<()> {
    let players = match entry.players() {
        1 => "for one",
        _ => "for two",
    };
    writeln!(output, "{} — {}, {players}", entry.id(), entry.title())?;
    writeln!(output, "  {}", entry.summary())?;
    if !entry.options().is_empty() {
        writeln!(output, "  Options")?;
    }
    let flags: Vec<String> = entry
        .options()
        .iter()
        .map(|spec| format!("--{} {}", spec.name, shown_default(spec)))
        .collect();
    let levels = agents::levels(entry);
    let names = flags
        .iter()
        .map(String::as_str)
        .chain(levels.iter().map(String::as_str))
        .chain(entry.own_agents().iter().map(|agent| agent.name));
    let width = names.map(str::len).max().unwrap_or(0);
    for (flag, spec) in flags.iter().zip(entry.options()) {
        writeln!(output, "    {flag:width$}  {} ({})", spec.help, spec.kind)?;
    }
    if let Some((least, most)) = entry.puzzles() {
        writeln!(output, "  Puzzles")?;
        writeln!(
            output,
            "    to win in {least} to {most} moves (quincunx puzzle {})",
            entry.id()
        )?;
    }
    writeln!(output, "  Levels of the computer")?;
    agents::levels_in_words(entry, width, output)?;
    if !entry.own_agents().is_empty() {
        writeln!(output, "  Players by name")?;
    }
    for agent in entry.agents() {
        agents::in_words(agent, width, output)?;
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

fn in_json(entry: &dyn DynGame) -> Value {
    json!({
        "id": entry.id(),
        "title": entry.title(),
        "summary": entry.summary(),
        "players": entry.players(),
        "options": entry.options().iter().map(option_in_json).collect::<Vec<_>>(),
        "levels": agents::levels_in_json(entry),
        "figures": entry.figures().into_iter().map(|(name, help)| json!({"name": name, "help": help})).collect::<Vec<_>>(),
        "puzzles": entry.puzzles().map(|(least, most)| json!({"least": least, "most": most})),
        "agents": entry.agents().map(agent_in_json).collect::<Vec<_>>(),
        "console_flags": entry.console().flags.iter().map(|(flag, help)| json!({"flag": flag, "help": help})).collect::<Vec<_>>(),
    })
}
