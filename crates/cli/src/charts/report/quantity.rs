//! A figure of every game: its distribution and its mean.

use quincunx_arena::Histogram;

use super::curve;
use super::histogram::HistogramChart;
use super::source::Source;
use crate::charts::axis::Axis;
use crate::charts::chart::Chart;
use crate::charts::estimates::{self, Estimate};
use crate::charts::heading;
use crate::charts::markup::{Markup, table};
use crate::output::numbers::{decimal, interval, maybe, percent, pluralize, whole};
use crate::output::simulation::{QUANTILES, SPREAD, spread};
use crate::output::table::Table;

const SHARES: [f64; 9] = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

const STEPS: f64 = 600.0;

const HEIGHTS: [f64; 2] = [180.0, 240.0];

type Counted<'a> = (&'a Source, &'a Histogram);

pub(super) fn section(name: &str, sources: &[&Source]) -> Markup {
    let counted = sources.iter().filter_map(|&source| {
        let (counts, _) = source.figure(name)?;
        (!counts.is_empty()).then_some((source, counts))
    });
    let counted: Vec<Counted<'_>> = counted.collect();
    if counted.is_empty() {
        return Markup::default();
    }
    let mut all = Histogram::default();
    for (_, counts) in &counted {
        all.add(counts);
    }
    let histogram = HistogramChart::of(name, &all);
    let mut section = heading("h3", name);
    section.extend([summary(name, &counted)]);
    if counted.len() > 1 {
        section.extend([means(name, &counted)]);
    }
    section.extend([
        distributions(name, &histogram, &counted),
        cumulative(name, &histogram, &counted),
        curve::of_mean(name, sources),
    ]);
    section
}

fn summary(name: &str, counted: &[Counted<'_>]) -> Markup {
    let heads = ["result", "games", "mean", "95 % interval", "deviation"];
    let heads = heads.into_iter().chain(SPREAD);
    let rows = counted.iter().map(|(source, counts)| {
        let cells = [
            source.letter(),
            whole(counts.len()),
            maybe(counts.mean()),
            curve::mean(counts).map_or_else(|| "?".to_owned(), |(_, ends)| interval(ends)),
            maybe(counts.deviation()),
        ];
        cells.into_iter().chain(spread(counts).map(whole)).collect()
    });
    table(
        &format!("{name}: mean, standard deviation and quantiles"),
        &Table::new(heads, rows),
    )
}

fn means(name: &str, counted: &[Counted<'_>]) -> Markup {
    let means = counted.iter().filter_map(|(source, counts)| {
        let (mean, ends) = curve::mean(counts)?;
        let text = format!("{}, {}", decimal(mean), interval(ends));
        Some(Estimate::new(source.number, source.letter(), mean, ends, text))
    });
    let means: Vec<Estimate> = means.collect();
    if means.is_empty() {
        return Markup::default();
    }
    estimates::figure(
        &format!("Means of {name}"),
        (Axis::round(name, estimates::range(&means), 0.01), None),
        &means,
        (
            "Means with their intervals",
            "Dots are means, lines their intervals of 95 % confidence (Student's distribution).",
        ),
        Markup::default(),
    )
}

/// Draws a histogram for each result, all to one scale.
fn distributions(name: &str, histogram: &HistogramChart, counted: &[Counted<'_>]) -> Markup {
    let of_bars = counted.iter().map(|(_, counts)| histogram.counts(counts));
    let of_bars: Vec<Vec<u64>> = of_bars.collect();
    let shares = counted.iter().zip(&of_bars);
    let shares = shares.flat_map(|((_, all), of_bars)| of_bars.iter().map(|&count| share(count, all)));
    let highest = shares.fold(0.0, f64::max);
    let draw = |(one, of_bars)| distribution(name, histogram, one, of_bars, highest);
    counted.iter().zip(of_bars).map(draw).collect()
}

fn share(games: u64, all: &Histogram) -> f64 {
    games as f64 / all.len() as f64
}

fn distribution(
    name: &str,
    histogram: &HistogramChart,
    (source, counts): &Counted<'_>,
    of_bars: Vec<u64>,
    highest: f64,
) -> Markup {
    let y = Axis::share("share of the games", (0.0, highest));
    let mut chart = Chart::new(histogram.axis.clone(), y, HEIGHTS[0]);
    let mut rows = Vec::new();
    for (bar, count) in of_bars.into_iter().enumerate() {
        let row = [histogram.name(bar), whole(count), percent(share(count, counts))];
        if count > 0 {
            let hint = format!("{}: {}, {}", row[0], pluralize(count, "game"), row[2]);
            chart.bar(source.number, histogram.ends(bar), share(count, counts), &hint);
        }
        rows.push(row.to_vec());
    }
    let quantiles = QUANTILES.map(|quantile| counts.quantile(quantile).unwrap_or(0));
    let mean = counts.mean().and_then(|mean| histogram.place_mean(mean));
    chart.strip(source.number, quantiles.map(|value| histogram.place(value)), mean);
    let [low, lower, median, upper, high] = quantiles.map(whole);
    let [least, most] = [counts.least(), counts.most()].map(|value| whole(value.unwrap_or(0)));
    let ring = if mean.is_some() {
        ", and a ring at the mean"
    } else {
        ""
    };
    chart.figure_with_table(
        &format!("Distribution of {name}: {}", source.letter()),
        &format!(
            "A histogram of {} from {least} to {most}. The median is {median}; at least half of the games are from \
             {lower} to {upper}, nine of ten from {low} to {high}.",
            pluralize(counts.len(), "game"),
        ),
        &format!(
            "Above the bars: a line from the quantile of 5 % to that of 95 %, a box from 25 % to 75 % with the median as a \
             thick line{ring}."
        ),
        &Table::new([name, "games", "share"], rows),
    )
}

fn cumulative(name: &str, histogram: &HistogramChart, counted: &[Counted<'_>]) -> Markup {
    let y = Axis::share("share of the games", (0.0, 1.0));
    let mut chart = Chart::new(histogram.axis.clone(), y, HEIGHTS[1]);
    chart.rule((histogram.axis.from, 0.5), (histogram.axis.to, 0.5));
    let mut medians = Vec::new();
    for (source, counts) in counted {
        let steps = steps(histogram, counts);
        // All end at the same place.
        let median = steps.iter().find(|(_, share)| *share >= 0.5);
        chart.add_to_key(
            source.number,
            (median.map_or(histogram.axis.to, |step| step.0), 0.5),
        );
        chart.stairs(source.number, &steps);
        let (letter, median) = (source.letter(), whole(counts.quantile(0.5).unwrap_or(0)));
        medians.push(format!("{letter} reaches the half at {median}"));
    }
    let shares = SHARES.map(|share| format!("{:.0} %", 100.0 * share));
    let rows = counted.iter().map(|(source, counts)| {
        let values = SHARES.map(|share| whole(counts.quantile(share).unwrap_or(0)));
        [source.letter()].into_iter().chain(values).collect()
    });
    chart.figure_with_table(
        &format!("Cumulative distribution of {name}"),
        &format!("Curves that rise from 0 to 100 %. {}.", medians.join("; ")),
        "The share of the games with at most so many. A curve further right has more. The dotted line is at the half.",
        &Table::new(["result".to_owned()].into_iter().chain(shares), rows),
    )
}

/// Returns the corners of a cumulative distribution, at distances that can be seen.
fn steps(histogram: &HistogramChart, counts: &Histogram) -> Vec<(f64, f64)> {
    let axis = &histogram.axis;
    let mut steps = vec![(axis.from, 0.0)];
    let mut below = 0;
    let mut last_cell = None;
    for (value, count) in counts.bins() {
        below += count;
        let step = (histogram.place(value), below as f64 / counts.len() as f64);
        let cell = (axis.at(step.0) * STEPS) as u32;
        if last_cell.replace(cell) == Some(cell) {
            steps.pop();
        }
        steps.push(step);
    }
    steps.push((axis.to, 1.0));
    steps
}
