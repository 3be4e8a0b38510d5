//! Long work without the interpreter's lock; Ctrl-C ends it.

use std::any::Any;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quincunx_search::StopToken;

/// The longest time before the handler of a signal runs.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The time between two attempts to take a lock.
const WAIT: Duration = Duration::from_millis(1);

/// Runs work as [`with_progress`] does, without reports.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopToken) -> T + Send,
) -> PyResult<T> {
    with_progress(py, work, |_| Ok(()))
}

/// Runs work on a thread of its own while other Python threads run. From time to time the calling thread
/// takes the interpreter's lock, runs the handlers of signals and calls `report`; an exception of either
/// stops the token. The call waits for the work in any case.
pub(crate) fn with_progress<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopToken) -> T + Send,
    report: impl Fn(Python<'_>) -> PyResult<()> + Sync,
) -> PyResult<T> {
    let stop = StopToken::default();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = sync_channel(1);
            let flag = &stop;
            let worker = scope.spawn(move || {
                let result = work(flag);
                // Nobody waits for this once a signal has been seen.
                let _ = done.send(());
                result
            });
            let mut seen = Ok(());
            while wait.recv_timeout(CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if seen.is_ok() {
                    seen = Python::attach(|py| py.check_signals().and_then(|()| report(py)));
                }
                if seen.is_err() {
                    stop.stop();
                }
            }
            let result = worker.join().map_err(|panic| panicked(&*panic));
            seen.and(result)
        })
    })
}

/// Locks a mutex, which another thread may hold for hours, unless the token is stopped. Poison is ignored.
pub(crate) fn patient_lock<'a, T: ?Sized>(
    mutex: &'a Mutex<T>,
    stop: &StopToken,
) -> PyResult<MutexGuard<'a, T>> {
    while !stop.is_stopped() {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(WAIT),
        }
    }
    Err(PyRuntimeError::new_err(
        "another thread is asking, and waiting for it was ended",
    ))
}

/// Returns the `RuntimeError` of a panic: a fault of the library, not of its user.
fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    let reason = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("for an unknown reason");
    PyRuntimeError::new_err(format!(
        "the library panicked, which is a fault of its own: {reason}"
    ))
}
