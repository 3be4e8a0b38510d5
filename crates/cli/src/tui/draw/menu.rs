//! Draws the menu.

use quincunx_catalog::GAMES;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::canvas::{cut, cut_start, draw_above};
use crate::tui::menu::{Menu, Row};
use crate::tui::theme::Theme;
use crate::tui::words;

const WIDTH: u16 = 100;

struct MenuLayout {
    area: Rect,
    /// The line of each row, from the top of the list.
    places: Vec<u16>,
    /// The number of lines scrolled out of sight.
    scrolled: u16,
}

impl MenuLayout {
    fn of(menu: &Menu, screen: Rect) -> Self {
        let border = if screen.width >= 60 { 4 } else { 0 };
        let width = (screen.width - border).min(WIDTH);
        let heading = if screen.height >= 12 { 2 } else { 1 };
        let rows = menu.rows();
        let mut places = Vec::new();
        let mut next = 0;
        for (index, row) in rows.iter().enumerate() {
            let is_game = |row: &Row| matches!(row, Row::Game(_));
            let is_gap = index > 0 && (*row == Row::Start || is_game(&rows[index - 1]) && !is_game(row));
            next += u16::from(is_gap && screen.height >= 16);
            places.push(next);
            next += 1;
        }
        let height = screen.height.saturating_sub(heading + 2);
        let top = if next < height { (height - next) / 3 } else { 0 };
        let area = Rect::new(
            screen.x + (screen.width - width) / 2,
            screen.y + heading + top,
            width,
            height - top,
        );
        let present = places[menu.row];
        let scrolled = (present + 2).min(next).saturating_sub(area.height);
        Self {
            area,
            places,
            scrolled,
        }
    }

    fn line_of(&self, row: usize) -> Option<u16> {
        let line = self.places[row].checked_sub(self.scrolled)?;
        (line < self.area.height).then(|| self.area.y + line)
    }
}

pub(crate) fn row_at(menu: &Menu, screen: Rect, at: Position) -> Option<usize> {
    let layout = MenuLayout::of(menu, screen);
    if !layout.area.contains(at) {
        return None;
    }
    (0..layout.places.len()).find(|&row| layout.line_of(row) == Some(at.y))
}

pub(super) fn draw(menu: &Menu, is_making: bool, theme: &Theme, screen: Rect, buffer: &mut Buffer) {
    if screen.height < 4 {
        return;
    }
    let layout = MenuLayout::of(menu, screen);
    let area = layout.area;
    let title = theme.glyph("⁙ Quincunx", ":: Quincunx");
    let room = usize::from(area.width);
    let y = layout.line_of(0).map_or(screen.y, |line| line.saturating_sub(2));
    let (x, _) = buffer.set_stringn(area.x, y.max(screen.y), title, room, theme.heading());
    let room = usize::from(area.right().saturating_sub(x));
    buffer.set_stringn(x, y.max(screen.y), "  games on a grid", room, theme.quiet());
    let titles = GAMES.iter().map(|game| game.title().chars().count() as u16);
    let values = titles.max().unwrap_or(0).max(14) + 4;
    for (index, row) in menu.rows().into_iter().enumerate() {
        let Some(line) = layout.line_of(index) else {
            continue;
        };
        let is_present = index == menu.row;
        let (name, value) = menu.text(row);
        // On narrow screens values of games are left out rather than cut off.
        let value_x = area.x + if area.width < 40 { 11 } else { values };
        let room = |x: u16| usize::from(area.right().saturating_sub(x));
        let value = match (&menu.editing, is_present) {
            (Some(text), true) => {
                let text = format!("{text}{}", theme.glyph("▏", "_"));
                cut_start(&text, room(value_x).saturating_sub(2), theme)
            }
            _ => value,
        };
        let is_chosen = row == Row::Game(menu.game);
        let mark = match (is_present, is_chosen) {
            (true, _) => theme.glyph("▶ ", "> "),
            (_, true) => theme.glyph("● ", "* "),
            _ => "  ",
        };
        let name_style = if is_present {
            theme.accent().add_modifier(Modifier::BOLD)
        } else if is_chosen {
            Style::new().add_modifier(Modifier::BOLD)
        } else {
            Style::new()
        };
        let (name, value) = match row {
            Row::Start => (theme.glyph("⏎ Start", "Start"), value),
            Row::Game(_) => (name.as_str(), value),
            _ if is_present && menu.editing.is_none() => (
                name.as_str(),
                format!("{} {value} {}", theme.glyph("‹", "<"), theme.glyph("›", ">")),
            ),
            _ => (name.as_str(), format!("  {value}")),
        };
        let value_style = match row {
            Row::Game(_) => theme.quiet(),
            _ => Style::new(),
        };
        buffer.set_stringn(area.x, line, mark, room(area.x), theme.accent());
        buffer.set_stringn(area.x + 2, line, name, room(area.x + 2), name_style);
        if area.width >= 40 || !matches!(row, Row::Game(_)) {
            let value = cut(&value, room(value_x), theme);
            buffer.set_stringn(value_x, line, value, room(value_x), value_style);
        }
    }
    // A summary that does not fit beside its game stands below.
    let help = match menu.present() {
        Row::Game(_)
            if menu.entry().summary().chars().count() > usize::from(area.width.saturating_sub(values)) =>
        {
            menu.entry().summary()
        }
        _ => menu.help(),
    };
    let (text, style) = match &menu.error {
        _ if is_making => (words::MAKING, theme.accent()),
        Some(error) => (error.as_str(), theme.bad()),
        None => (help, theme.quiet()),
    };
    let text = theme.text(text);
    if menu.error.is_some() {
        let line = Rect::new(area.x, screen.bottom() - 1, area.width, 1);
        draw_above(&text, style, line, theme, buffer);
    } else {
        let text = cut(&text, usize::from(area.width), theme);
        buffer.set_stringn(area.x, screen.bottom() - 2, text, usize::from(area.width), style);
    }
    let keys = theme.glyph(
        "↑↓ choose  ←→ change  Enter start  ? help  q quit",
        "arrows choose, change  Enter start  ? help  q quit",
    );
    buffer.set_stringn(
        area.x,
        screen.bottom() - 1,
        keys,
        usize::from(area.width),
        theme.quiet(),
    );
}
