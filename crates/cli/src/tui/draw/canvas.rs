//! Boxes, glyphs and shortened texts.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::theme::Theme;

/// Corners from the upper left clockwise, then the horizontal and the vertical line.
type BoxGlyphs = [&'static str; 6];

pub(super) const ROUND_BOX: BoxGlyphs = ["╭", "╮", "╯", "╰", "─", "│"];
pub(super) const BROKEN_BOX: BoxGlyphs = ["╭", "╮", "╯", "╰", "┄", "┆"];
pub(super) const DOUBLE_BOX: BoxGlyphs = ["╔", "╗", "╝", "╚", "═", "║"];
pub(super) const ASCII_BOX: BoxGlyphs = ["+", "+", "+", "+", "-", "|"];
pub(super) const ASCII_BROKEN_BOX: BoxGlyphs = ["+", "+", "+", "+", ".", ":"];
pub(super) const ASCII_DOUBLE_BOX: BoxGlyphs = ["H", "H", "H", "H", "~", "H"];

pub(super) fn draw_box(frame: Rect, glyphs: BoxGlyphs, style: Style, buffer: &mut Buffer) {
    let (right, bottom) = (frame.right() - 1, frame.bottom() - 1);
    for x in frame.x + 1..right {
        put(buffer, x, frame.y, glyphs[4], style);
        put(buffer, x, bottom, glyphs[4], style);
    }
    for y in frame.y + 1..bottom {
        put(buffer, frame.x, y, glyphs[5], style);
        put(buffer, right, y, glyphs[5], style);
    }
    for ((x, y), glyph) in corners(frame).into_iter().zip(glyphs) {
        put(buffer, x, y, glyph, style);
    }
}

/// Returns the corners from the upper left clockwise.
pub(super) fn corners(area: Rect) -> [(u16, u16); 4] {
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    [
        (area.x, area.y),
        (right, area.y),
        (right, bottom),
        (area.x, bottom),
    ]
}

/// Puts a glyph on the existing background, if it is on the screen.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, glyph: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.modifier = Modifier::empty();
        let ground = cell.bg;
        cell.set_symbol(glyph).set_style(style.bg(ground));
    }
}

/// Shortens a text to its room, at a word if possible.
pub(super) fn cut(text: &str, room: usize, theme: &Theme) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let sign = theme.glyph("…", "...");
    let room = room.saturating_sub(sign.chars().count());
    let kept: String = text.chars().take(room).collect();
    let is_whole = text.chars().nth(room) == Some(' ');
    // Not in the middle of a word.
    let kept = match kept.rsplit_once(' ') {
        Some((whole, begun)) if !is_whole && begun.len() < 12 && !whole.is_empty() => whole,
        _ => &kept,
    };
    format!("{}{sign}", kept.trim_end_matches([' ', ',', ';', ':']))
}

/// Shortens a text that is being typed to its end.
pub(super) fn cut_start(text: &str, room: usize, theme: &Theme) -> String {
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    let sign = theme.glyph("…", "~");
    let end = text.chars().skip(length + 1 - room.max(1));
    sign.chars().chain(end).collect()
}

/// Breaks a text into lines between words; a word that is longer than a line stays whole.
pub(super) fn wrap(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Writes a text in at most six lines above a line.
pub(super) fn draw_above(text: &str, style: Style, line: Rect, theme: &Theme, buffer: &mut Buffer) {
    let room = usize::from(line.width.saturating_sub(2)).max(1);
    let mut rows = wrap(text, room);
    rows.truncate(usize::from(line.y.saturating_sub(buffer.area.y)).min(6));
    let top = line.y - rows.len() as u16;
    for (y, row) in (top..).zip(&rows) {
        buffer.set_string(line.x, y, " ".repeat(usize::from(line.width)), Style::reset());
        let row = cut(row, room, theme);
        buffer.set_stringn(line.x + u16::from(line.width > 2), y, row, room, style);
    }
}

/// Shortens an action in its middle: its beginning is its kind, its last word the place.
pub(super) fn cut_action(text: &str, room: usize, theme: &Theme) -> String {
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    let last = text
        .rsplit_once(' ')
        .map_or(0, |(_, last)| last.chars().count() + 1);
    let kept = room.saturating_sub(last + 1);
    let begin: String = text.chars().take(kept).collect();
    let end: String = text.chars().skip(length - last).collect();
    format!("{}{}{end}", begin.trim_end(), theme.glyph("…", "~"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Palette};

    const THEME: Theme = Theme {
        depth: Depth::True,
        palette: Palette::Default,
        dark: true,
        ascii: false,
    };

    #[test]
    fn a_text_that_is_cut_says_so_at_a_word() {
        let text = "Slide the tiles; two equal ones merge";
        assert_eq!(cut(text, 37, &THEME), text);
        assert_eq!(cut(text, 36, &THEME), "Slide the tiles; two equal ones…");
        assert_eq!(cut(text, 17, &THEME), "Slide the tiles…");
        assert_eq!(cut("unbreakable", 5, &THEME), "unbr…");
        let theme = Theme { ascii: true, ..THEME };
        assert_eq!(cut(text, 36, &theme), "Slide the tiles; two equal ones...");
    }

    #[test]
    fn a_text_that_is_typed_shows_its_end() {
        assert_eq!(cut_start("select", 6, &THEME), "select");
        assert_eq!(cut_start("select 13", 5, &THEME), "…t 13");
    }

    #[test]
    fn an_action_that_is_cut_keeps_its_kind_and_its_place() {
        let text = "reverse rotateSquareClockwise 2,3";
        assert_eq!(cut_action(text, 33, &THEME), text);
        assert_eq!(cut_action(text, 25, &THEME), "reverse rotateSquare… 2,3");
        assert_eq!(cut_action(text, 15, &THEME), "reverse ro… 2,3");
    }
}
