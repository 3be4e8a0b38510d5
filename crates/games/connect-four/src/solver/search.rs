//! The search that settles one question: is the score of a position more than α?

use quincunx_core::grid::bits::{Geometry, Word};
use quincunx_search::SearchBudget;

use super::follow_up::FollowUp;
use super::order::Moves;
use super::parallel::{Busy, Teammate};
use super::score;
use crate::bits::{BitBoard, has_four};
use quincunx_search::transposition_table::{Known, Stored, Table};

/// With fewer empty cells a position is searched again sooner than looked up.
const LEAST_EMPTY_NOTED: u32 = 7;

/// With fewer empty cells the replies are not looked up before they are searched.
const LEAST_EMPTY_FOR_CUT_OFFS: u32 = 11;

/// With fewer empty cells threads do not share what they find out about a position, nor the moves that lead to it.
const LEAST_EMPTY_SHARED: u32 = 22;

/// How many times sooner a table grows that is shared: the many positions with few empty cells are not in it.
const SOONER_SHARED: u64 = 4;

/// The search was ended before it could tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paused;

/// What all searches on a size of board have in common.
pub(super) struct Ground<G: Geometry<Word: Stored>> {
    pub(super) geometry: G,
    pub(super) table: Table<G::Word>,
    pub(super) follow_up: FollowUp<G>,
    /// Positions with fewer stones are looked up together with their mirror images.
    pub(super) mirrored_below: u32,
}

/// Makes an empty table for the boards of a geometry that may grow to so many bytes.
pub(super) fn empty_table<G: Geometry<Word: Stored>>(geometry: G, bytes: usize) -> Table<G::Word> {
    let most_score = (geometry.area() as i32 + 1) / 2;
    Table::new(geometry.columns() * geometry.stride(), most_score, bytes)
}

/// One thread's search for the answer to one question.
pub(super) struct Search<'a, G: Geometry<Word: Stored>, const WIDTH: usize> {
    ground: &'a Ground<G>,
    budget: &'a mut SearchBudget,
    /// What other threads are searching; absent when there are none.
    busy: Option<&'a Busy>,
    /// Where positions are noted that are not shared: with no other threads, the table of the ground.
    own: &'a Table<G::Word>,
    nodes: u64,
    /// The node at which limits are looked at next.
    look_at: u64,
    /// Nodes that the meter has been told of.
    told: u64,
    most_nodes: u64,
    written: u64,
    most_written: u64,
}

/// A position, and what is known of it from the one before.
#[derive(Clone, Copy)]
pub(super) struct Node<G: Geometry> {
    board: BitBoard<G>,
    stones: u32,
    /// The empty cells where the player who is not to move would complete a four.
    threats: G::Word,
    /// Whether the static proofs have been tried on it, with the very α that it is searched with.
    tried: bool,
}

impl<G: Geometry> Node<G> {
    /// Makes the node of a position where a search begins.
    pub(super) fn root(board: BitBoard<G>) -> Self {
        Self {
            board,
            stones: board.stones(),
            threats: board.waiting_threats(),
            tried: false,
        }
    }

    /// Tells whether the mover, who cannot win with the next stone, must let the other win with the one after: two of the
    /// cells where that completes a four can be reached, or one and the cell right above it.
    #[inline]
    fn is_lost(&self) -> bool {
        let forced = self.board.landings() & self.threats;
        forced.without_lowest() != G::Word::ZERO || (forced << 1) & self.threats != G::Word::ZERO
    }

    #[inline]
    fn after(&self, landing: G::Word, threats: G::Word, tried: bool) -> Self {
        Self {
            board: self.board.after(landing),
            stones: self.stones + 1,
            threats,
            tried,
        }
    }
}

impl<'a, G: Geometry<Word: Stored>, const WIDTH: usize> Search<'a, G, WIDTH> {
    /// Makes a search that ends with the meter or after `most_nodes`; one of several has a table of its own.
    pub(super) fn new(
        ground: &'a Ground<G>,
        budget: &'a mut SearchBudget,
        most_nodes: u64,
        team: Option<Teammate<'a, G::Word>>,
    ) -> Self {
        let most_written = match &team {
            Some(_) => ground.table.worn_after() / SOONER_SHARED,
            None => ground.table.worn_after(),
        };
        let mut search = Self {
            ground,
            budget,
            busy: team.as_ref().map(|mate| mate.busy),
            own: team.map_or(&ground.table, |mate| mate.own),
            nodes: 0,
            look_at: 0,
            told: 0,
            most_nodes,
            written: 0,
            most_written,
        };
        search.plan_look();
        search
    }

    /// Tells whether the search ended because the table should grow.
    pub(super) fn is_worn(&self) -> bool {
        self.written > self.most_written
    }

    /// Tells the meter of all nodes; false when it has stopped the search.
    pub(super) fn settle(&mut self) -> bool {
        let untold = self.nodes - self.told;
        self.told = self.nodes;
        self.budget.count_many(untold)
    }

    /// Bounds the score of a position on one side of `alpha`.
    ///
    /// Returns r ≤ alpha when score ≤ r, and r > alpha when score ≥ r. The mover must not be able to win with the
    /// next stone; every position below the root is so because moves that hand over such a win are left out.
    pub(super) fn bound(&mut self, node: &Node<G>, alpha: i32) -> Result<i32, Paused> {
        let ground = self.ground;
        let (geometry, board, stones) = (ground.geometry, &node.board, node.stones);
        debug_assert!(!board.can_win_now());
        self.nodes += 1;
        if self.nodes >= self.look_at && !self.look() {
            return Err(Paused);
        }
        let area = geometry.area();
        let landings = board.landings();
        let forced = landings & node.threats;
        let moves = moves_that_do_not_lose(landings, node.threats);
        if moves == G::Word::ZERO {
            return Ok(-score::win(area, stones + 1));
        }
        if stones + 2 >= area {
            return Ok(0);
        }
        // Neither player can win with their next stone: that bounds what is still possible.
        let mut known = Known {
            lower: -score::win(area, stones + 3),
            upper: score::win(area, stones + 2),
        };
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        if known.lower > alpha {
            return Ok(known.lower);
        }
        // Dead lines: whoever has no line left that the other has no stone in cannot win.
        let empty = geometry.cells() ^ board.mask();
        let hopeful = if alpha >= 0 {
            board.mover()
        } else {
            board.waiting()
        };
        if !has_four(geometry, hopeful | empty) {
            return Ok(0);
        }
        if !node.tried
            && forced == G::Word::ZERO
            && let Some(bound) = ground.follow_up.at_most(board, node.threats, stones, alpha)
        {
            return Ok(bound);
        }
        // With one move there is nothing to look up, order or cut: what follows it is what there is to know.
        if moves.without_lowest() == G::Word::ZERO {
            let after = node.after(moves, board.threats_after(moves) & !moves, false);
            if after.is_lost() {
                return Ok(score::win(area, stones + 2));
            }
            return Ok(-self.bound(&after, -alpha - 1)?);
        }
        let noted = area - stones >= LEAST_EMPTY_NOTED;
        let key = ground.key(board, stones);
        let table = self.table(area - stones);
        if noted && let Some(found) = table.get(key) {
            if found.upper <= alpha {
                return Ok(found.upper);
            }
            if found.lower > alpha {
                return Ok(found.lower);
            }
            known = found;
        }
        let list = Moves::<G::Word, WIDTH>::new(board, moves);
        let children = list
            .iter(geometry, moves)
            .map(|mv| node.after(mv.landing, mv.threats, true));
        if children.clone().any(|child| child.is_lost()) {
            return Ok(score::win(area, stones + 2));
        }
        // Before any reply is searched, one is looked for that refutes by a static proof or by what is known of it.
        for child in children.clone() {
            if child.threats & child.board.landings() == G::Word::ZERO
                && let Some(bound) =
                    ground
                        .follow_up
                        .at_most(&child.board, child.threats, stones + 1, -alpha - 1)
            {
                return Ok(-bound);
            }
        }
        if area - stones >= LEAST_EMPTY_FOR_CUT_OFFS {
            let table = self.table(area - stones - 1);
            for child in children.clone() {
                if let Some(found) = table.get(ground.key(&child.board, stones + 1))
                    && -found.upper > alpha
                {
                    return Ok(-found.upper);
                }
            }
        }
        let before = self.nodes;
        let score = if self.busy.is_some() && ground.shares_moves_of(node) {
            self.best_shared(children, alpha, known.lower)?
        } else {
            self.best(children, alpha, known.lower)?
        };
        if noted {
            let known = if score > alpha {
                Known {
                    lower: score,
                    ..known
                }
            } else {
                Known {
                    upper: score,
                    ..known
                }
            };
            table.set(key, known, self.nodes - before);
            // What goes to a table of its own does not wear the common one.
            self.written += u64::from(self.busy.is_none() || area - stones >= LEAST_EMPTY_SHARED);
        }
        Ok(score)
    }

    /// Returns the table for positions with so many empty cells.
    #[inline]
    fn table(&self, empty: u32) -> &'a Table<G::Word> {
        if empty >= LEAST_EMPTY_SHARED {
            &self.ground.table
        } else {
            self.own
        }
    }

    /// Returns the best of the replies' scores, or the first one beyond `alpha`; it is at least `lower`.
    #[inline]
    fn best(
        &mut self,
        children: impl Iterator<Item = Node<G>>,
        alpha: i32,
        lower: i32,
    ) -> Result<i32, Paused> {
        let mut best = lower;
        for child in children {
            let score = -self.bound(&child, -alpha - 1)?;
            if score > alpha {
                return Ok(score);
            }
            best = best.max(score);
        }
        Ok(best)
    }

    /// Does as [`Search::best`], but leaves moves that another thread is searching for later.
    #[cold]
    fn best_shared(
        &mut self,
        children: impl Iterator<Item = Node<G>>,
        alpha: i32,
        lower: i32,
    ) -> Result<i32, Paused> {
        let busy = self.busy.expect("only called with other threads");
        let mut best = lower;
        let mut later = Vec::new();
        for (number, child) in children.enumerate() {
            let key = child.board.key().low();
            if number > 0 && busy.is_searched(key) {
                later.push(child);
                continue;
            }
            let score = {
                let _mark = busy.mark(key);
                -self.bound(&child, -alpha - 1)?
            };
            if score > alpha {
                return Ok(score);
            }
            best = best.max(score);
        }
        self.best(later.into_iter(), alpha, best)
    }

    /// Looks at the limits; false when the search must end.
    #[cold]
    fn look(&mut self) -> bool {
        if !self.settle() || self.nodes > self.most_nodes || self.is_worn() {
            return false;
        }
        if self.busy.is_some_and(Busy::has_ended) {
            return false;
        }
        self.plan_look();
        true
    }

    fn plan_look(&mut self) {
        let next = self.nodes.saturating_add(self.budget.until_look());
        self.look_at = next.min(self.most_nodes.saturating_add(1));
    }
}

impl<G: Geometry<Word: Stored>> Ground<G> {
    /// Tells whether what one thread proves of a position's replies is there for the others to find.
    #[inline]
    pub(super) fn shares_moves_of(&self, node: &Node<G>) -> bool {
        self.geometry.area() - node.stones > LEAST_EMPTY_SHARED
    }

    /// Returns the key under which a position is looked up: the same for both mirror images while there are few
    /// stones; later they seldom meet and are not worth the reflecting.
    #[inline]
    fn key(&self, board: &BitBoard<G>, stones: u32) -> G::Word {
        if stones < self.mirrored_below {
            board.key_of_both_images()
        } else {
            board.key()
        }
    }
}

/// Returns the landing cells after which the opponent, who threatens the cells `threats`, cannot win at once; none when
/// every move loses.
///
/// If the opponent threatens to complete a four on a landing cell it must be taken; two such cells, or one with
/// another threat right above it, cannot be met. And no stone may go right below a threat of the opponent's.
#[inline]
fn moves_that_do_not_lose<W: Word>(landings: W, threats: W) -> W {
    let mut moves = landings;
    let forced = landings & threats;
    if forced != W::ZERO {
        if forced.without_lowest() != W::ZERO {
            return W::ZERO;
        }
        moves = forced;
    }
    moves & !(threats >> 1)
}
