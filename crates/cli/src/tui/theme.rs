//! Colours and glyphs within the abilities of the terminal.

use std::borrow::Cow;

use quincunx_core::{Face, Shape};
use ratatui::style::{Color, Modifier, Style};

/// The number of colours of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Depth {
    Monochrome,
    /// The 16 named colours, which people may have changed.
    Sixteen,
    /// The palette of 256.
    Many,
    True,
}

impl Depth {
    /// Detects the depth from the environment; `NO_COLOR` (no-color.org) overrides all.
    pub(crate) fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        if is_set("NO_COLOR") || term == "dumb" {
            return Self::Monochrome;
        }
        let announced = variable("COLORTERM").unwrap_or_default();
        if announced.contains("truecolor") || announced.contains("24bit") || term.contains("direct") {
            Self::True
        } else if term.contains("256color") || is_set("WT_SESSION") {
            Self::Many
        } else {
            Self::Sixteen
        }
    }
}

/// Asks the terminal whether its background is dark, which is the default.
pub(crate) fn background_is_dark() -> bool {
    use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
    let mut options = QueryOptions::default();
    options.timeout = std::time::Duration::from_millis(200);
    theme_mode(options).map_or(true, |mode| mode == ThemeMode::Dark)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    Default,
    /// Okabe and Ito (2008), distinct with every kind of colour vision.
    OkabeIto,
    Contrast,
}

impl Palette {
    /// All palettes with their words.
    pub(crate) const ALL: [(Self, &str); 3] = [
        (Self::Default, "default"),
        (Self::OkabeIto, "okabe-ito"),
        (Self::Contrast, "contrast"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(crate) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) depth: Depth,
    pub(crate) palette: Palette,
    pub(crate) dark: bool,
    pub(crate) ascii: bool,
}

impl Theme {
    /// Returns whether fields are shaded; otherwise lines divide them.
    pub(crate) fn has_shades(&self) -> bool {
        self.depth >= Depth::Many && !self.ascii
    }

    pub(crate) fn piece(&self, face: &Face) -> Color {
        if face.shape == Shape::Tile {
            return self.step(face.tint);
        }
        let tint = usize::from(face.tint) % PIECES.len();
        let colors = match self.palette {
            Palette::Default => PIECES,
            Palette::OkabeIto => OKABE_ITO,
            Palette::Contrast => CONTRAST,
        };
        self.paint(colors[tint], PIECES_OF_SIXTEEN[tint])
    }

    /// Returns the colour of a step of the tiles' ramp.
    fn step(&self, step: u8) -> Color {
        let ramp: &[u32] = match self.palette {
            Palette::Default => &RAMP,
            Palette::OkabeIto | Palette::Contrast => &CIVIDIS,
        };
        let step = usize::from(step.saturating_sub(1));
        let named = RAMP_OF_SIXTEEN[step % RAMP_OF_SIXTEEN.len()];
        self.paint(ramp[step.min(ramp.len() - 1)], named)
    }

    /// Returns black or white, whichever is more readable on the colour.
    pub(crate) fn ink_on(&self, color: Color) -> Color {
        let light = match color {
            Color::Rgb(r, g, b) => luminance(u32::from_be_bytes([0, r, g, b])) > 0.22,
            Color::Indexed(index) => luminance(rgb_of_cube(index)) > 0.22,
            Color::Reset => return Color::Reset,
            Color::Blue | Color::Red | Color::Magenta | Color::DarkGray | Color::Black => false,
            _ => true,
        };
        match light {
            true => self.paint(BLACK, Color::Black),
            false => self.paint(WHITE, Color::White),
        }
    }

    /// Returns one of the two shades of fields.
    pub(crate) fn field(&self, odd: bool) -> Color {
        let shades = match (self.palette, self.dark) {
            (Palette::Contrast, _) => [0x000000, 0x141414],
            (_, true) => [0x222833, 0x282f3c],
            (_, false) => [0x37404f, 0x3d4758],
        };
        self.paint(shades[usize::from(odd)], Color::Reset)
    }

    /// Returns the style of minor text: frames, empty fields, key hints.
    pub(crate) fn quiet(&self) -> Style {
        match self.depth {
            Depth::Monochrome => Style::new().add_modifier(Modifier::DIM),
            _ if self.palette == Palette::Contrast => Style::new(),
            _ => self.foreground((0x8a94a6, 0x5b6575), Color::DarkGray),
        }
    }

    pub(crate) fn heading(&self) -> Style {
        self.accent().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the cursor and the side to move.
    pub(crate) fn accent(&self) -> Style {
        let named = if self.dark { Color::LightCyan } else { Color::Blue };
        self.foreground((0x7cd4ff, 0x005fa8), named)
    }

    /// Returns the style of wins and best actions.
    pub(crate) fn good(&self) -> Style {
        self.foreground((0x7ee09a, 0x0b6e3a), Color::Green)
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of errors and losses.
    pub(crate) fn bad(&self) -> Style {
        self.foreground((0xff8a80, 0xb31b1b), Color::Red)
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of marks on the board, which keep its background.
    pub(crate) fn mark(&self) -> Style {
        let light = if self.has_shades() { WHITE } else { BLACK };
        self.foreground((WHITE, light), Color::Reset)
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of good values if `is_good`, else of minor text.
    pub(crate) fn good_if(&self, is_good: bool) -> Style {
        if is_good { self.good() } else { self.quiet() }
    }

    /// Returns the style of a colour on a dark or light background.
    fn foreground(&self, (on_dark, on_light): (u32, u32), named: Color) -> Style {
        match self.paint(if self.dark { on_dark } else { on_light }, named) {
            Color::Reset => Style::new(),
            color => Style::new().fg(color),
        }
    }

    fn paint(&self, rgb: u32, named: Color) -> Color {
        match self.depth {
            Depth::Monochrome => Color::Reset,
            Depth::Sixteen => named,
            Depth::Many => Color::Indexed(nearest_of_cube(rgb)),
            Depth::True => Color::from_u32(rgb),
        }
    }

    /// Returns a text of ours, in ASCII if nothing else is wanted.
    pub(crate) fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.ascii || text.is_ascii() {
            return text.into();
        }
        let plain = text.replace(['←', '→'], "").replace('…', "...");
        plain.replace('≤', "<=").replace('≥', ">=").into()
    }

    /// Returns a glyph or its ASCII substitute.
    pub(crate) fn glyph<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { unicode }
    }
}

const BLACK: u32 = 0x14171c;
const WHITE: u32 = 0xffffff;

/// Dark, red, orange, yellow, green, blue, purple, light.
const PIECES: [u32; 8] = [
    0x6f86b5, 0xf2555a, 0xf58f3b, 0xffd64a, 0x4cc38a, 0x4a9eff, 0xb982f8, 0xf4efe4,
];

/// Okabe and Ito, "Color universal design" (2008); dark is their grey's lighter neighbour, light is white.
const OKABE_ITO: [u32; 8] = [
    0x7f8c9b, 0xd55e00, 0xe69f00, 0xf0e442, 0x009e73, 0x56b4e9, 0xcc79a7, WHITE,
];

const CONTRAST: [u32; 8] = [
    0x9090a8, 0xff5050, 0xffa000, 0xffff00, 0x00ff50, 0x50a8ff, 0xff70ff, WHITE,
];

const PIECES_OF_SIXTEEN: [Color; 8] = [
    Color::Cyan,
    Color::LightRed,
    Color::Red,
    Color::LightYellow,
    Color::LightGreen,
    Color::LightBlue,
    Color::LightMagenta,
    Color::Reset,
];

/// From cool to hot to bright, so that a glance finds the largest tile.
const RAMP: [u32; 18] = [
    0x5d6b7e, 0x4f7f96, 0x3d95a0, 0x36a88a, 0x58b368, 0x9bbf4a, 0xd8c24a, 0xf0a93b, 0xf28a3c, 0xef6445,
    0xe8436b, 0xd13f9b, 0xa94fc4, 0x7f5fdc, 0x5f7cf0, 0x5fa8ff, 0x9fd8ff, WHITE,
];

/// Steps of cividis (Nuñez, Anderton and Renslow 2018), of even lightness for every kind of colour vision.
const CIVIDIS: [u32; 14] = [
    0x2a3f6d, 0x3d4d6c, 0x4d596d, 0x5c666f, 0x6b7273, 0x7b7e78, 0x8b8a78, 0x9b9777, 0xaca474, 0xbeb16f,
    0xcfbf67, 0xe1cc5c, 0xf2da4d, 0xffea46,
];

const RAMP_OF_SIXTEEN: [Color; 12] = [
    Color::Reset,
    Color::Cyan,
    Color::LightCyan,
    Color::Green,
    Color::LightGreen,
    Color::Yellow,
    Color::LightYellow,
    Color::Red,
    Color::LightRed,
    Color::Magenta,
    Color::LightMagenta,
    Color::LightBlue,
];

/// The levels of each channel in the cube of 216 colours that begins at index 16.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn channels(rgb: u32) -> [u8; 3] {
    let [_, r, g, b] = rgb.to_be_bytes();
    [r, g, b]
}

fn nearest_of_cube(rgb: u32) -> u8 {
    let channels_of_rgb = channels(rgb);
    let level = |value: u8| {
        let distance = |level: &u8| CUBE[usize::from(*level)].abs_diff(value);
        (0..CUBE.len() as u8)
            .min_by_key(distance)
            .expect("the cube has levels")
    };
    let [r, g, b] = channels_of_rgb.map(level);
    let cube = 16 + 36 * r + 6 * g + b;
    // The 24 greys from index 232 lie closer together than the cube's.
    let mean = channels_of_rgb.map(u16::from).iter().sum::<u16>() / 3;
    let grey = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    let distance = |index: u8| {
        let pairs = channels_of_rgb.into_iter().zip(channels(rgb_of_cube(index)));
        pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>()
    };
    if distance(grey) < distance(cube) {
        grey
    } else {
        cube
    }
}

fn rgb_of_cube(index: u8) -> u32 {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return u32::from_be_bytes([0, grey, grey, grey]);
    }
    let index = usize::from(index.saturating_sub(16));
    u32::from_be_bytes([0, CUBE[index / 36], CUBE[index / 6 % 6], CUBE[index % 6]])
}

/// Returns the relative luminance from 0 to 1 (WCAG 2.2).
fn luminance(rgb: u32) -> f64 {
    let [r, g, b] = channels(rgb).map(|value| match f64::from(value) / 255.0 {
        value if value <= 0.040_45 => value / 12.92,
        value => ((value + 0.055) / 1.055).powf(2.4),
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(variables: &[(&str, &str)]) -> Depth {
        Depth::detect(|name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_tells_the_depth() {
        assert_eq!(detected(&[]), Depth::Sixteen);
        assert_eq!(detected(&[("TERM", "xterm-256color")]), Depth::Many);
        assert_eq!(
            detected(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]),
            Depth::True
        );
        assert_eq!(detected(&[("TERM", "dumb")]), Depth::Monochrome);
        assert_eq!(
            detected(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]),
            Depth::Monochrome
        );
        assert_eq!(
            detected(&[("COLORTERM", "truecolor"), ("NO_COLOR", "")]),
            Depth::True,
            "an empty NO_COLOR does not count"
        );
    }

    #[test]
    fn the_cube_is_its_own_neighbour() {
        for index in 16..=255 {
            let rgb = rgb_of_cube(index);
            assert_eq!(rgb_of_cube(nearest_of_cube(rgb)), rgb, "{index}");
        }
    }

    /// WCAG 2.2 asks 3 : 1 of what must be distinguished from its surroundings.
    #[test]
    fn pieces_stand_out_from_their_fields() {
        let ratio = |a: u32, b: u32| {
            let (a, b) = (luminance(a), luminance(b));
            (a.max(b) + 0.05) / (a.min(b) + 0.05)
        };
        for (palette, colors) in [
            (Palette::Default, PIECES),
            (Palette::OkabeIto, OKABE_ITO),
            (Palette::Contrast, CONTRAST),
        ] {
            let theme = Theme {
                depth: Depth::True,
                palette,
                dark: true,
                ascii: false,
            };
            for (tint, color) in colors.into_iter().enumerate() {
                for odd in [false, true] {
                    let Color::Rgb(r, g, b) = theme.field(odd) else {
                        panic!("true colour is true colour");
                    };
                    let ratio = ratio(color, u32::from_be_bytes([0, r, g, b]));
                    assert!(ratio >= 3.0, "{palette:?} {tint}: {ratio:.2}");
                }
            }
        }
    }
}
