//! Programs of others as agents: `program:COMMAND`.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use quincunx_grade::sandbox::{Limits, Program, Sandbox};
use quincunx_registry::program;

/// A game against a slow player may take long; the program's own thinking is measured apart.
const LONGEST_GAME: Duration = Duration::from_secs(24 * 3600);

/// Lets agents be programs, which run in this folder, each game in a sandbox.
pub(crate) fn allow() {
    let sandbox: OnceLock<Sandbox> = OnceLock::new();
    program::allow(Box::new(move |command| {
        let words = shell_words::split(command).map_err(io::Error::other)?;
        let program = Program {
            command: words.into_iter().map(Into::into).collect(),
            folder: std::env::current_dir()?,
        };
        let sandbox = match sandbox.get() {
            Some(sandbox) => sandbox,
            None => {
                let made = make_sandbox()?;
                sandbox.get_or_init(|| made)
            }
        };
        Ok(Box::new(sandbox.start(&program, &[])?))
    }));
}

fn make_sandbox() -> io::Result<Sandbox> {
    let limits = Limits {
        wall: LONGEST_GAME,
        ..Limits::default()
    };
    Sandbox::new(std::env::current_exe()?, None, limits, Vec::new()).map_err(io::Error::other)
}

/// Says which programs gave games up, and why.
pub(crate) fn report_forfeits() {
    for ((command, reason), games) in program::forfeits() {
        let games = if games == 1 {
            "1 game".to_owned()
        } else {
            format!("{games} games")
        };
        eprintln!("warning: `{command}` gave up {games}: {reason}");
    }
}
