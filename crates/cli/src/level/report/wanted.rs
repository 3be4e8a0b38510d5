//! Charts of what designers want: figures beside the bands in which they should be.

use quincunx_match3::levels::report::{ATTEMPTS, Band, DEADLOCKS, Estimate, Figures, Report, SUCCESS};

use super::charts::{letter, shown, spot};
use super::words;
use crate::page::axis::Axis;
use crate::page::chart::{Chart, Spot};
use crate::page::markup::Markup;
use crate::page::numbers::{percent, percents, whole};

/// A line of a chart: a figure of somebody, with its interval.
struct Row {
    series: usize,
    name: String,
    spot: Spot,
    /// What is told of it.
    hint: String,
    /// The band in which it should be.
    band: (f64, f64),
}

/// The most attempts that are drawn: nobody has so much patience.
const MOST_ATTEMPTS: f64 = 50.0;

/// Where a number of attempts is drawn that is not known: beyond all others.
const UNKNOWN: f64 = 1e12;

pub(super) fn success(report: &Report) -> Markup {
    let rows = of_tiers(report, SUCCESS, |tier| tier.success.into());
    let band = percents(SUCCESS);
    figure(
        "Success",
        Axis::share("success", (0.0, 1.0)),
        &rows,
        "Shares of the games that reach all goals, with their intervals",
        &format!(
            "Dots are shares of the games, lines Wilson's intervals. Casual players should be in the shaded band, {band}."
        ),
        Markup::default(),
    )
}

pub(super) fn deadlocks(report: &Report) -> Markup {
    let rows = of_tiers(report, DEADLOCKS, |tier| tier.deadlocks.into());
    let most = rows.iter().map(|row| row.spot.interval.1);
    let most = most.fold(2.0 * DEADLOCKS.1, f64::max);
    let band = percent(DEADLOCKS.1);
    figure(
        "Games with a deadlock",
        Axis::share("games with a deadlock", (0.0, most)),
        &rows,
        "Shares of the games that come to a board without a move, with their intervals",
        &format!(
            "Dots are shares of the games, lines Wilson's intervals. They should be in the shaded band, fewer than {band}."
        ),
        Markup::default(),
    )
}

/// Draws the attempts after which 95 % are through: of people of several skills, and of each player.
pub(super) fn attempts(report: &Report) -> Markup {
    let row = |series, name: String, p95: Option<u64>, low: u64, high: Option<u64>| {
        let [value, most] = [p95, high].map(|number| number.map_or(UNKNOWN, |number| number as f64));
        let told = p95.map_or_else(|| "no number is known".to_owned(), whole);
        let upper = high.map_or_else(|| "or more".to_owned(), |high| format!("to {}", whole(high)));
        Row {
            series,
            hint: format!("{told}, {} {upper}", whole(low)),
            name,
            spot: Spot {
                x: 0.0,
                y: value,
                interval: (low as f64, most),
            },
            band: ATTEMPTS,
        }
    };
    let people = report.skill.as_ref().map(|skill| {
        let people = skill.people;
        let name = "people of several skills".to_owned();
        row(0, name, people.p95, people.p95_low, people.p95_high)
    });
    let tiers = report.tiers.iter().enumerate().map(|(place, tier)| {
        let of_tier = tier.attempts;
        let name = format!("{}: {}", letter(place), tier.agent);
        row(place, name, of_tier.p95, of_tier.p95_low, of_tier.p95_high)
    });
    let rows: Vec<Row> = people.into_iter().chain(tiers).collect();
    let ends = rows
        .iter()
        .flat_map(|row| [row.spot.interval.0, row.spot.y, row.spot.interval.1]);
    let most = ends
        .filter(|end| *end < UNKNOWN)
        .fold(2.0 * ATTEMPTS.1, f64::max)
        .min(MOST_ATTEMPTS);
    figure(
        "Attempts until 95 % are through",
        Axis::exact("attempts", (0.0, most), 1.0),
        &rows,
        "Attempts after which 95 % have succeeded once, with their intervals",
        &format!(
            "Lines are intervals. People should be in the shaded band, at most {} attempts. What is beyond {} stands at the edge.",
            ATTEMPTS.1, most
        ),
        Markup::default(),
    )
}

/// Draws the shares among the bands on one scale, each beside its own, and tells all of them in a table.
pub(super) fn bands(report: &Report, casual: &str) -> Markup {
    let row = |band: &Band| {
        let estimate = Estimate {
            value: band.value?,
            low: band.from?,
            high: band.to?,
        };
        Some(Row {
            series: 0,
            name: band.figure.to_owned(),
            spot: spot(0.0, estimate),
            hint: format!(
                "{}, {} to {}",
                words::of_band(band, estimate.value),
                words::of_band(band, estimate.low),
                words::of_band(band, estimate.high)
            ),
            band: (band.low, band.high),
        })
    };
    let shares = report.bands.iter().filter(|band| band.is_share);
    let rows: Vec<Row> = shares.filter_map(row).collect();
    let ends = || rows.iter().map(|row| row.spot.interval);
    let least = ends().map(|(low, _)| low).fold(0.0, f64::min);
    let most = ends().map(|(_, high)| high).fold(SUCCESS.1, f64::max);
    figure(
        "In the bands that designers use",
        Axis::share("share", (least, most)),
        &rows,
        "Shares with their intervals",
        "Each should be in the shaded band beside it; lines are intervals.",
        shown(&words::of_bands(casual), &words::bands(&report.bands)),
    )
}

fn in_percent(estimate: Estimate) -> String {
    format!(
        "{}, {}",
        percent(estimate.value),
        percents((estimate.low, estimate.high))
    )
}

/// Makes a line for a share of each player.
fn of_tiers(report: &Report, band: (f64, f64), share: impl Fn(&Figures) -> Estimate) -> Vec<Row> {
    let tiers = report.tiers.iter().enumerate();
    let row = tiers.map(|(place, tier)| Row {
        series: place,
        name: format!("{}: {}", letter(place), tier.agent),
        spot: spot(0.0, share(tier)),
        hint: in_percent(share(tier)),
        band,
    });
    row.collect()
}

/// Draws lines under each other, each over its band.
fn figure(title: &str, x: Axis, rows: &[Row], what: &str, caption: &str, table: Markup) -> Markup {
    let mut chart = Chart::of_things(x, rows.iter().map(|row| row.name.clone()));
    for (place, row) in rows.iter().enumerate() {
        let along = (place as f64 - 0.5, place as f64 + 0.5);
        chart.zone(row.band, along, "it should be here");
    }
    for (place, row) in rows.iter().enumerate() {
        chart.whisker(
            row.series,
            place,
            &row.spot,
            &format!("{}: {}", row.name, row.hint),
        );
    }
    let told: Vec<String> = rows
        .iter()
        .map(|row| format!("{}: {}", row.name, row.hint))
        .collect();
    chart.figure(title, &format!("{what}. {}.", told.join("; ")), caption, table)
}
