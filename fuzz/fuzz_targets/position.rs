//! Positions: the first byte chooses the game, the rest is a text in its notation. Any text is refused or
//! read, and what is read is written and read again alike.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, text)) = input.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let game = quincunx_fuzz::game(choice);
    if let Ok(session) = game.new_session_from(&game.defaults(), 0, text) {
        let written = session.position_text();
        let again = game
            .new_session_from(&game.defaults(), 0, &written)
            .unwrap_or_else(|error| panic!("{}: {error}", game.id()));
        assert_eq!(again.position_text(), written, "{}", game.id());
    }
});
