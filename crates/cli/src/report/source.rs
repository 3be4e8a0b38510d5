//! The results of which a report tells.

use quincunx_arena::{End, Histogram, Results, Row};

/// Results and what the page calls them.
pub(super) struct Source {
    /// Their place on the command line.
    pub(super) number: usize,
    /// The name of their file.
    pub(super) name: String,
    /// What they are.
    pub(super) results: Results,
}

impl Source {
    /// Returns the letter by which they are called.
    pub(super) fn letter(&self) -> String {
        ('A'..='Z')
            .nth(self.number)
            .map_or_else(|| format!("#{}", self.number + 1), String::from)
    }

    /// Returns the rows, of which there are none where they were not kept.
    pub(super) fn rows(&self) -> &[Row] {
        self.results.part.rows.as_deref().unwrap_or_default()
    }

    /// Returns what was counted under a name, with the value of a row that it counts.
    pub(super) fn counted<'a>(&'a self, name: &str) -> Option<(&'a Histogram, impl Fn(&Row) -> u64 + use<>)> {
        let counted = crate::simulate::counted(&self.results);
        let counts = counted.into_iter().find(|(other, _)| *other == name)?.1;
        let figure = self.results.run.figures.iter().position(|figure| figure == name);
        let is_points = std::ptr::eq(counts, &raw const self.results.part.tally.points);
        let value = move |row: &Row| match figure {
            _ if is_points => row.points,
            Some(figure) => row.figures[figure],
            None => row.plies.into(),
        };
        Some((counts, value))
    }
}

/// Tells how well a game ended for the player who began, or for who played alone: 1 for a win or reached goals, a half for a
/// draw; `None` of one that knows neither.
pub(super) fn success(end: End) -> Option<f64> {
    match end {
        End::Won(player) => Some(if player.index() == 0 { 1.0 } else { 0.0 }),
        End::Drawn => Some(0.5),
        End::Reached => Some(1.0),
        End::Missed => Some(0.0),
        End::Scored | End::Unfinished => None,
    }
}
