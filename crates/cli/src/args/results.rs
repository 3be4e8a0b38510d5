//! Options about the files of long work: where results go, and which part of the work is done.

use std::path::Path;

use clap::{Arg, ArgMatches};
use quincunx_arena::Shard;
use quincunx_arena::atomic_file;

use super::{flag, option, path_option};
use anyhow::Context as _;

/// The option `--out`.
pub(crate) fn out_arg(help: &'static str) -> Arg {
    path_option("out", "FILE", help)
}

/// The switch `--force`.
pub(crate) fn force_arg(help: &'static str) -> Arg {
    flag("force", help)
}

/// The option `--shard`, which selects a part of the games.
pub(crate) fn shard_arg(help: &'static str) -> Arg {
    option("shard", "I/N", help).value_parser(|text: &str| text.parse::<Shard>())
}

/// Returns the part on the command line.
pub(crate) fn shard(matches: &ArgMatches) -> Option<Shard> {
    matches.get_one::<Shard>("shard").copied()
}

/// The option `--from`, the games on which those of a part depend.
pub(crate) fn from_arg(help: &'static str) -> Arg {
    path_option("from", "GAMES", help).requires("shard")
}

/// Checks that an output file can be written, and that it does not exist or `--force` is given.
pub(crate) fn check_output(path: &Path, matches: &ArgMatches) -> anyhow::Result<()> {
    let shown = path.display();
    if path.exists() && !matches.get_flag("force") {
        anyhow::bail!("{shown} already exists and is unchanged; --force replaces it");
    }
    atomic_file::check_writable(path).with_context(|| format!("cannot save the results to {shown}"))
}
