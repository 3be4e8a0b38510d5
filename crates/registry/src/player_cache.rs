//! Computer players that are kept from one question to the next.

use quincunx_core::DynSession;
use quincunx_search::{AgentError, AgentSpec, DynPlayer};

use crate::dyn_game::DynGame;

/// Keeps computer players, so that their tables and proofs serve the next question as well: by game, options,
/// specification and purpose. The least recently used one is dropped. One may take 64 MiB.
pub struct PlayerCache {
    most: usize,
    /// The player that was asked last comes last.
    players: Vec<(Key, Box<dyn DynPlayer>)>,
}

/// What a player is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// It chooses actions.
    Choose,
    /// It judges positions for people.
    Judge,
}

#[derive(PartialEq)]
struct Key {
    game: &'static str,
    options: quincunx_core::Options,
    agent: AgentSpec,
    purpose: Purpose,
}

impl PlayerCache {
    /// Creates a cache for at most `most` players, at least one.
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            players: Vec::new(),
        }
    }

    /// Returns the player for a session of this game; makes it when it is not there.
    ///
    /// # Errors
    /// When it is not there and [`DynGame::player`] fails.
    pub fn player(
        &mut self,
        game: &dyn DynGame,
        session: &dyn DynSession,
        agent: &AgentSpec,
        purpose: Purpose,
    ) -> Result<&mut dyn DynPlayer, AgentError> {
        let key = Key {
            game: game.id(),
            options: session.options().clone(),
            agent: agent.clone(),
            purpose,
        };
        let player = match self.players.iter().position(|(known, _)| *known == key) {
            Some(at) => self.players.remove(at).1,
            None => {
                let player = game.player(session, agent)?;
                if self.players.len() >= self.most {
                    self.players.remove(0);
                }
                player
            }
        };
        self.players.push((key, player));
        let (_, player) = self.players.last_mut().expect("it has just been put there");
        Ok(player.as_mut())
    }

    /// Returns how many players are kept.
    pub const fn len(&self) -> usize {
        self.players.len()
    }

    /// Returns whether no player is kept.
    pub const fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Lets all players go, with what they have learnt; also after one of them has panicked.
    pub fn clear(&mut self) {
        self.players.clear();
    }
}
