//! Sessions: what is legal, what is refused, undo and redo, and the same seed giving the same game.

use quincunx_core::{
    Cell, Direction, DynSession, Gesture, OptionKind, Outcome, PlayError, Record, Turn, apply_step,
};
use quincunx_registry::{ChanceKind, NewGameError};

use crate::{begin, for_each_game, play_on};

/// How many plies of a game are looked at.
const PLIES: usize = 40;

/// Everything that can be asked of a session, as one value.
fn answers(session: &dyn DynSession) -> (String, String, Turn, u64, usize, Vec<usize>) {
    (
        session.position_text(),
        session.record(Vec::new()).to_text(),
        session.turn(),
        session.points(),
        session.ply(),
        session.legal_actions(),
    )
}

#[test]
fn legal_actions_ascend_and_are_those_that_are_legal() {
    for_each_game(2, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        for plies in 0..PLIES {
            play_on(&mut *session, seed, plies);
            let legal = session.legal_actions();
            assert!(legal.is_sorted_by(|a, b| a < b), "{}: {legal:?}", entry.id());
            assert_eq!(
                legal.is_empty(),
                session.turn().player().is_none(),
                "{}",
                entry.id()
            );
            let found: Vec<usize> = (0..session.action_count() + 3)
                .filter(|&action| session.is_legal(action))
                .collect();
            assert_eq!(found, legal, "{}", entry.id());
        }
    });
}

#[test]
fn a_refused_action_changes_nothing() {
    for_each_game(2, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        for plies in 0..PLIES {
            play_on(&mut *session, seed, plies);
            let before = answers(&*session);
            let over = matches!(session.turn(), Turn::Over(_));
            let legal = session.legal_actions();
            let count = session.action_count();
            let wrong = (0..count).filter(|action| legal.binary_search(action).is_err());
            for action in wrong.chain([count, usize::MAX]) {
                let expected = if over { PlayError::Over } else { PlayError::Illegal };
                assert_eq!(session.play(action), Err(expected), "{}: {action}", entry.id());
            }
            assert_eq!(answers(&*session), before, "{}", entry.id());
        }
    });
}

#[test]
fn every_action_has_a_text_and_a_gesture() {
    for_each_game(1, |entry, options, seed| {
        let session = begin(entry, options, seed);
        for action in 0..session.action_count() {
            let text = session.action_text(action).expect("an action has a text");
            assert_eq!(
                session.parse_action(&text),
                Ok(action),
                "{}: `{text}`",
                entry.id()
            );
            assert!(session.gesture(action).is_some(), "{}: `{text}`", entry.id());
        }
        assert_eq!(
            session.action_text(session.action_count()),
            None,
            "{}",
            entry.id()
        );
        assert_eq!(session.gesture(session.action_count()), None, "{}", entry.id());
    });
}

#[test]
fn undo_redo_and_jumps_return_to_the_same_answers() {
    for_each_game(1, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        let mut history = vec![answers(&*session)];
        while session.ply() < PLIES && session.turn().player().is_some() {
            let next = session.ply() + 1;
            play_on(&mut *session, seed + next as u64, next);
            history.push(answers(&*session));
        }
        assert!(!session.redo(), "{}: nothing was taken back", entry.id());
        for expected in history.iter().rev().skip(1) {
            assert!(session.undo(), "{}", entry.id());
            assert_eq!(&answers(&*session), expected, "{}", entry.id());
        }
        assert!(
            !session.undo(),
            "{}: the opening cannot be taken back",
            entry.id()
        );
        for expected in &history[1..] {
            assert!(session.redo(), "{}", entry.id());
            assert_eq!(&answers(&*session), expected, "{}", entry.id());
        }
        for (ply, expected) in history.iter().enumerate() {
            assert!(session.go_to(ply), "{}", entry.id());
            assert_eq!(&answers(&*session), expected, "{}", entry.id());
            assert_eq!(Some(session.view()), session.view_at(ply), "{}", entry.id());
        }
        assert!(!session.go_to(history.len()), "{}", entry.id());
        assert_eq!(session.view_at(history.len()), None, "{}", entry.id());
        assert_eq!(session.ply_count(), history.len() - 1, "{}", entry.id());
    });
}

#[test]
fn the_same_seed_is_the_same_game_and_a_copy_lives_its_own_life() {
    for_each_game(2, |entry, options, seed| {
        let mut games = [(); 2].map(|()| begin(entry, options, seed));
        for game in &mut games {
            play_on(&mut **game, seed, PLIES);
        }
        assert_eq!(answers(&*games[0]), answers(&*games[1]), "{}", entry.id());
        let before = answers(&*games[0]);
        let mut copy = games[0].clone_box();
        assert_eq!(answers(&*copy), before, "{}", entry.id());
        copy.undo();
        assert_eq!(answers(&*games[0]), before, "{}: a copy is apart", entry.id());
    });
}

#[test]
fn everything_shown_has_a_face_and_stands_on_the_board() {
    for_each_game(1, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        play_on(&mut *session, seed, PLIES);
        for ply in 0..=session.ply_count() {
            let view = session.view_at(ply).expect("a ply that was played");
            let tray = view
                .tray
                .iter()
                .flat_map(|tray| tray.tokens.iter().chain(&tray.selected));
            for &token in view.board.values().iter().flatten().chain(tray) {
                assert!(!session.face(token).name.is_empty(), "{}: {token:?}", entry.id());
            }
            for &cell in view.lines.iter().flatten() {
                assert!(
                    view.board.get(cell).is_some_and(Option::is_some),
                    "{}: {cell}",
                    entry.id()
                );
            }
            for &cell in &view.holes {
                assert_eq!(
                    view.board.get(cell),
                    Some(&None),
                    "{}: nothing stands in {cell}",
                    entry.id()
                );
            }
            for &cell in &view.marked {
                let is_field = view.board.size().contains(cell) && !view.holes.contains(&cell);
                assert!(is_field, "{}: {cell}", entry.id());
            }
            for step in session.steps_of(ply).iter() {
                assert!(!step.is_empty(), "{}: an empty step is no step", entry.id());
            }
            assert_eq!(session.action_of(ply).is_some(), ply > 0, "{}", entry.id());
        }
        if let Turn::Over(Outcome::Score(points) | Outcome::Goals { points, .. }) = session.turn() {
            assert_eq!(points, session.points(), "{}", entry.id());
        }
        assert!(
            session.steps_of(session.ply_count() + 1).is_empty(),
            "{}",
            entry.id()
        );
    });
}

#[test]
fn a_game_begins_where_another_stands() {
    for_each_game(2, |entry, options, seed| {
        for plies in [0, 3, PLIES] {
            let mut session = begin(entry, options, seed);
            play_on(&mut *session, seed, plies);
            if session.turn().player().is_none() {
                break;
            }
            let position = session.position_text();
            let mut again = entry
                .new_session_from(options, seed, &position)
                .unwrap_or_else(|error| panic!("{}: {error}", entry.id()));
            assert_eq!(again.position_text(), position, "{}", entry.id());
            assert_eq!(
                (again.turn(), again.points(), again.legal_actions(), again.view()),
                (
                    session.turn(),
                    session.points(),
                    session.legal_actions(),
                    session.view()
                ),
                "{}",
                entry.id()
            );
            play_on(&mut *again, seed, 4);
            let text = again.record(Vec::new()).to_text();
            let record = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", entry.id()));
            let replayed = entry
                .replay(&record)
                .unwrap_or_else(|error| panic!("{}: {error}\n{text}", entry.id()));
            assert_eq!(answers(&*replayed), answers(&*again), "{}", entry.id());
        }
        let error = entry.new_session_from(options, seed, "no such position").err();
        assert!(
            matches!(error, Some(NewGameError::Position(_))),
            "{}: {error:?}",
            entry.id()
        );
    });
}

#[test]
fn steps_lead_from_each_board_to_the_next() {
    for_each_game(2, |entry, options, seed| {
        let mut session = begin(entry, options, seed);
        play_on(&mut *session, seed, PLIES);
        for ply in 1..=session.ply_count() {
            let mut board = session.view_at(ply - 1).expect("a ply that was played").board;
            for step in session.steps_of(ply).iter() {
                apply_step(&mut board, step);
            }
            let shown = session.view_at(ply).expect("a ply that was played").board;
            assert!(
                board == shown,
                "{} ply {ply}: the steps give {board:?}\nthe view shows {shown:?}",
                entry.id()
            );
        }
    });
}

#[test]
fn actions_count_rows_and_columns_as_the_view_says() {
    for_each_game(1, |entry, options, seed| {
        let session = begin(entry, options, seed);
        let view = session.view();
        let size = view.board.size();
        for action in session.legal_actions() {
            let text = session.action_text(action).expect("legal actions have texts");
            let counted = |number: u32| {
                let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
                numbers.any(|word| word == number.to_string())
            };
            let column = |cell: Cell| counted(view.numbering.column(cell.column));
            let row = |cell: Cell| counted(view.numbering.row(cell.row, size));
            let named = match session.gesture(action).expect("legal actions have gestures") {
                Gesture::Push { .. } | Gesture::Take { .. } => true,
                Gesture::Column { column: number } => counted(view.numbering.column(number)),
                Gesture::Point { cell } | Gesture::Rotate { corner: cell, .. } => column(cell) && row(cell),
                Gesture::Swap { from: a, to: b } => [a, b].into_iter().any(|cell| column(cell) && row(cell)),
                Gesture::Shift { cell, towards } => match towards {
                    Direction::Up | Direction::Down => column(cell),
                    Direction::Left | Direction::Right => row(cell),
                },
            };
            assert!(named, "{}: `{text}`", entry.id());
        }
    });
}

#[test]
fn chance_nodes_lead_to_the_same_games() {
    for_each_game(1, |entry, options, seed| {
        let mut drawn = begin(entry, options, seed);
        play_on(&mut *drawn, seed, PLIES);
        let mut nodes = drawn.with_chance_nodes();
        let mut has_acted = false;
        assert_eq!(
            nodes.has_chance_nodes(),
            entry.chance() != ChanceKind::Never,
            "{}",
            entry.id()
        );
        for ply in 0..=drawn.ply() {
            if ply > 0 {
                let (_, action) = drawn.action_of(ply).expect("it was played");
                nodes.play(action).expect("it was played");
            }
            let mut other = nodes.clone_box();
            other.draw_chance(drawn.seed()).expect("it came to an end");
            for chance in drawn.chances_of(ply) {
                assert_eq!(nodes.turn(), Turn::Chance, "{}", entry.id());
                assert!(nodes.legal_actions().is_empty(), "{}", entry.id());
                if let Some(listed) = entry.chances(&*nodes) {
                    assert!(
                        listed.iter().any(|(listed, _)| *listed == chance),
                        "{}",
                        entry.id()
                    );
                    let sum: f64 = listed.iter().map(|(_, probability)| probability).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{}: {sum}", entry.id());
                }
                nodes
                    .resolve_chance(&chance)
                    .unwrap_or_else(|error| panic!("{}: {error}", entry.id()));
                has_acted = true;
            }
            for nodes in [&nodes, &other] {
                assert_eq!(
                    nodes.steps_of(ply),
                    drawn.steps_of(ply),
                    "{} ply {ply}",
                    entry.id()
                );
                assert_ne!(nodes.turn(), Turn::Chance, "{}", entry.id());
            }
            assert_eq!(entry.chances(&*nodes).unwrap_or_default(), [], "{}", entry.id());
        }
        assert_eq!(answers(&*nodes), answers(&*drawn), "{}", entry.id());
        assert_eq!(has_acted, entry.chance() != ChanceKind::Never, "{}", entry.id());
    });
}

#[test]
fn no_game_has_more_plies_than_its_rules_say() {
    for_each_game(3, |entry, options, seed| {
        let mut small = options.clone();
        for spec in entry.options() {
            // The bounds of large boards are beyond what random players reach.
            if let ("width" | "height" | "columns" | "rows", OptionKind::Integer(least, _)) =
                (spec.name, spec.kind)
            {
                let set = small.set(spec.name, &least.to_string());
                set.expect("it is in the range");
            }
        }
        let usual = begin(entry, &entry.defaults(), seed);
        assert!(entry.max_plies(&*usual).is_some(), "usual games come to an end");
        for options in [options, &small] {
            let mut session = begin(entry, options, seed);
            let Some(most) = entry.max_plies(&*session) else {
                continue;
            };
            play_on(&mut *session, seed, 200);
            assert!(session.ply() as u64 <= most, "{}: {most}", entry.id());
        }
    });
}
