//! `quincunx confine`: a step of `quincunx grade`, which starts programs through it. Hidden from help.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command};
use quincunx_grade::sandbox;

use crate::args::value;

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Limit this process and replace it by a program; `quincunx grade` needs it")
        .hide(true)
        .arg(Arg::new("description").required(true))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let error = sandbox::confine(&value::<String>(matches, "description"));
    Err(error).context("cannot start the program")
}
