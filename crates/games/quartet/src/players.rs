//! Registers the game: its options, computer players and solver.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options, Topology};
use quincunx_search::{
    AgentKind, Analysis, ExactSolver, Limits, Mcts, Player, SolverSettings, Value, standard,
};

use crate::evaluation::SafePieces;
use crate::examination::QuartetExamination;
use crate::lessons::LESSONS;
use crate::piece::{Action, Piece};
use crate::rollout::SolvedRollout;
use crate::rules::{Position, Quartet};
use crate::score::score_of_value;
use crate::solver::Solver;
use quincunx_registry::{Console, Examination, Lesson, PlayerLevel, RegisteredGame};
use quincunx_search::exact_player::ExactPlayer;

const SOLVER: AgentKind = AgentKind {
    name: "solver",
    help: "plays perfectly where it can prove the scores, by Monte Carlo tree search with solved leaves elsewhere",
    parameters: &[
        OptionSpec::new("nodes", OptionKind::Integer(1, u64::MAX), "1000000")
            .help("most positions to search for a proof without another limit"),
        standard::ERROR,
        standard::SEED,
    ],
};

impl RegisteredGame for Quartet {
    const ID: &'static str = "quartet";

    const TITLE: &'static str = "Quartet";

    const SUMMARY: &'static str =
        "You choose the piece, your opponent places it; four with something in common win";

    const PLAYERS: u8 = 2;

    const CONSOLE: Console = Console {
        flags: &[],
        run: crate::console::console,
    };

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("topology", OptionKind::Choice(&["standard", "torus"]), "standard")
            .help("whether the board ends at its edges or they are joined"),
        OptionSpec::new(
            "full-square",
            OptionKind::Choice(&["refused", "returns"]),
            "refused",
        )
        .help("whether placing on a full square is refused, or returns the piece to be selected again"),
    ];

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        standard::ALPHA_BETA,
        standard::MCTS,
        SOLVER,
    ];

    const LESSONS: &'static [Lesson] = LESSONS;

    const LEVELS: [PlayerLevel; 5] = [
        PlayerLevel::new("plays anything", "random"),
        PlayerLevel::new("sees fours, but not always", "greedy:error=0.3"),
        PlayerLevel::new("sees every four and counts the safe pieces", "greedy"),
        PlayerLevel::new("looks four plies ahead", "alpha-beta:depth=4"),
        PlayerLevel::new("plays perfectly wherever it can prove it", "solver"),
    ];

    // The solver has one thread and no book.
    const HAS_SOLVER: bool = true;

    const EXAMINATION: Option<&'static dyn Examination> = Some(&QuartetExamination);

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let topology = match options.text("topology") {
            "torus" => Topology::Torus,
            _ => Topology::Plane,
        };
        Ok(Self::new(topology).with_returned_pieces(options.text("full-square") == "returns"))
    }

    /// Every piece is selected and placed once, unless pieces can be returned.
    fn max_plies(&self) -> Option<u64> {
        (!self.returns_pieces()).then_some(2 * u64::from(Piece::COUNT))
    }

    /// Each piece that is left takes one action of either player.
    fn expected_moves_left(&self, state: &Self::State) -> u32 {
        state.bag_bits().count_ones() + 1
    }

    /// Makes a solver, unless pieces can be returned: then a side that loses can go on for ever.
    fn solver(&self, _: &SolverSettings) -> Option<Box<dyn ExactSolver<Self>>> {
        (!self.returns_pieces()).then(|| Box::new(Solver::new(*self)) as _)
    }

    /// Makes a player that never returns a piece: a side that loses could do so for ever.
    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        let player = self.with_returned_pieces(false).strict_player(agent, parameters);
        match self.returns_pieces() {
            true => Box::new(Strict(player)),
            false => player,
        }
    }

    fn score(&self, state: &Position, value: Value) -> Option<i64> {
        score_of_value(state, value).map(i64::from)
    }
}

/// A player under rules by which full squares are refused.
struct Strict(Box<dyn Player<Quartet>>);

impl Player<Quartet> for Strict {
    fn analyze(
        &mut self,
        rules: &Quartet,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Action>),
    ) -> Analysis<Action> {
        let strict = rules.with_returned_pieces(false);
        self.0.analyze(&strict, state, limits, report)
    }

    fn choose(&mut self, rules: &Quartet, state: &Position, limits: &Limits) -> Action {
        self.0.choose(&rules.with_returned_pieces(false), state, limits)
    }
}

/// The solver nodes that cost as much time as one rollout: 21 to 108 on the plane, 4 to 7 on the torus.
const NODES_PER_SIMULATION: u64 = 16;

impl Quartet {
    /// Makes a player for these rules, by which full squares are refused.
    fn strict_player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "greedy" => standard::greedy(parameters, SafePieces),
            "alpha-beta" => standard::alpha_beta(parameters, SafePieces),
            "mcts" => standard::mcts(parameters, SafePieces),
            "solver" => {
                let player = self.exact_player(parameters.integer("nodes"), parameters.integer("seed"));
                standard::erring(parameters, player)
            }
            _ => standard::random(parameters),
        }
    }

    /// Creates the player that proves what it can within a node limit and estimates the rest.
    fn exact_player(&self, nodes: u64, seed: u64) -> ExactPlayer<Self> {
        let estimator = Mcts {
            playout_plies: 0,
            evaluator: SolvedRollout::new(self.topology(), seed),
            simulations: Mcts::default().simulations,
            exploration: Mcts::default().exploration,
            widening: Mcts::default().widening,
            max_positions: Mcts::default().max_positions,
            seed,
        };
        let solver = Box::new(Solver::new(*self));
        ExactPlayer::new(solver, nodes, Box::new(estimator), NODES_PER_SIMULATION)
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::{ActionSet, Game, Notation, Outcome, Random, RandomSource, Turn};
    use quincunx_search::{Limits, SearchBudget};

    use super::*;
    use crate::evaluation::completing_pieces;
    use crate::piece::Action;
    use crate::solver::{ExactSolver, Strength};

    /// Returns the outcome of a position for a player.
    fn truth(solver: &mut Solver, rules: &Quartet, state: &Position, player: quincunx_core::Side) -> i32 {
        match rules.turn(state) {
            Turn::Over(outcome) => outcome.value_for(player),
            Turn::Player(mover) => {
                let mut budget = SearchBudget::start(&Limits::default());
                let (bounds, _) = solver.solve(state, Strength::Weak, &mut budget);
                let worth = bounds.outcome().expect("no limit stops the solver") as i32;
                if mover == player { worth } else { -worth }
            }
            Turn::Chance => unreachable!("chance never acts"),
        }
    }

    /// Positions with what they are worth to the player who acts. Most of their actions are hard to judge,
    /// but not that one of them wins or draws: who looks at the actions one after another, without asking for
    /// the position first, spends all he has on the hard ones.
    const WORTH: [(Topology, &str, i32); 6] = [
        (Topology::Torus, "....2./....../.....f/..3.../..c1../...... e", 1),
        (Topology::Torus, "....../..c.../....../.....7/...4../d...1. 0", 1),
        (Topology::Torus, "....../.6..../..7.../....../.2e.../.f.... -", 1),
        (Topology::Torus, "5..a../....../....../...d../..2.../.f8.0. 9", 1),
        (Topology::Plane, "....../....../..f9../0.5.../.....1/....d. e", 1),
        (Topology::Plane, "...3../....7./..6.b./9...c./.....2/...... -", 0),
    ];

    #[test]
    fn a_win_or_a_draw_is_kept_where_most_actions_are_beyond_proof() {
        for (topology, text, worth) in WORTH {
            let rules = Quartet::new(topology);
            let state = rules.parse_position(text).expect("a position");
            let mut solver = Solver::new(rules);
            let mover = rules.turn(&state).player().expect("it is not over");
            assert_eq!(truth(&mut solver, &rules, &state, mover), worth, "{text}");
            let action = rules
                .exact_player(1_000_000, 1)
                .choose(&rules, &state, &Limits::default());
            let after = rules.after(&state, action);
            assert_eq!(
                truth(&mut solver, &rules, &after, mover),
                worth,
                "{text}: {action:?}"
            );
        }
    }

    /// A position that is easy to prove leads to harder ones, and nobody is to lose a win on the way.
    #[test]
    fn a_win_is_played_to_its_end_with_few_nodes() {
        for (topology, text, worth) in WORTH {
            let rules = Quartet::new(topology);
            let start = rules.parse_position(text).expect("a position");
            for seed in 0..if worth > 0 { 2 } else { 0 } {
                let winner = rules.turn(&start).player().expect("it is not over");
                let (mut random, mut state) = (Random::new(seed), start);
                let mut player = rules.exact_player(FEW_NODES, seed);
                while let Turn::Player(mover) = rules.turn(&state) {
                    let action = if mover == winner {
                        player.choose(&rules, &state, &Limits::default())
                    } else {
                        reluctant(&rules, &state, &mut random)
                    };
                    rules.play_unchecked(&mut state, action, &mut ());
                }
                assert_eq!(
                    rules.turn(&state),
                    Turn::Over(Outcome::Win(winner)),
                    "{text}, seed {seed}: {state:?}"
                );
            }
        }
    }

    /// Enough to prove each of the wins, but not in one look.
    const FEW_NODES: u64 = 600_000;

    /// Plays at random, but selects nothing with which a line can be completed as long as there is something
    /// else.
    fn reluctant(rules: &Quartet, state: &Position, random: &mut Random) -> Action {
        let completing = completing_pieces(rules, state);
        let legal = rules.legal_actions(state);
        let is_safe = |action: &Action| match action {
            Action::Select(piece) => completing >> piece.number() & 1 == 0,
            Action::Place(_) => true,
        };
        let safe: Vec<Action> = legal.into_iter().filter(is_safe).collect();
        let choice = if safe.is_empty() {
            legal.into_iter().collect()
        } else {
            safe
        };
        choice[random.index(choice.len())]
    }

    #[test]
    fn no_player_returns_a_piece_where_the_rules_allow_it() {
        let rules = Quartet::new(Topology::Plane).with_returned_pieces(true);
        let state = rules
            .parse_position("a..e../..5.../.972b./..d.../....../8..4.. 0")
            .expect("a position");
        let legal = rules.with_returned_pieces(false).legal_actions(&state);
        for kind in Quartet::AGENTS {
            let mut player = rules.player(kind.name, &Options::defaults(kind.parameters));
            let limits = Limits::of_nodes(10_000);
            let analysis = player.analyze(&rules, &state, &limits, &mut |_| {});
            let chosen = player.choose(&rules, &state, &limits);
            let named = analysis.actions.iter().map(|judged| judged.action);
            for action in named.chain([chosen]) {
                assert!(legal.contains(action), "{}: {action:?}", kind.name);
            }
        }
    }

    #[test]
    fn a_limit_of_nodes_bounds_everything_together() {
        for (topology, text, _) in WORTH {
            let rules = Quartet::new(topology);
            let state = rules.parse_position(text).expect("a position");
            for nodes in [0, 1, 1000, 30_000] {
                let limits = Limits::of_nodes(nodes);
                let mut player = rules.exact_player(1, 1);
                let analysis = player.analyze(&rules, &state, &limits, &mut |_| {});
                assert_eq!(analysis.actions.len(), rules.legal_actions(&state).len());
                // The node that a part refuses is counted once more.
                assert!(
                    analysis.nodes <= nodes + 1,
                    "{} nodes of {nodes} for {text}",
                    analysis.nodes
                );
            }
        }
    }
}
