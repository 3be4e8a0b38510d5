//! The search for the exact score of a position on bit boards.

use quincunx_search::Meter;

use super::order::{Centrality, MoveList};
use super::table::{Known, Table};
use super::{Bounds, Stopped, Strength, score};
use crate::connect_four::bits::BitBoard;
use quincunx_core::grid::bits::{Geometry, Word};

/// An exact solver for boards of one geometry, with the knowledge it gathers.
///
/// Scores do not depend on what the table holds, so one engine may be asked about any positions in any order; what
/// one question taught makes the next cheaper. Only the number of nodes, never an exact answer, depends on the past.
pub(super) struct Engine<G: Geometry> {
    geometry: G,
    table: Table<G::Word>,
    centrality: Centrality,
    /// Positions with fewer stones are looked up together with their mirror images.
    mirrored_below: u32,
}

impl<G: Geometry> Engine<G> {
    /// Makes an engine that has a table of at most so many bytes, at least 1 MiB.
    pub(super) fn new(geometry: G, bytes: usize) -> Self {
        Self {
            geometry,
            table: Table::new(bytes),
            centrality: Centrality::new(geometry),
            mirrored_below: geometry.area() / 3,
        }
    }

    /// Returns the geometry of the boards it solves.
    pub(super) fn geometry(&self) -> G {
        self.geometry
    }

    /// Bounds the score of a position that is not over, as closely as the meter allows.
    ///
    /// The score is found by asking "more than this?" of ever fewer values. Questions near zero come first: most
    /// positions score there, and they are settled by shorter proofs than those about the quickest win.
    pub(super) fn solve(&mut self, board: BitBoard<G>, strength: Strength, meter: &mut Meter) -> Bounds {
        let (area, stones) = (self.geometry.area(), board.stones());
        debug_assert!(stones < area && !board.has_won(), "the game is not over");
        self.table.begin();
        if board.can_win_now() {
            return Bounds::exactly(score::win(area, stones));
        }
        let mut bounds = Bounds {
            low: -score::win(area, stones + 1),
            high: score::win(area, stones + 2),
        };
        while !bounds.is_settled(strength) {
            let alpha = match strength {
                Strength::Strong => question(bounds),
                Strength::Weak if bounds.high > 0 => 0,
                Strength::Weak => -1,
            };
            match self.search(board, alpha, meter) {
                Err(Stopped) => break,
                Ok(found) if found <= alpha => bounds.high = found,
                Ok(found) => bounds.low = found,
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
        let found = if board.can_win_now() {
            score::win(self.geometry.area(), board.stones())
        } else {
            self.search(board, alpha, meter)?
        };
        Ok(found > alpha)
    }

    /// Bounds the score of a position on one side of `alpha`.
    ///
    /// Returns r ≤ alpha when score ≤ r, and r > alpha when score ≥ r. The mover must not be able to win with the
    /// next stone; every position below the root is so because moves that hand over such a win are left out.
    fn search(&mut self, board: BitBoard<G>, alpha: i32, meter: &mut Meter) -> Result<i32, Stopped> {
        debug_assert!(!board.can_win_now());
        if !meter.count() {
            return Err(Stopped);
        }
        let (area, stones) = (self.geometry.area(), board.stones());
        let moves = moves_that_do_not_lose(&board);
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
        // With one move there is nothing to look up, order or cut: what follows it is what there is to know.
        if moves.without_lowest() == G::Word::ZERO {
            return Ok(-self.search(board.after(moves), -alpha - 1, meter)?);
        }
        let key = self.key(&board, stones);
        if let Some(noted) = self.table.get(key) {
            if noted.upper <= alpha {
                return Ok(noted.upper);
            }
            if noted.lower > alpha {
                return Ok(noted.lower);
            }
            known = noted;
        }

        let moves = MoveList::new(&board, moves, &self.centrality);
        // Before any reply is searched, one that is already known to refute is looked for.
        for landing in moves.landings() {
            if let Some(noted) = self.table.get(self.key(&board.after(landing), stones + 1))
                && -noted.upper > alpha
            {
                return Ok(-noted.upper);
            }
        }
        let mut best = known.lower;
        for landing in moves.landings() {
            let score = -self.search(board.after(landing), -alpha - 1, meter)?;
            if score > alpha {
                self.table.set(
                    key,
                    Known {
                        lower: score.max(known.lower),
                        ..known
                    },
                );
                return Ok(score);
            }
            best = best.max(score);
        }
        self.table.set(key, Known { upper: best, ..known });
        Ok(best)
    }

    /// Returns the key under which a position is looked up: the same for both mirror images while there are few
    /// stones; later they seldom meet and are not worth the reflecting.
    #[inline]
    fn key(&self, board: &BitBoard<G>, stones: u32) -> G::Word {
        let key = board.key();
        if stones < self.mirrored_below {
            key.min(board.mirrored().key())
        } else {
            key
        }
    }
}

/// Chooses the α to ask for next.
fn question(bounds: Bounds) -> i32 {
    let middle = bounds.low + (bounds.high - bounds.low).div_euclid(2);
    if middle <= 0 && bounds.low / 2 < middle {
        bounds.low / 2
    } else if middle >= 0 && bounds.high / 2 > middle {
        bounds.high / 2
    } else {
        middle
    }
}

/// Returns the landing cells after which the opponent cannot win at once; none when every move loses.
///
/// If the opponent threatens to complete a four on a landing cell it must be taken; two such cells, or one with
/// another threat right above it, cannot be met. And no stone may go right below a threat of the opponent's.
#[inline]
fn moves_that_do_not_lose<G: Geometry>(board: &BitBoard<G>) -> G::Word {
    let threats = board.waiting_threats();
    let mut moves = board.landings();
    let forced = moves & threats;
    if forced != G::Word::ZERO {
        if forced.without_lowest() != G::Word::ZERO {
            return G::Word::ZERO;
        }
        moves = forced;
    }
    moves & !(threats >> 1)
}
