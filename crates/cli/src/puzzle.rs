//! `quincunx puzzle GAME`: positions to win in so many moves, for people and for files.

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::ProgressBar;
use quincunx_core::{DynSession, Options, Player};
use quincunx_registry::{DynGame, HARDEST, Puzzle, PuzzleError, SetPuzzle};
use quincunx_search::Limits;
use serde_json::{Value, json};

use crate::diagram::diagram;
use crate::failure::WrongUse;
use crate::game_args::{game_of, json_arg, option_args, options_of, with_games, without};
use crate::progress::spinner;
use crate::record_file;

pub(crate) const NAME: &str = "puzzle";

/// What a person reads who waits for a puzzle.
pub(crate) const MAKING: &str = "making a puzzle…";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Make puzzles: positions to win in so many moves, by one first move only")
        .long_about(
            "Makes puzzles. In each the side to move wins in so many moves of its own against every defence; the \
             first move is the only one that wins. The same seed makes the same puzzle; several have the seeds that \
             follow.",
        )
        .after_help(
            "Examples:\n  \
             quincunx puzzle connect-four\n  \
             quincunx puzzle connect-four --wins-in 4 --count 10 --seed 100 --solution\n  \
             quincunx puzzle connect-four --count 1000 --json > puzzles.jsonl\n  \
             quincunx puzzle connect-four --count 20 --records puzzles\n\n\
             To solve one in the terminal: quincunx play connect-four --puzzle\n\n\
             Exit status: 1 when a seed has no puzzle; those of the others are made all the same.",
        )
        .arg_required_else_help(true)
        .subcommand_required(true);
    with_games(command, |entry, command| {
        command
            .hide(entry.puzzles().is_none())
            .arg(wins_in_arg(entry))
            .arg(
                Arg::new("count")
                    .long("count")
                    .value_name("N")
                    .value_parser(value_parser!(u64).range(1..=1_000_000))
                    .default_value("1")
                    .help("How many"),
            )
            .arg(
                Arg::new("seed")
                    .long("seed")
                    .value_name("N")
                    .value_parser(value_parser!(u64))
                    .default_value("0")
                    .help("The seed of the first one"),
            )
            .arg(
                Arg::new("solution")
                    .long("solution")
                    .action(ArgAction::SetTrue)
                    .help("Tell the solution as well: the moves and the longest defence in turn"),
            )
            .arg(
                Arg::new("records")
                    .long("records")
                    .value_name("FOLDER")
                    .value_parser(value_parser!(PathBuf))
                    .help("Save each as a record in FOLDER, which is made if need be"),
            )
            .arg(json_arg().help("Write a JSON object a line for programs instead of text for people"))
            .args(option_args(entry))
    })
}

/// The option that says in how many moves a puzzle is won.
pub(crate) fn wins_in_arg(entry: &dyn DynGame) -> Arg {
    let (least, most) = entry.puzzles().unwrap_or((1, 1));
    Arg::new("wins-in")
        .long("wins-in")
        .value_name("N")
        .value_parser(value_parser!(u32).range(i64::from(least)..=i64::from(most)))
        .help(format!(
            "In how many moves of its own the side to move wins [default: {}; {least} to {most}]",
            usual_wins_in(entry)
        ))
}

/// Returns in how many moves a puzzle is to be won by a command line.
pub(crate) fn wins_in(entry: &dyn DynGame, matches: &ArgMatches) -> u32 {
    let asked = matches.get_one::<u32>("wins-in").copied();
    asked.unwrap_or_else(|| usual_wins_in(entry))
}

/// In how many moves puzzles are won when nobody says: three, or as near to it as the game has them.
pub(crate) fn usual_wins_in(entry: &dyn DynGame) -> u32 {
    entry.puzzles().map_or(3, |(least, most)| 3.clamp(least, most))
}

/// Makes the puzzle of a seed, or says why there is none.
pub(crate) fn make(
    entry: &dyn DynGame,
    options: &Options,
    wins_in: u32,
    seed: u64,
) -> anyhow::Result<SetPuzzle> {
    match entry.puzzle(options, wins_in, seed, &Limits::default()) {
        None => Err(without("puzzles", entry, |entry| entry.puzzles().is_some()).into()),
        Some(Ok(puzzle)) => Ok(puzzle),
        Some(Err(error @ (PuzzleError::New(_) | PuzzleError::WinsIn { .. }))) => {
            Err(WrongUse::because(error))
        }
        Some(Err(error)) => Err(error).with_context(|| format!("seed {seed}")),
    }
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) =
        game_of(matches)?.ok_or_else(|| WrongUse("puzzle needs the name of a game".to_owned()))?;
    let options = options_of(entry, matches)?;
    let wins_in = wins_in(entry, matches);
    let number = |name: &str| *matches.get_one::<u64>(name).expect("it has a default");
    let (first, count) = (number("seed"), number("count"));
    let folder = matches.get_one::<PathBuf>("records");
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let mut output = io::stdout().lock();
    let (json, solution) = (matches.get_flag("json"), matches.get_flag("solution"));
    let progress = progress(count);
    let mut made = 0;
    for index in 0..count {
        let seed = first.wrapping_add(index);
        let (session, puzzle) = match make(entry, &options, wins_in, seed) {
            Ok(puzzle) => puzzle,
            // Another seed may have one, and the rest of those that were asked for are not lost with it.
            Err(error) if is_not_found(&error) => {
                progress.suspend(|| eprintln!("error: {error:#}"));
                progress.inc(1);
                continue;
            }
            Err(error) => return Err(error),
        };
        progress.suspend(|| -> anyhow::Result<()> {
            if json {
                let line = in_json(session.as_ref(), &puzzle, seed, solution);
                serde_json::to_writer(&mut output, &line)?;
                return Ok(writeln!(output)?);
            }
            if made > 0 {
                writeln!(output)?;
            }
            Ok(in_words(session.as_ref(), &puzzle, seed, solution, &mut output)?)
        })?;
        made += 1;
        if let Some(folder) = folder {
            save(folder, session.as_ref(), &puzzle, seed)?;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    output.flush()?;
    Ok(if made == count {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn is_not_found(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(PuzzleError::NotFound { .. }))
}

/// Shows how many are made, to a person who does not see them go by; else that one is.
fn progress(count: u64) -> ProgressBar {
    if count > 1 && io::stderr().is_terminal() && !io::stdout().is_terminal() {
        ProgressBar::new(count)
    } else {
        spinner(MAKING.to_owned())
    }
}

fn save(folder: &Path, session: &dyn DynSession, puzzle: &Puzzle, seed: u64) -> anyhow::Result<()> {
    let name = format!("{}-wins-in-{}-seed-{seed}.record", session.game(), puzzle.wins_in);
    record_file::save(&folder.join(name), &session.record(puzzle.tags()).to_text())
}

fn in_words(
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
        "seed {seed}: player {side} to move, {goal} (difficulty {difficulty} of {HARDEST})"
    )?;
    write!(output, "{}", diagram(&session.view()))?;
    writeln!(output, "moves: {}", moves(session).join(" "))?;
    if solution {
        writeln!(output, "solution: {}", puzzle.line_texts(session).join(" "))?;
    }
    Ok(())
}

fn in_json(session: &dyn DynSession, puzzle: &Puzzle, seed: u64, solution: bool) -> Value {
    let options: serde_json::Map<_, _> = session
        .options()
        .iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    let mut line = json!({
        "game": session.game(),
        "options": options,
        "seed": seed,
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

const fn number(player: Player) -> usize {
    player.index() + 1
}

/// Lists the moves that led to the position, as people type them.
fn moves(session: &dyn DynSession) -> Vec<String> {
    let text = |ply| {
        session
            .action_of(ply)
            .and_then(|(_, action)| session.action_text(action))
    };
    (1..=session.ply()).filter_map(text).collect()
}
