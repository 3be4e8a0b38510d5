//! Records: every played move of every game of a session is saved.

use std::fs;
use std::path::Path;
use std::time::Duration;

use quincunx_catalog::GAMES;
use quincunx_core::Record;
use ratatui::crossterm::event::KeyCode;

use super::bench::{Bench, THEME, table};
use crate::files::record_file::Recorder;
use crate::tui::animation::Speed;

/// Starts the first game with a record, or the menu.
fn recorded(path: &Path, at_table: bool) -> Bench {
    let recorder = Recorder::new(path.to_owned()).expect("the folder can be written");
    let table = at_table.then(|| table(GAMES[0], ["h", "h"]));
    Bench::with_recorder(THEME, Speed::Off, table, Some(recorder))
}

/// Saves as at a moment of the game, or at its end; returns the error.
fn save(bench: &mut Bench, now: Option<Duration>) -> Option<String> {
    let saved = bench.app.recorder_to_save(now).map(Recorder::save)?;
    saved.err().map(|error| error.to_string())
}

/// Returns the number of moves in a record.
fn moves(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("it was saved");
    let record = Record::parse(&text).expect("a record");
    let session = GAMES[0].replay(&record).expect("a record replays");
    session.ply_count()
}

#[test]
fn looking_back_keeps_all_moves() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("game.record");
    let mut bench = recorded(&path, true);
    for _ in 0..3 {
        bench.play_by_keys(0);
    }
    bench.key(KeyCode::Home);
    assert_eq!(save(&mut bench, None), None);
    assert_eq!(moves(&path), 3);
    assert_eq!(
        bench.app.table().map(|table| table.session.ply()),
        Some(0),
        "the position stays"
    );
}

#[test]
fn a_new_game_keeps_the_moves_of_the_one_before() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = |name: &str| folder.path().join(name);
    let mut bench = recorded(&file("game.record"), true);
    for _ in 0..3 {
        bench.play_by_keys(0);
    }
    assert_eq!(save(&mut bench, Some(Duration::from_secs(2))), None);
    bench.play_by_keys(0);
    // The second new game has no moves, and no record.
    bench.keys("nn");
    bench.play_by_keys(0);
    assert_eq!(save(&mut bench, None), None);
    assert_eq!(
        [moves(&file("game.record")), moves(&file("game-2.record"))],
        [4, 1]
    );
    assert!(!file("game-3.record").exists());
    let farewell = bench.app.farewell().pop().expect("a last line");
    let [first, second] = ["game.record", "game-2.record"].map(|name| file(name).display().to_string());
    assert_eq!(farewell, format!("The records are in {first}, {second}."));
}

#[test]
fn the_way_back_to_the_menu_keeps_the_moves() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("game.record");
    let mut bench = recorded(&path, false);
    bench.key(KeyCode::Enter);
    bench.play_by_keys(0);
    bench.keys("q");
    assert!(bench.app.table.is_none());
    let next = bench.app.next_tick(bench.now).expect("there is a record to save");
    assert_eq!(save(&mut bench, Some(next)), None);
    assert_eq!(moves(&path), 1);
    assert_eq!(
        bench.app.farewell(),
        [format!("The record is in {}.", path.display())]
    );
}

#[test]
fn a_record_that_cannot_be_saved_is_tried_again() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let records = folder.path().join("records");
    fs::create_dir(&records).expect("the folder can be written");
    let path = records.join("game.record");
    let mut bench = recorded(&path, true);
    bench.play_by_keys(0);
    fs::remove_dir(&records).expect("the folder is ours");
    for _ in 0..2 {
        let next = bench.app.next_tick(bench.now).expect("there is a record to save");
        bench.now = next;
        let error = save(&mut bench, Some(next)).expect("the folder is missing");
        assert!(error.starts_with("cannot save the record to"), "{error}");
        assert_eq!(save(&mut bench, Some(next)), None, "not at once");
    }
    assert!(save(&mut bench, None).is_some(), "the end reports it");
    assert_eq!(bench.app.farewell().len(), 1, "no file is named");
    fs::create_dir(&records).expect("the folder can be written");
    assert_eq!(save(&mut bench, None), None);
    assert_eq!(moves(&path), 1);
    assert_eq!(bench.app.next_tick(bench.now), None);
}
