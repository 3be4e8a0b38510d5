//! Gathering and scattering the bits of a word by a mask.

/// Gathers the bits of a word that a mask of at most 32 bits selects.
#[inline]
pub(super) fn extract(word: u64, mask: u64) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        #[expect(
            unsafe_code,
            reason = "the intrinsic is unsafe only where the processor may lack BMI2"
        )]
        // SAFETY: compiled only where the target has BMI2.
        let bits = unsafe { std::arch::x86_64::_pext_u64(word, mask) };
        bits as u32
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        extract_by_hand(word, mask)
    }
}

/// Does the same as [`extract`] without BMI2.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn extract_by_hand(word: u64, mut mask: u64) -> u32 {
    let (mut bits, mut length) = (0, 0);
    while mask != 0 {
        bits |= ((word >> mask.trailing_zeros() & 1) as u32) << length;
        length += 1;
        mask &= mask - 1;
    }
    bits
}

/// Scatters the lowest bits of a word to those that a mask selects, in their order; the others are 0.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
pub(super) fn deposit(bits: u64, mask: u64) -> u64 {
    #[expect(
        unsafe_code,
        reason = "the intrinsic is unsafe only where the processor may lack BMI2"
    )]
    // SAFETY: compiled only where the target has BMI2.
    unsafe {
        std::arch::x86_64::_pdep_u64(bits, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::{Random, RandomSource};

    #[test]
    fn the_processor_and_the_loop_extract_alike() {
        let mut random = Random::new(7);
        for _ in 0..1000 {
            let word = random.next_word();
            for mask in [0x003f, 0x03f0, 0x0077, 0x0770].map(|fields| fields * 0x0001_0001_0001_0001) {
                assert_eq!(extract(word, mask), extract_by_hand(word, mask));
            }
        }
        assert_eq!(extract(0xfedc_ba98_7654_3210, 0xf0_00f0), 0x51);
    }
}
