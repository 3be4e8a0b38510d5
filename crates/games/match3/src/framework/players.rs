//! The options of the game, its computer players and their levels.

use quincunx_core::{Game as _, OptionError, OptionKind, OptionSpec, Options};
use quincunx_registry::{Console, Examination, Lesson, PlayerLevel, RegisteredGame};
use quincunx_search::one_ply::{self, Objective};
use quincunx_search::{AgentKind, Player, ZeroEvaluation, standard};

use super::examination::MatchThreeExamination;
use super::lessons::LESSONS;
use super::planner::{Planner, points_of_moves};
use super::rules::{MatchThree, RulesError};
use crate::engine::{TokenSet, read_matchers};
use crate::options::{level, number, option};

impl RegisteredGame for MatchThree {
    const ID: &'static str = "match-three";

    const TITLE: &'static str = "Match Three";

    const SUMMARY: &'static str = "Swap, turn and shift tokens until three or more match";

    const PLAYERS: u8 = 1;

    const CONSOLE: Console = Console {
        flags: &[],
        run: super::console::console,
    };

    const EXAMINATION: Option<&'static dyn Examination> = Some(&MatchThreeExamination);

    const OPTIONS: &'static [OptionSpec] = &[
        number("columns", (2, 32), "8", "the columns of the board"),
        number("rows", (2, 32), "8", "the rows of the board"),
        option(
            "tokens",
            OptionKind::Text,
            "ABCDEF",
            "the tokens, one character each; fewer make longer cascades",
        ),
        option(
            "deltas",
            OptionKind::Text,
            "1,0 | 0,1",
            "what matches: steps column,row between equal tokens that belong together, with | between matchers",
        ),
        number("moves", (1, 1000), "20", "the moves of a game"),
        option(
            "kinds",
            OptionKind::Text,
            "flipRight flipDown rotateSquareClockwise rotateColumnDown rotateRowRight",
            "the kinds of moves, with blanks between them",
        ),
    ];

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        one_ply::NOISY,
        one_ply::EXPECTATION,
        PLANNER,
        standard::MCTS_GREEDY,
    ];

    const LESSONS: &'static [Lesson] = LESSONS;

    /// Points won in 20 moves on 8×8 with six tokens, with their 95 % intervals: level 1 79 ± 4, level 3 499
    /// ± 8, level 4 956 ± 27, level 5 1,267 ± 99 (BENCHMARKS.md).
    const LEVELS: [PlayerLevel; 5] = [
        level("plays anything", "random"),
        level("often takes the best match", "greedy:samples=0,error=0.5"),
        level("takes the best match", "greedy:samples=0"),
        level("weighs what may fall in", "expectation"),
        level("looks some moves ahead", "mcts:simulations=2000,playout=1"),
    ];

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let wrong = |name, error: &dyn std::fmt::Display| {
            OptionError::value(name, options.text(name), format!("what makes a game ({error})"))
        };
        let tokens = TokenSet::new(options.text("tokens")).map_err(|error| wrong("tokens", &error))?;
        let words: Vec<_> = options.text("deltas").split(' ').collect();
        let matcher = read_matchers(&words).map_err(|error| wrong("deltas", &error))?;
        let rules = Self::new(
            options.integer("columns"),
            options.integer("rows"),
            tokens,
            matcher,
            options.integer("moves"),
        );
        let kinds = options.text("kinds").split_whitespace();
        rules
            .and_then(|rules| rules.with_kinds(kinds))
            .map_err(|error| match error {
                RulesError::Dimension(_) => wrong("columns", &error),
                RulesError::NoMoves => wrong("moves", &error),
                RulesError::UnknownKind => wrong("kinds", &error),
                RulesError::TooManyDeltas(_) => wrong("deltas", &error),
                RulesError::Restless { .. } => wrong("tokens", &error),
            })
    }

    fn max_plies(&self) -> Option<u64> {
        Some(self.moves.into())
    }

    fn expected_moves_left(&self, state: &Self::State) -> u32 {
        state.moves_left
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "random" => standard::random(parameters),
            "greedy" => standard::greedy(parameters, ZeroEvaluation),
            "noisy" => one_ply::noisy(parameters, Objective::points(Self::points)),
            "expectation" => one_ply::expectation(parameters, Objective::points(Self::points)),
            "planner" => Box::new(Planner {
                samples: parameters.integer("samples"),
                seed: parameters.integer("seed"),
            }),
            _ => standard::mcts_greedy(parameters, points_of_moves),
        }
    }
}

/// The kind of the player that also looks at the move after the next.
const PLANNER: AgentKind = AgentKind {
    name: "planner",
    help: "plays for the points of this move, its cascade and the best move after it",
    parameters: &[
        number(
            "samples",
            (1, 10_000),
            "4",
            "how often chance is drawn behind each move, and the more often the better the move is",
        ),
        standard::SEED,
    ],
};
