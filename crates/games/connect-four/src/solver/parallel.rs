//! Null-window searches on one or several threads: one window together, or several positions at a time.
//!
//! All threads search the same window and share the transposition table (lazy SMP). Each marks what it is
//! searching, and the others defer such moves until they can be looked up ([`abdada`](super::abdada)).
//!
//! Most positions have few empty cells. Sharing them would move cache lines between cores at every node, and
//! two threads would be no faster than one. So each thread stores those positions in a small table of its
//! own: two threads then visit a fifth more nodes than one and take 0.55 to 0.6 of its time.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use quincunx_core::grid::bits::Geometry;
use quincunx_search::SearchBudget;
use quincunx_search::transposition_table::{Stored, TranspositionTable};

use super::abdada::{CurrentlySearched, EndOnDrop, Worker};
use super::bisection::{Attempt, Bisection, NullWindow};
use super::search::{Search, SearchContext, empty_table};

/// The size of a thread's own table in bytes: it fits in the second-level cache.
const OWN_TABLE_BYTES: usize = 1 << 19;

/// The result of a null-window search.
pub(super) struct SearchResult {
    /// The bound, if the search ended with one; see [`Search::bound`].
    pub(super) bound: Option<i32>,
    /// Whether it ended because the table should grow.
    pub(super) needs_growth: bool,
}

/// Searches a window on one thread.
pub(super) fn search_alone<G: Geometry<Word: Stored>, const WIDTH: usize>(
    context: &SearchContext<G>,
    window: NullWindow<'_, G>,
    worker: Option<Worker<'_, G::Word>>,
    budget: &mut SearchBudget,
) -> SearchResult {
    let mut search = Search::<G, WIDTH>::new(context, budget, window.max_nodes, worker);
    let bound = search.bound(window.root, window.alpha).ok();
    search.report_nodes();
    SearchResult {
        bound,
        needs_growth: search.needs_growth(),
    }
}

/// A word whose boards can be searched, on one thread unless these methods are overridden.
pub(super) trait ParallelWord: Stored {
    /// Searches a window on so many threads, each with a table of its own, which is created if necessary. The
    /// threads share the nodes left in the budget.
    fn search_together<G: Geometry<Word = Self>, const WIDTH: usize>(
        context: &SearchContext<G>,
        window: NullWindow<'_, G>,
        _threads: usize,
        _own: &mut Vec<TranspositionTable<Self>>,
        budget: &mut SearchBudget,
    ) -> SearchResult {
        search_alone::<G, WIDTH>(context, window, None, budget)
    }

    /// Searches windows of the bisections in turn, each thread one at a time: until all are settled on
    /// several threads, one of each on one, and no more when the budget runs out or the shared table should
    /// grow. Returns whether the table should.
    fn bisect_all<G: Geometry<Word = Self>, const WIDTH: usize>(
        context: &SearchContext<G>,
        bisections: Vec<&mut Bisection<G>>,
        _threads: usize,
        _own: &mut Vec<TranspositionTable<Self>>,
        budget: &mut SearchBudget,
    ) -> bool {
        bisections
            .into_iter()
            .any(|bisection| search_next::<G, WIDTH>(context, bisection, None, budget))
    }
}

fn create_own_tables<G: Geometry<Word: Stored>>(
    geometry: G,
    own: &mut Vec<TranspositionTable<G::Word>>,
    threads: usize,
) {
    while own.len() < threads {
        let mut table = empty_table(geometry, OWN_TABLE_BYTES);
        table.grow_fully();
        own.push(table);
    }
}

/// Searches a bisection's next window; returns whether that ended because the shared table should grow.
fn search_next<G: Geometry<Word: Stored>, const WIDTH: usize>(
    context: &SearchContext<G>,
    bisection: &mut Bisection<G>,
    worker: Option<Worker<'_, G::Word>>,
    budget: &mut SearchBudget,
) -> bool {
    let result = search_alone::<G, WIDTH>(context, bisection.window(), worker, budget);
    match result.bound {
        Some(bound) => bisection.update(Attempt::Bound(bound)),
        None if result.needs_growth => return true,
        None if worker.is_some_and(|(searched, _)| searched.has_ended()) || !budget.check_limits() => {}
        None => bisection.update(Attempt::OutOfNodes),
    }
    false
}

/// Runs `work` on several threads, each with a table from `own` and its part of the nodes left in the budget,
/// and returns all results. `work` also returns whether all other threads should end.
fn run_workers<T: Send>(
    own: &[TranspositionTable<u64>],
    budget: &mut SearchBudget,
    work: impl Fn(Worker<'_, u64>, &mut SearchBudget) -> (T, bool) + Sync,
) -> Vec<T> {
    let searched = CurrentlySearched::new();
    let part = budget.part(own.len() as u64);
    let work = |own: &TranspositionTable<u64>| {
        let mut budget = part.part(1);
        let end_on_drop = EndOnDrop(&searched);
        let (result, is_end) = work((&searched, own), &mut budget);
        if !is_end {
            std::mem::forget(end_on_drop);
        }
        (result, budget.nodes())
    };
    std::thread::scope(|scope| {
        let (first, others) = own.split_first().expect("at least one thread works");
        let work = &work;
        let start = |own| std::thread::Builder::new().spawn_scoped(scope, move || work(own));
        // If the system refuses threads, the others do the work.
        let others: Vec<_> = others.iter().filter_map(|own| start(own).ok()).collect();
        let first = work(first);
        let others = others
            .into_iter()
            .map(|other| other.join().expect("a search does not panic"));
        std::iter::once(first)
            .chain(others)
            .map(|(result, nodes)| {
                // Includes the node that a part refused, so that empty parts end the search as well.
                budget.count_many(nodes);
                result
            })
            .collect()
    })
}

impl ParallelWord for u64 {
    fn search_together<G: Geometry<Word = Self>, const WIDTH: usize>(
        context: &SearchContext<G>,
        window: NullWindow<'_, G>,
        threads: usize,
        own: &mut Vec<TranspositionTable<Self>>,
        budget: &mut SearchBudget,
    ) -> SearchResult {
        create_own_tables(context.geometry, own, threads);
        let window = NullWindow {
            max_nodes: window.max_nodes / threads as u64,
            ..window
        };
        let all = run_workers(&own[..threads], budget, |worker, budget| {
            // The first thread that runs out of nodes ends the others, which soon would too.
            (
                search_alone::<G, WIDTH>(context, window, Some(worker), budget),
                true,
            )
        });
        SearchResult {
            bound: all.iter().find_map(|result| result.bound),
            needs_growth: all.iter().any(|result| result.needs_growth),
        }
    }

    fn bisect_all<G: Geometry<Word = Self>, const WIDTH: usize>(
        context: &SearchContext<G>,
        bisections: Vec<&mut Bisection<G>>,
        threads: usize,
        own: &mut Vec<TranspositionTable<Self>>,
        budget: &mut SearchBudget,
    ) -> bool {
        let threads = threads.min(bisections.len());
        create_own_tables(context.geometry, own, threads);
        let queue = Mutex::new(VecDeque::from(bisections));
        let queue = || queue.lock().unwrap_or_else(PoisonError::into_inner);
        let results = run_workers(&own[..threads], budget, |worker, budget| {
            let mut needs_growth = false;
            while !needs_growth && !worker.0.has_ended() && budget.check_limits() {
                let next = queue().pop_front();
                let Some(bisection) = next else { break };
                needs_growth = search_next::<G, WIDTH>(context, bisection, Some(worker), budget);
                if !bisection.is_settled() {
                    queue().push_back(bisection);
                }
            }
            // A thread with nothing left to do lets the others finish.
            (needs_growth, needs_growth)
        });
        results.contains(&true)
    }
}

/// A table of two-word entries belongs to one thread.
impl ParallelWord for u128 {}
