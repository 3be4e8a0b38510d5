//! How long a player may think.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock;

/// Bounds on one search; whatever is reached first ends it. With none of them a player uses its own. Under a
/// bound of nodes or depth the same seed gives the same answer, on one thread.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead; 0 counts as 1. [`AlphaBeta`](crate::AlphaBeta) and
    /// [`Expectimax`](crate::Expectimax) count actions, not outcomes of chance, and [`Mcts`](crate::Mcts) the
    /// actions of the walk and the random play together. [`Greedy`](crate::Greedy),
    /// [`RandomPlayer`](crate::RandomPlayer) and [`ExactPlayer`](crate::exact_player::ExactPlayer) ignore it.
    pub depth: Option<u32>,
    /// Positions to visit; for MCTS, simulations.
    pub nodes: Option<u64>,
    /// Time to think.
    pub time: Option<Duration>,
    /// Whether time that is left over is there for later moves, as in a game with a clock: then a search that
    /// can estimate its next step begins none that is not likely to [end within
    /// it](SearchBudget::has_room_for). Others ignore it.
    pub thrifty: bool,
    /// A flag that somebody else may raise.
    pub stop: StopToken,
}

impl Limits {
    /// Creates a bound of nodes alone.
    pub fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Creates a bound of depth alone.
    pub fn of_depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Creates a bound of time alone.
    pub fn of_time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// Creates limits without a bound: only the flag ends the search.
    pub fn until(stop: &StopToken) -> Self {
        Self {
            stop: stop.clone(),
            ..Self::default()
        }
    }

    /// Returns whether nothing bounds the search but the flag.
    const fn is_unbounded(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }

    /// Returns these limits, or a player's own when there are none; the flag is kept.
    pub fn or_own(&self, depth: Option<u32>, nodes: Option<u64>) -> Self {
        if self.is_unbounded() {
            Self {
                depth,
                nodes,
                stop: self.stop.clone(),
                ..Self::default()
            }
        } else {
            self.clone()
        }
    }
}

/// A flag that ends a search from outside: Ctrl-C, a new move, a closed page, somebody else's turn to think.
///
/// Unlike [`Limits::time`] a flag that is [due](StopToken::stop_after) leaves a player its own limits: it
/// ends what takes too long and changes nothing else, but that an exact player without a limit of nodes
/// divides the time that is left.
///
/// ```
/// use quincunx_search::StopToken;
/// let (game, move_) = { let game = StopToken::default(); (game.clone(), game.child()) };
/// move_.stop();
/// assert!(move_.is_stopped() && !game.is_stopped());
/// let next_move = game.child();
/// game.stop();
/// assert!(next_move.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    /// When it raises itself, in nanoseconds of the clock; 0 for never.
    due: AtomicU64,
    parent: Option<StopToken>,
}

impl StopToken {
    /// Makes a flag that is raised by itself or with this one.
    pub fn child(&self) -> Self {
        Self(Arc::new(Flag {
            parent: Some(self.clone()),
            ..Flag::default()
        }))
    }

    /// Raises the flag; every clone and every child sees it.
    pub fn stop(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Stops after this time, or sooner if that was due before.
    pub fn stop_after(&self, time: Duration) {
        let due = nanoseconds(clock::now().saturating_add(time)).max(1);
        let _ = self
            .0
            .due
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| {
                Some(if old == 0 { due } else { due.min(old) })
            });
    }

    /// Returns the time until it raises itself; `None` for ever.
    fn left(&self) -> Option<Duration> {
        let flag = &self.0;
        let due = Some(flag.due.load(Ordering::Relaxed)).filter(|&due| due != 0);
        let own = due.map(|due| Duration::from_nanos(due).saturating_sub(clock::now()));
        let of_parent = flag.parent.as_ref().and_then(Self::left);
        own.into_iter().chain(of_parent).min()
    }

    /// Returns whether it has been raised.
    pub fn is_stopped(&self) -> bool {
        let flag = &self.0;
        let due = flag.due.load(Ordering::Relaxed);
        flag.raised.load(Ordering::Relaxed)
            || (due != 0 && nanoseconds(clock::now()) >= due)
            || flag.parent.as_ref().is_some_and(Self::is_stopped)
    }
}

/// Returns a time in nanoseconds, which last for five hundred years.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// A running search's count of nodes and look at the clock.
#[derive(Debug)]
pub struct SearchBudget {
    nodes: u64,
    max_nodes: u64,
    /// When it ends, by the clock.
    deadline: Option<Duration>,
    /// When it was started, if it is thrifty.
    began: Option<Duration>,
    stop: StopToken,
    stopped: bool,
}

impl SearchBudget {
    /// The clock and the flag are looked at once in this many nodes.
    const CHECK_EVERY: u64 = 1024;

    /// Starts counting.
    pub fn start(limits: &Limits) -> Self {
        let now = limits.time.map(|_| clock::now());
        Self {
            nodes: 0,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: now.zip(limits.time).and_then(|(now, time)| now.checked_add(time)),
            began: now.filter(|_| limits.thrifty),
            stop: limits.stop.clone(),
            stopped: false,
        }
    }

    /// Makes the budget of one of `parts` searches that share what is left; see [`SearchBudget::absorb`].
    pub fn part(&self, parts: u64) -> Self {
        self.at_most(self.nodes_left() / parts.max(1))
    }

    /// Creates the budget of a part of the search, with a limit of nodes.
    pub fn at_most(&self, nodes: u64) -> Self {
        Self {
            nodes: 0,
            max_nodes: self.nodes_left().min(nodes),
            deadline: self.deadline,
            began: None,
            stop: self.stop.clone(),
            stopped: self.stopped,
        }
    }

    /// Counts a node; false when the search must end, and then for ever.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::CHECK_EVERY) || self.nodes > self.max_nodes {
            self.check_limits();
        }
        !self.stopped
    }

    /// Counts nodes that have been visited; false when the search must end, and then for ever. With
    /// [`SearchBudget::nodes_until_check`] a search that counts by itself keeps the bound exactly.
    pub fn count_many(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.check_limits()
    }

    /// Counts what a part of the search has visited.
    pub fn absorb(&mut self, part: &Self) {
        // A part has counted the node that it refused.
        self.nodes += part.nodes.min(part.max_nodes);
    }

    /// Returns whether a limit is reached, so that not even one more node may be visited.
    pub fn is_spent(&mut self) -> bool {
        self.nodes_left() == 0 || !self.check_limits()
    }

    /// Returns the limits of what is left of the search. Without a limit of nodes its time ends when the flag
    /// is due at the latest.
    pub(crate) fn left(&self) -> Limits {
        let nodes = (self.max_nodes < u64::MAX).then(|| self.nodes_left());
        let own = self
            .deadline
            .map(|deadline| deadline.saturating_sub(clock::now()));
        let of_flag = self.stop.left().filter(|_| nodes.is_none());
        Limits {
            depth: None,
            nodes,
            time: own.into_iter().chain(of_flag).min(),
            thrifty: self.began.is_some(),
            stop: self.stop.clone(),
        }
    }

    /// Returns how many more nodes may be visited.
    pub const fn nodes_left(&self) -> u64 {
        self.max_nodes.saturating_sub(self.nodes)
    }

    /// Returns whether that many more nodes are left and, in a thrifty search, likely to be visited in time.
    pub fn has_room_for(&self, nodes: u64) -> bool {
        let in_time = |began: Duration, deadline: Duration| {
            let now = clock::now();
            let spent = now.saturating_sub(began).as_secs_f64() * nodes as f64;
            let left = deadline.saturating_sub(now).as_secs_f64();
            spent <= left * self.nodes as f64
        };
        let in_time = match (self.began, self.deadline) {
            (Some(began), Some(deadline)) if self.nodes > 0 => in_time(began, deadline),
            _ => true,
        };
        in_time && nodes <= self.nodes_left()
    }

    /// Estimates the nodes of the next depth if the last one began after `before` nodes: it multiplies them
    /// as the last one multiplied those of all before it, and the root.
    pub fn likely_next(&self, before: u64) -> u64 {
        let nodes = (self.nodes - before) as f64;
        (nodes * nodes / (before as f64 + 1.0)) as u64
    }

    /// Returns the number of nodes after which a search that counts by itself must count, from 1.
    pub fn nodes_until_check(&self) -> u64 {
        self.nodes_left().saturating_add(1).min(Self::CHECK_EVERY)
    }

    /// Looks at every limit now; false when the search must end.
    pub fn check_limits(&mut self) -> bool {
        self.stopped |= self.nodes > self.max_nodes
            || self.stop.is_stopped()
            || self.deadline.is_some_and(|deadline| clock::now() >= deadline);
        !self.stopped
    }

    /// Returns whether the search must end.
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_of_nodes_is_exact() {
        let mut budget = SearchBudget::start(&Limits::of_nodes(3000));
        assert_eq!((0..10_000).filter(|_| budget.count()).count(), 3000);
        assert!(budget.is_stopped());
    }

    #[test]
    fn nodes_counted_many_at_a_time_are_bounded_alike() {
        let mut budget = SearchBudget::start(&Limits::of_nodes(3000));
        let mut visited = 0;
        loop {
            // The last of them is begun only when the look allows it.
            let many = budget.nodes_until_check();
            visited += many - 1;
            if !budget.count_many(many) {
                break;
            }
            visited += 1;
        }
        assert_eq!((visited, budget.nodes()), (3000, 3001));
        assert_eq!(budget.nodes_until_check(), 1);
    }

    #[test]
    fn parts_share_the_nodes_that_are_left_and_the_flag() {
        let limits = Limits::of_nodes(3000);
        let mut budget = SearchBudget::start(&limits);
        budget.count_many(1000);
        let mut part = budget.part(4);
        assert_eq!((part.nodes(), part.nodes_left()), (0, 500));
        limits.stop.stop();
        assert!(!part.check_limits() && !budget.part(0).check_limits());
        let late = SearchBudget::start(&Limits::of_time(Duration::ZERO));
        assert!(!late.part(2).check_limits(), "the clock is the same");
        assert!(
            !budget.check_limits() && budget.part(1).is_stopped(),
            "what has ended has no part that goes on"
        );
    }

    #[test]
    fn a_part_takes_no_more_than_is_left() {
        let mut whole = SearchBudget::start(&Limits::of_nodes(3000));
        let mut counted = 0;
        for _ in 0..5 {
            let mut part = whole.at_most(1000);
            counted += (0..2000).filter(|_| part.count()).count();
            whole.absorb(&part);
        }
        assert_eq!((counted, whole.nodes()), (3000, 3000));
        assert!(whole.is_spent());
        assert_eq!(whole.left().nodes, Some(0));
        assert_eq!(SearchBudget::start(&Limits::default()).left().nodes, None);
    }

    #[test]
    fn only_what_is_likely_to_end_is_begun() {
        let limits = |nodes, hours: u64, thrifty| Limits {
            nodes,
            time: Some(Duration::from_secs(3600 * hours)),
            thrifty,
            ..Limits::default()
        };
        let mut few = SearchBudget::start(&limits(Some(3000), 1, false));
        few.count_many(1000);
        assert!(few.has_room_for(2000) && !few.has_room_for(2001));
        // A node takes some time, and an hour is left for as many as are asked about.
        for (hours, thrifty, room) in [(1, true, false), (0, false, true), (1_000_000, true, true)] {
            let mut budget = SearchBudget::start(&limits(None, hours, thrifty));
            std::thread::sleep(Duration::from_millis(2));
            budget.count_many(10);
            let many = if room { 1000 } else { u64::MAX / 2 };
            assert_eq!(budget.has_room_for(many), room, "{hours} h, thrifty: {thrifty}");
        }
        let fresh = SearchBudget::start(&limits(Some(5), 0, true));
        assert!(
            fresh.has_room_for(5) && !fresh.has_room_for(6),
            "nothing has taken time yet"
        );
        assert!(SearchBudget::start(&limits(None, 1, true)).left().thrifty);
    }

    #[test]
    fn the_next_depth_is_likely_to_grow_as_the_last_did() {
        let mut budget = SearchBudget::start(&Limits::default());
        budget.count_many(9);
        assert_eq!(budget.likely_next(0), 81);
        budget.count_many(100);
        assert_eq!(budget.likely_next(9), 1000);
    }

    #[test]
    fn a_raised_flag_and_a_passed_deadline_are_seen() {
        let limits = Limits::default();
        let mut budget = SearchBudget::start(&limits);
        assert!(budget.check_limits());
        limits.stop.clone().stop();
        assert!(!budget.check_limits() && !budget.count());
        let mut budget = SearchBudget::start(&Limits::of_time(Duration::ZERO));
        assert!((0..1024).any(|_| !budget.count()), "the clock is looked at");
    }

    #[test]
    fn a_flag_raises_itself_when_it_is_due_and_no_later_than_it_was() {
        let flag = StopToken::default();
        flag.stop_after(Duration::from_secs(3600));
        assert!(!flag.is_stopped());
        let child = flag.child();
        child.stop_after(Duration::ZERO);
        child.stop_after(Duration::MAX);
        assert!(child.is_stopped() && child.clone().is_stopped() && !flag.is_stopped());
        flag.clone().stop();
        assert!(flag.child().is_stopped());
    }

    #[test]
    fn own_limits_count_only_where_there_are_none() {
        let none = Limits::default();
        let own = none.or_own(Some(3), Some(50));
        assert_eq!((own.depth, own.nodes, own.time), (Some(3), Some(50), None));
        none.stop.stop();
        assert!(own.stop.is_stopped(), "the flag is the same");
        let given = Limits {
            time: Some(Duration::from_secs(1)),
            ..none
        };
        assert_eq!(given.or_own(Some(3), Some(50)).depth, None);
    }
}
