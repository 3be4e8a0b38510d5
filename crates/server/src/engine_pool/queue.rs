//! The line of jobs before a pool, fair to the addresses that ask.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quincunx_search::StopToken;
use tokio::sync::OwnedSemaphorePermit;

use super::pool::Work;

/// How many hints may come before a job that waits longer.
const HINTS_IN_A_ROW: usize = 8;

/// The address that asks, and how many of its jobs may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// The address, or what stands for all of its network.
    pub address: IpAddr,
    /// How many of its jobs may wait.
    pub most: usize,
}

/// Why a job is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Busy {
    /// All threads are at work and enough jobs wait.
    All,
    /// As many jobs of the address wait as may, or others needed the place.
    Address,
}

/// How a job waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    /// Before all others: a player waits for it.
    Hint,
    /// In the order of the addresses.
    Ordinary,
    /// Like others, but begins only when one of the pool's places for long jobs is free.
    Long,
}

/// Whether a job lost its place to another address.
#[derive(Clone, Debug, Default)]
pub(super) struct Displaced(Arc<AtomicBool>);

impl Displaced {
    /// Returns why a job ended without an answer.
    pub(super) fn reason(&self) -> Busy {
        if self.0.load(Ordering::Relaxed) {
            Busy::Address
        } else {
            Busy::All
        }
    }
}

/// Something to think about.
pub(super) struct Job {
    /// Raised when nobody wants the answer any more.
    pub(super) stop: StopToken,
    pub(super) work: Work,
    /// Who asks; none for the server itself.
    pub(super) share: Option<Share>,
    pub(super) urgency: Urgency,
    /// Whether it had a turn already; it keeps its place then.
    pub(super) begun: bool,
    /// The place of a long job that has begun.
    pub(super) place: Option<OwnedSemaphorePermit>,
    pub(super) displaced: Displaced,
}

impl Job {
    /// Makes a job of the server's own.
    pub(super) fn new(stop: StopToken, work: Work) -> Self {
        Self {
            stop,
            work,
            share: None,
            urgency: Urgency::Ordinary,
            begun: false,
            place: None,
            displaced: Displaced::default(),
        }
    }

    /// Counts the job against an address.
    pub(super) fn of(self, share: Option<Share>, urgency: Urgency) -> Self {
        Self {
            share,
            urgency,
            ..self
        }
    }

    fn address(&self) -> Option<IpAddr> {
        self.share.map(|share| share.address)
    }
}

/// The jobs that wait, a line for each address. Addresses take turns.
#[derive(Default)]
pub(super) struct Queue {
    /// The next address is in front; no line is empty.
    lines: VecDeque<Line>,
    /// The addresses a hint of which came first since the last other job, at most [`HINTS_IN_A_ROW`]: more,
    /// or a second of one, would keep all analyses waiting.
    hinted: Vec<Option<IpAddr>>,
}

struct Line {
    address: Option<IpAddr>,
    jobs: VecDeque<Job>,
}

impl Queue {
    /// Returns how many jobs wait.
    pub(super) fn len(&self) -> usize {
        self.lines.iter().map(|line| line.jobs.len()).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a job at the end of its address's line, whether there is room or not.
    pub(super) fn push(&mut self, job: Job) {
        let address = job.address();
        if let Some(line) = self.lines.iter_mut().find(|line| line.address == address) {
            line.jobs.push_back(job);
        } else {
            let jobs = VecDeque::from([job]);
            self.lines.push_back(Line { address, jobs });
        }
    }

    /// Makes room for a job among so many. When all places are taken, an address with fewer jobs displaces
    /// the last job of the address with the most, which is returned.
    ///
    /// # Errors
    /// When there is no room for it.
    pub(super) fn make_room(&mut self, for_job: &Job, most: usize) -> Result<Option<Job>, Busy> {
        let address = for_job.address();
        let of_address = for_job.share.map_or(usize::MAX, |share| share.most);
        if self.len() >= most || self.waiting_of(address) >= of_address {
            self.retain_wanted();
        }
        let own = self.waiting_of(address);
        if own >= of_address {
            return Err(Busy::Address);
        }
        if self.len() < most {
            return Ok(None);
        }
        let greedy = |line: &&mut Line| line.jobs.len() > own + 1;
        let can_give_way = |line: &&mut Line| line.jobs.iter().any(|job| !job.begun);
        let lines = self.lines.iter_mut().filter(can_give_way);
        let greediest = lines.max_by_key(|line| line.jobs.len());
        // Equal shares are all that can be had: more than one's own is one's own fault.
        let none = if own == 0 || address.is_none() {
            Busy::All
        } else {
            Busy::Address
        };
        let line = greediest.filter(greedy).ok_or(none)?;
        let last = line.jobs.iter().rposition(|job| !job.begun).ok_or(none)?;
        let job = line.jobs.remove(last).expect("it is one of them");
        job.displaced.0.store(true, Ordering::Relaxed);
        Ok(Some(job))
    }

    /// Takes the next job: a hint before others, then one of the address whose turn it is. Long jobs that
    /// have not begun stay when they may not begin.
    pub(super) fn pop(&mut self, long_may_begin: bool) -> Option<Job> {
        let is_hint = |job: &Job| job.urgency == Urgency::Hint;
        let may_begin = |job: &Job| long_may_begin || job.begun || job.urgency != Urgency::Long;
        let hinted = &self.hinted;
        let hint = self
            .find(|line, job| is_hint(job) && !hinted.contains(&line.address))
            .filter(|_| hinted.len() < HINTS_IN_A_ROW);
        let next = hint
            .or_else(|| self.find(|_, job| !is_hint(job) && may_begin(job)))
            .or_else(|| self.find(|_, job| is_hint(job)));
        let (line, job) = next?;
        let mut taken = self.lines.remove(line).expect("it is one of them");
        let job = taken.jobs.remove(job).expect("it is one of them");
        let address = taken.address;
        if !taken.jobs.is_empty() {
            self.lines.push_back(taken);
        }
        if is_hint(&job) && self.find(|_, job| !is_hint(job)).is_some() {
            if !self.hinted.contains(&address) {
                self.hinted.push(address);
            }
        } else {
            // Nothing is kept waiting.
            self.hinted.clear();
        }
        Some(job)
    }

    fn find(&self, is_it: impl Fn(&Line, &Job) -> bool) -> Option<(usize, usize)> {
        let of_line = |line: &Line| line.jobs.iter().position(|job| is_it(line, job));
        (0..)
            .zip(&self.lines)
            .find_map(|(index, line)| Some((index, of_line(line)?)))
    }

    fn waiting_of(&self, address: Option<IpAddr>) -> usize {
        let line = self.lines.iter().find(|line| line.address == address);
        line.map_or(0, |line| line.jobs.len())
    }

    fn retain_wanted(&mut self) {
        for line in &mut self.lines {
            line.jobs.retain(|job| !job.stop.is_stopped());
        }
        self.lines.retain(|line| !line.jobs.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::super::pool::Next;
    use super::*;

    fn job(address: u8, urgency: Urgency) -> Job {
        let share = Share {
            address: IpAddr::from([192, 0, 2, address]),
            most: 3,
        };
        Job::new(StopToken::default(), Box::new(|_, _| Next::Done)).of(Some(share), urgency)
    }

    fn add(queue: &mut Queue, job: Job) -> Result<Option<IpAddr>, Busy> {
        let displaced = queue.make_room(&job, 4)?;
        queue.push(job);
        Ok(displaced.and_then(|job| {
            assert_eq!(job.displaced.reason(), Busy::Address);
            job.address()
        }))
    }

    fn order(queue: &mut Queue, long_may_begin: bool) -> Vec<u8> {
        std::iter::from_fn(|| queue.pop(long_may_begin))
            .map(|job| match job.address() {
                Some(IpAddr::V4(address)) => address.octets()[3],
                _ => 0,
            })
            .collect()
    }

    #[test]
    fn addresses_take_turns() {
        let mut queue = Queue::default();
        for address in [1, 1, 1, 2, 3, 2] {
            queue.push(job(address, Urgency::Ordinary));
        }
        assert_eq!(order(&mut queue, true), [1, 2, 3, 1, 2, 1]);
    }

    #[test]
    fn an_address_has_a_share_and_a_new_one_displaces_the_greediest() {
        let mut queue = Queue::default();
        let ordinary = |address| job(address, Urgency::Ordinary);
        for _ in 0..3 {
            assert_eq!(add(&mut queue, ordinary(1)), Ok(None));
        }
        assert_eq!(add(&mut queue, ordinary(1)), Err(Busy::Address), "its share");
        assert_eq!(add(&mut queue, ordinary(2)), Ok(None), "the last place");
        let greedy = Some(IpAddr::from([192, 0, 2, 1]));
        assert_eq!(add(&mut queue, ordinary(3)), Ok(greedy));
        assert_eq!(
            add(&mut queue, ordinary(3)),
            Err(Busy::Address),
            "as many as others"
        );
        assert_eq!(add(&mut queue, ordinary(4)), Ok(greedy));
        assert_eq!(add(&mut queue, ordinary(5)), Err(Busy::All), "one each");
        assert_eq!(order(&mut queue, true), [1, 2, 3, 4]);
    }

    #[test]
    fn what_has_begun_is_not_displaced() {
        let mut queue = Queue::default();
        for begun in [false, true, true] {
            let waiting = job(1, Urgency::Long);
            queue.push(Job { begun, ..waiting });
        }
        queue.push(job(2, Urgency::Ordinary));
        assert!(add(&mut queue, job(3, Urgency::Ordinary)).is_ok_and(|displaced| displaced.is_some()));
        assert_eq!(add(&mut queue, job(4, Urgency::Ordinary)), Err(Busy::All));
        assert_eq!(order(&mut queue, false), [1, 2, 3, 1]);
    }

    #[test]
    fn where_all_of_one_address_has_begun_the_next_gives_way() {
        let mut queue = Queue::default();
        for (address, begun) in [(1, true), (1, true), (2, false), (2, false)] {
            let waiting = job(address, Urgency::Long);
            queue.push(Job { begun, ..waiting });
        }
        let second = Some(IpAddr::from([192, 0, 2, 2]));
        assert_eq!(add(&mut queue, job(3, Urgency::Ordinary)), Ok(second));
    }

    #[test]
    fn addresses_that_ask_for_hints_alone_are_not_remembered() {
        let mut queue = Queue::default();
        for address in 0..100 {
            queue.push(job(address, Urgency::Hint));
            queue.push(job(address, Urgency::Hint));
        }
        assert_eq!(order(&mut queue, true).len(), 200);
        assert!(queue.hinted.is_empty());
    }

    #[test]
    fn a_hint_comes_first_and_a_flood_of_them_lets_analyses_through() {
        let mut queue = Queue::default();
        for address in [1, 1, 2] {
            queue.push(job(address, Urgency::Ordinary));
        }
        for address in [3, 3, 3, 4] {
            queue.push(job(address, Urgency::Hint));
        }
        assert_eq!(order(&mut queue, true), [3, 4, 1, 3, 2, 3, 1]);
    }

    #[test]
    fn hints_of_many_addresses_let_analyses_through() {
        let mut queue = Queue::default();
        queue.push(job(0, Urgency::Ordinary));
        for address in 1..100 {
            queue.push(job(address, Urgency::Hint));
        }
        let before = order(&mut queue, true).iter().position(|&address| address == 0);
        assert_eq!(before, Some(HINTS_IN_A_ROW));
    }

    #[test]
    fn a_long_job_waits_for_a_place_and_others_pass_it() {
        let mut queue = Queue::default();
        queue.push(job(1, Urgency::Long));
        queue.push(job(1, Urgency::Ordinary));
        queue.push(job(2, Urgency::Long));
        assert_eq!(order(&mut queue, false), [1]);
        assert_eq!(order(&mut queue, true), [2, 1], "address 1 had its turn");
    }
}
