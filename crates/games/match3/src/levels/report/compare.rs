//! Two levels under the same players and seeds.

use serde::Serialize;

use super::estimate::Estimate;
use super::experiment::Experiment;
use super::game::{Batch, Run};
use super::plan::Job;
use super::summary::Report;

/// Two levels, or a level before and after a change, with what is different.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The one level.
    pub one: Report,
    /// The other.
    pub other: Report,
    /// What is different, for each player in the order of the reports.
    pub differences: Vec<Differences>,
}

impl Comparison {
    /// Tells what is different in the games of two studies, which should be of one plan: of players that the
    /// other has not nothing is told, and under another seed nothing falls out.
    #[must_use]
    pub fn of(one: &Experiment, other: &Experiment) -> Self {
        let difference = |job: &Job| Differences::of(job.name.clone(), one.batch(job)?, other.batch(job)?);
        Self {
            differences: one.jobs().tiers.iter().filter_map(difference).collect(),
            one: one.report(),
            other: other.report(),
        }
    }
}

/// What is different for a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Differences {
    /// The player, as named.
    pub agent: String,
    /// Seeds on which both levels were played.
    pub games: u64,
    /// The figures.
    pub figures: Vec<Difference>,
}

/// A figure in both levels.
///
/// Both are played on the same seeds, and the interval is that of the differences seed by seed: the more
/// alike the levels are, the more of the luck falls out. Of shares it is the adjusted interval for matched
/// pairs of Agresti and Min (2005), else Student's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What it is.
    pub figure: &'static str,
    /// Whether it is a share.
    pub is_share: bool,
    /// The mean in the one level.
    pub one: f64,
    /// The mean in the other.
    pub other: f64,
    /// The other less the one.
    pub difference: Estimate,
}

/// What is compared of a game, which the limit of its level may be needed for.
enum Figure {
    Share(fn(&Run) -> bool),
    Number(fn(&Batch, &Run) -> f64),
}

const FIGURES: [(&str, Figure); 7] = [
    ("success", Figure::Share(|run| run.reached)),
    ("share of the goals done", Figure::Number(done)),
    (
        "moves left, 0 where missed",
        Figure::Number(|batch, run| match run.reached {
            true => f64::from(batch.limit - run.moves),
            // A game that got stuck has moves left too, of no use to anybody.
            false => 0.0,
        }),
    ),
    ("points", Figure::Number(|_, run| run.points as f64)),
    ("deadlocks", Figure::Share(Run::is_deadlocked)),
    (
        "specials made",
        Figure::Number(|_, run| f64::from(run.specials_made)),
    ),
    (
        "specials used",
        Figure::Number(|_, run| f64::from(run.specials_used)),
    ),
];

/// Returns the mean share of the goals that is done.
fn done(batch: &Batch, run: &Run) -> f64 {
    let shares = run.goals.iter().zip(&batch.wanted);
    let shares = shares.map(|(goal, &wanted)| goal.done as f64 / wanted as f64);
    shares.sum::<f64>() / run.goals.len() as f64
}

impl Differences {
    /// Compares the games of a player that were played of both levels; `None` of fewer than two.
    pub(super) fn of(agent: String, one: &Batch, other: &Batch) -> Option<Self> {
        let mut others = other.runs.iter().peekable();
        let mut pairs: Vec<(&Run, &Run)> = Vec::new();
        for run in &one.runs {
            while others.next_if(|other| other.game < run.game).is_some() {}
            pairs.extend(
                others
                    .next_if(|other| other.game == run.game)
                    .map(|other| (run, other)),
            );
        }
        if pairs.len() < 2 {
            return None;
        }
        let figures = FIGURES.iter().map(|(name, figure)| match figure {
            Figure::Share(is_so) => shares(name, pairs.iter().map(|(a, b)| (is_so(a), is_so(b)))),
            Figure::Number(value) => {
                numbers(name, pairs.iter().map(|(a, b)| (value(one, a), value(other, b))))
            }
        });
        Some(Self {
            agent,
            games: pairs.len() as u64,
            figures: figures.collect(),
        })
    }
}

fn shares(figure: &'static str, pairs: impl Iterator<Item = (bool, bool)> + Clone) -> Difference {
    let (count, one, other) = pairs.clone().fold((0.0, 0.0, 0.0), |(count, one, other), pair| {
        let [more, more_other] = [pair.0, pair.1].map(|is_so| f64::from(u8::from(is_so)));
        (count + 1.0, one + more, other + more_other)
    });
    Difference {
        figure,
        is_share: true,
        one: one / count,
        other: other / count,
        difference: Estimate::of_matched(pairs),
    }
}

fn numbers(figure: &'static str, pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Difference {
    let count = pairs.clone().count() as f64;
    let (one, other) = pairs
        .clone()
        .fold((0.0, 0.0), |(one, other), (a, b)| (one + a, other + b));
    Difference {
        figure,
        is_share: false,
        one: one / count,
        other: other / count,
        difference: Estimate::mean_of(pairs.map(|(a, b)| b - a)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_both_and_differences_those_of_pairs() {
        let told = shares(
            "success",
            [(true, true), (false, true), (false, true)].into_iter(),
        );
        assert!(
            (told.one - 1.0 / 3.0).abs() < 1e-12 && told.other == 1.0,
            "{told:?}"
        );
        assert!((told.difference.value - 2.0 / 3.0).abs() < 1e-12);
        let told = numbers("points", [(1.0, 3.0), (2.0, 4.0), (9.0, 11.0)].into_iter());
        assert_eq!((told.one, told.other), (4.0, 6.0));
        let Estimate { value, low, high } = told.difference;
        assert!(
            value == 2.0 && low > 1.0 && low < 1.5 && high == 4.0 - low,
            "three pairs leave open what others differ by: {low} to {high}"
        );
    }
}
