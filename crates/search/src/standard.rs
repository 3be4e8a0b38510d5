//! The standard players by their names, for a game's list of agents.
//!
//! A game puts the kinds it offers into its list and hands the checked parameters to the function of the same
//! name:
//!
//! ```
//! use quincunx_core::{Game, Options};
//! use quincunx_search::{AgentKind, ZeroEvaluation, Player, standard};
//!
//! const AGENTS: &[AgentKind] = &[standard::RANDOM, standard::GREEDY, standard::MCTS];
//!
//! fn player<G: Game>(agent: &str, parameters: &Options) -> Box<dyn Player<G>> {
//!     match agent {
//!         "random" => standard::random(parameters),
//!         "greedy" => standard::greedy(parameters, ZeroEvaluation),
//!         _ => standard::mcts(parameters, ZeroEvaluation),
//!     }
//! }
//! ```

use std::convert::Infallible;

use quincunx_core::{Evaluate, Game, OptionKind, OptionSpec, Options};

use crate::agent::AgentKind;
use crate::alpha_beta;
use crate::alpha_beta::AlphaBeta;
use crate::epsilon_random::EpsilonRandom;
use crate::greedy::Greedy;
use crate::greedy_rollout::GreedyRollout;
use crate::mcts::Mcts;
use crate::player::Player;
use crate::random_player::RandomPlayer;

/// The seed of everything that a player does at random.
pub const SEED: OptionSpec = OptionSpec::new("seed", OptionKind::Integer(0, u64::MAX), "0")
    .help("the seed of everything it does at random");

/// How often a player errs on purpose.
pub const ERROR: OptionSpec = OptionSpec::new("error", OptionKind::Number(0.0, 1.0), "0")
    .help("the probability of playing a random action instead");

/// The player that plays anything.
pub const RANDOM: AgentKind = AgentKind {
    name: "random",
    help: "plays any legal action",
    parameters: &[SEED],
};

/// The player that looks one action ahead.
pub const GREEDY: AgentKind = AgentKind {
    name: "greedy",
    help: "plays the action that is best at once",
    parameters: &[
        OptionSpec::new("samples", OptionKind::Integer(0, 10_000), "1")
            .help("how often chance is drawn behind each action; 0 judges before chance has acted"),
        ERROR,
        SEED,
    ],
};

/// How much tree search prefers what it has tried less.
const EXPLORATION: OptionSpec = OptionSpec::new("exploration", OptionKind::Number(0.0, 100.0), "0.5")
    .help("the exploration constant of UCT");

/// Monte Carlo tree search.
pub const MCTS: AgentKind = AgentKind {
    name: "mcts",
    help: "Monte Carlo tree search: plays many games at random and prefers what won",
    parameters: &[
        OptionSpec::new("simulations", OptionKind::Integer(1, 1_000_000_000), "1000")
            .help("simulations per move, unless another limit is given"),
        EXPLORATION,
        OptionSpec::new("playout", OptionKind::Integer(0, 1_000_000), "1000")
            .help("actions of random play before a position is judged"),
        ERROR,
        SEED,
    ],
};

/// Monte Carlo tree search in single-player games, which plays on greedily instead of at random.
pub const MCTS_GREEDY: AgentKind = AgentKind {
    name: "mcts",
    help: "Monte Carlo tree search: plays on with the best action at once and prefers what won most",
    parameters: &[
        OptionSpec::new("simulations", OptionKind::Integer(1, 1_000_000_000), "500")
            .help("simulations per move, unless another limit is given"),
        EXPLORATION,
        OptionSpec::new("playout", OptionKind::Integer(0, 1000), "3")
            .help("actions that are played on before a position is judged, each the best at once"),
        OptionSpec::new("widening", OptionKind::Number(0.01, 1000.0), "1").help(
            "how many actions it tries: this times the root of the times it has met a position, \
             best at once first",
        ),
        ERROR,
        SEED,
    ],
};

/// Alpha-beta search.
pub const ALPHA_BETA: AgentKind = AgentKind {
    name: "alpha-beta",
    help: "looks ahead at every action and every reply",
    parameters: &[
        OptionSpec::new("depth", OptionKind::Integer(1, alpha_beta::MAX_DEPTH as u64), "6")
            .help("plies to look ahead, when no other limit is given"),
        NODES,
        TABLE,
        ERROR,
        SEED,
    ],
};

/// The positions after which a search stops.
const NODES: OptionSpec = OptionSpec::new("nodes", OptionKind::Integer(0, u64::MAX), "0")
    .help("positions after which it stops even sooner; 0 for no such limit");

/// The positions that a table holds.
const TABLE: OptionSpec = OptionSpec::new("table", OptionKind::Integer(1, 1 << 24), "1048576")
    .help("positions that its table holds, some 24 to 40 bytes each: 640 MB at most");

/// Makes the player of [`RANDOM`].
pub fn random<G: Game>(parameters: &Options) -> Box<dyn Player<G>> {
    Box::new(RandomPlayer {
        seed: parameters.integer("seed"),
    })
}

/// Makes the player of [`GREEDY`] with a judge of positions.
pub fn greedy<G: Game, E: Evaluate<G> + Send + 'static>(
    parameters: &Options,
    evaluator: E,
) -> Box<dyn Player<G>> {
    let player = Greedy {
        evaluator,
        samples: parameters.integer("samples"),
        seed: parameters.integer("seed"),
    };
    erring(parameters, player)
}

/// Makes the player of [`MCTS`] with a judge of the positions in which random play is cut off.
pub fn mcts<G: Game, E: Evaluate<G> + Send + 'static>(
    parameters: &Options,
    evaluator: E,
) -> Box<dyn Player<G>> {
    let player = Mcts {
        simulations: parameters.integer("simulations"),
        exploration: parameters.number("exploration"),
        widening: Mcts::default().widening,
        playout_plies: parameters.integer("playout"),
        evaluator,
        max_positions: Mcts::default().max_positions,
        seed: parameters.integer("seed"),
    };
    erring(parameters, player)
}

/// Makes the player of [`MCTS_GREEDY`] with what [lists gains](GreedyRollout::gains).
pub fn mcts_greedy<G: Game>(
    parameters: &Options,
    gains: fn(&G, &G::State) -> Vec<u64>,
) -> Box<dyn Player<G>> {
    let seed = parameters.integer("seed");
    let player = Mcts {
        simulations: parameters.integer("simulations"),
        exploration: parameters.number("exploration"),
        widening: parameters.number("widening"),
        playout_plies: 0,
        evaluator: GreedyRollout {
            plies: parameters.integer("playout"),
            seed,
            gains,
        },
        max_positions: Mcts::default().max_positions,
        seed,
    };
    erring(parameters, player)
}

/// Makes the player of [`ALPHA_BETA`] with a judge of the positions at the horizon.
pub fn alpha_beta<G, E>(parameters: &Options, evaluator: E) -> Box<dyn Player<G>>
where
    G: Game<Chance = Infallible>,
    E: Evaluate<G> + Send + 'static,
{
    let mut player =
        AlphaBeta::new(evaluator, parameters.integer("depth")).with_table(parameters.integer("table"));
    player.nodes = Some(parameters.integer("nodes")).filter(|nodes| *nodes > 0);
    erring(parameters, player)
}

/// Wraps a player that is to err by its parameters `error` and `seed`.
pub fn erring<G: Game>(parameters: &Options, player: impl Player<G> + 'static) -> Box<dyn Player<G>> {
    let rate = parameters.number("error");
    if rate > 0.0 {
        Box::new(EpsilonRandom::new(player, rate, parameters.integer("seed")))
    } else {
        Box::new(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::AgentSpec;
    use crate::limits::Limits;
    use crate::player::ZeroEvaluation;
    use quincunx_core::testkit::toys::{Board, TicTacToe};

    const AGENTS: [AgentKind; 4] = [RANDOM, GREEDY, MCTS, ALPHA_BETA];

    fn parameters(spec: &str) -> (&'static str, Options) {
        let spec: AgentSpec = spec.parse().expect("a specification");
        let kind = spec.find(&AGENTS).expect("a standard player");
        (kind.name, spec.parameters(kind).expect("parameters it takes"))
    }

    fn of_noughts(spec: &str) -> Box<dyn Player<TicTacToe>> {
        match parameters(spec) {
            ("random", parameters) => random(&parameters),
            ("greedy", parameters) => greedy(&parameters, ZeroEvaluation),
            ("mcts", parameters) => mcts(&parameters, ZeroEvaluation),
            ("alpha-beta", parameters) => alpha_beta(&parameters, ZeroEvaluation),
            (other, _) => panic!("{other} does not play noughts and crosses"),
        }
    }

    #[test]
    fn players_are_made_by_name() {
        // x x .
        // . o .
        // . . .
        let board = Board::after(&[0, 4, 1]);
        for spec in [
            "greedy",
            "mcts:500",
            "alpha-beta:3",
            "alpha-beta:depth=9,nodes=100,table=16",
        ] {
            let mut player = of_noughts(spec);
            assert_eq!(player.choose(&TicTacToe, &board, &Limits::default()), 2, "{spec}");
        }
    }

    #[test]
    fn a_player_that_always_errs_plays_as_the_random_one() {
        for field in 0..9 {
            let board = Board::after(&[field]);
            let by_chance = of_noughts("random:seed=4").choose(&TicTacToe, &board, &Limits::default());
            let by_error =
                of_noughts("mcts:50,error=1,seed=4").choose(&TicTacToe, &board, &Limits::default());
            assert_eq!(by_chance, by_error);
        }
    }

    #[test]
    fn own_limits_hold_until_others_are_given() {
        let board = TicTacToe.initial();
        let mut player = of_noughts("mcts:300");
        let mut nodes = |limits: &Limits| player.analyze(&TicTacToe, &board, limits, &mut |_| {}).nodes;
        assert_eq!(nodes(&Limits::default()), 300);
        assert_eq!(nodes(&Limits::of_nodes(70)), 70);
        let analysis =
            of_noughts("alpha-beta:9,nodes=500").analyze(&TicTacToe, &board, &Limits::default(), &mut |_| {});
        assert!(
            analysis.depth < 9 && analysis.nodes == 501,
            "{} {}",
            analysis.depth,
            analysis.nodes
        );
    }
}
