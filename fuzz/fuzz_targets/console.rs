//! Consoles: the first byte chooses the game, the rest is its input. No input may end a console with an error
//! or a panic, and answers are whole lines.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_fuzz::is_pondered;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, input)) = input.split_first() else {
        return;
    };
    if is_pondered(input) {
        return;
    }
    let game = quincunx_fuzz::game(choice);
    let mut answers = Vec::new();
    (game.console().run)(&[], &mut &*input, &mut answers).expect("nothing fails in memory");
    assert!(answers.is_empty() || answers.ends_with(b"\n"), "{}", game.id());
    assert!(std::str::from_utf8(&answers).is_ok(), "{}", game.id());
});
