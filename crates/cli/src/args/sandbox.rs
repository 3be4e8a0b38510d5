//! How far programs of others are limited.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches};
use quincunx_grade::sandbox::{Isolation, IsolationError, Limits, Sandbox};
use quincunx_search::StopToken;

use super::{option, parse_duration, path_option, paths, whole_number};
use crate::output::failure::WrongUse;

const HEADING: &str = "Limits of a run";

const MEGABYTE: u64 = 1 << 20;

pub(crate) fn sandbox_args() -> [Arg; 9] {
    let number = |name, value, help: &'static str, most: u64| {
        option(name, value, help).value_parser(whole_number(1..=most))
    };
    [
        isolation_arg(),
        path_option(
            "read",
            "PATH",
            "A file or folder that programs may read; may be repeated",
        )
        .action(ArgAction::Append),
        option("wall", "TIME", "Time of a run [default: 10s]").value_parser(parse_duration),
        number(
            "cpu",
            "SECONDS",
            "Processor time of a process [default: 20]",
            86_400,
        ),
        number("memory", "MB", "Memory of a process [default: 2048]", 1 << 20),
        number("output", "MB", "Output of a run [default: 16]", 1 << 10),
        number(
            "processes",
            "N",
            "Processes and threads at a time [default: 128]",
            1 << 15,
        ),
        number(
            "open-files",
            "N",
            "Open files of a process [default: 256]",
            1 << 15,
        ),
        number(
            "file-size",
            "MB",
            "Size of a file, and of all temporary files [default: 16]",
            1 << 20,
        ),
    ]
    .map(|arg| arg.help_heading(HEADING))
}

/// Creates the option that names the isolation.
pub(crate) fn isolation_arg() -> Arg {
    option(
        "isolation",
        "KIND",
        "How programs of others are kept apart [default: bubblewrap, else landlock]",
    )
    .value_parser(PossibleValuesParser::new(Isolation::ALL.map(Isolation::word)))
}

pub(crate) fn limits(matches: &ArgMatches) -> Limits {
    let default = Limits::default();
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    let megabytes = |name: &str| number(name).map(|number| number * MEGABYTE);
    Limits {
        wall: matches
            .get_one::<Duration>("wall")
            .copied()
            .unwrap_or(default.wall),
        cpu_seconds: number("cpu").unwrap_or(default.cpu_seconds),
        memory: megabytes("memory").unwrap_or(default.memory),
        output: megabytes("output").unwrap_or(default.output),
        processes: number("processes").unwrap_or(default.processes),
        open_files: number("open-files").unwrap_or(default.open_files),
        file_size: megabytes("file-size").unwrap_or(default.file_size),
    }
}

/// Makes the sandbox that the command line describes; a stop ends its runs.
pub(crate) fn sandbox(matches: &ArgMatches, stop: &StopToken) -> anyhow::Result<Sandbox> {
    sandbox_reading(matches, &[], stop)
}

/// Makes the sandbox that the command line describes, whose programs may also read other folders.
pub(crate) fn sandbox_reading(
    matches: &ArgMatches,
    others: &[&Path],
    stop: &StopToken,
) -> anyhow::Result<Sandbox> {
    let mut readable: Vec<PathBuf> = others
        .iter()
        .filter_map(|path| path.canonicalize().ok())
        .collect();
    for path in paths(matches, "read") {
        let real: Result<PathBuf, _> = path.canonicalize();
        readable.push(real.map_err(|error| WrongUse::error(format!("--read {}: {error}", path.display())))?);
    }
    let mut sandbox = sandbox_with(matches, limits(matches), readable)?;
    sandbox.stop = stop.clone();
    Ok(sandbox)
}

/// Makes a sandbox of the isolation that the command line names, with limits and readable files.
pub(crate) fn sandbox_with(
    matches: &ArgMatches,
    limits: Limits,
    readable: Vec<PathBuf>,
) -> anyhow::Result<Sandbox> {
    let word = matches.get_one::<String>("isolation");
    let isolation = word.map(|word| word.parse().expect("clap accepts only these kinds"));
    let made = Sandbox::new(std::env::current_exe()?, isolation, limits, readable);
    made.map_err(|error| match error {
        IsolationError::Missing(_) => WrongUse::error(format!("--isolation: {error}")),
        IsolationError::Nothing => WrongUse::because(error),
        IsolationError::Folder(_) => error.into(),
    })
}
