//! Environments for learners: batches against sessions that are played beside them.

use quincunx_arena::contest::seat_stream;
use quincunx_core::{DynSession, Options, Outcome, Random, RandomSource, Seed, Side, Streams, Turn};
use quincunx_search::{AgentSpec, DynPlayer, Limits, StopToken};

use quincunx_catalog::{GAMES, find};
use quincunx_registry::DynGame;
use quincunx_registry::environment::{
    Arrays, Autoreset, Batch, EnvironmentError, NoTurn, Seat, Setup, StateArrays, episode_seed,
};

/// What arrays borrow.
struct Buffers {
    now: States,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    last: States,
}

/// The environments as they are, and as they were last.
#[derive(Clone)]
struct States {
    observations: Vec<u8>,
    masks: Vec<i8>,
    illegal: Vec<bool>,
    players: Vec<i8>,
    points: Vec<u64>,
    reached: Vec<bool>,
}

impl States {
    fn of(batch: &dyn Batch) -> Self {
        let count = batch.count();
        // What nobody writes is seen.
        Self {
            observations: vec![0xa5; count * batch.observation_shape().len()],
            masks: vec![0x5a; count * batch.actions()],
            illegal: vec![true; count],
            players: vec![7; count],
            points: vec![u64::MAX; count],
            reached: vec![true; count],
        }
    }

    fn arrays(&mut self) -> StateArrays<'_> {
        StateArrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            illegal: &mut self.illegal,
            players: &mut self.players,
            points: &mut self.points,
            reached: &mut self.reached,
        }
    }

    /// One of them: seen, mask, illegal, player, points, reached.
    fn one(&self, batch: &dyn Batch, index: usize) -> OneState {
        let (length, actions) = (batch.observation_shape().len(), batch.actions());
        (
            self.observations[index * length..][..length].to_vec(),
            self.masks[index * actions..][..actions].to_vec(),
            self.illegal[index],
            self.players[index],
            self.points[index],
            self.reached[index],
        )
    }
}

type OneState = (Vec<u8>, Vec<i8>, bool, i8, u64, bool);

impl Buffers {
    fn of(batch: &dyn Batch) -> Self {
        let count = batch.count();
        Self {
            now: States::of(batch),
            rewards: vec![f64::NAN; count],
            terminated: vec![true; count],
            truncated: vec![true; count],
            last: States::of(batch),
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            state: self.now.arrays(),
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            finals: Some(self.last.arrays()),
        }
    }

    fn reset(&mut self, batch: &mut dyn Batch) {
        let begun = batch.reset(None, None, &mut self.arrays(), &StopToken::default());
        begun.expect("games in which the learner acts");
    }
}

/// An environment played with a session, as its docs say it.
struct Mirror<'a> {
    entry: &'a dyn DynGame,
    options: &'a Options,
    setup: &'a Setup,
    seed: u64,
    episode: u64,
    session: Box<dyn DynSession>,
    learner: Side,
    opponent: Opponent,
    steps: u32,
    is_left: bool,
}

enum Opponent {
    Random(Random),
    Player(Box<dyn DynPlayer>),
}

impl<'a> Mirror<'a> {
    fn new(entry: &'a dyn DynGame, options: &'a Options, setup: &'a Setup, seed: u64) -> Self {
        let session = entry.new_session(options, seed).expect("rules that make games");
        Self {
            entry,
            options,
            setup,
            seed,
            episode: 0,
            session,
            learner: Side::One,
            opponent: Opponent::Random(Random::new(0)),
            steps: 0,
            is_left: false,
        }
    }

    fn reset(&mut self) {
        let seed = episode_seed(self.seed, self.episode);
        (self.episode, self.steps, self.is_left) = (self.episode + 1, 0, false);
        self.session = self
            .entry
            .new_session(self.options, seed)
            .expect("it began before");
        if let Some(spec) = &self.setup.opponent {
            let streams = Streams::new(seed);
            self.learner = match self.setup.seat {
                Seat::First => Side::One,
                Seat::Second => Side::Two,
                Seat::Drawn => Side::BOTH[(streams.get(u64::MAX - 3).next_word() % 2) as usize],
            };
            // As the arena has it in the seat, its own seed being 5.
            let seat = self.learner.opponent();
            let mut stream = seat_stream(streams, seed, seat, 5);
            self.opponent = if spec.name == "random" {
                Opponent::Random(stream)
            } else {
                let text = spec.to_string().replace("seed=5", "");
                let spec: AgentSpec = format!("{text}seed={}", stream.next_word())
                    .parse()
                    .expect("a specification");
                let player = self.entry.player(&*self.session, &spec);
                Opponent::Player(player.expect("a player"))
            };
            self.answer();
        }
    }

    fn answer(&mut self) {
        while self.session.turn() == Turn::Player(self.learner.opponent()) {
            let legal = self.session.legal_actions();
            let action = match &mut self.opponent {
                Opponent::Random(luck) => legal[luck.index(legal.len())],
                Opponent::Player(player) => player.choose(&*self.session, &Limits::default()),
            };
            self.session.play(action).expect("legal");
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.session.turn(), Turn::Over(_))
    }

    /// Carries out an action; returns its reward and whether it was illegal.
    fn step(&mut self, action: usize) -> (f64, bool) {
        self.steps += 1;
        let mover = self.session.turn().player().expect("the game goes on");
        let before = self.session.points();
        let mut reported = (self.setup.illegal_reward, true);
        if self.session.is_legal(action) {
            self.session.play(action).expect("legal");
            let mut side = mover;
            if self.setup.opponent.is_some() {
                self.answer();
                side = self.learner;
            }
            let reward = match (self.session.players(), self.session.turn()) {
                (1, _) => (self.session.points() - before) as f64,
                (_, Turn::Over(outcome)) => f64::from(outcome.value_for(side)),
                _ => 0.0,
            };
            reported = (reward, false);
        }
        self.is_left = self.setup.max_steps == Some(self.steps);
        reported
    }

    fn side(&self) -> Side {
        if self.setup.opponent.is_some() || self.session.players() == 1 {
            return self.learner;
        }
        let last = self.session.action_of(self.session.ply());
        self.session
            .turn()
            .player()
            .unwrap_or_else(|| last.expect("a game has actions").0.opponent())
    }

    fn seen(&self) -> Vec<u8> {
        let form = self
            .entry
            .observation_shape(&*self.session)
            .expect("learners can see it");
        let mut seen = vec![0xa5; form.len()];
        let observed = self.entry.observe(&*self.session, self.side(), &mut seen);
        observed.expect("games begin as the rules say");
        assert!(seen.iter().all(|&number| number <= form.most), "{seen:?}");
        seen
    }

    fn state(&self, is_illegal: bool) -> OneState {
        let reached = matches!(
            self.session.turn(),
            Turn::Over(Outcome::Goals { reached: true, .. })
        );
        (
            self.seen(),
            self.mask(),
            is_illegal,
            self.side() as i8,
            self.session.points(),
            reached,
        )
    }

    fn mask(&self) -> Vec<i8> {
        let mut mask = vec![0; self.session.action_count()];
        for action in self.session.legal_actions() {
            mask[action] = 1;
        }
        mask
    }
}

/// Plays a batch and its mirrors side by side, mostly by legal actions.
fn compare(entry: &dyn DynGame, options: &Options, setup: &Setup, steps: u32) {
    let seeds = [3, 3_000_000_007, u64::MAX];
    let mut batch = entry.environments(options, setup, &seeds).expect("environments");
    let mut mirrors = seeds.map(|seed| Mirror::new(entry, options, setup, seed));
    let mut buffers = Buffers::of(&*batch);
    let actions = batch.actions();
    buffers.reset(&mut *batch);
    mirrors.iter_mut().for_each(Mirror::reset);
    let mut random = Random::new(11);
    let mut ended = 0;
    for step in 0..steps {
        let what = |index: usize| format!("{} {setup:?} step {step} environment {index}", entry.id());
        let mut chosen = [0; 3];
        for (index, mirror) in mirrors.iter().enumerate() {
            let legal = mirror.session.legal_actions();
            chosen[index] = if legal.is_empty() || random.below(20) == 0 {
                random.index(actions)
            } else {
                legal[random.index(legal.len())]
            };
        }
        let last = buffers.last.clone();
        let numbers = chosen.map(|action| action as i64);
        batch
            .step(&numbers, &mut buffers.arrays(), &StopToken::default())
            .expect("actions");
        for (index, (mirror, action)) in mirrors.iter_mut().zip(chosen).enumerate() {
            let was_over = mirror.is_over() || mirror.is_left;
            let (reward, mut is_illegal) = match setup.autoreset {
                Autoreset::NextStep if was_over => {
                    mirror.reset();
                    (0.0, false)
                }
                Autoreset::Disabled if was_over => (0.0, false),
                _ => mirror.step(action),
            };
            let (terminated, truncated) = (mirror.is_over(), mirror.is_left);
            ended += u32::from(terminated || truncated);
            let mut seen_last = last.one(&*batch, index);
            if setup.autoreset == Autoreset::SameStep && (terminated || truncated) {
                seen_last = mirror.state(is_illegal);
                mirror.reset();
                is_illegal = false;
            }
            assert_eq!(buffers.last.one(&*batch, index), seen_last, "{}", what(index));
            let now = buffers.now.one(&*batch, index);
            assert_eq!(now, mirror.state(is_illegal), "{}", what(index));
            assert_eq!(buffers.rewards[index], reward, "{}", what(index));
            if let Turn::Over(outcome) = mirror.session.turn() {
                let has_goals = matches!(outcome, Outcome::Goals { .. });
                assert_eq!(batch.has_goals(), has_goals, "{}", what(index));
            }
            let reported = (buffers.terminated[index], buffers.truncated[index]);
            assert_eq!(reported, (terminated, truncated), "{}", what(index));
        }
    }
    assert!(ended > 0, "no game ended: {} {setup:?}", entry.id());
}

const MODES: [Autoreset; 3] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled];

fn setup(autoreset: Autoreset, opponent: Option<&str>) -> Setup {
    Setup {
        autoreset,
        opponent: opponent.map(|spec| spec.parse().expect("a specification")),
        ..Setup::default()
    }
}

#[test]
fn every_game_is_played_as_sessions_play_it() {
    for entry in GAMES {
        for autoreset in MODES {
            let max_steps = (entry.players() == 1).then_some(40);
            let alone = Setup {
                max_steps,
                illegal_reward: -0.5,
                ..setup(autoreset, None)
            };
            compare(*entry, &entry.defaults(), &alone, 90);
            if entry.players() == 2 {
                let opponents = ["random:seed=5", "greedy:seed=5", "mcts:simulations=20,seed=5"];
                let is_known = |opponent: &&str| entry.agents().any(|kind| opponent.starts_with(kind.name));
                for opponent in opponents.into_iter().filter(is_known) {
                    compare(*entry, &entry.defaults(), &setup(autoreset, Some(opponent)), 90);
                }
            }
        }
    }
}

/// A game, options of its rules, and how many steps are made.
type Board = (&'static str, &'static [(&'static str, &'static str)], u32);

#[test]
fn boards_of_all_sizes_are_played_as_sessions_play_them() {
    // Connect Four: a board of its own width in the twin, one that fits in no word, and the smallest; 2048
    // beside 4×4; Shariki beyond a word.
    let boards: [Board; 6] = [
        ("connect-four", &[("columns", "5"), ("rows", "8")], 150),
        ("connect-four", &[("columns", "9"), ("rows", "9")], 150),
        ("connect-four", &[("columns", "4"), ("rows", "4")], 90),
        ("2048", &[("width", "3"), ("height", "2")], 150),
        ("2048", &[("scoring", "contest"), ("four-rate", "0.5")], 700),
        (
            "shariki",
            &[("columns", "12"), ("rows", "12"), ("swaps", "9")],
            30,
        ),
    ];
    for (game, values, steps) in boards {
        let entry = find(game).expect("it is in the list");
        let mut options = entry.defaults();
        for (name, value) in values {
            options.set(name, value).expect("an option");
        }
        compare(entry, &options, &setup(Autoreset::NextStep, None), steps);
        if entry.players() == 2 {
            compare(
                entry,
                &options,
                &setup(Autoreset::SameStep, Some("random:seed=5")),
                steps,
            );
        }
    }
}

#[test]
fn the_learner_sits_where_it_is_reported_and_draws_both_seats() {
    let entry = find("connect-four").expect("it is in the list");
    let seeds: Vec<u64> = (0..64).collect();
    let mut seats = Vec::new();
    for seat in [Seat::First, Seat::Second, Seat::Drawn] {
        let setup = Setup {
            seat,
            ..setup(Autoreset::NextStep, Some("random"))
        };
        let mut batch = entry
            .environments(&entry.defaults(), &setup, &seeds)
            .expect("environments");
        let mut buffers = Buffers::of(&*batch);
        buffers.reset(&mut *batch);
        seats.push(
            buffers
                .now
                .players
                .iter()
                .map(|&player| u32::from(player == 1))
                .sum::<u32>(),
        );
        let stones = |index: usize| {
            buffers.now.observations[84 * index..][..84]
                .iter()
                .map(|&stone| u32::from(stone))
                .sum::<u32>()
        };
        assert!((0..64).all(|index| stones(index) == u32::from(buffers.now.players[index] == 1)));
    }
    assert_eq!(seats[..2], [0, 64]);
    assert!((16..48).contains(&seats[2]), "{seats:?}");
}

#[test]
fn an_opponent_that_is_made_plays() {
    // The learner stacks its column; an opponent that looks ahead stops it, or wins elsewhere.
    let entry = find("connect-four").expect("it is in the list");
    let setup = Setup {
        seat: Seat::First,
        ..setup(Autoreset::Disabled, Some("mcts:300,seed=1"))
    };
    let mut batch = entry
        .environments(&entry.defaults(), &setup, &[1])
        .expect("environments");
    let mut buffers = Buffers::of(&*batch);
    buffers.reset(&mut *batch);
    for _ in 0..4 {
        batch
            .step(&[0], &mut buffers.arrays(), &StopToken::default())
            .expect("an action");
    }
    assert!(
        !buffers.terminated[0] || buffers.rewards[0] < 1.0,
        "nobody wins so against a player that looks"
    );
    assert!(batch.show(0).is_some_and(|shown| shown.faces.len() == 2) && batch.show(1).is_none());
}

#[test]
fn only_those_that_are_marked_begin_anew_and_seeds_begin_their_own_games() {
    let entry = find("2048").expect("it is in the list");
    let setup = setup(Autoreset::Disabled, None);
    let mut batch = entry
        .environments(&entry.defaults(), &setup, &[1, 2])
        .expect("environments");
    let mut buffers = Buffers::of(&*batch);
    buffers.reset(&mut *batch);
    let first = buffers.now.observations.clone();
    let begun = batch.reset(
        None,
        Some(&[false, true]),
        &mut buffers.arrays(),
        &StopToken::default(),
    );
    assert_eq!(begun, Ok(()));
    assert_eq!(buffers.now.observations[..16], first[..16]);
    let session = entry
        .new_session(&entry.defaults(), episode_seed(2, 1))
        .expect("a game");
    let mut seen = [0; 16];
    entry
        .observe(&*session, Side::One, &mut seen)
        .expect("a new game");
    assert_eq!(buffers.now.observations[16..], seen);
    let begun = batch.reset(
        Some(&[Some(2), Some(1)]),
        None,
        &mut buffers.arrays(),
        &StopToken::default(),
    );
    assert_eq!(begun, Ok(()));
    assert_eq!(buffers.now.observations[..16], first[16..]);
    assert_eq!(buffers.now.observations[16..], first[..16]);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let entry = find("2048").expect("it is in the list");
    let options = entry.defaults();
    let refused = |setup: &Setup, seeds: &[u64]| entry.environments(&options, setup, seeds).err();
    assert_eq!(refused(&Setup::default(), &[]), Some(EnvironmentError::None));
    let with_opponent = setup(Autoreset::NextStep, Some("random"));
    assert_eq!(
        refused(&with_opponent, &[1]),
        Some(EnvironmentError::Alone("random".to_owned()))
    );
    let seated = Setup {
        seat: Seat::Second,
        ..Setup::default()
    };
    assert_eq!(refused(&seated, &[1]), Some(EnvironmentError::NoOpponent));
    for illegal_reward in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let rewarded = Setup {
            illegal_reward,
            ..Setup::default()
        };
        assert!(matches!(
            refused(&rewarded, &[1]),
            Some(EnvironmentError::Reward(_))
        ));
    }
    let quartet = find("quartet").expect("it is in the list");
    let oracle = setup(Autoreset::NextStep, Some("oracle"));
    assert!(quartet.environments(&quartet.defaults(), &oracle, &[1]).is_err());

    let mut batch = entry
        .environments(&options, &Setup::default(), &[1, 2])
        .expect("environments");
    let mut buffers = Buffers::of(&*batch);
    buffers.reset(&mut *batch);
    let before = buffers.now.observations.clone();
    for action in [-1, 4, i64::MAX] {
        let error = batch
            .step(&[0, action], &mut buffers.arrays(), &StopToken::default())
            .expect_err("no action");
        assert_eq!(
            error.to_string(),
            format!("{action} in environment 1 is no action: they are 0 to 3")
        );
    }
    assert_eq!(buffers.now.observations, before);
}

#[test]
fn tokens_beyond_what_a_byte_tells_are_not_seen() {
    let entry = find("match-three").expect("it is in the list");
    let tokens: String = ('\u{4e00}'..).take(300).collect();
    let mut options = entry.defaults();
    options.set("tokens", &tokens).expect("any text");
    let session = entry.new_session(&options, 1).expect("a game");
    let error = entry.observation_shape(&*session).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "observations hold numbers up to 255: there are 300 tokens"
    );
}

#[test]
fn pieces_without_an_exponent_are_not_observed_as_others() {
    let entry = find("2048").expect("it is in the list");
    let observed = |position: &str| {
        let session = entry.start(&entry.defaults(), Seed::Number(0), Some(position));
        let mut seen = [0; 16];
        let observed = entry.observe(&*session.expect("a position"), Side::One, &mut seen);
        observed.map(|()| seen[0]).map_err(|error| error.to_string())
    };
    assert_eq!(observed("4,0,0,0/0,0,0,0/0,0,0,0/0,0,0,2"), Ok(2));
    for value in ["3", "1", "6"] {
        let error = observed(&format!("{value},0,0,0/0,0,0,0/0,0,0,0/0,0,0,2")).expect_err("no power of two");
        assert!(error.contains(value), "{error}");
    }
}

#[test]
fn a_game_without_a_turn_of_the_learner_is_passed_over_by_one_of_its_own() {
    let entry = find("connect-four").expect("it is in the list");
    let options = entry.defaults();
    // The opponent, who begins, wins in one of seven columns.
    let setup = Setup {
        seat: Seat::Second,
        positions: vec!["112233".to_owned()],
        ..setup(Autoreset::Disabled, Some("random"))
    };
    let seeds: Vec<u64> = (0..64).collect();
    let make = |seeds: &[u64]| {
        let batch = entry.environments(&options, &setup, seeds).expect("environments");
        let buffers = Buffers::of(&*batch);
        (batch, buffers)
    };
    let (mut going_on, mut buffers) = make(&seeds);
    let (mut seeded, mut others) = make(&seeds);
    for episode in 0..8 {
        buffers.reset(&mut *going_on);
        let own: Vec<_> = seeds
            .iter()
            .map(|&seed| Some(episode_seed(seed, episode)))
            .collect();
        let begun = seeded.reset(Some(&own), None, &mut others.arrays(), &StopToken::default());
        assert_eq!(begun, Ok(()));
        assert_eq!(buffers.now.observations, others.now.observations, "{episode}");
    }
    // One that always wins at once leaves nothing to learn.
    let setup = Setup {
        opponent: Some("greedy".parse().expect("a specification")),
        ..setup
    };
    let mut batch = entry.environments(&options, &setup, &[1]).expect("environments");
    let begun = batch.reset(
        None,
        None,
        &mut Buffers::of(&*batch).arrays(),
        &StopToken::default(),
    );
    assert_eq!(begun, Err(NoTurn { environment: 0 }));
}
