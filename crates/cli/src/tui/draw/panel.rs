//! The column beside the board: who plays, what is counted, the tray, the analysis and the last moves.

use quincunx_core::{Gesture, Outcome, Side};
use quincunx_search::Value;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::board::HINT;
use super::canvas::cut_action;
use super::layout::TrayLayout;
use super::piece::{Pieces, Spot};
use crate::output::numbers::whole;
use crate::tui::table::{Focus, Mode, Table};
use crate::tui::theme::Theme;
use crate::tui::words;

/// Writes lines downwards until the end of an area.
struct Lines<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    next: u16,
}

impl Lines<'_> {
    fn write(&mut self, parts: &[(&str, Style)]) {
        if self.next < self.area.bottom() {
            let mut x = self.area.x;
            for (text, style) in parts {
                let room = usize::from(self.area.right().saturating_sub(x));
                (x, _) = self.buffer.set_stringn(x, self.next, text, room, *style);
            }
        }
        self.next += 1;
    }

    fn blank(&mut self) {
        self.next += 1;
    }

    fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.next)
    }
}

pub(super) fn draw(
    table: &Table,
    theme: &Theme,
    panel: Rect,
    tray: Option<&TrayLayout>,
    buffer: &mut Buffer,
) {
    let mut lines = Lines {
        buffer,
        area: panel,
        next: panel.y,
    };
    draw_players(table, theme, &mut lines);
    lines.blank();
    for counter in &table.view.counters {
        let value = whole(counter.value).replace(',', " ");
        let name = format!("  {}", counter.name);
        let room = usize::from(panel.width.saturating_sub(2)).saturating_sub(name.chars().count());
        lines.write(&[
            (&name, theme.quiet()),
            (
                &format!("{value:>room$}"),
                Style::new().add_modifier(Modifier::BOLD),
            ),
        ]);
    }
    lines.blank();
    if let Some(tray) = tray {
        draw_selected(table, theme, &mut lines);
        if tray.is_tall() {
            lines.write(&[("  Tray", theme.heading())]);
            lines.next = tray.area.bottom() + 1;
        }
    }
    if table.analysis_on && table.session.turn().player().is_some() {
        draw_analysis(table, theme, &mut lines);
        lines.blank();
    }
    draw_moves(table, theme, &mut lines);
}

fn draw_players(table: &Table, theme: &Theme, lines: &mut Lines<'_>) {
    let turn = table.session.turn();
    let (to_act, won) = match turn.outcome() {
        Some(Outcome::Win(player)) => (None, Some(player)),
        _ => (turn.player(), None),
    };
    for player in Side::BOTH.into_iter().take(usize::from(table.session.players())) {
        let mark = match () {
            () if won == Some(player) => theme.glyph("★ ", "* "),
            () if to_act == Some(player) => theme.glyph("▶ ", "> "),
            () => "  ",
        };
        let name = match (table.session.players(), player) {
            (1, _) => "Player   ",
            (_, Side::One) => "Player 1 ",
            (_, Side::Two) => "Player 2 ",
        };
        let weight = match mark {
            "  " => Style::new(),
            _ => theme.accent().add_modifier(Modifier::BOLD),
        };
        let seat = table.seats[player.index()].to_string();
        lines.write(&[(mark, theme.accent()), (name, weight), (&seat, theme.quiet())]);
    }
}

fn draw_selected(table: &Table, theme: &Theme, lines: &mut Lines<'_>) {
    let selected = table.piece_to_place();
    let top = lines.next;
    let under_cursor = table.tray().get(table.tray_cursor);
    let under_cursor = under_cursor.filter(|_| table.focus == Focus::Tray);
    let nothing = if selected.is_none() { "nothing yet" } else { "" };
    lines.write(&[("  To place    ", theme.heading()), (nothing, theme.quiet())]);
    lines.blank();
    let name = selected
        .or(under_cursor.copied())
        .map_or_else(String::new, |token| table.session.face(token).name);
    let style = selected.map_or(theme.quiet(), |_| Style::new());
    lines.write(&[("  ", Style::new()), (&name, style)]);
    if let Some(token) = selected {
        let face = table.session.face(token);
        let field = Rect::new(lines.area.x + 14, top, 4, 2);
        let pieces = Pieces::of(table, theme);
        pieces.draw(lines.buffer, lines.area, Spot::at_rest(field), &face);
    }
    lines.blank();
}

/// Draws the tray with labels and, in an analysis, values.
pub(super) fn draw_tray(table: &Table, theme: &Theme, tray: &TrayLayout, buffer: &mut Buffer) {
    let pieces = Pieces::of(table, theme);
    for (index, &token) in table.tray().iter().enumerate() {
        let Some(place) = tray.place_of(index) else {
            continue;
        };
        let face = table.session.face(token);
        let (width, height) = if tray.is_tall() { (4, 2) } else { (1, 1) };
        let field = Rect::new(place.x, place.y, width, height);
        pieces.draw(buffer, place, Spot::at_rest(field), &face);
        let is_cursor = table.focus == Focus::Tray && index == table.tray_cursor;
        let is_hint = table.is_hint(Gesture::Take { token });
        let style = if is_cursor {
            theme.accent().add_modifier(Modifier::BOLD)
        } else if is_hint {
            theme.good()
        } else if table.moves.can_take(token) {
            Style::new()
        } else {
            theme.quiet()
        };
        if tray.is_tall() {
            let mark = match (is_cursor, is_hint) {
                (true, _) => "]",
                (_, true) => theme.glyph("»", HINT),
                _ => " ",
            };
            let label: String = face.label.chars().take(2).collect();
            buffer.set_string(place.x + 4, place.y, format!("{label}{mark}"), style);
            if is_cursor && place.x > 0 {
                buffer.set_string(place.x - 1, place.y, "[", style);
            }
            if let Some(value) = table.shown_value(Gesture::Take { token }) {
                let text = words::value_within(value, 3, theme);
                let style = theme.good_if(table.is_best(value));
                buffer.set_string(place.x + 4, place.y + 1, text, style);
            }
        } else if is_cursor {
            buffer.set_style(place, Style::new().add_modifier(Modifier::UNDERLINED));
            buffer.set_string(place.x + 1, place.y, "]", style);
        }
    }
}

fn draw_analysis(table: &Table, theme: &Theme, lines: &mut Lines<'_>) {
    let Some(judgement) = &table.judgement else {
        lines.write(&[
            ("  Analysis ", theme.heading()),
            (theme.glyph("…", "..."), theme.quiet()),
        ]);
        return;
    };
    let analysis = &judgement.analysis;
    let depth = match analysis.depth {
        0 => String::new(),
        depth => format!("depth {depth}, "),
    };
    let effort = format!("{depth}{} nodes", in_short(analysis.nodes));
    let state = if judgement.done {
        ""
    } else {
        theme.glyph(" …", " ...")
    };
    lines.write(&[
        ("  Analysis ", theme.heading()),
        (&effort, theme.quiet()),
        (state, theme.quiet()),
    ]);
    let most = usize::from(lines.left() / 2).clamp(1, 8);
    let room = usize::from(lines.area.width) - 17;
    let (least, greatest) = analysis.range();
    let text = |action| table.session.action_text(action).unwrap_or_default();
    let texts = analysis.actions.iter().take(most);
    let texts = texts.map(|judged| cut_action(&text(judged.action), room, theme));
    let texts: Vec<String> = texts.collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (judged, text) in analysis.actions.iter().zip(&texts) {
        let bar = bar(share(judged.value, least, greatest), 6, theme.ascii);
        let style = theme.good_if(table.is_best(judged.value));
        let room = usize::from(lines.area.width) - width - 10;
        lines.write(&[
            (&format!("  {text:<width$} "), Style::new()),
            (&bar, style),
            (
                &format!(" {}", words::value_within(judged.value, room, theme)),
                style,
            ),
        ]);
    }
}

/// Returns the length of a value's bar, from 0 to 1: by the game's scale, or between the least and the
/// greatest.
fn share(value: Value, least: Value, greatest: Value) -> f64 {
    match (
        value.without_bound(),
        least.without_bound(),
        greatest.without_bound(),
    ) {
        (Value::Win(_) | Value::WinWithin(_), ..) => 1.0,
        (Value::Draw, ..) => 0.5,
        (Value::Loss(_) | Value::LossAfter(_) | Value::LossWithin(_), ..) => 0.0,
        (Value::Estimate(value), ..) => (value + 1.0) / 2.0,
        (Value::Points(value), Value::Points(least), Value::Points(greatest))
        | (Value::Goals(value), Value::Goals(least), Value::Goals(greatest))
        | (Value::Order(value), Value::Order(least), Value::Order(greatest))
            if greatest > least =>
        {
            0.2 + 0.8 * (value - least) / (greatest - least)
        }
        (Value::Points(_) | Value::Goals(_) | Value::Order(_) | Value::ExactPoints(_), ..) => 1.0,
    }
}

/// Draws a bar in eighths of characters.
fn bar(share: f64, width: usize, ascii: bool) -> String {
    let eighths = (share.clamp(0.0, 1.0) * (width * 8) as f64).round() as usize;
    let mut bar = String::new();
    for place in 0..width {
        let filled = eighths.saturating_sub(8 * place).min(8);
        bar.push(match (ascii, filled) {
            (true, 4..) => '=',
            (true, _) => ' ',
            (false, filled) => [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'][filled],
        });
    }
    bar
}

fn draw_moves(table: &Table, theme: &Theme, lines: &mut Lines<'_>) {
    if lines.left() < 2 {
        return;
    }
    let (ply, count) = (table.session.ply(), table.session.ply_count());
    let place = match table.mode {
        Mode::Replay { playing } => format!("{ply}/{count}{}", if playing { ", playing" } else { "" }),
        Mode::Game if ply < count => format!("{ply}/{count}"),
        Mode::Game => String::new(),
    };
    lines.write(&[("  Moves ", theme.heading()), (&place, theme.quiet())]);
    let rows = usize::from(lines.left());
    let room = usize::from(lines.area.width) - 7;
    let text_of = |index: usize| {
        let action = table.session.action_of(index + 1).map(|(_, action)| action);
        let text = action.and_then(|action| table.session.action_text(action));
        cut_action(&text.unwrap_or_default(), room, theme)
    };
    // Only the last moves decide the width, as a game may be long.
    let recent = ply.saturating_sub(3 * rows)..count.min(ply + 3);
    let width = recent
        .map(|index| text_of(index).chars().count())
        .max()
        .unwrap_or(0);
    let columns = (usize::from(lines.area.width) / (width + 7)).clamp(1, 3);
    // As many moves as fit, the current one among the last.
    let most = rows * columns;
    let shown_end = count.min((ply + columns).max(most));
    let shown_start = shown_end.saturating_sub(most).div_ceil(columns) * columns;
    for row in (shown_start..shown_end).step_by(columns) {
        let parts: Vec<(String, Style)> = (row..(row + columns).min(shown_end))
            .map(|index| {
                let number = index + 1;
                let style = if number == ply {
                    Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
                } else if number > ply {
                    theme.quiet()
                } else {
                    Style::new()
                };
                (format!("{number:>4} {:<width$}", text_of(index)), style)
            })
            .collect();
        let mut line: Vec<(&str, Style)> = Vec::new();
        for (text, style) in &parts {
            line.push((text, *style));
            line.push(("  ", Style::new()));
        }
        lines.write(&line);
    }
}

fn in_short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_in_eighths() {
        assert_eq!(bar(0.0, 2, false), "  ");
        assert_eq!(bar(0.5, 2, false), "█ ");
        assert_eq!(bar(0.5625, 2, false), "█▏");
        assert_eq!(bar(1.0, 2, true), "==");
    }
}
