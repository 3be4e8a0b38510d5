//! Estimates by the number of games so far, with their intervals.

use quincunx_arena::statistics::{WithInterval, wilson_interval};
use quincunx_arena::{End, Histogram};

use super::source::Source;
use crate::charts::axis::Axis;
use crate::charts::chart::{Chart, Spot};
use crate::charts::markup::Markup;
use crate::output::numbers::{decimal, interval, percent, percents, whole};
use crate::output::table::Table;

/// The points of a curve, and the rows of its table.
const SPOTS: [usize; 2] = [100, 10];

/// The games before the first point, if there are twice as many: a number, and a part of all. Estimates of a
/// few games would flatten the rest.
const FIRST: (usize, usize) = (10, 20);

const HEIGHT: f64 = 240.0;

type Curve<'a> = (&'a Source, Vec<Spot>);

/// Draws the mean of a figure over the games so far, if rows were kept.
pub(super) fn of_mean(name: &str, sources: &[&Source]) -> Markup {
    let curves = sources.iter().filter_map(|&source| {
        let (_, value) = source.figure(name)?;
        let mut counts = Histogram::default();
        let spots = running(source.rows(), |row| {
            counts.count(value(row));
            mean(&counts)
        });
        Some((source, spots))
    });
    let curves: Vec<Curve<'_>> = curves.collect();
    let title = format!("Mean of {name} over the games so far");
    draw(&curves, &title, (decimal, interval), |ends| {
        Axis::round("mean", ends, 0.01)
    })
}

pub(super) fn of_success(sources: &[&Source], success: impl Fn(End) -> Option<f64>) -> Markup {
    let curves = sources.iter().map(|&source| {
        let (mut points, mut games) = (0.0, 0.0);
        let spots = running(source.rows(), |row| {
            if let Some(more) = success(row.end) {
                points += more;
                games += 1.0;
            }
            (games > 0.0).then(|| (points / games, wilson_interval(points, games)))
        });
        (source, spots)
    });
    let curves: Vec<Curve<'_>> = curves.collect();
    let title = "Success over the games so far: of the player who begins (draws half), or in reaching goals";
    draw(&curves, title, (percent, percents), |ends| {
        Axis::share("success", ends)
    })
}

/// Returns the mean with its interval, whose ends are not negative either.
pub(super) fn mean(counts: &Histogram) -> Option<WithInterval> {
    let (mean, error) = (counts.mean()?, counts.mean_error()?);
    Some((mean, ((mean - error).max(0.0), mean + error)))
}

/// Feeds rows one by one, and keeps the estimates at equal distances.
fn running<R>(rows: &[R], mut estimate: impl FnMut(&R) -> Option<WithInterval>) -> Vec<Spot> {
    let few = if rows.len() >= 2 * FIRST.0 { FIRST.0 } else { 2 };
    let first = few.max(rows.len() / FIRST.1);
    let step = rows.len().saturating_sub(first).div_ceil(SPOTS[0]).max(1);
    let mut spots = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let estimate = estimate(row);
        let is_spot = number >= first && ((number - first).is_multiple_of(step) || number == rows.len());
        if let Some((y, interval)) = estimate.filter(|_| is_spot) {
            spots.push(Spot {
                x: number as f64,
                y,
                interval,
            });
        }
    }
    spots
}

fn draw(
    curves: &[Curve<'_>],
    title: &str,
    (format, format_interval): (impl Fn(f64) -> String, impl Fn((f64, f64)) -> String),
    axis: impl Fn((f64, f64)) -> Axis,
) -> Markup {
    let spots = || curves.iter().flat_map(|(_, spots)| spots);
    let Some(max_games) = spots().map(|spot| spot.x).reduce(f64::max) else {
        return Markup::default();
    };
    let least = spots().map(|spot| spot.interval.0).fold(f64::INFINITY, f64::min);
    let most = spots()
        .map(|spot| spot.interval.1)
        .fold(f64::NEG_INFINITY, f64::max);
    let mut chart = Chart::new(
        Axis::exact("games", (0.0, max_games), 1.0),
        axis((least, most)),
        HEIGHT,
    );
    for (source, spots) in curves {
        chart.band(source.number, spots);
    }
    let (mut ends, mut rows) = (Vec::new(), Vec::new());
    for (source, spots) in curves {
        let Some(end) = spots.last() else { continue };
        chart.add_to_key(source.number, (end.x, end.y));
        chart.curve(source.number, spots);
        let step = spots.len().div_ceil(SPOTS[1]);
        let cells = |spot: &Spot| {
            [
                whole(spot.x as u64),
                format(spot.y),
                format_interval(spot.interval),
            ]
        };
        // From the end, as the last is the best estimate.
        let listed: Vec<&Spot> = spots.iter().rev().step_by(step).collect();
        let row = |spot: &&Spot| [source.letter()].into_iter().chain(cells(spot)).collect();
        rows.extend(listed.iter().rev().map(row));
        let [games, value, interval] = cells(end);
        ends.push(format!(
            "{} is {value} after {games} games, {interval}",
            source.letter()
        ));
    }
    let table = Table::new("result|games|estimate|95 % interval".split('|'), rows);
    chart.figure_with_table(
        title,
        &format!("Curves with their intervals. {}.", ends.join("; ")),
        "Games in the order of their numbers. At each number of games the band contains the true value with 95 % \
         confidence; somewhere along the way it often does not.",
        &table,
    )
}
