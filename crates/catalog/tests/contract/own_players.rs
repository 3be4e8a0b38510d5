//! Players and evaluators of the calling program, and positions in which games begin.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use quincunx_arena::{Format, Games, Pairing, Played as _, Results, Standing, Work};
use quincunx_catalog::GAMES;
use quincunx_core::{DynSession, Outcome, Random, RandomSource as _, Turn};
use quincunx_registry::DynGame;
use quincunx_registry::custom::{CustomPlayerError, CustomPlayers};
use quincunx_registry::environment::{
    Arrays, ObservationEvaluator, ObservedLeaves, Seat, Setup, StateArrays,
};
use quincunx_search::puct::Settings;
use quincunx_search::{ActionValue, AgentSpec, Analysis, DynPlayer, Limits, StopToken, Value};

/// Plays the first legal action, or by its seed another one.
struct First(u64);

impl DynPlayer for First {
    fn analyze(
        &mut self,
        session: &dyn DynSession,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<usize>),
    ) -> Analysis<usize> {
        let action = self.choose(session, limits);
        let value = Value::Order(1.0);
        Analysis::new(vec![ActionValue { action, value }], 0, 0)
    }

    fn choose(&mut self, session: &dyn DynSession, _: &Limits) -> usize {
        let legal = session.legal_actions();
        legal[(self.0 % legal.len() as u64) as usize]
    }
}

fn work(stop: &StopToken) -> Work<'_> {
    Work {
        threads: NonZero::new(2).expect("two"),
        stop,
        progress: &|_| {},
    }
}

fn specs<const N: usize>(texts: [&str; N]) -> [AgentSpec; N] {
    texts.map(|text| text.parse().expect("a specification"))
}

fn simulate(game: &dyn DynGame, agents: &[AgentSpec], positions: &[&str]) -> Results {
    let mut run = game
        .run(&game.defaults(), agents, 7, 20, 0, 200)
        .expect("players of the game");
    run.positions = positions.iter().map(|&text| text.to_owned()).collect();
    let stop = StopToken::default();
    let part = game.simulate(&run, &Games::range(0..20), true, &work(&stop));
    Results {
        part: part.expect("the games are played"),
        run,
    }
}

fn players() -> CustomPlayers {
    let mut players = CustomPlayers::default();
    players
        .add("first", Arc::new(|_| Box::new(First(0))))
        .expect("a free name");
    players
        .add("seeded", Arc::new(|seed| Box::new(First(seed))))
        .expect("a free name");
    players
}

#[test]
fn players_of_the_program_play_every_game_and_are_made_for_each_game() {
    let [first, seeded] = specs(["custom:first", "custom:seeded"]);
    players().within(|| {
        for game in GAMES {
            let results = simulate(*game, std::slice::from_ref(&first), &[]);
            assert_eq!(results.part.games.len(), 20, "{}", game.id());
            assert_eq!(
                Results::parse(&results.to_text()).expect("it was written"),
                results
            );
            let seats: Vec<AgentSpec> = std::iter::repeat_n(seeded.clone(), game.players().into()).collect();
            assert_eq!(
                simulate(*game, &seats, &[]),
                simulate(*game, &seats, &[]),
                "{}",
                game.id()
            );
            let session = game.new_session(&game.defaults(), 1).expect("a game");
            let mut player = game.player(&*session, &first).expect("it is there");
            assert_eq!(
                player.choose(&*session, &Limits::default()),
                session.legal_actions()[0]
            );
            let setup = Setup {
                opponent: (game.players() == 2).then_some(first.clone()),
                ..Setup::default()
            };
            game.environments(&game.defaults(), &setup, &[1])
                .expect("an opponent");
        }
    });
}

#[test]
fn names_are_plain_and_those_of_one_call() {
    for name in ["", "a b", "a,b", "a=b", "a:b"] {
        let refused = players().add(name, Arc::new(|_| Box::new(First(0))));
        assert_eq!(refused, Err(CustomPlayerError::Name(name.into())), "{name}");
    }
    let taken = players().add("first", Arc::new(|_| Box::new(First(0))));
    assert_eq!(taken, Err(CustomPlayerError::Taken("first".into())));
    let game = GAMES[0];
    let agents = specs(["custom:first", "random"]);
    let run = || game.run(&game.defaults(), &agents, 0, 1, 0, 10);
    assert!(run().is_err(), "there is none outside");
    players().within(|| {
        run().expect("it is there");
        CustomPlayers::default().within(|| assert!(run().is_err(), "an inner call has its own"));
        run().expect("it is there again");
        // Another thread may use the same name at the same time.
        std::thread::scope(|scope| scope.spawn(|| players().within(|| run().is_ok())).join())
            .expect("no panic");
    });
    assert!(run().is_err());
}

/// Returns sessions that begin at positions of a game after one ply and after two.
fn begun(game: &dyn DynGame) -> [Box<dyn DynSession>; 2] {
    [1, 2].map(|plies| {
        let mut session = game.new_session(&game.defaults(), 5).expect("a game");
        for _ in 0..plies {
            session.play(session.legal_actions()[0]).expect("it is legal");
        }
        session.begun_at(plies).expect("it was played")
    })
}

#[test]
fn games_begin_in_positions_of_which_each_draws_one() {
    let stop = StopToken::default();
    for game in GAMES {
        let sessions = begun(*game);
        let positions = [0, 1].map(|number: usize| sessions[number].position_text());
        let [one, two] = [0, 1].map(|number: usize| positions[number].as_str());
        let random = specs(["random"]);
        let both = simulate(*game, &random, &[one, two]);
        assert_ne!(
            both.part.rows,
            simulate(*game, &random, &[]).part.rows,
            "{}",
            game.id()
        );
        assert_ne!(
            both.part.rows,
            simulate(*game, &random, &[one]).part.rows,
            "{}",
            game.id()
        );
        assert_ne!(
            both.part.rows,
            simulate(*game, &random, &[two]).part.rows,
            "{}",
            game.id()
        );
        assert_eq!(Results::parse(&both.to_text()).expect("it was written"), both);
        // Which position is wrong is part of the error.
        let mut run = game
            .run(&game.defaults(), &random, 7, 20, 0, 200)
            .expect("a player");
        run.positions = vec![one.to_owned(), "none".to_owned()];
        let error = game.simulate(&run, &Games::range(0..20), true, &work(&stop));
        let error = error.expect_err("no position").to_string();
        assert_eq!(error, "position 2", "{}", game.id());
    }
}

#[test]
fn both_seats_of_a_pair_begin_in_the_same_position() {
    let stop = StopToken::default();
    for game in GAMES.iter().filter(|game| game.players() == 2) {
        let positions: Vec<String> = begun(*game)
            .iter()
            .map(|session| session.position_text())
            .collect();
        let mut tournament = game
            .tournament(
                &game.defaults(),
                &specs(["random", "random:seed=1"]),
                Format::RoundRobin,
                6,
            )
            .expect("players of the game");
        (tournament.positions, tournament.opening) = (positions.clone(), 0);
        let mut standing = Standing::new(tournament);
        let seen = Mutex::new(BTreeMap::<u64, Vec<String>>::new());
        let on_game = |pairing: &Pairing, session: Box<dyn DynSession>| {
            let record = session.record(Vec::new());
            let replayed = game.replay(&record).expect("it was played");
            assert_eq!(replayed.position_text(), session.position_text());
            let first = session.begun_at(0).expect("the opening").position_text();
            seen.lock()
                .expect("no panic")
                .entry(pairing.number)
                .or_default()
                .push(first);
        };
        game.play_tournament(&mut standing, None, &work(&stop), Some(&on_game), &mut |_| {})
            .expect("it can be played");
        let seen = seen.into_inner().expect("no panic");
        assert!(
            seen.values()
                .all(|pair| pair[0] == pair[1] && positions.contains(&pair[0])),
            "{seen:?}"
        );
        assert!(
            positions
                .iter()
                .all(|one| seen.values().any(|pair| pair[0] == *one)),
            "{seen:?}"
        );
    }
}

/// Begins games in environments of the seeds from 0 on, and returns what each shows: observation and mask.
fn at_reset(game: &dyn DynGame, setup: &Setup, count: usize) -> Vec<(Vec<u8>, Vec<i8>)> {
    let seeds: Vec<u64> = (0..count as u64).collect();
    let mut batch = game
        .environments(&game.defaults(), setup, &seeds)
        .expect("environments");
    let (length, actions) = (batch.observation_shape().len(), batch.actions());
    let (mut seen, mut masks) = (vec![0; count * length], vec![0; count * actions]);
    let (mut rewards, mut points, mut players) = (vec![0.0; count], vec![0; count], vec![0; count]);
    let [mut terminated, mut truncated, mut illegal, mut reached] = [(); 4].map(|()| vec![false; count]);
    let mut arrays = Arrays {
        state: StateArrays {
            observations: &mut seen,
            masks: &mut masks,
            illegal: &mut illegal,
            players: &mut players,
            points: &mut points,
            reached: &mut reached,
        },
        rewards: &mut rewards,
        terminated: &mut terminated,
        truncated: &mut truncated,
        finals: None,
    };
    let begun = batch.reset(None, None, &mut arrays, &StopToken::default());
    begun.expect("games in which the learner acts");
    let shown = seen.chunks_exact(length).zip(masks.chunks_exact(actions));
    shown.map(|(seen, mask)| (seen.to_vec(), mask.to_vec())).collect()
}

#[test]
fn environments_begin_in_positions() {
    for game in GAMES {
        let sessions = begun(*game);
        let setup = Setup {
            positions: sessions.iter().map(|session| session.position_text()).collect(),
            ..Setup::default()
        };
        let shown = at_reset(*game, &setup, 40);
        let expected = sessions.map(|session| {
            let side = session.turn().player().expect("a player acts");
            let mut seen = vec![0; shown[0].0.len()];
            game.observe(&*session, side, &mut seen)
                .expect("it can be observed");
            seen
        });
        let mut counts = [0; 2];
        for (seen, _) in &shown {
            let which = expected.iter().position(|expected| expected == seen);
            counts[which.unwrap_or_else(|| panic!("{} begins elsewhere", game.id()))] += 1;
        }
        assert!(
            counts.iter().all(|&count| count >= 10),
            "{}: {counts:?}",
            game.id()
        );
    }
}

#[test]
fn games_that_an_opponent_ends_at_once_are_passed_over() {
    let game = GAMES
        .iter()
        .find(|game| game.has_solver() && game.players() == 2)
        .expect("a solved game");
    // A position in which who acts wins at once, and one in which that is not so.
    let mut sessions = Vec::new();
    let mut random = Random::new(1);
    while sessions.len() < 2 {
        let mut session = game.new_session(&game.defaults(), 1).expect("a game");
        while session.turn().player().is_some() {
            let legal = session.legal_actions();
            let is_won = |action: &usize| {
                let mut after = session.clone_box();
                after.play(*action).expect("it is legal");
                matches!(after.turn(), Turn::Over(Outcome::Win(_)))
            };
            if legal.iter().any(is_won) {
                sessions = vec![
                    session.begun_at(session.ply()).expect("the present one"),
                    begun(*game)[0].clone_box(),
                ];
                break;
            }
            session
                .play(legal[random.index(legal.len())])
                .expect("it is legal");
        }
    }
    let setup = Setup {
        positions: sessions.iter().map(|session| session.position_text()).collect(),
        opponent: Some("greedy".parse().expect("a specification")),
        seat: Seat::Second,
        ..Setup::default()
    };
    let shown = at_reset(*game, &setup, 30);
    assert!(
        shown.iter().all(|(_, mask)| mask.contains(&1)),
        "every game can be played"
    );
}

/// Has no opinion, and checks what it sees.
struct Uniform<'a> {
    game: &'a dyn DynGame,
    session: &'a dyn DynSession,
    asked: usize,
}

impl ObservationEvaluator for Uniform<'_> {
    fn evaluate(&mut self, leaves: ObservedLeaves<'_>) {
        let count = leaves.values.len();
        let (length, actions) = (leaves.observations.len() / count, leaves.masks.len() / count);
        assert_eq!(actions, self.session.action_count());
        if self.asked == 0 {
            // The first leaf is the position asked about.
            let mut seen = vec![0; length];
            let side = self.session.turn().player().expect("a player acts");
            self.game
                .observe(self.session, side, &mut seen)
                .expect("it can be observed");
            assert_eq!(leaves.observations, seen);
            let legal = (0..actions).filter(|&action| leaves.masks[action] == 1);
            assert!(legal.eq(self.session.legal_actions()));
        }
        self.asked += count;
    }
}

#[test]
fn every_game_is_searched_with_an_evaluator() {
    for game in GAMES {
        let session = game.new_session(&game.defaults(), 3).expect("a game");
        let settings = Settings {
            simulations: 60,
            batch: 8,
            ..Settings::default()
        };
        let search = || {
            let mut evaluator = Uniform {
                game: *game,
                session: &*session,
                asked: 0,
            };
            let found = game.puct(&[&*session], &settings, &mut evaluator, &Limits::default());
            assert!(evaluator.asked > 1, "{}", game.id());
            found.expect("it can be observed")
        };
        let found = search();
        assert_eq!(found, search(), "{}", game.id());
        assert_eq!(found[0].simulations, 60, "{}", game.id());
        let actions: Vec<usize> = found[0].actions.iter().map(|found| found.action).collect();
        assert_eq!(actions, session.legal_actions(), "{}", game.id());
    }
}
