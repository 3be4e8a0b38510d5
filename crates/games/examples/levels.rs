//! How well players of match-3 play: how often they reach the goals of the shipped levels, and what they score in the games
//! for points.
//!
//! ```text
//! cargo run --release -p quincunx-games --example levels -- levels 200 random greedy:samples=0 goal-first mcts
//! cargo run --release -p quincunx-games --example levels -- shariki 200 random expectation mcts
//! ```
//! The arguments: `levels`, one of them, a file, or a game of the list; the number of games; and players by their
//! specifications, who meet the same seeds. Columns are players; intervals are of 95 % confidence, Wilson's where shares are
//! told. The last line is the time of one thread for a game.

use std::num::NonZero;
use std::time::Instant;

use quincunx_core::Options;
use quincunx_games::levels::{self, SHIPPED, options_of};
use quincunx_games::{Entry, find};
use quincunx_search::arena::{Games, Tally, Work, statistics::wilson};
use quincunx_search::{AgentSpec, Interrupt};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "levels".to_owned());
    let games: u64 = arguments.next().map_or(Ok(100), |games| games.parse())?;
    let agents: Vec<String> = arguments.collect();
    let boards = boards(&what)?;
    println!("| | {} |", agents.join(" | "));
    println!("| --- {}|", "| ---: ".repeat(agents.len()));
    let mut totals = vec![Tally::new(0); agents.len()];
    let mut seconds = vec![0.0; agents.len()];
    for (name, entry, options) in &boards {
        let mut cells = Vec::new();
        for (place, agent) in agents.iter().enumerate() {
            let began = Instant::now();
            let tally = play(entry, options, agent, games)?;
            seconds[place] += began.elapsed().as_secs_f64();
            cells.push(in_words(&tally));
            totals[place].add(&Tally {
                figures: Vec::new(),
                ..tally
            });
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    if boards.len() > 1 {
        let cells: Vec<String> = totals.iter().map(in_words).collect();
        println!("| all | {} |", cells.join(" | "));
    }
    let played = (games * boards.len() as u64) as f64;
    let cells: Vec<String> = seconds
        .iter()
        .map(|seconds| format!("{:.3} ms", 1000.0 * seconds / played))
        .collect();
    println!("| time of a game | {} |", cells.join(" | "));
    Ok(())
}

/// A row of the table: its name, the game and its options.
type Board = (String, &'static Entry, Options);

/// The level of the speed figures: 9×9 with six colours, specials and thirty moves.
const PLAIN: &str = "columns = 9\nrows = 9\nlimit = 30\n[goals]\nscore = 1000000000\n";

fn boards(what: &str) -> Result<Vec<Board>, Box<dyn std::error::Error>> {
    let level = |name: &str| (name.to_owned(), &levels::ENTRY, options_of(name));
    if what == "plain" {
        return Ok(vec![("plain".to_owned(), &levels::ENTRY, options_of(PLAIN))]);
    }
    if what == levels::ENTRY.id {
        return Ok(SHIPPED.iter().map(|shipped| level(shipped.name)).collect());
    }
    if SHIPPED.iter().any(|shipped| shipped.name == what) {
        return Ok(vec![level(what)]);
    }
    if let Some(entry) = find(what) {
        return Ok(vec![(entry.title.to_owned(), entry, entry.defaults())]);
    }
    Ok(vec![(
        what.to_owned(),
        &levels::ENTRY,
        options_of(&std::fs::read_to_string(what)?),
    )])
}

/// Plays the games of seed 1 of one board on one thread.
fn play(
    entry: &Entry,
    options: &Options,
    agent: &str,
    games: u64,
) -> Result<Tally, Box<dyn std::error::Error>> {
    let agent: AgentSpec = agent.parse()?;
    let run = entry.run(options, &[agent], 1, games, 0, 100_000)?;
    let work = Work {
        threads: NonZero::<usize>::MIN,
        rows: false,
        interrupt: &Interrupt::default(),
        progress: &|_| {},
    };
    Ok(entry.simulate(&run, &Games::range(0..games), &work)?.tally)
}

/// Writes the share of games whose goals were reached, or without goals the mean points.
fn in_words(tally: &Tally) -> String {
    let ended = tally.reached + tally.missed;
    if ended > 0 {
        let (low, high) = wilson(tally.reached as f64, ended as f64);
        let share = 100.0 * tally.reached as f64 / ended as f64;
        return format!("{share:.0} % ({:.0}–{:.0})", 100.0 * low, 100.0 * high);
    }
    let mean = tally.points.mean().unwrap_or(f64::NAN);
    let error = tally.points.standard_error().unwrap_or(f64::NAN);
    format!("{mean:.0} ± {:.0}", 1.96 * error)
}
