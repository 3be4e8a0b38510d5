//! `quincunx play [GAME]`: a game in the terminal.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use quincunx_core::Options;
use quincunx_match3::levels::LevelGame;
use quincunx_registry::{DynGame, NewGameError, Registered, RegisteredGame as _};
use quincunx_search::AgentError;

use crate::args::game::{
    MAKING, create_puzzle, level_options, options_of, rule_args, selected_game, wins_in, wins_in_arg,
    with_games,
};
use crate::args::limit::{limit, limit_arg};
use crate::args::programs::Programs;
use crate::args::sandbox::isolation_arg;
use crate::args::{flag, option, path_option, seed_arg, value};
use crate::files::record_file::Recorder;
use crate::output::failure::WrongUse;
use crate::output::progress::spinner;
use crate::tui::animation::Speed;
use crate::tui::app::App;
use crate::tui::launch::{is_interactive, looks, looks_args, read_file, start};
use crate::tui::menu::Menu;
use crate::tui::table::{Seat, Table};

pub(crate) fn command(command: Command) -> Command {
    let record = path_option(
        "record",
        "FILE",
        "File of each game's record: the first free of FILE, FILE-2, FILE-3, …",
    );
    let command = command
        .about("Play in the terminal; without a game, choose one in a menu")
        .after_help(
            "Examples:\n  \
             quincunx play\n  \
             quincunx play 2048 --seed 7 --width 5\n  \
             quincunx play connect-four --player2 5          against the strongest level\n  \
             quincunx play quartet --player h --player2 h    two people at one keyboard\n  \
             quincunx play 2048 --player c --speed fast      watch the computer\n  \
             quincunx play quartet --player2 program:./ada   against a program of yours\n  \
             quincunx play 2048 --player c --limit game:10s  the computer, in ten seconds for the whole game\n  \
             quincunx play connect-four --puzzle --wins-in 4 find the only winning move\n  \
             quincunx play --level hourglass                 a level of match-3; `level list` has more\n  \
             quincunx play connect-four --record game.record\n\n\
             ? lists the keys. `quincunx console` is for scripts.",
        )
        .args(seat_args())
        .args([limit_arg(), seed_arg(), record].map(|arg| arg.global(true)))
        .args(looks_args().map(|arg| arg.global(true)))
        .arg(isolation_arg().global(true).help_heading("Programs"));
    with_games(command, |entry, command| {
        command.args(rule_args(entry)).args(puzzle_args(entry))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let game = selected_game(matches)?;
    let matches = game.map_or(matches, |(_, matches)| matches);
    let game = game_and_options(game, matches)?;
    if !is_interactive() {
        let id = game.as_ref().map_or("GAME", |(entry, _)| entry.id());
        bail_misuse!(
            "`play` needs a terminal for input and output; `quincunx console {id}` is for scripts and pipes"
        );
    }
    let recorder = matches.get_one::<PathBuf>("record").cloned();
    let recorder = recorder.map(Recorder::new).transpose()?;
    let seed: u64 = value(matches, "seed");
    let entry = game.as_ref().map(|(entry, _)| *entry);
    let seats = seats(entry, matches)?;
    let programs = Programs::allow(
        entry.map(DynGame::id),
        seats.iter().filter_map(Seat::agent),
        matches,
    )?;
    let looks = looks(matches);
    let table = game
        .map(|(entry, options)| table(entry, &options, &seats, matches, (seed, looks.speed)))
        .transpose()?;
    let menu = Menu::new(seats, seat(matches, "player", "h", 1)?, seed);
    let app = App::new(looks, menu, table, recorder, read_file);
    let status = start(app.with_time_control(limit(matches)));
    programs.report_forfeits();
    status
}

fn puzzle_args(entry: &'static dyn DynGame) -> Vec<Arg> {
    if entry.puzzles().is_none() {
        return Vec::new();
    }
    let puzzle = flag(
        "puzzle",
        "Solve a puzzle: find the only winning move, and those that follow",
    );
    [puzzle, wins_in_arg(entry).requires("puzzle")]
        .map(|arg| arg.help_heading("Puzzles"))
        .into()
}

fn game_and_options(
    game: Option<(&'static dyn DynGame, &ArgMatches)>,
    matches: &ArgMatches,
) -> anyhow::Result<Option<(&'static dyn DynGame, Options)>> {
    match (game, level_of(matches)?) {
        (Some((entry, _)), Some(LevelOf::Game(_))) if entry.id() != LevelGame::ID => {
            Err(WrongUse::error(format!(
                "{} has no levels to play; expected --level 1 to 5, the computer's level",
                entry.id()
            )))
        }
        (Some((entry, matches)), Some(LevelOf::Game(_)))
            if let Some(other) = entry.options().iter().find(|spec| matches.contains_id(spec.name)) =>
        {
            Err(WrongUse::error(format!(
                "--level and --{} both name a level; expected one of them",
                other.name
            )))
        }
        (_, Some(LevelOf::Game(level))) => Ok(Some((&Registered::<LevelGame>::NEW, level_options(&level)?))),
        (Some((entry, matches)), _) => Ok(Some((entry, options_of(entry, matches)?))),
        (None, _) => Ok(None),
    }
}

enum LevelOf {
    /// The computer's level, 1 to 5.
    Computer(u8),
    /// A level to play, by its name or file.
    Game(String),
}

fn level_of(matches: &ArgMatches) -> anyhow::Result<Option<LevelOf>> {
    let Some(text) = matches.get_one::<String>("level") else {
        return Ok(None);
    };
    match text.parse() {
        Ok(level @ 1..=5) => Ok(Some(LevelOf::Computer(level))),
        Ok(_) => Err(WrongUse::error(format!(
            "--level: expected 1 to 5, or the name or file of a level to play, not `{text}`"
        ))),
        Err(_) => Ok(Some(LevelOf::Game(text.clone()))),
    }
}

fn table(
    entry: &'static dyn DynGame,
    options: &Options,
    seats: &[Seat; 2],
    matches: &ArgMatches,
    (seed, speed): (u64, Speed),
) -> anyhow::Result<Table> {
    if entry.puzzles().is_some() && matches.get_flag("puzzle") {
        if matches.contains_id("player") || matches.contains_id("player2") {
            bail_misuse!(
                "--player and --player2 do not apply to puzzles, which a person solves against the strongest \
                 level"
            );
        }
        let spinner = spinner(MAKING);
        let puzzle = create_puzzle(entry, options, wins_in(entry, matches), seed);
        spinner.finish_and_clear();
        return Ok(Table::of_puzzle(entry, puzzle?, speed, Duration::ZERO));
    }
    let session = entry.new_session(options, seed).map_err(|error| match error {
        NewGameError::Option(error) => WrongUse::because(error),
        NewGameError::Position(error) => WrongUse::because(error),
        NewGameError::Opening(_) => error.into(),
    })?;
    for (option, seat) in ["player", "player2"].into_iter().zip(seats) {
        if let Some(agent) = seat.agent() {
            let player = entry.player(session.as_ref(), agent);
            player.map_err(|error| wrong_player(option, error))?;
        }
    }
    Ok(Table::new(entry, session, seats.clone(), speed, Duration::ZERO))
}

/// Returns who plays: by default a person, against the computer in games for two.
fn seats(entry: Option<&dyn DynGame>, matches: &ArgMatches) -> anyhow::Result<[Seat; 2]> {
    let players = entry.map_or(2, DynGame::players);
    let seat = |name, default| seat(matches, name, default, players);
    if players < 2 {
        if matches.contains_id("player2") {
            let id = entry.map_or("this game", |entry| entry.id());
            bail_misuse!("--player2: {id} has one player");
        }
        return Ok([seat("player", "h")?, Seat::Person]);
    }
    Ok([seat("player", "h")?, seat("player2", "c")?])
}

/// Returns who plays by an option in a game for one or two.
fn seat(matches: &ArgMatches, name: &str, default: &str, players: u8) -> anyhow::Result<Seat> {
    // An even match against a person; alone the strongest.
    let level = match level_of(matches)? {
        Some(LevelOf::Computer(level)) => level,
        _ if players < 2 => 5,
        _ => 3,
    };
    let text = matches.get_one::<String>(name).map_or(default, String::as_str);
    Seat::parse(text, level).map_err(|error| wrong_player(name, error))
}

/// Converts the error of a player that an option names.
fn wrong_player(option: &str, error: AgentError) -> anyhow::Error {
    match error {
        AgentError::Malformed(_) | AgentError::Unknown { .. } => {
            WrongUse::error(format!("--{option}: expected h, c, 1 to 5 or a player; {error}"))
        }
        error => WrongUse::because(error),
    }
}

fn seat_args() -> [Arg; 3] {
    [
        option(
            "player",
            "WHO",
            "First player: h a person, c the computer, 1 to 5 its level, or a player by name [default: h]",
        ),
        option("player2", "WHO", "Second player, likewise [default: c]"),
        option(
            "level",
            "N|LEVEL",
            "Level of `c`, from 1, easy, to 5 [default: 3; single-player: 5], or a level of match-3 to play",
        ),
    ]
    .map(|arg| arg.global(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_catalog::GAMES;

    /// Returns the seats of a command line for a game.
    fn seats_of(entry: &'static dyn DynGame, arguments: &[&str]) -> [Seat; 2] {
        let line = ["play", entry.id()].into_iter().chain(arguments.iter().copied());
        let matches = command(Command::new("play")).get_matches_from(line);
        let (_, matches) = matches.subcommand().expect("a game is named");
        seats(Some(entry), matches).expect("possible seats")
    }

    /// Creates the table of a command line for a game.
    fn table_of(entry: &'static dyn DynGame, arguments: &[&str]) -> anyhow::Result<Table> {
        let line = [entry.id()].into_iter().chain(arguments.iter().copied());
        table_by(line.collect::<Vec<_>>().as_slice())
    }

    /// Creates the table of a command line with a game or a level.
    fn table_by(arguments: &[&str]) -> anyhow::Result<Table> {
        let line = ["play"].into_iter().chain(arguments.iter().copied());
        let matches = command(Command::new("play")).try_get_matches_from(line)?;
        let game = selected_game(&matches)?;
        let matches = game.map_or(&matches, |(_, matches)| matches);
        let (entry, options) = game_and_options(game, matches)?.expect("a game or a level is named");
        table(
            entry,
            &options,
            &seats(Some(entry), matches)?,
            matches,
            (1, Speed::Off),
        )
    }

    #[test]
    fn a_level_is_played_by_its_name_or_its_file() {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let path = folder.path().join("my.toml");
        std::fs::write(&path, quincunx_match3::levels::TEMPLATE).expect("the folder can be written");
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
        for (option, value) in [("--name", "red-harvest"), ("--file", file)] {
            let refused = refused(&["levels", option, value, "--level", "hourglass"]);
            assert!(
                refused.contains(option) && refused.contains("--level"),
                "{refused}"
            );
        }
        std::fs::write(&path, "limit = 0\n").expect("the folder can be written");
        assert!(
            refused(&["--level", file])
                .contains("line 1: `limit` takes a whole number from 1 to 1000, not 0")
        );
    }

    #[test]
    fn a_person_solves_a_puzzle_if_the_game_has_any() {
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
    fn an_unknown_player_is_answered_with_what_the_option_takes() {
        let entry = GAMES
            .iter()
            .find(|entry| entry.players() == 2)
            .expect("there is a game for two");
        for option in ["--player", "--player2"] {
            for (player, error) in [("9", "there is no player `9`"), ("x", "there is no player `x`")] {
                let found = table_of(*entry, &[option, player])
                    .err()
                    .expect("it is refused")
                    .to_string();
                let expected = format!("{option}: expected h, c, 1 to 5 or a player; {error}");
                assert!(found.starts_with(&expected), "{found}");
            }
        }
    }

    #[test]
    fn the_default_level_is_5_alone_and_3_against_a_person() {
        for entry in GAMES {
            let level = |arguments: &[&str], seat: usize| seats_of(*entry, arguments)[seat].level();
            if entry.players() == 1 {
                assert_eq!(level(&["--player", "c"], 0), Some(5), "{}", entry.id());
                let line = ["play", "--player", "c"];
                let matches = command(Command::new("play")).get_matches_from(line);
                let alone = seat(&matches, "player", "h", 1).expect("a player");
                assert_eq!(alone.level(), Some(5), "in the menu, too");
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
