//! The view: tiles with their values, points and moves.

use quincunx_core::{Direction, Face, Gesture, Shape, Token, View, Visual};

use super::position::Position;
use super::rules::{Twenty48, saturate};

impl Visual for Twenty48 {
    fn view(&self, state: &Position) -> View {
        let board = state.cells().map(|_, &value| (value > 0).then_some(Token(value)));
        let points = saturate(state.points());
        View::new(board, &[("points", points), ("moves", state.moves())])
    }

    /// The tint of a tile is its exponent, rounded down: 1 for 2, 11 for 2048.
    fn face(&self, token: Token) -> Face {
        Face {
            label: label(token.0),
            name: format!("tile {}", token.0),
            tint: token.0.checked_ilog2().unwrap_or(0) as u8,
            shape: Shape::Tile,
            large: true,
            solid: true,
        }
    }

    fn gesture(&self, direction: Direction) -> Gesture {
        Gesture::Push { towards: direction }
    }
}

/// Formats a value in at most six characters: unchanged up to 999999, else as a power, else with three digits
/// and a unit.
fn label(value: u64) -> String {
    if value <= 999_999 {
        return value.to_string();
    }
    if value.is_power_of_two() {
        return format!("2^{}", value.ilog2());
    }
    // The units of thousands: million, giga, tera, peta, exa.
    let thousands = value.ilog10() / 3;
    let unit = ["", "k", "M", "G", "T", "P", "E"][thousands as usize];
    let (whole, rest) = (
        value / 1000u64.pow(thousands),
        value % 1000u64.pow(thousands) / 1000u64.pow(thousands - 1),
    );
    match whole {
        0..10 => format!("{whole}.{:02}{unit}", rest / 10),
        10..100 => format!("{whole}.{}{unit}", rest / 100),
        _ => format!("{whole}{unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        for (value, want) in [
            (2, "2"),
            (131_072, "131072"),
            (999_999, "999999"),
            (1_000_000, "1.00M"),
            (1 << 20, "2^20"),
            (12_345_678, "12.3M"),
            (999_999_999, "999M"),
            (6_000_000_001, "6.00G"),
            (1 << 62, "2^62"),
            ((1 << 62) - 1, "4.61E"),
        ] {
            assert_eq!(label(value), want);
        }
    }

    #[test]
    fn the_view_counts_points_and_moves() {
        let rules = Twenty48::default();
        let state =
            quincunx_core::Notation::parse_position(&rules, "0,2,0,0/0,0,0,0/0,0,0,0/0,0,0,2048 20480 900 0")
                .expect("a position");
        let view = rules.view(&state);
        let counters: Vec<(&str, u64)> = view.counters.iter().map(|c| (c.name.as_ref(), c.value)).collect();
        assert_eq!(counters, [("points", 20_480), ("moves", 900)]);
        let tiles: Vec<u64> = view.board.values().iter().flatten().map(|t| t.0).collect();
        assert_eq!(tiles, [2, 2048]);
        let face = rules.face(Token(2048));
        assert_eq!((face.label.as_str(), face.tint), ("2048", 11));
    }
}
