//! Registers the game: its options, computer players, solver, books and puzzles.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options};
use quincunx_registry::environment::{Batch, Opponent, Setup, readable};
use quincunx_registry::opening::Books;
use quincunx_registry::puzzle::PuzzleMaker;
use quincunx_registry::{Console, Examination, Lesson, PlayerLevel, RegisteredGame};
use quincunx_search::exact_player::ExactPlayer;
use quincunx_search::{AgentKind, ExactSolver, Player, SolverSettings, Value, ZeroEvaluation, standard};

use crate::book_builder;
use crate::examination::ConnectFourExamination;
use crate::human_like::{ErrorModel, HumanLikePlayer};
use crate::lessons::LESSONS;
use crate::puzzle;
use crate::rules::{ConnectFour, Position};
use crate::score::score_of_value;
use crate::solver::Solver;

/// The sides that a board can have.
const SIDES: OptionKind = OptionKind::Integer(ConnectFour::MIN_SIDE as u64, ConnectFour::MAX_SIDE as u64);

const HUMAN: AgentKind = AgentKind {
    name: "human",
    help: "errs as people do: overlooks fours and misjudges quiet positions",
    parameters: &[
        OptionSpec::new("sight", OptionKind::Integer(1, 20), "4")
            .help("most plies to look ahead; 1 sees its own fours, 2 the opponent's"),
        OptionSpec::new("attention", OptionKind::Number(0.0, 1.0), "0.9")
            .help("probability of noticing three in a row, and of each ply of sight beyond the second"),
        OptionSpec::new("doubt", OptionKind::Number(0.0, 2.0), "0.1")
            .help("largest error of its evaluation, where 2 is from lost to won"),
        OptionSpec::new("insight", OptionKind::Number(0.0, 1.0), "0")
            .help("probability of knowing the outcome behind a column that is quick to solve"),
        standard::SEED,
    ],
};

const SOLVER: AgentKind = AgentKind {
    name: "solver",
    help: "plays perfectly where it can prove the scores, by Monte Carlo tree search elsewhere",
    parameters: &[
        OptionSpec::new("nodes", OptionKind::Integer(0, u64::MAX), "0").help(
            "most positions to search for a proof without another limit; 0 means no limit on 7×6 and \
             as many as take a second or two elsewhere",
        ),
        standard::ERROR,
        standard::SEED,
    ],
};

impl RegisteredGame for ConnectFour {
    const ID: &'static str = "connect-four";

    const TITLE: &'static str = "Connect Four";

    const SUMMARY: &'static str = "Drop discs; four in a row wins";

    const PLAYERS: u8 = 2;

    const CONSOLE: Console = Console {
        flags: &[],
        run: crate::console::console,
    };

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("columns", SIDES, "7").help("the number of columns"),
        OptionSpec::new("rows", SIDES, "6").help("the number of rows"),
    ];

    const AGENTS: &'static [AgentKind] = &[standard::RANDOM, standard::GREEDY, standard::MCTS, HUMAN, SOLVER];

    const LESSONS: &'static [Lesson] = LESSONS;

    // Moves that give away a win or a draw, in percent of the moves in positions that are not lost, with 95 %
    // intervals (200 games for each pair of neighbours): 45.8 (42.1 to 49.7), 25.2 (23.3 to 27.3), 15.1 (13.7
    // to 16.7), 6.1 (5.2 to 7.1), 0 (0 to 0.2). Levels 2 to 4 take 79 to 83 % of the points from the one
    // below, level 5 takes 71 %.
    const LEVELS: [PlayerLevel; 5] = [
        PlayerLevel::new(
            "overlooks every other four",
            "human:sight=2,attention=0.5,doubt=1",
        ),
        PlayerLevel::new(
            "overlooks a four now and then",
            "human:sight=2,attention=0.85,doubt=0.3",
        ),
        PlayerLevel::new(
            "looks four plies ahead",
            "human:sight=4,attention=0.95,doubt=0.15,insight=0.3",
        ),
        PlayerLevel::new(
            "errs now and then where nothing is forced",
            "human:sight=6,attention=0.99,doubt=0.05,insight=0.9",
        ),
        PlayerLevel::new("plays perfectly wherever it can prove it", "solver"),
    ];

    const PUZZLES: Option<&'static dyn PuzzleMaker<Self>> = Some(&puzzle::Puzzles);

    const HAS_SOLVER: bool = true;

    const BOOKS: Option<&'static dyn Books> = Some(&book_builder::ConnectFourBooks);

    const EXAMINATION: Option<&'static dyn Examination> = Some(&ConnectFourExamination);

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let (columns, rows) = (options.integer("columns"), options.integer("rows"));
        Self::new(columns, rows)
            .map_err(|error| OptionError::value("columns", columns, format!("what makes a game ({error})")))
    }

    fn max_plies(&self) -> Option<u64> {
        Some(self.size().area() as u64)
    }

    fn expected_moves_left(&self, state: &Self::State) -> u32 {
        (self.size().area() as u32 - state.stones()).div_ceil(2)
    }

    fn solver(&self, settings: &SolverSettings) -> Option<Box<dyn ExactSolver<Self>>> {
        let solver = Solver::new(*self).with_threads(settings.threads);
        Some(Box::new(if settings.book {
            solver
        } else {
            solver.without_book()
        }))
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "greedy" => standard::greedy(parameters, ZeroEvaluation),
            "mcts" => self.monte_carlo(parameters),
            "human" => {
                let errors = ErrorModel {
                    sight: parameters.integer("sight"),
                    attention: parameters.number("attention"),
                    doubt: parameters.number("doubt"),
                    insight: parameters.number("insight"),
                };
                Box::new(HumanLikePlayer::new(errors, parameters.integer("seed")))
            }
            "solver" => {
                let nodes = match parameters.integer("nodes") {
                    0 if *self == Self::default() => u64::MAX,
                    0 => nodes_without_book(self),
                    nodes => nodes,
                };
                standard::erring(parameters, self.exact_player(nodes, parameters.integer("seed")))
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

/// Returns the default node limit where no book bounds the search: of one to two seconds.
///
/// A second is enough for 20 million nodes in one word, but in two for 3 million on 10×10 and 1.7 million on
/// 16×7.
fn nodes_without_book(rules: &ConnectFour) -> u64 {
    match Solver::words(rules) {
        Some(1) => 20_000_000,
        Some(_) => 3_000_000,
        None => 100_000,
    }
}

/// The solver nodes that cost as much time as one simulated game: 3 to 7 on boards from 8×7 to 32×32, 21 on
/// 64×64.
const NODES_PER_SIMULATION: u64 = 16;

impl ConnectFour {
    /// Creates the player that proves what it can within a node limit and estimates the rest by Monte Carlo
    /// tree search.
    pub(crate) fn exact_player(&self, nodes: u64, seed: u64) -> ExactPlayer<Self> {
        let mut parameters = Options::defaults(standard::MCTS.parameters);
        parameters
            .set("seed", &seed.to_string())
            .expect("every number is a seed");
        let solver = Box::new(Solver::new(*self));
        ExactPlayer::new(solver, nodes, self.monte_carlo(&parameters), NODES_PER_SIMULATION)
    }
}
