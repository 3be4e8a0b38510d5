//! The generated positions of the first plies.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use quincunx_core::grid::bits::{Geometry, Word};
use rustc_hash::FxHasher;

use crate::bitboard::{BitBoard, Standard};

/// All reachable positions with some number of stones that are not over, one of each two mirror images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    /// Ascending keys; see [`BitBoard::key`].
    keys: Vec<u64>,
}

/// Generates the layers of 0 to `plies` stones.
pub(crate) fn layers(plies: u32) -> Vec<Layer> {
    let mut layers = vec![Layer {
        keys: vec![BitBoard::new(Standard::default()).key()],
    }];
    for _ in 0..plies {
        let layer = layers.last().expect("there is one from the beginning");
        let mut keys: Vec<u64> = layer
            .boards()
            .flat_map(|board| replies(&board).map(|reply| reply.canonical_key()))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        layers.push(Layer { keys });
    }
    layers
}

/// Returns the indices of the last layer's positions in the order of a depth-first search, in which a
/// solver's table helps from one to the next.
pub(crate) fn depth_first_order(layers: &[Layer]) -> Vec<usize> {
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
    if !seen[ply].insert(board.canonical_key()) {
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

/// Iterates over the positions after each move that does not win.
pub(crate) fn replies(board: &BitBoard<Standard>) -> impl Iterator<Item = BitBoard<Standard>> + use<> {
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
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Iterates over the positions in the order of their keys.
    pub(crate) fn boards(&self) -> impl Iterator<Item = BitBoard<Standard>> {
        self.keys.iter().map(|key| board_of_key(*key))
    }

    /// Returns the position at an index.
    pub(crate) fn board(&self, at: usize) -> BitBoard<Standard> {
        board_of_key(self.keys[at])
    }

    /// Returns the index of a position or of its mirror image.
    pub(crate) fn find(&self, board: &BitBoard<Standard>) -> Option<usize> {
        self.keys.binary_search(&board.canonical_key()).ok()
    }
}

/// Decodes a key.
///
/// With the bottom row added, each column holds 2^n + s for n stones among which the mover's make the number
/// s.
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
        // John Tromp's counts (OEIS A212693), mirror images counted separately.
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
        let mut order = depth_first_order(&layers);
        assert_eq!(order.len(), layers[5].len());
        order.sort_unstable();
        order.dedup();
        assert_eq!(order.len(), layers[5].len());
    }
}
