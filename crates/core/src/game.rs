//! The contract of a game.

use std::any::TypeId;
use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;

use thiserror::Error;

use crate::actions::ActionSet;
use crate::effects::EffectSink;
use crate::random::RandomSource;
use crate::side::{Side, Turn};

/// The rules of a game as a value: sizes, topology and options; the position is another value,
/// [`Game::State`].
///
/// Three things never happen in rules: no random number is drawn but in [`Game::sample_chance`], no player is
/// assumed to alternate with the other, and nothing is asked of a game that has ended. [`Game::turn`] says
/// who acts now:
///
/// * [`Turn::Player`]: [`Game::legal_actions`] is not empty, and [`Game::play`] carries one of them out;
/// * [`Turn::Chance`]: [`Game::sample_chance`] draws an outcome and [`Game::resolve_chance`] carries it out;
/// * [`Turn::Over`]: there is nothing to do.
///
/// A game without chance has `type Chance = Infallible` and implements none of the methods about it.
///
/// A whole game: from a heap of stones two players take one or two in turn, and who takes the last one wins.
///
/// ```
/// use std::convert::Infallible;
///
/// use quincunx_core::{
///     ActionList, Effect, EffectSink, Game, Outcome, PlayError, Session, Side, Token, Turn,
/// };
///
/// #[derive(Clone, Debug)]
/// struct Heap {
///     stones: u32,
/// }
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Position {
///     stones: u32,
///     mover: Side,
/// }
///
/// impl Game for Heap {
///     type State = Position;
///     type Action = u32;
///     type Actions = ActionList<u32>;
///     type Chance = Infallible;
///
///     fn players(&self) -> u8 {
///         2
///     }
///
///     fn initial(&self) -> Position {
///         Position { stones: self.stones, mover: Side::One }
///     }
///
///     fn turn(&self, position: &Position) -> Turn {
///         match position.stones {
///             0 => Turn::Over(Outcome::Win(position.mover.opponent())),
///             _ => Turn::Player(position.mover),
///         }
///     }
///
///     fn legal_actions(&self, position: &Position) -> ActionList<u32> {
///         ActionList::from_sorted((1..=position.stones.min(2)).collect())
///     }
///
///     fn play_unchecked<S: EffectSink>(&self, position: &mut Position, taken: u32, sink: &mut S) {
///         position.stones -= taken;
///         position.mover = position.mover.opponent();
///         sink.effect(Effect::Select { token: Token(taken.into()) });
///     }
/// }
///
/// let mut session = Session::new(Heap { stones: 4 }, 0)?;
/// session.play(1)?;
/// session.play(2)?;
/// assert_eq!(session.play(2).err(), Some(PlayError::Illegal), "one stone is left");
/// session.play(1)?;
/// assert_eq!(session.turn(), Turn::Over(Outcome::Win(Side::One)));
/// assert!(session.undo(), "the stone comes back");
/// assert_eq!(session.turn(), Turn::Player(Side::One));
/// # Ok::<(), PlayError>(())
/// ```
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A position with everything that the rest of the game depends on. Its docs say what equality means.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a player may do; the order of actions is the order in which they are listed everywhere.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// The legal actions of a state.
    type Actions: ActionSet<Self::Action>;
    /// One outcome of chance.
    type Chance: Clone + Eq + Debug + Send + Sync + 'static;

    /// Returns how many players there are: 1 or 2.
    fn players(&self) -> u8;

    /// Returns the position in which every game begins; chance may be the first to act.
    fn initial(&self) -> Self::State;

    /// Returns who acts now.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Returns what the player who acts may do: at least one action on a player's turn, none on any other.
    fn legal_actions(&self, state: &Self::State) -> Self::Actions;

    /// Returns whether the action is legal.
    fn is_legal(&self, state: &Self::State, action: Self::Action) -> bool {
        self.legal_actions(state).contains(action)
    }

    /// Draws one of the legal actions uniformly; `None` unless it is a player's turn. Override this if the
    /// rules can draw without building the list.
    #[inline]
    fn sample_action<R: RandomSource>(&self, state: &Self::State, random: &mut R) -> Option<Self::Action> {
        let legal = self.legal_actions(state);
        match legal.len() {
            0 => None,
            len => legal.get(random.index(len)),
        }
    }

    /// Plays what [`Game::sample_action`] draws, and returns whether a player acted. Override this if drawing
    /// an action finds out what it does.
    #[inline]
    fn play_sampled<R: RandomSource>(&self, state: &mut Self::State, random: &mut R) -> bool {
        let action = self.sample_action(state, random);
        if let Some(action) = action {
            self.play_unchecked(state, action, &mut ());
        }
        action.is_some()
    }

    /// Calls `each` with every legal action in order, and the state behind it, in which chance may be to act.
    /// Override this if the rules can compute several actions together.
    #[inline]
    fn for_each_afterstate(&self, state: &Self::State, mut each: impl FnMut(Self::Action, Self::State)) {
        for action in self.legal_actions(state) {
            each(action, self.after(state, action));
        }
    }

    /// Carries out an action that is known to be legal; may panic, or leave a meaningless position, when it
    /// is not.
    fn play_unchecked<S: EffectSink>(&self, state: &mut Self::State, action: Self::Action, sink: &mut S);

    /// Returns the state behind an action that is known to be legal, in which chance may be to act.
    #[inline]
    fn after(&self, state: &Self::State, action: Self::Action) -> Self::State {
        let mut after = state.clone();
        self.play_unchecked(&mut after, action, &mut ());
        after
    }

    /// Carries out an action; the state is unchanged when the action is not legal.
    fn play<S: EffectSink>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut S,
    ) -> Result<(), IllegalAction<Self::Action>> {
        if !self.is_legal(state, action) {
            return Err(IllegalAction(action));
        }
        self.play_unchecked(state, action, sink);
        Ok(())
    }

    /// Draws an outcome; called only when it is chance's turn.
    fn sample_chance<R: RandomSource>(&self, _state: &Self::State, _random: &mut R) -> Self::Chance {
        unreachable!("chance never acts in this game")
    }

    /// Returns the source that chance draws from here; called only when it is chance's turn.
    ///
    /// The sources of a ply are independent ([`ChanceStreams`](crate::ChanceStreams)). A game in which chance
    /// does several things gives each a source, so that a change of one leaves the outcomes of the others.
    fn chance_source(&self, _state: &Self::State) -> u8 {
        0
    }

    /// Returns whether chance can have this outcome here; false when it is not chance's turn.
    fn is_possible(&self, _state: &Self::State, _chance: &Self::Chance) -> bool {
        false
    }

    /// Carries out an outcome that is known to be possible; may panic, or leave a meaningless position, when
    /// it is not.
    fn resolve_chance<S: EffectSink>(&self, _: &mut Self::State, _: &Self::Chance, _: &mut S) {
        unreachable!("chance never acts in this game")
    }

    /// Returns the points won so far in a single-player game; 0 in a game of two.
    fn points(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// An action that is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the action {0:?} is not legal here")]
pub struct IllegalAction<A: Debug>(pub A);

/// A game whose actions are numbered from 0 without gaps, for masks, tables and everything that crosses a
/// border.
pub trait DenseActions: Game {
    /// Returns the number of actions that these rules know, legal or not.
    fn action_count(&self) -> usize;

    /// Returns the number of an action, less than [`DenseActions::action_count`], ascending as actions are.
    fn action_index(&self, action: Self::Action) -> usize;

    /// Returns the action of a number; `None` when there is none.
    fn action_at(&self, index: usize) -> Option<Self::Action>;
}

/// Returns whether chance ever acts in a game: it has outcomes that are possible.
pub fn has_chance<G: Game>() -> bool {
    TypeId::of::<G::Chance>() != TypeId::of::<Infallible>()
}

/// A game that can list every outcome of chance.
pub trait EnumerableChance: Game {
    /// Calls `each` with every outcome and its probability; the probabilities sum to 1. Asked only on
    /// chance's turn.
    fn for_each_chance(&self, state: &Self::State, each: impl FnMut(&Self::Chance, f64));
}

/// A judge of positions that are not over, for search.
pub trait Evaluate<G: Game> {
    /// Estimates the position for a player. In a game of two: −1 lost to 1 won, exclusive, and what is good
    /// for one is exactly as bad for the other. In a single-player game: the points still to come.
    fn evaluate(&self, rules: &G, state: &G::State, player: Side) -> f64;

    /// Returns how promising each action of the player who acts is, in the order of the legal actions: the
    /// greater, the sooner a search tries it that cannot try all of them. `None` when the judge has no
    /// opinion, on any position.
    fn priors(&self, _rules: &G, _state: &G::State) -> Option<Vec<f64>> {
        None
    }
}
