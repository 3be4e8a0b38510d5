//! Runs of games for simulation, from options and names of players to typed contests.

use std::collections::BTreeMap;

use quincunx_arena::contest::MovesLeft;
use quincunx_arena::tournament::PairingPanicked;
use quincunx_arena::{Competitor, Contest, Games, Panicked, Part, Run, Work};
use quincunx_core::{Options, PlayError, Session, Turn, has_chance};
use quincunx_search::{AgentError, AgentSpec, Limits, TimeControl, standard};
use thiserror::Error;

use crate::custom::CustomPlayer;
use crate::environment::Observe;
use crate::error::{EnvironmentError, NewGameError, StartPositionError};
use crate::program::{PROGRAM, ProgramPlayer};
use crate::registered_game::{Registered, RegisteredGame, SeatSpec, resolve};

/// Why games could not be simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages name the fields")]
#[non_exhaustive]
pub enum SimulateError {
    /// The options make no game that can begin.
    #[error(transparent)]
    New(#[from] NewGameError),
    /// A game cannot begin in one of the positions.
    #[error(transparent)]
    Start(#[from] StartPositionError),
    /// There is no such player.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// There are not as many players as the game has.
    #[error("{given} players were named; this is a game for {players}")]
    Seats { given: usize, players: u8 },
    /// The run is of another game, or of another version of the program.
    #[error("expected games of {this}, found games of {of}")]
    Other { of: String, this: String },
    /// The games asked for are not of the run.
    #[error("expected games of a run of {games}, found {wanted}")]
    Games { wanted: Games, games: u64 },
    /// A tournament cannot be held.
    #[error("{0}")]
    Tournament(String),
    /// A game of a run ended in a panic.
    #[error(transparent)]
    Panicked(#[from] Panicked),
    /// A game of a tournament ended in a panic.
    #[error(transparent)]
    PairingPanicked(#[from] PairingPanicked),
}

/// Simulations of a game, without types.
pub trait DynSimulation {
    /// Describes a run of games with these options, one player for all seats or one for each, each game with
    /// `opening` actions drawn from its seed first, and left after `max_plies`. The run's `limit` may be set
    /// afterwards.
    ///
    /// # Errors
    /// When the options make no game that can begin, there is neither one player nor one for each seat, or a
    /// player cannot be made, as in [`DynGame::player`](crate::DynGame::player).
    fn run(
        &self,
        options: &Options,
        agents: &[AgentSpec],
        seed: u64,
        games: u64,
        opening: u32,
        max_plies: u32,
    ) -> Result<Run, SimulateError>;

    /// Plays games of a run that a part of it lacks and adds them; `keep` sees the part [from time to
    /// time](quincunx_arena::SAVE_INTERVAL), to save it. If a game panicked, all others are in the part.
    ///
    /// # Errors
    /// When the run is not one that [`DynSimulation::run`] of this game and version describes, no game can
    /// begin in one of its positions, a wanted game is not of the run, or a game panicked.
    fn simulate_on(
        &self,
        run: &Run,
        part: &mut Part,
        wanted: &Games,
        work: &Work<'_>,
        keep: &mut (dyn FnMut(&Part) + Send),
    ) -> Result<(), SimulateError>;
}

impl<G: RegisteredGame> DynSimulation for Registered<G> {
    fn run(
        &self,
        options: &Options,
        agents: &[AgentSpec],
        seed: u64,
        games: u64,
        opening: u32,
        max_plies: u32,
    ) -> Result<Run, SimulateError> {
        // One player plays against itself, and a single-player game has but one.
        let mut agents: Vec<String> = agents.iter().map(ToString::to_string).collect();
        if agents.len() == 1 && G::PLAYERS == 2 {
            agents.push(agents[0].clone());
        }
        let run = Run {
            program: Run::PROGRAM.to_owned(),
            game: G::ID.to_owned(),
            options: pairs_of(options),
            agents,
            seed,
            games,
            positions: Vec::new(),
            opening,
            max_plies,
            limit: None,
            figures: figures::<G>(),
        };
        check_beginning::<G>(options, seed)?;
        read::<G>(&run, &Games::default())?;
        Ok(run)
    }

    fn simulate_on(
        &self,
        run: &Run,
        part: &mut Part,
        wanted: &Games,
        work: &Work<'_>,
        keep: &mut (dyn FnMut(&Part) + Send),
    ) -> Result<(), SimulateError> {
        let (options, seats) = read::<G>(run, wanted)?;
        let rules = G::from_options(&options).map_err(NewGameError::Option)?;
        let terms = Terms {
            positions: positions_of(&rules, &run.positions)?,
            opening: run.opening,
            max_plies: run.max_plies,
            limits: Limits::default(),
            time_control: run.limit,
        };
        let contest = contest(&rules, &options, seats, terms);
        Ok(contest.play_on(run.seed, wanted, part, work, keep)?)
    }
}

/// Plies of the default opening of a game of two without chance: 16,422 positions in Connect Four.
const OPENING: u32 = 6;

/// Returns the length of a game's openings: without chance, players would repeat one game.
pub(crate) fn default_opening<G: RegisteredGame>() -> u32 {
    if G::PLAYERS == 2 && !has_chance::<G>() {
        OPENING
    } else {
        0
    }
}

/// Checks that a game can begin, before hours are spent on many.
pub(crate) fn check_beginning<G: RegisteredGame>(options: &Options, seed: u64) -> Result<(), NewGameError> {
    Session::new(G::from_options(options)?, seed)?;
    Ok(())
}

/// Checks that what a file is of is what this program plays.
pub(crate) fn check_same(of: String, this: String) -> Result<(), SimulateError> {
    if of == this {
        Ok(())
    } else {
        Err(SimulateError::Other { of, this })
    }
}

/// Reads a run's options and players.
fn read<G: RegisteredGame>(run: &Run, wanted: &Games) -> Result<(Options, Vec<SeatSpec>), SimulateError> {
    let what = |game: &str, program: &str, figures: &[String]| {
        let figures = figures.join(", ");
        format!("{game} in version {program} with the figures [{figures}]")
    };
    check_same(
        what(&run.game, &run.program, &run.figures),
        what(G::ID, Run::PROGRAM, &figures::<G>()),
    )?;
    if !wanted.without(&Games::range(0..run.games)).is_empty() {
        return Err(SimulateError::Games {
            wanted: wanted.clone(),
            games: run.games,
        });
    }
    check_seats::<G>(run.agents.len())?;
    let options = Options::from_pairs(G::OPTIONS, &run.options).map_err(NewGameError::Option)?;
    let seats = seats::<G>(&options, &run.agents)?;
    Ok((options, seats))
}

/// Checks that there is a player for each seat.
pub(crate) fn check_seats<G: RegisteredGame>(given: usize) -> Result<(), SimulateError> {
    let players = G::PLAYERS;
    if given == usize::from(players) {
        Ok(())
    } else {
        Err(SimulateError::Seats { given, players })
    }
}

/// Reads the players of seats.
pub(crate) fn seats<G: RegisteredGame>(
    options: &Options,
    agents: &[String],
) -> Result<Vec<SeatSpec>, AgentError> {
    agents
        .iter()
        .map(|agent| resolve::<G>(options, &agent.parse()?))
        .collect()
}

/// Returns options as the pairs that files hold.
pub(crate) fn pairs_of(options: &Options) -> BTreeMap<String, String> {
    let pairs = options.iter();
    pairs.map(|(name, value)| (name.into(), value.into())).collect()
}

/// Lists the names of what a game reports.
fn figures<G: RegisteredGame>() -> Vec<String> {
    G::FIGURES.iter().map(|figure| figure.name.to_owned()).collect()
}

/// Parses the positions in which games begin.
pub(crate) fn positions_of<G: RegisteredGame>(
    rules: &G,
    texts: &[String],
) -> Result<Vec<G::State>, StartPositionError> {
    let parse = |text: &String| {
        let state = rules.parse_position(text)?;
        match rules.turn(&state) {
            Turn::Over(_) => Err(PlayError::Over.into()),
            Turn::Player(_) | Turn::Chance => Ok(state),
        }
    };
    let numbered = texts.iter().zip(1..);
    let parsed =
        numbered.map(|(text, number)| parse(text).map_err(|source| StartPositionError { number, source }));
    parsed.collect()
}

/// How a game is played.
pub(crate) struct Terms<S> {
    pub(crate) positions: Vec<S>,
    pub(crate) opening: u32,
    pub(crate) max_plies: u32,
    pub(crate) limits: Limits,
    /// Takes the place of the limits.
    pub time_control: Option<TimeControl>,
}

/// Makes the contest of players, one for each seat, by rules and the options that make them.
pub(crate) fn contest<G: RegisteredGame>(
    rules: &G,
    options: &Options,
    seats: impl IntoIterator<Item = SeatSpec>,
    terms: Terms<G::State>,
) -> Contest<G> {
    let competitors = seats
        .into_iter()
        .map(|seat| competitor(rules, options, seat))
        .collect();
    let mut contest = Contest::new(rules.clone(), competitors, G::FIGURES, terms.max_plies);
    contest.positions = terms.positions;
    contest.opening = terms.opening;
    contest.limits = terms.limits;
    let moves_left: MovesLeft<G> = G::expected_moves_left;
    contest.time_control = terms.time_control.map(|time_control| (time_control, moves_left));
    contest
}

/// Makes who sits in a seat of a run, by rules and the options that make them.
pub fn competitor<G: RegisteredGame>(rules: &G, options: &Options, seat: SeatSpec) -> Competitor<G> {
    let SeatSpec {
        kind,
        parameters,
        custom,
    } = seat;
    let has_seed = kind.parameters.contains(&standard::SEED);
    let seed = if has_seed { parameters.integer("seed") } else { 0 };
    if *kind == standard::RANDOM {
        return Competitor::Random { seed };
    }
    if *kind == PROGRAM {
        let (command, options) = (parameters.text("command").to_owned(), options.clone());
        return Competitor::Made {
            seed,
            make: Box::new(move |_| Box::new(ProgramPlayer::new(&command, G::ID, &options))),
        };
    }
    if let Some(make_player) = custom {
        let options = options.clone();
        return Competitor::Made {
            seed,
            make: Box::new(move |seed| Box::new(CustomPlayer::new(&make_player, &options, seed))),
        };
    }
    let rules = rules.clone();
    Competitor::Made {
        seed,
        make: Box::new(move |seed| {
            let mut parameters = parameters.clone();
            if has_seed {
                let set = parameters.set("seed", &seed.to_string());
                set.expect("every number is a seed");
            }
            rules.player(kind.name, &parameters)
        }),
    }
}

/// Refuses rules under which learners cannot observe games.
pub(crate) fn check_observable<G: Observe>(rules: G) -> Result<G, EnvironmentError> {
    match rules.unobservable_reason() {
        Some(reason) => Err(EnvironmentError::TooMany(reason)),
        None => Ok(rules),
    }
}
