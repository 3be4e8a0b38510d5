//! Lets a computer player play whole games of 2048 and says how far it came.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example twenty48 -- level:5 100 scoring=contest
//! ```
//! The words are a player, a number of games (seeds from 0), and options of the rules.

use std::time::Instant;

use quincunx_arena::Histogram;
use quincunx_arena::statistics::wilson;
use quincunx_core::{Options, Turn};
use quincunx_registry::{DynGame, Registered};
use quincunx_search::{AgentSpec, Limits};
use quincunx_twenty48::Twenty48;

static ENTRY: &dyn DynGame = &Registered::<Twenty48>::NEW;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let agent: AgentSpec = words.first().map_or("level:5", String::as_str).parse()?;
    let count: u64 = words.get(1).map_or(Ok(100), |word| word.parse())?;
    let mut options = ENTRY.defaults();
    for word in words.iter().skip(2) {
        let (name, value) = word.split_once('=').ok_or("options are given as in `width=5`")?;
        options.set(name, value)?;
    }
    let mut games = Vec::new();
    for seed in 0..count {
        let game = play(&agent, &options, seed)?;
        eprintln!("seed {seed}: {} points, {}", game.points, game.largest);
        games.push(game);
    }
    report(&games);
    Ok(())
}

/// A game that has ended.
struct Played {
    points: u64,
    moves: usize,
    largest: u64,
    /// Seconds until a 2048 stood on the board.
    until_2048: Option<f64>,
    seconds: f64,
}

fn play(agent: &AgentSpec, options: &Options, seed: u64) -> Result<Played, Failure> {
    let start = Instant::now();
    let mut session = ENTRY.new_session(options, seed)?;
    let mut player = ENTRY.player(&*session, agent)?;
    let (mut largest, mut until_2048) = (0, None);
    while let Turn::Player(_) = session.turn() {
        let action = player.choose(&*session, &Limits::default());
        session.play(action)?;
        largest = session
            .view()
            .board
            .values()
            .iter()
            .flatten()
            .map(|token| token.0)
            .max()
            .unwrap_or(0);
        if largest >= 2048 && until_2048.is_none() {
            until_2048 = Some(start.elapsed().as_secs_f64());
        }
    }
    Ok(Played {
        points: session.points(),
        moves: session.ply(),
        largest,
        until_2048,
        seconds: start.elapsed().as_secs_f64(),
    })
}

fn report(games: &[Played]) {
    let count = games.len() as f64;
    let mean = |figure: &dyn Fn(&Played) -> f64| games.iter().map(figure).sum::<f64>() / count;
    let (mut points, mut largest) = (Histogram::default(), Histogram::default());
    for game in games {
        points.count(game.points);
        largest.count(game.largest);
    }
    println!("games           {}", games.len());
    println!(
        "points          {:.0} ± {:.0} (standard error)",
        points.mean().unwrap_or(0.0),
        points.standard_error().unwrap_or(0.0)
    );
    for exponent in 11..=16 {
        let reached = largest.at_least(1 << exponent) as f64;
        let (low, high) = wilson(reached, count);
        println!(
            "tile {:<10} {:.1} % ({:.1} to {:.1})",
            1 << exponent,
            100.0 * reached / count,
            100.0 * low,
            100.0 * high
        );
    }
    let longest = |figure: &dyn Fn(&Played) -> f64| games.iter().map(figure).fold(0.0, f64::max);
    println!(
        "seconds a game  {:.2}, at most {:.2}; until the tile 2048 at most {:.2}",
        mean(&|game| game.seconds),
        longest(&|game| game.seconds),
        longest(&|game| game.until_2048.unwrap_or(0.0))
    );
    println!(
        "ms a move       {:.3}",
        1e3 * mean(&|game| game.seconds) / mean(&|game| game.moves as f64)
    );
}
