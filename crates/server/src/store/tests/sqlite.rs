//! What holds of a SQLite file.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex as Locked;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use tokio::time::{sleep, timeout};

use super::*;

/// A folder, and in it the place of a database.
fn file() -> (TempDir, PathBuf, Location) {
    let folder = TempDir::new().expect("there is room for temporary files");
    let path = folder.path().join("data/quincunx.db");
    (folder, path.clone(), Location::File(path))
}

async fn refusal(location: &Location) -> StoreError {
    match Store::open(location).await {
        Ok(_) => panic!("{location:?} is opened"),
        Err(error) => error,
    }
}

#[tokio::test]
async fn a_file_is_one_servers_alone() {
    let (_folder, _, location) = file();
    let store = open(&location).await;
    assert!(matches!(refusal(&location).await, StoreError::InUse(_)));
    store.close().await;
    open(&location).await;
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused() {
    let (_folder, path, location) = file();
    open(&location).await.close().await;
    on_file(&path, "pragma user_version = 99").await;
    assert!(matches!(
        refusal(&location).await,
        StoreError::Newer { found: 99, .. }
    ));
}

#[tokio::test]
async fn files_of_something_else_are_refused_and_left_as_they_are() {
    let (_folder, path, location) = file();
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
    for content in ["Dear diary, today I lost at Quartet.", &"\u{0}".repeat(10_000)] {
        fs::write(&path, content).expect("it can be written");
        assert!(
            matches!(refusal(&location).await, StoreError::Foreign(_)),
            "{content:.20}"
        );
        assert_eq!(fs::read_to_string(&path).expect("it is there still"), content);
    }

    fs::remove_file(&path).expect("it can be removed");
    on_file(
        &path,
        "create table recipes (name text); insert into recipes values ('soup')",
    )
    .await;
    let before = fs::read(&path).expect("it can be read");
    assert!(matches!(refusal(&location).await, StoreError::Foreign(_)));
    assert_eq!(fs::read(&path).expect("it is there still"), before);
}

/// A file cut short, as by a full disk: what is left is refused or unreadable, and nothing is taken for
/// whole.
#[tokio::test]
async fn a_damaged_file_is_reported() {
    let (_folder, path, location) = file();
    let store = open(&location).await;
    let table = TableId::random();
    for seq in 0..200 {
        append(&store, table, seq, 0, "x".repeat(500), None).await;
    }
    store.close().await;
    let whole = fs::read(&path).expect("it can be read");
    fs::write(&path, &whole[..whole.len() / 2]).expect("it can be cut short");
    let read = match Store::open(&location).await {
        Ok(store) => store.events(table, 0).await.map(|events| events.len()),
        Err(error) => Err(error),
    };
    assert!(
        matches!(read, Err(StoreError::Foreign(_) | StoreError::Database(_))),
        "{read:?}"
    );
}

#[tokio::test]
async fn a_place_that_cannot_be_used_is_named() {
    let folder = TempDir::new().expect("there is room for temporary files");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("it can be written");
    for (path, named) in [
        (file.join("quincunx.db"), &*file),
        (folder.path().to_owned(), folder.path()),
    ] {
        let refused = refusal(&Location::File(path)).await;
        assert!(matches!(refused, StoreError::File { .. }), "{refused:?}");
        assert!(
            refused.to_string().contains(&named.display().to_string()),
            "{refused}"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let (_folder, path, location) = file();
    let store = open(&location).await;
    append(&store, TableId::random(), 0, 0, "a", None).await;
    let copy = path.with_file_name("copy.db");
    backup(&path, &copy).await.expect("it is copied");
    let folder = path.parent().expect("it has a folder");
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    let files: Vec<_> = fs::read_dir(folder)
        .expect("it can be read")
        .map(|file| file.expect("it is there").path())
        .collect();
    assert!(files.len() >= 4, "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    assert_eq!(mode(folder), 0o700);
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_may_not_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().expect("there is room for temporary files");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o500)).expect("permissions can be set");
    let opened = Store::open(&Location::File(folder.path().join("quincunx.db"))).await;
    // Root may write everywhere.
    let may = fs::write(folder.path().join("probe"), "").is_ok();
    assert_eq!(opened.is_ok(), may, "{:?}", opened.err());
}

/// Every event that was acknowledged before the copy began is in it, and no table has a gap.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_copy_under_load_is_whole() {
    let (_folder, path, location) = file();
    let store = open(&location).await;
    let load = Load::start(&store);
    for round in 0..4 {
        let before = load.after(300).await;
        let copy = path.with_file_name(format!("copy-{round}.db"));
        backup(&path, &copy).await.expect("it is copied");
        assert!(backup(&path, &copy).await.is_err(), "a copy is not written over");
        holds(&copy, &before).await;
    }
    load.stop().await;
}

#[tokio::test]
async fn a_copy_that_is_given_up_leaves_nothing() {
    let (_folder, path, location) = file();
    let _store = open(&location).await;
    let files = || {
        fs::read_dir(path.parent().expect("it has a folder"))
            .expect("it can be read")
            .count()
    };
    let before = files();
    let copy = path.with_file_name("copy.db");
    let mut copying = Box::pin(backup(&path, &copy));
    assert!(
        futures_util::poll!(&mut copying).is_pending(),
        "it waits for the database"
    );
    assert_eq!(files(), before + 1, "it has begun");
    drop(copying);
    assert_eq!(files(), before);
}

/// The files themselves, copied in this order, hold everything too, unless the log was moved into the
/// database in between: it never is before it has grown to 64 MiB.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn copied_files_are_whole() {
    let (_folder, path, location) = file();
    let store = open(&location).await;
    let load = Load::start(&store);
    for round in 0..4 {
        let before = load.after(300).await;
        let copy = path.with_file_name(format!("files-{round}.db"));
        fs::copy(&path, &copy).expect("the file is copied");
        fs::copy(beside(&path, "-wal"), beside(&copy, "-wal")).expect("its log is copied");
        holds(&copy, &before).await;
    }
    load.stop().await;
}

/// What was written reaches the file while the server runs, and the log beside it does not grow for ever.
#[tokio::test]
async fn a_long_log_is_moved_into_the_file() {
    let (_folder, path, location) = file();
    let store = open(&location).await;
    let table = TableId::random();
    let megabyte = "x".repeat(1 << 20);
    for seq in 0..70 {
        append(&store, table, seq, 0, &megabyte, None).await;
    }
    let moved = async {
        while path.metadata().expect("it is there").len() < 60 << 20 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(30), moved)
        .await
        .expect("it is moved");
    for seq in 70..75 {
        append(&store, table, seq, 0, "more", None).await;
    }
    assert_eq!(numbers(&store, table).await.len(), 75);
}

/// As when the disk is full, and then is not any more.
#[tokio::test]
async fn a_file_that_was_full_is_written_again() {
    let (_folder, _, location) = file();
    let store = open(&location).await;
    let table = TableId::random();
    let large = played("x".repeat(1 << 20));
    for round in 0..3 {
        on_writer(&store, "pragma max_page_count = 100").await;
        let full = store.append(table, round, 0, &large, None).await;
        assert!(matches!(full, Err(AppendError::Failed(_))), "{full:?}");
        on_writer(&store, "pragma max_page_count = 1000000").await;
        let taken = store.append(table, round, 0, &large, None).await;
        taken.expect("there is room again");
        store.beat(round).await.expect("there is room again");
    }
    assert_eq!(numbers(&store, table).await, [0, 1, 2]);
}

/// As when the disk does not answer in time.
#[tokio::test]
async fn a_write_that_was_given_up_leaves_its_connection() {
    let (_folder, path, location) = file();
    let store = open(&location).await;
    // It belongs to the connection.
    let temporary = "create temporary table one (x)";
    on_writer(&store, temporary).await;
    let other = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&path)).await;
    let mut other = other.expect("it opens");
    other.execute("begin immediate").await.expect("nobody writes");
    let patience = Duration::from_millis(200);
    let given_up = either!(store.shared.backend, database => timeout(patience, database.try_write()).await);
    assert!(given_up.is_err(), "the file is locked");
    other.execute("rollback").await.expect("the lock is given back");
    on_writer(&store, temporary).await;
    append(&store, TableId::random(), 0, 0, "a", None).await;
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_not_healthy() {
    let (_folder, _, location) = file();
    let store = open(&location).await;
    on_writer(&store, "pragma query_only = on").await;
    assert!(!store.healthy().await);
    append(&store, TableId::random(), 0, 0, "a", None).await;
}

async fn on_writer(store: &Store, sql: &'static str) {
    let Backend::Sqlite(database) = &*store.shared.backend else {
        panic!("it is in a file");
    };
    database.execute_on_writer(sql).await;
}

async fn on_file(path: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("it opens");
    connection.execute(sql).await.expect("it is carried out");
    connection.close().await.expect("it closes");
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Checks that a copy has what was acknowledged, in logs without gaps.
async fn holds(copy: &Path, acknowledged: &[(TableId, u64)]) {
    let copy = open(&Location::File(copy.to_owned())).await;
    for (table, count) in acknowledged {
        let there = numbers(&copy, *table).await;
        assert!(there.len() as u64 >= *count, "{} of {count}", there.len());
        assert!(there.iter().copied().eq(0..there.len() as u64), "{there:?}");
    }
    copy.close().await;
}

/// Tables at which events are appended as fast as they can be.
struct Load {
    tables: Arc<Locked<Vec<(TableId, u64)>>>,
    tasks: JoinSet<()>,
}

impl Load {
    fn start(store: &Store) -> Self {
        let tables: Vec<_> = (0..16).map(|_| (TableId::random(), 0)).collect();
        let tables = Arc::new(Locked::new(tables));
        let mut tasks = JoinSet::new();
        for index in 0..16 {
            let (store, tables) = (store.clone(), Arc::clone(&tables));
            tasks.spawn(async move {
                loop {
                    let (table, seq) = tables.lock().expect("nobody panics")[index];
                    append(&store, table, seq, 0, "x".repeat(300), None).await;
                    tables.lock().expect("nobody panics")[index].1 += 1;
                }
            });
        }
        Self { tables, tasks }
    }

    /// Waits until so many more events have been acknowledged, and returns how many each table has.
    async fn after(&self, more: u64) -> Vec<(TableId, u64)> {
        let count = |tables: &[(TableId, u64)]| tables.iter().map(|(_, events)| events).sum::<u64>();
        let goal = count(&self.tables.lock().expect("nobody panics")) + more;
        loop {
            let tables = self.tables.lock().expect("nobody panics").clone();
            if count(&tables) >= goal {
                return tables;
            }
            sleep(Duration::from_millis(5)).await;
        }
    }

    async fn stop(mut self) {
        self.tasks.shutdown().await;
    }
}
