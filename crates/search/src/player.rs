//! The contract of a computer player.

use std::fmt;

use quincunx_core::{ActionSet, DynSession, Evaluate, Game, Playable, Side, session_of};

use crate::analysis::Analysis;
use crate::limits::Limits;

/// Returns who acts in a position that a player is asked about.
///
/// # Panics
/// When nobody does.
pub(crate) fn mover<G: Game>(rules: &G, state: &G::State) -> Side {
    let side = rules.turn(state).player();
    side.expect("a player is asked on a player's turn")
}

/// Why a player gave its game up. Only programs of others do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Forfeit {
    /// It took too long for a move.
    MoveTime,
    /// It took too long for its game.
    GameTime,
    /// It answered with an impossible move again.
    ImpossibleMove,
    /// It ended, or could not be started.
    Ended,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MoveTime => "too slow for a move",
            Self::GameTime => "too slow for the game",
            Self::ImpossibleMove => "impossible move",
            Self::Ended => "the program ended",
        })
    }
}

/// A computer player of a game: a value with a seed. Two that were made alike answer alike, as long as the
/// limits count nodes or depth.
pub trait Player<G: Game>: Send {
    /// Judges every legal action, at least one however tight the limits are; called only on a player's turn.
    /// `report` is called with each better answer on the way.
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action>;

    /// Chooses an action: the best of the analysis by default. The only legal action is chosen at once.
    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        only_action(rules, state).unwrap_or_else(|| self.analyze(rules, state, limits, &mut |_| {}).best())
    }

    /// As [`Player::choose`], or gives the game up.
    fn choose_or_forfeit(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<G::Action, Forfeit> {
        Ok(self.choose(rules, state, limits))
    }
}

impl<G: Game> Player<G> for Box<dyn Player<G>> {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        (**self).analyze(rules, state, limits, report)
    }

    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        (**self).choose(rules, state, limits)
    }

    fn choose_or_forfeit(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<G::Action, Forfeit> {
        (**self).choose_or_forfeit(rules, state, limits)
    }
}

/// Evaluates every position as 0: a player sees only what its search proves and the points gained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZeroEvaluation;

impl<G: Game> Evaluate<G> for ZeroEvaluation {
    fn evaluate(&self, _: &G, _: &G::State, _: Side) -> f64 {
        0.0
    }
}

/// Returns the only legal action; `None` when there are several.
pub(crate) fn only_action<G: Game>(rules: &G, state: &G::State) -> Option<G::Action> {
    let legal = rules.legal_actions(state);
    if legal.len() == 1 { legal.get(0) } else { None }
}

/// A computer player that knows no types; actions are the session's numbers.
pub trait DynPlayer: Send {
    /// As [`Player::analyze`]; panics when the session is of another game, or its game is over.
    fn analyze(
        &mut self,
        session: &dyn DynSession,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<usize>),
    ) -> Analysis<usize>;

    /// As [`Player::choose`].
    fn choose(&mut self, session: &dyn DynSession, limits: &Limits) -> usize;

    /// As [`Player::choose_or_forfeit`].
    fn choose_or_forfeit(&mut self, session: &dyn DynSession, limits: &Limits) -> Result<usize, Forfeit> {
        Ok(self.choose(session, limits))
    }
}

/// Makes a player that knows no types of one that does.
pub fn into_dyn_player<G: Playable>(player: Box<dyn Player<G>>) -> Box<dyn DynPlayer> {
    Box::new(Erased(player))
}

struct Erased<G: Game>(Box<dyn Player<G>>);

impl<G: Playable> DynPlayer for Erased<G> {
    fn analyze(
        &mut self,
        session: &dyn DynSession,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<usize>),
    ) -> Analysis<usize> {
        let session = session_of::<G>(session).expect("the session is of the player's game");
        let rules = session.rules();
        let by_number = |analysis: &Analysis<G::Action>| analysis.map(|action| rules.action_index(action));
        by_number(&self.0.analyze(rules, session.state(), limits, &mut |analysis| {
            report(&by_number(analysis));
        }))
    }

    fn choose(&mut self, session: &dyn DynSession, limits: &Limits) -> usize {
        let session = session_of::<G>(session).expect("the session is of the player's game");
        session
            .rules()
            .action_index(self.0.choose(session.rules(), session.state(), limits))
    }

    fn choose_or_forfeit(&mut self, session: &dyn DynSession, limits: &Limits) -> Result<usize, Forfeit> {
        let session = session_of::<G>(session).expect("the session is of the player's game");
        let rules = session.rules();
        let chosen = self.0.choose_or_forfeit(rules, session.state(), limits);
        chosen.map(|action| rules.action_index(action))
    }
}
