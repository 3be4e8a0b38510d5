//! Experiments in parts: split, saved, ended early, put together, and refused.

use proptest::prelude::*;
use quincunx_arena::{MergeError, Played as _};

use super::*;

/// A level whose limit is too short for the best games of who plays at random.
fn hard() -> Level {
    shipped("red-harvest").with_limit(5)
}

fn of_target() -> Plan {
    Plan {
        target: Some(0.5),
        ..Plan::of(["random", "goal-first"], 30, 3).expect("players")
    }
}

fn fresh(level: &Level, plan: &Plan) -> Experiment {
    Experiment::new(level, plan).expect("players of the game")
}

pub(super) fn whole(level: &Level, plan: &Plan) -> Experiment {
    let mut experiment = fresh(level, plan);
    on(2, |work| experiment.play(work, &mut |_| {})).expect("nothing panics");
    assert!(experiment.is_whole() && experiment.games_left() == 0);
    experiment
}

fn shard(index: u64, of: u64) -> quincunx_arena::Shard {
    format!("{index}/{of}").parse().expect("a shard")
}

fn share(known: &Experiment, index: u64, of: u64) -> Experiment {
    let mut part = fresh(known.level(), known.plan());
    on(1, |work| {
        part.play_share(known, shard(index, of), work, &mut |_| {})
    })
    .expect("nothing panics");
    assert_eq!(part.cost_left(known, shard(index, of)), 0);
    part
}

fn read(experiment: &Experiment) -> Experiment {
    Experiment::parse(&experiment.to_text()).expect("it was written")
}

#[test]
fn the_shares_of_all_rounds_are_the_whole_byte_for_byte() {
    let (level, plan) = (hard(), of_target());
    let alone = whole(&level, &plan);
    for of in [2, 7] {
        let mut known = fresh(&level, &plan);
        let mut rounds = 0;
        while !known.is_whole() {
            assert!(known.games_left() > 0);
            let parts = (1..=of).rev().map(|index| read(&share(&known, index, of)));
            known = Experiment::merge(parts.chain([known.clone()])).expect("parts of one report");
            rounds += 1;
            assert!(rounds < 9, "there is no end of rounds");
        }
        assert!(rounds > 1, "the best games of who plays at random are played on");
        assert_eq!(known.to_text(), alone.to_text(), "{of} shards");
        assert_eq!(known.report(), alone.report());
    }
    assert_eq!(read(&alone).report(), alone.report());
    assert_eq!(alone.report(), reported(&level, &plan));
}

#[test]
fn under_the_longest_limit_no_games_are_listed_twice() {
    let longest = shipped("red-harvest").with_limit(Level::MAX_MOVES);
    let missing = fresh(&longest, &of_target()).missing();
    let mut lots: Vec<_> = missing.iter().map(|lot| (lot.player, lot.limit)).collect();
    lots.dedup();
    assert_eq!(lots.len(), missing.len(), "{missing:?}");
}

#[test]
fn what_was_ended_is_gone_on_with() {
    let (level, plan) = (hard(), of_target());
    let alone = whole(&level, &plan);
    for games in [1, 45, 200] {
        let mut experiment = fresh(&level, &plan);
        ended_after(games, |work| experiment.play(work, &mut |_| {})).expect("nothing panics");
        assert!(!experiment.is_whole() && experiment.played() >= games.min(30));
        let mut again = read(&experiment);
        on(1, |work| again.play(work, &mut |_| {})).expect("nothing panics");
        assert_eq!(again.to_text(), alone.to_text(), "ended after {games}");
        assert!(again.contains(&experiment) && again.contains(&alone) && !experiment.contains(&again));
        assert!(experiment.cost_done() < again.cost_done());
    }
}

#[test]
fn a_success_is_read_as_it_was_written() {
    // Shortest texts that are read one step off by who reads fractions in a hurry.
    for target in [12.0 / 13.0, 0.9230769230769231, 0.1 + 0.2, 0.7] {
        let plan = Plan {
            target: Some(target),
            ..plan(&["random"], 2)
        };
        let experiment = fresh(&level(EASY), &plan);
        let read = read(&experiment);
        assert_eq!(read.plan().target, Some(target));
        assert!(Experiment::merge([experiment, read]).is_ok(), "{target}");
    }
}

#[test]
fn many_parts_are_put_together_in_any_order() {
    let (level, plan) = (level(EASY), plan(&["random"], 40));
    let known = fresh(&level, &plan);
    let parts = (0..40).map(|part| share(&known, 1 + part * 27 % 40, 40));
    let merged = Experiment::merge(parts).expect("parts of one report");
    assert_eq!(merged.to_text(), whole(&level, &plan).to_text());
}

#[test]
fn more_games_than_can_be_counted_are_no_panic() {
    let text = fresh(&level(EASY), &plan(&["random", "greedy"], 6)).to_text();
    let many = text.replace(",6]", &format!(",{}]", u64::MAX));
    assert_ne!(many, text);
    let experiment = Experiment::parse(&many).expect("a plan that nobody plays to its end");
    assert_eq!(experiment.games_left(), u64::MAX);
    assert_eq!(Experiment::merge([experiment]).expect("one part").played(), 0);
}

#[test]
fn parts_of_other_reports_are_refused() {
    let (level, plan) = (level(EASY), plan(&["random"], 10));
    let first = share(&fresh(&level, &plan), 1, 2);
    let result = |other: Experiment| {
        let error = Experiment::merge([first.clone(), other]).expect_err("it is no part of the same report");
        assert_eq!(error.part(), Some(1));
        error.to_string()
    };
    let of = |level: &Level, plan: &Plan| fresh(level, plan);
    assert!(!first.contains(&of(
        &level,
        &Plan {
            seed: 4,
            ..plan.clone()
        }
    )));
    let half = result(first.clone());
    assert!(
        half.contains("game 0, by random under a limit of 5 moves, is also in an earlier part"),
        "{half}"
    );
    for (other, reason) in [
        (
            of(
                &level,
                &Plan {
                    seed: 4,
                    ..plan.clone()
                },
            ),
            "the seed is `3` in the first and `4`",
        ),
        (
            of(&level.with_limit(6), &plan),
            "a line of the level is `limit = 5` in the first and `limit = 6`",
        ),
        (
            of(
                &level,
                &Plan {
                    target: Some(0.5),
                    ..plan.clone()
                },
            ),
            "the target success is `none` in the first and `0.5`",
        ),
        (
            of(&level, &super::plan(&["random"], 11)),
            "`random (10 games)` in the first and `random (11 games)`",
        ),
        (
            of(
                &level,
                &Plan {
                    casual: Plan::usual(10, 3).casual,
                    ..plan.clone()
                },
            ),
            "the casual player is `nobody`",
        ),
    ] {
        let result = result(other);
        assert!(result.contains(reason), "{reason}: {result}");
    }
    let old = first
        .to_text()
        .replacen("\"program\":\"", "\"program\":\"0.0.", 1);
    assert!(result(Experiment::parse(&old).expect("another version")).contains("the program's version is"));
    assert_eq!(Experiment::merge([]).err(), Some(MergeError::Nothing("parts")));
}

#[test]
fn other_texts_are_reported() {
    let text = share(&fresh(&level(EASY), &plan(&["random"], 6)), 1, 2).to_text();
    let result = |text: &str| Experiment::parse(text).expect_err("damaged").to_string();
    assert!(result("").contains("no games") && result("{}").contains("no games"));
    assert!(result(&text.replacen("quincunx-level-games", "other", 1)).contains("no games"));
    assert!(result(&text.replacen("\"version\":1", "\"version\":2", 1)).contains("of version 2"));
    assert!(result(&text[..text.len() / 2]).contains("damaged"));
    assert!(result(&text.replacen("\"plan\":{", "\"plan\":{\"x\":1,", 1)).contains("unknown field"));
    let (before, row) = text.split_once("\n[0,").expect("a row of game 0");
    let (row, _) = row.split_once(']').expect("its end");
    let [moves, points] = [1, 2].map(|place| row.split(',').nth(place).expect("a value"));
    for (old, new, reason) in [
        ("\"random\",6", "\"random\",2", "not among the 2"),
        ("\"random\",6", "\"nobody\",6", "no player `nobody`"),
        ("limit = 5", "limit = 0", "the level cannot be played"),
        ("\"limit\":5", "\"limit\":0", "no limit of a level"),
        ("\"limit\":5", "\"limit\":6", "not sums for each move and goal"),
        (
            "\"player\":\"random",
            "\"player\":\"greedy",
            "no player of the report",
        ),
        ("[[0,3]]", "[[0,2]]", "rows are not those of the games"),
        (
            &format!("\n[0,true,{moves},"),
            "\n[0,true,9,",
            "game 0 is of no game",
        ),
        (
            &format!(",{points},"),
            &format!(",1{points},"),
            "counters are not those of the rows",
        ),
        (
            "\"legal\":[[",
            "\"legal\":[[9999,1],[",
            "the legal moves are no counters",
        ),
        ("\"seed\":\"3\"", "\"seed\":\"-3\"", "the seed"),
        ("\"target\":null", "\"target\":7.0", "not between 0 and 1"),
    ] {
        let damaged = text.replacen(old, new, 1);
        assert_ne!(damaged, text, "{old} is not in {before}");
        assert!(
            result(&damaged).contains(reason),
            "{reason}: {}",
            result(&damaged)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is read from a damaged text can be written again and reported.
    #[test]
    fn no_text_is_read_wrongly(at in any::<prop::sample::Index>(), byte in 32u8..127) {
        static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| whole(&level(IMPOSSIBLE), &plan(&["random"], 4)).to_text());
        let mut bytes = TEXT.clone().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let damaged = String::from_utf8(bytes).expect("one-byte characters");
        if let Ok(experiment) = Experiment::parse(&damaged) {
            prop_assert_eq!(read(&experiment).to_text(), experiment.to_text());
            prop_assert!(serde_json::to_string(&experiment.report()).is_ok());
        }
    }
}
