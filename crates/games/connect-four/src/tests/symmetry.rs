//! The mirror image of the board.

use quincunx_core::BitAction;
use quincunx_core::grid::bits::Geometry;
use quincunx_core::testkit::Symmetric;

use crate::bitboard::BitBoard;
use crate::packed::{Landing, PackedConnectFour};
use crate::rules::{Column, ConnectFour, Position};

impl Symmetric for ConnectFour {
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform_state(&self, position: &Position, symmetry: usize) -> Position {
        if symmetry == 0 {
            return position.clone();
        }
        position.mirrored(self.size().columns())
    }

    fn transform_action(&self, column: Column, symmetry: usize) -> Column {
        if symmetry == 0 {
            return column;
        }
        Column(self.size().columns() as u8 - 1 - column.0)
    }
}

impl<G: Geometry<Word = u64>> Symmetric for PackedConnectFour<G> {
    fn symmetry_count(&self) -> usize {
        2
    }

    fn transform_state(&self, board: &BitBoard<G>, symmetry: usize) -> BitBoard<G> {
        if symmetry == 0 { *board } else { board.mirrored() }
    }

    fn transform_action(&self, landing: Landing, symmetry: usize) -> Landing {
        if symmetry == 0 {
            return landing;
        }
        let (columns, stride) = (self.geometry().columns(), self.geometry().stride());
        let (column, row) = (landing.bit() / stride, landing.bit() % stride);
        Landing::from_bit((columns - 1 - column) * stride + row)
    }
}
