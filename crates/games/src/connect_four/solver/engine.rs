//! Which questions lead to a score, and in what order.

use quincunx_core::grid::bits::Geometry;
use quincunx_search::Meter;

use super::follow_up::FollowUp;
use super::parallel::{Question, Shared, alone};
use super::search::{Ground, Node, empty_table};
use super::{Bounds, Stopped, Strength, score};
use crate::bound_table::Table;
use crate::connect_four::bits::BitBoard;

/// Nodes for the first try at a near question.
const FIRST_TRY: u64 = 160_000;

/// The part of a near question's nodes that a far one gets, after the first.
const FAR_PART: u64 = 32;

/// Nodes for the first try at a far question: quick wins take few.
const FIRST_FAR_TRY: u64 = 20_000;

/// How many times as many nodes the next try gets.
const MORE_NODES: u64 = 8;

/// A try at a question with so many nodes is worth starting threads for.
const LEAST_SHARED: u64 = 1_000_000;

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
enum Tried {
    Answered(i32),
    OutOfNodes,
    Stopped,
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
    ///
    /// The score is found by asking "more than α?" of ever fewer values. Two kinds of α take turns: *far* ones, about
    /// quick wins and losses, whose proofs are shallow if there are any; and *near* ones, about who wins at all, which
    /// settle most positions that are hard. Neither is right for all, so whenever one runs out of its budget, which grows
    /// from turn to turn, the other kind goes on; what a question that ran out has proved is in the table. (Against far
    /// questions alone that saved 28 % of the nodes of Test_L1_R3; near questions alone take ten times the nodes of
    /// Test_L1_R1.) To learn only who wins it begins with the near ones.
    pub(super) fn solve(&mut self, board: BitBoard<G>, strength: Strength, meter: &mut Meter) -> Bounds {
        let (area, stones) = (self.ground.geometry.area(), board.stones());
        debug_assert!(stones < area && !board.has_won(), "the game is not over");
        if board.can_win_now() {
            return Bounds::exactly(score::win(area, stones));
        }
        let mut bounds = Bounds {
            low: -score::win(area, stones + 1),
            high: score::win(area, stones + 2),
        };
        let mut most_nodes = FIRST_TRY;
        let mut far = strength == Strength::Strong;
        while !bounds.is_settled(strength) {
            let (alpha, nodes) = if far {
                (far_question(bounds), FIRST_FAR_TRY.max(most_nodes / FAR_PART))
            } else {
                (near_question(bounds), most_nodes)
            };
            match self.ask(board, alpha, nodes, meter) {
                Tried::Stopped => break,
                Tried::Answered(found) => {
                    if found <= alpha {
                        bounds.high = found;
                    } else {
                        bounds.low = found;
                    }
                }
                Tried::OutOfNodes => {
                    if !far {
                        most_nodes = most_nodes.saturating_mul(MORE_NODES);
                    }
                    far = !far;
                }
            }
        }
        bounds
    }

    /// Decides whether a position that is not over scores more than `alpha`.
    pub(super) fn exceeds(
        &mut self,
        board: BitBoard<G>,
        alpha: i32,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        if board.can_win_now() {
            return Ok(score::win(self.ground.geometry.area(), board.stones()) > alpha);
        }
        let mut most_nodes = LEAST_SHARED;
        loop {
            match self.ask(board, alpha, most_nodes, meter) {
                Tried::Answered(found) => return Ok(found > alpha),
                Tried::Stopped => return Err(Stopped),
                Tried::OutOfNodes => most_nodes = most_nodes.saturating_mul(MORE_NODES),
            }
        }
    }

    /// Asks whether the score is more than `alpha`, for at most so many nodes a thread; see
    /// [`Search::bound`](super::search::Search::bound) for what the answer says.
    fn ask(&mut self, board: BitBoard<G>, alpha: i32, most_nodes: u64, meter: &mut Meter) -> Tried {
        let question = Question {
            root: &Node::root(board),
            alpha,
            most_nodes,
        };
        loop {
            let found = if self.threads > 1 && most_nodes.min(meter.nodes_left()) > LEAST_SHARED {
                G::Word::together::<G, WIDTH>(&self.ground, question, self.threads, &mut self.own, meter)
            } else {
                alone::<G, WIDTH>(&self.ground, question, None, meter)
            };
            match found.bound {
                Some(bound) => return Tried::Answered(bound),
                None if !meter.look() => return Tried::Stopped,
                // What has been proved is in the table, so that asking again soon comes to where it ended.
                None if found.worn => self.ground.table.grow(),
                None => return Tried::OutOfNodes,
            }
        }
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
        meter: &mut Meter,
    ) -> Option<i32> {
        let question = Question {
            root: &Node::root(board),
            alpha,
            most_nodes: u64::MAX,
        };
        G::Word::together::<G, WIDTH>(&self.ground, question, threads, &mut self.own, meter).bound
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
