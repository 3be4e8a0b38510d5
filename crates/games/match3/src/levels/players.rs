//! The options of the game, its computer players and their levels.

use quincunx_arena::Figure;
use quincunx_core::{OptionError, OptionKind, OptionSpec, Options};
use quincunx_registry::{Console, Lesson, PlayerLevel, RegisteredGame};
use quincunx_search::greedy_rollout::immediate_points;
use quincunx_search::{AgentKind, Analysis, Limits, Player, ZeroEvaluation, one_ply, standard};

use super::lessons::LESSONS;
use super::level::Level;
use super::objective::Objective;
use super::position::Position;
use super::problem::LevelErrors;
use super::rules::LevelGame;
use super::shipped::{NAMES, SHIPPED, find};
use crate::engine::BasicMove;
use crate::options::{SPECIAL_FIRST, level, option};

impl RegisteredGame for LevelGame {
    const ID: &'static str = "levels";

    const TITLE: &'static str = "Levels";

    const SUMMARY: &'static str = "Reach the goals of each level before the moves run out";

    const PLAYERS: u8 = 1;

    const CONSOLE: Console = Console {
        flags: &[],
        run: super::console::console,
    };

    const OPTIONS: &'static [OptionSpec] = &[
        option(
            "name",
            OptionKind::Choice(&NAMES),
            SHIPPED[0].name,
            "one of the levels that come with the program, from easy to hard",
        ),
        option(
            "file",
            OptionKind::File,
            "",
            "a level of your own, which takes the place of the named one",
        ),
    ];

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        NOISY,
        SPECIAL_FIRST,
        GOAL_FIRST,
        one_ply::EXPECTATION,
        standard::MCTS_GREEDY,
    ];

    const LESSONS: &'static [Lesson] = LESSONS;

    const LEVELS: [PlayerLevel; 5] = [
        level("moves anything", "random"),
        level("overlooks much", "noisy:skill=0.3"),
        level("sees what the goals need", "goal-first"),
        level("weighs what may come in", "expectation"),
        level("looks some moves ahead", "mcts:simulations=2000,playout=1"),
    ];

    const FIGURES: &'static [Figure<Self>] = &[
        Figure {
            name: "moves-left",
            help: "the moves that were left when the level ended",
            of: |rules, state| rules.moves_left(state).into(),
        },
        Figure {
            name: "goals-done",
            help: "how much of the goals was done, in thousandths: the mean of all goals",
            of: |rules, state| {
                let goals = rules.goals(state);
                let done = goals.iter().map(|goal| goal.progress());
                done.map(|(done, wanted)| 1000 * done / wanted).sum::<u64>() / goals.len() as u64
            },
        },
        Figure {
            name: "specials-made",
            help: "specials that combinations made",
            of: |_, state| state.specials_made.into(),
        },
        Figure {
            name: "specials-used",
            help: "specials that took effect",
            of: |_, state| state.specials_used.into(),
        },
        Figure {
            name: "shuffles",
            help: "how often the board had to be reshuffled",
            of: |_, state| state.shuffles.into(),
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
        let wrong = |errors: LevelErrors| {
            let first = text.lines().next().unwrap_or("");
            OptionError::value("file", first, format!("a level ({})", errors.0[0]))
        };
        Level::read(text).map(Self::new).map_err(wrong)
    }

    fn max_plies(&self) -> Option<u64> {
        Some(self.level().limit.into())
    }

    fn expected_moves_left(&self, state: &Self::State) -> u32 {
        self.moves_left(state)
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "random" => standard::random(parameters),
            "greedy" => standard::greedy(parameters, ZeroEvaluation),
            "noisy" => {
                let objective = match parameters.text("aim") {
                    "goals" => Objective::Goals,
                    _ => Objective::Points,
                };
                one_ply::noisy(parameters, objective.one_ply())
            }
            "special-first" => one_ply::greedy(parameters, Objective::Specials.one_ply()),
            "goal-first" => one_ply::greedy(
                parameters,
                one_ply::Objective {
                    worth: Objective::goals_with_specials,
                    ..Objective::Goals.one_ply()
                },
            ),
            "expectation" => one_ply::expectation(
                parameters,
                one_ply::Objective {
                    prospect: Some(Objective::prospect_of_goals),
                    ..Objective::Goals.one_ply()
                },
            ),
            _ => Box::new(ForGoals(standard::mcts_greedy(parameters, immediate_points))),
        }
    }
}

/// The kind of the player that overlooks moves, with its objective as a parameter.
const NOISY: AgentKind = AgentKind {
    help: "notices some of the moves and plays the one that brings the most at once",
    parameters: &[
        one_ply::SKILL,
        option(
            "aim",
            OptionKind::Choice(&["points", "goals"]),
            "points",
            "what it plays for",
        ),
        standard::SEED,
    ],
    ..one_ply::NOISY
};

const GOAL_FIRST: AgentKind = AgentKind {
    name: "goal-first",
    help: "plays the move that does the most for the goals and leaves the best next move",
    parameters: &[standard::SEED],
};

/// A player that maximises points, applied to the values for the goals.
struct ForGoals(Box<dyn Player<LevelGame>>);

impl Player<LevelGame> for ForGoals {
    fn analyze(
        &mut self,
        rules: &LevelGame,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<BasicMove>),
    ) -> Analysis<BasicMove> {
        let with_values = |analysis: &Analysis<BasicMove>| {
            let mut analysis = analysis.clone();
            for judged in &mut analysis.actions {
                judged.value = Objective::value_for_goals(judged.value.expected());
            }
            analysis
        };
        let mut report = |analysis: &Analysis<BasicMove>| report(&with_values(analysis));
        let found = self.0.analyze(&rules.for_goals(), state, limits, &mut report);
        with_values(&found)
    }

    fn choose(&mut self, rules: &LevelGame, state: &Position, limits: &Limits) -> BasicMove {
        self.0.choose(&rules.for_goals(), state, limits)
    }
}
