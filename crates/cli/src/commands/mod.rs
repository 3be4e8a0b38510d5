//! The commands. None imports another.

mod agents;
mod analyze;
#[cfg(feature = "server")]
mod backup;
mod book;
mod confine;
mod console;
mod exact;
mod games;
mod grade;
mod grade_tests;
mod level;
mod merge;
mod perft;
mod play;
mod puzzle;
mod replay;
mod report;
#[cfg(feature = "server")]
mod serve;
mod simulate;
#[cfg(feature = "server")]
mod site;
mod solve;
mod tournament;
mod train;
mod weights;

use std::process::ExitCode;

use clap::{ArgMatches, Command};

type Entry = (
    &'static str,
    fn() -> Command,
    fn(&ArgMatches) -> anyhow::Result<ExitCode>,
);

pub(crate) const COMMANDS: &[Entry] = &[
    #[cfg(feature = "server")]
    (serve::NAME, serve::command, serve::run),
    #[cfg(feature = "server")]
    (backup::NAME, backup::command, backup::run),
    #[cfg(feature = "server")]
    (site::NAME, site::command, site::run),
    (play::NAME, play::command, play::run),
    (replay::NAME, replay::command, replay::run),
    (games::NAME, games::command, games::run),
    (agents::NAME, agents::command, agents::run),
    (simulate::NAME, simulate::command, simulate::run),
    (merge::NAME, merge::command, merge::run),
    (report::NAME, report::command, report::run),
    (tournament::NAME, tournament::command, tournament::run),
    (console::NAME, console::command, console::run),
    (grade::NAME, grade::command, grade::run),
    (grade_tests::NAME, grade_tests::command, grade_tests::run),
    (confine::NAME, confine::command, confine::run),
    (puzzle::NAME, puzzle::command, puzzle::run),
    (analyze::NAME, analyze::command, analyze::run),
    (solve::NAME, solve::command, solve::run),
    (exact::NAME, exact::command, exact::run),
    (book::NAME, book::command, book::run),
    (level::NAME, level::command, level::run),
    (train::NAME, train::command, train::run),
    (weights::NAME, weights::command, weights::run),
    (perft::NAME, perft::command, perft::run),
];
