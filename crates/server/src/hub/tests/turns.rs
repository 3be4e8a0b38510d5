//! What happens without anybody asking, and what is asked of the computer.

use quincunx_table::messages::Code;

use super::*;
use crate::hub::Requester;

#[tokio::test]
async fn the_computer_moves_when_it_is_its_turn() {
    for entry in GAMES.iter().filter(|entry| entry.players() == 2) {
        let bench = Bench::new().await;
        let seats = vec![NewSeat::Computer { level: 1 }, NewSeat::Me {}];
        let Created { table, token, .. } = bench.create(order(*entry, seats)).await;
        let mut page = bench.watch(table, token).await;
        let mut situation = page.snapshot().await.situation;
        for _ in 0..6 {
            // Some moves may have been made before the page came.
            while situation.turn == (TurnInfo::Player { player: 1 }) {
                situation = page.update().await.situation;
            }
            // The computer's luck may have ended the game.
            if situation.turn != (TurnInfo::Player { player: 2 }) {
                break;
            }
            bench.play(table, token).await.expect("legal");
            situation = page.update().await.situation;
        }
        let over = matches!(situation.turn, TurnInfo::Over { .. });
        assert!(over || situation.ply >= 7, "{}", entry.id());
    }
}

#[tokio::test]
async fn computers_among_themselves_play_while_somebody_watches() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let seats = vec![NewSeat::Computer { level: 1 }; usize::from(entry.players())];
        let Created {
            table,
            token,
            invitations,
        } = bench.create(order(*entry, seats)).await;
        assert_eq!((token, invitations), (None, Vec::new()));
        let room = bench.hub.known_room(table).expect("it has just been made");
        assert!(room.state.lock().await.thinking.is_none(), "nobody watches yet");
        let mut page = bench.watch(table, None).await;
        assert_eq!(page.snapshot().await.seq, 0);
        for seq in 1..=3 {
            assert_eq!(page.update().await.seq, seq, "{}", entry.id());
        }
        let id = page.id.expect("it watches");
        bench.hub.leave(table, id).await;
        let rests = async {
            while room.state.lock().await.thinking.is_some() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(SOON, rests).await.expect("nobody watches any more");
    }
}

#[tokio::test]
async fn a_side_whose_time_is_up_has_lost_whether_or_not_it_says_something() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let order = NewTable {
            clock: Some(ClockSetup::Move { each: 1_000 }),
            ..alone(*entry)
        };
        for speaks in [true, false] {
            let Created { table, token, .. } = bench.create(order.clone()).await;
            let mut page = bench.watch(table, token).await;
            page.snapshot().await;
            bench.play(table, token).await.expect("the first move");
            page.update().await;
            bench.later(1_000);
            if speaks {
                let refused = bench.hub.command(table, by(token), Command::Resign {}).await;
                assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Over));
            }
            let update = page.update().await;
            assert_eq!(update.change, Change::Ended {});
            assert!(
                matches!(
                    update.situation.turn,
                    TurnInfo::Over {
                        ending: Ending::Time,
                        ..
                    }
                ),
                "{}",
                entry.id()
            );
        }
        assert_eq!(bench.hub.store.tables_with_clocks().await.expect("the log"), []);
    }
}

#[tokio::test]
async fn positions_are_analysed_and_moves_graded() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(*entry)).await;
        let nothing = bench.hub.report(table, None).await.map(|_| ());
        assert_eq!(nothing.map_err(|refusal| refusal.code), Err(Code::Nothing));
        bench.play(table, token).await.expect("legal");
        let mut judging = bench
            .hub
            .analyse(table, 0, Duration::from_millis(200), Requester::default())
            .await
            .expect("it is open");
        let judgement = timeout(SOON, judging.next())
            .await
            .expect("soon")
            .expect("a judgement");
        assert_eq!((judgement.table, judgement.ply), (table, 0));
        drop(judging);
        let mut grading = bench.hub.report(table, None).await.expect("it is open");
        assert_eq!(grading.of(), 1);
        let line = timeout(SOON, grading.next())
            .await
            .expect("soon")
            .expect("a grade");
        assert_eq!(line.ply, 1, "{}", entry.id());
        let far = bench
            .hub
            .analyse(table, 2, SOON, Requester::default())
            .await
            .map(|_| ());
        assert_eq!(far.map_err(|refusal| refusal.code), Err(Code::Unknown));
        bench.hub.stop().await;
    }
}
