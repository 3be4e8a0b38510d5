//! Tournaments and single games between players, from options and names to typed contests.

use crate::entry::{Entry, NewError, RegisteredGame};
use crate::simulation::{SeatSpec, SimulateError, competitor, options_of};
use quincunx_arena::tournament::{Format, Pairing, Standing, Tournament};
use quincunx_arena::{Contest, Row, Run, Work};
use quincunx_core::{DynSession, NamedSession, Options, Playable, Seed, Session};
use quincunx_search::{AgentError, AgentSpec, Limits, StopToken, TimeControl};

/// Sees the games of a tournament that are over, on any thread.
pub type Keeper<'a> = &'a (dyn Fn(&Pairing, Box<dyn DynSession>) + Sync);

impl Entry {
    /// Plays a game of its own between players, each with the seed that a run gives its seat; `None` when the flag of the
    /// limits was raised before its end. The first `opening` actions are drawn at random from the seed, and after `most_plies`
    /// the game is left.
    ///
    /// # Errors
    /// When the options make no game, a player is none, or there is not one for each seat.
    pub fn play_game(
        &self,
        options: &Options,
        agents: &[&AgentSpec],
        seed: u64,
        opening: u32,
        limits: &Limits,
        most_plies: u32,
    ) -> Result<Option<Box<dyn DynSession>>, SimulateError> {
        if agents.len() != usize::from(self.players) {
            return Err(SimulateError::Seats {
                given: agents.len(),
                players: self.players,
            });
        }
        let seats: Result<Vec<_>, AgentError> =
            agents.iter().map(|agent| self.resolve(options, agent)).collect();
        let terms = Terms {
            opening,
            most_plies,
            limits: limits.clone(),
            time_control: None,
        };
        (self.play_game)(options, seats?, seed, terms)
    }

    /// Describes a tournament of players in this game with these options, in which a meeting of two has so many seeds. What else
    /// there is to say has its usual value, and may be set: the seed (0), the opening, the most actions (100,000), limits.
    ///
    /// # Errors
    /// When the options make no game, a player is none, or there are too few or too many.
    pub fn tournament(
        &self,
        options: &Options,
        agents: &[AgentSpec],
        format: Format,
        seeds: u64,
    ) -> Result<Tournament, SimulateError> {
        describe(self, options, agents, format, seeds)
    }

    /// Plays what is left of a tournament, or as much of it as there is before the flag is raised. The keeper gets every game
    /// that is over, as a session; `keep` sees the standing from time to time, to save it.
    ///
    /// ```
    /// use std::num::NonZero;
    /// use quincunx_search::Interrupt;
    /// use quincunx_arena::{Format, Standing, Work};
    ///
    /// let game = quincunx_catalog::find("quartet").expect("it is in the list");
    /// let players = ["random".parse()?, "greedy".parse()?];
    /// let mut standing = Standing::new(game.tournament(&game.defaults(), &players, Format::RoundRobin, 10)?);
    /// let work = Work {
    ///     threads: NonZero::new(2).expect("two"),
    ///     rows: true,
    ///     interrupt: &Interrupt::default(),
    ///     progress: &|_| {},
    /// };
    /// game.hold(&mut standing, &work, None, &mut |_| {})?;
    /// let greedy = standing.table().ratings.player(1);
    /// println!("{:+.0} ± {:.0}", greedy.elo, greedy.error.expect("ten seeds"));
    /// assert!(greedy.elo > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the tournament is not one that this game's [`Entry::tournament`] describes, or a game panicked; those that were played
    /// are kept.
    pub fn hold(
        &self,
        standing: &mut Standing,
        work: &Work<'_>,
        keeper: Option<Keeper<'_>>,
        keep: &mut (dyn FnMut(&Standing) + Send),
    ) -> Result<(), SimulateError> {
        let (options, players) = read(self, standing.tournament())?;
        (self.hold)(&options, &players, standing, None, work, keeper, keep)
    }

    /// Plays games of a tournament, whichever they are and those that were played left out: of many machines each plays
    /// some of [`Standing::next_games`], and [`Standing::merge`] puts them together.
    ///
    /// # Errors
    /// As [`Entry::hold`], and when a game is wanted that cannot be one of the tournament's.
    pub fn hold_some(
        &self,
        standing: &mut Standing,
        wanted: &[Pairing],
        work: &Work<'_>,
        keeper: Option<Keeper<'_>>,
        keep: &mut (dyn FnMut(&Standing) + Send),
    ) -> Result<(), SimulateError> {
        let tournament = standing.tournament();
        if let Some(foreign) = wanted.iter().find(|pairing| !tournament.has(pairing)) {
            return Err(SimulateError::Tournament(format!(
                "{foreign} is none of this tournament"
            )));
        }
        let (options, players) = read(self, tournament)?;
        (self.hold)(&options, &players, standing, Some(wanted), work, keeper, keep)
    }
}

/// How a game is played.
pub struct Terms {
    pub(crate) opening: u32,
    pub(crate) most_plies: u32,
    pub(crate) limits: Limits,
    /// Takes the place of the limits.
    pub time_control: Option<TimeControl>,
}

/// Plays a game of a seed.
pub type GameFn =
    fn(&Options, Vec<SeatSpec>, u64, Terms) -> Result<Option<Box<dyn DynSession>>, SimulateError>;

/// Plays what is left of a tournament between these players, or some of its games.
pub type HoldFn = fn(
    &Options,
    &[SeatSpec],
    &mut Standing,
    Option<&[Pairing]>,
    &Work<'_>,
    Option<Keeper<'_>>,
    &mut (dyn FnMut(&Standing) + Send),
) -> Result<(), SimulateError>;

/// Describes a tournament; see [`Entry::tournament`].
pub fn describe(
    entry: &Entry,
    options: &Options,
    agents: &[AgentSpec],
    format: Format,
    seeds: u64,
) -> Result<Tournament, SimulateError> {
    let pairs = options
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let tournament = Tournament {
        program: Run::PROGRAM.to_owned(),
        game: entry.id.to_owned(),
        options: pairs.collect(),
        seats: entry.players,
        agents: agents.iter().map(ToString::to_string).collect(),
        format,
        seeds,
        seed: 0,
        opening: entry.usual_opening(),
        most_plies: 100_000,
        limit: None,
    };
    // That one game can begin says that others can, before hours are spent on them.
    entry.new_session(options, 0)?;
    read(entry, &tournament)?;
    Ok(tournament)
}

/// Reads a tournament's options and players.
pub fn read(entry: &Entry, tournament: &Tournament) -> Result<(Options, Vec<SeatSpec>), SimulateError> {
    let what = |game: &str, program: &str, seats: u8| format!("{game} for {seats} in version {program}");
    let (of, this) = (
        what(&tournament.game, &tournament.program, tournament.seats),
        what(entry.id, Run::PROGRAM, entry.players),
    );
    if of != this {
        return Err(SimulateError::Other { of, this });
    }
    tournament.check().map_err(SimulateError::Tournament)?;
    let options = options_of(entry, &tournament.options).map_err(NewError::Option)?;
    let seat = |agent: &String| entry.resolve(&options, &agent.parse()?);
    let seats: Result<Vec<SeatSpec>, AgentError> = tournament.agents.iter().map(seat).collect();
    Ok((options, seats?))
}

/// Makes the contest of players, one for each seat.
pub fn contest<G: RegisteredGame>(
    rules: &G,
    seats: impl IntoIterator<Item = SeatSpec>,
    terms: Terms,
) -> Contest<G> {
    let competitors = seats.into_iter().map(|seat| competitor(rules, seat)).collect();
    let contest = Contest::new(rules.clone(), competitors, G::FIGURES, terms.most_plies)
        .with_opening(terms.opening)
        .with_limits(terms.limits);
    match terms.time_control {
        Some(time_control) => contest.with_time_control(time_control, G::moves_to_come),
        None => contest,
    }
}

/// A game that is over: what it gave, and all of it.
type Played = (Row, Box<dyn DynSession>);

/// Plays a game, and plays it again in a session, which remembers all of it.
fn in_session<G: RegisteredGame>(
    options: &Options,
    rules: &G,
    contest: &Contest<G>,
    seed: u64,
    stop: &StopToken,
) -> Result<Option<Played>, NewError> {
    let mut actions = Vec::new();
    let row = contest.play_noted(0, seed, stop, |action| actions.push(action));
    let Some(row) = row else {
        return Ok(None);
    };
    let mut session = Session::new(rules.clone(), Seed::Number(seed))?;
    for action in actions {
        session.play(action)?;
    }
    Ok(Some((row, named(options, session))))
}

fn named<G: RegisteredGame + Playable>(options: &Options, session: Session<G>) -> Box<dyn DynSession> {
    Box::new(NamedSession {
        game: G::ID,
        options: options.clone(),
        session,
    })
}

/// Plays a game of its own; see [`Entry::play_game`].
pub fn play_game<G: RegisteredGame>(
    options: &Options,
    seats: Vec<SeatSpec>,
    seed: u64,
    terms: Terms,
) -> Result<Option<Box<dyn DynSession>>, SimulateError> {
    let rules = G::from_options(options).map_err(NewError::Option)?;
    let stop = terms.limits.stop.clone();
    let contest = contest(&rules, seats, terms);
    let game = in_session(options, &rules, &contest, seed, &stop)?;
    Ok(game.map(|(_, session)| session))
}

/// Plays what is left of a tournament, or some of its games; see [`Entry::hold`] and [`Entry::hold_some`].
pub fn hold<G: RegisteredGame>(
    options: &Options,
    players: &[SeatSpec],
    standing: &mut Standing,
    wanted: Option<&[Pairing]>,
    work: &Work<'_>,
    keeper: Option<Keeper<'_>>,
    keep: &mut (dyn FnMut(&Standing) + Send),
) -> Result<(), SimulateError> {
    let rules = G::from_options(options).map_err(NewError::Option)?;
    let tournament = standing.tournament().clone();
    let play = |pairing: &Pairing, seed| {
        let seats = pairing.seats.iter().map(|&player| players[player].clone());
        let terms = Terms {
            opening: tournament.opening,
            most_plies: tournament.most_plies,
            limits: Limits::default(),
            time_control: tournament.limit,
        };
        let contest = contest(&rules, seats, terms);
        let Some(keeper) = keeper else {
            return contest.play(0, seed, work.stop);
        };
        let game = in_session(options, &rules, &contest, seed, work.stop);
        let (row, session) = game.expect("a session is the same game, which was played")?;
        keeper(pairing, session);
        Some(row)
    };
    match wanted {
        Some(wanted) => standing.play_some(wanted, work, play, keep)?,
        None => standing.play(work, play, keep)?,
    }
    Ok(())
}
