//! The computer players and their levels, and the game's registration.

use std::path::Path;
use std::sync::Arc;

use quincunx_arena::Figure;
use quincunx_core::{OptionError, OptionKind, OptionSpec, Options};
use quincunx_registry::environment::{Batch, Opponent, Setup, readable};
use quincunx_registry::learning::Learning;
use quincunx_registry::tablebase::Tablebases;
use quincunx_registry::{
    Console, DataFile, Examination, Lesson, PlayerError, PlayerLevel, RegisteredGame, list_chances,
};
use quincunx_search::{AgentKind, EpsilonRandom, MissingResource, Player, ZeroEvaluation, standard};

use super::evaluation::HeuristicEvaluation;
use super::examination::Twenty48Examination;
use super::expectimax::PackedExpectimax;
use super::network::{self, NetworkError, TrainedNetwork, file_cache};
use super::noisy::{HEURISTIC_SCALE, NoisyPlayer, OrdinalPlayer};
use super::observation::packed_environments;
use super::options;
use super::position::{Piece, Position};
use super::rules::Twenty48;
use super::tablebase::{self, TablebasePlayer};
use crate::lessons::LESSONS;

/// The `network` parameter for the networks that come with the program, and for none.
const SHIPPED: &str = "shipped";
const NONE: &str = "none";

/// Expectimax on packed boards.
const EXPECTIMAX: AgentKind = AgentKind {
    name: "expectimax",
    help: "looks ahead at every move and every new piece, fastest on 4×4 boards",
    parameters: &[
        OptionSpec::new("nodes", OptionKind::Integer(1, u64::MAX), "20000")
            .help("positions to look at for a move, when no other limit is given; fewer on large boards"),
        OptionSpec::new(
            "depth",
            OptionKind::Integer(1, PackedExpectimax::MAX_DEPTH as u64),
            "60",
        )
        .help("moves to look ahead at most, when no other limit is given"),
        OptionSpec::new("network", OptionKind::Text, SHIPPED).help(
            "evaluation of 4×4 boards: a file of weights that `quincunx train` saved; `shipped`, the one \
             that comes with the program for the scoring, with the usual rate of fours; or `none`, the \
             heuristic, as on other boards",
        ),
        OptionSpec::new("doubt", OptionKind::Number(0.0, 1.0), "0").help(
            "largest error in the value of a move, as a share of the best move's value, or of 10,000 \
             points where no network evaluates",
        ),
        standard::ERROR,
        standard::SEED,
    ],
};

/// Perfect play where the game is solved.
const EXACT: AgentKind = AgentKind {
    name: "exact",
    help: "plays perfectly on boards of up to six cells and where there is a tablebase; elsewhere as \
           expectimax",
    parameters: EXPECTIMAX.parameters,
};

impl RegisteredGame for Twenty48 {
    const ID: &'static str = options::ID;

    const TITLE: &'static str = "2048";

    const SUMMARY: &'static str = "Slide the tiles; equal ones merge and double";

    const PLAYERS: u8 = 1;

    const CONSOLE: Console = Console {
        flags: &[],
        run: crate::console::console,
    };

    const OPTIONS: &'static [OptionSpec] = options::OPTIONS;

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        standard::MCTS,
        EXPECTIMAX,
        EXACT,
    ];

    const LISTS_CHANCES: bool = true;

    const TABLES: Option<&'static dyn Tablebases> = Some(&tablebase::Tablebases2048);

    const LESSONS: &'static [Lesson] = LESSONS;

    // Mean points on 4×4 boards with standard rules, 100 games each (seed 1): 4,137, 20,059, 35,873, 135,477
    // and, on level 5, 368,437. The first three need no network, which takes seconds to read.
    const LEVELS: [PlayerLevel; 5] = [
        PlayerLevel::new(
            "compares the moves, and often misjudges them",
            "expectimax:depth=1,network=none,doubt=0.05",
        ),
        PlayerLevel::new(
            "looks two moves ahead, and often misjudges them",
            "expectimax:nodes=20000,depth=2,network=none,doubt=0.05",
        ),
        PlayerLevel::new(
            "looks two moves ahead",
            "expectimax:nodes=20000,depth=2,network=none",
        ),
        PlayerLevel::new(
            "has learned what moves are worth, and misjudges them by up to 2 %",
            "expectimax:depth=2,doubt=0.02",
        ),
        PlayerLevel::new(
            "looks at 20,000 positions for a move, further ahead the fewer fields are free",
            "exact",
        ),
    ];

    // With the heuristic: a network takes more than a second to be read.
    const SHOWCASE: &'static str = "expectimax:depth=1,network=none";

    const FIGURES: &'static [Figure<Self>] = &[Figure {
        name: "highest-tile",
        help: "the value of the highest piece on the board",
        of: |_, position| position.cells().values().iter().copied().max().unwrap_or(0),
    }];

    const LEARNING: Option<&'static dyn Learning> = Some(network::LEARNING);

    const EXAMINATION: Option<&'static dyn Examination> = Some(&Twenty48Examination);

    fn data_files() -> &'static [&'static DataFile] {
        &network::FILES
    }

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        Ok(options::rules_of(options))
    }

    /// The largest piece on n cells is twice the largest on one less, and 4 on one. With one of each below it
    /// the pieces sum to less than 2^(n+2), and every move adds at least 2.
    fn max_plies(&self) -> Option<u64> {
        let fields = u32::try_from(self.size().area()).ok()?;
        2u64.checked_pow(fields + 1)
    }

    /// A good player's game on 4×4 lasts for some 15,000 moves. A move adds the value of a new piece to the
    /// sum of all pieces, so the sum gives the moves made.
    fn expected_moves_left(&self, position: &Self::State) -> u32 {
        let fields = self.size().area().min(32) as u32;
        let whole = ((1u64 << fields) as f64 / 4.4).clamp(400.0, 50_000.0);
        let pieces: f64 = position.cells().iter().map(|(_, &value)| value as f64).sum();
        let made = pieces / (2.0 * (1.0 + self.four_rate()));
        (whole - made).max(whole / 4.0) as u32
    }

    fn list_chances(&self, position: &Position) -> Option<Vec<(Piece, f64)>> {
        Some(list_chances(self, position))
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        let player: Box<dyn Player<Self>> = match agent {
            "random" => return standard::random(parameters),
            "greedy" => return standard::greedy(parameters, ZeroEvaluation),
            "mcts" => standard::mcts(parameters, HeuristicEvaluation),
            _ => {
                let mut player =
                    PackedExpectimax::new(parameters.integer("depth"), parameters.integer("nodes"));
                let (error, seed) = (parameters.number("error"), parameters.integer("seed"));
                let mut scale = Some(HEURISTIC_SCALE);
                if let Some(network) = self.network(parameters) {
                    player = player.with_network(network);
                    scale = None;
                }
                let player: Box<dyn Player<Self>> = if agent == EXACT.name {
                    Box::new(TablebasePlayer::new(player))
                } else {
                    Box::new(player)
                };
                let noise = parameters.number("doubt");
                let player = NoisyPlayer {
                    player,
                    noise,
                    scale,
                    seed,
                };
                Box::new(EpsilonRandom::new(player, error, seed))
            }
        };
        if self.is_4x4() {
            player
        } else {
            Box::new(OrdinalPlayer(player))
        }
    }

    fn environments(self, setup: &Setup, opponent: Opponent<Self>, seeds: &[u64]) -> Box<dyn Batch> {
        if setup.readable {
            return readable(self, setup, opponent, seeds);
        }
        packed_environments(self, setup, opponent, seeds)
            .unwrap_or_else(|opponent| readable(self, setup, opponent, seeds))
    }

    fn check_player(rules: &Options, agent: &str, parameters: &Options) -> Result<(), PlayerError> {
        if [EXPECTIMAX.name, EXACT.name].contains(&agent) {
            return Self::from_options(rules)?.check_network(parameters);
        }
        Ok(())
    }
}

/// Returns the file of weights that the parameters name.
fn file(parameters: &Options) -> Option<&Path> {
    Some(parameters.text("network"))
        .filter(|name| ![SHIPPED, NONE, ""].contains(name))
        .map(Path::new)
}

impl Twenty48 {
    /// Reads the network that the parameters name.
    fn check_network(&self, parameters: &Options) -> Result<(), PlayerError> {
        if let Some(path) = file(parameters) {
            let invalid = |reason: String| {
                let expected = format!("a file of weights for this game ({reason})");
                OptionError::value("network", path.display(), expected)
            };
            if !self.is_4x4() {
                let reason = network::OtherSize(self.size());
                return Err(invalid(reason.to_string()).into());
            }
            file_cache::read(path).map_err(|error| {
                if error.is_out_of_memory() {
                    let needed = format!("for the network {}: {error}", path.display());
                    PlayerError::from(MissingResource::Memory(needed))
                } else {
                    invalid(error.to_string()).into()
                }
            })?;
        } else if self.has_shipped(parameters) {
            TrainedNetwork::shipped(self.scoring()).map_err(|error| match error {
                NetworkError::Missing(missing) => missing,
                error => {
                    let needed = format!("for the network that comes with the program: {error}");
                    MissingResource::Memory(needed)
                }
            })?;
        }
        Ok(())
    }

    /// Returns whether the parameters name a network that comes with the program and fits these rules: its
    /// values assume the usual size and rate of fours.
    fn has_shipped(&self, parameters: &Options) -> bool {
        let usual = Self::default();
        let fits = self.size() == usual.size() && self.four_rate() == usual.four_rate();
        fits && parameters.text("network") == SHIPPED
    }

    /// Returns the network that the parameters name, if it fits these rules.
    fn network(&self, parameters: &Options) -> Option<Arc<TrainedNetwork>> {
        let network = if let Some(path) = file(parameters) {
            file_cache::get(path).map_or_else(|| file_cache::read(path), Ok)
        } else if self.has_shipped(parameters) {
            TrainedNetwork::shipped(self.scoring())
        } else {
            return None;
        };
        Some(network.expect("checked before the player is created"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Scoring;
    use quincunx_core::{Direction, Notation, Size};
    use quincunx_search::{Analysis, Limits};

    #[test]
    fn hints_come_from_the_last_level() {
        assert_eq!(Twenty48::LEVELS.map(|level| level.agent)[4], EXACT.name);
    }

    #[test]
    fn heuristic_values_are_ordinal_on_other_boards() {
        let rules = Twenty48::new(Size::new(4, 3).expect("a size"), Scoring::Standard, 0.1).expect("rules");
        let position = rules
            .parse_position("0,0,0,0/0,2,0,0/2,0,0,0")
            .expect("a position");
        let limits = Limits::of_nodes(500);
        for (agent, kind) in [
            ("expectimax", "order"),
            ("mcts", "order"),
            ("exact", "order"),
            ("greedy", "points"),
        ] {
            let agent = Twenty48::AGENTS.iter().find(|known| known.name == agent);
            let agent = agent.expect("a known agent");
            let check = |analysis: &Analysis<Direction>| {
                for judged in &analysis.actions {
                    assert_eq!(judged.value.parts().kind.name(), kind, "{}", agent.name);
                }
            };
            let mut player = rules.player(agent.name, &Options::defaults(agent.parameters));
            check(&player.analyze(&rules, &position, &limits, &mut |analysis| check(analysis)));
        }
    }

    #[test]
    fn the_default_agent_is_the_strongest_level() {
        let default = EXPECTIMAX.parameters[0].default.parse();
        assert_eq!(default, Ok(PackedExpectimax::NODES));
        let default = EXPECTIMAX.parameters[1].default.parse();
        assert_eq!(default, Ok(PackedExpectimax::MAX_DEPTH));
    }
}
