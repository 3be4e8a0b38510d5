//! From simulated figures to people's success: how well one tells the other, and what it tells of another
//! level.

use quincunx_arena::statistics::student;
use serde::Serialize;
use thiserror::Error;

use super::estimate::Estimate;
use super::figures::Figures;
use super::line::{Line, Point};

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
///
/// Which figure tells it best is chosen by these levels too, and the best of many is always better than it
/// will be elsewhere. So what is said of each level here comes from a figure that was chosen, and a line that
/// was drawn, without that level (nested cross-validation), and these are the errors to go by.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// The levels, with people's success.
    pub levels: Vec<(String, f64)>,
    /// What is said of each level by the figure that is best on all others, and its line through them.
    pub foretold: Vec<f64>,
    /// The error of that.
    pub error: f64,
    /// The error of who draws a level line through the others, which says of each level the weighted mean of
    /// their logits: what is to be undercut.
    pub baseline: f64,
    /// All figures, the one that errs least on levels left out first.
    pub predictors: Vec<Predictor>,
    /// Who said what is foretold of each level, and where.
    #[serde(skip)]
    said: Vec<Said>,
    /// The lines of the predictors.
    #[serde(skip)]
    lines: Vec<Line>,
    /// The deviation of people's logits from those foretold, where a line is certain.
    #[serde(skip)]
    deviation: f64,
}

/// What a line says of a level that had no part in it.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    agent: String,
    figure: Measure,
    logit: f64,
    /// The [leverage](Line::leverage) of the level.
    leverage: f64,
}

/// A simulated figure that tells people's success `p` by a line through levels where it is known: ln(p / (1 −
/// p)) = a + b x.
///
/// The line is that of the least chi-square of logits (Berkson 1944), with a misfit: least squares in which a
/// level of n attempts weighs 1 / (τ² + 1 / (n p (1 − p))). The variance τ² of what levels differ from the
/// line, however many attempts were seen, is found by the method of Paule and Mandel (1982). It never falls:
/// what makes a level easier for simulated players cannot make it harder for people, and a line that
/// says so was drawn through noise. Errors are root mean squares in shares of success.
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
    /// The error on the levels through which the line was drawn.
    pub error: f64,
    /// The error on each level by the line through all others. Of the best of many figures it is too small.
    pub left_out_error: f64,
    /// Spearman's rank correlation with people's success; `None` where one of both is the same on all
    /// levels.
    pub rank_correlation: Option<f64>,
    /// What the line says of each level.
    pub fitted: Vec<f64>,
    /// What the line through all others says of each level.
    pub left_out: Vec<f64>,
}

/// A simulated figure from which people's success is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The logit of the success, with half a success and half a miss more than were seen.
    Success,
    /// The moves left in the best 5 % of games, as a share of the limit; negative where the limit is too
    /// short for them.
    BestMovesLeft,
}

/// What is told of a level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The player whose figure tells it.
    pub agent: String,
    /// The figure.
    pub figure: Measure,
    /// People's success, with an interval as wide as the errors of what was foretold of levels left out make
    /// it, and the wider the further away from those levels.
    pub success: Estimate,
    /// Whether people's success on this level is known: the level had no part in what is told then.
    pub is_known: bool,
}

/// Levels from which nothing can be told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CalibrationError {
    /// There are too few.
    #[error("a line takes {least} levels with people's success at least, not {0}", least = Calibration::LEAST)]
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

/// Returns the share of which a number is the logit.
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
            // Half of each more, so that none is infinitely far.
            let successes = sample.success * attempts + 0.5;
            let misses = (1.0 - sample.success) * attempts + 0.5;
            Point {
                x: figure.of(&sample.figures[tier]),
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

    fn line(&self) -> Line {
        Line::through(&self.points)
    }

    /// Returns the error of the logits that are said of the levels.
    fn error_of(&self, said: &[f64]) -> f64 {
        let pairs = said.iter().zip(&self.points);
        error(pairs.map(|(&logit, point)| share(logit) - point.success))
    }

    /// Returns what the line through all other levels says of each.
    fn left_out(&self) -> Vec<f64> {
        let levels = 0..self.points.len();
        levels.map(|level| self.say_without(level).logit).collect()
    }

    /// Returns the error on each level by the line through all others, drawn with the misfit of all of them:
    /// nearly that of [`Self::left_out`], and soon found where it is asked for again and again.
    fn left_out_error(&self) -> f64 {
        self.error_of(&Line::left_out(&self.points))
    }

    /// Says of a level what the line through all others does.
    fn say_without(&self, level: usize) -> Said {
        let line = self.without(level).line();
        let x = self.points[level].x;
        Said {
            agent: self.agent.clone(),
            figure: self.figure,
            logit: line.at(x),
            leverage: line.leverage(x),
        }
    }
}

/// Returns what the best of all candidates without a level says of it.
fn foretold(candidates: &[Candidate], level: usize) -> Said {
    let errors = candidates
        .iter()
        .map(|candidate| (candidate, candidate.without(level).left_out_error()));
    // The first of equals.
    let best = errors.reduce(|best, other| if other.1 < best.1 { other } else { best });
    let (best, _) = best.expect("there is a player, and a figure of it");
    best.say_without(level)
}

impl Calibration {
    /// The fewest levels through which a line is drawn. To choose a figure without a level and to draw its
    /// line without a second one leaves four of these.
    pub const LEAST: usize = 6;

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
            if agents(sample).is_empty() || agents(sample) != agents(&samples[0]) {
                return Err(CalibrationError::Players(sample.level.clone()));
            }
        }
        let candidates: Vec<Candidate> = (0..samples[0].figures.len())
            .flat_map(|tier| Measure::ALL.map(|figure| Candidate::of(samples, tier, figure)))
            .collect();
        let mut predictors: Vec<(Predictor, Line)> = candidates.iter().map(Predictor::of).collect();
        predictors.sort_by(|(one, _), (other, _)| one.left_out_error.total_cmp(&other.left_out_error));
        let (predictors, lines) = predictors.into_iter().unzip();
        let levels = 0..samples.len();
        let said: Vec<Said> = levels.map(|level| foretold(&candidates, level)).collect();
        let foretold: Vec<f64> = said.iter().map(|said| said.logit).collect();
        // A figure that is the same on all levels; people's success is the same in all candidates.
        let mut mean = candidates[0].clone();
        for point in &mut mean.points {
            point.x = 0.0;
        }
        let apart = said
            .iter()
            .zip(&mean.points)
            .filter(|(said, _)| said.leverage.is_finite())
            .map(|(said, point)| (said.logit - point.y) / (1.0 + said.leverage).sqrt());
        Ok(Self {
            levels: samples
                .iter()
                .map(|sample| (sample.level.clone(), sample.success))
                .collect(),
            error: mean.error_of(&foretold),
            baseline: mean.error_of(&mean.left_out()),
            predictors,
            deviation: error(apart),
            foretold: foretold.into_iter().map(share).collect(),
            said,
            lines,
        })
    }

    /// Returns whether people's success is foretold better than by its mean.
    #[must_use]
    pub fn says_something(&self) -> bool {
        self.error < self.baseline
    }

    /// Tells people's success on another level by the best figure, under players of the same names; `None`
    /// where the best figure's player is not among them, and where the figures [say
    /// nothing](Self::says_something).
    ///
    /// The interval is Student's with two degrees of freedom fewer than levels.
    #[must_use]
    pub fn predict(&self, figures: &[Figures]) -> Option<Prediction> {
        let (best, line) = self.predictors.first().zip(self.lines.first())?;
        let figures = figures.iter().find(|figures| figures.agent == best.agent)?;
        let x = best.figure.of(figures);
        let said = Said {
            agent: best.agent.clone(),
            figure: best.figure,
            logit: line.at(x),
            leverage: line.leverage(x),
        };
        self.told(&said, false)
    }

    /// Tells people's success on one of the levels, by their number, as if nothing were known of it: what is
    /// [foretold](Self::foretold) of it. `None` where there is no such level, and where the figures [say
    /// nothing](Self::says_something).
    #[must_use]
    pub fn predict_known(&self, level: usize) -> Option<Prediction> {
        self.told(self.said.get(level)?, true)
    }

    fn told(&self, said: &Said, is_known: bool) -> Option<Prediction> {
        let spread = student(self.levels.len() as u64 - 2) * self.deviation * (1.0 + said.leverage).sqrt();
        self.says_something().then(|| Prediction {
            agent: said.agent.clone(),
            figure: said.figure,
            success: Estimate::with_spread(said.logit, spread).map(share),
            is_known,
        })
    }
}

impl Predictor {
    fn of(candidate: &Candidate) -> (Self, Line) {
        let points = &candidate.points;
        let line = candidate.line();
        let fitted: Vec<f64> = points.iter().map(|point| line.at(point.x)).collect();
        let left_out = candidate.left_out();
        let of = |value: fn(&Point) -> f64| -> Vec<f64> { points.iter().map(value).collect() };
        let predictor = Self {
            agent: candidate.agent.clone(),
            figure: candidate.figure,
            intercept: line.intercept(),
            slope: line.slope,
            error: candidate.error_of(&fitted),
            left_out_error: candidate.error_of(&left_out),
            rank_correlation: correlation(&ranks(&of(|point| point.x)), &ranks(&of(|point| point.success))),
            fitted: fitted.into_iter().map(share).collect(),
            left_out: left_out.into_iter().map(share).collect(),
        };
        (predictor, line)
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
}
