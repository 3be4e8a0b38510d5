//! New elements, and who acts while they come in.

use quincunx_core::RandomSource;

use super::element::{Colour, Element, Letter};

/// Who acts in a position, and what chance has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Chance deals the first board.
    Deal,
    /// Chance fills the empty fields.
    Refill,
    /// The player moves.
    Rest,
    /// Chance puts the elements into a new order.
    Reshuffle,
    /// The game has ended.
    Over,
}

/// What happens when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhenStuck {
    /// The elements of the board are put into a new order.
    Reshuffle,
    /// The game ends.
    End,
}

/// The rates of new elements: colours are equally frequent, specials rarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnRates {
    /// The number of colours, from 3 to 6.
    pub colours: u8,
    /// The specials among a thousand new elements: verticals, horizontals, wrapped, bombs.
    pub specials: [u16; 4],
}

impl SpawnRates {
    /// The number of new elements to which [`SpawnRates::specials`] refer.
    pub(crate) const THOUSAND: u32 = 1000;

    /// Returns the number of specials among a thousand new elements.
    pub(crate) fn special_count(&self) -> u32 {
        self.specials.iter().copied().map(u32::from).sum()
    }

    /// Draws an element.
    pub(crate) fn draw(&self, random: &mut impl RandomSource) -> Element {
        // One word decides both.
        let number = random.below(u32::from(self.colours) * Self::THOUSAND);
        let colour = Colour::ALL[(number / Self::THOUSAND) as usize];
        let mut place = number % Self::THOUSAND;
        for (letter, share) in Letter::SPECIALS.into_iter().zip(self.specials) {
            match place.checked_sub(u32::from(share)) {
                None => return Element::new(letter, colour),
                Some(rest) => place = rest,
            }
        }
        Element::new(Letter::Regular, colour)
    }

    /// Iterates over all colours once, beginning with one.
    pub(crate) fn colours_from(&self, first: Colour) -> impl Iterator<Item = Colour> {
        let (before, from) = Colour::ALL[..usize::from(self.colours)].split_at(first as usize);
        from.iter().chain(before).copied()
    }

    /// Returns whether the element can be drawn.
    pub(crate) fn has(&self, element: Element) -> bool {
        let mut specials = Letter::SPECIALS.into_iter().zip(self.specials);
        let share = match specials.find(|&(letter, _)| letter == element.letter) {
            Some((_, share)) => u32::from(share),
            None => Self::THOUSAND - self.special_count(),
        };
        element.colour.number() <= self.colours && share > 0
    }
}

/// The weights of the colours of regular elements, as the sums of the weights up to each colour.
pub(crate) struct ColourWeights([u32; Colour::ALL.len()]);

impl ColourWeights {
    /// Creates the weights; not all of them may be 0.
    pub(crate) fn new(weights: [u32; Colour::ALL.len()]) -> Self {
        let mut sum = 0;
        Self(weights.map(|weight| {
            sum += weight;
            sum
        }))
    }

    /// Draws an element.
    pub(crate) fn draw(&self, random: &mut impl RandomSource) -> Element {
        let [.., all] = self.0;
        let place = random.below(all);
        let colour = self.0.iter().filter(|&&sum| sum <= place).count();
        Element::new(Letter::Regular, Colour::ALL[colour])
    }
}

/// Takes an element that fits out of those left, beginning at a random one; `None` where none fits.
pub(crate) fn take_fitting(
    left: &mut Vec<Element>,
    fits: impl Fn(Colour) -> bool,
    random: &mut impl RandomSource,
) -> Option<Element> {
    let start = random.index(left.len());
    let mut order = (start..left.len()).chain(0..start);
    let at = order.find(|&at| fits(left[at].colour))?;
    Some(left.swap_remove(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_share_cannot_be_drawn() {
        let has = |specials, letter, colour: usize| {
            let rates = SpawnRates { colours: 3, specials };
            rates.has(Element::new(letter, Colour::ALL[colour]))
        };
        let none = [0; 4];
        assert!(has(none, Letter::Regular, 2) && !has(none, Letter::Regular, 3));
        assert!(!has(none, Letter::Bomb, 0) && has([0, 0, 0, 1], Letter::Bomb, 0));
        // All that come in are specials.
        assert!(!has([500, 500, 0, 0], Letter::Regular, 0));
    }
}
