//! The bars of a histogram, the same for all results that are compared.

use quincunx_arena::Histogram;

use crate::charts::axis::Axis;
use crate::output::numbers::whole;

/// The most bars of equal width; twice as many from [`MANY`] games on.
const MAX_BARS: usize = 24;

pub(super) const MANY: u64 = 1000;

/// The most values that have a bar each, however far apart they are.
const MAX_CATEGORIES: usize = 12;

/// How often such a value occurs at least, in the mean.
const MIN_COUNT: u64 = 3;

/// The bars of a histogram and their axis.
///
/// Few values that occur often, as the highest tile of 2048, have a bar each; else bars have one width on an
/// axis of numbers.
pub(super) struct HistogramChart {
    pub(super) axis: Axis,
    pub(super) bars: Vec<(u64, u64)>,
    are_categories: bool,
}

impl HistogramChart {
    pub(super) fn of(name: &str, all: &Histogram) -> Self {
        let max_bars = if all.len() < MANY { MAX_BARS } else { 2 * MAX_BARS };
        let categories = all.ranges().map(|bar| (bar.from, bar.to));
        let categories: Vec<(u64, u64)> = categories.take(MAX_CATEGORIES + 1).collect();
        let bars: Vec<(u64, u64)> = all.bars(max_bars).iter().map(|bar| (bar.from, bar.to)).collect();
        let is_narrow = bars.first().is_none_or(|(from, to)| from == to);
        let are_few = categories.len() <= MAX_CATEGORIES && all.len() / MIN_COUNT >= categories.len() as u64;
        if are_few && !is_narrow {
            return Self {
                axis: Axis::categories(name, categories.iter().map(|&values| range(values))),
                bars: categories,
                are_categories: true,
            };
        }
        let first = bars.first().map_or(0.0, |bar| bar.0 as f64);
        let last = bars.last().map_or(0.0, |bar| bar.1 as f64);
        Self {
            axis: Axis::exact(name, (first - 0.5, last + 0.5), 1.0),
            bars,
            are_categories: false,
        }
    }

    pub(super) fn place(&self, value: u64) -> f64 {
        if self.are_categories {
            self.bar(value) as f64
        } else {
            value as f64
        }
    }

    /// Returns the place of a mean on the axis; `None` if values are categories.
    pub(super) fn place_mean(&self, mean: f64) -> Option<f64> {
        (!self.are_categories).then_some(mean)
    }

    pub(super) fn ends(&self, bar: usize) -> (f64, f64) {
        let (from, to) = self.bars[bar];
        let half = if self.are_categories { 0.35 } else { 0.5 };
        (self.place(from) - half, self.place(to) + half)
    }

    pub(super) fn name(&self, bar: usize) -> String {
        range(self.bars[bar])
    }

    pub(super) fn counts(&self, counts: &Histogram) -> Vec<u64> {
        let mut of_bars = vec![0; self.bars.len()];
        for (value, count) in counts.bins() {
            of_bars[self.bar(value)] += count;
        }
        of_bars
    }

    fn bar(&self, value: u64) -> usize {
        self.bars
            .partition_point(|&(from, _)| from <= value)
            .saturating_sub(1)
    }
}

fn range((from, to): (u64, u64)) -> String {
    if from == to {
        whole(from)
    } else {
        format!("{} to {}", whole(from), whole(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fit_their_values() {
        let tiles = HistogramChart::of(
            "tile",
            &Histogram::from_iter([
                128, 128, 256, 256, 256, 512, 1024, 1024, 2048, 128, 512, 64, 64, 64, 64, 64, 64, 64,
            ]),
        );
        assert_eq!(tiles.bars[1], (128, 128));
        assert_eq!(
            (tiles.place(512), tiles.ends(2), tiles.place_mean(5.0)),
            (3.0, (1.65, 2.35), None)
        );
        assert_eq!(
            tiles.counts(&Histogram::from_iter([64, 2048, 2048])),
            [1, 0, 0, 0, 0, 2]
        );

        // Bins from 4096 on hold more than one value, and their low ends may be no game's.
        let wide = Histogram::from_iter([[9869; 9], [20_001; 9], [40_003; 9]].concat());
        let wide = HistogramChart::of("points", &wide);
        assert_eq!(
            [wide.name(0), wide.name(1), wide.name(2)],
            ["9,869 to 9,871", "20,000 to 20,007", "40,000 to 40,003"]
        );
        assert_eq!((wide.place(9868), wide.ends(1)), (0.0, (0.65, 1.35)));

        let plies = HistogramChart::of("plies", &Histogram::from_iter([7, 9, 12]));
        assert_eq!((plies.axis.from, plies.axis.to, plies.bars.len()), (6.5, 12.5, 6));
        assert_eq!((plies.ends(0), plies.name(0)), ((6.5, 7.5), "7".to_owned()));

        let points = HistogramChart::of("points", &Histogram::from_iter((0..100).map(|n| n * n)));
        assert_eq!((points.bars.len(), points.name(1)), (20, "500 to 999".to_owned()));
        assert_eq!(
            points
                .counts(&Histogram::from_iter([499, 500, 9801]))
                .iter()
                .sum::<u64>(),
            3
        );

        let nothing = HistogramChart::of("points", &Histogram::default());
        assert_eq!(
            (nothing.bars.len(), nothing.counts(&Histogram::default()).len()),
            (0, 0)
        );
    }
}
