//! The list of keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Widget as _};

use super::canvas::{ASCII_BOX, ROUND_BOX, draw_box, wrap};
use crate::tui::keymap::{Keys, Letters};
use crate::tui::steering::Ways;
use crate::tui::theme::Theme;

pub(crate) fn pages(ways: Option<Ways>, keys: Keys, screen: Rect) -> usize {
    let lines = lines(ways, keys, screen.width).len();
    lines.div_ceil(usize::from(screen.height.saturating_sub(2)).max(1))
}

/// The least width of a screen with keys beside their effects.
const WIDE: u16 = 64;

/// Returns the lines for a width: keys beside or, on narrow screens, above their effects.
fn lines(ways: Option<Ways>, keys: Keys, width: u16) -> Vec<Line> {
    let lines = match ways {
        Some(ways) => of_table(ways, keys),
        None => of_menu(),
    };
    let (is_wide, beside) = (width >= WIDE, key_width(&lines));
    let room = usize::from(width.saturating_sub(4 + if is_wide { beside } else { 1 })).max(1);
    let mut wrapped = Vec::new();
    for (key, what) in lines {
        let mut effects = wrap(&what, room).into_iter();
        if is_wide {
            wrapped.push((key, effects.next().unwrap_or_default()));
            wrapped.extend(effects.map(|line| ("", line)));
        } else {
            wrapped.extend((!key.is_empty()).then(|| (key, String::new())));
            wrapped.extend(effects.map(|line| ("", format!(" {line}"))));
        }
    }
    wrapped
}

/// Returns the width of the keys, with the blanks before their effects.
fn key_width(lines: &[Line]) -> u16 {
    lines.iter().map(|(key, _)| key.len()).max().unwrap_or(0) as u16 + 2
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
    let key_width = if screen.width >= WIDE {
        key_width(&lines)
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
    if area.is_empty() {
        return;
    }
    Clear.render(area, buffer);
    draw_box(
        area,
        if theme.ascii { ASCII_BOX } else { ROUND_BOX },
        theme.quiet(),
        buffer,
    );
    let room = usize::from(width);
    let title = match pages(ways, keys, screen) {
        1 => " Keys ".to_owned(),
        pages => format!(" Keys {}/{pages} ", page + 1),
    };
    buffer.set_stringn(area.x + 2, area.y, title, room.saturating_sub(2), theme.heading());
    let shown = usize::from(height.saturating_sub(2));
    let page = lines.iter().skip(page * shown.max(1)).take(shown);
    for (y, (key, what)) in (area.y + 1..).zip(page) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_stringn(area.x + 2, y, key, room.saturating_sub(3), bold);
        let x = area.x + 2 + key_width;
        let room = usize::from(area.right().saturating_sub(x + 1));
        buffer.set_stringn(x, y, what, room, Style::new());
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
        add("click", "drop into that column");
    }
    if ways.take {
        add("Tab", "go between board and tray");
        add("number", "go to the piece of that number");
        add("Enter, Space", "take or place the piece under the cursor");
        add("click", "take that piece, or place it on that field");
    } else if ways.point {
        add("Enter, Space", "play on the field under the cursor");
        add("click", "play on that field");
    }
    if ways.swap {
        add(
            "Enter, Space",
            "select a field; then an arrow, or another field, swaps",
        );
        add("click, drag", "the same with the mouse");
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
    add(":", "type an action in the game's notation");
    add("u U", "take back, play again");
    add("h H", "hint");
    add("a A", "analysis: the value of every action");
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
        (
            "Tab, Shift+Tab",
            "go from a game to its players and options, and back",
        ),
        ("left, right", "change its value"),
        ("digits, letters", "type its value"),
        ("Enter", "start the game"),
        ("q, Esc", "leave"),
    ]
    .map(|(key, what)| (key, what.to_owned()))
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_cut_at_any_width() {
        let (keys, _) = Keys::ALL[0];
        let all = Ways {
            push: true,
            column: true,
            take: true,
            swap: true,
            rotate: true,
            shift: true,
            ..Ways::default()
        };
        let words = |lines: &[Line]| {
            let lines = lines.iter().map(|(key, what)| format!("{key} {what} "));
            lines
                .collect::<String>()
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let whole = words(&of_table(all, keys));
        for width in 26..120 {
            let lines = lines(Some(all), keys, width);
            let beside = if width >= WIDE { key_width(&lines) } else { 0 };
            for (key, what) in &lines {
                let length = what.chars().count() + usize::from(beside);
                assert!(
                    length.max(key.len()) + 4 <= usize::from(width),
                    "{width}: {key} {what}"
                );
            }
            assert_eq!(words(&lines), whole, "{width}");
        }
    }

    #[test]
    fn clicks_are_explained_as_the_game_takes_them() {
        let (keys, _) = Keys::ALL[0];
        let clicks = |ways| {
            let lines = of_table(ways, keys).into_iter();
            let clicks = lines.filter(|(key, _)| key.starts_with("click"));
            clicks.map(|(_, what)| what).collect::<Vec<_>>()
        };
        let none = Ways::default();
        assert!(clicks(Ways { push: true, ..none }).is_empty());
        assert_eq!(clicks(Ways { column: true, ..none }), ["drop into that column"]);
        assert_eq!(clicks(Ways { swap: true, ..none }), ["the same with the mouse"]);
    }
}
