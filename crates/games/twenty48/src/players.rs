//! The options, the computer players and their levels.

use std::path::Path;
use std::sync::Arc;

use quincunx_arena::Figure;
use quincunx_core::{OptionError, OptionKind, OptionSpec, Options, Size};
use quincunx_search::{AgentKind, EpsilonRandom, MissingResource, Player, ZeroEvaluation, standard};

use super::exact::{self, TablePlayer};
use super::expectimax::{DEEPEST, PackedExpectimax};
use super::heuristic::LinesJudge;
use super::learning;
use super::network::TupleJudge;
use super::noisy::{Doubting, WORTH_BY_LOOK};
use super::ordinal::InOrder;
use super::position::Scoring;
use super::rules::Twenty48;
use quincunx_registry::environment::{Batch, Opponent, Setup, readable};
use quincunx_registry::learning::Learning;
use quincunx_registry::tablebase::Tablebases;
use quincunx_registry::{Console, Level, ListChances, PlayerError, RegisteredGame, list_chances};

/// The longest side of a board that options and console take.
pub(super) const LONGEST_SIDE: u64 = 64;

/// The name of the networks that come with the program, and that of none.
const SHIPPED: &str = "shipped";
const NONE: &str = "none";

/// The player that looks ahead.
const EXPECTIMAX: AgentKind = AgentKind {
    name: "expectimax",
    help: "looks ahead at every move and every new piece, fastest on 4×4 boards",
    parameters: &[
        OptionSpec {
            name: "nodes",
            kind: OptionKind::Integer(1, u64::MAX),
            default: "20000",
            help: "positions to look at for a move, when no other limit is given; fewer on large boards",
        },
        OptionSpec {
            name: "depth",
            kind: OptionKind::Integer(1, DEEPEST as u64),
            default: "60",
            help: "moves to look ahead at most, when no other limit is given",
        },
        OptionSpec {
            name: "network",
            kind: OptionKind::Text,
            default: SHIPPED,
            help: "what judges 4×4 boards: a file of weights as `quincunx train` saves them; `shipped`, the one that comes with \
                   the program for the scoring, with the usual rate of fours; or `none`, the look of the lines, as elsewhere",
        },
        OptionSpec {
            name: "doubt",
            kind: OptionKind::Number(0.0, 1.0),
            default: "0",
            help: "by how much it misjudges a move at most, as a part of what the best one is worth, or of 10,000 points where no \
                   network judges",
        },
        standard::ERROR,
        standard::SEED,
    ],
};

/// The player that knows what it can.
const EXACT: AgentKind = AgentKind {
    name: "exact",
    help: "plays perfectly on boards of up to six fields, and on those of which there is a table; elsewhere as expectimax",
    parameters: EXPECTIMAX.parameters,
};

impl RegisteredGame for Twenty48 {
    const ID: &'static str = "2048";

    const TITLE: &'static str = "2048";

    const SUMMARY: &'static str = "Slide the tiles; two equal ones merge into their double";

    const PLAYERS: u8 = 1;

    const CONSOLE: Console = Console {
        flags: &[],
        run: crate::console::console,
    };

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "width",
            kind: OptionKind::Integer(2, LONGEST_SIDE),
            default: "4",
            help: "columns of the board",
        },
        OptionSpec {
            name: "height",
            kind: OptionKind::Integer(2, LONGEST_SIDE),
            default: "4",
            help: "rows of the board",
        },
        OptionSpec {
            name: "scoring",
            kind: OptionKind::Choice(&["standard", "contest"]),
            default: "standard",
            help: "contest: the points of a move double with every merge after its first",
        },
        OptionSpec {
            name: "four-rate",
            kind: OptionKind::Number(0.0, 1.0),
            default: "0.1",
            help: "the probability with which a new piece is a 4 and not a 2",
        },
    ];

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        standard::MCTS,
        EXPECTIMAX,
        EXACT,
    ];

    const CHANCES: Option<ListChances<Self>> = Some(list_chances);

    const TABLES: Option<&'static Tablebases> = Some(&exact::TABLES);

    // On 4×4 with the usual pieces, 100 games each (seed 1), mean and 95 % interval: 5,213 ± 778, 18,042 ±
    // 3,083 (2048 in 36 % of the games), 42,534 ± 6,571 (68 %), 135,477 ± 17,428 (91 %); with the sight
    // of level 4 and without doubt 368,437 ± 17,938 (300 games).
    const LEVELS: [Level; 5] = [
        Level {
            name: "misjudges a move by up to 30 %",
            agent: "expectimax:depth=1,doubt=0.3",
        },
        Level {
            name: "misjudges a move by up to 10 %",
            agent: "expectimax:depth=1,doubt=0.1",
        },
        Level {
            name: "misjudges a move by up to 3 %",
            agent: "expectimax:depth=1,doubt=0.03",
        },
        Level {
            name: "looks two moves ahead, and misjudges by up to 2 %",
            agent: "expectimax:depth=2,doubt=0.02",
        },
        Level {
            name: "looks at 20,000 positions for a move, further ahead the fewer fields are free",
            agent: "exact",
        },
    ];

    // By the look of the lines: the networks take more than a second to be read.
    const SHOWCASE: &'static str = "expectimax:depth=1,network=none";

    const FIGURES: &'static [Figure<Self>] = &[Figure {
        name: "highest-tile",
        help: "the value of the highest piece on the board",
        of: |_, position| {
            position
                .cells()
                .iter()
                .map(|(_, &value)| value)
                .max()
                .unwrap_or(0)
        },
    }];

    const LEARNING: Option<&'static Learning> = Some(&learning::LEARNING);

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let (width, height) = (options.integer("width"), options.integer("height"));
        let size = Size::new(width, height).expect("both sides are from 2 to 64");
        let scoring = match options.text("scoring") {
            "contest" => Scoring::Contest,
            _ => Scoring::Standard,
        };
        let rules = Self::new(size, scoring, options.number("four-rate"));
        Ok(rules.expect("the ranges of the options are those of the rules"))
    }

    /// What the largest piece can be on n fields is twice what it can be on one less, and 4 on one: with the
    /// halves of it below, pieces are worth less than 2^(n+2) in all, and every move adds 2 at least.
    fn most_plies(&self) -> Option<u64> {
        let fields = u32::try_from(self.size().area()).ok()?;
        2u64.checked_pow(fields + 1)
    }

    /// A good player's game on 4×4 lasts for some 15,000 moves, behind which a 32768 is made, and few last
    /// for much more. A move adds to the sum of all pieces what a new piece is worth, so the sum tells
    /// how many have been made.
    fn moves_to_come(&self, position: &Self::State) -> u32 {
        let fields = self.size().area().min(32) as u32;
        let whole = ((1u64 << fields) as f64 / 4.4).clamp(400.0, 50_000.0);
        let pieces: f64 = position.cells().iter().map(|(_, &value)| value as f64).sum();
        let made = pieces / (2.0 * (1.0 + self.four_rate()));
        (whole - made).max(whole / 4.0) as u32
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        let player: Box<dyn Player<Self>> = match agent {
            "random" => return standard::random(parameters),
            "greedy" => return standard::greedy(parameters, ZeroEvaluation),
            "mcts" => standard::mcts(parameters, LinesJudge),
            _ => {
                let mut player =
                    PackedExpectimax::new(parameters.integer("depth"), parameters.integer("nodes"));
                let (error, seed) = (parameters.number("error"), parameters.integer("seed"));
                let mut worth = Some(WORTH_BY_LOOK);
                if let Some(judge) = self.network(parameters) {
                    player = player.with_network(judge);
                    worth = None;
                }
                let doubt = parameters.number("doubt");
                if agent == EXACT.name {
                    let player = Doubting::new(TablePlayer::new(player), doubt, worth, seed);
                    Box::new(EpsilonRandom::new(player, error, seed))
                } else {
                    Box::new(EpsilonRandom::new(
                        Doubting::new(player, doubt, worth, seed),
                        error,
                        seed,
                    ))
                }
            }
        };
        if self.size() == Self::default().size() {
            player
        } else {
            Box::new(InOrder(player))
        }
    }

    fn environments(self, setup: &Setup, opponent: Opponent<Self>, seeds: &[u64]) -> Box<dyn Batch> {
        if setup.readable {
            return readable(self, setup, opponent, seeds);
        }
        self.packed_environments(setup, opponent, seeds)
            .unwrap_or_else(|opponent| readable(self, setup, opponent, seeds))
    }

    fn check_player(rules: &Options, agent: &str, parameters: &Options) -> Result<(), PlayerError> {
        if [EXPECTIMAX.name, EXACT.name].contains(&agent) {
            return Self::from_options(rules)?.check_network(parameters);
        }
        Ok(())
    }
}

/// Returns the strongest player, which is the last level and gives hints; where there is no memory for its
/// network, it judges boards by their lines.
pub(super) fn strongest(rules: &Twenty48) -> Box<dyn Player<Twenty48>> {
    let mut parameters = Options::defaults(EXACT.parameters);
    if rules.check_network(&parameters).is_err() {
        parameters
            .set("network", NONE)
            .expect("none is a network to name");
    }
    rules.player(EXACT.name, &parameters)
}

/// Returns the file of weights that parameters name, if they name one.
fn file(parameters: &Options) -> Option<&Path> {
    Some(parameters.text("network"))
        .filter(|name| ![SHIPPED, NONE, ""].contains(name))
        .map(Path::new)
}

impl Twenty48 {
    /// Reads the network that parameters name, if they name one.
    fn check_network(&self, parameters: &Options) -> Result<(), PlayerError> {
        if let Some(path) = file(parameters) {
            let wrong = |reason: String| {
                let expected = format!("a file of weights for this game ({reason})");
                OptionError::value("network", path.display(), expected)
            };
            if self.size() != Self::default().size() {
                let reason = format!("networks are for boards of 4×4, not of {}", self.size());
                return Err(wrong(reason).into());
            }
            TupleJudge::of_file(path).map_err(|error| {
                if error.is_for_want_of_memory() {
                    PlayerError::MissingResource(MissingResource(format!(
                        "for the network {}: {error}",
                        path.display()
                    )))
                } else {
                    wrong(error.to_string()).into()
                }
            })?;
        } else if self.has_shipped(parameters) {
            TupleJudge::shipped(self.scoring()).map_err(|error| {
                MissingResource(format!("for the network that comes with the program: {error}"))
            })?;
        }
        Ok(())
    }

    /// Tells whether parameters name a network that comes with the program and fits these rules.
    fn has_shipped(&self, parameters: &Options) -> bool {
        // What a network expects is wrong where the new pieces are others.
        let usual = Self::default();
        let fits = self.size() == usual.size() && self.four_rate() == usual.four_rate();
        fits && parameters.text("network") == SHIPPED
    }

    /// Returns the network that parameters name, if they name one that fits these rules.
    fn network(&self, parameters: &Options) -> Option<Arc<TupleJudge>> {
        let judge = if let Some(path) = file(parameters) {
            TupleJudge::kept(path).map_or_else(|| TupleJudge::of_file(path), Ok)
        } else if self.has_shipped(parameters) {
            TupleJudge::shipped(self.scoring())
        } else {
            return None;
        };
        Some(judge.expect("it was read when the player was checked"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::{Direction, Notation};
    use quincunx_search::{Analysis, Limits};

    #[test]
    fn hints_are_of_the_last_level() {
        assert_eq!(Twenty48::LEVELS.map(|level| level.agent)[4], EXACT.name);
    }

    #[test]
    fn no_points_are_told_where_the_look_of_the_lines_tells_none() {
        let rules = Twenty48::new(Size::new(4, 3).expect("a size"), Scoring::Standard, 0.1).expect("rules");
        let position = rules
            .parse_position("0,0,0,0/0,2,0,0/2,0,0,0")
            .expect("a position");
        let limits = Limits {
            nodes: Some(500),
            ..Limits::default()
        };
        for (agent, kind) in [
            ("expectimax", "order"),
            ("mcts", "order"),
            ("exact", "order"),
            ("greedy", "points"),
        ] {
            let agent = Twenty48::AGENTS.iter().find(|known| known.name == agent);
            let agent = agent.expect("there is such an agent");
            let check = |analysis: &Analysis<Direction>| {
                for judged in &analysis.actions {
                    assert_eq!(judged.value.parts().kind, kind, "{}", agent.name);
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
        assert_eq!(default, Ok(DEEPEST));
    }
}
