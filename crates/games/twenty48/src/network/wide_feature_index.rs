//! The table entries of a board on processors with 64-byte vectors: all images of a tuple at once.

#![expect(
    unsafe_code,
    reason = "with vectors, search with a network is 1.07 times as fast"
)]

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_and_si128, _mm_cvtsi64_si128, _mm_set1_epi8, _mm_srli_epi16,
    _mm_unpacklo_epi8, _mm256_add_epi32, _mm256_min_epu32, _mm256_permutevar8x32_epi32, _mm256_set1_epi32,
    _mm512_broadcast_i32x4, _mm512_cvtepi64_epi32, _mm512_gf2p8affine_epi64_epi8, _mm512_madd_epi16,
    _mm512_maddubs_epi16, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_shuffle_epi8,
};
use std::mem::transmute;

use super::spec::{NetworkSpec, PLANES};
use super::tuple_symmetry::{IMAGES, TupleSymmetry, source};
use crate::packed_board::PackedBoard;

/// Finds the table entries of a board on processors with AVX-512 and GFNI: Intel's since 2019, AMD's since
/// 2022.
///
/// ```text
/// the board, a byte a cell       0 1 2 3 4 5 6 7 8 9 a b c d e f     in each 16 bytes of the vector
/// shuffled, 8 bytes an image     · · 5 4 3 2 1 0   · · 6 7 0 1 2 3  …    the cells, the first one last
/// transposed as 8×8 bits         ones twos fours eights · · · ·     of the cells, the first one lowest
/// multiplied and added           ones + 2^n twos + 4^n fours + 8^n eights
/// compared with its twin         the lesser one, where two entries always occur together
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WideFeatureIndex {
    tuples: Vec<WideTupleIndex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct WideTupleIndex {
    /// For each byte the cell that it takes, or [`NOTHING`].
    shuffle: [u8; 64],
    /// The index of the first entry.
    first: u32,
    /// Factors of eights and twos, against fours and ones, in the upper of two bytes: 2^n for n cells.
    bytes: i16,
    /// The factor of fours and eights in the upper half: 4^n.
    halves: i32,
    /// The [twin](TupleSymmetry) of each image.
    twins: [u32; IMAGES],
}

/// A byte with the highest bit set takes 0 instead of a cell.
const NOTHING: u8 = 0x80;

impl WideFeatureIndex {
    /// Creates the index; `None` if the processor lacks the instructions.
    pub(super) fn of(spec: &NetworkSpec) -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("gfni");
        if !has_all {
            return None;
        }
        let tuple = |next: &mut u32, fields: &[u32]| {
            let first = *next;
            *next += 1 << (PLANES * fields.len());
            Some(WideTupleIndex::new(first, fields))
        };
        Some(Self {
            tuples: spec.fields().scan(0, tuple).collect(),
        })
    }

    /// Writes the entries of a board's images, a row for each tuple, in tables that begin at entry `first`.
    #[inline]
    pub(super) fn find(&self, board: PackedBoard, first: u32, found: &mut [[u32; IMAGES]]) {
        // SAFETY: a value of this type exists only if the processor has all the features of the function.
        unsafe { find(&self.tuples, board, first, found) }
    }
}

impl WideTupleIndex {
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
            twins: TupleSymmetry::of(fields).twins.map(u32::from),
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,gfni")]
fn find(tuples: &[WideTupleIndex], board: PackedBoard, first: u32, found: &mut [[u32; IMAGES]]) {
    let nibbles: __m128i = _mm_cvtsi64_si128(board.0.cast_signed());
    let low = _mm_set1_epi8(15);
    let (even, odd) = (
        _mm_and_si128(nibbles, low),
        _mm_and_si128(_mm_srli_epi16::<4>(nibbles), low),
    );
    let fields = _mm512_broadcast_i32x4(_mm_unpacklo_epi8(even, odd));
    // The instruction multiplies a bit matrix by each byte: by 1 it gives the first column, by 2 the second,
    // …
    let columns = _mm512_set1_epi64(0x0804_0201);
    for (tuple, found) in tuples.iter().zip(found) {
        // SAFETY: both are 64 bytes, and any bytes are valid.
        let shuffle: __m512i = unsafe { transmute(tuple.shuffle) };
        let matrix = _mm512_shuffle_epi8(fields, shuffle);
        let planes = _mm512_gf2p8affine_epi64_epi8::<0>(columns, matrix);
        let pairs = _mm512_maddubs_epi16(planes, _mm512_set1_epi16(tuple.bytes));
        let entries = _mm512_madd_epi16(pairs, _mm512_set1_epi32(tuple.halves));
        let entries = _mm512_cvtepi64_epi32(entries);
        let entries: __m256i =
            _mm256_add_epi32(entries, _mm256_set1_epi32((first + tuple.first).cast_signed()));
        // SAFETY: both are 32 bytes, and any bytes are valid.
        let twins: __m256i = unsafe { transmute(tuple.twins) };
        let entries = _mm256_min_epu32(entries, _mm256_permutevar8x32_epi32(entries, twins));
        // SAFETY: both are 32 bytes, and any bytes are valid.
        *found = unsafe { transmute::<__m256i, [u32; IMAGES]>(entries) };
    }
}
