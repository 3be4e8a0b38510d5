//! Files of a server that options name.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use etcetera::BaseStrategy as _;

use crate::files;
use crate::output::failure::WrongUse;

/// Returns the file of the engine that browsers run: the one named, else the one beside the program.
pub(crate) fn engine_file(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    match named {
        Some(file) => Ok(file),
        None => Ok(files::program()
            .context("cannot find the folder of the program")?
            .with_file_name("quincunx.wasm")),
    }
}

/// Returns the path of the database in a folder, by default in this user's data directory.
pub(crate) fn database_file(folder: Option<&Path>) -> anyhow::Result<PathBuf> {
    let folder = match folder {
        Some(folder) => folder.to_owned(),
        None => etcetera::base_strategy::choose_native_strategy()
            .map_err(|_| WrongUse::error("this user has no home directory; name a folder with --data DIR"))?
            .data_dir()
            .join("quincunx"),
    };
    Ok(folder.join("quincunx.db"))
}
