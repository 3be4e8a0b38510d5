//! What a level gives to people, told from simulated players: the report of its designer.
//!
//! [`report`] plays a level by players of several tiers and works out [`Figures`] for each; for the player that stands for casual
//! people also how much skill and luck count ([`Skill`], [`Luck`]), which figures are in the [`Band`]s that designers use, and the
//! limit of moves for a success that is wanted ([`Target`]). [`compare`] does so for two levels on the same seeds.
//! [`Calibration`] says how well the figures tell people's success, from levels where that is known.
//!
//! ```text
//!   Plan ─▶ Study: a Batch of games for each player ─▶ Figures, Skill, Luck, Target ─▶ Report (serialises to JSON)
//! ```
//! Games are played by the [arena](quincunx_search::arena), so that the same level, plan and program give the same report on one
//! thread and on many. Batches hold what adds exactly, and everything else is worked out from the whole.
//!
//! ```
//! use std::num::NonZero;
//! use quincunx_games::levels::{Level, SHIPPED, report};
//! use quincunx_search::Interrupt;
//! use quincunx_search::arena::Work;
//!
//! let level = Level::read(SHIPPED[0].text)?;
//! let work = Work {
//!     threads: NonZero::<usize>::MIN,
//!     rows: false,
//!     interrupt: &Interrupt::default(),
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
mod figures;
mod game;
mod line;
mod plan;
mod skill;
mod target;
#[cfg(test)]
mod tests;

use quincunx_core::Game as _;
use quincunx_search::AgentError;
use quincunx_search::arena::{Games, Run as OfArena, Work};
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::level::Level;
use super::rules::LevelGame;
use crate::simulation::contestant;
use game::Batch;
use plan::{Job, Jobs};

pub use attempts::{Attempts, People};
pub use bands::{ATTEMPTS, Band, DEADLOCKS, SENSITIVITY, SUCCESS, THREE_MISSES, Verdict};
pub use calibrate::{Calibration, CalibrationError, Measure, Prediction, Predictor, Sample};
pub use compare::{Comparison, Difference, Differences};
pub use estimate::{Distribution, Estimate, Rate};
pub use figures::{Best, ByMove, Cascades, Figures, GoalFigures};
pub use plan::{Plan, Tier};
pub use skill::{AtSkill, Luck, Share, Skill};
pub use target::{AtLimit, Target};

/// What simulated players make of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The version of the program: in another, players may choose otherwise.
    pub program: &'static str,
    /// The level.
    pub level: Facts,
    /// The seed of all luck.
    pub seed: u64,
    /// Whether all games of the plan were played; if not, somebody ended the work, and what is missing is left out.
    pub is_whole: bool,
    /// The figures under each player, in the order of the plan; players of fewer than two games are left out.
    pub tiers: Vec<Figures>,
    /// The player that stands for casual people, as named among the tiers.
    pub casual: Option<String>,
    /// How much skill counts.
    pub skill: Option<Skill>,
    /// How much luck counts, by the casual player.
    pub luck: Option<Luck>,
    /// Which figures of the casual player, and of people of several skills, are in the bands that designers use.
    pub bands: Vec<Band>,
    /// The limit for the success that is wanted of the casual player.
    pub target: Option<Target>,
}

/// What a level is, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// The name for people.
    pub name: String,
    /// Columns of the picture.
    pub columns: u32,
    /// Rows of the picture.
    pub rows: u32,
    /// The limit of moves.
    pub limit: u32,
    /// The goals in words.
    pub goals: Vec<String>,
}

/// Plays a level by the players of a plan, and tells what it gives to each. When the flag of the work is raised, it tells of the
/// games that were played.
///
/// # Errors
/// When there is no such player.
pub fn report(level: &Level, plan: &Plan, work: &Work<'_>) -> Result<Report, AgentError> {
    let jobs = Jobs::of(plan)?;
    Ok(Study::play(level, plan, &jobs, work).report(plan, &jobs))
}

/// Plays two levels by the players of a plan on the same seeds, and tells what is different.
///
/// # Errors
/// When there is no such player.
pub fn compare(one: &Level, other: &Level, plan: &Plan, work: &Work<'_>) -> Result<Comparison, AgentError> {
    let jobs = Jobs::of(plan)?;
    let [one, other] = [one, other].map(|level| Study::play(level, plan, &jobs, work));
    let difference = |job: &Job| {
        let [one, other] = [&one, &other].map(|study| study.batch(job));
        Differences::of(job.name.clone(), one, other)
    };
    Ok(Comparison {
        differences: jobs.tiers.iter().filter_map(difference).collect(),
        one: one.report(plan, &jobs),
        other: other.report(plan, &jobs),
    })
}

/// The games of a level by all players of a plan.
struct Study {
    rules: LevelGame,
    /// The games of each player, by its kind and all parameters.
    batches: FxHashMap<String, Batch>,
    /// Those that were played far beyond the level's limit, all of them to their ends.
    played_on: FxHashMap<String, Batch>,
    /// The limit that is wanted.
    target: Option<Target>,
    /// Whether all was played that was to be.
    is_whole: bool,
}

impl Study {
    /// Plays them: those of the casual player first, so that what is told of it is there when the work is ended early.
    fn play(level: &Level, plan: &Plan, jobs: &Jobs, work: &Work<'_>) -> Self {
        let play = |rules: &LevelGame, job: &Job| {
            let player = contestant(rules, job.seat.clone());
            Batch::play(rules, player, plan.seed, &Games::range(0..job.games), work)
        };
        let is_played = |batch: &Batch, job: &Job| batch.runs.len() as u64 == job.games;
        let rules = LevelGame::new(level.clone());
        let batches = jobs.different().map(|job| (job.key(), play(&rules, job)));
        let batches: FxHashMap<String, Batch> = batches.collect();

        let longer = LevelGame::new(Target::tried(level));
        let play_on = |job: &Job| {
            let own = &batches[&job.key()];
            // Of a batch that is not whole the longer games would be others.
            let long = is_played(own, job).then(|| match longer.level().limit() == own.limit {
                true => own.clone(),
                false => play(&longer, job),
            });
            long.filter(|long| is_played(long, job))
        };
        let wanted = jobs.casual.as_ref().zip(plan.target);
        let is_casual = |job: &Job| {
            jobs.casual
                .as_ref()
                .is_some_and(|casual| casual.key() == job.key())
        };
        let is_tier = |job: &Job| jobs.tiers.iter().any(|tier| tier.key() == job.key());
        let is_too_short = |job: &Job| is_tier(job) && batches[&job.key()].is_too_short_for_best();
        let to_play_on = jobs
            .different()
            .filter(|job| is_too_short(job) || wanted.is_some() && is_casual(job));
        let mut is_whole = jobs.different().all(|job| is_played(&batches[&job.key()], job));
        let (mut played_on, mut target) = (FxHashMap::default(), None);
        for job in to_play_on {
            let Some(long) = play_on(job) else {
                is_whole = false;
                continue;
            };
            if let Some((casual, success)) = wanted.filter(|_| is_casual(job)) {
                let under = |limit| play(&LevelGame::new(level.with_limit(limit)), job);
                let own = &batches[&job.key()];
                target = Target::find(success, casual.name.clone(), own, &long, under);
                is_whole &= target.is_some();
            }
            played_on.insert(job.key(), long);
        }
        Self {
            rules,
            batches,
            played_on,
            target,
            is_whole,
        }
    }

    fn batch(&self, job: &Job) -> &Batch {
        &self.batches[&job.key()]
    }

    /// Works out the figures of a player; those of the best games come from longer ones only where its own are too short.
    fn figures(&self, job: &Job, goals: &[String]) -> Option<Figures> {
        let batch = self.batch(job);
        let played_on = self.played_on.get(&job.key());
        let played_on = played_on.filter(|_| batch.is_too_short_for_best());
        Figures::of(job.name.clone(), goals, batch, played_on)
    }

    fn report(self, plan: &Plan, jobs: &Jobs) -> Report {
        let level = self.rules.level();
        let goals = self.rules.goals(&self.rules.initial());
        let goals: Vec<String> = goals.iter().map(ToString::to_string).collect();
        let tiers = jobs.tiers.iter().filter_map(|job| self.figures(job, &goals));
        let tiers: Vec<Figures> = tiers.collect();
        let of_skills = jobs.skills.iter().map(|(skill, job)| (*skill, self.batch(job)));
        let skilled = jobs.skills.first().map_or("", |(_, job)| &job.name);
        let skill = Skill::of(skilled, &of_skills.collect::<Vec<_>>());
        let of_luck: Vec<&Batch> = jobs.luck.iter().map(|job| self.batch(job)).collect();
        let casual = jobs.casual.as_ref();
        let of_casual = casual.and_then(|casual| tiers.iter().find(|figures| figures.agent == casual.name));
        Report {
            program: OfArena::PROGRAM,
            level: Facts {
                name: level.name().to_owned(),
                columns: level.size().columns(),
                rows: level.size().rows(),
                limit: level.limit(),
                goals,
            },
            seed: plan.seed,
            is_whole: self.is_whole,
            bands: of_casual.map_or_else(Vec::new, |figures| bands::bands(figures, skill.as_ref())),
            casual: of_casual.map(|figures| figures.agent.clone()),
            luck: Luck::of(&of_luck),
            skill,
            tiers,
            target: self.target,
        }
    }
}
