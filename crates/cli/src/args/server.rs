//! The folder of the server's games.

use std::path::PathBuf;

use clap::{Arg, ArgMatches};
use etcetera::BaseStrategy as _;

use super::{path, path_option};
use crate::output::failure::WrongUse;

/// The database in the data folder.
const FILE: &str = "quincunx.db";

/// The option `--data`.
pub(crate) fn data_arg(help: &'static str) -> Arg {
    path_option("data", "DIR", help)
}

/// Returns the path of the database.
pub(crate) fn database_file(matches: &ArgMatches) -> anyhow::Result<PathBuf> {
    let folder = match path(matches, "data") {
        Some(folder) => folder.to_owned(),
        None => etcetera::base_strategy::choose_native_strategy()
            .map_err(|_| WrongUse::error("this user has no home directory; name a folder with --data DIR"))?
            .data_dir()
            .join("quincunx"),
    };
    Ok(folder.join(FILE))
}
