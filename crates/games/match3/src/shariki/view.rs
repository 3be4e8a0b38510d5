//! How Shariki is shown: an outline and a tint for each colour, a letter for each special.

use quincunx_core::{Counter, Face, Gesture, Grid, Numbering, Shape, Token, Topology, View, Visual};

use super::element::{Colour, Element, Letter};
use super::rules::{Shariki, State};
use super::squares::token;
use super::swaps::Swap;

impl Visual for Shariki {
    fn view(&self, state: &State) -> View {
        let board = state.board();
        let left = self.most_swaps().map(|most| Counter {
            name: "swaps left",
            value: u64::from(most - state.swaps()),
        });
        let swaps = Counter {
            name: "swaps",
            value: u64::from(state.swaps()),
        };
        View {
            board: Grid::from_fn(self.size(), |cell| board.element(cell).map(token)),
            topology: Topology::Plane,
            numbering: Numbering::default(),
            tray: None,
            lines: Vec::new(),
            holes: Vec::new(),
            marked: Vec::new(),
            counters: vec![
                Counter {
                    name: "points",
                    value: state.points(),
                },
                left.unwrap_or(swaps),
            ],
        }
    }

    fn face(&self, token: Token) -> Face {
        face(token)
    }

    fn gesture(&self, swap: Swap) -> Gesture {
        let [a, b] = swap.cells();
        Gesture::Swap(a, b)
    }
}

/// Describes an element.
///
/// # Panics
/// When the token is no element's.
pub(crate) fn face(token: Token) -> Face {
    let element = u8::try_from(token.0).ok().and_then(Element::from_code);
    let Element { letter, colour } = element.expect("the tokens of this game are its thirty elements");
    let shape = match colour {
        Colour::Red => Shape::Disc,
        Colour::Orange => Shape::Diamond,
        Colour::Yellow => Shape::Star,
        Colour::Green => Shape::Triangle,
        Colour::Blue => Shape::Square,
        Colour::Purple => Shape::Hexagon,
    };
    let (label, name) = match letter {
        Letter::Regular => (String::new(), colour.to_string()),
        _ => (
            letter.character().to_string(),
            format!("{colour} {}", special_name(letter)),
        ),
    };
    Face {
        label,
        name,
        tint: colour.number(),
        shape,
        large: true,
        solid: true,
    }
}

/// Returns what a special is called by what it takes along.
const fn special_name(letter: Letter) -> &'static str {
    match letter {
        Letter::Regular => "element",
        Letter::Vertical => "column special",
        Letter::Horizontal => "row special",
        Letter::Wrapped => "wrapped special",
        Letter::Bomb => "bomb",
    }
}
