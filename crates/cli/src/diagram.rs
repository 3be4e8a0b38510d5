//! Boards as text, for answers that people read.

use quincunx_core::{Token, View};

/// Draws a board: top row first, the number of each token or a dot, fields separated by a blank.
pub(crate) fn diagram(view: &View) -> String {
    let size = view.board.size();
    let text = |token: Option<Token>| token.map_or(".".to_owned(), |token| token.0.to_string());
    let fields: Vec<String> = view.board.iter().map(|(_, token)| text(*token)).collect();
    let width = fields.iter().map(String::len).max().unwrap_or(1);
    let mut diagram = String::new();
    for row in fields.chunks(size.columns() as usize) {
        let row: Vec<String> = row.iter().map(|field| format!("{field:>width$}")).collect();
        diagram.push_str(&row.join(" "));
        diagram.push('\n');
    }
    diagram
}
