//! The face of a session that knows no types: for page, terminal, console tools and Python.

use std::any::Any;
use std::borrow::Cow;

use crate::effects::{EffectStep, Token};
use crate::game::DenseActions;
use crate::notation::{Notation, NotationError};
use crate::options::Options;
use crate::record::Record;
use crate::seed::Seed;
use crate::session::{ImpossiblePly, PlayError, Session};
use crate::side::{Side, Turn};
use crate::view::{Face, Gesture, View, Visual};

/// A game with every face that a display needs.
pub trait Playable: DenseActions + Notation + Visual {}

impl<G: DenseActions + Notation + Visual> Playable for G {}

/// A session of some game. Actions are numbers, dense from 0; see [`DenseActions`].
pub trait DynSession: Send + Sync {
    /// Returns the game's id.
    fn game(&self) -> &'static str;

    /// Returns the options of the rules.
    fn options(&self) -> &Options;

    /// Returns the seed.
    fn seed(&self) -> Seed;

    /// Returns how many players there are: 1 or 2.
    fn players(&self) -> u8;

    /// Returns who acts now; never chance, but in a session with chance nodes.
    fn turn(&self) -> Turn;

    /// Returns the points of a single-player game so far.
    fn points(&self) -> u64;

    /// Returns the number of actions that the rules know, legal or not.
    fn action_count(&self) -> usize;

    /// Lists the legal actions, ascending; none where no player acts.
    fn legal_actions(&self) -> Vec<usize>;

    /// Returns whether an action is legal.
    fn is_legal(&self, action: usize) -> bool;

    /// Returns why an action is not legal on a player's turn, in a few words: the game's own reason, or that
    /// there is no such action; `None` where the game has none.
    fn illegal_reason(&self, action: usize) -> Option<String>;

    /// Carries out an action and what chance makes of it; if that fails, nothing is changed.
    fn play(&mut self, action: usize) -> Result<(), PlayError>;

    /// Carries out an action with what chance made of it when it was first played; see
    /// [`Session::play_recorded`].
    fn play_recorded(&mut self, action: &str, chances: &[String]) -> Result<(), ImpossiblePly>;

    /// Makes a session of the same game, begun anew, that stops where chance acts; see
    /// [`Session::with_chance_nodes`].
    fn with_chance_nodes(&self) -> Box<dyn DynSession>;

    /// Returns whether it stops where chance acts.
    fn has_chance_nodes(&self) -> bool;

    /// Carries out an outcome of chance, in the game's notation; see [`Session::resolve_chance`].
    fn resolve_chance(&mut self, chance: &str) -> Result<(), ImpossiblePly>;

    /// Draws chance's outcomes to the end of the ply from a seed; see [`Session::draw_chance`].
    fn draw_chance(&mut self, seed: Seed) -> Result<(), PlayError>;

    /// Takes back one ply; false when there is none.
    fn undo(&mut self) -> bool;

    /// Plays a ply again that was taken back; false when there is none.
    fn redo(&mut self) -> bool;

    /// Goes to the position after a ply; false when there is no such ply.
    fn go_to(&mut self, ply: usize) -> bool;

    /// Returns how many plies have been played and not taken back.
    fn ply(&self) -> usize;

    /// Returns how many plies there are, those that were taken back included.
    fn ply_count(&self) -> usize;

    /// Returns who acted in a ply (from 1) and how; `None` for the opening and past the end.
    fn action_of(&self, ply: usize) -> Option<(Side, usize)>;

    /// Writes what chance decided in a ply, in the game's notation; nothing past the end.
    fn chances_of(&self, ply: usize) -> Vec<String>;

    /// Returns what a ply did to the board; nothing past the end.
    fn steps_of(&self, ply: usize) -> Cow<'_, [EffectStep]>;

    /// Shows the position.
    fn view(&self) -> View;

    /// Shows the position after a ply; `None` past the end.
    fn view_at(&self, ply: usize) -> Option<View>;

    /// Shows the position in which the game began, before the opening.
    fn initial_view(&self) -> View;

    /// Describes a token.
    fn face(&self, token: Token) -> Face;

    /// Returns the token of a side; see [`Visual::own_token`].
    fn own_token(&self, player: Side) -> Option<Token>;

    /// Returns how an action is meant with pointer or keys; `None` when there is no such action.
    fn gesture(&self, action: usize) -> Option<Gesture>;

    /// Writes an action as a person types it; `None` when there is no such action.
    fn action_text(&self, action: usize) -> Option<String>;

    /// Reads an action; whether it is legal is another question.
    fn parse_action(&self, text: &str) -> Result<usize, NotationError>;

    /// Writes the position on one line.
    fn position_text(&self) -> String;

    /// Writes the record of what has been played and not taken back.
    fn record(&self, tags: Vec<(String, String)>) -> Record;

    /// Makes a copy that lives its own life, at the same cost however long the game is.
    fn clone_box(&self) -> Box<dyn DynSession>;

    /// Makes a session that begins at the position after a ply and has no past: enough for a player to think
    /// about, and small however long the game is. `None` when there is no such ply; see
    /// [`Session::begun_at`].
    fn begun_at(&self, ply: usize) -> Option<Box<dyn DynSession>>;

    /// Returns itself for players that know the game's types; see [`session_of`].
    fn as_any(&self) -> &dyn Any;
}

/// A typed session with the name and options it was made of.
#[derive(Clone, Debug)]
pub struct NamedSession<G: Playable> {
    /// The game's id.
    pub game: &'static str,
    /// The options the rules were made of.
    pub options: Options,
    /// The session.
    pub session: Session<G>,
}

/// Returns the typed session behind a session of some game; `None` when it is of another type.
pub fn session_of<G: Playable>(session: &dyn DynSession) -> Option<&Session<G>> {
    session
        .as_any()
        .downcast_ref::<NamedSession<G>>()
        .map(|named| &named.session)
}

impl<G: Playable> NamedSession<G> {
    fn rules(&self) -> &G {
        self.session.rules()
    }

    /// Gives another session of the same rules their name and options.
    fn of(&self, session: Session<G>) -> Self {
        Self {
            game: self.game,
            options: self.options.clone(),
            session,
        }
    }
}

impl<G: Playable> DynSession for NamedSession<G> {
    fn game(&self) -> &'static str {
        self.game
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn seed(&self) -> Seed {
        self.session.seed()
    }

    fn players(&self) -> u8 {
        self.rules().players()
    }

    fn turn(&self) -> Turn {
        self.session.turn()
    }

    fn points(&self) -> u64 {
        self.rules().points(self.session.state())
    }

    fn action_count(&self) -> usize {
        self.rules().action_count()
    }

    fn legal_actions(&self) -> Vec<usize> {
        self.session
            .legal_actions()
            .into_iter()
            .map(|action| self.rules().action_index(action))
            .collect()
    }

    fn is_legal(&self, action: usize) -> bool {
        self.turn().player().is_some()
            && self
                .rules()
                .action_at(action)
                .is_some_and(|action| self.rules().is_legal(self.session.state(), action))
    }

    fn illegal_reason(&self, action: usize) -> Option<String> {
        match self.rules().action_at(action) {
            Some(action) => self.rules().illegal_reason(self.session.state(), action),
            None => Some(format!("actions are 0 to {}", self.action_count() - 1)),
        }
    }

    fn play(&mut self, action: usize) -> Result<(), PlayError> {
        if matches!(self.turn(), Turn::Over(_)) {
            return Err(PlayError::Over);
        }
        let action = self.rules().action_at(action).ok_or(PlayError::Illegal)?;
        self.session.play(action).map(|_| ())
    }

    fn play_recorded(&mut self, action: &str, chances: &[String]) -> Result<(), ImpossiblePly> {
        self.session.play_recorded(action, chances).map(|_| ())
    }

    fn with_chance_nodes(&self) -> Box<dyn DynSession> {
        Box::new(self.of(self.session.with_chance_nodes()))
    }

    fn has_chance_nodes(&self) -> bool {
        self.session.has_chance_nodes()
    }

    fn resolve_chance(&mut self, chance: &str) -> Result<(), ImpossiblePly> {
        self.session.resolve_chance(chance)
    }

    fn draw_chance(&mut self, seed: Seed) -> Result<(), PlayError> {
        self.session.draw_chance(seed)
    }

    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    fn redo(&mut self) -> bool {
        self.session.redo()
    }

    fn go_to(&mut self, ply: usize) -> bool {
        self.session.go_to(ply)
    }

    fn ply(&self) -> usize {
        self.session.ply()
    }

    fn ply_count(&self) -> usize {
        self.session.ply_count()
    }

    fn action_of(&self, ply: usize) -> Option<(Side, usize)> {
        let (player, action) = self.session.action_at(ply)?;
        Some((player, self.rules().action_index(action)))
    }

    fn chances_of(&self, ply: usize) -> Vec<String> {
        let chances = self.session.chances_at(ply).iter();
        chances.map(|chance| self.rules().chance_text(chance)).collect()
    }

    fn steps_of(&self, ply: usize) -> Cow<'_, [EffectStep]> {
        if ply == self.ply() {
            return Cow::Borrowed(&self.session.present().steps);
        }
        let steps = self.session.ply_at(ply).map(|ply| ply.steps.clone());
        Cow::Owned(steps.unwrap_or_default())
    }

    fn view(&self) -> View {
        self.rules().view(self.session.state())
    }

    fn view_at(&self, ply: usize) -> Option<View> {
        let state = self.session.state_at(ply)?;
        Some(self.rules().view(&state))
    }

    fn initial_view(&self) -> View {
        self.rules().view(&self.session.initial())
    }

    fn face(&self, token: Token) -> Face {
        self.rules().face(token)
    }

    fn own_token(&self, player: Side) -> Option<Token> {
        self.rules().own_token(player)
    }

    fn gesture(&self, action: usize) -> Option<Gesture> {
        self.rules()
            .action_at(action)
            .map(|action| self.rules().gesture(action))
    }

    fn action_text(&self, action: usize) -> Option<String> {
        self.rules()
            .action_at(action)
            .map(|action| self.rules().action_text(action))
    }

    fn parse_action(&self, text: &str) -> Result<usize, NotationError> {
        self.rules()
            .parse_action(text)
            .map(|action| self.rules().action_index(action))
    }

    fn position_text(&self) -> String {
        self.rules().position_text(self.session.state())
    }

    fn record(&self, tags: Vec<(String, String)>) -> Record {
        self.session.record(self.game, &self.options, tags)
    }

    fn clone_box(&self) -> Box<dyn DynSession> {
        Box::new(self.clone())
    }

    fn begun_at(&self, ply: usize) -> Option<Box<dyn DynSession>> {
        let session = self.session.begun_at(ply)?;
        Some(Box::new(self.of(session)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::tests::river::{Boat, RiverGame, Row};

    /// A boat one field from the bank, so that the far jump is not legal.
    fn session() -> Box<dyn DynSession> {
        let state = Boat {
            at: 5,
            gust_due: false,
            plies: 0,
        };
        Box::new(NamedSession {
            game: "drift",
            options: Options::defaults(&[]),
            session: Session::from_state(RiverGame::default(), 3, state).expect("calm"),
        })
    }

    #[test]
    fn actions_cross_as_numbers() {
        let mut session = session();
        assert_eq!(session.action_count(), 4);
        assert_eq!(session.legal_actions(), [0, 1, 2]);
        assert!(session.is_legal(2) && !session.is_legal(3) && !session.is_legal(4));
        assert_eq!(session.action_text(1).as_deref(), Some("row -1"));
        assert_eq!(session.parse_action("row -1"), Ok(1));
        assert_eq!((session.action_text(4), session.gesture(4)), (None, None));
        for illegal in [3, 4, usize::MAX] {
            assert_eq!(session.play(illegal), Err(PlayError::Illegal), "{illegal}");
        }
        session.play(1).expect("legal");
        assert_eq!(session.action_of(1), Some((Side::One, 1)));
        assert_eq!((session.action_of(0), session.action_of(2)), (None, None));
        assert_eq!((session.points(), session.players()), (1, 1));
        assert_eq!(session.chances_of(1).len(), 1);
        assert!(
            session.chances_of(1)[0].starts_with("gust "),
            "{:?}",
            session.chances_of(1)
        );
        assert!(session.chances_of(0).is_empty() && session.chances_of(2).is_empty());
    }

    #[test]
    fn a_finished_game_says_so_whatever_is_asked() {
        let mut session = session();
        session.play(2).expect("to the bank");
        assert!(session.turn().outcome().is_some() && session.legal_actions().is_empty());
        assert!(!session.is_legal(0));
        assert_eq!(session.play(0), Err(PlayError::Over));
        assert_eq!(session.play(9), Err(PlayError::Over));
    }

    #[test]
    fn every_ply_can_be_seen_and_gone_to() {
        let mut session = session();
        session.play(1).expect("legal");
        assert_eq!((session.ply(), session.ply_count()), (1, 1));
        assert_eq!(session.view_at(1), Some(session.view()));
        assert!(session.undo() && !session.undo());
        assert_eq!(session.view_at(0), Some(session.view()));
        assert_ne!(session.view_at(0), session.view_at(1));
        assert!(session.view_at(2).is_none() && session.steps_of(2).is_empty());
        assert!(
            !session.steps_of(1).is_empty(),
            "what was taken back can still be seen"
        );
        assert!(session.redo() && !session.redo() && session.go_to(0) && !session.go_to(2));
    }

    #[test]
    fn a_session_can_begin_at_any_ply_without_the_past() {
        let mut session = session();
        session.play(1).expect("legal");
        for ply in 0..=1 {
            let begun = session.begun_at(ply).expect("there is such a ply");
            assert_eq!((begun.ply(), begun.ply_count()), (0, 0));
            assert_eq!(Some(begun.view()), session.view_at(ply));
            assert_eq!(
                (begun.game(), begun.options()),
                (session.game(), session.options())
            );
            let record = begun.record(Vec::new());
            assert_eq!(record.position, Some(begun.position_text()));
        }
        assert!(session.begun_at(2).is_none());
    }

    #[test]
    fn a_copy_lives_its_own_life_and_the_type_can_be_had_back() {
        let mut session = session();
        let copy = session.clone_box();
        session.play(0).expect("legal");
        assert_eq!((session.ply(), copy.ply()), (1, 0));
        let typed = session_of::<RiverGame>(session.as_ref()).expect("its type");
        assert_eq!(typed.action_at(1), Some((Side::One, Row(-2))));
        assert_eq!(
            session.position_text(),
            typed.rules().position_text(typed.state())
        );
        let record = session.record(vec![("player-1".into(), "random".into())]);
        assert_eq!((record.game.as_str(), record.seed), ("drift", Seed::Number(3)));
        assert_eq!(
            Session::replay(RiverGame::default(), &record)
                .expect("it was played")
                .state(),
            typed.state()
        );
    }
}
