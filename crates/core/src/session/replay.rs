//! Playing a record again.

use thiserror::Error;

use crate::effects::{EffectSink, EffectSteps};
use crate::game::has_chance;
use crate::notation::Notation;
use crate::player::Turn;
use crate::record::{Event, Record, RecordError};

use super::{History, Ply, Session};

impl<G: Notation> Session<G> {
    /// Plays a record again; the chance outcomes are those of the record, whatever the seed would give.
    ///
    /// # Errors
    /// [`RecordError::Position`] or [`RecordError::Event`], with the line, when the game cannot begin there,
    /// an event is not possible, or chance's outcomes are missing at the end.
    pub fn replay(rules: G, record: &Record) -> Result<Self, RecordError> {
        Self::replay_as(rules, record, false)
    }

    /// Plays the record of a session [with chance nodes](Session::with_chance_nodes) again, into one of that
    /// kind: chance may have still to end the last ply.
    ///
    /// # Errors
    /// As [`Session::replay`], but that chance's outcomes may be missing at the end.
    pub fn replay_with_chance_nodes(rules: G, record: &Record) -> Result<Self, RecordError> {
        Self::replay_as(rules, record, has_chance::<G>())
    }

    fn replay_as(rules: G, record: &Record, has_chance_nodes: bool) -> Result<Self, RecordError> {
        let position = match &record.position {
            None => None,
            Some(text) => {
                let line = record.line_of_position();
                let state = rules
                    .parse_position(text)
                    .map_err(|error| RecordError::Position {
                        line,
                        reason: error.to_string(),
                    })?;
                Some(state)
            }
        };
        let opening = Ply::opening(position.clone().unwrap_or_else(|| rules.initial()));
        let mut replay = Replay::new(&rules, History::empty(), opening);
        for (index, event) in record.events.iter().enumerate() {
            let line = record.line_of_event(index);
            replay
                .event(event)
                .map_err(|reason| RecordError::Event { line, reason })?;
        }
        let line = record.line_of_event(record.events.len());
        let played = replay
            .finish(has_chance_nodes)
            .map_err(|reason| RecordError::Event { line, reason })?;
        Ok(Self {
            rules,
            seed: record.seed,
            position,
            played,
            all: None,
            has_chance_nodes,
        })
    }
}

/// Why a ply cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ImpossiblePly(pub String);

impl<G: Notation> Session<G> {
    /// Carries out an action with what chance made of it when it was first played, whatever the seed would
    /// give; plies that were taken back are forgotten. It is [`Session::replay`] ply by ply, for logs
    /// that grow.
    ///
    /// # Errors
    /// When the action or an outcome is not possible, or outcomes are missing where chance cannot be left to
    /// act; the session is unchanged.
    pub fn play_recorded(&mut self, action: &str, chances: &[String]) -> Result<&Ply<G>, ImpossiblePly> {
        let events = std::iter::once(Event::Action(action.to_owned()));
        self.go_on(events.chain(chances.iter().cloned().map(Event::Chance)))?;
        Ok(self.present())
    }

    /// Carries out what chance does, in the game's notation, where it is its turn: in a session
    /// [with chance nodes](Session::with_chance_nodes).
    ///
    /// # Errors
    /// When chance cannot do that here, or does not act; the session is unchanged.
    pub fn resolve_chance(&mut self, chance: &str) -> Result<(), ImpossiblePly> {
        self.go_on([Event::Chance(chance.to_owned())])
    }

    /// Carries out what happened next.
    fn go_on(&mut self, events: impl IntoIterator<Item = Event>) -> Result<(), ImpossiblePly> {
        let mut replay = Replay::new(&self.rules, self.past().clone(), self.present().clone());
        for event in events {
            replay.event(&event).map_err(ImpossiblePly)?;
        }
        self.played = replay.finish(self.has_chance_nodes).map_err(ImpossiblePly)?;
        self.all = None;
        Ok(())
    }
}

/// A record played again up to some event.
struct Replay<'a, G: Notation> {
    rules: &'a G,
    /// The plies before the one in progress.
    done: History<Ply<G>>,
    /// The ply in progress; its position is the present one.
    ply: Ply<G>,
    /// What is still to be put to its waves.
    steps: EffectSteps,
}

impl<'a, G: Notation> Replay<'a, G> {
    fn new(rules: &'a G, done: History<Ply<G>>, ply: Ply<G>) -> Self {
        Self {
            rules,
            done,
            ply,
            steps: EffectSteps::default(),
        }
    }

    /// Carries out an event, or says why it could not have happened.
    fn event(&mut self, event: &Event) -> Result<(), String> {
        match (event, self.rules.turn(&self.ply.after)) {
            (Event::Action(text), Turn::Player(player)) => {
                let action = self.rules.parse_action(text).map_err(|error| error.to_string())?;
                let next = Ply::acted(self.rules, &self.ply.after, player, action)
                    .map_err(|_| format!("the action `{text}` is not legal in this position"))?;
                self.end_ply(next);
            }
            (Event::Chance(text), Turn::Chance) => {
                let chance = self.rules.parse_chance(text).map_err(|error| error.to_string())?;
                if !self.rules.is_possible(&self.ply.after, &chance) {
                    return Err(format!("chance cannot give `{text}` in this position"));
                }
                self.rules
                    .resolve_chance(&mut self.ply.after, &chance, &mut self.steps);
                self.ply.chances.push(chance);
            }
            (Event::Action(text), Turn::Chance) => {
                return Err(format!("the action `{text}` comes while chance is to act"));
            }
            (Event::Chance(text), Turn::Player(_)) => {
                return Err(format!("the outcome `{text}` comes while a player is to act"));
            }
            (Event::Action(text) | Event::Chance(text), Turn::Over(_)) => {
                return Err(format!("`{text}` comes after the game has ended"));
            }
        }
        self.steps.end_step();
        Ok(())
    }

    /// Puts the ply in progress to the others and goes on with the next one.
    fn end_ply(&mut self, next: Ply<G>) {
        let mut ply = std::mem::replace(&mut self.ply, next);
        ply.steps.extend(std::mem::take(&mut self.steps).into_steps());
        self.done.push(ply);
    }

    /// Returns all plies, or says what is missing where chance cannot be left to act.
    fn finish(mut self, has_chance_nodes: bool) -> Result<History<Ply<G>>, String> {
        if !has_chance_nodes && self.rules.turn(&self.ply.after) == Turn::Chance {
            return Err("the record ends while chance is to act".to_owned());
        }
        self.ply.steps.extend(self.steps.into_steps());
        self.done.push(self.ply);
        Ok(self.done)
    }
}
