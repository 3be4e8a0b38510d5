//! Short forms of options and levels of difficulty.

use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::PlayerLevel;
use quincunx_search::{AgentKind, standard};

/// The player that looks for specials.
pub(crate) const SPECIAL_FIRST: AgentKind = AgentKind {
    name: "special-first",
    help: "plays for the points of this move, the specials on the board, and the best move that it leaves",
    parameters: &[standard::SEED],
};

/// Creates an option that is a whole number.
pub(crate) const fn number(
    name: &'static str,
    (least, most): (u64, u64),
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    let kind = OptionKind::Integer(least, most);
    option(name, kind, default, help)
}

pub(crate) const fn option(
    name: &'static str,
    kind: OptionKind,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec {
        name,
        kind,
        default,
        help,
    }
}

pub(crate) const fn level(name: &'static str, agent: &'static str) -> PlayerLevel {
    PlayerLevel { name, agent }
}
