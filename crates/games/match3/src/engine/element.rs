//! What a square holds: letters, colours, elements.

use std::fmt;
use std::str::FromStr;

use quincunx_core::{NotationError, Token};
use thiserror::Error;

/// One of the six colours. Colour alone decides what combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Written `1`.
    Red,
    /// Written `2`.
    Orange,
    /// Written `3`.
    Yellow,
    /// Written `4`.
    Green,
    /// Written `5`.
    Blue,
    /// Written `6`.
    Purple,
}

impl Colour {
    /// All colours in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Red,
        Self::Orange,
        Self::Yellow,
        Self::Green,
        Self::Blue,
        Self::Purple,
    ];

    /// Returns the number of the colour in text, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    pub(crate) const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=6 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    /// Writes the colour's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 6] = ["red", "orange", "yellow", "green", "blue", "purple"];
        f.write_str(NAMES[*self as usize])
    }
}

/// What an element does when it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// `R`: nothing.
    Regular,
    /// `V`: removes its column.
    Vertical,
    /// `H`: removes its row.
    Horizontal,
    /// `W`: removes the eight squares around it.
    Wrapped,
    /// `B`: removes every element of its own colour.
    Bomb,
}

impl Letter {
    /// All letters, the regular one first.
    pub const ALL: [Self; 5] = [
        Self::Regular,
        Self::Vertical,
        Self::Horizontal,
        Self::Wrapped,
        Self::Bomb,
    ];

    /// The letters of specials.
    pub const SPECIALS: [Self; 4] = [Self::Vertical, Self::Horizontal, Self::Wrapped, Self::Bomb];

    /// Returns the character of the letter in text.
    #[must_use]
    pub const fn character(self) -> char {
        ['R', 'V', 'H', 'W', 'B'][self as usize]
    }

    /// Returns whether the letter is that of a special, whose removal has an effect.
    #[must_use]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::Regular)
    }
}

/// A letter and a colour, written as two characters such as `R1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element {
    /// What it does when it is removed.
    pub letter: Letter,
    /// What it combines with.
    pub colour: Colour,
}

impl Element {
    /// Creates an element.
    #[must_use]
    pub const fn new(letter: Letter, colour: Colour) -> Self {
        Self { letter, colour }
    }

    pub(crate) const CODE_BITS: usize = 6;

    pub(crate) const COLOUR_BITS: usize = 3;

    /// Returns six bits that are never all zero: the colour's number in bits 0–2, the letter from 0 in bits
    /// 3–5. The packed boards keep one bit plane for each.
    pub(crate) const fn code(self) -> u8 {
        self.colour.number() | (self.letter as u8) << 3
    }

    /// Returns the token of the element in effects and views.
    pub(crate) const fn token(self) -> Token {
        Token(self.code() as u64)
    }

    /// Returns the element of a [code](Self::code); `None` for a code that no element has, as 0.
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        let letter = (code >> 3) as usize;
        match Colour::from_number(code & 0b111) {
            Some(colour) if letter < Letter::ALL.len() => Some(Self::new(Letter::ALL[letter], colour)),
            _ => None,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter.character(), self.colour.number())
    }
}

/// Formats elements for a notation.
pub(crate) fn elements_text(elements: &[Element]) -> String {
    let texts: Vec<String> = elements.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

/// Parses elements of a notation.
pub(crate) fn parse_elements(text: &str) -> Result<Vec<Element>, NotationError> {
    let elements = text.split(' ').map(str::parse).collect::<Result<_, _>>();
    elements.map_err(|_| NotationError::new(text, "a list of elements as in `R1 V2 R3`"))
}

/// A text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not an element: a letter of R, V, H, W, B and a colour from 1 to 6, or -- for an empty square"
)]
pub struct ParseElementError(pub String);

impl FromStr for Element {
    type Err = ParseElementError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match Square::from_bytes(text.as_bytes()) {
            Some(Square(Some(element))) => Ok(element),
            _ => Err(ParseElementError(text.to_owned())),
        }
    }
}

/// A square of the board: an element, or empty, which is written `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Square(pub Option<Element>);

impl Square {
    /// A square without an element.
    pub const EMPTY: Self = Self(None);

    /// Parses the two characters of a square; `None` when they are not one.
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        let &[letter, colour] = text else { return None };
        if [letter, colour] == *b"--" {
            return Some(Self::EMPTY);
        }
        let letter = Letter::ALL
            .into_iter()
            .find(|known| known.character() == char::from(letter))?;
        let colour = Colour::from_number(colour.checked_sub(b'0')?)?;
        Some(Self(Some(Element::new(letter, colour))))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(element) => element.fmt(f),
            None => f.write_str("--"),
        }
    }
}

impl FromStr for Square {
    type Err = ParseElementError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_bytes(text.as_bytes()).ok_or_else(|| ParseElementError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_has_a_text_and_a_code_of_its_own() {
        let mut codes = Vec::new();
        for letter in Letter::ALL {
            for colour in Colour::ALL {
                let element = Element::new(letter, colour);
                assert_eq!(element.to_string().parse(), Ok(element));
                assert_eq!(Element::from_code(element.code()), Some(element));
                codes.push(element.code());
            }
        }
        let elements = (0..=u8::MAX)
            .filter(|&code| Element::from_code(code).is_some())
            .count();
        assert_eq!(elements, codes.len());
        assert_eq!(elements, 30);
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in ["", "R", "r1", "R0", "R7", "Z1", "R1x", "1R", "-- ", "Ré"] {
            assert!(
                text.parse::<Square>().is_err(),
                "{text:?} was accepted as a square"
            );
        }
        assert!("--".parse::<Element>().is_err());
        assert_eq!("--".parse(), Ok(Square::EMPTY));
    }
}
