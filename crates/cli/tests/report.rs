//! `quincunx report`: a page of results that were saved, and what is no page of them.

mod common;
#[path = "common/files.rs"]
mod files;

use std::fs;

use common::{answer, complaint};
use files::text;

#[test]
fn saved_results_become_a_page() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let files = [path("a.json"), path("b.json")];
    for (file, agent) in files.iter().zip(["random", "greedy"]) {
        let run = ["simulate", "2048", "--games", "20", "--seed", "5", "--json"];
        answer(&[&run[..], &["--agent", agent, "--out", file]].concat(), "");
    }
    let out = path("page.html");
    let told = answer(&["report", &files[0], &files[1], "--out", &out], "");
    assert!(told.contains("page.html"), "{told}");
    let page = fs::read_to_string(&out).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in ["greedy", "highest-tile", "B against A, game by game", "a.json"] {
        assert!(page.contains(part), "{part}");
    }

    let (tournament, both) = (path("t.json"), path("both.html"));
    let agents = ["--games", "4", "--agents", "random", "greedy"];
    answer(
        &[&["tournament", "quartet", "--out", &tournament], &agents[..]].concat(),
        "",
    );
    answer(&["report", &tournament, &files[0], "--out", &both], "");
    let page = fs::read_to_string(&both).expect("it was written");
    assert!(page.contains("Cross table") && page.contains("highest-tile"));

    let before = fs::read(&files[0]).expect("it was saved");
    let refused = complaint(&["report", &files[0], "--out", &files[0]], 2);
    assert!(refused.contains(".html"), "{refused}");
    assert_eq!(fs::read(&files[0]).expect("it was saved"), before);

    let other = path("other.html");
    let refused = complaint(&["report", &out, "--out", &other], 1);
    assert!(
        refused.contains("page.html") && refused.contains("no results"),
        "{refused}"
    );
    assert!(
        fs::metadata(&other).is_err(),
        "nothing is written of what is refused"
    );
}
