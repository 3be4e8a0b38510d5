//! Who works on a solution, and what it hears.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use quincunx_search::StopToken;
use quincunx_search::workers::at_work;

use quincunx_registry::tablebase::{Progress, SolveError};

/// Boards that a thread takes at a time: some milliseconds of work between two looks at the flag.
pub(super) const AT_A_TIME: usize = 1 << 12;

/// Threads, the flag that ends their work, and whoever is told how far it has got.
pub(super) struct Work<'a> {
    pub(super) threads: NonZero<usize>,
    pub(super) stop: &'a StopToken,
    pub(super) report: &'a (dyn Fn(Progress) + Sync),
}

impl Work<'_> {
    /// Fails when the flag is raised.
    pub(super) fn look(&self) -> Result<(), SolveError> {
        if self.stop.is_stopped() {
            Err(SolveError::Stopped)
        } else {
            Ok(())
        }
    }

    /// Has as many threads as there are tools take one part after the other, each with its own tool; no more
    /// than there are parts. A single part is not worth a thread.
    pub(super) fn share<T: Send, P: Send>(
        &self,
        tools: &mut [T],
        mut parts: impl ExactSizeIterator<Item = P> + Send,
        work: impl Fn(&mut T, P) + Sync,
    ) -> Result<(), SolveError> {
        if let [tool, rest @ ..] = &mut *tools
            && (rest.is_empty() || parts.len() < 2)
        {
            return parts.try_for_each(|part| {
                self.look()?;
                work(tool, part);
                Ok(())
            });
        }
        let most = parts.len();
        let parts = Mutex::new(parts);
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let threads = tools.len().min(most);
        let tools = Mutex::new(tools.iter_mut());
        at_work(threads, || {
            let tool = tools.lock().unwrap_or_else(PoisonError::into_inner).next();
            let tool = tool.expect("there is one a thread");
            while let (Some(part), false) = (next(), self.stop.is_stopped()) {
                work(tool, part);
            }
        });
        self.look()
    }
}
