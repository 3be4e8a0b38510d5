//! The board: frame, fields, pieces at rest and on their way, and the marks on them.

use quincunx_core::{Cell, Gesture, Grid, Token, Topology};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::canvas::{
    ASCII_BOX, ASCII_BROKEN_BOX, ASCII_DOUBLE_BOX, BROKEN_BOX, DOUBLE_BOX, ROUND_BOX, corners, draw_box, put,
};
use super::layout::{BoardLayout, Fields};
use super::piece::{Pieces, Spot};
use crate::tui::table::{Focus, Table};
use crate::tui::theme::Theme;
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

impl Mark {
    /// Returns the signs on the left and the right of a field, in Unicode and in ASCII.
    const fn sides(self) -> [(&'static str, &'static str); 2] {
        match self {
            Self::Goal => [("(", "("), (")", ")")],
            Self::Last => [("›", ">"), ("‹", "<")],
            Self::Hint => [("»", HINT), ("«", HINT)],
            Self::Won => [("║", "H"), ("║", "H")],
            Self::Cursor => [("[", "["), ("]", "]")],
            Self::Selected => [("{", "{"), ("}", "}")],
        }
    }
}

/// The ASCII sign of a hint.
pub(super) const HINT: &str = "!";

/// The sign of fields that do not belong to the board, and that of an empty field.
const HOLE: (&str, &str) = ("░", "/");
const EMPTY: (&str, &str) = ("·", ".");

pub(super) fn draw(table: &Table, theme: &Theme, layout: &BoardLayout, buffer: &mut Buffer) {
    let mut canvas = Canvas {
        table,
        theme,
        layout,
        buffer,
    };
    canvas.draw_frame();
    canvas.draw_fields();
    let (board, sprites) = match &table.animation {
        Some(animation) => animation.frame(table.now),
        None => (table.view.board.clone(), Vec::new()),
    };
    let pieces = Pieces::of(table, theme);
    for cell in layout.seen(board.size()) {
        if let (Some(token), Some(field)) = (board[cell], layout.field_of(cell)) {
            let face = table.session.face(token);
            pieces.draw(canvas.buffer, layout.area, Spot::at_rest(field), &face);
        }
    }
    for sprite in sprites {
        let spot = Spot {
            middle: layout.middle_of(sprite.place),
            field: layout.field,
            scale: sprite.scale,
        };
        let face = table.session.face(sprite.token);
        pieces.draw(canvas.buffer, layout.area, spot, &face);
    }
    if table.animation.is_none() {
        canvas.draw_values(&board);
        for (cell, mark) in marks(table) {
            if let Some(field) = layout.field_of(cell) {
                canvas.draw_mark(field, mark);
            }
        }
        canvas.draw_crossings();
    }
    canvas.draw_columns();
    canvas.draw_numbers();
}

const fn middle(field: Rect) -> (u16, u16) {
    (field.x + (field.width - 1) / 2, field.y + (field.height - 1) / 2)
}

/// Lists the marks, the most important last.
fn marks(table: &Table) -> Vec<(Cell, Mark)> {
    let mut marks: Vec<(Cell, Mark)> = Vec::new();
    let mut add = |cells: Vec<Cell>, mark| marks.extend(cells.into_iter().map(|cell| (cell, mark)));
    add(table.view.marked.clone(), Mark::Goal);
    add(table.last_fields(), Mark::Last);
    let hint = table.hint.map(|action| table.fields_of(action));
    add(hint.unwrap_or_default(), Mark::Hint);
    add(table.view.lines.concat(), Mark::Won);
    let over = table.session.turn().player().is_none();
    if table.ways.has_cursor() && table.focus == Focus::Board && !over {
        add(vec![table.cursor], Mark::Cursor);
    }
    add(table.selected.into_iter().collect(), Mark::Selected);
    marks
}

/// Formats a number, or its last digit if it is too wide.
fn last_digits(number: u32, width: u16) -> String {
    let mut text = number.to_string();
    if text.len() > usize::from(width) {
        text = text.split_off(text.len() - 1);
    }
    text
}

struct Canvas<'a> {
    table: &'a Table,
    theme: &'a Theme,
    layout: &'a BoardLayout,
    buffer: &'a mut Buffer,
}

impl Canvas<'_> {
    fn put(&mut self, (x, y): (u16, u16), (unicode, ascii): (&str, &str), style: Style) {
        put(self.buffer, x, y, self.theme.glyph(unicode, ascii), style);
    }

    /// Writes a text in the middle of a field's width.
    fn write_centred(&mut self, field: Rect, y: u16, text: &str, style: Style) {
        let length = text.chars().count() as u16;
        self.write(field.x + (field.width - length) / 2, y, text, style);
    }

    fn write(&mut self, x: u16, y: u16, text: &str, style: Style) {
        for (x, character) in (x..).zip(text.chars()) {
            put(self.buffer, x, y, character.encode_utf8(&mut [0; 4]), style);
        }
    }

    fn frame(&self) -> Option<Rect> {
        let area = self.layout.area;
        let frame = || Rect::new(area.x - 1, area.y - 1, area.width + 2, area.height + 2);
        self.layout.framed.then(frame)
    }

    /// Draws the frame; a broken one with arrows if the edges are joined.
    fn draw_frame(&mut self) {
        let Some(frame) = self.frame() else { return };
        let style = self.theme.quiet();
        let is_joined = self.table.view.topology == Topology::Torus;
        let glyphs = match (self.theme.ascii, is_joined) {
            (false, false) => ROUND_BOX,
            (false, true) => BROKEN_BOX,
            (true, false) => ASCII_BOX,
            (true, true) => ASCII_BROKEN_BOX,
        };
        draw_box(frame, glyphs, style, self.buffer);
        if is_joined {
            let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2);
            self.put((x, frame.y), ("▴", "^"), style);
            self.put((x, frame.bottom() - 1), ("▾", "v"), style);
            self.put((frame.x, y), ("◂", "<"), style);
            self.put((frame.right() - 1, y), ("▸", ">"), style);
        }
    }

    /// Marks on the frame where a winning line crosses the edge.
    fn draw_crossings(&mut self) {
        let (Some(frame), table) = (self.frame(), self.table) else {
            return;
        };
        let style = self.theme.mark().patch(self.theme.good());
        for pair in table.view.lines.iter().flat_map(|line| line.windows(2)) {
            let fields = (self.layout.field_of(pair[0]), self.layout.field_of(pair[1]));
            let (Some(first), Some(second)) = fields else {
                continue;
            };
            for (n, field) in [first, second].into_iter().enumerate() {
                let (from, to) = (pair[n], pair[1 - n]);
                let (x, y) = middle(field);
                if from.column.abs_diff(to.column) > 1 {
                    let x = if from.column > to.column {
                        frame.right() - 1
                    } else {
                        frame.x
                    };
                    self.put((x, y), ("═", "="), style);
                }
                if from.row.abs_diff(to.row) > 1 {
                    let y = if from.row > to.row {
                        frame.bottom() - 1
                    } else {
                        frame.y
                    };
                    self.put((x, y), ("║", "H"), style);
                }
            }
        }
    }

    fn draw_fields(&mut self) {
        let (table, fields, quiet) = (self.table, self.layout.fields, self.theme.quiet());
        for cell in self.layout.seen(table.view.board.size()) {
            let Some(field) = self.layout.field_of(cell) else {
                continue;
            };
            if table.view.holes.contains(&cell) {
                for place in field.positions() {
                    self.put((place.x, place.y), HOLE, quiet);
                }
                continue;
            }
            if fields == Fields::Shaded {
                let shade = self.theme.field((cell.column + cell.row) % 2 == 1);
                self.buffer.set_style(field, Style::new().bg(shade));
            }
            if fields == Fields::Bare || table.view.board[cell].is_none() && !table.ways.push {
                self.put(middle(field), EMPTY, quiet);
            }
        }
        if fields == Fields::Lined {
            self.draw_lines();
        }
    }

    fn draw_lines(&mut self) {
        let area = self.layout.area;
        let (width, height) = (self.layout.field.0 + 1, self.layout.field.1 + 1);
        for place in area.positions() {
            let on_column = (place.x - area.x) % width == width - 1;
            let on_row = (place.y - area.y) % height == height - 1;
            let glyph = match (on_column, on_row) {
                (true, true) => ("┼", "+"),
                (true, false) => ("│", "|"),
                (false, true) => ("─", "-"),
                (false, false) => continue,
            };
            self.put((place.x, place.y), glyph, self.theme.quiet());
        }
    }

    fn draw_mark(&mut self, field: Rect, mark: Mark) {
        let (theme, ascii) = (self.theme, self.theme.ascii);
        let style = match mark {
            Mark::Goal => theme.accent(),
            Mark::Last | Mark::Selected | Mark::Cursor => theme.mark(),
            Mark::Hint | Mark::Won => theme.mark().patch(theme.good()),
        };
        let (_, middle) = middle(field);
        // On a bare board the blanks beside a field carry its marks.
        let (left, right) = match self.layout.fields {
            Fields::Bare => (field.x.saturating_sub(1), field.right()),
            _ => (field.x, field.right() - 1),
        };
        let [first, second] = mark.sides();
        let mut sides = |y: u16| {
            self.put((left, y), first, style);
            self.put((right, y), second, style);
        };
        let tall = field.height >= 2 && field.width >= 4;
        match mark {
            Mark::Won if field.height >= 4 => {
                let glyphs = if ascii { ASCII_DOUBLE_BOX } else { DOUBLE_BOX };
                draw_box(field, glyphs, style, self.buffer);
            }
            Mark::Won if tall => {
                (field.y..field.bottom()).for_each(sides);
            }
            Mark::Goal | Mark::Cursor | Mark::Selected if tall => {
                let glyphs = match mark {
                    Mark::Goal => ["•"; 4],
                    Mark::Selected => ["┏", "┓", "┛", "┗"],
                    _ => ["┌", "┐", "┘", "└"],
                };
                let signs = [first.1, second.1, second.1, first.1];
                for (corner, glyph) in corners(field).into_iter().zip(glyphs.into_iter().zip(signs)) {
                    self.put(corner, glyph, style);
                }
            }
            _ => sides(middle),
        }
    }

    /// Writes the value of each empty field, if the analysis is on and there is room.
    fn draw_values(&mut self, board: &Grid<Option<Token>>) {
        let table = self.table;
        for judged in table.shown_actions() {
            let Some(Gesture::Point { cell }) = table.session.gesture(judged.action) else {
                continue;
            };
            let text = self.theme.text(&short_value(judged.value)).into_owned();
            if let Some(field) = self.layout.field_of(cell)
                && board[cell].is_none()
                && usize::from(field.width) >= text.chars().count()
            {
                let style = self.theme.good_if(table.is_best(judged.value));
                self.write_centred(field, middle(field).1, &text, style);
            }
        }
    }

    /// Draws above the columns where the stone would fall, and below them numbers or values.
    fn draw_columns(&mut self) {
        let Some((above, below)) = self.layout.beside else {
            return;
        };
        let (table, theme, first) = (self.table, self.theme, self.layout.first);
        let playing = table.session.turn().player().is_some();
        let last = (first.column + self.layout.shown.0).min(table.view.board.size().columns());
        for column in first.column..last {
            let Some(field) = self.layout.field_of(Cell::new(column, first.row)) else {
                continue;
            };
            let gesture = Gesture::Column { column };
            let (x, width) = (middle(field).0, usize::from(field.width));
            let is_cursor = column == table.cursor.column && table.ways.column && playing;
            if is_cursor {
                self.put((x, above), ("▼", "v"), theme.accent());
            } else if table.is_hint(gesture) {
                self.put((x, above), ("»", HINT), theme.good());
            }
            let value = table
                .shown_value(gesture)
                .map(|value| (theme.text(&short_value(value)).into_owned(), value));
            let (text, style) = match value {
                Some((text, value)) if text.chars().count() <= width => {
                    (text, theme.good_if(table.is_best(value)))
                }
                _ => {
                    let style = match is_cursor {
                        true => theme.accent().add_modifier(Modifier::BOLD),
                        false => theme.quiet(),
                    };
                    (
                        last_digits(table.view.numbering.column(column), field.width),
                        style,
                    )
                }
            };
            if text.chars().count() <= width {
                self.write_centred(field, below, &text, style);
            }
        }
    }

    /// Writes the numbers of rows and columns; those of the cursor stand out.
    fn draw_numbers(&mut self) {
        let Some(numbers) = self.layout.numbers else {
            return;
        };
        let table = self.table;
        let (size, first, numbering) = (table.view.board.size(), self.layout.first, table.view.numbering);
        let is_steered = table.focus == Focus::Board && table.session.turn().player().is_some();
        let quiet = self.theme.quiet();
        let style = |is_cursors: bool| match is_cursors && is_steered {
            true => Style::new(),
            false => quiet,
        };
        for cell in self.layout.seen(size) {
            let Some(field) = self.layout.field_of(cell) else {
                continue;
            };
            if cell.row == first.row {
                let text = last_digits(numbering.column(cell.column), field.width);
                self.write_centred(
                    field,
                    numbers.line,
                    &text,
                    style(cell.column == table.cursor.column),
                );
            }
            if cell.column == first.column {
                let (x, digits) = numbers.rows;
                let text = numbering.row(cell.row, size).to_string();
                let x = x + digits.saturating_sub(text.len() as u16);
                self.write(x, middle(field).1, &text, style(cell.row == table.cursor.row));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::piece::glyph;
    use super::super::piece::tests::{KINDS, SHAPES, face};
    use super::*;
    use crate::tui::theme::{Depth, Palette};

    #[test]
    fn no_sign_of_ascii_is_that_of_a_piece() {
        let theme = Theme {
            depth: Depth::Monochrome,
            palette: Palette::Default,
            dark: true,
            ascii: true,
        };
        let marks = [
            Mark::Goal,
            Mark::Last,
            Mark::Hint,
            Mark::Won,
            Mark::Cursor,
            Mark::Selected,
        ];
        let mut signs: Vec<&str> = marks
            .iter()
            .flat_map(|mark| mark.sides())
            .map(|(_, sign)| sign)
            .collect();
        signs.extend(ASCII_DOUBLE_BOX);
        signs.extend([HOLE.1, EMPTY.1]);
        for (shape, (large, solid)) in SHAPES
            .into_iter()
            .flat_map(|shape| KINDS.map(|kind| (shape, kind)))
        {
            let face = face(shape, large, solid);
            let glyph = glyph(&face, &theme);
            assert!(!signs.contains(&glyph), "{glyph}: {shape:?}, {large}, {solid}");
        }
    }
}
