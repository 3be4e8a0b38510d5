//! `quincunx backup FILE`: copies the games of `quincunx serve`, whether or not it runs.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_server::store;

use crate::serve;

pub(crate) const NAME: &str = "backup";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Copy the games of `quincunx serve` into a file, also while it runs")
        .long_about(
            "Copies the games of `quincunx serve` into a file, as of one moment and also while it runs: every move \
             that was acknowledged before is in it.",
        )
        .after_help(
            "Examples:\n  \
             quincunx backup games-2026-11-21.db\n  \
             quincunx backup --data ~/games /mnt/backup/games.db\n\n\
             To restore, stop the server, put the copy in the place of DIR/quincunx.db and remove quincunx.db-wal and\n\
             quincunx.db-shm beside it. Games in PostgreSQL are copied by its own pg_dump.",
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The copy; it must not be there yet"),
        )
        .arg(serve::data().help("Copy DIR/quincunx.db [default: this user's data directory]"))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let from = serve::file(matches)?;
    let to = matches.get_one::<PathBuf>("file").expect("it is required");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let copied = runtime.block_on(store::backup(&from, to));
    copied.with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}
