//! A bounded pool of threads that think.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use quincunx_registry::PlayerCache;
use quincunx_search::StopToken;
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::sync::Semaphore;

use super::queue::{Busy, Displaced, Job, Queue, Urgency};

/// Threads of their own, apart from those of the server's runtime, that take jobs: addresses take turns, and
/// the jobs of one address come in the order of their asking.
///
/// A job works in turns, and one that wants another turn goes to the end of its line. While somebody waits,
/// no turn lasts longer than the pool's slice, so one table cannot keep the threads from the others.
pub(super) struct Pool(Arc<Shared>);

/// What a pool is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolOptions {
    /// The name of its threads and of its metrics.
    pub(super) name: &'static str,
    /// How many threads.
    pub(super) threads: usize,
    /// How many jobs may wait before more are refused.
    pub(super) max_waiting: usize,
    /// How long a turn may last while others wait.
    pub(super) slice: Option<Duration>,
    /// How many players each thread keeps.
    pub(super) players: usize,
    /// Whether the threads give way to others of the machine.
    pub(super) yielding: bool,
}

/// One turn of a job. The flag is raised when the turn is to end: nobody wants the answer any more, or others
/// wait.
pub(super) type Work = Box<dyn FnOnce(&mut PlayerCache, &StopToken) -> Next + Send>;

/// What becomes of a job after a turn.
pub(super) enum Next {
    /// It is done.
    Done,
    /// It wants another turn.
    Again(Work),
}

/// Returns the priority of threads that give way, from 0 to 99: 10 as niceness. Beside others that never
/// rest they have a tenth of a core. At the lowest priority it is a seventieth, and whoever waits believes
/// that nothing happens.
fn yielding_priority() -> ThreadPriority {
    let priority = ThreadPriorityValue::try_from(22);
    ThreadPriority::Crossplatform(priority.expect("it is between 0 and 99"))
}

struct Shared {
    options: PoolOptions,
    state: Mutex<State>,
    wake: Condvar,
    /// As many long jobs as threads may have begun: each has a player of its own.
    places: Arc<Semaphore>,
}

struct State {
    waiting: Queue,
    /// Those whose turn comes when nobody else waits.
    patient: Queue,
    /// Of each thread the turn it is at.
    running: Vec<Option<Turn>>,
    stopped: bool,
}

struct Turn {
    began: Instant,
    stop: StopToken,
}

/// How long a thread without work keeps its players and their memory.
const PLAYER_CACHE_TIME: Duration = Duration::from_secs(60);

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system has no more threads to give.
    pub(super) fn start(options: PoolOptions) -> io::Result<Self> {
        let state = State {
            waiting: Queue::default(),
            patient: Queue::default(),
            running: (0..options.threads).map(|_| None).collect(),
            stopped: false,
        };
        let pool = Self(Arc::new(Shared {
            options,
            state: Mutex::new(state),
            wake: Condvar::new(),
            places: Arc::new(Semaphore::new(options.threads)),
        }));
        for number in 0..options.threads {
            let shared = pool.0.clone();
            thread::Builder::new()
                .name(format!("{}-{number}", options.name))
                .spawn(move || shared.work(number))?;
        }
        Ok(pool)
    }

    /// Puts a job into the line. When its flag is raised before its turn has come, it is dropped.
    ///
    /// # Errors
    /// When there is no room for it, or the pool has been stopped.
    pub(super) fn submit(&self, job: Job) -> Result<Displaced, Busy> {
        self.submit_to(|state| &mut state.waiting, job)
    }

    /// Puts a job into a line of its own, which is served only when nobody else waits.
    ///
    /// # Errors
    /// When that line is full, or the pool has been stopped.
    pub(super) fn submit_patient(&self, job: Job) -> Result<Displaced, Busy> {
        self.submit_to(|state| &mut state.patient, job)
    }

    fn submit_to(&self, line: fn(&mut State) -> &mut Queue, job: Job) -> Result<Displaced, Busy> {
        let PoolOptions {
            name, max_waiting, ..
        } = self.0.options;
        let mut state = self.0.lock();
        let room = if state.stopped {
            Err(Busy::All)
        } else {
            line(&mut state).make_room(&job, max_waiting)
        };
        let displaced = room.inspect_err(|_| {
            metrics::counter!("quincunx_thinking_refused_total", "pool" => name).increment(1);
        })?;
        let answer = job.displaced.clone();
        line(&mut state).push(job);
        self.0.share_out(&state);
        drop(state);
        if displaced.is_some() {
            metrics::counter!("quincunx_thinking_displaced_total", "pool" => name).increment(1);
        }
        drop(displaced);
        self.0.wake.notify_one();
        Ok(answer)
    }

    /// Ends all jobs, those in the line unanswered, and the threads after them.
    pub(super) fn stop(&self) {
        let mut state = self.0.lock();
        state.stopped = true;
        let dropped = (
            std::mem::take(&mut state.waiting),
            std::mem::take(&mut state.patient),
        );
        for turn in state.running.iter().flatten() {
            turn.stop.stop();
        }
        drop(state);
        drop(dropped);
        self.0.wake.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while the lock is held")
    }

    /// Sees to it that no turn lasts longer than the slice while jobs wait.
    fn share_out(&self, state: &State) {
        metrics::gauge!("quincunx_thinking_waiting", "pool" => self.options.name)
            .set((state.waiting.len() + state.patient.len()) as f64);
        let (Some(slice), false) = (self.options.slice, state.waiting.is_empty()) else {
            return;
        };
        for turn in state.running.iter().flatten() {
            turn.stop.stop_after(slice.saturating_sub(turn.began.elapsed()));
        }
    }

    /// What a thread does until the pool is stopped.
    fn work(&self, number: usize) {
        if self.options.yielding
            && let Err(error) = set_current_thread_priority(yielding_priority())
        {
            tracing::warn!(
                pool = self.options.name,
                ?error,
                "analysis runs at normal priority"
            );
        }
        let mut players = PlayerCache::new(self.options.players);
        while let Some(mut job) = self.next_job(&mut players) {
            let turn = job.stop.child();
            let mut state = self.lock();
            if state.stopped {
                return;
            }
            state.running[number] = Some(Turn {
                began: Instant::now(),
                stop: turn.clone(),
            });
            self.share_out(&state);
            drop(state);
            let next =
                catch_unwind(AssertUnwindSafe(|| (job.work)(&mut players, &turn))).unwrap_or_else(|panic| {
                    tracing::error!(
                        pool = self.options.name,
                        reason = reason(panic.as_ref()),
                        "a player panicked"
                    );
                    players.clear();
                    Next::Done
                });
            let mut state = self.lock();
            state.running[number] = None;
            if let Next::Again(work) = next
                && !state.stopped
            {
                (job.work, job.begun) = (work, true);
                state.waiting.push(job);
            }
        }
    }

    /// Waits for a job whose answer is still wanted; `None` when the pool has been stopped.
    fn next_job(&self, players: &mut PlayerCache) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            let next = state.waiting.pop(self.places.available_permits() > 0);
            if let Some(mut job) = next.or_else(|| state.patient.pop(false)) {
                if !job.stop.is_stopped() {
                    if job.urgency == Urgency::Long && job.place.is_none() {
                        // Places are taken under the lock, so that this one is still free.
                        job.place = self.places.clone().try_acquire_owned().ok();
                    }
                    return Some(job);
                }
                // What a job holds may be large, or wake somebody up when it goes.
                drop(state);
                drop(job);
                state = self.lock();
                continue;
            }
            let (next, waited) = self
                .wake
                .wait_timeout(state, PLAYER_CACHE_TIME)
                .expect("nothing panics while the lock is held");
            state = next;
            if waited.timed_out() {
                drop(state);
                players.clear();
                state = self.lock();
            }
        }
    }
}

/// Returns what a panic said.
fn reason(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    fn pool(max_waiting: usize, slice: Option<Duration>) -> Pool {
        Pool::start(PoolOptions {
            name: "test",
            threads: 1,
            max_waiting,
            slice,
            players: 1,
            yielding: true,
        })
        .expect("a thread")
    }

    /// A job that reports its start, lasts until it is ended, and then reports its name.
    fn held(name: &'static str, received: &Sender<&'static str>) -> (Work, Sender<()>) {
        let (received, (end, ended)) = (received.clone(), channel::<()>());
        let work = move |_: &mut PlayerCache, _: &StopToken| {
            received.send("begun").expect("the test listens");
            let _ = ended.recv();
            received.send(name).expect("the test listens");
            Next::Done
        };
        (Box::new(work), end)
    }

    fn naming(name: &'static str, received: &Sender<&'static str>) -> Work {
        let received = received.clone();
        Box::new(move |_, _| {
            received.send(name).expect("the test listens");
            Next::Done
        })
    }

    fn next(received: &Receiver<&'static str>) -> &'static str {
        received.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    #[test]
    fn jobs_come_in_order_and_no_more_than_may_wait() {
        let (pool, (sender, received)) = (pool(2, None), channel());
        let (work, end) = held("first", &sender);
        let submit = |work| pool.submit(Job::new(StopToken::default(), work));
        submit(work).expect("room");
        assert_eq!(next(&received), "begun");
        submit(naming("second", &sender)).expect("room");
        submit(naming("third", &sender)).expect("room");
        assert_eq!(submit(naming("fourth", &sender)).err(), Some(Busy::All));
        end.send(()).expect("it waits");
        assert_eq!(
            [next(&received), next(&received), next(&received)],
            ["first", "second", "third"]
        );
    }

    #[test]
    fn the_patient_wait_for_everybody_else() {
        let (pool, (sender, received)) = (pool(2, None), channel());
        let (work, end) = held("first", &sender);
        pool.submit(Job::new(StopToken::default(), work)).expect("room");
        assert_eq!(next(&received), "begun");
        pool.submit_patient(Job::new(StopToken::default(), naming("patient", &sender)))
            .expect("room");
        pool.submit(Job::new(StopToken::default(), naming("second", &sender)))
            .expect("room");
        pool.submit(Job::new(StopToken::default(), naming("third", &sender)))
            .expect("their line is another");
        end.send(()).expect("it waits");
        let order = [next(&received), next(&received), next(&received), next(&received)];
        assert_eq!(order, ["first", "second", "third", "patient"]);
    }

    #[test]
    fn what_nobody_wants_any_more_makes_room() {
        let (pool, (sender, received)) = (pool(1, None), channel());
        let (work, end) = held("first", &sender);
        pool.submit(Job::new(StopToken::default(), work)).expect("room");
        assert_eq!(next(&received), "begun");
        let unwanted = StopToken::default();
        pool.submit(Job::new(unwanted.clone(), naming("unwanted", &sender)))
            .expect("room");
        unwanted.stop();
        pool.submit(Job::new(StopToken::default(), naming("wanted", &sender)))
            .expect("room again");
        end.send(()).expect("it waits");
        assert_eq!([next(&received), next(&received)], ["first", "wanted"]);
    }

    #[test]
    fn a_turn_ends_when_others_wait_and_the_job_goes_to_the_end_of_the_line() {
        let (pool, (sender, received)) = (pool(4, Some(Duration::ZERO)), channel());
        let (begun, of_others) = (sender.clone(), sender.clone());
        let last = naming("long again", &sender);
        let long: Work = Box::new(move |_, turn| {
            begun.send("begun").expect("the test listens");
            while !turn.is_stopped() {
                thread::yield_now();
            }
            Next::Again(last)
        });
        pool.submit(Job::new(StopToken::default(), long)).expect("room");
        assert_eq!(next(&received), "begun");
        pool.submit(Job::new(StopToken::default(), naming("short", &of_others)))
            .expect("room");
        assert_eq!([next(&received), next(&received)], ["short", "long again"]);
    }

    #[test]
    fn a_panic_ends_a_job_and_not_the_thread() {
        let (pool, (sender, received)) = (pool(2, None), channel());
        pool.submit(Job::new(
            StopToken::default(),
            Box::new(|_, _| panic!("as the test wants it")),
        ))
        .expect("room");
        pool.submit(Job::new(StopToken::default(), naming("next", &sender)))
            .expect("room");
        assert_eq!(next(&received), "next");
    }

    #[test]
    fn a_stopped_pool_takes_and_answers_nothing() {
        let (pool, (sender, received)) = (pool(2, None), channel());
        let endless: Work = Box::new({
            let sender = sender.clone();
            move |_, turn| {
                sender.send("begun").expect("the test listens");
                while !turn.is_stopped() {
                    thread::yield_now();
                }
                Next::Again(naming("again", &sender))
            }
        });
        pool.submit(Job::new(StopToken::default(), endless))
            .expect("room");
        assert_eq!(next(&received), "begun");
        pool.submit(Job::new(StopToken::default(), naming("waiting", &sender)))
            .expect("room");
        pool.stop();
        assert_eq!(
            pool.submit(Job::new(StopToken::default(), naming("late", &sender)))
                .err(),
            Some(Busy::All)
        );
        drop(sender);
        assert!(received.recv().is_err(), "every job has been dropped");
    }
}
