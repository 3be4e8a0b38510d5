//! Tournaments and single games between players, from options and names to typed contests.

use quincunx_arena::contest::drawn_position;
use quincunx_arena::tournament::{Format, Pairing, Standing, Tournament};
use quincunx_arena::{Contest, Row, Run, Work};
use quincunx_core::{DynSession, Options, Seed, Session, Streams};
use quincunx_search::{AgentSpec, Limits, StopToken};

use crate::error::NewGameError;
use crate::registered_game::{Registered, RegisteredGame, SeatSpec, named, resolve};
use crate::simulation::{
    SimulateError, Terms, check_beginning, check_same, check_seats, contest, default_opening, pairs_of,
    positions_of, seats,
};

/// Sees the games of a tournament that are over, on any thread.
pub type GameCallback<'a> = &'a (dyn Fn(&Pairing, Box<dyn DynSession>) + Sync);

/// Tournaments and single games of a game, without types.
pub trait DynTournament {
    /// Plays a single game between players, each with the seed that a run gives its seat; `None` when it was
    /// stopped. The first `opening` actions are drawn from the seed, and after `max_plies` the game is left.
    ///
    /// # Errors
    /// When there is not one player for each seat, the options make no game that can begin, or a player
    /// cannot be made, as in [`DynGame::player`](crate::DynGame::player).
    fn play_game(
        &self,
        options: &Options,
        agents: &[&AgentSpec],
        seed: u64,
        opening: u32,
        limits: &Limits,
        max_plies: u32,
    ) -> Result<Option<Box<dyn DynSession>>, SimulateError>;

    /// Describes a tournament of players with these options, with a number of seeds for each pair. All else
    /// has its default, and may be set afterwards: the seed (0), the opening, the most actions (100,000),
    /// limits.
    ///
    /// # Errors
    /// When the options make no game that can begin, a player cannot be made, as in
    /// [`DynGame::player`](crate::DynGame::player), or there are not 2 to 64 players and 1 to 1,000,000
    /// games.
    fn tournament(
        &self,
        options: &Options,
        agents: &[AgentSpec],
        format: Format,
        seeds: u64,
    ) -> Result<Tournament, SimulateError>;

    /// Plays what is left of a tournament until the stop, or those of the wanted games that were not played:
    /// of many machines each plays some of [`Standing::next_games`], and
    /// [`Played::merge`](quincunx_arena::Played::merge) puts them together. `on_game` gets every finished
    /// game as a session; `keep` sees the standing from time to time.
    ///
    /// ```
    /// use std::num::NonZero;
    ///
    /// use quincunx_arena::{Format, Standing, Work};
    /// use quincunx_search::StopToken;
    ///
    /// let game = quincunx_catalog::find("quartet").expect("it is in the list");
    /// let players = ["random".parse()?, "greedy".parse()?];
    /// let mut standing = Standing::new(game.tournament(&game.defaults(), &players, Format::RoundRobin, 10)?);
    /// let work = Work {
    ///     threads: NonZero::new(2).expect("two"),
    ///     stop: &StopToken::default(),
    ///     progress: &|_| {},
    /// };
    /// game.play_tournament(&mut standing, None, &work, None, &mut |_| {})?;
    /// let greedy = standing.table().ratings.player(1);
    /// println!("{:+.0} ± {:.0}", greedy.elo, greedy.error.expect("ten seeds"));
    /// assert!(greedy.elo > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the tournament is not one that this game's [`DynTournament::tournament`] describes, a wanted game
    /// cannot be one of it, or a game panicked; those that were played are kept.
    fn play_tournament(
        &self,
        standing: &mut Standing,
        wanted: Option<&[Pairing]>,
        work: &Work<'_>,
        on_game: Option<GameCallback<'_>>,
        keep: &mut (dyn FnMut(&Standing) + Send),
    ) -> Result<(), SimulateError>;
}

impl<G: RegisteredGame> DynTournament for Registered<G> {
    fn play_game(
        &self,
        options: &Options,
        agents: &[&AgentSpec],
        seed: u64,
        opening: u32,
        limits: &Limits,
        max_plies: u32,
    ) -> Result<Option<Box<dyn DynSession>>, SimulateError> {
        check_seats::<G>(agents.len())?;
        let seats: Result<Vec<_>, _> = agents.iter().map(|agent| resolve::<G>(options, agent)).collect();
        let terms = Terms {
            positions: Vec::new(),
            opening,
            max_plies,
            limits: limits.clone(),
            time_control: None,
        };
        let rules = G::from_options(options).map_err(NewGameError::Option)?;
        let contest = contest(&rules, options, seats?, terms);
        let game = in_session(options, &rules, &contest, seed, &limits.stop)?;
        Ok(game.map(|(_, session)| session))
    }

    fn tournament(
        &self,
        options: &Options,
        agents: &[AgentSpec],
        format: Format,
        seeds: u64,
    ) -> Result<Tournament, SimulateError> {
        let tournament = Tournament {
            program: Run::PROGRAM.to_owned(),
            game: G::ID.to_owned(),
            options: pairs_of(options),
            seats: G::PLAYERS,
            agents: agents.iter().map(ToString::to_string).collect(),
            format,
            seeds,
            seed: 0,
            positions: Vec::new(),
            opening: default_opening::<G>(),
            max_plies: 100_000,
            limit: None,
        };
        check_beginning::<G>(options, 0)?;
        read::<G>(&tournament)?;
        Ok(tournament)
    }

    fn play_tournament(
        &self,
        standing: &mut Standing,
        wanted: Option<&[Pairing]>,
        work: &Work<'_>,
        on_game: Option<GameCallback<'_>>,
        keep: &mut (dyn FnMut(&Standing) + Send),
    ) -> Result<(), SimulateError> {
        let tournament = standing.tournament().clone();
        if let Some(foreign) = wanted.and_then(|wanted| standing.first_foreign(wanted)) {
            return Err(SimulateError::Tournament(format!(
                "{foreign} is not a game of this tournament"
            )));
        }
        let (options, players) = read::<G>(&tournament)?;
        let rules = G::from_options(&options).map_err(NewGameError::Option)?;
        let positions = positions_of(&rules, &tournament.positions)?;
        let play = |pairing: &Pairing, seed| {
            let seats = pairing.seats.iter().map(|&player| players[player].clone());
            let terms = Terms {
                positions: positions.clone(),
                opening: tournament.opening,
                max_plies: tournament.max_plies,
                limits: Limits::default(),
                time_control: tournament.limit,
            };
            let contest = contest(&rules, &options, seats, terms);
            let Some(on_game) = on_game else {
                return contest.play(0, seed, work.stop);
            };
            let game = in_session(&options, &rules, &contest, seed, work.stop);
            let (row, session) = game.expect("a session is the same game, which was played")?;
            on_game(pairing, session);
            Some(row)
        };
        match wanted {
            Some(wanted) => standing.play_some(wanted, work, play, keep)?,
            None => standing.play(work, play, keep)?,
        }
        Ok(())
    }
}

/// Reads a tournament's options and players.
fn read<G: RegisteredGame>(tournament: &Tournament) -> Result<(Options, Vec<SeatSpec>), SimulateError> {
    let what = |game: &str, program: &str, seats: u8| format!("{game} for {seats} in version {program}");
    check_same(
        what(&tournament.game, &tournament.program, tournament.seats),
        what(G::ID, Run::PROGRAM, G::PLAYERS),
    )?;
    tournament.check().map_err(SimulateError::Tournament)?;
    let options = Options::from_pairs(G::OPTIONS, &tournament.options).map_err(NewGameError::Option)?;
    let seats = seats::<G>(&options, &tournament.agents)?;
    Ok((options, seats))
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
) -> Result<Option<Played>, NewGameError> {
    let mut actions = Vec::new();
    let row = contest.play_observed(0, seed, stop, |action| actions.push(action));
    let Some(row) = row else {
        return Ok(None);
    };
    let position = drawn_position(&contest.positions, Streams::new(seed));
    let mut session = match position {
        None => Session::new(rules.clone(), Seed::Number(seed))?,
        Some(state) => Session::from_state(rules.clone(), Seed::Number(seed), state)?,
    };
    for action in actions {
        session.play(action)?;
    }
    Ok(Some((row, named(options, session))))
}
