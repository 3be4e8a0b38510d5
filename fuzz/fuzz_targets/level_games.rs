//! Games of a level's report: any text is refused with an error or read; what is read is written and read
//! again alike, merges, and can be told of.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_match3::levels::report::Study;

fuzz_target!(|text: &str| {
    let Ok(study) = Study::parse(text) else { return };
    let written = study.to_text();
    let again = Study::parse(&written).expect("it was written");
    assert_eq!(again.to_text(), written);
    let is_empty = study.games() == 0;
    assert_eq!(Study::merge([again, study.clone()]).is_ok(), is_empty);
    let report = study.report();
    assert_eq!(report.is_whole, study.games_left() == 0);
});
