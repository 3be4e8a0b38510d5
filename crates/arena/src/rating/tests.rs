//! Strengths by hand, and whether intervals hold what they should.

use proptest::prelude::*;
use quincunx_core::{Random, RandomSource as _};

use super::*;

fn score(one: usize, other: usize, points: f64, games: f64) -> Score {
    Score {
        one,
        other,
        points,
        games,
    }
}

/// Makes units of one game between two players each, of which the first wins so many.
fn units(won: usize, lost: usize) -> Vec<[Score; 1]> {
    let won = std::iter::repeat_n([score(0, 1, 1.0, 1.0)], won);
    won.chain(std::iter::repeat_n([score(0, 1, 0.0, 1.0)], lost))
        .collect()
}

#[test]
fn two_players_are_rated_by_hand() {
    // With the added draw 75 of 100 points are 75.5 of 101.
    let ratings = Ratings::estimate(2, &units(75, 25));
    let [one, two] = [0, 1].map(|player| ratings.player(player));
    let elo = 400.0 * (75.5f64 / 25.5).log10();
    assert!((one.elo - elo / 2.0).abs() < 1e-6 && (one.elo + two.elo).abs() < 1e-9);
    // The spread of single games is n p q over the square of the information, nearly; each has half of the
    // difference.
    let p = 75.5f64 / 101.0;
    let q = 1.0 - p;
    let spread = 100.0 / 99.0 * (75.0 * q * q + 25.0 * p * p) + 0.5 - p * q;
    let error = t_quantile(99) * ELO * spread.sqrt() / (101.0 * p * q);
    let difference = ratings.difference(0, 1);
    let reported = difference.error.expect("a hundred units");
    assert!((difference.elo - elo).abs() < 1e-6 && (reported - error).abs() < 1e-6);
    assert!((one.error.expect("a hundred units") - error / 2.0).abs() < 1e-6);
    // By the book the interval of 75 of 100 is 117 to 270 points, 0.663 to 0.825 as a rate (Wilson).
    assert!(
        (elo - 189.0).abs() < 1.0 && (70.0..85.0).contains(&error),
        "{elo} {error}"
    );
    assert_eq!(ratings.order(), [0, 1]);
}

#[test]
fn who_wins_all_is_strong_but_not_without_bounds() {
    let all = Ratings::estimate(2, &units(10, 0)).difference(0, 1);
    let error = all.error.expect("ten units");
    assert!(all.elo > 400.0 && all.elo < 800.0 && error > 300.0, "{all:?}");
    let more = Ratings::estimate(2, &units(100, 0)).difference(0, 1);
    assert!(more.elo > all.elo, "{more:?}");
    let one = Ratings::estimate(2, &units(1, 0)).player(0);
    assert_eq!(one.error, None, "of one unit nobody knows how far apart they are");
    let even = Ratings::estimate(
        3,
        &[[
            score(0, 1, 1.0, 2.0),
            score(1, 2, 1.0, 2.0),
            score(2, 0, 1.0, 2.0),
        ]],
    );
    assert!((0..3).all(|player| even.player(player).elo.abs() < 1e-9));
    // Against each of two even players the odds of who wins all are 2 N + 1, by the draw that is added.
    for games in [1_000.0, 10_000.0, 30_000.0, 100_000.0, 333_333.0] {
        let all = [
            score(0, 1, games, games),
            score(0, 2, games, games),
            score(1, 2, games / 2.0, games),
        ];
        let elo = Ratings::estimate(3, &[all]).player(0).elo;
        let right = 2.0 / 3.0 * 400.0 * f64::log10(2.0 * games + 1.0);
        assert!((elo - right).abs() < 1e-5, "{games} games: {elo} for {right}");
    }
    assert!(Ratings::estimate::<[Score; 0]>(0, &[]).is_empty());
    assert_eq!(Ratings::estimate::<[Score; 0]>(1, &[]).len(), 1);
}

#[test]
fn the_same_again_is_not_more_evidence() {
    // Two games that always end alike are as informative as one.
    let once = Ratings::estimate(2, &units(60, 40)).difference(0, 1);
    let twice: Vec<[Score; 1]> = units(60, 40)
        .into_iter()
        .map(|[Score { points, games, .. }]| [score(0, 1, 2.0 * points, 2.0 * games)])
        .collect();
    let twice = Ratings::estimate(2, &twice).difference(0, 1);
    let ratio = twice.error.expect("units") / once.error.expect("units");
    assert!((0.98..1.02).contains(&ratio), "{ratio}");
}

fn uniform(random: &mut Random) -> f64 {
    (random.next_word() >> 11) as f64 / (1u64 << 53) as f64 + 1e-17
}

/// Plays tournaments made by a function, and returns in which share of them strengths and differences are in
/// their intervals, where the true strengths are known.
fn coverage(truth: &[f64], seeds: usize, mut unit: impl FnMut(&mut Random) -> Vec<Score>) -> [f64; 2] {
    let (mut random, mut held, mut all) = (Random::new(5), [0, 0], [0, 0]);
    let mean = truth.iter().sum::<f64>() / truth.len() as f64;
    for _ in 0..400 {
        let units: Vec<Vec<Score>> = (0..seeds).map(|_| unit(&mut random)).collect();
        let ratings = Ratings::estimate(truth.len(), &units);
        let mut count = |which: usize, rating: Rating, truth: f64| {
            let error = rating.error.expect("many units");
            held[which] += u32::from((rating.elo - ELO * truth).abs() <= error);
            all[which] += 1;
        };
        for (player, strength) in truth.iter().enumerate() {
            count(0, ratings.player(player), strength - mean);
            for (other, weaker) in truth.iter().enumerate().skip(player + 1) {
                count(1, ratings.difference(player, other), strength - weaker);
            }
        }
    }
    [0, 1].map(|which| f64::from(held[which]) / f64::from(all[which]))
}

#[test]
fn intervals_hold_the_truth_where_all_play_alone_on_the_same_seeds() {
    // Points are strengths with Gumbel's noise, under which A has more than B with just the chances of the
    // model (Luce 1959); one game of a player counts against all others.
    let truth = [0.8, 0.3, 0.0, 0.0, -0.4, -0.7];
    let unit = |random: &mut Random| {
        let points = truth.map(|strength| strength - (-uniform(random).ln()).ln());
        let mut scores = Vec::new();
        for one in 0..truth.len() {
            for other in one + 1..truth.len() {
                let more = f64::from(u8::from(points[one] > points[other]));
                scores.push(score(one, other, more, 1.0));
            }
        }
        scores
    };
    let [players, differences] = coverage(&truth, 60, unit);
    assert!((0.93..0.97).contains(&players), "{players}");
    assert!((0.93..0.97).contains(&differences), "{differences}");
}

#[test]
fn intervals_hold_the_truth_where_openings_decide_much_and_both_have_either_seat() {
    let unit = |random: &mut Random| {
        // An opening that is worth much to who has its better side.
        let worth = 6.0 * (uniform(random) - 0.5);
        let chance = 1.0 / (1.0 + (-worth).exp());
        let mut scores = Vec::new();
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let won = |seen: bool| f64::from(u8::from(seen));
            let points = won(uniform(random) < chance) + won(uniform(random) < 1.0 - chance);
            scores.push(score(one, other, points, 2.0));
        }
        scores
    };
    let [players, differences] = coverage(&[0.0; 3], 40, unit);
    assert!((0.93..0.98).contains(&players), "{players}");
    assert!((0.93..0.98).contains(&differences), "{differences}");
}

proptest! {
    #[test]
    fn everybody_is_expected_to_score_what_was_scored(
        results in prop::collection::vec((0u32..50, 1u32..50), 10)
    ) {
        let players = 5;
        let pairs = (0..players).flat_map(|a| (0..a).map(move |b| (a, b)));
        let unit: Vec<Score> = pairs
            .zip(results)
            .map(|((a, b), (one, two))| score(a, b, f64::from(one), f64::from(one + two)))
            .collect();
        let ratings = Ratings::estimate(players, &[&unit[..], &unit[..]]);
        for a in 0..players {
            let (mut scored, mut expected) = (0.0, 0.0);
            for played in unit.iter().filter(|played| played.one == a || played.other == a) {
                let (other, points) = if played.one == a {
                    (played.other, played.points)
                } else {
                    (played.one, played.games - played.points)
                };
                scored += 2.0 * points + 0.5;
                let stronger = ratings.difference(other, a).elo;
                expected += (2.0 * played.games + 1.0) / (1.0 + 10f64.powf(stronger / 400.0));
            }
            prop_assert!((scored - expected).abs() < 1e-6, "{} {}", scored, expected);
            prop_assert!(ratings.player(a).error.is_some_and(f64::is_finite));
        }
    }
}
