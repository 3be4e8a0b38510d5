//! Playing a record again.

use thiserror::Error;

use crate::effects::{EffectSink, Waves};
use crate::notation::Notation;
use crate::player::Turn;
use crate::record::{Event, Record, RecordError};

use super::{Ply, Session};

impl<G: Notation> Session<G> {
    /// Plays a record again; the chance outcomes are those of the record, whatever the seed would give.
    ///
    /// # Errors
    /// [`RecordError::Position`] or [`RecordError::Event`], with the line, when the game cannot begin there, an event is
    /// not possible, or chance's outcomes are missing at the end.
    pub fn replay(rules: G, record: &Record) -> Result<Self, RecordError> {
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
        let mut replay = Replay::new(&rules, position.clone());
        for (index, event) in record.events.iter().enumerate() {
            let line = record.line_of_event(index);
            replay
                .event(event)
                .map_err(|reason| RecordError::Event { line, reason })?;
        }
        let line = record.line_of_event(record.events.len());
        let plies = replay
            .finish()
            .map_err(|reason| RecordError::Event { line, reason })?;
        let played = plies.len() - 1;
        Ok(Self {
            rules,
            seed: record.seed,
            position,
            plies,
            played,
        })
    }
}

/// Why a ply cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ImpossiblePly(pub String);

impl<G: Notation> Session<G> {
    /// Carries out an action with what chance made of it when it was first played, whatever the seed would give; plies
    /// that were taken back are forgotten. It is [`Session::replay`] ply by ply, for logs that grow.
    ///
    /// # Errors
    /// When the action or an outcome is not possible, or outcomes are missing; the session is unchanged.
    pub fn play_recorded(&mut self, action: &str, chances: &[String]) -> Result<&Ply<G>, ImpossiblePly> {
        let mut replay = Replay::new(&self.rules, Some(self.state().clone()));
        let events = std::iter::once(Event::Action(action.to_owned()));
        for event in events.chain(chances.iter().cloned().map(Event::Chance)) {
            replay.event(&event).map_err(ImpossiblePly)?;
        }
        let ply = replay
            .finish()
            .map_err(ImpossiblePly)?
            .pop()
            .expect("an action was played");
        self.push(ply);
        Ok(&self.plies[self.played])
    }
}

/// A record played again up to some event.
struct Replay<'a, G: Notation> {
    rules: &'a G,
    done: Vec<Ply<G>>,
    /// The ply in progress; its position is the present one.
    ply: Ply<G>,
    waves: Waves,
}

impl<'a, G: Notation> Replay<'a, G> {
    fn new(rules: &'a G, position: Option<G::State>) -> Self {
        let ply = Ply {
            action: None,
            chances: Vec::new(),
            waves: Vec::new(),
            after: position.unwrap_or_else(|| rules.initial()),
        };
        Self {
            rules,
            done: Vec::new(),
            ply,
            waves: Waves::default(),
        }
    }

    /// Carries out an event, or says why it could not have happened.
    fn event(&mut self, event: &Event) -> Result<(), String> {
        match (event, self.rules.turn(&self.ply.after)) {
            (Event::Action(text), Turn::Player(player)) => {
                let action = self.rules.parse_action(text).map_err(|error| error.to_string())?;
                let mut after = self.ply.after.clone();
                let mut waves = Waves::default();
                self.rules
                    .play(&mut after, action, &mut waves)
                    .map_err(|_| format!("the action `{text}` is not legal in this position"))?;
                let next = Ply {
                    action: Some((player, action)),
                    chances: Vec::new(),
                    waves: Vec::new(),
                    after,
                };
                self.end_ply(next, waves);
            }
            (Event::Chance(text), Turn::Chance) => {
                let chance = self.rules.parse_chance(text).map_err(|error| error.to_string())?;
                if !self.rules.is_possible(&self.ply.after, &chance) {
                    return Err(format!("chance cannot give `{text}` in this position"));
                }
                self.rules
                    .resolve_chance(&mut self.ply.after, &chance, &mut self.waves);
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
        self.waves.end_wave();
        Ok(())
    }

    /// Puts the ply in progress to the others and goes on with the next one and what it has done so far.
    fn end_ply(&mut self, next: Ply<G>, waves: Waves) {
        let mut ply = std::mem::replace(&mut self.ply, next);
        ply.waves = std::mem::replace(&mut self.waves, waves).into_waves();
        self.done.push(ply);
    }

    /// Returns all plies, or says what is missing.
    fn finish(mut self) -> Result<Vec<Ply<G>>, String> {
        if self.rules.turn(&self.ply.after) == Turn::Chance {
            return Err("the record ends while chance is to act".to_owned());
        }
        self.ply.waves = self.waves.into_waves();
        self.done.push(self.ply);
        Ok(self.done)
    }
}
