//! Figures beside their target bands.

use quincunx_match3::levels::report::{
    ATTEMPTS, Band, DEADLOCKS, Estimate as Interval, Figures, Report, SUCCESS,
};

use super::player_name;
use crate::charts::axis::Axis;
use crate::charts::estimates::{self, Estimate};
use crate::charts::markup::{Markup, table};
use crate::output::level_report as tables;
use crate::output::numbers::{percent, percents, whole};

const MAX_ATTEMPTS: f64 = 50.0;

/// The value of an unknown number of attempts, beyond all others.
const UNKNOWN: f64 = 1e12;

pub(super) fn success(report: &Report) -> Markup {
    let band = percents(SUCCESS);
    estimates::figure(
        "Success",
        (Axis::share("success", (0.0, 1.0)), None),
        &tiers(report, SUCCESS, |tier| tier.success.into()),
        (
            "Shares of the games that reach all goals, with their intervals",
            &format!(
                "Dots are shares of the games, lines Wilson's intervals. The shaded band, {band}, is the target for casual \
                 players."
            ),
        ),
        Markup::default(),
    )
}

pub(super) fn deadlocks(report: &Report) -> Markup {
    let rows = tiers(report, DEADLOCKS, |tier| tier.deadlocks.into());
    let most = estimates::range(&rows).1.max(2.0 * DEADLOCKS.1);
    let band = percent(DEADLOCKS.1);
    estimates::figure(
        "Games with a deadlock",
        (Axis::share("games with a deadlock", (0.0, most)), None),
        &rows,
        (
            "Shares of the games with a board without a move, with their intervals",
            &format!(
                "Dots are shares of the games, lines Wilson's intervals. The shaded band is the target, less than {band}."
            ),
        ),
        Markup::default(),
    )
}

/// Draws the attempts after which 95 % succeed: of players of several skills, and of each player.
pub(super) fn attempts(report: &Report) -> Markup {
    let row = |series, name: String, p95: Option<u64>, low: u64, high: Option<u64>| {
        let [value, most] = [p95, high].map(|number| number.map_or(UNKNOWN, |number| number as f64));
        let value_text = p95.map_or_else(|| "no number is known".to_owned(), whole);
        let upper = high.map_or_else(|| "or more".to_owned(), |high| format!("to {}", whole(high)));
        let text = format!("{value_text}, {} {upper}", whole(low));
        Estimate::new(series, name, value, (low as f64, most), text).within(ATTEMPTS)
    };
    let people = report.skill.as_ref().map(|skill| {
        let (name, people) = ("players of several skills".to_owned(), skill.people);
        row(0, name, people.p95, people.p95_low, people.p95_high)
    });
    let tiers = report.tiers.iter().enumerate().map(|(place, tier)| {
        let (name, attempts) = (player_name(place, tier), tier.attempts);
        row(place, name, attempts.p95, attempts.p95_low, attempts.p95_high)
    });
    let rows: Vec<Estimate> = people.into_iter().chain(tiers).collect();
    let ends = rows
        .iter()
        .flat_map(|row| [row.interval.0, row.value, row.interval.1]);
    let known = ends.filter(|end| *end < UNKNOWN);
    let most = known.fold(2.0 * ATTEMPTS.1, f64::max).min(MAX_ATTEMPTS);
    estimates::figure(
        "Attempts until 95 % have succeeded",
        (Axis::exact("attempts", (0.0, most), 1.0), None),
        &rows,
        (
            "Attempts after which 95 % have succeeded once, with their intervals",
            &format!(
                "Lines are intervals. The shaded band is the target for people, at most {} attempts. More than {most} are \
                 drawn at the edge.",
                ATTEMPTS.1
            ),
        ),
        Markup::default(),
    )
}

/// Draws the shares with a band on one scale, with the table of all bands.
pub(super) fn figures(report: &Report, casual: &str) -> Markup {
    let row = |band: &Band| {
        let (value, low, high) = (band.value?, band.from?, band.to?);
        let [value_text, low_text, high_text] =
            [value, low, high].map(|value| tables::format_band(band, value));
        let text = format!("{value_text}, {low_text} to {high_text}");
        let estimate = Estimate::new(0, band.figure.to_owned(), value, (low, high), text);
        Some(estimate.within((band.low, band.high)))
    };
    let shares = report.bands.iter().filter(|band| band.is_share);
    let rows: Vec<Estimate> = shares.filter_map(row).collect();
    let (least, most) = estimates::range(&rows);
    estimates::figure(
        "Shares and their target bands",
        (Axis::share("share", (least.min(0.0), most.max(SUCCESS.1))), None),
        &rows,
        (
            "Shares with their intervals",
            "The shaded band beside each is its target; lines are intervals.",
        ),
        table(&tables::bands_caption(casual), &tables::bands(&report.bands)),
    )
}

fn tiers(report: &Report, band: (f64, f64), share: impl Fn(&Figures) -> Interval) -> Vec<Estimate> {
    let row = |(place, tier): (usize, &Figures)| {
        let Interval { value, low, high } = share(tier);
        let text = format!("{}, {}", percent(value), percents((low, high)));
        Estimate::new(place, player_name(place, tier), value, (low, high), text).within(band)
    };
    report.tiers.iter().enumerate().map(row).collect()
}
