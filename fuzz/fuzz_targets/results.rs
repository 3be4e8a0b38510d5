//! Results of runs: any text is refused with an error or read; what is read is written and read again alike,
//! merges, and can be summed up.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quincunx_arena::{Games, Histogram, Played as _, Results};

fuzz_target!(|text: &str| {
    let Ok(results) = Results::parse(text) else { return };
    assert_eq!(Results::parse(&results.to_text()).as_ref().ok(), Some(&results));
    let none = Results::none(results.run.clone(), results.part.rows.is_some());
    assert_eq!(Results::merge([none, results.clone()]).as_ref(), Ok(&results));
    assert_eq!(
        Results::merge([results.clone(), results.clone()]).is_ok(),
        results.part.games.is_empty()
    );
    assert!(
        results
            .missing()
            .without(&Games::range(0..results.run.games))
            .is_empty()
    );
    let tally = &results.part.tally;
    for counts in [&tally.points, &tally.plies].into_iter().chain(&tally.figures) {
        sum_up(counts);
    }
});

fn sum_up(counts: &Histogram) {
    let quantiles = [0.0, 0.05, 0.5, 0.95, 1.0].map(|share| counts.quantile(share));
    assert!(quantiles.is_sorted(), "{quantiles:?}");
    assert!(counts.deviation().is_none_or(|deviation| deviation >= 0.0));
    let bars = counts.bars(12);
    assert!(bars.len() <= 12);
    assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), counts.len());
}
