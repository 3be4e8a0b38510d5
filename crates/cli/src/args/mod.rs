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

use std::fmt::Display;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::{IntoResettable, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use quincunx_arena::{Shard, atomic_file};

use crate::files::results_file;

/// Creates an option with a value. A negative number is a value, too, so that its error names the option.
pub(crate) fn option(name: &'static str, value: &'static str, help: impl IntoResettable<StyledStr>) -> Arg {
    let arg = Arg::new(name).long(name).value_name(value).help(help);
    arg.allow_negative_numbers(true)
}

/// Parses a whole number within a range.
pub(crate) fn whole_number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!(
                "expected a whole number from {} to {}",
                range.start(),
                range.end()
            )
        })
    }
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
    option("seed", "N", help).value_parser(|text: &str| {
        let negative = || text.parse().map(i64::cast_unsigned);
        let seed = text.parse::<u64>().or_else(|_| negative());
        seed.map_err(|_| format!("expected a whole number from {} to {}", i64::MIN, u64::MAX))
    })
}

pub(crate) fn seed(matches: &ArgMatches) -> Option<u64> {
    matches.get_one("seed").copied()
}

/// Draws a seed where none is given.
pub(crate) fn random_seed() -> anyhow::Result<u64> {
    // Of 53 bits: readers of JSON take whole numbers for floating-point ones.
    let number = getrandom::u64().context("the system gives no random number")?;
    Ok(number >> 11)
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
    option("threads", "N", help).value_parser(whole_number(1..=1024_u16))
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
    if path.exists() && !matches.get_flag("force") {
        anyhow::bail!(results_file::unchanged(path));
    }
    let context = || format!("cannot save the results to {}", path.display());
    atomic_file::check_writable(path).with_context(context)
}

/// The units and their seconds; `ms` comes before `s`, which ends it.
const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Ten years; clocks cannot be set as far ahead as numbers go.
const MAX_SECONDS: f64 = 10.0 * 365.25 * 86_400.0;

/// Parses a duration: `1s`, `200ms`, `2h`, or seconds without a unit.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    duration(text, "above 0 and up to", |seconds| seconds > 0.0)
}

/// Parses a duration that may be 0.
pub(crate) fn parse_duration_or_0(text: &str) -> Result<Duration, String> {
    duration(text, "from 0 to", |seconds| seconds >= 0.0)
}

fn duration(text: &str, range: &str, is_accepted: impl Fn(f64) -> bool) -> Result<Duration, String> {
    let with_unit = UNITS
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    seconds
        .filter(|seconds| is_accepted(*seconds) && *seconds <= MAX_SECONDS)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("expected a duration {range} ten years, as `1s`, `200ms`, `2h` or `0.5`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_whole_number_names_its_range() {
        let parse = whole_number(1..=64_u16);
        assert_eq!((parse("1"), parse("64")), (Ok(1), Ok(64)));
        for text in ["", "0", "-1", "65", "99999", "2.5", "many"] {
            assert_eq!(
                parse(text),
                Err("expected a whole number from 1 to 64".to_owned()),
                "{text}"
            );
        }
    }

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
            assert_eq!(parse_duration_or_0(text), parse_duration(text), "{text}");
        }
        for text in ["0", "0s", "0.0ms"] {
            assert!(parse_duration(text).is_err(), "{text}");
            assert_eq!(parse_duration_or_0(text), Ok(Duration::ZERO), "{text}");
        }
        for text in ["", "-1s", "s", "1 h", "1d", "NaN", "inf", "1e300h"] {
            assert!(parse_duration(text).is_err(), "{text}");
            assert!(parse_duration_or_0(text).is_err(), "{text}");
        }
    }
}
