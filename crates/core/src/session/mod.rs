//! A game in progress: positions, undo and redo, effects, and the record of it.

mod replay;
#[cfg(test)]
mod tests;

use thiserror::Error;

use crate::effects::{Effect, EffectSink, Wave, Waves};
use crate::game::{Game, IllegalAction};
use crate::notation::Notation;
use crate::options::Options;
use crate::player::{Player, Turn};
use crate::ply_luck::PlyLuck;
use crate::record::{Event, Record};
use crate::seed::Seed;

pub use replay::ImpossiblePly;

/// A game in progress.
///
/// A ply is one action of a player together with everything that chance does before a player acts again. Ply 0 is the
/// opening, in which only chance acts. The chance outcomes of ply `n` come from stream `n` of the seed
/// ([`Seed::stream`]), in a game with several sources of luck from one for each ([`PlyLuck`]), so taking a ply back and playing
/// it again meets the same luck.
///
/// Every position is kept, so undo and redo cost nothing and a session's memory grows by a state with every ply.
///
/// ```text
///   plies    0 opening   1 > left   2 > up   3 > left
///                                    ^ ply() == 2: ply 3 was taken back and can be played again
/// ```
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    rules: G,
    seed: Seed,
    /// The position the game began in, where it is not that of the rules.
    position: Option<G::State>,
    plies: Vec<Ply<G>>,
    /// The number of plies that have been played and not taken back, the opening not counted.
    played: usize,
}

/// One ply with what came of it.
#[derive(Clone, Debug)]
pub struct Ply<G: Game> {
    /// Who acted and how; `None` for the opening.
    pub action: Option<(Player, G::Action)>,
    /// What chance decided afterwards.
    pub chances: Vec<G::Chance>,
    /// What happened to the board.
    pub waves: Vec<Wave>,
    /// The position in which it ended.
    pub after: G::State,
}

/// Why an action could not be carried out; the session is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The action is not legal in this position.
    #[error("that is not possible here")]
    Illegal,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Chance went on for [`MOST_CHANCES`] outcomes without giving the turn back.
    #[error("the cascade did not come to rest within {MOST_CHANCES} steps")]
    Endless,
}

/// The number of chance outcomes in one ply after which a session takes a cascade to be endless.
pub const MOST_CHANCES: usize = 100_000;

impl<G: Game> Session<G> {
    /// Starts a game: chance acts until a player can.
    ///
    /// # Errors
    /// [`PlayError::Endless`], when the opening does not come to rest.
    pub fn new(rules: G, seed: impl Into<Seed>) -> Result<Self, PlayError> {
        let initial = rules.initial();
        Self::begin(rules, seed.into(), None, initial)
    }

    /// Starts a game from a position; chance acts until a player can, as in an opening.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn from_state(rules: G, seed: impl Into<Seed>, state: G::State) -> Result<Self, PlayError> {
        Self::begin(rules, seed.into(), Some(state.clone()), state)
    }

    /// Makes a session that begins at the position after a ply and has no past; `None` when there is no such ply.
    ///
    /// It is for looking at that position: as its plies count from 0, it meets other luck than this one.
    #[must_use]
    pub fn begun_at(&self, ply: usize) -> Option<Self> {
        let state = &self.plies.get(ply)?.after;
        let opening = Ply {
            action: None,
            chances: Vec::new(),
            waves: Vec::new(),
            after: state.clone(),
        };
        Some(Self {
            rules: self.rules.clone(),
            seed: self.seed,
            position: Some(state.clone()),
            plies: vec![opening],
            played: 0,
        })
    }

    fn begin(rules: G, seed: Seed, position: Option<G::State>, state: G::State) -> Result<Self, PlayError> {
        let mut session = Self {
            rules,
            seed,
            position,
            plies: Vec::new(),
            played: 0,
        };
        let opening = session.run(None, state)?;
        session.plies.push(opening);
        Ok(session)
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &G {
        &self.rules
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.plies[self.played].after
    }

    /// Tells who acts now; never chance.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.rules.turn(self.state())
    }

    /// Returns the legal actions; none when the game is over.
    #[must_use]
    pub fn legal_actions(&self) -> G::Actions {
        self.rules.legal_actions(self.state())
    }

    /// Returns how many plies have been played and not taken back.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.played
    }

    /// Returns the opening and all plies, those that were taken back at the end.
    #[must_use]
    pub fn plies(&self) -> &[Ply<G>] {
        &self.plies
    }

    /// Carries out an action and what chance makes of it; plies that were taken back are forgotten.
    ///
    /// # Errors
    /// When it cannot be carried out; the session is unchanged.
    pub fn play(&mut self, action: G::Action) -> Result<&Ply<G>, PlayError> {
        let ply = self.run(Some(action), self.state().clone())?;
        self.push(ply);
        Ok(&self.plies[self.played])
    }

    /// Takes back one ply; false when there is none.
    pub fn undo(&mut self) -> bool {
        let possible = self.played > 0;
        self.played -= usize::from(possible);
        possible
    }

    /// Plays a ply again that was taken back, with the same luck; false when there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.played + 1 < self.plies.len();
        self.played += usize::from(possible);
        possible
    }

    /// Goes to the position after a ply, 0 for the opening; false, and nothing changed, when there is no such ply.
    pub fn go_to(&mut self, ply: usize) -> bool {
        let possible = ply < self.plies.len();
        if possible {
            self.played = ply;
        }
        possible
    }

    fn push(&mut self, ply: Ply<G>) {
        self.plies.truncate(self.played + 1);
        self.plies.push(ply);
        self.played += 1;
    }

    /// Carries out an action, if any, then chance until a player acts or the game is over.
    fn run(&self, action: Option<G::Action>, mut state: G::State) -> Result<Ply<G>, PlayError> {
        let mut waves = Waves::default();
        let action = match action {
            None => None,
            Some(action) => {
                let player = match self.rules.turn(&state) {
                    Turn::Player(player) => player,
                    Turn::Chance => return Err(PlayError::Illegal),
                    Turn::Over(_) => return Err(PlayError::Over),
                };
                self.rules
                    .play(&mut state, action, &mut waves)
                    .map_err(|IllegalAction(_)| PlayError::Illegal)?;
                waves.end_wave();
                Some((player, action))
            }
        };
        let stream = if action.is_none() {
            0
        } else {
            self.played as u64 + 1
        };
        let mut luck = PlyLuck::new(stream, self.seed.stream(stream));
        let mut chances = Vec::new();
        while self.rules.turn(&state) == Turn::Chance {
            if chances.len() == MOST_CHANCES {
                return Err(PlayError::Endless);
            }
            let source = self.rules.chance_source(&state);
            let luck = luck.source(source, |stream| self.seed.stream(stream));
            let chance = self.rules.sample_chance(&state, luck);
            self.rules.resolve_chance(&mut state, &chance, &mut waves);
            waves.end_wave();
            chances.push(chance);
        }
        Ok(Ply {
            action,
            chances,
            waves: waves.into_waves(),
            after: state,
        })
    }
}

impl<G: Notation> Session<G> {
    /// Writes the record of what has been played and not taken back.
    #[must_use]
    pub fn record(&self, game: &str, options: &Options, tags: Vec<(String, String)>) -> Record {
        let mut events = Vec::new();
        for ply in &self.plies[..=self.played] {
            events.extend(
                ply.action
                    .map(|(_, action)| Event::Action(self.rules.action_text(action))),
            );
            events.extend(
                ply.chances
                    .iter()
                    .map(|chance| Event::Chance(self.rules.chance_text(chance))),
            );
        }
        Record {
            game: game.to_owned(),
            options: options
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            seed: self.seed,
            position: self
                .position
                .as_ref()
                .map(|position| self.rules.position_text(position)),
            tags,
            events,
        }
    }
}

impl<G: Game> Ply<G> {
    /// Returns the effects of all waves in order.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.waves.iter().flatten()
    }
}
