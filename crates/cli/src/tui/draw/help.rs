//! The list of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::keymap::{Keys, Letters};
use crate::tui::steering::Ways;
use crate::tui::theme::Theme;

pub(crate) fn pages(ways: Option<Ways>, keys: Keys, screen: Rect) -> usize {
    let lines = lines(ways, keys, screen.width).len();
    lines.div_ceil(usize::from(screen.height.saturating_sub(2)).max(1))
}

/// Returns the lines for a width: keys beside or, on narrow screens, above their effects.
fn lines(ways: Option<Ways>, keys: Keys, width: u16) -> Vec<(String, String)> {
    let lines = match ways {
        Some(ways) => of_table(ways, keys),
        None => of_menu(),
    };
    if usize::from(width) >= 64 {
        return lines
            .into_iter()
            .map(|(key, what)| (key.to_owned(), what))
            .collect();
    }
    let room = usize::from(width.saturating_sub(4)).max(1);
    let mut narrow = Vec::new();
    for (key, what) in lines {
        if !key.is_empty() {
            narrow.push((key.to_owned(), String::new()));
        }
        let mut line = String::new();
        for word in what.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() + 1 > room {
                narrow.push((String::new(), std::mem::take(&mut line)));
            }
            line.push(' ');
            line.push_str(word);
        }
        narrow.push((String::new(), line));
    }
    narrow
}

/// Draws a page of keys over the screen: those of the game, or of the menu.
pub(super) fn draw(
    ways: Option<Ways>,
    keys: Keys,
    page: usize,
    theme: &Theme,
    screen: Rect,
    buffer: &mut Buffer,
) {
    let lines = lines(ways, keys, screen.width);
    let is_wide = lines
        .iter()
        .any(|(key, what)| !key.is_empty() && !what.is_empty());
    let key_width = if is_wide {
        lines.iter().map(|(key, _)| key.len()).max().unwrap_or(0) as u16 + 2
    } else {
        0
    };
    let longest = lines
        .iter()
        .map(|(key, what)| what.chars().count().max(key.len()));
    let width = (longest.max().unwrap_or(0) as u16 + key_width + 4).min(screen.width);
    let height = (lines.len() as u16 + 2).min(screen.height);
    let area = Rect::new(
        screen.x + (screen.width - width) / 2,
        screen.y + (screen.height - height) / 2,
        width,
        height,
    );
    for y in area.y..area.bottom() {
        for x in area.x..area.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
    let edge = theme.quiet();
    let horizontal = theme.glyph("─", "-").repeat(usize::from(width.saturating_sub(2)));
    let (left, right) = (theme.glyph("╭", "+"), theme.glyph("╮", "+"));
    let room = usize::from(width);
    buffer.set_stringn(area.x, area.y, format!("{left}{horizontal}{right}"), room, edge);
    let (left, right) = (theme.glyph("╰", "+"), theme.glyph("╯", "+"));
    let bottom = area.bottom().saturating_sub(1);
    buffer.set_stringn(area.x, bottom, format!("{left}{horizontal}{right}"), room, edge);
    buffer.set_stringn(
        area.x + 2,
        area.y,
        " Keys ",
        room.saturating_sub(2),
        theme.heading(),
    );
    let bar = theme.glyph("│", "|");
    let shown = usize::from(height.saturating_sub(2));
    let page = lines.iter().skip(page * shown.max(1)).take(shown);
    for y in area.y + 1..bottom {
        buffer.set_stringn(area.x, y, bar, 1, edge);
        buffer.set_stringn(area.right().saturating_sub(1), y, bar, 1, edge);
    }
    for (y, (key, what)) in (area.y + 1..).zip(page) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_stringn(area.x + 2, y, key, room.saturating_sub(3), bold);
        let x = area.x + 2 + key_width;
        let room = usize::from(area.right().saturating_sub(x + 1));
        if !what.is_empty() {
            buffer.set_stringn(x, y, what, room, Style::new());
        }
    }
}

type Line = (&'static str, String);

fn of_table(ways: Ways, keys: Keys) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |key: &'static str, what: &str| lines.push((key, what.to_owned()));
    if ways.push {
        add("arrows, WASD, hjkl", "push the board");
        add("Shift+arrows", "look around on a board larger than the screen");
    } else {
        add("arrows, WASD, hjkl", "move the cursor");
    }
    if ways.column {
        add("1-9, 0", "drop into that column (0: the tenth)");
        add("Enter, Space, down", "drop into the column under the cursor");
    }
    if ways.take {
        add("Tab", "go between board and tray");
        add("number", "go to the piece of that number");
        add("Enter, Space", "take or place the piece under the cursor");
    } else if ways.point {
        add("Enter, Space", "play on the field under the cursor");
    }
    if ways.swap {
        add(
            "Enter, Space",
            "select a field; then an arrow, or another field, swaps",
        );
    }
    if ways.rotate {
        add(
            "r R",
            "turn the square right of and below the cursor (R: the other way)",
        );
    }
    if ways.shift {
        add("< > ^ _, Shift+arrows", "shift the cursor's row or column");
    }
    add("mouse", "click, or drag for a swap");
    add(":", "type an action in the game's notation");
    add("u U", "take back, play again");
    add("h H", "hint");
    add("a A", "analysis: what every action is worth");
    add("Home End [ ]", "first, last, previous, next position");
    add("p", "pause the computer; play a replay by itself");
    add("f", "play on from the position of a replay");
    add("m", "animation: off, normal, fast");
    add("c", "colours: default, Okabe-Ito, high contrast");
    add("n", "new game");
    add("q, Ctrl-C", "leave");
    let letters = match keys.letters {
        Letters::None => "a is analysis, h is hint; after w s d or j k l they steer",
        Letters::Wasd => "a steers now: A is analysis",
        Letters::Vi => "h steers now: H is hint",
    };
    add("", letters);
    lines
}

fn of_menu() -> Vec<Line> {
    [
        ("up, down", "choose a line"),
        ("left, right", "change its value"),
        ("digits, letters", "type its value"),
        ("Enter", "start the game"),
        ("q, Esc", "leave"),
    ]
    .map(|(key, what)| (key, what.to_owned()))
    .into()
}
