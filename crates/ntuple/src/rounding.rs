//! How values are rounded, and why they cannot be.

use thiserror::Error;

use super::memory::NoMemory;

/// The amount of errors of an entry that stays as it is: its rate is next to nothing.
pub(super) const STAYS: f32 = f32::MAX;

/// How values are rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounding {
    /// An entry is dropped when the sum of the amounts of its errors, times what its value has learned, is
    /// less than the square of this. One without amounts, as it has learned without temporal coherence, is
    /// kept. In a table with a base, what it has learned is the difference. There is one number for all
    /// stages, or one for each.
    pub least: Vec<f32>,
    /// What is left is rounded to multiples of this, at most 32,767 times; more than 0. An entry that has
    /// been met less is rounded to multiples of the largest power of two times the step that is at most half
    /// of what it must have learned to be kept.
    pub step: f32,
}

/// Why values cannot be rounded.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum RoundingError {
    /// There is not as much memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// A value is further from what it was at first than multiples of the step reach.
    #[error(
        "a value that is kept has learned {learned} points, more than 32,767 times the step of {step}: a step of {} will do",
        learned / f32::from(i16::MAX)
    )]
    Step { learned: f32, step: f32 },
}

impl Rounding {
    /// Returns what entries of one of so many tables must matter by to be kept.
    pub(super) fn least_of(least: &[f32], table: usize, tables: usize) -> f32 {
        assert!(!least.is_empty(), "there is a least amount");
        least[table * least.len() / tables]
    }

    /// Returns how many times the step a value has learned, or 0 when it is dropped.
    pub(super) fn multiple(&self, least: f32, learned: f32, amount: f32) -> i32 {
        let least = match amount {
            0.0 => 0.0,
            STAYS => return 0,
            amount => least * least / amount,
        };
        if learned.abs() < least {
            return 0;
        }
        let limit = 2.0 * f32::from(i16::MAX);
        let finest = 1 << ((least / 2.0 / self.step) as u16).checked_ilog2().unwrap_or(0);
        let finest = f32::from(finest.min(1u16 << 14));
        ((learned / self.step / finest).round() * finest).clamp(-limit, limit) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_learned_without_a_memory_is_kept() {
        let rounding = Rounding {
            least: vec![20.0],
            step: 2.0,
        };
        assert_eq!(rounding.multiple(20.0, 3.0, 0.0), 2);
        assert_eq!(rounding.multiple(20.0, 3.0, 1.0), 0);
        assert_eq!(rounding.multiple(20.0, 0.0, 0.0), 0);
    }

    #[test]
    fn what_was_met_less_is_rounded_to_coarser_values() {
        let rounding = Rounding {
            least: vec![100.0],
            step: 2.0,
        };
        // Values from 1, 10, 100 and 1000 on are kept: multiples of 2, 4, 32 and 256 are at most half of
        // that, but for the first.
        for (amount, value, want) in [
            (1e4, 77.0, 39),
            (1e3, 77.0, 38),
            (1e2, 477.0, 240),
            (1e1, 1700.0, 896),
            (1e1, 999.0, 0),
            (1e-30, 1e35, 65_534),
        ] {
            assert_eq!(rounding.multiple(100.0, value, amount), want, "{amount}");
            assert_eq!(rounding.multiple(100.0, -value, amount), -want, "{amount}");
        }
    }
}
