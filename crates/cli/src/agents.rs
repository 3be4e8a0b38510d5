//! `quincunx agents GAME`: the computer players of a game, as they are named everywhere.

use std::io::{self, Write};

use clap::{ArgMatches, Command};
use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::DynGame;
use quincunx_search::AgentKind;
use serde_json::{Value, json};

use crate::failure::WrongUse;
use crate::game_args::{game_of, json_arg, with_games};

pub(crate) const NAME: &str = "agents";

/// The one grammar of players.
const GRAMMAR: &str = "A player is named by its kind, alone or with parameters: `mcts`, `mcts:simulations=2000,seed=7`. The key of \
                       a kind's first parameter may be left out: `mcts:2000`, `level:4`.";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("List the computer players of a game, with parameters and levels")
        .long_about(format!(
            "Lists the computer players of a game with their parameters, and the levels that stand for them. {GRAMMAR} They are \
             named so in every command, at the server and in records."
        ))
        .after_help("Examples:\n  quincunx agents 2048\n  quincunx agents connect-four --json")
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |_, command| command.arg(json_arg()))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("agents needs the name of a game".to_owned()))?;
    let mut output = io::stdout().lock();
    if matches.get_flag("json") {
        let agents = json!({
            "game": entry.id(),
            "agents": entry.agents().map(agent_in_json).collect::<Vec<_>>(),
            "levels": levels_in_json(entry),
        });
        serde_json::to_writer_pretty(&mut output, &agents)?;
        writeln!(output)?;
    } else {
        let names = entry.agents().map(|agent| agent.name.len());
        let width = names
            .chain(levels(entry).iter().map(String::len))
            .max()
            .unwrap_or(0);
        writeln!(output, "{GRAMMAR}\n")?;
        for agent in entry.agents() {
            in_words(agent, width, &mut output)?;
        }
        writeln!(output, "\n  Levels, and the players they stand for")?;
        levels_in_words(entry, width, &mut output)?;
    }
    output.flush()?;
    Ok(())
}

/// Writes a kind of player and its parameters; names take so much room.
pub(crate) fn in_words(agent: &AgentKind, width: usize, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "    {:width$}  {}", agent.name, agent.help)?;
    for spec in agent.parameters {
        writeln!(
            output,
            "    {:width$}    {}={}: {} ({})",
            "", spec.name, spec.default, spec.help, spec.kind
        )?;
    }
    Ok(())
}

/// Names the levels.
pub(crate) fn levels(entry: &dyn DynGame) -> Vec<String> {
    let names = (1..=entry.levels().len()).map(|level| format!("level:{level}"));
    names.collect()
}

/// Writes the levels; names take so much room.
pub(crate) fn levels_in_words(entry: &dyn DynGame, width: usize, output: &mut dyn Write) -> io::Result<()> {
    for (name, level) in levels(entry).iter().zip(entry.levels()) {
        writeln!(output, "    {name:width$}  {} ({})", level.name, level.agent)?;
    }
    Ok(())
}

/// Lists the levels, from 1.
pub(crate) fn levels_in_json(entry: &dyn DynGame) -> Vec<Value> {
    let levels = entry.levels().iter();
    let in_json = levels.map(|level| json!({"name": level.name, "agent": level.agent}));
    in_json.collect()
}

pub(crate) fn agent_in_json(agent: &AgentKind) -> Value {
    json!({
        "name": agent.name,
        "help": agent.help,
        "parameters": agent.parameters.iter().map(option_in_json).collect::<Vec<_>>(),
    })
}

pub(crate) fn option_in_json(spec: &OptionSpec) -> Value {
    let mut value = json!({"name": spec.name, "default": spec.default, "help": spec.help});
    let (kind, bounds) = match spec.kind {
        OptionKind::Integer(least, most) => ("integer", json!({"least": least, "most": most})),
        OptionKind::Number(least, most) => ("number", json!({"least": least, "most": most})),
        OptionKind::Choice(words) => ("choice", json!({"choices": words})),
        OptionKind::Text => ("text", json!({})),
        OptionKind::File => ("file", json!({})),
    };
    value["kind"] = kind.into();
    for (name, bound) in bounds.as_object().into_iter().flatten() {
        value[name] = bound.clone();
    }
    value
}
