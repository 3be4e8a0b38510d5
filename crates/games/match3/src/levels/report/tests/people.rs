//! People's success, predicted from figures.

use quincunx_core::{Random, RandomSource as _};

use super::super::*;
use super::{batch, figures};

/// Makes a level on which a player succeeds so often, of a hundred games, and people do as a line says.
fn sample(hits: usize, slope: f64) -> Sample {
    let reached: (bool, u32, &[(u64, Option<u32>)]) = (true, 10, &[(1, Some(10))]);
    let missed: (bool, u32, &[(u64, Option<u32>)]) = (false, 10, &[(0, None)]);
    let games: Vec<_> = (0..100)
        .map(|game| if game < hits { reached } else { missed })
        .collect();
    let logit = ((hits as f64 + 0.5) / (100.5 - hits as f64)).ln();
    Sample {
        level: format!("level {hits}"),
        success: 1.0 / (1.0 + (-(0.4 + slope * logit)).exp()),
        attempts: Some(1_000_000_000),
        figures: vec![figures(&batch(&[1], &games))],
    }
}

#[test]
fn people_who_do_as_a_line_says_are_predicted() {
    let samples: Vec<Sample> = [5, 30, 50, 65, 80, 97].map(|hits| sample(hits, 0.7)).into();
    let result = Calibration::fit(&samples).expect("enough levels");
    let best = &result.predictors[0];
    assert_eq!((best.figure, best.agent.as_str()), (Measure::Success, "somebody"));
    assert!(
        (best.intercept - 0.4).abs() < 1e-6 && (best.slope - 0.7).abs() < 1e-6,
        "{best:?}"
    );
    assert!(best.error < 1e-6 && best.left_out_error < 1e-6 && result.error < 1e-6);
    assert_eq!(best.rank_correlation, Some(1.0));
    assert!(result.baseline > 0.1 && result.beats_baseline());
    let other = sample(40, 0.7);
    let predicted = result.predict(&other.figures).expect("the same player");
    assert!(
        (predicted.success.value - other.success).abs() < 1e-6 && !predicted.is_known,
        "{predicted:?}"
    );
    // A level of the table is predicted from the others.
    let known = result.predict_known(2).expect("there are six");
    assert!(
        (known.success.value - result.predictions[2]).abs() < 1e-12 && known.is_known,
        "{known:?}"
    );
    assert_eq!(result.predict_known(6), None);
    // Nobody has moves left, so that this figure says nothing: the mean of all others.
    let nothing = &result.predictors[1];
    assert_eq!(
        (nothing.figure, nothing.rank_correlation),
        (Measure::BestMovesLeft, None)
    );
    assert!(nothing.left_out_error > 0.1);
    assert_eq!(result.predict(&[]), None);
    // People who do the better the harder a level is to players are predicted by their mean.
    let against: Vec<Sample> = [5, 30, 50, 65, 80, 97].map(|hits| sample(hits, -0.7)).into();
    let result = Calibration::fit(&against).expect("enough levels");
    assert!(result.predictors.iter().all(|predictor| predictor.slope == 0.0));
    assert!(!result.beats_baseline(), "{} {}", result.error, result.baseline);
    assert_eq!(
        (result.predict(&other.figures), result.predict_known(0)),
        (None, None),
        "who knows nothing says nothing"
    );
}

#[test]
fn levels_with_missing_games_predict_nothing_and_are_not_predicted() {
    let levels = || -> Vec<Sample> { [5, 30, 50, 65, 80, 97].map(|hits| sample(hits, 0.7)).into() };
    let mut samples = levels();
    samples[3].figures[0].best = None;
    let refused = Calibration::fit(&samples).expect_err("one level was not played to the end");
    assert_eq!(refused, CalibrationError::Players("level 65".to_owned()));
    let mut result = Calibration::fit(&levels()).expect("enough levels");
    result.predictors.rotate_left(1);
    let mut other = sample(40, 0.7).figures;
    assert!(result.predictors[0].figure == Measure::BestMovesLeft && result.predict(&other).is_some());
    other[0].best = None;
    assert_eq!(result.predict(&other), None);
}

#[test]
fn people_who_always_succeed_in_any_number_of_attempts_are_a_point() {
    let mut samples: Vec<Sample> = [5, 30, 50, 65, 80, 97].map(|hits| sample(hits, 0.7)).into();
    for success in [0.0, 1.0] {
        samples[5].success = success;
        samples[5].attempts = Some(u64::MAX);
        let result = Calibration::fit(&samples).expect("enough levels");
        for predictor in &result.predictors {
            assert!(predictor.slope.is_finite() && predictor.left_out_error.is_finite());
        }
        assert!(result.predictions.iter().all(|share| (0.0..=1.0).contains(share)));
    }
}

#[test]
fn the_further_from_the_table_the_less_is_predicted() {
    let noise = [0.3, -0.2, -0.3, 0.1, 0.25, -0.15];
    let samples = [20, 35, 45, 55, 65, 80].iter().zip(noise).map(|(&hits, noise)| {
        let level = sample(hits, 1.0);
        let logit = (level.success / (1.0 - level.success)).ln() + noise;
        Sample {
            success: 1.0 / (1.0 + (-logit).exp()),
            ..level
        }
    });
    let result = Calibration::fit(&samples.collect::<Vec<_>>()).expect("enough levels");
    let width = |hits| {
        let result = result
            .predict(&sample(hits, 1.0).figures)
            .expect("the same player");
        let logit = |share: f64| (share / (1.0 - share)).ln();
        logit(result.success.high) - logit(result.success.low)
    };
    assert!(
        width(99) > 1.3 * width(50) && width(99) > width(80),
        "{} {}",
        width(99),
        width(50)
    );
    assert!(width(1) > width(20) && width(20) > width(50));
}

/// Makes levels on which each of several players succeeds at random, and people as given.
fn levels_of_noise(count: usize, people: impl Fn(f64, f64) -> f64, random: &mut Random) -> Vec<Sample> {
    let levels = (0..count).map(|level| {
        let figures: Vec<Figures> = (0..7)
            .map(|player| Figures {
                agent: format!("player {player}"),
                ..sample(1 + random.index(99), 1.0).figures.remove(0)
            })
            .collect();
        let of_first = figures[0].success.value;
        Sample {
            level: format!("level {level}"),
            success: people(of_first, random.unit()),
            attempts: None,
            figures,
        }
    });
    levels.collect()
}

#[test]
fn chance_among_many_figures_says_nothing() {
    let mut random = Random::new(7);
    let (mut best, mut error, mut baseline) = (0.0, 0.0, 0.0);
    for _ in 0..40 {
        let samples = levels_of_noise(8, |_, luck| 0.1 + 0.8 * luck, &mut random);
        let result = Calibration::fit(&samples).expect("enough levels");
        best += result.predictors[0].left_out_error;
        error += result.error;
        baseline += result.baseline;
    }
    // The best of seven says more than the mean by chance alone; who chooses without the level does not.
    assert!(
        best < 0.97 * baseline && error > baseline,
        "{best} {error} {baseline}"
    );
}

#[test]
fn what_is_predicted_is_within_its_interval() {
    let mut random = Random::new(9);
    let people = |of_first: f64, luck: f64| (0.1 + 0.7 * of_first + 0.3 * (luck - 0.5)).clamp(0.02, 0.98);
    let (mut held, mut of) = (0, 0);
    for _ in 0..150 {
        let mut samples = levels_of_noise(8, people, &mut random);
        let other = samples.pop().expect("a level");
        let result = Calibration::fit(&samples).expect("enough levels");
        // Sometimes seven levels of noise say nothing.
        if let Some(Prediction { success, .. }) = result.predict(&other.figures) {
            of += 1;
            held += i32::from((success.low..=success.high).contains(&other.success));
        }
    }
    assert!(of > 100 && 100 * held >= 90 * of, "{held} of {of}");
}

#[test]
fn levels_from_which_nothing_follows_are_refused() {
    let mut samples: Vec<Sample> = [5, 20, 50, 60, 80].map(|hits| sample(hits, 1.0)).into();
    assert_eq!(Calibration::fit(&samples), Err(CalibrationError::TooFew(5)));
    samples.push(Sample {
        success: 63.0,
        ..sample(70, 1.0)
    });
    let result = Calibration::fit(&samples).expect_err("no share").to_string();
    assert_eq!(result, "the success of level 70 is 63, not a share from 0 to 1");
    samples[5] = Sample {
        figures: Vec::new(),
        ..sample(70, 1.0)
    };
    assert_eq!(
        Calibration::fit(&samples),
        Err(CalibrationError::Players("level 70".to_owned()))
    );
}
