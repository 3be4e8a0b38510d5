//! Measures what the arena costs over the bare loop of random playouts, and what a second thread gains.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example simulation
//! ```
//! Times are CPU times, the least of several rounds that take turns. What a second thread gains is measured
//! by the clock on the wall, the least time of one thread over the least of two, and so means something only
//! where nothing else runs. It is measured with a row for each game, which one thread puts together, and
//! without.

use std::num::NonZero;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use quincunx_arena::{Games, Work};
use quincunx_connect_four::ConnectFour;
use quincunx_core::{Game, Random};
use quincunx_registry::{DynGame, Registered, SimulateError};
use quincunx_search::{StopToken, playout};
use quincunx_twenty48::Twenty48;

const ROUNDS: usize = 15;

fn main() -> Result<(), SimulateError> {
    println!("game          ns a game, bare  in the arena  overhead in %  two threads  without rows");
    measure(&Registered::<ConnectFour>::NEW, &ConnectFour::default(), 600_000)?;
    measure(&Registered::<Twenty48>::NEW, &Twenty48::default(), 30_000)
}

fn measure<G: Game>(entry: &dyn DynGame, rules: &G, games: u64) -> Result<(), SimulateError> {
    let mut least = [Duration::MAX; 6];
    for round in 0..ROUNDS as u64 {
        let bare = bare(rules, round, games);
        let (one, one_by_wall) = in_arena(entry, round, games, 1, true)?;
        let (_, two_by_wall) = in_arena(entry, round, games, 2, true)?;
        let (_, one_without) = in_arena(entry, round, games, 1, false)?;
        let (_, two_without) = in_arena(entry, round, games, 2, false)?;
        let times = [bare, one, one_by_wall, two_by_wall, one_without, two_without];
        for (least, time) in least.iter_mut().zip(times) {
            *least = time.min(*least);
        }
    }
    let least = least.map(|time| 1e9 * time.as_secs_f64() / games as f64);
    let [bare, one, one_by_wall, two_by_wall, one_without, two_without] = least;
    println!(
        "{:<12}  {bare:>15.1}  {one:>12.1}  {:>13.1}  {:>10.2}×  {:>11.2}×",
        entry.id(),
        100.0 * (one / bare - 1.0),
        one_by_wall / two_by_wall,
        one_without / two_without
    );
    Ok(())
}

fn bare<G: Game>(rules: &G, seed: u64, games: u64) -> Duration {
    let mut random = Random::new(seed);
    let began = ProcessTime::now();
    let plies: u64 = (0..games)
        .map(|_| u64::from(playout(rules, &mut rules.initial(), &mut random, u32::MAX).plies))
        .sum();
    assert!(plies > games, "every game has plies");
    began.elapsed()
}

/// Returns the CPU time and what the clock on the wall says.
fn in_arena(
    entry: &dyn DynGame,
    seed: u64,
    games: u64,
    threads: usize,
    rows: bool,
) -> Result<(Duration, Duration), SimulateError> {
    let random = "random".parse()?;
    let run = entry.run(&entry.defaults(), &[random], seed, games, 0, u32::MAX)?;
    let work = Work {
        threads: NonZero::new(threads).expect("one or two"),
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let (began, wall) = (ProcessTime::now(), Instant::now());
    let part = entry.simulate(&run, &Games::range(0..games), rows, &work)?;
    let times = (began.elapsed(), wall.elapsed());
    assert_eq!(part.tally.games(), games, "nobody stops it");
    Ok(times)
}
