//! The report on a level, as the page is told it.

use std::num::NonZero;

use quincunx_core::Game as _;
use quincunx_games::levels::report::{self, Band, Estimate, Figures, Plan, Report, Verdict};
use quincunx_games::levels::{Level, LevelGame, left_of};
use quincunx_search::Interrupt;
use quincunx_search::arena::Work;

use crate::wire::{
    AttemptsInfo, BandInfo, BandVerdict, DecidingGoal, Interval, LegalInfo, LevelReport, QuantilesInfo,
    TierReport,
};

/// The most games that each simulated player plays.
pub const MOST_GAMES: u64 = 400;

/// The seed of all reports: the same level gives the same report.
const SEED: u64 = 7;

/// Has simulated players play a level, so many games each, until the flag is raised, and tells what they make of it.
#[must_use]
pub fn report(level: &Level, games: u64, interrupt: &Interrupt) -> LevelReport {
    let plan = Plan::usual(games, SEED);
    let work = Work {
        threads: NonZero::<usize>::MIN,
        rows: false,
        interrupt,
        progress: &|_| {},
    };
    let report = report::report(level, &plan, &work).expect("the players of a usual report are there");
    told(level, &report)
}

fn told(level: &Level, report: &Report) -> LevelReport {
    let rules = LevelGame::new(level.clone());
    let goals: Vec<&str> = rules.goals(&rules.initial()).into_iter().map(left_of).collect();
    LevelReport {
        whole: report.is_whole,
        games: report.tiers.iter().map(|figures| figures.games).sum(),
        tiers: report.tiers.iter().map(|figures| tier(figures, &goals)).collect(),
        casual: report.casual.clone(),
        bands: report.bands.iter().map(band).collect(),
        skill: report.skill.as_ref().map(|skill| interval(skill.sensitivity)),
        luck: report
            .luck
            .as_ref()
            .and_then(|luck| luck.success)
            .map(|luck| interval(luck.share)),
    }
}

/// Tells of a player; goals are named as beside the board, in the order of the level.
fn tier(figures: &Figures, goals: &[&str]) -> TierReport {
    TierReport {
        agent: figures.agent.clone(),
        games: figures.games,
        success: interval(Estimate::from(figures.success)),
        attempts: AttemptsInfo {
            mean: figures.attempts.mean,
            least: figures.attempts.low,
            median: figures.attempts.median,
            p95: figures.attempts.p95,
            p95_least: figures.attempts.p95_low,
        },
        moves_left: figures.moves_left.as_ref().map(|left| QuantilesInfo {
            p5: left.p5,
            p50: left.p50,
            p95: left.p95,
        }),
        best: figures.best.moves.map(interval),
        tried: figures.best.tried,
        near_misses: figures.near_misses.value,
        legal: figures.legal.as_ref().map(|legal| LegalInfo {
            mean: legal.mean.value,
            least: legal.least,
        }),
        deadlocks: figures.deadlocks.value,
        decides: goals
            .iter()
            .zip(&figures.goals)
            .map(|(&goal, figures)| DecidingGoal {
                goal: goal.to_owned(),
                share: figures.decides.value,
            })
            .collect(),
        reached: figures
            .by_move
            .iter()
            .map(|moment| moment.reached.value)
            .collect(),
    }
}

fn band(band: &Band) -> BandInfo {
    BandInfo {
        figure: band.figure.to_owned(),
        share: band.is_share,
        low: band.low,
        high: band.high,
        value: band.value,
        from: band.from,
        to: band.to,
        verdict: match band.verdict {
            Verdict::In => BandVerdict::In,
            Verdict::Out => BandVerdict::Out,
            Verdict::Undecided => BandVerdict::Undecided,
        },
    }
}

const fn interval(estimate: Estimate) -> Interval {
    Interval {
        value: estimate.value,
        low: estimate.low,
        high: estimate.high,
    }
}
