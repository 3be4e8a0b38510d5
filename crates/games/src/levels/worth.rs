//! What every move is worth: at once exactly, and with what may come in by samples.

use quincunx_core::perft::settle;
use quincunx_core::{Game, Random, Turn};
use quincunx_search::hash::hash_of;
use quincunx_search::{Limits, Meter};

use super::aim::Aim;
use super::rules::{LevelGame, State};
use crate::match_three::BasicMove;

/// A move with what it is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The move.
    pub action: BasicMove,
    /// The points that it wins before anything comes in: certain.
    pub points: u64,
    /// The points that it wins until the board is at rest: the mean of the samples.
    pub expected: f64,
    /// What it gains for the goals ([`Aim::Goals`]) until then: the mean of the samples.
    pub goals: f64,
    /// What it gains in specials ([`Aim::Specials`]) until then: the mean of the samples.
    pub specials: f64,
}

/// Values every legal move of a position, in their order.
///
/// Behind each move chance is drawn so many times until the board is at rest, the same luck behind every move (common
/// random numbers), so that moves are compared and not their luck; with no samples all is judged before chance acts. The
/// same position, samples and seed give the same values. A move behind which nothing is left to chance is judged once.
///
/// When the time is up or the search is interrupted, the moves not come to are missing; at least one is there.
///
/// # Panics
/// When it is not the player's turn.
#[must_use]
pub fn worths(rules: &LevelGame, state: &State, samples: u32, seed: u64, limits: &Limits) -> Vec<Worth> {
    assert!(
        rules.turn(state).player().is_some(),
        "moves are valued on the player's turn"
    );
    let mut meter = Meter::start(&Limits {
        nodes: None,
        ..limits.clone()
    });
    let seed = seed ^ hash_of(state);
    let before = Values::of(rules, state);
    let mut worths = Vec::new();
    for action in rules.legal_actions(state) {
        let mut after = state.clone();
        rules.play_unchecked(&mut after, action, &mut ());
        let draws = if rules.turn(&after) == Turn::Chance {
            samples
        } else {
            0
        };
        let mut sum = Values::default();
        if draws == 0 {
            sum.add(&Values::of(rules, &after));
        }
        for draw in 0..draws {
            let mut rest = after.clone();
            settle(rules, &mut rest, &mut Random::stream(seed, draw.into()), &mut ());
            sum.add(&Values::of(rules, &rest));
        }
        let mean = |sum: u64, before: u64| sum as f64 / f64::from(draws.max(1)) - before as f64;
        worths.push(Worth {
            action,
            points: after.points() - state.points(),
            expected: mean(sum.points, before.points),
            goals: mean(sum.goals, before.goals),
            specials: mean(sum.specials, before.specials),
        });
        if !meter.look() {
            break;
        }
    }
    worths
}

/// What a position is worth to each aim.
#[derive(Default)]
struct Values {
    points: u64,
    goals: u64,
    specials: u64,
}

impl Values {
    fn of(rules: &LevelGame, state: &State) -> Self {
        Self {
            points: Aim::Points.worth(rules, state),
            goals: Aim::Goals.worth(rules, state),
            specials: Aim::Specials.worth(rules, state),
        }
    }

    fn add(&mut self, other: &Self) {
        self.points = self.points.saturating_add(other.points);
        self.goals = self.goals.saturating_add(other.goals);
        self.specials = self.specials.saturating_add(other.specials);
    }
}

impl Worth {
    /// Returns what the move is worth to whoever plays for an aim.
    #[must_use]
    pub const fn to(&self, aim: Aim) -> f64 {
        match aim {
            Aim::Points => self.expected,
            Aim::Specials => self.specials,
            Aim::Goals => self.goals,
        }
    }
}
