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
use canvas::{cut_start, draw_above};
use layout::Layout;
use piece::{Pieces, Spot};

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
    draw_status(table, theme, layout.status, layout.panel.is_some(), buffer);
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
        key => format!("{}{}", &key.to_string()[..8], theme.glyph("…", "...")),
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
/// panel also the first counter, the best action of the analysis and the piece to place.
fn draw_status(table: &Table, theme: &Theme, line: Rect, with_panel: bool, buffer: &mut Buffer) {
    let room = usize::from(line.width);
    if let Some(typed) = &table.typed {
        let shown = format!(":{typed}{}", theme.glyph("▏", "_"));
        let shown = cut_start(&shown, room, theme);
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
        (None, None) => {
            let best = words::best(table).filter(|_| !with_panel);
            (best.unwrap_or_else(|| words::waiting_for(table)), Style::new())
        }
    };
    let text = theme.text(&text);
    let mut x = line.x + u16::from(line.width > 30);
    let counted = table
        .view
        .counters
        .first()
        .map(|counter| format!("{} {}  ", counter.value, counter.name));
    if let Some(counted) = counted.filter(|_| !with_panel && table.message.is_none())
        && counted.chars().count() + text.chars().count() < room
    {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        (x, _) = buffer.set_stringn(x, line.y, counted, room, bold);
    }
    if let Some(token) = table.piece_to_place().filter(|_| !with_panel) {
        let face = table.session.face(token);
        let spot = Spot::at_rest(Rect::new(x, line.y, 1, 1));
        Pieces::of(table, theme).draw(buffer, line, spot, &face);
        x += 2;
        if table.message.is_none() {
            let room = usize::from(line.right().saturating_sub(x));
            (x, _) = buffer.set_stringn(x, line.y, format!("{}  ", face.name), room, Style::new());
        }
    }
    let room = usize::from(line.right().saturating_sub(x));
    buffer.set_stringn(x, line.y, text, room, style);
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
        Mode::Game => hints.push((arrows, "move")),
    }
    if ways.swap && table.mode == Mode::Game {
        hints.push(("Enter", "select, swap"));
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
    ]);
    let length = |(key, what): (&str, &str)| (key.chars().count() + 1 + what.chars().count() + 2) as u16;
    let last = [("?", "help"), ("q", "quit")];
    let mut room = line.width.saturating_sub(1);
    // The last ones explain the others, so that these make way.
    room = room.saturating_sub(last.map(length).iter().sum());
    hints.retain(|&hint| {
        let fits = length(hint) <= room;
        room -= if fits { length(hint) } else { 0 };
        fits
    });
    let mut x = line.x + 1;
    for (key, what) in hints.into_iter().chain(last) {
        let length = line.right().saturating_sub(x);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        (x, _) = buffer.set_stringn(x, line.y, key, usize::from(length), bold);
        (x, _) = buffer.set_stringn(x + 1, line.y, what, usize::from(length), theme.quiet());
        x += 2;
    }
}
