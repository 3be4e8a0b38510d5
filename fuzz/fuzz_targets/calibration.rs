//! Tables of people's success: any text is refused or read; what is read is written and read again alike, and
//! levels of which people succeed so often are refused, or make a calibration that predicts shares.

#![no_main]

use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quincunx_arena::Work;
use quincunx_match3::levels::report::{Calibration, Experiment, Figures, KnownSuccess, Plan, Sample, Tier};
use quincunx_match3::levels::{Level, SHIPPED};
use quincunx_search::StopToken;

/// The figures of shipped levels, of two games each.
static FIGURES: LazyLock<Vec<Vec<Figures>>> = LazyLock::new(|| {
    let figures = |text: &str| {
        let plan = Plan {
            tiers: vec![Tier {
                agent: "random".parse().expect("a player"),
                games: 2,
            }],
            casual: None,
            seed: 1,
            target: None,
        };
        let level = Level::read(text).expect("it is shipped");
        let mut experiment = Experiment::new(&level, &plan).expect("there is this player");
        let work = Work {
            threads: NonZero::<usize>::MIN,
            stop: &StopToken::default(),
            progress: &|_| {},
        };
        experiment.play(&work, &mut |_| {}).expect("games do not fail");
        experiment.report().tiers
    };
    SHIPPED.iter().take(6).map(|level| figures(level.text)).collect()
});

/// The most levels that are calibrated with: fitting takes the square of their number.
const MOST: usize = 12;

fuzz_target!(|text: &str| {
    let Ok(rows) = KnownSuccess::parse_table(text) else {
        return;
    };
    let mut written = "level,success,attempts\n".to_owned();
    for row in &rows {
        let attempts = row
            .attempts
            .map(|attempts| attempts.to_string())
            .unwrap_or_default();
        let level = row.level.replace('"', "\"\"");
        writeln!(written, "\"{level}\",{},{attempts}", row.success).expect("it is in memory");
    }
    let again = KnownSuccess::parse_table(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    let values = |rows: &[KnownSuccess]| {
        let values = rows.iter();
        values
            .map(|row| (row.level.clone(), row.success, row.attempts))
            .collect::<Vec<_>>()
    };
    assert_eq!(values(&again), values(&rows));
    let figures = FIGURES.iter().cycle();
    let sample = |(row, figures): (KnownSuccess, &Vec<Figures>)| Sample {
        level: row.level,
        success: row.success,
        attempts: row.attempts,
        figures: figures.clone(),
    };
    let samples: Vec<Sample> = rows.into_iter().take(MOST).zip(figures).map(sample).collect();
    if let Ok(calibration) = Calibration::fit(&samples) {
        let is_share = |share: &f64| (0.0..=1.0).contains(share);
        assert!(calibration.predictions.iter().all(is_share), "{calibration:?}");
        assert!(
            is_share(&calibration.error) && is_share(&calibration.baseline),
            "{calibration:?}"
        );
        let known = (0..samples.len()).map(|level| calibration.predict_known(level));
        for prediction in known.chain([calibration.predict(&FIGURES[0])]) {
            assert_eq!(prediction.is_some(), calibration.beats_baseline());
            let value = prediction.map(|prediction| prediction.success.value);
            assert!(value.as_ref().is_none_or(is_share), "{value:?}");
        }
    }
});
