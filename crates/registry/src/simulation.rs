//! Runs of games for simulation, from options and names of players to typed contests.

use std::collections::BTreeMap;

use quincunx_arena::{Competitor, Games, Panicked, Part, Run, Work};
use quincunx_core::{OptionError, Options, has_chance};
use quincunx_search::{AgentError, AgentKind, AgentSpec, Limits, standard};
use thiserror::Error;

use crate::entry::{Entry, NewError, RegisteredGame};
use crate::tournament::{Terms, contest};

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
    /// A tournament cannot be held.
    #[error("{0}")]
    Tournament(String),
    /// A game ended in a panic.
    #[error(transparent)]
    Panicked(#[from] Panicked),
}

impl Entry {
    /// Lists what simulations report of a finished game beside outcome, points and plies: names, and what they mean.
    #[must_use]
    pub fn figures(&self) -> Vec<(&'static str, &'static str)> {
        (self.figures)()
    }

    /// Returns how many actions at the beginning of a game are drawn from its seed, unless somebody wants it otherwise: some where
    /// chance has no part, so that players without luck of their own do not repeat one game.
    #[must_use]
    pub fn usual_opening(&self) -> u32 {
        (self.usual_opening)(self.players)
    }

    /// Describes a run of games of this game: with these options, one player for all seats or one for each, so many games, each
    /// with so many actions drawn from its seed first, and left after `most_plies`. How long players may think is as they like it
    /// themselves, and may be set: the run's `limit`.
    ///
    /// # Errors
    /// When the options make no game, or a player is none.
    pub fn run(
        &self,
        options: &Options,
        agents: &[AgentSpec],
        seed: u64,
        games: u64,
        opening: u32,
        most_plies: u32,
    ) -> Result<Run, SimulateError> {
        describe(self, options, agents, [seed, games], opening, most_plies)
    }

    /// Plays games of a run, those of it that are wanted.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use quincunx_search::Interrupt;
    /// use quincunx_arena::{Games, Results, Work};
    ///
    /// let game = quincunx_catalog::find("2048").expect("it is in the list");
    /// let run = game.run(&game.defaults(), &["random".parse()?], 7, 100, 0, 100_000)?;
    /// let work = Work {
    ///     threads: NonZero::new(2).expect("two"),
    ///     rows: true,
    ///     interrupt: &Interrupt::default(),
    ///     progress: &|_| {},
    /// };
    /// let part = game.simulate(&run, &Games::range(0..100), &work)?;
    /// println!("{:.0} points", part.tally.points.mean().expect("a hundred games"));
    /// let text = Results { run, part }.to_text();
    /// assert_eq!(Results::parse(&text)?.part.games.len(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the run is not one that this game's [`Entry::run`] describes, games are wanted that it has not got, or one panicked.
    pub fn simulate(&self, run: &Run, wanted: &Games, work: &Work<'_>) -> Result<Part, SimulateError> {
        let mut part = Part::none(run.figures.len(), work.rows);
        self.simulate_on(run, &mut part, wanted, work, &mut |_| {})?;
        Ok(part)
    }

    /// Plays games of a run that a part of it has not got and adds them; `keep` sees the part
    /// [from time to time](quincunx_arena::KEEP_EVERY), to save it.
    ///
    /// # Errors
    /// As [`Entry::simulate`]; where a game panicked, the part has all others that were played.
    ///
    /// # Panics
    /// When a game is wanted that the part has.
    pub fn simulate_on(
        &self,
        run: &Run,
        part: &mut Part,
        wanted: &Games,
        work: &Work<'_>,
        keep: &mut (dyn FnMut(&Part) + Send),
    ) -> Result<(), SimulateError> {
        let (options, seats) = read(self, run, wanted)?;
        (self.simulate)(&options, seats, (run, part), wanted, work, keep)
    }
}

/// A kind of player with its parameters.
pub type SeatSpec = (&'static AgentKind, Options);

/// Plays games of a run and adds them to a part of it.
pub type SimulateFn = fn(
    &Options,
    Vec<SeatSpec>,
    (&Run, &mut Part),
    &Games,
    &Work<'_>,
    &mut (dyn FnMut(&Part) + Send),
) -> Result<(), SimulateError>;

/// Plies of the usual opening of a game of two in which chance has no part: of Connect Four that is one of 16,422 positions, and
/// no game is over yet.
const OPENING: u32 = 6;

/// Returns how many actions a game's openings have, unless somebody says otherwise: where chance has no part, players without
/// luck of their own would repeat one game.
pub fn usual_opening<G: RegisteredGame>(players: u8) -> u32 {
    if players == 2 && !has_chance::<G>() {
        OPENING
    } else {
        0
    }
}

/// Describes a run; see [`Entry::run`].
pub fn describe(
    entry: &Entry,
    options: &Options,
    agents: &[AgentSpec],
    [seed, games]: [u64; 2],
    opening: u32,
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
        opening,
        most_plies,
        limit: None,
        figures: names(entry),
    };
    // That one game can begin says that others can, before hours are spent on them.
    entry.new_session(options, seed)?;
    read(entry, &run, &Games::default())?;
    Ok(run)
}

/// Reads a run's options and players.
pub fn read(entry: &Entry, run: &Run, wanted: &Games) -> Result<(Options, Vec<SeatSpec>), SimulateError> {
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
    let seat = |agent: &String| entry.resolve(&options, &agent.parse()?);
    let seats: Result<Vec<SeatSpec>, AgentError> = run.agents.iter().map(seat).collect();
    Ok((options, seats?))
}

pub(crate) fn options_of(entry: &Entry, pairs: &BTreeMap<String, String>) -> Result<Options, OptionError> {
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
pub fn figures<G: RegisteredGame>() -> Vec<(&'static str, &'static str)> {
    G::FIGURES
        .iter()
        .map(|figure| (figure.name, figure.help))
        .collect()
}

/// Plays games of a run; see [`Entry::simulate_on`].
pub fn simulate<G: RegisteredGame>(
    options: &Options,
    seats: Vec<SeatSpec>,
    (run, part): (&Run, &mut Part),
    wanted: &Games,
    work: &Work<'_>,
    keep: &mut (dyn FnMut(&Part) + Send),
) -> Result<(), SimulateError> {
    let rules = G::from_options(options).map_err(NewError::Option)?;
    let terms = Terms {
        opening: run.opening,
        most_plies: run.most_plies,
        limits: Limits::default(),
        time_control: run.limit,
    };
    let contest = contest(&rules, seats, terms);
    Ok(contest.play_on(run.seed, wanted, part, work, keep)?)
}

/// Makes who sits in a seat of a run.
pub fn competitor<G: RegisteredGame>(rules: &G, (kind, parameters): SeatSpec) -> Competitor<G> {
    let has_seed = kind.parameters.contains(&standard::SEED);
    let seed = if has_seed { parameters.integer("seed") } else { 0 };
    if *kind == standard::RANDOM {
        return Competitor::Random { seed };
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
