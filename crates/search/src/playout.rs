//! Random play to the end: the sampling on which Monte Carlo search rests, and the field's measure of speed.

use quincunx_core::session::MAX_CHANCES;
use quincunx_core::{Game, Outcome, RandomSource, Turn, has_chance};

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Playout {
    /// The outcome; `None` when it was cut off.
    pub outcome: Option<Outcome>,
    /// Actions played.
    pub plies: u32,
}

/// Plays uniformly random legal actions until the game is over or `max_plies` actions have been played, or
/// chance goes on for [`MAX_CHANCES`] outcomes. The state is left where it ended; nothing is allocated but
/// what the rules allocate.
#[inline]
pub fn playout<G: Game, R: RandomSource>(
    rules: &G,
    state: &mut G::State,
    random: &mut R,
    max_plies: u32,
) -> Playout {
    let mut plies = 0;
    loop {
        while plies < max_plies && act(rules, state, random) {
            plies += 1;
        }
        if let Some(end) = pause(rules, state, random, plies, max_plies) {
            return end;
        }
    }
}

/// Plays many games to their ends, each as [`playout`] does from its state with its own luck, and returns
/// `ended` the number of each in their order, how it ended and where; they end in another order than they
/// begin.
///
/// What a game does next waits for what it has done, so four of them are played in turns, and a
/// processor works on one while another waits. Random play of Connect Four on the packed board is 1.8 times
/// as fast so and of 2048 1.1 times; where a game has its board behind a pointer nothing is gained. A game is
/// asked for when it begins.
///
/// ```
/// use quincunx_core::testkit::toys::TicTacToe;
/// use quincunx_core::{Game, Random};
/// use quincunx_search::playouts;
///
/// let games = (0..1000).map(|seed| (TicTacToe.initial(), Random::new(seed)));
/// let mut plies = [0; 1000];
/// playouts(&TicTacToe, games, u32::MAX, |number, end, _| plies[number] = end.plies);
/// assert!(plies.iter().all(|plies| (5..=9).contains(plies)));
/// ```
pub fn playouts<G: Game, R: RandomSource>(
    rules: &G,
    games: impl IntoIterator<Item = (G::State, R)>,
    max_plies: u32,
    mut ended: impl FnMut(usize, Playout, G::State),
) {
    let mut games = games.into_iter().enumerate().fuse();
    let mut in_play = Vec::with_capacity(IN_TURNS);
    // Every game that is in play acts once a round, so that none has to count its plies.
    let mut round = 0;
    loop {
        while in_play.len() < IN_TURNS
            && let Some((number, (state, random))) = games.next()
        {
            in_play.push(InPlay {
                number,
                state,
                random,
                begun: round,
            });
        }
        let Some(longest) = in_play.iter().map(|game| round - game.begun).max() else {
            return;
        };
        let last = round + (u64::from(max_plies) - longest);
        let mut stopped = 0u32;
        while round < last && stopped == 0 {
            round += 1;
            for (place, game) in in_play.iter_mut().enumerate() {
                if !act(rules, &mut game.state, &mut game.random) {
                    stopped |= 1 << place;
                }
            }
        }
        // From the last one on, as the last takes the place of one that is taken out.
        for place in (0..in_play.len()).rev() {
            let game = &mut in_play[place];
            let has_stopped = stopped >> place & 1 != 0;
            game.begun += u64::from(has_stopped);
            let plies = (round - game.begun) as u32;
            if (has_stopped || plies == max_plies)
                && let Some(end) = pause(rules, &mut game.state, &mut game.random, plies, max_plies)
            {
                let game = in_play.swap_remove(place);
                ended(game.number, end, game.state);
            }
        }
    }
}

/// How many games [`playouts`] plays in turns: of 2048 four made 82.8 M moves/s, two 78.0, one 69.4.
const IN_TURNS: usize = 4;

/// A game among others.
struct InPlay<S, R> {
    number: usize,
    state: S,
    random: R,
    /// Behind which round it began, had it acted in all since then.
    begun: u64,
}

/// Lets the player act, and chance once if that is its turn then; `false` where it is not the player's turn.
// Some hundred instructions, which take half as long again where the state is handed on between their parts.
#[inline(always)]
fn act<G: Game, R: RandomSource>(rules: &G, state: &mut G::State, random: &mut R) -> bool {
    let has_acted = rules.play_sampled(state, random);
    if has_acted && has_chance::<G>() && rules.turn(state) == Turn::Chance {
        let chance = rules.sample_chance(state, random);
        rules.resolve_chance(state, &chance, &mut ());
    }
    has_acted
}

/// Resolves chance after a number of plies, and returns how the playout ended unless a player can act.
#[inline(always)]
fn pause<G: Game, R: RandomSource>(
    rules: &G,
    state: &mut G::State,
    random: &mut R,
    plies: u32,
    max_plies: u32,
) -> Option<Playout> {
    let mut chances = 0;
    let mut turn = rules.turn(state);
    while turn == Turn::Chance && chances < MAX_CHANCES {
        let chance = rules.sample_chance(state, random);
        rules.resolve_chance(state, &chance, &mut ());
        chances += 1;
        turn = rules.turn(state);
    }
    // Who did not act although nothing has happened since then never will.
    let goes_on = matches!(turn, Turn::Player(_)) && plies < max_plies && chances > 0;
    let outcome = turn.outcome();
    (!goes_on).then_some(Playout { outcome, plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::Random;
    use quincunx_core::testkit::toys::{ChanceTree, DiceGame, RandomTree, TicTacToe};

    #[test]
    fn a_playout_ends_where_the_game_does() {
        let mut random = Random::new(1);
        let mut lengths = [0; 10];
        for _ in 0..2000 {
            let mut board = TicTacToe.initial();
            let end = playout(&TicTacToe, &mut board, &mut random, u32::MAX);
            assert_eq!(end.outcome, TicTacToe.turn(&board).outcome());
            lengths[end.plies as usize] += 1;
        }
        assert!(
            lengths[..5].iter().all(|&games| games == 0) && lengths[5..].iter().all(|&games| games > 0),
            "a game takes five to nine plies: {lengths:?}"
        );
    }

    #[test]
    fn a_playout_is_cut_off_when_asked() {
        let rules = RandomTree {
            seed: 1,
            height: 200,
            actions: 1,
        };
        let mut place = rules.initial();
        let end = playout(&rules, &mut place, &mut Random::new(1), 2);
        assert_eq!(
            end,
            Playout {
                outcome: None,
                plies: 2
            }
        );
        assert_eq!(place.ply, 2);
    }

    /// Plays games in turns and by themselves, and compares what comes out.
    fn check_in_turns<G: Game>(rules: &G, games: u64, max_plies: u32) {
        let begin = |seed| (rules.initial(), Random::new(seed));
        let mut ends = vec![None; games as usize];
        playouts(rules, (0..games).map(begin), max_plies, |number, end, state| {
            let before = ends[number].replace((end, state));
            assert_eq!(before, None, "each ends once");
        });
        let alone = (0..games).map(begin).map(|(mut state, mut random)| {
            let end = playout(rules, &mut state, &mut random, max_plies);
            Some((end, state))
        });
        assert!(ends.into_iter().eq(alone), "{games} games of {rules:?}");
    }

    #[test]
    fn in_turns_each_game_goes_as_by_itself() {
        for games in [0, 1, 3, 4, 5, 100] {
            check_in_turns(&TicTacToe, games, u32::MAX);
            check_in_turns(&TicTacToe, games, 6);
            check_in_turns(&TicTacToe, games, 0);
            check_in_turns(&DiceGame { rolls: 3 }, games, 10);
            for (seed, height) in [(1, 9), (2, 9), (3, 0)] {
                // Chance acts behind an action once or twice; a game without a height is over when it begins.
                let gust = ChanceTree {
                    seed,
                    players: 1,
                    height,
                };
                check_in_turns(&gust, games, u32::MAX);
                check_in_turns(&gust, games, 4);
            }
        }
    }

    #[test]
    fn no_more_games_are_begun_than_are_played_in_turns() {
        use std::cell::Cell;
        let (begun, done) = (Cell::new(0), Cell::new(0));
        let games = (0..50).map(|seed| {
            begun.set(begun.get() + 1);
            assert!(
                begun.get() - done.get() <= IN_TURNS,
                "one begins where one has ended"
            );
            (TicTacToe.initial(), Random::new(seed))
        });
        playouts(&TicTacToe, games, u32::MAX, |_, _, _| done.set(done.get() + 1));
        assert_eq!((begun.get(), done.get()), (50, 50));
    }

    #[test]
    fn chance_acts_in_a_playout() {
        let rules = DiceGame { rolls: 3 };
        let mut random = Random::new(1);
        let points: u64 = (0..6000)
            .map(|_| {
                let mut die = rules.initial();
                playout(&rules, &mut die, &mut random, 10);
                rules.points(&die)
            })
            .sum();
        // A kept die is worth 3.5 whenever it is kept; the deviation of the sum is 132.
        assert!(points.abs_diff(21_000) < 800, "{points}");
    }
}
