//! One game of a run, typed from beginning to end.

use std::any::TypeId;
use std::convert::Infallible;

use quincunx_core::session::MOST_CHANCES;
use quincunx_core::{ActionSet, Game, Outcome, Player as Side, Random, RandomSource, Streams, Turn};

use super::tally::{End, Row};
use crate::limits::{Interrupt, Limits};
use crate::player::Player;

/// The game of a run with its players: all that a game's number and seed are missing to be played.
#[derive(Debug)]
pub struct Contest<G: Game> {
    rules: G,
    /// One for each seat.
    contestants: Vec<Contestant<G>>,
    figures: &'static [Figure<G>],
    most_plies: u32,
}

/// Who sits in a seat: a player made anew for every game, so that no game depends on those before it.
pub enum Contestant<G: Game> {
    /// Uniformly random legal actions, drawn from the stream of the seat as a playout draws them.
    ///
    /// [`RandomPlayer`](crate::RandomPlayer) plays as uniformly, but looks at the position for every draw, so that an action
    /// taken back is drawn again; that costs more than most games' actions.
    Random {
        /// What tells two random players apart that meet the same games.
        seed: u64,
    },
    /// Any other player.
    Made {
        /// What tells two such players apart that meet the same games.
        seed: u64,
        /// Makes it with the seed of everything it does at random in one game.
        make: Box<dyn Fn(u64) -> Box<dyn Player<G>> + Send + Sync>,
    },
}

impl<G: Game> std::fmt::Debug for Contestant<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random { seed } => write!(f, "Random {{ seed: {seed} }}"),
            Self::Made { seed, .. } => write!(f, "Made {{ seed: {seed} }}"),
        }
    }
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

/// Returns the seed of all that a player does at random in a game, from the game's seed, the seat, and a seed of the player's
/// own. It is the first word of one of the last streams, to which no game's plies come.
#[must_use]
pub fn player_seed(game: u64, seat: Side, own: u64) -> u64 {
    seat_luck(Streams::new(game), game, seat, own).next_word()
}

/// Returns what a seat draws from; `streams` are those of the game's seed.
#[inline]
fn seat_luck(streams: Streams, game: u64, seat: Side, own: u64) -> Random {
    let streams = if own == 0 {
        streams
    } else {
        Streams::new(game ^ own)
    };
    streams.get(u64::MAX - seat.index() as u64)
}

/// The last position of a game, its outcome unless it was left, and the actions played.
pub type Ending<G> = (<G as Game>::State, Option<Outcome>, u32);

impl<G: Game> Contest<G> {
    /// Makes the contest. A game in which nobody has won after `most_plies` actions is left.
    ///
    /// # Panics
    /// When there is not one contestant for each seat.
    #[must_use]
    pub fn new(
        rules: G,
        contestants: Vec<Contestant<G>>,
        figures: &'static [Figure<G>],
        most_plies: u32,
    ) -> Self {
        assert_eq!(
            contestants.len(),
            usize::from(rules.players()),
            "a contestant a seat"
        );
        Self {
            rules,
            contestants,
            figures,
            most_plies,
        }
    }

    /// Returns how many figures each game reports.
    #[must_use]
    pub const fn figure_count(&self) -> usize {
        self.figures.len()
    }

    /// Plays a game; `None` when the flag was raised before its end.
    #[must_use]
    pub fn play(&self, game: u64, seed: u64, interrupt: &Interrupt) -> Option<Row> {
        let (state, outcome, plies) = self.watch(seed, interrupt, |_| {})?;
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

    /// Plays the game of a seed and shows every position to `see`, those in which chance acts and the last one too; `None`
    /// when the flag was raised before its end.
    #[inline]
    pub fn watch(&self, seed: u64, interrupt: &Interrupt, see: impl FnMut(&G::State)) -> Option<Ending<G>> {
        let streams = Streams::new(seed);
        let luck = |seat, own| seat_luck(streams, seed, seat, own);
        match self.contestants[..] {
            [Contestant::Random { seed: own }] => {
                let mut random = luck(Side::One, own);
                self.run(streams, see, |_, state| Some(self.any_action(state, &mut random)))
            }
            // Who plays against itself needs one stream only; a second would cost Connect Four a tenth of its speed.
            [
                Contestant::Random { seed: own },
                Contestant::Random { seed: other },
            ] if own == other => {
                let mut random = luck(Side::One, own);
                self.run(streams, see, |_, state| Some(self.any_action(state, &mut random)))
            }
            [Contestant::Random { seed: one }, Contestant::Random { seed: two }] => {
                let mut randoms = [luck(Side::One, one), luck(Side::Two, two)];
                self.run(streams, see, |side, state| {
                    Some(self.any_action(state, &mut randoms[side.index()]))
                })
            }
            _ => self.run_made(streams, luck, interrupt, see),
        }
    }

    /// Plays a game in which not all seats are random.
    fn run_made(
        &self,
        streams: Streams,
        luck: impl Fn(Side, u64) -> Random,
        interrupt: &Interrupt,
        see: impl FnMut(&G::State),
    ) -> Option<Ending<G>> {
        let limits = Limits {
            interrupt: interrupt.clone(),
            ..Limits::default()
        };
        let mut seats: Vec<Seat<G>> = Side::BOTH
            .into_iter()
            .zip(&self.contestants)
            .map(|(side, contestant)| match contestant {
                Contestant::Random { seed } => Seat::Random(luck(side, *seed)),
                Contestant::Made { seed, make } => Seat::Made(make(luck(side, *seed).next_word())),
            })
            .collect();
        self.run(streams, see, |side, state| match &mut seats[side.index()] {
            Seat::Random(random) => Some(self.any_action(state, random)),
            Seat::Made(player) => {
                let action = player.choose(&self.rules, state, &limits);
                // What was chosen in a hurry is not what the player would have chosen.
                (!interrupt.is_raised()).then_some(action)
            }
        })
    }

    #[inline]
    fn any_action(&self, state: &G::State, random: &mut Random) -> G::Action {
        let legal = self.rules.legal_actions(state);
        legal
            .get(random.index(legal.len()))
            .expect("an index below the length")
    }

    /// Plays from the beginning to the end with the luck that a session of the seed meets; `None` as soon as nothing is
    /// chosen.
    #[inline]
    fn run(
        &self,
        streams: Streams,
        mut see: impl FnMut(&G::State),
        mut choose: impl FnMut(Side, &G::State) -> Option<G::Action>,
    ) -> Option<Ending<G>> {
        let rules = &self.rules;
        let has_chance = TypeId::of::<G::Chance>() != TypeId::of::<Infallible>();
        let mut state = rules.initial();
        let (mut plies, mut chances) = (0, 0);
        let mut luck = streams.get(0);
        let outcome = loop {
            see(&state);
            match rules.turn(&state) {
                Turn::Player(side) => {
                    if plies == self.most_plies {
                        break None;
                    }
                    let action = choose(side, &state)?;
                    plies += 1;
                    chances = 0;
                    if has_chance {
                        // Before the action, as it hangs on nothing and the processor does it beside.
                        luck = streams.get(plies.into());
                    }
                    rules.play_unchecked(&mut state, action, &mut ());
                }
                Turn::Chance => {
                    if chances == MOST_CHANCES {
                        break None;
                    }
                    let chance = rules.sample_chance(&state, &mut luck);
                    rules.resolve_chance(&mut state, &chance, &mut ());
                    chances += 1;
                }
                Turn::Over(outcome) => break Some(outcome),
            }
        };
        Some((state, outcome, plies))
    }
}

enum Seat<G: Game> {
    Random(Random),
    Made(Box<dyn Player<G>>),
}

#[cfg(test)]
mod tests {
    use quincunx_core::Session;

    use super::*;
    use crate::RandomPlayer;
    use crate::evaluate::Flat;
    use crate::greedy::Greedy;
    use crate::tiny::{Die, Do, Keep, Noughts, Thicket};

    /// Always rolls again.
    struct Roller;

    impl Player<Keep> for Roller {
        fn analyze(
            &mut self,
            rules: &Keep,
            state: &Die,
            limits: &Limits,
            report: &mut dyn FnMut(&crate::Analysis<Do>),
        ) -> crate::Analysis<Do> {
            Player::<Keep>::analyze(&mut RandomPlayer { seed: 0 }, rules, state, limits, report)
        }

        fn choose(&mut self, rules: &Keep, state: &Die, _: &Limits) -> Do {
            let legal = rules.legal_actions(state);
            if legal.contains(Do::Roll) {
                Do::Roll
            } else {
                Do::Keep
            }
        }
    }

    #[test]
    fn a_game_meets_the_luck_of_a_session_of_its_seed() {
        let made = Contestant::Made {
            seed: 0,
            make: Box::new(|_| Box::new(Roller)),
        };
        let contest = Contest::new(Keep { rolls: 4 }, vec![made], &[], 100);
        let mut points = [0; 7];
        for seed in 0..50 {
            let row = contest
                .play(seed, seed, &Interrupt::default())
                .expect("nobody stops it");
            let mut session = Session::new(Keep { rolls: 4 }, seed).expect("dice come to rest");
            while session.turn().player().is_some() {
                let action = Roller.choose(session.rules(), session.state(), &Limits::default());
                session.play(action).expect("legal");
            }
            assert_eq!(row.points, session.rules().points(session.state()), "seed {seed}");
            assert_eq!((row.plies as usize, row.end), (session.ply(), End::Scored));
            points[row.points as usize] += 1;
        }
        assert!(
            points.iter().filter(|&&games| games > 0).count() > 3,
            "{points:?}"
        );
    }

    #[test]
    fn seats_and_seeds_are_apart() {
        let random = |seed| Contestant::<Noughts>::Random { seed };
        let made = |seed| Contestant::<Noughts>::Made {
            seed,
            make: Box::new(|seed| Box::new(RandomPlayer { seed })),
        };
        let rows = |contestants| {
            let contest = Contest::new(Noughts, contestants, &[], 100);
            (0..40)
                .filter_map(|seed| contest.play(seed, seed, &Interrupt::default()))
                .map(|row| (row.end, row.plies))
                .collect::<Vec<_>>()
        };
        let first = rows(vec![random(0), random(0)]);
        assert_eq!(first, rows(vec![random(0), random(0)]));
        assert_ne!(first, rows(vec![random(0), random(1)]));
        assert_ne!(first, rows(vec![random(1), random(0)]));
        let mixed = rows(vec![made(0), random(0)]);
        assert_eq!(mixed, rows(vec![made(0), random(0)]));
        assert_ne!(mixed, rows(vec![made(1), random(0)]));
        assert_ne!(player_seed(1, Side::One, 0), player_seed(1, Side::Two, 0));
    }

    #[test]
    fn a_game_is_left_when_it_is_long_or_the_flag_is_raised() {
        let rules = || Thicket {
            seed: 1,
            height: 200,
            actions: 1,
        };
        let seats = || vec![Contestant::Random { seed: 0 }, Contestant::Random { seed: 0 }];
        let contest = Contest::new(rules(), seats(), &[], 2);
        let row = contest
            .play(5, 6, &Interrupt::default())
            .expect("nobody stops it");
        assert_eq!(
            (row.game, row.seed, row.end, row.plies),
            (5, 6, End::Unfinished, 2)
        );
        let greedy = || Contestant::Made {
            seed: 0,
            make: Box::new(|seed| {
                Box::new(Greedy {
                    evaluator: Flat,
                    samples: 1,
                    seed,
                })
            }),
        };
        let contest = Contest::new(rules(), vec![greedy(), greedy()], &[], 100);
        let interrupt = Interrupt::default();
        assert!(contest.play(0, 0, &interrupt).is_some());
        interrupt.raise();
        assert!(contest.play(0, 0, &interrupt).is_none());
    }

    #[test]
    fn every_position_of_a_game_is_shown() {
        let random = vec![Contestant::Random { seed: 0 }];
        let contest = Contest::new(Keep { rolls: 4 }, random, &[], 100);
        let mut seen = Vec::new();
        let interrupt = Interrupt::default();
        let ending = contest.watch(3, &interrupt, |die| seen.push(contest.rules.turn(die)));
        let (state, outcome, plies) = ending.expect("nobody stops it");
        let players = seen.iter().filter(|turn| turn.player().is_some()).count();
        assert_eq!(players, plies as usize);
        assert!(seen.contains(&Turn::Chance));
        assert_eq!(seen.last(), Some(&contest.rules.turn(&state)));
        assert_eq!(outcome.map(Turn::Over), seen.last().copied());
        assert!(seen.len() > players + 1);
    }

    #[test]
    fn figures_are_read_off_the_last_position() {
        const FIGURES: &[Figure<Keep>] = &[Figure {
            name: "rolls-left",
            help: "rolls that were not used",
            of: |_, die| die.rolls_left.into(),
        }];
        let contest = Contest::new(
            Keep { rolls: 3 },
            vec![Contestant::Random { seed: 0 }],
            FIGURES,
            100,
        );
        let rows: Vec<Row> = (0..60)
            .filter_map(|seed| contest.play(seed, seed, &Interrupt::default()))
            .collect();
        assert!(rows.iter().all(|row| row.figures.len() == 1));
        let used: std::collections::BTreeSet<u64> = rows.iter().map(|row| row.figures[0]).collect();
        assert!(used.len() > 1, "{used:?}");
    }
}
