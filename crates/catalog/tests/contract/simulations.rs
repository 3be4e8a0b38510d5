//! Runs of games: the same on all threads, and the same games as sessions play.

use std::num::NonZero;

use quincunx_arena::{End, Games, Part, Played as _, Results, Row, Run, Work};
use quincunx_catalog::GAMES;
use quincunx_core::DynSession;
use quincunx_registry::{DynGame, SimulateError};
use quincunx_search::{AgentSpec, Limits, StopToken};

fn agents(names: &[&str]) -> Vec<AgentSpec> {
    let parsed = names.iter().map(|name| name.parse().expect("a specification"));
    parsed.collect()
}

fn describe(entry: &dyn DynGame, names: &[&str], games: u64, max_plies: u32) -> Run {
    let run = entry.run(&entry.defaults(), &agents(names), 3, games, 0, max_plies);
    run.unwrap_or_else(|error| panic!("{}: {error}", entry.id()))
}

fn play(entry: &dyn DynGame, run: &Run, threads: usize) -> Part {
    let work = Work {
        threads: NonZero::new(threads).expect("a thread"),
        stop: &StopToken::default(),
        progress: &|_| {},
    };
    let part = entry.simulate(run, &Games::range(0..run.games), true, &work);
    part.unwrap_or_else(|error| panic!("{}: {error}", entry.id()))
}

/// Plays a game of a run in a session, which is what tournaments do.
fn in_session(entry: &dyn DynGame, run: &Run, row: &Row) -> Box<dyn DynSession> {
    let agents: Vec<AgentSpec> = run.agents.iter().flat_map(|agent| agent.parse()).collect();
    let seats: Vec<&AgentSpec> = agents.iter().collect();
    let session = entry.play_game(
        &entry.defaults(),
        &seats,
        row.seed,
        run.opening,
        &Limits::default(),
        run.max_plies,
    );
    session.expect("a game of the run").expect("nobody stops it")
}

#[test]
fn an_opening_is_drawn_from_the_seed_alone() {
    for &entry in GAMES {
        let record = |agent: &str, seed| {
            let agent = agent.parse().expect("a specification");
            let seats = vec![&agent; usize::from(entry.players())];
            let game = entry.play_game(&entry.defaults(), &seats, seed, 4, &Limits::default(), 4);
            let session = game.expect("a game").expect("nobody stops it");
            assert_eq!(session.ply(), 4, "{}", entry.id());
            session.record(Vec::new()).to_text()
        };
        assert_eq!(record("random", 1), record("greedy", 1), "{}", entry.id());
        assert_ne!(record("random", 1), record("random", 2), "{}", entry.id());
    }
}

#[test]
fn a_game_of_a_run_is_the_session_of_its_seed() {
    for &entry in GAMES {
        let run = describe(entry, &["greedy:samples=1"], 3, 60);
        for row in play(entry, &run, 2).rows.expect("rows were wanted") {
            assert_eq!(row.seed, run.seed_of(row.game));
            let session = in_session(entry, &run, &row);
            let end = session.turn().outcome().map_or(End::Unfinished, End::from);
            assert_eq!(
                (row.end, row.points, row.plies as usize),
                (end, session.points(), session.ply()),
                "{}: game {}",
                entry.id(),
                row.game
            );
        }
    }
}

#[test]
fn threads_change_nothing_and_results_are_read_as_they_are_written() {
    for &entry in GAMES {
        for names in [&["random"][..], &["level:2"]] {
            let run = describe(entry, names, 6, 40);
            let part = play(entry, &run, 1);
            assert_eq!(part, play(entry, &run, 3), "{} {names:?}", entry.id());
            let rows = part.rows.as_ref().expect("rows were wanted");
            assert!(rows.iter().all(|row| row.figures.len() == entry.figures().len()));
            let results = Results { run, part };
            let read = Results::parse(&results.to_text()).expect("it was written");
            assert_eq!(read, results);
        }
    }
}

#[test]
fn figures_are_named_and_explained() {
    for entry in GAMES {
        for (name, help) in entry.figures() {
            let is_plain = |character: char| character.is_ascii_lowercase() || character == '-';
            assert!(
                name.chars().all(is_plain) && !help.is_empty(),
                "{}: {name}",
                entry.id()
            );
        }
    }
}

#[test]
fn what_cannot_be_simulated_is_reported() {
    for &entry in GAMES {
        let refused = |names: &[&str]| {
            let run = entry.run(&entry.defaults(), &agents(names), 0, 1, 0, 10);
            run.expect_err("no such players")
        };
        assert!(matches!(refused(&["no-such-player"]), SimulateError::Agent(_)));
        assert!(matches!(
            refused(&["random"; 3]),
            SimulateError::Seats { given: 3, .. }
        ));
        let run = describe(entry, &["random"], 5, 10);
        let simulate = |run: &Run, games| {
            let work = Work {
                threads: NonZero::<usize>::MIN,
                stop: &StopToken::default(),
                progress: &|_| {},
            };
            entry.simulate(run, &Games::range(games), false, &work)
        };
        assert!(matches!(
            simulate(&run, 0..6),
            Err(SimulateError::Games { games: 5, .. })
        ));
        let mut other = run.clone();
        other.program = "0.0.0".to_owned();
        assert!(matches!(simulate(&other, 0..5), Err(SimulateError::Other { .. })));
        let mut other = run.clone();
        other.options.insert("no-such-option".to_owned(), String::new());
        assert!(matches!(simulate(&other, 0..5), Err(SimulateError::New(_))));
        assert_eq!(simulate(&run, 0..5).expect("a run").tally.games(), 5);
    }
}
