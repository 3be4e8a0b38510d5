use proptest::prelude::*;

use super::super::sparse::Part;
use super::blocks::{Blocks, count_at, fields};
use super::symbols::PRECISION;
use super::*;

fn table(shape: &[usize]) -> Table {
    Table {
        name: "a table".to_owned(),
        shape: shape.to_vec(),
    }
}

fn sparse(stored: &[i16]) -> SparseTable {
    SparseTable::of_numbers(stored.len(), stored.iter().copied()).expect("they are few")
}

/// Codes one table.
fn encoded(table: &Table, stored: &[i16]) -> (Frequencies, Vec<u32>) {
    let (frequencies, mut coded) = encode(&[(table, sparse(stored))]).expect("they are few");
    (frequencies, coded.remove(0))
}

/// Returns the parts of a table that was decoded, with their places.
fn decoded(table: &Table, words: &[u32], frequencies: &Frequencies) -> Option<Vec<(usize, Part)>> {
    let stored = decode(table, words, frequencies).ok()?;
    Some(
        stored
            .stored_parts()
            .map(|(place, part)| (place, *part))
            .collect(),
    )
}

fn parts(stored: &[i16]) -> Vec<(usize, Part)> {
    let stored = sparse(stored);
    stored
        .stored_parts()
        .map(|(place, part)| (place, *part))
        .collect()
}

/// Returns in how many bytes values were coded, which must be decoded again.
fn coded(shape: &[usize], stored: &[i16]) -> usize {
    let table = table(shape);
    let (frequencies, words) = encoded(&table, stored);
    let again = Frequencies::read(frequencies.per_context()).expect("they sum up to all");
    assert_eq!(decoded(&table, &words, &again), Some(parts(stored)), "{shape:?}");
    size_of_val(&*words)
}

#[test]
fn all_values_are_decoded_again() {
    let all: Vec<i16> = (i16::MIN..=i16::MAX).collect();
    let mixed = |entry: usize| (entry * 40_503 % 65_536) as u16 as i16;
    coded(&[16; 4], &all);
    coded(&[256, 256], &all.iter().rev().copied().collect::<Vec<i16>>());
    coded(&[32; 3], &all[1 << 15..]);
    for side in [4usize, 8, 16, 32, 64] {
        let stored: Vec<i16> = (0..side * side).map(mixed).collect();
        coded(&[side; 2], &stored);
    }
    coded(&[3, 5], &(-7..8).map(|value| value * 3000).collect::<Vec<i16>>());
    coded(&[7], &[0, 0, i16::MIN, i16::MAX, -1, 1, 0]);
    coded(&[1], &[5]);
    coded(&[], &[-3]);
}

#[test]
fn what_is_like_its_neighbours_takes_little_room() {
    // Five places of three bits; what stands there adds up, and is stored up to a sum.
    let sum = |entry: usize| {
        let places = (0..5).map(|place| {
            (0..3)
                .map(|digit| (entry >> (place + 5 * digit) & 1) << (2 - digit))
                .sum::<usize>()
        });
        places.sum::<usize>()
    };
    let stored = |entry| {
        if sum(entry) < 16 {
            100 + 40 * sum(entry) as i16
        } else {
            0
        }
    };
    let stored: Vec<i16> = (0..1 << 15).map(stored).collect();
    let count = stored.iter().filter(|&&value| value != 0).count();
    let bytes = coded(&[32; 3], &stored);
    assert!(count > 10_000 && bytes < count, "{count} values in {bytes} bytes");
    assert!(coded(&[32; 3], &vec![0; 1 << 15]) < 40);
}

#[test]
fn the_fields_of_an_entry_have_bits_of_their_own() {
    assert_eq!(fields(&table(&[8, 8, 8])), 3);
    assert_eq!(fields(&table(&[4, 2])), 0);
    assert_eq!(fields(&table(&[3, 3])), 0);
    let blocks = Blocks::<3>::of(&table(&[8, 8, 8]));
    assert_eq!(blocks.fields, [0b001_001, 0b010_010, 0b100_100]);
    assert_eq!(blocks.next_below(0b011_010), [0b010_011, 0b011_000, blocks.count]);
    assert_eq!(Blocks::<3>::BELOW[0b110], 1 << 0b010 | 1 << 0b100);
}

#[test]
fn stored_neighbours_of_other_blocks_are_counted() {
    let blocks = Blocks::<3>::of(&table(&[8, 8, 8]));
    let mut stored = vec![0; blocks.count + 1];
    let block = 0b010_101;
    let below = blocks.next_below(block);
    assert_eq!(below, [0b010_100, 0b000_111, 0b010_001]);
    // Beside entry 0 there are entries 1, 2 and 4 of these blocks.
    (stored[below[0]], stored[below[1]], stored[below[2]]) = (0b1111_0010, 0b0000_0100, 0b1111_1111);
    let sums = Blocks::stored_below(&stored, &below);
    let sum = |entry| count_at(sums, entry);
    assert_eq!([0, 1, 2, 3, 4, 7].map(sum), [3, 1, 1, 1, 1, 0]);
}

#[test]
fn what_was_coded_and_damaged_is_refused_or_something_else() {
    let table = table(&[16; 3]);
    let stored: Vec<i16> = (0..1 << 12)
        .map(|entry| (entry * 7919 % 400) as i16 - 150)
        .collect();
    let (frequencies, words) = encoded(&table, &stored);
    let decoded = |words: &[u32]| decoded(&table, words, &frequencies);
    assert_eq!(decoded(&words), Some(parts(&stored)));
    assert_eq!(decoded(&[&[u32::MAX; 2], &*words].concat()), None);
    for at in (0..words.len()).step_by(9) {
        let mut damaged = words.clone();
        damaged[at] ^= 0x10;
        assert_ne!(decoded(&damaged), Some(parts(&stored)), "{at}");
    }
}

#[test]
fn frequencies_sum_up_to_all() {
    let mut counts = [[0; SYMBOLS]; CONTEXTS];
    counts[0] = [1; SYMBOLS];
    counts[1][..3].copy_from_slice(&[1_000_000, 1, 0]);
    counts[2] = std::array::from_fn(|symbol| 1 << symbol);
    let frequencies = Frequencies::of(&counts);
    let each: Vec<[u16; SYMBOLS]> = frequencies.per_context().collect();
    assert_eq!(each[0], [1 << (PRECISION - 5); SYMBOLS]);
    assert_eq!(each[1][..3], [(1 << PRECISION) - 1, 1, 0]);
    assert!(each[2].is_sorted() && each[2][0] == 1);
    assert_eq!(each[3][0], 1 << PRECISION, "nothing was counted");
    let mut wrong = each.clone();
    wrong[7][3] += 1;
    assert!(Frequencies::read(wrong.into_iter()).is_none());
    assert!(Frequencies::read(each[1..].iter().copied()).is_none());
    assert!(Frequencies::read(each.into_iter()).is_some());
}

/// Files are read for years: what they were coded to must not change.
#[test]
fn the_bytes_are_these() {
    let stored = |entry: usize| match entry * 7919 % 11 {
        0..6 => 0,
        rest => ((entry % 64) as i16 - 20) * 37 * (rest as i16 - 8),
    };
    let mut checksum = flate2::Crc::new();
    for shape in [vec![16; 4], vec![8, 8], vec![5, 3]] {
        let table = table(&shape);
        let stored: Vec<i16> = (0..table.entries()).map(stored).collect();
        let (frequencies, words) = encoded(&table, &stored);
        for frequency in frequencies.per_context().flatten() {
            checksum.update(&frequency.to_le_bytes());
        }
        for word in words {
            checksum.update(&word.to_le_bytes());
        }
    }
    assert_eq!((checksum.amount(), checksum.sum()), (348_500, 2_158_206_423));
}

proptest! {
    /// No words make it panic, with any frequencies.
    #[test]
    fn any_words_are_refused_or_decoded(words: Vec<u32>, shape in 0..5usize) {
        let shapes: [&[usize]; 5] = [&[8; 4], &[16; 3], &[32; 2], &[64; 2], &[3, 4]];
        let table = table(shapes[shape]);
        let mut counts = [[0; SYMBOLS]; CONTEXTS];
        for context in 0..CONTEXTS {
            let word = words.get(context % words.len().max(1)).copied().unwrap_or_default();
            counts[context][(word as usize + context) % SYMBOLS] += 1 + word % 7;
            counts[context][context % 3] += 1;
        }
        let _ = decode(&table, &words, &Frequencies::of(&counts));
        let _ = decode(&table, &words, &Frequencies::of(&[[1; SYMBOLS]; CONTEXTS]));
    }
}
