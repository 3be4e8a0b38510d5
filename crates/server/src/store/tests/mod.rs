//! What holds of every database; what holds of one alone lies beside.

#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use std::collections::HashSet;
use std::sync::Arc;

use quincunx_table::SeatToken;
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::*;

/// Runs a test on a new database of every kind that there is here.
///
/// PostgreSQL is there when `QUINCUNX_POSTGRES` has the address of a server on which databases may be made,
/// which `cargo xtask test` sees to.
async fn on_every_database(test: impl AsyncFn(&Location)) {
    let folder = TempDir::new().expect("there is room for temporary files");
    test(&Location::File(folder.path().join("data/quincunx.db"))).await;
    #[cfg(feature = "postgres")]
    postgres::on_postgres(test).await;
}

async fn open(location: &Location) -> Store {
    Store::open(location)
        .await
        .unwrap_or_else(|error| panic!("{location:?}: {error:?}"))
}

fn played(action: impl fmt::Display) -> Event {
    Event::Played {
        action: action.to_string(),
        chances: vec!["b2=4".to_owned()],
    }
}

/// Appends an event of an action, which is taken.
async fn append(
    store: &Store,
    table: TableId,
    seq: u64,
    at: Millis,
    action: impl fmt::Display,
    deadline: Option<Millis>,
) {
    let taken = store.append(table, seq, at, &played(action), deadline).await;
    taken.expect("it is taken");
}

/// Makes a table with so many events, the last of which was at a time.
async fn table_until(store: &Store, events: u64, at: Millis) -> TableId {
    let table = TableId::random();
    for seq in 0..events {
        let at = at - (events - 1 - seq);
        append(store, table, seq, at, seq, None).await;
    }
    table
}

async fn numbers(store: &Store, table: TableId) -> Vec<u64> {
    let events = store.events(table, 0).await.expect("the log can be read");
    events.iter().map(|logged| logged.seq).collect()
}

#[tokio::test]
async fn events_come_back_as_they_were_written() {
    on_every_database(async |location| {
        let store = open(location).await;
        let (table, other) = (TableId::random(), TableId::random());
        let awkward = played("\u{0} \"quoted\" 'single' \\ $1 ?1 é 🎲\n");
        append(&store, table, 0, 1_000, "d", None).await;
        store
            .append(table, 1, 2_000, &awkward, Some(9_000))
            .await
            .expect("the second event");
        append(&store, other, 0, 3_000, "e", None).await;
        store.close().await;

        let store = open(location).await;
        let events = store.events(table, 0).await.expect("the log can be read");
        let written = [
            Logged {
                seq: 0,
                at: 1_000,
                event: played("d"),
            },
            Logged {
                seq: 1,
                at: 2_000,
                event: awkward,
            },
        ];
        assert_eq!(events, written, "{location:?}");
        assert_eq!(
            store.events(table, 1).await.expect("the rest can be read"),
            written[1..]
        );
        assert_eq!(store.events(table, 2).await.expect("nothing is read"), []);
        assert_eq!(
            store.events(TableId::random(), 0).await.expect("nothing is read"),
            []
        );
    })
    .await;
}

#[tokio::test]
async fn only_the_next_number_is_taken() {
    on_every_database(async |location| {
        let store = open(location).await;
        let table = TableId::random();
        let append = async |seq, action: &str| store.append(table, seq, 0, &played(action), None).await;
        assert!(matches!(append(1, "early").await, Err(AppendError::Gap)));
        assert!(matches!(append(u64::MAX, "absurd").await, Err(AppendError::Gap)));
        append(0, "a").await.expect("the first");
        assert!(matches!(append(0, "again").await, Err(AppendError::Conflict)));
        append(1, "b").await.expect("the second");
        assert!(matches!(append(0, "late").await, Err(AppendError::Conflict)));
        assert!(matches!(append(3, "early").await, Err(AppendError::Gap)));
        assert_eq!(numbers(&store, table).await, [0, 1], "{location:?}");
    })
    .await;
}

/// Four writers to a table, each trying for the number it believes to be next: every number is given once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_make_neither_gaps_nor_doubles() {
    const TABLES: usize = 60;
    const WRITERS: usize = 4;
    const EACH: usize = 8;
    on_every_database(async |location| {
        let store = open(location).await;
        let tables: Arc<[TableId]> = (0..TABLES).map(|_| TableId::random()).collect();
        let mut writers = JoinSet::new();
        for table in tables.iter().copied() {
            for writer in 0..WRITERS {
                let store = store.clone();
                writers.spawn(async move {
                    let (mut seq, mut mine) = (0, Vec::new());
                    while mine.len() < EACH {
                        let event = played(format!("{writer}:{}", mine.len()));
                        match store.append(table, seq, 0, &event, None).await {
                            Ok(_) => mine.push((table, seq, event)),
                            Err(AppendError::Conflict) => {}
                            Err(error) => panic!("{error}"),
                        }
                        seq += 1;
                    }
                    mine
                });
            }
        }
        let acknowledged: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
        assert_eq!(acknowledged.len(), TABLES * WRITERS * EACH);
        for table in tables.iter().copied() {
            let events = store.events(table, 0).await.expect("the log can be read");
            assert!(
                events
                    .iter()
                    .map(|logged| logged.seq)
                    .eq(0..(WRITERS * EACH) as u64),
                "{location:?}"
            );
            for (_, seq, event) in acknowledged.iter().filter(|(of, _, _)| *of == table) {
                assert_eq!(&events[usize::try_from(*seq).expect("few events")].event, event);
            }
        }
    })
    .await;
}

/// Appends of one table that wait together are committed in the order in which they came.
#[tokio::test]
async fn appends_to_one_table_may_wait_together() {
    on_every_database(async |location| {
        let store = open(location).await;
        let table = TableId::random();
        let mut appends = JoinSet::new();
        for seq in 0..20 {
            let store = store.clone();
            appends.spawn(async move { store.append(table, seq, 0, &played(seq), None).await });
        }
        for result in appends.join_all().await {
            result.expect("each is next when its turn comes");
        }
        assert_eq!(
            numbers(&store, table).await,
            (0..20).collect::<Vec<_>>(),
            "{location:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn what_waits_is_written_before_the_store_closes() {
    on_every_database(async |location| {
        let store = open(location).await;
        let tables: Vec<_> = (0..300).map(|_| TableId::random()).collect();
        let mut appends = JoinSet::new();
        for table in tables.iter().copied() {
            let store = store.clone();
            appends.spawn(async move { (table, store.append(table, 0, 0, &played("a"), None).await) });
        }
        tokio::task::yield_now().await;
        store.close().await;
        let results = appends.join_all().await;
        let late = store.append(TableId::random(), 0, 0, &played("late"), None).await;
        assert!(matches!(late, Err(AppendError::Closed)), "{location:?}: {late:?}");
        assert!(!store.healthy().await);

        let store = open(location).await;
        for (table, result) in results {
            assert_eq!(
                numbers(&store, table).await.len(),
                usize::from(result.is_ok()),
                "{location:?}: {result:?}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn running_clocks_are_found_again() {
    on_every_database(async |location| {
        let store = open(location).await;
        let [first, second, third] = std::array::from_fn(|_| TableId::random());
        append(&store, first, 0, 0, "a", None).await;
        append(&store, second, 0, 0, "a", Some(7_000)).await;
        append(&store, third, 0, 0, "a", Some(8_000)).await;
        append(&store, third, 1, 0, "b", Some(6_000)).await;
        assert_eq!(
            store.tables_with_clocks().await.expect("clocks can be read"),
            [third, second],
            "{location:?}"
        );
        append(&store, second, 1, 0, "b", None).await;
        let refused = store.append(third, 1, 0, &played("b"), None).await;
        assert!(matches!(refused, Err(AppendError::Conflict)));
        store.close().await;
        assert_eq!(
            open(location)
                .await
                .tables_with_clocks()
                .await
                .expect("clocks can be read"),
            [third],
            "{location:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn the_first_attempt_of_the_day_counts() {
    on_every_database(async |location| {
        let store = open(location).await;
        let visitor = SeatToken::random().hash();
        let known = async || {
            store
                .first_daily("2026-11-21", "2048", visitor)
                .await
                .expect("it can be read")
        };
        assert_eq!(known().await, None);
        let mut attempts = JoinSet::new();
        for _ in 0..8 {
            let store = store.clone();
            attempts.spawn(async move {
                store
                    .enter_daily("2026-11-21", "2048", visitor, TableId::random())
                    .await
            });
        }
        let tables = attempts.join_all().await;
        let first = *tables[0].as_ref().expect("an attempt can be noted");
        assert!(
            tables
                .iter()
                .all(|table| matches!(table, Ok(table) if *table == first)),
            "{location:?}"
        );
        assert_eq!(known().await, Some(first));

        let mine = TableId::random();
        for (date, game, visitor) in [
            ("2026-11-22", "2048", visitor),
            ("2026-11-21", "shariki", visitor),
            ("2026-11-21", "2048", SeatToken::random().hash()),
        ] {
            assert_eq!(
                store
                    .enter_daily(date, game, visitor, mine)
                    .await
                    .expect("another attempt"),
                mine
            );
        }
    })
    .await;
}

#[tokio::test]
async fn the_last_heartbeat_is_the_latest() {
    on_every_database(async |location| {
        let store = open(location).await;
        assert_eq!(
            store.last_beat().await.expect("the heartbeat can be read"),
            None,
            "{location:?}"
        );
        for now in [5_000, 9_000, 7_000] {
            store.beat(now).await.expect("the heart beats");
        }
        assert_eq!(
            store.last_beat().await.expect("the heartbeat can be read"),
            Some(9_000),
            "{location:?}"
        );
        assert!(store.healthy().await);
    })
    .await;
}

#[test]
fn a_location_hides_its_password() {
    let location = Location::Postgres("postgres://me:secret@localhost/games".to_owned());
    assert!(!format!("{location:?}").contains("secret"));
}

#[tokio::test]
async fn old_tables_are_removed_whole() {
    on_every_database(async |location| {
        let store = open(location).await;
        let mut tables = Vec::new();
        for events in 1..=30 {
            tables.push(table_until(&store, events, 100 * events).await);
        }
        let mut sorted = tables.clone();
        sorted.sort_by(|one, other| one.as_str().cmp(other.as_str()));
        let found = store.last_events(None).await.expect("the log can be read");
        let names: Vec<_> = found.iter().map(|last| last.table).collect();
        assert_eq!(names, sorted);
        for last in &found {
            assert_eq!(last.at, 100 * (last.seq + 1));
            assert_eq!(tables[last.seq as usize], last.table);
        }
        let after = store
            .last_events(Some(sorted[9]))
            .await
            .expect("the log can be read");
        assert_eq!(after, found[10..]);
        assert_eq!(
            store
                .last_events(Some(sorted[29]))
                .await
                .expect("the log can be read"),
            []
        );

        append(&store, tables[6], 7, 700, 7, Some(5)).await;
        // The tenth table's last event was at 1000.
        let stranger = TableId::random();
        let asked: Vec<_> = tables[4..12].iter().copied().chain([stranger]).collect();
        assert_eq!(store.remove(&asked, 1_000).await.expect("it is removed"), 4);
        for (index, table) in tables.iter().enumerate() {
            let there = match index {
                6 => 8,
                4..9 => 0,
                _ => index + 1,
            };
            assert_eq!(numbers(&store, *table).await.len(), there);
        }
        assert_eq!(
            store.tables_with_clocks().await.expect("the log can be read"),
            [tables[6]]
        );
        let late = store.append(tables[4], 5, 0, &played("late"), None).await;
        assert!(matches!(late, Err(AppendError::Gap)), "{late:?}");
        assert!(numbers(&store, tables[4]).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn tables_are_walked_through_a_thousand_at_a_time() {
    on_every_database(async |location| {
        let store = open(location).await;
        let mut appends = JoinSet::new();
        for _ in 0..2_500 {
            let store = store.clone();
            appends.spawn(async move { table_until(&store, 1, 7).await });
        }
        let made: HashSet<TableId> = appends.join_all().await.into_iter().collect();
        let (mut after, mut found, mut rounds) = (None, HashSet::new(), 0);
        loop {
            let tables = store.last_events(after).await.expect("the log can be read");
            let Some(last) = tables.last() else { break };
            after = Some(last.table);
            found.extend(tables.iter().map(|last| last.table));
            rounds += 1;
        }
        assert_eq!((found, rounds), (made, 3));
    })
    .await;
}

#[tokio::test]
async fn attempts_of_days_that_are_over_are_forgotten() {
    on_every_database(async |location| {
        let store = open(location).await;
        let visitor = SeatToken::random().hash();
        let [old, new, again] = [(); 3].map(|()| TableId::random());
        for (date, table) in [("2026-11-20", old), ("2026-11-21", new)] {
            let entered = store.enter_daily(date, "2048", visitor, table).await;
            assert_eq!(entered.expect("it is noted"), table);
        }
        store.forget_dailies("2026-11-21").await.expect("it is forgotten");
        for (date, table) in [("2026-11-20", again), ("2026-11-21", new)] {
            let entered = store.enter_daily(date, "2048", visitor, again).await;
            assert_eq!(entered.expect("it is noted"), table);
        }
    })
    .await;
}

#[tokio::test]
async fn the_size_follows_what_is_written_and_removed() {
    on_every_database(async |location| {
        let store = open(location).await;
        let before = store.size().await.expect("the log can be read");
        let large = played("x".repeat(8 << 20).replace("xx", "xy"));
        let table = TableId::random();
        let taken = store.append(table, 0, 0, &large, None).await;
        taken.expect("it is taken");
        let after = store.size().await.expect("the log can be read");
        assert!(after > before + (8 << 20), "{before} and then {after}");
        assert_eq!(store.remove(&[table], 1).await.expect("it is removed"), 1);
        let at_last = store.size().await.expect("the log can be read");
        assert!(at_last < before + (1 << 16), "{before} and then {at_last}");
    })
    .await;
}
