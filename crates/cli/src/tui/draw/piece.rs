//! Pieces as silhouettes: filled from sub-cells where there is room, one glyph where there is not.

use quincunx_core::{Face, Shape, Token};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::tui::table::Table;
use crate::tui::theme::{Depth, Theme};

#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The middle from the left and top of the screen.
    pub(super) middle: (f32, f32),
    pub(super) field: (u16, u16),
    /// The drawn part of the size, from 0 to 1.
    pub(super) scale: f32,
}

impl Spot {
    pub(super) fn at_rest(field: Rect) -> Self {
        Self {
            middle: (
                f32::from(field.x) + f32::from(field.width) / 2.0,
                f32::from(field.y) + f32::from(field.height) / 2.0,
            ),
            field: (field.width, field.height),
            scale: 1.0,
        }
    }
}

pub(super) struct Pieces<'a> {
    theme: &'a Theme,
    /// Whether pieces of odd tints are reversed, because only colour would distinguish them and there is
    /// none.
    reverses: bool,
}

impl<'a> Pieces<'a> {
    pub(super) fn of(table: &Table, theme: &'a Theme) -> Self {
        let reverses = theme.depth == Depth::Monochrome && {
            let mut tokens: Vec<Token> = table.view.board.values().iter().flatten().copied().collect();
            tokens.extend(table.tray());
            tokens.extend(table.piece_to_place());
            tokens.sort_unstable();
            tokens.dedup();
            let faces: Vec<Face> = tokens.iter().map(|&token| table.session.face(token)).collect();
            differ_by_colour_alone(&faces)
        };
        Self { theme, reverses }
    }

    pub(super) fn draw(&self, buffer: &mut Buffer, clip: Rect, spot: Spot, face: &Face) {
        let piece = Piece {
            clip,
            spot,
            face,
            reversed: self.reverses && face.tint % 2 == 1,
            theme: self.theme,
        };
        let (width, height) = spot.field;
        let is_tile = face.shape == Shape::Tile;
        if spot.scale < 0.3 {
        } else if height < 2 || width < 4 || (is_tile && !self.theme.has_shades()) {
            piece.draw_glyph(buffer);
        } else if height == 2 && !is_tile {
            piece.draw_miniature(buffer);
        } else {
            piece.draw_silhouette(buffer);
        }
    }
}

/// A piece and its place; `reversed` swaps ink and ground where no colour distinguishes pieces.
struct Piece<'a> {
    clip: Rect,
    spot: Spot,
    face: &'a Face,
    reversed: bool,
    theme: &'a Theme,
}

impl Piece<'_> {
    fn cell<'b>(&self, buffer: &'b mut Buffer, x: u16, y: u16) -> Option<&'b mut Cell> {
        let place = Position::new(x, y);
        self.clip.contains(place).then(|| buffer.cell_mut(place))?
    }

    fn write(&self, buffer: &mut Buffer, (x, y): (u16, u16), text: &str, style: Style) {
        for (x, character) in (x..).zip(text.chars()) {
            if let Some(cell) = self.cell(buffer, x, y) {
                cell.set_char(character).set_style(style);
            }
        }
    }

    /// Fills the outline from quarters of characters.
    fn draw_silhouette(&self, buffer: &mut Buffer) {
        let Self {
            spot, face, theme, ..
        } = self;
        let color = theme.piece(face);
        let extent = extent(*spot, face);
        let (left, top) = (spot.middle.0 - extent.0, spot.middle.1 - extent.1);
        let (right, bottom) = (spot.middle.0 + extent.0, spot.middle.1 + extent.1);
        let covers = |x: f32, y: f32| {
            let u = (x - spot.middle.0) / extent.0;
            let v = (y - spot.middle.1) / extent.1;
            is_inside(face.shape, u, v) && (face.solid || !is_inside(face.shape, u / HOLE, v / HOLE))
        };
        for y in top.floor().max(0.0) as u16..bottom.ceil().max(0.0) as u16 {
            for x in left.floor().max(0.0) as u16..right.ceil().max(0.0) as u16 {
                let mut quarters = 0;
                let points = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
                for (bit, (dx, dy)) in points.into_iter().enumerate() {
                    quarters |= usize::from(covers(f32::from(x) + dx, f32::from(y) + dy)) << bit;
                }
                let Some(cell) = self.cell(buffer, x, y).filter(|_| quarters != 0 || self.reversed) else {
                    continue;
                };
                if theme.ascii {
                    let full = quarters.count_ones() >= 2;
                    cell.set_symbol(if full { glyph(face, theme) } else { " " });
                } else {
                    cell.set_char(QUARTERS[quarters]);
                }
                cell.set_style(Style::new().fg(color));
            }
        }
        if self.reversed {
            let plate = Rect::new(
                left.floor().max(0.0) as u16,
                top.floor().max(0.0) as u16,
                (extent.0 * 2.0).ceil() as u16,
                (extent.1 * 2.0).ceil() as u16,
            );
            let plate = plate.intersection(self.clip).intersection(buffer.area);
            buffer.set_style(plate, Style::new().add_modifier(Modifier::REVERSED));
        }
        if spot.scale > 0.7 && (face.shape == Shape::Tile || is_special(face)) {
            self.draw_label(buffer);
        }
    }

    /// Draws two lines of four characters, where quarters would blur the outline.
    fn draw_miniature(&self, buffer: &mut Buffer) {
        let Self {
            spot, face, theme, ..
        } = self;
        let ink = glyph(face, theme);
        let picture = match (theme.ascii, face.large) {
            (true, true) => [ink.repeat(4), ink.repeat(4)],
            (true, false) => [format!(" {ink}{ink} "), "    ".to_owned()],
            (false, _) => miniature(face).map(str::to_owned),
        };
        let style = self.style(false);
        let left = (spot.middle.0 - 2.0).round().max(0.0) as u16;
        let top = (spot.middle.1 - 1.0).round().max(0.0) as u16;
        for (y, line) in (top..).zip(&picture) {
            for (x, character) in (left..).zip(line.chars()) {
                if let Some(cell) = self
                    .cell(buffer, x, y)
                    .filter(|_| character != ' ' || self.reversed)
                {
                    cell.set_char(character).set_style(style);
                }
            }
        }
        if is_special(face) {
            self.draw_label(buffer);
        }
    }

    fn style(&self, is_bold: bool) -> Style {
        let mut style = Style::new().fg(self.theme.piece(self.face));
        if is_bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        if self.reversed {
            style = style.add_modifier(Modifier::REVERSED);
        }
        style
    }

    fn draw_label(&self, buffer: &mut Buffer) {
        let Self {
            spot, face, theme, ..
        } = self;
        let color = theme.piece(face);
        let label = fitting_label(face, spot.field.0);
        let x = (spot.middle.0 - label.chars().count() as f32 / 2.0).round();
        // Fields of even height have no middle row; the upper one looks right above the descenders' empty
        // space.
        let y = (spot.middle.1 - 0.6).round();
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let style = if theme.depth == Depth::Monochrome {
            let on_solid = face.solid && !theme.ascii && !self.reversed;
            if on_solid {
                bold.add_modifier(Modifier::REVERSED)
            } else {
                bold
            }
        } else if theme.ascii {
            bold.fg(color)
        } else {
            bold.fg(theme.ink_on(color)).bg(color)
        };
        self.write(buffer, (x.max(0.0) as u16, y.max(0.0) as u16), &label, style);
    }

    /// Draws one line: the label of a tile, else a glyph and, if there is room, the label.
    fn draw_glyph(&self, buffer: &mut Buffer) {
        let Self {
            spot, face, theme, ..
        } = self;
        let width = spot.field.0;
        let text = match face.shape {
            Shape::Tile => fitting_label(face, width),
            _ if is_special(face) && width >= 2 => format!("{}{}", glyph(face, theme), face.label),
            _ => glyph(face, theme).to_owned(),
        };
        let style = self.style(face.shape == Shape::Tile || is_special(face) || face.tint % 2 == 1);
        let x = (spot.middle.0 - text.chars().count() as f32 / 2.0 + 0.01).floor();
        let y = (spot.middle.1 - 0.5).round();
        self.write(buffer, (x.max(0.0) as u16, y.max(0.0) as u16), &text, style);
    }
}

const fn miniature(face: &Face) -> [&'static str; 2] {
    match (face.shape, face.solid, face.large) {
        (Shape::Disc, true, true) => ["▗██▖", "▝██▘"],
        (Shape::Disc, true, false) => [" ▟▙ ", " ▜▛ "],
        (Shape::Disc, false, true) | (Shape::Ring, _, true) => ["▗▀▀▖", "▝▄▄▘"],
        (Shape::Disc, false, false) | (Shape::Ring, _, false) => [" ▞▚ ", " ▚▞ "],
        (Shape::Square, true, true) => ["▐██▌", "▐██▌"],
        (Shape::Square, true, false) => [" ██ ", " ██ "],
        (Shape::Square, false, true) => ["▐▀▀▌", "▐▄▄▌"],
        (Shape::Square, false, false) => [" ▛▜ ", " ▙▟ "],
        (Shape::Diamond, ..) => ["▗▟▙▖", "▝▜▛▘"],
        (Shape::Triangle, ..) => [" ▟▙ ", "▟██▙"],
        (Shape::Star, ..) => ["▄▟▙▄", "▗▛▜▖"],
        (Shape::Hexagon, ..) => ["▟▌▐▙", "▜▌▐▛"],
        (Shape::Tile, ..) => ["    ", "    "],
    }
}

/// Returns whether the label adds to the silhouette; a number only serves typed moves.
fn is_special(face: &Face) -> bool {
    !face.label.is_empty() && !face.label.bytes().all(|byte| byte.is_ascii_digit())
}

/// Shortens a label: thousands as `k`, then the step of the ramp as a digit of base 36.
fn fitting_label(face: &Face, width: u16) -> String {
    let fits = |text: &str| text.chars().count() <= usize::from(width);
    if fits(&face.label) {
        return face.label.clone();
    }
    let in_thousands = face
        .label
        .parse::<u64>()
        .ok()
        .map(|value| format!("{}k", value / 1000))
        .filter(|text| fits(text));
    in_thousands.unwrap_or_else(|| {
        let digit = char::from_digit(u32::from(face.tint) % 36, 36).expect("below the base");
        digit.to_uppercase().collect()
    })
}

fn extent(spot: Spot, face: &Face) -> (f32, f32) {
    let (width, height) = (f32::from(spot.field.0), f32::from(spot.field.1));
    if face.shape == Shape::Tile {
        return (
            (width / 2.0 - 1.0) * spot.scale,
            (height / 2.0 - 0.5) * spot.scale,
        );
    }
    // A character is about twice as high as it is wide.
    let side = width.min(2.0 * height) * if face.large { 0.86 } else { 0.58 } * spot.scale;
    let mut half_height = side / 4.0;
    if spot.field.1 >= 4 {
        // Whole quarters, so that width and height are cut off alike.
        half_height = (half_height * 2.0).floor() / 2.0;
    }
    (half_height * 2.0, half_height)
}

/// The part of a hollow piece that is hole.
const HOLE: f32 = 0.56;

/// Returns whether a point is in an outline, whose box reaches from −1 to 1, v downwards.
fn is_inside(shape: Shape, u: f32, v: f32) -> bool {
    // Discs are a little square, which at few points looks rounder than a circle does.
    let radius = (u.abs().powf(2.3) + v.abs().powf(2.3)).powf(1.0 / 2.3);
    match shape {
        Shape::Disc => radius <= 1.0,
        Shape::Ring => radius <= 1.0 && radius > 0.5,
        Shape::Square => u.abs() <= 0.9 && v.abs() <= 0.9,
        Shape::Diamond => u.abs() + v.abs() <= 1.0,
        Shape::Triangle => (-0.95..=0.9).contains(&v) && u.abs() <= (v + 0.95) / 1.85,
        Shape::Star => {
            // Five points: between a point and a dent the edge is nearly a straight line from 1 to 0.45.
            let turn = std::f32::consts::TAU / 5.0;
            let angle = (u.atan2(-v).rem_euclid(turn) - turn / 2.0).abs() / (turn / 2.0);
            radius <= 0.45 + (1.05 - 0.45) * angle.powf(1.4)
        }
        // A line down its middle distinguishes it from disc and square at small sizes.
        Shape::Hexagon => {
            u.abs() >= 0.12 && u.abs() <= 0.95 && v.abs() <= 0.9 && u.abs() * 0.55 + v.abs() * 0.9 <= 0.86
        }
        Shape::Tile => u.abs() <= 1.0 && v.abs() <= 1.0,
    }
}

pub(super) fn glyph(face: &Face, theme: &Theme) -> &'static str {
    let (unicode, ascii) = match (face.shape, face.solid, face.large) {
        (Shape::Disc, true, true) => ("●", "@"),
        (Shape::Disc, true, false) => ("•", "o"),
        (Shape::Disc, false, true) | (Shape::Ring, _, true) => ("○", "O"),
        (Shape::Disc | Shape::Ring, _, false) => ("◦", "c"),
        (Shape::Square, true, true) => ("■", "#"),
        (Shape::Square, true, false) => ("▪", "="),
        (Shape::Square, false, true) => ("□", "D"),
        (Shape::Square, false, false) => ("▫", "n"),
        (Shape::Diamond, true, _) => ("◆", "%"),
        (Shape::Diamond, false, _) => ("◇", "v"),
        (Shape::Triangle, true, _) => ("▲", "A"),
        (Shape::Triangle, false, _) => ("△", "^"),
        (Shape::Star, true, _) => ("★", "*"),
        (Shape::Star, false, _) => ("☆", "+"),
        (Shape::Hexagon, true, _) => ("⬢", "&"),
        (Shape::Hexagon, false, _) => ("⬡", "8"),
        (Shape::Tile, ..) => ("▣", "#"),
    };
    theme.glyph(unicode, ascii)
}

/// Block elements by the quarters that are filled: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUARTERS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

fn differ_by_colour_alone(faces: &[Face]) -> bool {
    let without_colour = |face: &Face| (face.shape, face.large, face.solid);
    faces.iter().enumerate().any(|(n, a)| {
        faces[..n].iter().any(|b| {
            without_colour(a) == without_colour(b)
                && a.tint != b.tint
                && (a.label == b.label || !is_special(a))
                && a.shape != Shape::Tile
        })
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const THEME: Theme = Theme {
        depth: Depth::True,
        palette: crate::tui::theme::Palette::Default,
        dark: true,
        ascii: false,
    };

    /// All shapes but the tile, which has no sign.
    pub(in super::super) const SHAPES: [Shape; 7] = [
        Shape::Disc,
        Shape::Ring,
        Shape::Square,
        Shape::Diamond,
        Shape::Triangle,
        Shape::Star,
        Shape::Hexagon,
    ];

    /// Whether a face is large, and whether it is solid.
    pub(in super::super) const KINDS: [(bool, bool); 4] =
        [(true, true), (true, false), (false, true), (false, false)];

    pub(in super::super) fn face(shape: Shape, large: bool, solid: bool) -> Face {
        Face {
            label: String::new(),
            name: "piece".into(),
            tint: 1,
            shape,
            large,
            solid,
        }
    }

    fn drawn(face: &Face, width: u16, height: u16, theme: &Theme) -> String {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let pieces = Pieces {
            theme,
            reverses: false,
        };
        pieces.draw(&mut buffer, area, Spot::at_rest(area), face);
        buffer
            .content()
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .collect()
    }

    #[test]
    fn every_silhouette_is_another_at_every_size() {
        for ascii in [false, true] {
            let theme = Theme { ascii, ..THEME };
            for (width, height) in [(1, 1), (2, 1), (4, 2), (6, 3), (8, 4), (14, 7)] {
                let pictures: std::collections::HashSet<String> = SHAPES
                    .iter()
                    .map(|&shape| drawn(&face(shape, true, true), width, height, &theme))
                    .collect();
                assert_eq!(pictures.len(), SHAPES.len(), "{width}×{height}");
                let pictures: std::collections::HashSet<String> = [Shape::Disc, Shape::Square]
                    .iter()
                    .flat_map(|&shape| KINDS.map(|(large, solid)| face(shape, large, solid)))
                    .map(|face| drawn(&face, width, height, &theme))
                    .collect();
                assert_eq!(pictures.len(), 8, "{width}×{height}: size, filling and outline");
            }
        }
    }

    #[test]
    fn labels_are_shortened_to_fit() {
        let tile = |label: &str, tint| Face {
            label: label.into(),
            tint,
            ..face(Shape::Tile, true, true)
        };
        assert_eq!(fitting_label(&tile("2048", 11), 4), "2048");
        assert_eq!(fitting_label(&tile("2048", 11), 2), "2k");
        assert_eq!(fitting_label(&tile("2048", 11), 1), "B");
        assert_eq!(fitting_label(&tile("131072", 17), 4), "131k");
    }

    #[test]
    fn twins_of_another_colour_are_noticed() {
        let one = face(Shape::Disc, true, true);
        let twin = Face {
            tint: 3,
            ..one.clone()
        };
        let other = Face {
            shape: Shape::Ring,
            ..twin.clone()
        };
        assert!(differ_by_colour_alone(&[one.clone(), twin]));
        assert!(!differ_by_colour_alone(&[one.clone(), other, one]));
    }
}
