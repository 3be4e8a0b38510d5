//! How many threads work.

use std::num::NonZero;
use std::thread;

use clap::{Arg, ArgMatches, value_parser};

/// The option `--threads`, which wants its help.
pub(crate) fn threads_arg() -> Arg {
    Arg::new("threads")
        .long("threads")
        .value_name("N")
        .value_parser(value_parser!(u16).range(1..=1024))
}

/// Returns how many threads were asked for.
pub(crate) fn threads(matches: &ArgMatches) -> Option<NonZero<usize>> {
    let threads = matches.get_one::<u16>("threads")?;
    NonZero::new(usize::from(*threads))
}

/// Returns how many threads the machine runs at a time.
pub(crate) fn all_threads() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
