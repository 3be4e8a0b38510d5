//! The lines that win, looked at square by square.

/// A row and a column from 0.
pub(super) type Place = (i64, i64);

/// The pieces on the 6×6 squares, row by row.
pub(super) type Cells = [Option<u8>; 36];

pub(super) fn at(cells: &Cells, (row, column): Place) -> Option<u8> {
    cells[(row * 6 + column) as usize]
}

/// Returns whether some line wins after a piece was placed.
pub(super) fn has_won(variant: &str, cells: &Cells, is_torus: bool, last: Place) -> bool {
    let wraps = |(down, right): (i64, i64)| match variant {
        "lines-end" => false,
        "plane-lines-wrap" => true,
        "diagonals-end" => is_torus && down * right == 0,
        "columns-end" => is_torus && right != 0,
        _ => is_torus,
    };
    let length = match variant {
        "three-win" => 3,
        "five-needed" => 5,
        _ => 4,
    };
    for step in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
        for start in (0..36).map(|square| (square / 6, square % 6)) {
            let squares: Option<Vec<Place>> = (0..length)
                .map(|index| {
                    let (row, column) = (start.0 + step.0 * index, start.1 + step.1 * index);
                    if wraps(step) {
                        Some((row.rem_euclid(6), column.rem_euclid(6)))
                    } else {
                        ((0..6).contains(&row) && (0..6).contains(&column)).then_some((row, column))
                    }
                })
                .collect();
            let Some(squares) = squares.filter(|squares| counts(variant, squares, step, last)) else {
                continue;
            };
            let pieces: Option<Vec<u8>> = squares.iter().map(|&square| at(cells, square)).collect();
            if pieces.is_some_and(|pieces| shares(variant, &pieces)) {
                return true;
            }
        }
    }
    let in_row = |row| (0..6).filter_map(move |column| at(cells, (row, column)));
    variant == "gaps-count"
        && (0..6).any(|row| in_row(row).count() >= 4 && shares(variant, &in_row(row).collect::<Vec<_>>()))
}

/// Returns whether a line is looked at.
fn counts(variant: &str, line: &[Place], step: (i64, i64), last: Place) -> bool {
    let (is_row, is_column, is_falling, is_rising) =
        (step == (0, 1), step == (1, 0), step == (1, 1), step == (-1, 1));
    let (first, end) = (line[0], line[line.len() - 1]);
    match variant {
        "no-row" => !is_row,
        "row-from-left" => !is_row || first.1 == 0,
        "row-ends-last" => !is_row || first == last || end == last,
        "no-column" => !is_column,
        "column-from-top" => !is_column || first.0 == 0,
        "no-falling" => !is_falling,
        "main-diagonal-only" => !is_falling || first.0 == first.1,
        "no-rising" => !is_rising,
        "other-diagonal-only" => !is_rising || first.0 + first.1 == 5,
        _ => true,
    }
}

/// Returns whether pieces in a line share what wins.
fn shares(variant: &str, pieces: &[u8]) -> bool {
    let ones = pieces.iter().fold(15, |shared, piece| shared & piece);
    let zeros = pieces.iter().fold(15, |shared, piece| shared & !piece);
    let without = |bit: u8| (ones | zeros) & !bit != 0;
    match variant {
        "ignores-colour" => without(8),
        "ignores-shape" => without(4),
        "ignores-size" => without(2),
        "ignores-fill" => without(1),
        "ones-only" => ones != 0,
        "zeros-only" => zeros != 0,
        "two-properties" => (ones | zeros).count_ones() >= 2,
        "any-four" => true,
        "neighbours-share" => pieces.windows(2).all(|pair| pair[0] ^ pair[1] != 15),
        _ => ones | zeros != 0,
    }
}
