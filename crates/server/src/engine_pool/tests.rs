//! The computer asked as the hub asks it.

use futures_util::FutureExt as _;
use quincunx_catalog::{GAMES, find};
use quincunx_match3::levels::SHIPPED;
use quincunx_search::Value;
use quincunx_search::{Grade, ValueKind};
use quincunx_table::{MAX_GRADED_MOVES, TableId, judgement};

use super::*;
use quincunx_table::level_editor::MAX_GAMES;

fn engines() -> EnginePool {
    EnginePool::start(EnginePoolOptions {
        players: 2,
        analysts: 1,
    })
    .expect("threads")
}

fn begin(entry: &dyn DynGame) -> Box<dyn DynSession> {
    entry.new_session(&entry.defaults(), 1).expect("a game")
}

fn choice(entry: &'static dyn DynGame, session: Box<dyn DynSession>, level: u8, seed: u64) -> Choice {
    Choice {
        entry,
        session,
        level,
        seed,
        deadline: None,
        patient: false,
        address: None,
    }
}

fn question(entry: &'static dyn DynGame, session: Box<dyn DynSession>, time: Duration) -> Question {
    Question {
        entry,
        session,
        time,
        share: None,
        is_hint: false,
    }
}

/// Connect Four with four columns open, of which column 3 wins at once.
fn late_drops() -> (&'static dyn DynGame, Box<dyn DynSession>) {
    let entry = find("connect-four").expect("it is in the list");
    let drops = "4557146376176147672424763164551222";
    let session = entry.new_session_from(&entry.defaults(), 0, drops);
    (entry, session.expect("legal drops"))
}

/// A position that no judge exhausts while a test runs: the empty board of a size that has no book.
fn early_drops() -> (&'static dyn DynGame, Box<dyn DynSession>) {
    let entry = find("connect-four").expect("it is in the list");
    let mut options = entry.defaults();
    for side in ["columns", "rows"] {
        options.set(side, "9").expect("a side in range");
    }
    let session = entry.new_session(&options, 1);
    (entry, session.expect("a game"))
}

#[tokio::test]
async fn every_game_has_computer_players_that_choose() {
    let engines = engines();
    for &entry in GAMES {
        let session = begin(entry);
        let ask = |seed| {
            let session = session.begun_at(0).expect("the opening is a ply");
            engines.choose(choice(entry, session, 1, seed), StopToken::default())
        };
        let mut chosen = Vec::new();
        for seed in 0..20 {
            let action = ask(seed).await.expect("an answer");
            assert!(session.is_legal(action), "{}: {action}", entry.id());
            chosen.push(action);
        }
        assert_eq!(ask(0).await, Some(chosen[0]), "{}: a seed decides", entry.id());
        assert!(
            chosen.iter().any(|action| *action != chosen[0]),
            "{}: seeds differ",
            entry.id()
        );
    }
}

#[tokio::test]
async fn a_player_without_time_still_moves() {
    let (engines, (entry, session)) = (engines(), early_drops());
    let hurried = Choice {
        deadline: Some(Instant::now()),
        patient: true,
        ..choice(entry, session.begun_at(0).expect("a ply"), 5, 0)
    };
    let chosen = engines.choose(hurried, StopToken::default()).await;
    assert!(session.is_legal(chosen.expect("an answer")));
}

#[tokio::test]
async fn a_move_that_nobody_wants_any_more_is_not_answered() {
    let engines = engines();
    let (entry, session) = early_drops();
    let stop = StopToken::default();
    stop.stop();
    assert_eq!(engines.choose(choice(entry, session, 5, 0), stop).await, None);
    let (entry, mut over) = late_drops();
    let last = over.parse_action("3").expect("a column");
    over.play(last).expect("legal");
    assert_eq!(
        engines
            .choose(choice(entry, over, 1, 0), StopToken::default())
            .await,
        None,
        "nobody is to move"
    );
    let (entry, session) = late_drops();
    assert_eq!(
        engines
            .choose(choice(entry, session, 9, 0), StopToken::default())
            .await,
        None,
        "there is no such level"
    );
}

#[tokio::test]
async fn moves_go_on_while_all_analysts_are_at_work() {
    let engines = engines();
    let mut analyses = Vec::new();
    loop {
        let (entry, session) = early_drops();
        match engines.analyse(
            question(entry, session, ANALYSIS_TIME_LIMIT),
            &StopToken::default(),
        ) {
            Ok(analysing) => analyses.push(analysing),
            Err(_) => break,
        }
    }
    assert!(analyses.len() >= MAX_WAITING_ANALYSES);
    let (entry, session) = late_drops();
    let chosen = engines
        .choose(
            choice(entry, session.begun_at(0).expect("a ply"), 5, 0),
            StopToken::default(),
        )
        .await;
    assert_eq!(
        chosen.and_then(|action| session.action_text(action)).as_deref(),
        Some("3")
    );
    drop(analyses);
    let analysing = engines.analyse(
        question(entry, session, ANALYSIS_TIME_LIMIT),
        &StopToken::default(),
    );
    let thought = analysing.expect("room again").finish().await.expect("a thought");
    assert!(thought.done);
}

#[tokio::test]
async fn an_analysis_that_makes_room_for_another_address_ends_and_says_why() {
    let engines = engines();
    let ask = |address: u8| {
        let (entry, session) = early_drops();
        let share = Share {
            address: [192, 0, 2, address].into(),
            most: usize::MAX,
        };
        let question = Question {
            share: Some(share),
            ..question(entry, session, ANALYSIS_TIME_LIMIT)
        };
        engines.analyse(question, &StopToken::default())
    };
    let mut greedy: Vec<_> = std::iter::from_fn(|| ask(1).ok()).collect();
    // Several, as the first may find a place that a thread has emptied meanwhile.
    let others: Vec<_> = (2..6)
        .map(|address| ask(address).expect("the last of the greedy's makes room"))
        .collect();
    let mut last = greedy.pop().expect("some were taken");
    assert!(last.next().await.is_none());
    assert_eq!(last.refused(), Some(Busy::Address));
    drop((greedy, others));
}

#[tokio::test]
async fn an_analysis_tells_exact_scores_of_every_column() {
    let (entry, session) = late_drops();
    let engines = engines();
    let analysing = engines.analyse(
        question(entry, session.begun_at(0).expect("a ply"), ANALYSIS_TIME_LIMIT),
        &StopToken::default(),
    );
    let thought = analysing.expect("room").finish().await.expect("a thought");
    let table = TableId::random();
    let reported = judgement(
        entry,
        session.as_ref(),
        table,
        34,
        &thought.analysis,
        thought.done,
    );
    assert_eq!((reported.table, reported.ply, reported.done), (table, 34, true));
    assert_eq!(reported.line[0], "3");
    let scores: Vec<_> = reported
        .actions
        .iter()
        .map(|worth| {
            (
                worth.action,
                worth.value.kind.name(),
                worth.value.amount,
                worth.score,
            )
        })
        .collect();
    assert_eq!(
        scores,
        [
            (2, "win", 1.0, Some(4)),
            (4, "win", 3.0, Some(3)),
            (0, "loss", 2.0, Some(-4)),
            (1, "loss", 2.0, Some(-4)),
        ]
    );
}

#[tokio::test]
async fn an_analysis_deepens_until_it_is_stopped() {
    let engines = engines();
    let (entry, session) = early_drops();
    let stop = StopToken::default();
    let mut analysing = engines
        .analyse(question(entry, session, ANALYSIS_TIME_LIMIT), &stop)
        .expect("room");
    let first = analysing.next().await.expect("a first thought");
    assert!(!first.done && first.analysis.actions.len() == 9);
    let second = analysing.next().await.expect("a better one");
    assert!(second.analysis.nodes > first.analysis.nodes);
    stop.stop();
    let last = analysing.finish().await.expect("the last one");
    assert!(last.done);
}

#[tokio::test]
async fn every_game_is_judged_in_values_of_its_own() {
    let engines = engines();
    for &entry in GAMES {
        let session = begin(entry);
        let copy = session.begun_at(0).expect("a ply");
        let analysing = engines.analyse(
            question(entry, copy, Duration::from_millis(50)),
            &StopToken::default(),
        );
        let thought = analysing.expect("room").finish().await.expect("a thought");
        let reported = judgement(
            entry,
            session.as_ref(),
            TableId::random(),
            0,
            &thought.analysis,
            thought.done,
        );
        assert!(!reported.line.is_empty(), "{}", entry.id());
        for worth in &reported.actions {
            assert!(session.is_legal(worth.action), "{}", entry.id());
            assert_eq!(
                matches!(worth.value.kind.name(), "points" | "goals"),
                entry.players() == 1,
                "{} {worth:?}",
                entry.id()
            );
            assert!(
                worth.value.kind != ValueKind::Estimate || worth.value.amount.abs() <= 1.0,
                "{worth:?}"
            );
        }
    }
}

/// Begins a report.
async fn report(engines: &EnginePool, entry: &'static dyn DynGame, session: &dyn DynSession) -> Reporting {
    loop {
        match engines.report(entry, session, None, &StopToken::default()) {
            Ok(reporting) => return reporting,
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

#[tokio::test]
async fn a_report_grades_every_move() {
    let (engines, (entry, mut session)) = (engines(), late_drops());
    // The first player overlooks a win at once, and the second does not.
    let overlooks = session.parse_action("1").expect("a column");
    session.play(overlooks).expect("legal");
    let position = session.begun_at(1).expect("a ply");
    let wins = engines
        .choose(choice(entry, position, 5, 0), StopToken::default())
        .await;
    session.play(wins.expect("an answer")).expect("legal");
    assert!(session.turn().outcome().is_some());
    let mut reports = Vec::new();
    for _ in 0..2 {
        let mut reporting = report(&engines, entry, session.as_ref()).await;
        assert_eq!(reporting.of(), 2);
        let lines = [reporting.next().await, reporting.next().await].map(|line| line.expect("a line"));
        assert_eq!(reporting.next().await, None);
        reports.push(lines);
    }
    assert_eq!(
        reports[0], reports[1],
        "a report says the same whenever it is asked for"
    );
    let [won, overlooked] = &reports[0];
    assert_eq!((won.ply, won.player, won.grade), (2, 2, Grade::Best));
    assert_eq!(
        (won.before, won.after, &won.value),
        (-1.0, -1.0, &Value::Win(1).parts())
    );
    assert_eq!(
        (overlooked.ply, overlooked.player, overlooked.grade),
        (1, 1, Grade::Blunder)
    );
    assert_eq!((overlooked.text.as_str(), overlooked.best.as_str()), ("1", "3"));
    assert_eq!((overlooked.before, overlooked.after), (1.0, -1.0));
    assert_eq!(overlooked.best_value, Value::Win(1).parts());
    assert_eq!(overlooked.value, Value::Loss(2).parts());
}

#[tokio::test]
async fn a_report_of_no_moves_ends_at_once_and_one_that_nobody_reads_makes_room() {
    let engines = engines();
    let (entry, session) = early_drops();
    let mut reporting = report(&engines, entry, session.as_ref()).await;
    assert_eq!((reporting.of(), reporting.next().await), (0, None));
    let entry = find("2048").expect("it is in the list");
    let mut session = begin(entry);
    while session.turn().player().is_some() {
        let legal = session.legal_actions();
        session.play(legal[0]).expect("legal");
    }
    let mut reporting = report(&engines, entry, session.as_ref()).await;
    assert_eq!(reporting.of(), session.ply().min(MAX_GRADED_MOVES));
    let first = reporting.next().await.expect("a line");
    assert_eq!((first.ply, first.player), (session.ply(), 1));
    drop(reporting);
    let mut again = report(&engines, entry, session.as_ref()).await;
    let mut lines = 0;
    while again.next().await.is_some() {
        lines += 1;
    }
    assert_eq!(lines, again.of());
}

#[tokio::test]
async fn showcases_are_played_once() {
    let engines = engines();
    let (first, again) = tokio::join!(engines.showcases(), engines.showcases());
    let (first, again) = (first.expect("they are played"), again.expect("they are kept"));
    assert!(Arc::ptr_eq(&first, &again));
    let games = first.iter().map(|showcase| showcase.game.as_str());
    assert!(games.eq(GAMES.iter().map(|entry| entry.id())));
}

#[tokio::test]
async fn a_mind_that_is_stopped_answers_nothing() {
    let engines = engines();
    let (entry, session) = early_drops();
    let copy = session.begun_at(0).expect("a ply");
    let analysing = engines
        .analyse(question(entry, copy, ANALYSIS_TIME_LIMIT), &StopToken::default())
        .expect("room");
    engines.stop();
    let last = analysing.finish().await;
    assert!(last.is_none_or(|thought| thought.done), "the result is sent");
    assert_eq!(
        engines
            .choose(choice(entry, session, 1, 0), StopToken::default())
            .await,
        None
    );
}

#[tokio::test]
async fn a_report_on_a_level_is_always_the_same_and_ends_when_nobody_waits_for_it() {
    let engines = engines();
    let level = Level::read(SHIPPED[0].text).expect("it can be played");
    let first = engines.report_on_level(level.clone(), 4).await.expect("room");
    let report = &first.report;
    assert!(report.is_whole && report.tiers.len() > 1 && report.bands.len() > 1);
    assert!(
        report
            .tiers
            .iter()
            .all(|tier| tier.games == 4 && tier.goals.len() == first.goals.len())
    );
    let long = engines.report_on_level(level.clone(), MAX_GAMES);
    assert!(long.now_or_never().is_none(), "nobody waits for it");
    let again = engines.report_on_level(level, 4).await;
    assert_eq!(again, Ok(first), "the one before has ended and made room");
}
