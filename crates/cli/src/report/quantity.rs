//! What was counted in every game, one figure at a time: how it is distributed, and its mean.

use quincunx_arena::Histogram;

use super::curve;
use super::histogram::HistogramChart;
use super::source::Source;
use crate::page::axis::Axis;
use crate::page::chart::{Chart, Spot};
use crate::page::details;
use crate::page::markup::{Markup, element, table, text};
use crate::page::numbers::{interval, maybe, percent, whole};
use crate::simulate::QUANTILES;

/// The quantiles of the cumulative distribution's table.
const SHARES: [f64; 9] = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

/// Steps of the cumulative distribution: more could not be seen.
const STEPS: f64 = 600.0;

/// The heights of fields.
const HEIGHTS: [f64; 2] = [180.0, 240.0];

/// What a result has counted.
struct Counted<'a> {
    series: usize,
    letter: String,
    counts: &'a Histogram,
}

impl Counted<'_> {
    /// Returns the share of so many games.
    fn share(&self, games: u64) -> f64 {
        games as f64 / self.counts.len() as f64
    }
}

/// Tells of a figure in all results that have counted it.
pub(super) fn section(name: &str, sources: &[&Source]) -> Markup {
    let counted: Vec<Counted<'_>> = sources
        .iter()
        .filter_map(|source| {
            let (counts, _) = source.counted(name)?;
            (!counts.is_empty()).then(|| Counted {
                series: source.number,
                letter: source.letter(),
                counts,
            })
        })
        .collect();
    if counted.is_empty() {
        return Markup::default();
    }
    let mut all = Histogram::default();
    for counted in &counted {
        all.add(counted.counts);
    }
    let histogram = HistogramChart::of(name, &all);
    let mut section = element("h3", &[], text(name));
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
    let before = ["result", "games", "mean", "95 % interval", "deviation", "least"].map(str::to_owned);
    let quantiles = QUANTILES.map(|quantile| format!("{:.0} %", 100.0 * quantile));
    let heads: Vec<String> = before
        .into_iter()
        .chain(quantiles)
        .chain(["most".to_owned()])
        .collect();
    let row = |one: &Counted<'_>| {
        let Counted { letter, counts, .. } = one;
        let values = [counts.least()]
            .into_iter()
            .chain(QUANTILES.map(|quantile| counts.quantile(quantile)))
            .chain([counts.most()]);
        let before = [
            letter.clone(),
            whole(counts.len()),
            maybe(counts.mean()),
            curve::mean(counts).map_or_else(|| "?".to_owned(), |(_, ends)| interval(ends)),
            maybe(counts.deviation()),
        ];
        before
            .into_iter()
            .chain(values.map(|value| whole(value.unwrap_or(0))))
            .collect()
    };
    let rows: Vec<Vec<String>> = counted.iter().map(row).collect();
    table(
        &format!("{name}: mean, standard deviation and quantiles"),
        &heads,
        &rows,
    )
}

fn means(name: &str, counted: &[Counted<'_>]) -> Markup {
    let spots: Vec<(&Counted<'_>, Spot)> = counted
        .iter()
        .filter_map(|one| {
            let (y, interval) = curve::mean(one.counts)?;
            Some((one, Spot { x: 0.0, y, interval }))
        })
        .collect();
    if spots.is_empty() {
        return Markup::default();
    }
    let least = spots
        .iter()
        .map(|(_, spot)| spot.interval.0)
        .fold(f64::INFINITY, f64::min);
    let most = spots
        .iter()
        .map(|(_, spot)| spot.interval.1)
        .fold(f64::NEG_INFINITY, f64::max);
    let names = spots.iter().map(|(one, _)| one.letter.clone());
    let mut chart = Chart::of_things(Axis::round(name, (least, most), 0.01), names);
    let mut told = Vec::new();
    for (place, (one, spot)) in spots.iter().enumerate() {
        let hint = format!(
            "{}: {}, {}",
            one.letter,
            maybe(Some(spot.y)),
            interval(spot.interval)
        );
        chart.whisker(one.series, place, spot, &hint);
        told.push(hint);
    }
    chart.figure(
        &format!("Means of {name}"),
        &format!("Means with their intervals. {}.", told.join("; ")),
        "Dots are means, lines their intervals of 95 % confidence (Student's distribution).",
        Markup::default(),
    )
}

/// Draws a histogram for each result, all of one height.
fn distributions(name: &str, histogram: &HistogramChart, counted: &[Counted<'_>]) -> Markup {
    let of_bars: Vec<Vec<u64>> = counted.iter().map(|one| histogram.counts(one.counts)).collect();
    let highest = counted
        .iter()
        .zip(&of_bars)
        .flat_map(|(one, of_bars)| of_bars.iter().map(|&count| one.share(count)))
        .fold(0.0, f64::max);
    let draw = |(one, of_bars)| distribution(name, histogram, one, of_bars, highest);
    counted.iter().zip(of_bars).map(draw).collect()
}

fn distribution(
    name: &str,
    histogram: &HistogramChart,
    one: &Counted<'_>,
    of_bars: Vec<u64>,
    highest: f64,
) -> Markup {
    let Counted {
        series,
        letter,
        counts,
    } = one;
    let y = Axis::share("share of the games", (0.0, highest));
    let mut chart = Chart::new(histogram.axis.clone(), y, HEIGHTS[0]);
    let mut rows = Vec::new();
    for (bar, count) in of_bars.into_iter().enumerate() {
        let told = [histogram.name(bar), whole(count), percent(one.share(count))];
        if count > 0 {
            let hint = format!("{}: {} games, {}", told[0], told[1], told[2]);
            chart.bar(*series, histogram.ends(bar), one.share(count), &hint);
        }
        rows.push(told.to_vec());
    }
    let quantiles = QUANTILES.map(|quantile| counts.quantile(quantile).unwrap_or(0));
    let mean = counts.mean().and_then(|mean| histogram.place_mean(mean));
    chart.strip(*series, quantiles.map(|value| histogram.place(value)), mean);
    let [low, lower, median, upper, high] = quantiles.map(whole);
    let heads = [name, "games", "share"].map(str::to_owned);
    let title = format!("Distribution of {name}: {letter}");
    chart.figure(
        &title,
        &format!(
            "A histogram of {} games from {} to {}. The median is {median}; at least half of the games are from {lower} to \
             {upper}, nine of ten from {low} to {high}.",
            whole(counts.len()),
            whole(counts.least().unwrap_or(0)),
            whole(counts.most().unwrap_or(0)),
        ),
        &format!(
            "Over the bars: a line from the quantile of 5 % to that of 95 %, a box from 25 % to 75 % with the median as a thick \
             line{}.",
            if mean.is_some() { ", and a ring at the mean" } else { "" }
        ),
        details(&title, &heads, &rows),
    )
}

fn cumulative(name: &str, histogram: &HistogramChart, counted: &[Counted<'_>]) -> Markup {
    let y = Axis::share("share of the games", (0.0, 1.0));
    let mut chart = Chart::new(histogram.axis.clone(), y, HEIGHTS[1]);
    chart.rule((histogram.axis.from, 0.5), (histogram.axis.to, 0.5));
    for Counted {
        series,
        letter,
        counts,
    } in counted
    {
        chart.name(*series, letter);
        chart.stairs(*series, &steps(histogram, counts));
    }
    let told: Vec<String> = counted
        .iter()
        .map(|one| {
            format!(
                "{} reaches the half at {}",
                one.letter,
                whole(one.counts.quantile(0.5).unwrap_or(0))
            )
        })
        .collect();
    let shares = SHARES.map(|share| format!("{:.0} %", 100.0 * share));
    let heads: Vec<String> = ["result".to_owned()].into_iter().chain(shares).collect();
    let row = |one: &Counted<'_>| {
        let values = SHARES.map(|share| whole(one.counts.quantile(share).unwrap_or(0)));
        [one.letter.clone()].into_iter().chain(values).collect()
    };
    let rows: Vec<Vec<String>> = counted.iter().map(row).collect();
    let title = format!("Cumulative distribution of {name}");
    chart.figure(
        &title,
        &format!("Curves that rise from 0 to 100 %. {}.", told.join("; ")),
        "The share of the games that have at most so many. A curve right of another has more. The dotted line is at the half.",
        details(&title, &heads, &rows),
    )
}

/// Returns the corners of a cumulative distribution, no nearer to each other than can be seen.
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
