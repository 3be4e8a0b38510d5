//! Words of up to 64 elements of a column, a bit plane for each bit of their codes, and what is found in them
//! at once.

use super::element::{Colour, Element};

/// One bit plane for each bit of an element's code.
pub(super) const PLANES: usize = Element::CODE_BITS;

/// Returns the bit planes of at most 64 elements, the last of which is bit 0.
pub(super) fn planes_of<'a>(elements: impl Iterator<Item = &'a Element>) -> [u64; PLANES] {
    /// For every code, its bits as the lowest bits of bytes.
    const SPREAD: [u64; 1 << PLANES] = {
        let mut spread = [0; 1 << PLANES];
        let mut code = 0;
        while code < spread.len() {
            let mut plane = 0;
            while plane < PLANES {
                spread[code] |= (code as u64 >> plane & 1) << (8 * plane);
                plane += 1;
            }
            code += 1;
        }
        spread
    };
    let mut planes = [0; PLANES];
    // Each byte gathers the bits of a plane, of eight elements at a time.
    let (mut gathered, mut count) = (0_u64, 0);
    let mut move_on = |gathered: u64, count: u32| {
        for (bits, byte) in planes.iter_mut().zip(gathered.to_le_bytes()) {
            *bits = *bits << count | u64::from(byte);
        }
    };
    for element in elements {
        gathered = gathered << 1 | SPREAD[usize::from(element.code())];
        count += 1;
        if count == 8 {
            move_on(gathered, count);
            (gathered, count) = (0, 0);
        }
    }
    move_on(gathered, count);
    planes
}

/// Returns the squares of a colour in a word.
pub(super) fn of_colour(planes: &[u64; PLANES], colour: Colour) -> u64 {
    let number = colour.number();
    (0..Element::COLOUR_BITS).fold(u64::MAX, |squares, plane| {
        let bits = planes[plane];
        squares & if number >> plane & 1 == 1 { bits } else { !bits }
    })
}

/// How many columns to the left of a square the lines reach that its swaps make.
pub(super) const SWAP_REACH_LEFT: u32 = 2;

/// How many columns to the right of a square the lines reach that its swaps make.
pub(super) const SWAP_REACH_RIGHT: u32 = 3;

/// The number of columns within reach, the own one included.
pub(super) const AROUND: usize = (SWAP_REACH_LEFT + 1 + SWAP_REACH_RIGHT) as usize;

/// Finds the squares whose swap with the one below makes a line of a colour. The words hold the squares of
/// the colour in the columns within reach, from the left.
pub(super) fn swaps_down([far_left, left, here, right, far_right, _]: [u64; AROUND]) -> u64 {
    let beside = far_left & left | left & right | right & far_right;
    let comes = here << 1 & (beside | here >> 1 & here >> 2);
    let goes = here & (beside | here << 1 & here << 2) << 1;
    comes | goes
}

/// Finds the squares whose swap with the one to the right makes a line of a colour, as [`swaps_down`] does.
pub(super) fn swaps_right([far_left, left, here, right, far_right, farthest]: [u64; AROUND]) -> u64 {
    let in_column = |of: u64| of >> 1 & of >> 2 | of << 1 & of >> 1 | of << 1 & of << 2;
    let comes = right & (in_column(here) | far_left & left);
    let goes = here & (in_column(right) | far_right & farthest);
    comes | goes
}

/// Shifts the upper bits down over the gaps, the lowest run of gaps first.
pub(super) fn close_gaps(planes: &mut [u64; PLANES], mut gaps: u64) {
    while gaps != 0 {
        let start = gaps.trailing_zeros();
        let length = (gaps >> start).trailing_ones();
        let below = (1 << start) - 1;
        let close = |bits: u64| bits & below | bits.checked_shr(length).unwrap_or(0) & !below;
        for bits in planes.iter_mut() {
            *bits = close(*bits);
        }
        gaps = (gaps & gaps.wrapping_add(1 << start))
            .checked_shr(length)
            .unwrap_or(0);
    }
}
