//! Records: any text is refused with an error or read; what is read is written and read again alike, and a
//! record that replays gives a session whose own record replays.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_catalog::find;
use quincunx_core::Record;
use quincunx_fuzz::with_checksum;

fuzz_target!(|text: &str| {
    let mended = with_checksum(text);
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
