//! `quincunx replay FILE`: a recorded game, from any position of which play can continue.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, Command};
use quincunx_core::{DynSession, Record};

use crate::args::{file_arg, value};
use crate::files::record_file;
use crate::tui::app::App;
use crate::tui::launch::{is_interactive, looks, looks_args, read_file, start};
use crate::tui::menu::Menu;
use crate::tui::table::{Mode, Seat, Table};

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Replay a recorded game")
        .long_about(
            "Shows a recorded game in the terminal: Home, End, [ and ] go through it, p plays it, f continues from the shown \
             position. If the output is no terminal, prints the game as text.",
        )
        .after_help("Examples:\n  quincunx replay game.record\n  quincunx replay game.record | less")
        .arg(file_arg("Record, as from `quincunx play --record FILE`").required(true))
        .args(looks_args())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, mut session, record) = record_file::load(&value::<PathBuf>(matches, "file"))?;
    if !is_interactive() {
        print_game(session.as_ref(), &record)?;
        return Ok(ExitCode::SUCCESS);
    }
    session.go_to(0);
    let looks = looks(matches);
    let seats = ["player-1", "player-2"].map(|tag| seat(&record, tag));
    let mut table = Table::new(entry, session, seats, looks.speed, Duration::ZERO);
    table.mode = Mode::Replay { playing: false };
    start(App::new(
        looks,
        Menu::new(Seat::PERSONS, Seat::Person, 0),
        Some(table),
        None,
        read_file,
    ))
}

/// Returns who played, as a tag of the record says.
fn seat(record: &Record, tag: &str) -> Seat {
    let mut tags = record.tags.iter();
    let computer = tags.find(|(name, text)| name == tag && text != Seat::PERSON);
    let agent = computer.and_then(|(_, text)| text.parse().ok());
    agent.map_or(Seat::Person, Seat::Computer)
}

/// Prints a game: its tags and options, then a line per ply with the position after it.
fn print_game(session: &dyn DynSession, record: &Record) -> io::Result<()> {
    let mut output = crate::output::stdout();
    writeln!(output, "game {}, seed {}", session.game(), session.seed())?;
    for (name, value) in record.tags.iter().chain(&record.options) {
        writeln!(output, "{name} {}", value.escape_debug())?;
    }
    let mut replayed = session.clone_box();
    for ply in 0..=session.ply_count() {
        replayed.go_to(ply);
        let position = replayed.position_text();
        match session.action_of(ply) {
            Some((player, action)) => {
                let text = session.action_text(action).unwrap_or_default();
                writeln!(output, "{ply:>4} {player} {text:<12} {position}")?;
            }
            None => writeln!(output, "{ply:>4} {:<15} {position}", "")?,
        }
    }
    if let Some(outcome) = session.turn().outcome() {
        writeln!(output, "{outcome}")?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use quincunx_catalog::find;

    use super::*;

    #[test]
    fn the_players_of_a_record_are_those_of_its_tags() {
        let entry = find("connect-four").expect("it is in the list");
        let session = entry.new_session(&entry.defaults(), 1).expect("a game");
        let tags = [("player-1", "person"), ("player-2", "level:1")];
        let tags = tags.map(|(tag, text)| (tag.to_owned(), text.to_owned()));
        let record = session.record(tags.into());
        assert_eq!(seat(&record, "player-1"), Seat::Person);
        assert_eq!(seat(&record, "player-2").level(), Some(1));
        assert_eq!(seat(&record, "player-3"), Seat::Person);
    }
}
