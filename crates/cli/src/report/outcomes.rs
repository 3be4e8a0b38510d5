//! How games ended, with intervals.

use quincunx_arena::End;
use quincunx_arena::statistics::wilson;

use super::curve;
use super::source::{Source, success};
use crate::page::axis::Axis;
use crate::page::chart::{Chart, Spot};
use crate::page::markup::{Markup, element, table, text};
use crate::page::numbers::{percent, percents, whole};
use crate::simulate::end_name;

/// A share of the games of a result.
struct Share {
    series: usize,
    name: [String; 2],
    games: u64,
    spot: Spot,
}

/// Tells how the games of these results ended, where they did not all end with points.
pub(super) fn section(sources: &[&Source]) -> Markup {
    let have_points =
        |source: &&Source| source.results.part.tally.scored == source.results.part.tally.games();
    if sources.iter().all(have_points) {
        return Markup::default();
    }
    let ends = sources.iter().flat_map(|source| source.results.part.tally.ends());
    let met: Vec<End> = ends.filter(|&(_, games)| games > 0).map(|(end, _)| end).collect();
    let shares: Vec<Share> = sources.iter().flat_map(|source| shares(source, &met)).collect();
    let mut section = element("h3", &[], text("Outcomes"));
    section.extend([chart(&shares), curve::of_success(sources, success)]);
    section
}

/// Returns the shares of all ends that any result has met, which none is of a result without games.
fn shares(source: &Source, met: &[End]) -> Vec<Share> {
    let tally = &source.results.part.tally;
    let all = tally.games();
    let share = |(end, games): (End, u64)| Share {
        series: source.number,
        name: [source.letter(), end_name(end)],
        games,
        spot: Spot {
            x: 0.0,
            y: games as f64 / all as f64,
            interval: wilson(games as f64, all as f64),
        },
    };
    tally
        .ends()
        .into_iter()
        .filter(|(end, _)| all > 0 && met.contains(end))
        .map(share)
        .collect()
}

fn chart(shares: &[Share]) -> Markup {
    let names = shares.iter().map(|share| share.name.join(": "));
    let most = shares
        .iter()
        .map(|share| share.spot.interval.1)
        .fold(0.0, f64::max);
    let x = Axis::share("share of the games", (0.0, most));
    let mut chart = Chart::of_things(x, names);
    let mut told = Vec::new();
    for (place, share) in shares.iter().enumerate() {
        let hint = format!("{}: {}", share.name.join(": "), percent(share.spot.y));
        chart.whisker(share.series, place, &share.spot, &hint);
        told.push(format!("{hint}, {}", percents(share.spot.interval)));
    }
    chart.figure(
        "How games ended",
        &format!("Shares of the games with their intervals. {}.", told.join("; ")),
        "Dots are shares of the games, lines Wilson's intervals of 95 % confidence.",
        table_of(shares),
    )
}

fn table_of(shares: &[Share]) -> Markup {
    let heads = ["result", "outcome", "games", "share", "95 % interval"].map(str::to_owned);
    let rows: Vec<Vec<String>> = shares
        .iter()
        .map(|share| {
            let [letter, outcome] = share.name.clone();
            vec![
                letter,
                outcome,
                whole(share.games),
                percent(share.spot.y),
                percents(share.spot.interval),
            ]
        })
        .collect();
    table("How games ended", &heads, &rows)
}
