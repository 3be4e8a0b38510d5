//! What is proved of a position in the tree.

use quincunx_core::{Outcome, Side};

use crate::analysis::Value;

/// A proved value: 0 a draw, n > 0 a win of the first player n − 1 plies on, n < 0 one of the second −n − 1
/// plies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof(i32);

impl Proof {
    pub(super) const OPEN: Self = Self(i32::MIN);
    pub(super) const DRAW: Self = Self(0);

    pub(super) const fn end(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::One) => Self(1),
            Outcome::Win(Side::Two) => Self(-1),
            Outcome::Draw => Self::DRAW,
            Outcome::Score(_) | Outcome::Goals { .. } => Self::OPEN,
        }
    }

    pub(super) const fn is_open(self) -> bool {
        self.0 == Self::OPEN.0
    }

    pub(super) const fn winner(self) -> Option<Side> {
        match self.0 {
            i32::MIN | 0 => None,
            1.. => Some(Side::One),
            _ => Some(Side::Two),
        }
    }

    /// The plies to the end.
    pub(super) const fn plies(self) -> i32 {
        self.0.saturating_abs() - 1
    }

    /// The same seen from one ply before.
    pub(super) const fn one_ply_before(self) -> Self {
        Self(self.0 + self.0.signum())
    }

    pub(super) const fn reward(self) -> f64 {
        self.0.signum() as f64
    }

    /// Returns the value for a side of the action that leads here; only a win or loss at once is exact.
    pub(super) const fn value(self, side: Side) -> Option<Value> {
        if self.is_open() {
            return None;
        }
        Some(match self.winner() {
            None => Value::Draw,
            Some(winner) => {
                let plies = self.0.unsigned_abs();
                match (winner as u8 == side as u8, plies) {
                    (true, 1) => Value::Win(1),
                    (true, _) => Value::WinWithin(plies),
                    (false, 1) => Value::Loss(1),
                    (false, _) => Value::LossWithin(plies),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_counts_plies_on_its_way_up() {
        let end = Proof::end(Outcome::Win(Side::Two));
        assert_eq!(
            (end.winner(), end.plies(), end.reward()),
            (Some(Side::Two), 0, -1.0)
        );
        assert_eq!(
            end.value(Side::Two),
            Some(Value::Win(1)),
            "won with the action that leads here"
        );
        let before = end.one_ply_before();
        assert_eq!((before.winner(), before.plies()), (Some(Side::Two), 1));
        assert_eq!(before.value(Side::One), Some(Value::LossWithin(2)));
        assert_eq!(Proof::DRAW.one_ply_before().value(Side::One), Some(Value::Draw));
    }

    #[test]
    fn a_score_proves_nothing() {
        let open = Proof::end(Outcome::Score(7));
        assert!(open.is_open());
        assert_eq!((open.winner(), open.value(Side::One)), (None, None));
    }
}
