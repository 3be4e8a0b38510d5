//! The transposition table of the packed search.

use crate::packed_board::PackedBoard;

/// The values of afterstates, by board, depth and rare pieces left. Evaluations, of depth 0, have a half of
/// their own, as they are many and would displace what took longer to search.
///
/// An entry is valid for the search that stored it only, so that an answer depends on nothing but the
/// position.
pub(super) struct TranspositionTable {
    entries: Vec<Slot>,
    search: u16,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    board: PackedBoard,
    value: f32,
    search: u16,
    depth: u8,
    rare_left: u8,
}

impl TranspositionTable {
    /// 2^16 entries of 16 bytes, for each half, are 2 MiB and stay in the cache.
    const BITS: u32 = 16;

    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            search: 0,
        }
    }

    pub(super) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 || self.entries.is_empty() {
            self.entries.clear();
            self.entries.resize(2 << Self::BITS, Slot::default());
            self.search = 1;
        }
    }

    #[inline]
    fn slot(board: PackedBoard, depth: u32, rare_left: u32) -> usize {
        let key = board.0 ^ u64::from(depth * 4 + rare_left) << 58;
        let mixed = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let half = usize::from(depth == 0) << Self::BITS;
        half | (mixed >> (u64::BITS - Self::BITS)) as usize
    }

    #[inline]
    pub(super) fn get(&self, board: PackedBoard, depth: u32, rare_left: u32) -> Option<f32> {
        let entry = &self.entries[Self::slot(board, depth, rare_left)];
        let is_found = entry.board == board
            && entry.search == self.search
            && (u32::from(entry.depth), u32::from(entry.rare_left)) == (depth, rare_left);
        is_found.then_some(entry.value)
    }

    #[inline]
    pub(super) fn put(&mut self, board: PackedBoard, depth: u32, rare_left: u32, value: f32) {
        self.entries[Self::slot(board, depth, rare_left)] = Slot {
            board,
            value,
            search: self.search,
            depth: depth as u8,
            rare_left: rare_left as u8,
        };
    }
}
