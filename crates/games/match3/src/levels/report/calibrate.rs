//! Predicting people's success from simulated figures.

use quincunx_arena::statistics::t_quantile;
use serde::Serialize;
use thiserror::Error;

use super::estimate::Estimate;
use super::figures::Figures;
use super::line::{Line, Point};

/// A level with known success of people.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The name of the level.
    pub level: String,
    /// The share of people's attempts that succeed.
    pub success: f64,
    /// The number of these attempts; a hundred where it is unknown.
    pub attempts: Option<u64>,
    /// The level under simulated players.
    pub figures: Vec<Figures>,
}

/// How well simulated figures predict people's success, on levels where it is known.
///
/// The best of many figures always looks better than it will be elsewhere. So each level is predicted by the
/// figure and the line that are best without it (nested cross-validation).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The levels, with people's success.
    pub levels: Vec<(String, f64)>,
    /// The prediction for each level from all others.
    pub predictions: Vec<f64>,
    /// The error of these predictions.
    pub error: f64,
    /// The error of predicting each level by the weighted mean logit of the others.
    pub baseline: f64,
    /// All figures, the one with the least error on levels left out first.
    pub predictors: Vec<Predictor>,
    #[serde(skip)]
    predicted: Vec<Predicted>,
    /// The deviation of people's logits from the predictions of a certain line.
    #[serde(skip)]
    deviation: f64,
}

/// The prediction of a line for a level that it does not contain.
#[derive(Clone, Debug, PartialEq)]
struct Predicted {
    agent: String,
    figure: Measure,
    logit: f64,
    /// The [leverage](Line::leverage) of the level.
    leverage: f64,
}

/// A simulated figure that predicts people's success `p` by a line: ln(p / (1 − p)) = a + b x.
///
/// It is the line of the least chi-square of logits (Berkson 1944), in which a level of n attempts weighs 1 /
/// (τ² + 1 / (n p (1 − p))) with the misfit τ² of Paule and Mandel (1982). It never falls, as what is easier
/// for simulated players is not harder for people. Errors are root mean squares in shares of success.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predictor {
    /// The player.
    pub agent: String,
    /// The figure `x`.
    pub figure: Measure,
    /// `a`.
    pub intercept: f64,
    /// `b`, never below 0.
    pub slope: f64,
    /// The error on the levels of the line.
    pub error: f64,
    /// The error on each level by the line through all others; too small for the best of many figures.
    pub left_out_error: f64,
    /// Spearman's rank correlation with people's success; `None` where one of both is constant.
    pub rank_correlation: Option<f64>,
    /// The prediction of the line for each level.
    pub fitted: Vec<f64>,
    /// The prediction of the line through all others for each level.
    pub left_out: Vec<f64>,
    #[serde(skip)]
    line: Line,
}

/// A simulated figure that predicts people's success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The logit of the success, with half a success and half a miss more.
    Success,
    /// The moves left in the best 5 % of games, as a share of the limit; negative where it is too short.
    BestMovesLeft,
}

/// The prediction for a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Prediction {
    /// The player of the figure.
    pub agent: String,
    /// The figure.
    pub figure: Measure,
    /// People's success; the interval grows with the errors on levels left out and the distance from them.
    pub success: Estimate,
    /// Whether people's success is known; the prediction does not use it.
    pub is_known: bool,
}

/// Levels that allow no prediction.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CalibrationError {
    /// There are too few.
    #[error(
        "a calibration takes at least {least} levels, found {0}",
        least = Calibration::MIN_LEVELS
    )]
    TooFew(usize),
    /// A success is no share.
    #[error("the success of {level} is {success}, not a share from 0 to 1")]
    NoShare {
        /// The level.
        level: String,
        /// Its success.
        success: f64,
    },
    /// A level was not played by the players of the others.
    #[error("{0} was not played to the end by the players of the other levels")]
    Players(String),
}

impl Measure {
    /// All figures.
    pub(crate) const ALL: [Self; 2] = [Self::Success, Self::BestMovesLeft];

    /// Returns the figure; `None` where games are missing.
    fn of(self, figures: &Figures) -> Option<f64> {
        match self {
            Self::Success => {
                let hits = figures.success.hits as f64 + 0.5;
                Some((hits / (figures.success.of as f64 + 1.0 - hits)).ln())
            }
            Self::BestMovesLeft => figures.best.map(|best| best.share_left),
        }
    }
}

/// Returns the share with a logit.
fn share(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// A figure of a player on all levels.
#[derive(Clone)]
struct Candidate {
    agent: String,
    figure: Measure,
    points: Vec<Point>,
}

impl Candidate {
    fn of(samples: &[Sample], tier: usize, figure: Measure) -> Self {
        let point = |sample: &Sample| {
            let attempts = sample.attempts.unwrap_or(Calibration::ATTEMPTS) as f64;
            // Half of each more, so that none is infinite.
            let successes = sample.success * attempts + 0.5;
            let misses = (1.0 - sample.success) * attempts + 0.5;
            Point {
                x: figure
                    .of(&sample.figures[tier])
                    .expect("levels with missing games were refused"),
                y: (successes / misses).ln(),
                variance: 1.0 / successes + 1.0 / misses,
                success: sample.success,
            }
        };
        Self {
            agent: samples[0].figures[tier].agent.clone(),
            figure,
            points: samples.iter().map(point).collect(),
        }
    }

    fn without(&self, left_out: usize) -> Self {
        let mut others = self.clone();
        others.points.remove(left_out);
        others
    }

    /// Returns the error of predicted logits.
    fn error_of(&self, logits: &[f64]) -> f64 {
        let pairs = logits.iter().zip(&self.points);
        error(pairs.map(|(&logit, point)| share(logit) - point.success))
    }

    /// Predicts each level by the line through all others.
    fn left_out(&self) -> Vec<f64> {
        let levels = 0..self.points.len();
        levels.map(|level| self.predict_without(level).logit).collect()
    }

    /// Returns the error of [`Self::left_out`] with one misfit for all lines, which is fast.
    fn left_out_error(&self) -> f64 {
        self.error_of(&Line::left_out(&self.points))
    }

    /// Predicts a level by the line through all others.
    fn predict_without(&self, level: usize) -> Predicted {
        let line = Line::through(&self.without(level).points);
        Predicted::new(&self.agent, self.figure, &line, self.points[level].x)
    }

    fn predictor(&self) -> Predictor {
        let points = &self.points;
        let line = Line::through(points);
        let fitted: Vec<f64> = points.iter().map(|point| line.at(point.x)).collect();
        let left_out = self.left_out();
        let of = |value: fn(&Point) -> f64| -> Vec<f64> { points.iter().map(value).collect() };
        Predictor {
            agent: self.agent.clone(),
            figure: self.figure,
            intercept: line.at(0.0),
            slope: line.slope,
            error: self.error_of(&fitted),
            left_out_error: self.error_of(&left_out),
            rank_correlation: correlation(&ranks(&of(|point| point.x)), &ranks(&of(|point| point.success))),
            fitted: fitted.into_iter().map(share).collect(),
            left_out: left_out.into_iter().map(share).collect(),
            line,
        }
    }
}

impl Predicted {
    fn new(agent: &str, figure: Measure, line: &Line, x: f64) -> Self {
        Self {
            agent: agent.to_owned(),
            figure,
            logit: line.at(x),
            leverage: line.leverage(x),
        }
    }

    /// Predicts a level by the best of all candidates without it, the first of equals.
    fn of(candidates: &[Candidate], level: usize) -> Self {
        let errors = candidates
            .iter()
            .map(|candidate| (candidate, candidate.without(level).left_out_error()));
        let best = errors.reduce(|best, other| if other.1 < best.1 { other } else { best });
        let (best, _) = best.expect("there is a player, and a figure of it");
        best.predict_without(level)
    }
}

impl Calibration {
    /// The fewest levels. To choose a figure without a level and to fit its line without a second one leaves
    /// four of these.
    pub const MIN_LEVELS: usize = 6;

    /// Attempts where they are unknown.
    const ATTEMPTS: u64 = 100;

    /// Fits the lines.
    ///
    /// # Errors
    /// When there are too few samples, a share is not from 0 to 1, or a level lacks figures of the players of
    /// the first one.
    pub fn fit(samples: &[Sample]) -> Result<Self, CalibrationError> {
        if samples.len() < Self::MIN_LEVELS {
            return Err(CalibrationError::TooFew(samples.len()));
        }
        let agents = |sample: &Sample| -> Vec<String> {
            sample
                .figures
                .iter()
                .map(|figures| figures.agent.clone())
                .collect()
        };
        for sample in samples {
            if !(0.0..=1.0).contains(&sample.success) {
                return Err(CalibrationError::NoShare {
                    level: sample.level.clone(),
                    success: sample.success,
                });
            }
            let is_missing =
                |figures: &Figures| Measure::ALL.iter().any(|figure| figure.of(figures).is_none());
            let is_whole = !sample.figures.is_empty() && !sample.figures.iter().any(is_missing);
            if !is_whole || agents(sample) != agents(&samples[0]) {
                return Err(CalibrationError::Players(sample.level.clone()));
            }
        }
        let candidates: Vec<Candidate> = (0..samples[0].figures.len())
            .flat_map(|tier| Measure::ALL.map(|figure| Candidate::of(samples, tier, figure)))
            .collect();
        let mut predictors: Vec<Predictor> = candidates.iter().map(Candidate::predictor).collect();
        predictors.sort_by(|one, other| one.left_out_error.total_cmp(&other.left_out_error));
        let levels = 0..samples.len();
        let predicted: Vec<Predicted> = levels.map(|level| Predicted::of(&candidates, level)).collect();
        let logits: Vec<f64> = predicted.iter().map(|predicted| predicted.logit).collect();
        // A figure that is the same on all levels.
        let mut mean = candidates[0].clone();
        for point in &mut mean.points {
            point.x = 0.0;
        }
        let apart = predicted
            .iter()
            .zip(&mean.points)
            .filter(|(predicted, _)| predicted.leverage.is_finite())
            .map(|(predicted, point)| (predicted.logit - point.y) / (1.0 + predicted.leverage).sqrt());
        Ok(Self {
            levels: samples
                .iter()
                .map(|sample| (sample.level.clone(), sample.success))
                .collect(),
            error: mean.error_of(&logits),
            baseline: mean.error_of(&mean.left_out()),
            predictors,
            deviation: error(apart),
            predictions: logits.into_iter().map(share).collect(),
            predicted,
        })
    }

    /// Returns whether the predictions are better than the mean.
    #[must_use]
    pub fn beats_baseline(&self) -> bool {
        self.error < self.baseline
    }

    /// Predicts people's success on another level by the best figure, with Student's interval of two degrees
    /// of freedom fewer than levels; `None` where its player is not among the figures or has no such figure,
    /// and where predictions are [no better](Self::beats_baseline) than the mean.
    #[must_use]
    pub fn predict(&self, figures: &[Figures]) -> Option<Prediction> {
        let best = self.predictors.first()?;
        let figures = figures.iter().find(|figures| figures.agent == best.agent)?;
        let x = best.figure.of(figures)?;
        let predicted = Predicted::new(&best.agent, best.figure, &best.line, x);
        self.prediction(&predicted, false)
    }

    /// Predicts people's success on one of the levels from all others; `None` as in [`Self::predict`].
    #[must_use]
    pub fn predict_known(&self, level: usize) -> Option<Prediction> {
        self.prediction(self.predicted.get(level)?, true)
    }

    fn prediction(&self, predicted: &Predicted, is_known: bool) -> Option<Prediction> {
        let scale = t_quantile(self.levels.len() as u64 - 2) * self.deviation;
        let spread = scale * (1.0 + predicted.leverage).sqrt();
        self.beats_baseline().then(|| Prediction {
            agent: predicted.agent.clone(),
            figure: predicted.figure,
            success: Estimate::with_spread(predicted.logit, spread).map(share),
            is_known,
        })
    }
}

/// Returns the root of the mean square.
fn error(errors: impl Iterator<Item = f64>) -> f64 {
    let (count, squares) = errors.fold((0.0f64, 0.0), |(count, squares), error| {
        (count + 1.0, squares + error * error)
    });
    (squares / count.max(1.0)).sqrt()
}

/// Returns the rank of each value from 1; equal ones share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        less as f64 + (equal + 1) as f64 / 2.0
    };
    values.iter().map(rank).collect()
}

/// Returns Pearson's correlation; `None` where one of both is constant.
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
}
