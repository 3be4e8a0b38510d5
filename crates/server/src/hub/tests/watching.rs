//! Commands and those who watch them.

use quincunx_table::messages::Code;

use super::*;

#[tokio::test]
async fn every_move_is_reported_to_all_who_watch_and_is_in_the_log() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(*entry)).await;
        let (mut player, mut guest) = (bench.watch(table, token).await, bench.watch(table, None).await);
        let (mine, theirs) = (player.snapshot().await, guest.snapshot().await);
        assert_eq!(mine.you.len(), usize::from(entry.players()), "{}", entry.id());
        assert_eq!((theirs.you.len(), theirs.seq), (0, 0));
        // A level is reached within six moves once in sixty games, and within three once in six hundred.
        for seq in 1..=2 {
            assert_eq!(bench.play(table, token).await, Ok(seq), "{}", entry.id());
            let update = player.update().await;
            assert_eq!((update.seq, update.situation.ply), (seq, seq as usize));
            assert_eq!(guest.update().await, update);
        }
        let before = bench.hub.snapshot(table, by(token)).await.expect("a table");
        player.overrun.cancel();
        drop((player, guest));
        assert_eq!(bench.hub.store.events(table, 0).await.expect("a log").len(), 3);
        // Whoever made the table is gone and it leaves memory.
        bench.play(table, token).await.expect("legal");
        bench
            .hub
            .command(table, by(token), Command::Undo { at: before.seq + 1 })
            .await
            .expect("alone");
        bench.forget(table).await;
        let after = bench.hub.snapshot(table, by(token)).await.expect("a table");
        assert_eq!(
            (after.situation.board, after.moves.len()),
            (before.situation.board, 3),
            "{}",
            entry.id()
        );
    }
}

#[tokio::test]
async fn a_command_that_is_sent_twice_at_the_same_time_is_carried_out_once() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(*entry)).await;
        let command = bench.first_move(table).await;
        let send = || bench.hub.command(table, by(token), command.clone());
        let (one, two, three) = tokio::join!(send(), send(), send());
        let mut results = [one, two, three];
        results.sort_by_key(Result::is_err);
        assert_eq!(results[0], Ok(1), "{}", entry.id());
        for result in &results[1..] {
            assert_eq!(
                result.as_ref().err().map(|refusal| refusal.code),
                Some(Code::Stale)
            );
        }
        assert_eq!(
            bench
                .hub
                .snapshot(table, by(None))
                .await
                .expect("a table")
                .situation
                .plies,
            1
        );
    }
}

#[tokio::test]
async fn a_page_that_does_not_read_is_dropped_and_nobody_else_notices() {
    let bench = Bench::new().await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let mut reader = bench.watch(table, None).await;
    let mut sleeper = Page::new(2);
    bench
        .hub
        .watch(table, by(None), None, sleeper.watcher.clone())
        .await
        .expect("a table");
    reader.snapshot().await;
    for seq in 1..=6 {
        bench.play(table, token).await.expect("legal");
        assert_eq!(reader.update().await.seq, seq);
    }
    assert!(sleeper.overrun.is_cancelled() && !reader.overrun.is_cancelled());
    sleeper.snapshot().await;
    let room = bench.hub.known_room(table).expect("it is watched");
    assert_eq!(room.state.lock().await.spectators(), 1);
    let full = Page::new(1);
    full.watcher.send("something".into());
    let refused = bench.hub.watch(table, by(None), None, full.watcher.clone()).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));
    assert_eq!(room.state.lock().await.spectators(), 1);
}

#[tokio::test]
async fn a_page_that_comes_back_is_sent_what_it_missed_or_a_snapshot() {
    let bench = Bench::new().await;
    let entry = for_one();
    let Created { table, token, .. } = bench.create(alone(entry)).await;
    let mut page = bench.watch(table, token).await;
    page.snapshot().await;
    for _ in 0..4 {
        bench.play(table, token).await.expect("legal");
    }
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(page.update().await);
    }
    let back = async |since: u64| {
        let page = Page::new(64);
        bench
            .hub
            .watch(table, by(token), Some(since), page.watcher.clone())
            .await
            .expect("a table");
        page
    };
    let mut missed = back(2).await;
    for update in &seen[2..] {
        assert_eq!(
            missed.next().await,
            ServerMessage::Update(Box::new(update.clone()))
        );
    }
    assert!(
        matches!(back(4).await.next().await, ServerMessage::Presence { .. }),
        "nothing was missed"
    );
    assert_eq!(
        back(9).await.snapshot().await.seq,
        4,
        "what has not happened yet cannot be gone on from"
    );
    for round in 0..40 {
        let undo = Command::Undo { at: 4 + 2 * round };
        bench.hub.command(table, by(token), undo).await.expect("alone");
        bench
            .hub
            .command(table, by(token), Command::Redo { at: 5 + 2 * round })
            .await
            .expect("alone");
    }
    assert_eq!(back(4).await.snapshot().await.seq, 84, "that is too long ago");
}

#[tokio::test]
async fn a_table_that_there_is_not_leaves_nothing_behind() {
    let bench = Bench::new().await;
    let nowhere = TableId::random();
    let refused = bench.hub.command(nowhere, by(None), Command::Resign {}).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Unknown));
    let page = Page::new(4);
    let refused = bench
        .hub
        .watch(nowhere, by(None), None, page.watcher.clone())
        .await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Unknown));
    bench.forget(nowhere).await;
}
