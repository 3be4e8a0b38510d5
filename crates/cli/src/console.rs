//! `quincunx console GAME`: lines in, exact answers out, for scripts and other programs.

use std::io::{self, Write as _};

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command};
use quincunx_registry::DynGame;

use crate::failure::WrongUse;
use crate::game_args::{game_of, with_games};

pub(crate) const NAME: &str = "console";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Drive a game by lines of text on standard input")
        .long_about(
            "Drives a game by lines of text: commands on standard input, exact answers on standard output, \
             until `quit` or the end of input. A refused line is answered by one line that begins with `Error, ` \
             and changes nothing.",
        )
        .after_help(
            "Examples:\n  \
             printf 'drop 4\\nprint\\n' | quincunx console connect-four\n  \
             quincunx console 2048 < commands.txt > answers.txt",
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| command.args(flag_args(entry)))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("the console needs the name of a game".to_owned()))?;
    let flags: Vec<&str> = entry
        .console()
        .flags
        .iter()
        .map(|&(flag, _)| flag)
        .filter(|flag| matches.get_flag(flag))
        .collect();
    let mut output = io::stdout().lock();
    (entry.console().run)(&flags, &mut io::stdin().lock(), &mut output)
        .and_then(|()| output.flush())
        .with_context(|| format!("the console of {} was cut off", entry.id()))
}

/// Lists the flags of a game's console, written `-x` or `--word` there.
fn flag_args(entry: &'static dyn DynGame) -> impl Iterator<Item = Arg> {
    entry.console().flags.iter().map(|&(flag, help)| {
        let arg = Arg::new(flag).action(ArgAction::SetTrue).help(help);
        match flag.strip_prefix("--") {
            Some(word) => arg.long(word),
            None => arg.short(flag.chars().nth(1).expect("a flag is written `-x` or `--word`")),
        }
    })
}
