//! What results say, for people and for programs.

use std::io::{self, Write};

use quincunx_search::arena::statistics::wilson;
use quincunx_search::arena::{Counts, End, Results};
use serde_json::{Map, Value, json};

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
pub(crate) fn counted(results: &Results) -> Vec<(&str, &Counts)> {
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

fn in_words(results: &Results, output: &mut dyn Write) -> io::Result<()> {
    let (run, tally) = (&results.run, &results.part.tally);
    let played = tally.games();
    writeln!(
        output,
        "{}: {played} games of {}, seed {}",
        run.game,
        run.agents.join(" against "),
        run.seed
    )?;
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
        "", "mean", "± error", "least"
    )?;
    for quantile in QUANTILES {
        write!(output, " {:>9}", format!("{:.0} %", 100.0 * quantile))?;
    }
    writeln!(output, " {:>9}", "most")?;
    for (name, counts) in &counted {
        let error = counts
            .standard_error()
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
    for (name, counts) in &counted {
        distribution(name, counts, output)?;
    }
    Ok(())
}

/// Draws how often which values were met: each one if there are few, else in bars of equal width.
fn distribution(name: &str, counts: &Counts, output: &mut dyn Write) -> io::Result<()> {
    let values: Vec<(u64, u64)> = counts.bins().take(MOST_LISTED + 1).collect();
    let bars: Vec<(String, u64)> = if values.len() <= MOST_LISTED {
        values
            .iter()
            .map(|&(value, count)| (value.to_string(), count))
            .collect()
    } else {
        let bars = counts.bars(BARS.0).into_iter();
        bars.map(|bar| (format!("{} to {}", bar.from, bar.to), bar.count))
            .collect()
    };
    let width = bars.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
    let most = bars.iter().map(|&(_, count)| count).max().unwrap_or(1) as f64;
    writeln!(output, "\n{name}")?;
    for (label, count) in bars {
        let length = (BARS.1 * count as f64 / most).round() as usize;
        writeln!(output, "{label:>width$} {count:>10}  {}", "█".repeat(length))?;
    }
    Ok(())
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

fn counts_in_json(counts: &Counts) -> Value {
    let quantiles: Map<String, Value> = QUANTILES
        .into_iter()
        .map(|quantile| (quantile.to_string(), counts.quantile(quantile).into()))
        .collect();
    json!({
        "mean": counts.mean(),
        "standard_error": counts.standard_error(),
        "deviation": counts.deviation(),
        "least": counts.least(),
        "most": counts.most(),
        "quantiles": quantiles,
    })
}
