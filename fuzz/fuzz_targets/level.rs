//! Level files: any text is refused with lines, or is a level that is written and read again, can be begun,
//! and whose position is read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_core::{Notation, Session};
use quincunx_match3::levels::{Draft, Level, LevelGame};

fuzz_target!(|text: &str| {
    match Level::read(text) {
        Err(errors) => assert!(errors.0.iter().all(|error| error.line >= 1) && !errors.0.is_empty()),
        Ok(level) => {
            let again = Level::read(&Draft::from(&level).to_string());
            assert_eq!(again.as_ref(), Ok(&level));
            let rules = LevelGame::new(level);
            let session = Session::new(rules, 0).expect("the board is dealt");
            let written = session.rules().position_text(session.state());
            assert_eq!(
                session.rules().parse_position(&written).as_ref(),
                Ok(session.state())
            );
        }
    }
});
