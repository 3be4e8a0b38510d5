//! The report of a level for its designer, from simulated players.
//!
//! [`report`] plays a level by players of several tiers and returns [`Figures`] for each; for the player that
//! stands for casual people also the parts of [`Skill`] and [`Luck`], target [`Band`]s, and the limit of
//! moves for a [`Target`] success. [`Comparison`] compares two levels on the same seeds, [`Calibration`]
//! predicts people's success.
//!
//! ```text
//!   Plan ─▶ Experiment: a Batch of games for each player ─▶ Figures, Skill, Luck, Target ─▶ Report (serialises to JSON)
//!             ▲ ▼
//!            parts, on many machines
//! ```
//! The [arena](quincunx_arena) plays the games, so that the same level, plan and program give the same report
//! on any number of threads. Batches hold what adds exactly, and all else follows from them: an
//! [`Experiment`] may be split among machines, saved, and merged.
//!
//! ```
//! use std::num::NonZero;
//! use quincunx_match3::levels::{Level, SHIPPED, report};
//! use quincunx_search::StopToken;
//! use quincunx_arena::Work;
//!
//! let level = Level::read(SHIPPED[0].text)?;
//! let work = Work {
//!     threads: NonZero::<usize>::MIN,
//!     stop: &StopToken::default(),
//!     progress: &|_| {},
//! };
//! let report = report::report(&level, &report::Plan::of(["random", "noisy"], 20, 7)?, &work)?;
//! assert_eq!(report.tiers[0].games, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempts;
mod bands;
mod calibrate;
mod compare;
mod estimate;
mod experiment;
mod figures;
mod file;
mod game;
mod known;
mod line;
mod plan;
mod skill;
mod summary;
mod target;
#[cfg(test)]
mod tests;

use quincunx_arena::Work;
use quincunx_search::AgentError;

use super::level::Level;

pub use attempts::{Attempts, People};
pub use bands::{ATTEMPTS, Band, DEADLOCKS, SUCCESS, Verdict};
pub use calibrate::{Calibration, CalibrationError, Measure, Prediction, Predictor, Sample};
pub use compare::{Comparison, Difference, Differences};
pub use estimate::{Distribution, Estimate, Rate};
pub use experiment::{Experiment, Keep, Lot, LotError};
pub use figures::{Best, ByMove, Cascades, Figures, GoalFigures};
pub use known::{KnownSuccess, TableError, parse_share};
pub use plan::{Plan, Tier};
pub use skill::{AtSkill, Luck, Share, Skill};
pub use summary::{Facts, Report};
pub use target::{AtLimit, Target};

/// Plays a level by the players of a plan until the work is stopped, and reports on the games.
///
/// # Panics
/// When a player panics.
///
/// # Errors
/// When a player of the plan cannot play the level.
pub fn report(level: &Level, plan: &Plan, work: &Work<'_>) -> Result<Report, AgentError> {
    let mut experiment = Experiment::new(level, plan)?;
    if let Err(panicked) = experiment.play(work, &mut |_| {}) {
        panic!("{panicked}");
    }
    Ok(experiment.report())
}
