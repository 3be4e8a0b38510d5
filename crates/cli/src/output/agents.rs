//! Computer players and options, as text and JSON.

use std::io::{self, Write};

use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::DynGame;
use quincunx_search::AgentKind;
use serde_json::{Value, json};

/// Writes a kind of player and its parameters, with names in a column of `width`.
pub(crate) fn write_agent(agent: &AgentKind, width: usize, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "    {:width$}  {}", agent.name, agent.help)?;
    for OptionSpec {
        name,
        default,
        help,
        kind,
        ..
    } in agent.parameters
    {
        writeln!(output, "    {:width$}    {name}={default}: {help} ({kind})", "")?;
    }
    Ok(())
}

pub(crate) fn level_specs(entry: &dyn DynGame) -> Vec<String> {
    (1..=entry.levels().len())
        .map(|level| format!("level:{level}"))
        .collect()
}

pub(crate) fn write_levels(entry: &dyn DynGame, width: usize, output: &mut dyn Write) -> io::Result<()> {
    for (spec, level) in level_specs(entry).iter().zip(entry.levels()) {
        writeln!(output, "    {spec:width$}  {} ({})", level.name, level.agent)?;
    }
    Ok(())
}

pub(crate) fn levels_json(entry: &dyn DynGame) -> Vec<Value> {
    let levels = entry.levels().iter();
    levels
        .map(|level| json!({"name": level.name, "agent": level.agent}))
        .collect()
}

pub(crate) fn agents_json(entry: &dyn DynGame) -> Vec<Value> {
    let agents = entry.agents().map(
        |agent| json!({"name": agent.name, "help": agent.help, "parameters": specs_json(agent.parameters)}),
    );
    agents.collect()
}

pub(crate) fn specs_json(specs: &[OptionSpec]) -> Vec<Value> {
    let spec_json = |spec: &OptionSpec| {
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
    };
    specs.iter().map(spec_json).collect()
}
