//! A tournament as text for people, or as JSON.

use std::io::{self, Write};

use quincunx_arena::tournament::{CrossTable, Meeting, Round};
use quincunx_arena::{Format, Played as _, Rating, Standing};

use super::numbers::{error_text, pluralize};
use super::simulation::write_conditions;
use super::table::Table;

pub(crate) struct TournamentPrinter {
    json: bool,
    /// The rounds of a knock-out that are printed.
    rounds: usize,
    failed: Option<io::Error>,
}

impl TournamentPrinter {
    pub(crate) fn start(standing: &Standing, json: bool) -> anyhow::Result<Self> {
        if !json {
            write_heading(standing, &mut crate::output::stdout())?;
        }
        Ok(Self {
            json,
            rounds: 0,
            failed: None,
        })
    }

    pub(crate) fn print_rounds(&mut self, standing: &Standing) {
        if self.json || standing.tournament().format == Format::RoundRobin {
            return;
        }
        for (number, round) in standing.rounds().iter().enumerate().skip(self.rounds) {
            if round.meetings.iter().any(|meeting| meeting.winner.is_none()) {
                break;
            }
            if let Err(error) = write_round(standing, number, round, &mut crate::output::stdout()) {
                self.failed.get_or_insert(error);
            }
            self.rounds += 1;
        }
    }

    pub(crate) fn finish(mut self, standing: &Standing) -> anyhow::Result<()> {
        self.print_rounds(standing);
        self.failed.map_or(Ok(()), Err)?;
        let mut output = crate::output::stdout();
        if self.json {
            standing.write(&mut output)?;
        } else if standing.tournament().format == Format::RoundRobin {
            ratings(standing).write(&mut output)?;
        } else if let Some(winner) = standing.winner() {
            writeln!(output, "winner: {}", standing.tournament().names()[winner])?;
        } else if let Some((number, last)) = standing.rounds().iter().enumerate().next_back() {
            write_round(standing, number, last, &mut output)?;
        }
        Ok(output.flush()?)
    }
}

fn write_heading(standing: &Standing, output: &mut dyn Write) -> io::Result<()> {
    let tournament = standing.tournament();
    let games = match tournament.seats {
        1 => format!("{} a meeting", pluralize(tournament.seeds, "seed")),
        _ => format!("{} games a meeting", 2 * tournament.seeds),
    };
    let format = match tournament.format {
        Format::RoundRobin => "all against all",
        Format::KnockOut => "knock-out",
    };
    let (game, players, seed) = (&tournament.game, tournament.agents.len(), tournament.seed);
    write!(
        output,
        "{game}: {players} players, {format}, {games}, seed {seed}"
    )?;
    let conditions = (&tournament.positions[..], tournament.opening, tournament.limit);
    write_conditions(conditions, "each seed", output)?;
    writeln!(output, "\n")
}

/// Returns the table of ratings, with the points of each player against each.
fn ratings(standing: &Standing) -> Table {
    let (table, names) = (standing.table(), standing.tournament().names());
    let order = table.ratings.order();
    let heads = "player|#|Elo|± 95 %|over next|± 95 %|points|games".split('|');
    let means = ["mean", "± 95 %"]
        .into_iter()
        .filter(|_| !table.points.is_empty());
    let places = (1..=order.len()).map(|place| place.to_string());
    let heads = heads.chain(means).map(str::to_owned).chain(places);
    let row = |(place, &player): (usize, &usize)| {
        let next = order.get(place + 1);
        let next = next.map(|&next| table.ratings.difference(player, next));
        let (points, games) = table.score(player);
        let mut row = vec![names[player].clone(), (place + 1).to_string()];
        row.extend(rating_cells(Some(table.ratings.player(player))));
        row.extend(rating_cells(next));
        row.extend([format!("{points:.1}"), games.to_string()]);
        if let Some(own) = table.points.get(player) {
            let mean = format!("{:.1}", own.mean().unwrap_or(0.0));
            row.extend([mean, error_text(own.mean_error(), 1)]);
        }
        row.extend(order.iter().map(|&other| score_text(&table, player, other)));
        row
    };
    Table::new(heads, order.iter().enumerate().map(row))
}

fn rating_cells(rating: Option<Rating>) -> [String; 2] {
    rating.map_or_else(Default::default, |Rating { elo, error }| {
        [format!("{elo:+.0}"), error_text(error, 0)]
    })
}

/// Formats the points of a player against another, or `·` against itself.
pub(crate) fn score_text(table: &CrossTable, player: usize, other: usize) -> String {
    match player == other {
        true => "·".to_owned(),
        false => format!("{:.1}", table.against(player, other)),
    }
}

fn write_round(standing: &Standing, number: usize, round: &Round, output: &mut dyn Write) -> io::Result<()> {
    let names = standing.tournament().names();
    writeln!(output, "round {}", number + 1)?;
    for &player in &round.byes {
        writeln!(output, "  {} goes on without a meeting", names[player])?;
    }
    for meeting in &round.meetings {
        let [first, second] = meeting.pair.map(|player| &names[player]);
        let [one, two] = meeting.points();
        let ending = ending(meeting, first);
        writeln!(output, "  {first} {one:.1} : {two:.1} {second}{ending}")?;
    }
    Ok(())
}

/// Returns how a meeting ended, unless the points show it.
fn ending(meeting: &Meeting, first: &str) -> String {
    let seeds = match meeting.more_seeds {
        0 => String::new(),
        1 => " after one more seed".to_owned(),
        more => format!(" after {more} more seeds"),
    };
    match meeting.winner {
        None => format!("{seeds}: not over"),
        Some(_) if meeting.is_by_order() => {
            format!(": even{seeds}, so {first} goes on, who was named first")
        }
        Some(_) => seeds,
    }
}
