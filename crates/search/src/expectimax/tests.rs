//! Expectimax search against plain recursion and games whose value is known.

use quincunx_core::Random;
use quincunx_core::perft::settle;

use super::*;
use crate::limits::StopToken;
use crate::player::ZeroEvaluation;
use quincunx_core::testkit::toys::{ChanceTree, DiceAction, DiceGame, Die, SeededEvaluation};

fn to_depth(depth: u32) -> Limits {
    Limits::of_depth(depth)
}

/// The worth to `side` of the step from one position to another, without table and limits.
fn plain(
    rules: &ChanceTree,
    before: &<ChanceTree as Game>::State,
    after: &<ChanceTree as Game>::State,
    side: Side,
    depth: u32,
) -> f64 {
    let gained = rules.points(after) as f64 - rules.points(before) as f64;
    let worth = match rules.turn(after) {
        Turn::Over(outcome) => f64::from(outcome.value_for(side)),
        _ if depth == 0 => SeededEvaluation.evaluate(rules, after, side),
        Turn::Chance => {
            let mut sum = 0.0;
            rules.for_each_chance(after, |chance, probability| {
                let mut next = *after;
                rules.resolve_chance(&mut next, chance, &mut ());
                sum += probability * plain(rules, after, &next, side, depth);
            });
            sum
        }
        Turn::Player(next) => {
            let legal = rules.legal_actions(after).into_iter();
            let values =
                legal.map(|action| plain(rules, after, &rules.after(after, action), next, depth - 1));
            let best = values.fold(f64::NEG_INFINITY, f64::max);
            if next == side { best } else { -best }
        }
    };
    gained + worth
}

#[test]
fn every_action_has_the_value_of_plain_recursion() {
    for (seed, players) in (0..20).flat_map(|seed| [(seed, 1), (seed, 2)]) {
        let rules = ChanceTree {
            seed,
            players,
            height: 7,
        };
        let mut start = rules.initial();
        settle(&rules, &mut start, &mut Random::new(seed), &mut ());
        let side = rules.turn(&start).player().expect("it begins with a player");
        for depth in 1..=4 {
            let mut player = Expectimax::new(SeededEvaluation, 1).with_table(64);
            let analysis = player.analyze(&rules, &start, &to_depth(depth), &mut |_| {});
            assert_eq!(
                analysis.actions.len(),
                rules.legal_actions(&start).into_iter().count()
            );
            for judged in &analysis.actions {
                let after = rules.after(&start, judged.action);
                let truth = plain(&rules, &start, &after, side, depth - 1);
                assert!(
                    (judged.value.expected() - truth).abs() < 1e-9,
                    "seed {seed}, {players} players, depth {depth}: {} for {truth}",
                    judged.value
                );
            }
        }
    }
}

#[test]
fn the_dice_have_their_known_worth() {
    let rules = DiceGame { rolls: 3 };
    for (die, best, worth) in DiceGame::SOLVED {
        let analysis =
            Expectimax::new(ZeroEvaluation, 60).analyze(&rules, &die, &Limits::default(), &mut |_| {});
        assert_eq!(analysis.best(), best);
        assert!((analysis.actions[0].value.expected() - worth).abs() < 1e-12);
        assert!(
            analysis.depth <= 3,
            "nothing is left to find out behind depth {}",
            analysis.depth
        );
    }
}

#[test]
fn rare_outcomes_are_left_out_when_the_allowance_is_used_up() {
    // In this game every second outcome is rare, with a fifth of the probability of the others.
    let rules = ChanceTree {
        seed: 3,
        players: 1,
        height: 7,
    };
    let mut start = rules.initial();
    settle(&rules, &mut start, &mut Random::new(1), &mut ());
    let nodes_with = |rare| {
        let mut player = Expectimax::new(SeededEvaluation, 4).with_rare(rare);
        player.analyze(&rules, &start, &to_depth(4), &mut |_| {})
    };
    let all = Expectimax::new(SeededEvaluation, 4).analyze(&rules, &start, &to_depth(4), &mut |_| {});
    let (none, one, many) = (nodes_with(0), nodes_with(1), nodes_with(100));
    assert!(
        none.nodes < one.nodes && one.nodes < many.nodes,
        "{} {} {}",
        none.nodes,
        one.nodes,
        many.nodes
    );
    assert_eq!(
        many.actions, all.actions,
        "an allowance that is never used up changes nothing"
    );
}

#[test]
fn node_counts_of_a_fixed_search_are_the_signature() {
    let rules = ChanceTree {
        seed: 3,
        players: 1,
        height: 7,
    };
    let mut start = rules.initial();
    settle(&rules, &mut start, &mut Random::new(1), &mut ());
    let mut player = Expectimax::new(SeededEvaluation, 5).with_table(1 << 10);
    let first = player.analyze(&rules, &start, &to_depth(5), &mut |_| {});
    assert_eq!(
        first.nodes, SIGNATURE,
        "the search has changed; change this knowingly"
    );
    assert_eq!(player.analyze(&rules, &start, &to_depth(5), &mut |_| {}), first);
}

const SIGNATURE: u64 = 1397;

#[test]
fn the_tightest_limits_still_judge_every_action() {
    let die = Die::on_table(2, 2);
    let rules = DiceGame { rolls: 3 };
    let stop = StopToken::default();
    stop.stop();
    for limits in [Limits::of_nodes(1), Limits::until(&stop), to_depth(0)] {
        let analysis = Expectimax::new(ZeroEvaluation, 9).analyze(&rules, &die, &limits, &mut |_| {});
        assert_eq!((analysis.depth, analysis.nodes), (1, 2), "{limits:?}");
        assert_eq!(
            analysis.best(),
            DiceAction::Keep,
            "points in the hand are all that one action can see"
        );
    }
}
