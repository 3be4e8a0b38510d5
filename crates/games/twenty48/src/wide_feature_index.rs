//! Where the entries of a board stand, all images of a tuple at once: for processors with 64-byte vectors.

#![expect(
    unsafe_code,
    reason = "vectors are what makes it fast: 1.7 instead of 1.4 M moves learned in a second"
)]

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_and_si128, _mm_cvtsi64_si128, _mm_set1_epi8, _mm_srli_epi16,
    _mm_unpacklo_epi8, _mm256_add_epi32, _mm256_min_epu32, _mm256_permutevar8x32_epi32, _mm256_set1_epi32,
    _mm512_broadcast_i32x4, _mm512_cvtepi64_epi32, _mm512_gf2p8affine_epi64_epi8, _mm512_madd_epi16,
    _mm512_maddubs_epi16, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_shuffle_epi8,
};
use std::mem::transmute;

use super::feature_index::{IMAGES, PLANES, Symmetry, source};
use super::packed::Packed;
use super::tuples::Tuples;

/// Finds the entries of boards in the tables of some tuples, on processors with AVX-512 and GFNI: Intel's
/// since 2019, AMD's since 2022.
///
/// ```text
/// the board, a byte a field      0 1 2 3 4 5 6 7 8 9 a b c d e f     in each 16 bytes of the vector
/// shuffled, 8 bytes an image     · · 5 4 3 2 1 0   · · 6 7 0 1 2 3  …    the tuple's fields, the first one last
/// transposed as 8×8 bits         ones twos fours eights · · · ·     of the fields, the first one lowest
/// multiplied and added           ones + 2^n twos + 4^n fours + 8^n eights
/// compared with its twin         the lesser one, where two entries always come together
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WidePlaces {
    tuples: Vec<WidePlace>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct WidePlace {
    /// For each byte the field that it takes, or [`NOTHING`].
    shuffle: [u8; 64],
    /// The place of the first entry.
    first: u32,
    /// What eights and twos are multiplied by, against fours and ones, in the upper of two bytes: 2^n for n
    /// fields.
    bytes: i16,
    /// What fours and eights are multiplied by, in the upper half: 4^n.
    halves: i32,
    /// Of each image its [twin](Symmetry).
    twins: [u32; IMAGES],
}

/// A byte whose highest bit is set takes no field, but 0.
const NOTHING: u8 = 0x80;

impl WidePlaces {
    /// Finds out all that is the same for all boards; `None` where the processor has no such instructions.
    pub(super) fn of(tuples: &Tuples) -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("gfni");
        if !has_all {
            return None;
        }
        let place = |next: &mut u32, fields: &[u32]| {
            let first = *next;
            *next += 1 << (PLANES * fields.len());
            Some(WidePlace::new(first, fields))
        };
        Some(Self {
            tuples: tuples.fields().scan(0, place).collect(),
        })
    }

    /// Finds the entries of a board in tables that begin so far behind the first: for each tuple those of the
    /// board's images.
    #[inline]
    pub(super) fn find(&self, board: Packed, first: u32, found: &mut [[u32; IMAGES]]) {
        // SAFETY: there is a value of this type only where the processor has all that the function needs.
        unsafe { find(&self.tuples, board, first, found) }
    }
}

impl WidePlace {
    fn new(first: u32, fields: &[u32]) -> Self {
        let mut shuffle = [NOTHING; 64];
        for (image, bytes) in shuffle.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            for (byte, &field) in bytes.iter_mut().rev().zip(fields) {
                *byte = source(image, field) as u8;
            }
        }
        Self {
            shuffle,
            first,
            bytes: 1 | 1 << (8 + fields.len()),
            halves: 1 | 1 << (16 + 2 * fields.len()),
            twins: Symmetry::of(fields).twins.map(u32::from),
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,gfni")]
fn find(tuples: &[WidePlace], board: Packed, first: u32, found: &mut [[u32; IMAGES]]) {
    let nibbles: __m128i = _mm_cvtsi64_si128(board.0.cast_signed());
    let low = _mm_set1_epi8(15);
    let (even, odd) = (
        _mm_and_si128(nibbles, low),
        _mm_and_si128(_mm_srli_epi16::<4>(nibbles), low),
    );
    let fields = _mm512_broadcast_i32x4(_mm_unpacklo_epi8(even, odd));
    // The instruction multiplies a matrix of bits by each byte: by 1 it gives the first column, by 2 the
    // second, …
    let columns = _mm512_set1_epi64(0x0804_0201);
    for (tuple, found) in tuples.iter().zip(found) {
        // SAFETY: both are 64 bytes, and any bytes are right.
        let shuffle: __m512i = unsafe { transmute(tuple.shuffle) };
        let matrix = _mm512_shuffle_epi8(fields, shuffle);
        let planes = _mm512_gf2p8affine_epi64_epi8::<0>(columns, matrix);
        let pairs = _mm512_maddubs_epi16(planes, _mm512_set1_epi16(tuple.bytes));
        let entries = _mm512_madd_epi16(pairs, _mm512_set1_epi32(tuple.halves));
        let entries = _mm512_cvtepi64_epi32(entries);
        let entries: __m256i =
            _mm256_add_epi32(entries, _mm256_set1_epi32((first + tuple.first).cast_signed()));
        // SAFETY: both are 32 bytes, and any bytes are right.
        let twins: __m256i = unsafe { transmute(tuple.twins) };
        let entries = _mm256_min_epu32(entries, _mm256_permutevar8x32_epi32(entries, twins));
        // SAFETY: both are 32 bytes, and any bytes are right.
        *found = unsafe { transmute::<__m256i, [u32; IMAGES]>(entries) };
    }
}
