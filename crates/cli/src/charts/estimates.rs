//! Estimates with their intervals, below each other.

use super::axis::Axis;
use super::chart::{Chart, Spot};
use super::markup::Markup;

pub(crate) struct Estimate {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) spot: Spot,
    pub(crate) text: String,
    /// The range in which the value should be.
    pub(crate) band: Option<(f64, f64)>,
}

impl Estimate {
    pub(crate) fn new(
        series: usize,
        name: impl Into<String>,
        y: f64,
        interval: (f64, f64),
        text: impl Into<String>,
    ) -> Self {
        let spot = Spot { x: 0.0, y, interval };
        Self {
            series,
            name: name.into(),
            spot,
            text: text.into(),
            band: None,
        }
    }
}

pub(crate) fn range(estimates: &[Estimate]) -> (f64, f64) {
    let ends = || estimates.iter().map(|estimate| estimate.spot.interval);
    let least = ends().map(|(low, _)| low).fold(f64::INFINITY, f64::min);
    (
        least,
        ends().map(|(_, high)| high).fold(f64::NEG_INFINITY, f64::max),
    )
}

/// Draws estimates, with a dotted line at `rule`.
pub(crate) fn figure(
    title: &str,
    (axis, rule): (Axis, Option<f64>),
    estimates: &[Estimate],
    (description, caption): (&str, &str),
    table: Markup,
) -> Markup {
    let mut chart = Chart::of_categories(axis, estimates.iter().map(|estimate| estimate.name.clone()));
    for (place, estimate) in estimates.iter().enumerate() {
        if let Some(band) = estimate.band {
            let along = (place as f64 - 0.5, place as f64 + 0.5);
            chart.zone(band, along, "target band");
        }
    }
    if let Some(at) = rule {
        chart.rule((at, -0.5), (at, estimates.len() as f64 - 0.5));
    }
    let mut texts = Vec::new();
    for (
        place,
        Estimate {
            series,
            name,
            spot,
            text,
            ..
        },
    ) in estimates.iter().enumerate()
    {
        let text = format!("{name}: {text}");
        chart.whisker(*series, place, spot, &text);
        texts.push(text);
    }
    chart.figure(
        title,
        &format!("{description}. {}.", texts.join("; ")),
        caption,
        table,
    )
}
