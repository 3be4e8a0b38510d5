//! What holds of the log's size and age.

use quincunx_table::Event;
use quincunx_table::messages::Code;

use super::*;
use crate::store::AppendError;

const DAY: Duration = Duration::from_secs(86_400);

async fn bench_with(store: &Store, options: HubOptions) -> Bench {
    Bench::with(store.clone(), NOW, options).await
}

#[tokio::test]
async fn no_tables_are_made_while_the_log_is_as_large_as_it_may_be() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let size = store.size().await.expect("the log can be read");
    let options = HubOptions {
        max_disk: Some(size + (1 << 20)),
        ..HubOptions::default()
    };
    let bench = bench_with(&store, options).await;
    bench.hub.measure_log().await.expect("the log can be read");
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let enter = async |visitor| {
        bench
            .hub
            .daily(for_one().id(), DailyEntry { visitor }, None)
            .await
    };
    let [early, late] = [(); 2].map(|()| SeatToken::random());
    let entered = enter(early).await.expect("there is room");
    let large = Event::Played {
        action: "x".repeat(2 << 20),
        chances: Vec::new(),
    };
    let other = TableId::random();
    let written = store.append(other, 0, NOW, &large, None).await;
    written.expect("there is room in memory");
    bench.hub.measure_log().await.expect("the log can be read");
    let refused = bench.hub.create(alone(for_one()), None).await;
    assert_eq!(
        refused.map_err(|refusal| refusal.reason),
        Err(Reason::DiskFull {})
    );
    bench.play(table, token).await.expect("a game that runs goes on");
    assert_eq!(enter(early).await.expect("it was begun before"), entered);
    let refused = enter(late).await;
    assert_eq!(
        refused.map_err(|refusal| refusal.reason),
        Err(Reason::DiskFull {})
    );
    let removed = store.remove(&[other], NOW + 1).await;
    assert_eq!(removed.expect("it is old"), 1);
    bench.hub.measure_log().await.expect("the log can be read");
    bench.create(alone(for_one())).await;
}

#[tokio::test]
async fn tables_that_nobody_has_used_for_long_are_removed() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let bench = bench_with(&store, HubOptions::default()).await;
    let old = bench.create(alone(for_one())).await;
    bench.forget(old.table).await;
    bench.later(2_000);
    let watched = bench.create(alone(for_one())).await;
    let _page = bench.watch(watched.table, None).await;
    bench.sleep(86_399_000);
    let removed = bench.hub.remove_old(DAY).await.expect("the log can be read");
    assert_eq!(removed, 1, "the other is younger than a day");
    let gone = bench.hub.snapshot(old.table, by(old.token)).await;
    assert_eq!(gone.map_err(|refusal| refusal.code), Err(Code::Unknown));
    bench.sleep(86_400_000);
    let removed = bench.hub.remove_old(DAY).await.expect("the log can be read");
    assert_eq!(removed, 0, "somebody watches it");
    bench
        .play(watched.table, watched.token)
        .await
        .expect("it goes on");
}

/// As another server does on the same database, which knows nothing of those who watch here.
#[tokio::test]
async fn a_table_that_another_server_has_removed_is_unknown() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let bench = bench_with(&store, HubOptions::default()).await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let _page = bench.watch(table, token).await;
    let first = bench.first_move(table).await;
    let removed = store.remove(&[table], Millis::MAX).await;
    assert_eq!(removed.expect("it is there"), 1);
    let refused = bench.hub.command(table, by(token), first).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Unknown));
    let event = Event::Declined {};
    let late = store.append(table, 1, NOW, &event, None).await;
    assert!(matches!(late, Err(AppendError::Gap)));
}

#[tokio::test]
async fn tables_do_not_age_by_a_wrong_clock_or_without_a_server() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let bench = bench_with(&store, HubOptions::default()).await;
    let old = bench.create(alone(for_one())).await;
    bench.hub.beat().await;
    drop(bench);
    // The server was away for two days.
    let later = Bench::on(store.clone(), NOW + 2 * 86_400_000).await;
    assert_eq!(later.hub.remove_old(DAY).await.expect("the log can be read"), 0);
    later.sleep(86_400_001);
    // The system's clock was ahead at the start, and has been set since.
    let wall = HubOptions {
        wall: Arc::new(|| NOW),
        ..later.hub.options.clone()
    };
    let wrong = Hub::start(store, later.hub.engines.clone(), wall).await;
    let wrong = wrong.expect("the log can be read");
    assert_eq!(wrong.remove_old(DAY).await.expect("the log can be read"), 0);
    assert_eq!(later.hub.remove_old(DAY).await.expect("the log can be read"), 1);
    assert!(later.hub.snapshot(old.table, by(old.token)).await.is_err());
}
