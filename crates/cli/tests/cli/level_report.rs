//! `quincunx level report`: figures for people and programs, pages, other levels, people's success, and what
//! is refused.

use std::fs;

use crate::common::{answer, complaint, quincunx, save, text, words};

/// Arguments of a small report.
const SMALL: &str = "level report first-steps --games 20 --agent random --agent goal-first";

#[test]
fn a_report_is_a_table_and_the_same_for_programs_and_any_threads() {
    let printed = answer(&words(SMALL), "");
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
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let json = |threads: &str| {
        answer(
            &[&words(SMALL)[..], &["--json", "--threads", threads]].concat(),
            "",
        )
    };
    let one = json("1");
    assert_eq!(one, json("3"));
    let value: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let report = &value["report"];
    assert_eq!(
        report["seed"], "0",
        "readers of JSON keep only 53 bits of a number"
    );
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
    let printed = answer(&[&words(SMALL)[..], &more].concat(), "");
    for part in [
        "on the same seeds",
        "limit for 70.0 % success of noisy:aim=goals",
        "calibration by people's success on 6 levels",
        "by the best figure of the other levels",
        "predicted success of people",
        "the level is in the table and was left out of this fit",
        "\nnoisy:aim=goals  best 5 %: moves left",
        "report.html is written",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    let again = complaint(&["level", "report", &own, "--out", &page], 1);
    assert!(again.contains("--force replaces it"), "{again}");
    let page = fs::read_to_string(&page).expect("it was written");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in [
        "<svg ",
        "Red harvest",
        "Success by skill",
        "Success by limit",
        "Points by move",
        "own.toml",
        "Attempts until 95 % have succeeded",
        "Games with a deadlock",
        "Shares and their target bands",
        "at least",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // Of both levels: success and deadlocks of three players, attempts of these and of people, four shares,
    // and two curves.
    assert_eq!(page.matches("class=\"zone\"").count(), 2 * (3 + 3 + 4 + 4 + 2));
    for part in ["://", "src=", "href=", "<script", "NaN", "inf"] {
        assert!(!page.contains(part), "{part}");
    }
    // What bands show of a curve is in its table too.
    for curve in ["Points by move", "Goals reached by move"] {
        let (_, table) = page
            .split_once(&format!("As a table: {curve}"))
            .expect("a curve has a table");
        let (table, _) = table.split_once("</table>").expect("a table ends");
        let mut cells = table.split("<td>").skip(1);
        assert!(
            cells.clone().count() > 0 && cells.all(|cell| cell.contains(" to ")),
            "{table}"
        );
    }
}

#[test]
fn shards_are_merged_into_what_one_machine_saves() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let bytes = |name: &str| fs::read(folder.path().join(name)).expect("it was written");
    let report = words("level report red-harvest --games 12 --agent random --target-success 0.6");
    let with = |more: &[&str]| answer(&[&report[..], more].concat(), "");
    let printed = with(&["--out", &path("whole.json")]);
    assert_eq!(printed, with(&[]), "saved or not, the output is the same");
    for shard in ["1/2", "2/2"] {
        let part = path(&format!("part-{}.json", &shard[..1]));
        assert!(with(&["--shard", shard, "--out", &part]).contains("not all games were played"));
    }
    let (one, two, known) = (path("part-1.json"), path("part-2.json"), path("known.json"));
    let merged = quincunx(&["merge", &two, &one, "--out", &known], "");
    let missing = String::from_utf8_lossy(&merged.stderr).into_owned();
    assert!(
        merged.status.success() && missing.contains("12 games are missing"),
        "{missing}"
    );
    // Whether the player looks at the limit is seen in games under the limit found, which hangs on both
    // parts.
    for shard in ["1/2", "2/2"] {
        let more = path(&format!("more-{}.json", &shard[..1]));
        with(&["--from", &known, "--shard", shard, "--out", &more]);
    }
    let all = path("all.json");
    let merge = [
        "merge",
        &path("more-1.json"),
        &known,
        &path("more-2.json"),
        "--out",
        &all,
    ];
    assert_eq!(answer(&merge, ""), printed);
    assert_eq!(bytes("all.json"), bytes("whole.json"));
    let rest = quincunx(&[&report[..], &["--out", &known]].concat(), "");
    let goes_on = String::from_utf8_lossy(&rest.stderr).into_owned();
    assert!(
        rest.status.success() && goes_on.contains("continuing with"),
        "{goes_on}"
    );
    assert_eq!(
        bytes("known.json"),
        bytes("whole.json"),
        "one machine can play the rest, too"
    );
    answer(&["merge", &all, "--out", &path("page.html")], "");
    assert!(bytes("page.html").starts_with(b"<!doctype html>"));

    for (arguments, status, reason) in [
        (&["--shard", "1/2"][..], 2, "--out"),
        (&["--shard", "1/2", "--out", "page.html"], 2, "--out PART.json"),
        (
            &["--compare", "hourglass", "--out", "games.json"],
            2,
            "--compare and --calibrate do not go",
        ),
        (
            &["--seed", "5", "--out", &all],
            1,
            "the seed is `0` there and `5` here",
        ),
    ] {
        let printed = complaint(&[&report[..], arguments].concat(), status);
        assert!(printed.contains(reason), "{reason}: {printed}");
    }
    let printed = complaint(&["merge", &one, &one], 1);
    assert!(printed.contains("game 0, by"), "{printed}");
    let other = path("other.json");
    save("level report", &other);
    let printed = complaint(&["merge", &one, &other], 1);
    assert!(
        printed.contains("other.json") && printed.contains("a line of the level is"),
        "{printed}"
    );
}

#[test]
fn saved_games_are_compared_and_calibrated_with_as_if_played_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let plan = ["--games", "12", "--agent", "random", "--agent", "goal-first"];
    let report = |more: &[&str]| answer(&[&["level", "report"], more, &plan[..]].concat(), "");
    let (one, other) = (path("one.json"), path("other.json"));
    report(&["first-steps", "--out", &one]);
    report(&["red-harvest", "--out", &other]);
    // A part of the games is enough: what is missing is played.
    let part = path("part.json");
    report(&["red-harvest", "--shard", "1/2", "--out", &part]);
    let compared = report(&["first-steps", "--compare", "red-harvest", "--json"]);
    for (one, other) in [(&*one, &*other), (&one, "red-harvest"), ("first-steps", &part)] {
        assert_eq!(
            report(&[one, "--compare", other, "--json"]),
            compared,
            "{one}, {other}"
        );
    }
    assert_eq!(report(&[&one]), report(&["first-steps"]));

    let table = "level,success\nfirst-steps,0.9\nred-harvest,0.4\nhourglass,0.1\nthe-well,0.8\ngarden-path,0.3\nfour-corners,0.2\n";
    let (played, saved) = (path("played.csv"), path("saved.csv"));
    fs::write(&played, table).expect("the folder can be written");
    let table = table
        .replace("first-steps", "one.json")
        .replace("red-harvest", "other.json");
    fs::write(&saved, table).expect("the folder can be written");
    let with = |people: &str| {
        let printed = report(&["first-steps", "--calibrate", people, "--json"]);
        let mut printed: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(printed["prediction"]["is_known"], true);
        // They are named as in the table.
        printed["calibration"]["levels"].take();
        printed
    };
    assert_eq!(with(&saved), with(&played));
    // A copy with another name is the same level.
    let copy = path("copy.toml");
    let named = answer(&["level", "new", "--from", "first-steps"], "");
    fs::write(&copy, named.replacen("name = \"", "name = \"New ", 1)).expect("the folder can be written");
    let printed = report(&[&copy, "--calibrate", &played, "--json"]);
    let printed: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(printed["prediction"], with(&played)["prediction"]);
    // Nor does it matter what limit was sought when they were saved, or is now.
    report(&[
        "red-harvest",
        "--target-success",
        "0.5",
        "--out",
        &other,
        "--force",
    ]);
    assert_eq!(with(&saved), with(&played));
    for more in [&[][..], &["--target-success", "0.7"]] {
        let asked = [&["first-steps", "--json", "--compare"], &[&*other][..], more].concat();
        let printed: serde_json::Value = serde_json::from_str(&report(&asked)).expect("JSON");
        assert_eq!(printed["report"]["target"].is_null(), more.is_empty());
        assert_eq!(printed["other"]["target"]["success"], 0.5);
    }

    for (arguments, status, reason) in [
        (
            &[&*one, "--games", "13"][..],
            1,
            "random (12 games), goal-first (12 games)` there and `random (13 games), goal-first (13 games)` here",
        ),
        (
            &["first-steps", "--compare", &one, "--seed", "7"],
            1,
            "the seed is `0` there",
        ),
        (&[&one, "--out", &other], 2, "holds games"),
        (&[&played.replace("csv", "json")], 1, "cannot read"),
    ] {
        let agents = ["--agent", "random", "--agent", "goal-first"];
        let games: &[&str] = if arguments.contains(&"--games") {
            &[]
        } else {
            &["--games", "12"]
        };
        let printed = complaint(
            &[&["level", "report"], arguments, &agents, games].concat(),
            status,
        );
        assert!(printed.contains(reason), "{reason}: {printed}");
    }
}

#[test]
fn levels_of_one_name_are_told_apart_by_their_files() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (before, after, page) = (path("before.toml"), path("after.toml"), path("report.html"));
    let level = answer(&["level", "new", "--from", "first-steps"], "");
    fs::write(&before, &level).expect("the folder can be written");
    fs::write(&after, level.replacen("limit = ", "limit = 1", 1)).expect("the folder can be written");
    let report = [&words(SMALL)[..2], &[before.as_str()], &words(SMALL)[3..]].concat();
    let more = ["--compare", &after, "--out", &page];
    let printed = answer(&[&report[..], &more].concat(), "");
    let less = format!("{after} less {before}, on the same seeds");
    assert!(printed.contains(&less), "{printed}");
    let page = fs::read_to_string(&page).expect("it was written");
    for part in [
        format!("<p>{less}.</p>"),
        format!("<h1>{before} and {after}</h1>"),
        format!("<h2>{after}</h2>"),
    ] {
        assert!(page.contains(&part), "{part}");
    }
    let (_, chart) = page
        .split_once("<title>Difference of success</title>")
        .expect("a chart");
    let (description, _) = chart.split_once("</desc>").expect("a description");
    assert!(
        description.contains(" pp, ") && !description.contains('%'),
        "{description}"
    );
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("people.csv");
    let people = path.to_str().expect("a plain path");
    for (arguments, reason) in [
        (
            &["level", "report", "nowhere"][..],
            "neither a file nor a shipped level",
        ),
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
            "expected the extension .html or .json",
        ),
    ] {
        let printed = complaint(arguments, 2);
        assert!(printed.contains(reason), "{reason}: {printed}");
    }
    for (table, reason) in [
        ("level,rate\nhourglass,0.5\n", "expected a column `success`"),
        (
            "level,success\nhourglass,63\n",
            ":2: expected a success from 0 to 1, such as 0.63 or 63%, found `63`",
        ),
        ("level,success\nhourglass,0.5\nnowhere.toml,0.5\n", ":3: "),
        (
            "level,success,attempts\nhourglass,0.5,some\n",
            ":2: expected a whole number of attempts above 0, found `some`",
        ),
        (
            "level,success\nhourglass,0.5\nfirst-steps,0.9\nhourglass,0.6\n",
            ":4: `hourglass` is the level of line 2 again",
        ),
    ] {
        fs::write(&path, table).expect("the folder can be written");
        let printed = complaint(&[&words(SMALL)[..], &["--calibrate", people]].concat(), 2);
        assert!(printed.contains(reason), "{reason}: {printed}");
    }
    fs::write(&path, "level,success\nhourglass,0.5\nfirst-steps,0.9\n").expect("the folder can be written");
    let output = quincunx(&[&words(SMALL)[..], &["--calibrate", people]].concat(), "");
    let printed = String::from_utf8_lossy(&output.stderr);
    let reason = format!("{people}: a calibration takes at least 6 levels, found 2");
    assert!(
        output.status.code() == Some(2) && printed.contains(&reason),
        "{printed}"
    );
}
