//! The report on a level for the page.

use std::num::NonZero;

use crate::messages::{LevelReport, Reason, Refusal};
use quincunx_arena::Work;
use quincunx_core::Game as _;
use quincunx_match3::levels::report;
use quincunx_match3::levels::report::Plan;
use quincunx_match3::levels::{Level, LevelGame, left_of};
use quincunx_search::StopToken;

/// The fewest games that have a spread.
pub const MIN_GAMES: u64 = 2;

/// The most games that each simulated player plays.
pub const MAX_GAMES: u64 = 400;

/// The seed of all reports: the same level gives the same report.
const SEED: u64 = 7;

/// Checks how many games each simulated player is to play.
///
/// # Errors
/// When they are too few or too many.
pub fn check_games(games: u64) -> Result<(), Refusal> {
    if (MIN_GAMES..=MAX_GAMES).contains(&games) {
        return Ok(());
    }
    let what = format!("a report is on {MIN_GAMES} to {MAX_GAMES} games of each player, not {games}");
    Err(Reason::malformed(what).into())
}

/// Plays a level by simulated players, a number of games each, until the stop token is set, and reports the
/// results.
#[must_use]
pub fn report(level: &Level, games: u64, stop: &StopToken) -> LevelReport {
    let work = Work {
        threads: NonZero::<usize>::MIN,
        stop,
        progress: &|_| {},
    };
    let report = report::report(level, &Plan::usual(games, SEED), &work)
        .expect("the players of a usual report are there");
    let rules = LevelGame::new(level.clone());
    let goals = rules.goals(&rules.initial()).into_iter().map(left_of);
    LevelReport {
        goals: goals.map(str::to_owned).collect(),
        report,
    }
}
