//! Loads a server of ours on this machine and measures what the table of figures in BENCHMARKS.md says.
//!
//! Every scenario starts a server of its own, the program as it is released, on data of its own and a port of
//! the loopback, and ends it. Generator and server share the machine, so that the figures are what is left of
//! it.
//!
//! Moves are sent by the clock and not when the last answer has come, and are timed from when they were due:
//! a server that stalls is charged for everything that should have happened meanwhile.

mod analysis;
mod figures;
mod http;
mod kill;
mod moves;
mod page;
mod players;
mod reads;
mod server;
mod servers;
mod sockets;
mod spectators;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use clap::Parser;
use tokio::time::timeout;

pub use figures::Figure;

/// Loads a server on this machine and measures it; minutes in all.
#[derive(Parser)]
#[command(name = "quincunx-load")]
pub struct Options {
    /// Runs only these scenarios: sockets, moves, spectators, analysis, reads, kill, servers
    scenarios: Vec<String>,
    /// The program to measure
    #[arg(long, default_value = "target/release/quincunx")]
    program: PathBuf,
    /// How long each load lasts, in seconds
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
    /// How often the server is killed under load
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

const SCENARIOS: [&str; 7] = [
    "sockets",
    "moves",
    "spectators",
    "analysis",
    "reads",
    "kill",
    SHARED,
];

/// The scenario that a file of one server cannot have.
const SHARED: &str = "servers";

/// The longest a scenario may take.
const LONGEST: Duration = Duration::from_secs(240);

/// Runs the scenarios and tells whether every gate was passed.
///
/// # Errors
/// When there is no such scenario, or one cannot be carried out.
pub fn run(options: &Options) -> Result<bool> {
    let strange = |name: &&String| !SCENARIOS.contains(&name.as_str());
    if let Some(name) = options.scenarios.iter().find(strange) {
        return Err(no_scenario(name));
    }
    // A connection is a file, here as in the server, which raises its own limit.
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
        eprintln!("{name} …");
        let scenario = async { timeout(LONGEST, scenario(name, options)).await };
        let measured = runtime.block_on(scenario);
        let measured =
            measured.with_context(|| format!("{name} took longer than {} s", LONGEST.as_secs()))?;
        figures.extend(measured.with_context(|| name.to_owned())?);
    }
    runtime.shutdown_background();
    if options.json {
        println!("{}", figures::in_json(&figures));
    } else {
        print!("{}", figures::in_words(&figures));
    }
    Ok(figures.iter().all(|figure| figure.passed))
}

fn no_scenario(name: &str) -> anyhow::Error {
    anyhow!(
        "there is no scenario `{name}`; there are {}",
        SCENARIOS.join(", ")
    )
}

/// Runs one scenario.
///
/// # Errors
/// When it cannot be carried out.
pub async fn scenario(name: &str, options: &Options) -> Result<Vec<Figure>> {
    match name {
        "sockets" => sockets::measure(options).await,
        "moves" => moves::measure(options).await,
        "spectators" => spectators::measure(options).await,
        "analysis" => analysis::measure(options).await,
        "reads" => reads::measure(options).await,
        "kill" => kill::measure(options).await,
        SHARED => servers::measure(options).await,
        _ => Err(no_scenario(name)),
    }
}
