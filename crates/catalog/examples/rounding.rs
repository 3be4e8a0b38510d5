//! Reports what is lost by rounded weights of 2048, as the whole network judges the moves that they would
//! choose in its place.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example rounding -- standard 2048.safetensors 40 a.safetensors.gz b.safetensors.gz
//! ```
//! The words are how points are counted, a network, a number of games (seeds from 0) that it plays without
//! looking ahead, and files that it was rounded to. Whoever has chosen another move goes on from there nearly
//! as well, so the points of whole games differ by less than is said here.

use quincunx_core::Turn;
use quincunx_registry::{DynGame, Registered};
use quincunx_search::{AgentSpec, Limits};
use quincunx_twenty48::Twenty48;

static ENTRY: &dyn DynGame = &Registered::<Twenty48>::NEW;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [scoring, whole, games, rounded @ ..] = &*words else {
        return Err("standard or contest, a network, a number of games and rounded files are wanted".into());
    };
    let games: u64 = games.parse()?;
    let mut options = ENTRY.defaults();
    options.set("scoring", scoring)?;
    let first = ENTRY.new_session(&options, 0)?;
    let player = |file: &String| {
        let agent: AgentSpec = format!("expectimax:depth=1,network={file}").parse()?;
        Ok::<_, Failure>(ENTRY.player(&*first, &agent)?)
    };
    let mut judge = player(whole)?;
    let mut others = rounded.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    let (mut points, mut moves) = (0, 0);
    let mut lost = vec![0.0; others.len()];
    for seed in 0..games {
        let mut session = ENTRY.new_session(&options, seed)?;
        while let Turn::Player(_) = session.turn() {
            let analysis = judge.analyze(&*session, &Limits::default(), &mut |_| {});
            let worth = |action: usize| {
                let mut judged = analysis.actions.iter();
                let judged = judged.find(|judged| judged.action == action);
                judged.expect("every action is judged").value.expected()
            };
            let best = analysis.actions[0].action;
            for (lost, other) in lost.iter_mut().zip(&mut others) {
                *lost += worth(best) - worth(other.choose(&*session, &Limits::default()));
            }
            session.play(best)?;
            moves += 1;
        }
        points += session.points();
    }
    println!(
        "{} games, {:.0} moves and {:.0} points in each",
        games,
        f64::from(moves) / games as f64,
        points as f64 / games as f64
    );
    for (file, lost) in rounded.iter().zip(lost) {
        println!("{file}: {:.0} points lost in a game", lost / games as f64);
    }
    Ok(())
}
