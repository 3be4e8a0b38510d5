//! Estimates with their intervals, below each other.

use super::axis::Axis;
use super::chart::Chart;
use super::markup::Markup;

pub(crate) struct Estimate {
    pub(crate) series: usize,
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) interval: (f64, f64),
    pub(crate) text: String,
    pub(crate) band: Option<(f64, f64)>,
}

impl Estimate {
    pub(crate) fn new(series: usize, name: String, value: f64, interval: (f64, f64), text: String) -> Self {
        Self {
            series,
            name,
            value,
            interval,
            text,
            band: None,
        }
    }

    pub(crate) fn within(self, band: (f64, f64)) -> Self {
        let band = Some(band);
        Self { band, ..self }
    }
}

pub(crate) fn range(estimates: &[Estimate]) -> (f64, f64) {
    let ends = estimates.iter().map(|estimate| estimate.interval);
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    ends.fold(none, |(least, most), (low, high)| {
        (least.min(low), most.max(high))
    })
}

/// Draws estimates, with a dotted line at `rule`.
pub(crate) fn figure(
    title: &str,
    (axis, rule): (Axis, Option<f64>),
    estimates: &[Estimate],
    (description, caption): (&str, &str),
    table: Markup,
) -> Markup {
    let mut chart = Chart::of_categories(axis, estimates.iter().map(|estimate| estimate.name.as_str()));
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
    for (place, estimate) in estimates.iter().enumerate() {
        let text = format!("{}: {}", estimate.name, estimate.text);
        chart.whisker(estimate.series, place, estimate.value, estimate.interval, &text);
        texts.push(text);
    }
    let description = format!("{description}. {}.", texts.join("; "));
    chart.figure(title, &description, caption, table)
}
