//! Arguments that several commands take, and their values.

pub(crate) mod duration;
pub(crate) mod game;
pub(crate) mod level;
pub(crate) mod limit;
pub(crate) mod positions;
pub(crate) mod puzzle;
pub(crate) mod results;
pub(crate) mod server;
pub(crate) mod threads;

use std::path::{Path, PathBuf};

use clap::builder::{IntoResettable, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, value_parser};

/// The option `--NAME VALUE`.
pub(crate) fn option(name: &'static str, value: &'static str, help: impl IntoResettable<StyledStr>) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// The option `--NAME VALUE` with a path.
pub(crate) fn path_option(
    name: &'static str,
    value: &'static str,
    help: impl IntoResettable<StyledStr>,
) -> Arg {
    option(name, value, help).value_parser(value_parser!(PathBuf))
}

/// The switch `--NAME`.
pub(crate) fn flag(name: &'static str, help: impl IntoResettable<StyledStr>) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// The option `--seed`, from which all randomness comes.
pub(crate) fn seed_arg() -> Arg {
    let help = "Seed of all randomness: the same seed and moves give the same game";
    option("seed", "N", help)
        .value_parser(|text: &str| {
            text.parse::<u64>()
                .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
        })
        .default_value("0")
}

/// The switch `--json`.
pub(crate) fn json_arg() -> Arg {
    flag("json", "Print JSON for programs instead of text for people")
}

/// The switch `--json` of a command that answers line by line.
pub(crate) fn json_lines_arg() -> Arg {
    flag(
        "json",
        "Print a JSON object per line for programs instead of text for people",
    )
}

/// Returns the value of an argument that is required or has a default.
pub(crate) fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> T {
    let value = matches.get_one::<T>(name).cloned();
    value.expect("the argument is required or has a default")
}

/// Returns the path of an option, if it is given.
pub(crate) fn path<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a Path> {
    matches.get_one::<PathBuf>(name).map(PathBuf::as_path)
}

/// Returns the paths of an argument.
pub(crate) fn paths<'a>(matches: &'a ArgMatches, name: &str) -> Vec<&'a Path> {
    let paths = matches.get_many::<PathBuf>(name).into_iter().flatten();
    paths.map(PathBuf::as_path).collect()
}
