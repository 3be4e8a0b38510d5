//! The goals of an evaluation: points, and the chances of tiles.

/// The most values of a board: its points, and the chance of each tile from 8 to 2^15.
pub(super) const MAX_VALUES: usize = 14;

/// The smallest exponent of a goal: a 2 or a 4 may appear by itself.
pub(super) const MIN_EXPONENT: u32 = 3;

/// The tiles whose greatest chances are computed beside the points: that of making the tile or a larger one,
/// by play for nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goals {
    /// The largest first.
    pub(super) exponents: Vec<u32>,
    cells: u32,
}

impl Goals {
    /// Creates the goals for boards of some number of cells, each exponent from [`MIN_EXPONENT`] to 15.
    pub(super) fn new(cells: u32, exponents: impl IntoIterator<Item = u32>) -> Self {
        let mut exponents: Vec<u32> = exponents.into_iter().collect();
        exponents.sort_unstable_by(|a, b| b.cmp(a));
        exponents.dedup();
        assert!(exponents.len() < MAX_VALUES, "there are no more exponents");
        Self { exponents, cells }
    }

    /// Returns the number of values of an afterstate of a layer: the points and the chances that are not
    /// certain.
    ///
    /// A goal is certain if the sum exceeds what smaller pieces can make with one cell free. On a full board
    /// without a slide neighbours differ, so that smaller pieces make at most three quarters of that sum.
    pub(super) fn width(&self, layer: usize) -> usize {
        let open = |exponent: &&u32| layer as u64 <= u64::from(self.cells - 1) << (**exponent - 2);
        1 + self.exponents.iter().take_while(open).count()
    }

    /// Returns the values of the tiles, the largest first.
    pub(super) fn tiles(&self) -> Vec<u64> {
        self.exponents.iter().map(|exponent| 1 << exponent).collect()
    }

    pub(super) fn values(&self) -> usize {
        1 + self.exponents.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_end_where_they_are_certain() {
        let goals = Goals::new(4, [3, 5, 4]);
        assert_eq!(goals.exponents, [5, 4, 3]);
        // Three rates below 8 make 12 at most, which is layer 6.
        assert_eq!((goals.width(6), goals.width(7)), (4, 3));
        assert_eq!((goals.width(12), goals.width(13)), (3, 2));
        assert_eq!((goals.width(24), goals.width(25)), (2, 1));
        assert_eq!(goals.values(), 4);
    }
}
