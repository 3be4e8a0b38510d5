//! Reports of levels whose figures are known, and figures of games that are written down.

use std::num::NonZero;

use quincunx_search::Interrupt;
use quincunx_search::arena::{Counts, Work};

use super::super::{Level, SHIPPED};
use super::game::{Batch, Moment, Progress, Run};
use super::*;

/// Two moves of any kind reach it: each swap wins 30 points at least.
const EASY: &str = "columns = 7\nrows = 7\nlimit = 5\n[goals]\nscore = 60\n";

/// Nobody wins a million in three moves.
const IMPOSSIBLE: &str =
    "columns = 7\nrows = 7\nlimit = 3\n[goals]\nscore = 1000000\n[goals.collect]\nred = 2\n";

fn level(text: &str) -> Level {
    Level::read(text).unwrap_or_else(|errors| panic!("{errors}"))
}

fn shipped(name: &str) -> Level {
    let found = SHIPPED.iter().find(|shipped| shipped.name == name);
    level(found.expect("there is such a level").text)
}

fn on<T>(threads: usize, play: impl FnOnce(&Work<'_>) -> T) -> T {
    play(&Work {
        threads: NonZero::new(threads).expect("a thread"),
        rows: false,
        interrupt: &Interrupt::default(),
        progress: &|_| {},
    })
}

/// Makes a plan of a few players and games, without what is told of the casual player.
fn plan(agents: &[&str], games: u64) -> Plan {
    Plan {
        casual: None,
        ..Plan::of(agents.iter().copied(), games, 3).expect("players")
    }
}

fn reported(level: &Level, plan: &Plan) -> Report {
    on(2, |work| report(level, plan, work)).expect("players of the game")
}

#[test]
fn a_level_that_is_always_won_is_reported_so() {
    let told = reported(&level(EASY), &Plan::of(["random"], 40, 3).expect("a player"));
    assert_eq!((told.is_whole, told.casual.as_deref()), (true, Some("noisy")));
    let names: Vec<&str> = told.tiers.iter().map(|tier| tier.agent.as_str()).collect();
    assert_eq!(names, ["noisy", "random"]);
    for tier in &told.tiers {
        assert_eq!((tier.games, tier.success.hits), (40, 40));
        assert!(tier.success.low < 1.0 && tier.success.high == 1.0);
        assert_eq!(
            (tier.attempts.mean, tier.attempts.median, tier.attempts.p95),
            (Some(1.0), Some(1), Some(1))
        );
        assert_eq!((tier.near_misses.hits, tier.stuck.hits), (0, 0));
        let left = tier.moves_left.expect("games were won");
        assert!(left.least >= 3 && left.most <= 4, "{left:?}");
        assert_eq!(
            (tier.best.games, tier.best.reached, tier.best.moves_left),
            (2, 2, 4.0)
        );
        assert_eq!(tier.best.share_left, 0.8);
        let reached: Vec<u64> = tier.by_move.iter().map(|at| at.reached.hits).collect();
        assert_eq!(
            (reached.len(), reached[0], reached[2], reached[5]),
            (6, 0, 40, 40)
        );
        assert_eq!((tier.goals[0].last.hits, tier.goals[0].decides.hits), (40, 40));
        assert_eq!(tier.by_move[5].points.value, tier.points.mean.value);
        let steps = tier.cascades.expect("the level has refill").steps;
        assert!(steps.least == 1 && tier.legal.is_some_and(|legal| legal.least >= 1));
    }
    let skill = told.skill.expect("the casual player has skills");
    assert!(
        skill.sensitivity.value.abs() < 1e-12 && skill.by_skill.len() == 5,
        "{skill:?}"
    );
    let luck = told.luck.expect("the casual player has seeds");
    assert_eq!((luck.games, luck.attempts, luck.success), (40, 4, None));
    assert!(luck.points.expect("points differ").share.value < 1.0);
    let success = told.bands.iter().find(|band| band.figure == "success");
    assert!(
        success.is_some_and(|band| band.value == Some(1.0) && !band.holds),
        "{:?}",
        told.bands
    );
}

#[test]
fn a_level_that_cannot_be_won_is_reported_so() {
    let mut plan = Plan::of(["noisy"], 30, 3).expect("a player");
    plan.target = Some(0.7);
    let told = reported(&level(IMPOSSIBLE), &plan);
    let tier = &told.tiers[0];
    assert_eq!((tier.success.hits, tier.moves_left), (0, None));
    assert_eq!((tier.attempts.mean, tier.attempts.p95), (None, None));
    // Wilson's upper end of none in thirty is 11.35 %.
    assert!(
        (tier.attempts.low - 1.0 / 0.1135).abs() < 0.01,
        "{:?}",
        tier.attempts
    );
    assert_eq!((tier.best.reached, tier.best.moves_left), (0, 0.0));
    let [score, red] = tier.goals.as_slice() else {
        panic!("two goals: {:?}", tier.goals)
    };
    assert_eq!((score.missed.hits, score.missed.of), (30, 30));
    // Some points are won by every move; where no red went, that goal is further away.
    assert_eq!(score.decides.hits + red.decides.hits, 30);
    assert_eq!(
        (red.goal.as_str(), red.wanted, red.last.of),
        ("collect 2 red", 2, 0)
    );
    assert_eq!(
        tier.deciding().map(|goal| goal.goal.as_str()),
        Some("win 1000000 points")
    );
    let target = told.target.expect("one is wanted");
    assert_eq!(
        (target.limit, target.low, target.high, target.tried),
        (None, None, None, 23)
    );
}

#[test]
fn threads_change_nothing_and_the_flag_ends_the_work() {
    let level = shipped("first-steps");
    let mut plan = Plan::of(["random", "goal-first"], 24, 5).expect("players");
    plan.target = Some(0.5);
    let one = on(1, |work| report(&level, &plan, work)).expect("players");
    let three = on(3, |work| report(&level, &plan, work)).expect("players");
    assert_eq!(one, three);
    let text = serde_json::to_string(&one).expect("a report is JSON");
    assert!(text.contains("\"sensitivity\"") && !text.contains("null,null"));

    let told = std::sync::atomic::AtomicU64::new(0);
    let interrupt = Interrupt::default();
    let work = Work {
        threads: NonZero::<usize>::MIN,
        rows: false,
        interrupt: &interrupt,
        progress: &|more| {
            let before = told.fetch_add(more, std::sync::atomic::Ordering::Relaxed);
            if before + more >= 30 {
                interrupt.raise();
            }
        },
    };
    let part = report(&level, &plan, &work).expect("players");
    assert!(
        !part.is_whole && !part.tiers.is_empty() && part.tiers.len() < 3,
        "{part:?}"
    );
    assert_eq!(part.tiers[0], one.tiers[0]);
    assert!(part.target.is_none() && part.skill.is_none());
    assert_eq!(plan.games(), Ok(24 * (3 + 4 + 3 + 1)));
}

#[test]
fn the_limit_of_one_batch_is_that_of_many() {
    let level = shipped("red-harvest");
    let mut with_target = Plan::of(["noisy"], 60, 11).expect("a player");
    with_target.target = Some(0.7);
    let target = reported(&level, &with_target).target.expect("one is wanted");
    let limit = target.limit.expect("four times the moves are enough");
    assert!(target.low.is_some_and(|low| low <= limit) && target.high.is_none_or(|high| high >= limit));
    let mut hits = Vec::new();
    for limit in [limit - 1, limit, limit + 1] {
        let plan = Plan {
            seed: 11,
            ..plan(&["noisy"], 60)
        };
        let success = reported(&level.with_limit(limit), &plan).tiers[0].success;
        assert_eq!(success, target.by_limit[limit as usize - 1], "limit {limit}");
        hits.push(success.value);
    }
    assert!(hits[0] < 0.7 && hits[1] >= 0.7 && hits[2] >= hits[1], "{hits:?}");
}

#[test]
fn levels_are_compared_seed_by_seed() {
    let level = shipped("red-harvest");
    let plan = plan(&["goal-first"], 30);
    let told = on(2, |work| compare(&level, &level, &plan, work)).expect("a player");
    assert_eq!(told.one, told.other);
    let figures = |told: &Comparison| -> Vec<(&'static str, f64)> {
        let figures = &told.differences[0].figures;
        figures
            .iter()
            .map(|one| (one.figure, one.difference.value))
            .collect()
    };
    assert!(figures(&told).iter().all(|&(_, difference)| difference == 0.0));
    let shorter = level.with_limit(level.limit() / 2);
    let told = on(2, |work| compare(&level, &shorter, &plan, work)).expect("a player");
    let [(_, success), _, _, (name, points), ..] = figures(&told)[..] else {
        panic!("{told:?}")
    };
    assert!(success < 0.0 && points < 0.0 && name == "points", "{told:?}");
    let lost = told.one.tiers[0].success.value - told.other.tiers[0].success.value;
    assert!((success + lost).abs() < 1e-12);
}

#[test]
fn where_nothing_comes_in_games_get_stuck() {
    let told = reported(&shipped("clearance"), &plan(&["random"], 60));
    let tier = &told.tiers[0];
    assert!(
        tier.stuck.hits > 0 && tier.stuck == tier.deadlocks,
        "{:?}",
        tier.stuck
    );
    assert_eq!((tier.cascades, tier.shuffles.value), (None, 0.0));
}

/// What a game came to: reached, moves, and how much of each goal was done when.
type Told<'a> = (bool, u32, &'a [(u64, Option<u32>)]);

/// Makes a batch of games of 10 moves.
fn batch(wanted: &[u64], games: &[Told<'_>]) -> Batch {
    let runs = games.iter().zip(0..).map(|(&(reached, moves, goals), game)| Run {
        game,
        reached,
        moves,
        points: 100 * u64::from(moves),
        shuffles: u32::from(game == 0),
        is_stuck: false,
        specials_made: 2,
        specials_used: 1,
        goals: goals.iter().map(|&(done, at)| Progress { done, at }).collect(),
    });
    Batch {
        wanted: wanted.to_vec(),
        limit: 10,
        runs: runs.collect(),
        legal: Counts::default(),
        cascades: None,
        by_move: vec![
            Moment {
                done: vec![Default::default(); wanted.len()],
                ..Moment::default()
            };
            11
        ],
    }
}

fn figures(batch: &Batch) -> Figures {
    let goals: Vec<String> = (0..batch.wanted.len())
        .map(|goal| format!("goal {goal}"))
        .collect();
    Figures::of("somebody".to_owned(), &goals, batch).expect("games enough")
}

#[test]
fn goals_decide_as_written_down() {
    let told = figures(&batch(
        &[100, 10],
        &[
            // The second is reached last; both at once; the first last.
            (true, 7, &[(100, Some(3)), (10, Some(7))]),
            (true, 4, &[(100, Some(4)), (10, Some(4))]),
            (true, 9, &[(100, Some(9)), (10, Some(0))]),
            // 89 of 100 are less than 9 of 10, and no near miss; the next is one; in the last the second is nearer.
            (false, 10, &[(89, None), (9, None)]),
            (false, 10, &[(90, None), (10, Some(8))]),
            (false, 10, &[(0, None), (4, None)]),
        ],
    ));
    assert_eq!(
        (told.success.hits, told.success.of, told.near_misses.hits),
        (3, 6, 1)
    );
    let counted = |goal: usize| {
        let goal = &told.goals[goal];
        [
            goal.last.hits,
            goal.last.of,
            goal.missed.hits,
            goal.missed.of,
            goal.decides.hits,
        ]
    };
    assert_eq!((counted(0), counted(1)), ([2, 3, 3, 3, 5], [2, 3, 2, 3, 2]));
    assert_eq!(told.deciding().map(|goal| goal.goal.as_str()), Some("goal 0"));
    assert!((told.goals[1].done.value - 5.3 / 6.0).abs() < 1e-12);
    let left = told.moves_left.expect("some were reached");
    assert_eq!((left.least, left.p50, left.most), (1, 3, 6));
    assert_eq!(
        (told.best.games, told.best.moves_left, told.best.share_left),
        (1, 6.0, 0.6)
    );
    assert_eq!(
        (told.deadlocks.hits, told.stuck.hits, told.specials_made.value),
        (1, 0, 2.0)
    );
    assert!((told.three_misses.value - 0.125).abs() < 1e-12);
    let reached: Vec<u64> = told.by_move.iter().map(|at| at.reached.hits).collect();
    assert_eq!(reached, [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3]);
}

#[test]
fn the_best_twentieth_is_rounded_up() {
    let done: &[(u64, Option<u32>)] = &[(1, Some(1))];
    let games: Vec<Told<'_>> = (0..21)
        .map(|game| match game {
            5 => (true, 4, done),
            11 => (true, 7, done),
            _ => (false, 10, &[(0, None)][..]),
        })
        .collect();
    let best = figures(&batch(&[1], &games)).best;
    assert_eq!((best.games, best.reached, best.moves_left), (2, 2, 4.5));
    let best = figures(&batch(&[1], &games[..11])).best;
    assert_eq!((best.games, best.reached, best.moves_left), (1, 1, 6.0));
}

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
fn people_who_do_as_a_line_says_are_foretold() {
    let samples: Vec<Sample> = [5, 30, 50, 80, 97].map(|hits| sample(hits, 0.7)).into();
    let told = Calibration::fit(&samples).expect("enough levels");
    let best = &told.predictors[0];
    assert_eq!((best.figure, best.agent.as_str()), (Measure::Success, "somebody"));
    assert!(
        (best.intercept - 0.4).abs() < 1e-6 && (best.slope - 0.7).abs() < 1e-6,
        "{best:?}"
    );
    assert!(best.error < 1e-6 && best.left_out_error < 1e-6);
    assert_eq!(best.rank_correlation, Some(1.0));
    assert!(told.baseline > 0.1);
    let other = sample(65, 0.7);
    let foretold = told.predict(&other.figures).expect("the same player");
    assert!(
        (foretold.success.value - other.success).abs() < 1e-6,
        "{foretold:?}"
    );
    // Nobody has moves left, so that this figure says nothing: the mean of all others.
    let nothing = &told.predictors[1];
    assert_eq!(
        (nothing.figure, nothing.rank_correlation),
        (Measure::BestMovesLeft, None)
    );
    assert!(nothing.left_out_error > 0.1);
    assert_eq!(told.predict(&[]), None);
}

#[test]
fn levels_from_which_nothing_follows_are_refused() {
    let mut samples: Vec<Sample> = [5, 50].map(|hits| sample(hits, 1.0)).into();
    assert_eq!(Calibration::fit(&samples), Err(CalibrationError::TooFew(2)));
    samples.push(Sample {
        success: 63.0,
        ..sample(70, 1.0)
    });
    let told = Calibration::fit(&samples).expect_err("no share").to_string();
    assert_eq!(told, "the success of level 70 is 63, not a share from 0 to 1");
    samples[2] = Sample {
        figures: Vec::new(),
        ..sample(70, 1.0)
    };
    assert_eq!(
        Calibration::fit(&samples),
        Err(CalibrationError::Players("level 70".to_owned()))
    );
}
