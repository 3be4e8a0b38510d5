//! `quincunx console GAME`: a text console for scripts and other programs.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command};
use quincunx_registry::DynGame;

use crate::args::game::{required_game, with_required_game};

pub(crate) const NAME: &str = "console";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Drive a game by lines of text on standard input")
        .long_about(
            "Reads commands from standard input and prints exact answers, until `quit` or the end of input. A refused line is \
             answered by one line that begins with `Error, ` and changes nothing.",
        )
        .after_help(
            "Examples:\n  \
             printf 'drop 4\\nprint\\n' | quincunx console connect-four\n  \
             quincunx console 2048 < commands.txt > answers.txt",
        );
    with_required_game(command, |entry, command| command.args(flag_args(entry)))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let flags = entry.console().flags.iter().map(|&(flag, _)| flag);
    let flags: Vec<&str> = flags.filter(|flag| matches.get_flag(flag)).collect();
    let mut output = io::stdout().lock();
    (entry.console().run)(&flags, &mut io::stdin().lock(), &mut output)
        .and_then(|()| output.flush())
        .with_context(|| format!("the console of {} was interrupted", entry.id()))?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the flags of a game's console, written `-x` or `--word`.
fn flag_args(entry: &'static dyn DynGame) -> impl Iterator<Item = Arg> {
    entry.console().flags.iter().map(|&(flag, help)| {
        let arg = Arg::new(flag).action(ArgAction::SetTrue).help(help);
        match flag.strip_prefix("--") {
            Some(word) => arg.long(word),
            None => arg.short(flag.chars().nth(1).expect("a flag is written `-x` or `--word`")),
        }
    })
}
