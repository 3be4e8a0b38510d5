//! A game in progress: positions, undo and redo, effects, and the record of it.

mod replay;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use thiserror::Error;

use crate::chance_streams::ChanceStreams;
use crate::effects::{Effect, EffectStep, EffectSteps};
use crate::game::{Game, IllegalAction, has_chance};
use crate::notation::Notation;
use crate::options::Options;
use crate::player::{Player, Turn};
use crate::record::{Event, Record};
use crate::seed::Seed;

pub use replay::ImpossiblePly;

/// A game in progress.
///
/// A ply is one action of a player together with everything that chance does before a player acts again. Ply
/// 0 is the opening, in which only chance acts. The chance outcomes of ply `n` come from stream `n` of the
/// seed ([`Seed::stream`]), in a game with several sources of luck from one for each ([`ChanceStreams`]), so
/// taking a ply back and playing it again meets the same outcomes.
///
/// Every position is kept, so undo and redo play nothing, and a session's memory grows by a state with every
/// ply. Copies share the plies that they have in common.
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
    /// The opening and all plies, those that were taken back at the end.
    plies: Vec<Arc<Ply<G>>>,
    /// The ply that ended in the present position.
    ply: usize,
    /// Whether it stops where chance acts. Then the last ply may be one that chance has still to end.
    has_chance_nodes: bool,
}

/// One ply with what came of it.
#[derive(Clone, Debug)]
pub struct Ply<G: Game> {
    /// Who acted and how; `None` for the opening.
    pub action: Option<(Player, G::Action)>,
    /// What chance decided afterwards.
    pub chances: Vec<G::Chance>,
    /// What happened to the board.
    pub steps: Vec<EffectStep>,
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
    /// Chance went on for [`MAX_CHANCES`] outcomes without giving the turn back.
    #[error("the cascade did not come to rest within {MAX_CHANCES} steps")]
    Endless,
}

/// The number of chance outcomes in one ply after which a session takes a cascade to be endless.
pub const MAX_CHANCES: usize = 100_000;

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
    pub fn from_state(rules: G, seed: impl Into<Seed>, state: G::State) -> Result<Self, PlayError> {
        Self::begin(rules, seed.into(), Some(state.clone()), state)
    }

    /// Makes a session that begins at the position after a ply and has no history; `None` when there is no
    /// such ply. As its plies count from 0, it meets other outcomes than this one.
    pub fn begun_at(&self, ply: usize) -> Option<Self> {
        let state = &self.ply_at(ply)?.after;
        Some(self.anew(Some(state.clone()), state.clone()))
    }

    /// Makes a session of the same game, begun anew, that stops where chance acts.
    ///
    /// There [`Session::turn`] is [`Turn::Chance`] until [`Session::resolve_chance`] or
    /// [`Session::draw_chance`] has ended the ply. The record of an unfinished ply needs
    /// [`Session::replay_with_chance_nodes`]. A game without chance stops nowhere.
    pub fn with_chance_nodes(&self) -> Self {
        Self {
            has_chance_nodes: has_chance::<G>(),
            ..self.anew(self.position.clone(), self.initial())
        }
    }

    /// Makes a session of the same rules and seed in whose opening nothing has happened yet.
    fn anew(&self, position: Option<G::State>, state: G::State) -> Self {
        Self {
            rules: self.rules.clone(),
            seed: self.seed,
            position,
            plies: vec![Arc::new(Ply::opening(state))],
            ply: 0,
            has_chance_nodes: self.has_chance_nodes,
        }
    }

    fn begin(rules: G, seed: Seed, position: Option<G::State>, state: G::State) -> Result<Self, PlayError> {
        let mut opening = Ply::opening(state);
        opening.end(&rules, 0, seed)?;
        Ok(Self {
            rules,
            seed,
            position,
            plies: vec![Arc::new(opening)],
            ply: 0,
            has_chance_nodes: false,
        })
    }

    /// Returns the position in which the game began, before the opening.
    pub fn initial(&self) -> G::State {
        self.position.clone().unwrap_or_else(|| self.rules.initial())
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &G {
        &self.rules
    }

    /// Returns the seed.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the position.
    pub fn state(&self) -> &G::State {
        &self.present().after
    }

    /// Returns who acts now; never chance, but in a session [with chance nodes](Session::with_chance_nodes).
    pub fn turn(&self) -> Turn {
        self.rules.turn(self.state())
    }

    /// Returns whether it stops where chance acts; see [`Session::with_chance_nodes`].
    pub const fn has_chance_nodes(&self) -> bool {
        self.has_chance_nodes
    }

    /// Returns the legal actions; none when the game is over.
    pub fn legal_actions(&self) -> G::Actions {
        self.rules.legal_actions(self.state())
    }

    /// Returns how many plies have been played and not taken back.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns how many plies there are, those that were taken back included.
    pub fn ply_count(&self) -> usize {
        self.plies.len() - 1
    }

    /// Returns a ply, 0 for the opening; `None` past the last one, taken back or not.
    pub fn ply_at(&self, ply: usize) -> Option<&Ply<G>> {
        self.plies.get(ply).map(|ply| &**ply)
    }

    /// Lists the opening and all plies, those that were taken back at the end.
    pub fn plies(&self) -> &[Arc<Ply<G>>] {
        &self.plies
    }

    /// Carries out an action and what chance makes of it; plies that were taken back are forgotten. If it
    /// fails, the session is unchanged.
    pub fn play(&mut self, action: G::Action) -> Result<&Ply<G>, PlayError> {
        let player = match self.turn() {
            Turn::Player(player) => player,
            Turn::Chance => return Err(PlayError::Illegal),
            Turn::Over(_) => return Err(PlayError::Over),
        };
        let mut ply = Ply::acted(&self.rules, self.state(), player, action)
            .map_err(|IllegalAction(_)| PlayError::Illegal)?;
        if !self.has_chance_nodes {
            ply.end(&self.rules, self.ply() as u64 + 1, self.seed)?;
        }
        self.append([ply]);
        Ok(self.present())
    }

    /// Draws the outcomes of chance to the end of the ply from the streams that a seed has for it; does
    /// nothing where chance does not act. If it fails, the session is unchanged.
    pub fn draw_chance(&mut self, seed: impl Into<Seed>) -> Result<(), PlayError> {
        if self.turn() == Turn::Chance {
            let mut ply = self.present().clone();
            ply.end(&self.rules, self.ply() as u64, seed.into())?;
            self.plies[self.ply] = Arc::new(ply);
        }
        Ok(())
    }

    /// Takes back one ply; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.ply() > 0 && self.go_to(self.ply() - 1)
    }

    /// Plays a ply again that was taken back, with the same outcomes; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.go_to(self.ply() + 1)
    }

    /// Goes to the position after a ply, 0 for the opening; false, and nothing changed, when there is no such
    /// ply.
    pub fn go_to(&mut self, ply: usize) -> bool {
        let exists = ply < self.plies.len();
        if exists {
            self.ply = ply;
        }
        exists
    }

    fn present(&self) -> &Ply<G> {
        &self.plies[self.ply]
    }

    /// Puts plies behind the present one, in place of those that were taken back.
    fn append(&mut self, plies: impl IntoIterator<Item = Ply<G>>) {
        self.plies.truncate(self.ply + 1);
        self.plies.extend(plies.into_iter().map(Arc::new));
        self.ply = self.plies.len() - 1;
    }
}

impl<G: Notation> Session<G> {
    /// Writes the record of what has been played and not taken back.
    pub fn record(&self, game: &str, options: &Options, tags: Vec<(String, String)>) -> Record {
        let mut events = Vec::new();
        for ply in &self.plies[..=self.ply] {
            let action = ply.action.map(|(_, action)| self.rules.action_text(action));
            events.extend(action.map(Event::Action));
            let chances = ply.chances.iter().map(|chance| self.rules.chance_text(chance));
            events.extend(chances.map(Event::Chance));
        }
        let position = self.position.as_ref();
        Record {
            game: game.to_owned(),
            options: options
                .iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
            seed: self.seed,
            position: position.map(|position| self.rules.position_text(position)),
            tags,
            events,
        }
    }
}

impl<G: Game> Ply<G> {
    /// Returns the effects of all steps in order.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.steps.iter().flatten()
    }

    /// Begins the opening, in which chance has not acted yet.
    const fn opening(state: G::State) -> Self {
        Self {
            action: None,
            chances: Vec::new(),
            steps: Vec::new(),
            after: state,
        }
    }

    /// Begins a ply by the action of a player whose turn it is.
    fn acted(
        rules: &G,
        before: &G::State,
        player: Player,
        action: G::Action,
    ) -> Result<Self, IllegalAction<G::Action>> {
        let (mut after, mut steps) = (before.clone(), EffectSteps::default());
        rules.play(&mut after, action, &mut steps)?;
        Ok(Self {
            action: Some((player, action)),
            steps: steps.into_steps(),
            ..Self::opening(after)
        })
    }

    /// Has chance act until a player does or the game is over, with the luck that a seed has for the ply of a
    /// number.
    fn end(&mut self, rules: &G, number: u64, seed: Seed) -> Result<(), PlayError> {
        if rules.turn(&self.after) != Turn::Chance {
            return Ok(());
        }
        let mut streams = ChanceStreams::new(number, seed.stream(number));
        while rules.turn(&self.after) == Turn::Chance {
            if self.chances.len() == MAX_CHANCES {
                return Err(PlayError::Endless);
            }
            let source = rules.chance_source(&self.after);
            let stream = streams.source(source, |stream| seed.stream(stream));
            let chance = rules.sample_chance(&self.after, stream);
            self.resolve(rules, chance);
        }
        Ok(())
    }

    /// Carries out an outcome of chance.
    fn resolve(&mut self, rules: &G, chance: G::Chance) {
        let mut steps = EffectSteps::after(std::mem::take(&mut self.steps));
        rules.resolve_chance(&mut self.after, &chance, &mut steps);
        self.steps = steps.into_steps();
        self.chances.push(chance);
    }
}
