//! What is known of an exact score.

use std::cmp::Ordering;

/// Values that an exact score is known to lie between, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// How much of a score is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The exact score: who wins, and how soon.
    Strong,
    /// Who wins only, which is often known long before.
    Weak,
}

impl Bounds {
    /// What is known of a score of which nothing is known.
    pub const NONE: Self = Self {
        low: -i32::MAX,
        high: i32::MAX,
    };

    /// Makes the bounds of a score that is known.
    pub const fn exactly(score: i32) -> Self {
        Self {
            low: score,
            high: score,
        }
    }

    /// Returns the score if it is known exactly.
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns who wins if that is known: `Greater` when the mover does, `Equal` for a draw.
    pub fn outcome(self) -> Option<Ordering> {
        let (low, high) = (self.low.signum(), self.high.signum());
        (low == high).then(|| low.cmp(&0))
    }

    /// Returns whether nothing is left to be asked.
    pub fn is_settled(self, strength: Strength) -> bool {
        match strength {
            Strength::Strong => self.exact().is_some(),
            Strength::Weak => self.outcome().is_some(),
        }
    }

    /// Returns what is known when these are known as well, which must not contradict.
    #[must_use]
    pub fn intersect(self, others: Self) -> Self {
        let both = Self {
            low: self.low.max(others.low),
            high: self.high.min(others.high),
        };
        debug_assert!(both.low <= both.high, "{self:?} and {others:?} contradict");
        both
    }

    /// Returns the same for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}
