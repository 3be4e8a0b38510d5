//! The bands in which designers of such levels want some figures to be.

use serde::Serialize;

use super::figures::Figures;
use super::skill::Skill;

/// A figure that should be in a band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    /// What it is.
    pub figure: &'static str,
    /// Whether it is a share.
    pub is_share: bool,
    /// The lower end of the band.
    pub low: f64,
    /// The upper end of the band.
    pub high: f64,
    /// What it is here; `None` where it is not known, or infinite.
    pub value: Option<f64>,
    /// Whether it is in the band.
    pub holds: bool,
}

/// How often casual people should succeed.
pub const SUCCESS: (f64, f64) = (0.6, 0.8);

/// Tells which figures of the player that stands for casual people are in their bands.
///
/// The bands are those of Match3Explore: success from 60 to 80 %, fewer than 5 % of all games with a deadlock, 95 % of people through
/// after five attempts, fewer than 15 % of them with three misses in a row, and a sensitivity to skill from 30 to 60 %.
pub(super) fn bands(casual: &Figures, skill: Option<&Skill>) -> Vec<Band> {
    let band = |figure, is_share, (low, high): (f64, f64), value: Option<f64>| Band {
        figure,
        is_share,
        low,
        high,
        value,
        holds: value.is_some_and(|value| (low..=high).contains(&value)),
    };
    vec![
        band("success", true, SUCCESS, Some(casual.success.value)),
        band(
            "attempts of 95 %",
            false,
            (1.0, 5.0),
            casual.attempts.p95.map(|attempts| attempts as f64),
        ),
        band(
            "three misses in a row",
            true,
            (0.0, 0.15),
            Some(casual.three_misses.value),
        ),
        band(
            "games with a deadlock",
            true,
            (0.0, 0.05),
            Some(casual.deadlocks.value),
        ),
        band(
            "sensitivity to skill",
            true,
            (0.3, 0.6),
            skill.map(|skill| skill.sensitivity.value),
        ),
    ]
}
