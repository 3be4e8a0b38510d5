//! Reports of levels whose figures are known; beside, figures of games that are written down, and of people.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use quincunx_arena::{Histogram, Work};
use quincunx_search::StopToken;

use super::super::{Level, SHIPPED};
use super::game::{Batch, Progress, Run};
use super::*;

mod parts;
mod people;
mod written;

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
        stop: &StopToken::default(),
        progress: &|_| {},
    })
}

/// Makes a plan of a few players and games, without the casual player.
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
    let result = reported(&level(EASY), &Plan::of(["random"], 40, 3).expect("a player"));
    assert_eq!(
        (result.is_whole, result.casual.as_deref()),
        (true, Some("noisy:aim=goals"))
    );
    let names: Vec<&str> = result.tiers.iter().map(|tier| tier.agent.as_str()).collect();
    assert_eq!(names, ["noisy:aim=goals", "random"]);
    for tier in &result.tiers {
        assert_eq!((tier.games, tier.success.hits), (40, 40));
        assert!(tier.success.low < 1.0 && tier.success.high == 1.0);
        assert_eq!(
            (tier.attempts.mean, tier.attempts.median, tier.attempts.p95),
            (Some(1.0), Some(1), Some(1))
        );
        assert_eq!((tier.near_misses.hits, tier.stuck.hits), (0, 0));
        let left = tier.moves_left.expect("games were won");
        assert!(left.least >= 3 && left.most <= 4, "{left:?}");
        let best = tier.best.expect("all was played");
        assert_eq!((best.games, best.reached, best.tried), (2, 2, 5));
        assert_eq!(best.moves.map(|moves| moves.value), Some(1.0));
        assert_eq!(best.share_left, 0.8);
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
    let skill = result.skill.expect("the casual player has skills");
    assert_eq!((skill.sensitivity.value, skill.by_skill.len()), (0.0, 5));
    assert_eq!(
        (skill.people.p95, skill.people.three_misses.value),
        (Some(1), 0.0)
    );
    let luck = result.luck.expect("the casual player has seeds");
    assert_eq!((luck.games, luck.attempts, luck.success), (40, 4, None));
    assert!(luck.points.expect("points differ").share.value < 1.0);
    let success = result.bands.iter().find(|band| band.figure == "success");
    assert!(
        success.is_some_and(|band| band.value == Some(1.0) && band.verdict == Verdict::Out),
        "{:?}",
        result.bands
    );
}

#[test]
fn a_level_that_cannot_be_won_is_reported_so() {
    let mut plan = Plan::of(["noisy"], 30, 3).expect("a player");
    plan.target = Some(0.7);
    let result = reported(&level(IMPOSSIBLE), &plan);
    let tier = &result.tiers[0];
    assert_eq!((tier.success.hits, tier.moves_left), (0, None));
    assert_eq!((tier.attempts.mean, tier.attempts.p95), (None, None));
    // Wilson's upper end of none in thirty is 11.35 %.
    assert!(
        (tier.attempts.low - 1.0 / 0.1135).abs() < 0.01,
        "{:?}",
        tier.attempts
    );
    let best = tier.best.expect("all was played");
    assert_eq!((best.reached, best.moves, best.tried), (0, None, 23));
    assert_eq!(best.share_left, 1.0 - 23.0 / 3.0);
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
        deciding(tier).map(|goal| goal.goal.as_str()),
        Some("win 1000000 points")
    );
    let target = result.target.expect("one is wanted");
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

    let part = ended_after(30, |work| report(&level, &plan, work)).expect("players");
    assert!(
        !part.is_whole && !part.tiers.is_empty() && part.tiers.len() < 3,
        "{part:?}"
    );
    assert_eq!(part.tiers[0], one.tiers[0]);
    assert!(part.target.is_none() && part.skill.is_none());
    assert_eq!(plan.cost(), Ok(24 * (3 + 4 + 3 + 1)));
    // The casual player with the limit that is wanted of it, which is tried once more, and its likes with
    // four other skills and three other seeds are played first.
    let part = ended_after(24 * 10, |work| report(&level, &plan, work)).expect("players");
    assert_eq!((part.is_whole, part.tiers.len()), (false, 1));
    assert!(part.target.is_some());
    assert_eq!(
        (part.skill, part.luck, part.bands, part.target),
        (one.skill, one.luck, one.bands, one.target)
    );
}

/// Plays until a number of games have ended, and a few more that had begun.
fn ended_after<T>(games: u64, play: impl FnOnce(&Work<'_>) -> T) -> T {
    let result = AtomicU64::new(0);
    let stop = StopToken::default();
    play(&Work {
        threads: NonZero::<usize>::MIN,
        stop: &stop,
        progress: &|more| {
            let before = result.fetch_add(more, Ordering::Relaxed);
            if before + more >= games {
                stop.stop();
            }
        },
    })
}

#[test]
fn the_best_games_are_not_reported_of_longer_ones_that_were_ended() {
    let hard = shipped("red-harvest").with_limit(3);
    // Before the first game under the longer limit, and amid them.
    for games in [60, 61] {
        let plan = plan(&["goal-first"], 60);
        let result = ended_after(games, |work| report(&hard, &plan, work)).expect("a player");
        assert_eq!(
            (result.is_whole, result.tiers[0].best),
            (false, None),
            "after {games}"
        );
    }
}

#[test]
fn games_under_the_greatest_limit_are_played_once() {
    let level = level(EASY).with_limit(Level::MAX_MOVES);
    let result = AtomicU64::new(0);
    let plan = Plan {
        target: Some(0.5),
        ..Plan::of(["random"], 10, 3).expect("a player")
    };
    let work = Work {
        threads: NonZero::<usize>::MIN,
        stop: &StopToken::default(),
        progress: &|more| {
            result.fetch_add(more, Ordering::Relaxed);
        },
    };
    let target = report(&level, &plan, &work).expect("a player").target;
    let target = target.expect("one is wanted");
    assert!(target.limit.is_some_and(|limit| limit < 3), "{target:?}");
    // Those under the limit found are counted as those that play on.
    assert_eq!(Ok(result.into_inner()), plan.cost());
}

#[test]
fn the_limit_of_one_batch_is_that_of_many() {
    let level = shipped("red-harvest");
    let mut with_target = Plan::of(["noisy:aim=goals"], 60, 11).expect("a player");
    with_target.target = Some(0.7);
    let target = reported(&level, &with_target).target.expect("one is wanted");
    let limit = target.limit.expect("four times the moves are enough");
    assert!(target.low.is_some_and(|low| low <= limit) && target.high.is_none_or(|high| high >= limit));
    let mut hits = Vec::new();
    for limit in [limit - 1, limit, limit + 1] {
        let plan = Plan {
            seed: 11,
            ..plan(&["noisy:aim=goals"], 60)
        };
        let success = reported(&level.with_limit(limit), &plan).tiers[0].success;
        assert_eq!(success, target.by_limit[limit as usize - 1], "limit {limit}");
        hits.push(success.value);
    }
    assert!(hits[0] < 0.7 && hits[1] >= 0.7 && hits[2] >= hits[1], "{hits:?}");
    let played: Vec<u32> = target.played.iter().map(|at| at.limit).collect();
    assert_eq!(
        (target.looks_at_limit, played),
        (false, vec![limit, level.limit()]),
        "one batch more shows that this player looks at no limit"
    );
}

#[test]
fn the_limit_of_who_looks_at_it_is_played_under_it() {
    let level = shipped("four-corners");
    let seed = 11;
    let plan = |target| Plan {
        casual: Some(Tier {
            agent: "mcts:simulations=12".parse().expect("a player"),
            games: 24,
        }),
        tiers: Vec::new(),
        seed,
        target,
    };
    let target = reported(&level, &plan(Some(0.6))).target.expect("one is wanted");
    assert!(target.looks_at_limit, "{target:?}");
    let limit = target.limit.expect("four times the moves are enough");
    let success = |limit| reported(&level.with_limit(limit), &plan(None)).tiers[0].success;
    let result = target.success_under(limit).expect("it was played");
    assert_eq!(result, success(limit));
    assert!(
        result.value >= 0.6 && success(limit - 1).value < 0.6,
        "{target:?}"
    );
    let read_off: Vec<Rate> = target
        .played
        .iter()
        .map(|at| target.by_limit[at.limit as usize - 1])
        .collect();
    let played: Vec<Rate> = target.played.iter().map(|at| at.success).collect();
    assert_ne!(played, read_off, "under a long limit it plays otherwise");
}

#[test]
fn the_best_games_of_a_hard_level_are_played_on() {
    let hard = shipped("red-harvest").with_limit(3);
    let result = reported(&hard, &plan(&["goal-first"], 60));
    let best = result.tiers[0].best.expect("all was played");
    let hits = result.tiers[0].success.hits;
    assert!(hits < 3, "the limit is too short for three of sixty: {hits}");
    assert_eq!((best.games, best.reached, best.tried), (3, hits, 23));
    let moves = best.moves.expect("23 moves are enough for three of sixty");
    assert!(
        moves.value > 3.0 && moves.low < moves.value && moves.value < moves.high && moves.high <= 23.0,
        "{moves:?}"
    );
    assert!((best.share_left - (1.0 - moves.value / 3.0)).abs() < 1e-12 && best.share_left < 0.0);
    // They are those of the level with the long limit.
    let long = reported(&hard.with_limit(23), &plan(&["goal-first"], 60));
    assert_eq!(long.tiers[0].best.and_then(|best| best.moves), best.moves);
    // All other figures are those of the level as it is.
    assert_eq!(
        (
            result.tiers[0].by_move.len(),
            result.tiers[0].moves_left.is_some()
        ),
        (4, hits > 0)
    );
}

#[test]
fn bands_are_judged_by_intervals_and_a_crowd() {
    let level = shipped("red-harvest");
    let with = |games| reported(&level, &Plan::of(["random"], games, 3).expect("a player"));
    let few = with(20);
    assert!(few.bands.iter().any(|band| band.verdict == Verdict::Undecided));
    let result = with(300);
    for band in &result.bands {
        let (from, to) = (band.from.expect("it is known"), band.to.expect("it is finite"));
        let value = band.value.expect("it is known");
        assert!(from <= value && value <= to, "{band:?}");
        assert_eq!(
            band.is_below,
            ["three misses in a row", "games with a deadlock"].contains(&band.figure)
        );
        let is_beyond = |value: f64| value > band.high || band.is_below && value == band.high;
        let is_in = band.low <= from && !is_beyond(to);
        let is_out = to < band.low || is_beyond(from);
        let verdict = match (is_in, is_out) {
            (true, _) => Verdict::In,
            (_, true) => Verdict::Out,
            _ => Verdict::Undecided,
        };
        assert_eq!(band.verdict, verdict, "{band:?}");
    }
    let skill = result.skill.expect("there are skills");
    let casual = &result.tiers[0];
    assert!(
        skill.people.three_misses.value > casual.three_misses.value,
        "people of little skill miss more often: {:?}",
        skill.people
    );
    assert_eq!((skill.agent.as_str(), result.bands.len()), ("noisy:aim=goals", 5));
}

#[test]
fn levels_are_compared_seed_by_seed() {
    let level = shipped("red-harvest");
    let plan = plan(&["goal-first"], 30);
    let whole = |level: &Level| parts::whole(level, &plan);
    let result = Comparison::of(&whole(&level), &whole(&level));
    assert_eq!(result.one, result.other);
    let figures = |result: &Comparison| -> Vec<(&'static str, f64)> {
        let figures = &result.differences[0].figures;
        figures
            .iter()
            .map(|one| (one.figure, one.difference.value))
            .collect()
    };
    assert!(figures(&result).iter().all(|&(_, difference)| difference == 0.0));
    let shorter = level.with_limit(level.limit() / 2);
    let result = Comparison::of(&whole(&level), &whole(&shorter));
    let [(_, success), _, _, (name, points), ..] = figures(&result)[..] else {
        panic!("{result:?}")
    };
    assert!(success < 0.0 && points < 0.0 && name == "points", "{result:?}");
    let lost = result.one.tiers[0].success.value - result.other.tiers[0].success.value;
    assert!((success + lost).abs() < 1e-12);
}

#[test]
fn where_nothing_comes_in_games_get_stuck() {
    let result = reported(&shipped("clearance"), &plan(&["random"], 60));
    let tier = &result.tiers[0];
    assert!(
        tier.stuck.hits > 0 && tier.stuck == tier.deadlocks,
        "{:?}",
        tier.stuck
    );
    assert_eq!(tier.shuffles.value, 0.0);
}

#[test]
fn cascades_are_reported_where_nothing_comes_in_too() {
    // One swap is legal: it makes a column of three, on which the topmost falls into a row of three.
    let text = "columns = 3\nrows = 4\ncolours = 5\nlimit = 1\nrefill = false\nstuck = \"end\"\n\
                start = \"ADE;BCD;CBE;BAA\"\n[goals]\nscore = 10\n";
    let result = reported(&level(text), &plan(&["random"], 20));
    let cascades = result.tiers[0].cascades.expect("moves were made");
    assert_eq!(
        (cascades.steps.least, cascades.steps.most),
        (2, 2),
        "{cascades:?}"
    );
    assert_eq!((cascades.chains.hits, cascades.chains.of), (20, 20));
    let tier = &reported(&shipped("clearance"), &plan(&["greedy:samples=0"], 60)).tiers[0];
    let cascades = tier.cascades.expect("moves were made");
    assert!(
        cascades.steps.least == 1 && cascades.steps.most > 1,
        "{cascades:?}"
    );
}

/// Makes a batch of ten games of so many moves at most, some of which are reached by the first.
pub(super) fn batch_of(limit: u32, hits: usize) -> Batch {
    let games: Vec<GameResult<'_>> = (0..10)
        .map(|game| match game < hits {
            true => (true, 1, &[(1, Some(1))][..]),
            false => (false, limit, &[(0, None)][..]),
        })
        .collect();
    Batch {
        limit,
        ..batch(&[1], &games)
    }
}

/// What a game came to: reached, moves, and how much of each goal was done when.
pub(super) type GameResult<'a> = (bool, u32, &'a [(u64, Option<u32>)]);

/// Makes a batch of games of 10 moves.
pub(super) fn batch(wanted: &[u64], games: &[GameResult<'_>]) -> Batch {
    let runs = games.iter().zip(0..).map(|(&(reached, moves, goals), game)| Run {
        game,
        reached,
        moves,
        points: 100 * u64::from(moves),
        shuffles: u32::from(game == 0),
        is_stuck: false,
        specials_made: 2,
        specials_used: 1,
        turns: moves,
        legal: 3 * u64::from(moves),
        chains: moves / 2,
        steps: 2 * u64::from(moves),
        goals: goals.iter().map(|&(done, at)| Progress { done, at }).collect(),
    });
    Batch {
        wanted: wanted.to_vec(),
        limit: 10,
        runs: runs.collect(),
        legal: Histogram::default(),
        cascades: Histogram::default(),
        by_move: vec![vec![Default::default(); 1 + wanted.len()]; 11],
    }
}

/// Returns the goal that decides the most games, the first of equals.
fn deciding(figures: &Figures) -> Option<&GoalFigures> {
    figures.goals.iter().rev().max_by_key(|goal| goal.decides.hits)
}

fn figures(batch: &Batch) -> Figures {
    let goals: Vec<String> = (0..batch.wanted.len())
        .map(|goal| format!("goal {goal}"))
        .collect();
    // As if no limit were longer.
    Figures::of("somebody".to_owned(), &goals, batch, Some(batch)).expect("games enough")
}
