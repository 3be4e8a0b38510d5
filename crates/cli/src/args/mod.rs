//! Arguments that several commands take, and their values.

pub(crate) mod game;
pub(crate) mod java;
pub(crate) mod limit;
pub(crate) mod positions;
pub(crate) mod programs;
pub(crate) mod sandbox;
#[cfg(feature = "server")]
pub(crate) mod server_files;
pub(crate) mod subject;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::{IntoResettable, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use quincunx_arena::{Shard, atomic_file};

pub(crate) fn option(name: &'static str, value: &'static str, help: impl IntoResettable<StyledStr>) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

pub(crate) fn path_option(
    name: &'static str,
    value: &'static str,
    help: impl IntoResettable<StyledStr>,
) -> Arg {
    option(name, value, help).value_parser(value_parser!(PathBuf))
}

pub(crate) fn flag(name: &'static str, help: impl IntoResettable<StyledStr>) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

pub(crate) fn file_arg(help: &'static str) -> Arg {
    let arg = Arg::new("file").value_name("FILE").help(help);
    arg.value_parser(value_parser!(PathBuf))
}

pub(crate) fn files_arg(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    let arg = Arg::new(name).value_name(value).help(help).required(true);
    arg.num_args(1..).value_parser(value_parser!(PathBuf))
}

pub(crate) fn seed_arg() -> Arg {
    seed_option("Seed of all randomness: the same seed and moves give the same game").default_value("0")
}

/// Creates the option of a seed that has no default.
pub(crate) fn seed_option(help: &'static str) -> Arg {
    option("seed", "N", help)
        .value_parser(|text: &str| {
            let negative = || text.parse().map(i64::cast_unsigned);
            let seed = text.parse::<u64>().or_else(|_| negative());
            seed.map_err(|_| format!("expected a whole number from {} to {}", i64::MIN, u64::MAX))
        })
        .allow_negative_numbers(true)
}

pub(crate) fn seed(matches: &ArgMatches) -> Option<u64> {
    matches.get_one("seed").copied()
}

/// Draws a seed where none is given.
pub(crate) fn random_seed() -> anyhow::Result<u64> {
    getrandom::u64().context("the system gives no random number")
}

/// Creates the option that names the folder of a class; its reports go to [`reports_arg`].
pub(crate) fn submissions_arg(help: &'static str) -> Arg {
    path_option("submissions", "DIR", help).requires("out")
}

pub(crate) fn reports_arg() -> Arg {
    path_option(
        "out",
        "DIR",
        "Folder for the reports of a class; the same command continues there",
    )
    .requires("submissions")
}

pub(crate) fn json_arg() -> Arg {
    flag("json", "Print JSON for programs instead of text for people")
}

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

pub(crate) fn path<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a Path> {
    matches.get_one::<PathBuf>(name).map(PathBuf::as_path)
}

pub(crate) fn paths<'a>(matches: &'a ArgMatches, name: &str) -> Vec<&'a Path> {
    let paths = matches.get_many::<PathBuf>(name).into_iter().flatten();
    paths.map(PathBuf::as_path).collect()
}

pub(crate) fn threads_arg(help: &'static str) -> Arg {
    option("threads", "N", help).value_parser(value_parser!(u16).range(1..=1024))
}

pub(crate) fn threads(matches: &ArgMatches) -> Option<NonZero<usize>> {
    let threads = matches.get_one::<u16>("threads")?;
    NonZero::new(usize::from(*threads))
}

pub(crate) fn threads_or_all(matches: &ArgMatches) -> NonZero<usize> {
    threads(matches).unwrap_or_else(all_threads)
}

pub(crate) fn all_threads() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

pub(crate) fn out_arg(help: &'static str) -> Arg {
    path_option("out", "FILE", help)
}

pub(crate) fn force_arg(help: &'static str) -> Arg {
    flag("force", help)
}

pub(crate) fn shard_arg(help: &'static str) -> Arg {
    option("shard", "I/N", help).value_parser(|text: &str| text.parse::<Shard>())
}

pub(crate) fn shard(matches: &ArgMatches) -> Option<Shard> {
    matches.get_one::<Shard>("shard").copied()
}

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

/// The units and their seconds; `ms` comes before `s`, which ends it.
const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Parses a duration: `1s`, `200ms`, `2h`, or seconds without a unit.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let with_unit = UNITS
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    seconds
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a duration, as `1s`, `200ms`, `2h` or `0.5`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_parsed_with_and_without_units() {
        for (text, milliseconds) in [
            ("1s", 1000),
            ("200ms", 200),
            ("0.5", 500),
            ("1.5m", 90_000),
            ("2h", 7_200_000),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        for text in ["", "0", "-1s", "s", "1 h", "1d", "NaN", "inf", "1e300h"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
