//! What a player plays for.

use quincunx_core::{EffectSink, Game, RandomSource, Turn};
use quincunx_search::Value;

use super::level::Goal;
use super::moves::Moves;
use super::rules::{LevelGame, State};
use crate::framework::BasicMove;
use crate::shariki::Element;
use quincunx_search::one_ply::{Objective, WorthOf};

/// What a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// Points, whatever the goals are.
    Points,
    /// Points, with part of what specials on the board and the best next move would win: specials are made, kept, and
    /// set off together.
    Specials,
    /// The goals; among moves that bring them equally near, points.
    Goals,
}

impl Aim {
    /// All goals reached, in the measure of [`Aim::worth`]; and a level reached, once more.
    ///
    /// So much that the smallest step towards the largest goal outweighs points: of a thousand million points wanted, the most
    /// that a level can ask for, one counts a thousand. And so little that ten thousand samples of it add up in 64 bits.
    const WHOLE: u64 = 1_000_000_000_000;

    /// A move that is left over when a level is reached.
    const SPARE_MOVE: u64 = Self::WHOLE / 100;

    /// Returns what a position is worth to whoever plays for this; only differences and their order mean something.
    ///
    /// Goals count by the shares of them that are done, a million millions for all together, so that an element wanted outweighs
    /// the points of any move. A level reached is worth as much again, and more the more moves are left.
    #[must_use]
    pub fn worth(self, rules: &LevelGame, state: &State) -> u64 {
        self.worth_of()(rules, state)
    }

    /// Returns what [tells the worth](Aim::worth) of positions.
    pub(super) const fn worth_of(self) -> WorthOf<LevelGame> {
        match self {
            Self::Points => |_, state| state.points(),
            Self::Specials => |rules, state| state.points().saturating_add(rules.store(state)),
            Self::Goals => |rules, state| Self::worth_of_goals(rules, state, 0),
        }
    }

    /// Returns what players play for: worths, and their gains as values, which are points or a share of the way to the goals.
    pub(super) const fn objective(self) -> Objective<LevelGame> {
        Objective {
            worth: self.worth_of(),
            value: match self {
                Self::Points | Self::Specials => Value::Points,
                Self::Goals => Self::value_for_goals,
            },
            prospect: None,
        }
    }

    /// Returns what a position holds out to who plays for the goals and looks at the next move, too.
    pub(super) fn prospect_of_goals(rules: &LevelGame, state: &State) -> u64 {
        rules.prospect(state, Self::Goals.worth_of())
    }

    /// Returns the value of an action that gains so much worth for the goals; points among it are next to nothing, and moves left over
    /// are told of no more than the whole way.
    pub(super) const fn value_for_goals(gain: f64) -> Value {
        Value::Goals((gain / (2 * Self::WHOLE) as f64).clamp(0.0, 1.0))
    }

    /// Returns what a position is worth to who plays for the goals and looks for specials on the way: as [`Aim::Goals`], with
    /// what the board has in store among the points.
    pub(super) fn goals_with_store(rules: &LevelGame, state: &State) -> u64 {
        Self::worth_of_goals(rules, state, rules.store(state))
    }

    fn worth_of_goals(rules: &LevelGame, state: &State, in_store: u64) -> u64 {
        let (mut shares, mut count) = (0, 0);
        rules.for_each_goal(state, |goal| {
            let goal = match goal {
                Goal::Score { done, wanted } => Goal::Score {
                    done: done.saturating_add(in_store),
                    wanted,
                },
                goal => goal,
            };
            let (done, wanted) = goal.progress();
            let share = u128::from(Self::WHOLE) * u128::from(done) / u128::from(wanted);
            shares += share as u64;
            count += 1;
        });
        let reached = if rules.is_reached(state) {
            Self::WHOLE + Self::SPARE_MOVE * u64::from(rules.moves_left(state))
        } else {
            0
        };
        let points = state.points().saturating_add(in_store);
        (shares / count + reached).saturating_add(points)
    }
}

/// A level whose points are what it is worth to a player: any search for points then searches for that.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// The level.
    pub rules: LevelGame,
    /// What is played for.
    pub aim: Aim,
}

impl Game for Aimed {
    type State = State;
    type Action = BasicMove;
    type Actions = Moves;
    type Chance = Vec<Element>;

    fn players(&self) -> u8 {
        self.rules.players()
    }

    fn initial(&self) -> State {
        self.rules.initial()
    }

    fn turn(&self, state: &State) -> Turn {
        self.rules.turn(state)
    }

    fn legal_actions(&self, state: &State) -> Moves {
        self.rules.legal_actions(state)
    }

    fn play_unchecked<S: EffectSink>(&self, state: &mut State, step: BasicMove, sink: &mut S) {
        self.rules.play_unchecked(state, step, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &State, random: &mut R) -> Vec<Element> {
        self.rules.sample_chance(state, random)
    }

    fn is_possible(&self, state: &State, chance: &Vec<Element>) -> bool {
        self.rules.is_possible(state, chance)
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut State, chance: &Vec<Element>, sink: &mut S) {
        self.rules.resolve_chance(state, chance, sink);
    }

    fn points(&self, state: &State) -> u64 {
        self.aim.worth(&self.rules, state)
    }
}
