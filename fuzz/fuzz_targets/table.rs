//! Tables of exact values: any bytes are refused, or read and asked. Their checksums are put right first, as
//! nothing would come past them.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use quincunx_catalog::GAMES;

/// The bytes of the header before the goals, of a layer's entry in the directory, and behind the directory.
const HEADER: usize = 20;
const ENTRY: usize = 20;
const FOOTER: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    mend(&mut bytes);
    for tables in GAMES.iter().filter_map(|game| game.tablebases()) {
        let Ok(mut table) = tables.open(Box::new(Cursor::new(bytes.clone()))) else {
            continue;
        };
        let options = table.options();
        let (columns, rows) = (options.integer("width"), options.integer("height"));
        for (value, rest) in [("0", " 0 0 2"), ("0", " 0 0 1"), ("2", ""), ("16384", "")] {
            let position = vec![vec![value; columns].join(","); rows].join("/") + rest;
            if let Ok(Some(evaluation)) = table.evaluate(&position) {
                assert!(
                    evaluation
                        .values
                        .iter()
                        .all(|value| value.is_finite() && *value >= 0.0)
                );
            }
        }
    }
});

/// Makes the bytes begin and end as a table, with the checksums of what is between.
fn mend(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: usize| {
        let number = bytes[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(number) as usize
    };
    let Some(footer) = bytes.len().checked_sub(FOOTER).filter(|footer| *footer > HEADER) else {
        return;
    };
    bytes[..8].copy_from_slice(b"QXEXACT1");
    bytes[footer + 8..].copy_from_slice(b"QXEXACT.");
    let header = HEADER + usize::from(bytes[HEADER - 1]);
    let Some(directory) = number(bytes, footer)
        .checked_mul(ENTRY)
        .and_then(|directory| footer.checked_sub(directory))
        .filter(|directory| *directory >= header)
    else {
        return;
    };
    let mut begins = header;
    for entry in (directory..footer).step_by(ENTRY) {
        let ends = begins + number(bytes, entry + 12);
        if ends > directory {
            return;
        }
        let checksum = crc32fast::hash(&bytes[begins..ends]);
        bytes[entry + 16..entry + 20].copy_from_slice(&checksum.to_le_bytes());
        begins = ends;
    }
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&bytes[..header]);
    checksum.update(&bytes[directory..footer]);
    bytes[footer + 4..footer + 8].copy_from_slice(&checksum.finalize().to_le_bytes());
}
