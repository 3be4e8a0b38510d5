//! `quincunx puzzle GAME`: positions with one winning move, as text, JSON and records.

use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{ArgMatches, Command};
use indicatif::ProgressBar;
use quincunx_core::{DynSession, Side};
use quincunx_registry::{MAX_DIFFICULTY, Puzzle, PuzzleError};
use serde_json::{Value, json};

use crate::args::game::{
    MAKING, create_puzzle, option_args, options_of, required_game, wins_in, wins_in_arg, with_required_game,
};
use crate::args::{flag, json_lines_arg, option, path, path_option, seed_arg, value, whole_number};
use crate::files::record_file;
use crate::output::options_json;
use crate::output::progress::spinner;
use crate::output::table::diagram;

pub(crate) fn command(command: Command) -> Command {
    let command = command
        .about("Make puzzles: positions with one winning move")
        .long_about(
            "Makes puzzles. In each the side to move wins in so many of its own moves against every defence, by one first \
             move only. The same seed makes the same puzzle; several have consecutive seeds.",
        )
        .after_help(
            "Examples:\n  \
             quincunx puzzle connect-four\n  \
             quincunx puzzle connect-four --wins-in 4 --count 10 --seed 100 --solution\n  \
             quincunx puzzle connect-four --count 1000 --json > puzzles.jsonl\n  \
             quincunx puzzle connect-four --count 20 --records puzzles\n\n\
             To solve one in the terminal: quincunx play connect-four --puzzle\n\n\
             Exit status: 1 when a seed has no puzzle; the others are made.",
        );
    let solution = "Print the solution: moves and longest defence in turn";
    with_required_game(command, |entry, command| {
        let count = option("count", "N", "Number of puzzles")
            .value_parser(whole_number(1..=1_000_000_u64))
            .default_value("1");
        command
            .hide(entry.puzzles().is_none())
            .arg(wins_in_arg(entry))
            .arg(count)
            .arg(seed_arg().help("Seed of the first puzzle"))
            .arg(flag("solution", solution))
            .arg(path_option(
                "records",
                "FOLDER",
                "Folder for a record of each puzzle; other records there are kept",
            ))
            .arg(json_lines_arg())
            .args(option_args(entry))
    })
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let options = options_of(entry, matches)?;
    let wins_in = wins_in(entry, matches);
    let (first, count): (u64, u64) = (value(matches, "seed"), value(matches, "count"));
    let folder = path(matches, "records");
    let mut output = crate::output::stdout();
    let (json, solution) = (matches.get_flag("json"), matches.get_flag("solution"));
    let progress = progress(count);
    let mut made = 0;
    for index in 0..count {
        let seed = first.wrapping_add(index);
        let (session, puzzle) = match create_puzzle(entry, &options, wins_in, seed) {
            Ok(puzzle) => puzzle,
            Err(error) if matches!(error.downcast_ref(), Some(PuzzleError::NotFound { .. })) => {
                progress.suspend(|| eprintln!("error: {error:#}"));
                progress.inc(1);
                continue;
            }
            Err(error) => return Err(error),
        };
        if let Some(folder) = folder {
            save(folder, session.as_ref(), &puzzle, seed)?;
        }
        progress.suspend(|| -> io::Result<()> {
            if json {
                let object = puzzle_json(session.as_ref(), &puzzle, seed, solution);
                return writeln!(output, "{object}");
            }
            if made > 0 {
                writeln!(output)?;
            }
            write_puzzle(session.as_ref(), &puzzle, seed, solution, &mut output)
        })?;
        made += 1;
        progress.inc(1);
    }
    progress.finish_and_clear();
    output.flush()?;
    Ok(ExitCode::from(u8::from(made != count)))
}

/// Creates a progress bar if several puzzles are made and go to no terminal, else a spinner.
fn progress(count: u64) -> ProgressBar {
    if count > 1 && io::stderr().is_terminal() && !io::stdout().is_terminal() {
        ProgressBar::new(count)
    } else {
        spinner(MAKING)
    }
}

/// Saves the record of a puzzle in a folder, which is created if necessary.
fn save(folder: &Path, session: &dyn DynSession, puzzle: &Puzzle, seed: u64) -> anyhow::Result<()> {
    let name = format!("{}-wins-in-{}-seed-{seed}.record", session.game(), puzzle.wins_in);
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let (path, text) = (folder.join(name), session.record(puzzle.tags()).to_text());
    let is_same = || std::fs::read(&path).is_ok_and(|saved| saved == text.as_bytes());
    if path.exists() && !is_same() {
        bail!(
            "{} already has another record and is unchanged; --records takes another folder",
            path.display()
        );
    }
    record_file::save(&path, &text)
}

fn write_puzzle(
    session: &dyn DynSession,
    puzzle: &Puzzle,
    seed: u64,
    solution: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    let side = session.turn().player().map_or(1, number);
    let (goal, difficulty) = (puzzle.goal(), puzzle.difficulty);
    writeln!(
        output,
        "seed {seed}: player {side} to move, {goal} (difficulty {difficulty} of {MAX_DIFFICULTY})"
    )?;
    write!(output, "{}", diagram(&session.view()))?;
    writeln!(output, "moves: {}", moves(session).join(" "))?;
    if solution {
        writeln!(output, "solution: {}", puzzle.line_texts(session).join(" "))?;
    }
    Ok(())
}

fn puzzle_json(session: &dyn DynSession, puzzle: &Puzzle, seed: u64, solution: bool) -> Value {
    let mut line = json!({
        "game": session.game(),
        "options": options_json(session.options()),
        "seed": seed.to_string(),
        "wins_in": puzzle.wins_in,
        "difficulty": puzzle.difficulty,
        "player": session.turn().player().map(number),
        "position": session.position_text(),
        "moves": moves(session),
    });
    if solution {
        line["solution"] = puzzle.line_texts(session).into();
    }
    line
}

const fn number(player: Side) -> usize {
    player.index() + 1
}

fn moves(session: &dyn DynSession) -> Vec<String> {
    let text = |ply| session.action_text(session.action_of(ply)?.1);
    (1..=session.ply()).filter_map(text).collect()
}
