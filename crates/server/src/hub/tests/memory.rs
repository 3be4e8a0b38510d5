//! What holds when the games in memory take more than they may.

use std::net::IpAddr;

use quincunx_table::messages::Code;

use super::*;

/// Much less than the games of these tests take.
const LITTLE: usize = 1;

const GREEDY: [u8; 4] = [192, 0, 2, 1];
const MODEST: [u8; 4] = [192, 0, 2, 2];

fn share(address: [u8; 4]) -> Option<Share> {
    let address = IpAddr::from(address);
    Some(Share { address, most: 1 })
}

async fn bench(memory: usize) -> Bench {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    Bench::with_memory(store, NOW, memory).await
}

impl Bench {
    async fn create_for(&self, address: [u8; 4], entry: &dyn DynGame) -> Created {
        let created = self.hub.create(alone(entry), share(address)).await;
        created.expect("others give way")
    }

    async fn is_in_memory(&self, table: TableId) -> bool {
        match self.hub.known_room(table) {
            Some(room) => room.state.lock().await.table.is_some(),
            None => false,
        }
    }
}

#[tokio::test]
async fn the_address_with_the_most_in_memory_gives_way_to_others() {
    for entry in GAMES {
        let one = bench(usize::MAX).await;
        one.create(alone(*entry)).await;
        let limit = one.hub.memory.bytes() * 24;
        let bench = bench(limit).await;
        let modest = bench.create_for(MODEST, *entry).await;
        let _watches = bench.watch(modest.table, None).await;
        let mut pages = Vec::new();
        for _ in 0..50 {
            let greedy = bench.create_for(GREEDY, *entry).await;
            pages.push((bench.watch(greedy.table, None).await, greedy));
            assert!(bench.hub.memory.bytes() <= limit * 5 / 4);
            assert!(bench.is_in_memory(modest.table).await, "{}", entry.id());
        }
        bench
            .play(modest.table, modest.token)
            .await
            .expect("the game goes on");
        bench.create_for(MODEST, *entry).await;
        let (page, greedy) = &mut pages[0];
        assert!(!bench.is_in_memory(greedy.table).await);
        page.snapshot().await;
        bench
            .play(greedy.table, greedy.token)
            .await
            .expect("it loads again");
        assert_eq!(page.update().await.seq, 1, "who watched still does");
    }
}

#[tokio::test]
async fn tables_that_nobody_watches_are_put_away_first() {
    const LIMIT: usize = 16 << 20;
    let bench = bench(LIMIT).await;
    let watched = bench.create_for(GREEDY, for_one()).await;
    let _page = bench.watch(watched.table, None).await;
    let more = [
        bench.create_for(GREEDY, for_one()).await,
        bench.create_for(MODEST, for_one()).await,
    ];
    bench.hub.memory.count(None, 0, LIMIT - bench.hub.memory.bytes());
    bench.create_for(MODEST, for_one()).await;
    assert!(bench.is_in_memory(watched.table).await);
    for other in more {
        assert!(bench.hub.known_room(other.table).is_none());
    }
}

#[tokio::test]
async fn only_what_does_not_run_is_refused_when_nothing_can_be_put_away() {
    let bench = bench(LITTLE).await;
    let Created { table, token, .. } = bench.create_for(GREEDY, for_one()).await;
    let _page = bench.watch(table, token).await;
    let other = bench.create_for(MODEST, for_one()).await;
    bench.play(table, token).await.expect("a game that runs goes on");
    let room = bench.hub.known_room(table).expect("it is watched");
    let state = room.state.lock().await;
    bench.hub.evict(Duration::ZERO);
    assert!(state.table.is_some() && !bench.is_in_memory(other.table).await);
    // Something happens at the only table in memory just now.
    let refused = bench.hub.create(alone(for_one()), share(MODEST)).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));
    drop(state);
    bench.create_for(MODEST, for_one()).await;
}

#[tokio::test]
async fn no_address_takes_the_place_of_one_that_has_less() {
    let bench = bench(LITTLE).await;
    let small = bench.create_for(MODEST, for_one()).await;
    let _page = bench.watch(small.table, None).await;
    bench.hub.memory.count(payer(share(GREEDY)), 0, 1 << 20);
    let refused = bench.hub.create(alone(for_one()), share(GREEDY)).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));
    assert!(bench.is_in_memory(small.table).await);
}

#[tokio::test]
async fn the_computer_goes_on_at_a_table_that_was_put_away() {
    for entry in GAMES.iter().filter(|entry| entry.players() == 2) {
        let bench = bench(LITTLE).await;
        let seats = vec![NewSeat::Computer { level: 1 }; 2];
        let Created { table, .. } = bench.create(order(*entry, seats)).await;
        let mut page = bench.watch(table, None).await;
        page.snapshot().await;
        for seq in 1..=3 {
            // While it moves, the table cannot be put away.
            while bench.hub.create(alone(*entry), None).await.is_err() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            assert_eq!(page.update().await.seq, seq, "{}", entry.id());
        }
    }
}

#[tokio::test]
async fn a_clock_runs_out_at_a_table_that_was_put_away() {
    let bench = bench(LITTLE).await;
    let (table, _) = pauses::timed(&bench).await;
    let room = bench.hub.known_room(table).expect("its clock runs");
    bench.create(alone(for_one())).await;
    assert!(!bench.is_in_memory(table).await, "another table needed the room");
    assert!(room.state.lock().await.timer.is_some());
    bench.later(11_000);
    bench.hub.flag_in(&room, &mut *room.state.lock().await).await;
    assert!(!bench.is_in_play(table).await);
}

#[tokio::test]
async fn a_pause_is_given_back_at_a_table_that_was_put_away() {
    let bench = bench(LITTLE).await;
    let (table, _) = pauses::timed(&bench).await;
    bench.recovered().await;
    bench.create(alone(for_one())).await;
    assert!(!bench.is_in_memory(table).await, "another table needed the room");
    for _ in 0..2 {
        bench.sleep(60_000);
        bench.hub.recover().await;
        bench.later(1_000);
    }
    let snapshot = bench.hub.snapshot(table, by(None)).await.expect("a table");
    assert_eq!(snapshot.situation.clock.expect("a clock").left[0], 8_000);
}

#[tokio::test]
async fn what_the_server_loads_counts_for_whoever_comes_first() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let before = Bench::on(store.clone(), NOW).await;
    let (table, _) = pauses::timed(&before).await;
    drop(before);
    let bench = Bench::on(store, NOW).await;
    bench.recovered().await;
    let all = bench.hub.memory.bytes();
    assert_eq!(bench.hub.memory.bytes_of(None), all);
    for address in [MODEST, GREEDY] {
        let requester = Requester {
            share: share(address),
            token: None,
        };
        bench.hub.snapshot(table, requester).await.expect("a table");
        assert_eq!(bench.hub.memory.bytes_of(payer(share(MODEST))), all);
    }
}

#[tokio::test]
async fn who_waits_for_a_turn_at_loading_locks_no_table() {
    let bench = bench(LITTLE).await;
    let wanted = bench.create_for(MODEST, for_one()).await;
    bench.forget(wanted.table).await;
    let turn = bench
        .hub
        .replays
        .turn(payer(share(GREEDY)))
        .await
        .expect("a turn");
    let look = |address| bench.hub.look(wanted.table, 0, share(address));
    let mut waits = Box::pin(look(GREEDY));
    let early = timeout(Duration::from_millis(50), &mut waits).await;
    assert!(early.is_err(), "it is not its turn");
    let looked = timeout(SOON, look(MODEST)).await;
    looked.expect("it is loaded at once").expect("a table");
    drop(turn);
    waits.await.expect("a table");
}

#[tokio::test]
async fn an_address_has_only_so_much_written() {
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let bench = Bench::on(store, NOW).await;
    let address = IpAddr::from(GREEDY);
    let Created { table, token, .. } = bench.create_for(GREEDY, for_one()).await;
    let burst = HubOptions::default().written.burst as usize;
    // What is beyond the burst is paid off in ten seconds.
    let more = HubOptions::default().written.rate as usize * 10;
    bench.hub.charge_written(Some(address), burst + more);
    let refused = bench.hub.create(alone(for_one()), share(GREEDY)).await;
    let reason = refused.map_err(|refusal| refusal.reason);
    assert!(
        matches!(reason, Err(Reason::RateLimit { seconds: 10..=11 })),
        "{reason:?}"
    );
    let next = bench.first_move(table).await;
    let requester = |address| Requester {
        share: share(address),
        token,
    };
    let refused = bench.hub.command(table, requester(GREEDY), next.clone()).await;
    let reason = refused.map_err(|refusal| refusal.reason);
    assert!(
        matches!(reason, Err(Reason::RateLimit { seconds: 10..=11 })),
        "{reason:?}"
    );
    bench.create_for(MODEST, for_one()).await;
    let played = bench.hub.command(table, requester(MODEST), next).await;
    played.expect("a game that runs goes on for others");
}
