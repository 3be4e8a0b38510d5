//! Who loses a meeting is out, until one is left.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::games::{Hall, half_points};
use crate::progress::bar;

/// The seeds after which a meeting that stays even is won by who was named first.
const MOST_MORE_SEEDS: u64 = 100;

/// A meeting that is over.
struct Meeting {
    pair: [usize; 2],
    halves: [u32; 2],
    /// Seeds that were played beyond those of the tournament, as the meeting was even.
    more_seeds: u64,
    winner: usize,
}

/// Plays it and tells what came of it; false when it was stopped before its end.
pub(super) fn run(hall: &Hall, games: u64, for_programs: bool) -> anyhow::Result<bool> {
    let mut left: Vec<usize> = (0..hall.agents.len()).collect();
    let mut rounds = Vec::new();
    while left.len() > 1 {
        let Some(meetings) = play_round(hall, games, rounds.len(), &left)? else {
            break;
        };
        if !for_programs {
            tell_round(hall, rounds.len(), &meetings)?;
        }
        left.retain(|player| {
            let has_lost = |meeting: &Meeting| meeting.pair.contains(player) && meeting.winner != *player;
            !meetings.iter().any(has_lost)
        });
        rounds.push(meetings);
    }
    let winner = if let [winner] = left[..] {
        Some(winner)
    } else {
        None
    };
    let mut output = io::stdout().lock();
    if for_programs {
        let rounds: Vec<Vec<Value>> = rounds
            .iter()
            .map(|meetings| meetings.iter().map(|meeting| in_json(hall, meeting)).collect())
            .collect();
        let told = json!({
            "game": hall.entry.id,
            "format": super::KNOCK_OUT,
            "seed": hall.seed,
            "rounds": rounds,
            "winner": winner.map(|winner| hall.name(winner)),
        });
        serde_json::to_writer_pretty(&mut output, &told)?;
        writeln!(output)?;
    } else if let Some(winner) = winner {
        writeln!(output, "winner: {}", hall.name(winner))?;
    }
    output.flush()?;
    Ok(winner.is_some())
}

/// Plays the meetings of a round: the first with the last, and so on inwards; one in the middle meets nobody. `None` when it was
/// stopped.
fn play_round(hall: &Hall, games: u64, round: usize, left: &[usize]) -> anyhow::Result<Option<Vec<Meeting>>> {
    let pairs: Vec<[usize; 2]> = left
        .iter()
        .zip(left.iter().rev())
        .take(left.len() / 2)
        .map(|(&first, &last)| [first, last])
        .collect();
    // Every round has seeds of its own, and the same for all its meetings.
    let base = (round as u64) << 32;
    let seeds = if hall.entry.players == 1 { games } else { games / 2 };
    let fixtures: Vec<_> = pairs
        .iter()
        .flat_map(|&pair| hall.meeting(round, pair, base..base + seeds))
        .collect();
    let progress = bar(fixtures.len(), 0, "games");
    let played = hall.play(&fixtures, &progress)?;
    let mut meetings = Vec::new();
    let each = 2 * seeds as usize;
    for (&pair, (fixtures, played)) in pairs.iter().zip(fixtures.chunks(each).zip(played.chunks(each))) {
        if played.iter().any(Option::is_none) {
            return Ok(None);
        }
        let mut halves = half_points(fixtures, played, pair);
        let mut more_seeds = 0;
        while halves[0] == halves[1] && more_seeds < MOST_MORE_SEEDS {
            let seed = base + seeds + more_seeds;
            let fixtures = hall.meeting(round, pair, seed..seed + 1);
            progress.inc_length(fixtures.len() as u64);
            let played = hall.play(&fixtures, &progress)?;
            if played.iter().any(Option::is_none) {
                return Ok(None);
            }
            let more = half_points(&fixtures, &played, pair);
            halves = [halves[0] + more[0], halves[1] + more[1]];
            more_seeds += 1;
        }
        let winner = if halves[0] >= halves[1] { pair[0] } else { pair[1] };
        meetings.push(Meeting {
            pair,
            halves,
            more_seeds,
            winner,
        });
    }
    progress.finish_and_clear();
    Ok(Some(meetings))
}

fn points(meeting: &Meeting) -> [f64; 2] {
    meeting.halves.map(|half| f64::from(half) / 2.0)
}

fn tell_round(hall: &Hall, round: usize, meetings: &[Meeting]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "round {}", round + 1)?;
    for meeting in meetings {
        let [first, second] = meeting.pair.map(|player| hall.name(player));
        let [one, two] = points(meeting);
        let how = match (meeting.more_seeds, one == two) {
            (0, _) => String::new(),
            (seeds, false) => format!(" after {seeds} more seeds"),
            (seeds, true) => {
                format!(": even after {seeds} more seeds, so {first} goes on, who was named first")
            }
        };
        writeln!(output, "  {first} {one:.1} : {two:.1} {second}{how}")?;
    }
    output.flush()
}

fn in_json(hall: &Hall, meeting: &Meeting) -> Value {
    json!({
        "players": meeting.pair.map(|player| hall.name(player)),
        "points": points(meeting),
        "more_seeds": meeting.more_seeds,
        "winner": hall.name(meeting.winner),
    })
}
