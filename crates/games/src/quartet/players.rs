//! The options, the computer players and their levels.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options, Topology};
use quincunx_search::{AgentKind, Erring, Mcts, Player, Value, standard};

use super::evaluate::SafePieces;
use super::leaves::SolvedLeaves;
use super::rules::{Quartet, State};
use super::solver::{Solver, score_of_value};
use crate::entry::{Level, Listed};
use crate::exact::MakeSolver;
use crate::exact_player::ExactPlayer;

/// The player that proves what it can.
const SOLVER: AgentKind = AgentKind {
    name: "solver",
    help: "plays perfectly where it can prove the scores, by Monte Carlo tree search with solved leaves elsewhere",
    parameters: &[
        OptionSpec {
            name: "nodes",
            kind: OptionKind::Integer(1, u64::MAX),
            default: "1000000",
            help: "positions to look at for a proof, when no other limit is given",
        },
        standard::ERROR,
        standard::SEED,
    ],
};

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
        SOLVER,
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
            name: "plays perfectly wherever it can prove it",
            agent: "solver",
        },
    ];

    // It searches on one thread and needs no book.
    const SOLVER: Option<MakeSolver<Self>> = Some(|rules, _| Box::new(Solver::new(*rules)));

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
            "solver" => {
                let (error, seed) = (parameters.number("error"), parameters.integer("seed"));
                let player = self.exact_player(parameters.integer("nodes"), seed);
                if error > 0.0 {
                    Box::new(Erring::new(player, error, seed))
                } else {
                    Box::new(player)
                }
            }
            _ => standard::random(parameters),
        }
    }

    fn score(&self, state: &State, value: Value) -> Option<i64> {
        score_of_value(state, value).map(i64::from)
    }
}

/// How many positions of the solver's cost as much time as one simulated game with its solved end.
const NODES_A_SIMULATION: u64 = 16;

impl Quartet {
    /// Makes the player that proves what it can, in so many nodes, and else estimates.
    fn exact_player(&self, nodes: u64, seed: u64) -> ExactPlayer<Self> {
        let estimator = Mcts {
            playout_plies: 0,
            evaluator: SolvedLeaves::new(self.topology(), seed),
            simulations: Mcts::default().simulations,
            exploration: Mcts::default().exploration,
            most_positions: Mcts::default().most_positions,
            seed,
        };
        ExactPlayer {
            solver: Box::new(Solver::new(*self)),
            estimator: Box::new(estimator),
            nodes,
            nodes_an_estimate: NODES_A_SIMULATION,
        }
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Game, Notation, Random, RandomSource, Turn};
    use quincunx_search::{Limits, Meter};

    use super::super::solver::{ExactSolver, Strength};
    use super::*;

    /// Says what a position is worth to the player who acts, or has acted last when it is over.
    fn truth(solver: &mut Solver, rules: &Quartet, state: &State, player: quincunx_core::Player) -> i32 {
        match rules.turn(state) {
            Turn::Over(outcome) => outcome.value_for(player),
            Turn::Player(mover) => {
                let mut meter = Meter::start(&Limits::default());
                let bounds = solver.solve(state, Strength::Weak, &mut meter);
                let worth = bounds.outcome().expect("no limit stops the solver") as i32;
                if mover == player { worth } else { -worth }
            }
            Turn::Chance => unreachable!("chance never acts"),
        }
    }

    /// Level 5 plays on from the middle of random games, against an opponent who draws his actions as well.
    #[test]
    fn what_is_won_or_drawn_and_can_be_proved_is_kept() {
        let mut kept = [0; 3];
        for topology in [Topology::Plane, Topology::Torus] {
            let rules = Quartet::new(topology);
            let mut solver = Solver::new(rules);
            for seed in 0..24 {
                let (mut random, mut state) = (Random::new(seed), rules.initial());
                let mut player = rules.exact_player(200_000, seed);
                while let Turn::Player(mover) = rules.turn(&state) {
                    let is_players = state.placed() >= 9 && (mover.index() as u64 + seed).is_multiple_of(2);
                    let action = if is_players {
                        let worth = truth(&mut solver, &rules, &state, mover);
                        let action = player.choose(&rules, &state, &Limits::default());
                        let mut after = state;
                        rules.play_unchecked(&mut after, action, &mut ());
                        assert_eq!(
                            truth(&mut solver, &rules, &after, mover),
                            worth,
                            "{state:?}: {action:?}"
                        );
                        kept[(worth + 1) as usize] += 1;
                        action
                    } else {
                        let legal = rules.legal_actions(&state);
                        legal
                            .get(random.index(legal.len()))
                            .expect("an index below the length")
                    };
                    rules.play_unchecked(&mut state, action, &mut ());
                }
            }
        }
        assert!(kept[1] > 4 && kept[2] > 40, "{kept:?}: both are met");
    }

    /// Positions in which many actions are hard to judge, but not that one of them wins: who looks at the actions one after
    /// another, without asking for the position first, spends all he has on the hard ones.
    #[test]
    fn a_win_is_kept_where_most_actions_are_beyond_proof() {
        for (topology, text) in [
            (Topology::Torus, "....2./....../.....f/..3.../..c1../...... e"),
            (Topology::Torus, "5..a../....../....../...d../..2.../.f8.0. 9"),
            (Topology::Plane, "....../....../..f9../0.5.../.....1/....d. e"),
        ] {
            let rules = Quartet::new(topology);
            let state = rules.parse_position(text).expect("a position");
            let mut solver = Solver::new(rules);
            let mover = rules.turn(&state).player().expect("it is not over");
            assert_eq!(truth(&mut solver, &rules, &state, mover), 1, "{text}");
            let action = rules
                .exact_player(100_000, 1)
                .choose(&rules, &state, &Limits::default());
            let mut after = state;
            rules.play_unchecked(&mut after, action, &mut ());
            assert_eq!(truth(&mut solver, &rules, &after, mover), 1, "{text}: {action:?}");
        }
    }
}
