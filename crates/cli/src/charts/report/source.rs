//! The results of a simulation and their place in a page.

use quincunx_arena::{End, Histogram, Results, Row};

use crate::charts::letter;
use crate::charts::markup::{Markup, element, line, table};
use crate::output::simulation::histograms;
use crate::output::table::Table;

pub(crate) struct Source {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) results: Results,
}

impl Source {
    pub(super) fn game(&self) -> &str {
        &self.results.run.game
    }

    pub(super) fn letter(&self) -> String {
        letter(self.number)
    }

    pub(super) fn rows(&self) -> &[Row] {
        self.results.part.rows.as_deref().unwrap_or_default()
    }

    /// Returns the histogram of a figure, with its value in a row.
    pub(super) fn figure<'a>(&'a self, name: &str) -> Option<(&'a Histogram, impl Fn(&Row) -> u64 + use<>)> {
        let counts = histograms(&self.results)
            .into_iter()
            .find(|(other, _)| *other == name)?
            .1;
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

/// Returns the score of a game for the first player; `None` if the ending has none.
pub(super) fn success(end: End) -> Option<f64> {
    match end {
        End::Won(player) => Some(if player.index() == 0 { 1.0 } else { 0.0 }),
        End::Drawn => Some(0.5),
        End::Reached => Some(1.0),
        End::Missed => Some(0.0),
        End::Scored | End::Unfinished => None,
    }
}

pub(super) fn text_table(caption: &str, shown: &Table) -> Markup {
    line(element("div", &[("class", &"words")], table(caption, shown)))
}

pub(super) fn names(sources: &[&Source]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for source in sources {
        for (name, _) in histograms(&source.results) {
            if !names.iter().any(|other| other == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}
