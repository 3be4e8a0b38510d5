//! How games ended, with intervals.

use quincunx_arena::End;
use quincunx_arena::statistics::wilson_interval;

use super::curve;
use super::source::{Source, success};
use crate::charts::axis::Axis;
use crate::charts::estimates::{self, Estimate};
use crate::charts::heading;
use crate::charts::markup::{Markup, table};
use crate::output::numbers::{percent, percents, whole};
use crate::output::simulation::end_name;
use crate::output::table::Table;

pub(super) fn section(sources: &[&Source]) -> Markup {
    let have_points =
        |source: &&Source| source.results.part.tally.scored == source.results.part.tally.games();
    if sources.iter().all(have_points) {
        return Markup::default();
    }
    let ends = sources.iter().flat_map(|source| source.results.part.tally.ends());
    let met: Vec<End> = ends.filter(|&(_, games)| games > 0).map(|(end, _)| end).collect();
    let (mut shares, mut rows) = (Vec::new(), Vec::new());
    for source in sources {
        let tally = &source.results.part.tally;
        let all = tally.games();
        // All ends that any results have met, so that they can be compared.
        for (end, games) in tally
            .ends()
            .into_iter()
            .filter(|(end, _)| all > 0 && met.contains(end))
        {
            let (share, interval) = (
                games as f64 / all as f64,
                wilson_interval(games as f64, all as f64),
            );
            let (letter, end) = (source.letter(), end_name(end));
            let (share_text, interval_text) = (percent(share), percents(interval));
            let name = format!("{letter}: {end}");
            let text = format!("{share_text}, {interval_text}");
            shares.push(Estimate::new(source.number, name, share, interval, text));
            rows.push(vec![letter, end, whole(games), share_text, interval_text]);
        }
    }
    let most = estimates::range(&shares).1.max(0.0);
    let shown = Table::new("result|outcome|games|share|95 % interval".split('|'), rows);
    let title = "How games ended";
    let chart = estimates::figure(
        title,
        (Axis::share("share of the games", (0.0, most)), None),
        &shares,
        (
            "Shares of the games with their intervals",
            "Dots are shares of the games, lines Wilson's intervals of 95 % confidence.",
        ),
        table(title, &shown),
    );
    Markup::from_iter([
        heading("h3", "Outcomes"),
        chart,
        curve::of_success(sources, success),
    ])
}
