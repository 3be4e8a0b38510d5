//! Levels of match-3 on the command line.

use std::path::Path;

use anyhow::Context as _;
use quincunx_arena::text_file;
use quincunx_core::Options;
use quincunx_match3::levels::{Level, SHIPPED, options_of};

use crate::output::failure::WrongUse;

/// Returns the options of the game that plays a level, given by the name of a shipped one or by a file.
pub(crate) fn level_options(level: &str) -> anyhow::Result<Options> {
    if SHIPPED.iter().any(|shipped| shipped.name == level) {
        return Ok(options_of(level));
    }
    let path = Path::new(level);
    if !path.exists() {
        let known: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
        let known = known.join(", ");
        return Err(WrongUse::error(format!(
            "`{level}` is neither a file nor a shipped level: {known}"
        )));
    }
    let text = text_file::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    match Level::read(&text) {
        Ok(_) => Ok(options_of(&text)),
        Err(errors) => Err(WrongUse::error(format!("{level} is no playable level\n{errors}"))),
    }
}
