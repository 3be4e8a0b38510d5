//! The program as a server, killed under load, and two of it on one database: small rounds of what `cargo
//! xtask load` does at length. The times that come with them are printed and not judged.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use clap::Parser;
use quincunx_load::{Options, scenario};

use crate::common::complaint;

/// The variable that has the address of a PostgreSQL database, where there is one.
const POSTGRES: &str = "QUINCUNX_POSTGRES";

/// Runs a scenario on the program of this build; its first figure must be as it should.
fn passes(name: &str, arguments: &[&str]) {
    let program = ["load", "--program", env!("CARGO_BIN_EXE_quincunx")];
    let options = Options::parse_from(program.iter().chain(arguments));
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    let figures = runtime
        .block_on(scenario(name, &options))
        .expect("the scenario is carried out");
    for figure in &figures {
        println!("{}: {}", figure.name, figure.measured);
    }
    assert!(
        figures[0].passed,
        "{}: {}",
        figures[0].required, figures[0].measured
    );
}

#[test]
fn a_server_that_is_killed_loses_nothing_it_has_acknowledged() {
    passes("kill", &["--kills", "5"]);
}

#[test]
fn a_server_on_postgres_that_is_killed_loses_nothing_it_has_acknowledged() {
    if let Ok(address) = std::env::var(POSTGRES) {
        passes("kill", &["--kills", "3", "--database", &address]);
    }
}

#[test]
fn two_servers_on_one_database_show_the_same_game() {
    if let Ok(address) = std::env::var(POSTGRES) {
        passes("servers", &["--database", &address]);
    }
}

#[test]
fn games_are_copied_while_the_server_runs() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let mut server = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut address = String::new();
    let output = server.stdout.take().expect("it is piped");
    BufReader::new(output)
        .read_line(&mut address)
        .expect("it says where it is");
    let copied = backup(&data, &copy);
    let again = backup(&data, &copy);
    server.kill().expect("the server runs still");
    server.wait().expect("it has ended");

    assert!(
        copied.status.success(),
        "{}",
        String::from_utf8_lossy(&copied.stderr)
    );
    assert!(
        fs::read(&copy)
            .expect("the copy is there")
            .starts_with(b"SQLite format 3\0")
    );
    assert_eq!(again.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("copy.db already exists"),
        "a copy is not written over"
    );
}

#[test]
fn games_that_are_not_there_are_not_copied() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let copy = folder.path().join("copy.db");
    let missing = backup(&folder.path().join("data"), &copy);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("data has no quincunx.db"));
    assert!(!copy.exists());
}

/// Starts a server and returns it with its `ADDRESS:PORT`.
fn start(data: &Path) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut address = String::new();
    let output = server.stdout.take().expect("it is piped");
    BufReader::new(output)
        .read_line(&mut address)
        .expect("it says where it is");
    let address = address.trim().trim_start_matches("http://").trim_end_matches('/');
    (server, address.to_owned())
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    let file = folder.path().join("file");
    fs::write(&file, "no folder").expect("there is room");
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).expect("there is room");
    fs::write(foreign.join("quincunx.db"), [b'x'; 4096]).expect("there is room");
    let (data, file, foreign) = (folder.path().join("data"), file, foreign);
    for (listen, data, status, words) in [
        (taken.as_str(), &data, 1, "another program listens at port"),
        (
            "192.0.2.1:0",
            &data,
            1,
            "this machine has no address 192.0.2.1; 0.0.0.0:0 is",
        ),
        (
            "[2001:db8::1]:0",
            &data,
            1,
            "this machine has no address 2001:db8::1; [::]:0 is",
        ),
        (
            "localhost",
            &data,
            2,
            "expected an IP address and a port, as 127.0.0.1:8080",
        ),
        ("127.0.0.1:0", &file, 1, "file cannot be opened: not a directory"),
        ("127.0.0.1:0", &foreign, 1, "is not a database of this program"),
    ] {
        let ended = Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .args(["serve", "--log", "error", "--listen", listen, "--data"])
            .arg(data)
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(status), "{listen}: {said}");
        assert!(said.contains(words), "{listen}: {said}");
        assert!(said.starts_with("error: ") && !said.contains('\u{1b}'), "{said}");
    }
}

#[test]
fn a_word_that_is_no_level_of_the_log_is_refused() {
    let printed = complaint(&["serve", "--log", "inof"], 2);
    assert!(
        printed.contains("expected off, error, warn, info, debug, trace or PART=LEVEL, found `inof`"),
        "{printed}"
    );
}

/// Ends a server with a signal and returns its exit status.
#[cfg(unix)]
fn stopped(server: Child, signal: &str) -> (Option<i32>, String) {
    crate::common::signal(signal, server.id());
    let ended = server.wait_with_output().expect("it ends");
    (
        ended.status.code(),
        String::from_utf8_lossy(&ended.stderr).into_owned(),
    )
}

#[cfg(unix)]
#[test]
fn a_server_that_is_stopped_ends_with_the_number_of_the_signal() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    for (signal, status) in [("TERM", 143), ("INT", 130)] {
        let (server, _) = start(folder.path());
        assert_eq!(stopped(server, signal), (Some(status), String::new()), "{signal}");
    }
}

/// Begins a request, for which a server that is stopped waits.
#[cfg(unix)]
fn begin_request(address: &str) -> TcpStream {
    // Two requests over one connection: once the first is answered, the server waits for the second's body.
    let mut visitor = TcpStream::connect(address).expect("it listens");
    let begun = format!(
        "GET /healthz HTTP/1.1\r\nHost: {address}\r\n\r\n\
         POST /api/v1/tables HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: 9\r\n\r\n"
    );
    visitor.write_all(begun.as_bytes()).expect("it reads");
    let mut answer = String::new();
    BufReader::new(&visitor)
        .read_line(&mut answer)
        .expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    visitor
}

#[cfg(unix)]
#[test]
fn a_server_that_is_not_stopped_in_time_ends_with_a_failure() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (server, address) = start(folder.path());
    let _visitor = begin_request(&address);
    let (status, said) = stopped(server, "TERM");
    assert_eq!(status, Some(1));
    assert!(said.contains("stopped in the middle of an answer"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_a_server_that_waits() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (server, address) = start(folder.path());
    let _visitor = begin_request(&address);
    crate::common::signal("TERM", server.id());
    // The first signal has arrived once the server takes no more visitors.
    while TcpStream::connect(&address).is_ok() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(stopped(server, "INT"), (Some(130), String::new()));
}

fn backup(data: &Path, copy: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(["backup", "--data"])
        .args([data, copy])
        .output()
        .expect("the program runs")
}
