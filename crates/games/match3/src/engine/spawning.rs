//! New elements, and what happens when no move is left.

use quincunx_core::RandomSource;

use super::element::{Colour, Element, Letter};

/// The rates of new elements: colours are equally frequent, specials rarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnRates {
    /// The number of colours, from 3 to 6.
    pub colours: u8,
    /// How many of a thousand new elements are specials: verticals, horizontals, wrapped, bombs.
    pub specials: [u16; 4],
}

impl SpawnRates {
    /// A thousand new elements, of which [`SpawnRates::specials`] are special.
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
        let colours = &Colour::ALL[..usize::from(self.colours)];
        colours
            .iter()
            .cycle()
            .skip(first as usize)
            .take(colours.len())
            .copied()
    }

    /// Returns whether the element can be drawn.
    pub(crate) fn has(&self, element: Element) -> bool {
        let share = match Letter::SPECIALS
            .iter()
            .position(|&letter| letter == element.letter)
        {
            Some(special) => u32::from(self.specials[special]),
            None => Self::THOUSAND - self.special_count(),
        };
        element.colour.number() <= self.colours && share > 0
    }
}

/// The weights of the colours of regular elements.
pub(crate) struct ColourWeights {
    /// For each colour the sum of the weights up to its own: the colour of a number below the last is the
    /// first whose sum exceeds it.
    sums: [u32; Colour::ALL.len()],
}

impl ColourWeights {
    /// Creates the weights; not all of them may be 0.
    pub(crate) fn new(weights: [u32; Colour::ALL.len()]) -> Self {
        let mut sum = 0;
        Self {
            sums: weights.map(|weight| {
                sum += weight;
                sum
            }),
        }
    }

    /// Draws an element.
    pub(crate) fn draw(&self, random: &mut impl RandomSource) -> Element {
        let [.., all] = self.sums;
        let place = random.below(all);
        let colour = self.sums.iter().filter(|&&sum| sum <= place).count();
        Element::new(Letter::Regular, Colour::ALL[colour])
    }
}

/// What happens when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhenStuck {
    /// The elements of the board are put into a new order.
    Reshuffle,
    /// The game ends.
    End,
}
