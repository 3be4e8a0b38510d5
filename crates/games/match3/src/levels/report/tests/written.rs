//! Figures of games that are written down.

use super::super::*;
use super::Batch;
use super::{GameResult, batch, batch_of, deciding, figures};

#[test]
fn who_always_gains_from_skill_gains_all() {
    // None of ten games is reached with a skill of 0.1 and 0.3, all with 0.7 and 0.9.
    let skills = [(0.1, 0), (0.3, 0), (0.5, 5), (0.7, 10), (0.9, 10)];
    let batches = skills.map(|(skill, hits)| (skill, batch_of(10, hits)));
    let batches: Vec<(f64, &Batch)> = batches.iter().map(|(skill, batch)| (*skill, batch)).collect();
    let skill = Skill::of("somebody", &batches).expect("the same games");
    assert_eq!(skill.sensitivity.value, 1.0);
    assert!(skill.sensitivity.low > 0.5 && skill.sensitivity.high <= 1.0);
    assert!((skill.people.success.value - 0.5).abs() < 1e-12);
}

#[test]
fn goals_decide_as_written_down() {
    let result = figures(&batch(
        &[100, 10],
        &[
            // The second is reached last; both at once; the first last.
            (true, 7, &[(100, Some(3)), (10, Some(7))]),
            (true, 4, &[(100, Some(4)), (10, Some(4))]),
            (true, 9, &[(100, Some(9)), (10, Some(0))]),
            // 89 of 100 are less than 9 of 10, and no near miss; the next is one; in the last the second is
            // nearer.
            (false, 10, &[(89, None), (9, None)]),
            (false, 10, &[(90, None), (10, Some(8))]),
            (false, 10, &[(0, None), (4, None)]),
        ],
    ));
    assert_eq!(
        (result.success.hits, result.success.of, result.near_misses.hits),
        (3, 6, 1)
    );
    let counted = |goal: usize| {
        let goal = &result.goals[goal];
        [
            goal.last.hits,
            goal.last.of,
            goal.missed.hits,
            goal.missed.of,
            goal.decides.hits,
        ]
    };
    assert_eq!((counted(0), counted(1)), ([2, 3, 3, 3, 5], [2, 3, 2, 3, 2]));
    assert_eq!(deciding(&result).map(|goal| goal.goal.as_str()), Some("goal 0"));
    assert!((result.goals[1].done.value - 5.3 / 6.0).abs() < 1e-12);
    let left = result.moves_left.expect("some were reached");
    assert_eq!((left.least, left.p50, left.most), (1, 3, 6));
    let best = result.best.expect("enough were reached");
    assert_eq!((best.games, best.share_left, best.tried), (1, 0.6, 10));
    let moves = best.moves.expect("one was reached");
    assert_eq!(
        (moves.low, moves.value, moves.high),
        (0.0, 4.0, 10.0),
        "one game tells no interval"
    );
    assert_eq!(
        (
            result.deadlocks.hits,
            result.stuck.hits,
            result.specials_made.value
        ),
        (1, 0, 2.0)
    );
    assert!((result.three_misses.value - 0.125).abs() < 1e-12);
    let reached: Vec<u64> = result.by_move.iter().map(|at| at.reached.hits).collect();
    assert_eq!(reached, [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3]);
}

#[test]
fn the_best_twentieth_is_rounded_up() {
    let done: &[(u64, Option<u32>)] = &[(1, Some(1))];
    let games: Vec<GameResult<'_>> = (0..21)
        .map(|game| match game {
            5 => (true, 4, done),
            11 => (true, 7, done),
            _ => (false, 10, &[(0, None)][..]),
        })
        .collect();
    let best = |games: &[GameResult<'_>]| {
        let best = figures(&batch(&[1], games))
            .best
            .expect("no longer limit was tried");
        let in_hundredths = |moves: Estimate| (100.0 * moves.value).round();
        (best.games, best.reached, best.moves.map(in_hundredths))
    };
    // One game and a twentieth of the next: (4 + 7 / 20) / 1.05.
    assert_eq!(best(&games), (2, 2, Some(414.0)));
    assert_eq!(best(&games[..11]), (1, 1, Some(400.0)));
    // Of twenty-one others one alone is not enough for the best two.
    assert_eq!(
        best(&[&games[..11], &games[12..], &games[12..14]].concat()),
        (2, 1, None)
    );
}

#[test]
fn one_element_short_is_near_however_small_the_goal() {
    let near = |wanted: &[u64], goals: &[(u64, Option<u32>)]| {
        let games = [(false, 10, goals), (false, 10, goals)];
        figures(&batch(wanted, &games)).near_misses.hits == 2
    };
    assert!(near(&[5], &[(4, None)]) && near(&[5, 3], &[(5, Some(2)), (2, None)]));
    assert!(!near(&[5], &[(3, None)]));
    assert!(!near(&[5, 5], &[(4, None), (4, None)]), "that is a fifth of all");
    assert!(near(&[100, 50], &[(90, None), (45, None)]) && !near(&[100], &[(89, None)]));
}

#[test]
fn shares_stay_shares() {
    // One of forty is not done: twice the error above the mean is more than all.
    let all: &[(u64, Option<u32>)] = &[(10, Some(5))];
    let games: Vec<GameResult<'_>> = (0..40)
        .map(|game| match game {
            0 => (false, 10, &[(0, None)][..]),
            _ => (true, 5, all),
        })
        .collect();
    let done = figures(&batch(&[10], &games)).goals[0].done;
    assert_eq!((done.value, done.high), (0.975, 1.0));
    assert!(done.low > 0.9 && done.low < done.value);
}

#[test]
fn moves_left_of_a_game_that_got_stuck_are_worth_nothing() {
    let stuck: &[(u64, Option<u32>)] = &[(0, None)];
    let reached: &[(u64, Option<u32>)] = &[(1, Some(4))];
    let one = batch(&[1], &[(false, 2, stuck), (true, 4, reached)]);
    let other = batch(&[1], &[(true, 9, reached), (true, 6, reached)]);
    let result = Differences::of("somebody".to_owned(), &one, &other).expect("two pairs");
    let left = &result.figures[2];
    assert_eq!(
        (left.figure, left.one, left.other),
        ("moves left, 0 where missed", 3.0, 2.5)
    );
}
