//! Estimates by the number of games played so far, with their intervals: whether more games would have told more.

use quincunx_arena::statistics::wilson;
use quincunx_arena::{End, Histogram};

use super::source::Source;
use crate::page::axis::Axis;
use crate::page::chart::{Chart, Spot};
use crate::page::details;
use crate::page::markup::Markup;
use crate::page::numbers::{decimal, interval, percent, percents, whole};

/// Points of a curve, and rows of its table.
const SPOTS: [usize; 2] = [100, 10];

/// Games before the first point, where there are twice as many: a number, and the part of all. What a few games gave would make
/// the rest flat.
const FIRST: (usize, usize) = (10, 20);

/// The height of the field.
const HEIGHT: f64 = 240.0;

/// A curve of a result.
struct Curve<'a> {
    source: &'a Source,
    spots: Vec<Spot>,
}

/// Draws the mean of a figure over the games so far; nothing where no rows were kept.
pub(super) fn of_mean(name: &str, sources: &[&Source]) -> Markup {
    let curves = sources.iter().filter_map(|&source| {
        let (_, value) = source.counted(name)?;
        let mut counts = Histogram::default();
        let spots = running(source.rows(), |row| {
            counts.count(value(row));
            mean(&counts)
        });
        Some(Curve { source, spots })
    });
    let curves: Vec<Curve<'_>> = curves.collect();
    let title = format!("Mean of {name} over the games so far");
    draw(&curves, &title, decimal, interval, |ends| {
        Axis::round("mean", ends, 0.01)
    })
}

/// Draws the success of who began over the games so far, as a function rates it.
pub(super) fn of_success(sources: &[&Source], success: impl Fn(End) -> Option<f64>) -> Markup {
    let curves = sources.iter().map(|&source| {
        let (mut hits, mut games) = (0.0, 0.0);
        let spots = running(source.rows(), |row| {
            if let Some(more) = success(row.end) {
                hits += more;
                games += 1.0;
            }
            (games > 0.0).then(|| (hits / games, wilson(hits, games)))
        });
        Curve { source, spots }
    });
    let curves: Vec<Curve<'_>> = curves.collect();
    let title = "Success over the games so far: of the player who begins (draws half), or in reaching goals";
    draw(&curves, title, percent, percents, |ends| {
        Axis::share("success", ends)
    })
}

/// Returns the mean with its interval, where there is one.
pub(super) fn mean(counts: &Histogram) -> Option<(f64, (f64, f64))> {
    let (mean, error) = (counts.mean()?, counts.mean_error()?);
    Some((mean, (mean - error, mean + error)))
}

/// Feeds rows one by one, and keeps the estimate after some of them, at equal distances.
fn running<R>(rows: &[R], mut estimate: impl FnMut(&R) -> Option<(f64, (f64, f64))>) -> Vec<Spot> {
    let few = if rows.len() >= 2 * FIRST.0 { FIRST.0 } else { 2 };
    let first = few.max(rows.len() / FIRST.1);
    let step = rows.len().saturating_sub(first).div_ceil(SPOTS[0]).max(1);
    let mut spots = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let told = estimate(row);
        let is_spot = number >= first && ((number - first).is_multiple_of(step) || number == rows.len());
        if let Some((y, interval)) = told.filter(|_| is_spot) {
            let x = number as f64;
            spots.push(Spot { x, y, interval });
        }
    }
    spots
}

fn draw(
    curves: &[Curve<'_>],
    title: &str,
    tell: impl Fn(f64) -> String,
    tell_interval: impl Fn((f64, f64)) -> String,
    axis: impl Fn((f64, f64)) -> Axis,
) -> Markup {
    let spots = || curves.iter().flat_map(|curve| &curve.spots);
    let Some(most_games) = spots().map(|spot| spot.x).reduce(f64::max) else {
        return Markup::default();
    };
    let least = spots().map(|spot| spot.interval.0).fold(f64::INFINITY, f64::min);
    let most = spots()
        .map(|spot| spot.interval.1)
        .fold(f64::NEG_INFINITY, f64::max);
    let games = Axis::exact("games", (0.0, most_games), 1.0);
    let mut chart = Chart::new(games, axis((least, most)), HEIGHT);
    for curve in curves {
        chart.band(curve.source.number, &curve.spots);
    }
    let mut ends = Vec::new();
    let mut rows = Vec::new();
    for curve in curves.iter().filter(|curve| !curve.spots.is_empty()) {
        let letter = curve.source.letter();
        chart.name(curve.source.number, &letter);
        chart.curve(curve.source.number, &curve.spots);
        let step = curve.spots.len().div_ceil(SPOTS[1]);
        // From behind, as the last tells most.
        let told: Vec<&Spot> = curve.spots.iter().rev().step_by(step).collect();
        for spot in told.iter().rev() {
            let values = [whole(spot.x as u64), tell(spot.y), tell_interval(spot.interval)];
            rows.push([letter.clone()].into_iter().chain(values).collect());
        }
        if let Some(last) = told.first() {
            let [games, value, interval] = [whole(last.x as u64), tell(last.y), tell_interval(last.interval)];
            ends.push(format!(
                "{letter} comes to {value} after {games} games, {interval}"
            ));
        }
    }
    let heads = ["result", "games", "estimate", "95 % interval"].map(str::to_owned);
    chart.figure(
        title,
        &format!("Curves with their intervals. {}.", ends.join("; ")),
        "Games in the order of their numbers. The band holds the true value with 95 % confidence at each number of games; it \
         will often leave it somewhere along the way.",
        details(title, &heads, &rows),
    )
}
