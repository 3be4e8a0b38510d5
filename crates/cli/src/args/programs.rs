//! Programs of others as agents: `program:COMMAND`.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;
use quincunx_grade::sandbox::{Limits, Program, Running, Sandbox, contains_home_directory};
use quincunx_registry::program;
use quincunx_search::AgentSpec;

use super::java::compile_player;
use super::sandbox::sandbox_with;
use super::subject::Runnable;
use crate::output::failure::WrongUse;
use crate::output::numbers::pluralize;

/// A game against a slow player may take long; the program's own thinking is measured apart.
const MAX_GAME_TIME: Duration = Duration::from_secs(24 * 3600);

/// The programs of a command by what stands in the agents, and the sandbox in which they run.
pub(crate) struct Programs {
    sandbox: Option<Sandbox>,
    programs: BTreeMap<String, Runnable>,
}

impl Programs {
    /// Lets agents be programs, which run in this folder, each game in the sandbox. Of those that are folders
    /// of Java classes the players are compiled. Everything is removed when the value returned is dropped.
    pub(crate) fn allow<'a>(
        game: Option<&str>,
        agents: impl IntoIterator<Item = &'a AgentSpec>,
        matches: &ArgMatches,
    ) -> anyhow::Result<Arc<Self>> {
        let commands: BTreeSet<&str> = agents.into_iter().filter_map(AgentSpec::program).collect();
        // One without a command is refused where agents are.
        let commands = || commands.iter().filter(|command| !command.trim().is_empty());
        let sandbox = commands().next().map(|_| make_sandbox(matches)).transpose()?;
        let mut programs = BTreeMap::new();
        for &command in commands() {
            let prepared = prepare(command, game, sandbox.as_ref().expect("there is a command"))?;
            programs.insert(command.to_owned(), prepared);
        }
        let programs = Arc::new(Self { sandbox, programs });
        let handle = Arc::downgrade(&programs);
        program::allow(Box::new(move |command| {
            let programs = handle.upgrade();
            let running = programs.and_then(|programs| programs.start(command));
            Ok(Box::new(running.ok_or(io::ErrorKind::NotFound)??))
        }));
        Ok(programs)
    }

    fn start(&self, command: &str) -> Option<io::Result<Running>> {
        let program = self.programs.get(command)?;
        Some(self.sandbox.as_ref()?.start(program.program(), &[]))
    }

    /// Reports which programs gave games up, and why.
    pub(crate) fn report_forfeits(&self) {
        for ((command, reason), games) in program::forfeits() {
            eprintln!(
                "warning: `{command}` gave up {}: {reason}",
                pluralize(games, "game")
            );
        }
    }
}

fn make_sandbox(matches: &ArgMatches) -> anyhow::Result<Sandbox> {
    let limits = Limits {
        wall: MAX_GAME_TIME,
        ..Limits::default()
    };
    let folder = std::env::current_dir()?;
    if contains_home_directory(&folder) {
        bail_misuse!(
            "{}: programs may read all that is in this folder; change to that of the players",
            folder.display()
        );
    }
    sandbox_with(matches, limits, Vec::new())
}

fn prepare(command: &str, game: Option<&str>, sandbox: &Sandbox) -> anyhow::Result<Runnable> {
    let folder = Path::new(command);
    if folder.is_dir() {
        let game = game.ok_or_else(|| {
            WrongUse::error(format!(
                "{command}: name the game of the Java classes in this folder"
            ))
        })?;
        return Ok(Runnable::Java(compile_player(game, folder, sandbox.limits())?));
    }
    let words = shell_words::split(command).map_err(WrongUse::because)?;
    let program = Program {
        command: words.into_iter().map(Into::into).collect(),
        folder: std::env::current_dir()?,
    };
    sandbox.check(&program).map_err(WrongUse::because)?;
    Ok(Runnable::Program(program))
}
