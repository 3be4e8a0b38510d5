//! Players of the program that calls this library, under names of their own.
//!
//! ```
//! use std::sync::Arc;
//!
//! use quincunx_core::DynSession;
//! use quincunx_registry::custom::CustomPlayers;
//! use quincunx_search::{ActionValue, Analysis, DynPlayer, Limits, Value};
//!
//! /// Plays the last legal action.
//! struct Last;
//!
//! impl DynPlayer for Last {
//!     fn analyze(
//!         &mut self,
//!         session: &dyn DynSession,
//!         limits: &Limits,
//!         _: &mut dyn FnMut(&Analysis<usize>),
//!     ) -> Analysis<usize> {
//!         let action = self.choose(session, limits);
//!         Analysis::new(vec![ActionValue { action, value: Value::Estimate(0.0) }], 0, 0)
//!     }
//!
//!     fn choose(&mut self, session: &dyn DynSession, _: &Limits) -> usize {
//!         *session.legal_actions().last().expect("who acts has a legal action")
//!     }
//! }
//!
//! let mut players = CustomPlayers::default();
//! players.add("last", Arc::new(|_seed| Box::new(Last)))?;
//! let game = quincunx_catalog::find("connect-four").expect("it is in the list");
//! let agents = ["custom:last".parse()?, "random".parse()?];
//! let run = players.within(|| game.run(&game.defaults(), &agents, 0, 10, 0, 1000))?;
//! assert_eq!(run.agents, ["custom:last", "random"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use quincunx_core::hash::hash_of;
use quincunx_core::{OptionKind, OptionSpec, Options, Random, RandomSource, Seed, Session};
use quincunx_search::{AgentError, AgentKind, Analysis, DynPlayer, Forfeit, Limits, Player};
use thiserror::Error;

use crate::registered_game::{RegisteredGame, named};

/// The agent that stands for a player of the calling program. It can be named [within](CustomPlayers::within)
/// a call.
pub(crate) const CUSTOM: AgentKind = AgentKind {
    name: "custom",
    help: "a player of the calling program",
    parameters: &[
        OptionSpec::new("name", OptionKind::Text, "").help("the name under which the program has added it")
    ],
};

/// Makes the player of one game, with the seed of everything that it does at random.
pub type MakePlayer = Arc<dyn Fn(u64) -> Box<dyn DynPlayer> + Send + Sync>;

thread_local! {
    /// The players of the calls that this thread is in, the innermost last.
    static CALLS: RefCell<Vec<CustomPlayers>> = const { RefCell::new(Vec::new()) };
}

/// Players by their names: `custom:NAME` names one wherever a specification is taken.
#[derive(Clone, Default)]
pub struct CustomPlayers(BTreeMap<String, MakePlayer>);

/// Why a player could not be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CustomPlayerError {
    /// The name cannot stand in a specification.
    #[error("the name of a player is of letters, digits, `_`, `-` and `.`, not `{0}`")]
    Name(String),
    /// There is a player of this name.
    #[error("two players have the name `{0}`; give each a name of its own")]
    Taken(String),
}

impl CustomPlayers {
    /// Makes a name of a text, with `_` for each character that names do not have. No text gives no name.
    #[must_use]
    pub fn plain_name(text: &str) -> String {
        text.replace(|c: char| !c.is_alphanumeric() && !"_-.".contains(c), "_")
    }

    /// Adds a player.
    ///
    /// # Errors
    /// When the name is empty, has characters other than letters, digits, `_`, `-` and `.`, or is taken.
    pub fn add(&mut self, name: &str, make: MakePlayer) -> Result<(), CustomPlayerError> {
        if name.is_empty() || Self::plain_name(name) != name {
            return Err(CustomPlayerError::Name(name.chars().take(60).collect()));
        }
        if self.0.contains_key(name) {
            return Err(CustomPlayerError::Taken(name.to_owned()));
        }
        self.0.insert(name.to_owned(), make);
        Ok(())
    }

    /// Calls a function, in which the players can be named on this thread: what describes or plays a run or a
    /// tournament, or makes environments or a player.
    pub fn within<T>(&self, call: impl FnOnce() -> T) -> T {
        /// Takes the players away again, also after a panic.
        struct Guard;
        impl Drop for Guard {
            fn drop(&mut self) {
                let players = CALLS.with_borrow_mut(Vec::pop);
                // Without the borrow, as the end of a player may be a call.
                drop(players);
            }
        }
        CALLS.with_borrow_mut(|calls| calls.push(self.clone()));
        let _guard = Guard;
        call()
    }
}

pub(crate) fn is_any_there() -> bool {
    CALLS.with_borrow(|calls| calls.last().is_some_and(|players| !players.0.is_empty()))
}

/// Finds a player by the parameters of [`CUSTOM`].
pub(crate) fn find(parameters: &Options) -> Result<MakePlayer, AgentError> {
    let name = parameters.text("name");
    CALLS.with_borrow(|calls| {
        let players = calls.last().map(|players| &players.0);
        let player = players.and_then(|players| players.get(name).cloned());
        player.ok_or_else(|| AgentError::NoCustomPlayer {
            name: name.to_owned(),
            known: players
                .into_iter()
                .flat_map(BTreeMap::keys)
                .cloned()
                .collect::<Vec<_>>()
                .join(", "),
        })
    })
}

/// A player of the calling program in the seat of one game.
pub(crate) struct CustomPlayer {
    player: Box<dyn DynPlayer>,
    options: Options,
    seed: u64,
}

impl CustomPlayer {
    pub(crate) fn new(make: &MakePlayer, options: &Options, seed: u64) -> Self {
        Self {
            player: make(seed),
            options: options.clone(),
            seed,
        }
    }

    /// Asks the player about a session that begins at the position, with a seed of its own, so that what it
    /// plays out there meets other chance outcomes than the game.
    fn ask<G: RegisteredGame, T>(
        &mut self,
        rules: &G,
        state: &G::State,
        ask: impl FnOnce(&mut dyn DynPlayer, &dyn quincunx_core::DynSession) -> T,
    ) -> T {
        let seed = Random::stream(self.seed, hash_of(state)).next_word();
        let session = Session::from_state(rules.clone(), Seed::Number(seed), state.clone());
        let session = named(&self.options, session.expect("a player acts, and not chance"));
        ask(&mut *self.player, &*session)
    }
}

const NO_ACTION: &str = "a player chooses one of the actions";

impl<G: RegisteredGame> Player<G> for CustomPlayer {
    fn analyze(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<G::Action>),
    ) -> Analysis<G::Action> {
        let by_action =
            |analysis: &Analysis<usize>| analysis.map(|action| rules.action_at(action).expect(NO_ACTION));
        let analysis = self.ask(rules, state, |player, session| {
            player.analyze(session, limits, &mut |analysis| report(&by_action(analysis)))
        });
        by_action(&analysis)
    }

    fn choose(&mut self, rules: &G, state: &G::State, limits: &Limits) -> G::Action {
        let action = self.ask(rules, state, |player, session| player.choose(session, limits));
        rules.action_at(action).expect(NO_ACTION)
    }

    fn choose_or_forfeit(
        &mut self,
        rules: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<G::Action, Forfeit> {
        let action = self.ask(rules, state, |player, session| {
            player.choose_or_forfeit(session, limits)
        })?;
        Ok(rules.action_at(action).expect(NO_ACTION))
    }
}
