//! What a tournament gave, in words for people.

use std::io::{self, Write};

use quincunx_arena::tournament::{Meeting, Round, Table};
use quincunx_arena::{Format, Rating, Standing};

use crate::limit::limited;

/// Tells what is played.
pub(super) fn heading(standing: &Standing, output: &mut dyn Write) -> io::Result<()> {
    let tournament = standing.tournament();
    let games = if tournament.seats == 1 {
        format!("{} seeds a meeting", tournament.seeds)
    } else {
        format!("{} games a meeting", 2 * tournament.seeds)
    };
    let format = match tournament.format {
        Format::RoundRobin => "all against all",
        Format::KnockOut => "knock-out",
    };
    write!(
        output,
        "{}: {} players, {format}, {games}, seed {}",
        tournament.game,
        tournament.agents.len(),
        tournament.seed
    )?;
    if tournament.opening > 0 {
        write!(
            output,
            ", the first {} plies drawn from each seed",
            tournament.opening
        )?;
    }
    limited(tournament.limit, output)?;
    writeln!(output, "\n")
}

/// Tells who is how strong, and who scored how much against whom.
pub(super) fn table(standing: &Standing, output: &mut dyn Write) -> io::Result<()> {
    let (table, names) = (standing.table(), standing.tournament().names());
    let order = table.ratings.order();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    write!(
        output,
        " #  {:width$} {:>7} {:>7} {:>9} {:>7} {:>8} {:>6}",
        "player", "Elo", "± 95 %", "over next", "± 95 %", "points", "games"
    )?;
    if !table.points.is_empty() {
        write!(output, " {:>12} {:>9}", "mean", "± 95 %")?;
    }
    for place in 1..=order.len() {
        write!(output, " {place:>7}")?;
    }
    writeln!(output)?;
    for (place, &player) in order.iter().enumerate() {
        let name = &names[player];
        write!(output, "{:>2}  {name:width$} ", place + 1)?;
        rating(Some(table.ratings.player(player)), 7, output)?;
        let next = order.get(place + 1);
        rating(
            next.map(|&next| table.ratings.difference(player, next)),
            9,
            output,
        )?;
        let (points, games) = table.score(player);
        write!(output, "{points:>8.1} {games:>6}")?;
        if let Some(own) = table.points.get(player) {
            let error = own
                .mean_error()
                .map_or_else(|| "?".to_owned(), |error| format!("{error:.1}"));
            write!(output, " {:>12.1} {error:>9}", own.mean().unwrap_or(0.0))?;
        }
        for &other in &order {
            write!(output, " {:>7}", cell(&table, player, other))?;
        }
        writeln!(output)?;
    }
    Ok(())
}

fn rating(rating: Option<Rating>, width: usize, output: &mut dyn Write) -> io::Result<()> {
    let Some(Rating { elo, error }) = rating else {
        return write!(output, "{:width$} {:7} ", "", "");
    };
    let error = error.map_or_else(|| "?".to_owned(), |error| format!("{error:.0}"));
    write!(output, "{elo:>+width$.0} {error:>7} ")
}

fn cell(table: &Table, player: usize, other: usize) -> String {
    if player == other {
        "·".to_owned()
    } else {
        format!("{:.1}", table.against(player, other))
    }
}

/// Tells of a round of a knock-out.
pub(super) fn round(
    standing: &Standing,
    number: usize,
    round: &Round,
    output: &mut dyn Write,
) -> io::Result<()> {
    let names = standing.tournament().names();
    writeln!(output, "round {}", number + 1)?;
    for &player in &round.byes {
        writeln!(output, "  {} goes on without a meeting", names[player])?;
    }
    for meeting in &round.meetings {
        let [first, second] = meeting.pair.map(|player| &names[player]);
        let [one, two] = meeting.points();
        writeln!(
            output,
            "  {first} {one:.1} : {two:.1} {second}{}",
            how(meeting, first)
        )?;
    }
    Ok(())
}

/// Says how a meeting ended, where that is not plain.
fn how(meeting: &Meeting, first: &str) -> String {
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
