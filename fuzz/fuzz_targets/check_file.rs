//! Sets of scored positions for `solve --check`: the first byte chooses a game that has a solver, the rest is
//! the file. Any line is refused or read; what is read is written and read again alike.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_catalog::GAMES;
use quincunx_registry::Query;
use quincunx_registry::console::{Line, LineReader};

fuzz_target!(|input: &[u8]| {
    let Some((&choice, mut text)) = input.split_first() else {
        return;
    };
    let mut solved = GAMES.iter().filter(|game| game.has_solver());
    let count = solved.clone().count();
    let game = solved.nth(usize::from(choice) % count).expect("there are some");
    let options = game.defaults();
    let mut lines = LineReader::new(&mut text);
    while let Some(line) = lines.next_line().expect("nothing fails in memory") {
        let Line::Text(line) = line else { continue };
        let Ok((query, score)) = Query::parse_scored(*game, &options, line) else {
            continue;
        };
        let position = query.session.position_text();
        let written = format!("{position} {score}");
        let again = Query::parse_scored(*game, &options, &written);
        let (again, same) = again.unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!((again.session.position_text(), same), (position, score));
    }
});
