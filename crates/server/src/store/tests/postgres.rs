//! What holds of PostgreSQL, between several servers.

use std::future::Future;
use std::net::TcpListener;

use sqlx::postgres::PgPool;
use sqlx::{AssertSqlSafe, Executor};
use tokio::time::{sleep, timeout};

use super::*;

/// Runs a test on a new database of the server whose address is in the environment, if there is one.
pub(super) async fn on_postgres(test: impl AsyncFn(&Location)) {
    let Ok(address) = std::env::var("QUINCUNX_POSTGRES") else {
        return;
    };
    let server = PgPool::connect(&address)
        .await
        .expect("the server of QUINCUNX_POSTGRES answers");
    let name = format!("quincunx_{}", TableId::random());
    server
        .execute(AssertSqlSafe(format!("create database {name}")))
        .await
        .expect("a database can be made");
    let (path, parameters) = address.split_once('?').unwrap_or((&address, ""));
    let (host, _) = path.rsplit_once('/').expect("the address names a database");
    test(&Location::Postgres(format!("{host}/{name}?{parameters}"))).await;
    let gone = server
        .execute(AssertSqlSafe(format!("drop database {name} with (force)")))
        .await;
    gone.expect("the database can be removed");
}

/// Waits for what another server or task does, and not for ever.
async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), what).await.expect("it comes")
}

async fn pool(location: &Location) -> PgPool {
    match location {
        Location::Postgres(address) => PgPool::connect(address).await.expect("the database answers"),
        other => panic!("{other:?} is no PostgreSQL"),
    }
}

#[tokio::test]
async fn servers_hear_of_each_other_and_not_of_themselves() {
    on_postgres(async |location| {
        let (here, there) = (open(location).await, open(location).await);
        let (mut news_here, mut news_there) = (here.news(), there.news());
        let table = TableId::random();
        for seq in 0..3 {
            append(&here, table, seq, 0, "here", None).await;
        }
        let late = there.append(table, 2, 0, &played("there"), None).await;
        assert!(matches!(late, Err(AppendError::Conflict)), "{late:?}");
        append(&there, table, 3, 0, "there", None).await;
        for seq in 0..3 {
            assert_eq!(
                soon(news_there.recv()).await,
                Ok(StoreNotification::Appended { table, seq })
            );
        }
        assert_eq!(
            soon(news_here.recv()).await,
            Ok(StoreNotification::Appended { table, seq: 3 })
        );
        assert_eq!(numbers(&here, table).await, numbers(&there, table).await);
    })
    .await;
}

/// A batch of the largest size fits one notice, which PostgreSQL limits.
#[tokio::test]
async fn a_large_batch_is_reported_whole() {
    on_postgres(async |location| {
        let (here, there) = (open(location).await, open(location).await);
        let mut news = there.news();
        let mut appends = JoinSet::new();
        for _ in 0..500 {
            let (store, table) = (here.clone(), TableId::random());
            appends.spawn(async move {
                append(&store, table, 0, 0, "a", None).await;
                table
            });
        }
        let mut tables = appends.join_all().await;
        let mut heard = Vec::new();
        while heard.len() < tables.len() {
            match soon(news.recv()).await {
                Ok(StoreNotification::Appended { table, seq: 0 }) => heard.push(table),
                other => panic!("{other:?}"),
            }
        }
        tables.sort_unstable();
        heard.sort_unstable();
        assert_eq!(heard, tables);
    })
    .await;
}

/// Two servers race for every number of the same tables.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_servers_one_is_first() {
    const TABLES: u64 = 40;
    const EVENTS: u64 = 12;
    on_postgres(async |location| {
        let (here, there) = (open(location).await, open(location).await);
        let mut races = JoinSet::new();
        for _ in 0..TABLES {
            let (here, there, table) = (here.clone(), there.clone(), TableId::random());
            races.spawn(async move {
                for seq in 0..EVENTS {
                    let (a, b) = (played("here"), played("there"));
                    let (a, b) = tokio::join!(
                        here.append(table, seq, 0, &a, Some(seq)),
                        there.append(table, seq, 0, &b, Some(seq)),
                    );
                    let event = match (&a, &b) {
                        (Ok(_), Err(AppendError::Conflict)) => played("here"),
                        (Err(AppendError::Conflict), Ok(_)) => played("there"),
                        _ => panic!("{a:?} and {b:?}"),
                    };
                    assert_eq!(here.events(table, seq).await.expect("it is read")[0].event, event);
                }
                assert_eq!(numbers(&there, table).await, (0..EVENTS).collect::<Vec<_>>());
            });
        }
        races.join_all().await;
        let tables_with_clocks = here.tables_with_clocks().await.expect("clocks can be read");
        assert_eq!(tables_with_clocks.len() as u64, TABLES);
    })
    .await;
}

#[tokio::test]
async fn a_broken_connection_is_made_again_and_reported() {
    on_postgres(async |location| {
        let (here, there) = (open(location).await, open(location).await);
        let mut news = here.news();
        let broken = sqlx::query(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
        );
        assert!(
            !broken
                .fetch_all(&pool(location).await)
                .await
                .expect("connections can be broken")
                .is_empty()
        );
        assert_eq!(soon(news.recv()).await, Ok(StoreNotification::Missed));
        let table = TableId::random();
        soon(async {
            // The writer may notice only now that its connection is gone; the result shows whether it was,
            // and then it is not.
            while there.append(table, 0, 0, &played("a"), None).await.is_err() {
                sleep(Duration::from_millis(50)).await;
            }
        })
        .await;
        assert_eq!(
            soon(news.recv()).await,
            Ok(StoreNotification::Appended { table, seq: 0 })
        );
        assert!(here.healthy().await && there.healthy().await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_may_start_at_once() {
    on_postgres(async |location| {
        let mut starts = JoinSet::new();
        for _ in 0..6 {
            let location = location.clone();
            starts.spawn(async move { open(&location).await });
        }
        let stores = starts.join_all().await;
        let table = TableId::random();
        for (seq, store) in (0..).zip(&stores) {
            append(store, table, seq, 0, seq, None).await;
        }
    })
    .await;
}

#[tokio::test]
async fn starts_leave_no_rows_of_sizes_behind() {
    on_postgres(async |location| {
        let running = open(location).await;
        for _ in 0..8 {
            let other = open(location).await;
            for store in [&other, &running] {
                append(store, TableId::random(), 0, 0, "a", None).await;
            }
            other.close().await;
        }
        let last = open(location).await;
        let pool = pool(location).await;
        let rows: i64 = sqlx::query_scalar("select count(*) from quincunx.sizes")
            .fetch_one(&pool)
            .await
            .expect("there are sizes");
        assert_eq!(rows, 1);
        let written: i64 =
            sqlx::query_scalar("select sum(octet_length(body) + 150)::bigint from quincunx.events")
                .fetch_one(&pool)
                .await
                .expect("there are events");
        assert_eq!(last.size().await.expect("the log can be read"), written as u64);
    })
    .await;
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    on_postgres(async |location| {
        open(location).await.close().await;
        let later = pool(location)
            .await
            .execute("update quincunx.version set version = 99")
            .await;
        later.expect("the version can be changed");
        let refused = Store::open(location).await.map(|_| ());
        assert!(
            matches!(refused, Err(StoreError::Newer { found: 99, .. })),
            "{refused:?}"
        );
    })
    .await;
}

#[tokio::test]
async fn what_is_no_address_is_refused() {
    for address in [
        "",
        "games.db",
        "mysql://localhost/games",
        "postgres://localhost:port/games",
    ] {
        let refused = Store::open(&Location::Postgres(address.to_owned()))
            .await
            .map(|_| ());
        assert!(
            matches!(refused, Err(StoreError::Address(_))),
            "{address}: {refused:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_missed() {
    let nobody = TcpListener::bind("127.0.0.1:0")
        .expect("a port is free")
        .local_addr()
        .expect("it has an address");
    let address = format!("postgres://games@{nobody}/games");
    let refused = Store::open(&Location::Postgres(address)).await.map(|_| ());
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
}
