//! One environment: a game in progress, and the games that follow.

use quincunx_arena::contest::drawn_position;
use quincunx_arena::{Competitor, SeatPlayer, seed_of};
use quincunx_core::session::MAX_CHANCES;
use quincunx_core::{ChanceStreams, Outcome, RandomSource, Side, Streams, Turn};
use quincunx_search::{Limits, StopToken};

use super::{Observe, Seat, Setup};

/// Who plays against the learner.
pub enum Opponent<G: Observe> {
    /// The learner, who plays both sides.
    Nobody,
    /// A competitor of the arena, made anew for every game.
    Competitor(Competitor<G>),
}

impl<G: Observe> Opponent<G> {
    /// Returns the same opponent for other rules, or this one where it was made for these.
    ///
    /// # Errors
    /// When it was made for these rules; it is returned unchanged.
    pub fn for_packed<T: Observe>(self) -> Result<Opponent<T>, Self> {
        match self {
            Self::Nobody => Ok(Opponent::Nobody),
            Self::Competitor(Competitor::Random { seed }) => {
                Ok(Opponent::Competitor(Competitor::Random { seed }))
            }
            made @ Self::Competitor(_) => Err(made),
        }
    }

    /// Returns whether it searches, which may take long.
    pub(crate) const fn thinks(&self) -> bool {
        matches!(self, Self::Competitor(Competitor::Made { .. }))
    }
}

/// One environment.
pub(super) struct One<G: Observe> {
    state: G::State,
    /// Who acts in the state.
    turn: Turn,
    /// Whether the game was left.
    is_left: bool,
    /// Who acted last.
    last: Side,
    /// The side of the learner against an opponent.
    learner: Side,
    steps: u32,
    /// Plies played, the opening not counted.
    ply: u64,
    /// The chance streams of the present game.
    streams: Streams,
    /// The opponent in the present game; none where the learner plays both sides.
    opponent: Option<SeatPlayer<G>>,
    /// The seed of the first game.
    seed: u64,
    /// How many games have begun since it was seeded.
    begun: u64,
}

/// What a step gave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Step {
    pub(super) reward: f64,
    pub(super) is_illegal: bool,
}

/// Returns the seed of a game of an environment: its own for the first, then those of a run of it.
pub fn episode_seed(seed: u64, episode: u64) -> u64 {
    match episode {
        0 => seed,
        _ => seed_of(Streams::new(seed), episode),
    }
}

/// How many games in a row may be over before the learner acts.
const MAX_PASSED_OVER: u64 = 100;

/// The stream from which the learner's seat is drawn: none of a ply, a seat or an opening.
const SEAT: u64 = u64::MAX - 3;

impl<G: Observe> One<G> {
    /// Makes an environment whose first game has the seed; it begins with [`One::reset`].
    pub(super) fn new(rules: &G, seed: u64) -> Self {
        let state = rules.initial();
        Self {
            turn: rules.turn(&state),
            state,
            is_left: false,
            last: Side::Two,
            learner: Side::One,
            steps: 0,
            ply: 0,
            streams: Streams::new(seed),
            opponent: None,
            seed,
            begun: 0,
        }
    }

    /// Sets the seed of the next game.
    pub(super) const fn seed(&mut self, seed: u64) {
        (self.seed, self.begun) = (seed, 0);
    }

    pub(super) const fn state(&self) -> &G::State {
        &self.state
    }

    /// Returns whether the game is over.
    #[inline]
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.turn, Turn::Over(_))
    }

    /// Returns whether a player acts.
    #[inline]
    pub(super) const fn has_actions(&self) -> bool {
        matches!(self.turn, Turn::Player(_))
    }

    /// Returns whether the game was left, though it may be over as well.
    #[inline]
    pub(super) const fn is_left(&self) -> bool {
        self.is_left
    }

    /// Returns whether all goals of a game that has some were reached.
    #[inline]
    pub(super) const fn has_reached(&self) -> bool {
        matches!(self.turn, Turn::Over(Outcome::Goals { reached: true, .. }))
    }

    /// Begins the next game. One that an opponent ends before the learner has acted is passed over, as nobody
    /// could learn from it: another, whose seed follows from its own, takes its place. Returns whether there
    /// was one in which the learner acts; after a stop there need not be.
    pub(super) fn reset(
        &mut self,
        rules: &G,
        positions: &[G::State],
        setup: &Setup,
        opponent: &Opponent<G>,
        stop: &StopToken,
    ) -> bool {
        let game = episode_seed(self.seed, self.begun);
        self.begun += 1;
        (0..MAX_PASSED_OVER).any(|attempt| {
            // From the end, where no later game has its seed.
            let seed = episode_seed(game, attempt.wrapping_neg());
            self.begin(seed, rules, positions, setup, opponent, stop);
            !self.is_over() || stop.is_stopped()
        })
    }

    fn begin(
        &mut self,
        seed: u64,
        rules: &G,
        positions: &[G::State],
        setup: &Setup,
        opponent: &Opponent<G>,
        stop: &StopToken,
    ) {
        (self.steps, self.ply, self.is_left) = (0, 0, false);
        self.streams = Streams::new(seed);
        self.state = drawn_position(positions, self.streams).unwrap_or_else(|| rules.initial());
        self.settle(rules);
        let Opponent::Competitor(competitor) = opponent else {
            return;
        };
        self.learner = match setup.seat {
            Seat::First => Side::One,
            Seat::Second => Side::Two,
            Seat::Drawn => Side::BOTH[(self.streams.get(SEAT).next_word() & 1) as usize],
        };
        self.opponent = Some(competitor.sit(self.streams, seed, self.learner.opponent()));
        self.answer(rules, stop);
    }

    /// Carries out an action by its number; called only during a game.
    #[inline]
    pub(super) fn step(&mut self, rules: &G, setup: &Setup, number: usize, stop: &StopToken) -> Step {
        self.steps += 1;
        let Turn::Player(mover) = self.turn else {
            return Step::default();
        };
        let is_alone = rules.players() == 1;
        let before = if is_alone { rules.points(&self.state) } else { 0 };
        let step = match rules.legal_action(&self.state, number) {
            None => Step {
                reward: setup.illegal_reward,
                is_illegal: true,
            },
            Some(action) => {
                self.play(rules, mover, action);
                let side = if self.opponent.is_some() {
                    self.answer(rules, stop);
                    self.learner
                } else {
                    mover
                };
                let reward = match self.turn {
                    _ if is_alone => (rules.points(&self.state) - before) as f64,
                    Turn::Over(outcome) => f64::from(outcome.value_for(side)),
                    _ => 0.0,
                };
                Step {
                    reward,
                    is_illegal: false,
                }
            }
        };
        self.is_left |= setup.max_steps.is_some_and(|most| self.steps >= most);
        step
    }

    /// Returns the side that sees the position: who acts, or the learner, or who acts next at the end.
    #[inline]
    pub(super) fn side(&self, rules: &G) -> Side {
        match (&self.opponent, self.turn) {
            (None, Turn::Player(side)) => side,
            (None, _) if rules.players() == 2 => self.last.opponent(),
            _ => self.learner,
        }
    }

    #[inline]
    fn play(&mut self, rules: &G, side: Side, action: G::Action) {
        self.last = side;
        rules.play_unchecked(&mut self.state, action, &mut ());
        self.ply += 1;
        self.settle(rules);
    }

    /// Lets chance act until a player can, as a session does: from the streams of the ply.
    #[inline]
    fn settle(&mut self, rules: &G) {
        self.turn = rules.turn(&self.state);
        if self.turn != Turn::Chance {
            return;
        }
        let mut ply_streams = ChanceStreams::new(self.ply, self.streams.get(self.ply));
        let mut chances = 0;
        while self.turn == Turn::Chance {
            if chances == MAX_CHANCES {
                // A session refuses such a ply; here the game is left where it is.
                self.is_left = true;
                return;
            }
            let stream = ply_streams.source(rules.chance_source(&self.state), |number| {
                self.streams.get(number)
            });
            let chance = rules.sample_chance(&self.state, stream);
            rules.resolve_chance(&mut self.state, &chance, &mut ());
            chances += 1;
            self.turn = rules.turn(&self.state);
        }
    }

    /// Lets the opponent act as long as it is its turn. Once it is stopped it chooses in a hurry.
    #[inline]
    fn answer(&mut self, rules: &G, stop: &StopToken) {
        let side = self.learner.opponent();
        while self.turn == Turn::Player(side) {
            let Some(opponent) = &mut self.opponent else {
                return;
            };
            let action = opponent.choose(rules, &self.state, || Limits::until(stop));
            self.play(rules, side, action);
        }
    }
}
