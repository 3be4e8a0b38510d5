//! Games without types, for menus, command lines, pages and other languages.

use quincunx_arena::{Games, Part, Run, Work};
use quincunx_core::{DynSession, OptionError, OptionSpec, Options, Record, RecordError, Seed, Side};
use quincunx_search::puct::{self, SearchResult};
use quincunx_search::{
    AgentError, AgentKind, AgentSpec, DynExactSolver, DynPlayer, Limits, SolverSettings, Value,
};

use crate::data_file::DataFile;
use crate::environment::{Batch, EnvironmentError, ObservationEvaluator, ObservationShape, Setup};
use crate::error::{NewGameError, PerftError};
use crate::examination::Examination;
use crate::learning::Learning;
use crate::lesson::Lesson;
use crate::opening::Books;
use crate::puzzle::{Puzzle, PuzzleError};
use crate::registered_game::{ChanceKind, Console, LEVEL, PlayerLevel, agents};
use crate::simulation::{DynSimulation, SimulateError};
use crate::tablebase::Tablebases;
use crate::tournament::DynTournament;

/// A puzzle with the session that stands at its position, with all that led there.
pub type PosedPuzzle = (Box<dyn DynSession>, Puzzle);

/// A game of the list: what [`RegisteredGame`](crate::RegisteredGame) offers, without types.
///
/// Methods that take a session panic when it is of another game. What only some games offer is an `Option`.
pub trait DynGame: DynSimulation + DynTournament + Sync {
    /// Returns the id by which the game is named everywhere.
    fn id(&self) -> &'static str;

    /// Returns the name for people.
    fn title(&self) -> &'static str;

    /// Returns one line that describes the game.
    fn summary(&self) -> &'static str;

    /// Returns how many players it has: 1 or 2.
    fn players(&self) -> u8;

    /// Returns the options of its rules.
    fn options(&self) -> &'static [OptionSpec];

    /// Returns the kinds of computer players, beside `level`.
    fn own_agents(&self) -> &'static [AgentKind];

    /// Returns the five levels from easy to hard.
    fn levels(&self) -> &'static [PlayerLevel; 5];

    /// Returns who plays the short game that lobbies show; see
    /// [`RegisteredGame::SHOWCASE`](crate::RegisteredGame::SHOWCASE).
    fn showcase_agent(&self) -> &'static str;

    /// Returns the steps of how to play.
    fn lessons(&self) -> &'static [Lesson];

    /// Returns the exact text console.
    fn console(&self) -> Console;

    /// Returns what part chance has in the game.
    fn chance(&self) -> ChanceKind;

    /// Returns the fewest and the most moves to win of its puzzles; `None` without puzzles.
    fn puzzles(&self) -> Option<(u32, u32)>;

    /// Returns the opening books of the default rules.
    fn books(&self) -> Option<&'static dyn Books>;

    /// Returns what computes exact tables of the game.
    fn tablebases(&self) -> Option<&'static dyn Tablebases>;

    /// Returns the networks that learn the game.
    fn learning(&self) -> Option<&'static dyn Learning>;

    /// Returns the large files that its players need.
    fn data_files(&self) -> &'static [&'static DataFile];

    /// Returns how programs of others that play the game are examined.
    fn examination(&self) -> Option<&'static dyn Examination>;

    /// Returns whether the game has an exact solver.
    fn has_solver(&self) -> bool;

    /// Starts a game, from a position in the game's notation if one is given.
    ///
    /// # Errors
    /// When the options make no rules, the text is not a position of the game, or chance never gives the
    /// first turn to a player.
    fn start(
        &self,
        options: &Options,
        seed: Seed,
        position: Option<&str>,
    ) -> Result<Box<dyn DynSession>, NewGameError>;

    /// Plays a record of this game again; errors have the line.
    ///
    /// # Errors
    /// When the record is of another game, its options make no rules, its position is invalid under these
    /// rules, an event is not possible, or the record ends while chance is to act.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynSession>, RecordError>;

    /// Plays the record of a session [with chance nodes](DynSession::with_chance_nodes) again, whose last ply
    /// chance may still have to end.
    ///
    /// # Errors
    /// As [`DynGame::replay`], but the record may end while chance is to act.
    fn replay_with_chance_nodes(&self, record: &Record) -> Result<Box<dyn DynSession>, RecordError>;

    /// Makes a computer player for a session's game and rules.
    ///
    /// # Errors
    /// When the game has no player of this name, a parameter is not valid, or a file or the memory that the
    /// player needs is missing.
    fn player(&self, session: &dyn DynSession, spec: &AgentSpec) -> Result<Box<dyn DynPlayer>, AgentError>;

    /// Searches from the positions of sessions, on players' turns and under the same rules, with an evaluator
    /// that sees what learners see, and returns what was found about each; see
    /// [`puct::search`]. The seeds of the sessions draw the noise as well, so
    /// that games of different seeds differ.
    ///
    /// # Errors
    /// When learners cannot observe games under these rules, or one of the positions.
    ///
    /// # Panics
    /// When the sessions have different options, it is not a player's turn in one of them, or the batch or
    /// the simulations of the settings are 0.
    fn puct(
        &self,
        sessions: &[&dyn DynSession],
        settings: &puct::Settings,
        evaluator: &mut dyn ObservationEvaluator,
        limits: &Limits,
    ) -> Result<Vec<SearchResult<usize>>, EnvironmentError>;

    /// Converts a value to a score of the game's own convention; see
    /// [`RegisteredGame::score`](crate::RegisteredGame::score).
    fn score(&self, session: &dyn DynSession, value: Value) -> Option<i64>;

    /// Returns the shape of what learners observe of a session's game.
    ///
    /// # Errors
    /// When learners cannot observe games under these rules.
    fn observation_shape(&self, session: &dyn DynSession) -> Result<ObservationShape, EnvironmentError>;

    /// Writes what a side observes of a session's position; see
    /// [`Observe::observe`](crate::environment::Observe::observe).
    ///
    /// # Errors
    /// When learners cannot observe the position.
    ///
    /// # Panics
    /// When the length of `seen` is not [`ObservationShape::len`].
    fn observe(&self, session: &dyn DynSession, side: Side, seen: &mut [u8]) -> Result<(), EnvironmentError>;

    /// See [`RegisteredGame::expected_moves_left`](crate::RegisteredGame::expected_moves_left).
    fn expected_moves_left(&self, session: &dyn DynSession) -> u32;

    /// Returns how many plies a game of a session's rules has at most; see
    /// [`RegisteredGame::max_plies`](crate::RegisteredGame::max_plies).
    fn max_plies(&self, session: &dyn DynSession) -> Option<u64>;

    /// Lists the outcomes of chance where a session [with chance nodes](DynSession::with_chance_nodes)
    /// stands, each in the game's notation with its probability: none where chance does not act, `None`
    /// where there are too many to list.
    fn chances(&self, session: &dyn DynSession) -> Option<Vec<(String, f64)>>;

    /// Makes the puzzle of a seed, in which the side to move wins in `wins_in` of its own moves; `None` where
    /// the game has no puzzles. The same seed gives the same puzzle in one version of the program, unless
    /// the limits stop the search.
    ///
    /// # Errors
    /// When `wins_in` is outside the range of [`DynGame::puzzles`], the options make no game with puzzles, no
    /// puzzle is found, or the search is stopped.
    fn puzzle(
        &self,
        options: &Options,
        wins_in: u32,
        seed: u64,
        limits: &Limits,
    ) -> Option<Result<PosedPuzzle, PuzzleError>>;

    /// Makes an exact solver under the rules that the options make; `None` without one.
    ///
    /// # Errors
    /// When the options make no rules.
    fn solver(
        &self,
        options: &Options,
        settings: &SolverSettings,
    ) -> Option<Result<Box<dyn DynExactSolver>, OptionError>>;

    /// Counts the sequences of `depth` actions from the beginning; see
    /// [`perft`](quincunx_core::perft::perft).
    ///
    /// # Errors
    /// When the options make no rules, or there are more than `limit` sequences.
    fn perft(&self, options: &Options, depth: u32, seed: u64, limit: u64) -> Result<u64, PerftError>;

    /// Makes environments of this game, one for each seed.
    ///
    /// ```
    /// use quincunx_registry::environment::{Arrays, Setup, StateArrays};
    /// use quincunx_search::StopToken;
    ///
    /// let game = quincunx_catalog::find("2048").expect("it is in the list");
    /// let mut batch = game.environments(&game.defaults(), &Setup::default(), &[7, 8])?;
    /// let (mut seen, mut masks) = (vec![0; 2 * batch.observation_shape().len()], vec![0; 2 * batch.actions()]);
    /// let (mut rewards, mut points, mut players) = ([0.0; 2], [0; 2], [0; 2]);
    /// let [mut terminated, mut truncated, mut illegal, mut reached] = [[false; 2]; 4];
    /// let state = StateArrays {
    ///     observations: &mut seen,
    ///     masks: &mut masks,
    ///     illegal: &mut illegal,
    ///     players: &mut players,
    ///     points: &mut points,
    ///     reached: &mut reached,
    /// };
    /// let mut arrays = Arrays {
    ///     state,
    ///     rewards: &mut rewards,
    ///     terminated: &mut terminated,
    ///     truncated: &mut truncated,
    ///     finals: None,
    /// };
    /// batch.reset(None, None, &mut arrays, &StopToken::default())?;
    /// let first_legal = |mask: &[i8]| mask.iter().position(|&legal| legal == 1).expect("a move") as i64;
    /// let actions = [first_legal(&arrays.state.masks[..4]), first_legal(&arrays.state.masks[4..])];
    /// batch.step(&actions, &mut arrays, &StopToken::default())?;
    /// assert!(!arrays.terminated[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are no seeds, the options make no game that can begin, or learners cannot observe its
    /// games. Also when the setup does not fit: no game can begin in a position or learners cannot observe
    /// it, the opponent is not a player of this game or has no seat in it, a seat is named without an
    /// opponent, or a reward is not finite.
    fn environments(
        &self,
        options: &Options,
        setup: &Setup,
        seeds: &[u64],
    ) -> Result<Box<dyn Batch>, EnvironmentError>;

    /// Lists names and meanings of what simulations report beside outcome, points and plies.
    fn figures(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns how many actions of a game are drawn from its seed by default.
    fn default_opening(&self) -> u32;
}

impl dyn DynGame + '_ {
    /// Returns the options with their defaults.
    pub fn defaults(&self) -> Options {
        Options::defaults(self.options())
    }

    /// Starts a game.
    ///
    /// # Errors
    /// When the options make no rules, or chance never gives the first turn to a player.
    pub fn new_session(
        &self,
        options: &Options,
        seed: impl Into<Seed>,
    ) -> Result<Box<dyn DynSession>, NewGameError> {
        self.start(options, seed.into(), None)
    }

    /// Starts a game from a position in the game's notation, as [`DynSession::position_text`] writes it.
    ///
    /// # Errors
    /// As [`DynGame::start`].
    pub fn new_session_from(
        &self,
        options: &Options,
        seed: impl Into<Seed>,
        position: &str,
    ) -> Result<Box<dyn DynSession>, NewGameError> {
        self.start(options, seed.into(), Some(position))
    }

    /// Returns how many actions are drawn by default in games that begin in given positions: none, where
    /// there are any.
    pub fn default_opening_in(&self, positions: &[String]) -> u32 {
        if positions.is_empty() {
            self.default_opening()
        } else {
            0
        }
    }

    /// Lists the kinds of computer players, `level` first.
    pub fn agents(&self) -> impl Iterator<Item = &'static AgentKind> + Clone + use<> {
        agents(self.own_agents())
    }

    /// Returns the strongest level, which judges positions for people by default.
    pub fn strongest_agent(&self) -> AgentSpec {
        let strongest = format!("{}:{}", LEVEL.name, self.levels().len());
        strongest.parse().expect("a level is a player")
    }

    /// Returns who plays the short game that lobbies show, with a seed of its own.
    pub fn showcase(&self, seed: u64) -> AgentSpec {
        let showcase: AgentSpec = self.showcase_agent().parse().expect("a specification");
        showcase.with("seed", seed)
    }

    /// Plays games of a run.
    ///
    /// ```
    /// use std::num::NonZero;
    ///
    /// use quincunx_arena::{Games, Played as _, Results, Work};
    /// use quincunx_search::StopToken;
    ///
    /// let game = quincunx_catalog::find("2048").expect("it is in the list");
    /// let run = game.run(&game.defaults(), &["random".parse()?], 7, 100, 0, 100_000)?;
    /// let work = Work {
    ///     threads: NonZero::new(2).expect("two"),
    ///     stop: &StopToken::default(),
    ///     progress: &|_| {},
    /// };
    /// let part = game.simulate(&run, &Games::range(0..100), true, &work)?;
    /// println!("{:.0} points", part.tally.points.mean().expect("a hundred games"));
    /// let text = Results { run, part }.to_text();
    /// assert_eq!(Results::parse(&text)?.part.games.len(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`DynSimulation::simulate_on`]; the games that were played are lost then.
    pub fn simulate(
        &self,
        run: &Run,
        wanted: &Games,
        rows: bool,
        work: &Work<'_>,
    ) -> Result<Part, SimulateError> {
        let mut part = Part::none(run.figures.len(), rows);
        self.simulate_on(run, &mut part, wanted, work, &mut |_| {})?;
        Ok(part)
    }
}
