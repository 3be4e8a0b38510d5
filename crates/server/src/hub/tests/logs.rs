//! Hubs that go away and come back, that share a log, and whose log fails.

use futures_util::FutureExt as _;

use quincunx_table::messages::Code;

use super::*;

#[tokio::test]
async fn clocks_go_on_where_they_stood_when_the_server_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Location::File(folder.path().join("log.db"));
    let bench = Bench::on(Store::open(&place).await.expect("a file"), NOW).await;
    let clock = Some(ClockSetup::Total {
        total: 10_000,
        increment: 0,
    });
    let mut tables = Vec::new();
    for entry in GAMES {
        let Created { table, token, .. } = bench
            .create(NewTable {
                clock,
                ..alone(*entry)
            })
            .await;
        bench.play(table, token).await.expect("the first move");
        tables.push((table, token));
    }
    bench.later(4_000);
    let mut before = Vec::new();
    for &(table, token) in &tables {
        before.push(bench.hub.snapshot(table, by(token)).await.expect("a table"));
    }
    bench.hub.stop().await;
    let refused = bench.hub.snapshot(tables[0].0, by(None)).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));

    let again = Bench::on(
        Store::open(&place).await.expect("the file"),
        NOW + 4_000 + 3_600_000,
    )
    .await;
    again.recovered().await;
    for (table, _) in &tables {
        assert!(again.hub.known_room(*table).is_some(), "its clock runs");
    }
    for ((table, token), before) in tables.into_iter().zip(before) {
        let mut after = again.hub.snapshot(table, by(token)).await.expect("a table");
        assert_eq!(
            (after.seq, after.situation.clock.clone()),
            (before.seq + 1, before.situation.clock.clone())
        );
        after.seq = before.seq;
        assert_eq!(after, before);
        again.play(table, token).await.expect("the game goes on");
    }
    again.hub.stop().await;
}

#[test]
fn time_is_given_back_once() {
    let absence = time::Absence {
        from: NOW,
        to: NOW + 60_000,
    };
    assert_eq!(absence.owed(NOW - 1, None), Some(60_000));
    assert_eq!(absence.owed(NOW + 60_000, None), None, "it has gone on since");
    let given = |at| absence.owed(at, Some(at));
    assert_eq!(given(NOW - 5_000), Some(60_000), "for another absence");
    assert_eq!(
        given(NOW + 40_000),
        Some(20_000),
        "a server gave it back and went away at once"
    );
    assert_eq!(given(NOW + 58_000), None, "as good as all of it");
}

#[tokio::test]
async fn a_page_that_knows_more_has_the_hub_follow_the_log() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let (one, two) = (Bench::on(store.clone(), NOW).await, Bench::on(store, NOW).await);
    let Created { table, token, .. } = one.create(alone(for_one())).await;
    let seq = async |bench: &Bench| bench.hub.snapshot(table, by(token)).await.expect("a table").seq;
    assert_eq!(seq(&two).await, 0);
    one.play(table, token).await.expect("legal");
    // No news has come to the second hub.
    assert_eq!(seq(&two).await, 0);
    let next = one.first_move(table).await;
    assert_eq!(two.hub.command(table, by(token), next).await, Ok(2));
    assert_eq!(seq(&one).await, 1);
    let page = Page::new(64);
    let watching = one
        .hub
        .watch(table, by(token), Some(2), page.watcher.clone())
        .await;
    watching.expect("a table");
    assert_eq!(seq(&one).await, 2);
}

#[tokio::test]
async fn two_hubs_on_one_log_agree() {
    for entry in GAMES {
        let store = Store::open(&Location::Memory).await.expect("a log in memory");
        let (one, two) = (Bench::on(store.clone(), NOW).await, Bench::on(store, NOW).await);
        let Created { table, token, .. } = one.create(alone(*entry)).await;
        let mut pages = [one.watch(table, token).await, two.watch(table, token).await];
        for page in &mut pages {
            assert_eq!(page.snapshot().await.seq, 0);
        }
        let mut rounds = 0;
        while rounds < 3 && one.is_in_play(table).await {
            // Both are asked for the same move at the same time, and no news has come of what the other did.
            let command = one.first_move(table).await;
            let (first, second) = tokio::join!(
                one.hub.command(table, by(token), command.clone()),
                two.hub.command(table, by(token), command)
            );
            let codes = [first, second].map(|result| result.map_err(|refusal| refusal.code));
            assert!(
                codes.contains(&Ok(rounds + 1)) && codes.contains(&Err(Code::Stale)),
                "{codes:?}"
            );
            let reported = [pages[0].update().await, pages[1].update().await];
            assert_eq!(reported[0], reported[1], "{}", entry.id());
            rounds += 1;
        }
        // Chance may end a game early.
        if !one.is_in_play(table).await {
            continue;
        }
        // What one logs the other hears of, as if from another process.
        one.play(table, token).await.expect("legal");
        let room = two.hub.known_room(table).expect("it is watched");
        two.hub.follow(&room, rounds + 1).await;
        assert_eq!(pages[1].update().await, pages[0].update().await);
        let (mine, theirs) = tokio::join!(
            one.hub.snapshot(table, by(token)),
            two.hub.snapshot(table, by(token))
        );
        assert_eq!(mine, theirs);
        assert_eq!(mine.expect("a table").seq, rounds + 1);
    }
}

#[tokio::test]
async fn what_cannot_be_logged_is_reported_to_nobody() {
    let bench = Bench::new().await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let mut page = bench.watch(table, token).await;
    page.snapshot().await;
    let command = bench.first_move(table).await;
    bench.hub.store.close().await;
    let refused = bench.hub.command(table, by(token), command).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Failed));
    while let Ok(message) = page.messages.try_recv() {
        assert!(message.contains("\"presence\""), "{message}");
    }
    let room = bench.hub.known_room(table).expect("it is watched");
    assert!(
        room.state.lock().await.table.is_none(),
        "it is made again of the log"
    );
}

#[tokio::test]
async fn a_table_at_which_something_panics_is_made_again_of_its_log() {
    let bench = Bench::new().await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    bench.play(table, token).await.expect("legal");
    let before = bench.hub.snapshot(table, by(token)).await.expect("a table");
    let room = bench.hub.known_room(table).expect("it was just played at");
    let (here, now) = (Arc::clone(&room), bench.hub.now());
    let work = async move {
        let mut state = here.state.lock().await;
        let game = state.table.as_mut().expect("it is in memory");
        let _ = game.rematched(TableId::random(), now);
        assert!(
            game.seq() < 2,
            "what has changed the table panics before it is logged"
        );
        Ok(())
    };
    let hub = Arc::clone(&bench.hub);
    let refused = bench.hub.run_to_end(hub.guarded(room, work)).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Failed));
    let after = bench.hub.snapshot(table, by(token)).await.expect("a table");
    assert_eq!(after, before);
    bench.play(table, token).await.expect("the game goes on");
}

#[tokio::test]
async fn a_table_is_made_though_whoever_asked_has_gone() {
    let bench = Bench::new().await;
    let asked = bench.hub.create(alone(for_one()), None);
    assert!(asked.now_or_never().is_none(), "it takes longer than nothing");
    let made = async {
        while bench.hub.all_rooms().is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(SOON, made).await.expect("it is made all the same");
}
