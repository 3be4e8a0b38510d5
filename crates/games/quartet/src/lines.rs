//! The lines of four of a board as sets of squares.

use std::sync::LazyLock;

use quincunx_core::{Cell, Topology};

use crate::piece::Square;

/// The number of squares of a line.
const LENGTH: u32 = 4;

/// All lines of four of a board: 54 on the plane, 144 on the torus.
///
/// A set of squares is a word whose bit `n` stands for square `n` in reading order.
#[derive(Debug)]
pub(crate) struct Lines {
    /// All lines as sets.
    pub(crate) all: Vec<u64>,
    /// The same lines as cells, each in its direction.
    pub(crate) cells: Vec<Vec<Cell>>,
    /// The lines through each square.
    through: Vec<Vec<u64>>,
}

static PLANE: LazyLock<Lines> = LazyLock::new(|| Lines::new(Topology::Plane));
static TORUS: LazyLock<Lines> = LazyLock::new(|| Lines::new(Topology::Torus));

impl Lines {
    /// Returns the lines of a board.
    pub(crate) fn of(topology: Topology) -> &'static Self {
        match topology {
            Topology::Plane => &PLANE,
            Topology::Torus => &TORUS,
        }
    }

    fn new(topology: Topology) -> Self {
        let cells: Vec<Vec<Cell>> = Square::board().lines(topology, LENGTH).collect();
        let all: Vec<u64> = cells.iter().map(|line| set(line)).collect();
        let through = Square::all()
            .map(|square| {
                all.iter()
                    .copied()
                    .filter(|line| line & square.bit() != 0)
                    .collect()
            })
            .collect();
        Self { all, cells, through }
    }

    #[inline]
    pub(crate) fn through(&self, square: Square) -> &[u64] {
        &self.through[usize::from(square.number())]
    }
}

fn set(cells: &[Cell]) -> u64 {
    cells
        .iter()
        .filter_map(|&cell| Square::of(cell))
        .fold(0, |set, square| set | square.bit())
}
