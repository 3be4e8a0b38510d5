//! `quincunx backup FILE`: copies the games of `quincunx serve`, also while it runs.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{ArgMatches, Command};
use quincunx_server::store;

use crate::args::server_files::database_file;
use crate::args::{file_arg, path, path_option, value};
use crate::signals::Signals;

/// How often a signal is looked for.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Copy the games of `quincunx serve` into a file")
        .long_about(
            "Copies the games of `quincunx serve` into a file, as of one moment and also while it runs: the copy has every \
             move that was acknowledged before.",
        )
        .after_help(
            "Examples:\n  \
             quincunx backup games-2026-11-21.db\n  \
             quincunx backup --data ~/games /mnt/backup/games.db\n\n\
             To restore, stop the server, replace DIR/quincunx.db by the copy and remove quincunx.db-wal and\n\
             quincunx.db-shm beside it. Copy games in PostgreSQL with its own pg_dump.",
        )
        .arg(file_arg("The copy, a new file").required(true))
        .arg(path_option("data", "DIR", "Folder of the games, in quincunx.db [default: this user's data directory]"))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (from, to) = (
        database_file(path(matches, "data"))?,
        value::<PathBuf>(matches, "file"),
    );
    if !from.is_file() {
        let folder = from.parent().unwrap_or(&from).display();
        anyhow::bail!("{folder} has no quincunx.db: --data names the folder of the games");
    }
    if to.exists() {
        anyhow::bail!("{} already exists; name a new file", to.display());
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    let signals = Signals::handle()?;
    let stopped = async {
        while !signals.stop.is_stopped() {
            tokio::time::sleep(SIGNAL_INTERVAL).await;
        }
    };
    let copied = runtime.block_on(async {
        tokio::select! {
            copied = store::backup(&from, &to) => copied,
            () = stopped => Ok(()),
        }
    });
    copied.with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}
