//! What a player plays for.

use quincunx_core::{EffectSink, Game, RandomSource, Turn};
use quincunx_search::Value;
use quincunx_search::one_ply::{self, ScoreFn};

use super::level::Goal;
use super::moves::Moves;
use super::position::Position;
use super::rules::LevelGame;
use crate::engine::element::Element;
use crate::engine::moves::BasicMove;

/// What a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Objective {
    /// Points, whatever the goals are.
    Points,
    /// Points and the specials value: specials are made, kept, and set off together.
    Specials,
    /// The goals; among moves that bring them equally near, points.
    Goals,
}

impl Objective {
    /// The value of all goals reached, in the unit of [`Objective::evaluate`], and once more of a level
    /// reached.
    ///
    /// It is so large that the smallest progress towards the largest goal outweighs points: of the thousand
    /// million points that a goal can be, one counts a thousand. And so small that the sum of ten
    /// thousand samples fits 64 bits.
    const WHOLE: u64 = 1_000_000_000_000;

    /// The value of a move that is left over when a level is reached.
    const SPARE_MOVE: u64 = Self::WHOLE / 100;

    /// Returns the value of a position for this objective; only differences and their order have a meaning.
    ///
    /// Goals count by the shares of them that are done, a million millions for all together, so that a single
    /// element of a goal outweighs the points of any move. A level reached counts as much again, and more
    /// the more moves are left.
    #[must_use]
    pub fn evaluate(self, rules: &LevelGame, state: &Position) -> u64 {
        self.evaluation()(rules, state)
    }

    /// Returns the function that [evaluates](Objective::evaluate) positions.
    pub(super) const fn evaluation(self) -> ScoreFn<LevelGame> {
        match self {
            Self::Points => |_, state| state.points(),
            Self::Specials => |rules, state| state.points().saturating_add(rules.specials_value(state)),
            Self::Goals => |rules, state| Self::evaluate_goals(rules, state, 0),
        }
    }

    /// Returns the objective of a player that looks at one move; gains are points or a share of the way to
    /// the goals.
    pub(super) const fn one_ply(self) -> one_ply::Objective<LevelGame> {
        one_ply::Objective {
            worth: self.evaluation(),
            value: match self {
                Self::Points | Self::Specials => Value::Points,
                Self::Goals => Self::value_for_goals,
            },
            prospect: None,
        }
    }

    /// Returns the prospect of a position for the goals.
    pub(super) fn prospect_of_goals(rules: &LevelGame, state: &Position) -> u64 {
        rules.prospect(state, Self::Goals.evaluation())
    }

    /// Returns the value of an action by its gain for the goals; moves that are left over count no more than
    /// the whole way.
    pub(super) const fn value_for_goals(gain: f64) -> Value {
        Value::Goals((gain / (2 * Self::WHOLE) as f64).clamp(0.0, 1.0))
    }

    /// Returns the value of a position for [`Objective::Goals`], with the specials value among the points.
    pub(super) fn goals_with_specials(rules: &LevelGame, state: &Position) -> u64 {
        Self::evaluate_goals(rules, state, rules.specials_value(state))
    }

    fn evaluate_goals(rules: &LevelGame, state: &Position, specials_value: u64) -> u64 {
        let (mut shares, mut count) = (0, 0);
        rules.for_each_goal(state, |goal| {
            let goal = match goal {
                Goal::Score { done, wanted } => Goal::Score {
                    done: done.saturating_add(specials_value),
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
        let points = state.points().saturating_add(specials_value);
        (shares / count + reached).saturating_add(points)
    }
}

/// A level whose points are the values of positions for an objective, for any search that maximises points.
#[derive(Clone, Debug)]
pub struct ObjectiveGame {
    /// The rules of the level.
    pub rules: LevelGame,
    /// What is played for.
    pub objective: Objective,
}

impl Game for ObjectiveGame {
    type State = Position;
    type Action = BasicMove;
    type Actions = Moves;
    type Chance = Vec<Element>;

    fn players(&self) -> u8 {
        self.rules.players()
    }

    fn initial(&self) -> Position {
        self.rules.initial()
    }

    fn turn(&self, state: &Position) -> Turn {
        self.rules.turn(state)
    }

    fn legal_actions(&self, state: &Position) -> Moves {
        self.rules.legal_actions(state)
    }

    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, step: BasicMove, sink: &mut S) {
        self.rules.play_unchecked(state, step, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &Position, random: &mut R) -> Vec<Element> {
        self.rules.sample_chance(state, random)
    }

    fn is_possible(&self, state: &Position, chance: &Vec<Element>) -> bool {
        self.rules.is_possible(state, chance)
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut Position, chance: &Vec<Element>, sink: &mut S) {
        self.rules.resolve_chance(state, chance, sink);
    }

    fn points(&self, state: &Position) -> u64 {
        self.objective.evaluate(&self.rules, state)
    }
}
