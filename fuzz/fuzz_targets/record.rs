//! Records: any text is refused with an error or read; what is read is written and read again alike, and a
//! record that replays gives a session whose own record replays.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_catalog::find;
use quincunx_core::Record;

fuzz_target!(|text: &str| {
    // The checksum would stop nearly every change at the door, so it is mended first.
    let body = &text[..text.rfind("end ").unwrap_or(text.len())];
    let mended = format!("{body}end {:08x}\n", crc32(body.as_bytes()));
    for text in [text, mended.as_str()] {
        let Ok(record) = Record::parse(text) else { continue };
        assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record));
        let Some(game) = find(&record.game) else { continue };
        if let Ok(session) = game.replay(&record) {
            let again = session.record(record.tags.clone());
            assert!(game.replay(&again).is_ok(), "{}", again.to_text());
        }
    }
});

/// CRC-32 bit by bit, so that the target does not lean on what it tests.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
        })
    })
}
