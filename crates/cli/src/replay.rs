//! `quincunx replay FILE`: look at a recorded game, and play on from any position of it.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_core::{DynSession, Record};

use crate::play::{is_interactive, looks, looks_args, read_file, start};
use crate::record_file;
use crate::tui::app::App;
use crate::tui::menu::Menu;
use crate::tui::table::{Mode, Seat, Table};

pub(crate) const NAME: &str = "replay";

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Play a recorded game again")
        .long_about(
            "Shows a recorded game in the terminal: Home, End, [ and ] go through it, p plays it, f plays on from \
             where it stands. Where the output is no terminal, writes the game as text.",
        )
        .after_help("Examples:\n  quincunx replay game.record\n  quincunx replay game.record | less")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("A record as `quincunx play --record FILE` writes it"),
        )
        .args(looks_args())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let path = matches.get_one::<PathBuf>("file").expect("it is required");
    let (entry, mut session, record) = record_file::load(path)?;
    if !is_interactive() {
        write_game(session.as_ref(), &record)?;
        return Ok(ExitCode::SUCCESS);
    }
    session.go_to(0);
    let looks = looks(matches);
    let seats = [Seat::Person, Seat::Person];
    let replay = Mode::Replay { playing: false };
    let table = Table::new(entry, session, seats.clone(), replay, looks.speed, Duration::ZERO);
    start(App::new(looks, Menu::new(seats, 0), Some(table), None, read_file))
}

/// Writes a game as text: what is known about it, then a line for each ply with the position after it.
fn write_game(session: &dyn DynSession, record: &Record) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "game {}, seed {}", session.game(), session.seed())?;
    for (name, value) in record.tags.iter().chain(&record.options) {
        writeln!(output, "{name} {}", value.escape_debug())?;
    }
    let mut present = session.clone_box();
    for ply in 0..=session.ply_count() {
        present.go_to(ply);
        let position = present.position_text();
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
