//! Servers that stand still for a while, and clocks of theirs that differ.

use quincunx_table::messages::Code;

use super::*;

const CLOCK: Option<ClockSetup> = Some(ClockSetup::Total {
    total: 10_000,
    increment: 0,
});

/// Makes a table at which a clock runs.
pub(super) async fn timed(bench: &Bench) -> (TableId, Option<SeatToken>) {
    let order = NewTable {
        clock: CLOCK,
        ..alone(for_one())
    };
    let Created { table, token, .. } = bench.create(order).await;
    bench.play(table, token).await.expect("the first move");
    (table, token)
}

async fn left(bench: &Bench, table: TableId) -> Millis {
    let snapshot = bench.hub.snapshot(table, by(None)).await.expect("a table");
    snapshot.situation.clock.expect("a clock").left[0]
}

async fn pause_then_look(look: impl AsyncFn(&Bench, TableId, Option<SeatToken>)) {
    let bench = Bench::new().await;
    let (table, token) = timed(&bench).await;
    bench.later(4_000);
    bench.sleep(12_000);
    look(&bench, table, token).await;
    assert_eq!(left(&bench, table).await, 6_000);
    bench.play(table, token).await.expect("the game goes on");
    bench.later(2_000);
    assert_eq!(left(&bench, table).await, 4_000, "it is given back once");
    bench.hub.recover().await;
    bench.sleep(60_000);
    assert_eq!(left(&bench, table).await, 4_000, "and for every pause");
    bench.later(4_000);
    let refused = bench.play(table, token).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Over));
}

#[tokio::test]
async fn a_pause_is_given_back_whoever_notices_it_first() {
    pause_then_look(async |_, _, _| {}).await;
    pause_then_look(async |bench, table, token| {
        bench.play(table, token).await.expect("the time is not up");
    })
    .await;
    pause_then_look(async |bench, table, _| {
        let room = bench.hub.known_room(table).expect("its clock runs");
        bench.hub.flag_in(&room, &mut *room.state.lock().await).await;
    })
    .await;
    pause_then_look(async |bench, _, _| {
        bench.hub.recover().await;
        assert!(bench.hub.time.is_recovered());
    })
    .await;
}

#[tokio::test]
async fn a_pause_of_one_server_is_not_given_back_while_another_is_there() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let (one, two) = (Bench::on(store.clone(), NOW).await, Bench::on(store, NOW).await);
    let (table, token) = timed(&one).await;
    one.recovered().await;
    two.recovered().await;
    for bench in [&one, &two] {
        bench.later(2_000);
    }
    one.sleep(6_000);
    two.later(6_000);
    two.hub.beat().await;
    assert_eq!(left(&one, table).await, 2_000);
    one.play(table, token).await.expect("the time is not up");
}

#[tokio::test]
async fn both_servers_pause_and_the_time_is_given_back_once() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let (one, two) = (Bench::on(store.clone(), NOW).await, Bench::on(store, NOW).await);
    let (table, token) = timed(&one).await;
    for bench in [&one, &two] {
        bench.recovered().await;
        bench.later(2_000);
        bench.sleep(60_000);
    }
    assert_eq!(left(&two, table).await, 8_000);
    one.play(table, token).await.expect("the time is not up");
    assert_eq!(left(&one, table).await, 8_000);
}

#[tokio::test]
async fn a_server_whose_clock_is_behind_goes_on_from_the_others_time() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let hour = 3_600_000;
    let ahead = Bench::on(store.clone(), NOW + hour).await;
    ahead.recovered().await;
    let (table, token) = timed(&ahead).await;
    // The system's clock was set back, and the server started again.
    let behind = Bench::on(store.clone(), NOW).await;
    assert_eq!(behind.hub.now(), NOW + hour);
    behind.later(4_000);
    assert_eq!(left(&behind, table).await, 6_000);
    behind.play(table, token).await.expect("the time is not up");
    // One of them has slept for a day beside a monotonic clock that did not go on.
    behind.recovered().await;
    ahead.later(24 * hour);
    ahead.hub.beat().await;
    behind.hub.beat().await;
    assert_eq!(behind.hub.now(), ahead.hub.now());
}

#[test]
fn time_never_goes_back() {
    let time = time::HubTime::new(NOW, None);
    assert_eq!(time.see(NOW + 10), NOW + 10);
    assert_eq!(time.see(NOW - 3_600_000), NOW + 10);
}
