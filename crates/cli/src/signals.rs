//! Ctrl-C during long work that should leave something behind: the first one ends the work, the second the program.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use quincunx_search::StopToken;

use crate::failure::ended_by;
#[cfg(unix)]
use crate::whole_file;

/// A flag for the work, which the first signal that asks the program to end raises.
#[derive(Clone, Default)]
pub(crate) struct Signals {
    pub(crate) stop: StopToken,
    /// The signal, 0 for none yet.
    signal: Arc<AtomicI32>,
}

impl Signals {
    /// Begins to watch; from now on only a second signal ends the program by itself. What whoever started the program had it
    /// ignore stays ignored: the end of the terminal under `nohup`, Ctrl-C in the background of a script.
    #[cfg(unix)]
    pub(crate) fn on_signals() -> anyhow::Result<Self> {
        use anyhow::Context as _;
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let stop = Self::default();
        let seen = stop.clone();
        let ignored = ignored();
        let watched = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let watched = watched.filter(|signal| ignored & (1 << (signal - 1)) == 0);
        let mut signals = signal_hook::iterator::Signals::new(watched).context("cannot watch for signals")?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if seen.signal.swap(signal, Ordering::Relaxed) != 0 {
                    whole_file::abandon(128 + signal);
                }
                seen.stop.stop();
            }
        });
        Ok(stop)
    }

    /// Elsewhere Ctrl-C ends the program at once, and what was written last is left.
    #[cfg(not(unix))]
    pub(crate) fn on_signals() -> anyhow::Result<Self> {
        Ok(Self::default())
    }

    /// Returns the exit status of a program that a signal ended, if one did.
    pub(crate) fn status(&self) -> Option<ExitCode> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(ended_by(signal)),
        }
    }
}

/// Returns the signals that this process ignores, the first in the lowest bit, where the system tells them in a file; elsewhere
/// the end of the terminal, which is then left to do what it does by itself.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(1 << (signal_hook::consts::SIGHUP - 1))
}
