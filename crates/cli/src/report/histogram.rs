//! Which bars show how often values were met, the same for all results that are to be compared.

use quincunx_arena::Histogram;

use crate::page::axis::Axis;
use crate::page::numbers::whole;

/// The most bars of equal width; of [`MANY`] games twice as many, as tails are long and noise is small.
const MOST_BARS: usize = 24;

/// So many games are many.
pub(super) const MANY: u64 = 1000;

/// The most values that stand beside each other, however far apart they are.
const MOST_THINGS: usize = 12;

/// How often such a value was met at least, in the mean.
const LEAST_OFTEN: u64 = 3;

/// The bars of a histogram and the axis on which they stand.
///
/// Where few values are met again and again (2048: its highest tile) each has a bar beside the next; else bars have one width
/// on an axis of numbers.
pub(super) struct HistogramChart {
    /// The axis.
    pub(super) axis: Axis,
    /// The first and the last value of each bar, ascending.
    pub(super) bars: Vec<(u64, u64)>,
    are_things: bool,
}

impl HistogramChart {
    /// Makes the bars for everything that was counted.
    pub(super) fn of(name: &str, all: &Histogram) -> Self {
        let most_bars = if all.len() < MANY {
            MOST_BARS
        } else {
            2 * MOST_BARS
        };
        let things: Vec<u64> = all.bins().map(|(value, _)| value).take(MOST_THINGS + 1).collect();
        let bars: Vec<(u64, u64)> = all.bars(most_bars).iter().map(|bar| (bar.from, bar.to)).collect();
        let is_narrow = bars.first().is_none_or(|(from, to)| from == to);
        let are_few = things.len() <= MOST_THINGS && all.len() / LEAST_OFTEN >= things.len() as u64;
        if are_few && !is_narrow {
            return Self {
                axis: Axis::things(name, things.iter().map(|&thing| whole(thing))),
                bars: things.into_iter().map(|thing| (thing, thing)).collect(),
                are_things: true,
            };
        }
        let first = bars.first().map_or(0.0, |bar| bar.0 as f64);
        let last = bars.last().map_or(0.0, |bar| bar.1 as f64);
        Self {
            axis: Axis::exact(name, (first - 0.5, last + 0.5), 1.0),
            bars,
            are_things: false,
        }
    }

    /// Returns where a value is on the axis.
    pub(super) fn place(&self, value: u64) -> f64 {
        if self.are_things {
            self.bar(value) as f64
        } else {
            value as f64
        }
    }

    /// Returns where a mean is on the axis; `None` where values have no distances.
    pub(super) fn place_mean(&self, mean: f64) -> Option<f64> {
        (!self.are_things).then_some(mean)
    }

    /// Returns where a bar begins and ends on the axis.
    pub(super) fn ends(&self, bar: usize) -> (f64, f64) {
        let (from, to) = self.bars[bar];
        let half = if self.are_things { 0.35 } else { 0.5 };
        (self.place(from) - half, self.place(to) + half)
    }

    /// Names a bar by its values.
    pub(super) fn name(&self, bar: usize) -> String {
        let (from, to) = self.bars[bar];
        if from == to {
            whole(from)
        } else {
            format!("{} to {}", whole(from), whole(to))
        }
    }

    /// Counts how often values of each bar were met.
    pub(super) fn counts(&self, counts: &Histogram) -> Vec<u64> {
        let mut of_bars = vec![0; self.bars.len()];
        for (value, count) in counts.bins() {
            of_bars[self.bar(value)] += count;
        }
        of_bars
    }

    /// Returns the bar of a value, or the nearest.
    fn bar(&self, value: u64) -> usize {
        self.bars
            .partition_point(|&(from, _)| from <= value)
            .saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_values_are() {
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
