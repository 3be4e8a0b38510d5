//! Puzzles: made, solved, shown.

use quincunx_table::messages::{NewPuzzle, Situation};

use quincunx_table::messages::Code;

use super::*;
use crate::hub::Requester;

/// The games that have puzzles.
fn with_puzzles() -> impl Iterator<Item = &'static dyn DynGame> {
    GAMES.iter().copied().filter(|entry| entry.puzzles().is_some())
}

fn to_win_in(wins_in: u32) -> NewPuzzle {
    NewPuzzle {
        options: Default::default(),
        wins_in,
    }
}

fn play(situation: &Situation, action: usize) -> Command {
    Command::Play {
        at: situation.position,
        action: Some(action),
        text: None,
    }
}

#[tokio::test]
async fn a_puzzle_is_solved_by_its_right_moves_alone() {
    for entry in with_puzzles() {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench
            .hub
            .puzzle(entry.id(), to_win_in(2), None)
            .await
            .expect("a puzzle");
        let mut page = bench.watch(table, token).await;
        let snapshot = page.snapshot().await;
        let (mut situation, you) = (snapshot.situation, snapshot.you[0]);
        let puzzle = situation.puzzle.clone().expect("a puzzle");
        assert_eq!((puzzle.wins_in, puzzle.left, puzzle.revealed), (2, 2, false));
        assert_eq!(puzzle.from, situation.ply);
        assert!(!situation.analysis, "the solution is not sent");
        for ply in [situation.ply, 0] {
            let refused = bench
                .hub
                .analyse(table, ply, Duration::from_millis(1), Requester::default())
                .await;
            assert_eq!(refused.err().map(|refusal| refusal.code), Some(Code::Forbidden));
        }
        while matches!(situation.turn, TurnInfo::Player { player } if player == you) {
            let actions: Vec<usize> = situation.legal.iter().flat_map(|run| run.0..=run.1).collect();
            let mut done = None;
            for action in actions {
                match bench
                    .hub
                    .command(table, by(token), play(&situation, action))
                    .await
                {
                    Ok(seq) => done = Some(seq),
                    Err(refusal) => {
                        assert_eq!(refusal.code, Code::Wrong, "{}", refusal.message);
                        continue;
                    }
                }
                break;
            }
            assert!(done.is_some(), "one of the moves is right");
            situation = page.update().await.situation;
            if let TurnInfo::Player { .. } = situation.turn {
                situation = page.update().await.situation;
            }
        }
        assert!(matches!(situation.turn, TurnInfo::Over { winner: Some(winner), .. } if winner == you));
        assert_eq!(situation.ply, puzzle.from + 3);
        let puzzle = situation.puzzle.expect("a puzzle still");
        assert_eq!((puzzle.left, puzzle.revealed), (0, false));
        assert!(situation.analysis, "it may be looked at now");
        let record = bench.hub.record(table, None, None).await.expect("a record");
        assert!(record.contains("tag puzzle win in 2"), "{record}");
    }
}

#[tokio::test]
async fn the_solution_is_shown_move_by_move_when_it_is_asked_for() {
    for entry in with_puzzles() {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench
            .hub
            .puzzle(entry.id(), to_win_in(3), None)
            .await
            .expect("a puzzle");
        let mut page = bench.watch(table, token).await;
        let before = page.snapshot().await.situation;
        let stranger = bench
            .hub
            .command(table, by(Some(SeatToken::random())), Command::Reveal {})
            .await;
        assert_eq!(stranger.map_err(|refusal| refusal.code), Err(Code::Forbidden));
        bench
            .hub
            .command(table, by(token), Command::Reveal {})
            .await
            .expect("it is a puzzle");
        let reported = page.update().await;
        assert_eq!(reported.change, Change::Revealed {});
        for ply in 1..=5 {
            let update = page.update().await;
            assert!(matches!(update.change, Change::Played { .. }));
            assert_eq!(update.situation.ply, before.ply + ply);
        }
        let after = bench
            .hub
            .snapshot(table, by(token))
            .await
            .expect("a table")
            .situation;
        assert!(after.puzzle.is_some_and(|puzzle| puzzle.revealed));
        assert!(matches!(after.turn, TurnInfo::Over { winner: Some(_), .. }));
        let again = bench.hub.command(table, by(token), Command::Reveal {}).await;
        assert_eq!(again.map_err(|refusal| refusal.code), Err(Code::Over));
    }
}

#[tokio::test]
async fn puzzles_that_cannot_be_are_refused() {
    let bench = Bench::new().await;
    for entry in GAMES {
        let code = async |order| {
            let made = bench.hub.puzzle(entry.id(), order, None).await;
            made.expect_err("there is no such puzzle").code
        };
        match entry.puzzles() {
            None => assert_eq!(code(to_win_in(2)).await, Code::Unknown, "{}", entry.id()),
            Some((least, most)) => {
                assert_eq!(code(to_win_in(most + 1)).await, Code::Illegal);
                assert_eq!(code(to_win_in(least - 1)).await, Code::Illegal);
                let mut order = to_win_in(least);
                order.options.insert("no such option".into(), "1".into());
                assert_eq!(code(order).await, Code::Illegal);
            }
        }
    }
    let unknown = bench.hub.puzzle("chess", to_win_in(2), None).await;
    assert_eq!(unknown.map_err(|refusal| refusal.code), Err(Code::Unknown));
}
