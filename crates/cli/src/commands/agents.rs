//! `quincunx agents GAME`: the computer players of a game.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use serde_json::json;

use crate::args::game::{required_game, with_required_game};
use crate::args::json_arg;
use crate::output::agents::{agents_json, level_specs, levels_json, write_agent, write_levels};
use crate::output::print_json;

const NOTATION: &str = "A player is a kind with parameters: `mcts`, `mcts:simulations=2000,seed=7`. The first parameter needs no \
                        name: `mcts:2000`, `level:4`.";

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("List the computer players of a game with their parameters")
        .long_about(format!(
            "Lists the computer players of a game with their parameters, and the players of its levels. {NOTATION} This notation \
             holds in every command, at the server and in records."
        ))
        .after_help("Examples:\n  quincunx agents 2048\n  quincunx agents connect-four --json");
    with_required_game(command, |_, command| command.arg(json_arg()))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    if matches.get_flag("json") {
        let (agents, levels) = (agents_json(entry), levels_json(entry));
        print_json(&json!({"game": entry.id(), "agents": agents, "levels": levels}))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut output = crate::output::stdout();
    let names = entry.agents().map(|agent| agent.name.len());
    let specs = level_specs(entry);
    let width = names.chain(specs.iter().map(String::len)).max().unwrap_or(0);
    writeln!(output, "{NOTATION}\n")?;
    for agent in entry.agents() {
        write_agent(agent, width, &mut output)?;
    }
    writeln!(output, "\n  Levels and their players")?;
    write_levels(entry, width, &mut output)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
