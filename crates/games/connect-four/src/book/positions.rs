//! The positions of the first plies, found again whenever they are needed.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use quincunx_core::grid::bits::{Geometry, Word};
use rustc_hash::FxHasher;

use crate::bits::{BitBoard, Standard};

/// All positions with some number of stones that play can reach and that are not over, one of each two mirror images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Their keys in ascending order; see [`BitBoard::key`].
    keys: Vec<u64>,
}

/// Finds the layers of 0 to `plies` stones.
#[must_use]
pub fn layers(plies: u32) -> Vec<Layer> {
    let mut layers = vec![Layer {
        keys: vec![BitBoard::new(Standard::default()).key()],
    }];
    for _ in 0..plies {
        let layer = layers.last().expect("there is one from the beginning");
        let mut keys: Vec<u64> = layer
            .boards()
            .flat_map(|board| replies(&board).map(|reply| reply.key_of_both_images()))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        layers.push(Layer { keys });
    }
    layers
}

/// Lists the last layer's positions by their places in it, in an order in which those that have much in common lie near
/// each other: as they are first met by going through the game tree in depth.
///
/// What a solver has learnt of one then helps with the next.
#[must_use]
pub fn related(layers: &[Layer]) -> Vec<usize> {
    let mut seen: Vec<HashSet<u64, BuildHasherDefault<FxHasher>>> = vec![HashSet::default(); layers.len()];
    let mut order = Vec::new();
    visit(&BitBoard::new(Standard::default()), layers, &mut seen, &mut order);
    order
}

fn visit(
    board: &BitBoard<Standard>,
    layers: &[Layer],
    seen: &mut [HashSet<u64, BuildHasherDefault<FxHasher>>],
    order: &mut Vec<usize>,
) {
    let ply = board.stones() as usize;
    if !seen[ply].insert(board.key_of_both_images()) {
        return;
    }
    if ply + 1 == layers.len() {
        order.push(layers[ply].find(board).expect("play reaches it"));
    } else {
        for reply in replies(board) {
            visit(&reply, layers, seen, order);
        }
    }
}

/// Lists the positions after each move that does not end the game by a four.
pub fn replies(board: &BitBoard<Standard>) -> impl Iterator<Item = BitBoard<Standard>> + use<> {
    let board = *board;
    let mut left = board.landings();
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let landing = left.lowest();
            left = left.without_lowest();
            board.after(landing)
        })
    })
    .filter(|reply| !reply.has_won())
}

impl Layer {
    /// Returns how many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Tells whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Lists the positions in the order of their keys.
    pub fn boards(&self) -> impl Iterator<Item = BitBoard<Standard>> {
        self.keys.iter().map(|key| board_of_key(*key))
    }

    /// Returns the position at a place.
    #[must_use]
    pub fn board(&self, at: usize) -> BitBoard<Standard> {
        board_of_key(self.keys[at])
    }

    /// Returns the place of a position or of its mirror image.
    #[must_use]
    pub fn find(&self, board: &BitBoard<Standard>) -> Option<usize> {
        self.keys.binary_search(&board.key_of_both_images()).ok()
    }
}

/// Reads a position from its key.
///
/// Adding the bottom row to a key leaves in each column 2^n + s for n stones of which the mover's make the number s: the
/// highest bit says how many stones there are, the bits below it whose they are.
fn board_of_key(key: u64) -> BitBoard<Standard> {
    let geometry = Standard::default();
    let marked = key + geometry.bottom();
    let (mut mover, mut mask) = (0, 0);
    for column in 0..geometry.columns() {
        let shift = column * geometry.stride();
        let marked = (marked >> shift) & ((1 << geometry.stride()) - 1);
        let stones = (1 << marked.ilog2()) - 1;
        mask |= stones << shift;
        mover |= (marked & stones) << shift;
    }
    BitBoard::from_stones(geometry, mover, mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_hold_every_position_once() {
        // The positions that play reaches, by the number of stones, from John Tromp's count (OEIS A212693), before
        // mirror images are taken together: 1, 7, 49, 238, 1120, 4263, 16422.
        let layers = layers(6);
        let count = |layer: &Layer| -> usize {
            let images = layer
                .boards()
                .map(|board| if board == board.mirrored() { 1 } else { 2 });
            images.sum()
        };
        let counts: Vec<usize> = layers.iter().map(count).collect();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422]);
    }

    #[test]
    fn a_position_is_found_by_its_key_and_its_mirror_image() {
        for layer in layers(5) {
            for (at, board) in layer.boards().enumerate() {
                assert_eq!(layer.find(&board), Some(at));
                assert_eq!(layer.find(&board.mirrored()), Some(at));
                assert_eq!(layer.board(at), board);
            }
        }
    }

    #[test]
    fn the_order_for_solving_lists_each_position_once() {
        let layers = layers(5);
        let mut order = related(&layers);
        assert_eq!(order.len(), layers[5].len());
        order.sort_unstable();
        order.dedup();
        assert_eq!(order.len(), layers[5].len());
    }
}
