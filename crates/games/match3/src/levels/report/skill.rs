//! The parts of skill and luck in the outcome of a level.

use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::People;
use super::estimate::{Estimate, Rate};
use super::game::{Batch, Run};

/// The effect of skill: the success of a player that notices more or fewer of the moves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Skill {
    /// The player, as named, whose skill is changed.
    pub agent: String,
    /// The success at the greatest skill less that at the least, with the interval of matched pairs (Agresti
    /// and Min 2005), as all skills meet the same games.
    pub sensitivity: Estimate,
    /// Success at each skill, ascending.
    pub by_skill: Vec<AtSkill>,
    /// A population with equally many players of each skill.
    pub people: People,
}

/// Success at a skill.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct AtSkill {
    /// The probability with which a move is noticed.
    pub skill: f64,
    /// Games that reached all goals.
    pub success: Rate,
}

/// The least share of luck: each game is played several times, with the same board and refill, by one kind of
/// player that breaks ties at random.
///
/// The variance is split into luck between games and play within them (analysis of variance with random
/// effects): with the mean squares B between and W within games of K attempts, luck is (B − W) / K, at least
/// 0, and play is W. Refills differ once games diverge, so the share is a lower bound.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Luck {
    /// Games.
    pub games: u64,
    /// Attempts at each game.
    pub attempts: u64,
    /// The share in success; `None` where all games ended alike.
    #[schema(required)]
    pub success: Option<Share>,
    /// The share in points; `None` where all were equal.
    #[schema(required)]
    pub points: Option<Share>,
}

/// The least share of luck in a variance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Share {
    /// The variance between games: the chance that all attempts share.
    pub luck: f64,
    /// The variance within a game: play, and the chance of a single attempt.
    pub play: f64,
    /// The share of luck (the intraclass correlation), with the interval of the jackknife. Fisher's formula
    /// takes a normal distribution; a success is 0 or 1.
    pub share: Estimate,
}

impl Skill {
    /// Compares games of each skill, ascending; `None` unless they are the same games, at least two.
    pub(super) fn of(agent: &str, batches: &[(f64, &Batch)]) -> Option<Self> {
        let [(_, first), .., (_, last)] = batches else {
            return None;
        };
        if !are_same_games(batches.iter().map(|(_, batch)| *batch)) {
            return None;
        }
        let pairs = first.runs.iter().zip(&last.runs);
        let at = |(skill, batch): &(f64, &Batch)| AtSkill {
            skill: *skill,
            success: batch.success(),
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
    /// Compares at least two attempts at the same games; `None` unless they are the same games, at least two.
    pub(super) fn of(batches: &[&Batch]) -> Option<Self> {
        let [first, _, ..] = batches else {
            return None;
        };
        if !are_same_games(batches.iter().copied()) {
            return None;
        }
        let games = first.runs.len();
        let share = |value: fn(&Run) -> f64| {
            Share::of(games, batches.len(), |game, attempt| {
                value(&batches[attempt].runs[game])
            })
        };
        Some(Self {
            games: games as u64,
            attempts: batches.len() as u64,
            success: share(|run| f64::from(u8::from(run.reached))),
            points: share(|run| run.points as f64),
        })
    }
}

/// Returns whether batches have the same games, at least two.
fn are_same_games<'b>(mut batches: impl Iterator<Item = &'b Batch>) -> bool {
    let numbers = |batch: &'b Batch| batch.runs.iter().map(|run| run.game);
    batches
        .next()
        .is_some_and(|first| first.runs.len() >= 2 && batches.all(|batch| numbers(first).eq(numbers(batch))))
}

impl Share {
    fn of(games: usize, attempts: usize, value: impl Fn(usize, usize) -> f64) -> Option<Self> {
        let squares_of = |game: usize, mean: f64| -> f64 {
            (0..attempts)
                .map(|attempt| (value(game, attempt) - mean).powi(2))
                .sum()
        };
        let k = attempts as f64;
        let of_game = |game: usize| {
            let mean = (0..attempts).map(|attempt| value(game, attempt)).sum::<f64>() / k;
            (mean, squares_of(game, mean))
        };
        let mut of_games: Vec<(f64, f64)> = (0..games).map(of_game).collect();
        // Sums of squares of small numbers lose nothing.
        let mean = of_games.iter().map(|(mean, _)| mean).sum::<f64>() / games as f64;
        of_games.iter_mut().for_each(|of_game| of_game.0 -= mean);
        let all = Sums::of(&of_games);
        let (luck, play) = all.parts(k);
        let share = ratio(luck, play, 0.0)?;
        // Where only one game varies, rounding leaves next to nothing without it.
        let nothing = 1e-9 * (luck + play);
        let left_out = of_games.iter().map(|&of_game| {
            let (luck, play) = all.without(of_game).parts(k);
            ratio(luck, play, nothing)
        });
        Some(Self {
            luck: luck.max(0.0),
            play,
            share: Estimate::jackknife(share.max(0.0), left_out).within(0.0, 1.0),
        })
    }
}

/// Returns the share of luck, which chance may make negative; `None` where no more than `nothing` varies.
fn ratio(luck: f64, play: f64, nothing: f64) -> Option<f64> {
    let all = luck + play;
    (all > nothing).then(|| luck / all)
}

/// Sums over games: of their means, the squares of these, and the squares within.
#[derive(Clone, Copy)]
struct Sums {
    games: f64,
    means: f64,
    squares: f64,
    within: f64,
}

impl Sums {
    fn of(games: &[(f64, f64)]) -> Self {
        let sum = |term: fn(&(f64, f64)) -> f64| games.iter().map(term).sum();
        Self {
            games: games.len() as f64,
            means: sum(|(mean, _)| *mean),
            squares: sum(|(mean, _)| mean * mean),
            within: sum(|(_, within)| *within),
        }
    }

    fn without(self, (mean, within): (f64, f64)) -> Self {
        Self {
            games: self.games - 1.0,
            means: self.means - mean,
            squares: self.squares - mean * mean,
            within: self.within - within,
        }
    }

    /// Returns the variances of luck and play for a number of attempts at each game.
    fn parts(self, attempts: f64) -> (f64, f64) {
        let around = self.squares - self.means * self.means / self.games;
        let between = attempts * around / (self.games - 1.0);
        let within = self.within / (self.games * (attempts - 1.0));
        ((between - within) / attempts, within)
    }
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
    fn what_is_only_luck_or_only_play_is_reported() {
        let luck = Share::of(10, 3, |game, _| (game % 2) as f64).expect("values differ");
        assert_eq!((luck.share.value, luck.play), (1.0, 0.0));
        let play = Share::of(10, 2, |game, attempt| ((game + attempt) % 2) as f64).expect("values differ");
        assert_eq!((play.share.value, play.luck), (0.0, 0.0));
        assert_eq!(Share::of(10, 2, |_, _| 1.0), None);
        for share in [luck.share, play.share] {
            assert!(share.high - share.low > 0.2, "ten games leave it open: {share:?}");
        }
        for games in [20, 50, 100, 200, 400, 1000] {
            let one = |game, _| f64::from(u8::from(game == games / 3));
            let share = Share::of(games, 4, one).expect("one game differs").share;
            assert_eq!(
                (share.low, share.high),
                (0.0, 1.0),
                "{games} games, of which one varies"
            );
        }
    }

    #[test]
    fn intervals_of_the_share_of_success_hold_the_truth() {
        use quincunx_core::{Random, RandomSource as _};
        // Games that are won by each attempt with a rate of their own: one of two, each so often.
        for (rates, often) in [([0.1, 0.9], 0.5), ([0.0, 0.6], 0.1), ([0.2, 0.4], 0.5)] {
            let mean: f64 = rates[0] + often * (rates[1] - rates[0]);
            let luck = often * (1.0 - often) * (rates[1] - rates[0]).powi(2);
            let truth = luck / (mean * (1.0 - mean));
            let mut random = Random::new(21);
            let mut held = 0;
            for _ in 0..400 {
                let games: Vec<[f64; 4]> = (0..150)
                    .map(|_| {
                        let rate = rates[usize::from(random.unit() < often)];
                        [(); 4].map(|()| f64::from(u8::from(random.unit() < rate)))
                    })
                    .collect();
                let share = Share::of(games.len(), 4, |game, attempt| games[game][attempt]);
                let result = share.expect("some are won").share;
                held += i32::from(result.low <= truth && truth <= result.high);
            }
            // 95 % are 380 of 400; where few games are ever won it is some 368, and by Fisher's formula some
            // 250.
            assert!(held >= 352, "{rates:?}: {held}");
        }
    }
}
