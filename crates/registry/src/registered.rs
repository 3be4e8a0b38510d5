//! The blanket implementation of games without types.

use quincunx_core::perft::perft;
use quincunx_core::{
    DynSession, OptionError, OptionSpec, Options, RandomSource as _, Record, RecordError, Seed, Session,
    Side, Turn, has_chance, session_of,
};
use quincunx_search::puct::{self, SearchResult};
use quincunx_search::{
    AgentError, AgentKind, AgentSpec, DynExactSolver, DynPlayer, Limits, SolverSettings, Value,
    into_dyn_player, into_dyn_solver,
};

use crate::custom::CustomPlayer;
use crate::data_file::DataFile;
use crate::dyn_game::{DynGame, PosedPuzzle};
use crate::environment::{
    self, Batch, EnvironmentError, ObservationEvaluator, ObservationShape, Observing, Opponent, Seat, Setup,
};
use crate::error::{NewGameError, PerftError};
use crate::examination::Examination;
use crate::learning::Learning;
use crate::lesson::Lesson;
use crate::opening::Books;
use crate::program::{PROGRAM, ProgramPlayer};
use crate::puzzle::{Puzzle, PuzzleError, PuzzleMaker};
use crate::registered_game::{
    ChanceKind, Console, PlayerLevel, Registered, RegisteredGame, SeatSpec, named, resolve,
};
use crate::simulation::{check_beginning, check_observable, competitor, default_opening, positions_of};
use crate::tablebase::Tablebases;

const OF_THIS_GAME: &str = "the session is of this game";

/// Returns the typed session behind one that is of the game.
fn typed<G: RegisteredGame>(session: &dyn DynSession) -> &Session<G> {
    session_of::<G>(session).expect(OF_THIS_GAME)
}

impl<G: RegisteredGame> DynGame for Registered<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn players(&self) -> u8 {
        G::PLAYERS
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::OPTIONS
    }

    fn own_agents(&self) -> &'static [AgentKind] {
        G::AGENTS
    }

    fn levels(&self) -> &'static [PlayerLevel; 5] {
        &G::LEVELS
    }

    fn showcase_agent(&self) -> &'static str {
        G::SHOWCASE
    }

    fn lessons(&self) -> &'static [Lesson] {
        G::LESSONS
    }

    fn console(&self) -> Console {
        G::CONSOLE
    }

    fn chance(&self) -> ChanceKind {
        if !has_chance::<G>() {
            ChanceKind::Never
        } else if G::LISTS_CHANCES {
            ChanceKind::Enumerable
        } else {
            ChanceKind::Sampled
        }
    }

    fn puzzles(&self) -> Option<(u32, u32)> {
        G::PUZZLES.map(PuzzleMaker::wins_in)
    }

    fn books(&self) -> Option<&'static dyn Books> {
        G::BOOKS
    }

    fn tablebases(&self) -> Option<&'static dyn Tablebases> {
        G::TABLES
    }

    fn examination(&self) -> Option<&'static dyn Examination> {
        G::EXAMINATION
    }

    fn data_files(&self) -> &'static [&'static DataFile] {
        G::data_files()
    }

    fn learning(&self) -> Option<&'static dyn Learning> {
        G::LEARNING
    }

    fn has_solver(&self) -> bool {
        G::HAS_SOLVER
    }

    fn start(
        &self,
        options: &Options,
        seed: Seed,
        position: Option<&str>,
    ) -> Result<Box<dyn DynSession>, NewGameError> {
        let rules = G::from_options(options)?;
        let session = match position {
            None => Session::new(rules, seed)?,
            Some(text) => {
                let state = rules.parse_position(text)?;
                Session::from_state(rules, seed, state)?
            }
        };
        Ok(named(options, session))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynSession>, RecordError> {
        let (options, rules) = rules_of::<G>(record)?;
        Ok(named(&options, Session::replay(rules, record)?))
    }

    fn replay_with_chance_nodes(&self, record: &Record) -> Result<Box<dyn DynSession>, RecordError> {
        let (options, rules) = rules_of::<G>(record)?;
        Ok(named(&options, Session::replay_with_chance_nodes(rules, record)?))
    }

    fn player(&self, session: &dyn DynSession, spec: &AgentSpec) -> Result<Box<dyn DynPlayer>, AgentError> {
        let SeatSpec {
            kind,
            parameters,
            custom,
        } = resolve::<G>(session.options(), spec)?;
        if *kind == PROGRAM {
            let command = parameters.text("command");
            let player = ProgramPlayer::new(command, G::ID, session.options());
            return Ok(into_dyn_player::<G>(Box::new(player)));
        }
        if let Some(make) = custom {
            let player = CustomPlayer::new(&make, session.options(), 0);
            return Ok(into_dyn_player::<G>(Box::new(player)));
        }
        Ok(into_dyn_player(
            typed::<G>(session).rules().player(kind.name, &parameters),
        ))
    }

    fn puct(
        &self,
        sessions: &[&dyn DynSession],
        settings: &puct::Settings,
        evaluator: &mut dyn ObservationEvaluator,
        limits: &Limits,
    ) -> Result<Vec<SearchResult<usize>>, EnvironmentError> {
        let Some(&first) = sessions.first() else {
            return Ok(Vec::new());
        };
        let rules = &check_observable(typed::<G>(first).rules().clone())?;
        let mut starts = Vec::with_capacity(sessions.len());
        for &session in sessions {
            assert_eq!(
                session.options(),
                first.options(),
                "the sessions are of the same rules"
            );
            let state = typed::<G>(session).state();
            if let Some(reason) = rules.unobservable_position(state) {
                return Err(EnvironmentError::Position(reason));
            }
            starts.push((state, session.seed().stream(u64::MAX).next_word()));
        }
        let found = puct::search(settings, rules, &starts, &mut Observing::new(evaluator), limits);
        let by_number = |found: &SearchResult<G::Action>| found.map(|action| rules.action_index(action));
        Ok(found.iter().map(by_number).collect())
    }

    fn score(&self, session: &dyn DynSession, value: Value) -> Option<i64> {
        let session = typed::<G>(session);
        session.rules().score(session.state(), value)
    }

    fn observation_shape(&self, session: &dyn DynSession) -> Result<ObservationShape, EnvironmentError> {
        Ok(check_observable(typed::<G>(session).rules().clone())?.observation_shape())
    }

    fn observe(&self, session: &dyn DynSession, side: Side, seen: &mut [u8]) -> Result<(), EnvironmentError> {
        let session = typed::<G>(session);
        if let Some(reason) = session.rules().unobservable_position(session.state()) {
            return Err(EnvironmentError::Position(reason));
        }
        let length = session.rules().observation_shape().len();
        assert_eq!(seen.len(), length, "the length of the observation");
        session.rules().observe(session.state(), side, seen);
        Ok(())
    }

    fn expected_moves_left(&self, session: &dyn DynSession) -> u32 {
        let session = typed::<G>(session);
        session.rules().expected_moves_left(session.state())
    }

    fn max_plies(&self, session: &dyn DynSession) -> Option<u64> {
        typed::<G>(session).rules().max_plies()
    }

    fn chances(&self, session: &dyn DynSession) -> Option<Vec<(String, f64)>> {
        let session = typed::<G>(session);
        if session.turn() != Turn::Chance {
            return Some(Vec::new());
        }
        let rules = session.rules();
        let listed = rules.list_chances(session.state())?.into_iter();
        Some(
            listed
                .map(|(chance, probability)| (rules.chance_text(&chance), probability))
                .collect(),
        )
    }

    fn puzzle(
        &self,
        options: &Options,
        wins_in: u32,
        seed: u64,
        limits: &Limits,
    ) -> Option<Result<PosedPuzzle, PuzzleError>> {
        let maker = G::PUZZLES?;
        let pose = || {
            let rules = G::from_options(options).map_err(NewGameError::Option)?;
            let posed = maker.make(&rules, wins_in, seed, limits)?;
            let line = posed.line.iter().map(|&action| rules.action_index(action));
            let puzzle = Puzzle {
                wins_in,
                difficulty: posed.difficulty,
                from: posed.past.len(),
                line: line.collect(),
            };
            let mut session = Session::new(rules, Seed::Number(seed)).map_err(NewGameError::Opening)?;
            for action in posed.past {
                session.play(action).expect("a puzzle's past has been played");
            }
            Ok((named(options, session), puzzle))
        };
        Some(pose())
    }

    fn solver(
        &self,
        options: &Options,
        settings: &SolverSettings,
    ) -> Option<Result<Box<dyn DynExactSolver>, OptionError>> {
        let solver = |rules: G| Some(into_dyn_solver(options, rules.solver(settings)?));
        match G::from_options(options) {
            Ok(rules) => solver(rules).map(Ok),
            Err(error) => G::HAS_SOLVER.then_some(Err(error)),
        }
    }

    fn perft(&self, options: &Options, depth: u32, seed: u64, limit: u64) -> Result<u64, PerftError> {
        let rules = G::from_options(options)?;
        Ok(perft(&rules, &rules.initial(), depth, seed, limit)?)
    }

    fn environments(
        &self,
        options: &Options,
        setup: &Setup,
        seeds: &[u64],
    ) -> Result<Box<dyn Batch>, EnvironmentError> {
        if seeds.is_empty() {
            return Err(EnvironmentError::None);
        }
        let opponent = match &setup.opponent {
            Some(spec) if G::PLAYERS == 1 => return Err(EnvironmentError::Alone(spec.to_string())),
            Some(spec) => Some(resolve::<G>(options, spec)?),
            None => None,
        };
        if opponent.is_none() && setup.seat != Seat::Drawn {
            return Err(EnvironmentError::NoOpponent);
        }
        if !setup.illegal_reward.is_finite() {
            return Err(EnvironmentError::Reward(setup.illegal_reward.to_string()));
        }
        check_beginning::<G>(options, 0)?;
        let rules = check_observable(G::from_options(options)?)?;
        let opponent = opponent.map_or(Opponent::Nobody, |seat| {
            Opponent::Competitor(competitor(&rules, options, seat))
        });
        if setup.positions.is_empty() {
            return Ok(rules.environments(setup, opponent, seeds));
        }
        let positions = positions_of(&rules, &setup.positions)?;
        for (state, number) in positions.iter().zip(1..) {
            if let Some(reason) = rules.unobservable_position(state) {
                return Err(EnvironmentError::Position(format!("position {number}: {reason}")));
            }
        }
        Ok(environment::readable_from(
            rules, positions, setup, opponent, seeds,
        ))
    }

    fn figures(&self) -> Vec<(&'static str, &'static str)> {
        let figures = G::FIGURES.iter();
        figures.map(|figure| (figure.name, figure.help)).collect()
    }

    fn default_opening(&self) -> u32 {
        default_opening::<G>()
    }
}

/// Reads the rules of a record, with their options.
fn rules_of<G: RegisteredGame>(record: &Record) -> Result<(Options, G), RecordError> {
    if record.game != G::ID {
        return Err(record.unknown_game());
    }
    let mut options = Options::defaults(G::OPTIONS);
    for (index, (name, value)) in record.options.iter().enumerate() {
        options.set(name, value).map_err(|error| RecordError::Rules {
            line: record.line_of_option(index),
            reason: error.to_string(),
        })?;
    }
    let rules = G::from_options(&options).map_err(|error| {
        // The option may keep its default; then the line behind the options is where it is missing.
        let named = |(name, _): &(String, String)| name == error.name();
        let index = record.options.iter().rposition(named);
        RecordError::Rules {
            line: record.line_of_option(index.unwrap_or(record.options.len())),
            reason: error.to_string(),
        }
    })?;
    Ok((options, rules))
}
