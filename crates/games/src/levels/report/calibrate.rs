//! From simulated figures to people's success: how well one tells the other, and what it tells of another level.

use serde::Serialize;
use thiserror::Error;

use super::estimate::Estimate;
use super::figures::Figures;

/// A level of which it is known how people do.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the level is called.
    pub level: String,
    /// The share of people's attempts that succeed.
    pub success: f64,
    /// How many attempts that was seen in; about a hundred where it is not known.
    pub attempts: Option<u64>,
    /// The level under simulated players.
    pub figures: Vec<Figures>,
}

/// How well each simulated figure tells people's success on levels where that is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The levels, with people's success.
    pub levels: Vec<(String, f64)>,
    /// The error of who says of each level the mean success on the others: what a figure that tells something undercuts.
    pub baseline: f64,
    /// All figures, the one that errs least on levels left out first.
    pub predictors: Vec<Predictor>,
}

/// A simulated figure that tells people's success `p` by a line through levels where it is known: ln(p / (1 − p)) = a + b x.
///
/// The line is that of the least chi-square of logits (Berkson 1944): least squares in which a level of n attempts weighs
/// n p (1 − p). Errors are root mean squares in shares of success.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predictor {
    /// The player.
    pub agent: String,
    /// The figure `x`.
    pub figure: Measure,
    /// `a`.
    pub intercept: f64,
    /// `b`.
    pub slope: f64,
    /// The error on the levels through which the line was drawn.
    pub error: f64,
    /// The error on each level by the line through all others.
    pub left_out_error: f64,
    /// Spearman's rank correlation with people's success; `None` where one of both is the same on all levels.
    pub rank_correlation: Option<f64>,
    /// What the line says of each level.
    pub fitted: Vec<f64>,
    /// What the line through all others says of each level.
    pub left_out: Vec<f64>,
    /// The deviation of people's logits from those said of levels left out.
    #[serde(skip)]
    deviation: f64,
}

/// A simulated figure from which people's success is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The logit of the success, with half a success and half a miss more than were seen.
    Success,
    /// The moves left in the best 5 % of games, as a share of the limit.
    BestMovesLeft,
}

/// What is told of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The player whose figure tells it.
    pub agent: String,
    /// The figure.
    pub figure: Measure,
    /// People's success, with an interval as wide as errors on levels left out make it.
    pub success: Estimate,
}

/// Levels from which nothing can be told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CalibrationError {
    /// There are too few.
    #[error("{0} levels with people's success are too few for a line; there must be {least} at least", least = Calibration::LEAST)]
    TooFew(usize),
    /// A success is no share.
    #[error("the success of {level} is {success}, not a share from 0 to 1")]
    NoShare {
        /// The level.
        level: String,
        /// What is given.
        success: f64,
    },
    /// A level was not played by the players that played the others.
    #[error("{0} was not played to the end by the players of the other levels")]
    Players(String),
}

impl Measure {
    /// All figures.
    pub const ALL: [Self; 2] = [Self::Success, Self::BestMovesLeft];

    fn of(self, figures: &Figures) -> f64 {
        match self {
            Self::Success => {
                let hits = figures.success.hits as f64 + 0.5;
                (hits / (figures.success.of as f64 + 1.0 - hits)).ln()
            }
            Self::BestMovesLeft => figures.best.share_left,
        }
    }
}

/// A level as a point of a line.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    /// The logit of people's success.
    y: f64,
    weight: f64,
    success: f64,
}

/// A line through points: where it begins, and how it rises.
#[derive(Clone, Copy)]
struct Line(f64, f64);

impl Line {
    /// Draws the line of least squares through weighted points, a level one where all stand over each other.
    fn through(points: impl Iterator<Item = Point> + Clone) -> Self {
        let sum = |value: fn(Point) -> f64| {
            points
                .clone()
                .map(|point| point.weight * value(point))
                .sum::<f64>()
        };
        let weight = sum(|_| 1.0);
        let [x, y] = [sum(|point| point.x) / weight, sum(|point| point.y) / weight];
        let apart = points.map(|point| {
            let along = point.weight * (point.x - x);
            (along * (point.x - x), along * (point.y - y))
        });
        let (squares, products) = apart.fold((0.0, 0.0), |(squares, products), (square, product)| {
            (squares + square, products + product)
        });
        let slope = if squares > 1e-12 { products / squares } else { 0.0 };
        Self(y - slope * x, slope)
    }

    fn at(self, x: f64) -> f64 {
        self.0 + self.1 * x
    }
}

/// Returns the share of which a number is the logit.
fn share(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

impl Calibration {
    /// The fewest levels through which a line is drawn: with fewer, levels left out leave nothing to draw it through.
    pub const LEAST: usize = 3;

    /// Attempts that are assumed where they are not known.
    const ATTEMPTS: u64 = 100;

    /// Draws the lines.
    ///
    /// # Errors
    /// When there are too few levels, a success is no share, or levels were played by different players.
    pub fn fit(samples: &[Sample]) -> Result<Self, CalibrationError> {
        if samples.len() < Self::LEAST {
            return Err(CalibrationError::TooFew(samples.len()));
        }
        for sample in samples {
            if !(0.0..=1.0).contains(&sample.success) {
                return Err(CalibrationError::NoShare {
                    level: sample.level.clone(),
                    success: sample.success,
                });
            }
            let agents = |sample: &Sample| -> Vec<String> {
                sample
                    .figures
                    .iter()
                    .map(|figures| figures.agent.clone())
                    .collect()
            };
            if agents(sample) != agents(&samples[0]) {
                return Err(CalibrationError::Players(sample.level.clone()));
            }
        }
        let success: Vec<f64> = samples.iter().map(|sample| sample.success).collect();
        let all: f64 = success.iter().sum();
        let others = |success: f64| (all - success) / (samples.len() as f64 - 1.0);
        let tiers = samples[0].figures.len();
        let mut predictors: Vec<Predictor> = (0..tiers)
            .flat_map(|tier| Measure::ALL.map(|figure| Predictor::of(samples, tier, figure)))
            .collect();
        predictors.sort_by(|one, other| one.left_out_error.total_cmp(&other.left_out_error));
        Ok(Self {
            levels: samples
                .iter()
                .map(|sample| (sample.level.clone(), sample.success))
                .collect(),
            baseline: error(success.iter().map(|&success| success - others(success))),
            predictors,
        })
    }

    /// Tells people's success on another level by the best figure, under players of the same names; `None` where the best figure's
    /// player is not among them.
    #[must_use]
    pub fn predict(&self, figures: &[Figures]) -> Option<Prediction> {
        let best = self.predictors.first()?;
        let figures = figures.iter().find(|figures| figures.agent == best.agent)?;
        let logit = best.intercept + best.slope * best.figure.of(figures);
        Some(Prediction {
            agent: best.agent.clone(),
            figure: best.figure,
            success: Estimate::with_error(logit, best.deviation).map(share),
        })
    }
}

impl Predictor {
    fn of(samples: &[Sample], tier: usize, figure: Measure) -> Self {
        let points: Vec<Point> = samples
            .iter()
            .map(|sample| {
                let attempts = sample.attempts.unwrap_or(Calibration::ATTEMPTS) as f64;
                // Half a success and half a miss more, so that none is infinitely far.
                let success = (sample.success * attempts + 0.5) / (attempts + 1.0);
                Point {
                    x: figure.of(&sample.figures[tier]),
                    y: (success / (1.0 - success)).ln(),
                    weight: attempts * success * (1.0 - success),
                    success: sample.success,
                }
            })
            .collect();
        let line = Line::through(points.iter().copied());
        let without = |left_out: usize| {
            let others = points
                .iter()
                .enumerate()
                .filter(move |&(place, _)| place != left_out);
            Line::through(others.map(|(_, point)| *point)).at(points[left_out].x)
        };
        let left_out: Vec<f64> = (0..points.len()).map(without).collect();
        let apart = |said: &[f64]| -> f64 {
            let said = said.iter().zip(&points);
            error(said.map(|(&logit, point)| share(logit) - point.success))
        };
        let fitted: Vec<f64> = points.iter().map(|point| line.at(point.x)).collect();
        let of = |value: fn(&Point) -> f64| -> Vec<f64> { points.iter().map(value).collect() };
        Self {
            agent: samples[0].figures[tier].agent.clone(),
            figure,
            intercept: line.0,
            slope: line.1,
            error: apart(&fitted),
            left_out_error: apart(&left_out),
            rank_correlation: correlation(&ranks(&of(|point| point.x)), &ranks(&of(|point| point.success))),
            deviation: error(left_out.iter().zip(&points).map(|(logit, point)| logit - point.y)),
            fitted: fitted.into_iter().map(share).collect(),
            left_out: left_out.into_iter().map(share).collect(),
        }
    }
}

/// Returns the root of the mean square.
fn error(errors: impl Iterator<Item = f64>) -> f64 {
    let (count, squares) = errors.fold((0.0f64, 0.0), |(count, squares), error| {
        (count + 1.0, squares + error * error)
    });
    (squares / count.max(1.0)).sqrt()
}

/// Returns the rank of each value, from 1 on; equal ones share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        less as f64 + (equal + 1) as f64 / 2.0
    };
    values.iter().map(rank).collect()
}

/// Returns Pearson's correlation; `None` where one of both does not vary.
fn correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_one, mean_other) = (mean(one), mean(other));
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        let pairs = one.iter().zip(other);
        pairs.map(|(a, b)| term(a - mean_one, b - mean_other)).sum()
    };
    let [products, squares, other_squares] = [sum(&|a, b| a * b), sum(&|a, _| a * a), sum(&|_, b| b * b)];
    (squares > 0.0 && other_squares > 0.0).then(|| products / (squares * other_squares).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_their_correlation_are_as_by_hand() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
        let of = |one: &[f64], other: &[f64]| correlation(&ranks(one), &ranks(other));
        assert_eq!(of(&[1.0, 2.0, 5.0], &[0.1, 0.7, 0.9]), Some(1.0));
        assert_eq!(of(&[1.0, 2.0, 5.0], &[0.9, 0.7, 0.1]), Some(-1.0));
        assert_eq!(of(&[1.0, 1.0, 1.0], &[0.9, 0.7, 0.1]), None);
        // 1 - 6 * (0 + 1 + 1) / (3 * 8).
        let half = of(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]).expect("both vary");
        assert!((half - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_line_goes_through_points_that_lie_on_one() {
        let point = |x: f64, weight| Point {
            x,
            y: 2.0 * x - 1.0,
            weight,
            success: 0.5,
        };
        let points = [point(0.0, 1.0), point(1.0, 5.0), point(4.0, 0.1)];
        let line = Line::through(points.into_iter());
        assert!((line.0 + 1.0).abs() < 1e-12 && (line.1 - 2.0).abs() < 1e-12);
        // With weights of 3 and 1 the mean is a quarter of the way.
        let over_each_other = [(0.0, 3.0), (4.0, 1.0)].map(|(y, weight)| Point {
            x: 7.0,
            y,
            weight,
            success: 0.5,
        });
        let level = Line::through(over_each_other.into_iter());
        assert_eq!((level.0, level.1), (1.0, 0.0));
        assert!((share(0.0) - 0.5).abs() < 1e-12);
    }
}
