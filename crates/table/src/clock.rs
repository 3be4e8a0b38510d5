//! The clocks of a table: how much time each side has left, as a value to which the time is passed.

use quincunx_core::Side;

use crate::event::{Millis, side};
use crate::messages::{ClockFace, ClockSetup};

/// The clocks of a table.
///
/// They stand until the first move played at the table. From then on the clock of the side that is to act
/// runs. Every ply is a move: after it the increment is added, or the time for each move is whole again.
/// Taking back and playing again passes the turn and neither adds time nor gives any back. In a game that is
/// over no clock runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    setup: ClockSetup,
    /// What each side had left when its clock was last stopped.
    left: Vec<Millis>,
    /// Whether a move has been played.
    started: bool,
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    player: Side,
    since: Millis,
}

impl Clock {
    /// The least and the most time that a side can be given at the start: 1 s and 24 h.
    pub(crate) const START: std::ops::RangeInclusive<Millis> = 1_000..=24 * 3_600_000;
    /// The most that is added after a move: 1 h.
    pub(crate) const MAX_INCREMENT: Millis = 3_600_000;

    /// Sets the clocks for some sides; they stand.
    pub(crate) fn new(setup: ClockSetup, sides: usize) -> Self {
        let (ClockSetup::Total { total: start, .. } | ClockSetup::Move { each: start }) = setup;
        Self {
            setup,
            left: vec![start; sides],
            started: false,
            running: None,
        }
    }

    /// Returns whether the times are in the range that tables allow.
    pub(crate) fn is_reasonable(setup: ClockSetup) -> bool {
        match setup {
            ClockSetup::Total { total, increment } => {
                Self::START.contains(&total) && increment <= Self::MAX_INCREMENT
            }
            ClockSetup::Move { each } => Self::START.contains(&each),
        }
    }

    /// Goes on after a move: `next` is to act, nobody when the game is over.
    pub(crate) fn moved(&mut self, by: Side, next: Option<Side>, at: Millis) {
        self.started = true;
        let timed = self.running.is_some();
        self.stop(at);
        let left = &mut self.left[by.index()];
        match self.setup {
            ClockSetup::Total { increment, .. } if timed => *left = left.saturating_add(increment),
            ClockSetup::Total { .. } => {}
            ClockSetup::Move { each } => *left = each,
        }
        self.run(next, at);
    }

    /// Goes on after moves were taken back or played again: `next` is to act.
    pub(crate) fn turned(&mut self, next: Option<Side>, at: Millis) {
        self.stop(at);
        if self.started {
            self.run(next, at);
        }
    }

    /// Stops the clocks.
    pub(crate) fn stop(&mut self, at: Millis) {
        if let Some(Running { player, since }) = self.running.take() {
            let left = &mut self.left[player.index()];
            *left = left.saturating_sub(at.saturating_sub(since));
        }
    }

    /// Gives back the time during which the server was away.
    pub(crate) fn give_back(&mut self, away: Millis) {
        if let Some(running) = &mut self.running {
            running.since = running.since.saturating_add(away);
        }
    }

    /// Returns how long the clock that runs has run.
    pub(crate) fn running_for(&self, now: Millis) -> Option<Millis> {
        self.running.map(|running| now.saturating_sub(running.since))
    }

    /// Returns when the time of the side whose clock runs is up.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        let running = self.running?;
        Some(running.since.saturating_add(self.left[running.player.index()]))
    }

    /// Returns the side whose time is up.
    pub(crate) fn flagged(&self, now: Millis) -> Option<Side> {
        let deadline = self.deadline()?;
        self.running
            .map(|running| running.player)
            .filter(|_| now >= deadline)
    }

    /// Shows the clocks.
    pub(crate) fn face(&self, now: Millis) -> ClockFace {
        let mut shown = self.clone();
        shown.stop(now);
        let running = self.running.map(|running| side(running.player));
        ClockFace {
            left: shown.left,
            running,
        }
    }

    fn run(&mut self, next: Option<Side>, at: Millis) {
        self.running = next.map(|player| Running { player, since: at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOTAL: ClockSetup = ClockSetup::Total {
        total: 10_000,
        increment: 500,
    };

    #[test]
    fn the_first_move_starts_the_clocks_and_is_free() {
        let mut clock = Clock::new(TOTAL, 2);
        assert_eq!((clock.deadline(), clock.flagged(u64::MAX)), (None, None));
        clock.turned(Some(Side::One), 50);
        assert_eq!(
            clock.face(99_999),
            ClockFace {
                left: vec![10_000, 10_000],
                running: None
            }
        );
        clock.moved(Side::One, Some(Side::Two), 100_000);
        assert_eq!(
            clock.face(103_000),
            ClockFace {
                left: vec![10_000, 7_000],
                running: Some(2)
            }
        );
        assert_eq!(clock.deadline(), Some(110_000));
    }

    #[test]
    fn a_move_takes_time_and_adds_the_increment() {
        let mut clock = Clock::new(TOTAL, 2);
        clock.moved(Side::One, Some(Side::Two), 0);
        clock.moved(Side::Two, Some(Side::Two), 4_000);
        clock.moved(Side::Two, Some(Side::One), 5_000);
        assert_eq!(
            clock.face(6_000),
            ClockFace {
                left: vec![9_000, 6_000],
                running: Some(1)
            }
        );
    }

    #[test]
    fn time_for_each_move_is_whole_again_after_it() {
        let mut clock = Clock::new(ClockSetup::Move { each: 3_000 }, 1);
        clock.moved(Side::One, Some(Side::One), 0);
        clock.moved(Side::One, Some(Side::One), 2_999);
        assert_eq!(clock.deadline(), Some(5_999));
        clock.turned(Some(Side::One), 4_999);
        assert_eq!(clock.deadline(), Some(5_999), "taking back gives no time");
        clock.moved(Side::One, None, 5_000);
        assert_eq!(
            clock.face(9_000),
            ClockFace {
                left: vec![3_000],
                running: None
            }
        );
    }

    #[test]
    fn the_flag_falls_when_nothing_is_left_and_not_before() {
        let mut clock = Clock::new(TOTAL, 2);
        clock.moved(Side::One, Some(Side::Two), 0);
        assert_eq!(
            (clock.flagged(9_999), clock.flagged(10_000)),
            (None, Some(Side::Two))
        );
        clock.give_back(5_000);
        assert_eq!(
            (clock.flagged(14_999), clock.flagged(15_000)),
            (None, Some(Side::Two))
        );
        clock.stop(20_000);
        assert_eq!(
            clock.face(20_000),
            ClockFace {
                left: vec![10_000, 0],
                running: None
            }
        );
    }

    #[test]
    fn times_out_of_range_are_reported() {
        for (setup, right) in [
            (TOTAL, true),
            (
                ClockSetup::Total {
                    total: 999,
                    increment: 0,
                },
                false,
            ),
            (
                ClockSetup::Total {
                    total: 1_000,
                    increment: 3_600_001,
                },
                false,
            ),
            (ClockSetup::Move { each: 86_400_000 }, true),
            (ClockSetup::Move { each: 86_400_001 }, false),
        ] {
            assert_eq!(Clock::is_reasonable(setup), right, "{setup:?}");
        }
    }
}
