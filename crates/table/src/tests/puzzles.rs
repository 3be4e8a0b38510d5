//! Puzzles at a table.

use quincunx_search::Limits;

use super::*;

/// A table at which the first person solves a puzzle, and its solution.
fn puzzle(entry: &dyn DynGame, wins_in: u32) -> Option<(Bench, Vec<usize>)> {
    let made = entry.puzzle(&entry.defaults(), wins_in, 1, &Limits::default())?;
    let (session, puzzle) = made.expect("a puzzle");
    let solver = session.turn().player().expect("somebody acts").index();
    let seats: Vec<Seat> = (0..usize::from(entry.players()))
        .map(|index| if index == solver { me(1) } else { COMPUTER })
        .collect();
    let bench = Bench::new(Setup {
        record: Some(session.record(Vec::new()).to_text()),
        puzzle: Some(PuzzleSetup::of(&puzzle, session.as_ref())),
        ..setup(entry, &seats)
    });
    Some((bench, puzzle.line))
}

/// Calls a test with a puzzle of each game that has them.
fn for_each_puzzle(wins_in: u32, mut test: impl FnMut(Bench, Vec<usize>)) {
    let mut puzzles = GAMES
        .iter()
        .filter_map(|entry| puzzle(*entry, wins_in))
        .peekable();
    assert!(puzzles.peek().is_some(), "a game has puzzles");
    puzzles.for_each(|(bench, line)| test(bench, line));
}

fn play(bench: &mut Bench, action: usize) -> Result<Performed, Refusal> {
    let at = bench.table.position();
    let command = Command::Play {
        at,
        action: Some(action),
        text: None,
    };
    bench.give(1, &command)
}

#[test]
fn only_the_solution_is_played_and_the_computer_replies_by_it() {
    for_each_puzzle(3, |mut bench, line| {
        for (n, &action) in line.iter().enumerate() {
            if n % 2 == 1 {
                assert_eq!(bench.table.scripted(), Some(action));
                let command = Command::Play {
                    at: bench.table.position(),
                    action: Some(action),
                    text: None,
                };
                bench.give_as(By::Computer, &command).expect("the reply");
                bench.assert_as_restored();
                continue;
            }
            assert_eq!(bench.table.scripted(), None);
            let legal = bench.table.session().legal_actions();
            for other in legal
                .into_iter()
                .filter(|&other| n + 1 < line.len() && other != action)
            {
                assert_eq!(refused(play(&mut bench, other)), Code::Wrong);
            }
            assert_eq!(refused(play(&mut bench, usize::MAX)), Code::Illegal);
            play(&mut bench, action).expect("it is right");
        }
        assert!(bench.table.is_over() && bench.table.may_analyse());
        assert_eq!(refused(bench.give(1, &Command::Reveal {})), Code::Over);
    });
}

#[test]
fn nothing_else_is_done_at_a_puzzle_before_it_is_over() {
    for_each_puzzle(2, |mut bench, line| {
        assert!(!bench.table.may_analyse());
        play(&mut bench, line[0]).expect("it is right");
        assert_eq!(refused(bench.undo(1)), Code::Forbidden);
        assert_eq!(refused(bench.give(1, &Command::Resign {})), Code::Forbidden);
        for kind in [OfferKind::Draw, OfferKind::Undo] {
            assert_eq!(refused(bench.give(1, &Command::Offer { kind })), Code::Forbidden);
        }
        for &action in &line[1..] {
            let command = Command::Play {
                at: bench.table.position(),
                action: Some(action),
                text: None,
            };
            let by = if bench.table.scripted().is_some() {
                By::Computer
            } else {
                By::Visitor(Some(token(1).hash()))
            };
            bench.give_as(by, &command).expect("the solution");
        }
        let kind = OfferKind::Rematch;
        assert_eq!(refused(bench.give(1, &Command::Offer { kind })), Code::Forbidden);
        bench.assert_as_restored();
    });
}

#[test]
fn a_solution_that_was_asked_for_is_played_for_both_sides() {
    for_each_puzzle(2, |mut bench, line| {
        assert_eq!(refused(bench.give(2, &Command::Reveal {})), Code::Forbidden);
        bench.give(1, &Command::Reveal {}).expect("it is asked for");
        assert_eq!(refused(bench.give(1, &Command::Reveal {})), Code::Nothing);
        assert_eq!(refused(play(&mut bench, line[0])), Code::Forbidden);
        bench.assert_as_restored();
        for &action in &line {
            assert_eq!(bench.table.scripted(), Some(action));
            let command = Command::Play {
                at: bench.table.position(),
                action: Some(action),
                text: None,
            };
            bench.give_as(By::Computer, &command).expect("the solution");
        }
        assert!(bench.table.is_over() && bench.table.is_revealed());
        bench.assert_as_restored();
    });
}

#[test]
fn only_a_puzzle_has_a_solution() {
    for entry in GAMES {
        let mut bench = Bench::new(setup(*entry, &alone(*entry)));
        assert_eq!(refused(bench.give(1, &Command::Reveal {})), Code::Nothing);
        let mut log = bench.log.clone();
        log.push(Logged {
            seq: 1,
            at: NOW,
            event: Event::Revealed {},
        });
        assert!(matches!(
            Table::restore(bench.table.id(), log),
            Err(RestoreError::Impossible { seq: 1, .. })
        ));
        let puzzle = PuzzleSetup {
            wins_in: 1,
            difficulty: 1,
            line: vec!["no such move".into()],
        };
        let damaged = Setup {
            puzzle: Some(puzzle),
            ..setup(*entry, &alone(*entry))
        };
        let refused = Table::create(bench.table.id(), damaged)
            .err()
            .expect("no such move");
        assert_eq!(refused.code, Code::Illegal);
    }
}
