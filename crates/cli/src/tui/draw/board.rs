//! The board: frame, fields, pieces at rest and on their way, and the marks on them.

use quincunx_core::{Cell, Face, Gesture, Grid, Token, Topology};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::{BoardLayout, Fields};
use super::piece::{Spot, differ_by_colour_alone, draw_piece, ground};
use crate::tui::table::{Focus, Table};
use crate::tui::theme::{Depth, Theme};
use crate::tui::words::short_value;

/// A mark on a field, of a form of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// Marked by the game: round brackets, or dots in the corners.
    Goal,
    /// The last action: small arrows from both sides.
    Last,
    /// The hint: double arrows from both sides.
    Hint,
    /// Part of a winning line: an outline.
    Won,
    /// The cursor: corners.
    Cursor,
    /// The first field of a swap: heavy corners.
    Selected,
}

pub(super) fn draw(table: &Table, theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    draw_frame(table, layout, theme, buffer);
    draw_fields(table, theme, layout, buffer);
    let (board, sprites) = match &table.animation {
        Some(animation) => animation.frame(table.now),
        None => (table.view.board.clone(), Vec::new()),
    };
    let reverses = Reverses::of(table, theme);
    let clip = layout.area;
    for cell in layout.seen(board.size()) {
        if let (Some(token), Some(field)) = (board[cell], layout.field_of(cell)) {
            let face = table.session.face(token);
            draw_piece(
                buffer,
                clip,
                Spot::at_rest(field),
                &face,
                reverses.reverses(&face),
                theme,
            );
        }
    }
    for sprite in sprites {
        let face = table.session.face(sprite.token);
        let spot = Spot {
            middle: layout.middle_of(sprite.place),
            field: layout.field,
            scale: sprite.scale,
        };
        draw_piece(buffer, clip, spot, &face, reverses.reverses(&face), theme);
    }
    if table.animation.is_none() {
        draw_values(table, theme, layout, &board, buffer);
        for (cell, mark) in marks(table) {
            if let Some(field) = layout.field_of(cell) {
                draw_mark(layout, field, mark, theme, buffer);
            }
        }
        draw_crossings(table, theme, layout, buffer);
    }
    draw_columns(table, theme, layout, buffer);
    draw_numbers(table, theme, layout, buffer);
}

/// Whether pieces of odd tints are reversed, because only colour would distinguish them and there is none.
pub(super) struct Reverses(bool);

impl Reverses {
    pub(super) fn of(table: &Table, theme: &Theme) -> Self {
        if theme.depth != Depth::Monochrome {
            return Self(false);
        }
        let mut tokens: Vec<Token> = table.view.board.values().iter().flatten().copied().collect();
        tokens.extend(table.tray());
        tokens.extend(table.view.tray.as_ref().and_then(|tray| tray.selected));
        tokens.sort_unstable();
        tokens.dedup();
        let faces: Vec<Face> = tokens.iter().map(|&token| table.session.face(token)).collect();
        Self(differ_by_colour_alone(&faces))
    }

    pub(super) const fn reverses(&self, face: &Face) -> bool {
        self.0 && face.tint % 2 == 1
    }
}

/// Draws the frame; a broken one with arrows if the edges are joined.
fn draw_frame(table: &Table, layout: &BoardLayout, theme: &Theme, buffer: &mut Buffer) {
    if !layout.framed {
        return;
    }
    let frame = frame_of(layout);
    let style = theme.quiet();
    let is_joined = table.view.topology == Topology::Torus;
    let glyphs = match (theme.ascii, is_joined) {
        (false, false) => ROUND_BOX,
        (false, true) => BROKEN_BOX,
        (true, false) => ASCII_BOX,
        (true, true) => ASCII_BROKEN_BOX,
    };
    draw_box(frame, glyphs, style, buffer);
    if is_joined {
        let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2);
        put(buffer, x, frame.y, theme.glyph("▴", "^"), style);
        put(buffer, x, frame.bottom() - 1, theme.glyph("▾", "v"), style);
        put(buffer, frame.x, y, theme.glyph("◂", "<"), style);
        put(buffer, frame.right() - 1, y, theme.glyph("▸", ">"), style);
    }
}

const fn frame_of(layout: &BoardLayout) -> Rect {
    let area = layout.area;
    Rect::new(area.x - 1, area.y - 1, area.width + 2, area.height + 2)
}

/// Marks on the frame where a winning line crosses the edge.
fn draw_crossings(table: &Table, theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    if !layout.framed {
        return;
    }
    let frame = frame_of(layout);
    let style = theme.mark().patch(theme.good());
    let fields = |pair: &[Cell]| Some([layout.field_of(pair[0])?, layout.field_of(pair[1])?]);
    for pair in table.view.lines.iter().flat_map(|line| line.windows(2)) {
        let Some(fields) = fields(pair) else {
            continue;
        };
        let is_right = |n: usize| pair[n].column > pair[1 - n].column;
        let is_below = |n: usize| pair[n].row > pair[1 - n].row;
        for (n, field) in fields.into_iter().enumerate() {
            if pair[0].column.abs_diff(pair[1].column) > 1 {
                let x = if is_right(n) { frame.right() - 1 } else { frame.x };
                let y = field.y + (field.height - 1) / 2;
                put(buffer, x, y, theme.glyph("═", "="), style);
            }
            if pair[0].row.abs_diff(pair[1].row) > 1 {
                let y = if is_below(n) { frame.bottom() - 1 } else { frame.y };
                let x = field.x + (field.width - 1) / 2;
                put(buffer, x, y, theme.glyph("║", "H"), style);
            }
        }
    }
}

/// Corners from the upper left clockwise, then the horizontal and the vertical line.
type BoxGlyphs = [&'static str; 6];

const ROUND_BOX: BoxGlyphs = ["╭", "╮", "╯", "╰", "─", "│"];
const BROKEN_BOX: BoxGlyphs = ["╭", "╮", "╯", "╰", "┄", "┆"];
const DOUBLE_BOX: BoxGlyphs = ["╔", "╗", "╝", "╚", "═", "║"];
const ASCII_BOX: BoxGlyphs = ["+", "+", "+", "+", "-", "|"];
const ASCII_BROKEN_BOX: BoxGlyphs = ["+", "+", "+", "+", ".", ":"];
const ASCII_DOUBLE_BOX: BoxGlyphs = ["#", "#", "#", "#", "=", "H"];

fn draw_box(frame: Rect, glyphs: BoxGlyphs, style: Style, buffer: &mut Buffer) {
    let (right, bottom) = (frame.right() - 1, frame.bottom() - 1);
    for x in frame.x + 1..right {
        put(buffer, x, frame.y, glyphs[4], style);
        put(buffer, x, bottom, glyphs[4], style);
    }
    for y in frame.y + 1..bottom {
        put(buffer, frame.x, y, glyphs[5], style);
        put(buffer, right, y, glyphs[5], style);
    }
    put(buffer, frame.x, frame.y, glyphs[0], style);
    put(buffer, right, frame.y, glyphs[1], style);
    put(buffer, right, bottom, glyphs[2], style);
    put(buffer, frame.x, bottom, glyphs[3], style);
}

fn draw_fields(table: &Table, theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    let size = table.view.board.size();
    let dot = theme.glyph("·", ".");
    for cell in layout.seen(size) {
        let Some(field) = layout.field_of(cell) else {
            continue;
        };
        if table.view.holes.contains(&cell) {
            fill_hole(field, theme, buffer);
            continue;
        }
        if layout.fields == Fields::Shaded {
            let shade = theme.field((cell.column + cell.row) % 2 == 1);
            buffer.set_style(field, Style::new().bg(shade));
        }
        if layout.fields == Fields::Bare || table.view.board[cell].is_none() && !table.ways.push {
            let (x, y) = (field.x + (field.width - 1) / 2, field.y + (field.height - 1) / 2);
            put(buffer, x, y, dot, theme.quiet());
        }
    }
    if layout.fields == Fields::Lined {
        draw_lines(theme, layout, buffer);
    }
}

/// Hatches a hole of the board.
fn fill_hole(field: Rect, theme: &Theme, buffer: &mut Buffer) {
    let hatch = theme.glyph("░", "#");
    for y in field.y..field.bottom() {
        for x in field.x..field.right() {
            put(buffer, x, y, hatch, theme.quiet());
        }
    }
}

fn draw_lines(theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    let area = layout.area;
    let (width, height) = (layout.field.0 + 1, layout.field.1 + 1);
    let style = theme.quiet();
    for y in area.y..area.bottom() {
        for x in area.x..area.right() {
            let on_column = (x - area.x) % width == width - 1;
            let on_row = (y - area.y) % height == height - 1;
            let glyph = match (on_column, on_row) {
                (true, true) => theme.glyph("┼", "+"),
                (true, false) => theme.glyph("│", "|"),
                (false, true) => theme.glyph("─", "-"),
                (false, false) => continue,
            };
            put(buffer, x, y, glyph, style);
        }
    }
}

/// Lists the marks, the most important last.
fn marks(table: &Table) -> Vec<(Cell, Mark)> {
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    let mut add = |cells: Vec<Cell>, mark| marks.extend(cells.into_iter().map(|cell| (cell, mark)));
    add(table.view.marked.clone(), Mark::Goal);
    add(table.last_fields(), Mark::Last);
    add(
        table
            .hint
            .map(|action| table.fields_of(action))
            .unwrap_or_default(),
        Mark::Hint,
    );
    add(table.view.lines.concat(), Mark::Won);
    let over = table.session.turn().player().is_none();
    if table.ways.has_cursor() && table.focus == Focus::Board && !over {
        add(vec![table.cursor], Mark::Cursor);
    }
    add(table.selected.into_iter().collect(), Mark::Selected);
    marks
}

fn draw_mark(layout: &BoardLayout, field: Rect, mark: Mark, theme: &Theme, buffer: &mut Buffer) {
    let style = match mark {
        Mark::Goal => theme.accent(),
        Mark::Last | Mark::Selected | Mark::Cursor => theme.mark(),
        Mark::Hint | Mark::Won => theme.mark().patch(theme.good()),
    };
    let middle = field.y + (field.height - 1) / 2;
    // On a bare board the blanks beside a field carry its marks.
    let (left, right) = match layout.fields {
        Fields::Bare => (field.x.saturating_sub(1), field.right()),
        _ => (field.x, field.right() - 1),
    };
    let mut sides = |first: &str, second: &str| {
        put(buffer, left, middle, first, style);
        put(buffer, right, middle, second, style);
    };
    let tall = field.height >= 2 && field.width >= 4;
    match mark {
        Mark::Goal if !tall => sides("(", ")"),
        Mark::Last => sides(theme.glyph("›", ">"), theme.glyph("‹", "<")),
        Mark::Hint => sides(theme.glyph("»", "*"), theme.glyph("«", "*")),
        Mark::Won if field.height >= 4 => {
            let glyphs = if theme.ascii { ASCII_DOUBLE_BOX } else { DOUBLE_BOX };
            draw_box(field, glyphs, style, buffer);
        }
        Mark::Won if tall => {
            for y in field.y..field.bottom() {
                put(buffer, left, y, theme.glyph("║", "H"), style);
                put(buffer, right, y, theme.glyph("║", "H"), style);
            }
        }
        Mark::Won => sides(theme.glyph("║", "="), theme.glyph("║", "=")),
        Mark::Cursor if !tall => sides("[", "]"),
        Mark::Selected if !tall => sides("{", "}"),
        Mark::Goal | Mark::Cursor | Mark::Selected => {
            let corners = match (mark, theme.ascii) {
                (Mark::Goal, false) => ["•"; 4],
                (Mark::Goal, true) => ["o"; 4],
                (Mark::Selected, false) => ["┏", "┓", "┛", "┗"],
                (Mark::Selected, true) => ["#", "#", "#", "#"],
                (_, false) => ["┌", "┐", "┘", "└"],
                (_, true) => ["+", "+", "+", "+"],
            };
            let bottom = field.bottom() - 1;
            for ((x, y), corner) in [(left, field.y), (right, field.y), (right, bottom), (left, bottom)]
                .into_iter()
                .zip(corners)
            {
                put(buffer, x, y, corner, style);
            }
        }
    }
}

/// Writes the value of each empty field, if the analysis is on and there is room.
fn draw_values(
    table: &Table,
    theme: &Theme,
    layout: &BoardLayout,
    board: &Grid<Option<Token>>,
    buffer: &mut Buffer,
) {
    let Some(judgement) = table.judgement.as_ref().filter(|_| table.analysis_on) else {
        return;
    };
    let best = judgement.analysis.actions[0].value;
    for judged in &judgement.analysis.actions {
        let Some(Gesture::Point(cell)) = table.session.gesture(judged.action) else {
            continue;
        };
        let text = short_value(judged.value);
        if let Some(field) = layout.field_of(cell)
            && board[cell].is_none()
            && usize::from(field.width) >= text.len()
        {
            let is_best = judged.value.compare(best).is_eq();
            let style = if is_best { theme.good() } else { theme.quiet() };
            let y = field.y + (field.height - 1) / 2;
            let x = field.x + (field.width - text.len() as u16) / 2;
            write(buffer, x, y, &text, style);
        }
    }
}

/// Draws above the columns where the stone would fall, and below them numbers or values.
fn draw_columns(table: &Table, theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    let (Some(above), Some(below)) = (layout.above, layout.below) else {
        return;
    };
    let size = table.view.board.size();
    let playing = table.session.turn().player().is_some();
    let values = table.judgement.as_ref().filter(|_| table.analysis_on);
    let best = values.map(|judgement| judgement.analysis.actions[0].value);
    let first = layout.first.column;
    for column in first..(first + layout.shown.0).min(size.columns()) {
        let Some(field) = layout.field_of(Cell::new(column, layout.first.row)) else {
            continue;
        };
        let is_cursor = column == table.cursor.column && table.ways.column && playing;
        if is_cursor {
            let x = field.x + (field.width - 1) / 2;
            put(buffer, x, above, theme.glyph("▼", "v"), theme.accent());
        }
        let hinted = table
            .hint
            .is_some_and(|action| table.session.gesture(action) == Some(Gesture::Column(column)));
        if hinted && !is_cursor {
            let x = field.x + (field.width - 1) / 2;
            put(buffer, x, above, theme.glyph("»", "*"), theme.good());
        }
        let value = values.and_then(|judgement| {
            judgement
                .analysis
                .actions
                .iter()
                .find(|judged| table.session.gesture(judged.action) == Some(Gesture::Column(column)))
                .map(|judged| judged.value)
        });
        let number = last_digits(table.view.numbering.column(column), field.width);
        let (text, style) = match (value, best) {
            (Some(value), Some(best)) if short_value(value).len() < usize::from(field.width) + 1 => (
                short_value(value),
                if value.compare(best).is_eq() {
                    theme.good()
                } else {
                    theme.quiet()
                },
            ),
            _ if is_cursor => (number, theme.accent().add_modifier(Modifier::BOLD)),
            _ => (number, theme.quiet()),
        };
        if text.len() <= usize::from(field.width) {
            let x = field.x + (field.width - text.len() as u16) / 2;
            write(buffer, x, below, &text, style);
        }
    }
}

/// Writes the numbers of rows and columns; those of the cursor stand out.
fn draw_numbers(table: &Table, theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    let Some(numbers) = layout.numbers else {
        return;
    };
    let size = table.view.board.size();
    let style = |is_cursors: bool| {
        let is_steered = table.focus == Focus::Board && table.session.turn().player().is_some();
        if is_cursors && is_steered {
            Style::new()
        } else {
            theme.quiet()
        }
    };
    for cell in layout.seen(size) {
        let Some(field) = layout.field_of(cell) else {
            continue;
        };
        if cell.row == layout.first.row {
            let text = last_digits(table.view.numbering.column(cell.column), field.width);
            let x = field.x + (field.width - text.len() as u16) / 2;
            write(
                buffer,
                x,
                numbers.line,
                &text,
                style(cell.column == table.cursor.column),
            );
        }
        if cell.column == layout.first.column {
            let (x, digits) = numbers.rows;
            let text = table.view.numbering.row(cell.row, size).to_string();
            let y = field.y + (field.height - 1) / 2;
            let x = x + digits.saturating_sub(text.len() as u16);
            write(buffer, x, y, &text, style(cell.row == table.cursor.row));
        }
    }
}

/// Formats a number, or its last digit if it is too wide.
fn last_digits(number: u32, width: u16) -> String {
    let mut text = number.to_string();
    if text.len() > usize::from(width) {
        text = text.split_off(text.len() - 1);
    }
    text
}

fn write(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    for (offset, character) in text.chars().enumerate() {
        put(
            buffer,
            x + offset as u16,
            y,
            character.encode_utf8(&mut [0; 4]),
            style,
        );
    }
}

/// Puts a glyph on the existing background, if it is on the screen.
fn put(buffer: &mut Buffer, x: u16, y: u16, glyph: &str, style: Style) {
    let ground = ground(buffer, x, y);
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.modifier = Modifier::empty();
        cell.set_symbol(glyph).set_style(style.bg(ground));
    }
}
