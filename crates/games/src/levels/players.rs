//! The options of the game, its computer players and their levels.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options, Random, RandomSource};
use quincunx_search::hash::hash_of;
use quincunx_search::{AgentKind, Analysis, Flat, Judged, Limits, Player, RandomPlayer, Value, standard};

use super::aim::{Aim, Aimed};
use super::level::Level as LevelOfGame;
use super::rules::{LevelGame, State};
use super::shipped::{NAMES, SHIPPED, find};
use super::worth::{Worth, worths};
use crate::entry::{Level, Listed};
use crate::match_three::BasicMove;

impl Listed for LevelGame {
    const ID: &'static str = "levels";

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "name",
            kind: OptionKind::Choice(&NAMES),
            default: SHIPPED[0].name,
            help: "one of the levels that come with the program, from easy to hard",
        },
        OptionSpec {
            name: "file",
            kind: OptionKind::File,
            default: "",
            help: "a level of your own, which takes the place of the named one",
        },
    ];

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        NOISY,
        SPECIAL_FIRST,
        GOAL_FIRST,
        EXPECTATION,
        standard::MCTS,
    ];

    const LEVELS: [Level; 5] = [
        Level {
            name: "moves anything",
            agent: "random",
        },
        Level {
            name: "overlooks much",
            agent: "noisy:skill=0.3",
        },
        Level {
            name: "sees what the goals need",
            agent: "goal-first",
        },
        Level {
            name: "weighs what may come in",
            agent: "expectation",
        },
        Level {
            name: "looks some moves ahead",
            agent: "mcts:simulations=2000,playout=2",
        },
    ];

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let text = match options.text("file") {
            "" => {
                let shipped = find(options.text("name"));
                shipped.expect("the choice allows no others").text
            }
            text => text,
        };
        let level = LevelOfGame::read(text).map_err(|errors| {
            OptionError::value(
                "file",
                text.lines().next().unwrap_or(""),
                format!("a level ({})", errors.0[0]),
            )
        })?;
        Ok(Self::new(level))
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        let one_ply = |aim, samples, skill| {
            Box::new(OnePly {
                aim,
                samples,
                skill,
                seed: parameters.integer("seed"),
            })
        };
        match agent {
            "random" => standard::random(parameters),
            "greedy" => standard::greedy(parameters, Flat),
            "noisy" => one_ply(Aim::Points, 0, parameters.number("skill")),
            "special-first" => one_ply(Aim::Specials, 0, 1.0),
            "goal-first" => one_ply(Aim::Goals, 0, 1.0),
            "expectation" => one_ply(Aim::Goals, parameters.integer("samples"), 1.0),
            _ => Box::new(ForGoals(standard::mcts(parameters, Flat))),
        }
    }
}

const NOISY: AgentKind = AgentKind {
    name: "noisy",
    help: "notices some of the moves and plays the one that wins the most points at once",
    parameters: &[
        OptionSpec {
            name: "skill",
            kind: OptionKind::Number(0.0, 1.0),
            default: "0.7",
            help: "the probability of noticing a move",
        },
        standard::SEED,
    ],
};

const SPECIAL_FIRST: AgentKind = AgentKind {
    name: "special-first",
    help: "plays the move that makes and sets off the most specials at once",
    parameters: &[standard::SEED],
};

const GOAL_FIRST: AgentKind = AgentKind {
    name: "goal-first",
    help: "plays the move that does the most for the goals at once",
    parameters: &[standard::SEED],
};

const EXPECTATION: AgentKind = AgentKind {
    name: "expectation",
    help: "plays the move that does the most for the goals with what may come in",
    parameters: &[
        OptionSpec {
            name: "samples",
            kind: OptionKind::Integer(0, 10_000),
            default: "16",
            help: "how often chance is drawn behind each move",
        },
        standard::SEED,
    ],
};

/// Plays the move that is worth most to its aim, of those that it notices; the seed decides among equals.
///
/// Its analysis lists all moves, the best for its aim first, each with the points that are expected of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OnePly {
    aim: Aim,
    samples: u32,
    /// The probability of noticing a move.
    skill: f64,
    seed: u64,
}

impl OnePly {
    /// Lists the moves, the best for the aim first.
    fn ranked(&self, rules: &LevelGame, state: &State, limits: &Limits) -> Vec<Worth> {
        let mut worths = worths(rules, state, self.samples, self.seed, limits);
        worths.sort_by(|a, b| b.to(self.aim).total_cmp(&a.to(self.aim)));
        worths
    }
}

impl Player<LevelGame> for OnePly {
    fn analyze(
        &mut self,
        rules: &LevelGame,
        state: &State,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<BasicMove>),
    ) -> Analysis<BasicMove> {
        let ranked = self.ranked(rules, state, limits);
        let judged = |worth: &Worth| Judged {
            action: worth.action,
            value: Value::Points(worth.expected),
        };
        Analysis {
            actions: ranked.iter().map(judged).collect(),
            principal_variation: vec![ranked[0].action],
            depth: 1,
            nodes: ranked.len() as u64 * u64::from(self.samples.max(1)),
        }
    }

    fn choose(&mut self, rules: &LevelGame, state: &State, limits: &Limits) -> BasicMove {
        let mut random = Random::stream(self.seed, hash_of(state));
        let mut ranked = self.ranked(rules, state, limits);
        ranked.retain(|_| self.skill >= 1.0 || random.unit() < self.skill);
        let Some(best) = ranked.first().map(|worth| worth.to(self.aim)) else {
            return RandomPlayer { seed: self.seed }.choose(rules, state, limits);
        };
        let equals = ranked
            .iter()
            .take_while(|worth| worth.to(self.aim) >= best)
            .count();
        ranked[random.index(equals)].action
    }
}

/// A player that searches for points, set to search for the goals.
struct ForGoals(Box<dyn Player<Aimed>>);

impl Player<LevelGame> for ForGoals {
    fn analyze(
        &mut self,
        rules: &LevelGame,
        state: &State,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<BasicMove>),
    ) -> Analysis<BasicMove> {
        self.0.analyze(&aimed(rules), state, limits, report)
    }

    fn choose(&mut self, rules: &LevelGame, state: &State, limits: &Limits) -> BasicMove {
        self.0.choose(&aimed(rules), state, limits)
    }
}

fn aimed(rules: &LevelGame) -> Aimed {
    Aimed {
        rules: rules.clone(),
        aim: Aim::Goals,
    }
}
