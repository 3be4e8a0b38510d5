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

    const AGENTS: &'static [AgentKind] = &[standard::RANDOM, standard::GREEDY, standard::MCTS];

    const LEVELS: [Level; 5] = [
        Level {
            name: "plays anything",
            agent: "random",
        },
        Level {
            name: "sees a four, now and then",
            agent: "greedy:error=0.4",
        },
        Level {
            name: "sees every four and every piece that makes one",
            agent: "greedy",
        },
        Level {
            name: "tries a thousand games in its head",
            agent: "mcts:simulations=1000",
        },
        Level {
            name: "tries fifty thousand games in its head",
            agent: "mcts:simulations=50000",
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
            "mcts" => standard::mcts(parameters, SafePieces),
            _ => standard::random(parameters),
        }
    }
}
