//! What tournaments gave: strengths with their intervals, who scored how much against whom, and how a knock-out went.

use quincunx_arena::tournament::{Round, Table};
use quincunx_arena::{Format, Rating, Standing, Tournament};

use crate::page::axis::Axis;
use crate::page::chart::{Chart, Spot};
use crate::page::details;
use crate::page::markup::{Markup, element, line, table, text};
use crate::page::numbers::{decimal, maybe, whole};

/// A tournament and the name of its file.
pub(super) struct Event {
    pub(super) name: String,
    pub(super) standing: Standing,
}

/// Tells of a tournament.
pub(super) fn section(event: &Event) -> Markup {
    let standing = &event.standing;
    let tournament = standing.tournament();
    let mut section = line(element(
        "h2",
        &[],
        text(format!("{}: a tournament", tournament.game)),
    ));
    section.extend([overview(event)]);
    let told = match tournament.format {
        Format::RoundRobin => round_robin(standing),
        Format::KnockOut => knock_out(standing),
    };
    section.extend([told]);
    section
}

/// Tells what was played.
fn overview(event: &Event) -> Markup {
    let tournament = event.standing.tournament();
    let options: Vec<String> = tournament
        .options
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let (played, planned) = (event.standing.games().len() as u64, tournament.games());
    let games = if event.standing.is_over() {
        whole(played)
    } else {
        format!("{} of {}", whole(played), whole(planned))
    };
    let format = match tournament.format {
        Format::RoundRobin => "round robin",
        Format::KnockOut => "knock-out",
    };
    let heads = [
        "format", "options", "seed", "games", "opening", "limits", "program", "file",
    ]
    .map(str::to_owned);
    let row = vec![
        format.to_owned(),
        options.join(" "),
        tournament.seed.to_string(),
        games,
        format!("{} plies", tournament.opening),
        limits(tournament),
        tournament.program.clone(),
        event.name.clone(),
    ];
    line(element(
        "div",
        &[("class", &"words")],
        table("The tournament", &heads, &[row]),
    ))
}

fn limits(tournament: &Tournament) -> String {
    let limit = tournament.limit.map(|limit| limit.to_string());
    limit.unwrap_or_else(|| "each its own".to_owned())
}

fn round_robin(standing: &Standing) -> Markup {
    let (table, names) = (standing.table(), standing.tournament().names());
    if table.seeds == 0 {
        return element("p", &[], text("No seed has been played by two."));
    }
    let order = table.ratings.order();
    Markup::from_iter([
        strengths(&table, &names, &order),
        cross(&table, &names, &order),
        differences(&table, &names, &order),
        means(&table, &names, &order),
    ])
}

fn error(rating: Rating) -> String {
    maybe(rating.error)
}

/// Draws who is how strong.
fn strengths(ratings: &Table, names: &[String], order: &[usize]) -> Markup {
    let rated: Vec<(usize, Rating)> = order
        .iter()
        .map(|&player| (player, ratings.ratings.player(player)))
        .collect();
    let rows: Vec<Vec<String>> = rated
        .iter()
        .map(|&(player, rating)| {
            let (points, games) = ratings.score(player);
            vec![
                names[player].clone(),
                decimal(rating.elo),
                error(rating),
                decimal(points),
                whole(games),
            ]
        })
        .collect();
    let heads = ["player", "Elo", "± 95 %", "points", "games"].map(str::to_owned);
    let title = "Strengths";
    let shown = whiskers(title, "Elo", 1.0, names, &rated);
    let Some(shown) = shown else {
        return table(title, &heads, &rows);
    };
    shown.figure(
        title,
        &format!("Strengths of {} players with their intervals; the strongest is {}.", names.len(), names[order[0]]),
        "Points of Elo, of which 400 more are ten times the chances; the mean of all is 0. Lines are intervals of 95 % confidence, \
         with the seed as the unit of evidence.",
        details(title, &heads, &rows),
    )
}

/// Draws estimates under each other; nothing where they have no intervals.
fn whiskers(what: &str, axis: &str, step: f64, names: &[String], rated: &[(usize, Rating)]) -> Option<Chart> {
    let ends = |sign: f64| {
        rated
            .iter()
            .map(move |(_, rating)| rating.error.map(|error| rating.elo + sign * error))
            .collect::<Option<Vec<f64>>>()
    };
    let least = ends(-1.0)?.into_iter().fold(f64::INFINITY, f64::min);
    let most = ends(1.0)?.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let labels = rated.iter().map(|&(player, _)| shortened(&names[player]));
    let mut chart = Chart::of_things(Axis::round(axis, (least, most), step), labels);
    for (place, &(player, rating)) in rated.iter().enumerate() {
        let error = rating.error?;
        let spot = Spot {
            x: 0.0,
            y: rating.elo,
            interval: (rating.elo - error, rating.elo + error),
        };
        let hint = format!(
            "{what} of {}: {} ± {}",
            names[player],
            decimal(rating.elo),
            decimal(error)
        );
        chart.whisker(0, place, &spot, &hint);
    }
    Some(chart)
}

/// Shortens a name so that there is room for the chart beside it.
fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

/// Tells who scored how much against whom.
fn cross(scores: &Table, names: &[String], order: &[usize]) -> Markup {
    let places = (1..=order.len()).map(|place| place.to_string());
    let heads: Vec<String> = ["player".to_owned()].into_iter().chain(places).collect();
    let rows: Vec<Vec<String>> = (1..)
        .zip(order)
        .map(|(place, &player)| {
            let cell = |&other: &usize| {
                if other == player {
                    "·".to_owned()
                } else {
                    format!("{:.1}", scores.against(player, other))
                }
            };
            let name = format!("{place} {}", names[player]);
            [name].into_iter().chain(order.iter().map(cell)).collect()
        })
        .collect();
    table("Cross table: points of the row against the column", &heads, &rows)
}

/// Tells by how much each is stronger than the next.
fn differences(scores: &Table, names: &[String], order: &[usize]) -> Markup {
    let rows: Vec<Vec<String>> = order
        .windows(2)
        .map(|pair| {
            let difference = scores.ratings.difference(pair[0], pair[1]);
            let ends = difference.error.map_or_else(
                || "?".to_owned(),
                |error| crate::page::numbers::interval((difference.elo - error, difference.elo + error)),
            );
            vec![
                format!("{} − {}", names[pair[0]], names[pair[1]]),
                decimal(difference.elo),
                ends,
            ]
        })
        .collect();
    let heads = ["difference", "Elo", "95 % interval"].map(str::to_owned);
    table(
        "Each over the next: an interval without 0 says that they differ. It is not the difference of two intervals above, as both \
         have played the same seeds.",
        &heads,
        &rows,
    )
}

/// Draws the mean points of each, where each plays alone.
fn means(scores: &Table, names: &[String], order: &[usize]) -> Markup {
    if scores.points.is_empty() {
        return Markup::default();
    }
    let rated: Vec<(usize, Rating)> = order
        .iter()
        .map(|&player| {
            let own = &scores.points[player];
            let rating = Rating {
                elo: own.mean().unwrap_or(0.0),
                error: own.mean_error(),
            };
            (player, rating)
        })
        .collect();
    let rows: Vec<Vec<String>> = rated
        .iter()
        .map(|&(player, mean)| {
            let own = &scores.points[player];
            let values = [own.least(), own.quantile(0.5), own.most()].map(|value| whole(value.unwrap_or(0)));
            [
                names[player].clone(),
                whole(own.len()),
                decimal(mean.elo),
                error(mean),
            ]
            .into_iter()
            .chain(values)
            .collect()
        })
        .collect();
    let heads = ["player", "games", "mean", "± 95 %", "least", "median", "most"].map(str::to_owned);
    let title = "Points";
    let Some(chart) = whiskers("points", "points", 0.01, names, &rated) else {
        return table(title, &heads, &rows);
    };
    chart.figure(
        title,
        "Mean points with their intervals.",
        "Mean points of each player's games, with intervals of 95 % confidence.",
        details(title, &heads, &rows),
    )
}

fn knock_out(standing: &Standing) -> Markup {
    let names = standing.tournament().names();
    let mut told: Markup = (1..)
        .zip(standing.rounds())
        .map(|(number, round)| meetings(number, &round, &names))
        .collect();
    let winner = standing.winner().map_or_else(
        || "The tournament is not over.".to_owned(),
        |winner| format!("Winner: {}.", names[winner]),
    );
    told.extend([element("p", &[], element("b", &[], text(winner)))]);
    told
}

fn meetings(number: usize, round: &Round, names: &[String]) -> Markup {
    let rows: Vec<Vec<String>> = round
        .meetings
        .iter()
        .map(|meeting| {
            let [one, two] = meeting.points();
            let winner = meeting.winner.map_or("not over", |winner| &names[winner]);
            let how = if meeting.is_by_order() {
                ", even: who was named first"
            } else {
                ""
            };
            vec![
                names[meeting.pair[0]].clone(),
                format!("{one:.1} : {two:.1}"),
                names[meeting.pair[1]].clone(),
                whole(meeting.more_seeds),
                format!("{winner}{how}"),
            ]
        })
        .collect();
    let heads = ["player", "points", "against", "more seeds", "goes on"].map(str::to_owned);
    let mut told = element("h3", &[], text(format!("Round {number}")));
    if !round.byes.is_empty() {
        let byes: Vec<&str> = round.byes.iter().map(|&player| &*names[player]).collect();
        let byes = format!("Without a meeting, as named first: {}.", byes.join(", "));
        told.extend([element("p", &[], text(byes))]);
    }
    told.extend([table(&format!("Meetings of round {number}"), &heads, &rows)]);
    told
}
