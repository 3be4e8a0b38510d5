#![doc = include_str!("../README.md")]
//!
//! These are the figures of BENCHMARKS.md.
//!
//! Every scenario starts a server of its own, with data of its own, on a port of the loopback. Moves are sent
//! by the clock and timed from when they were due, so that a stall is charged for everything it delays.

mod analysis;
mod figures;
mod http;
mod kill;
mod moves;
mod page;
mod players;
#[cfg(target_os = "linux")]
mod power;
mod reads;
mod server;
mod servers;
mod soak;
mod sockets;
mod spectators;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use tokio::time::timeout;

pub use figures::Figure;

/// Loads a server on this machine and measures it; minutes in all.
#[derive(Parser)]
#[command(name = "quincunx-load")]
pub struct Options {
    /// Runs only these scenarios: sockets, moves, spectators, analysis, reads, kill, servers, power, soak
    #[arg(value_parser = SCENARIOS)]
    scenarios: Vec<String>,
    /// The program to measure
    #[arg(long, default_value = "target/release/quincunx")]
    program: PathBuf,
    /// How long each load lasts, in seconds; the sockets are open for as long
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Open WebSockets
    #[arg(long, default_value_t = 10_000)]
    sockets: usize,
    /// Players that move
    #[arg(long, default_value_t = 5_000)]
    players: usize,
    /// Moves a second of all players together
    #[arg(long, default_value_t = 2_000)]
    rate: usize,
    /// Spectators of one game
    #[arg(long, default_value_t = 1_000)]
    spectators: usize,
    /// How often the server is killed, or loses power, under load
    #[arg(long, default_value_t = 50)]
    kills: usize,
    /// Keeps the games in PostgreSQL at this address instead of a file
    #[arg(long)]
    database: Option<String>,
    /// Writes JSON for programs
    #[arg(long)]
    json: bool,
}

impl Options {
    fn load(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

const SCENARIOS: [&str; 9] = [
    "sockets",
    "moves",
    "spectators",
    "analysis",
    "reads",
    "kill",
    SHARED,
    POWER,
    SOAK,
];

/// The scenario that needs a database.
const SHARED: &str = "servers";

/// The scenario that needs a file system of its own, for which Linux wants the rights of root.
const POWER: &str = "power";

/// The scenario of many loads, which takes long.
const SOAK: &str = "soak";

/// How long a scenario may take besides its load.
const MAX_TIME: Duration = Duration::from_secs(240);

/// Runs the scenarios and returns whether all figures passed.
///
/// # Errors
/// When a scenario fails, as in [`scenario`], or takes too long.
pub fn run(options: &Options) -> Result<bool> {
    // A connection is a file.
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(0);
    if files < options.sockets as u64 + 100 {
        eprintln!(
            "note: the system allows {files} open files; --sockets {} may fail",
            options.sockets
        );
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let mut figures = Vec::new();
    for name in SCENARIOS {
        if !options.scenarios.is_empty() && !options.scenarios.iter().any(|asked| asked == name) {
            continue;
        }
        if name == SHARED && options.scenarios.is_empty() && options.database.is_none() {
            eprintln!("{name} is left out: it needs --database");
            continue;
        }
        if name == SOAK && options.scenarios.is_empty() {
            eprintln!("{name} is left out: it takes --kills times --seconds, and is to be asked for");
            continue;
        }
        if name == POWER && options.scenarios.is_empty() {
            eprintln!("{name} is left out: it needs Linux and root, and is to be asked for");
            continue;
        }
        eprintln!("{name} …");
        let loads = if name == SOAK { options.kills.max(1) } else { 1 };
        let longest = MAX_TIME + options.load() * 2 * u32::try_from(loads)?;
        let measured = runtime.block_on(async { timeout(longest, scenario(name, options)).await });
        let measured = measured.with_context(|| format!("{name} took longer than {longest:?}"))?;
        figures.extend(measured.with_context(|| name.to_owned())?);
    }
    runtime.shutdown_background();
    if options.json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
    } else {
        print!("{}", figures::table(&figures));
    }
    Ok(figures.iter().all(|figure| figure.passed))
}

/// Runs one scenario: `sockets`, `moves`, `spectators`, `analysis`, `reads`, `kill`, `servers`, `power` or
/// `soak`.
///
/// # Errors
/// When the name is another one, the server cannot be started or does not answer as it should, `servers` has
/// no database, or `power` has one or is not run on Linux with FUSE and the rights of root.
pub async fn scenario(name: &str, options: &Options) -> Result<Vec<Figure>> {
    match name {
        "sockets" => sockets::measure(options).await,
        "moves" => moves::measure(options).await,
        "spectators" => spectators::measure(options).await,
        "analysis" => analysis::measure(options).await,
        "reads" => reads::measure(options).await,
        "kill" => kill::measure(options).await,
        SOAK => soak::measure(options).await,
        SHARED => servers::measure(options).await,
        #[cfg(target_os = "linux")]
        POWER => kill::lose_power(options).await,
        #[cfg(not(target_os = "linux"))]
        POWER => bail!("a disk that loses power needs Linux"),
        _ => bail!(
            "there is no scenario `{name}`; there are {}",
            SCENARIOS.join(", ")
        ),
    }
}
