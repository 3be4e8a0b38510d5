//! What a game gives to its level's designer, and what many of them give together.

use std::cell::Cell;

use quincunx_arena::statistics::student;
use quincunx_arena::{
    Competitor, Contest, Games, Histogram, Panicked, SAVE_INTERVAL, Work, play_in_parallel, seed_of,
};
use quincunx_core::{ActionSet as _, Game as _, Outcome, Streams, Turn};
use serde::{Deserialize, Serialize};

use super::super::position::Position;
use super::super::rules::LevelGame;
use super::estimate::{Estimate, unseen};
use crate::engine::moves::BasicMove;
use crate::engine::packed::PackedBoard;

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub(super) struct Run {
    /// Its number.
    pub(super) game: u64,
    /// Whether all goals were reached.
    pub(super) reached: bool,
    /// Moves made.
    pub(super) moves: u32,
    pub(super) points: u64,
    /// How often the board was reshuffled because there was no move.
    pub(super) shuffles: u32,
    /// Whether it ended, with a goal missed and moves left, because there was no move.
    pub(super) is_stuck: bool,
    pub(super) specials_made: u32,
    pub(super) specials_used: u32,
    /// Turns, and the legal moves of all of them.
    pub(super) turns: u32,
    pub(super) legal: u64,
    /// Moves whose cascade had more than one step, and the steps of all moves.
    pub(super) chains: u32,
    pub(super) steps: u64,
    /// How far each goal has come.
    pub(super) goals: Box<[Progress]>,
}

/// The written form of a game: its values in the order of [`Run`].
type Row = (
    u64,
    bool,
    u32,
    u64,
    u32,
    bool,
    u32,
    u32,
    u32,
    u64,
    u32,
    u64,
    Box<[Progress]>,
);

/// How far a goal has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, Option<u32>)", into = "(u64, Option<u32>)")]
pub(super) struct Progress {
    /// What is done of it, at most all.
    pub(super) done: u64,
    /// After which move all was; `None` where it was missed.
    pub(super) at: Option<u32>,
}

/// What games of one player gave: counters and sums that add exactly, and a row for each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    /// What is wanted of each goal.
    pub(super) wanted: Vec<u64>,
    pub(super) limit: u32,
    /// The games in the order of their numbers.
    pub(super) runs: Vec<Run>,
    /// Legal moves, of every turn.
    pub(super) legal: Histogram,
    /// Steps of the cascade, of every move.
    pub(super) cascades: Histogram,
    /// What was there after so many moves, from 0 to the limit; a game that is over stays as it is.
    pub(super) by_move: Vec<Moment>,
}

/// Sums over all games after a number of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) points: Sums,
    /// What is done of each goal.
    pub(super) done: Vec<Sums>,
}

/// The sum of whole numbers and that of their squares; written as text, as few readers of JSON know numbers
/// of 128 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, String)", into = "(String, String)")]
pub(super) struct Sums {
    sum: u128,
    squares: u128,
}

impl Sums {
    fn count(&mut self, value: u64) {
        self.sum = self.sum.saturating_add(value.into());
        self.squares = self.squares.saturating_add(u128::from(value) * u128::from(value));
    }

    fn add(&mut self, other: Self) {
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// Estimates the mean of so many values in a unit, two at least; none is negative. Where they are all the
    /// same, [one in that unit](unseen) might be otherwise.
    pub(super) fn mean(self, count: usize, unit: u64) -> Estimate {
        let (games, count, unit) = (count as u64, count as f64, unit as f64);
        let mean = self.sum as f64 / count;
        let spread = self.squares as f64 / count - mean * mean;
        let error = if spread > (1e-9 * mean).powi(2) {
            student(games - 1) * (spread / (count - 1.0)).sqrt() / unit
        } else {
            unseen(games)
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

impl From<(u64, Option<u32>)> for Progress {
    fn from((done, at): (u64, Option<u32>)) -> Self {
        Self { done, at }
    }
}

impl From<Progress> for (u64, Option<u32>) {
    fn from(Progress { done, at }: Progress) -> Self {
        (done, at)
    }
}

impl From<Row> for Run {
    fn from(row: Row) -> Self {
        let (game, reached, moves, points, shuffles, is_stuck, specials_made, specials_used, ..) = row;
        let (.., turns, legal, chains, steps, goals) = row;
        Self {
            game,
            reached,
            moves,
            points,
            shuffles,
            is_stuck,
            specials_made,
            specials_used,
            turns,
            legal,
            chains,
            steps,
            goals,
        }
    }
}

impl From<Run> for Row {
    fn from(run: Run) -> Self {
        (
            run.game,
            run.reached,
            run.moves,
            run.points,
            run.shuffles,
            run.is_stuck,
            run.specials_made,
            run.specials_used,
            run.turns,
            run.legal,
            run.chains,
            run.steps,
            run.goals,
        )
    }
}

impl Moment {
    /// Returns the sums of points and of each goal.
    pub(super) fn written(&self) -> Vec<Sums> {
        std::iter::once(self.points)
            .chain(self.done.iter().copied())
            .collect()
    }

    /// Creates it of the sums of points and of each goal.
    ///
    /// # Panics
    /// When there are none.
    pub(super) fn read(mut sums: Vec<Sums>) -> Self {
        let points = sums.remove(0);
        Self { points, done: sums }
    }
}

impl Run {
    /// Returns whether there was no move once.
    pub(super) fn is_deadlocked(&self) -> bool {
        self.is_stuck || self.shuffles > 0
    }
}

impl Batch {
    /// Creates the batch of no games.
    pub(super) fn none(rules: &LevelGame) -> Self {
        let level = rules.level();
        let goals = rules.goals(&rules.initial());
        let moment = Moment {
            points: Sums::default(),
            done: vec![Sums::default(); goals.len()],
        };
        Self {
            wanted: goals.iter().map(|goal| goal.progress().1).collect(),
            limit: level.limit(),
            runs: Vec::new(),
            legal: Histogram::default(),
            cascades: Histogram::default(),
            by_move: vec![moment; level.limit() as usize + 1],
        }
    }

    /// Plays games, all that are wanted or as many as there are before the flag is raised, and hands them
    /// over bit by bit.
    ///
    /// # Errors
    /// When a game panicked; all others that were played have been handed over.
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
                // It was left in a cascade, and is taken as it stands.
                watch.rest(rules, &state);
            }
            batch.count(rules, game, &state, &watch);
            true
        };
        play_in_parallel(wanted, work, SAVE_INTERVAL, none, play, |_, batch| take(batch))
    }

    /// Returns which games there are.
    pub(super) fn games(&self) -> Games {
        self.runs.iter().map(|run| run.game..run.game + 1).collect()
    }

    /// Returns whether a row can be that of a game of this level: whether it has each of its goals, and no
    /// figure contradicts another.
    pub(super) fn can_be(&self, run: &Run) -> bool {
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

    /// Returns whether the counters are those of the rows: as many legal moves and steps together, and at the
    /// end what the games came to.
    pub(super) fn is_sum_of_runs(&self) -> bool {
        let sum = |of: fn(&Run) -> u64| self.runs.iter().map(|run| u128::from(of(run))).sum::<u128>();
        let is_of = |counts: &Histogram, count: fn(&Run) -> u64, of: fn(&Run) -> u64| {
            u128::from(counts.len()) == sum(count) && counts.sum() == sum(of)
        };
        let end = &self.by_move[self.by_move.len() - 1];
        let done = |goal: usize| self.runs.iter().map(|run| run.goals[goal].done).collect::<Sums>();
        is_of(&self.legal, |run| run.turns.into(), |run| run.legal)
            && is_of(&self.cascades, |run| run.moves.into(), |run| run.steps)
            && end.points == self.runs.iter().map(|run| run.points).collect()
            && (0..self.wanted.len()).all(|goal| end.done[goal] == done(goal))
    }

    /// Adds other games of the same level and player, with their rows behind these: of many batches, until
    /// they are [sorted](Self::sort) once.
    pub(super) fn add_unsorted(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.legal.add(&other.legal);
        self.cascades.add(&other.cascades);
        for (moment, other) in self.by_move.iter_mut().zip(other.by_move) {
            moment.points.add(other.points);
            for (sums, other) in moment.done.iter_mut().zip(other.done) {
                sums.add(other);
            }
        }
    }

    /// Puts the rows in the order of games.
    pub(super) fn sort(&mut self) {
        // They are pieces in order, which this sort finds out and merges.
        self.runs.sort_by_key(|run| run.game);
    }

    /// Counts a game that has come to its end.
    fn count(&mut self, rules: &LevelGame, game: u64, state: &Position, watch: &Watch) {
        let reached = matches!(
            rules.turn(state),
            Turn::Over(Outcome::Goals { reached: true, .. })
        );
        let goals = self.wanted.len();
        let rested = |moves: usize| &watch.rests[moves.min(watch.rests.len() - 1)];
        for (moves, moment) in self.by_move.iter_mut().enumerate() {
            let rest = rested(moves);
            moment.points.count(rest.points);
            for (sums, done) in moment.done.iter_mut().zip(&watch.done[rest.goals..]) {
                sums.count(*done);
            }
        }
        for legal in watch.rests.iter().filter_map(|rest| rest.legal) {
            self.legal.count(legal);
        }
        for rest in &watch.rests[1..] {
            self.cascades.count(rest.steps.into());
        }
        let progress = (0..goals).map(|goal| {
            let wanted = self.wanted[goal];
            let mut by_move = watch.rests.iter().map(|rest| watch.done[rest.goals + goal]);
            let at = by_move.position(|done| done >= wanted);
            Progress {
                done: watch.done[watch.done.len() - goals + goal],
                at: at.map(|moves| moves as u32),
            }
        });
        let legal = || watch.rests.iter().filter_map(|rest| rest.legal);
        let moved = &watch.rests[1..];
        self.runs.push(Run {
            game,
            reached,
            moves: state.moves(),
            points: state.points(),
            shuffles: state.shuffles(),
            is_stuck: !reached && state.moves() < self.limit,
            specials_made: state.specials_made(),
            specials_used: state.specials_used(),
            turns: legal().count() as u32,
            legal: legal().sum(),
            chains: moved.iter().filter(|rest| rest.steps > 1).count() as u32,
            steps: moved.iter().map(|rest| u64::from(rest.steps)).sum(),
            goals: progress.collect(),
        });
    }
}

/// What is seen of one game while it is played.
#[derive(Default)]
struct Watch {
    /// The board at rest after each number of moves, from 0 on.
    rests: Vec<Rest>,
    /// What is done of all goals, rest after rest.
    done: Vec<u64>,
    /// Steps of the cascade that is going on.
    steps: u32,
    /// The board on which the last move was made.
    board: Option<PackedBoard>,
}

/// A board at rest.
struct Rest {
    points: u64,
    /// Where what is done of the goals begins.
    goals: usize,
    /// Legal moves; `None` where the game is over.
    legal: Option<u64>,
    /// Steps of the cascade before it.
    steps: u32,
}

impl Watch {
    /// Sees a position, and the move after which it came unless something else was seen between.
    fn see(&mut self, rules: &LevelGame, state: &Position, played: Option<BasicMove>) {
        if !rules.level().refill
            && let Some((board, action)) = self.board.zip(played)
        {
            // The rules take all of its steps in a row.
            self.steps = rules.prepared().steps_without_refill(board, action);
        }
        if rules.turn(state) == Turn::Chance {
            // The dealing and a reshuffle, too, are of step 0.
            self.steps = self.steps.max(state.step);
        } else {
            self.rest(rules, state);
        }
    }

    fn rest(&mut self, rules: &LevelGame, state: &Position) {
        self.board = Some(state.board);
        let goals = self.done.len();
        self.done
            .extend(rules.goals(state).iter().map(|goal| goal.progress().0));
        self.rests.push(Rest {
            points: state.points(),
            goals,
            legal: rules
                .turn(state)
                .player()
                .map(|_| rules.legal_actions(state).len() as u64),
            steps: std::mem::take(&mut self.steps),
        });
    }
}
