//! Games and their options on the command line, taken from the list of games.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_arena::text_file;
use quincunx_catalog::{GAMES, find};
use quincunx_core::{OptionKind, OptionSpec, Options};
use quincunx_match3::levels::{self, Level, LevelGame, SHIPPED};
use quincunx_registry::{DynGame, PosedPuzzle, PuzzleError, RegisteredGame as _};
use quincunx_search::{AgentSpec, Limits};

use super::{option, whole_number};
use crate::output::failure::WrongUse;

const RULES: &str = "Rules of the game";

/// The id of `--level`, which some commands use for the computer's difficulty.
const LEVEL: &str = "level of the game";

/// Adds a subcommand for every game, so that each has exactly its own options and help.
///
/// Unknown names are accepted here, and refused by [`selected_game`] with the list of games.
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

pub(crate) fn with_required_game(
    command: Command,
    each: impl Fn(&'static dyn DynGame, Command) -> Command,
) -> Command {
    with_games(
        command.arg_required_else_help(true).subcommand_required(true),
        each,
    )
}

pub(crate) fn selected_game(
    matches: &ArgMatches,
) -> anyhow::Result<Option<(&'static dyn DynGame, &ArgMatches)>> {
    let Some((id, matches)) = matches.subcommand() else {
        return Ok(None);
    };
    let entry = find(id).ok_or_else(|| WrongUse::unknown_game(id))?;
    Ok(Some((entry, matches)))
}

pub(crate) fn required_game(matches: &ArgMatches) -> anyhow::Result<(&'static dyn DynGame, &ArgMatches)> {
    selected_game(matches)?.ok_or_else(|| WrongUse::error("expected the name of a game"))
}

/// Lists the rules of a game as options, with `--level` first where the game plays levels.
pub(crate) fn option_args(entry: &'static dyn DynGame) -> impl Iterator<Item = Arg> {
    level_arg(entry).into_iter().chain(rule_args(entry))
}

/// Lists the rules of a game as options, for commands in which `--level` means the computer's difficulty.
pub(crate) fn rule_args(entry: &'static dyn DynGame) -> impl Iterator<Item = Arg> {
    entry.options().iter().map(|spec| {
        let help = match (spec.default, spec.kind) {
            ("", _) => spec.help.to_owned(),
            (default, OptionKind::Integer(..) | OptionKind::Number(..)) => {
                let range = match spec.kind {
                    OptionKind::Integer(least, most) => format!("{least} to {most}"),
                    OptionKind::Number(least, most) => format!("{least} to {most}"),
                    _ => String::new(),
                };
                format!("{} [default: {default}; {range}]", spec.help)
            }
            (default, _) => format!("{} [default: {default}]", spec.help),
        };
        option(spec.name, value_name(&spec.kind), help)
            .value_parser(parser(entry.options(), spec))
            .help_heading(RULES)
    })
}

fn level_arg(entry: &'static dyn DynGame) -> Option<Arg> {
    (entry.id() == LevelGame::ID).then(|| {
        option(LEVEL, "LEVEL", "Level: the name of a shipped one, or a file")
            .long("level")
            .conflicts_with_all(entry.options().iter().map(|spec| spec.name))
            .help_heading(RULES)
    })
}

const fn value_name(kind: &OptionKind) -> &'static str {
    match kind {
        OptionKind::Integer(..) => "N",
        OptionKind::Number(..) => "X",
        OptionKind::Choice(_) => "WORD",
        OptionKind::Text => "TEXT",
        OptionKind::File => "FILE",
    }
}

fn parser(specs: &'static [OptionSpec], spec: &'static OptionSpec) -> ValueParser {
    match spec.kind {
        OptionKind::Choice(words) => PossibleValuesParser::new(words.iter().copied()).into(),
        OptionKind::File => value_parser!(PathBuf),
        _ => ValueParser::new(move |text: &str| {
            Options::defaults(specs)
                .set(spec.name, text)
                .map(|()| Arc::<str>::from(text))
                .map_err(|_| format!("expected {}", spec.kind))
        }),
    }
}

/// Reads the rules on the command line; the value of a file is its contents.
pub(crate) fn options_of(entry: &dyn DynGame, matches: &ArgMatches) -> anyhow::Result<Options> {
    if let Ok(Some(level)) = matches.try_get_one::<String>(LEVEL) {
        return level_options(level);
    }
    let mut options = entry.defaults();
    for spec in entry.options() {
        let name = spec.name;
        let value = match spec.kind {
            OptionKind::File => match matches.get_one::<PathBuf>(name) {
                Some(path) => Some(
                    text_file::read(path)
                        .with_context(|| format!("option `{name}`: cannot read {}", path.display()))?,
                ),
                None => None,
            },
            OptionKind::Choice(_) => matches.get_one::<String>(name).cloned(),
            _ => matches.get_one::<Arc<str>>(name).map(ToString::to_string),
        };
        if let Some(value) = value {
            options.set(name, &value).map_err(WrongUse::because)?;
        }
    }
    Ok(options)
}

pub(crate) fn agent_option(name: &'static str, help: impl Into<String>) -> Arg {
    option(name, "AGENT", help.into()).value_parser(|text: &str| text.parse::<AgentSpec>())
}

pub(crate) fn opening_arg(entry: &dyn DynGame) -> Arg {
    let default = entry.default_opening();
    let among_positions = if default == 0 { "" } else { ", with --positions 0" };
    let help = format!(
        "Random first moves, drawn from the seed, so that deterministic players do not repeat one game \
         [default: {default}{among_positions}]"
    );
    option("opening", "N", help).value_parser(whole_number(0..=u32::MAX))
}

/// Returns the length of the opening of games that begin in some positions.
pub(crate) fn opening(matches: &ArgMatches, entry: &dyn DynGame, positions: &[String]) -> u32 {
    let given = matches.get_one::<u32>("opening").copied();
    given.unwrap_or_else(|| entry.default_opening_in(positions))
}

pub(crate) fn positions_arg() -> Arg {
    let help = "File of positions, one a line; each game begins in one, drawn from its seed";
    option("positions", "FILE", help).value_parser(value_parser!(PathBuf))
}

/// Reads the positions in which games begin, checked against the rules.
pub(crate) fn positions(
    matches: &ArgMatches,
    entry: &dyn DynGame,
    options: &Options,
) -> anyhow::Result<Vec<String>> {
    let Some(path) = matches.get_one::<PathBuf>("positions") else {
        return Ok(Vec::new());
    };
    let path_text = path.display();
    let text = text_file::read(path).with_context(|| format!("cannot read {path_text}"))?;
    let mut positions = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let position = line.trim();
        if position.is_empty() || position.starts_with('#') {
            continue;
        }
        let begun = entry.new_session_from(options, 0, position);
        begun.map_err(|error| WrongUse::because(error).context(format!("{path_text}, line {number}")))?;
        positions.push(position.to_owned());
    }
    if positions.is_empty() {
        bail_misuse!("{path_text} has no position");
    }
    Ok(positions)
}

pub(crate) fn plies_arg(help: &'static str) -> Arg {
    option("plies", "N", help)
        .value_parser(whole_number(1..=u32::MAX))
        .default_value("100000")
}

/// Returns the options of the game that plays a level, given by the name of a shipped one or by a file.
pub(crate) fn level_options(level: &str) -> anyhow::Result<Options> {
    if SHIPPED.iter().any(|shipped| shipped.name == level) {
        return Ok(levels::options_of(level));
    }
    let path = Path::new(level);
    if !path.exists() {
        let known: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
        let known = known.join(", ");
        bail_misuse!("`{level}` is neither a file nor a shipped level: {known}");
    }
    let text = text_file::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    match Level::read(&text) {
        Ok(_) => Ok(levels::options_of(&text)),
        Err(errors) => Err(WrongUse::error(format!("{level} is no playable level\n{errors}"))),
    }
}

/// The message while a puzzle is created.
pub(crate) const MAKING: &str = "making a puzzle…";

pub(crate) fn wins_in_arg(entry: &dyn DynGame) -> Arg {
    let (least, most) = entry.puzzles().unwrap_or((1, 1));
    let default = default_wins_in(entry);
    let help = format!("Moves that the side to move needs to win [default: {default}; {least} to {most}]");
    option("wins-in", "N", help).value_parser(whole_number(least..=most))
}

pub(crate) fn wins_in(entry: &dyn DynGame, matches: &ArgMatches) -> u32 {
    let wins_in = matches.get_one::<u32>("wins-in").copied();
    wins_in.unwrap_or_else(|| default_wins_in(entry))
}

/// Returns three moves, or the nearest number that the game's puzzles have.
pub(crate) fn default_wins_in(entry: &dyn DynGame) -> u32 {
    entry.puzzles().map_or(3, |(least, most)| 3.clamp(least, most))
}

pub(crate) fn create_puzzle(
    entry: &dyn DynGame,
    options: &Options,
    wins_in: u32,
    seed: u64,
) -> anyhow::Result<PosedPuzzle> {
    match entry.puzzle(options, wins_in, seed, &Limits::default()) {
        None => Err(WrongUse::without("puzzles", entry, |entry| {
            entry.puzzles().is_some()
        })),
        Some(Ok(puzzle)) => Ok(puzzle),
        Some(Err(error @ (PuzzleError::New(_) | PuzzleError::WinsIn { .. }))) => {
            Err(WrongUse::because(error))
        }
        Some(Err(error)) => Err(error).with_context(|| format!("seed {seed}")),
    }
}
