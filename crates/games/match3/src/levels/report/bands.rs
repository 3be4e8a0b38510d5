//! The target bands in which level designers keep some figures.

use serde::Serialize;
use utoipa::ToSchema;

use super::estimate::Estimate;
use super::figures::Figures;
use super::skill::Skill;

/// A figure with its target band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Band {
    /// The name of the figure.
    pub figure: &'static str,
    /// Whether it is a share, or a difference of two.
    pub is_share: bool,
    /// Whether it is a difference of two shares.
    pub is_difference: bool,
    /// The lower end of the band.
    pub low: f64,
    /// The upper end of the band.
    pub high: f64,
    /// Whether the upper end lies outside the band.
    pub is_below: bool,
    /// The value here; `None` where it is unknown or infinite.
    #[schema(required)]
    pub value: Option<f64>,
    /// The lower end of its interval of 95 % confidence; `None` where it is unknown.
    #[schema(required)]
    pub from: Option<f64>,
    /// The upper end of its interval; `None` where it is unknown or infinite.
    #[schema(required)]
    pub to: Option<f64>,
    /// Whether the figure is in the band.
    pub verdict: Verdict,
}

/// Whether a figure is in its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Its whole interval is in the band.
    In,
    /// None of its interval is in the band.
    Out,
    /// An end of the band lies inside the interval.
    Undecided,
}

/// The band of the success of casual players.
pub const SUCCESS: (f64, f64) = (0.6, 0.8);

/// The band of the attempts within which 95 % of the players succeed.
pub const ATTEMPTS: (f64, f64) = (1.0, 5.0);

/// The band of the share of players that miss three times in a row.
pub(crate) const THREE_MISSES: (f64, f64) = (0.0, 0.15);

/// The band of the share of games with a board without moves.
pub const DEADLOCKS: (f64, f64) = (0.0, 0.05);

/// The band of the difference in success between great and little skill.
pub(crate) const SENSITIVITY: (f64, f64) = (0.3, 0.6);

/// Returns the figures with bands: success and deadlocks of the casual player, attempts and misses of players
/// of several skills, as those of little skill matter there. The bands are those of Match3Explore.
pub(super) fn bands(casual: &Figures, skill: Option<&Skill>) -> Vec<Band> {
    let people = skill.map(|skill| skill.people);
    let share = |figure, ends, is_below, estimate: Option<Estimate>| {
        let value = estimate.map(|estimate| estimate.value);
        let interval = estimate.map(|estimate| (estimate.low, estimate.high));
        Band {
            is_share: true,
            ..Band::new(figure, ends, is_below, value, interval)
        }
    };
    let number = |attempts: u64| attempts as f64;
    let attempts = people.map(|people| {
        let high = people.p95_high.map_or(f64::INFINITY, number);
        (number(people.p95_low), high)
    });
    let p95 = people.and_then(|people| people.p95).map(number);
    let three_misses = people.map(|people| people.three_misses);
    let sensitivity = skill.map(|skill| skill.sensitivity);
    vec![
        share("success", SUCCESS, false, Some(casual.success.into())),
        Band::new("attempts of 95 %", ATTEMPTS, false, p95, attempts),
        share("three misses in a row", THREE_MISSES, true, three_misses),
        share(
            "games with a deadlock",
            DEADLOCKS,
            true,
            Some(casual.deadlocks.into()),
        ),
        Band {
            is_difference: true,
            ..share("sensitivity to skill", SENSITIVITY, false, sensitivity)
        },
    ]
}

impl Band {
    /// Judges a figure that is no share by its interval.
    fn new(
        figure: &'static str,
        (low, high): (f64, f64),
        is_below: bool,
        value: Option<f64>,
        interval: Option<(f64, f64)>,
    ) -> Self {
        Self {
            figure,
            is_share: false,
            is_difference: false,
            low,
            high,
            is_below,
            value,
            from: interval.map(|(from, _)| from),
            to: interval.map(|(_, to)| to).filter(|to| to.is_finite()),
            verdict: interval.map_or(Verdict::Undecided, |interval| {
                Verdict::of((low, high), is_below, interval)
            }),
        }
    }
}

impl Verdict {
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
