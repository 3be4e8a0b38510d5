//! The options, the computer players with their levels, and the exact solver.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options};
use quincunx_search::{AgentKind, Erring, Flat, Meter, Player, Value, Via, standard};

use super::book;
use super::exact_player::ExactPlayer;
use super::packed::PackedConnectFour;
use super::puzzle;
use super::rules::{Column, ConnectFour, Position};
use super::solver::{Solver, score_of_value, value_of_score};
use crate::entry::{Level, Listed};
use crate::exact::{Bounds, ExactSolver, MakeSolver, Strength};
use crate::opening::Books;
use crate::puzzle::PuzzleMaker;

/// The player that proves what it can.
const SOLVER: AgentKind = AgentKind {
    name: "solver",
    help: "plays perfectly where it can prove the scores, by Monte Carlo tree search elsewhere",
    parameters: &[
        OptionSpec {
            name: "nodes",
            kind: OptionKind::Integer(1, u64::MAX),
            default: "10000000",
            help: "positions to look at for a proof, when no other limit is given",
        },
        standard::ERROR,
        standard::SEED,
    ],
};

impl Listed for ConnectFour {
    const ID: &'static str = "connect-four";

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

    const AGENTS: &'static [AgentKind] = &[standard::RANDOM, standard::GREEDY, standard::MCTS, SOLVER];

    const LEVELS: [Level; 5] = [
        Level {
            name: "drops anywhere every other time",
            agent: "greedy:error=0.5",
        },
        Level {
            name: "completes fours and stops yours",
            agent: "greedy",
        },
        Level {
            name: "plays 200 games in its head",
            agent: "mcts:simulations=200",
        },
        Level {
            name: "plays 5000 games in its head",
            agent: "mcts:simulations=5000",
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

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "greedy" => standard::greedy(parameters, Flat),
            "mcts" => self.monte_carlo(parameters),
            "solver" => {
                let (error, seed) = (parameters.number("error"), parameters.integer("seed"));
                let player = ExactPlayer::new(*self, parameters.integer("nodes"), seed);
                if error > 0.0 {
                    Box::new(Erring::new(player, error, seed))
                } else {
                    Box::new(player)
                }
            }
            _ => standard::random(parameters),
        }
    }

    fn score(&self, position: &Position, value: Value) -> Option<i64> {
        let area = self.size().area() as u32;
        score_of_value(area, position.stones(), value).map(i64::from)
    }
}

impl ExactSolver<ConnectFour> for Solver {
    fn solve(&mut self, position: &Position, strength: Strength, meter: &mut Meter) -> Bounds {
        Self::solve(self, position, strength, meter)
    }

    fn solve_actions(
        &mut self,
        position: &Position,
        strength: Strength,
        meter: &mut Meter,
    ) -> Vec<Option<Bounds>> {
        self.solve_drops(position, strength, meter)
    }

    fn principal_variation(&mut self, position: &Position, meter: &mut Meter) -> Option<Vec<Column>> {
        Self::principal_variation(self, position, meter)
    }

    fn value(&self, position: &Position, score: i32) -> Value {
        value_of_score(self.rules().size().area() as u32, position.stones(), score)
    }
}

impl ConnectFour {
    /// Makes a player by Monte Carlo tree search that thinks on the packed twin where the board fits.
    pub(super) fn monte_carlo(&self, parameters: &Options) -> Box<dyn Player<Self>> {
        if *self == Self::default() {
            let twin = PackedConnectFour::standard();
            Box::new(Via::new(twin, standard::mcts(parameters, Flat)))
        } else if let Some(twin) = PackedConnectFour::new(self) {
            Box::new(Via::new(twin, standard::mcts(parameters, Flat)))
        } else {
            standard::mcts(parameters, Flat)
        }
    }
}
