//! What results say, for people and for programs.

use std::io::{self, Write};

use quincunx_arena::statistics::{Bar, wilson};
use quincunx_arena::{End, Histogram, Results, Run};
use quincunx_core::Options;
use serde_json::{Map, Value, json};

use crate::limit::limited;
use crate::pluralize::pluralize;

/// The quantiles that are told.
pub(crate) const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The most different values of a figure that are listed one by one.
const MOST_LISTED: usize = 24;

/// The most bars of a distribution, and the longest bar.
const BARS: (usize, f64) = (12, 40.0);

/// Tells what results say on standard output.
pub(super) fn tell(results: &Results, for_programs: bool) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    if for_programs {
        serde_json::to_writer_pretty(&mut output, &in_json(results))?;
        writeln!(output)?;
    } else {
        in_words(results, &mut output)?;
    }
    output.flush()?;
    Ok(())
}

/// Lists what was counted under its name; points only where there are any.
pub(crate) fn counted(results: &Results) -> Vec<(&str, &Histogram)> {
    let tally = &results.part.tally;
    let has_points = tally.points.most().is_some_and(|most| most > 0);
    let points = has_points.then_some(("points", &tally.points));
    let figures = results.run.figures.iter().map(String::as_str).zip(&tally.figures);
    points
        .into_iter()
        .chain([("plies", &tally.plies)])
        .chain(figures)
        .collect()
}

/// Names the options of a run that are not as usual, or all where none is; of a whole file, as a level's, the first line.
fn options_in_words(run: &Run) -> String {
    let usual = quincunx_catalog::find(&run.game).map(|game| game.defaults());
    let is_usual = |name: &str, value: &str| {
        let mut usual = usual.iter().flat_map(Options::iter);
        usual.any(|known| known == (name, value))
    };
    let said = run.options.iter().filter(|(_, value)| !value.is_empty());
    let (as_usual, others): (Vec<_>, Vec<_>) = said.partition(|(name, value)| is_usual(name, value));
    let told = if others.is_empty() { as_usual } else { others };
    let told = told.into_iter().map(|(name, value)| match value.lines().count() {
        lines @ 2.. => format!(
            "{name}=({lines} lines: {} …)",
            value.lines().next().unwrap_or_default()
        ),
        _ => format!("{name}={value}"),
    });
    told.collect::<Vec<_>>().join(" ")
}

fn in_words(results: &Results, output: &mut dyn Write) -> io::Result<()> {
    let (run, tally) = (&results.run, &results.part.tally);
    let played = tally.games();
    write!(
        output,
        "{}: {} of {}, seed {}{}",
        run.game,
        pluralize(played, "game"),
        run.agents.join(" against "),
        run.seed,
        match run.opening {
            0 => String::new(),
            opening => format!(", the first {opening} plies drawn from each game's seed"),
        }
    )?;
    limited(run.limit, output)?;
    writeln!(output)?;
    if !run.options.is_empty() {
        writeln!(output, "options: {}", options_in_words(run))?;
    }
    let missing = results.missing();
    if !missing.is_empty() {
        writeln!(output, "of {} games, these are missing: {missing}", run.games)?;
    }
    if played == 0 {
        return Ok(());
    }
    if tally.scored < played {
        writeln!(
            output,
            "\n{:<12} {:>10}  share and its interval",
            "outcome", "games"
        )?;
        for (end, games) in tally.ends().into_iter().filter(|&(_, games)| games > 0) {
            writeln!(
                output,
                "{:<12} {games:>10}  {}",
                end_name(end),
                share(games, played)
            )?;
        }
    }
    let counted = counted(results);
    let width = counted.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    write!(
        output,
        "\n{:width$} {:>12} {:>9} {:>9}",
        "", "mean", "± 95 %", "least"
    )?;
    for quantile in QUANTILES {
        write!(output, " {:>9}", format!("{:.0} %", 100.0 * quantile))?;
    }
    writeln!(output, " {:>9}", "most")?;
    for (name, counts) in &counted {
        let error = counts
            .mean_error()
            .map_or_else(|| "?".to_owned(), |error| format!("{error:.2}"));
        write!(
            output,
            "{name:width$} {:>12.2} {error:>9}",
            counts.mean().unwrap_or(0.0)
        )?;
        let quantiles = QUANTILES.map(|quantile| counts.quantile(quantile));
        for value in [counts.least()]
            .into_iter()
            .chain(quantiles)
            .chain([counts.most()])
        {
            write!(output, " {:>9}", value.unwrap_or(0))?;
        }
        writeln!(output)?;
    }
    let figures = quincunx_catalog::find(&run.game)
        .map(|game| game.figures())
        .unwrap_or_default();
    for (place, (name, help)) in figures.into_iter().enumerate() {
        let above = if place == 0 { "\n" } else { "" };
        writeln!(output, "{above}{name:width$} {help}")?;
    }
    for (name, counts) in &counted {
        distribution(name, counts, output)?;
    }
    Ok(())
}

/// Draws how often which values were met: each one if there are few, else in bars of equal width; with the share of the games
/// that have as much or more.
fn distribution(name: &str, counts: &Histogram, output: &mut dyn Write) -> io::Result<()> {
    let bars = bars(counts);
    let labels: Vec<String> = bars.iter().map(label).collect();
    let width = labels.iter().map(String::len).max().unwrap_or(0).max(name.len());
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(1) as f64;
    writeln!(output, "\n{name:<width$} {:>10} {:>8}", "games", "at least")?;
    let mut left = counts.len();
    for (bar, label) in bars.iter().zip(labels) {
        let length = (BARS.1 * bar.count as f64 / most).round() as usize;
        let share = format!("{:.1} %", 100.0 * left as f64 / counts.len() as f64);
        left -= bar.count;
        writeln!(
            output,
            "{label:>width$} {:>10} {share:>8}  {}",
            bar.count,
            "█".repeat(length)
        )?;
    }
    Ok(())
}

/// Returns the bars of a distribution.
fn bars(counts: &Histogram) -> Vec<Bar> {
    let values: Vec<Bar> = counts.ranges().take(MOST_LISTED + 1).collect();
    if values.len() <= MOST_LISTED {
        values
    } else {
        counts.bars(BARS.0)
    }
}

/// Names what a bar holds; where values are not told apart, all that it can.
fn label(bar: &Bar) -> String {
    if bar.from == bar.to {
        bar.from.to_string()
    } else {
        format!("{} to {}", bar.from, bar.to)
    }
}

/// Names an outcome for people.
pub(crate) fn end_name(end: End) -> String {
    match end {
        End::Won(player) => format!("{player} wins"),
        End::Scored => "over".to_owned(),
        other => other.to_string(),
    }
}

fn share(games: u64, of: u64) -> String {
    let (low, high) = wilson(games as f64, of as f64);
    format!(
        "{:.1} % ({:.1} to {:.1})",
        100.0 * games as f64 / of as f64,
        100.0 * low,
        100.0 * high
    )
}

fn in_json(results: &Results) -> Value {
    let tally = &results.part.tally;
    let played = tally.games();
    let ends: Map<String, Value> = tally
        .ends()
        .into_iter()
        .filter(|&(_, games)| games > 0)
        .map(|(end, games)| {
            let (low, high) = wilson(games as f64, played as f64);
            let share = games as f64 / played as f64;
            let value = json!({"games": games, "share": share, "low": low, "high": high});
            (end.to_string(), value)
        })
        .collect();
    let counted: Map<String, Value> = counted(results)
        .into_iter()
        .map(|(name, counts)| (name.to_owned(), counts_in_json(counts)))
        .collect();
    json!({
        "run": results.run,
        "games": played,
        "missing": results.missing(),
        "outcomes": ends,
        "figures": counted,
    })
}

fn counts_in_json(counts: &Histogram) -> Value {
    let quantiles: Map<String, Value> = QUANTILES
        .into_iter()
        .map(|quantile| (quantile.to_string(), counts.quantile(quantile).into()))
        .collect();
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
        "quantiles": quantiles,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_is_told_as_what_it_holds() {
        // One value of 387,300 is told apart from others up to its bin's width only.
        let counts = Histogram::from_iter([5, 387_300, 387_300, 1_000_000]);
        let mut words = Vec::new();
        distribution("points", &counts, &mut words).expect("memory can be written");
        let words = String::from_utf8(words).expect("text");
        let lines: Vec<Vec<&str>> = words
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(lines[0], ["points", "games", "at", "least"]);
        assert_eq!(lines[1][..4], ["5", "1", "100.0", "%"]);
        assert_eq!(lines[2][..6], ["387200", "to", "387327", "2", "75.0", "%"]);
        assert_eq!(lines[3][..6], ["999936", "to", "1000000", "1", "25.0", "%"]);
        let told = counts_in_json(&counts);
        assert_eq!(told["histogram"][1]["at_least"], 0.75);
        let many = counts_in_json(&(0..1000).collect());
        let games: u64 = many["histogram"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|bar| bar["games"].as_u64())
            .sum();
        assert_eq!(games, 1000);
    }
}
