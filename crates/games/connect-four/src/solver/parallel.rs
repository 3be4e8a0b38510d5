//! Searching on several threads: one question together, or several positions side by side.
//!
//! A hard question is one position that all threads search. They share the transposition table, so that what one has proved
//! the others find (lazy SMP). Left alone they would do the same work in the same order. So each marks what it is searching, and the
//! others leave such moves for later, when they can be looked up (Tom Kerrigan's simplified ABDADA, after Jean-Christophe
//! Weill 1996). Marks change the order of the moves and nothing else: whichever thread ends first has a proof.
//!
//! What one processor core writes the other must fetch from its cache, and nearly all positions have few empty cells. If
//! two threads share a table for all of them, a node takes 1.6 times as long and both together are no quicker than one.
//! So each notes the positions that they do not share out in a small table of its own, and only the others in the common
//! one: two threads then visit a fifth more nodes than one and take 0.55 to 0.6 of its time.
//!
//! Where several positions are to be solved, such as all replies to one, each thread takes the next of them; the tables are
//! the same, and what is shared of them too.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use quincunx_core::grid::bits::Geometry;
use quincunx_search::SearchBudget;

use super::engine::{Inquiry, Tried};
use super::search::{Ground, Node, Search, empty_table};
use quincunx_search::transposition_table::{Stored, Table};

/// The size of a thread's own table, in bytes: the second level of a processor's cache holds it together with the most
/// used part of the common one.
const OWN_BYTES: usize = 1 << 19;

/// The marks, a power of two.
const MARKS: usize = 1 << 12;

/// What threads are searching at present.
///
/// A mark may be overwritten or mistaken for another position's; then work is done twice or later, and no harm is done.
pub(super) struct Busy {
    marks: Vec<AtomicU64>,
    /// Whether all are to end: one has the answer, or the common table should grow.
    ended: AtomicBool,
}

/// Tells all threads to end when it is dropped, be it by a panic.
struct EndOfAll<'a>(&'a Busy);

impl Drop for EndOfAll<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Relaxed);
    }
}

/// A mark, until it is dropped.
pub(super) struct Mark<'a>(&'a AtomicU64);

impl Busy {
    fn new() -> Self {
        Self {
            marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(),
            ended: AtomicBool::new(false),
        }
    }

    /// Tells whether a thread is searching the position of a key.
    pub(super) fn is_searched(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Marks a position as being searched.
    pub(super) fn mark(&self, key: u64) -> Mark<'_> {
        let slot = self.slot(key);
        slot.store(key, Ordering::Relaxed);
        Mark(slot)
    }

    /// Tells whether all are to end.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        let stirred = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.marks[(stirred >> 52) as usize % MARKS]
    }
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// What a search has that is one of several.
pub(super) struct Teammate<'a, W: Stored> {
    /// What all of them are searching.
    pub(super) busy: &'a Busy,
    /// Where it notes what it does not share.
    pub(super) own: &'a Table<W>,
}

// Derived, they would ask the same of the words.
impl<W: Stored> Clone for Teammate<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Stored> Copy for Teammate<'_, W> {}

/// How a search for a bound ended, on one thread or several.
pub(super) struct Found {
    /// The bound, if it was found; see [`Search::bound`].
    pub(super) bound: Option<i32>,
    /// Whether it ended because the table should grow.
    pub(super) worn: bool,
}

/// A question: a position, and the α that its score may be beyond.
#[derive(Clone, Copy)]
pub(super) struct Question<'a, G: Geometry> {
    pub(super) root: &'a Node<G>,
    pub(super) alpha: i32,
    /// How many nodes all threads together visit at most.
    pub(super) most_nodes: u64,
}

/// Searches on one thread.
pub(super) fn alone<G: Geometry<Word: Stored>, const WIDTH: usize>(
    ground: &Ground<G>,
    question: Question<'_, G>,
    team: Option<Teammate<'_, G::Word>>,
    budget: &mut SearchBudget,
) -> Found {
    let mut search = Search::<G, WIDTH>::new(ground, budget, question.most_nodes, team);
    let bound = search.bound(question.root, question.alpha).ok();
    search.settle();
    Found {
        bound,
        worn: search.is_worn(),
    }
}

/// A word whose boards can be searched; on one thread, unless it says more.
pub(super) trait Shared: Stored {
    /// Searches on so many threads, each with a table of its own; missing ones are made. They share the nodes that the meter
    /// has left, and it counts those of all.
    fn together<G: Geometry<Word = Self>, const WIDTH: usize>(
        ground: &Ground<G>,
        question: Question<'_, G>,
        _threads: usize,
        _own: &mut Vec<Table<Self>>,
        budget: &mut SearchBudget,
    ) -> Found {
        alone::<G, WIDTH>(ground, question, None, budget)
    }

    /// Goes on with inquiries, each of so many threads with one at a time, until all are settled, the meter stops, or the common
    /// table should grow; tells whether that is so.
    fn side_by_side<G: Geometry<Word = Self>, const WIDTH: usize>(
        ground: &Ground<G>,
        inquiries: Vec<&mut Inquiry<G>>,
        _threads: usize,
        _own: &mut Vec<Table<Self>>,
        budget: &mut SearchBudget,
    ) -> bool {
        let mut worn = false;
        for inquiry in inquiries {
            worn |= settle::<G, WIDTH>(ground, inquiry, None, budget);
        }
        worn
    }
}

/// Makes the tables that threads have for themselves, where they are missing.
fn make_own<G: Geometry<Word: Stored>>(geometry: G, own: &mut Vec<Table<G::Word>>, threads: usize) {
    while own.len() < threads {
        let mut table = empty_table(geometry, OWN_BYTES);
        table.grow_fully();
        own.push(table);
    }
}

/// Goes on with an inquiry, alone or as one of several; tells whether it ended because the common table should grow.
fn settle<G: Geometry<Word: Stored>, const WIDTH: usize>(
    ground: &Ground<G>,
    inquiry: &mut Inquiry<G>,
    team: Option<Teammate<'_, G::Word>>,
    budget: &mut SearchBudget,
) -> bool {
    while !inquiry.is_settled() {
        let found = alone::<G, WIDTH>(ground, inquiry.question(), team, budget);
        match found.bound {
            Some(bound) => inquiry.learn(Tried::Answered(bound)),
            None if found.worn => return true,
            None if team.is_some_and(|mate| mate.busy.has_ended()) || !budget.look() => return false,
            None => inquiry.learn(Tried::OutOfNodes),
        }
    }
    false
}

/// Has several threads work, each with a table of its own from `own` and its part of the nodes that the meter has left, and
/// returns what each has found. `work` also tells whether all others are to end with it.
fn all_at_work<T: Send>(
    own: &[Table<u64>],
    budget: &mut SearchBudget,
    work: impl Fn(Teammate<'_, u64>, &mut SearchBudget) -> (T, bool) + Sync,
) -> Vec<T> {
    let busy = Busy::new();
    let part = budget.part(own.len() as u64);
    let work = |own: &Table<u64>| {
        let mut budget = part.part(1);
        let ends_the_others = EndOfAll(&busy);
        let (found, is_end) = work(Teammate { busy: &busy, own }, &mut budget);
        if !is_end {
            std::mem::forget(ends_the_others);
        }
        (found, budget.nodes())
    };
    std::thread::scope(|scope| {
        let (first, others) = own.split_first().expect("one thread at least works");
        let work = &work;
        let start = |own| std::thread::Builder::new().spawn_scoped(scope, move || work(own));
        // Where the system has no more threads to give, those it gave do the work.
        let others: Vec<_> = others.iter().filter_map(|own| start(own).ok()).collect();
        let first = work(first);
        let others = others
            .into_iter()
            .map(|other| other.join().expect("a search does not panic"));
        std::iter::once(first)
            .chain(others)
            .map(|(found, nodes)| {
                // With the node that a part refused, so that parts of none end the search all the same.
                budget.count_many(nodes);
                found
            })
            .collect()
    })
}

impl Shared for u64 {
    fn together<G: Geometry<Word = Self>, const WIDTH: usize>(
        ground: &Ground<G>,
        question: Question<'_, G>,
        threads: usize,
        own: &mut Vec<Table<Self>>,
        budget: &mut SearchBudget,
    ) -> Found {
        make_own(ground.geometry, own, threads);
        let question = Question {
            most_nodes: question.most_nodes / threads as u64,
            ..question
        };
        let all = all_at_work(&own[..threads], budget, |mate, budget| {
            // All others end even if it only ran out of nodes, as they soon will: nobody waits for the slowest.
            (alone::<G, WIDTH>(ground, question, Some(mate), budget), true)
        });
        Found {
            bound: all.iter().find_map(|found| found.bound),
            worn: all.iter().any(|found| found.worn),
        }
    }

    fn side_by_side<G: Geometry<Word = Self>, const WIDTH: usize>(
        ground: &Ground<G>,
        inquiries: Vec<&mut Inquiry<G>>,
        threads: usize,
        own: &mut Vec<Table<Self>>,
        budget: &mut SearchBudget,
    ) -> bool {
        let threads = threads.min(inquiries.len());
        make_own(ground.geometry, own, threads);
        let left = Mutex::new(inquiries.into_iter());
        let any_worn = all_at_work(&own[..threads], budget, |mate, budget| {
            let mut worn = false;
            while !worn && !mate.busy.has_ended() && budget.look() {
                let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(inquiry) = next else { break };
                worn = settle::<G, WIDTH>(ground, inquiry, Some(mate), budget);
            }
            // Who finds nothing left to do lets the others end their work.
            (worn, worn)
        });
        any_worn.contains(&true)
    }
}

/// A table of two-word entries belongs to one thread.
impl Shared for u128 {}
