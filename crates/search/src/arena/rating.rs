//! Strengths of players from their scores against each other.

use super::statistics::Z;

/// A player's strength, in the points of Elo: 400 more are ten times the chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the interval that holds it with 95 % confidence.
    pub error: f64,
}

/// Points of Elo in one unit of the logarithm of chances.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Estimates the strengths under which the scores are likeliest, where A beats B with the chances `10^((a − b) / 400)`
/// (Bradley and Terry 1952).
///
/// `points[a][b]` are the points of A against B: 1 for a win, a half for a draw. To them a draw is added for each pair, as
/// without it who has won all would be infinitely strong. The maximum is found by Hunter's MM algorithm (2004). Errors are
/// those of the information matrix at the maximum, in which the mean of all is known; a draw counts as if it had been thrown
/// for, so that where draws are many, errors are told too large rather than too small.
///
/// # Panics
/// When the table is not square.
#[must_use]
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let players = points.len();
    assert!(
        points.iter().all(|row| row.len() == players),
        "a table of all against all"
    );
    let score = |a: usize, b: usize| if a == b { 0.0 } else { points[a][b] + 0.5 };
    let games = |a: usize, b: usize| score(a, b) + score(b, a);
    let others = |a: usize| (0..players).filter(move |&b| b != a);
    let scores: Vec<f64> = (0..players)
        .map(|a| others(a).map(|b| score(a, b)).sum())
        .collect();
    let mut strengths = vec![1.0f64; players];
    for _ in 0..100_000 {
        let mut next: Vec<f64> = (0..players)
            .map(|a| {
                let expected: f64 = others(a)
                    .map(|b| games(a, b) / (strengths[a] + strengths[b]))
                    .sum();
                if expected > 0.0 { scores[a] / expected } else { 1.0 }
            })
            .collect();
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64;
        next.iter_mut().for_each(|strength| *strength /= mean.exp());
        let moved = strengths
            .iter()
            .zip(&next)
            .map(|(old, new)| (new / old).ln().abs());
        let moved = moved.fold(0.0, f64::max);
        strengths = next;
        if moved < 1e-12 {
            break;
        }
    }
    let information: Vec<Vec<f64>> = (0..players)
        .map(|a| {
            let of = |b: usize| {
                let sum = strengths[a] + strengths[b];
                games(a, b) * strengths[a] * strengths[b] / (sum * sum)
            };
            let own: f64 = others(a).map(of).sum();
            // The information leaves open what the mean is; that it is known adds a share to each entry.
            (0..players)
                .map(|b| if a == b { own } else { -of(b) } + 1.0 / players as f64)
                .collect()
        })
        .collect();
    let covariance = inverse(information);
    strengths
        .iter()
        .zip(covariance.iter().enumerate())
        .map(|(strength, (a, row))| Rating {
            elo: ELO * strength.ln(),
            error: Z * ELO * (row[a] - 1.0 / players as f64).max(0.0).sqrt(),
        })
        .collect()
}

/// Inverts a matrix that is symmetric and positive definite, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| {
        (0..size)
            .map(|column| f64::from(u8::from(row == column)))
            .collect()
    };
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        for value in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *value *= scale;
        }
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for (value, by) in matrix[row].iter_mut().zip(&pivot_row) {
                *value -= factor * by;
            }
            for (value, by) in inverse[row].iter_mut().zip(&pivot_inverse) {
                *value -= factor * by;
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_players_are_rated_by_hand() {
        // With the added draw 75 of 100 points are 75.5 of 101.
        let ratings = ratings(&[vec![0.0, 75.0], vec![25.0, 0.0]]);
        let difference = 400.0 * (75.5f64 / 25.5).log10();
        assert!((ratings[0].elo - difference / 2.0).abs() < 1e-6, "{ratings:?}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-9);
        // The variance of the difference is 1 / (n p q), and each is half of the difference.
        let spread = (101.0f64 * (75.5 / 101.0) * (25.5 / 101.0)).sqrt().recip();
        assert!(
            (ratings[0].error - Z * ELO * spread / 2.0).abs() < 1e-6,
            "{ratings:?}"
        );
    }

    #[test]
    fn who_wins_all_is_strong_but_not_without_bounds() {
        let all = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
        assert!(
            all[0].elo > 200.0 && all[0].elo < 400.0 && all[0].error > 200.0,
            "{all:?}"
        );
        let more = ratings(&[vec![0.0, 100.0], vec![0.0, 0.0]]);
        assert!(more[0].elo > all[0].elo, "{more:?}");
        let even = ratings(&[vec![0.0, 5.0, 5.0], vec![5.0, 0.0, 5.0], vec![5.0, 5.0, 0.0]]);
        assert!(even.iter().all(|rating| rating.elo.abs() < 1e-9));
        assert_eq!(ratings(&[]), []);
        assert_eq!(ratings(&[vec![0.0]]).len(), 1);
    }

    proptest! {
        #[test]
        fn everybody_is_expected_to_score_what_was_scored(
            results in prop::collection::vec((0u32..50, 0u32..50), 10)
        ) {
            let players = 5;
            let mut points = vec![vec![0.0; players]; players];
            let pairs = (0..players).flat_map(|a| (0..a).map(move |b| (a, b)));
            for ((a, b), (one, two)) in pairs.zip(results) {
                points[a][b] = f64::from(one);
                points[b][a] = f64::from(two) + 0.5;
            }
            let ratings = ratings(&points);
            for a in 0..players {
                let (mut scored, mut expected) = (0.0, 0.0);
                for b in (0..players).filter(|&b| b != a) {
                    scored += points[a][b] + 0.5;
                    let games = points[a][b] + points[b][a] + 1.0;
                    expected += games / (1.0 + 10f64.powf((ratings[b].elo - ratings[a].elo) / 400.0));
                }
                prop_assert!((scored - expected).abs() < 1e-6, "{} {}", scored, expected);
                prop_assert!(ratings[a].error.is_finite() && ratings[a].error > 0.0);
            }
        }
    }
}
