//! `quincunx console GAME`: a text console for scripts and other programs.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use quincunx_registry::DynGame;
use quincunx_registry::examination::Variant;

use crate::args::game::{required_game, with_required_game};
use crate::args::option;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Drive a game by lines of text on standard input")
        .long_about(
            "Reads commands from standard input and prints exact answers, until `quit` or the end of input. A refused line is \
             answered by one line that begins with `Error, ` and changes nothing.",
        )
        .after_help(
            "Examples:\n  \
             printf 'drop 4\\nprint\\n' | quincunx console connect-four\n  \
             quincunx console 2048 < commands.txt > answers.txt\n  \
             quincunx console 2048 --variant merges-twice < commands.txt   a program that is wrong on purpose\n\n\
             `quincunx grade-tests GAME --list` lists the variants.",
        );
    with_required_game(command, |entry, command| {
        command.args(flag_args(entry)).args(variant_arg(entry))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let flags = entry.console().flags.iter().map(|&(flag, _)| flag);
    let flags: Vec<&str> = flags.filter(|flag| matches.get_flag(flag)).collect();
    let (mut input, mut output) = (io::stdin().lock(), crate::output::stdout());
    let exam = entry.examination();
    let variant = matches.try_get_one::<String>("variant").ok().flatten();
    let variant = variant.and_then(|name| variants(entry).find(|variant| variant.name == name));
    match exam.zip(variant) {
        None => (entry.console().run)(&flags, &mut input, &mut output),
        Some((exam, variant)) => exam.run_variant(variant, &flags, &mut input, &mut output),
    }
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

fn variants(entry: &'static dyn DynGame) -> impl Iterator<Item = &'static Variant> {
    entry
        .examination()
        .into_iter()
        .flat_map(quincunx_registry::Examination::variants)
}

fn variant_arg(entry: &'static dyn DynGame) -> Option<Arg> {
    entry.examination()?;
    let names = PossibleValuesParser::new(variants(entry).map(|variant| variant.name));
    let help = "Play a variant: a fault, or a right program where the source leaves freedom";
    let arg = option("variant", "NAME", help).visible_alias("fault");
    Some(arg.value_parser(names).hide_possible_values(true))
}
