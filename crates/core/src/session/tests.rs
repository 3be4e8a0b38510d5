//! Sessions of a tiny game: luck, undo, redo, records and what is wrong with them.

use super::*;
use crate::options::Options;
use crate::record::RecordError;
use crate::testkit::tests::river::{Boat, Fault, RiverGame, Row, Wind};

const NO_OPTIONS: Options = Options::defaults(&[]);

fn calm(at: i8, plies: u64) -> Boat {
    Boat {
        at,
        gust_due: false,
        plies,
    }
}

/// A session in mid-river that no gust of seed 3 has brought to a bank.
fn started() -> Session<RiverGame> {
    let session = Session::new(RiverGame::default(), 3).expect("one gust");
    assert_eq!(session.state(), &calm(4, 0));
    session
}

fn steps_of(session: &Session<RiverGame>, ply: usize) -> Vec<EffectStep> {
    session.ply_at(ply).expect("a ply").steps.clone()
}

fn record_of(session: &Session<RiverGame>) -> Record {
    session.record("drift", &NO_OPTIONS, Vec::new())
}

#[test]
fn the_opening_is_ply_zero() {
    let session = started();
    assert_eq!(
        (session.ply(), session.ply_count(), session.seed()),
        (0, 0, Seed::Number(3))
    );
    assert_eq!(session.turn(), Turn::Player(Side::One));
    let opening = session.ply_at(0).expect("there is always an opening");
    assert_eq!(opening.action, None);
    assert_eq!(opening.chances, [Wind(1)]);
    assert_eq!(opening.effects().count(), 1);
}

#[test]
fn an_illegal_action_changes_nothing() {
    let mut session = Session::from_state(RiverGame::default(), 0, calm(5, 0)).expect("calm");
    assert_eq!(session.play(Row(2)).err(), Some(PlayError::Illegal));
    assert_eq!((session.state(), session.ply()), (&calm(5, 0), 0));
    session.play(Row(1)).expect("to the bank");
    assert_eq!(session.turn(), Turn::Over(crate::Outcome::Score(1)));
    assert!(session.legal_actions().as_slice().is_empty());
    assert_eq!(session.play(Row(-1)).err(), Some(PlayError::Over));
    assert_eq!(session.chances_at(1), [], "no gust at the bank");
}

#[test]
fn a_ply_played_again_meets_the_same_luck() {
    for seed in 0..20 {
        let mut session = Session::from_state(RiverGame::default(), seed, calm(3, 0)).expect("calm");
        let first = session.play(Row(1)).expect("legal").chances.clone();
        session.undo();
        session.play(Row(-1)).expect("legal");
        session.undo();
        assert_eq!(session.play(Row(1)).expect("legal").chances, first, "seed {seed}");
    }
}

#[test]
fn the_luck_of_a_ply_does_not_hang_on_how_it_was_reached() {
    let gust = |session: &mut Session<RiverGame>| session.play(Row(1)).expect("legal").chances.clone();
    let mut long = Session::from_state(RiverGame::default(), 9, calm(3, 0)).expect("calm");
    let first = gust(&mut long);
    assert!(long.go_to(0));
    assert_eq!(gust(&mut long), first);
    let mut streams: Vec<Wind> = Vec::new();
    for seed in 0..64 {
        let mut session = Session::from_state(RiverGame::default(), seed, calm(3, 0)).expect("calm");
        streams.extend(gust(&mut session));
    }
    for by in -1..=1 {
        assert!(streams.contains(&Wind(by)), "the seed matters: {streams:?}");
    }
}

#[test]
fn a_key_decides_the_luck_of_every_ply() {
    let key = Seed::Key([7; 32]);
    let mut session = Session::from_state(RiverGame::default(), key, calm(3, 0)).expect("calm");
    let mut streams = Vec::new();
    for seed in (0..64).map(|byte| Seed::Key([byte; 32])) {
        let mut session = Session::from_state(RiverGame::default(), seed, calm(3, 0)).expect("calm");
        let first = session.play(Row(1)).expect("legal").chances.clone();
        assert!(session.undo());
        assert_eq!(session.play(Row(1)).expect("legal").chances, first, "{seed}");
        streams.extend(first);
    }
    for by in -1..=1 {
        assert!(streams.contains(&Wind(by)), "the key matters: {streams:?}");
    }
    session.play(Row(1)).expect("legal");
    let text = record_of(&session).to_text();
    assert!(text.contains(&format!("\nseed {}\n", "07".repeat(32))), "{text}");
    let again = Session::replay(
        RiverGame::default(),
        &Record::parse(&text).expect("a record reads as what wrote it"),
    );
    assert_eq!(again.expect("it was played").seed(), key);
}

#[test]
fn a_recorded_ply_has_the_luck_that_was_written_down() {
    let mut session = started();
    session.play(Row(-1)).expect("legal");
    let mut other = Session::new(RiverGame::default(), 3).expect("one gust");
    for by in -1..=1 {
        let gust = [Wind(by)].map(|gust| other.rules().chance_text(&gust));
        let ply = other.play_recorded("row -1", &gust).expect("it can happen");
        assert_eq!(ply.chances, [Wind(by)]);
        assert!(other.undo());
    }
    let chances: Vec<String> = session
        .chances_at(1)
        .iter()
        .map(|gust| session.rules().chance_text(gust))
        .collect();
    other.play_recorded("row -1", &chances).expect("it happened");
    assert_eq!(record_of(&other), record_of(&session));
    assert_eq!(other.present().steps, session.present().steps);
}

#[test]
fn a_recorded_ply_that_cannot_have_happened_changes_nothing() {
    let session = started();
    let gust = session.rules().chance_text(&Wind(1));
    for (action, chances) in [
        ("row 9", vec![]),
        ("fly", vec![]),
        ("row -1", vec![]),
        ("row -1", vec![gust.clone(), gust]),
        ("row -1", vec!["hail".to_owned()]),
    ] {
        let mut other = session.clone();
        assert!(
            other.play_recorded(action, &chances).is_err(),
            "{action} {chances:?}"
        );
        assert_eq!((record_of(&other), other.ply_count()), (record_of(&session), 0));
    }
}

#[test]
fn undo_redo_and_go_to_stay_within_what_was_played() {
    let mut session = started();
    assert!(!session.undo() && !session.redo());
    session.play(Row(-1)).expect("legal");
    session.play(Row(1)).expect("legal");
    let last = session.state().clone();
    assert!(session.undo() && session.undo() && !session.undo());
    assert_eq!(session.state(), &calm(4, 0));
    assert!(session.redo() && session.redo() && !session.redo());
    assert_eq!(session.state(), &last);
    assert!(session.go_to(1) && !session.go_to(3));
    assert_eq!((session.ply(), session.ply_count()), (1, 2));
    session.play(Row(-1)).expect("legal");
    assert!(
        !session.redo(),
        "another course forgets the one that was taken back"
    );
    assert_eq!(session.ply_count(), 2);
}

#[test]
fn copies_share_the_plies_they_have_in_common() {
    let mut session = started();
    session.play(Row(-1)).expect("legal");
    session.play(Row(1)).expect("legal");
    let mut copy = session.clone();
    copy.play(Row(-1)).expect("legal");
    assert!(session.undo() && session.undo());
    session.play(Row(1)).expect("legal");
    assert_eq!((session.ply_count(), copy.ply_count()), (1, 3));
    let is_shared = |ply: usize| Arc::ptr_eq(&session.plies[ply], &copy.plies[ply]);
    assert!(is_shared(0) && !is_shared(1));
    assert!(
        copy.go_to(1) && copy.redo() && copy.redo() && !copy.redo(),
        "its plies are all there"
    );
    assert_eq!(copy.action_at(2), Some((Side::One, Row(1))));
    assert!(copy.ply_at(4).is_none());
}

#[test]
fn an_endless_cascade_is_an_error() {
    let rules = RiverGame::with(Fault::EndlessGusts);
    assert_eq!(Session::new(rules.clone(), 0).err(), Some(PlayError::Endless));
    let mut session = Session::from_state(rules, 0, calm(3, 0)).expect("calm");
    assert_eq!(session.play(Row(1)).err(), Some(PlayError::Endless));
    assert_eq!(
        (session.state(), session.ply_count()),
        (&calm(3, 0), 0),
        "nothing has changed"
    );
}

#[test]
fn a_record_holds_what_was_not_taken_back_and_replays() {
    let mut session = started();
    session.play(Row(-1)).expect("legal");
    session.play(Row(1)).expect("legal");
    session.undo();
    let record = record_of(&session);
    let text = record.to_text();
    let expected = "quincunx-record 1\ngame drift\nseed 3\n* gust +1\n> row -1\n* gust +0\nend ";
    assert!(text.starts_with(expected), "{text}");
    let again = Session::replay(RiverGame::default(), &record).expect("it was played");
    assert_eq!((again.ply(), again.state()), (1, session.state()));
    assert_eq!(steps_of(&again, 1), steps_of(&session, 1));
    assert_eq!(record_of(&again), record);
}

#[test]
fn a_record_tells_where_a_game_began_elsewhere() {
    let mut session = Session::from_state(RiverGame::default(), 1, calm(2, 8)).expect("calm");
    session.play(Row(-1)).expect("legal");
    let record = record_of(&session);
    assert_eq!(record.position.as_deref(), Some("2 calm 8"));
    let again = Record::parse(&record.to_text()).expect("a record reads as what wrote it");
    let again = Session::replay(RiverGame::default(), &again).expect("it was played");
    assert_eq!(again.state(), session.state());
    assert_eq!(record_of(&again), record, "and so does its own record");
}

#[test]
fn a_record_that_goes_on_draws_the_luck_of_its_seed() {
    let mut session = started();
    session.play(Row(-1)).expect("legal");
    let mut again = Session::replay(RiverGame::default(), &record_of(&session)).expect("it was played");
    session.play(Row(-1)).expect("legal");
    again.play(Row(-1)).expect("legal");
    assert_eq!(session.state(), again.state());
}

#[test]
fn impossible_records_name_the_line() {
    let event = |kind: fn(String) -> Event, text: &str| kind(text.to_owned());
    let action = |text| event(Event::Action, text);
    let chance = |text| event(Event::Chance, text);
    let cases = [
        (
            vec![action("row +1")],
            4,
            "the action `row +1` comes while chance is to act",
        ),
        (
            vec![chance("gust +2")],
            4,
            "chance cannot give `gust +2` in this position",
        ),
        (vec![chance("storm")], 4, "`storm` is not `gust` and -1, +0 or +1"),
        (vec![], 4, "the record ends while chance is to act"),
        (
            vec![chance("gust +1"), chance("gust +1")],
            5,
            "the outcome `gust +1` comes while a player is to act",
        ),
        (
            vec![chance("gust +1"), action("swim")],
            5,
            "`swim` is not `row` and -2, -1, +1 or +2",
        ),
        (
            vec![
                chance("gust +1"),
                action("row +1"),
                chance("gust +0"),
                action("row +2"),
            ],
            7,
            "the action `row +2` is not legal in this position",
        ),
        (
            vec![chance("gust +1"), action("row +2"), action("row -1")],
            6,
            "`row -1` comes after the game has ended",
        ),
        (
            vec![chance("gust +1"), action("row +1")],
            6,
            "the record ends while chance is to act",
        ),
    ];
    for (events, line, reason) in cases {
        let record = Record {
            events,
            ..record_of(&started())
        };
        let error = Session::replay(RiverGame::default(), &record).err();
        let expected = RecordError::Event {
            line,
            reason: reason.to_owned(),
        };
        assert_eq!(error, Some(expected), "{record:?}");
    }
    let record = Record {
        position: Some("9 calm 0".to_owned()),
        ..record_of(&started())
    };
    let error = Session::replay(RiverGame::default(), &record).expect_err("no such field");
    assert_eq!(
        error.to_string(),
        "line 4: `9 calm 0` is not a field, `calm` or `gusty`, and the plies so far"
    );
}

#[test]
fn chance_nodes_are_what_chance_does_in_a_session() {
    let mut drawn = started();
    drawn.play(Row(-1)).expect("legal");
    let mut asked = drawn.with_chance_nodes();
    assert!(asked.has_chance_nodes() && !drawn.has_chance_nodes());
    assert_eq!((asked.turn(), asked.ply()), (Turn::Chance, 0));
    assert_eq!(asked.play(Row(1)).err(), Some(PlayError::Illegal));
    asked.resolve_chance("gust +1").expect("possible");
    assert_eq!(asked.turn(), Turn::Player(Side::One));
    asked.play(Row(-1)).expect("legal");
    assert_eq!((asked.turn(), asked.chances_at(1).len()), (Turn::Chance, 0));
    assert!(asked.undo() && asked.redo(), "a ply that is not ended is a ply");
    asked.draw_chance(3).expect("one gust");
    assert_eq!(record_of(&asked), record_of(&drawn));
    for ply in 0..=1 {
        assert_eq!(steps_of(&asked, ply), steps_of(&drawn, ply));
        assert_eq!(asked.chances_at(ply), drawn.chances_at(ply));
    }
    asked.draw_chance(4).expect("nothing is to be done");
    assert_eq!(record_of(&asked), record_of(&drawn));
    let gusts: Vec<_> = (0..64)
        .map(|seed| {
            let mut other = drawn.with_chance_nodes();
            other.draw_chance(seed).expect("one gust");
            other.chances_at(0)[0].clone()
        })
        .collect();
    for by in -1..=1 {
        assert!(gusts.contains(&Wind(by)), "the seed matters: {gusts:?}");
    }
}

#[test]
fn a_record_may_end_where_chance_has_still_to_act() {
    let mut session = started().with_chance_nodes();
    for step in 0..4 {
        let record = record_of(&session);
        let again = Session::replay_with_chance_nodes(RiverGame::default(), &record).expect("it was played");
        assert!(again.has_chance_nodes());
        assert_eq!((record_of(&again), again.state()), (record, session.state()));
        assert_eq!(again.present().steps, session.present().steps);
        if step % 2 == 0 {
            session.resolve_chance("gust +0").expect("possible");
        } else {
            session.play(Row(-1)).expect("legal");
        }
    }
}

#[test]
fn what_chance_cannot_do_changes_nothing() {
    let mut session = started().with_chance_nodes();
    for chance in ["gust +2", "hail", ""] {
        session.resolve_chance(chance).expect_err("impossible");
        assert_eq!((session.turn(), session.chances_at(0).len()), (Turn::Chance, 0));
    }
    session.resolve_chance("gust +0").expect("possible");
    let error = session.resolve_chance("gust +0").expect_err("a player acts");
    assert_eq!(
        error.to_string(),
        "the outcome `gust +0` comes while a player is to act"
    );
    assert_eq!(session.chances_at(0), [Wind(0)]);
    let mut endless = Session::from_state(RiverGame::with(Fault::EndlessGusts), 0, calm(3, 0))
        .expect("calm")
        .with_chance_nodes();
    endless.play(Row(1)).expect("legal");
    assert_eq!(endless.draw_chance(0), Err(PlayError::Endless));
    assert_eq!((endless.turn(), endless.chances_at(1).len()), (Turn::Chance, 0));
}
