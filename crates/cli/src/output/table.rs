//! Tables and boards as text.

use std::io::{self, Write};

use anyhow::Context as _;
use quincunx_core::{Token, View};

pub(crate) struct Table {
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<H: Into<String>>(
        heads: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let heads = heads.into_iter().map(Into::into).collect();
        let rows = rows.into_iter().collect();
        Self { heads, rows }
    }

    /// Formats the table as CSV for spreadsheets.
    pub(crate) fn to_csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.heads)?;
        for row in &self.rows {
            // They take such a name for a formula.
            let is_formula = row[0].starts_with(['=', '+', '-', '@']);
            let first = if is_formula {
                format!("'{}", row[0])
            } else {
                row[0].clone()
            };
            writer.write_record([first].iter().chain(&row[1..]))?;
        }
        let bytes = writer.into_inner().context("cannot write the table")?;
        Ok(String::from_utf8(bytes)?)
    }

    /// Writes the table in columns, the first aligned left and the others right.
    pub(crate) fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let lines = || std::iter::once(&self.heads).chain(&self.rows);
        let width = |column: usize| lines().map(|line| line[column].chars().count()).max();
        let widths: Vec<usize> = (0..self.heads.len()).filter_map(width).collect();
        for line in lines() {
            let cells: Vec<String> = (0..)
                .zip(line.iter().zip(&widths))
                .map(|(column, (cell, width))| match column {
                    0 => format!("{cell:width$}"),
                    _ => format!("{cell:>width$}"),
                })
                .collect();
            writeln!(output, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// Formats a board: top row first, the number of each token or a dot, cells separated by spaces.
pub(crate) fn diagram(view: &View) -> String {
    let text = |token: Option<Token>| token.map_or(".".to_owned(), |token| token.0.to_string());
    let cells: Vec<String> = view.board.iter().map(|(_, token)| text(*token)).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(1);
    let mut diagram = String::new();
    for row in cells.chunks(view.board.size().columns() as usize) {
        let row: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        diagram.push_str(&row.join(" "));
        diagram.push('\n');
    }
    diagram
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let row = |name: &str, games: &str| vec![name.to_owned(), games.to_owned()];
        let table = Table::new(["player", "games"], [row("a", "1"), row("greedy", "1,000,000")]);
        let mut text = Vec::new();
        table.write(&mut text).expect("memory can be written");
        let text = String::from_utf8(text).expect("text");
        assert_eq!(text, "player      games\na               1\ngreedy  1,000,000\n");
    }
}
