//! Several threads at the same work.

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Runs the same work on a number of threads, the calling one among them, and waits until all are done. Where
/// the system has fewer threads, those do it. Panics when the work does.
pub fn run_on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

/// Works on each item, on as many threads as the machine has, and returns the results in their order. Panics
/// when the work does.
pub fn parallel_map<T: Send, R: Send>(
    things: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let things = things.into_iter();
    let threads = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(things.len());
    let left = Mutex::new(things.enumerate());
    let done = Mutex::new(Vec::new());
    run_on_threads(threads.max(1), || {
        // The lock is held for the next thing only, not for the work.
        while let Some((place, thing)) = { lock(&left).next() } {
            let result = work(thing);
            lock(&done).push((place, result));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex};

    use super::*;

    #[test]
    fn what_comes_out_is_in_the_order_of_what_went_in() {
        let doubled = parallel_map(0..1000, |number| 2 * number);
        assert!(doubled.into_iter().eq((0..1000).map(|number| 2 * number)));
        assert!(parallel_map([0; 0], |number| number).is_empty());
    }

    #[test]
    fn every_thread_does_the_work_and_the_calling_one_is_among_them() {
        let (all, met) = (Barrier::new(3), Mutex::new(HashSet::new()));
        run_on_threads(3, || {
            all.wait();
            met.lock()
                .expect("nobody panicked")
                .insert(thread::current().id());
        });
        let met = met.into_inner().expect("nobody panicked");
        assert!(met.len() == 3 && met.contains(&thread::current().id()));
    }
}
