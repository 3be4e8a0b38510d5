//! What a game implements to be in the list.

use std::fmt;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

use quincunx_arena::Figure;
use quincunx_core::{
    DynSession, EnumerableChance, NamedSession, OptionError, OptionKind, OptionSpec, Options, Playable,
    Session,
};
use quincunx_search::{
    AgentError, AgentKind, AgentSpec, ExactSolver, Player, SolverSettings, Value, standard,
};

use crate::custom::{self, CUSTOM, MakePlayer};
use crate::data_file::DataFile;
use crate::environment::{self, Batch, Observe, Opponent, Setup};
use crate::error::PlayerError;
use crate::examination::Examination;
use crate::learning::Learning;
use crate::lesson::Lesson;
use crate::opening::Books;
use crate::program::{self, PROGRAM};
use crate::puzzle::PuzzleMaker;
use crate::tablebase::Tablebases;

/// A game that can be in the list: rules that are made of options, and computer players for them.
pub trait RegisteredGame: Playable + Observe {
    /// The id by which the game is named everywhere: lower case, words joined by `-`.
    const ID: &'static str;

    /// The name for people.
    const TITLE: &'static str;

    /// One line that describes the game.
    const SUMMARY: &'static str;

    /// How many players it has: 1 or 2.
    const PLAYERS: u8;

    /// The exact text console.
    const CONSOLE: Console;

    /// The options of the rules.
    const OPTIONS: &'static [OptionSpec];

    /// The kinds of computer players, beside `level`.
    const AGENTS: &'static [AgentKind];

    /// The five levels from easy to hard.
    const LEVELS: [PlayerLevel; 5];

    /// Who plays the short game that lobbies show: quick, with a `seed`.
    const SHOWCASE: &'static str = "level:3";

    /// The steps of how to play, five at most.
    const LESSONS: &'static [Lesson];

    /// The maker of puzzles, where the game has any.
    const PUZZLES: Option<&'static dyn PuzzleMaker<Self>> = None;

    /// Whether the game has an exact solver: [`RegisteredGame::solver`].
    const HAS_SOLVER: bool = false;

    /// The opening books, where the game has them; they are of the default rules.
    const BOOKS: Option<&'static dyn Books> = None;

    /// What works out whole games, where the single-player game allows it.
    const TABLES: Option<&'static dyn Tablebases> = None;

    /// The networks that learn the game, where it has any.
    const LEARNING: Option<&'static dyn Learning> = None;

    /// How programs of others that play it are examined.
    const EXAMINATION: Option<&'static dyn Examination> = None;

    /// Whether the outcomes of chance can be listed: [`RegisteredGame::list_chances`].
    const LISTS_CHANCES: bool = false;

    /// What simulations report of a finished game beside outcome, points and plies.
    const FIGURES: &'static [Figure<Self>] = &[];

    /// Returns the large files that its players need.
    fn data_files() -> &'static [&'static DataFile] {
        &[]
    }

    /// Makes the rules.
    ///
    /// # Errors
    /// When the values of the options make no rules.
    fn from_options(options: &Options) -> Result<Self, OptionError>;

    /// Makes a computer player of one of [`RegisteredGame::AGENTS`], whose parameters have been checked.
    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>>;

    /// Makes the exact solver; `None` where the game has none.
    fn solver(&self, _settings: &SolverSettings) -> Option<Box<dyn ExactSolver<Self>>> {
        None
    }

    /// Lists the outcomes of chance with their probabilities, where they are few enough; called only on
    /// chance's turn. See [`list_chances`].
    fn list_chances(&self, _state: &Self::State) -> Option<Vec<(Self::Chance, f64)>> {
        None
    }

    /// Checks what a computer player of one of [`RegisteredGame::AGENTS`] needs beside its parameters, under
    /// the rules that these options make: a file that a parameter names, memory. It is kept for
    /// [`RegisteredGame::player`], which cannot fail.
    ///
    /// # Errors
    /// When a file that a parameter names does not fit, or a file or memory is missing.
    fn check_player(_rules: &Options, _agent: &str, _parameters: &Options) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Makes environments for learners, one for each seed; a game with a faster twin plays that where it can,
    /// unless the rules are to be [readable](Setup::readable).
    fn environments(self, setup: &Setup, opponent: Opponent<Self>, seeds: &[u64]) -> Box<dyn Batch> {
        environment::readable(self, setup, opponent, seeds)
    }

    /// Estimates how many moves the player who acts will still make, the next one included.
    fn expected_moves_left(&self, state: &Self::State) -> u32;

    /// Returns the most plies of a game; `None` without such a number, or beyond 64 bits.
    fn max_plies(&self) -> Option<u64>;

    /// Converts a proved value to a score of the game's own convention; `None` without one.
    fn score(&self, _state: &Self::State, _value: Value) -> Option<i64> {
        None
    }
}

/// Lists the outcomes of chance with their probabilities.
pub fn list_chances<G: EnumerableChance>(rules: &G, state: &G::State) -> Vec<(G::Chance, f64)> {
    let mut listed = Vec::new();
    rules.for_each_chance(state, |chance, probability| {
        listed.push((chance.clone(), probability));
    });
    listed
}

/// The type of a registered game as a value: `&Registered::<ConnectFour>::NEW` is its
/// [`DynGame`](crate::DynGame).
pub struct Registered<G>(PhantomData<fn() -> G>);

impl<G> Registered<G> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

/// What part chance has in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceKind {
    /// It never acts.
    Never,
    /// Its outcomes can be listed, with their probabilities.
    Enumerable,
    /// Its outcomes are too many to be listed, and are drawn.
    Sampled,
}

/// A graded computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerLevel {
    /// How it plays, in a few words for a menu.
    pub name: &'static str,
    /// The agent it stands for, by its specification.
    pub agent: &'static str,
}

impl PlayerLevel {
    /// Creates a level.
    pub const fn new(name: &'static str, agent: &'static str) -> Self {
        Self { name, agent }
    }
}

/// The agent that stands for one of the five levels.
pub(crate) const LEVEL: AgentKind = AgentKind {
    name: "level",
    help: "one of the five graded players of the game",
    parameters: &[
        OptionSpec::new("n", OptionKind::Integer(1, 5), "3").help("1 to 5; 5 is the strongest"),
        standard::SEED,
    ],
};

/// A game's console: lines in, answers out.
pub struct Console {
    /// The options it takes, as `-v`, each with its help.
    pub flags: &'static [(&'static str, &'static str)],
    /// Runs it until the input ends or `quit`, with some of the options as [`Console::flags`] writes them;
    /// others are ignored. It fails when the input cannot be read or the output cannot be written.
    pub run: fn(&[&str], &mut dyn Read, &mut dyn Write) -> io::Result<()>,
}

/// Lists the kinds of computer players of a game, `level` first.
pub(crate) fn agents(
    of_game: &'static [AgentKind],
) -> std::iter::Chain<std::iter::Once<&'static AgentKind>, std::slice::Iter<'static, AgentKind>> {
    std::iter::once(&LEVEL).chain(of_game)
}

/// Finds the kind of player that a specification names, with its parameters, for the rules that the options
/// make; for a level, those of the agent that it stands for.
///
/// # Errors
/// When the game has no player of this name, a parameter is not valid, or a file or the memory that the
/// player needs is missing.
pub fn resolve<G: RegisteredGame>(rules: &Options, spec: &AgentSpec) -> Result<SeatSpec, AgentError> {
    let programs = Some(&PROGRAM).filter(|_| program::is_allowed());
    let customs = Some(&CUSTOM).filter(|_| custom::is_any_there());
    let mut kind = spec.find(agents(G::AGENTS).chain(programs).chain(customs))?;
    let mut parameters = spec.parameters(kind)?;
    if kind.name == PROGRAM.name {
        if parameters.text("command").trim().is_empty() {
            return Err(AgentError::Parameter {
                name: spec.name.clone(),
                source: OptionError::value("command", "", "a command line"),
            });
        }
        return Ok(SeatSpec::new(kind, parameters));
    }
    if kind.name == CUSTOM.name {
        let custom = Some(custom::find(&parameters)?);
        return Ok(SeatSpec {
            kind,
            parameters,
            custom,
        });
    }
    if kind.name == LEVEL.name {
        let (n, seed) = (parameters.integer::<usize>("n"), parameters.text("seed"));
        let agent: AgentSpec = G::LEVELS[n - 1].agent.parse()?;
        kind = agent.find(G::AGENTS)?;
        let mut of_agent = agent.parameters(kind)?;
        if kind.parameters.iter().any(|spec| spec.name == "seed") {
            of_agent.set("seed", seed).expect("every number is a seed");
        }
        parameters = of_agent;
    }
    let name = || spec.name.clone();
    G::check_player(rules, kind.name, &parameters).map_err(|error| match error {
        PlayerError::Option(source) => AgentError::Parameter { name: name(), source },
        PlayerError::MissingResource(source) => AgentError::MissingResource { name: name(), source },
    })?;
    Ok(SeatSpec::new(kind, parameters))
}

/// A kind of player with its parameters.
#[derive(Clone)]
pub struct SeatSpec {
    /// The kind.
    pub kind: &'static AgentKind,
    /// Its parameters.
    pub parameters: Options,
    /// Makes a player of the calling program.
    pub(crate) custom: Option<MakePlayer>,
}

impl fmt::Debug for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind.name, self.parameters)
    }
}

impl SeatSpec {
    const fn new(kind: &'static AgentKind, parameters: Options) -> Self {
        Self {
            kind,
            parameters,
            custom: None,
        }
    }
}

/// Gives a session the name of its game and the options of its rules.
pub(crate) fn named<G: RegisteredGame>(options: &Options, session: Session<G>) -> Box<dyn DynSession> {
    Box::new(NamedSession {
        game: G::ID,
        options: options.clone(),
        session,
    })
}
