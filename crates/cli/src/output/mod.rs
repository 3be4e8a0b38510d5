//! What the program prints: numbers, tables, boards, progress and errors.

pub(crate) mod agents;
pub(crate) mod failure;
pub(crate) mod grade;
pub(crate) mod level_report;
pub(crate) mod matrix;
pub(crate) mod numbers;
pub(crate) mod progress;
pub(crate) mod simulation;
mod standard;
pub(crate) mod table;
pub(crate) mod tournament;

use std::io::Write;
use std::process::ExitCode;

use quincunx_core::Options;
use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) use standard::{print_error, stdout};

pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut output = stdout();
    serde_json::to_writer_pretty(&mut output, value)?;
    writeln!(output)?;
    Ok(output.flush()?)
}

/// Returns the exit status 0 if all is right, else 1.
pub(crate) const fn status(is_right: bool) -> ExitCode {
    if is_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

pub(crate) fn options_json(options: &Options) -> Map<String, Value> {
    let pairs = options
        .iter()
        .map(|(name, value)| (name.to_owned(), value.into()));
    pairs.collect()
}
