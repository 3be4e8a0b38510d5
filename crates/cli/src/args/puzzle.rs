//! Puzzles on the command line.

use anyhow::Context as _;
use clap::{Arg, ArgMatches, value_parser};
use quincunx_core::Options;
use quincunx_registry::{DynGame, PuzzleError, SetPuzzle};
use quincunx_search::Limits;

use super::option;
use crate::output::failure::WrongUse;

/// The message while a puzzle is made.
pub(crate) const MAKING: &str = "making a puzzle…";

/// The option `--wins-in`.
pub(crate) fn wins_in_arg(entry: &dyn DynGame) -> Arg {
    let (least, most) = entry.puzzles().unwrap_or((1, 1));
    let default = default_wins_in(entry);
    let help = format!("Moves that the side to move needs to win [default: {default}; {least} to {most}]");
    option("wins-in", "N", help).value_parser(value_parser!(u32).range(i64::from(least)..=i64::from(most)))
}

/// Returns the number of moves to win on the command line.
pub(crate) fn wins_in(entry: &dyn DynGame, matches: &ArgMatches) -> u32 {
    let wins_in = matches.get_one::<u32>("wins-in").copied();
    wins_in.unwrap_or_else(|| default_wins_in(entry))
}

/// Returns three moves, or the nearest number that the game's puzzles have.
pub(crate) fn default_wins_in(entry: &dyn DynGame) -> u32 {
    entry.puzzles().map_or(3, |(least, most)| 3.clamp(least, most))
}

/// Creates the puzzle of a seed.
pub(crate) fn create_puzzle(
    entry: &dyn DynGame,
    options: &Options,
    wins_in: u32,
    seed: u64,
) -> anyhow::Result<SetPuzzle> {
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
