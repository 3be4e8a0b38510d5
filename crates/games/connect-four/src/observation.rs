//! Observations for learners: a plane of their own stones and one of the opponent's.

use quincunx_core::grid::bits::Geometry;
use quincunx_core::{BitAction, Side};
use quincunx_registry::environment::{Batch, Environments, ObservationShape, Observe, Opponent, Setup};
use quincunx_registry::observe_dense_actions;

use crate::packed::{Landing, PackedConnectFour};
use crate::rules::{ConnectFour, Position};

impl Observe for ConnectFour {
    fn observation_shape(&self) -> ObservationShape {
        observation_shape(self.size().columns(), self.size().rows())
    }

    observe_dense_actions!();

    /// Writes a plane of the side's stones and one of the opponent's: 1 where a stone lies.
    fn observe(&self, position: &Position, side: Side, seen: &mut [u8]) {
        let size = self.size();
        let (own, others) = seen.split_at_mut(size.area());
        for (plane, player) in [(own, side), (others, side.opponent())] {
            for (field, cell) in plane.iter_mut().zip(size.cells()) {
                *field = u8::from(self.stone(position, self.view_cell(cell)) == Some(player));
            }
        }
    }
}

fn observation_shape(columns: u32, rows: u32) -> ObservationShape {
    ObservationShape {
        planes: 2,
        rows: rows as usize,
        columns: columns as usize,
        most: 1,
    }
}

impl ConnectFour {
    /// Creates environments on the packed rules where the board fits; gives the opponent back otherwise.
    pub(crate) fn packed_environments(
        self,
        setup: &Setup,
        opponent: Opponent<Self>,
        seeds: &[u64],
    ) -> Result<Box<dyn Batch>, Opponent<Self>> {
        if self == Self::default() {
            let (rules, opponent) = (PackedConnectFour::standard(), opponent.for_packed()?);
            Ok(Box::new(Environments::new(rules, setup, opponent, seeds)))
        } else if let Some(rules) = PackedConnectFour::new(&self) {
            let opponent = opponent.for_packed()?;
            Ok(Box::new(Environments::new(rules, setup, opponent, seeds)))
        } else {
            Err(opponent)
        }
    }
}

impl<G: Geometry<Word = u64>> Observe for PackedConnectFour<G> {
    fn observation_shape(&self) -> ObservationShape {
        let geometry = self.geometry();
        observation_shape(geometry.columns(), geometry.rows())
    }

    fn actions(&self) -> usize {
        self.geometry().columns() as usize
    }

    #[inline]
    fn legal_action(&self, board: &Self::State, number: usize) -> Option<Landing> {
        let geometry = self.geometry();
        // Without the sentinel above the topmost cell.
        let column = ((1 << geometry.rows()) - 1) << (number as u32 * geometry.stride());
        let landing: u64 = board.landings() & column;
        (landing != 0).then(|| Landing::from_bit(landing.trailing_zeros()))
    }

    #[inline]
    fn observe(&self, board: &Self::State, side: Side, seen: &mut [u8]) {
        let geometry = self.geometry();
        let mover = Side::BOTH[board.stones() as usize % 2];
        let stones = [board.mover(), board.opponent()];
        let [own, others] = if side == mover {
            stones
        } else {
            [stones[1], stones[0]]
        };
        let area = (geometry.columns() * geometry.rows()) as usize;
        let (own_plane, others_plane) = seen.split_at_mut(area);
        write_plane(geometry, own, own_plane);
        write_plane(geometry, others, others_plane);
    }

    #[inline]
    fn write_mask(&self, board: &Self::State, mask: &mut [i8]) {
        let geometry = self.geometry();
        let (columns, top) = (geometry.columns(), geometry.rows() - 1);
        let free = !board.mask() >> top;
        if (geometry.stride(), columns) == (7, 7) {
            let bytes = row_bytes(free).map(|byte| byte as i8);
            mask[..7].copy_from_slice(&bytes[..7]);
        } else {
            for (column, legal) in (0..columns).zip(mask) {
                *legal = (free >> (column * geometry.stride()) & 1) as i8;
            }
        }
    }
}

/// Writes the cells of a bitboard row by row from the top: 1 where a bit is set.
#[inline]
fn write_plane<G: Geometry<Word = u64>>(geometry: G, cells: u64, plane: &mut [u8]) {
    let (columns, stride) = (geometry.columns(), geometry.stride());
    let rows = plane.chunks_exact_mut(columns as usize);
    for (row, fields) in (0..geometry.rows()).rev().zip(rows) {
        let bits = cells >> row;
        if (stride, columns) == (7, 7) {
            fields.copy_from_slice(&row_bytes(bits)[..7]);
        } else {
            for (column, field) in (0..columns).zip(fields) {
                *field = (bits >> (column * stride) & 1) as u8;
            }
        }
    }
}

/// Spreads every seventh of the lowest 49 bits to a byte each; the last byte is 0.
///
/// The sum of seven copies, each shifted by one more, moves bit 7c to 7c + c = 8c. No two bits meet, so
/// nothing carries.
#[inline]
const fn row_bytes(bits: u64) -> [u8; 8] {
    const EVERY_SEVENTH: u64 = 0x0000_0408_1020_4081;
    const LOWEST_OF_BYTES: u64 = 0x0001_0101_0101_0101;
    let copies = (bits & EVERY_SEVENTH) * 0x7f;
    (copies & LOWEST_OF_BYTES).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seventh_bit_gets_a_byte() {
        for columns in 0..1_u64 << 7 {
            let bits = (0..7).fold(0, |bits, column| bits | (columns >> column & 1) << (7 * column));
            let expected: [u8; 8] = std::array::from_fn(|column| (columns >> column & 1) as u8);
            assert_eq!(
                row_bytes(bits | 0x5555_0000_0000_0000 & !(1 << 42)),
                row_bytes(bits),
                "{columns:#b}"
            );
            assert_eq!(row_bytes(bits), expected, "{columns:#b}");
        }
    }
}
