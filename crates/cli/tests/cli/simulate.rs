//! `quincunx agents`, `simulate` and `merge`: what is printed, that parts are the whole, and that work goes
//! on where it was left.

use std::path::{Path, PathBuf};
use std::{fs, iter};

use quincunx_catalog::GAMES;
use serde_json::{Value, json};

#[cfg(unix)]
use crate::common::ended_once_there;
use crate::common::{answer, complaint, quincunx, small, text, words};
#[cfg(target_os = "linux")]
use crate::common::{ended_once, signal};

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(arguments, "")).expect("JSON")
}

/// Returns a name of a file for each format of rows that this build writes.
fn row_files() -> impl Iterator<Item = &'static str> {
    let parquet = cfg!(feature = "parquet").then_some("games.parquet");
    iter::once("games.csv").chain(parquet)
}

/// Saves a part of a run of 60 games of 2048.
fn part(folder: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let path = folder.join(name);
    let of_run = words("simulate 2048 --agent random --games 60 --seed 5 --json --out");
    answer(&[&of_run[..], &[text(&path)], arguments].concat(), "");
    path
}

#[test]
fn players_are_listed_as_they_are_named() {
    for entry in GAMES {
        let words = answer(&["agents", entry.id()], "");
        let printed = json(&["agents", entry.id(), "--json"]);
        let kinds: Vec<&str> = entry.agents().map(|kind| kind.name).collect();
        assert_eq!(printed["agents"].as_array().map(Vec::len), Some(kinds.len()));
        assert_eq!(printed["levels"].as_array().map(Vec::len), Some(5));
        for (kind, printed) in kinds.iter().zip(printed["agents"].as_array().expect("a list")) {
            assert_eq!(printed["name"], *kind);
            assert!(words.contains(kind), "{words}");
            let run = [
                "simulate",
                entry.id(),
                "--games",
                "1",
                "--plies",
                "1",
                "--json",
                "--agent",
                kind,
            ];
            assert_eq!(json(&[&run[..], small(entry.id())].concat())["games"], 1);
        }
    }
}

#[test]
fn every_game_is_summed_up() {
    for entry in GAMES {
        let run = [
            "simulate",
            entry.id(),
            "--agent",
            "random",
            "--games",
            "40",
            "--seed",
            "1",
        ];
        let words = answer(&run, "");
        assert!(
            words.starts_with(&format!("{}: 40 games of random", entry.id())),
            "{words}"
        );
        assert!(words.contains("plies") && words.contains("± 95 %"), "{words}");
        let printed = json(&[&run[..], &["--json"]].concat());
        assert_eq!(
            (&printed["games"], &printed["missing"]),
            (&40.into(), &Value::Array(Vec::new()))
        );
        let outcomes = printed["outcomes"].as_object().expect("outcomes");
        let games: u64 = outcomes.values().flat_map(|end| end["games"].as_u64()).sum();
        assert_eq!(games, 40);
        assert!(
            printed["figures"]["plies"]["mean"]
                .as_f64()
                .is_some_and(|mean| mean > 0.0)
        );
        for (name, _) in entry.figures() {
            assert!(words.contains(name) && printed["figures"][name]["mean"].is_number());
        }
        let threads = json(&[&run[..], &["--json", "--threads", "3"]].concat());
        assert_eq!(threads, printed, "{}: on three threads", entry.id());
    }
}

#[test]
fn openings_are_part_of_a_run() {
    let run = |opening: &[&str]| {
        let of = words("simulate quartet --agent alpha-beta:depth=1 --games 8 --json");
        json(&[&of[..], opening].concat())
    };
    let usual = run(&[]);
    assert!(usual["run"]["opening"].as_u64() > Some(0), "{usual}");
    let least_and_most = |printed: &Value| {
        (
            printed["figures"]["plies"]["least"].clone(),
            printed["figures"]["plies"]["most"].clone(),
        )
    };
    let (least, most) = least_and_most(&usual);
    assert_ne!(
        least, most,
        "players without luck of their own do not repeat one game"
    );
    let (least, most) = least_and_most(&run(&["--opening", "0"]));
    assert_eq!(least, most);
}

#[test]
fn the_second_player_sits_in_the_second_seat() {
    let won = |agents: [&str; 2]| {
        let [first, second] = agents;
        let run = [
            "simulate",
            "connect-four",
            "--games",
            "20",
            "--json",
            "--agent",
            first,
            "--agent",
            second,
        ];
        let printed = json(&run);
        ["P1", "P2"].map(|seat| printed["outcomes"][seat]["games"].as_u64().unwrap_or(0))
    };
    let [first, second] = won(["mcts:200", "random"]);
    assert!(first > 15 && second < 5, "{first} to {second}");
    let [first, second] = won(["random", "mcts:200"]);
    assert!(second > 15 && first < 5, "{first} to {second}");
}

#[test]
fn a_part_that_is_saved_nowhere_is_refused() {
    let run = ["simulate", "quartet", "--agent", "random", "--agent", "random"];
    let printed = complaint(&[&run[..], &["--shard", "1/2"]].concat(), 2);
    assert!(printed.contains("--out"), "{printed}");
}

#[test]
fn merged_shards_are_the_unsplit_run_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let whole = fs::read(part(folder, "whole.json", &["--threads", "1"])).expect("it was saved");
    let shards = ["2/3", "3/3", "1/3"].map(|shard| {
        let name = format!("{}.json", shard.replace('/', "-"));
        part(folder, &name, &["--shard", shard])
    });
    let merged = folder.join("merged.json");
    let parts = shards.each_ref().map(|path| text(path));
    let printed = answer(&[&["merge"], &parts[..], &["--out", text(&merged)]].concat(), "");
    assert!(
        printed.starts_with("2048: 60 games of random, seed 5"),
        "{printed}"
    );
    assert_eq!(fs::read(&merged).expect("it was saved"), whole);

    let two = json(&["merge", parts[0], parts[1], "--json"]);
    assert_eq!(
        (&two["games"], &two["missing"]),
        (&40.into(), &serde_json::json!([[0, 20]]))
    );
    let twice = complaint(&["merge", parts[0], parts[1], parts[0]], 1);
    assert!(
        twice.contains("2-3.json: game 20 is also in an earlier part"),
        "{twice}"
    );
    let other = part(folder, "other.json", &["--shard", "1/3", "--plies", "9"]);
    let other = complaint(&["merge", parts[0], text(&other)], 1);
    assert!(
        other.contains("other.json") && other.contains("most actions"),
        "{other}"
    );

    // The same games as rows for others.
    let csv = folder.join("games.csv");
    answer(&["merge", text(&merged), "--out", text(&csv)], "");
    let csv = fs::read_to_string(csv).expect("it was saved");
    assert_eq!(csv.lines().count(), 61);
    assert!(
        csv.starts_with("game,seed,outcome,points,plies,highest-tile\n0,"),
        "{csv}"
    );
    if cfg!(feature = "parquet") {
        let parquet = folder.join("games.parquet");
        answer(&["merge", text(&merged), "--out", text(&parquet)], "");
        assert_eq!(fs::read(parquet).expect("it was saved")[..4], *b"PAR1");
    }
}

#[test]
fn the_same_command_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let whole = fs::read(part(folder, "whole.json", &[])).expect("it was saved");
    let path = part(folder, "run.json", &["--shard", "2/3"]);
    let again = [
        "simulate",
        "2048",
        "--agent",
        "random",
        "--games",
        "60",
        "--seed",
        "5",
        "--out",
        text(&path),
    ];
    let output = quincunx(&again, "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.contains("20 of 60 games played"),
        "{errors}"
    );
    assert_eq!(fs::read(&path).expect("it was saved"), whole);
    // A file of something else is not written over.
    let other = [&again[..], &["--plies", "9"]].concat();
    let refused = complaint(&other, 1);
    assert!(refused.contains("is unchanged"), "{refused}");
    assert_eq!(fs::read(&path).expect("it is there"), whole);
}

#[cfg(target_os = "linux")]
#[test]
fn under_nohup_the_terminal_may_close() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("run.json");
    let script = format!(
        "trap '' HUP; exec '{}' simulate quartet --agent random --games 100000000 --no-rows --out '{}'",
        env!("CARGO_BIN_EXE_quincunx"),
        text(&path)
    );
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !path.exists() {
        assert_eq!(child.try_wait().expect("it can be asked"), None);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // Whichever is heard first ends it, and the status is which it was.
    signal("HUP", child.id());
    signal("TERM", child.id());
    let status = child.wait().expect("the program ends");
    assert_eq!(status.code(), Some(143));
}

#[cfg(unix)]
#[test]
fn a_reader_that_went_away_is_no_failure() {
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .args(["simulate", "2048", "--agent", "random", "--games", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && printed.is_empty(), "{printed}");
}

#[test]
fn files_are_written_over_only_when_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    for name in row_files() {
        let path = folder.join(name);
        fs::write(&path, "of somebody else").expect("it can be written");
        let run = [
            "simulate",
            "2048",
            "--agent",
            "random",
            "--games",
            "2",
            "--out",
            text(&path),
        ];
        let refused = complaint(&run, 1);
        assert!(refused.contains("is unchanged; --force"), "{refused}");
        assert_eq!(fs::read(&path).expect("it is there"), b"of somebody else");
        answer(&[&run[..], &["--force"]].concat(), "");
        assert!(fs::read(&path).expect("it is there") != b"of somebody else");
    }
    let part = part(folder, "part.json", &["--shard", "1/2"]);
    let before = fs::read(&part).expect("it was saved");
    let refused = complaint(&["merge", text(&part), "--out", text(&part)], 1);
    assert!(refused.contains("is unchanged"), "{refused}");
    let other = ["simulate", "2048", "--agent", "random", "--games", "60"];
    let refused = complaint(&[&other[..], &["--seed", "6", "--out", text(&part)]].concat(), 1);
    assert!(
        refused.contains("the seed is `5` there and `6` here"),
        "{refused}"
    );
    assert_eq!(fs::read(&part).expect("it is there"), before);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_is_done_and_the_rest_is_played_later() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("run.json");
    let run = [
        "simulate",
        "quartet",
        "--agent",
        "random",
        "--games",
        "100000000",
        "--no-rows",
        "--out",
        text(&path),
    ];
    // It is there before the first game.
    let output = ended_once_there(&run, &path);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{printed}");
    assert!(printed.contains("left; the same command continues"), "{printed}");
    let printed = json(&["merge", text(&path), "--json"]);
    let played = printed["games"].as_u64().expect("a number");
    assert!(
        played < 100_000_000 && printed["missing"] != Value::Array(Vec::new()),
        "{printed}"
    );
}

/// Reports how much of the processor's time a program has taken, in ticks, of which a second has a hundred.
#[cfg(target_os = "linux")]
fn ticks(program: &std::process::Child) -> u64 {
    let printed = fs::read_to_string(format!("/proc/{}/stat", program.id())).expect("there is a message");
    // The name, the second field, is in brackets and may hold anything.
    let (_, fields) = printed.rsplit_once(") ").expect("a name in brackets");
    let ticks = fields.split(' ').nth(14 - 3).expect("the 14th field");
    ticks.parse().expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_leaves_the_rows_of_games_that_ended_and_no_others() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let others = tempfile::tempdir().expect("a temporary folder can be made");
    let results = part(others.path(), "run.json", &[]);
    for (agent, ends_games) in [("random", true), ("mcts:1000000000", false)] {
        for name in row_files() {
            let path = folder.path().join(format!("{ends_games}-{name}"));
            let run = [
                "simulate",
                "quartet",
                "--agent",
                agent,
                "--games",
                "10000000",
                "--out",
                text(&path),
            ];
            // Long after it began to watch for signals, and when thousands of random games have ended.
            let output = ended_once(&run, |program| ticks(program) > 50);
            let printed = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(143), "{printed}");
            assert!(printed.contains(" left"), "{printed}");
            assert_eq!(path.exists(), ends_games, "{printed}");
            assert_eq!(printed.contains("--force starts again"), ends_games);
            if ends_games && name == "games.csv" {
                let rows = fs::read_to_string(&path).expect("it is there");
                assert!(rows.lines().count() > 1, "{rows}");
            }
            let advice = printed.split('`').nth(1).expect("the advice is printed");
            let advice = advice.replace("RUN.json", text(&results));
            let mut words = advice.split(' ');
            assert_eq!(words.next(), Some("quincunx"));
            answer(&words.collect::<Vec<_>>(), "");
            assert!(path.exists(), "{advice}");
        }
    }
    let files = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(files, 2 * row_files().count());
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_saved_are_printed() {
    for run in [
        "simulate quartet --agent random --games 100000000 --no-rows --json --out",
        "tournament quartet --agents mcts:1000000000 greedy --json --out",
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("run.json");
        let run = [&words(run)[..], &[text(&path)]].concat();
        let output = ended_once(&run, |_| {
            path.exists() && fs::remove_dir_all(folder.path()).is_ok()
        });
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("cannot save"), "{errors}");
        serde_json::from_slice::<Value>(&output.stdout).expect("the results as JSON");
    }
}

#[test]
fn counters_alone_are_small_and_merge_as_well() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    let whole = part(folder, "whole.json", &["--no-rows"]);
    let parts = ["1/2", "2/2"].map(|shard| {
        let name = format!("{}.json", shard.replace('/', "-"));
        part(folder, &name, &["--no-rows", "--shard", shard])
    });
    let merged = folder.join("merged.json");
    answer(
        &["merge", text(&parts[1]), text(&parts[0]), "--out", text(&merged)],
        "",
    );
    let with_rows = words("simulate 2048 --agent random --games 60 --seed 5 --out");
    let mixed = complaint(&[&with_rows[..], &[text(&whole)]].concat(), 1);
    assert!(mixed.contains("has counters only: give --no-rows"), "{mixed}");
    let [whole, merged] = [whole, merged].map(|path| fs::read_to_string(path).expect("it was saved"));
    assert_eq!(whole, merged);
    assert!(!whole.contains("rows"));
    let refused = complaint(
        &words("simulate 2048 --agent random --no-rows --out games.csv"),
        2,
    );
    assert!(refused.contains("a row per game"), "{refused}");
}

#[test]
fn wrong_use_is_reported() {
    let run = ["simulate", "2048", "--agent"];
    for (arguments, printed) in [
        (&["no-such-player"][..], "there is no player `no-such-player`"),
        (&["mcts:"], "does not name a player"),
        (&["mcts:depth=1"], "there is no option `depth`"),
        (&["random", "--agent", "random"], "this is a game for 1"),
        (&["random", "--shard", "4/3"], "is not a shard"),
        (&["random", "--out", "run.txt"], ".json, .csv or .parquet"),
        (&["random", "--games", "0"], "expected a whole number from 1 to"),
        (
            &["random", "--games", "100000000", "--out", "x.json"],
            "games with rows",
        ),
    ] {
        let error = complaint(&[&run[..], arguments].concat(), 2);
        assert!(error.contains(printed), "{arguments:?}: {error}");
    }
    let error = complaint(&["merge", "/no/such/file"], 1);
    assert!(error.contains("cannot read /no/such/file"), "{error}");
}

#[test]
fn a_level_is_named_in_one_word_and_belongs_to_the_run() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let level = folder.path().join("mine.toml");
    let saved = folder.path().join("run.json");
    let write = |score: u32| {
        let text = format!("columns = 6\nrows = 6\ncolours = 4\nlimit = 2\n[goals]\nscore = {score}\n");
        fs::write(&level, text).expect("it can be written");
    };
    let run = words("simulate levels --agent random --games 20 --json --level");
    write(1);
    let mine = [&run[..], &[text(&level), "--out", text(&saved)]].concat();
    let printed: Value = serde_json::from_str(&answer(&mine, "")).expect("JSON");
    assert_eq!(
        printed["outcomes"]["reached"]["games"], 20,
        "one point is won by any move"
    );
    let read = fs::read_to_string(&level).expect("it was written");
    assert_eq!(printed["run"]["options"]["file"], read.as_str());
    write(2);
    let refused = complaint(&mine, 1);
    assert!(refused.contains("is unchanged"), "{refused}");
    fs::remove_file(&saved).expect("it was saved");
    let in_words = |level: &str| {
        let arguments = [&run[..6], &["--level", level]].concat();
        answer(&arguments, "").lines().nth(1).map(str::to_owned)
    };
    let printed = ["hourglass", "first-steps", text(&level)].map(in_words);
    let expected = [
        "options: name=hourglass",
        "options: name=first-steps",
        "options: file=(6 lines: columns = 6 …)",
    ];
    assert_eq!(printed, expected.map(|line| Some(line.to_owned())));
    let shipped = json(&[&run[..], &["hourglass"]].concat());
    assert_eq!(shipped["run"]["options"]["name"], "hourglass");
    let refused = complaint(&[&run[..], &["nowhere"]].concat(), 2);
    assert!(refused.contains(": first-steps"), "{refused}");
}

#[test]
fn players_keep_to_the_limits_of_a_run() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let of = |name: &str, arguments: &[&str]| -> Value {
        let path = folder.path().join(name);
        let run = words("simulate 2048 --width 3 --agent level:5 --games 2 --plies 30");
        answer(&[&run[..], &["--out", text(&path)], arguments].concat(), "");
        serde_json::from_str(&fs::read_to_string(path).expect("it was written")).expect("JSON")
    };
    // Nodes repeat themselves on any number of threads, and are another run than one without.
    let nodes = of("nodes.json", &["--nodes", "50"]);
    assert_eq!(nodes["run"]["limit"], json!({"nodes": 50}));
    assert_eq!(nodes, of("again.json", &["--nodes", "50", "--threads", "2"]));
    let own = of("own.json", &[]);
    assert_eq!(own["run"]["limit"], Value::Null);
    let of_two = complaint(
        &[
            "merge",
            text(&folder.path().join("nodes.json")),
            text(&folder.path().join("own.json")),
        ],
        1,
    );
    assert!(
        of_two.contains("the players' limits are `50 nodes a move`"),
        "{of_two}"
    );

    // By the clock nothing need repeat itself, and the results say so.
    let timed = of("timed.json", &["--limit", "game:30ms"]);
    assert_eq!(timed["run"]["limit"], json!({"game": 30_000}));
    let words = answer(
        &words("simulate 2048 --agent greedy --games 1 --limit move:1ms"),
        "",
    );
    assert!(
        words.contains("1ms a move by the clock: the same seed need not"),
        "{words}"
    );
    assert!(words.contains("on 1 thread\n"), "{words}");
}

#[test]
fn games_begin_in_positions_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions.txt");
    let with = |contents: &str, words: &str| {
        fs::write(&file, contents).expect("it can be written");
        let words = words.split(' ').map(str::to_owned);
        words.chain([text(&file).to_owned()]).collect::<Vec<String>>()
    };
    let simulate = "simulate connect-four --agent random --games 20 --positions";
    let tournament = "tournament connect-four --agents random greedy --games 4 --positions";
    for (words, contents, expected) in [
        (simulate, "# two of them\n4444\n\n 12 \n", "from 2 positions"),
        (tournament, "44\n", "from 1 position\n"),
    ] {
        let arguments = with(contents, words);
        let printed = answer(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
        assert!(printed.contains(expected), "{printed}");
    }
    for (contents, expected) in [
        ("4\n12x\n", "line 2"),
        ("1212121", "line 1"),
        ("# none\n", "has no position"),
    ] {
        let arguments = with(contents, simulate);
        let complaint = complaint(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), 2);
        assert!(complaint.contains(expected), "{complaint}");
    }
}
