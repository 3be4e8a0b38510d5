//! The bands in which designers of such levels want some figures to be.

use serde::Serialize;
use utoipa::ToSchema;

use super::estimate::Estimate;
use super::figures::Figures;
use super::skill::Skill;

/// A figure that should be in a band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Band {
    /// What it is.
    pub figure: &'static str,
    /// Whether it is a share, or a difference of two.
    pub is_share: bool,
    /// Whether it is a difference of two shares, which is told in percentage points.
    pub is_difference: bool,
    /// The lower end of the band.
    pub low: f64,
    /// The upper end of the band.
    pub high: f64,
    /// Whether the upper end itself is not in the band any more.
    pub is_below: bool,
    /// What it is here; `None` where it is not known, or infinite.
    pub value: Option<f64>,
    /// The lower end of its interval of 95 % confidence; `None` where it is not known.
    pub from: Option<f64>,
    /// The upper end of that; `None` where it is not known, or infinite.
    pub to: Option<f64>,
    /// Whether it is in the band.
    pub verdict: Verdict,
}

/// Whether a figure is in its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is: its whole interval is.
    In,
    /// It is not: nothing of its interval is.
    Out,
    /// So many games do not tell: an end of the band is within the interval.
    Undecided,
}

/// How often casual people should succeed.
pub const SUCCESS: (f64, f64) = (0.6, 0.8);

/// After how many attempts 95 % of people should be through.
pub const ATTEMPTS: (f64, f64) = (1.0, 5.0);

/// How many people should miss three times in a row.
pub const THREE_MISSES: (f64, f64) = (0.0, 0.15);

/// How many games should come to a board without a move.
pub const DEADLOCKS: (f64, f64) = (0.0, 0.05);

/// How much more often people of great skill should succeed than those of little.
pub const SENSITIVITY: (f64, f64) = (0.3, 0.6);

/// Tells which figures are in their bands: success and deadlocks those of the player that stands for casual
/// people, attempts and misses those of a crowd of several skills, as they are the worry of people of little
/// skill.
///
/// The bands are those of Match3Explore: success from 60 to 80 %, fewer than 5 % of all games with a
/// deadlock, 95 % of people through after five attempts, fewer than 15 % of them with three misses in a row,
/// and a sensitivity to skill from 30 to 60 %.
pub(super) fn bands(casual: &Figures, skill: Option<&Skill>) -> Vec<Band> {
    let people = skill.map(|skill| skill.people);
    let share = |figure, (low, high): (f64, f64), is_below: bool, estimate: Option<Estimate>| Band {
        figure,
        is_share: true,
        is_difference: false,
        low,
        high,
        is_below,
        value: estimate.map(|estimate| estimate.value),
        from: estimate.map(|estimate| estimate.low),
        to: estimate.map(|estimate| estimate.high),
        verdict: estimate.map_or(Verdict::Undecided, |estimate| {
            Verdict::of((low, high), is_below, (estimate.low, estimate.high))
        }),
    };
    let number = |attempts: u64| attempts as f64;
    let [p95, p95_high] = [
        people.and_then(|people| people.p95),
        people.and_then(|people| people.p95_high),
    ];
    vec![
        share("success", SUCCESS, false, Some(casual.success.into())),
        Band {
            figure: "attempts of 95 %",
            is_share: false,
            is_difference: false,
            low: ATTEMPTS.0,
            high: ATTEMPTS.1,
            is_below: false,
            value: p95.map(number),
            from: people.map(|people| number(people.p95_low)),
            to: p95_high.map(number),
            verdict: people.map_or(Verdict::Undecided, |people| {
                let most = p95_high.map_or(f64::INFINITY, number);
                Verdict::of(ATTEMPTS, false, (number(people.p95_low), most))
            }),
        },
        share(
            "three misses in a row",
            THREE_MISSES,
            true,
            people.map(|people| people.three_misses),
        ),
        share(
            "games with a deadlock",
            DEADLOCKS,
            true,
            Some(casual.deadlocks.into()),
        ),
        Band {
            is_difference: true,
            ..share(
                "sensitivity to skill",
                SENSITIVITY,
                false,
                skill.map(|skill| skill.sensitivity),
            )
        },
    ]
}

impl Verdict {
    /// Judges the interval of a figure that should be in a band, whose upper end is in it or not.
    fn of((low, high): (f64, f64), is_below: bool, (from, to): (f64, f64)) -> Self {
        let is_beyond = |value: f64| value > high || is_below && value >= high;
        if low <= from && !is_beyond(to) {
            Self::In
        } else if to < low || is_beyond(from) {
            Self::Out
        } else {
            Self::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_in_its_band_beside_it_or_neither() {
        for (from, to, verdict) in [
            (0.6, 0.8, Verdict::In),
            (0.65, 0.7, Verdict::In),
            (0.1, 0.59, Verdict::Out),
            (0.81, f64::INFINITY, Verdict::Out),
            (0.5, 0.6, Verdict::Undecided),
            (0.7, 0.81, Verdict::Undecided),
            (0.0, f64::INFINITY, Verdict::Undecided),
        ] {
            assert_eq!(
                Verdict::of((0.6, 0.8), false, (from, to)),
                verdict,
                "{from} to {to}"
            );
        }
        for (from, to, verdict) in [
            (0.0, 0.049, Verdict::In),
            (0.0, 0.05, Verdict::Undecided),
            (0.05, 0.05, Verdict::Out),
        ] {
            assert_eq!(
                Verdict::of((0.0, 0.05), true, (from, to)),
                verdict,
                "{from} to {to}"
            );
        }
    }
}
