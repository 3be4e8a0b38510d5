//! Measures 2048: `cargo run --release -p quincunx-games --example twenty48 -- playouts [SECONDS]`.

use std::time::Instant;

use quincunx_core::{ActionSet, Game, Random, RandomSource, Turn};
use quincunx_games::twenty48::{PackedTwenty48, Scoring, Twenty48};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let seconds = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(2);
    playouts("readable rules, 4×4", &Twenty48::default(), seconds);
    let packed = PackedTwenty48::new(Scoring::Standard, Twenty48::FOUR_RATE).expect("rules");
    playouts("packed twin", &packed, seconds);
}

fn playouts<G: Game>(name: &str, rules: &G, seconds: u64) {
    let mut random = Random::new(1);
    let (mut moves, mut points, mut games) = (0u64, 0u64, 0u64);
    let start = Clock::start();
    while start.seconds() < seconds as f64 {
        for _ in 0..100 {
            let mut state = rules.initial();
            loop {
                match rules.turn(&state) {
                    Turn::Player(_) => {
                        let legal = rules.legal_actions(&state);
                        let action = legal.get(random.index(legal.len())).expect("below the length");
                        rules.play_unchecked(&mut state, action, &mut ());
                        moves += 1;
                    }
                    Turn::Chance => {
                        let chance = rules.sample_chance(&state, &mut random);
                        rules.resolve_chance(&mut state, &chance, &mut ());
                    }
                    Turn::Over(_) => break,
                }
            }
            points += rules.points(&state);
            games += 1;
        }
    }
    let rate = moves as f64 / start.seconds();
    println!(
        "{name}: {:.1} M moves/s, {:.0} points a game",
        rate / 1e6,
        points as f64 / games as f64
    );
}

/// Measures this process's time on a processor where the system tells it, else time that passes.
struct Clock {
    cpu: Option<f64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self {
            cpu: Self::cpu(),
            wall: Instant::now(),
        }
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, Self::cpu()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }

    /// Returns the seconds on a processor so far; Linux tells them in nanoseconds.
    fn cpu() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
    }
}
