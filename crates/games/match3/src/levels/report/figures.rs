//! The figures of a level under one player.

use quincunx_arena::Histogram;
use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::Attempts;
use super::estimate::{Distribution, Estimate, Rate};
use super::game::{Batch, Run, Sums};

/// The figures of a level under one player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Figures {
    /// The player, as named.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// Games that reached all goals.
    pub success: Rate,
    /// Attempts until a success.
    pub attempts: Attempts,
    /// The probability of missing three times in a row: (1 − p)³ for the success rate p.
    pub three_misses: Estimate,
    /// Moves left in the games that reached the goals; `None` where none did.
    #[schema(required)]
    pub moves_left: Option<Distribution>,
    /// The best 5 % of all games; `None` where games under a longer limit are needed and not all played.
    #[schema(required)]
    pub best: Option<Best>,
    /// Missed games with at least 90 % of each goal done, or with all but one element, field or point.
    pub near_misses: Rate,
    /// Points at the end.
    pub points: Distribution,
    /// Cascades; `None` where no move was made.
    #[schema(required)]
    pub cascades: Option<Cascades>,
    /// Specials made per game.
    pub specials_made: Estimate,
    /// Specials that took effect per game.
    pub specials_used: Estimate,
    /// Legal moves per turn; in the mean's interval games are independent, not turns.
    #[schema(required)]
    pub legal: Option<Distribution>,
    /// Games that met a board without a move, reshuffled or not.
    pub deadlocks: Rate,
    /// Reshuffles per game.
    pub shuffles: Estimate,
    /// Games that ended without a move while moves were left.
    pub stuck: Rate,
    /// The goals, in the order of the level.
    pub goals: Vec<GoalFigures>,
    /// The state after each number of moves, from 0 to the limit; a finished game keeps its last state.
    pub by_move: Vec<ByMove>,
}

/// The best 5 % of all games: those that reached the goals in the fewest moves.
///
/// Where too few games succeed within the level's limit, games under a longer limit count. These figures
/// predict people's success best (Kristensen and others on Lily's Garden, arXiv 2107.03305).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Best {
    /// The number of games: a twentieth, rounded up. The last one counts in part.
    pub games: u64,
    /// How many of them reached the goals within the level's limit.
    pub reached: u64,
    /// The mean of the moves needed; `None` where even the limit tried is too short for some of them.
    #[schema(required)]
    pub moves: Option<Estimate>,
    /// The share of the level's limit that is left after the mean: negative where the limit is too short.
    /// Without a mean all moves of the limit tried count as needed.
    pub share_left: f64,
    /// The limit of these games: the level's own, or a longer one.
    pub tried: u32,
}

/// Figures of cascades; in intervals games are independent, not moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Cascades {
    /// Steps of each move's cascade; 0 where nothing matches.
    pub steps: Distribution,
    /// Moves whose cascade had more than one step.
    pub chains: Rate,
}

/// The figures of a goal under one player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct GoalFigures {
    /// The goal in words.
    pub goal: String,
    /// The amount required.
    pub wanted: u64,
    /// The share done at the end.
    pub done: Estimate,
    /// Of the games that reached all goals, those that reached this one last.
    pub last: Rate,
    /// Of the games that missed a goal, those that missed this one.
    pub missed: Rate,
    /// The games that this goal decided: reached last, or, in a missed game, with the least share done. Ties
    /// count for each goal.
    pub decides: Rate,
}

/// The state after a number of moves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct ByMove {
    /// The moves.
    pub moves: u32,
    /// Points.
    pub points: Estimate,
    /// Games that reached all goals by then.
    pub reached: Rate,
    /// The share done of each goal.
    pub done: Vec<Estimate>,
}

/// One game in so many is among the best.
const BEST: u64 = 20;

/// The tenths of each goal that are done at least in a near miss.
const NEAR: u64 = 9;

impl Figures {
    /// Creates the figures of a player; `None` of fewer than two games, which have no spread. The best games
    /// are those of `longer`, the same games under a longer limit, if they were
    /// [needed](Batch::needs_longer).
    pub(super) fn of(agent: String, goals: &[String], batch: &Batch, longer: Option<&Batch>) -> Option<Self> {
        let runs = batch.runs.as_slice();
        if runs.len() < 2 {
            return None;
        }
        let success = batch.success();
        let mean = |value: fn(&Run) -> u32| {
            Estimate::mean_of(runs.iter().map(|run| value(run).into())).within(0.0, f64::INFINITY)
        };
        let points: Histogram = runs.iter().map(|run| run.points).collect();
        let left: Histogram = batch
            .reached()
            .map(|run| (batch.limit - run.moves).into())
            .collect();
        let legal = Estimate::ratio_of(runs.iter().map(|run| (run.legal as f64, run.turns.into())));
        let goals = goals.iter().enumerate();
        Some(Self {
            agent,
            games: runs.len() as u64,
            success,
            attempts: Attempts::of(success),
            three_misses: Estimate::from(success).map(|rate| (1.0 - rate).powi(3)),
            moves_left: Distribution::of(&left),
            best: longer
                .or_else(|| (!batch.needs_longer()).then_some(batch))
                .map(|games| Best::of(games, batch.limit)),
            near_misses: Rate::count(runs, |run| batch.is_near(run)),
            points: Distribution::of(&points)?,
            cascades: Cascades::of(batch),
            specials_made: mean(|run| run.specials_made),
            specials_used: mean(|run| run.specials_used),
            legal: Distribution::with_mean(&batch.legal, legal),
            deadlocks: Rate::count(runs, |run| run.is_deadlocked()),
            shuffles: mean(|run| run.shuffles),
            stuck: Rate::count(runs, |run| run.is_stuck),
            goals: goals
                .map(|(goal, name)| GoalFigures::of(goal, name, batch))
                .collect(),
            by_move: by_move(batch),
        })
    }
}

impl Batch {
    /// Iterates over the games that reached the goals.
    fn reached(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.reached)
    }

    pub(super) fn success(&self) -> Rate {
        Rate::count(&self.runs, |run| run.reached)
    }

    /// Returns how often games reached the goals within each number of moves, from 0 to the limit.
    pub(super) fn success_by_move(&self) -> Vec<Rate> {
        let mut reached_after = vec![0; self.limit as usize + 1];
        for run in self.reached() {
            reached_after[run.moves as usize] += 1;
        }
        let games = self.runs.len() as u64;
        let rates = reached_after.into_iter().scan(0, |reached, more| {
            *reached += more;
            Some(Rate::new(*reached, games))
        });
        rates.collect()
    }

    /// Returns the number of games that are among the best.
    fn best(&self) -> usize {
        (self.runs.len() as u64).div_ceil(BEST) as usize
    }

    /// Returns whether fewer games reached the goals than are among the best, so that the same games under a
    /// longer limit are needed.
    pub(super) fn needs_longer(&self) -> bool {
        self.reached().count() < self.best()
    }

    /// Returns whether a game was nearly reached. Nine tenths of a small goal are all of it, so one element
    /// less is near as well.
    fn is_near(&self, run: &Run) -> bool {
        let goals = || run.goals.iter().zip(&self.wanted);
        let is_near = |done: u64, wanted: u64| 10 * u128::from(done) >= u128::from(NEAR) * u128::from(wanted);
        let left = || goals().map(|(goal, wanted)| u128::from(wanted - goal.done));
        !run.reached
            && (goals().all(|(goal, wanted)| is_near(goal.done, *wanted)) || left().sum::<u128>() == 1)
    }

    /// Returns whether a goal decided a game.
    fn is_decided_by(&self, run: &Run, goal: usize) -> bool {
        let this = run.goals[goal];
        if run.reached {
            return run.goals.iter().all(|other| other.at <= this.at);
        }
        // Shares are compared as fractions.
        let done = |goal: usize| u128::from(run.goals[goal].done);
        let wanted = |goal: usize| u128::from(self.wanted[goal]);
        (0..run.goals.len()).all(|other| done(goal) * wanted(other) <= done(other) * wanted(goal))
    }
}

impl Best {
    /// Creates it from games under the level's limit or a longer one.
    fn of(batch: &Batch, limit: u32) -> Self {
        let games = batch.best();
        let mut moves: Vec<f64> = batch.reached().map(|run| run.moves.into()).collect();
        moves.sort_unstable_by(f64::total_cmp);
        let mean = Estimate::of_lowest(&moves, BEST, batch.runs.len() as u64);
        let mean = mean.map(|mean| mean.within(0.0, batch.limit.into()));
        moves.truncate(games);
        let needed = mean.map_or(batch.limit.into(), |mean| mean.value);
        Self {
            games: games as u64,
            reached: moves.iter().filter(|&&moves| moves <= f64::from(limit)).count() as u64,
            moves: mean,
            share_left: 1.0 - needed / f64::from(limit),
            tried: batch.limit,
        }
    }
}

impl Cascades {
    fn of(batch: &Batch) -> Option<Self> {
        let steps = batch.runs.iter().map(|run| (run.steps as f64, run.moves.into()));
        let chains = batch.runs.iter().map(|run| (run.chains.into(), run.moves.into()));
        Some(Self {
            steps: Distribution::with_mean(&batch.cascades, Estimate::ratio_of(steps))?,
            chains: Rate::of_clusters(chains),
        })
    }
}

impl GoalFigures {
    fn of(goal: usize, name: &str, batch: &Batch) -> Self {
        let wanted = batch.wanted[goal];
        let done = batch
            .runs
            .iter()
            .map(|run| run.goals[goal].done as f64 / wanted as f64);
        let missed = batch.runs.iter().filter(|run| !run.reached);
        Self {
            goal: name.to_owned(),
            wanted,
            done: Estimate::mean_of(done).within(0.0, 1.0),
            last: Rate::count(batch.reached(), |run| batch.is_decided_by(run, goal)),
            missed: Rate::count(missed, |run| run.goals[goal].at.is_none()),
            decides: Rate::count(&batch.runs, |run| batch.is_decided_by(run, goal)),
        }
    }
}

fn by_move(batch: &Batch) -> Vec<ByMove> {
    let games = batch.runs.len();
    let at = |((moves, sums), reached): ((u32, &Vec<Sums>), Rate)| {
        let done = sums[1..].iter().zip(&batch.wanted);
        ByMove {
            moves,
            points: sums[0].mean(games, 1),
            reached,
            done: done
                .map(|(sums, &wanted)| sums.mean(games, wanted).within(0.0, 1.0))
                .collect(),
        }
    };
    let by_move = (0..).zip(&batch.by_move).zip(batch.success_by_move());
    by_move.map(at).collect()
}
