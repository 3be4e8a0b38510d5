//! Runs of games for simulation, from options and names of players to typed contests.

use std::collections::BTreeMap;

use quincunx_arena::contest::MovesLeft;
use quincunx_arena::{Competitor, Contest, Games, Panicked, Part, Run, Work};
use quincunx_core::{OptionError, Options, PlayError, Session, Turn, has_chance};
use quincunx_search::{AgentError, AgentSpec, Limits, TimeControl, standard};
use thiserror::Error;

use crate::custom::CustomPlayer;
use crate::environment::{self, Batch, Observe, Opponent, Seat, Setup};
use crate::error::{EnvironmentError, NewGameError, StartPositionError};
use crate::program::{PROGRAM, ProgramPlayer};
use crate::registered_game::{RegisteredGame, SeatSpec, resolve};

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
    /// A game ended in a panic.
    #[error(transparent)]
    Panicked(#[from] Panicked),
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

/// Describes a run; see [`DynGame::run`](crate::DynGame::run).
pub(crate) fn describe<G: RegisteredGame>(
    options: &Options,
    agents: &[AgentSpec],
    [seed, games]: [u64; 2],
    opening: u32,
    max_plies: u32,
) -> Result<Run, SimulateError> {
    // One player plays against itself, and a solitaire game has but one.
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
    let options = options_of::<G>(&run.options).map_err(NewGameError::Option)?;
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

/// Reads the options that a file holds.
pub(crate) fn options_of<G: RegisteredGame>(
    pairs: &BTreeMap<String, String>,
) -> Result<Options, OptionError> {
    let mut options = Options::defaults(G::OPTIONS);
    for (name, value) in pairs {
        options.set(name, value)?;
    }
    Ok(options)
}

/// Lists the names of what a game reports.
fn figures<G: RegisteredGame>() -> Vec<String> {
    G::FIGURES.iter().map(|figure| figure.name.to_owned()).collect()
}

/// Plays games of a run and adds them to a part of it.
pub(crate) fn simulate<G: RegisteredGame>(
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

/// Makes environments of a game, one for each seed.
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
/// batch.reset(None, None, &mut arrays, &StopToken::default());
/// let first_legal = |mask: &[i8]| mask.iter().position(|&legal| legal == 1).expect("a move") as i64;
/// let actions = [first_legal(&arrays.state.masks[..4]), first_legal(&arrays.state.masks[4..])];
/// batch.step(&actions, &mut arrays, &StopToken::default())?;
/// assert!(!arrays.terminated[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub(crate) fn environments<G: RegisteredGame>(
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

/// Refuses rules under which learners cannot observe games.
pub(crate) fn check_observable<G: Observe>(rules: G) -> Result<G, EnvironmentError> {
    match rules.unobservable_reason() {
        Some(reason) => Err(EnvironmentError::TooMany(reason)),
        None => Ok(rules),
    }
}
