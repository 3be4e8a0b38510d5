//! What is asked of boards: points, and the chances of pieces.

use super::shape::MOST_VALUES;

/// The smallest exponent whose chance is asked for: a 2 or a 4 may come by itself.
pub(super) const LEAST: u32 = 3;

/// The pieces whose greatest chances are asked for, beside the points.
///
/// The chance of a piece is that of making it or a larger one, by play that wants nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goals {
    /// From the largest.
    exponents: Vec<u32>,
    cells: u32,
}

impl Goals {
    /// Makes the goals of boards of so many cells, each exponent from [`LEAST`] to 15.
    pub(super) fn new(cells: u32, exponents: impl IntoIterator<Item = u32>) -> Self {
        let mut exponents: Vec<u32> = exponents.into_iter().collect();
        exponents.sort_unstable_by(|a, b| b.cmp(a));
        exponents.dedup();
        assert!(exponents.len() < MOST_VALUES, "there are no more exponents");
        Self { exponents, cells }
    }

    /// Returns the exponents, from the largest.
    pub(super) fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    /// Returns how many values a board of a layer behind a slide has: the points and the chances that are not
    /// certain.
    ///
    /// One cell of such a board is free, and where its sum is more than pieces below the goal can make in the
    /// others, the goal is reached. It is reached on a full board of that sum as well if nothing can
    /// slide there: neighbours differ, so that pieces below the goal make three quarters of that at most.
    pub(super) fn width(&self, layer: usize) -> usize {
        let open = |exponent: &&u32| layer as u64 <= u64::from(self.cells - 1) << (**exponent - 2);
        1 + self.exponents.iter().take_while(open).count()
    }

    /// Returns how many values there are in all.
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
        assert_eq!(goals.exponents(), [5, 4, 3]);
        // Three pieces below 8 make 12 at most, which is layer 6.
        assert_eq!((goals.width(6), goals.width(7)), (4, 3));
        assert_eq!((goals.width(12), goals.width(13)), (3, 2));
        assert_eq!((goals.width(24), goals.width(25)), (2, 1));
        assert_eq!(goals.values(), 4);
    }
}
