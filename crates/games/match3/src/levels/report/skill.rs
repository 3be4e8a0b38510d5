//! What skill and luck have in the outcome of a level.

use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::People;
use super::estimate::{Estimate, Rate};
use super::game::Batch;

/// How much skill counts: success of a player that notices more or fewer of the moves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Skill {
    /// The player, as named; of its parameters the skill is changed.
    pub agent: String,
    /// How much more often it succeeds at the greatest skill than at the least.
    ///
    /// All skills meet the same games, so the interval is that of the differences game by game (Agresti and
    /// Min 2005).
    pub sensitivity: Estimate,
    /// Success at each skill, from the least to the greatest.
    pub by_skill: Vec<AtSkill>,
    /// A crowd of people, equally many of each of these skills.
    pub people: People,
}

/// Success at a skill.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AtSkill {
    /// The probability with which a move is noticed.
    pub skill: f64,
    /// How often all goals were reached.
    pub success: Rate,
}

/// How much luck counts at least: each game is played several times, with the same luck of board and refill,
/// by one kind of player who chooses differently at random where moves are alike to it.
///
/// What differs between games is luck; what differs within one is how it was played, and the luck that each
/// attempt meets alone: games of one seed have the first board in common, and what comes in after it less and
/// less the further they come apart. So what is told here is a lower bound of what luck does. Success and
/// points are taken apart into both (analysis of variance with random effects of one kind): with the mean
/// squares B between games and W within, of K attempts each, the variance of the luck in common is (B − W) /
/// K, at least 0, and that of all else is W.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Luck {
    /// Games.
    pub games: u64,
    /// How often each was played.
    pub attempts: u64,
    /// The least share of luck in whether the goals are reached; `None` where all games ended alike.
    pub success: Option<Share>,
    /// The least share of luck in the points; `None` where all were equal.
    pub points: Option<Share>,
}

/// The share of luck in the variance of something, at least.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Share {
    /// The variance between games: of the luck that all attempts at a game have in common.
    pub luck: f64,
    /// The variance within a game: of play, and of the luck that an attempt meets alone.
    pub play: f64,
    /// The share of the former (the intraclass correlation).
    ///
    /// Its interval is Student's, with the error that leaving out one game after the other gives (the
    /// jackknife), and cut off at 0 and 1. Fisher's formula for that error holds for values that are
    /// distributed normally; a success is 0 or 1.
    pub share: Estimate,
}

impl Skill {
    /// Works it out from games of each skill, ascending; `None` where they are not of the same games, two at
    /// least.
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
        let share = ratio(luck, play)?;
        let left_out = of_games.iter().map(|&of_game| {
            let (luck, play) = all.without(of_game).parts(k);
            ratio(luck, play)
        });
        Some(Self {
            luck: luck.max(0.0),
            play,
            share: Estimate::jackknife(share.max(0.0), left_out).within(0.0, 1.0),
        })
    }
}

/// Returns the share of luck, which chance may make negative; `None` where nothing varies.
fn ratio(luck: f64, play: f64) -> Option<f64> {
    let all = luck + play;
    (all > 0.0).then(|| luck / all)
}

/// Sums over games: of their means, the squares of those, and the squares within.
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

    /// Returns the variances of luck and of play, of so many attempts at each game.
    fn parts(self, attempts: f64) -> (f64, f64) {
        let around = self.squares - self.means * self.means / self.games;
        let between = attempts * around / (self.games - 1.0);
        let within = self.within / (self.games * (attempts - 1.0));
        ((between - within) / attempts, within)
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
        for share in [luck.share, play.share] {
            assert!(share.high - share.low > 0.2, "ten games leave it open: {share:?}");
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
                let told = share.expect("some are won").share;
                held += i32::from(told.low <= truth && truth <= told.high);
            }
            // 95 % are 380 of 400; where few games are ever won it is some 368, and by Fisher's formula some
            // 250.
            assert!(held >= 352, "{rates:?}: {held}");
        }
    }
}
