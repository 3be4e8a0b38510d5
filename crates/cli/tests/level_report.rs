//! `quincunx level report`: figures for people and programs, pages, other levels, people's success, and what is refused.

mod common;
#[path = "common/files.rs"]
mod files;

use std::fs;

use common::{answer, complaint, quincunx};
use files::text;

/// Arguments of a small report.
const SMALL: [&str; 9] = [
    "level",
    "report",
    "first-steps",
    "--games",
    "20",
    "--agent",
    "random",
    "--agent",
    "goal-first",
];

#[test]
fn a_report_is_a_table_and_the_same_for_programs_and_any_threads() {
    let told = answer(&SMALL, "");
    for part in [
        "First steps: 7×7",
        "player",
        "goal-first",
        "attempts",
        "best 5 % need",
        "decides",
        "deadlocks",
        "in it",
        "miss three times in a row",
        "share of luck",
        "at least",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let json = |threads: &str| answer(&[&SMALL[..], &["--json", "--threads", threads]].concat(), "");
    let one = json("1");
    assert_eq!(one, json("3"));
    let value: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let report = &value["report"];
    assert_eq!(report["casual"], "noisy:aim=goals");
    let tiers = report["tiers"].as_array().expect("a list");
    assert_eq!(tiers.len(), 3);
    for tier in tiers {
        assert_eq!(tier["success"]["of"], 20);
        assert!(tier["by_move"].as_array().expect("a list").len() > 5);
    }
    assert!(value["other"].is_null() && value["calibration"].is_null());
}

#[test]
fn pages_tell_all_without_a_network() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (own, people, page) = (path("own.toml"), path("people.csv"), path("report.html"));
    answer(&["level", "new", &own, "--from", "red-harvest"], "");
    let table = "Level,who,success,attempts\nfirst-steps,x,95%,200\nown.toml,y,0.4,\nhourglass,z,0.1,50\nthe-well,y,80%,\n\
                 garden-path,x,0.3,\nfour-corners,z,0.2,70\n";
    fs::write(&people, table).expect("the folder can be written");
    let more = [
        "--compare",
        &own,
        "--target-success",
        "70%",
        "--calibrate",
        &people,
        "--out",
        &page,
    ];
    let told = answer(&[&SMALL[..], &more].concat(), "");
    for part in [
        "on the same seeds",
        "limit for 70.0 % success of noisy:aim=goals",
        "how well figures foretell people's success on 6 levels",
        "the figure that is best on all other levels",
        "people are foretold to succeed",
        "the level is one of the table, and was left out for this",
        "\nnoisy:aim=goals  best 5 %: moves left",
        "report.html is written",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in [
        "<svg ",
        "Red harvest",
        "Success by skill",
        "Success by limit",
        "Points by move",
        "own.toml",
        "Attempts until 95 % are through",
        "Games with a deadlock",
        "In the bands that designers use",
        "at least",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Of both levels: success and deadlocks of three players, attempts of these and of people, four shares, and two curves.
    assert_eq!(page.matches("class=\"zone\"").count(), 2 * (3 + 3 + 4 + 4 + 2));
    for part in ["://", "src=", "href=", "<script", "NaN", "inf"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("people.csv");
    let people = path.to_str().expect("a plain path");
    for (arguments, reason) in [
        (&["level", "report", "nowhere"][..], "neither a file nor a level"),
        (&["level", "report", "hourglass", "--games", "1"], "--games"),
        (
            &["level", "report", "hourglass", "--target-success", "7"],
            "a share between 0 and 1",
        ),
        (
            &["level", "report", "hourglass", "--agent", "nobody"],
            "there is no player `nobody`",
        ),
        (
            &["level", "report", "hourglass", "--out", "page.toml"],
            "should end in .html",
        ),
    ] {
        let told = complaint(arguments, 2);
        assert!(told.contains(reason), "{reason}: {told}");
    }
    for (table, reason) in [
        ("level,rate\nhourglass,0.5\n", "no column `success`"),
        ("level,success\nhourglass,63\n", ":2: success is `63`"),
        ("level,success\nhourglass,0.5\nnowhere.toml,0.5\n", ":3: "),
        (
            "level,success,attempts\nhourglass,0.5,some\n",
            ":2: attempts are `some`",
        ),
        (
            "level,success\nhourglass,0.5\nfirst-steps,0.9\nhourglass,0.6\n",
            ":4: `hourglass` is the level of line 2 again",
        ),
    ] {
        fs::write(&path, table).expect("the folder can be written");
        let told = complaint(&[&SMALL[..], &["--calibrate", people]].concat(), 2);
        assert!(told.contains(reason), "{reason}: {told}");
    }
    fs::write(&path, "level,success\nhourglass,0.5\nfirst-steps,0.9\n").expect("the folder can be written");
    let output = quincunx(&[&SMALL[..], &["--calibrate", people]].concat(), "");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && told.contains("2 levels"),
        "{told}"
    );
}
