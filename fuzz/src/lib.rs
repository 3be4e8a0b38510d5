//! What several fuzz targets share.

pub mod tables;

use quincunx_catalog::GAMES;
use quincunx_registry::DynGame;

/// Returns the game that a byte chooses.
#[must_use]
pub fn game(choice: u8) -> &'static dyn DynGame {
    GAMES[usize::from(choice) % GAMES.len()]
}

/// Returns whether a console's input has a command that a search may rightly think about for minutes, or for
/// which a large network is read.
#[must_use]
pub fn is_pondered(input: &[u8]) -> bool {
    const PONDERED: [&[u8]; 3] = [b"best", b"hint", b"scores"];
    PONDERED
        .iter()
        .any(|word| input.windows(word.len()).any(|bytes| bytes == *word))
}

/// Puts the checksum of a record's text right, which would stop nearly every change at the door.
#[must_use]
pub fn with_checksum(record: &str) -> String {
    let body = &record[..record.rfind("end ").unwrap_or(record.len())];
    format!("{body}end {:08x}\n", crc32(body.as_bytes()))
}

/// CRC-32 bit by bit, so that the targets do not lean on what they test.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
        })
    })
}
