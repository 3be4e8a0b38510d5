//! The exact player on Connect Four.

use std::time::Duration;

use quincunx_core::{ActionSet, Game, Notation, Random, RandomSource};
use quincunx_search::exact_player::*;
use quincunx_search::{Bounds, Limits, Player as _, StopToken, Value};

use crate::score::value_of_score;
use crate::{Column, ConnectFour};

fn player() -> (ConnectFour, ExactPlayer<ConnectFour>) {
    let rules = ConnectFour::default();
    (rules, rules.exact_player(100_000, 1))
}

#[test]
fn every_column_has_an_exact_value() {
    let (rules, mut player) = player();
    let position = rules
        .parse_position("4557146376176147672424763164551222")
        .expect("legal drops");
    let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
    let values: Vec<String> = analysis
        .actions
        .iter()
        .map(|judged| format!("{} {}", judged.action, judged.value))
        .collect();
    assert_eq!(
        values,
        ["3 wins in 1", "5 wins in 3", "1 loses in 2", "2 loses in 2",]
    );
    assert_eq!(player.choose(&rules, &position, &Limits::default()), Column(2));
}

#[test]
fn the_quickest_win_and_the_longest_defence_are_chosen() {
    let (rules, mut player) = player();
    let mut random = Random::new(5);
    let mut proved = 0;
    for _ in 0..12 {
        let mut position = rules.initial();
        while position.turn().player().is_some() {
            if position.stones() >= 24 {
                let analysis = player.analyze(&rules, &position, &Limits::default(), &mut |_| {});
                let chosen = player.choose(&rules, &position, &Limits::default());
                let judged = analysis.actions.iter().find(|judged| judged.action == chosen);
                assert_eq!(
                    judged.map(|judged| judged.value),
                    Some(analysis.actions[0].value),
                    "{}",
                    rules.position_text(&position)
                );
                proved += usize::from(!matches!(analysis.actions[0].value, Value::Estimate(_)));
            }
            let legal = rules.legal_actions(&position);
            let column = legal
                .get(random.index(legal.len()))
                .expect("an index below the length");
            rules.play_unchecked(&mut position, column, &mut ());
        }
    }
    assert!(proved > 20, "{proved} positions were proved");
}

#[test]
fn what_is_not_proved_is_estimated() {
    // Larger boards have no book.
    let rules = ConnectFour::new(8, 7).expect("a possible size");
    let player = || rules.exact_player(100_000, 1);
    let mut asked = player();
    let limits = Limits::of_nodes(20_000);
    let mut reports = 0;
    let analysis = asked.analyze(&rules, &rules.initial(), &limits, &mut |_| reports += 1);
    assert_eq!(analysis.actions.len(), 8);
    assert!(reports > 0);
    assert!(matches!(analysis.actions[0].value, Value::Estimate(_)));
    // Asked alike, one made alike answers alike.
    let again = player().analyze(&rules, &rules.initial(), &limits, &mut |_| {});
    assert_eq!(analysis, again);
}

#[test]
fn every_column_is_judged_however_tight_the_limits_are() {
    let (rules, mut player) = player();
    let stop = StopToken::default();
    stop.stop();
    for limits in [
        Limits::of_nodes(0),
        Limits::of_time(std::time::Duration::ZERO),
        Limits {
            depth: Some(1),
            nodes: Some(1),
            ..Limits::default()
        },
        Limits::until(&stop),
    ] {
        let analysis = player.analyze(&rules, &rules.initial(), &limits, &mut |_| {});
        assert_eq!(analysis.actions.len(), 7);
    }
}

#[test]
fn bounds_limit_estimates() {
    let value = |low, high, estimate| {
        value_within(Bounds { low, high }, Some(estimate), |score| {
            value_of_score(42, 10, score)
        })
    };
    assert_eq!(value(0, 5, Value::Estimate(-0.5)), Value::Estimate(0.01));
    assert_eq!(value(-5, 0, Value::Estimate(0.5)), Value::Estimate(-0.01));
    assert_eq!(value(-5, 5, Value::Estimate(0.5)), Value::Estimate(0.5));
    assert_eq!(value(-5, 5, Value::Win(3)), Value::Win(3));
    assert_eq!(value(1, 5, Value::Estimate(-0.5)), Value::WinWithin(31));
    assert_eq!(value(-5, -1, Value::Estimate(0.5)), Value::LossAfter(24));
}

#[test]
fn estimates_come_before_a_flag_is_due_that_alone_bounds_the_search() {
    let rules = ConnectFour::new(10, 10).expect("a board");
    let mut player = rules.exact_player(u64::MAX, 1);
    let stop = StopToken::default();
    stop.stop_after(Duration::from_secs(60));
    let mut estimated = false;
    let limits = Limits::until(&stop);
    player.analyze(&rules, &rules.initial(), &limits, &mut |analysis| {
        let mut values = analysis.actions.iter().map(|judged| judged.value);
        estimated |= values.any(|value| matches!(value, Value::Estimate(mean) if mean != 0.0));
        if estimated {
            stop.stop();
        }
    });
    assert!(estimated);
}
