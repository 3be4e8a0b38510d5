//! The options, the computer players with their levels, and the exact solver.

use quincunx_core::{Game, OptionError, OptionKind, OptionSpec, Options};
use quincunx_search::{AgentKind, PackedPlayer, Player, SearchBudget, Value, ZeroEvaluation, standard};

use super::book;
use super::human_player::{HumanPlayer, Weaknesses};
use super::packed::PackedConnectFour;
use super::puzzle;
use super::rules::{Column, ConnectFour, Position};
use super::solver::{Solver, central_first, score_of_value, value_of_score};
use quincunx_registry::environment::{Batch, Opponent, Setup, readable};
use quincunx_registry::opening::Books;
use quincunx_registry::puzzle::PuzzleMaker;
use quincunx_registry::{Console, Level, RegisteredGame};
use quincunx_search::exact::{Bounds, ExactSolver, MakeSolver, Strength};
use quincunx_search::exact_player::ExactPlayer;

/// The player that errs as people do.
const HUMAN: AgentKind = AgentKind {
    name: "human",
    help: "plays by what it sees, and overlooks what people overlook",
    parameters: &[
        OptionSpec {
            name: "sight",
            kind: OptionKind::Integer(1, 20),
            default: "4",
            help: "plies to look ahead, at most; 1 sees its own fours, 2 the opponent's",
        },
        OptionSpec {
            name: "attention",
            kind: OptionKind::Number(0.0, 1.0),
            default: "0.9",
            help: "the probability of seeing three in a row, and of each ply of sight beyond the second",
        },
        OptionSpec {
            name: "doubt",
            kind: OptionKind::Number(0.0, 2.0),
            default: "0.1",
            help: "by how much it errs at most about what it cannot see, where 2 is from lost to won",
        },
        OptionSpec {
            name: "insight",
            kind: OptionKind::Number(0.0, 1.0),
            default: "0",
            help: "the probability of knowing who wins behind a column, where that is not too hard",
        },
        standard::SEED,
    ],
};

/// The player that proves what it can.
const SOLVER: AgentKind = AgentKind {
    name: "solver",
    help: "plays perfectly where it can prove the scores, by Monte Carlo tree search elsewhere",
    parameters: &[
        OptionSpec {
            name: "nodes",
            kind: OptionKind::Integer(0, u64::MAX),
            default: "0",
            help: "positions to look at for a proof, when no other limit is given; 0 for as many as it takes on 7×6, \
                   which has an opening book, and 20,000,000 on other boards",
        },
        standard::ERROR,
        standard::SEED,
    ],
};

impl RegisteredGame for ConnectFour {
    const ID: &'static str = "connect-four";

    const TITLE: &'static str = "Connect Four";

    const SUMMARY: &'static str = "Drop stones and be the first with four in a line";

    const PLAYERS: u8 = 2;

    const CONSOLE: Console = Console {
        flags: &[],
        run: crate::console::console,
    };

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "columns",
            kind: OptionKind::Integer(Self::LEAST_SIDE as u64, Self::MOST_SIDE as u64),
            default: "7",
            help: "the number of columns",
        },
        OptionSpec {
            name: "rows",
            kind: OptionKind::Integer(Self::LEAST_SIDE as u64, Self::MOST_SIDE as u64),
            default: "6",
            help: "the number of rows",
        },
    ];

    const AGENTS: &'static [AgentKind] = &[standard::RANDOM, standard::GREEDY, standard::MCTS, HUMAN, SOLVER];

    // How often each gives something away: makes a draw or a loss of a win, or a loss of a draw, in percent of its moves in
    // positions that are not lost, with 95 % intervals (200 games for each pair of neighbours; BENCHMARKS.md has the
    // command): 45.8 (42.1 to 49.7), 25.2 (23.3 to 27.3), 15.1 (13.7 to 16.7), 6.1 (5.2 to 7.1), 0 (0 to 0.2). Levels 2 to
    // 4 take 79 to 83 % of the points from the one below, level 5 takes 71 %.
    const LEVELS: [Level; 5] = [
        Level {
            name: "overlooks every other four",
            agent: "human:sight=2,attention=0.5,doubt=1",
        },
        Level {
            name: "overlooks a four now and then",
            agent: "human:sight=2,attention=0.85,doubt=0.3",
        },
        Level {
            name: "looks four plies ahead",
            agent: "human:sight=4,attention=0.95,doubt=0.15,insight=0.3",
        },
        Level {
            name: "errs now and then where nothing is forced",
            agent: "human:sight=6,attention=0.99,doubt=0.05,insight=0.9",
        },
        Level {
            name: "plays perfectly wherever it can prove it",
            agent: "solver",
        },
    ];

    const PUZZLES: Option<PuzzleMaker<Self>> = Some(puzzle::MAKER);

    const SOLVER: Option<MakeSolver<Self>> = Some(|rules, settings| {
        let solver = Solver::new(*rules).with_threads(settings.threads);
        Box::new(if settings.book {
            solver
        } else {
            solver.without_book()
        })
    });

    const BOOKS: Option<&'static Books> = Some(&book::BOOKS);

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let (columns, rows) = (options.integer("columns"), options.integer("rows"));
        Self::new(columns, rows)
            .map_err(|error| OptionError::value("columns", columns, format!("what makes a game ({error})")))
    }

    fn most_plies(&self) -> Option<u64> {
        Some(self.size().area() as u64)
    }

    fn moves_to_come(&self, state: &Self::State) -> u32 {
        (self.size().area() as u32 - state.stones()).div_ceil(2)
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "greedy" => standard::greedy(parameters, ZeroEvaluation),
            "mcts" => self.monte_carlo(parameters),
            "human" => {
                let weaknesses = Weaknesses {
                    sight: parameters.integer("sight"),
                    attention: parameters.number("attention"),
                    doubt: parameters.number("doubt"),
                    insight: parameters.number("insight"),
                };
                Box::new(HumanPlayer::new(weaknesses, parameters.integer("seed")))
            }
            "solver" => {
                let nodes = match parameters.integer("nodes") {
                    0 if *self == Self::default() => u64::MAX,
                    0 => NODES_WITHOUT_A_BOOK,
                    nodes => nodes,
                };
                self.exact_player(nodes, parameters.integer("seed"))
                    .with_error(parameters)
            }
            _ => standard::random(parameters),
        }
    }

    fn environments(self, setup: &Setup, opponent: Opponent<Self>, seeds: &[u64]) -> Box<dyn Batch> {
        if setup.readable {
            return readable(self, setup, opponent, seeds);
        }
        self.packed_environments(setup, opponent, seeds)
            .unwrap_or_else(|opponent| readable(self, setup, opponent, seeds))
    }

    fn score(&self, position: &Position, value: Value) -> Option<i64> {
        let area = self.size().area() as u32;
        score_of_value(area, position.stones(), value).map(i64::from)
    }
}

impl ExactSolver<ConnectFour> for Solver {
    fn rules(&self) -> &ConnectFour {
        Self::rules(self)
    }

    fn solve(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> (Bounds, Option<Column>) {
        (Self::solve(self, position, strength, budget), None)
    }

    fn narrow(
        &mut self,
        position: &Position,
        column: Column,
        known: Bounds,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Bounds {
        let found = self.solve_drop(position, column, strength, budget);
        known.and(found.expect("the column is not full"))
    }

    fn solve_actions(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: &mut SearchBudget,
    ) -> Vec<Option<Bounds>> {
        self.solve_drops(position, strength, budget)
    }

    fn best(&mut self, position: &Position, budget: &mut SearchBudget) -> Option<(Column, i32)> {
        Self::best(self, position, budget)
    }

    /// The nearer to the middle, the better.
    fn preferred(&self, position: &Position) -> Vec<Column> {
        let mut columns: Vec<Column> = central_first(Self::rules(self)).collect();
        columns.retain(|&column| Self::rules(self).is_legal(position, column));
        columns
    }

    fn value(&self, position: &Position, score: i32) -> Value {
        value_of_score(Self::rules(self).size().area() as u32, position.stones(), score)
    }

    fn most_plies(&self, position: &Position) -> u32 {
        Self::rules(self).size().area() as u32 - position.stones()
    }
}

/// Positions to look at for a proof when nobody says otherwise, where no opening book bounds what a proof takes: a second's.
const NODES_WITHOUT_A_BOOK: u64 = 20_000_000;

/// How many positions of the solver's cost as much time as one simulated game, about: from the empty board 3 to 7 on boards from 8×7
/// to 32×32 and 21 on 64×64, so that estimates are mostly charged too much.
const NODES_A_SIMULATION: u64 = 16;

impl ConnectFour {
    /// Makes the player that proves what it can, in so many nodes, and else estimates by Monte Carlo tree search.
    pub(crate) fn exact_player(&self, nodes: u64, seed: u64) -> ExactPlayer<Self> {
        let mut parameters = Options::defaults(standard::MCTS.parameters);
        parameters
            .set("seed", &seed.to_string())
            .expect("every number is a seed");
        let solver = Box::new(Solver::new(*self));
        ExactPlayer::new(solver, nodes, self.monte_carlo(&parameters), NODES_A_SIMULATION)
    }

    /// Makes a player by Monte Carlo tree search that thinks on the packed twin where the board fits.
    pub(super) fn monte_carlo(&self, parameters: &Options) -> Box<dyn Player<Self>> {
        if *self == Self::default() {
            let twin = PackedConnectFour::standard();
            Box::new(PackedPlayer::new(
                twin,
                standard::mcts(parameters, ZeroEvaluation),
            ))
        } else if let Some(twin) = PackedConnectFour::new(self) {
            Box::new(PackedPlayer::new(
                twin,
                standard::mcts(parameters, ZeroEvaluation),
            ))
        } else {
            standard::mcts(parameters, ZeroEvaluation)
        }
    }
}
