//! Trains a 2048 network and prints moves per second of CPU time and of wall time.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example learning -- 4x6 20000 2 restart=20
//! cargo run --release -p quincunx-catalog --example learning -- trained.safetensors 2000 1
//! ```
//! The arguments are a network, or a file that `quincunx train` saved, which is not changed; the number of
//! games; the number of threads; and settings that differ from the defaults.

use std::fs::File;
use std::io::BufReader;
use std::num::NonZero;
use std::path::Path;
use std::time::Instant;

use cpu_time::ProcessTime;
use quincunx_ntuple::{Method, TrainingStop};
use quincunx_registry::learning::TrainingConfig;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let network = words.first().map_or("4x6", String::as_str);
    let games: u64 = words.get(1).map_or(Ok(10_000), |word| word.parse())?;
    let threads: NonZero<usize> = words
        .get(2)
        .map_or(Ok(NonZero::<usize>::MIN), |word| word.parse())?;
    let mut config = TrainingConfig {
        method: Method {
            rate: 1.0,
            lambda: 0.5,
            coherence: true,
        },
        restart: None,
        threads,
    };
    for word in words.iter().skip(3) {
        match word.split_once('=') {
            Some(("lambda", lambda)) => config.method.lambda = lambda.parse()?,
            Some(("rate", rate)) => config.method.rate = rate.parse()?,
            Some(("coherence", value)) => config.method.coherence = value.parse()?,
            Some(("restart", fewest)) => config.restart = Some(fewest.parse()?),
            _ => {
                return Err(format!(
                    "`{word}` is none of lambda=X, rate=X, coherence=true|false and restart=N"
                )
                .into());
            }
        }
    }
    let game = quincunx_catalog::find("2048").ok_or("the game is in the list")?;
    let learning = game.learning().ok_or("the game has networks")?;
    let mut trainer = if Path::new(network).exists() {
        learning.resume_training(BufReader::new(File::open(network)?))
    } else {
        learning.begin_training(&game.defaults(), network, 1)
    }?;
    let goal = trainer.description().games() + games;
    let (clock, processor) = (Instant::now(), ProcessTime::now());
    let stats = trainer.train(&config, goal, &TrainingStop::default(), &|_| {})?;
    let (clock, processor) = (clock.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64());
    let moves = stats.plies as f64 / 1e6;
    println!(
        "{} games, {moves:.1} M moves, average {:.0}: {:.3} M moves/s of CPU time, {:.3} M of wall time",
        stats.games,
        stats.average,
        moves / processor,
        moves / clock,
    );
    Ok(())
}
