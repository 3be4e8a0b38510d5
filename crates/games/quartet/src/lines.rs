//! The lines of four of a board, as sets of squares.

use std::sync::LazyLock;

use quincunx_core::{Cell, Topology};

use super::piece::Square;

/// How many squares make a line.
pub(super) const LENGTH: u32 = 4;

/// All lines of four of a board: 54 on the plane, 144 on the torus.
///
/// A set of squares is a word whose bit `n` stands for square `n` in reading order.
#[derive(Debug)]
pub(super) struct Lines {
    /// Every line as a set.
    pub(super) all: Vec<u64>,
    /// The same lines as cells, each in order along the line.
    pub(super) cells: Vec<Vec<Cell>>,
    /// For every square the lines that run through it.
    through: Vec<Vec<u64>>,
}

static PLANE: LazyLock<Lines> = LazyLock::new(|| Lines::new(Topology::Plane));
static TORUS: LazyLock<Lines> = LazyLock::new(|| Lines::new(Topology::Torus));

impl Lines {
    /// Returns the lines of a board.
    pub(super) fn of(topology: Topology) -> &'static Self {
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

    /// Returns the lines that run through a square.
    #[inline]
    pub(super) fn through(&self, square: Square) -> &[u64] {
        &self.through[usize::from(square.number())]
    }
}

fn set(cells: &[Cell]) -> u64 {
    cells
        .iter()
        .filter_map(|&cell| Square::of(cell))
        .fold(0, |set, square| set | square.bit())
}
