//! Tournaments: ratings with their intervals, the cross table, and the rounds of a knock-out.

use quincunx_arena::tournament::{CrossTable, Round};
use quincunx_arena::{Format, Rating, Standing};

use super::source::text_table;
use crate::charts::axis::Axis;
use crate::charts::estimates::{self, Estimate};
use crate::charts::markup::{Attribute, Markup, element, line, table, text};
use crate::charts::{details, heading, paragraph};
use crate::output::numbers::{decimal, interval, maybe, whole};
use crate::output::simulation::options_text;
use crate::output::table::Table;
use crate::output::tournament::score_text;

pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) standing: Standing,
}

pub(super) fn section(event: &Event) -> Markup {
    let standing = &event.standing;
    let tournament = standing.tournament();
    let results = match tournament.format {
        Format::RoundRobin => round_robin(standing),
        Format::KnockOut => knock_out(standing),
    };
    Markup::from_iter([
        heading("h2", format!("{}: a tournament", tournament.game)),
        overview(event),
        results,
    ])
}

fn overview(event: &Event) -> Markup {
    let tournament = event.standing.tournament();
    let played = event.standing.games().len() as u64;
    let games = match event.standing.is_over() {
        true => whole(played),
        false => format!("{} of {}", whole(played), whole(tournament.games())),
    };
    let format = match tournament.format {
        Format::RoundRobin => "round robin",
        Format::KnockOut => "knock-out",
    };
    let limit = tournament.limit.map(|limit| limit.to_string());
    let row = vec![
        format.to_owned(),
        options_text(&tournament.game, &tournament.options),
        tournament.seed.to_string(),
        games,
        format!("{} plies", tournament.opening),
        limit.unwrap_or_else(|| "each its own".to_owned()),
        tournament.program.clone(),
        event.name.clone(),
    ];
    let heads = "format|options|seed|games|opening|limits|program|file".split('|');
    text_table("The tournament", &Table::new(heads, [row]))
}

fn round_robin(standing: &Standing) -> Markup {
    let (table, names) = (standing.table(), standing.tournament().names());
    if table.seeds == 0 {
        return paragraph("No seed has been played by two.");
    }
    let order = table.ratings.order();
    Markup::from_iter([
        ratings(&table, &names, &order),
        cross_table(&table, &names, &order),
        differences(&table, &names, &order),
        means(&table, &names, &order),
    ])
}

fn ratings(scores: &CrossTable, names: &[String], order: &[usize]) -> Markup {
    let rating = |player| scores.ratings.player(player);
    let rows = order.iter().map(|&player| {
        let (points, games) = scores.score(player);
        let Rating { elo, error } = rating(player);
        vec![
            names[player].clone(),
            decimal(elo),
            maybe(error),
            decimal(points),
            whole(games),
        ]
    });
    let shown = Table::new("player|Elo|± 95 %|points|games".split('|'), rows);
    let (players, strongest) = (names.len(), &names[order[0]]);
    whiskers(
        "Strengths",
        ("Elo", 1.0),
        names,
        order.iter().map(|&player| (player, rating(player))),
        (
            &format!("Strengths of {players} players with their intervals; the strongest is {strongest}"),
            "Points of Elo: 400 more are ten times the chances; the mean of all is 0. Lines are intervals of 95 % \
             confidence, with the seed as the unit of evidence.",
        ),
        &shown,
    )
}

/// Draws estimates of players with their table; the table alone if they have no intervals.
fn whiskers(
    title: &str,
    (unit, step): (&str, f64),
    names: &[String],
    rated: impl Iterator<Item = (usize, Rating)>,
    texts: (&str, &str),
    shown: &Table,
) -> Markup {
    let estimate = |(player, Rating { elo, error }): (usize, Rating)| {
        let error = error?;
        let text = format!("{} ± {}", decimal(elo), decimal(error));
        let (name, ends) = (names[player].clone(), (elo - error, elo + error));
        Some(Estimate::new(0, name, elo, ends, text))
    };
    match rated.map(estimate).collect::<Option<Vec<_>>>() {
        None => table(title, shown),
        Some(estimates) => {
            let axis = Axis::round(unit, estimates::range(&estimates), step);
            estimates::figure(title, (axis, None), &estimates, texts, details(title, shown))
        }
    }
}

fn cross_table(scores: &CrossTable, names: &[String], order: &[usize]) -> Markup {
    let places = (1..=order.len()).map(|place| place.to_string());
    let rows = (1..).zip(order).map(|(place, &player)| {
        let cells = order.iter().map(|&other| score_text(scores, player, other));
        [format!("{place} {}", names[player])]
            .into_iter()
            .chain(cells)
            .collect()
    });
    let shown = Table::new(["player".to_owned()].into_iter().chain(places), rows);
    table("Cross table: points of the row against the column", &shown)
}

fn differences(scores: &CrossTable, names: &[String], order: &[usize]) -> Markup {
    let rows = order.windows(2).map(|pair| {
        let Rating { elo, error } = scores.ratings.difference(pair[0], pair[1]);
        let ends = error.map_or_else(|| "?".to_owned(), |error| interval((elo - error, elo + error)));
        vec![
            format!("{} − {}", names[pair[0]], names[pair[1]]),
            decimal(elo),
            ends,
        ]
    });
    table(
        "Each over the next: an interval without 0 shows a difference. It is not the difference of two intervals above, as \
         both have played the same seeds.",
        &Table::new(["difference", "Elo", "95 % interval"], rows),
    )
}

fn means(scores: &CrossTable, names: &[String], order: &[usize]) -> Markup {
    if scores.points.is_empty() {
        return Markup::default();
    }
    let mean = |player: usize| {
        let own = &scores.points[player];
        Rating {
            elo: own.mean().unwrap_or(0.0),
            error: own.mean_error(),
        }
    };
    let rows = order.iter().map(|&player| {
        let (own, Rating { elo, error }) = (&scores.points[player], mean(player));
        let values = [own.least(), own.quantile(0.5), own.most()].map(|value| whole(value.unwrap_or(0)));
        let cells = [
            names[player].clone(),
            whole(own.len()),
            decimal(elo),
            maybe(error),
        ];
        cells.into_iter().chain(values).collect()
    });
    let shown = Table::new("player|games|mean|± 95 %|least|median|most".split('|'), rows);
    whiskers(
        "Points",
        ("points", 0.01),
        names,
        order.iter().map(|&player| (player, mean(player))),
        (
            "Mean points with their intervals",
            "Mean points of each player's games, with intervals of 95 % confidence.",
        ),
        &shown,
    )
}

fn knock_out(standing: &Standing) -> Markup {
    let names = standing.tournament().names();
    let rounds = (1..).zip(standing.rounds());
    let mut section = bracket(standing, &names);
    section.extend(rounds.map(|(number, round)| meetings(number, &round, &names)));
    let winner = standing.winner().map_or_else(
        || "The tournament is not over.".to_owned(),
        |winner| format!("Winner: {}.", names[winner]),
    );
    section.extend([element("p", &[], element("b", &[], text(winner)))]);
    section
}

/// Draws the rounds as columns: who had no meeting first, then the meetings with their points.
fn bracket(standing: &Standing, names: &[String]) -> Markup {
    let entry = |player: usize, points: String, goes_on: bool| {
        let shown = text(format!("{}{points}", names[player]));
        let shown = if goes_on { element("b", &[], shown) } else { shown };
        line(element("p", &[], shown))
    };
    let pair = |entries: Markup| line(element("div", &[("class", &"pair")], entries));
    let column = |head: String, pairs: Vec<Markup>| {
        let content = std::iter::once(heading("h3", head)).chain(pairs);
        line(element("div", &[("class", &"round")], content.collect()))
    };
    let mut columns: Vec<Markup> = Vec::new();
    for (number, round) in (1..).zip(standing.rounds()) {
        let byes = round
            .byes
            .iter()
            .map(|&player| pair(entry(player, String::new(), true)));
        let meetings = round.meetings.iter().map(|meeting| {
            let entries = meeting.pair.into_iter().zip(meeting.points());
            pair(
                entries
                    .map(|(player, points)| {
                        entry(player, format!(": {points}"), meeting.winner == Some(player))
                    })
                    .collect(),
            )
        });
        columns.push(column(format!("Round {number}"), byes.chain(meetings).collect()));
    }
    let winner = standing
        .winner()
        .map(|winner| pair(entry(winner, String::new(), true)));
    columns.extend(winner.map(|winner| column("Winner".to_owned(), vec![winner])));
    let attributes: [Attribute<'_>; 4] = [
        ("class", &"bracket wide"),
        ("role", &"region"),
        ("aria-label", &"Bracket"),
        ("tabindex", &0),
    ];
    line(element("div", &attributes, columns.into_iter().collect()))
}

fn meetings(number: usize, round: &Round, names: &[String]) -> Markup {
    let rows = round.meetings.iter().map(|meeting| {
        let [one, two] = meeting.points();
        let winner = meeting.winner.map_or("not over", |winner| &names[winner]);
        let how = if meeting.is_by_order() {
            ", even: named first"
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
    });
    let shown = Table::new("player|points|against|more seeds|goes on".split('|'), rows);
    let mut section = heading("h3", format!("Round {number}"));
    if !round.byes.is_empty() {
        let byes: Vec<&str> = round.byes.iter().map(|&player| &*names[player]).collect();
        section.extend([paragraph(format!(
            "Without a meeting, as named first: {}.",
            byes.join(", ")
        ))]);
    }
    section.extend([table(&format!("Meetings of round {number}"), &shown)]);
    section
}
