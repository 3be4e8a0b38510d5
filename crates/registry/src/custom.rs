//! Players of the program that calls this library, under names of their own.
//!
//! ```
//! use std::sync::Arc;
//!
//! use quincunx_core::DynSession;
//! use quincunx_registry::custom;
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
//! let _registration = custom::register("last", Arc::new(|_seed| Box::new(Last)))?;
//! let game = quincunx_catalog::find("connect-four").expect("it is in the list");
//! let players = ["custom:last".parse()?, "random".parse()?];
//! let run = game.run(&game.defaults(), &players, 0, 10, 0, 1000)?;
//! assert_eq!(run.agents, ["custom:last", "random"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quincunx_core::{OptionKind, OptionSpec, Options, Seed, Session};
use quincunx_search::{AgentError, AgentKind, Analysis, DynPlayer, Forfeit, Limits, Player};
use thiserror::Error;

use crate::registered_game::{RegisteredGame, named};

/// The agent that stands for a registered player. It can be named while any is registered.
pub const CUSTOM: AgentKind = AgentKind {
    name: "custom",
    help: "a player of the calling program",
    parameters: &[OptionSpec {
        name: "name",
        kind: OptionKind::Text,
        default: "",
        help: "the name under which the program has registered it",
    }],
};

/// Makes the player of one game, with the seed of everything that it does at random.
pub type MakePlayer = Arc<dyn Fn(u64) -> Box<dyn DynPlayer> + Send + Sync>;

static REGISTERED: Mutex<BTreeMap<String, MakePlayer>> = Mutex::new(BTreeMap::new());

fn registered() -> MutexGuard<'static, BTreeMap<String, MakePlayer>> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a player registered until it is dropped.
#[derive(Debug)]
#[must_use = "the player is registered until this is dropped"]
pub struct Registration {
    name: String,
}

impl Drop for Registration {
    fn drop(&mut self) {
        registered().remove(&self.name);
    }
}

/// Why a player could not be registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RegistrationError {
    /// The name cannot stand in a specification.
    #[error("the name of a player is of letters, digits, `_`, `-` and `.`, not `{0}`")]
    Name(String),
    /// There is a player of this name.
    #[error("another player is registered as `{0}` at present; give this one another name")]
    Taken(String),
}

/// Registers a player for this process: `custom:NAME` names it wherever players are named. Simulations,
/// tournaments and environments that were made with the name keep the player.
pub fn register(name: &str, make: MakePlayer) -> Result<Registration, RegistrationError> {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(RegistrationError::Name(name.chars().take(60).collect()));
    }
    let mut players = registered();
    if players.contains_key(name) {
        return Err(RegistrationError::Taken(name.to_owned()));
    }
    players.insert(name.to_owned(), make);
    Ok(Registration {
        name: name.to_owned(),
    })
}

pub(crate) fn is_any_registered() -> bool {
    !registered().is_empty()
}

/// Finds a registered player by the parameters of [`CUSTOM`].
pub(crate) fn find(parameters: &Options) -> Result<MakePlayer, AgentError> {
    let players = registered();
    let name = parameters.text("name");
    players
        .get(name)
        .cloned()
        .ok_or_else(|| AgentError::Unregistered {
            name: name.to_owned(),
            known: players.keys().cloned().collect::<Vec<_>>().join(", "),
        })
}

/// A registered player in the seat of one game.
pub(crate) struct CustomPlayer {
    player: Box<dyn DynPlayer>,
    options: Options,
}

impl CustomPlayer {
    pub(crate) fn new(make: &MakePlayer, options: &Options, seed: u64) -> Self {
        Self {
            player: make(seed),
            options: options.clone(),
        }
    }

    /// Asks the player about a session that begins at the position.
    fn ask<G: RegisteredGame, T>(
        &mut self,
        rules: &G,
        state: &G::State,
        ask: impl FnOnce(&mut dyn DynPlayer, &dyn quincunx_core::DynSession) -> T,
    ) -> T {
        let session = Session::from_state(rules.clone(), Seed::Number(0), state.clone());
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
