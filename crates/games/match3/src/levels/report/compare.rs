//! Two levels under the same players and seeds.

use quincunx_arena::pairs_by_game;
use serde::Serialize;

use super::estimate::Estimate;
use super::experiment::Experiment;
use super::game::{Batch, Run};
use super::summary::Report;

/// The comparison of two levels, or of a level before and after a change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The first level.
    pub one: Report,
    /// The second level.
    pub other: Report,
    /// The differences for each player, in the order of the reports.
    pub differences: Vec<Differences>,
}

impl Comparison {
    /// Compares two experiments, which should have the same plan. Players that are missing in one are left
    /// out, and with different seeds common chance does not cancel.
    #[must_use]
    pub fn of(one: &Experiment, other: &Experiment) -> Self {
        let differences = one.tiers().filter_map(|(name, key, batch)| {
            Differences::of(name.to_owned(), batch?, other.batch_of_key(&key)?)
        });
        Self {
            differences: differences.collect(),
            one: one.report(),
            other: other.report(),
        }
    }
}

/// The differences for a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Differences {
    /// The player, as named.
    pub agent: String,
    /// The number of seeds on which both levels were played.
    pub games: u64,
    /// The figures.
    pub figures: Vec<Difference>,
}

/// A figure in both levels.
///
/// The interval is that of the differences seed by seed, in which common chance cancels: of shares the
/// adjusted interval for matched pairs of Agresti and Min (2005), else Student's.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The name of the figure.
    pub figure: &'static str,
    /// Whether it is a share.
    pub is_share: bool,
    /// The mean in the first level.
    pub one: f64,
    /// The mean in the second level.
    pub other: f64,
    /// The second less the first.
    pub difference: Estimate,
}

/// A figure of a game: its name, whether it is a share of games, and its value.
type Figure = (&'static str, bool, fn(&Batch, &Run) -> f64);

const FIGURES: [Figure; 7] = [
    ("success", true, |_, run| share(run.reached)),
    ("share of the goals done", false, done),
    ("moves left, 0 where missed", false, |batch, run| {
        // Moves left in a stuck game are worth nothing.
        share(run.reached) * f64::from(batch.limit - run.moves)
    }),
    ("points", false, |_, run| run.points as f64),
    ("deadlocks", true, |_, run| share(run.is_deadlocked())),
    ("specials made", false, |_, run| run.specials_made.into()),
    ("specials used", false, |_, run| run.specials_used.into()),
];

fn share(is_hit: bool) -> f64 {
    f64::from(u8::from(is_hit))
}

/// Returns the mean share done of the goals.
fn done(batch: &Batch, run: &Run) -> f64 {
    let shares = run.goals.iter().zip(&batch.wanted);
    let shares = shares.map(|(goal, &wanted)| goal.done as f64 / wanted as f64);
    shares.sum::<f64>() / run.goals.len() as f64
}

impl Differences {
    /// Compares the games of a player that both levels have; `None` of fewer than two.
    pub(super) fn of(agent: String, one: &Batch, other: &Batch) -> Option<Self> {
        let pairs: Vec<(&Run, &Run)> = pairs_by_game(&one.runs, &other.runs, |run| run.game).collect();
        if pairs.len() < 2 {
            return None;
        }
        let figures = FIGURES.iter().map(|(name, is_share, value)| {
            let pairs = pairs.iter().map(|(a, b)| (value(one, a), value(other, b)));
            Difference::of(name, *is_share, &pairs.collect::<Vec<_>>())
        });
        Some(Self {
            agent,
            games: pairs.len() as u64,
            figures: figures.collect(),
        })
    }
}

impl Difference {
    /// Compares the values of pairs of games; those of a share are 0 or 1.
    fn of(figure: &'static str, is_share: bool, pairs: &[(f64, f64)]) -> Self {
        let count = pairs.len() as f64;
        let (one, other) = pairs
            .iter()
            .fold((0.0, 0.0), |(one, other), (a, b)| (one + a, other + b));
        let difference = if is_share {
            Estimate::of_matched(pairs.iter().map(|&(a, b)| (a > 0.0, b > 0.0)))
        } else {
            Estimate::mean_of(pairs.iter().map(|(a, b)| b - a))
        };
        Self {
            figure,
            is_share,
            one: one / count,
            other: other / count,
            difference,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_both_and_differences_those_of_pairs() {
        let success = Difference::of("success", true, &[(1.0, 1.0), (0.0, 1.0), (0.0, 1.0)]);
        assert!(
            (success.one - 1.0 / 3.0).abs() < 1e-12 && success.other == 1.0,
            "{success:?}"
        );
        assert!((success.difference.value - 2.0 / 3.0).abs() < 1e-12);
        let points = Difference::of("points", false, &[(1.0, 3.0), (2.0, 4.0), (9.0, 11.0)]);
        assert_eq!((points.one, points.other), (4.0, 6.0));
        let Estimate { value, low, high } = points.difference;
        assert!(
            value == 2.0 && low > 1.0 && low < 1.5 && high == 4.0 - low,
            "three pairs leave open what others differ by: {low} to {high}"
        );
    }
}
