//! Drawing: every screen is a function of the state.

mod board;
mod canvas;
pub(crate) mod help;
pub(crate) mod layout;
pub(crate) mod menu;
mod panel;
mod piece;

use quincunx_core::Seed;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::app::App;
use super::keymap::Keys;
use super::table::{Mode, Table, Tone};
use super::theme::Theme;
use super::words;
use canvas::cut;
use layout::Layout;

pub(crate) fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let theme = &app.looks.theme;
    match app.table() {
        None => menu::draw(&app.menu, app.is_making(), theme, area, buffer),
        Some(table) => draw_table(table, app.looks.keys, theme, area, buffer),
    }
    if let Some(page) = app.help {
        let ways = app.table().map(|table| table.ways);
        help::draw(ways, app.looks.keys, page, theme, area, buffer);
    }
}

fn draw_table(table: &Table, keys: Keys, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let layout = Layout::of(table, theme, area);
    if let Some(header) = layout.header {
        draw_header(table, &layout, theme, header, buffer);
    }
    board::draw(table, theme, &layout.board, buffer);
    if let Some(panel) = layout.panel {
        panel::draw(table, theme, panel, layout.tray.as_ref(), buffer);
    }
    if let Some(tray) = &layout.tray {
        panel::draw_tray(table, theme, tray, buffer);
    }
    if let Some(line) = layout.keys {
        draw_keys(table, keys, theme, line, buffer);
    }
    draw_status(table, theme, layout.status, layout.panel.is_none(), buffer);
}

fn draw_header(table: &Table, layout: &Layout, theme: &Theme, line: Rect, buffer: &mut Buffer) {
    let room = usize::from(line.width);
    let (x, _) = buffer.set_stringn(
        line.x,
        line.y,
        format!(" {} ", table.entry.title()),
        room,
        theme.heading(),
    );
    let seed = match table.session.seed() {
        Seed::Number(number) => number.to_string(),
        // A key is longer than the line; its first digits identify it.
        key => format!("{}…", &key.to_string()[..8]),
    };
    let mut facts = vec![format!("seed {seed}")];
    let defaults = table.entry.defaults();
    for (name, value) in table.session.options().iter() {
        if value != defaults.text(name) && value.len() <= 20 && !value.contains('\n') {
            facts.push(format!("{name} {value}"));
        }
    }
    if let Mode::Replay { .. } = table.mode {
        facts.insert(0, "replay".to_owned());
    }
    facts.extend(layout.board.part(table.view.board.size(), table.view.numbering));
    let dot = theme.glyph(" · ", " - ");
    let facts = format!("{dot}{}", facts.join(dot));
    let room = usize::from(line.right().saturating_sub(x));
    buffer.set_stringn(x, line.y, facts, room, theme.quiet());
}

/// Draws the status: the typed line, the last message, the end of the game or the side to act; without a
/// panel also the first counter.
fn draw_status(table: &Table, theme: &Theme, line: Rect, with_counters: bool, buffer: &mut Buffer) {
    let room = usize::from(line.width);
    if let Some(typed) = &table.typed {
        let shown: String = format!(":{typed}{}", theme.glyph("▏", "_"));
        let (x, _) = buffer.set_stringn(line.x, line.y, shown, room, Style::new());
        if let Some((Tone::Bad, text)) = &table.message {
            let room = usize::from(line.right().saturating_sub(x + 2));
            if text.chars().count() <= room {
                buffer.set_stringn(x + 2, line.y, text, room, theme.bad());
            } else {
                draw_above(text, theme.bad(), line, theme, buffer);
            }
        }
        return;
    }
    let (text, style) = match (&table.message, words::ending(table)) {
        (Some((tone, text)), _) => (
            text.clone(),
            match tone {
                Tone::Plain => Style::new(),
                Tone::Good => theme.good(),
                Tone::Bad => theme.bad(),
            },
        ),
        (None, Some(ending)) => (ending, theme.accent().add_modifier(Modifier::BOLD)),
        (None, None) => (words::waiting_for(table), Style::new()),
    };
    let text = if theme.ascii {
        text.replace('…', "...")
    } else {
        text
    };
    let mut x = line.x + u16::from(line.width > 30);
    let counted = table
        .view
        .counters
        .first()
        .map(|counter| format!("{} {}  ", counter.value, counter.name));
    if let Some(counted) = counted.filter(|_| with_counters && table.message.is_none())
        && counted.chars().count() + text.chars().count() < room
    {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        (x, _) = buffer.set_stringn(x, line.y, counted, room, bold);
    }
    let room = usize::from(line.right().saturating_sub(x));
    buffer.set_stringn(x, line.y, text, room, style);
}

/// Writes a text in at most six lines above a line.
fn draw_above(text: &str, style: Style, line: Rect, theme: &Theme, buffer: &mut Buffer) {
    let room = usize::from(line.width.saturating_sub(2)).max(1);
    let mut rows = vec![String::new()];
    for word in text.split_whitespace() {
        let row = rows.last_mut().expect("there is a first row");
        if row.is_empty() {
            row.push_str(word);
        } else if row.chars().count() + 1 + word.chars().count() <= room {
            row.push(' ');
            row.push_str(word);
        } else {
            rows.push(word.to_owned());
        }
    }
    rows.truncate(usize::from(line.y.saturating_sub(buffer.area.y)).min(6));
    let top = line.y - rows.len() as u16;
    for (y, row) in (top..).zip(&rows) {
        buffer.set_string(line.x, y, " ".repeat(usize::from(line.width)), Style::reset());
        let row = cut(row, room, theme);
        buffer.set_stringn(line.x + u16::from(line.width > 2), y, row, room, style);
    }
}

fn draw_keys(table: &Table, keys: Keys, theme: &Theme, line: Rect, buffer: &mut Buffer) {
    let ways = table.ways;
    let mut hints: Vec<(&str, &str)> = Vec::new();
    let arrows = theme.glyph("←↑↓→", "arrows");
    match table.mode {
        Mode::Replay { .. } => hints.extend([("[ ]", "step"), ("p", "play"), ("f", "play on from here")]),
        Mode::Game if ways.push => hints.push((arrows, "push")),
        Mode::Game if ways.column => hints.extend([("1-9", "drop"), (arrows, "aim")]),
        Mode::Game if ways.take => hints.extend([(arrows, "move"), ("Enter", "take, place")]),
        Mode::Game => hints.extend([(arrows, "move"), ("Enter", "select, swap")]),
    }
    if ways.rotate {
        hints.push(("r R", "turn"));
    }
    if ways.shift {
        hints.push(("< > ^ _", "shift"));
    }
    hints.extend([
        ("u U", "undo, redo"),
        (keys.hint(), "hint"),
        (keys.analysis(), "analysis"),
        ("n", "new"),
        ("?", "help"),
        ("q", "quit"),
    ]);
    let mut x = line.x + 1;
    for (key, what) in hints {
        let length = (key.chars().count() + 1 + what.chars().count() + 2) as u16;
        if x + length > line.right() {
            break;
        }
        let bold = Style::new().add_modifier(Modifier::BOLD);
        (x, _) = buffer.set_stringn(x, line.y, key, usize::from(length), bold);
        (x, _) = buffer.set_stringn(x + 1, line.y, what, usize::from(length), theme.quiet());
        x += 2;
    }
}
