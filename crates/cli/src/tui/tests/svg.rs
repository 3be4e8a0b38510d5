//! A screen as an SVG picture, for the documentation and for eyes that check colours.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// The size of a character in pixels.
const CHARACTER: (u16, u16) = (9, 18);
const INK: &str = "#d7dce5";
const GROUND: &str = "#12161d";

/// Draws a screen. Block elements become rectangles, so that no font leaves gaps between them.
pub(super) fn picture(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (w, h) = CHARACTER;
    let (width, height) = (area.width * w + 24, area.height * h + 24);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{GROUND}\"/>\n"
    );
    for y in 0..area.height {
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            let (mut ink, mut ground) = (css(cell.fg, INK), css(cell.bg, GROUND));
            if cell.modifier.contains(Modifier::REVERSED) {
                std::mem::swap(&mut ink, &mut ground);
            }
            let (left, top) = (12 + x * w, 12 + y * h);
            let mut rect = |x: u16, y: u16, w: u16, h: u16, fill: &str| {
                writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>"
                )
                .expect("a string takes everything");
            };
            let is_ground = |x: u16| css(buffer[(x, y)].bg, GROUND) == ground;
            let begins = x == 0 || !is_ground(x - 1);
            if ground != GROUND && begins && !cell.modifier.contains(Modifier::REVERSED) {
                let length = (x..area.width).take_while(|&x| is_ground(x)).count() as u16;
                rect(left, top, length * w, h, &ground);
            } else if cell.modifier.contains(Modifier::REVERSED) {
                rect(left, top, w, h, &ground);
            }
            let symbol = cell.symbol();
            if let Some(quarters) = quarters(symbol) {
                let (half_w, half_h) = (w / 2, h / 2);
                match quarters {
                    15 => rect(left, top, w, h, &ink),
                    3 => rect(left, top, w, half_h, &ink),
                    12 => rect(left, top + half_h, w, h - half_h, &ink),
                    quarters => {
                        for bit in 0..4 {
                            if quarters >> bit & 1 == 1 {
                                let (right, low) = (bit & 1, bit >> 1 & 1);
                                let part = if right == 1 { w - half_w } else { half_w };
                                rect(left + right * half_w, top + low * half_h, part, half_h, &ink);
                            }
                        }
                    }
                }
            } else if symbol != " " {
                let bold = if cell.modifier.contains(Modifier::BOLD) {
                    " font-weight=\"bold\""
                } else {
                    ""
                };
                let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
                writeln!(
                    svg,
                    "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\"{bold}>{symbol}</text>",
                    top + 14
                )
                .expect("a string takes everything");
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the quarters that a block element fills: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
fn quarters(symbol: &str) -> Option<u16> {
    let blocks = "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    let at = blocks.chars().position(|block| symbol.starts_with(block))?;
    Some(at as u16 + 1)
}

fn css(color: Color, otherwise: &str) -> String {
    match color {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => otherwise.to_owned(),
    }
}
