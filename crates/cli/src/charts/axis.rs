//! Axes with their ends and labels.

use crate::output::numbers::short;

const STEPS: [f64; 3] = [1.0, 2.0, 5.0];

#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) name: String,
    /// The number at the left or lower end.
    pub(crate) from: f64,
    /// The number at the other end, which differs from the first and may be less.
    pub(crate) to: f64,
    /// The labels and their numbers.
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Creates an axis between round numbers around a range, with labels at least a step apart.
    pub(crate) fn round(name: &str, (least, most): (f64, f64), min_step: f64) -> Self {
        let [least, most] = [least, most].map(|end| if end.is_nan() { 0.0 } else { end.clamp(-1e30, 1e30) });
        // Far from 0, closer numbers are equal.
        let finest = 1e-9 * least.abs().max(most.abs());
        let step = step(((most - least) / 6.0).max(finest).max(min_step));
        let first = (least / step).floor();
        let last = (most / step).ceil().max(first + 1.0);
        let ticks = (0..=(last - first) as u32).map(|number| {
            let value = (first + f64::from(number)) * step;
            (value, short(value, step))
        });
        Self {
            name: name.to_owned(),
            from: first * step,
            to: last * step,
            ticks: ticks.collect(),
        }
    }

    /// Creates an axis between exact ends, with round labels.
    pub(crate) fn exact(name: &str, (from, to): (f64, f64), min_step: f64) -> Self {
        let mut axis = Self::round(name, (from, to), min_step);
        axis.ticks.retain(|(at, _)| (from..=to).contains(at));
        Self { from, to, ..axis }
    }

    /// Creates an axis of shares around a range, in percent.
    pub(crate) fn share(name: &str, (least, most): (f64, f64)) -> Self {
        let mut axis = Self::round(name, (100.0 * least, 100.0 * most), 0.1);
        for (at, label) in &mut axis.ticks {
            *at /= 100.0;
            label.push_str(" %");
        }
        Self {
            from: axis.from / 100.0,
            to: axis.to / 100.0,
            ..axis
        }
    }

    /// Creates an axis of categories, the first at 0.
    pub(crate) fn categories(name: &str, categories: impl IntoIterator<Item = String>) -> Self {
        let ticks: Vec<(f64, String)> = (0u32..).map(f64::from).zip(categories).collect();
        Self {
            name: name.to_owned(),
            from: -0.5,
            to: ticks.len().max(1) as f64 - 0.5,
            ticks,
        }
    }

    /// Reverses the axis, so that the first category of a vertical axis is at the top.
    pub(crate) fn reversed(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            ..self
        }
    }

    /// Returns the place of a number, clamped between 0 at the first end and 1 at the other.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let at = (value - self.from) / (self.to - self.from);
        if at.is_finite() { at.clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Returns the least round step that is at least `least`, which is not negative.
fn step(least: f64) -> f64 {
    // Multiplication and division give the same powers on every machine.
    let mut power = 1.0;
    while power < least {
        power *= 10.0;
    }
    while power > 1e-9 && power / 10.0 >= least {
        power /= 10.0;
    }
    let finer = STEPS.map(|factor| factor * power / 10.0);
    finer.into_iter().find(|&step| step >= least).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn numbers_along_an_axis_are_round() {
        assert_eq!(
            labels(&Axis::round("x", (340.0, 2210.0), 1.0)),
            ["0", "500", "1,000", "1,500", "2,000", "2,500"]
        );
        assert_eq!(labels(&Axis::round("x", (7.0, 7.0), 1.0)), ["7", "8"]);
        assert_eq!(
            labels(&Axis::round("x", (-0.3, 0.31), 0.0)),
            ["-0.4", "-0.2", "0.0", "0.2", "0.4"]
        );
        assert_eq!(
            labels(&Axis::share("x", (0.0, 0.32))),
            ["0 %", "10 %", "20 %", "30 %", "40 %"]
        );
        let exact = Axis::exact("x", (-0.5, 23.5), 1.0);
        assert_eq!(labels(&exact), ["0", "5", "10", "15", "20"]);
        assert_eq!((exact.at(-0.5), exact.at(11.5), exact.at(30.0)), (0.0, 0.5, 1.0));
        let categories = Axis::categories("x", ["a", "b"].map(str::to_owned)).reversed();
        assert_eq!([0.0, 1.0].map(|at| categories.at(at)), [0.75, 0.25]);
    }

    #[test]
    fn every_number_is_on_its_axis() {
        let sizes = [
            0.0,
            1e-7,
            0.3,
            1.0,
            7.0,
            99.5,
            4096.0,
            123_456.789,
            1.8e19,
            3.7e38,
        ];
        for (&one, &other) in sizes
            .iter()
            .flat_map(|one| sizes.iter().map(move |other| (one, other)))
        {
            for (least, most) in [(-one, other), (one, one + other), (-one - other, -one)] {
                for min_step in [0.0, 0.01, 1.0] {
                    let axis = Axis::round("x", (least, most), min_step);
                    assert!(axis.from < axis.to, "{axis:?}");
                    assert!((2..=10).contains(&axis.ticks.len()), "{axis:?}");
                    let is_drawn = most.abs().max(least.abs()) <= 1e30;
                    let near = (axis.to - axis.from) * 1e-6;
                    let holds = axis.from <= least + near && axis.to >= most - near;
                    assert!(holds || !is_drawn, "{least} to {most}: {axis:?}");
                }
            }
        }
        assert!(Axis::round("x", (f64::NAN, f64::INFINITY), 1.0).to >= 1e30);
    }
}
