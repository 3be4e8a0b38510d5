//! The time that clocks run by: it goes on while the server runs and jumps neither with the system's clock
//! nor over a pause of this process without being noticed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quincunx_table::{Millis, Table};

/// How long no server was alive, in milliseconds, when clocks are given time back. Less may be the time
/// between two beats of a server that is there.
const MIN_ABSENCE: Millis = 3_000;

/// A time in which no server was alive: from the last sign of life to the start, or the waking, of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Absence {
    pub(super) from: Millis,
    pub(super) to: Millis,
}

impl Absence {
    /// Returns how much of it a table has yet to be given back. What was given back before, by a server that
    /// then went away before it gave a sign of life, is not given again.
    pub(super) fn owed_to(self, table: &Table) -> Option<Millis> {
        self.owed(table.last_event_at(), table.resumed_at())
    }

    pub(super) fn owed(self, last: Millis, resumed: Option<Millis>) -> Option<Millis> {
        if last >= self.to {
            return None;
        }
        let from = resumed.map_or(self.from, |resumed| resumed.max(self.from));
        Some(self.to.saturating_sub(from)).filter(|&away| away >= MIN_ABSENCE)
    }
}

/// The hub's time, which never goes back.
pub(super) struct HubTime(Mutex<State>);

struct State {
    /// What is added to the time that the hub is given.
    ahead: Millis,
    /// When the time was last asked for, by anybody.
    seen: Millis,
    /// A pause of which it is not known yet whether other servers were alive in it.
    pause: Option<Absence>,
    /// The last time without a server.
    absence: Option<Absence>,
    /// Whether all clocks have been given that back.
    recovered: bool,
}

impl HubTime {
    /// Begins at a time, but not before the last sign of life of any server. The time in between is to be
    /// given back.
    pub(super) fn new(now: Millis, last_beat: Option<Millis>) -> Self {
        let ahead = last_beat.unwrap_or(0).saturating_sub(now);
        let to = now + ahead;
        Self(Mutex::new(State {
            ahead,
            seen: to,
            pause: None,
            absence: last_beat.map(|from| Absence { from, to }),
            recovered: false,
        }))
    }

    /// Converts the time that the hub is given, and notes a pause when nobody has asked for the time for
    /// long.
    pub(super) fn see(&self, given: Millis) -> Millis {
        let mut state = self.state();
        let (from, now) = (state.seen, state.seen.max(given.saturating_add(state.ahead)));
        if now - from >= MIN_ABSENCE {
            state.pause = Some(Absence {
                from: state.pause.map_or(from, |pause| pause.from),
                to: now,
            });
        }
        state.seen = now;
        now
    }

    /// Goes forward to the time of a server with which this one shares its log, when that is ahead.
    pub(super) fn follow(&self, beat: Millis) {
        let mut state = self.state();
        let behind = beat.saturating_sub(state.seen);
        if behind >= MIN_ABSENCE {
            state.ahead += behind;
        }
    }

    pub(super) fn pause(&self) -> Option<Absence> {
        self.state().pause
    }

    /// Settles what a pause was: the servers gave a last sign of life, perhaps others than this one.
    pub(super) fn settle(&self, pause: Absence, last_beat: Option<Millis>) {
        let mut state = self.state();
        if state.pause != Some(pause) {
            return;
        }
        // A server that is ahead may have given its sign after the pause.
        let from = pause.from.max(last_beat.unwrap_or(0)).min(pause.to);
        // What an earlier one still owes is not forgotten.
        let from = match state.absence {
            Some(absence) if !state.recovered => absence.from.min(from),
            _ => from,
        };
        state.absence = Some(Absence { from, to: pause.to });
        state.recovered = false;
        state.pause = None;
    }

    pub(super) fn absence(&self) -> Option<Absence> {
        self.state().absence
    }

    /// Notes that all clocks have been given back an absence.
    pub(super) fn recover(&self, absence: Option<Absence>) {
        let mut state = self.state();
        state.recovered = state.absence == absence;
    }

    /// Returns whether no clock is owed anything any more.
    pub(super) fn is_recovered(&self) -> bool {
        let state = self.state();
        state.recovered && state.pause.is_none()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absence_ends_no_earlier_than_it_begins() {
        let time = HubTime::new(0, None);
        let long = MIN_ABSENCE + 1;
        time.see(long);
        let pause = time.pause().expect("nobody has asked for long");
        // Another server, whose clock is ahead, has given a sign of life since.
        time.settle(pause, Some(pause.to + 1_000));
        let absence = time.absence().expect("it is settled");
        assert!(absence.from <= absence.to, "{absence:?}");
    }
}
