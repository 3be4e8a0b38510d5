//! The program as a server, killed under load, and two of it on one database: small rounds of what `cargo
//! xtask load` does at length. The times that come with them are printed and not judged.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::Parser;
use quincunx_load::{Options, scenario};

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
    assert!(figures[0].passed, "{}: {}", figures[0].gate, figures[0].measured);
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
        String::from_utf8_lossy(&again.stderr).contains("copy.db"),
        "a copy is not written over"
    );
}

#[test]
fn games_that_are_not_there_are_not_copied() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let copy = folder.path().join("copy.db");
    let missing = backup(&folder.path().join("data"), &copy);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("data"));
    assert!(!copy.exists());
}

fn backup(data: &Path, copy: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(["backup", "--data"])
        .args([data, copy])
        .output()
        .expect("the program runs")
}
