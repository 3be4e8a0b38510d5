//! Players and proof that know no game.

pub mod agent;
pub mod analysis;
pub mod limits;
pub mod player;

pub use agent::{AgentError, AgentKind, AgentSpec};
pub use analysis::{Analysis, Judged, Value};
pub use limits::{Interrupt, Limits, Meter};
pub use player::{DynPlayer, Player, erase};
