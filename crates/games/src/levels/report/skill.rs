//! What skill and luck have in the outcome of a level.

use serde::Serialize;

use super::attempts::People;
use super::estimate::{Estimate, Rate};
use super::game::Batch;

/// How much skill counts: success of a player that notices more or fewer of the moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skill {
    /// The player, as named; of its parameters the skill is changed.
    pub agent: String,
    /// How much more often it succeeds at the greatest skill than at the least.
    ///
    /// All skills meet the same games, so the interval is that of the differences game by game (Agresti and Min 2005).
    pub sensitivity: Estimate,
    /// Success at each skill, from the least to the greatest.
    pub by_skill: Vec<AtSkill>,
    /// A crowd of people, equally many of each of these skills.
    pub people: People,
}

/// Success at a skill.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtSkill {
    /// The probability with which a move is noticed.
    pub skill: f64,
    /// How often all goals were reached.
    pub success: Rate,
}

/// How much luck counts: each game is played several times, with the same luck of board and refill, by one kind of player who
/// chooses differently at random where moves are alike to it.
///
/// What differs between games is luck; what differs within one is how it was played. Success and points are taken apart into
/// both (analysis of variance with random effects of one kind): with the mean squares B between games and W within, of K
/// attempts each, the variance of luck is (B − W) / K, at least 0, and that of play is W.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// Games.
    pub games: u64,
    /// How often each was played.
    pub attempts: u64,
    /// The share of luck in whether the goals are reached; `None` where all games ended alike.
    pub success: Option<Share>,
    /// The share of luck in the points; `None` where all were equal.
    pub points: Option<Share>,
}

/// The share of luck in the variance of something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The variance between games.
    pub luck: f64,
    /// The variance within a game.
    pub play: f64,
    /// The share of luck (the intraclass correlation), with an interval from its standard error for many games (Fisher 1925)
    /// that is cut off at 0 and 1.
    pub share: Estimate,
}

impl Skill {
    /// Works it out from games of each skill, ascending; `None` where they are not of the same games, two at least.
    pub(super) fn of(agent: &str, batches: &[(f64, &Batch)]) -> Option<Self> {
        let [(_, first), .., (_, last)] = batches else {
            return None;
        };
        if first.runs.len() < 2 || !batches.iter().all(|(_, batch)| is_of_same_games(first, batch)) {
            return None;
        }
        let pairs = first.runs.iter().zip(&last.runs);
        let at = |(skill, batch): &(f64, &Batch)| AtSkill {
            skill: *skill,
            success: Rate::count(&batch.runs, |run| run.reached),
        };
        let by_skill: Vec<AtSkill> = batches.iter().map(at).collect();
        let rates: Vec<Rate> = by_skill.iter().map(|at| at.success).collect();
        Some(Self {
            agent: agent.to_owned(),
            sensitivity: Estimate::of_matched(pairs.map(|(one, other)| (one.reached, other.reached))),
            by_skill,
            people: People::of(&rates),
        })
    }
}

impl Luck {
    /// Works it out from attempts at the same games; `None` where there are not two of each at least.
    pub(super) fn of(batches: &[&Batch]) -> Option<Self> {
        let [first, _, ..] = batches else {
            return None;
        };
        let games = first.runs.len();
        if games < 2 || !batches.iter().all(|batch| is_of_same_games(first, batch)) {
            return None;
        }
        let reached = |game: usize, attempt: usize| f64::from(u8::from(batches[attempt].runs[game].reached));
        let points = |game: usize, attempt: usize| batches[attempt].runs[game].points as f64;
        Some(Self {
            games: games as u64,
            attempts: batches.len() as u64,
            success: Share::of(games, batches.len(), reached),
            points: Share::of(games, batches.len(), points),
        })
    }
}

impl Share {
    fn of(games: usize, attempts: usize, value: impl Fn(usize, usize) -> f64) -> Option<Self> {
        let (n, k) = (games as f64, attempts as f64);
        let means: Vec<f64> = (0..games)
            .map(|game| (0..attempts).map(|attempt| value(game, attempt)).sum::<f64>() / k)
            .collect();
        let mean = means.iter().sum::<f64>() / n;
        let between = k * means.iter().map(|of_game| (of_game - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let squares = |game: usize| {
            let squares = (0..attempts).map(|attempt| (value(game, attempt) - means[game]).powi(2));
            squares.sum::<f64>()
        };
        let within = (0..games).map(squares).sum::<f64>() / (n * (k - 1.0));
        let luck = ((between - within) / k).max(0.0);
        let all = luck + within;
        if all <= 0.0 {
            return None;
        }
        let share = luck / all;
        let error = (1.0 - share) * (1.0 + (k - 1.0) * share) * (2.0 / (k * (k - 1.0) * (n - 1.0))).sqrt();
        Some(Self {
            luck,
            play: within,
            share: Estimate::with_error(share, error).within(0.0, 1.0),
        })
    }
}

fn is_of_same_games(one: &Batch, other: &Batch) -> bool {
    let numbers = |batch: &Batch| -> Vec<u64> { batch.runs.iter().map(|run| run.game).collect() };
    numbers(one) == numbers(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variance_is_taken_apart_by_hand() {
        // Three games of two attempts: means 1, 4 and 7, squares between 2 * 18 / 2, within (2 + 0 + 2) / 3.
        let values = [[0.0, 2.0], [4.0, 4.0], [6.0, 8.0]];
        let share = Share::of(3, 2, |game, attempt| values[game][attempt]).expect("values differ");
        let within = 4.0 / 3.0;
        let luck = (18.0 - within) / 2.0;
        assert!((share.luck - luck).abs() < 1e-12 && (share.play - within).abs() < 1e-12);
        assert!(
            (share.share.value - luck / (luck + within)).abs() < 1e-12,
            "{share:?}"
        );
    }

    #[test]
    fn what_is_only_luck_or_only_play_is_told() {
        let luck = Share::of(10, 3, |game, _| (game % 2) as f64).expect("values differ");
        assert_eq!((luck.share.value, luck.play), (1.0, 0.0));
        let play = Share::of(10, 2, |game, attempt| ((game + attempt) % 2) as f64).expect("values differ");
        assert_eq!((play.share.value, play.luck), (0.0, 0.0));
        assert_eq!(Share::of(10, 2, |_, _| 1.0), None);
    }
}
