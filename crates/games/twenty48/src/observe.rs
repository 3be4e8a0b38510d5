//! What learners see: the binary logarithms of the pieces, on the readable rules and on the packed twin.

use quincunx_core::{ActionSet, BitAction, DenseActions, Direction, Player, Size};

use super::packed_rules::{PackedPosition, PackedTwenty48};
use super::position::{LARGEST, Position};
use super::rules::Twenty48;
use quincunx_registry::environment::{Batch, Environments, Learned, Opponent, Seen, Setup, dense_action};

impl Learned for Twenty48 {
    fn seen(&self) -> Seen {
        seen(self.size(), LARGEST.ilog2())
    }

    fn actions(&self) -> usize {
        self.action_count()
    }

    fn legal_action(&self, position: &Position, number: usize) -> Option<Direction> {
        dense_action(self, position, number)
    }

    /// Writes the binary logarithm of each piece, rounded down, and 0 where there is none: 1 for a 2, 11 for
    /// 2048.
    fn observe(&self, position: &Position, _: Player, seen: &mut [u8]) {
        for (field, &value) in seen.iter_mut().zip(position.cells().values()) {
            *field = value.checked_ilog2().unwrap_or(0) as u8;
        }
    }

    #[inline]
    fn write_mask(&self, position: &Position, mask: &mut [i8]) {
        write_directions(position.possible().bits(), mask);
    }
}

fn seen(size: Size, most: u32) -> Seen {
    Seen {
        planes: 1,
        rows: size.rows() as usize,
        columns: size.columns() as usize,
        most: most as u8,
    }
}

/// Writes which of four bits are set.
#[inline]
fn write_directions(bits: u64, mask: &mut [i8]) {
    for (direction, legal) in mask.iter_mut().enumerate() {
        *legal = (bits >> direction & 1) as i8;
    }
}

impl Twenty48 {
    /// Makes environments on the packed twin where the board is 4×4.
    pub(super) fn packed_environments(
        self,
        setup: &Setup,
        opponent: Opponent<Self>,
        seeds: &[u64],
    ) -> Result<Box<dyn Batch>, Opponent<Self>> {
        let is_common = self.size() == Self::default().size();
        match PackedTwenty48::new(self.scoring(), self.four_rate()) {
            Ok(twin) if is_common => Ok(Box::new(Environments::new(
                twin,
                setup,
                opponent.for_packed()?,
                seeds,
            ))),
            _ => Err(opponent),
        }
    }
}

/// As the readable rules are, but for two pieces of 32768, which do not merge.
impl Learned for PackedTwenty48 {
    /// Has the same bound as the readable rules, though no piece comes near.
    fn seen(&self) -> Seen {
        seen(Twenty48::default().size(), LARGEST.ilog2())
    }

    fn actions(&self) -> usize {
        Direction::ALL.len()
    }

    #[inline]
    fn legal_action(&self, position: &PackedPosition, number: usize) -> Option<Direction> {
        let direction = Direction::from_bit(number as u32);
        position.board.possible().contains(direction).then_some(direction)
    }

    #[inline]
    fn observe(&self, position: &PackedPosition, _: Player, seen: &mut [u8]) {
        for (half, fields) in seen.chunks_exact_mut(8).enumerate() {
            fields.copy_from_slice(&position.board.half(half));
        }
    }

    #[inline]
    fn write_mask(&self, position: &PackedPosition, mask: &mut [i8]) {
        write_directions(position.board.possible().bits(), mask);
    }
}
