//! Commands at a table: its log makes the same table again, another table follows every event with the same
//! update, and what is refused changes nothing. Any bytes are refused or read as a message of a page, which
//! is written and read again alike.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use quincunx_fuzz::tables::{Bench, Deed, Start};
use quincunx_table::messages::ClientMessage;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Message(&'a [u8]),
    Deeds(Start, Vec<Deed>),
}

fuzz_target!(|input: Input<'_>| {
    match input {
        Input::Message(bytes) => {
            if let Ok(message) = serde_json::from_slice::<ClientMessage>(bytes) {
                let written = serde_json::to_string(&message).expect("messages are JSON");
                assert_eq!(
                    serde_json::from_str::<ClientMessage>(&written).ok(),
                    Some(message)
                );
            }
        }
        Input::Deeds(start, deeds) => {
            let Some(mut bench) = Bench::new(&start) else {
                return;
            };
            for deed in deeds.iter().take(200) {
                bench.give(deed);
            }
            bench.check();
        }
    }
});
