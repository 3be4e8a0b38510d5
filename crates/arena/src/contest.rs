//! One game of a run, typed from beginning to end.

use std::ops::ControlFlow;
use std::time::Instant;

use quincunx_core::session::MAX_CHANCES;
use quincunx_core::{ChanceStreams, Game, Outcome, Random, RandomSource, Side, Streams, Turn, has_chance};

use super::tally::{End, Row};
use quincunx_search::time_control::{GameClock, TimeControl};
use quincunx_search::{Limits, Player, StopToken};

/// The game of a run with its players: all that a game's number and seed are missing to be played.
pub struct Contest<G: Game> {
    rules: G,
    /// One for each seat.
    competitors: Vec<Competitor<G>>,
    pub(super) figures: &'static [Figure<G>],
    max_plies: u32,
    /// The positions in which games begin, of which each draws one by its seed; none for that of the rules.
    pub positions: Vec<G::State>,
    /// Actions at the beginning that are drawn from the seed, so that players do not repeat one game.
    pub opening: u32,
    /// Limits of every player, instead of its own.
    pub limits: Limits,
    /// A clock for every player, instead of limits, and how many moves are left to make.
    pub time_control: Option<(TimeControl, MovesLeft<G>)>,
}

/// Returns about how many more moves the player who acts will make, the next one counted.
pub type MovesLeft<G> = fn(&G, &<G as Game>::State) -> u32;

/// Who sits in a seat: a player made anew for every game, so that no game depends on those before it.
pub enum Competitor<G: Game> {
    /// Uniformly random legal actions, drawn from the stream of the seat as a playout draws them: faster than
    /// [`RandomPlayer`](quincunx_search::RandomPlayer), which hashes the position for every draw.
    Random {
        /// What distinguishes two random players that meet the same games.
        seed: u64,
    },
    /// Any other player.
    Made {
        /// What distinguishes two such players that meet the same games.
        seed: u64,
        /// Makes it with the seed of everything it does at random in one game.
        make: Box<dyn Fn(u64) -> Box<dyn Player<G>> + Send + Sync>,
    },
}

/// A whole number that a game reports of its last position, beside outcome, points and plies.
#[derive(Clone, Copy, Debug)]
pub struct Figure<G: Game> {
    /// Its name in tables and files: lower case, words joined by `-`.
    pub name: &'static str,
    /// One line that says what it is.
    pub help: &'static str,
    /// Reads it off.
    pub of: fn(&G, &G::State) -> u64,
}

impl<G: Game> Competitor<G> {
    /// Makes the player in a seat of the game of a seed, whose streams these are.
    pub fn sit(&self, streams: Streams, game: u64, seat: Side) -> SeatPlayer<G> {
        let stream_of = |own| seat_stream(streams, game, seat, own);
        match self {
            Self::Random { seed } => SeatPlayer::Random(stream_of(*seed)),
            Self::Made { seed, make } => SeatPlayer::Made(make(stream_of(*seed).next_word())),
        }
    }
}

/// A competitor in the seat of one game.
pub enum SeatPlayer<G: Game> {
    /// Draws uniformly random legal actions.
    Random(Random),
    /// Any other player.
    Made(Box<dyn Player<G>>),
}

impl<G: Game> SeatPlayer<G> {
    /// Chooses an action; limits are asked for only if it thinks.
    #[inline]
    pub fn choose(&mut self, rules: &G, state: &G::State, limits: impl FnOnce() -> Limits) -> G::Action {
        match self {
            Self::Random(random) => any_action(rules, state, random),
            Self::Made(player) => player.choose(rules, state, &limits()),
        }
    }
}

/// Draws a uniformly random legal action.
#[inline]
fn any_action<G: Game>(rules: &G, state: &G::State, random: &mut Random) -> G::Action {
    let drawn = rules.sample_action(state, random);
    drawn.expect("who acts has a legal action")
}

/// Returns the random stream of a seat, one of the highest numbers; `streams` are those of the game's seed.
#[inline]
pub fn seat_stream(streams: Streams, game: u64, seat: Side, own: u64) -> Random {
    let streams = if own == 0 {
        streams
    } else {
        Streams::new(game ^ own)
    };
    streams.get(u64::MAX - seat.index() as u64)
}

/// The stream from which the position at the beginning is drawn; an environment draws the learner's seat from
/// the one before it.
const POSITION: u64 = u64::MAX - 4;

/// Draws the position in which a game of these streams begins; `None` without positions.
pub fn drawn_position<S: Clone>(positions: &[S], streams: Streams) -> Option<S> {
    if positions.is_empty() {
        return None;
    }
    Some(positions[streams.get(POSITION).index(positions.len())].clone())
}

/// The stream from which openings are drawn: neither plies nor seats come to it.
const OPENING: u64 = u64::MAX - 2;

/// Actions after which somebody looks at the flag, whatever players do: so seldom that it costs nothing.
const LOOK_EVERY: u32 = 64;

/// The last position of a game, its outcome unless it was left, and the actions played.
pub type Ending<G> = (<G as Game>::State, Option<Outcome>, u32);

impl<G: Game> Contest<G> {
    /// Makes the contest. A game in which nobody has won after `max_plies` actions is left.
    ///
    /// # Panics
    /// When there are not as many competitors as the rules have players.
    pub fn new(
        rules: G,
        competitors: Vec<Competitor<G>>,
        figures: &'static [Figure<G>],
        max_plies: u32,
    ) -> Self {
        assert_eq!(
            competitors.len(),
            usize::from(rules.players()),
            "a competitor a seat"
        );
        Self {
            rules,
            competitors,
            figures,
            max_plies,
            positions: Vec::new(),
            opening: 0,
            limits: Limits::default(),
            time_control: None,
        }
    }

    /// Plays a game; `None` when it was stopped before its end.
    pub fn play(&self, game: u64, seed: u64, stop: &StopToken) -> Option<Row> {
        self.play_observed(game, seed, stop, |_| {})
    }

    /// Plays a game and reports every action; `None` when it was stopped.
    #[inline]
    pub fn play_observed(
        &self,
        game: u64,
        seed: u64,
        stop: &StopToken,
        note: impl FnMut(G::Action),
    ) -> Option<Row> {
        let (state, outcome, plies) = self.watch(seed, stop, |_| {}, note)?;
        let figures = self.figures.iter().map(|figure| (figure.of)(&self.rules, &state));
        Some(Row {
            game,
            seed,
            end: outcome.map_or(End::Unfinished, End::from),
            points: self.rules.points(&state),
            plies,
            figures: figures.collect(),
        })
    }

    /// Plays a game and reports every position, also chance's and the last, and every action; `None` when
    /// stopped.
    #[inline]
    pub fn watch(
        &self,
        seed: u64,
        stop: &StopToken,
        see: impl FnMut(&G::State),
        note: impl FnMut(G::Action),
    ) -> Option<Ending<G>> {
        let watch = (see, note);
        let streams = Streams::new(seed);
        let stream_of = |seat, own| seat_stream(streams, seed, seat, own);
        match self.competitors[..] {
            // Who plays against itself needs one stream only; a second would cost Connect Four a tenth of its
            // speed.
            [Competitor::Random { seed: own }, ref others @ ..]
                if others
                    .iter()
                    .all(|other| matches!(other, Competitor::Random { seed } if *seed == own)) =>
            {
                let mut random = stream_of(Side::One, own);
                self.run(streams, stop, watch, |_, state| {
                    Ok(any_action(&self.rules, state, &mut random))
                })
            }
            [Competitor::Random { seed: one }, Competitor::Random { seed: two }] => {
                let mut randoms = [stream_of(Side::One, one), stream_of(Side::Two, two)];
                self.run(streams, stop, watch, |side, state| {
                    Ok(any_action(&self.rules, state, &mut randoms[side.index()]))
                })
            }
            _ => self.run_made(streams, seed, stop, watch),
        }
    }

    /// Plays a game in which not all seats are random.
    fn run_made(
        &self,
        streams: Streams,
        game: u64,
        stop: &StopToken,
        watch: (impl FnMut(&G::State), impl FnMut(G::Action)),
    ) -> Option<Ending<G>> {
        let limits = Limits {
            stop: stop.clone(),
            ..self.limits.clone()
        };
        let mut seats: Vec<SeatPlayer<G>> = Side::BOTH
            .into_iter()
            .zip(&self.competitors)
            .map(|(side, competitor)| competitor.sit(streams, game, side))
            .collect();
        let mut clocks = self
            .time_control
            .map(|(time_control, _)| [GameClock::start(time_control); Side::BOTH.len()]);
        self.run(streams, stop, watch, |side, state| {
            match &mut seats[side.index()] {
                SeatPlayer::Random(random) => Ok(any_action(&self.rules, state, random)),
                SeatPlayer::Made(player) => {
                    let action = match (&mut clocks, self.time_control) {
                        (Some(clocks), Some((_, moves_left))) => {
                            let clock = &mut clocks[side.index()];
                            let began = Instant::now();
                            let limits = clock.limits(moves_left(&self.rules, state), stop);
                            let action = player.choose_or_forfeit(&self.rules, state, &limits);
                            clock.spend(began.elapsed());
                            action
                        }
                        _ => player.choose_or_forfeit(&self.rules, state, &limits),
                    };
                    // A player may be anybody's.
                    if let Ok(action) = action {
                        assert!(
                            self.rules.is_legal(state, action),
                            "player {} chose {action:?}, which is not legal",
                            side.index() + 1
                        );
                    }
                    match action {
                        // What was chosen in a hurry is not what the player would have chosen, and what stops
                        // the work may have ended the player too.
                        _ if stop.is_stopped() => Err(Stop::Unchosen),
                        Ok(action) => Ok(action),
                        Err(_) if self.competitors.len() == 1 => Err(Stop::Left),
                        Err(_) => Err(Stop::Over(Outcome::Win(side.opponent()))),
                    }
                }
            }
        })
    }

    /// Plays to the end with the streams of a session; `None` when no action was chosen or it was stopped.
    #[inline]
    fn run(
        &self,
        streams: Streams,
        stop: &StopToken,
        mut watch: (impl FnMut(&G::State), impl FnMut(G::Action)),
        mut choose: impl FnMut(Side, &G::State) -> Result<G::Action, Stop>,
    ) -> Option<Ending<G>> {
        let mut game = OngoingGame {
            state: drawn_position(&self.positions, streams).unwrap_or_else(|| self.rules.initial()),
            plies: 0,
            ply_streams: has_chance::<G>().then(|| ChanceStreams::new(0, streams.get(0))),
        };
        let mut drawn = (self.opening > 0).then(|| streams.get(OPENING));
        let mut end = ControlFlow::Continue(());
        while end.is_continue() {
            if stop.is_stopped() {
                return None;
            }
            let until = self.max_plies.min(game.plies.saturating_add(LOOK_EVERY));
            end = match &mut drawn {
                Some(drawn) if game.plies < self.opening => {
                    let until = until.min(self.opening);
                    self.go_on(&mut game, streams, until, &mut watch, |_, state| {
                        Ok(any_action(&self.rules, state, drawn))
                    })
                }
                _ => self.go_on(&mut game, streams, until, &mut watch, &mut choose),
            };
            if end.is_continue() && game.plies == self.max_plies {
                (watch.0)(&game.state);
                end = ControlFlow::Break(Stop::Left);
            }
        }
        let outcome = match end.break_value()? {
            Stop::Over(outcome) => Some(outcome),
            Stop::Left => None,
            Stop::Unchosen => return None,
        };
        Some((game.state, outcome, game.plies))
    }

    /// Plays until the game has so many plies and a player is next, or has come to its end before.
    #[inline]
    fn go_on(
        &self,
        game: &mut OngoingGame<G>,
        streams: Streams,
        until: u32,
        (see, note): &mut (impl FnMut(&G::State), impl FnMut(G::Action)),
        mut choose: impl FnMut(Side, &G::State) -> Result<G::Action, Stop>,
    ) -> ControlFlow<Stop> {
        let rules = &self.rules;
        let OngoingGame {
            state,
            plies,
            ply_streams,
        } = game;
        let mut chances = 0;
        loop {
            let turn = rules.turn(state);
            if matches!(turn, Turn::Player(_)) && *plies == until {
                return ControlFlow::Continue(());
            }
            see(state);
            match turn {
                Turn::Player(side) => {
                    let action = match choose(side, state) {
                        Ok(action) => action,
                        Err(stop) => return ControlFlow::Break(stop),
                    };
                    note(action);
                    *plies += 1;
                    chances = 0;
                    if let Some(ply_streams) = ply_streams {
                        // Before the action, as it hangs on nothing and the processor does it beside.
                        let ply = (*plies).into();
                        ply_streams.begin(ply, streams.get(ply));
                    }
                    rules.play_unchecked(state, action, &mut ());
                }
                Turn::Chance => {
                    if chances == MAX_CHANCES {
                        return ControlFlow::Break(Stop::Left);
                    }
                    let ply_streams = ply_streams.as_mut().expect("chance acts where it has a part");
                    let ply_streams =
                        ply_streams.source(rules.chance_source(state), |stream| streams.get(stream));
                    let chance = rules.sample_chance(state, ply_streams);
                    rules.resolve_chance(state, &chance, &mut ());
                    chances += 1;
                }
                Turn::Over(outcome) => return ControlFlow::Break(Stop::Over(outcome)),
            }
        }
    }
}

/// Why a game is not played on.
enum Stop {
    Over(Outcome),
    /// It has the most plies, is in a cascade that comes to no rest, or its only player gave it up.
    Left,
    /// A player was interrupted.
    Unchosen,
}

/// A game under way.
struct OngoingGame<G: Game> {
    state: G::State,
    plies: u32,
    /// What chance draws from until the next action, where it has a part in the game.
    ply_streams: Option<ChanceStreams<Random>>,
}

#[cfg(test)]
mod tests;
