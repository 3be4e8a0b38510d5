//! How often players reach the goals of the shipped levels, and how fast levels are played.
//!
//! ```text
//! cargo run --release -p quincunx-games --example levels -- 200 random goal-first expectation
//! ```
//! The first argument is the number of games a level and player; the others are players by their specifications. Times are
//! those of one thread.

use std::time::Instant;

use quincunx_core::perft::settle;
use quincunx_core::{Game, Outcome, Random, Turn};
use quincunx_games::Listed;
use quincunx_games::levels::{Level, LevelGame, SHIPPED};
use quincunx_search::{AgentSpec, Limits};

/// The level of the speed figures: 9×9 with six colours, specials and thirty moves.
const PLAIN: &str = "columns = 9\nrows = 9\nlimit = 30\n[goals]\nscore = 1000000000\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().map_or(Ok(100), |games| games.parse())?;
    let specs: Vec<String> = arguments.collect();
    let levels = SHIPPED.iter().map(|shipped| (shipped.name, shipped.text));
    for (name, text) in levels.chain([("9x9 with 30 moves", PLAIN)]) {
        let rules = LevelGame::new(Level::read(text)?);
        for spec in &specs {
            let started = Instant::now();
            let played = play(&rules, &spec.parse()?, games)?;
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "{name:18} {spec:28} reached {:5.1} %  moves left {:4.1}  points {:7.0}  {seconds:7.3} s",
                100.0 * played.reached as f64 / games as f64,
                played.moves_left as f64 / played.reached.max(1) as f64,
                played.points as f64 / games as f64,
            );
        }
    }
    Ok(())
}

/// What some games came to.
#[derive(Default)]
struct Played {
    reached: u64,
    /// Moves left in the games that reached the goals.
    moves_left: u64,
    points: u64,
}

fn play(rules: &LevelGame, spec: &AgentSpec, games: u64) -> Result<Played, Box<dyn std::error::Error>> {
    let kind = spec.find(LevelGame::AGENTS)?;
    let parameters = spec.parameters(kind)?;
    let mut played = Played::default();
    for seed in 0..games {
        let mut player = rules.player(kind.name, &parameters);
        let mut state = rules.initial();
        for ply in 0.. {
            // The luck that a session of this seed meets.
            settle(rules, &mut state, &mut Random::stream(seed, ply), &mut ());
            if rules.turn(&state).player().is_none() {
                break;
            }
            let action = player.choose(rules, &state, &Limits::default());
            rules.play_unchecked(&mut state, action, &mut ());
        }
        if let Turn::Over(Outcome::Goals { reached, points }) = rules.turn(&state) {
            played.points += points;
            if reached {
                played.reached += 1;
                played.moves_left += u64::from(rules.moves_left(&state));
            }
        }
    }
    Ok(played)
}
