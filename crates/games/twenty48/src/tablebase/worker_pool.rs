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
    /// Fails when the work is stopped.
    fn check_stop(&self) -> Result<(), SolveError> {
        if self.stop.is_stopped() {
            Err(SolveError::Stopped)
        } else {
            Ok(())
        }
    }

    /// Runs `work` on every part, on a thread for each tool, but no more threads than parts. A single part
    /// runs on this one.
    ///
    /// # Errors
    /// When the work is stopped.
    pub(super) fn for_each<T: Send, P: Send>(
        &self,
        tools: &mut [T],
        mut parts: impl ExactSizeIterator<Item = P> + Send,
        work: impl Fn(&mut T, P) + Sync,
    ) -> Result<(), SolveError> {
        if let [tool, rest @ ..] = &mut *tools
            && (rest.is_empty() || parts.len() < 2)
        {
            return parts.try_for_each(|part| {
                self.check_stop()?;
                work(tool, part);
                Ok(())
            });
        }
        let most = parts.len();
        let parts = Mutex::new(parts);
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let threads = tools.len().min(most);
        let tools = Mutex::new(tools.iter_mut());
        run_on_threads(threads, || {
            let tool = tools.lock().unwrap_or_else(PoisonError::into_inner).next();
            let tool = tool.expect("there is one for each thread");
            while let (Some(part), false) = (next(), self.stop.is_stopped()) {
                work(tool, part);
            }
        });
        self.check_stop()
    }
}
