//! `quincunx report`: a page of results that were saved, and what is no page of them.

use std::fs;

use crate::common::{answer, complaint, save, text};

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
    let output = answer(&["report", &files[0], &files[1], "--out", &out], "");
    assert!(output.contains("page.html"), "{output}");
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
        refused.contains("page.html") && refused.contains("expected results"),
        "{refused}"
    );
    let games = path("games.json");
    save("level report", &games);
    let refused = complaint(&["report", &games, "--out", &other], 1);
    assert!(refused.contains("quincunx merge"), "{refused}");
    assert!(
        fs::metadata(&other).is_err(),
        "nothing is written of what is refused"
    );
}

#[test]
fn a_level_from_a_file_is_named_by_its_first_line_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let level = path("my.toml");
    answer(&["level", "new", &level, "--from", "hourglass"], "");
    for (command, players) in [
        ("simulate", &["--agent", "random"][..]),
        ("tournament", &["--agents", "random", "goal-first"]),
    ] {
        let (saved, page) = (path(&format!("{command}.json")), path(&format!("{command}.html")));
        let run = [
            command, "levels", "--level", &level, "--games", "2", "--out", &saved,
        ];
        answer(&[&run[..], players].concat(), "");
        answer(&["report", &saved, "--out", &page], "");
        let page = fs::read_to_string(&page).expect("it was written");
        assert!(
            page.contains("<td>file=(") && page.contains(" …)</td>"),
            "{command}"
        );
        assert!(!page.contains("name=first-steps"), "{command}");
    }
}

#[test]
fn a_file_is_what_it_says_however_it_is_laid_out() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (saved, laid_out) = (path("saved.json"), path("laid-out.json"));
    for (command, maker) in [
        ("simulate", "report"),
        ("tournament", "report"),
        ("level report", "merge"),
    ] {
        save(command, &saved);
        let whole: serde_json::Value =
            serde_json::from_slice(&fs::read(&saved).expect("it was saved")).expect("JSON");
        fs::write(&laid_out, format!("\r\n \t{whole:#}")).expect("the folder can be written");
        let output = [&saved, &laid_out].map(|file| answer(&["merge", file], ""));
        assert_eq!(output[0], output[1], "{command}");
        answer(
            &[maker, &laid_out, "--out", &path(&format!("{command}.html"))],
            "",
        );

        let text = fs::read_to_string(&saved).expect("it was saved");
        fs::write(&laid_out, format!("\n{}", &text[..text.len() / 2])).expect("the folder can be written");
        let refused = complaint(&["merge", &laid_out], 1);
        assert!(refused.contains("damaged"), "{command}: {refused}");
    }
}
