//! Programs of others as agents: `program:COMMAND`.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quincunx_grade::java::JavaProgram;
use quincunx_grade::sandbox::{Limits, Program, Running, Sandbox};
use quincunx_registry::program;
use quincunx_search::AgentSpec;

use super::java::compile_player;
use crate::output::failure::WrongUse;
use crate::output::numbers::pluralize;

/// A game against a slow player may take long; the program's own thinking is measured apart.
const LONGEST_GAME: Duration = Duration::from_secs(24 * 3600);

/// The programs of a command, and the sandbox in which they run.
#[derive(Default)]
pub(crate) struct Programs {
    sandbox: Mutex<Option<Sandbox>>,
    /// Players of Java classes by their folders, as they stand in the agents.
    java: BTreeMap<String, JavaProgram>,
}

impl Programs {
    /// Lets agents be programs, which run in this folder, each game in the sandbox. Of those that are folders
    /// of Java classes the players are compiled. The sandbox is made when the first one starts, and
    /// everything is removed when the last handle is dropped at the end of the command.
    pub(crate) fn allow<'a>(
        game: Option<&str>,
        agents: impl IntoIterator<Item = &'a AgentSpec>,
    ) -> anyhow::Result<Arc<Self>> {
        let mut programs = Self::default();
        for command in agents.into_iter().filter_map(AgentSpec::program) {
            if Path::new(command).is_dir() && !programs.java.contains_key(command) {
                let game = game.ok_or_else(|| {
                    WrongUse::error(format!(
                        "{command}: name the game of the Java classes in this folder"
                    ))
                })?;
                let player = compile_player(game, Path::new(command), &limits())?;
                programs.java.insert(command.to_owned(), player);
            }
        }
        let programs = Arc::new(programs);
        let handle = Arc::downgrade(&programs);
        program::allow(Box::new(move |command| {
            let programs = handle
                .upgrade()
                .ok_or_else(|| io::Error::other("the command has ended"))?;
            Ok(Box::new(programs.start(command)?))
        }));
        Ok(programs)
    }

    fn start(&self, command: &str) -> io::Result<Running> {
        let mut sandbox = self.sandbox.lock().unwrap_or_else(PoisonError::into_inner);
        let sandbox = match &mut *sandbox {
            Some(sandbox) => sandbox,
            none => {
                let own = std::env::current_exe()?;
                none.insert(Sandbox::new(own, None, limits(), Vec::new()).map_err(io::Error::other)?)
            }
        };
        if let Some(java) = self.java.get(command) {
            return sandbox.start(java.program(), &[]);
        }
        let words = shell_words::split(command).map_err(io::Error::other)?;
        let program = Program {
            command: words.into_iter().map(Into::into).collect(),
            folder: std::env::current_dir()?,
        };
        sandbox.start(&program, &[])
    }

    /// Says which programs gave games up, and why.
    pub(crate) fn report_forfeits(&self) {
        for ((command, reason), games) in program::forfeits() {
            eprintln!(
                "warning: `{command}` gave up {}: {reason}",
                pluralize(games, "game")
            );
        }
    }
}

fn limits() -> Limits {
    Limits {
        wall: LONGEST_GAME,
        ..Limits::default()
    }
}
