//! Questions to the engine: moves, hints and the analysis.

use quincunx_core::Gesture;
use quincunx_search::{ActionValue, Analysis, GameClock, Limits, StopToken, Value};

use super::{Asked, Judgement, Seat, Table, Tone};
use crate::tui::messages::{Answer, Job, Request, Task};
use crate::tui::words;

impl Table {
    pub(super) fn toggle_analysis(&mut self) {
        self.analysis_on = !self.analysis_on;
        if !self.analysis_on {
            self.judgement = None;
            if matches!(self.asked, Some((_, Asked::Worth { .. }))) {
                self.asked = None;
                self.requests.push(Request::Stop);
            }
        }
    }

    pub(super) fn ask_hint(&mut self) {
        if self.seat_to_act().is_none() {
            return self.show(Tone::Plain, "the game is over");
        }
        if self.is_thinking() {
            return self.show(Tone::Plain, "it is the computer's turn");
        }
        if self.hint_of_puzzle() {
            return;
        }
        if let Some(judgement) = &self.judgement {
            let analysis = judgement.analysis.clone();
            return self.show_hint(&analysis);
        }
        self.show(Tone::Plain, "looking for a good action …");
        self.ask(Asked::Worth { hint: true });
    }

    pub(super) fn show_hint(&mut self, analysis: &Analysis<usize>) {
        let best = analysis.best();
        let value = analysis.actions[0].value;
        self.hint = Some(best);
        let hint = words::action_and_value(self, best, value);
        self.show(Tone::Good, &format!("hint: {hint}"));
    }

    /// Asks the engine, instead of an earlier question.
    pub(super) fn ask(&mut self, question: Asked) {
        let (task, agent) = match question {
            Asked::Move => match self.seat_to_act() {
                Some(Seat::Computer(spec)) => (Task::Choose, spec.clone()),
                _ => return,
            },
            Asked::Worth { hint: true } => (Task::Judge(Self::HINT_TIME), self.entry.strongest_agent()),
            Asked::Worth { hint: false } => (Task::Judge(Self::ANALYSIS_TIME), self.entry.strongest_agent()),
        };
        let moves = self.entry.expected_moves_left(self.session.as_ref());
        let limits = match (question, self.clock()) {
            (Asked::Move, Some(clock)) => clock.limits(moves, &StopToken::default()),
            _ => Limits::default(),
        };
        self.next_ticket += 1;
        self.asked = Some((self.next_ticket, question));
        self.requests.push(Request::Think(Job {
            ticket: self.next_ticket,
            game: self.game,
            task,
            entry: self.entry,
            agent,
            session: self.session.clone_box(),
            limits,
        }));
    }

    /// Returns the actions with their values, the best first, if the analysis is on.
    pub(crate) fn shown_actions(&self) -> &[ActionValue<usize>] {
        let judgement = self.judgement.as_ref().filter(|_| self.analysis_on);
        judgement.map_or(&[], |judgement| &judgement.analysis.actions)
    }

    /// Returns the value of a gesture, if the analysis is on.
    pub(crate) fn shown_value(&self, gesture: Gesture) -> Option<Value> {
        let is_meant = |judged: &&ActionValue<usize>| self.session.gesture(judged.action) == Some(gesture);
        Some(self.shown_actions().iter().find(is_meant)?.value)
    }

    pub(crate) fn is_best(&self, value: Value) -> bool {
        let best = self.shown_actions().first();
        best.is_some_and(|best| value.compare(best.value).is_eq())
    }

    pub(crate) fn is_hint(&self, gesture: Gesture) -> bool {
        self.hint
            .is_some_and(|action| self.session.gesture(action) == Some(gesture))
    }

    fn clock(&mut self) -> Option<&mut GameClock> {
        let player = self.session.turn().player()?;
        self.clocks.as_mut().map(|clocks| &mut clocks[player.index()])
    }

    /// Drops the question, which is asked again at the next tick.
    pub(crate) fn forget_question(&mut self) {
        self.asked = None;
        self.requests.clear();
    }

    /// Handles an answer; one to an old question is dropped.
    pub(crate) fn answer(&mut self, ticket: u64, answer: Answer) {
        let Some((_, question)) = self.asked.filter(|(asked, _)| *asked == ticket) else {
            return;
        };
        match (answer, question) {
            (Answer::Chosen(action, took), _) => {
                if let Some(clock) = self.clock() {
                    clock.spend(took);
                }
                self.asked = None;
                self.ready = Some(action);
            }
            (Answer::Judged(analysis, done), Asked::Worth { hint }) => {
                if done {
                    self.asked = None;
                }
                if hint && done {
                    self.show_hint(&analysis);
                }
                if self.analysis_on || hint {
                    self.judgement = Some(Judgement {
                        analysis,
                        // A hint's short analysis is repeated when the analysis is on.
                        done: done && !hint,
                    });
                }
            }
            (Answer::Judged(..), Asked::Move) => {}
            (Answer::Failed(reason), _) => {
                self.asked = None;
                self.paused = true;
                self.analysis_on = false;
                self.show(Tone::Bad, &reason);
            }
        }
    }
}
