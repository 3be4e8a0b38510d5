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
use crate::record::{Event, Record};
use crate::seed::Seed;
use crate::side::{Side, Turn};

pub use replay::ImpossiblePly;

/// A game in progress.
///
/// A ply is one action of a player together with everything that chance does before a player acts again. Ply
/// 0 is the opening, in which only chance acts. The chance outcomes of ply `n` come from stream `n` of the
/// seed ([`Seed::stream`]), in a game with several sources of luck from one for each ([`ChanceStreams`]), so
/// taking a ply back and playing it again meets the same outcomes.
///
/// What was decided in every ply is kept, and the position after every sixteenth. A position in between, and
/// what happened on the board in an earlier ply, are worked out from there, so undo and redo play at most
/// sixteen plies, and a long game takes little memory. Copies share the plies that they have in common.
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
    plies: Vec<Arc<Decisions<G>>>,
    /// The number of the ply that ended in the present position.
    ply: usize,
    /// That ply.
    present: Arc<Ply<G>>,
    /// Whether it stops where chance acts. Then the last ply may be one that chance has still to end.
    has_chance_nodes: bool,
}

/// What was decided in a ply.
#[derive(Debug)]
struct Decisions<G: Game> {
    action: Option<(Side, G::Action)>,
    chances: Vec<G::Chance>,
    /// The position in which it ended, kept for one ply in [`SNAPSHOT_INTERVAL`].
    after: Option<Box<G::State>>,
}

/// How many plies there are from one position that is kept to the next.
pub const SNAPSHOT_INTERVAL: usize = 16;

/// One ply with what came of it.
#[derive(Clone, Debug)]
pub struct Ply<G: Game> {
    /// Who acted and how; `None` for the opening.
    pub action: Option<(Side, G::Action)>,
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
    ///
    /// # Errors
    /// [`PlayError::Endless`], when the opening does not come to rest.
    pub fn from_state(rules: G, seed: impl Into<Seed>, state: G::State) -> Result<Self, PlayError> {
        Self::begin(rules, seed.into(), Some(state.clone()), state)
    }

    /// Makes a session that begins at the position after a ply and has no history; `None` when there is no
    /// such ply. As its plies count from 0, it meets other outcomes than this one.
    pub fn begun_at(&self, ply: usize) -> Option<Self> {
        let state = self.state_at(ply)?;
        Some(self.anew(Some(state.clone()), state))
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
            has_chance_nodes: self.has_chance_nodes,
            ..Self::opened(self.rules.clone(), self.seed, position, Ply::opening(state))
        }
    }

    /// Makes a session that consists of its opening.
    fn opened(rules: G, seed: Seed, position: Option<G::State>, opening: Ply<G>) -> Self {
        Self {
            rules,
            seed,
            position,
            plies: vec![Arc::new(opening.decisions(0))],
            ply: 0,
            present: Arc::new(opening),
            has_chance_nodes: false,
        }
    }

    fn begin(rules: G, seed: Seed, position: Option<G::State>, state: G::State) -> Result<Self, PlayError> {
        let mut opening = Ply::opening(state);
        opening.end(&rules, 0, seed)?;
        Ok(Self::opened(rules, seed, position, opening))
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
        &self.present.after
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

    /// Returns the ply that ended in the present position.
    pub fn present(&self) -> &Ply<G> {
        &self.present
    }

    /// Returns a ply, 0 for the opening; `None` past the last one, taken back or not.
    pub fn ply_at(&self, ply: usize) -> Option<Arc<Ply<G>>> {
        if ply == self.ply {
            return Some(Arc::clone(&self.present));
        }
        let decisions = self.plies.get(ply)?;
        let before = match ply.checked_sub(1) {
            None => self.initial(),
            Some(before) => self.state_at(before)?,
        };
        Some(Arc::new(decisions.played(&self.rules, before)))
    }

    /// Returns the position after a ply; `None` past the last one, taken back or not.
    pub fn state_at(&self, ply: usize) -> Option<G::State> {
        if ply == self.ply {
            return Some(self.state().clone());
        }
        let until = self.plies.get(..=ply)?;
        let has_state = |decisions: &Arc<Decisions<G>>| decisions.after.is_some();
        let last = until.iter().rposition(has_state)?;
        let mut state = until[last].after.as_deref()?.clone();
        for decisions in &until[last + 1..] {
            decisions.carry_out(&self.rules, &mut state);
        }
        Some(state)
    }

    /// Returns who acted in a ply (from 1) and how; `None` for the opening and past the last ply.
    pub fn action_at(&self, ply: usize) -> Option<(Side, G::Action)> {
        self.plies.get(ply)?.action
    }

    /// Returns what chance decided in a ply; nothing past the last one.
    pub fn chances_at(&self, ply: usize) -> &[G::Chance] {
        self.plies.get(ply).map_or(&[], |decisions| &decisions.chances)
    }

    /// Carries out an action and what chance makes of it; plies that were taken back are forgotten. If it
    /// fails, the session is unchanged.
    ///
    /// # Errors
    /// * [`PlayError::Illegal`], when the action is not legal or it is chance's turn;
    /// * [`PlayError::Over`], when the game is over;
    /// * [`PlayError::Endless`], when chance does not give the turn back.
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
        self.append(ply);
        Ok(&self.present)
    }

    /// Draws the outcomes of chance to the end of the ply from the streams that a seed has for it; does
    /// nothing where chance does not act. If it fails, the session is unchanged.
    ///
    /// # Errors
    /// [`PlayError::Endless`], when chance does not give the turn back.
    pub fn draw_chance(&mut self, seed: impl Into<Seed>) -> Result<(), PlayError> {
        if self.turn() == Turn::Chance {
            let mut ply = Ply::clone(&self.present);
            ply.end(&self.rules, self.ply() as u64, seed.into())?;
            self.plies[self.ply] = Arc::new(ply.decisions(self.ply));
            self.present = Arc::new(ply);
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
        let there = self.ply_at(ply);
        let exists = there.is_some();
        if let Some(there) = there {
            (self.ply, self.present) = (ply, there);
        }
        exists
    }

    /// Puts a ply behind the present one, in place of those that were taken back.
    fn append(&mut self, ply: Ply<G>) {
        self.ply += 1;
        self.plies.truncate(self.ply);
        self.plies.push(Arc::new(ply.decisions(self.ply)));
        self.present = Arc::new(ply);
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

impl<G: Game> Decisions<G> {
    /// Carries them out, which has been possible before.
    fn carry_out(&self, rules: &G, state: &mut G::State) {
        if let Some((_, action)) = self.action {
            rules.play_unchecked(state, action, &mut ());
        }
        for chance in &self.chances {
            rules.resolve_chance(state, chance, &mut ());
        }
    }

    /// Plays the ply again from the position before it.
    fn played(&self, rules: &G, before: G::State) -> Ply<G> {
        let mut ply = Ply::opening(before);
        if let Some((player, action)) = self.action {
            ply.act(rules, player, action);
        }
        for chance in &self.chances {
            ply.resolve(rules, chance.clone());
        }
        ply
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
        player: Side,
        action: G::Action,
    ) -> Result<Self, IllegalAction<G::Action>> {
        if !rules.is_legal(before, action) {
            return Err(IllegalAction(action));
        }
        let mut ply = Self::opening(before.clone());
        ply.act(rules, player, action);
        Ok(ply)
    }

    /// Carries out a legal action in a position in which nothing has happened yet.
    fn act(&mut self, rules: &G, player: Side, action: G::Action) {
        let mut steps = EffectSteps::default();
        rules.play_unchecked(&mut self.after, action, &mut steps);
        self.steps = steps.into_steps();
        self.action = Some((player, action));
    }

    /// Returns what was decided, for the ply of a number.
    fn decisions(&self, number: usize) -> Decisions<G> {
        let is_kept = number.is_multiple_of(SNAPSHOT_INTERVAL);
        Decisions {
            action: self.action,
            chances: self.chances.clone(),
            after: is_kept.then(|| Box::new(self.after.clone())),
        }
    }

    /// Lets chance act until a player does or the game is over, with the outcomes that a seed has for the
    /// ply of a number.
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
