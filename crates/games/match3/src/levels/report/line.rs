//! Weighted lines through levels: people's success over a simulated figure.

/// A level as a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// The figure.
    pub(super) x: f64,
    /// The logit of people's success.
    pub(super) y: f64,
    /// The sampling variance of that logit.
    pub(super) variance: f64,
    /// People's success.
    pub(super) success: f64,
}

/// A line of weighted least squares that does not fall.
///
/// A point weighs 1 / (misfit + its variance). The misfit, common to all points, is the variance by which
/// levels differ from the line however many attempts were seen: without it a level of a million attempts
/// would count ten thousand times one of a hundred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// The weighted mean of both coordinates.
    middle: (f64, f64),
    pub(super) slope: f64,
    /// The sum of the weights, and that of the weighted squares along x.
    weight: f64,
    squares: f64,
    /// The mean weight of a point.
    mean_weight: f64,
    misfit: f64,
}

/// The halvings in the search for the misfit.
const HALVINGS: u32 = 40;

impl Line {
    /// Fits the line through at least two points, with the misfit for which the weighted squares equal the
    /// degrees of freedom (Paule and Mandel 1982), none where they are fewer without it.
    pub(super) fn through(points: &[Point]) -> Self {
        let excess = |misfit: f64| {
            let line = Self::with_misfit(points, misfit);
            let squares = points
                .iter()
                .map(|point| (point.y - line.at(point.x)).powi(2) / (misfit + point.variance));
            let parameters = if line.slope > 0.0 { 2.0 } else { 1.0 };
            (line, squares.sum::<f64>() - (points.len() as f64 - parameters))
        };
        let (plain, above) = excess(0.0);
        if above <= 0.0 {
            return plain;
        }
        // With the squares from a level line as misfit, each point weighs less than one.
        let mean = points.iter().map(|point| point.y).sum::<f64>() / points.len() as f64;
        let (mut low, mut high) = (0.0, points.iter().map(|point| (point.y - mean).powi(2)).sum());
        for _ in 0..HALVINGS {
            let middle = low + (high - low) / 2.0;
            if excess(middle).1 > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self::with_misfit(points, high)
    }

    fn with_misfit(points: &[Point], misfit: f64) -> Self {
        Sums::of(points, misfit).line(misfit)
    }

    /// Predicts each point by the line through all others, with the misfit of all of them.
    pub(super) fn left_out(points: &[Point]) -> Vec<f64> {
        let misfit = Self::through(points).misfit;
        let all = Sums::of(points, misfit);
        let predicted = points
            .iter()
            .map(|point| all.with(*point, misfit, -1.0).line(misfit).at(point.x));
        predicted.collect()
    }

    /// Returns the value at a place.
    pub(super) fn at(&self, x: f64) -> f64 {
        self.middle.1 + self.slope * (x - self.middle.0)
    }

    /// Returns the variance of the line at a place, in units of that of a level. It grows with the distance
    /// from the middle, and is infinite away from levels with the same x.
    pub(super) fn leverage(&self, x: f64) -> f64 {
        let along = (x - self.middle.0).powi(2);
        // Rounding is no distance.
        let is_apart = along > 1e-18 * x.powi(2);
        let of_slope = if is_apart { along / self.squares } else { 0.0 };
        self.mean_weight * (1.0 / self.weight + of_slope)
    }
}

/// Weighted sums over points around a place near all of them, which keeps precision when one is taken out.
#[derive(Clone, Copy, Default)]
struct Sums {
    around: (f64, f64),
    count: f64,
    weight: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
}

impl Sums {
    fn of(points: &[Point], misfit: f64) -> Self {
        let mean = |value: fn(&Point) -> f64| points.iter().map(value).sum::<f64>() / points.len() as f64;
        let none = Self {
            around: (mean(|point| point.x), mean(|point| point.y)),
            ..Self::default()
        };
        points
            .iter()
            .fold(none, |sums, point| sums.with(*point, misfit, 1.0))
    }

    /// Adds a point a number of times.
    fn with(self, point: Point, misfit: f64, times: f64) -> Self {
        let weight = times / (misfit + point.variance);
        let (x, y) = (point.x - self.around.0, point.y - self.around.1);
        Self {
            around: self.around,
            count: self.count + times,
            weight: self.weight + weight,
            x: self.x + weight * x,
            y: self.y + weight * y,
            xx: self.xx + weight * x * x,
            xy: self.xy + weight * x * y,
        }
    }

    fn line(self, misfit: f64) -> Line {
        let (x, y) = (self.x / self.weight, self.y / self.weight);
        let squares = self.xx - self.weight * x * x;
        let products = self.xy - self.weight * x * y;
        // All points have the same x, but for rounding.
        let is_upright = squares <= 1e-12 * self.xx;
        let (slope, squares) = match is_upright {
            true => (0.0, 0.0),
            false => ((products / squares).max(0.0), squares),
        };
        Line {
            middle: (self.around.0 + x, self.around.1 + y),
            slope,
            weight: self.weight,
            squares,
            mean_weight: self.weight / self.count,
            misfit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64, variance: f64) -> Point {
        Point {
            x,
            y,
            variance,
            success: 0.5,
        }
    }

    #[test]
    fn a_line_goes_through_points_that_lie_on_one() {
        let points =
            [(0.0, 1.0), (1.0, 0.2), (4.0, 10.0)].map(|(x, variance)| point(x, 2.0 * x - 1.0, variance));
        let line = Line::through(&points);
        assert!((line.at(0.0) + 1.0).abs() < 1e-12 && (line.slope - 2.0).abs() < 1e-12);
        assert_eq!(line.misfit, 0.0);
        // With weights of 3 and 1 the mean is a quarter of the way.
        let over_each_other = [point(7.0, 0.0, 100.0), point(7.0, 4.0, 300.0)];
        let level = Line::through(&over_each_other);
        assert_eq!((level.at(7.0), level.slope), (1.0, 0.0));
        assert_eq!((level.leverage(7.0), level.leverage(8.0)), (0.5, f64::INFINITY));
        // Points that fall give a level line through their mean.
        let level = Line::through(&[point(0.0, 3.0, 9.0), point(1.0, 1.0, 9.0)]);
        assert_eq!((level.at(0.0), level.at(1.0), level.slope), (2.0, 2.0, 0.0));
    }

    #[test]
    fn what_one_has_many_attempts_for_does_not_draw_the_line_alone() {
        // Five levels on a line, of a hundred attempts each, and one of a thousand million which is off it.
        let mut points: Vec<Point> = (0..5u32)
            .map(|level| point(level.into(), f64::from(level) - 2.0, 0.04))
            .collect();
        points.push(point(2.0, 3.0, 1e-8));
        let line = Line::through(&points);
        assert!(
            (line.at(2.0) - 0.5).abs() < 0.05,
            "about the mean of six: {line:?}"
        );
        assert!((line.slope - 1.0).abs() < 1e-6, "{line:?}");
        // The squares so weighted are four, as six points have beyond the two that a line takes.
        let squares = points
            .iter()
            .map(|point| (point.y - line.at(point.x)).powi(2) / (line.misfit + point.variance));
        assert!((squares.sum::<f64>() - 4.0).abs() < 1e-6);
    }

    #[test]
    fn leaving_out_is_drawing_without() {
        let points: Vec<Point> = [0.3, -1.2, 0.9, 2.2, 1.4, 3.9]
            .into_iter()
            .zip(0..6u32)
            .map(|(y, x)| point(f64::from(x * x), y, 0.1 + 0.05 * f64::from(x)))
            .collect();
        let misfit = Line::through(&points).misfit;
        assert!(misfit > 0.0);
        for (place, said) in Line::left_out(&points).into_iter().enumerate() {
            let mut others = points.clone();
            let point = others.remove(place);
            let line = Line::with_misfit(&others, misfit);
            assert!((line.at(point.x) - said).abs() < 1e-9, "{place}");
        }
    }

    #[test]
    fn a_line_is_the_less_certain_the_further_from_its_points() {
        let points: Vec<Point> = (0..8u32).map(|x| point(x.into(), f64::from(x), 1.0)).collect();
        let line = Line::through(&points);
        // One eighth in the middle; by hand 1 / 8 + 3.5² / 42 at the first, and 1 / 8 + 10.5² / 42 ten and a
        // half away.
        for (x, by_hand) in [
            (3.5, 0.125),
            (0.0, 0.125 + 12.25 / 42.0),
            (14.0, 0.125 + 110.25 / 42.0),
        ] {
            assert!((line.leverage(x) - by_hand).abs() < 1e-9, "{x}");
        }
    }
}
