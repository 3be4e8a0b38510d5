//! Strengths of players from their scores against each other.

use super::statistics::t_quantile;

/// A player's strength, or a difference of two, in Elo points: 400 more mean ten times the odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The strength; the mean of all players is 0.
    pub elo: f64,
    /// Half the width of the interval that holds it with 95 % confidence; `None` with fewer than two units.
    pub error: Option<f64>,
}

/// What two players scored against each other in one unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// One player's number.
    pub one: usize,
    /// The other's.
    pub other: usize,
    /// The points of the one: 1 for a win, a half for a draw.
    pub points: f64,
    /// The games, of which the other has the rest of the points.
    pub games: f64,
}

/// Strengths of players, with what is known of their errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    elo: Vec<f64>,
    /// In squared points of Elo; it knows differences only, as the mean of all is 0.
    covariance: Vec<Vec<f64>>,
    /// How many standard errors an interval goes to either side.
    width: Option<f64>,
}

/// Elo points per unit of log-odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The most steps of the fit; tables need some dozens.
const MAX_STEPS: usize = 1000;

/// How much a difference may still move in the last step, in log-odds; the next would move it by the square.
const TOLERANCE: f64 = 1e-8;

impl Ratings {
    /// Estimates the strengths under which the scores are likeliest, where the odds that A beats B are
    /// `10^((a − b) / 400)` (Bradley and Terry 1952), by Newton's method.
    ///
    /// A unit is all that was scored on one seed, as such games are not independent. Errors come from how far
    /// units lie apart (the sandwich of Huber 1967 and White 1982, for clusters as by Liang and Zeger 1986,
    /// with Student's quantiles). A draw is added for each pair, so that strengths are finite; for errors it
    /// is half a win and half a loss.
    ///
    /// # Panics
    /// When a score names a player from `players` on, or the same player twice.
    pub fn estimate<U: AsRef<[Score]>>(players: usize, units: &[U]) -> Self {
        let scores = || units.iter().flat_map(AsRef::as_ref);
        // A half for each of a pair: the draw that is added.
        let mut points = vec![vec![0.5; players]; players];
        for score in scores() {
            assert_ne!(score.one, score.other, "nobody plays against itself");
            points[score.one][score.other] += score.points;
            points[score.other][score.one] += score.games - score.points;
        }
        let strengths = likeliest(&points);
        let chance = |a: usize, b: usize| chance(&strengths, a, b);

        let played = units.iter().filter(|unit| !unit.as_ref().is_empty()).count();
        let mut spread = vec![vec![0.0; players]; players];
        for unit in units {
            let mut beyond = vec![0.0; players];
            for score in unit.as_ref() {
                let more = score.points - score.games * chance(score.one, score.other);
                beyond[score.one] += more;
                beyond[score.other] -= more;
            }
            let scale = played as f64 / played.saturating_sub(1).max(1) as f64;
            for (row, own) in spread.iter_mut().zip(&beyond) {
                for (cell, other) in row.iter_mut().zip(&beyond) {
                    *cell += scale * own * other;
                }
            }
        }
        for (a, row) in spread.iter_mut().enumerate() {
            for b in (0..players).filter(|&b| b != a) {
                // Half a win and half a loss: (1 − p)² / 2 + p² / 2.
                let added = 0.5 - chance(a, b) * chance(b, a);
                row[a] += added;
                row[b] -= added;
            }
        }
        let bread = inverse(information(&points, &strengths));
        let covariance = product(&product(&bread, &spread), &bread);
        Self {
            elo: strengths.iter().map(|strength| ELO * strength).collect(),
            covariance: covariance
                .into_iter()
                .map(|row| row.into_iter().map(|cell| ELO * ELO * cell).collect())
                .collect(),
            width: (played > 1).then(|| t_quantile(played as u64 - 1)),
        }
    }

    /// Returns how many players there are.
    pub const fn len(&self) -> usize {
        self.elo.len()
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.elo.is_empty()
    }

    /// Returns a player's strength.
    ///
    /// # Panics
    /// When there is no player of this number.
    pub fn player(&self, player: usize) -> Rating {
        self.rating(self.elo[player], self.covariance[player][player])
    }

    /// Returns how much stronger one player is than another; the error accounts for common seeds.
    ///
    /// # Panics
    /// When there is no player of one of these numbers.
    pub fn difference(&self, one: usize, other: usize) -> Rating {
        let of = |a: usize, b: usize| self.covariance[a][b];
        let variance = of(one, one) + of(other, other) - of(one, other) - of(other, one);
        self.rating(self.elo[one] - self.elo[other], variance)
    }

    /// Lists the players, the strongest first; who is as strong comes in the order of numbers.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.elo[b].total_cmp(&self.elo[a]));
        order
    }

    fn rating(&self, elo: f64, variance: f64) -> Rating {
        let error = self.width.map(|width| width * variance.max(0.0).sqrt());
        Rating { elo, error }
    }
}

/// Returns the chance that a player beats another, by their strengths in log-odds.
fn chance(strengths: &[f64], one: usize, other: usize) -> f64 {
    1.0 / (1.0 + (strengths[other] - strengths[one]).exp())
}

/// Returns the likeliest strengths in log-odds, whose mean is 0.
///
/// Along a step, the curvature grows by a factor of e at most per unit that any difference moves. So the
/// share ln(1 + d) / d of Newton's step, where d is the largest difference in it, always leads closer (Sun
/// and Tran-Dinh 2019), and close to the end it is nearly all of it.
fn likeliest(points: &[Vec<f64>]) -> Vec<f64> {
    let players = points.len();
    let mut strengths = vec![0.0; players];
    for _ in 0..MAX_STEPS {
        let beyond = |a: usize| {
            let others = (0..players).filter(|&b| b != a);
            let more = |b: usize| points[a][b] - (points[a][b] + points[b][a]) * chance(&strengths, a, b);
            others.map(more).sum()
        };
        let beyond: Vec<f64> = (0..players).map(beyond).collect();
        let rows = inverse(information(points, &strengths)).into_iter();
        let step = rows.map(|row| row.iter().zip(&beyond).map(|(value, by)| value * by).sum::<f64>());
        let step: Vec<f64> = step.collect();
        let [least, most] = [f64::min, f64::max].map(|of| step.iter().copied().fold(0.0, of));
        let largest = most - least;
        let share = if largest > 0.0 {
            largest.ln_1p() / largest
        } else {
            1.0
        };
        for (strength, by) in strengths.iter_mut().zip(&step) {
            *strength += share * by;
        }
        if largest < TOLERANCE {
            break;
        }
    }
    strengths
}

/// Returns what the points say about strengths: the curvature of their likelihood.
///
/// Differences leave the mean open. 1 / players in each entry makes the matrix invertible, and changes
/// nothing for whatever knows differences only.
fn information(points: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = points.len();
    let mut information = vec![vec![1.0 / players as f64; players]; players];
    for a in 0..players {
        for b in (0..players).filter(|&b| b != a) {
            let each = chance(strengths, a, b) * chance(strengths, b, a);
            let all = (points[a][b] + points[b][a]) * each;
            information[a][a] += all;
            information[a][b] -= all;
        }
    }
    information
}

/// Multiplies two square matrices.
fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let of_row = |row: &Vec<f64>| {
        let cell = |column: usize| {
            row.iter()
                .zip(right)
                .map(|(value, other)| value * other[column])
                .sum()
        };
        (0..right.len()).map(cell).collect()
    };
    left.iter().map(of_row).collect()
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
mod tests;
