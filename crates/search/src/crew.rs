//! Several threads at the same work.

use std::thread;

/// Has so many threads do the same work, the calling one among them, and waits until all are done. Where the system has fewer
/// threads to give, those that it gives do it.
///
/// # Panics
/// When the work does, in any thread.
pub fn at_work(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex};

    use super::*;

    #[test]
    fn every_thread_does_the_work_and_the_calling_one_is_among_them() {
        let (all, met) = (Barrier::new(3), Mutex::new(HashSet::new()));
        at_work(3, || {
            all.wait();
            met.lock()
                .expect("nobody panicked")
                .insert(thread::current().id());
        });
        let met = met.into_inner().expect("nobody panicked");
        assert!(met.len() == 3 && met.contains(&thread::current().id()));
    }
}
