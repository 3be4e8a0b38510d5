//! Two results on the same seeds, game by game: they differ by players or options, not by luck.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use quincunx_arena::statistics::{WithInterval, estimate_matched, estimate_mean};
use quincunx_arena::{Row, pairs_by_game};

use super::histogram::MANY;
use super::source::{Source, names, success};
use crate::charts::axis::Axis;
use crate::charts::chart::Chart;
use crate::charts::markup::{Markup, table};
use crate::charts::{heading, paragraph};
use crate::output::numbers::{decimal, interval, percent, pluralize, short, whole};
use crate::output::simulation::end_name;
use crate::output::table::Table;

const MAX_POINTS: usize = 500;

const HEIGHTS: [f64; 2] = [420.0, 180.0];

/// The name of a figure, and its values in the games of both.
type Pairs = (String, Vec<(u64, u64)>);

/// Returns the comparisons of the first results with each other.
pub(super) fn section(sources: &[&Source]) -> Markup {
    let Some((one, others)) = sources.split_first() else {
        return Markup::default();
    };
    others.iter().map(|other| comparison(one, other)).collect()
}

fn comparison(one: &Source, other: &Source) -> Markup {
    let (a, b) = (one.letter(), other.letter());
    let mut section = heading("h3", format!("{b} against {a}, game by game"));
    let games = common(one, other);
    if games.is_empty() {
        let reason = if one.results.run.seed != other.results.run.seed {
            "their runs have different seeds"
        } else if one.results.part.rows.is_none() || other.results.part.rows.is_none() {
            "no rows were kept"
        } else {
            "they have no game in common"
        };
        section.extend([paragraph(format!(
            "They cannot be compared game by game: {reason}."
        ))]);
        return section;
    }
    let options = match one.results.run.options == other.results.run.options {
        true => "",
        false => " Their options differ, so the same seed need not mean the same luck.",
    };
    let count = whole(games.len() as u64);
    section.extend([paragraph(format!(
        "Games that both have played: {count}.{options}"
    ))]);
    let pairs = names(&[one, other]).into_iter().filter_map(|name| {
        let ((_, of_one), (_, of_other)) = (one.figure(&name)?, other.figure(&name)?);
        let values = games
            .iter()
            .map(|(one, other)| (of_one(one), of_other(other)))
            .collect();
        Some((name, values))
    });
    let pairs: Vec<Pairs> = pairs.collect();
    section.extend([means([&a, &b], &games, &pairs), outcomes([&a, &b], &games)]);
    if let Some(first) = pairs.first() {
        section.extend([scatter([&a, &b], first, &games), differences([&a, &b], first)]);
    }
    section
}

/// Returns the rows of the games that both have played with the same seeds, ascending.
fn common<'a>(one: &'a Source, other: &'a Source) -> Vec<(&'a Row, &'a Row)> {
    if one.results.run.seed != other.results.run.seed {
        return Vec::new();
    }
    pairs_by_game(one.rows(), other.rows(), |row| row.game).collect()
}

fn means([a, b]: [&str; 2], games: &[(&Row, &Row)], pairs: &[Pairs]) -> Markup {
    let heads = [
        "figure".to_owned(),
        format!("mean of {a}"),
        format!("mean of {b}"),
        format!("mean of {b} − {a}"),
        "95 % interval".to_owned(),
        format!("{a} has more"),
        "equal".to_owned(),
        format!("{b} has more"),
    ];
    let successes = games
        .iter()
        .filter_map(|(one, other)| Some((success(one.end)?, success(other.end)?)));
    let figures = pairs.iter().map(|(name, values)| {
        let values = values.iter().map(|&(one, other)| (one as f64, other as f64));
        (name.clone(), values.collect())
    });
    let rows = [("success".to_owned(), successes.collect())]
        .into_iter()
        .chain(figures);
    let rows = rows
        .filter(|(_, values): &(String, Vec<(f64, f64)>)| !values.is_empty())
        .map(|(name, values)| {
            let mean = |of: fn(&(f64, f64)) -> f64| {
                decimal(values.iter().map(of).sum::<f64>() / values.len() as f64)
            };
            let (difference, ends) = mean_difference(&values);
            let count = |order| {
                let pairs = values.iter().filter(|(one, other)| other.total_cmp(one) == order);
                whole(pairs.count() as u64)
            };
            vec![
                name,
                mean(|pair| pair.0),
                mean(|pair| pair.1),
                decimal(difference),
                match ends.0.is_finite() {
                    true => interval(ends),
                    false => "?".to_owned(),
                },
                count(Ordering::Less),
                count(Ordering::Equal),
                count(Ordering::Greater),
            ]
        });
    let caption = format!("{b} − {a} in the same games: an interval without 0 shows a difference");
    table(&caption, &Table::new(heads, rows))
}

/// Estimates the mean of second minus first; pairs of 0 and 1 alone are those of two events.
fn mean_difference(values: &[(f64, f64)]) -> WithInterval {
    let is_event = |value: f64| value == 0.0 || value == 1.0;
    match values
        .iter()
        .all(|&(one, other)| is_event(one) && is_event(other))
    {
        true => estimate_matched(values.iter().map(|&(one, other)| (one > 0.0, other > 0.0))),
        false => estimate_mean(values.iter().map(|(one, other)| other - one)),
    }
}

/// Returns how often each pair of endings came, unless all games ended with points.
fn outcomes([a, b]: [&str; 2], games: &[(&Row, &Row)]) -> Markup {
    if games
        .iter()
        .all(|(one, other)| success(one.end).or(success(other.end)).is_none())
    {
        return Markup::default();
    }
    let mut counts: BTreeMap<[String; 2], u64> = BTreeMap::new();
    for (one, other) in games {
        *counts
            .entry([end_name(one.end), end_name(other.end)])
            .or_default() += 1;
    }
    let mut columns: Vec<&String> = counts.keys().map(|[_, other]| other).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut of_one: Vec<&String> = counts.keys().map(|[one, _]| one).collect();
    of_one.dedup();
    let rows = of_one.into_iter().map(|one| {
        let count = |other: &String| counts.get(&[one.clone(), other.clone()]).copied().unwrap_or(0);
        let cells = columns.iter().map(|other| whole(count(other)));
        [format!("{a}: {one}")].into_iter().chain(cells).collect()
    });
    let heads = columns.iter().map(|other| format!("{b}: {other}"));
    let shown = Table::new(["games in which".to_owned()].into_iter().chain(heads), rows);
    table(&format!("How the same games ended for {a} and for {b}"), &shown)
}

fn scatter([a, b]: [&str; 2], (name, values): &Pairs, games: &[(&Row, &Row)]) -> Markup {
    let each = values.len().div_ceil(MAX_POINTS);
    let drawn = || games.iter().zip(values).step_by(each);
    let all = || drawn().flat_map(|(_, &(one, other))| [one as f64, other as f64]);
    let ends = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let axis = |of: &str| Axis::round(&format!("{name} of {of}"), ends, 1.0);
    let (x, y) = (axis(a), axis(b));
    let (from, to) = (x.from, x.to);
    let mut chart = Chart::new(x, y, HEIGHTS[0]);
    chart.rule((from, from), (to, to));
    let mut rows = Vec::new();
    for ((row, _), (one, other)) in drawn() {
        let [game, first, second] = [row.game, *one, *other].map(whole);
        let hint = format!("game {game}, seed {}: {a} {first}, {b} {second}", row.seed);
        chart.point(0, (*one as f64, *other as f64), &hint);
        rows.push(vec![game, row.seed.to_string(), first, second]);
    }
    let more = values.iter().filter(|(one, other)| other > one).count();
    let more = percent(more as f64 / values.len() as f64);
    let drawn = if each > 1 {
        format!(" One of {each} games is drawn.")
    } else {
        String::new()
    };
    chart.figure_with_table(
        &format!("{name} of {a} and {b} in the same games"),
        &format!(
            "Dots of {}. {b} has more in {more}.",
            pluralize(rows.len() as u64, "game")
        ),
        &format!("A dot is a game. Above the dotted line {b} has more, below it {a}.{drawn}"),
        &Table::new(["game", "seed", a, b], rows),
    )
}

fn differences([a, b]: [&str; 2], (name, values): &Pairs) -> Markup {
    let differences = || values.iter().map(|&(one, other)| other as f64 - one as f64);
    let least = differences().fold(f64::INFINITY, f64::min);
    let most = differences().fold(f64::NEG_INFINITY, f64::max);
    let axis = Axis::round(&format!("{name}: {b} − {a}"), (least - 1.0, most + 1.0), 1.0);
    // Bars are fractions of the axis' steps, of whole numbers.
    let step = (axis.to - axis.from) / (axis.ticks.len() - 1).max(1) as f64;
    let width = match step {
        10.0.. if values.len() as u64 >= MANY => step / 10.0,
        5.0.. => step / 5.0,
        _ => 1.0,
    };
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for difference in differences() {
        *counts.entry((difference / width).floor() as i64).or_default() += 1;
    }
    let all = values.len() as f64;
    let highest = counts.values().copied().max().unwrap_or(0) as f64 / all;
    let mut chart = Chart::new(
        axis,
        Axis::share("share of the games", (0.0, highest)),
        HEIGHTS[1],
    );
    let mut rows = Vec::new();
    for (bar, count) in counts {
        let from = bar as f64 * width;
        let to = from + width - 1.0;
        let share = count as f64 / all;
        let range = match width > 1.0 {
            true => format!("{} to {}", short(from, 1.0), short(to, 1.0)),
            false => short(from, 1.0),
        };
        let row = [range, whole(count), percent(share)];
        let hint = format!("{}: {}, {}", row[0], pluralize(count, "game"), row[2]);
        chart.bar(0, (from - 0.5, to + 0.5), share, &hint);
        rows.push(row.to_vec());
    }
    if least <= 0.0 && most >= 0.0 {
        chart.rule((0.0, 0.0), (0.0, 1.0));
    }
    let [least, most] = [least, most].map(|end| short(end, 1.0));
    chart.figure_with_table(
        &format!("Differences in {name}: {b} − {a}"),
        &format!("A histogram of differences from {least} to {most}."),
        "The dotted line, if there is one, is where both are equal.",
        &Table::new(
            [format!("{b} − {a}"), "games".to_owned(), "share".to_owned()],
            rows,
        ),
    )
}

#[cfg(test)]
mod tests {
    use quincunx_arena::statistics::t_quantile;

    use super::*;

    #[test]
    fn paired_differences_have_intervals() {
        // Differences 1, 3, 2, 6: mean 3, sum of squares 14, variance 14/3.
        let values = [(1.0, 2.0), (2.0, 5.0), (3.0, 5.0), (0.0, 6.0)];
        let (mean, (low, high)) = mean_difference(&values);
        let half = t_quantile(3) * (14.0f64 / 3.0 / 4.0).sqrt();
        assert_eq!(mean, 3.0);
        assert!((low - 3.0 + half).abs() < 1e-12 && (high - 3.0 - half).abs() < 1e-12);
        let (mean, (low, high)) = mean_difference(&values[..1]);
        assert!(mean == 1.0 && low.is_infinite() && high.is_infinite());
    }

    #[test]
    fn differences_that_do_not_vary_are_not_certain() {
        let success = [(1.0, 0.0); 3];
        let events = success.iter().map(|_| (true, false));
        let (mean, (low, high)) = mean_difference(&success);
        assert_eq!((mean, (low, high)), estimate_matched(events));
        assert!(low == -1.0 && high > -0.1, "{high}");
        // With a draw success is no event.
        let (mean, (low, high)) = mean_difference(&[(1.0, 0.5); 3]);
        assert!(mean == -0.5 && low < -0.9 && high > -0.1, "{low} to {high}");
    }
}
