//! What happens at tables unasked: the computer moves, flags fall.

use quincunx_table::messages::Command;
use quincunx_table::{By, Millis, TableId};

use super::{Output, Seated, Tables, Task};
use crate::engine::Question;

/// How long a computer's move takes at least, so that people see what happens, in milliseconds.
pub(super) const TURN: Millis = 250;

/// How long a move of a solution takes that is shown.
const SOLUTION_TURN: Millis = 1000;

/// How long a computer player may think about a move.
const CHOICE_TIME_LIMIT: Millis = 5000;

/// How long an engine that failed is left alone.
const FAILURE_DELAY: Millis = 5000;

/// A move that is made without anybody asking for it.
pub(super) struct ComputerMove {
    pub(super) position: u64,
    /// When people are ready to see it, or a failed engine is asked again.
    pub(super) due: Millis,
    pub(super) choice: Choice,
}

#[derive(Clone, Copy)]
pub(super) enum Choice {
    Thinking { task: u64 },
    Made { action: usize },
    Failed,
}

impl Tables {
    /// Sees to it that the computer moves where it is its turn, and thinks no longer where it is not.
    pub(super) fn schedule(&mut self, id: TableId, now: Millis) {
        // Another page makes the moves.
        let Some(seated) = self.tables.get(&id).filter(|_| self.leads) else {
            return;
        };
        let position = seated.table.position();
        let scripted = seated.table.scripted();
        let level = seated.level_to_choose();
        let is_due = scripted.is_some() || level.is_some();
        if is_due && seated.turn.as_ref().is_some_and(|turn| turn.position == position) {
            return;
        }
        let question = level.filter(|_| scripted.is_none());
        let question = question.map(|level| seated.question(level, now));
        let pause = if seated.table.is_revealed() {
            SOLUTION_TURN
        } else {
            TURN.min(seated.time_for_a_move(now))
        };
        if let Some(Choice::Thinking { task }) = self.end_turn(id).map(|turn| turn.choice) {
            self.cancel(Some(task));
        }
        let choice = match (scripted, question) {
            (Some(action), _) => Choice::Made { action },
            (None, Some(question)) => Choice::Thinking {
                task: self.ask(Task::Move { table: id }, question),
            },
            (None, None) => return,
        };
        let turn = ComputerMove {
            position,
            due: now.saturating_add(pause),
            choice,
        };
        if let Some(seated) = self.tables.get_mut(&id) {
            seated.turn = Some(turn);
        }
    }

    /// Asks the engine again after a while, where it is the computer's turn.
    pub(super) fn fail_turn(&mut self, id: TableId, now: Millis) {
        if let Some(turn) = self.tables.get_mut(&id).and_then(|seated| seated.turn.as_mut()) {
            turn.choice = Choice::Failed;
            turn.due = now.saturating_add(FAILURE_DELAY);
        }
    }

    fn end_turn(&mut self, id: TableId) -> Option<ComputerMove> {
        self.tables.get_mut(&id)?.turn.take()
    }

    /// Makes the moves and ends the games whose time has come, and says when the next one comes.
    pub(super) fn do_what_is_due(&mut self, now: Millis) {
        let mut next = self.next_due();
        while let Some((at, id)) = next.filter(|(at, _)| *at <= now) {
            self.flag(id, now);
            let turn = self.tables.get(&id).and_then(|seated| seated.turn.as_ref());
            match turn.filter(|turn| turn.due <= now) {
                Some(&ComputerMove {
                    position,
                    choice: Choice::Made { action },
                    ..
                }) => {
                    let command = Command::Play {
                        at: position,
                        action: Some(action),
                        text: None,
                    };
                    if self.carry_out(id, By::Computer, &command, now).is_err() {
                        self.fail_turn(id, now);
                    }
                }
                Some(ComputerMove {
                    choice: Choice::Failed,
                    ..
                }) => {
                    self.end_turn(id);
                    self.schedule(id, now);
                }
                _ => {}
            }
            next = self.next_due();
            if next == Some((at, id)) {
                break;
            }
        }
        let wake = next.map(|(at, _)| at);
        if wake != self.wake {
            self.wake = wake;
            let at = wake.map(|at| at.saturating_sub(self.ahead));
            self.outputs.push(Output::Wake { at });
        }
    }

    /// Returns what is due first, and when.
    fn next_due(&self) -> Option<(Millis, TableId)> {
        // Another page does what is due.
        if !self.leads {
            return None;
        }
        let due = |(&id, seated): (&TableId, &Seated)| {
            let turn = seated.turn.as_ref();
            let turn = turn.filter(|turn| !matches!(turn.choice, Choice::Thinking { .. }));
            let turn = turn.map(|turn| turn.due);
            let first = [turn, seated.table.deadline()].into_iter().flatten().min();
            first.map(|at| (at, id))
        };
        self.tables.iter().filter_map(due).min()
    }
}

impl Seated {
    /// Returns the level of the computer that is to choose, if somebody wants to see what.
    fn level_to_choose(&self) -> Option<u8> {
        let is_wanted = self.table.has_people() || self.watched.is_some();
        self.table.computer_to_move().filter(|_| is_wanted)
    }

    /// Asks what a computer of some level plays.
    fn question(&self, level: u8, now: Millis) -> Question {
        let session = self.table.session();
        let session = session.begun_at(session.ply()).expect("the present ply is one");
        Question::Choose {
            record: session.record(Vec::new()).to_text(),
            level,
            seed: self.table.player_seed(),
            time: self.time_for_a_move(now),
        }
    }

    /// Returns how long a computer's move may take: of the time left a quarter, so that however little that
    /// is, it does not lose by it.
    fn time_for_a_move(&self, now: Millis) -> Millis {
        let left = self
            .table
            .deadline()
            .map(|deadline| deadline.saturating_sub(now) / 4);
        left.map_or(CHOICE_TIME_LIMIT, |left| left.min(CHOICE_TIME_LIMIT))
    }
}
