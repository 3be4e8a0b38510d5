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
use quincunx_grade::sandbox::CONFINE;

type Entry = (
    &'static str,
    fn(Command) -> Command,
    fn(&ArgMatches) -> anyhow::Result<ExitCode>,
);

pub(crate) const COMMANDS: &[Entry] = &[
    #[cfg(feature = "server")]
    ("serve", serve::command, serve::run),
    #[cfg(feature = "server")]
    ("backup", backup::command, backup::run),
    #[cfg(feature = "server")]
    ("site", site::command, site::run),
    ("play", play::command, play::run),
    ("replay", replay::command, replay::run),
    ("games", games::command, games::run),
    ("agents", agents::command, agents::run),
    ("simulate", simulate::command, simulate::run),
    ("merge", merge::command, merge::run),
    ("report", report::command, report::run),
    ("tournament", tournament::command, tournament::run),
    ("console", console::command, console::run),
    ("grade", grade::command, grade::run),
    ("grade-tests", grade_tests::command, grade_tests::run),
    (CONFINE, confine::command, confine::run),
    ("puzzle", puzzle::command, puzzle::run),
    ("analyze", analyze::command, analyze::run),
    ("solve", solve::command, solve::run),
    ("exact", exact::command, exact::run),
    ("book", book::command, book::run),
    ("level", level::command, level::run),
    ("train", train::command, train::run),
    ("weights", weights::command, weights::run),
    ("perft", perft::command, perft::run),
];
