//! Observations for learners: the exponents of the pieces, from the readable rules and the packed ones.

use quincunx_core::{ActionSet, BitAction, Direction, Side, Size};
use quincunx_registry::environment::{Batch, Environments, ObservationShape, Observe, Opponent, Setup};
use quincunx_registry::observe_dense_actions;

use super::packed::{PackedPosition, PackedTwenty48};
use super::position::{LARGEST, Position};
use super::rules::Twenty48;

impl Observe for Twenty48 {
    fn observation_shape(&self) -> ObservationShape {
        observation_shape(self.size(), LARGEST.ilog2())
    }

    observe_dense_actions!(without_mask);

    /// Writes the exponent of each piece and 0 for a free cell: 1 for a 2, 11 for 2048.
    fn observe(&self, position: &Position, _: Side, seen: &mut [u8]) {
        for (field, &value) in seen.iter_mut().zip(position.cells().values()) {
            *field = value.checked_ilog2().unwrap_or(0) as u8;
        }
    }

    fn unobservable_position(&self, position: &Position) -> Option<String> {
        let mut values = position.cells().values().iter();
        let odd = values.find(|&&value| value != 0 && (value == 1 || !value.is_power_of_two()))?;
        Some(format!("expected powers of two from 2 on, found {odd}"))
    }

    #[inline]
    fn write_mask(&self, position: &Position, mask: &mut [i8]) {
        write_directions(position.possible().bits(), mask);
    }
}

fn observation_shape(size: Size, most: u32) -> ObservationShape {
    ObservationShape {
        planes: 1,
        rows: size.rows() as usize,
        columns: size.columns() as usize,
        most: most as u8,
    }
}

/// Writes a mask entry for each of four bits.
#[inline]
fn write_directions(bits: u64, mask: &mut [i8]) {
    for (direction, legal) in mask.iter_mut().enumerate() {
        *legal = (bits >> direction & 1) as i8;
    }
}

/// Creates environments on the packed rules, or returns the opponent where the board is not 4×4 or the
/// opponent needs the readable rules.
pub(super) fn packed_environments(
    rules: Twenty48,
    setup: &Setup,
    opponent: Opponent<Twenty48>,
    seeds: &[u64],
) -> Result<Box<dyn Batch>, Opponent<Twenty48>> {
    match PackedTwenty48::new(rules.scoring(), rules.four_rate()) {
        Ok(packed) if rules.is_4x4() => Ok(Box::new(Environments::new(
            packed,
            setup,
            opponent.for_packed()?,
            seeds,
        ))),
        _ => Err(opponent),
    }
}

impl Observe for PackedTwenty48 {
    /// Returns the bound of the readable rules, which no packed piece reaches.
    fn observation_shape(&self) -> ObservationShape {
        observation_shape(Twenty48::default().size(), LARGEST.ilog2())
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
    fn observe(&self, position: &PackedPosition, _: Side, seen: &mut [u8]) {
        for (half, fields) in seen.chunks_exact_mut(8).enumerate() {
            fields.copy_from_slice(&position.board.half(half));
        }
    }

    #[inline]
    fn write_mask(&self, position: &PackedPosition, mask: &mut [i8]) {
        write_directions(position.board.possible().bits(), mask);
    }
}
