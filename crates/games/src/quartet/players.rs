//! The options, the computer players and their levels.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options, Topology};
use quincunx_search::{AgentKind, Player, standard};

use super::evaluate::SafePieces;
use super::rules::Quartet;
use crate::entry::{Level, Listed};

impl Listed for Quartet {
    const ID: &'static str = "quartet";

    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: "topology",
        kind: OptionKind::Choice(&["standard", "torus"]),
        default: "standard",
        help: "whether the board ends at its edges or they are joined",
    }];

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        standard::ALPHA_BETA,
        standard::MCTS,
    ];

    const LEVELS: [Level; 5] = [
        Level {
            name: "plays anything",
            agent: "random",
        },
        Level {
            name: "sees fours, but not always",
            agent: "greedy:error=0.3",
        },
        Level {
            name: "sees every four and counts the safe pieces",
            agent: "greedy",
        },
        Level {
            name: "looks four plies ahead",
            agent: "alpha-beta:depth=4",
        },
        Level {
            name: "looks at a million positions",
            agent: "alpha-beta:depth=60,nodes=1000000",
        },
    ];

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        Ok(Self::new(match options.text("topology") {
            "torus" => Topology::Torus,
            _ => Topology::Plane,
        }))
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "greedy" => standard::greedy(parameters, SafePieces),
            "alpha-beta" => standard::alpha_beta(parameters, SafePieces),
            "mcts" => standard::mcts(parameters, SafePieces),
            _ => standard::random(parameters),
        }
    }
}
