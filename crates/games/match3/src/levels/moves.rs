//! The legal moves of a position.

use quincunx_core::{ActionList, ActionSet, ByNumber, Cell, Size};

use super::level::{Matching, MoveName};
use super::rules::LevelGame;
use crate::framework::{BasicMove, MoveKind};
use crate::shariki::Kind;
use crate::shariki::packed::{Packed, bit_of, bits, cell_of};
use crate::shariki::swaps::Exchanges;

/// The legal moves of a position, in the order of [`BasicMove`]s.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Moves(Set);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Set {
    /// Of a level that knows neighbours' exchanges only: those to the right, then those downwards.
    Flips(Exchanges),
    /// Of any other.
    List(ActionList<BasicMove>),
}

impl Moves {
    /// Makes the set without moves.
    pub(super) const fn none(size: Size) -> Self {
        Self(Set::Flips(Exchanges::new(size, [0; 2])))
    }
}

const fn flip_right(cell: Cell) -> BasicMove {
    BasicMove::new(MoveKind::FlipRight(cell))
}

const fn flip_down(cell: Cell) -> BasicMove {
    BasicMove::new(MoveKind::FlipDown(cell))
}

impl ActionSet<BasicMove> for Moves {
    fn len(&self) -> usize {
        match &self.0 {
            Set::Flips(flips) => flips.len(),
            Set::List(list) => list.len(),
        }
    }

    fn get(&self, n: usize) -> Option<BasicMove> {
        match &self.0 {
            Set::Flips(flips) => {
                let (kind, cell) = flips.get(n)?;
                Some(if kind == 0 {
                    flip_right(cell)
                } else {
                    flip_down(cell)
                })
            }
            Set::List(list) => list.get(n),
        }
    }

    fn contains(&self, step: BasicMove) -> bool {
        match &self.0 {
            Set::Flips(flips) => match step.kind() {
                MoveKind::FlipRight(cell) => flips.contain(0, cell),
                MoveKind::FlipDown(cell) => flips.contain(1, cell),
                _ => false,
            },
            Set::List(list) => list.contains(step),
        }
    }
}

impl IntoIterator for Moves {
    type Item = BasicMove;
    type IntoIter = ByNumber<Self, BasicMove>;

    fn into_iter(self) -> Self::IntoIter {
        ByNumber::new(self)
    }
}

impl LevelGame {
    /// Lists the moves that are legal on a board at rest. Every cell that a move touches holds an element.
    pub(super) fn moves_on(&self, board: &Packed) -> Moves {
        let size = self.level().size();
        let names = &self.level().moves;
        let knows = |name| names.contains(&name);
        let occupied = board.occupied();
        let all = [
            occupied & occupied >> size.rows(),
            occupied & (occupied & !self.layout().top()) >> 1,
        ];
        let swaps = if knows(MoveName::Swap) {
            self.swaps_on(board, all)
        } else {
            [0; 2]
        };
        let [right, down] = [
            if knows(MoveName::FlipRight) {
                all[0]
            } else {
                swaps[0]
            },
            if knows(MoveName::FlipDown) {
                all[1]
            } else {
                swaps[1]
            },
        ];
        if names.iter().all(|&name| name <= MoveName::FlipDown) {
            return Moves(Set::Flips(Exchanges::new(size, [right, down])));
        }
        let at = |mask, flip: fn(Cell) -> BasicMove| bits(mask).map(move |bit| flip(cell_of(size, bit)));
        let mut list: Vec<BasicMove> = at(right, flip_right).chain(at(down, flip_down)).collect();
        let columns = || 0..size.columns();
        let rows = || 0..size.rows();
        let mut turns = Vec::new();
        if knows(MoveName::RotateSquareClockwise) {
            let corners = columns().flat_map(|column| rows().map(move |row| Cell::new(column, row)));
            turns.extend(corners.map(MoveKind::RotateSquareClockwise));
        }
        if knows(MoveName::RotateColumnDown) {
            turns.extend(columns().map(MoveKind::RotateColumnDown));
        }
        if knows(MoveName::RotateRowRight) {
            turns.extend(rows().map(MoveKind::RotateRowRight));
        }
        let is_on_elements = |step: &BasicMove| {
            step.fits_size(size)
                && step
                    .cycle(size)
                    .all(|cell| occupied >> bit_of(size, cell) & 1 == 1)
        };
        let turns = turns.into_iter().map(BasicMove::new).filter(is_on_elements);
        list.extend(turns.flat_map(|turn| [turn, turn.reversed()]));
        Moves(Set::List(ActionList::from_sorted(list)))
    }

    /// Finds the exchanges, out of all, that make a match: those to the right, then those downwards.
    fn swaps_on(&self, board: &Packed, all: [u128; 2]) -> [u128; 2] {
        let size = self.level().size();
        let cells = |bit: u32, flip: fn(Cell) -> BasicMove| {
            let [from, to] = [0, 1].map(|n| flip(cell_of(size, bit)).cycle(size).nth(n));
            [from, to].map(|cell| cell.expect("an exchange is of two cells"))
        };
        let candidates = match &self.level().matching {
            Matching::Combinations(kinds) => {
                // Every combination holds a line of three, so no other exchange makes one.
                let [down, right] = board.swap_masks(self.layout());
                let candidates = [all[0] & right, all[1] & down];
                if kinds.contains(&Kind::Three) {
                    return candidates;
                }
                candidates
            }
            Matching::Deltas(_) => all,
        };
        keep(candidates, |bit, flip| {
            let [a, b] = cells(bit, flip);
            let mut after = *board;
            after.swap(a, b);
            self.has_match(&after)
        })
    }
}

/// Keeps the exchanges to the right and downwards that satisfy a condition.
fn keep(candidates: [u128; 2], mut holds: impl FnMut(u32, fn(Cell) -> BasicMove) -> bool) -> [u128; 2] {
    let [right, down] = candidates;
    [(right, flip_right as fn(Cell) -> BasicMove), (down, flip_down)].map(|(mask, flip)| {
        let kept = bits(mask).filter(|&bit| holds(bit, flip));
        kept.fold(0, |kept, bit| kept | 1 << bit)
    })
}
