//! Puzzles: of every game that has them, what they claim is what the strongest judge proves.

use quincunx_catalog::GAMES;
use quincunx_core::{DynSession, Turn};
use quincunx_registry::{DynGame, MAX_DIFFICULTY, Puzzle, PuzzleError};
use quincunx_search::{AgentSpec, Limits, Value};

/// Calls a test with the games that have puzzles, and some numbers of moves to win in.
fn for_each_kind(mut test: impl FnMut(&'static dyn DynGame, u32)) {
    for &entry in GAMES {
        if let Some((least, most)) = entry.puzzles() {
            assert!(least >= 1 && least <= most, "{}", entry.id());
            (least..=most.min(least + 2)).for_each(|wins_in| test(entry, wins_in));
        }
    }
}

fn puzzle(entry: &dyn DynGame, wins_in: u32, seed: u64) -> (Box<dyn DynSession>, Puzzle) {
    let made = entry.puzzle(&entry.defaults(), wins_in, seed, &Limits::default());
    made.expect("the game has puzzles")
        .unwrap_or_else(|error| panic!("{}: {error}", entry.id()))
}

#[test]
fn the_judge_proves_what_a_puzzle_claims() {
    for_each_kind(|entry, wins_in| {
        for seed in 0..3 {
            let (mut session, puzzle) = puzzle(entry, wins_in, seed);
            assert_eq!((puzzle.from, puzzle.wins_in), (session.ply(), wins_in));
            assert_eq!(puzzle.left(puzzle.from), wins_in);
            assert_eq!(puzzle.goal(), format!("win in {wins_in}"));
            assert!((1..=MAX_DIFFICULTY).contains(&puzzle.difficulty));
            let judge: AgentSpec = "level:5".parse().expect("a specification");
            let mut judge = entry.player(&*session, &judge).expect("every game has it");
            let solver = session.turn().player().expect("a puzzle begins on a turn");
            while session.turn() == Turn::Player(solver) {
                let quickest = Value::Win(2 * puzzle.left(session.ply()) - 1);
                let analysis = judge.analyze(&*session, &Limits::default(), &mut |_| {});
                assert_eq!(analysis.actions[0].value, quickest, "{} {puzzle:?}", entry.id());
                for judged in &analysis.actions {
                    let is_right = puzzle.is_right(&*session, judged.action);
                    assert_eq!(is_right, judged.value == quickest, "{} {puzzle:?}", entry.id());
                }
                // The move and, unless it was the last, the reply.
                for _ in 0..2 {
                    if let Some(action) = puzzle.next(&*session) {
                        session.play(action).expect("the line is legal");
                    }
                }
            }
            let outcome = session.turn().outcome().expect("the line ends the game");
            assert_eq!(outcome, quincunx_core::Outcome::Win(solver), "{}", entry.id());
            assert_eq!((puzzle.left(session.ply()), puzzle.next(&*session)), (0, None));
        }
    });
}

#[test]
fn a_puzzle_is_a_record_that_tells_the_goal_and_not_the_solution() {
    for_each_kind(|entry, wins_in| {
        let (session, puzzle) = puzzle(entry, wins_in, 5);
        let record = session.record(puzzle.tags());
        assert!(record.tags.contains(&("puzzle".into(), puzzle.goal())));
        let again = entry.replay(&record).expect("its own record");
        assert_eq!(
            (again.ply(), again.position_text()),
            (puzzle.from, session.position_text())
        );
        let (same, _) = self::puzzle(entry, wins_in, 5);
        assert_eq!(same.position_text(), session.position_text());
    });
}

#[test]
fn only_games_with_puzzles_make_them_and_none_beyond_what_they_say() {
    for &entry in GAMES {
        let made = |wins_in| entry.puzzle(&entry.defaults(), wins_in, 1, &Limits::default());
        match entry.puzzles() {
            None => assert!(made(3).is_none(), "{}", entry.id()),
            Some((least, most)) => {
                for asked in [least - 1, most + 1] {
                    let refused = made(asked).expect("it has puzzles").err();
                    assert_eq!(
                        refused,
                        Some(PuzzleError::WinsIn { asked, least, most }),
                        "{}",
                        entry.id()
                    );
                }
            }
        }
    }
}
