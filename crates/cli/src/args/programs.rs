//! Programs of others as agents: `program:COMMAND`.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quincunx_grade::sandbox::{Limits, Program, Sandbox};
use quincunx_registry::program;

use crate::output::numbers::pluralize;

/// A game against a slow player may take long; the program's own thinking is measured apart.
const LONGEST_GAME: Duration = Duration::from_secs(24 * 3600);

/// The sandbox of programs, made when the first one starts and removed at the end of the command.
#[derive(Default)]
pub(crate) struct Programs(Arc<Mutex<Option<Sandbox>>>);

impl Programs {
    /// Lets agents be programs, which run in this folder, each game in the sandbox.
    pub(crate) fn allow() -> Self {
        let programs = Self::default();
        let place = Arc::clone(&programs.0);
        program::allow(Box::new(move |command| {
            let words = shell_words::split(command).map_err(io::Error::other)?;
            let program = Program {
                command: words.into_iter().map(Into::into).collect(),
                folder: std::env::current_dir()?,
            };
            let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
            let sandbox = match &mut *place {
                Some(sandbox) => sandbox,
                none => none.insert(make_sandbox()?),
            };
            Ok(Box::new(sandbox.start(&program, &[])?))
        }));
        programs
    }

    /// Says which programs gave games up, and why.
    pub(crate) fn report_forfeits(self) {
        for ((command, reason), games) in program::forfeits() {
            eprintln!(
                "warning: `{command}` gave up {}: {reason}",
                pluralize(games, "game")
            );
        }
    }
}

impl Drop for Programs {
    fn drop(&mut self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

fn make_sandbox() -> io::Result<Sandbox> {
    let limits = Limits {
        wall: LONGEST_GAME,
        ..Limits::default()
    };
    Sandbox::new(std::env::current_exe()?, None, limits, Vec::new()).map_err(io::Error::other)
}
