//! Two results on the same seeds, game by game: what differs is the players (or the options), not the luck.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use quincunx_arena::Row;
use quincunx_arena::statistics::student;

use super::histogram::MANY;
use super::names;
use super::source::{Source, success};
use crate::page::axis::Axis;
use crate::page::chart::Chart;
use crate::page::details;
use crate::page::markup::{Markup, element, table, text};
use crate::page::numbers::{decimal, interval, percent, short, whole};
use crate::simulate::end_name;

/// The most games that are drawn and listed one by one.
const MOST_POINTS: usize = 500;

/// The heights of fields.
const HEIGHTS: [f64; 2] = [420.0, 180.0];

/// The values of two results in the same games.
struct Pairs {
    name: String,
    values: Vec<(u64, u64)>,
}

/// Tells of the first of these results against each other.
pub(super) fn section(sources: &[&Source]) -> Markup {
    let Some((one, others)) = sources.split_first() else {
        return Markup::default();
    };
    others.iter().map(|other| against(one, other)).collect()
}

fn against(one: &Source, other: &Source) -> Markup {
    let (a, b) = (one.letter(), other.letter());
    let mut section = element("h3", &[], text(format!("{b} against {a}, game by game")));
    let games = common(one, other);
    if games.is_empty() {
        let reason = if one.results.run.seed != other.results.run.seed {
            "their runs have different seeds"
        } else if one.results.part.rows.is_none() || other.results.part.rows.is_none() {
            "no rows were kept"
        } else {
            "they have no game in common"
        };
        let told = format!("They cannot be compared game by game: {reason}.");
        section.extend([element("p", &[], text(told))]);
        return section;
    }
    let options = if one.results.run.options == other.results.run.options {
        ""
    } else {
        " The options are not the same, so that the same seed need not mean the same luck."
    };
    let told = format!(
        "Games that both have played: {}.{options}",
        whole(games.len() as u64)
    );
    section.extend([element("p", &[], text(told))]);
    let pairs: Vec<Pairs> = names(&[one, other])
        .into_iter()
        .filter_map(|name| {
            let ((_, of_one), (_, of_other)) = (one.counted(&name)?, other.counted(&name)?);
            let values = games
                .iter()
                .map(|(one, other)| (of_one(one), of_other(other)))
                .collect();
            Some(Pairs { name, values })
        })
        .collect();
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
    let mut others = other.rows().iter().peekable();
    one.rows()
        .iter()
        .filter_map(|row| {
            while others.next_if(|other| other.game < row.game).is_some() {}
            others
                .next_if(|other| other.game == row.game)
                .map(|other| (row, other))
        })
        .collect()
}

/// Tells the mean differences with their intervals.
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
        .filter_map(|(one, other)| Some((success(one.end)?, success(other.end)?)))
        .collect();
    let rated = [("success".to_owned(), successes)];
    let counted = pairs.iter().map(|pairs| {
        let values = pairs
            .values
            .iter()
            .map(|&(one, other)| (one as f64, other as f64));
        (pairs.name.clone(), values.collect())
    });
    let rows: Vec<Vec<String>> = rated
        .into_iter()
        .chain(counted)
        .filter(|(_, values): &(String, Vec<(f64, f64)>)| !values.is_empty())
        .map(|(name, values)| {
            let mean = |of: fn(&(f64, f64)) -> f64| {
                decimal(values.iter().map(of).sum::<f64>() / values.len() as f64)
            };
            let (difference, ends) = mean_difference(&values);
            let which = |order| {
                let those = values.iter().filter(|(one, other)| other.total_cmp(one) == order);
                whole(those.count() as u64)
            };
            vec![
                name,
                mean(|pair| pair.0),
                mean(|pair| pair.1),
                decimal(difference),
                ends.map_or_else(|| "?".to_owned(), interval),
                which(Ordering::Less),
                which(Ordering::Equal),
                which(Ordering::Greater),
            ]
        })
        .collect();
    let caption = format!("{b} − {a} in the same games: an interval without 0 says that they differ");
    table(&caption, &heads, &rows)
}

/// Returns the mean of what the second has more, and the interval of 95 % confidence of two pairs or more.
fn mean_difference(values: &[(f64, f64)]) -> (f64, Option<(f64, f64)>) {
    let count = values.len() as f64;
    let differences = || values.iter().map(|(one, other)| other - one);
    let mean = differences().sum::<f64>() / count;
    let spread: f64 = differences()
        .map(|difference| (difference - mean) * (difference - mean))
        .sum();
    let half = student(values.len() as u64 - 1) * (spread / (count - 1.0) / count).sqrt();
    (mean, (values.len() > 1).then_some((mean - half, mean + half)))
}

/// Tells how often one ended so and the other so, where they did not all end with points.
fn outcomes([a, b]: [&str; 2], games: &[(&Row, &Row)]) -> Markup {
    let mut counts: BTreeMap<[String; 2], u64> = BTreeMap::new();
    let mut columns: Vec<String> = Vec::new();
    for (one, other) in games {
        let ends = [end_name(one.end), end_name(other.end)];
        columns.push(ends[1].clone());
        *counts.entry(ends).or_default() += 1;
    }
    if games
        .iter()
        .all(|(one, other)| success(one.end).or(success(other.end)).is_none())
    {
        return Markup::default();
    }
    columns.sort_unstable();
    columns.dedup();
    let mut of_one: Vec<&String> = counts.keys().map(|[one, _]| one).collect();
    of_one.dedup();
    let rows: Vec<Vec<String>> = of_one
        .into_iter()
        .map(|one| {
            let count = |other: &String| counts.get(&[one.clone(), other.clone()]).copied().unwrap_or(0);
            let cells = columns.iter().map(|other| whole(count(other)));
            [format!("{a}: {one}")].into_iter().chain(cells).collect()
        })
        .collect();
    let heads: Vec<String> = [String::from("games in which")]
        .into_iter()
        .chain(columns.iter().map(|other| format!("{b}: {other}")))
        .collect();
    table(
        &format!("How the same games ended for {a} and for {b}"),
        &heads,
        &rows,
    )
}

fn scatter([a, b]: [&str; 2], pairs: &Pairs, games: &[(&Row, &Row)]) -> Markup {
    let Pairs { name, values } = pairs;
    let each = values.len().div_ceil(MOST_POINTS);
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
    let heads = ["game".to_owned(), "seed".to_owned(), a.to_owned(), b.to_owned()];
    let title = format!("{name} of {a} and {b} in the same games");
    let more = values.iter().filter(|(one, other)| other > one).count();
    let shown = if each > 1 {
        format!(" One of {each} games is drawn.")
    } else {
        String::new()
    };
    chart.figure(
        &title,
        &format!(
            "Dots of {} games. {b} has more in {}.",
            whole(rows.len() as u64),
            percent(more as f64 / values.len() as f64)
        ),
        &format!("A dot is a game. Over the dotted line {b} has more, under it {a}.{shown}"),
        details(&title, &heads, &rows),
    )
}

fn differences([a, b]: [&str; 2], pairs: &Pairs) -> Markup {
    let name = &pairs.name;
    let differences = || pairs.values.iter().map(|&(one, other)| other as f64 - one as f64);
    let ends = (
        differences().fold(f64::INFINITY, f64::min),
        differences().fold(f64::NEG_INFINITY, f64::max),
    );
    let axis = Axis::round(&format!("{name}: {b} − {a}"), (ends.0 - 1.0, ends.1 + 1.0), 1.0);
    // Steps along the axis are cut so that bars are of whole numbers.
    let step = (axis.to - axis.from) / (axis.ticks.len() - 1).max(1) as f64;
    let width = match step {
        10.0.. if pairs.values.len() as u64 >= MANY => step / 10.0,
        5.0.. => step / 5.0,
        _ => 1.0,
    };
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for difference in differences() {
        *counts.entry((difference / width).floor() as i64).or_default() += 1;
    }
    let all = pairs.values.len() as f64;
    let highest = counts.values().copied().max().unwrap_or(0) as f64 / all;
    let y = Axis::share("share of the games", (0.0, highest));
    let mut chart = Chart::new(axis, y, HEIGHTS[1]);
    let mut rows = Vec::new();
    for (bar, count) in counts {
        let from = bar as f64 * width;
        let to = from + width - 1.0;
        let share = count as f64 / all;
        let bar = if width > 1.0 {
            format!("{} to {}", short(from, 1.0), short(to, 1.0))
        } else {
            short(from, 1.0)
        };
        let told = [bar, whole(count), percent(share)];
        chart.bar(
            0,
            (from - 0.5, to + 0.5),
            share,
            &format!("{}: {} games, {}", told[0], told[1], told[2]),
        );
        rows.push(told.to_vec());
    }
    if ends.0 <= 0.0 && ends.1 >= 0.0 {
        chart.rule((0.0, 0.0), (0.0, 1.0));
    }
    let heads = [format!("{b} − {a}"), "games".to_owned(), "share".to_owned()];
    let title = format!("Differences in {name}: {b} − {a}");
    chart.figure(
        &title,
        &format!(
            "A histogram of differences from {} to {}.",
            short(ends.0, 1.0),
            short(ends.1, 1.0)
        ),
        "The dotted line, if there is one, is where both have the same.",
        details(&title, &heads, &rows),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_differences_are_worked_out_by_hand() {
        // Differences 1, 3, 2, 6: mean 3, sum of squares 14, variance 14/3.
        let values = [(1.0, 2.0), (2.0, 5.0), (3.0, 5.0), (0.0, 6.0)];
        let (mean, ends) = mean_difference(&values);
        let (low, high) = ends.expect("there are four");
        let half = student(3) * (14.0f64 / 3.0 / 4.0).sqrt();
        assert_eq!(mean, 3.0);
        assert!((low - 3.0 + half).abs() < 1e-12 && (high - 3.0 - half).abs() < 1e-12);
        assert_eq!(mean_difference(&values[..1]), (1.0, None));
    }
}
