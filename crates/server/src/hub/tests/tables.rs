//! Tables that begin in one another, in records and on days.

use quincunx_table::messages::Code;

use super::*;
use crate::hub::Requester;

#[tokio::test]
async fn two_persons_meet_play_and_play_again_while_a_third_watches() {
    for entry in GAMES.iter().filter(|entry| entry.players() == 2) {
        let bench = Bench::new().await;
        let created = bench
            .create(order(*entry, vec![NewSeat::Me {}, NewSeat::Invite {}]))
            .await;
        let (table, host) = (created.table, created.token);
        let guest = SeatToken::random();
        let mut spectator = bench.watch(table, None).await;
        assert!(!spectator.snapshot().await.situation.analysis);
        let claim = Command::Claim {
            invitation: created.invitations[0].secret,
            token: guest,
        };
        assert_eq!(bench.hub.command(table, by(None), claim.clone()).await, Ok(1));
        assert_eq!(
            bench.hub.command(table, by(None), claim).await,
            Ok(1),
            "asked again after a lost answer"
        );
        assert_eq!(spectator.update().await.change, Change::Seated {});
        let refused = bench
            .hub
            .analyse(table, 0, SOON, Requester::default())
            .await
            .map(|_| ());
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Forbidden));
        let from = Some(Origin::Fork { table, ply: 0 });
        let fork = NewTable {
            from,
            ..alone(*entry)
        };
        let refused = bench.hub.create(fork.clone(), None).await.map(|_| ());
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Forbidden));
        let refused = bench.hub.record(table, None, None).await.map(|_| ());
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Forbidden));
        let _pages = [
            bench.watch(table, host).await,
            bench.watch(table, Some(guest)).await,
        ];
        loop {
            if let ServerMessage::Presence {
                present, spectators, ..
            } = spectator.next().await
                && present == [true, true]
            {
                assert_eq!(spectators, 1, "{}", entry.id());
                break;
            }
        }
        bench
            .hub
            .command(table, by(host), Command::Resign {})
            .await
            .expect("enough");
        bench.create(fork).await;
        bench
            .hub
            .record(table, None, None)
            .await
            .expect("the game is over");
        let rematch = Command::Offer {
            kind: OfferKind::Rematch,
        };
        bench
            .hub
            .command(table, by(Some(guest)), rematch)
            .await
            .expect("offered");
        bench
            .hub
            .command(
                table,
                by(host),
                Command::Answer {
                    kind: OfferKind::Rematch,
                    accept: true,
                },
            )
            .await
            .expect("accepted");
        let next = loop {
            if let Some(next) = spectator.update().await.situation.rematch {
                break next;
            }
        };
        let seats = [host, Some(guest)]
            .map(async |token| bench.hub.snapshot(next, by(token)).await.expect("a table").you);
        let [host_sits, guest_sits] = seats;
        assert_eq!(
            (host_sits.await, guest_sits.await),
            (vec![2], vec![1]),
            "{}",
            entry.id()
        );
    }
}

#[tokio::test]
async fn a_rematch_does_not_wait_for_the_turn_of_its_address() {
    let bench = Bench::new().await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let share = Some(Share {
        address: [192, 0, 2, 1].into(),
        most: 4,
    });
    let asker = Requester { share, token };
    let ended = bench.hub.command(table, asker, Command::Resign {}).await;
    ended.expect("the game is given up");
    // Another request of the address has the turn, and may be waiting for this table.
    let turn = bench.hub.replays.turn(payer(share)).await.expect("nobody waits");
    let rematch = Command::Offer {
        kind: OfferKind::Rematch,
    };
    let offered = timeout(SOON, bench.hub.command(table, asker, rematch)).await;
    offered
        .expect("it waits for nobody")
        .expect("a rematch with oneself");
    drop(turn);
}

#[tokio::test]
async fn the_days_game_or_puzzle_is_the_same_for_all_and_each_has_one_attempt() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let (me, you) = (SeatToken::random(), SeatToken::random());
        let enter = async |visitor| bench.hub.daily(entry.id(), DailyEntry { visitor }, None).await;
        if entry.players() != 1 && entry.puzzles().is_none() {
            assert_eq!(
                enter(me).await.map_err(|refusal| refusal.code),
                Err(Code::Unknown)
            );
            continue;
        }
        let mine = enter(me).await.expect("a table");
        assert_eq!(
            (mine.token, enter(me).await.expect("a table")),
            (Some(me), mine.clone())
        );
        let from = Some(Origin::Fork {
            table: mine.table,
            ply: 0,
        });
        let refused = bench
            .hub
            .create(
                NewTable {
                    from,
                    ..alone(*entry)
                },
                None,
            )
            .await;
        assert_eq!(
            refused.map_err(|refusal| refusal.code),
            Err(Code::Forbidden),
            "the day's game is not tried out beside it"
        );
        let record = bench.hub.record(mine.table, None, None).await;
        assert_eq!(record.map_err(|refusal| refusal.code), Err(Code::Forbidden));
        let theirs = enter(you).await.expect("a table");
        assert_ne!(theirs.table, mine.table);
        let see = async |table| bench.hub.snapshot(table, by(Some(me))).await.expect("a table");
        let (one, two) = (see(mine.table).await, see(theirs.table).await);
        assert_eq!(
            (one.situation.board, one.commitment),
            (two.situation.board, two.commitment),
            "{}",
            entry.id()
        );
        assert_eq!((one.you.len(), one.daily), (1, Some("2026-11-21".to_owned())));
        bench.later(24 * 3_600_000);
        assert_ne!(
            enter(me).await.expect("a table").table,
            mine.table,
            "tomorrow is another day"
        );
        // A server went away between the promise of a table and its making.
        let (late, promised) = (SeatToken::random(), TableId::random());
        let noted = bench
            .hub
            .store
            .enter_daily(&bench.hub.day().date, entry.id(), late.hash(), promised)
            .await;
        assert_eq!(noted.expect("the log"), promised);
        assert_eq!(enter(late).await.expect("a table").table, promised);
        assert_eq!(see(promised).await.seq, 0);
    }
}

#[tokio::test]
async fn a_game_is_forked_from_any_ply_and_begins_with_a_record() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, .. } = bench.in_play(*entry, 4).await;
        let there = bench.hub.look(table, 2, None).await.expect("a ply");
        let from = Some(Origin::Fork { table, ply: 2 });
        let fork = bench
            .create(NewTable {
                from,
                ..alone(*entry)
            })
            .await;
        let forked = bench
            .hub
            .snapshot(fork.table, by(fork.token))
            .await
            .expect("a table");
        assert_eq!(
            (forked.situation.board, forked.situation.ply),
            (there.board, 2),
            "{}",
            entry.id()
        );
        assert_eq!(
            forked.forked_from.map(|from| (from.table, from.ply)),
            Some((table, 2))
        );
        let text = bench.hub.record(table, None, None).await.expect("a table");
        let from = Some(Origin::Record { text });
        let again = bench
            .create(NewTable {
                from: from.clone(),
                ..alone(*entry)
            })
            .await;
        let (one, two) = (
            bench.hub.look(again.table, 4, None).await,
            bench.hub.look(table, 4, None).await,
        );
        assert_eq!(one.expect("a ply").board, two.expect("a ply").board);
        bench.play(again.table, again.token).await.expect("it goes on");

        let refused = async |order| {
            bench
                .hub
                .create(order, None)
                .await
                .err()
                .map(|refusal| refusal.code)
        };
        let options = [("x".to_owned(), "1".to_owned())].into();
        assert_eq!(
            refused(NewTable {
                from,
                options,
                ..alone(*entry)
            })
            .await,
            Some(Code::Malformed)
        );
        let far = Some(Origin::Fork { table, ply: 5 });
        assert_eq!(
            refused(NewTable {
                from: far,
                ..alone(*entry)
            })
            .await,
            Some(Code::Unknown)
        );
        let nowhere = Some(Origin::Fork {
            table: TableId::random(),
            ply: 0,
        });
        assert_eq!(
            refused(NewTable {
                from: nowhere,
                ..alone(*entry)
            })
            .await,
            Some(Code::Unknown)
        );
    }
}
