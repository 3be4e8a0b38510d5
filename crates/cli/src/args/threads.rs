//! The number of threads.

use std::num::NonZero;
use std::thread;

use clap::{Arg, ArgMatches, value_parser};

use super::option;

/// The option `--threads`.
pub(crate) fn threads_arg(help: &'static str) -> Arg {
    option("threads", "N", help).value_parser(value_parser!(u16).range(1..=1024))
}

/// Returns the number of threads on the command line.
pub(crate) fn threads(matches: &ArgMatches) -> Option<NonZero<usize>> {
    let threads = matches.get_one::<u16>("threads")?;
    NonZero::new(usize::from(*threads))
}

/// Returns the number of threads on the command line, by default that of the machine.
pub(crate) fn threads_or_all(matches: &ArgMatches) -> NonZero<usize> {
    threads(matches).unwrap_or_else(all_threads)
}

/// Returns the number of threads that the machine runs at a time.
pub(crate) fn all_threads() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
