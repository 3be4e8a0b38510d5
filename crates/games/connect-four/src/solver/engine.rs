//! Which questions lead to a score, and in what order.

use quincunx_core::grid::bits::Geometry;
use quincunx_search::SearchBudget;

use super::follow_up::FollowUp;
use super::parallel::{Question, Shared, alone};
use super::search::{Ground, Node, empty_table};
use super::{Bounds, Stopped, Strength, score};
use crate::bits::BitBoard;
use quincunx_search::transposition_table::Table;

/// Nodes for the first try at a near question.
const FIRST_TRY: u64 = 160_000;

/// The part of a near question's nodes that a far one gets, after the first.
const FAR_PART: u64 = 32;

/// Nodes for the first try at a far question: quick wins take few. (With 20,000 the thousand positions of Test_L1_R1 take
/// twice the nodes, for some need half as many again and get a near question first.)
const FIRST_FAR_TRY: u64 = 80_000;

/// How many times as many nodes the next try gets.
const MORE_NODES: u64 = 8;

/// A position that takes so few nodes for any question is not worth starting threads for.
const QUICK_TRY: u64 = 10_000;

/// A try at a question with so many nodes is worth starting threads for.
const LEAST_SHARED: u64 = 150_000;

/// A thread that has fewer nodes to visit is not worth starting.
const LEAST_NODES_A_THREAD: u64 = 20_000;

/// An exact solver for boards of one geometry, of at most `WIDTH` columns, with the knowledge it gathers.
///
/// Scores do not depend on what the table holds, so one engine may be asked about any positions in any order; what
/// one question taught makes the next cheaper. Only the number of nodes, never an exact answer, depends on the past.
pub(super) struct Engine<G: Geometry<Word: Shared>, const WIDTH: usize> {
    ground: Ground<G>,
    threads: usize,
    /// The threads' own tables, as soon as a question is asked of several.
    own: Vec<Table<G::Word>>,
}

/// How a try at a question ended.
#[derive(Clone, Copy)]
pub(super) enum Tried {
    Answered(i32),
    OutOfNodes,
    Stopped,
}

/// What is known of a position's score, and what to ask next.
///
/// The score is found by asking "more than α?" of ever fewer values. Two kinds of α take turns: *far* ones, about
/// quick wins and losses, whose proofs are shallow if there are any; and *near* ones, about who wins at all, which
/// settle most positions that are hard. Neither is right for all, so whenever one runs out of its budget, which grows
/// from turn to turn, the other kind goes on; what a question that ran out has proved is in the table. (Against far
/// questions alone that saved 28 % of the nodes of Test_L1_R3; near questions alone take ten times the nodes of
/// Test_L1_R1.) To learn only who wins it begins with the near ones.
pub(super) struct Inquiry<G: Geometry> {
    root: Node<G>,
    strength: Strength,
    bounds: Bounds,
    /// Nodes for the next try at a near question.
    most_nodes: u64,
    /// Whether the next question is a far one.
    far: bool,
}

impl<G: Geometry> Inquiry<G> {
    fn new(board: BitBoard<G>, strength: Strength) -> Self {
        let (area, stones) = (board.geometry().area(), board.stones());
        debug_assert!(stones < area && !board.has_won(), "the game is not over");
        let bounds = if board.can_win_now() {
            Bounds::exactly(score::win(area, stones))
        } else {
            Bounds {
                low: -score::win(area, stones + 1),
                high: score::win(area, stones + 2),
            }
        };
        Self {
            root: Node::root(board),
            strength,
            bounds,
            most_nodes: FIRST_TRY,
            far: strength == Strength::Strong,
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        self.bounds.is_settled(self.strength)
    }

    /// Takes it that the score is at least this.
    fn at_least(mut self, least: i32) -> Self {
        self.bounds.low = self.bounds.low.max(least);
        self
    }

    /// Returns what to ask while it is not settled.
    pub(super) fn question(&self) -> Question<'_, G> {
        let (alpha, most_nodes) = if self.far {
            (
                far_question(self.bounds),
                FIRST_FAR_TRY.max(self.most_nodes / FAR_PART),
            )
        } else {
            (near_question(self.bounds), self.most_nodes)
        };
        Question {
            root: &self.root,
            alpha,
            most_nodes,
        }
    }

    /// Takes the answer to its question.
    pub(super) fn learn(&mut self, tried: Tried) {
        match tried {
            Tried::Answered(found) if found <= self.question().alpha => self.bounds.high = found,
            Tried::Answered(found) => self.bounds.low = found,
            Tried::OutOfNodes => {
                if !self.far {
                    self.most_nodes = self.most_nodes.saturating_mul(MORE_NODES);
                }
                self.far = !self.far;
            }
            Tried::Stopped => {}
        }
    }
}

impl<G: Geometry<Word: Shared>, const WIDTH: usize> Engine<G, WIDTH> {
    /// Makes an engine that has a table of at most so many bytes; see [`Table::new`].
    pub(super) fn new(geometry: G, bytes: usize) -> Self {
        Self {
            ground: Ground {
                geometry,
                table: empty_table(geometry, bytes),
                follow_up: FollowUp::new(geometry),
                mirrored_below: geometry.area() / 3,
            },
            threads: 1,
            own: Vec::new(),
        }
    }

    /// Makes the table as large as it may become.
    pub(super) fn grow_table(&mut self) {
        self.ground.table.grow_fully();
    }

    /// Searches on so many threads, where a question is hard and boards fit in one word.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Returns the geometry of the boards it solves.
    pub(super) fn geometry(&self) -> G {
        self.ground.geometry
    }

    /// Bounds the score of a position that is not over, as closely as asked for and the meter allows.
    pub(super) fn solve(
        &mut self,
        board: BitBoard<G>,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds {
        let mut inquiry = Inquiry::new(board, strength);
        self.go_on(&mut inquiry, u64::MAX, budget);
        inquiry.bounds
    }

    /// Does for each of some positions what [`Engine::solve`] does for one. All of them are known to score `least` or more.
    ///
    /// What is quick comes first, and then they take turns, so that none takes all that the meter allows before the others have
    /// been asked about. Several threads search several positions at a time and share the table: that keeps them all busy
    /// with questions that are too easy to be shared.
    pub(super) fn solve_all(
        &mut self,
        boards: impl Iterator<Item = BitBoard<G>>,
        least: i32,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Bounds> {
        let inquiries = boards.map(|board| Inquiry::new(board, strength).at_least(least));
        let mut inquiries: Vec<Inquiry<G>> = inquiries.collect();
        for inquiry in &mut inquiries {
            self.go_on(inquiry, QUICK_TRY, budget);
        }
        loop {
            let open = inquiries.iter_mut().filter(|inquiry| !inquiry.is_settled());
            let mut open: Vec<&mut Inquiry<G>> = open.collect();
            if open.is_empty() || !budget.look() {
                break;
            }
            if self.threads > 1 && open.len() > 1 {
                let worn = G::Word::side_by_side::<G, WIDTH>(
                    &self.ground,
                    open,
                    self.threads,
                    &mut self.own,
                    budget,
                );
                if worn {
                    self.ground.table.grow();
                }
            } else {
                for inquiry in &mut open {
                    self.ask_next(inquiry, u64::MAX, budget);
                }
            }
        }
        inquiries.into_iter().map(|inquiry| inquiry.bounds).collect()
    }

    /// Asks what an inquiry wants to know, until that is settled, the meter stops the search, or a question runs out of
    /// `most_nodes`.
    fn go_on(&mut self, inquiry: &mut Inquiry<G>, most_nodes: u64, budget: &mut SearchBudget) {
        while !inquiry.is_settled() && self.ask_next(inquiry, most_nodes, budget) {}
    }

    /// Asks an inquiry's next question, for at most so many nodes; false when it was not given all that it is worth.
    fn ask_next(&mut self, inquiry: &mut Inquiry<G>, most_nodes: u64, budget: &mut SearchBudget) -> bool {
        let question = inquiry.question();
        let is_whole = question.most_nodes <= most_nodes;
        let most_nodes = question.most_nodes.min(most_nodes);
        match self.ask(
            Question {
                most_nodes,
                ..question
            },
            budget,
        ) {
            Tried::Stopped => return false,
            Tried::OutOfNodes if !is_whole => return false,
            tried => inquiry.learn(tried),
        }
        true
    }

    /// Decides whether a position that is not over scores more than `alpha`.
    pub(super) fn exceeds(
        &mut self,
        board: BitBoard<G>,
        alpha: i32,
        budget: &mut SearchBudget,
    ) -> Result<bool, Stopped> {
        if board.can_win_now() {
            return Ok(score::win(self.ground.geometry.area(), board.stones()) > alpha);
        }
        let root = &Node::root(board);
        let mut most_nodes = LEAST_SHARED;
        loop {
            let question = Question {
                root,
                alpha,
                most_nodes,
            };
            match self.ask(question, budget) {
                Tried::Answered(found) => return Ok(found > alpha),
                Tried::Stopped => return Err(Stopped),
                Tried::OutOfNodes => most_nodes = most_nodes.saturating_mul(MORE_NODES),
            }
        }
    }

    /// Asks a question, and goes on when the table has to grow; see [`Search::bound`](super::search::Search::bound) for what
    /// the answer says.
    fn ask(&mut self, question: Question<'_, G>, budget: &mut SearchBudget) -> Tried {
        loop {
            let threads = self.threads_for(&question, budget.nodes_left());
            let found = if threads > 1 {
                G::Word::together::<G, WIDTH>(&self.ground, question, threads, &mut self.own, budget)
            } else {
                alone::<G, WIDTH>(&self.ground, question, None, budget)
            };
            match found.bound {
                Some(bound) => return Tried::Answered(bound),
                None if !budget.look() => return Tried::Stopped,
                // What has been proved is in the table, so that asking again soon comes to where it ended.
                None if found.worn => self.ground.table.grow(),
                None => return Tried::OutOfNodes,
            }
        }
    }

    /// Returns on how many threads a question is searched: on one if it is easy, or if they would have nothing in common.
    fn threads_for(&self, question: &Question<'_, G>, nodes_left: u64) -> usize {
        let nodes = question.most_nodes.min(nodes_left);
        if nodes <= LEAST_SHARED || !self.ground.shares_moves_of(question.root) {
            return 1;
        }
        let worth_starting = usize::try_from(nodes / LEAST_NODES_A_THREAD).unwrap_or(usize::MAX);
        self.threads.min(worth_starting)
    }
}

#[cfg(test)]
impl<G: Geometry<Word: Shared>, const WIDTH: usize> Engine<G, WIDTH> {
    /// Asks a question of several threads, however easy it is.
    pub(super) fn ask_together(
        &mut self,
        board: BitBoard<G>,
        alpha: i32,
        threads: usize,
        budget: &mut SearchBudget,
    ) -> Option<i32> {
        let question = Question {
            root: &Node::root(board),
            alpha,
            most_nodes: u64::MAX,
        };
        G::Word::together::<G, WIDTH>(&self.ground, question, threads, &mut self.own, budget).bound
    }
}

/// Chooses the α to ask about quick wins and losses: half-way to the ends, ever nearer.
fn far_question(bounds: Bounds) -> i32 {
    let middle = bounds.low + (bounds.high - bounds.low).div_euclid(2);
    if middle <= 0 && bounds.low / 2 < middle {
        bounds.low / 2
    } else if middle >= 0 && bounds.high / 2 > middle {
        bounds.high / 2
    } else {
        middle
    }
}

/// Chooses the α to ask who wins, and then how, from the nearest end of the game on.
fn near_question(bounds: Bounds) -> i32 {
    if bounds.low > 0 {
        bounds.low
    } else if bounds.high > 0 {
        0
    } else {
        bounds.high - 1
    }
}
