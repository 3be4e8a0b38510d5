//! The games of one player: a row for each, and sums over all of them.

use std::cell::Cell;

use quincunx_arena::statistics::{spread, t_quantile, unseen_share};
use quincunx_arena::{
    Competitor, Contest, DELIVERY_INTERVAL, Games, Histogram, Panicked, Work, play_in_parallel, seed_of,
};
use quincunx_core::{ActionSet as _, Game as _, Outcome, Streams, Turn};
use serde::{Deserialize, Serialize, Serializer};

use super::super::level::COLOURS;
use super::super::position::Position;
use super::super::rules::LevelGame;
use super::estimate::Estimate;
use crate::engine::{BasicMove, PackedBoard};

/// One game; in text the list of its values.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Run {
    /// Its number.
    pub(super) game: u64,
    /// Whether all goals were reached.
    pub(super) reached: bool,
    /// Moves made.
    pub(super) moves: u32,
    pub(super) points: u64,
    /// Reshuffles of boards without a move.
    pub(super) shuffles: u32,
    /// Whether it ended without a move, with a goal missed and moves left.
    pub(super) is_stuck: bool,
    pub(super) specials_made: u32,
    pub(super) specials_used: u32,
    /// Turns, and the legal moves of all of them.
    pub(super) turns: u32,
    pub(super) legal: u64,
    /// Moves whose cascade had more than one step, and the steps of all moves.
    pub(super) chains: u32,
    pub(super) steps: u64,
    pub(super) goals: Box<[Progress]>,
}

/// The progress of a goal in a game; in text the list of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Progress {
    /// The amount done, at most all.
    pub(super) done: u64,
    /// The move after which all was done; `None` where the goal was missed.
    pub(super) at: Option<u32>,
}

/// The games of one player under one limit: counters and sums that add exactly, and a row for each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    /// The amount that each goal requires.
    pub(super) wanted: Vec<u64>,
    pub(super) limit: u32,
    /// The games in the order of their numbers.
    pub(super) runs: Vec<Run>,
    /// Legal moves of every turn.
    pub(super) legal: Histogram,
    /// Steps of the cascade of every move.
    pub(super) cascades: Histogram,
    /// After each number of moves, from 0 to the limit: the sums of the points, then of what is done of each
    /// goal. A finished game keeps its last state.
    pub(super) by_move: Vec<Vec<Sums>>,
}

/// The sum of whole numbers and of their squares; written as text, as few readers of JSON know numbers of 128
/// bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, String)", into = "(String, String)")]
pub(super) struct Sums {
    sum: u128,
    squares: u128,
}

impl Sums {
    fn count(&mut self, value: u64) {
        self.add(Self {
            sum: value.into(),
            squares: u128::from(value) * u128::from(value),
        });
    }

    fn add(&mut self, other: Self) {
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// Estimates the mean of at least two values in a unit; where they are all the same, one unit may be
    /// [unseen](unseen_share).
    pub(super) fn mean(self, count: usize, unit: u64) -> Estimate {
        let (games, count, unit) = (count as u64, count as f64, unit as f64);
        let mean = self.sum as f64 / count;
        let spread = spread(games, self.sum, self.squares) / count / count;
        // Numbers too large to be taken exactly may leave a rest.
        let error = if spread > (1e-9 * mean).powi(2) {
            t_quantile(games - 1) * (spread / (count - 1.0)).sqrt() / unit
        } else {
            unseen_share(games)
        };
        Estimate::with_spread(mean / unit, error).within(0.0, f64::INFINITY)
    }
}

impl From<Sums> for (String, String) {
    fn from(sums: Sums) -> Self {
        (sums.sum.to_string(), sums.squares.to_string())
    }
}

impl TryFrom<(String, String)> for Sums {
    type Error = std::num::ParseIntError;

    fn try_from((sum, squares): (String, String)) -> Result<Self, Self::Error> {
        Ok(Self {
            sum: sum.parse()?,
            squares: squares.parse()?,
        })
    }
}

impl FromIterator<u64> for Sums {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Self {
        let mut sums = Self::default();
        values.into_iter().for_each(|value| sums.count(value));
        sums
    }
}

impl Serialize for Progress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.done, self.at).serialize(serializer)
    }
}

impl Serialize for Run {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = (
            self.game,
            self.reached,
            self.moves,
            self.points,
            self.shuffles,
            self.is_stuck,
            self.specials_made,
            self.specials_used,
            self.turns,
            self.legal,
            self.chains,
            self.steps,
            &self.goals,
        );
        row.serialize(serializer)
    }
}

impl Run {
    /// Returns whether a board without a move was met.
    pub(super) fn is_deadlocked(&self) -> bool {
        self.is_stuck || self.shuffles > 0
    }
}

impl Batch {
    /// Creates the batch of no games.
    pub(super) fn none(rules: &LevelGame) -> Self {
        let goals = rules.goals(&rules.initial());
        let limit = rules.level().limit();
        Self {
            wanted: goals.iter().map(|goal| goal.progress().1).collect(),
            limit,
            runs: Vec::new(),
            legal: Histogram::default(),
            cascades: Histogram::default(),
            by_move: vec![vec![Sums::default(); 1 + goals.len()]; limit as usize + 1],
        }
    }

    /// Plays games until all are played or the work is stopped, and passes them to `take` in parts.
    pub(super) fn play(
        rules: &LevelGame,
        player: Competitor<LevelGame>,
        seed: u64,
        wanted: &Games,
        work: &Work<'_>,
        mut take: impl FnMut(Self) + Send,
    ) -> Result<(), Panicked> {
        let contest = Contest::new(rules.clone(), vec![player], &[], rules.level().limit());
        let streams = Streams::new(seed);
        let none = || Self::none(rules);
        let play = |batch: &mut Self, game| {
            let mut watch = Watch::default();
            let played = Cell::new(None);
            let see = |state: &Position| watch.see(rules, state, played.take());
            let note = |action| played.set(Some(action));
            let Some((state, ..)) = contest.watch(seed_of(streams, game), work.stop, see, note) else {
                return false;
            };
            if rules.turn(&state) == Turn::Chance {
                // It was left in a cascade, and counts as it stands.
                watch.rest(rules, &state);
            }
            batch.count(rules, game, &state, &watch.rests);
            true
        };
        play_in_parallel(wanted, work, DELIVERY_INTERVAL, none, play, |_, batch| {
            take(batch);
        })
    }

    /// Returns the numbers of the games.
    pub(super) fn games(&self) -> Games {
        self.runs.iter().map(|run| run.game..run.game + 1).collect()
    }

    /// Returns whether a row can be that of a game of this level: it has each goal, and no value contradicts
    /// another.
    pub(super) fn is_possible(&self, run: &Run) -> bool {
        let goals = || run.goals.iter().zip(&self.wanted);
        let can_have = |(goal, wanted): (&Progress, &u64)| {
            goal.done <= *wanted
                && goal.at.is_some() == (goal.done == *wanted)
                && goal.at.is_none_or(|at| at <= run.moves)
        };
        let is_done = run.goals.iter().all(|goal| goal.at.is_some());
        run.goals.len() == self.wanted.len()
            && goals().all(can_have)
            && (is_done || !run.reached)
            && run.moves <= self.limit
            && run.turns <= run.moves.saturating_add(1)
            && run.chains <= run.moves
            && run.is_stuck == (!run.reached && run.moves < self.limit)
    }

    /// Returns whether counters and final sums are those of the rows.
    pub(super) fn is_sum_of_runs(&self) -> bool {
        let sum = |of: fn(&Run) -> u64| self.runs.iter().map(|run| u128::from(of(run))).sum::<u128>();
        let is_of = |counts: &Histogram, count: fn(&Run) -> u64, of: fn(&Run) -> u64| {
            u128::from(counts.len()) == sum(count) && counts.sum() == sum(of)
        };
        let end = &self.by_move[self.by_move.len() - 1];
        let done = |goal: usize| self.runs.iter().map(|run| run.goals[goal].done).collect::<Sums>();
        is_of(&self.legal, |run| run.turns.into(), |run| run.legal)
            && is_of(&self.cascades, |run| run.moves.into(), |run| run.steps)
            && end[0] == self.runs.iter().map(|run| run.points).collect()
            && (0..self.wanted.len()).all(|goal| end[1 + goal] == done(goal))
    }

    /// Adds games of the same level and player, with their rows behind these until they are
    /// [sorted](Self::sort).
    pub(super) fn add_unsorted(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.legal.add(&other.legal);
        self.cascades.add(&other.cascades);
        let all = self.by_move.iter_mut().flatten();
        for (sums, other) in all.zip(other.by_move.into_iter().flatten()) {
            sums.add(other);
        }
    }

    /// Sorts the rows by game.
    pub(super) fn sort(&mut self) {
        // They are pieces in order, which this sort merges.
        self.runs.sort_by_key(|run| run.game);
    }

    /// Counts a finished game with its boards at rest, one after each number of moves.
    fn count(&mut self, rules: &LevelGame, game: u64, state: &Position, rests: &[Rest]) {
        let reached = matches!(
            rules.turn(state),
            Turn::Over(Outcome::Goals { reached: true, .. })
        );
        let last = rests.len() - 1;
        for (moves, sums) in self.by_move.iter_mut().enumerate() {
            for (sums, &value) in sums.iter_mut().zip(&rests[moves.min(last)].values) {
                sums.count(value);
            }
        }
        let legal = || rests.iter().filter_map(|rest| rest.legal);
        let steps = || rests[1..].iter().map(|rest| rest.steps);
        legal().for_each(|legal| self.legal.count(legal));
        steps().for_each(|steps| self.cascades.count(steps.into()));
        let progress = (1..).zip(&self.wanted).map(|(goal, &wanted)| {
            let at = rests.iter().position(|rest| rest.values[goal] >= wanted);
            Progress {
                done: rests[last].values[goal],
                at: at.map(|moves| moves as u32),
            }
        });
        self.runs.push(Run {
            game,
            reached,
            moves: state.moves,
            points: state.points,
            shuffles: state.shuffles,
            is_stuck: !reached && state.moves < self.limit,
            specials_made: state.specials_made,
            specials_used: state.specials_used,
            turns: legal().count() as u32,
            legal: legal().sum(),
            chains: steps().filter(|&steps| steps > 1).count() as u32,
            steps: steps().map(u64::from).sum(),
            goals: progress.collect(),
        });
    }
}

/// The observation of one game while it is played.
#[derive(Default)]
struct Watch {
    /// The board at rest after each number of moves, from 0.
    rests: Vec<Rest>,
    /// Steps of the current cascade.
    steps: u32,
    /// The board on which the last move was made.
    board: Option<PackedBoard>,
}

/// A board at rest.
struct Rest {
    /// The points, then what is done of each goal.
    values: Vec<u64>,
    /// Legal moves; `None` where the game is over.
    legal: Option<u64>,
    /// Steps of the cascade before it.
    steps: u32,
}

impl Watch {
    /// Observes a position, and the move before it if nothing else was observed between.
    fn see(&mut self, rules: &LevelGame, state: &Position, played: Option<BasicMove>) {
        if !rules.level().refill
            && let Some((board, action)) = self.board.zip(played)
        {
            // Without refill the rules carry out all steps at once.
            self.steps = rules.prepared.steps_without_refill(board, action);
        }
        if rules.turn(state) == Turn::Chance {
            // A deal and a reshuffle are of step 0.
            self.steps = self.steps.max(state.step);
        } else {
            self.rest(rules, state);
        }
    }

    fn rest(&mut self, rules: &LevelGame, state: &Position) {
        self.board = Some(state.board);
        let player = rules.turn(state).player();
        let mut values = Vec::with_capacity(2 + COLOURS);
        values.push(state.points);
        rules.for_each_goal(state, |goal| values.push(goal.progress().0));
        self.rests.push(Rest {
            values,
            legal: player.map(|_| rules.legal_actions(state).len() as u64),
            steps: std::mem::take(&mut self.steps),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_leave_open_what_was_not_seen() {
        for (value, games) in [(3, 100), (107_376_366, 100), (53_687_601, 200), (u64::MAX, 3000)] {
            let equal: Sums = (0..games).map(|_| value).collect();
            let mean = equal.mean(games, value);
            assert!(
                mean.high - mean.value > 0.9 * unseen_share(games as u64),
                "{value}: {mean:?}"
            );
        }
        let almost: Sums = (0..100).map(|game| 107_376_366 + game % 2).collect();
        let mean = almost.mean(100, 1);
        assert!((mean.high - mean.value - 0.0997).abs() < 1e-3, "{mean:?}");
    }
}
