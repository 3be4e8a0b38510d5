//! The results of a simulation as text for people, or as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quincunx_arena::statistics::{Bar, wilson_interval};
use quincunx_arena::{End, Histogram, Results};
use quincunx_core::Options;
use quincunx_registry::DynGame;
use quincunx_search::TimeControl;
use serde_json::{Map, Value, json};

use super::numbers::{error_text, pluralize};
use super::print_json;
use super::table::Table;

pub(crate) const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The heads of [`spread`].
pub(crate) const SPREAD: [&str; 7] = ["least", "5 %", "25 %", "50 %", "75 %", "95 %", "most"];

/// Returns the least value, the quantiles and the greatest value.
pub(crate) fn spread(counts: &Histogram) -> [u64; 7] {
    let [a, b, c, d, e] = QUANTILES.map(|quantile| counts.quantile(quantile));
    [counts.least(), a, b, c, d, e, counts.most()].map(|value| value.unwrap_or(0))
}

/// The most values of a figure that are listed one by one.
const MAX_VALUES: usize = 24;

const BARS: usize = 12;

const BAR_LENGTH: f64 = 40.0;

pub(crate) fn print(results: &Results, json: bool) -> anyhow::Result<()> {
    if json {
        return print_json(&results_json(results));
    }
    let mut output = crate::output::stdout();
    write_results(results, &mut output)?;
    Ok(output.flush()?)
}

/// Returns the histograms of results with their names; points only if there are any.
pub(crate) fn histograms(results: &Results) -> Vec<(&str, &Histogram)> {
    let tally = &results.part.tally;
    let has_points = tally.points.most().is_some_and(|most| most > 0);
    let points = has_points.then_some(("points", &tally.points));
    let figures = results.run.figures.iter().map(String::as_str).zip(&tally.figures);
    let histograms = points.into_iter().chain([("plies", &tally.plies)]);
    histograms.chain(figures).collect()
}

pub(crate) fn end_name(end: End) -> String {
    match end {
        End::Won(player) => format!("{player} wins"),
        End::Scored => "over".to_owned(),
        other => other.to_string(),
    }
}

/// Writes how games begin and the limit of players, with a warning if games do not repeat from the `seed`.
pub(crate) fn write_conditions(
    (positions, opening, limit): (&[String], u32, Option<TimeControl>),
    seed: &str,
    output: &mut dyn Write,
) -> io::Result<()> {
    if !positions.is_empty() {
        write!(output, ", from {}", pluralize(positions.len() as u64, "position"))?;
    }
    if opening > 0 {
        write!(output, ", the first {opening} plies drawn from {seed}")?;
    }
    match limit {
        None => Ok(()),
        Some(limit) if limit.is_timed() => {
            let warning = "the same seed need not give the same games";
            write!(output, ", {limit} by the clock: {warning}")
        }
        Some(limit) => write!(output, ", {limit}"),
    }
}

/// Formats the options of a game that differ from the defaults, or all if none does; of a file the first
/// line.
pub(crate) fn options_text(game: &str, options: &BTreeMap<String, String>) -> String {
    let defaults = quincunx_catalog::find(game).map(<dyn DynGame>::defaults);
    let is_default = |name: &str, value: &str| {
        let mut defaults = defaults.iter().flat_map(Options::iter);
        defaults.any(|default| default == (name, value))
    };
    let given = options.iter().filter(|(_, value)| !value.is_empty());
    let (usual, others): (Vec<_>, Vec<_>) = given.partition(|(name, value)| is_default(name, value));
    let shown = if others.is_empty() { usual } else { others };
    let texts = shown
        .into_iter()
        .map(|(name, value)| match value.lines().count() {
            lines @ 2.. => {
                let first = value.lines().next().unwrap_or_default();
                format!("{name}=({lines} lines: {first} …)")
            }
            _ => format!("{name}={value}"),
        });
    texts.collect::<Vec<_>>().join(" ")
}

fn write_results(results: &Results, output: &mut dyn Write) -> io::Result<()> {
    let (run, tally) = (&results.run, &results.part.tally);
    let games = tally.games();
    let (played, agents, seed) = (pluralize(games, "game"), run.agents.join(" against "), run.seed);
    write!(output, "{}: {played} of {agents}, seed {seed}", run.game)?;
    let conditions = (&run.positions[..], run.opening, run.limit);
    write_conditions(conditions, "each game's seed", output)?;
    writeln!(output)?;
    if !run.options.is_empty() {
        writeln!(output, "options: {}", options_text(&run.game, &run.options))?;
    }
    let missing = results.missing();
    if !missing.is_empty() {
        writeln!(output, "of {} games, these are missing: {missing}", run.games)?;
    }
    if games == 0 {
        return Ok(());
    }
    writeln!(output)?;
    if tally.scored < games {
        let ends = tally.ends().into_iter().filter(|&(_, count)| count > 0);
        let rows = ends.map(|(end, count)| vec![end_name(end), count.to_string(), share_text(count, games)]);
        Table::new(["outcome", "games", "share (95 % interval)"], rows).write(output)?;
        writeln!(output)?;
    }
    let histograms = histograms(results);
    let heads = ["figure", "mean", "± 95 %"].into_iter().chain(SPREAD);
    let rows = histograms.iter().map(|(name, counts)| {
        let mean = format!("{:.2}", counts.mean().unwrap_or(0.0));
        let error = error_text(counts.mean_error(), 2);
        let spread = spread(counts).map(|value| value.to_string());
        [(*name).to_owned(), mean, error]
            .into_iter()
            .chain(spread)
            .collect()
    });
    Table::new(heads, rows).write(output)?;
    let game = quincunx_catalog::find(&run.game);
    let figures = game.map(DynGame::figures).unwrap_or_default();
    let width = histograms.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (place, (name, help)) in figures.into_iter().enumerate() {
        let above = if place == 0 { "\n" } else { "" };
        writeln!(output, "{above}{name:width$} {help}")?;
    }
    for (name, counts) in &histograms {
        write_distribution(name, counts, output)?;
    }
    Ok(())
}

/// Draws a distribution, with the share of the games that have at least as much.
fn write_distribution(name: &str, counts: &Histogram, output: &mut dyn Write) -> io::Result<()> {
    let bars = bars(counts);
    let labels: Vec<String> = bars.iter().map(label).collect();
    let width = labels.iter().map(String::len).max().unwrap_or(0).max(name.len());
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(1) as f64;
    writeln!(output, "\n{name:<width$} {:>10} {:>8}", "games", "at least")?;
    let mut left = counts.len();
    for (Bar { count, .. }, label) in bars.into_iter().zip(labels) {
        let bar = "█".repeat((BAR_LENGTH * count as f64 / most).round() as usize);
        let share = format!("{:.1} %", 100.0 * left as f64 / counts.len() as f64);
        left -= count;
        writeln!(output, "{label:>width$} {count:>10} {share:>8}  {bar}")?;
    }
    Ok(())
}

fn bars(counts: &Histogram) -> Vec<Bar> {
    let values: Vec<Bar> = counts.ranges().take(MAX_VALUES + 1).collect();
    match values.len() {
        ..=MAX_VALUES => values,
        _ => counts.bars(BARS),
    }
}

fn label(bar: &Bar) -> String {
    match bar.from == bar.to {
        true => bar.from.to_string(),
        false => format!("{} to {}", bar.from, bar.to),
    }
}

fn share_text(count: u64, games: u64) -> String {
    let (low, high) = wilson_interval(count as f64, games as f64);
    let [share, low, high] = [count as f64 / games as f64, low, high].map(|share| 100.0 * share);
    format!("{share:.1} % ({low:.1} to {high:.1})")
}

fn results_json(results: &Results) -> Value {
    let tally = &results.part.tally;
    let games = tally.games();
    let ends = tally.ends().into_iter().filter(|&(_, count)| count > 0);
    let outcomes = ends.map(|(end, count)| {
        let (low, high) = wilson_interval(count as f64, games as f64);
        let share = count as f64 / games as f64;
        let outcome = json!({"games": count, "share": share, "low": low, "high": high});
        (end.to_string(), outcome)
    });
    let figures = histograms(results).into_iter();
    let figures = figures.map(|(name, counts)| (name.to_owned(), histogram_json(counts)));
    json!({
        "run": results.run,
        "games": games,
        "missing": results.missing(),
        "outcomes": outcomes.collect::<Map<_, _>>(),
        "figures": figures.collect::<Map<_, _>>(),
    })
}

fn histogram_json(counts: &Histogram) -> Value {
    let quantiles = QUANTILES.map(|quantile| (quantile.to_string(), counts.quantile(quantile).into()));
    let mut left = counts.len();
    let histogram = bars(counts).into_iter().map(|bar| {
        let at_least = left as f64 / counts.len() as f64;
        left -= bar.count;
        json!({"from": bar.from, "to": bar.to, "games": bar.count, "at_least": at_least})
    });
    json!({
        "histogram": histogram.collect::<Vec<_>>(),
        "mean": counts.mean(),
        "error": counts.mean_error(),
        "deviation": counts.deviation(),
        "least": counts.least(),
        "most": counts.most(),
        "quantiles": quantiles.into_iter().collect::<Map<_, _>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_is_shown_with_its_range() {
        // One value of 387,300 shares its bin with others.
        let counts = Histogram::from_iter([5, 387_300, 387_300, 1_000_000]);
        let mut text = Vec::new();
        write_distribution("points", &counts, &mut text).expect("memory can be written");
        let text = String::from_utf8(text).expect("text");
        let lines = text.lines().skip(1).map(|line| line.split_whitespace().collect());
        let lines: Vec<Vec<&str>> = lines.collect();
        assert_eq!(lines[0], ["points", "games", "at", "least"]);
        assert_eq!(lines[1][..4], ["5", "1", "100.0", "%"]);
        assert_eq!(lines[2][..6], ["387200", "to", "387327", "2", "75.0", "%"]);
        assert_eq!(lines[3][..6], ["999936", "to", "1000000", "1", "25.0", "%"]);
        assert_eq!(histogram_json(&counts)["histogram"][1]["at_least"], 0.75);
        let many = histogram_json(&(0..1000).collect());
        let bars = many["histogram"].as_array().into_iter().flatten();
        assert_eq!(bars.flat_map(|bar| bar["games"].as_u64()).sum::<u64>(), 1000);
    }
}
