//! Playing a record again.

use std::sync::Arc;

use thiserror::Error;

use super::{Ply, Session};
use crate::game::has_chance;
use crate::notation::Notation;
use crate::record::{Event, Record, RecordError};
use crate::side::Turn;

/// Why a ply cannot have happened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ImpossiblePly(pub String);

impl<G: Notation> Session<G> {
    /// Plays a record again; the chance outcomes are those of the record, whatever the seed would give. The
    /// rules must be those of the record: its game and options are not checked.
    ///
    /// # Errors
    /// * [`RecordError::Position`], when the game did not begin in a position of these rules;
    /// * [`RecordError::Event`], when an event could not have happened, or the record ends while chance is to
    ///   act.
    ///
    /// Both name the line.
    pub fn replay(rules: G, record: &Record) -> Result<Self, RecordError> {
        Self::replay_as(rules, record, false)
    }

    /// Plays the record of a session [with chance nodes](Session::with_chance_nodes) again, whose last ply
    /// chance may still have to end.
    ///
    /// # Errors
    /// As [`Session::replay`], but the record may end while chance is to act.
    pub fn replay_with_chance_nodes(rules: G, record: &Record) -> Result<Self, RecordError> {
        Self::replay_as(rules, record, has_chance::<G>())
    }

    fn replay_as(rules: G, record: &Record, has_chance_nodes: bool) -> Result<Self, RecordError> {
        let position = record.position.as_ref().map(|text| rules.parse_position(text));
        let position = position.transpose().map_err(|error| RecordError::Position {
            line: record.line_of_position(),
            reason: error.to_string(),
        })?;
        let opening = Ply::opening(position.clone().unwrap_or_else(|| rules.initial()));
        let mut session = Self {
            has_chance_nodes,
            ..Self::opened(rules, record.seed, position, opening)
        };
        let replayed = session.carry_out(&record.events);
        replayed.map_err(|(index, reason)| RecordError::Event {
            line: record.line_of_event(index),
            reason,
        })?;
        Ok(session)
    }

    /// Carries out an action with what chance made of it when it was first played, whatever the seed would
    /// give; plies that were taken back are forgotten. If it fails, the session is unchanged.
    ///
    /// # Errors
    /// When the action or an outcome cannot be read or could not have happened. Also when chance is still to
    /// act at the end, unless the session has chance nodes.
    pub fn play_recorded(&mut self, action: &str, chances: &[String]) -> Result<&Ply<G>, ImpossiblePly> {
        let mut events = vec![Event::Action(action.to_owned())];
        events.extend(chances.iter().cloned().map(Event::Chance));
        self.carry_out(&events)
            .map_err(|(_, reason)| ImpossiblePly(reason))?;
        Ok(&self.present)
    }

    /// Carries out an outcome of chance, in the game's notation, in a session [with chance
    /// nodes](Session::with_chance_nodes). If it fails, the session is unchanged.
    ///
    /// # Errors
    /// When it is not chance's turn, or the outcome cannot be read or is not possible here.
    pub fn resolve_chance(&mut self, chance: &str) -> Result<(), ImpossiblePly> {
        self.carry_out(&[Event::Chance(chance.to_owned())])
            .map_err(|(_, reason)| ImpossiblePly(reason))
    }

    /// Carries out what happened next, or returns the index of the first event that could not have happened,
    /// and why; the session is unchanged then.
    fn carry_out(&mut self, events: &[Event]) -> Result<(), (usize, String)> {
        let mut present = Ply::clone(&self.present);
        let mut decided = Vec::new();
        for (index, event) in events.iter().enumerate() {
            let next = present.next(&self.rules, event);
            if let Some(next) = next.map_err(|reason| (index, reason))? {
                decided.push(Arc::new(present.decisions(self.ply + decided.len())));
                present = next;
            }
        }
        if !self.has_chance_nodes && self.rules.turn(&present.after) == Turn::Chance {
            return Err((events.len(), "the record ends while chance is to act".to_owned()));
        }
        decided.push(Arc::new(present.decisions(self.ply + decided.len())));
        self.plies.truncate(self.ply);
        self.plies.extend(decided);
        self.ply = self.plies.len() - 1;
        self.present = Arc::new(present);
        Ok(())
    }
}

impl<G: Notation> Ply<G> {
    /// Carries out an event: an outcome of chance in this ply, or an action, which begins the ply that is
    /// returned. Returns why it could not have happened otherwise.
    fn next(&mut self, rules: &G, event: &Event) -> Result<Option<Self>, String> {
        match (event, rules.turn(&self.after)) {
            (Event::Action(text), Turn::Player(player)) => {
                let action = rules.parse_action(text).map_err(|error| error.to_string())?;
                let next = Self::acted(rules, &self.after, player, action)
                    .map_err(|_| format!("the action `{text}` is not legal in this position"))?;
                Ok(Some(next))
            }
            (Event::Chance(text), Turn::Chance) => {
                let chance = rules.parse_chance(text).map_err(|error| error.to_string())?;
                if !rules.is_possible(&self.after, &chance) {
                    return Err(format!("chance cannot give `{text}` in this position"));
                }
                self.resolve(rules, chance);
                Ok(None)
            }
            (Event::Action(text), Turn::Chance) => {
                Err(format!("the action `{text}` comes while chance is to act"))
            }
            (Event::Chance(text), Turn::Player(_)) => {
                Err(format!("the outcome `{text}` comes while a player is to act"))
            }
            (Event::Action(text) | Event::Chance(text), Turn::Over(_)) => {
                Err(format!("`{text}` comes after the game has ended"))
            }
        }
    }
}
