//! Colours and glyphs within the abilities of the terminal.

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
    let mut options = terminal_colorsaurus::QueryOptions::default();
    options.timeout = std::time::Duration::from_millis(200);
    terminal_colorsaurus::theme_mode(options)
        .map_or(true, |mode| mode == terminal_colorsaurus::ThemeMode::Dark)
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
struct Rgb(u8, u8, u8);

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
        let rgb = match self.palette {
            Palette::Default => PIECES[tint],
            Palette::OkabeIto => OKABE_ITO[tint],
            Palette::Contrast => CONTRAST[tint],
        };
        self.paint(rgb, PIECES_OF_SIXTEEN[tint])
    }

    fn step(&self, step: u8) -> Color {
        let ramp: &[Rgb] = match self.palette {
            Palette::Default => &RAMP,
            Palette::OkabeIto | Palette::Contrast => &CIVIDIS,
        };
        let step = usize::from(step.saturating_sub(1));
        self.paint(
            ramp[step.min(ramp.len() - 1)],
            RAMP_OF_SIXTEEN[step % RAMP_OF_SIXTEEN.len()],
        )
    }

    /// Returns black or white, whichever is more readable on the colour.
    pub(crate) fn ink_on(&self, color: Color) -> Color {
        let light = match color {
            Color::Rgb(r, g, b) => luminance(Rgb(r, g, b)) > 0.22,
            Color::Indexed(index) => luminance(rgb_of_cube(index)) > 0.22,
            Color::Reset => return Color::Reset,
            Color::Blue | Color::Red | Color::Magenta | Color::DarkGray | Color::Black => false,
            _ => true,
        };
        let (rgb, named) = if light {
            (Rgb(0x14, 0x17, 0x1c), Color::Black)
        } else {
            (Rgb(0xff, 0xff, 0xff), Color::White)
        };
        self.paint(rgb, named)
    }

    /// Returns one of the two shades of fields.
    pub(crate) fn field(&self, odd: bool) -> Color {
        let [even_shade, odd_shade] = match (self.palette, self.dark) {
            (Palette::Contrast, _) => [Rgb(0, 0, 0), Rgb(0x14, 0x14, 0x14)],
            (_, true) => [Rgb(0x22, 0x28, 0x33), Rgb(0x28, 0x2f, 0x3c)],
            (_, false) => [Rgb(0x37, 0x40, 0x4f), Rgb(0x3d, 0x47, 0x58)],
        };
        self.paint(if odd { odd_shade } else { even_shade }, Color::Reset)
    }

    /// Returns the style of minor text: frames, empty fields, key hints.
    pub(crate) fn quiet(&self) -> Style {
        match self.depth {
            Depth::Monochrome => Style::new().add_modifier(Modifier::DIM),
            _ if self.palette == Palette::Contrast => Style::new(),
            _ => Style::new().fg(self.paint(
                if self.dark {
                    Rgb(0x8a, 0x94, 0xa6)
                } else {
                    Rgb(0x5b, 0x65, 0x75)
                },
                Color::DarkGray,
            )),
        }
    }

    pub(crate) fn heading(&self) -> Style {
        self.accent().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the cursor and the side to move.
    pub(crate) fn accent(&self) -> Style {
        let rgb = if self.dark {
            Rgb(0x7c, 0xd4, 0xff)
        } else {
            Rgb(0x00, 0x5f, 0xa8)
        };
        self.foreground(rgb, if self.dark { Color::LightCyan } else { Color::Blue })
    }

    /// Returns the style of wins and best actions.
    pub(crate) fn good(&self) -> Style {
        let rgb = if self.dark {
            Rgb(0x7e, 0xe0, 0x9a)
        } else {
            Rgb(0x0b, 0x6e, 0x3a)
        };
        self.foreground(rgb, Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of errors and losses.
    pub(crate) fn bad(&self) -> Style {
        let rgb = if self.dark {
            Rgb(0xff, 0x8a, 0x80)
        } else {
            Rgb(0xb3, 0x1b, 0x1b)
        };
        self.foreground(rgb, Color::Red).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of marks on the board, which keep its background.
    pub(crate) fn mark(&self) -> Style {
        let rgb = if self.has_shades() || self.dark {
            Rgb(0xff, 0xff, 0xff)
        } else {
            Rgb(0x14, 0x17, 0x1c)
        };
        self.foreground(rgb, Color::Reset).add_modifier(Modifier::BOLD)
    }

    fn foreground(&self, rgb: Rgb, named: Color) -> Style {
        match self.paint(rgb, named) {
            Color::Reset => Style::new(),
            color => Style::new().fg(color),
        }
    }

    fn paint(&self, rgb: Rgb, named: Color) -> Color {
        match self.depth {
            Depth::Monochrome => Color::Reset,
            Depth::Sixteen => named,
            Depth::Many => Color::Indexed(nearest_of_cube(rgb)),
            Depth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
        }
    }

    /// Returns a glyph or its ASCII substitute.
    pub(crate) fn glyph<'a>(&self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.ascii { ascii } else { unicode }
    }
}

/// Dark, red, orange, yellow, green, blue, purple, light.
const PIECES: [Rgb; 8] = [
    Rgb(0x6f, 0x86, 0xb5),
    Rgb(0xf2, 0x55, 0x5a),
    Rgb(0xf5, 0x8f, 0x3b),
    Rgb(0xff, 0xd6, 0x4a),
    Rgb(0x4c, 0xc3, 0x8a),
    Rgb(0x4a, 0x9e, 0xff),
    Rgb(0xb9, 0x82, 0xf8),
    Rgb(0xf4, 0xef, 0xe4),
];

/// Okabe and Ito, "Color universal design" (2008); dark is their grey's lighter neighbour, light is white.
const OKABE_ITO: [Rgb; 8] = [
    Rgb(0x7f, 0x8c, 0x9b),
    Rgb(0xd5, 0x5e, 0x00),
    Rgb(0xe6, 0x9f, 0x00),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0xff, 0xff, 0xff),
];

const CONTRAST: [Rgb; 8] = [
    Rgb(0x90, 0x90, 0xa8),
    Rgb(0xff, 0x50, 0x50),
    Rgb(0xff, 0xa0, 0x00),
    Rgb(0xff, 0xff, 0x00),
    Rgb(0x00, 0xff, 0x50),
    Rgb(0x50, 0xa8, 0xff),
    Rgb(0xff, 0x70, 0xff),
    Rgb(0xff, 0xff, 0xff),
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
const RAMP: [Rgb; 18] = [
    Rgb(0x5d, 0x6b, 0x7e),
    Rgb(0x4f, 0x7f, 0x96),
    Rgb(0x3d, 0x95, 0xa0),
    Rgb(0x36, 0xa8, 0x8a),
    Rgb(0x58, 0xb3, 0x68),
    Rgb(0x9b, 0xbf, 0x4a),
    Rgb(0xd8, 0xc2, 0x4a),
    Rgb(0xf0, 0xa9, 0x3b),
    Rgb(0xf2, 0x8a, 0x3c),
    Rgb(0xef, 0x64, 0x45),
    Rgb(0xe8, 0x43, 0x6b),
    Rgb(0xd1, 0x3f, 0x9b),
    Rgb(0xa9, 0x4f, 0xc4),
    Rgb(0x7f, 0x5f, 0xdc),
    Rgb(0x5f, 0x7c, 0xf0),
    Rgb(0x5f, 0xa8, 0xff),
    Rgb(0x9f, 0xd8, 0xff),
    Rgb(0xff, 0xff, 0xff),
];

/// Steps of cividis (Nuñez, Anderton and Renslow 2018), of even lightness for every kind of colour vision.
const CIVIDIS: [Rgb; 14] = [
    Rgb(0x2a, 0x3f, 0x6d),
    Rgb(0x3d, 0x4d, 0x6c),
    Rgb(0x4d, 0x59, 0x6d),
    Rgb(0x5c, 0x66, 0x6f),
    Rgb(0x6b, 0x72, 0x73),
    Rgb(0x7b, 0x7e, 0x78),
    Rgb(0x8b, 0x8a, 0x78),
    Rgb(0x9b, 0x97, 0x77),
    Rgb(0xac, 0xa4, 0x74),
    Rgb(0xbe, 0xb1, 0x6f),
    Rgb(0xcf, 0xbf, 0x67),
    Rgb(0xe1, 0xcc, 0x5c),
    Rgb(0xf2, 0xda, 0x4d),
    Rgb(0xff, 0xea, 0x46),
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

fn nearest_of_cube(Rgb(r, g, b): Rgb) -> u8 {
    let level = |value: u8| {
        (0..CUBE.len() as u8)
            .min_by_key(|&level| CUBE[usize::from(level)].abs_diff(value))
            .expect("the cube has levels")
    };
    let cube = 16 + 36 * level(r) + 6 * level(g) + level(b);
    // The 24 greys from index 232 lie closer together than the cube's.
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let grey = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    let distance = |index: u8| {
        let Rgb(x, y, z) = rgb_of_cube(index);
        [(r, x), (g, y), (b, z)]
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .iter()
            .sum::<u32>()
    };
    if distance(grey) < distance(cube) {
        grey
    } else {
        cube
    }
}

fn rgb_of_cube(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + 10 * (index - 232);
        return Rgb(grey, grey, grey);
    }
    let index = usize::from(index.saturating_sub(16));
    Rgb(CUBE[index / 36], CUBE[index / 6 % 6], CUBE[index % 6])
}

/// Returns the relative luminance from 0 to 1 (WCAG 2.2).
fn luminance(Rgb(r, g, b): Rgb) -> f64 {
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
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

    /// WCAG 2.2 asks 3 : 1 of what must be told from its surroundings.
    #[test]
    fn pieces_stand_out_from_their_fields() {
        let ratio = |a: Rgb, b: Rgb| {
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
                    let ratio = ratio(color, Rgb(r, g, b));
                    assert!(ratio >= 3.0, "{palette:?} {tint}: {ratio:.2}");
                }
            }
        }
    }
}
