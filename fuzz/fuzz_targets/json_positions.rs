//! Positions as programs ask about them: the first byte chooses the game, the rest is a JSON object, a
//! record or a text in its notation. Any text is refused or read; what is read is written and read again
//! alike, in JSON as well.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_fuzz::with_checksum;
use quincunx_registry::Query;
use serde_json::json;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, text)) = input.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let game = quincunx_fuzz::game(choice);
    let options = game.defaults();
    let mended;
    let text = if text.trim_start().starts_with("quincunx-record") {
        mended = with_checksum(text);
        &mended
    } else {
        text
    };
    let Ok(query) = Query::parse(game, &options, text) else {
        return;
    };
    assert!(!query.text.contains(['\n', '\t']));
    let position = query.session.position_text();
    assert!(!query.session.legal_actions().is_empty(), "{position}");
    for text in [query.text, json!({ "position": position, "more": 1 }).to_string()] {
        let again = Query::parse(game, &options, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.session.position_text(), position, "{}", game.id());
    }
});
