//! The threads that work on a solution.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use quincunx_registry::tablebase::{Progress, SolveError};
use quincunx_search::StopToken;
use quincunx_search::workers::run_on_threads;

/// The boards that a thread takes at a time, some milliseconds of work between two checks of the stop token.
pub(super) const BATCH: usize = 1 << 12;

/// Threads, the token that stops them, and a receiver of their progress.
pub(super) struct WorkerPool<'a> {
    pub(super) threads: NonZero<usize>,
    pub(super) stop: &'a StopToken,
    pub(super) report: &'a (dyn Fn(Progress) + Sync),
}

impl WorkerPool<'_> {
    /// Runs `work` on every part, on a thread for each tool, but no more threads than parts.
    pub(super) fn for_each<T: Send, P: Send>(
        &self,
        tools: &mut [T],
        parts: impl ExactSizeIterator<Item = P> + Send,
        work: impl Fn(&mut T, P) + Sync,
    ) -> Result<(), SolveError> {
        let threads = tools.len().min(parts.len());
        let (parts, tools) = (Mutex::new(parts), Mutex::new(tools.iter_mut()));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        run_on_threads(threads, || {
            let tool = tools.lock().unwrap_or_else(PoisonError::into_inner).next();
            let tool = tool.expect("there is one for each thread");
            while let (Some(part), false) = (next(), self.stop.is_stopped()) {
                work(tool, part);
            }
        });
        if self.stop.is_stopped() {
            return Err(SolveError::Stopped);
        }
        Ok(())
    }
}
