//! Runs of games for simulation, from options and names of players to typed contests.

use std::collections::BTreeMap;

use quincunx_core::{DynSession, OptionError, Options, Player, Random};
use quincunx_search::arena::contest::player_seed;
use quincunx_search::arena::{Contest, Contestant, Games, Part, Run, Work};
use quincunx_search::{AgentError, AgentKind, AgentSpec, DynPlayer, standard};
use thiserror::Error;

use crate::entry::{Entry, Listed, NewError, PlayerFn};

/// Why games could not be simulated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimulateError {
    /// The options make no game that can begin.
    #[error(transparent)]
    New(#[from] NewError),
    /// A player is none.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// There are not as many players as the game has.
    #[error("{given} players were named; this is a game for {players}")]
    Seats {
        /// Players named.
        given: usize,
        /// Players of the game.
        players: u8,
    },
    /// The run is of another game, or of another version of the program.
    #[error("the run is of {of}, and this is {this}")]
    Other {
        /// What the run is of.
        of: String,
        /// What this is.
        this: String,
    },
    /// Games are wanted that the run has not got.
    #[error("games {wanted} are wanted of a run of {games} games")]
    Games {
        /// What is wanted.
        wanted: Games,
        /// How many games there are.
        games: u64,
    },
}

/// A kind of player with its parameters.
pub(crate) type SeatSpec = (&'static AgentKind, Options);

pub(crate) type SimulateFn =
    fn(&Options, Vec<SeatSpec>, &Run, &Games, &Work<'_>) -> Result<Part, SimulateError>;

/// Describes a run; see [`Entry::run`].
pub(crate) fn describe(
    entry: &Entry,
    options: &Options,
    agents: &[AgentSpec],
    seed: u64,
    games: u64,
    most_plies: u32,
) -> Result<Run, SimulateError> {
    // One player plays against itself, and a solitaire game has but one.
    let mut agents: Vec<String> = agents.iter().map(ToString::to_string).collect();
    if agents.len() == 1 && entry.players == 2 {
        agents.push(agents[0].clone());
    }
    let pairs = options
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let run = Run {
        program: Run::PROGRAM.to_owned(),
        game: entry.id.to_owned(),
        options: pairs.collect(),
        agents,
        seed,
        games,
        most_plies,
        figures: names(entry),
    };
    // That one game can begin says that others can, before hours are spent on them.
    entry.new_session(options, seed)?;
    read(entry, &run, &Games::default())?;
    Ok(run)
}

/// Reads a run's options and players.
pub(crate) fn read(
    entry: &Entry,
    run: &Run,
    wanted: &Games,
) -> Result<(Options, Vec<SeatSpec>), SimulateError> {
    let what = |game: &str, program: &str, figures: &[String]| {
        format!(
            "{game} in version {program} with the figures [{}]",
            figures.join(", ")
        )
    };
    let (of, this) = (
        what(&run.game, &run.program, &run.figures),
        what(entry.id, Run::PROGRAM, &names(entry)),
    );
    if of != this {
        return Err(SimulateError::Other { of, this });
    }
    if !wanted.without(&Games::range(0..run.games)).is_empty() {
        return Err(SimulateError::Games {
            wanted: wanted.clone(),
            games: run.games,
        });
    }
    if run.agents.len() != usize::from(entry.players) {
        return Err(SimulateError::Seats {
            given: run.agents.len(),
            players: entry.players,
        });
    }
    let options = options_of(entry, &run.options).map_err(NewError::Option)?;
    let seat = |agent: &String| entry.resolve(&agent.parse()?);
    let seats: Result<Vec<SeatSpec>, AgentError> = run.agents.iter().map(seat).collect();
    Ok((options, seats?))
}

/// Makes the players of a game, one for each seat, with the seeds that a run gives them.
pub(crate) fn seated(
    entry: &Entry,
    session: &dyn DynSession,
    agents: &[&AgentSpec],
    seed: u64,
    make: PlayerFn,
) -> Result<Vec<Box<dyn DynPlayer>>, SimulateError> {
    if agents.len() != usize::from(entry.players) {
        return Err(SimulateError::Seats {
            given: agents.len(),
            players: entry.players,
        });
    }
    let seats = Player::BOTH.into_iter().zip(agents);
    let players = seats.map(|(seat, agent)| {
        let (kind, mut parameters) = entry.resolve(agent)?;
        if kind.parameters.contains(&standard::SEED) {
            let own = player_seed(seed, seat, parameters.integer("seed"));
            let set = parameters.set("seed", &own.to_string());
            set.expect("every number is a seed");
        }
        Ok(make(session, kind, &parameters).expect("the session is of this game"))
    });
    players.collect()
}

/// Returns what an opening at random is drawn from: a stream to which neither plies nor seats come.
pub(crate) fn opening_luck(seed: u64) -> Random {
    Random::stream(seed, u64::MAX - 2)
}

fn options_of(entry: &Entry, pairs: &BTreeMap<String, String>) -> Result<Options, OptionError> {
    let mut options = entry.defaults();
    for (name, value) in pairs {
        options.set(name, value)?;
    }
    Ok(options)
}

fn names(entry: &Entry) -> Vec<String> {
    entry
        .figures()
        .into_iter()
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// Lists the figures that a game reports.
pub(crate) fn figures<G: Listed>() -> Vec<(&'static str, &'static str)> {
    G::FIGURES
        .iter()
        .map(|figure| (figure.name, figure.help))
        .collect()
}

/// Plays games of a run; see [`Entry::simulate`].
pub(crate) fn simulate<G: Listed>(
    options: &Options,
    seats: Vec<SeatSpec>,
    run: &Run,
    wanted: &Games,
    work: &Work<'_>,
) -> Result<Part, SimulateError> {
    let rules = G::from_options(options).map_err(NewError::Option)?;
    let contestants = seats.into_iter().map(|seat| contestant(&rules, seat)).collect();
    let contest = Contest::new(rules, contestants, G::FIGURES, run.most_plies);
    Ok(contest.play_all(run.seed, wanted, work))
}

/// Makes who sits in a seat of a run.
pub(crate) fn contestant<G: Listed>(rules: &G, (kind, parameters): SeatSpec) -> Contestant<G> {
    let has_seed = kind.parameters.contains(&standard::SEED);
    let seed = if has_seed { parameters.integer("seed") } else { 0 };
    if *kind == standard::RANDOM {
        return Contestant::Random { seed };
    }
    let rules = rules.clone();
    Contestant::Made {
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
