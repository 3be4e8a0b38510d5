//! Saved games of a level report: any text is refused, or read. What is read is written and read again alike,
//! merges with itself only if empty, and yields a report.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_arena::Played as _;
use quincunx_match3::levels::report::Experiment;

fuzz_target!(|text: &str| {
    let Ok(experiment) = Experiment::parse(text) else {
        return;
    };
    let written = experiment.to_text();
    let again = Experiment::parse(&written).expect("it was written");
    assert_eq!(again.to_text(), written);
    let is_empty = experiment.played() == 0;
    assert_eq!(Experiment::merge([again, experiment.clone()]).is_ok(), is_empty);
    let report = experiment.report();
    assert_eq!(report.is_whole, experiment.games_left() == 0);
});
