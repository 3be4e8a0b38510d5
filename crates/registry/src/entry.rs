//! What the list of games knows of each: everything a menu, a command line or a page asks for.

use std::io::{self, Read, Write};

use quincunx_arena::Figure;
use quincunx_core::perft::{PerftLimit, perft};
use quincunx_core::{
    DynSession, EnumerableChance, Game, NamedSession, NotationError, OptionError, OptionKind, OptionSpec,
    Options, PlayError, Playable, Player as Side, Record, RecordError, Seed, Session, Turn, has_chance,
    session_of,
};
use quincunx_search::{
    AgentError, AgentKind, AgentSpec, DynPlayer, Limits, MissingResource, Player, Value, erase, standard,
};
use thiserror::Error;

use crate::environment;
use crate::environment::{Batch, EnvironmentError, Learned, Opponent, Seen, Setup};
use crate::learning::Learning;
use crate::opening::Books;
use crate::puzzle::{Puzzle, PuzzleError, PuzzleMaker};
use crate::simulation;
use crate::simulation::{SeatSpec, SimulateFn};
use crate::tablebase::Tablebases;
use crate::tournament;
use crate::tournament::{GameFn, HoldFn};
use quincunx_search::exact;
use quincunx_search::exact::{DynExactSolver, MakeSolver, SolverSettings};

/// Why there is no computer player of parameters that are in range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// What a parameter names is not there, or not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The machine has not what the player needs.
    #[error(transparent)]
    MissingResource(#[from] MissingResource),
}

/// A game that can be in the list: rules that are made of options, and computer players for them.
pub trait RegisteredGame: Playable + Learned {
    /// The id by which the game is named everywhere: lower case, words joined by `-`.
    const ID: &'static str;

    /// The options of the rules.
    const OPTIONS: &'static [OptionSpec];

    /// The kinds of computer players, beside `level`.
    const AGENTS: &'static [AgentKind];

    /// The five levels from easy to hard.
    const LEVELS: [Level; 5];

    /// Who plays the short game that lobbies show: good enough to look at, and done in a moment. It takes a `seed`.
    const SHOWCASE: &'static str = "level:3";

    /// The maker of puzzles, where the game has any.
    const PUZZLES: Option<PuzzleMaker<Self>> = None;

    /// Makes the exact solver, where the game has one.
    const SOLVER: Option<MakeSolver<Self>> = None;

    /// The opening books, where the game has them; they are of the default rules.
    const BOOKS: Option<&'static Books> = None;

    /// What works out whole games, where the game for one allows it.
    const TABLES: Option<&'static Tablebases> = None;

    /// The networks that learn the game, where it has any.
    const LEARNING: Option<&'static Learning> = None;

    /// What lists the outcomes of chance, where they are few enough: [`list_chances`].
    const CHANCES: Option<ListChances<Self>> = None;

    /// What simulations report of a finished game beside outcome, points and plies.
    const FIGURES: &'static [Figure<Self>] = &[];

    /// Makes the rules.
    ///
    /// # Errors
    /// When single values are in range but together make no game.
    fn from_options(options: &Options) -> Result<Self, OptionError>;

    /// Makes a computer player of one of [`RegisteredGame::AGENTS`], whose parameters have been checked.
    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>>;

    /// Checks what a computer player of one of [`RegisteredGame::AGENTS`] needs beside its parameters, under the rules that these
    /// options make: a file that a parameter names, memory. It is kept for [`RegisteredGame::player`], which cannot fail.
    ///
    /// # Errors
    /// When it is not there, or not right.
    fn check_player(_rules: &Options, _agent: &str, _parameters: &Options) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Makes environments for learners, one for each seed; a game with a faster twin plays that where it can, unless the rules are
    /// to be [readable](Setup::readable).
    fn environments(self, setup: &Setup, opponent: Opponent<Self>, seeds: &[u64]) -> Box<dyn Batch> {
        environment::readable(self, setup, opponent, seeds)
    }

    /// Says over how many of their own moves, the next one counted, players who have so much time for a whole game should spread
    /// what is left of it: about as many as who acts will still make if all goes well.
    fn moves_to_come(&self, state: &Self::State) -> u32;

    /// Returns how many plies a game has at most, from its beginning to its end; `None` where there is no such number, or it is
    /// beyond 64 bits.
    fn most_plies(&self) -> Option<u64>;

    /// Writes what is proved of a position, or of an action there, as a score of the game's own convention; `None` where
    /// nothing or only a bound is proved, or the game has no such convention.
    fn score(&self, _state: &Self::State, _value: Value) -> Option<i64> {
        None
    }
}

/// Lists what chance can do in a state in which it acts, each outcome with its probability.
pub type ListChances<G> = fn(&G, &<G as Game>::State) -> Vec<(<G as Game>::Chance, f64)>;

/// Lists what chance can do; see [`RegisteredGame::CHANCES`].
pub fn list_chances<G: EnumerableChance>(rules: &G, state: &G::State) -> Vec<(G::Chance, f64)> {
    let mut listed = Vec::new();
    rules.for_each_chance(state, |chance, probability| {
        listed.push((chance.clone(), probability));
    });
    listed
}

/// What part chance has in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceKind {
    /// It never acts.
    Never,
    /// Its outcomes can be listed, with their probabilities.
    RegisteredGame,
    /// Its outcomes are too many to be listed, and are drawn.
    Drawn,
}

/// A graded computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How it plays, in a few words for a menu.
    pub name: &'static str,
    /// The agent it stands for, by its specification.
    pub agent: &'static str,
}

/// The agent that stands for one of the five levels.
pub const LEVEL: AgentKind = AgentKind {
    name: "level",
    help: "one of the five graded players of the game",
    parameters: &[
        OptionSpec {
            name: "n",
            kind: OptionKind::Integer(1, 5),
            default: "3",
            help: "from 1, easy, to 5, the strongest there is",
        },
        standard::SEED,
    ],
};

/// One game of the list.
pub struct Entry {
    /// The id by which the game is named everywhere.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// One line that says what the game is.
    pub summary: &'static str,
    /// How many players it has.
    pub players: u8,
    /// The options of its rules.
    pub options: &'static [OptionSpec],
    /// The kinds of computer players, beside `level`.
    pub agents: &'static [AgentKind],
    /// The five levels from easy to hard.
    pub levels: [Level; 5],
    /// Who plays the short game that lobbies show.
    showcase: &'static str,
    /// The exact text console.
    pub console: Console,
    /// In how many moves of their own the solvers of its puzzles can be asked to win, at least and at most; none where the
    /// game has no puzzles.
    pub puzzles: Option<(u32, u32)>,
    /// The opening books of the default rules; none where the game has no exact solver to make them by.
    pub books: Option<&'static Books>,
    /// What works out whole games; none where the game cannot be worked out.
    pub tables: Option<&'static Tablebases>,
    /// The networks that learn the game, where it has any.
    pub learning: Option<&'static Learning>,
    new: NewFn,
    replay: ReplayFn,
    player: PlayerFn,
    check_player: CheckFn,
    score: ScoreFn,
    moves_to_come: MovesToComeFn,
    most_plies: MostPliesFn,
    chance: fn() -> ChanceKind,
    chances: ChancesFn,
    perft: PerftFn,
    puzzle: PuzzleFn,
    solver: Option<SolverFn>,
    seen: SeenFn,
    observe: ObserveFn,
    pub(crate) environments: EnvironmentsFn,
    pub(crate) simulate: SimulateFn,
    pub(crate) play_game: GameFn,
    pub(crate) hold: HoldFn,
    pub(crate) usual_opening: fn(u8) -> u32,
    pub(crate) figures: fn() -> Vec<(&'static str, &'static str)>,
}

type NewFn = fn(&Options, Seed, Option<&str>) -> Result<Box<dyn DynSession>, NewError>;
type ReplayFn = fn(&Options, &Record, bool) -> Result<Box<dyn DynSession>, RecordError>;
type PlayerFn = fn(&dyn DynSession, &AgentKind, &Options) -> Option<Box<dyn DynPlayer>>;
type CheckFn = fn(&Options, &str, &Options) -> Result<(), PlayerError>;
type MovesToComeFn = fn(&dyn DynSession) -> u32;
type MostPliesFn = fn(&dyn DynSession) -> Option<u64>;
type ChancesFn = fn(&dyn DynSession) -> Option<Vec<(String, f64)>>;
type ScoreFn = fn(&dyn DynSession, Value) -> Option<i64>;
type SolverFn = fn(&Options, &SolverSettings) -> Result<Box<dyn DynExactSolver>, OptionError>;
type SeenFn = fn(&dyn DynSession) -> Result<Seen, EnvironmentError>;
type ObserveFn = fn(&dyn DynSession, Side, &mut [u8]);
type EnvironmentsFn =
    fn(&Options, &Setup, Option<SeatSpec>, &[u64]) -> Result<Box<dyn Batch>, EnvironmentError>;
type PerftFn = fn(&Options, u32, u64, u64) -> Result<u64, PerftError>;
type PuzzleFn = fn(&Options, u32, u64, &Limits) -> Option<Result<SetPuzzle, PuzzleError>>;

/// A puzzle with the session that stands at its position, with all that led there.
pub type SetPuzzle = (Box<dyn DynSession>, Puzzle);

/// A game's console: lines in, answers out.
pub struct Console {
    /// The options it takes, as `-v`, each with its help.
    pub flags: &'static [(&'static str, &'static str)],
    /// Runs it until the input ends or `quit`.
    pub run: fn(&[&str], &mut dyn Read, &mut dyn Write) -> io::Result<()>,
}

/// Why a game could not be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NewError {
    /// An option is not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The text is not a position that can be played on.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// The opening could not be played.
    #[error("the game cannot begin: {0}")]
    Opening(#[from] PlayError),
}

/// Why paths could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftError {
    /// An option is not right.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There are too many.
    #[error(transparent)]
    Limit(#[from] PerftLimit),
}

impl Entry {
    /// Makes the entry of a game.
    #[must_use]
    pub const fn of<G: RegisteredGame>(
        title: &'static str,
        summary: &'static str,
        players: u8,
        console: Console,
    ) -> Self {
        Self {
            id: G::ID,
            title,
            summary,
            players,
            options: G::OPTIONS,
            agents: G::AGENTS,
            levels: G::LEVELS,
            showcase: G::SHOWCASE,
            console,
            puzzles: match G::PUZZLES {
                Some(maker) => Some(maker.wins_in),
                None => None,
            },
            books: G::BOOKS,
            tables: G::TABLES,
            learning: G::LEARNING,
            new: new::<G>,
            replay: replay::<G>,
            player: player::<G>,
            check_player: G::check_player,
            score: score::<G>,
            moves_to_come: moves_to_come::<G>,
            most_plies: most_plies::<G>,
            chance: chance::<G>,
            chances: chances::<G>,
            perft: count_paths::<G>,
            puzzle: puzzle::<G>,
            solver: match G::SOLVER {
                Some(_) => Some(solver::<G>),
                None => None,
            },
            seen: seen::<G>,
            observe: observe::<G>,
            environments: environments::<G>,
            simulate: simulation::simulate::<G>,
            play_game: tournament::play_game::<G>,
            hold: tournament::hold::<G>,
            usual_opening: simulation::usual_opening::<G>,
            figures: simulation::figures::<G>,
        }
    }

    /// Returns the options with their defaults.
    #[must_use]
    pub const fn defaults(&self) -> Options {
        Options::defaults(self.options)
    }

    /// Starts a game.
    ///
    /// # Errors
    /// When the options make no game.
    pub fn new_session(
        &self,
        options: &Options,
        seed: impl Into<Seed>,
    ) -> Result<Box<dyn DynSession>, NewError> {
        (self.new)(options, seed.into(), None)
    }

    /// Starts a game from a position in the game's notation, as [`DynSession::position_text`] writes it.
    ///
    /// # Errors
    /// When the options make no game or the text is not a position of it.
    pub fn new_session_from(
        &self,
        options: &Options,
        seed: impl Into<Seed>,
        position: &str,
    ) -> Result<Box<dyn DynSession>, NewError> {
        (self.new)(options, seed.into(), Some(position))
    }

    /// Plays a record of this game again.
    ///
    /// # Errors
    /// When the record is of another game, its options make none, or an event is not possible; with the line.
    pub fn replay(&self, record: &Record) -> Result<Box<dyn DynSession>, RecordError> {
        self.replay_as(record, false)
    }

    /// Plays the record of a session [with chance nodes](DynSession::with_chance_nodes) again, into one of that kind: chance may have
    /// still to end the last ply.
    ///
    /// # Errors
    /// As [`Entry::replay`], but that chance's outcomes may be missing at the end.
    pub fn replay_with_chance_nodes(&self, record: &Record) -> Result<Box<dyn DynSession>, RecordError> {
        self.replay_as(record, true)
    }

    fn replay_as(
        &self,
        record: &Record,
        with_chance_nodes: bool,
    ) -> Result<Box<dyn DynSession>, RecordError> {
        if record.game != self.id {
            return Err(RecordError::Game(record.game.clone()));
        }
        let mut options = self.defaults();
        for (index, (name, value)) in record.options.iter().enumerate() {
            let at_line = |error: OptionError| RecordError::Rules {
                line: record.line_of_option(index),
                reason: error.to_string(),
            };
            options.set(name, value).map_err(at_line)?;
        }
        (self.replay)(&options, record, with_chance_nodes)
    }

    /// Lists the kinds of computer players, `level` first.
    pub fn agents(&self) -> impl Iterator<Item = &'static AgentKind> + Clone {
        std::iter::once(&LEVEL).chain(self.agents)
    }

    /// Names who judges positions for people, in hints and analyses, unless they name somebody else: the strongest level.
    ///
    /// # Panics
    /// Never: every game has its levels.
    #[must_use]
    pub fn judge(&self) -> AgentSpec {
        let strongest = format!("{}:{}", LEVEL.name, self.levels.len());
        strongest.parse().expect("a level is a player")
    }

    /// Names who plays the short game that lobbies show, with a seed of its own; see [`RegisteredGame::SHOWCASE`].
    ///
    /// # Panics
    /// When the game names no player there.
    #[must_use]
    pub fn showcase(&self, seed: u64) -> AgentSpec {
        let showcase: AgentSpec = self.showcase.parse().expect("a specification");
        showcase.with("seed", seed)
    }

    /// Makes a computer player for a session's game and rules.
    ///
    /// # Errors
    /// When the specification names none, or what it needs is not there.
    ///
    /// # Panics
    /// When the session is of another game.
    pub fn player(
        &self,
        session: &dyn DynSession,
        spec: &AgentSpec,
    ) -> Result<Box<dyn DynPlayer>, AgentError> {
        let (kind, parameters) = self.resolve(session.options(), spec)?;
        Ok((self.player)(session, kind, &parameters).expect("the session is of this game"))
    }

    /// Finds the kind of player that a specification names, with its parameters, for the rules that options make; of a level,
    /// those of the agent it stands for.
    pub fn resolve(
        &self,
        rules: &Options,
        spec: &AgentSpec,
    ) -> Result<(&'static AgentKind, Options), AgentError> {
        let mut kind = spec.find(self.agents())?;
        let mut parameters = spec.parameters(kind)?;
        if kind.name == LEVEL.name {
            let (n, seed) = (parameters.integer::<usize>("n"), parameters.text("seed"));
            let agent: AgentSpec = self.levels[n - 1].agent.parse()?;
            kind = agent.find(self.agents)?;
            let mut of_agent = agent.parameters(kind)?;
            if kind.parameters.iter().any(|spec| spec.name == "seed") {
                of_agent.set("seed", seed).expect("every number is a seed");
            }
            parameters = of_agent;
        }
        let name = || spec.name.clone();
        (self.check_player)(rules, kind.name, &parameters).map_err(|error| match error {
            PlayerError::Option(source) => AgentError::Parameter { name: name(), source },
            PlayerError::MissingResource(source) => AgentError::MissingResource { name: name(), source },
        })?;
        Ok((kind, parameters))
    }

    /// Writes a value that a player has given the session's position or an action there as a score of the game's own
    /// convention; see [`RegisteredGame::score`].
    ///
    /// # Panics
    /// When the session is of another game.
    #[must_use]
    pub fn score(&self, session: &dyn DynSession, value: Value) -> Option<i64> {
        (self.score)(session, value)
    }

    /// Returns the form of what learners see of a session's game.
    ///
    /// # Errors
    /// When its rules are such that they cannot see it.
    ///
    /// # Panics
    /// When the session is of another game.
    pub fn seen(&self, session: &dyn DynSession) -> Result<Seen, EnvironmentError> {
        (self.seen)(session)
    }

    /// Writes what a side sees of a session's position; see [`Learned::observe`].
    ///
    /// # Panics
    /// When the session is of another game, or what is seen has another length.
    pub fn observe(&self, session: &dyn DynSession, side: Side, seen: &mut [u8]) {
        (self.observe)(session, side, seen);
    }

    /// Says about how many more moves the player who acts will make; see [`RegisteredGame::moves_to_come`].
    ///
    /// # Panics
    /// When the session is of another game.
    #[must_use]
    pub fn moves_to_come(&self, session: &dyn DynSession) -> u32 {
        (self.moves_to_come)(session)
    }

    /// Returns how many plies a game of a session's rules has at most; see [`RegisteredGame::most_plies`].
    ///
    /// # Panics
    /// When the session is of another game.
    #[must_use]
    pub fn most_plies(&self, session: &dyn DynSession) -> Option<u64> {
        (self.most_plies)(session)
    }

    /// Tells what part chance has in the game.
    #[must_use]
    pub fn chance(&self) -> ChanceKind {
        (self.chance)()
    }

    /// Lists what chance can do where a session [with chance nodes](DynSession::with_chance_nodes) stands, each outcome in the game's
    /// notation with its probability: nothing where it does not act, and `None` where its outcomes are too many.
    ///
    /// # Panics
    /// When the session is of another game.
    #[must_use]
    pub fn chances(&self, session: &dyn DynSession) -> Option<Vec<(String, f64)>> {
        (self.chances)(session)
    }

    /// Makes the puzzle of a seed, in which the side to move wins in so many of its own moves; `None` where the game has no
    /// puzzles. The same seed gives the same puzzle in one version of the program, unless the limits stop the search.
    ///
    /// # Errors
    /// When the options make no game, there is no puzzle under them to win in so many moves, none was found, or the search
    /// was stopped.
    #[must_use]
    pub fn puzzle(
        &self,
        options: &Options,
        wins_in: u32,
        seed: u64,
        limits: &Limits,
    ) -> Option<Result<SetPuzzle, PuzzleError>> {
        (self.puzzle)(options, wins_in, seed, limits)
    }

    /// Tells whether the game has an exact solver.
    #[must_use]
    pub const fn has_solver(&self) -> bool {
        self.solver.is_some()
    }

    /// Makes an exact solver of positions under the rules that the options make; `None` where the game has none.
    ///
    /// # Errors
    /// When the options make no game.
    pub fn solver(
        &self,
        options: &Options,
        settings: &SolverSettings,
    ) -> Option<Result<Box<dyn DynExactSolver>, OptionError>> {
        self.solver.map(|solver| solver(options, settings))
    }

    /// Counts the sequences of `depth` actions from the beginning; see [`perft`].
    ///
    /// # Errors
    /// When the options make no game or there are more than `limit`.
    pub fn perft(&self, options: &Options, depth: u32, seed: u64, limit: u64) -> Result<u64, PerftError> {
        (self.perft)(options, depth, seed, limit)
    }
}

fn new<G: RegisteredGame>(
    options: &Options,
    seed: Seed,
    position: Option<&str>,
) -> Result<Box<dyn DynSession>, NewError> {
    let rules = G::from_options(options)?;
    let session = match position {
        None => Session::new(rules, seed)?,
        Some(text) => {
            let state = rules.parse_position(text)?;
            Session::from_state(rules, seed, state)?
        }
    };
    Ok(Box::new(NamedSession {
        game: G::ID,
        options: options.clone(),
        session,
    }))
}

fn replay<G: RegisteredGame>(
    options: &Options,
    record: &Record,
    with_chance_nodes: bool,
) -> Result<Box<dyn DynSession>, RecordError> {
    let rules = G::from_options(options).map_err(|error| {
        // The option may keep its default; then the line behind the options is where it is missing.
        let named = |(name, _): &(String, String)| name == error.name();
        let index = record.options.iter().rposition(named);
        RecordError::Rules {
            line: record.line_of_option(index.unwrap_or(record.options.len())),
            reason: error.to_string(),
        }
    })?;
    let session = if with_chance_nodes {
        Session::replay_with_chance_nodes(rules, record)?
    } else {
        Session::replay(rules, record)?
    };
    Ok(Box::new(NamedSession {
        game: G::ID,
        options: options.clone(),
        session,
    }))
}

fn player<G: RegisteredGame>(
    session: &dyn DynSession,
    kind: &AgentKind,
    parameters: &Options,
) -> Option<Box<dyn DynPlayer>> {
    let session = session_of::<G>(session)?;
    Some(erase(session.rules().player(kind.name, parameters)))
}

fn moves_to_come<G: RegisteredGame>(session: &dyn DynSession) -> u32 {
    let session = session_of::<G>(session).expect(OF_THIS_GAME);
    session.rules().moves_to_come(session.state())
}

fn most_plies<G: RegisteredGame>(session: &dyn DynSession) -> Option<u64> {
    let session = session_of::<G>(session).expect(OF_THIS_GAME);
    session.rules().most_plies()
}

fn chance<G: RegisteredGame>() -> ChanceKind {
    if !has_chance::<G>() {
        ChanceKind::Never
    } else if G::CHANCES.is_some() {
        ChanceKind::RegisteredGame
    } else {
        ChanceKind::Drawn
    }
}

fn chances<G: RegisteredGame>(session: &dyn DynSession) -> Option<Vec<(String, f64)>> {
    let session = session_of::<G>(session).expect(OF_THIS_GAME);
    if session.turn() != Turn::Chance {
        return Some(Vec::new());
    }
    let rules = session.rules();
    let listed = G::CHANCES?(rules, session.state());
    let written = listed
        .into_iter()
        .map(|(chance, probability)| (rules.chance_text(&chance), probability));
    Some(written.collect())
}

fn score<G: RegisteredGame>(session: &dyn DynSession, value: Value) -> Option<i64> {
    let session = session_of::<G>(session).expect(OF_THIS_GAME);
    session.rules().score(session.state(), value)
}

const OF_THIS_GAME: &str = "the session is of this game";

/// Refuses rules under which learners cannot see games.
fn visible<G: Learned>(rules: G) -> Result<G, EnvironmentError> {
    match rules.unseen() {
        Some(reason) => Err(EnvironmentError::TooMany(reason)),
        None => Ok(rules),
    }
}

fn seen<G: RegisteredGame>(session: &dyn DynSession) -> Result<Seen, EnvironmentError> {
    let session = session_of::<G>(session).expect(OF_THIS_GAME);
    Ok(visible(session.rules().clone())?.seen())
}

fn observe<G: RegisteredGame>(session: &dyn DynSession, side: Side, seen: &mut [u8]) {
    let session = session_of::<G>(session).expect(OF_THIS_GAME);
    assert_eq!(
        seen.len(),
        session.rules().seen().len(),
        "the length of what is seen"
    );
    session.rules().observe(session.state(), side, seen);
}

fn environments<G: RegisteredGame>(
    options: &Options,
    setup: &Setup,
    opponent: Option<SeatSpec>,
    seeds: &[u64],
) -> Result<Box<dyn Batch>, EnvironmentError> {
    let rules = visible(G::from_options(options)?)?;
    let opponent = opponent.map_or(Opponent::Nobody, |seat| {
        Opponent::Competitor(simulation::competitor(&rules, seat))
    });
    Ok(rules.environments(setup, opponent, seeds))
}

fn puzzle<G: RegisteredGame>(
    options: &Options,
    wins_in: u32,
    seed: u64,
    limits: &Limits,
) -> Option<Result<SetPuzzle, PuzzleError>> {
    let maker = G::PUZZLES?;
    let pose = || {
        let rules = G::from_options(options).map_err(NewError::Option)?;
        let posed = (maker.make)(&rules, wins_in, seed, limits)?;
        let line = posed.line.iter().map(|&action| rules.action_index(action));
        let puzzle = Puzzle {
            wins_in,
            difficulty: posed.difficulty,
            from: posed.past.len(),
            line: line.collect(),
        };
        let mut session = Session::new(rules, Seed::Number(seed)).map_err(NewError::Opening)?;
        for action in posed.past {
            session.play(action).expect("a puzzle's past has been played");
        }
        let session: Box<dyn DynSession> = Box::new(NamedSession {
            game: G::ID,
            options: options.clone(),
            session,
        });
        Ok((session, puzzle))
    };
    Some(pose())
}

fn solver<G: RegisteredGame>(
    options: &Options,
    settings: &SolverSettings,
) -> Result<Box<dyn DynExactSolver>, OptionError> {
    let rules = G::from_options(options)?;
    let make = G::SOLVER.expect("the entry has this function where the game has a solver");
    Ok(exact::erase(options, make(&rules, settings)))
}

fn count_paths<G: RegisteredGame>(
    options: &Options,
    depth: u32,
    seed: u64,
    limit: u64,
) -> Result<u64, PerftError> {
    let rules = G::from_options(options)?;
    Ok(perft(&rules, &rules.initial(), depth, seed, limit)?)
}
