//! The figures of a level under one player, worked out from its games.

use quincunx_arena::Histogram;
use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::Attempts;
use super::estimate::{Distribution, Estimate, Rate};
use super::game::{Batch, Run};

/// What a level gives to one player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Figures {
    /// The player, as named.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// How often all goals were reached.
    pub success: Rate,
    /// How many attempts a success takes.
    pub attempts: Attempts,
    /// The probability of missing three times in a row: (1 − p)³ for a rate of success p.
    pub three_misses: Estimate,
    /// Moves left in the games that reached the goals; `None` where none did.
    pub moves_left: Option<Distribution>,
    /// The best 5 % of all games.
    pub best: Best,
    /// How often a game was missed with at least 90 % of each goal done, or with all done but for one
    /// element, field or point.
    pub near_misses: Rate,
    /// Points at the end.
    pub points: Distribution,
    /// What goes by cascades; `None` where no move was made.
    pub cascades: Option<Cascades>,
    /// Specials that combinations made, a game.
    pub specials_made: Estimate,
    /// Specials that took effect, a game.
    pub specials_used: Estimate,
    /// Legal moves, of every turn; the mean's interval takes games for independent, and not the turns of
    /// one.
    pub legal: Option<Distribution>,
    /// How often a game came to a board without a move, be it reshuffled or the end.
    pub deadlocks: Rate,
    /// How often the board was reshuffled, a game.
    pub shuffles: Estimate,
    /// How often a game ended with moves left because there was no move.
    pub stuck: Rate,
    /// The goals, in the order of the level.
    pub goals: Vec<GoalFigures>,
    /// What was there after so many moves, from 0 to the limit; a game that is over stays as it is.
    pub by_move: Vec<ByMove>,
}

/// The best 5 % of all games: those that reached the goals in the fewest moves, some beyond the level's limit
/// where it lets fewer succeed. A player who looks at the limit plays other games under a longer one.
///
/// Of all that simulated games tell, these predict best how people do (Kristensen and others on Lily's
/// Garden, arXiv 2107.03305).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Best {
    /// How many games these are: a twentieth, rounded up. Of the last of them only a part is of the 5 %
    /// then.
    pub games: u64,
    /// How many of them reached the goals within the level's limit.
    pub reached: u64,
    /// The mean of the moves that they needed; `None` where even the limit that was tried is too short for
    /// some of them.
    pub moves: Option<Estimate>,
    /// What that leaves of the level's limit, as a share of it: negative where the limit is too short for
    /// the best. Where not even the limit that was tried is enough, as if all of that were needed.
    pub share_left: f64,
    /// The limit up to which games were played to find that out: the level's own, or a longer one.
    pub tried: u32,
}

/// What goes by cascades. Intervals take games for independent, and not the moves of one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Cascades {
    /// Steps of every move's cascade: 1 where nothing matches after the first, 0 where nothing matches at
    /// all.
    pub steps: Distribution,
    /// How often a move's cascade had more than one step.
    pub chains: Rate,
}

/// A goal under one player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GoalFigures {
    /// The goal in words.
    pub goal: String,
    /// What is wanted.
    pub wanted: u64,
    /// The share of it that was done at the end.
    pub done: Estimate,
    /// Of the games that reached all goals, those in which none was reached after this.
    pub last: Rate,
    /// Of the games that missed one, those that missed this.
    pub missed: Rate,
    /// Of all games, those that it decided: where all goals were reached, none after this; else the least
    /// share of it was done. Where several goals were reached by one move, or equal shares done, each of
    /// them counts.
    pub decides: Rate,
}

/// What was there after a number of moves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ByMove {
    /// The moves.
    pub moves: u32,
    /// Points.
    pub points: Estimate,
    /// How often all goals were reached by then.
    pub reached: Rate,
    /// The share of each goal that was done.
    pub done: Vec<Estimate>,
}

/// One game in so many is among the best.
const BEST: u64 = 20;

/// What is done of each goal at least in a near miss, of ten.
const NEAR: u64 = 9;

impl Figures {
    /// Works out the figures of a player; `None` of fewer than two games, which have no spread. Goals are
    /// named in their order.
    ///
    /// The best games are those of another batch where the same games were played
    /// [on](Batch::is_too_short_for_best).
    pub(super) fn of(
        agent: String,
        goals: &[String],
        batch: &Batch,
        played_on: Option<&Batch>,
    ) -> Option<Self> {
        let runs = batch.runs.as_slice();
        if runs.len() < 2 {
            return None;
        }
        let success = Rate::count(runs, |run| run.reached);
        let counted = |value: fn(&Run) -> u64, which: fn(&&Run) -> bool| {
            let mut counts = Histogram::default();
            for run in runs.iter().filter(which) {
                counts.count(value(run));
            }
            counts
        };
        let mean = |value: fn(&Run) -> u32| {
            Estimate::mean_of(runs.iter().map(|run| value(run).into())).within(0.0, f64::INFINITY)
        };
        let mut left = Histogram::default();
        for run in runs.iter().filter(|run| run.reached) {
            left.count((batch.limit - run.moves).into());
        }
        Some(Self {
            agent,
            games: runs.len() as u64,
            success,
            attempts: Attempts::of(success),
            three_misses: Estimate::from(success).map(|rate| (1.0 - rate).powi(3)),
            moves_left: Distribution::of(&left),
            best: Best::of(played_on.unwrap_or(batch), batch.limit),
            near_misses: Rate::count(runs, |run| batch.is_near(run)),
            points: Distribution::of(&counted(|run| run.points, |_| true))?,
            cascades: Cascades::of(&batch.cascades, runs),
            specials_made: mean(|run| run.specials_made),
            specials_used: mean(|run| run.specials_used),
            legal: Distribution::with_mean(
                &batch.legal,
                Estimate::ratio_of(runs.iter().map(|run| (run.legal as f64, run.turns.into())))
                    .within(0.0, f64::INFINITY),
            ),
            deadlocks: Rate::count(runs, |run| run.is_deadlocked()),
            shuffles: mean(|run| run.shuffles),
            stuck: Rate::count(runs, |run| run.is_stuck),
            goals: (0..goals.len())
                .map(|goal| GoalFigures::of(goal, &goals[goal], batch))
                .collect(),
            by_move: by_move(batch),
        })
    }

    /// Returns the goal that decides the most games.
    #[must_use]
    pub fn deciding(&self) -> Option<&GoalFigures> {
        // The first of equals.
        self.goals.iter().rev().max_by_key(|goal| goal.decides.hits)
    }
}

impl Batch {
    /// Returns how many games are among the best.
    fn best(&self) -> usize {
        (self.runs.len() as u64).div_ceil(BEST) as usize
    }

    /// Returns whether fewer games reached the goals than are among the best, so that they must be played on
    /// to tell of those.
    pub(super) fn is_too_short_for_best(&self) -> bool {
        self.runs.iter().filter(|run| run.reached).count() < self.best()
    }

    /// Returns whether a game was nearly reached.
    ///
    /// Nine tenths of a small goal are all of it, so that one element less would never be near.
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
    /// Works it out from games that were played up to their own limit or beyond.
    fn of(batch: &Batch, limit: u32) -> Self {
        let games = batch.best();
        let reached = batch.runs.iter().filter(|run| run.reached);
        let mut moves: Vec<f64> = reached.map(|run| run.moves.into()).collect();
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
    fn of(counts: &Histogram, runs: &[Run]) -> Option<Self> {
        let steps = runs.iter().map(|run| (run.steps as f64, run.moves.into()));
        let steps = Estimate::ratio_of(steps).within(0.0, f64::INFINITY);
        let chains = runs.iter().map(|run| (run.chains.into(), run.moves.into()));
        Some(Self {
            steps: Distribution::with_mean(counts, steps)?,
            chains: Rate::of_clusters(chains),
        })
    }
}

impl GoalFigures {
    fn of(goal: usize, name: &str, batch: &Batch) -> Self {
        let runs = &batch.runs;
        let wanted = batch.wanted[goal];
        Self {
            goal: name.to_owned(),
            wanted,
            done: Estimate::mean_of(runs.iter().map(|run| run.goals[goal].done as f64 / wanted as f64))
                .within(0.0, 1.0),
            last: Rate::count(runs.iter().filter(|run| run.reached), |run| {
                batch.is_decided_by(run, goal)
            }),
            missed: Rate::count(runs.iter().filter(|run| !run.reached), |run| {
                run.goals[goal].at.is_none()
            }),
            decides: Rate::count(runs, |run| batch.is_decided_by(run, goal)),
        }
    }
}

fn by_move(batch: &Batch) -> Vec<ByMove> {
    let games = batch.runs.len();
    let mut reached_after = vec![0; batch.by_move.len()];
    for run in batch.runs.iter().filter(|run| run.reached) {
        reached_after[run.moves as usize] += 1;
    }
    let mut reached = 0;
    let by_move = (0..).zip(&batch.by_move).zip(reached_after);
    by_move
        .map(|((moves, moment), more)| {
            reached += more;
            let done = moment.done.iter().zip(&batch.wanted);
            ByMove {
                moves,
                points: moment.points.mean(games, 1),
                reached: Rate::new(reached, games as u64),
                done: done
                    .map(|(sums, &wanted)| sums.mean(games, wanted).within(0.0, 1.0))
                    .collect(),
            }
        })
        .collect()
}
