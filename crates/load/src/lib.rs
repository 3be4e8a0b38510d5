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
#[command(name = "quincunx-load", args_override_self = true)]
pub struct Options {
    /// Runs only these scenarios: sockets, moves, spectators, analysis, reads, kill, servers, power, soak
    #[arg(value_parser = SCENARIOS)]
    scenarios: Vec<String>,
    /// The program to measure
    #[arg(long, default_value = "target/release/quincunx")]
    program: PathBuf,
    /// How long each load lasts, in seconds; the sockets are open for as long
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
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

    /// Returns how long a scenario may take.
    fn max_time(&self, scenario: &str) -> Duration {
        let kills = u32::try_from(self.kills).unwrap_or(u32::MAX);
        let (loads, kills) = match scenario {
            SOAK => (kills.max(1), 0),
            KILL | POWER => (1, kills),
            _ => (1, 0),
        };
        MAX_TIME + self.load() * 2 * loads + TIME_OF_KILL * kills
    }
}

const SCENARIOS: [&str; 9] = [
    "sockets",
    "moves",
    "spectators",
    "analysis",
    "reads",
    KILL,
    SHARED,
    POWER,
    SOAK,
];

/// The scenario of kills under load.
const KILL: &str = "kill";

/// The scenario that needs a database.
const SHARED: &str = "servers";

/// The scenario that needs a file system of its own, for which Linux wants the rights of root.
const POWER: &str = "power";

/// The scenario of many loads, which takes long.
const SOAK: &str = "soak";

/// How long a scenario may take besides its load.
const MAX_TIME: Duration = Duration::from_secs(240);

/// How long a kill may take in addition.
const TIME_OF_KILL: Duration = Duration::from_secs(2);

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
        let longest = options.max_time(name);
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
        KILL => kill::measure(options).await,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Result<Options, clap::Error> {
        Options::try_parse_from(line.split(' '))
    }

    #[test]
    fn a_later_option_replaces_an_earlier_one() {
        let line = "load --program one moves --seconds 5 reads --program two --seconds 6";
        let options = options(line).expect("options");
        assert_eq!((options.program, options.seconds), (PathBuf::from("two"), 6));
        assert_eq!(options.scenarios, ["moves", "reads"]);
    }

    #[test]
    fn longer_work_may_take_longer() {
        let usual = options("load").expect("options").max_time(KILL);
        let options = |line| options(line).expect("options");
        assert!(options("load --kills 1000").max_time(KILL) > usual + Duration::from_secs(1000));
        assert!(options("load --kills 1000 --seconds 60").max_time(SOAK) > Duration::from_secs(60_000));
        let most = options("load --seconds 1000000 --kills 18446744073709551615");
        assert!(most.max_time(SOAK) > most.max_time(POWER));
        assert!(self::options("load --seconds 18446744073709551615").is_err());
    }
}
