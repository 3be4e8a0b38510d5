//! Games and their options on the command line, read from the list of games.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_catalog::{GAMES, find};
use quincunx_core::{OptionKind, OptionSpec, Options};
use quincunx_match3::levels;
use quincunx_registry::{DynGame, RegisteredGame as _};

use crate::failure::WrongUse;
use crate::level;
use crate::text_file;

/// Gives a command one subcommand for every game, so that each has exactly its own options and help.
///
/// Names that no game has are let through to [`game_of`], whose error lists the games.
pub(crate) fn with_games(
    command: Command,
    each: impl Fn(&'static dyn DynGame, Command) -> Command,
) -> Command {
    let games = GAMES
        .iter()
        .map(|entry| each(*entry, Command::new(entry.id()).about(entry.summary())));
    command
        .subcommands(games)
        .subcommand_value_name("GAME")
        .subcommand_help_heading("Games")
        .disable_help_subcommand(true)
        .allow_external_subcommands(true)
        .external_subcommand_value_parser(value_parser!(std::ffi::OsString))
}

/// Returns the game that was named with what was said about it; `None` when none was named.
pub(crate) fn game_of(matches: &ArgMatches) -> Result<Option<(&'static dyn DynGame, &ArgMatches)>, WrongUse> {
    let Some((id, matches)) = matches.subcommand() else {
        return Ok(None);
    };
    match find(id) {
        Some(entry) => Ok(Some((entry, matches))),
        None => Err(unknown_game(id)),
    }
}

/// Says that there is no such game, which there are, and which was probably meant.
pub(crate) fn unknown_game(id: &str) -> WrongUse {
    let ids = || GAMES.iter().map(|entry| entry.id());
    let near = ids()
        .map(|known| (strsim::normalized_damerau_levenshtein(id, known), known))
        .filter(|(likeness, known)| *likeness > 0.5 || known.starts_with(id))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or_else(String::new, |(_, known)| format!(" (did you mean `{known}`?)"));
    let known = ids().collect::<Vec<_>>().join(", ");
    WrongUse(format!("there is no game `{id}`{near}; there are {known}"))
}

/// Says that a game has not got something, and which have.
pub(crate) fn without(what: &str, entry: &dyn DynGame, has: fn(&dyn DynGame) -> bool) -> WrongUse {
    let with: Vec<&str> = GAMES
        .iter()
        .filter(|entry| has(**entry))
        .map(|entry| entry.id())
        .collect();
    WrongUse(format!(
        "{} has no {what}; games that have: {}",
        entry.id(),
        with.join(", ")
    ))
}

/// Lists the options of a game's rules as options of the command line, with `--level` in front where it chooses a level.
pub(crate) fn option_args(entry: &'static dyn DynGame) -> impl Iterator<Item = Arg> {
    level_arg(entry).into_iter().chain(rule_args(entry))
}

/// Lists the options of a game's rules alone, for a command on which `--level` has a meaning of its own.
pub(crate) fn rule_args(entry: &'static dyn DynGame) -> impl Iterator<Item = Arg> {
    entry.options().iter().map(|spec| {
        let help = match (spec.default, spec.kind) {
            ("", _) => spec.help.to_owned(),
            (default, OptionKind::Integer(least, most)) => {
                format!("{} [default: {default}; {least} to {most}]", spec.help)
            }
            (default, OptionKind::Number(least, most)) => {
                format!("{} [default: {default}; {least} to {most}]", spec.help)
            }
            (default, _) => format!("{} [default: {default}]", spec.help),
        };
        Arg::new(spec.name)
            .long(spec.name)
            .value_name(value_name(&spec.kind))
            .value_parser(parser(entry.options(), spec))
            .help(help)
            .help_heading("Rules of the game")
    })
}

/// The option `--level` of the game that plays levels: one word for a level, by its name or in a file.
fn level_arg(entry: &'static dyn DynGame) -> Option<Arg> {
    (entry.id() == levels::LevelGame::ID).then(|| {
        Arg::new(LEVEL)
            .long("level")
            .value_name("LEVEL")
            .conflicts_with_all(entry.options().iter().map(|spec| spec.name))
            .help("The level: one that comes with the program by its name, or a file")
            .help_heading("Rules of the game")
    })
}

/// The id of `--level` among the arguments of a command.
const LEVEL: &str = "level of the game";

const fn value_name(kind: &OptionKind) -> &'static str {
    match kind {
        OptionKind::Integer(..) => "N",
        OptionKind::Number(..) => "X",
        OptionKind::Choice(_) => "WORD",
        OptionKind::Text => "TEXT",
        OptionKind::File => "FILE",
    }
}

/// Reads a value as the rules would and refuses it with the same words.
fn parser(specs: &'static [OptionSpec], spec: &'static OptionSpec) -> ValueParser {
    match spec.kind {
        OptionKind::Choice(words) => PossibleValuesParser::new(words.iter().copied()).into(),
        OptionKind::File => value_parser!(PathBuf),
        _ => ValueParser::new(move |text: &str| {
            Options::defaults(specs)
                .set(spec.name, text)
                .map(|()| Arc::<str>::from(text))
                .map_err(|_| format!("it takes {}", spec.kind))
        }),
    }
}

/// Reads the options of a game's rules; a file is read and its contents are the value.
pub(crate) fn options_of(entry: &dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Options> {
    if let Ok(Some(level)) = matches.try_get_one::<String>(LEVEL) {
        return level::chosen(level);
    }
    let mut options = entry.defaults();
    for spec in entry.options() {
        let contents;
        let value: &str = match spec.kind {
            OptionKind::File => {
                let Some(path) = matches.get_one::<PathBuf>(spec.name) else {
                    continue;
                };
                contents = text_file::read(path)
                    .with_context(|| format!("option `{}`: cannot read {}", spec.name, path.display()))?;
                &contents
            }
            OptionKind::Choice(_) => match matches.get_one::<String>(spec.name) {
                Some(word) => word,
                None => continue,
            },
            _ => match matches.get_one::<Arc<str>>(spec.name) {
                Some(text) => text,
                None => continue,
            },
        };
        options.set(spec.name, value).map_err(WrongUse::because)?;
    }
    Ok(options)
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("it takes a whole number from 0 to {}", u64::MAX))
}

/// The option `--seed`, from which all luck comes.
pub(crate) fn seed_arg() -> Arg {
    Arg::new("seed")
        .long("seed")
        .value_name("N")
        .value_parser(seed)
        .default_value("0")
        .help("Where all luck comes from: the same seed and moves give the same game")
}

/// The option `--opening`: actions at the beginning of a game that are drawn from its seed.
pub(crate) fn opening_arg(entry: &dyn DynGame) -> Arg {
    let usual = entry.usual_opening();
    Arg::new("opening")
        .long("opening")
        .value_name("N")
        .value_parser(value_parser!(u32))
        .help(format!(
            "Begin with so many moves drawn from the seed, whoever plays: players without luck of their own would repeat one \
             game [default: {usual}]"
        ))
}

/// Returns how many actions openings have.
pub(crate) fn opening(matches: &ArgMatches, entry: &dyn DynGame) -> u32 {
    let given = matches.get_one::<u32>("opening").copied();
    given.unwrap_or_else(|| entry.usual_opening())
}

/// The switch `--json`.
pub(crate) fn json_arg() -> Arg {
    Arg::new("json")
        .long("json")
        .action(clap::ArgAction::SetTrue)
        .help("Write JSON for programs instead of text for people")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_game_is_told_with_those_there_are() {
        let error = unknown_game("chess").to_string();
        assert!(
            error.starts_with("there is no game `chess`; there are "),
            "{error}"
        );
        for entry in GAMES {
            assert!(error.contains(entry.id()), "{error}");
            let mistyped = format!("{}x", entry.id());
            let error = unknown_game(&mistyped).to_string();
            assert!(
                error.contains(&format!("did you mean `{}`?", entry.id())),
                "{error}"
            );
        }
    }
}
