//! Signals during long work: the first stops the work, which saves its results, and the second ends the
//! program.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use quincunx_search::StopToken;

use crate::output::failure::signal_status;

/// A stop token that the first signal triggers.
#[derive(Clone, Default)]
pub(crate) struct Signals {
    pub(crate) stop: StopToken,
    /// The signal, 0 before one came.
    signal: Arc<AtomicI32>,
}

impl Signals {
    /// Starts to handle signals. Those that the program was started to ignore stay ignored, as SIGHUP under
    /// `nohup`.
    #[cfg(unix)]
    pub(crate) fn handle() -> anyhow::Result<Self> {
        use anyhow::Context as _;
        use quincunx_arena::atomic_file;
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let signals = Self::default();
        let seen = signals.clone();
        let ignored = ignored();
        let handled = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let handled = handled.filter(|signal| ignored & (1 << (signal - 1)) == 0);
        let mut incoming = signal_hook::iterator::Signals::new(handled).context("cannot handle signals")?;
        std::thread::spawn(move || {
            for signal in incoming.forever() {
                if seen.signal.swap(signal, Ordering::Relaxed) != 0 {
                    atomic_file::exit(128 + signal);
                }
                seen.stop.stop();
            }
        });
        Ok(signals)
    }

    /// Elsewhere Ctrl-C ends the program at once, and the last saved file stays.
    #[cfg(not(unix))]
    pub(crate) fn handle() -> anyhow::Result<Self> {
        Ok(Self::default())
    }

    /// Returns the exit status of a program that a signal stopped.
    pub(crate) fn status(&self) -> Option<ExitCode> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(signal_status(signal)),
        }
    }
}

/// Returns the signals that this process ignores, the first in the lowest bit; SIGHUP if the system does not
/// list them.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(1 << (signal_hook::consts::SIGHUP - 1))
}
