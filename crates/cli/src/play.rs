//! `quincunx play [GAME]`: play in the terminal.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use quincunx_core::Options;
use quincunx_match3::levels;
use quincunx_registry::{DynGame, NewError, Registered, RegisteredGame as _};

use crate::failure::{WrongUse, ended_by};
use crate::game_args::{game_of, options_of, rule_args, seed_arg, with_games};
use crate::level;
use crate::limit::{limit, limit_arg};
use crate::progress::spinner;
use crate::puzzle;
use crate::text_file;
use crate::tui;
use crate::tui::animation::Speed;
use crate::tui::app::{App, Exit, Looks};
use crate::tui::keymap::Keys;
use crate::tui::menu::Menu;
use crate::tui::table::{Mode, Seat, Table};
use crate::tui::theme::{Depth, Palette, Theme};

pub(crate) const NAME: &str = "play";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Play in the terminal; without a game, choose one in a menu")
        .after_help(
            "Examples:\n  \
             quincunx play\n  \
             quincunx play 2048 --seed 7 --width 5\n  \
             quincunx play connect-four --player2 5          against the strongest level\n  \
             quincunx play quartet --player h --player2 h    two persons at one keyboard\n  \
             quincunx play 2048 --player c --speed fast      watch the computer\n  \
             quincunx play 2048 --player c --limit game:10s  and have it play the whole game in ten seconds of thought\n  \
             quincunx play connect-four --puzzle --wins-in 4 find the only move that wins\n  \
             quincunx play --level hourglass                 a level of match-3; `quincunx level list` has more\n  \
             quincunx play connect-four --record game.record\n\n\
             ? lists the keys. For scripts there is `quincunx console`.",
        )
        .args(seat_args().map(|arg| arg.global(true)))
        .arg(limit_arg().global(true))
        .arg(seed_arg().global(true))
        .arg(
            Arg::new("record")
                .long("record")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .global(true)
                .help("Save the record of the game to FILE; later games go to FILE-2, FILE-3, …"),
        )
        .args(looks_args().map(|arg| arg.global(true)));
    with_games(command, |entry, command| {
        command.args(rule_args(entry)).args(puzzle_args(entry))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let game = game_of(matches)?;
    let matches = game.map_or(matches, |(_, matches)| matches);
    let game = with_options(game, matches)?;
    if !is_interactive() {
        let id = game.as_ref().map_or("GAME", |(entry, _)| entry.id());
        return Err(WrongUse(format!(
            "`play` needs a terminal for both input and output; for scripts and pipes there is `quincunx console {id}`"
        ))
        .into());
    }
    let seed = *matches.get_one::<u64>("seed").expect("it has a default");
    let table = match game {
        Some((entry, options)) => Some(table(entry, &options, matches, seed)?),
        None => None,
    };
    let looks = looks(matches);
    let seats = match &table {
        Some(table) => table.seats.clone(),
        None => seats(None, matches)?,
    };
    let record = matches.get_one::<PathBuf>("record").cloned();
    let app = App::new(looks, Menu::new(seats, seed), table, record, read_file);
    start(app.with_time_control(limit(matches)))
}

/// Runs the player and says goodbye on the screen that stays.
pub(crate) fn start(mut app: App) -> anyhow::Result<ExitCode> {
    let exit = tui::run(&mut app)?;
    for line in app.farewell() {
        println!("{line}");
    }
    Ok(match exit {
        Exit::Signal(signal) => ended_by(signal),
        Exit::Quit | Exit::Broken => ExitCode::SUCCESS,
    })
}

/// Tells whether a person sits at both ends.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(crate) fn read_file(path: &str) -> Result<String, String> {
    text_file::read(Path::new(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

/// The options about puzzles, of games that have some.
fn puzzle_args(entry: &'static dyn DynGame) -> Vec<Arg> {
    if entry.puzzles().is_none() {
        return Vec::new();
    }
    let puzzle = Arg::new("puzzle")
        .long("puzzle")
        .action(ArgAction::SetTrue)
        .help("Solve a puzzle: find the only move that wins, and those that follow")
        .help_heading("Puzzles");
    vec![
        puzzle,
        puzzle::wins_in_arg(entry)
            .requires("puzzle")
            .help_heading("Puzzles"),
    ]
}

/// Returns the game that is named, by itself or by one of its levels, with the options of its rules.
fn with_options(
    game: Option<(&'static dyn DynGame, &ArgMatches)>,
    matches: &ArgMatches,
) -> anyhow::Result<Option<(&'static dyn DynGame, Options)>> {
    match (game, level_of(matches)?) {
        (Some((entry, _)), Some(LevelOf::Game(_))) if entry.id() != levels::LevelGame::ID => {
            let what = format!(
                "{} has no levels of its own; --level takes 1 to 5 there, how well `c` plays",
                entry.id()
            );
            Err(WrongUse(what).into())
        }
        (_, Some(LevelOf::Game(level))) => Ok(Some((
            &Registered::<levels::LevelGame>::NEW,
            level::chosen(&level)?,
        ))),
        (Some((entry, matches)), _) => Ok(Some((entry, options_of(entry, matches)?))),
        (None, _) => Ok(None),
    }
}

/// What `--level` means.
enum LevelOf {
    /// How well the computer plays, 1 to 5.
    Computer(u8),
    /// A level to play: its name, or its file.
    Game(String),
}

/// Reads `--level`.
fn level_of(matches: &ArgMatches) -> Result<Option<LevelOf>, WrongUse> {
    let Some(text) = matches.get_one::<String>("level") else {
        return Ok(None);
    };
    match text.parse() {
        Ok(level @ 1..=5) => Ok(Some(LevelOf::Computer(level))),
        Ok(_) => Err(WrongUse(format!(
            "--level takes 1 to 5, or a level to play by its name or file, not `{text}`"
        ))),
        Err(_) => Ok(Some(LevelOf::Game(text.clone()))),
    }
}

/// Sets up the game or puzzle that the command line describes.
fn table(
    entry: &'static dyn DynGame,
    options: &Options,
    matches: &ArgMatches,
    seed: u64,
) -> anyhow::Result<Table> {
    if entry.puzzles().is_some() && matches.get_flag("puzzle") {
        if matches.contains_id("player") || matches.contains_id("player2") {
            let text = "a puzzle is solved by a person against the strongest level; --player and --player2 are for games";
            return Err(WrongUse(text.to_owned()).into());
        }
        let spinner = spinner(puzzle::MAKING.to_owned());
        let made = puzzle::make(entry, options, puzzle::wins_in(entry, matches), seed);
        spinner.finish_and_clear();
        let made = made?;
        return Ok(Table::of_puzzle(
            entry,
            made,
            looks(matches).speed,
            Duration::ZERO,
        ));
    }
    let session = entry.new_session(options, seed).map_err(|error| match error {
        NewError::Option(error) => WrongUse::because(error),
        NewError::Position(error) => WrongUse::because(error),
        NewError::Opening(_) => error.into(),
    })?;
    let seats = seats(Some(entry), matches)?;
    for seat in &seats {
        if let Seat::Computer(spec) = seat {
            entry.player(session.as_ref(), spec).map_err(WrongUse::because)?;
        }
    }
    let speed = looks(matches).speed;
    Ok(Table::new(
        entry,
        session,
        seats,
        Mode::Game,
        speed,
        Duration::ZERO,
    ))
}

/// Reads who plays: by default a person, against the computer where there are two sides.
fn seats(entry: Option<&dyn DynGame>, matches: &ArgMatches) -> anyhow::Result<[Seat; 2]> {
    let players = entry.map_or(2, |entry| entry.players());
    // Against a person an even match; alone it is watched, and shows what it can.
    let level = match level_of(matches)? {
        Some(LevelOf::Computer(level)) => level,
        _ if players < 2 => 5,
        _ => 3,
    };
    let seat = |name: &str, default: &str| {
        let text = matches.get_one::<String>(name).map_or(default, String::as_str);
        Seat::parse(text, level).map_err(WrongUse::because)
    };
    if players < 2 {
        if matches.contains_id("player2") {
            let id = entry.map_or("this game", |entry| entry.id());
            return Err(WrongUse(format!("{id} has one player; --player2 is for games of two")).into());
        }
        return Ok([seat("player", "h")?, Seat::Person]);
    }
    Ok([seat("player", "h")?, seat("player2", "c")?])
}

fn seat_args() -> impl Iterator<Item = Arg> {
    [
        Arg::new("player")
            .long("player")
            .value_name("WHO")
            .help("Who plays (the first side): h a person, c the computer, 1 to 5 its level, or a player by name [default: h]"),
        Arg::new("player2")
            .long("player2")
            .value_name("WHO")
            .help("Who plays the second side, likewise [default: c]"),
        Arg::new("level")
            .long("level")
            .value_name("N|LEVEL")
            .help(
                "How well `c` plays, from 1, easy, to 5 [default: 3; in games for one 5]; or a level of match-3 to play, \
                 by its name or file",
            ),
    ]
    .into_iter()
}

/// The options about looks, which `replay` takes as well.
pub(crate) fn looks_args() -> impl Iterator<Item = Arg> {
    let words = |name: &'static str, words: &[&'static str]| {
        Arg::new(name)
            .long(name)
            .value_name("WORD")
            .value_parser(PossibleValuesParser::new(words))
            .help_heading("Looks")
    };
    [
        words("speed", &Speed::ALL.map(|(_, word)| word))
            .default_value("normal")
            .help("How fast moves are animated"),
        words("theme", &["auto", "dark", "light"])
            .default_value("auto")
            .help("Whether the terminal's background is dark or light"),
        words("palette", &Palette::ALL.map(|(_, word)| word))
            .default_value("default")
            .help("The colours of pieces"),
        words("color", &["auto", "never", "16", "256", "true"])
            .default_value("auto")
            .help("How many colours to use; auto asks the environment and honours NO_COLOR"),
        words("keys", &Keys::ALL.map(|(_, word)| word))
            .default_value("auto")
            .help("Which letters steer; auto follows the last one that steered"),
        Arg::new("ascii")
            .long("ascii")
            .action(ArgAction::SetTrue)
            .help("Write ASCII only")
            .help_heading("Looks"),
    ]
    .into_iter()
}

/// Reads the options about looks and asks the terminal about the rest.
pub(crate) fn looks(matches: &ArgMatches) -> Looks {
    let word = |name: &str| {
        matches
            .get_one::<String>(name)
            .map(String::as_str)
            .expect("it has a default")
    };
    let depth = match word("color") {
        "never" => Depth::Monochrome,
        "16" => Depth::Sixteen,
        "256" => Depth::Many,
        "true" => Depth::True,
        _ => Depth::detect(|name| std::env::var(name).ok()),
    };
    let dark = match word("theme") {
        "dark" => true,
        "light" => false,
        _ => tui::theme::background_is_dark(),
    };
    Looks {
        theme: Theme {
            depth,
            palette: chosen(&Palette::ALL, word("palette")),
            dark,
            ascii: matches.get_flag("ascii"),
        },
        speed: chosen(&Speed::ALL, word("speed")),
        keys: chosen(&Keys::ALL, word("keys")),
    }
}

fn chosen<T: Copy>(all: &[(T, &str)], word: &str) -> T {
    all.iter()
        .find(|(_, name)| *name == word)
        .expect("clap takes only these words")
        .0
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_catalog::GAMES;

    /// Returns who plays by a command line for a game.
    fn seats_of(entry: &'static dyn DynGame, arguments: &[&str]) -> [Seat; 2] {
        let line = ["play", entry.id()].into_iter().chain(arguments.iter().copied());
        let matches = command().get_matches_from(line);
        let (_, matches) = matches.subcommand().expect("a game is named");
        seats(Some(entry), matches).expect("possible seats")
    }

    /// Sets up the table of a command line for a game.
    fn table_of(entry: &'static dyn DynGame, arguments: &[&str]) -> anyhow::Result<Table> {
        let line = [entry.id()].into_iter().chain(arguments.iter().copied());
        table_by(line.collect::<Vec<_>>().as_slice())
    }

    /// Sets up the table of a command line that names a game or a level.
    fn table_by(arguments: &[&str]) -> anyhow::Result<Table> {
        let line = ["play"].into_iter().chain(arguments.iter().copied());
        let matches = command().try_get_matches_from(line)?;
        let game = game_of(&matches)?;
        let matches = game.map_or(&matches, |(_, matches)| matches);
        let (entry, options) = with_options(game, matches)?.expect("a game or a level is named");
        table(entry, &options, matches, 1)
    }

    #[test]
    fn a_level_is_played_by_its_name_or_its_file() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("my.toml");
        std::fs::write(&path, levels::TEMPLATE).expect("the folder can be written");
        let file = path.to_str().expect("a plain path");
        for (arguments, counters) in [
            (&["--level", "hourglass"][..], 4),
            (&["levels", "--level", "hourglass"], 4),
            (&["levels", "--name", "hourglass"], 4),
            (&["--level", file], 5),
            (&["levels", "--file", file, "--level", "2"], 5),
        ] {
            let table = table_by(arguments).expect("a level");
            assert_eq!(table.view.counters.len(), counters, "{arguments:?}");
        }
        let refused = |arguments: &[&str]| table_by(arguments).err().expect("it is refused").to_string();
        assert!(refused(&["--level", "nowhere"]).starts_with("`nowhere` is neither a file nor"));
        assert!(refused(&["shariki", "--level", "hourglass"]).contains("1 to 5"));
        assert!(refused(&["shariki", "--level", "6"]).contains("not `6`"));
        std::fs::write(&path, "limit = 0\n").expect("the folder can be written");
        assert!(
            refused(&["--level", file])
                .contains("line 1: `limit` takes a whole number from 1 to 1000, not 0")
        );
    }

    #[test]
    fn a_puzzle_is_set_up_for_a_person_where_the_game_has_any() {
        for entry in GAMES {
            if entry.puzzles().is_none() {
                assert!(table_of(*entry, &["--puzzle"]).is_err(), "{}", entry.id());
                continue;
            }
            let wins_in = |arguments: &[&str]| {
                let table = table_of(*entry, arguments).expect("a puzzle");
                assert_eq!(table.seat_to_act(), Some(&Seat::Person));
                table.open_puzzle().map(|puzzle| puzzle.wins_in)
            };
            assert_eq!(wins_in(&["--puzzle"]), Some(3));
            assert_eq!(wins_in(&["--puzzle", "--wins-in", "2"]), Some(2));
            for wrong in [
                &["--wins-in", "2"][..],
                &["--puzzle", "--player", "2"],
                &["--puzzle", "--wins-in", "99"],
            ] {
                assert!(table_of(*entry, wrong).is_err(), "{} {wrong:?}", entry.id());
            }
        }
    }

    #[test]
    fn the_computer_alone_plays_its_best_and_an_even_match_against_a_person() {
        for entry in GAMES {
            let level = |arguments: &[&str], seat: usize| seats_of(*entry, arguments)[seat].level();
            if entry.players() == 1 {
                assert_eq!(level(&["--player", "c"], 0), Some(5), "{}", entry.id());
            } else {
                assert_eq!(level(&[], 1), Some(3), "{}", entry.id());
            }
            assert_eq!(
                level(&["--player", "c", "--level", "2"], 0),
                Some(2),
                "{}",
                entry.id()
            );
            assert_eq!(
                level(&["--player", "4", "--level", "2"], 0),
                Some(4),
                "{}",
                entry.id()
            );
        }
    }
}
