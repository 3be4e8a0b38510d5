//! How long players of whole games may think: so much for a move, or so much for all the moves of a game.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::limits::{Limits, StopToken};

/// A bound on the thinking of every player of a game. Only a bound of nodes gives the same game again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// So many positions for each move; for MCTS, simulations.
    Nodes(u64),
    /// So many microseconds for each move.
    Move(u64),
    /// So many microseconds for all of a player's moves in one game.
    Game(u64),
}

impl TimeControl {
    /// Makes the bound of a time for each move.
    pub fn of_move(time: Duration) -> Self {
        Self::Move(microseconds(time))
    }

    /// Makes the bound of a time for a whole game.
    pub fn of_game(time: Duration) -> Self {
        Self::Game(microseconds(time))
    }

    /// Returns whether the clock decides, so that games depend on the machine and its load.
    pub const fn is_timed(self) -> bool {
        matches!(self, Self::Move(_) | Self::Game(_))
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1)
}

impl fmt::Display for TimeControl {
    /// Writes `20000 nodes a move`, `1s a move` or `10s a game`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Move(time) => write!(f, "{:?} a move", Duration::from_micros(time)),
            Self::Game(time) => write!(f, "{:?} a game", Duration::from_micros(time)),
        }
    }
}

/// What a player has left of its bound in one game. Each move gets its share of the remaining time, and more
/// if the moves before it have taken less than theirs.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    time_control: TimeControl,
    /// What is left of a game's time.
    left: Duration,
    /// The share of the move that was asked about last.
    share: Duration,
    /// The shares of all moves made.
    shared: Duration,
    /// What those moves have taken.
    spent: Duration,
}

impl GameClock {
    /// The part of a game's time that is kept for late looks at the clock and the moves themselves.
    const RESERVE: u32 = 50;

    /// Less than this is not worth a search: the best move at a glance takes as long.
    const MIN_TIME: Duration = Duration::from_micros(20);

    /// How many moves take together what those before them have left of their shares.
    const HEIRS: u32 = 8;

    /// How many shares a move may take at most, unless it is one of the last.
    const MAX_SHARES: u32 = 8;

    /// Starts a game.
    pub fn start(time_control: TimeControl) -> Self {
        let left = match time_control {
            TimeControl::Game(time) => Duration::from_micros(time - time / u64::from(Self::RESERVE)),
            TimeControl::Nodes(_) | TimeControl::Move(_) => Duration::ZERO,
        };
        Self {
            time_control,
            left,
            share: Duration::ZERO,
            shared: Duration::ZERO,
            spent: Duration::ZERO,
        }
    }

    /// Returns the limits of the next move, one of about so many that the player still has to make.
    pub fn limits(&mut self, moves_left: u32, stop: &StopToken) -> Limits {
        let none = Limits::until(stop);
        match self.time_control {
            TimeControl::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..none
            },
            TimeControl::Move(time) => Limits {
                time: Some(Duration::from_micros(time)),
                ..none
            },
            TimeControl::Game(_) => {
                self.share = self.left / moves_left.max(1);
                let most =
                    (self.share * moves_left.clamp(1, Self::MAX_SHARES)).max(Self::MIN_TIME.min(self.left));
                let saved = self.shared.saturating_sub(self.spent);
                let mut time = (self.share + saved / Self::HEIRS).min(most);
                if time < Self::MIN_TIME {
                    time = Duration::ZERO;
                }
                Limits {
                    depth: time.is_zero().then_some(1),
                    time: Some(time),
                    thrifty: true,
                    ..none
                }
            }
        }
    }

    /// Takes off what a move has taken.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
        self.shared += self.share;
        self.spent += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the moves of a game take in all and the least of them, when each takes its share and as
    /// much again as looks at the clock come late.
    fn spent(
        clock: &mut GameClock,
        moves: u32,
        expected: impl Fn(u32) -> u32,
        late: Duration,
    ) -> [Duration; 2] {
        let (mut sum, mut least) = (Duration::ZERO, Duration::MAX);
        for number in 0..moves {
            let limits = clock.limits(expected(number), &StopToken::default());
            let time = limits.time.expect("the clock decides");
            let takes = if time.is_zero() {
                Duration::ZERO
            } else {
                time + late
            };
            clock.spend(takes);
            (sum, least) = (sum + takes, least.min(time));
        }
        [sum, least]
    }

    #[test]
    fn a_games_time_lasts_for_the_game() {
        let time_control = TimeControl::of_game(Duration::from_secs(10));
        let most = Duration::from_secs(10);
        // As many moves as were expected share the time evenly, but for the reserve.
        let [sum, least] = spent(
            &mut GameClock::start(time_control),
            100,
            |number| 100 - number,
            Duration::ZERO,
        );
        assert!(sum < most && sum > most * 97 / 100, "{sum:?}");
        assert!(least > Duration::from_millis(97), "{least:?}");
        // With more than were expected, and looks that come late, it still lasts.
        let late = Duration::from_micros(50);
        let [sum, _] = spent(&mut GameClock::start(time_control), 100_000, |_| 6000, late);
        assert!(sum < most && sum > most * 9 / 10, "{sum:?}");
    }

    /// As of a search each of whose depths takes ten times the last, and that begins none that would not end.
    #[test]
    fn what_searches_leave_is_there_for_the_next() {
        let time_control = TimeControl::of_game(Duration::from_secs(10));
        for (moves, least) in [(3000, 1600), (30_000, 9000)] {
            let mut clock = GameClock::start(time_control);
            let (mut spent, mut longest) = (Duration::ZERO, Duration::ZERO);
            for number in 0..moves {
                let to_come = (15_000u32.saturating_sub(number)).max(4000);
                let time = clock.limits(to_come, &StopToken::default()).time;
                let time = time.expect("the clock decides");
                // Boards differ in what a depth takes.
                let first = Duration::from_nanos(100 + u64::from(number % 7) * 40);
                let depths = (0..10).map(|depth| first * 10u32.pow(depth));
                let takes = depths
                    .take_while(|&takes| takes <= time)
                    .last()
                    .unwrap_or_default();
                clock.spend(takes);
                (spent, longest) = (spent + takes, longest.max(takes));
            }
            let least = Duration::from_millis(least);
            assert!(
                spent > least && spent < Duration::from_secs(10),
                "{moves}: {spent:?}"
            );
            assert!(longest < Duration::from_millis(8), "{longest:?}");
        }
    }

    #[test]
    fn shares_too_small_for_a_search_add_up_to_one() {
        let mut clock = GameClock::start(TimeControl::of_game(Duration::from_secs(1)));
        let (mut spent, mut searches) = (Duration::ZERO, 0);
        for number in 0..20_000 {
            let limits = clock.limits(50_000 - number, &StopToken::default());
            let time = limits.time.expect("the clock decides");
            searches += u32::from(!time.is_zero());
            let takes = time.max(Duration::from_micros(1));
            clock.spend(takes);
            spent += takes;
        }
        // Of every move 19.6 µs.
        assert!(
            spent > Duration::from_millis(380) && spent < Duration::from_millis(393),
            "{spent:?}"
        );
        assert!(searches > 5000, "{searches}");
        // Eight shares of 2 µs are too little as well.
        let mut clock = GameClock::start(TimeControl::of_game(Duration::from_millis(100)));
        let times = (0..1000).map(|number| {
            let time = clock.limits(50_000 - number, &StopToken::default()).time;
            let time = time.expect("the clock decides");
            clock.spend(time);
            time
        });
        let times: Vec<Duration> = times.collect();
        assert!(times.contains(&GameClock::MIN_TIME), "{times:?}");
        let sum: Duration = times.iter().sum();
        assert!(sum < Duration::from_millis(2), "{sum:?}");
    }

    #[test]
    fn what_is_spent_leaves_a_glance() {
        let mut clock = GameClock::start(TimeControl::of_game(Duration::from_millis(1)));
        clock.spend(Duration::from_secs(1));
        let limits = clock.limits(0, &StopToken::default());
        assert_eq!((limits.time, limits.depth), (Some(Duration::ZERO), Some(1)));
    }

    #[test]
    fn moves_have_their_own_bounds() {
        let stop = StopToken::default();
        let mut clock = GameClock::start(TimeControl::of_move(Duration::from_secs(1)));
        clock.spend(Duration::from_secs(9));
        assert_eq!(clock.limits(7, &stop).time, Some(Duration::from_secs(1)));
        let limits = GameClock::start(TimeControl::Nodes(300)).limits(7, &stop);
        assert_eq!((limits.nodes, limits.time), (Some(300), None));
        stop.stop();
        assert!(limits.stop.is_stopped());
    }

    #[test]
    fn bounds_are_reported() {
        for (time_control, text, timed) in [
            (TimeControl::Nodes(20_000), "20000 nodes a move", false),
            (
                TimeControl::of_move(Duration::from_millis(200)),
                "200ms a move",
                true,
            ),
            (TimeControl::of_game(Duration::from_secs(10)), "10s a game", true),
        ] {
            assert_eq!(
                (time_control.to_string().as_str(), time_control.is_timed()),
                (text, timed)
            );
        }
        assert_eq!(TimeControl::of_move(Duration::ZERO), TimeControl::Move(1));
    }
}
