//! Packed boards of one size: their slides and their canonical forms.
//!
//! ```text
//! 2 . 4        cell  0 1 2                bits  35–32 … 11–8 7–4 3–0
//! . 8 .              3 4 5    4 bits each        cell 8  …  2   1   0
//! . . 2              6 7 8    an exponent, 0 for none
//! ```

use super::goals::MAX_VALUES;
use super::keys::KeySet;
use super::layer::{BackwardStep, SpawnRates};
use crate::position::Scoring;

/// The most cells of a packed board: a [`KeyIndex`](super::keys::KeyIndex) has room for 40 bits of a board
/// beside its number.
pub(super) const MAX_CELLS: usize = 10;

/// The largest exponent of a piece that may merge.
pub(super) const LARGEST: u32 = 14;

/// The merges of a slide: their number in the upper 8 bits, the sum of the values made in the lower 24.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Merges(u32);

impl Merges {
    const fn one(value: u32) -> Self {
        Self(1 << 24 | value)
    }

    /// Returns the points, as [`Scoring::points`] counts them.
    #[inline]
    pub(super) const fn points(self, scoring: Scoring) -> u32 {
        let (merges, sum) = (self.0 >> 24, self.0 & 0xff_ffff);
        match scoring {
            Scoring::Standard => sum,
            Scoring::Contest => sum << merges.saturating_sub(1),
        }
    }
}

/// Operations on boards of a size that is known at run time only. Each call does much work.
pub(super) trait BoardKernel: Send + Sync {
    /// Returns the least board that is equal by symmetry.
    fn canonical(&self, board: u64) -> u64;

    /// Returns the canonical boards after slides to the left, right, up and down; `None` where nothing
    /// changes.
    fn slides(&self, board: u64) -> [Option<(u64, Merges)>; 4];

    /// Collects the canonical boards after a new piece and a slide: those after a 2, and after a 4.
    fn spread(&self, boards: &[u64], rates: &SpawnRates, found: &mut [KeySet; 2]);

    /// Writes a row of values for each afterstate.
    fn evaluate(&self, boards: &[u64], step: &BackwardStep<'_>, values: &mut [f64]);
}

/// Creates the kernel for boards with at least as many columns as rows; `None` for a size that is too large.
pub(super) fn kernel(columns: u32, rows: u32) -> Option<Box<dyn BoardKernel>> {
    Some(match (columns, rows) {
        (2, 2) => Box::new(SizedKernel::<2, 2>::new()),
        (3, 2) => Box::new(SizedKernel::<3, 2>::new()),
        (4, 2) => Box::new(SizedKernel::<4, 2>::new()),
        (3, 3) => Box::new(SizedKernel::<3, 3>::new()),
        (5, 2) => Box::new(SizedKernel::<5, 2>::new()),
        _ => return None,
    })
}

/// A slid line of cells.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Towards the lowest bits.
    low: u32,
    /// Towards the highest bits.
    high: u32,
    /// The same in both directions.
    merges: Merges,
}

/// Boards of `W` columns and `H` rows, with the slides of all their lines.
struct SizedKernel<const W: usize, const H: usize> {
    rows: Vec<Line>,
    columns: Vec<Line>,
}

/// Returns the bits of the first `count` cells.
const fn cells(count: usize) -> u64 {
    (1 << (4 * count)) - 1
}

impl<const W: usize, const H: usize> SizedKernel<W, H> {
    fn new() -> Self {
        const { assert!(W >= H && H >= 2 && W * H <= MAX_CELLS) }
        Self {
            rows: lines(W),
            columns: lines(H),
        }
    }

    /// Exchanges left and right.
    #[inline]
    const fn mirror(board: u64) -> u64 {
        let (mut image, mut column) = (0, 0);
        while column < W {
            let (mut mask, mut row) = (0, 0);
            while row < H {
                mask |= 15 << (4 * (row * W + column));
                row += 1;
            }
            let to = W - 1 - column;
            image |= if to > column {
                (board & mask) << (4 * (to - column))
            } else {
                (board & mask) >> (4 * (column - to))
            };
            column += 1;
        }
        image
    }

    /// Exchanges up and down.
    #[inline]
    const fn flip(board: u64) -> u64 {
        let (mut image, mut row) = (0, 0);
        while row < H {
            image |= (board >> (4 * W * row) & cells(W)) << (4 * W * (H - 1 - row));
            row += 1;
        }
        image
    }

    /// Exchanges columns and rows: a board of `W` columns becomes one of `H`.
    #[inline]
    const fn transpose(board: u64) -> u64 {
        let mut image = 0;
        if W == H {
            // Cells on one diagonal move equally far: from row·W + column to column·W + row.
            let mut offset = 0;
            while offset < 2 * W - 1 {
                let (mut mask, mut row) = (0, 0);
                while row < H {
                    let column = row + offset;
                    if column + 1 >= W && column < 2 * W - 1 {
                        mask |= 15 << (4 * (row * W + column + 1 - W));
                    }
                    row += 1;
                }
                image |= if offset + 1 >= W {
                    (board & mask) << (4 * (offset + 1 - W) * (W - 1))
                } else {
                    (board & mask) >> (4 * (W - 1 - offset) * (W - 1))
                };
                offset += 1;
            }
        } else {
            let mut cell = 0;
            while cell < W * H {
                let to = cell % W * H + cell / W;
                image |= (board >> (4 * cell) & 15) << (4 * to);
                cell += 1;
            }
        }
        image
    }

    /// Reverts [`SizedKernel::transpose`]; a square board, which is made canonical next, stays as it is.
    #[inline]
    const fn transpose_back(board: u64) -> u64 {
        if W == H {
            board
        } else {
            SizedKernel::<H, W>::transpose(board)
        }
    }

    #[inline]
    fn least(board: u64) -> u64 {
        let of_four = |board: u64| {
            let mirrored = Self::mirror(board);
            let upright = board.min(mirrored);
            upright.min(Self::flip(board).min(Self::flip(mirrored)))
        };
        if W == H {
            of_four(board).min(of_four(Self::transpose(board)))
        } else {
            of_four(board)
        }
    }

    /// Slides every line of a board, `LINES` of `LENGTH` cells, in both directions.
    #[inline]
    fn slide_lines<const LENGTH: usize, const LINES: usize>(
        table: &[Line],
        board: u64,
    ) -> (u64, u64, Merges) {
        let (mut low, mut high, mut merges) = (0, 0, 0);
        for number in 0..LINES {
            let shift = 4 * LENGTH * number;
            let line = &table[(board >> shift & cells(LENGTH)) as usize];
            low |= u64::from(line.low) << shift;
            high |= u64::from(line.high) << shift;
            merges += line.merges.0;
        }
        (low, high, Merges(merges))
    }

    /// Calls `each` with the direction's number and the canonical board of every slide that changes
    /// something.
    #[inline]
    fn for_each_slide(&self, board: u64, mut each: impl FnMut(usize, u64, Merges)) {
        let (left, right, merges) = Self::slide_lines::<W, H>(&self.rows, board);
        if left != board {
            each(0, Self::least(left), merges);
        }
        if right != board {
            each(1, Self::least(right), merges);
        }
        let transposed = Self::transpose(board);
        let (up, down, merges) = Self::slide_lines::<H, W>(&self.columns, transposed);
        if up != transposed {
            each(2, Self::least(Self::transpose_back(up)), merges);
        }
        if down != transposed {
            each(3, Self::least(Self::transpose_back(down)), merges);
        }
    }
}

impl<const W: usize, const H: usize> BoardKernel for SizedKernel<W, H> {
    fn canonical(&self, board: u64) -> u64 {
        Self::least(board)
    }

    fn slides(&self, board: u64) -> [Option<(u64, Merges)>; 4] {
        let mut slides = [None; 4];
        self.for_each_slide(board, |direction, after, merges| {
            slides[direction] = Some((after, merges));
        });
        slides
    }

    fn spread(&self, boards: &[u64], rates: &SpawnRates, found: &mut [KeySet; 2]) {
        for &board in boards {
            for cell in 0..W * H {
                if board >> (4 * cell) & 15 != 0 {
                    continue;
                }
                for (exponent, (probability, found)) in (1..).zip(rates.iter().zip(&mut *found)) {
                    if *probability > 0.0 {
                        let next = board | exponent << (4 * cell);
                        self.for_each_slide(next, |_, after, _| found.insert(after));
                    }
                }
            }
        }
    }

    fn evaluate(&self, boards: &[u64], step: &BackwardStep<'_>, values: &mut [f64]) {
        let width = step.width;
        for (&board, row) in boards.iter().zip(values.chunks_exact_mut(width)) {
            let (mut sums, mut free) = ([0.0; MAX_VALUES], 0.0);
            for cell in 0..W * H {
                if board >> (4 * cell) & 15 != 0 {
                    continue;
                }
                free += 1.0;
                for (exponent, (probability, later)) in (1..).zip(step.rates.iter().zip(step.later)) {
                    if *probability == 0.0 {
                        continue;
                    }
                    let next = board | exponent << (4 * cell);
                    let mut best = [0.0f64; MAX_VALUES];
                    self.for_each_slide(next, |_, after, merges| {
                        let values = later.row(after).expect("all boards that follow were found");
                        let points = f64::from(merges.points(step.scoring));
                        best[0] = best[0].max(points + values[0]);
                        for (best, value) in best[1..].iter_mut().zip(&values[1..]) {
                            *best = best.max(*value);
                        }
                    });
                    for (column, sum) in sums[..width].iter_mut().enumerate() {
                        // A chance that a later layer leaves out is certain there.
                        let value = if column < later.width { best[column] } else { 1.0 };
                        *sum += probability * value;
                    }
                }
            }
            let largest = (0..W * H).map(|cell| (board >> (4 * cell) & 15) as u32).max();
            let largest = largest.expect("a board has cells");
            for (column, (value, sum)) in row.iter_mut().zip(sums).enumerate() {
                *value = match column {
                    1.. if step.exponents[column - 1] <= largest => 1.0,
                    // The probabilities of all pieces and cells may sum to slightly more than 1.
                    1.. => (sum / free).min(1.0),
                    0 => sum / free,
                };
            }
        }
    }
}

/// Slides every line of `length` cells; pieces beyond [`LARGEST`] do not merge.
fn lines(length: usize) -> Vec<Line> {
    let slid = |cells: &mut dyn Iterator<Item = u32>| {
        let (mut line, mut merges, mut open) = (Vec::new(), 0, false);
        for exponent in cells.filter(|exponent| *exponent != 0) {
            match line.last_mut() {
                Some(last) if open && *last == exponent && exponent <= LARGEST => {
                    *last += 1;
                    merges += Merges::one(1u32 << *last).0;
                    open = false;
                }
                _ => {
                    line.push(exponent);
                    open = true;
                }
            }
        }
        (line, Merges(merges))
    };
    let line = |packed: u32| {
        let cell = |place: usize| packed >> (4 * place) & 15;
        let (low, merges) = slid(&mut (0..length).map(cell));
        let (high, _) = slid(&mut (0..length).rev().map(cell));
        let pack = |place_of: &dyn Fn(usize) -> usize, line: &[u32]| {
            let placed = line.iter().enumerate();
            placed.fold(0, |packed, (place, exponent)| {
                packed | exponent << (4 * place_of(place))
            })
        };
        Line {
            low: pack(&|place| place, &low),
            high: pack(&|place| length - 1 - place, &high),
            merges,
        }
    };
    (0..1 << (4 * length)).map(line).collect()
}

#[cfg(test)]
mod tests {
    use quincunx_core::testkit::Symmetric;
    use quincunx_core::{Cell, Direction, Game, Random, RandomSource, Size};

    use super::*;
    use crate::position::Position;
    use crate::rules::Twenty48;
    use crate::tablebase::packing::Packing;

    /// Creates a random board of pieces up to 16.
    fn random_board(rules: &Twenty48, random: &mut Random) -> Position {
        let mut position = Position::empty(rules.size()).expect("a possible size");
        for (cell, _) in rules.initial().cells().iter() {
            let exponent = random.below(5);
            let value = if exponent == 0 { 0 } else { 1 << exponent };
            position.set(cell, value).expect("a cell of the board");
        }
        position
    }

    #[test]
    fn packed_boards_slide_like_the_rules() {
        let mut random = Random::new(1);
        for (columns, rows) in [(2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (5, 2), (2, 5)] {
            for scoring in [Scoring::Standard, Scoring::Contest] {
                let size = Size::new(columns, rows).expect("a possible size");
                let rules = Twenty48::new(size, scoring, 0.1).expect("rules");
                let packing = Packing::of(size).expect("a size that is packed");
                for _ in 0..300 {
                    let position = random_board(&rules, &mut random);
                    let board = packing.pack(position.cells()).expect("small pieces");
                    for direction in Direction::ALL {
                        let mut next = position.clone();
                        let moved = next.perform_move(direction, scoring).expect("small pieces");
                        let slid = packing.slide(board, direction);
                        assert_eq!(slid.is_some(), moved);
                        if let Some((after, merges)) = slid {
                            let want = packing.pack(next.cells()).expect("small pieces");
                            assert_eq!(after, packing.canonical(want));
                            assert_eq!(u128::from(merges.points(scoring)), next.points());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn one_board_stands_for_all_equal_by_symmetry() {
        let mut random = Random::new(2);
        for (columns, rows) in [(2, 2), (2, 3), (4, 2), (3, 3), (5, 2)] {
            let size = Size::new(columns, rows).expect("a possible size");
            let rules = Twenty48::new(size, Scoring::Standard, 0.1).expect("rules");
            let packing = Packing::of(size).expect("a size that is packed");
            for _ in 0..100 {
                let position = random_board(&rules, &mut random);
                let packed = |position: &Position| packing.pack(position.cells()).expect("small pieces");
                let canonical = packing.canonical(packed(&position));
                let images: Vec<u64> = (0..rules.symmetry_count())
                    .map(|symmetry| packed(&rules.transform_state(&position, symmetry)))
                    .collect();
                assert_eq!(images.iter().min(), Some(&canonical));
            }
        }
    }

    #[test]
    fn large_boards_and_pieces_are_not_packed() {
        let size = Size::new(3, 2).expect("a possible size");
        let packing = Packing::of(size).expect("a size that is packed");
        for value in [1, 3, 6, 1 << 15, 1 << 40] {
            let mut position = Position::empty(size).expect("a possible size");
            position.set(Cell::new(1, 1), value).expect("a possible value");
            assert_eq!(packing.pack(position.cells()), None, "{value}");
        }
        for (columns, rows) in [(4, 3), (6, 2), (4, 4), (64, 64)] {
            assert!(Packing::of(Size::new(columns, rows).expect("a possible size")).is_none());
        }
    }
}
