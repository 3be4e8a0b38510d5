//! Boards as text.

use quincunx_core::{Token, View};

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
