//! What happens at tables unasked: computers move, flags fall, presence is sent.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use quincunx_search::StopToken;
use quincunx_table::messages::{Code, Command};
use quincunx_table::{By, Table};
use tokio::time::{Instant, sleep, sleep_until};

use super::Hub;
use super::command::presence_of;
use super::room::{Room, State, Thinking, Timer};
use crate::engine_pool::{CHOICE_TIME_LIMIT, Choice};

/// The least time between two messages about presence.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(1);

/// How long after another process's event this one waits before it does itself what that one should.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many times as long as a computer's move a move of a solution takes that is shown.
const SOLUTION_MOVE_FACTOR: u32 = 4;

/// How long a computer player that failed is left alone.
const FAILURE_DELAY: Duration = Duration::from_secs(5);

impl Hub {
    /// Sees to it that what is due at a table happens. After events of another process that process is given
    /// the time to do it first.
    pub(super) fn schedule(self: &Arc<Self>, room: &Arc<Room>, state: &mut State, ours: bool) {
        self.schedule_clock(room, state, ours);
        self.schedule_computer(room, state, ours);
    }

    /// Schedules a message about presence, at least a second after the last one.
    pub(super) fn schedule_presence(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        if state.presence.due || !state.is_watched() {
            return;
        }
        state.presence.due = true;
        let at = state
            .presence
            .sent
            .map_or_else(Instant::now, |sent| sent + PRESENCE_INTERVAL);
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        self.tasks.spawn(async move {
            if hub.stopping.run_until_cancelled(sleep_until(at)).await.is_none() {
                return;
            }
            let mut state = room.state.lock().await;
            state.presence.due = false;
            state.presence.sent = Some(Instant::now());
            if state.table.is_none() {
                // It is sent when the table is loaded again.
                return;
            }
            let message = presence_of(&room, &state);
            if state.send_all(&message) && state.count_present() {
                hub.schedule_presence(&room, &mut state);
            }
        });
    }

    /// Looks at a table again a moment after the log has failed, so that those who watch learn what is in it.
    pub(super) fn look_again(self: &Arc<Self>, room: &Arc<Room>) {
        let (hub, room) = (Arc::clone(self), Arc::clone(room));
        let looking = async move {
            let mut pause = Duration::from_secs(1);
            while hub.stopping.run_until_cancelled(sleep(pause)).await.is_some() {
                let mut state = room.state.lock().await;
                if !state.is_watched() || hub.loaded(&room, &mut state).await.is_ok() {
                    return;
                }
                pause = (pause * 2).min(Duration::from_secs(30));
            }
        };
        self.tasks.spawn(looking.boxed());
    }

    fn schedule_clock(self: &Arc<Self>, room: &Arc<Room>, state: &mut State, ours: bool) {
        let deadline = state.table.as_ref().and_then(Table::deadline);
        if state.timer.as_ref().map(|timer| timer.deadline) == deadline {
            return;
        }
        state.timer = deadline.map(|deadline| {
            let left = Duration::from_millis(deadline.saturating_sub(self.now()));
            let left = if ours { left } else { left + PATIENCE };
            let (hub, room) = (Arc::clone(self), Arc::clone(room));
            let sleep = self.tasks.spawn(async move {
                if hub.stopping.run_until_cancelled(sleep(left)).await.is_some() {
                    // In a task of its own, as this one ends when the clock is set anew.
                    hub.tasks.spawn(Arc::clone(&hub).flag(room));
                }
            });
            Timer {
                deadline,
                sleep: sleep.abort_handle(),
            }
        });
    }

    /// Ends a game whose time is up.
    fn flag(self: Arc<Self>, room: Arc<Room>) -> BoxFuture<'static, ()> {
        let (hub, here) = (Arc::clone(&self), Arc::clone(&room));
        let work = async move {
            hub.flag_in(&here, &mut *here.state.lock().await).await;
            Ok(())
        };
        // Boxed, as it comes back here.
        self.guarded(room, work.boxed()).map(drop).boxed()
    }

    pub(super) async fn flag_in(self: &Arc<Self>, room: &Arc<Room>, state: &mut State) {
        let now = self.now();
        let Ok(table) = self.loaded(room, state).await else {
            // Who looks for clocks that run finds this one.
            state.timer = None;
            self.look_again(room);
            return;
        };
        if let Some((event, update)) = table.tick(now) {
            // Whoever is overtaken finds that another process has ended the game, or that a move came in
            // time.
            let _ = self.commit(room, state, &event, update, now, None).await;
        } else {
            // Time was given back, or the game went on.
            state.timer = None;
            self.schedule_clock(room, state, true);
        }
    }

    fn schedule_computer(self: &Arc<Self>, room: &Arc<Room>, state: &mut State, ours: bool) {
        let Some(table) = &state.table else {
            return;
        };
        let position = table.position();
        if state
            .thinking
            .as_ref()
            .is_some_and(|thinking| thinking.position != position)
        {
            state.thinking = None;
        }
        let scripted = table.scripted();
        let level = table
            .computer_to_move()
            .filter(|_| table.has_people() || state.is_watched() && self.check_disk(state.payer).is_ok());
        if scripted.is_none() && level.is_none() {
            state.thinking = None;
            return;
        }
        if state.thinking.is_some() || self.stopping.is_cancelled() {
            return;
        }
        let session = table.session();
        let session = session.begun_at(session.ply()).expect("the present ply is one");
        // A quarter of the time left: however little that is, the computer does not lose by it.
        let left = table.deadline().map_or(Duration::MAX, |deadline| {
            Duration::from_millis(deadline.saturating_sub(self.now()) / 4)
        });
        let patience = if ours {
            Duration::ZERO
        } else {
            CHOICE_TIME_LIMIT + PATIENCE
        };
        let earliest = Instant::now() + patience;
        let min_move_time = self.options.min_move_time
            * if table.is_revealed() {
                SOLUTION_MOVE_FACTOR
            } else {
                1
            };
        let stop = StopToken::default();
        let choosing = match (scripted, level) {
            (None, Some(level)) => {
                let question = Choice {
                    entry: table.entry(),
                    session,
                    level,
                    seed: table.player_seed(),
                    deadline: earliest.into_std().checked_add(left),
                    patient: !table.has_people(),
                    address: state.payer,
                };
                self.engines.choose(question, stop.clone()).boxed()
            }
            (action, _) => ready(action).boxed(),
        };
        let chosen = async move {
            sleep_until(earliest).await;
            choosing.await
        };
        state.thinking = Some(Thinking {
            position,
            stop: stop.clone(),
        });
        let turn = Turn {
            room: Arc::clone(room),
            position,
            stop,
            earliest: earliest + min_move_time.min(left),
        };
        self.tasks
            .spawn(Arc::clone(self).move_computer(turn, chosen.boxed()));
    }

    /// Lets the computer move when it has chosen, and not too soon for people to see it.
    fn move_computer(
        self: Arc<Self>,
        turn: Turn,
        chosen: BoxFuture<'static, Option<usize>>,
    ) -> BoxFuture<'static, ()> {
        let earliest = turn.earliest;
        let choice = async move {
            let chosen = chosen.await;
            sleep_until(earliest).await;
            chosen
        };
        let (hub, room) = (Arc::clone(&self), Arc::clone(&turn.room));
        let work = async move {
            if let Some(chosen) = hub.stopping.run_until_cancelled(choice).await {
                hub.take_choice(&turn, chosen).await;
            }
            Ok(())
        };
        // Boxed, as the next turn begins in this one.
        self.guarded(room, work.boxed()).map(drop).boxed()
    }

    /// Plays what a computer has chosen; when it has chosen nothing, it is asked again later.
    async fn take_choice(self: &Arc<Self>, turn: &Turn, chosen: Option<usize>) {
        if chosen.is_none() {
            // The player was interrupted, or has failed.
            let _ = self.stopping.run_until_cancelled(sleep(FAILURE_DELAY)).await;
        }
        let mut state = turn.room.state.lock().await;
        if turn.stop.is_stopped() || self.stopping.is_cancelled() {
            return;
        }
        state.thinking = None;
        let Some(action) = chosen else {
            self.schedule_computer(&turn.room, &mut state, true);
            return;
        };
        let command = Command::Play {
            at: turn.position,
            action: Some(action),
            text: None,
        };
        let payer = state.payer;
        match self
            .carry_out(&turn.room, &mut state, By::Computer, &command, payer)
            .await
        {
            Ok(_) => {}
            Err(refusal) if refusal.code == Code::Stale || refusal.code == Code::Over => {}
            Err(refusal) => {
                tracing::warn!(table = %turn.room.id, message = refusal.message, "the computer could not move");
                self.look_again(&turn.room);
            }
        }
    }
}

/// A computer's turn.
struct Turn {
    room: Arc<Room>,
    position: u64,
    stop: StopToken,
    earliest: Instant,
}
