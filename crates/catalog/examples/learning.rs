//! Trains a network of 2048 and says how fast it learns, by the time of processors and not of clocks.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example learning -- 4x6 20000 2 restart=20
//! cargo run --release -p quincunx-catalog --example learning -- trained.safetensors 2000 1
//! ```
//! The words are a network, or a file that `quincunx train` saved, which stays as it is; a number of games; a
//! number of threads; and what of the course is other than usual.

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
    let mut course = TrainingConfig {
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
            Some(("lambda", lambda)) => course.method.lambda = lambda.parse()?,
            Some(("rate", rate)) => course.method.rate = rate.parse()?,
            Some(("coherence", yes)) => course.method.coherence = yes == "yes",
            Some(("restart", fewest)) => course.restart = Some(fewest.parse()?),
            _ => {
                return Err(
                    format!("`{word}` is none of lambda=X, rate=X, coherence=yes and restart=N").into(),
                );
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
    let stretch = trainer.train(&course, goal, &TrainingStop::default(), &|_| {})?;
    let (clock, processor) = (clock.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64());
    let moves = stretch.plies as f64 / 1e6;
    println!(
        "{} games, {moves:.1} M moves, average {:.0}: {:.3} M moves per second of a processor, {:.3} M by the clock",
        stretch.games,
        stretch.average,
        moves / processor,
        moves / clock,
    );
    Ok(())
}
