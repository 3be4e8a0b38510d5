//! Consoles: the first byte chooses the game, the rest is its input. No input may end a console with an error
//! or a panic, and answers are whole lines.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_catalog::GAMES;

fuzz_target!(|input: &[u8]| {
    let Some((&choice, input)) = input.split_first() else {
        return;
    };
    if PONDERED
        .iter()
        .any(|word| input.windows(word.len()).any(|bytes| bytes == *word))
    {
        return;
    }
    let game = GAMES[usize::from(choice) % GAMES.len()];
    let mut answers = Vec::new();
    (game.console().run)(&[], &mut &*input, &mut answers).expect("nothing fails in memory");
    assert!(answers.is_empty() || answers.ends_with(b"\n"), "{}", game.id());
    assert!(std::str::from_utf8(&answers).is_ok(), "{}", game.id());
});

/// Commands that an exact solver may rightly think about for minutes.
const PONDERED: [&[u8]; 2] = [b"best", b"scores"];
