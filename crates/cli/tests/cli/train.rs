//! `quincunx train`: networks of a few kilobytes that learn for a moment.

use std::fs;
use std::path::Path;

use quincunx_catalog::GAMES;
use serde_json::Value;

#[cfg(unix)]
use crate::common::ended_once_there;
use crate::common::{answer, complaint, quincunx, run, text};

/// A network of 68 KiB.
pub(crate) const NETWORK: &str = "012 4567";

pub(crate) fn train(arguments: &[&str]) -> Value {
    let words = [&["train", "2048", "--threads", "1", "--json"], arguments].concat();
    serde_json::from_str(&answer(&words, "")).expect("JSON")
}

pub(crate) fn info(path: &Path) -> Value {
    serde_json::from_str(&answer(&["weights", "info", text(path), "--json"], "")).expect("JSON")
}

/// What is behind the header, which has how long everything took.
pub(crate) fn numbers(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).expect("it was written");
    let header = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    bytes[8 + header as usize..].to_vec()
}

#[test]
fn training_is_saved_and_goes_on_as_if_it_had_not_been_stopped() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let begin = ["--network", NETWORK, "--seed", "3", "--restart", "30"];
    let printed = train(&[&begin[..], &["--games", "40", "--out", text(&whole)]].concat());
    assert_eq!(
        (printed["games"].as_u64(), printed["network"].as_str()),
        (Some(40), Some(NETWORK))
    );
    train(&[&begin[..], &["--games", "20", "--out", text(&parts)]].concat());
    assert_ne!(numbers(&whole), numbers(&parts));
    let printed = train(&["--games", "40", "--resume", text(&parts)]);
    assert_eq!(
        (printed["games"].as_u64(), printed["games_now"].as_u64()),
        (Some(40), Some(20))
    );
    assert_eq!(
        printed["last"]["restart"].as_u64(),
        Some(30),
        "it goes on as before"
    );
    assert!(numbers(&whole) == numbers(&parts), "the weights are the same");
    let words = answer(&["train", "2048", "--games", "40", "--resume", text(&parts)], "");
    assert!(words.contains("40 games already and is unchanged"), "{words}");
    let before = fs::metadata(&parts)
        .and_then(|parts| parts.modified())
        .expect("it is there");
    let printed = train(&["--games", "40", "--resume", text(&parts)]);
    assert_eq!(
        (printed["games"].as_u64(), printed["games_now"].as_u64()),
        (Some(40), Some(0))
    );
    let after = fs::metadata(&parts)
        .and_then(|parts| parts.modified())
        .expect("it is there");
    assert_eq!(before, after, "where there is nothing to do nothing is written");

    let of_parts = info(&parts);
    assert_eq!(of_parts["description"]["log"].as_array().map(Vec::len), Some(2));
    assert_eq!(of_parts["description"]["seed"].as_u64(), Some(3));
    assert_eq!(of_parts["plies"], info(&whole)["plies"]);
    assert_eq!(of_parts["tensors"].as_array().map(Vec::len), Some(6));
    let words = answer(&["weights", "info", text(&parts)], "");
    assert!(
        words.contains("by 40 games") && words.contains(NETWORK),
        "{words}"
    );
    let cut = folder.path().join("cut");
    let bytes = fs::read(&parts).expect("it was saved");
    fs::write(&cut, &bytes[..bytes.len() - 1]).expect("the folder is writable");
    let printed = complaint(&["weights", "info", text(&cut)], 1);
    assert!(
        printed.ends_with("cut: it is cut off in table `4567.amounts`\n"),
        "{printed}"
    );

    // Without a word about it something is left even of so little.
    let rounded = folder.path().join("rounded");
    let words = answer(
        &["weights", "quantize", text(&parts), "--out", text(&rounded)],
        "",
    );
    let mut numbers_told = words.split(": ").nth(1).expect("what is left").split(' ');
    let kept: u64 = numbers_told
        .next()
        .and_then(|kept| kept.parse().ok())
        .expect("a number");
    let learned: u64 = numbers_told
        .nth(1)
        .and_then(|learned| learned.parse().ok())
        .expect("a number");
    assert!(kept < learned && 10 * kept > learned, "{words}");

    let player = folder.path().join("player");
    answer(&["weights", "export", text(&parts), "--out", text(&player)], "");
    let (exported, trained) = (numbers(&player), numbers(&parts));
    let [exported, trained] = [&exported, &trained].map(|bytes| bytes.as_chunks::<4>().0);
    let (of_three, of_four) = exported.split_at(1 << 12);
    assert_eq!(of_three, &trained[..1 << 12]);
    // What stands on the second row the other way round is worth the same, and the first of both entries has
    // learned that.
    for (entry, value) in of_four.iter().enumerate() {
        let turned = |bit: usize| (entry >> bit & 1) << (bit / 4 * 4 + 3 - bit % 4);
        let twin: usize = (0..16).map(turned).sum();
        assert_eq!(*value, trained[(1 << 12) + entry.min(twin)], "{entry}");
    }
    assert_eq!(info(&player)["description"], of_parts["description"]);
    let printed = complaint(&["train", "2048", "--games", "50", "--resume", text(&player)], 1);
    assert!(printed.contains("it is for players"), "{printed}");
    let printed = complaint(&["weights", "export", text(&parts), "--out", text(&player)], 1);
    assert!(printed.contains("is unchanged"), "{printed}");
}

pub(crate) fn quantize(from: &Path, to: &Path, least: &str) -> u64 {
    let rounding = ["--least", least, "--step", "0.5"];
    answer(
        &[
            &["weights", "quantize", text(from), "--out", text(to)],
            &rounding[..],
        ]
        .concat(),
        "",
    );
    let kept = &info(to)["description"]["rounded"]["kept"];
    kept.as_u64().expect("a number")
}

#[test]
fn what_another_network_has_learned_is_begun_with() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let names = [
        "first", "rounded", "second", "again", "third", "after", "fourth", "resumed", "same",
    ];
    let [first, rounded, second, again, third, after, fourth, resumed, same] =
        names.map(|name| folder.path().join(name));
    let begin = ["--network", NETWORK, "--scoring", "contest", "--seed", "3"];
    train(&[&begin[..], &["--games", "20", "--out", text(&first)]].concat());
    let kept = quantize(&first, &rounded, "30");
    assert!(kept > 100, "{kept}");

    // At a rate of 0 no value changes.
    let none = ["--games", "1", "--rate", "0"];
    let printed = train(&[&none[..], &["--from", text(&first), "--out", text(&second)]].concat());
    assert_eq!(printed["network"].as_str(), Some(NETWORK));
    let values = |path: &Path| numbers(path)[..numbers(path).len() / 3].to_vec();
    assert!(values(&first) == values(&second), "the values are the same");
    assert!(
        quantize(&second, &again, "30") >= kept,
        "it knows how much was learned"
    );
    let description = &info(&second)["description"];
    assert_eq!(description["options"]["scoring"].as_str(), Some("contest"));
    let origin = &description["origins"][0];
    assert_eq!(
        (origin["log"][0]["games"].as_u64(), origin["seed"].as_u64()),
        (Some(20), Some(3))
    );
    assert_eq!(description["seed"].as_u64(), Some(4), "other games than its own");

    // Of rounded values the least is known.
    let other_seed = ["--from", text(&rounded), "--seed", "9", "--out", text(&third)];
    let printed = train(&[&none[..], &other_seed[..]].concat());
    assert_eq!(printed["games"].as_u64(), Some(1), "games count from here");
    assert!(quantize(&third, &after, "30") >= kept);
    let description = &info(&third)["description"];
    assert_eq!(description["origins"][0]["rounded"]["kept"].as_u64(), Some(kept));
    assert_eq!(description["seed"].as_u64(), Some(9));
    let words = answer(&["weights", "info", text(&third)], "");
    assert!(
        words.contains("before   by 20 games") && words.contains("rounded"),
        "{words}"
    );
    // By the same seed it goes on with the games behind, and none is played again.
    let on = ["--games", "30", "--resume", text(&first), "--out", text(&resumed)];
    let again = [
        "--games",
        "10",
        "--from",
        text(&first),
        "--seed",
        "3",
        "--out",
        text(&same),
    ];
    let [on, again] = [&on[..], &again[..]].map(train);
    for what in ["plies", "average"] {
        assert_eq!(on["last"][what], again["last"][what], "{what}");
    }

    let other = ["--games", "1", "--network", "4x4", "--out", text(&fourth)];
    let printed = complaint(
        &[&["train", "2048", "--from", text(&first)], &other[..]].concat(),
        1,
    );
    assert!(
        printed.contains("expected values for table `0123`") && !fourth.exists(),
        "{printed}"
    );
}

#[test]
fn a_new_stage_begins_with_the_one_before_or_with_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [first, staged, later, back] =
        ["first", "staged", "later", "back"].map(|name| folder.path().join(name));
    train(&["--network", NETWORK, "--games", "20", "--out", text(&first)]);
    let begin = |from: &Path, stages: &str, new: &str, to: &Path| {
        let network = format!("{NETWORK} {stages}");
        let from = [
            "--from",
            text(from),
            "--network",
            network.as_str(),
            "--new-stages",
            new,
            "--out",
            text(to),
        ];
        train(&[&from[..], &["--games", "1", "--rate", "0"]].concat());
    };
    begin(&first, "@256", "before", &staged);
    let values = |path: &Path| numbers(path)[..numbers(path).len() / 3].to_vec();
    assert!(values(&staged) == [values(&first), values(&first)].concat());
    train(&["--games", "20", "--rate", "1", "--resume", text(&staged)]);
    assert_eq!(info(&staged)["tensors"].as_array().map(Vec::len), Some(12));
    let both = values(&staged);
    let (early, late) = both.split_at(both.len() / 2);
    assert!(early != late, "each learns by itself");
    begin(&staged, "@256 @256+128", "before", &later);
    assert!(
        values(&later) == [early, late, late].concat(),
        "as the stage before it"
    );
    fs::remove_file(&later).expect("it was made");
    begin(&staged, "@256 @256+128", "nothing", &later);
    assert!(values(&later) == [early, late, &vec![0; early.len()]].concat());
    let refused = [
        "train",
        "2048",
        "--from",
        text(&staged),
        "--network",
        NETWORK,
        "--games",
        "1",
    ];
    let printed = complaint(&[&refused[..], &["--out", text(&back)]].concat(), 1);
    assert!(printed.contains("found table `012@256`"), "{printed}");

    // Players may do without the later stages.
    let quantize = |network| {
        let words = ["weights", "quantize", text(&staged), "--network", network];
        let out = ["--least", "0", "--step", "0.5", "--out", text(&back)];
        quincunx(&[&words[..], &out].concat(), "")
    };
    assert!(quantize(NETWORK).status.success());
    let description = &info(&back)["description"];
    assert_eq!(description["network"].as_str(), Some(NETWORK));
    assert_eq!(
        description["whole_network"],
        info(&staged)["description"]["network"]
    );
    let words = answer(&["weights", "info", text(&back)], "");
    assert!(words.contains(&format!("\npart of  {NETWORK} @")), "{words}");
    let learned = early.chunks(4).filter(|value| value != &[0; 4]).count();
    assert_eq!(description["rounded"]["learned"].as_u64(), Some(learned as u64));
    fs::remove_file(&back).expect("it was made");
    // A tuple is no stage: boards are worth what all of them add up to.
    for other in ["0123", "012", "4567", "012 4567 @512", "012 4567 @256 @512"] {
        let refused = quantize(other);
        assert!(refused.status.code() == Some(1) && !back.exists(), "{other}");
    }
}

#[test]
fn entries_learn_at_one_rate_if_so_wished() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [plain, player] = ["plain", "player"].map(|name| folder.path().join(name));
    let begin = ["--network", NETWORK, "--coherence", "no", "--lambda", "0"];
    train(&[&begin[..], &["--games", "10", "--out", text(&plain)]].concat());
    let printed = train(&["--games", "20", "--resume", text(&plain)]);
    assert_eq!(printed["last"]["coherence"].as_bool(), Some(false));
    assert_eq!(
        printed["last"]["rate"].as_f64().map(|rate| rate as f32),
        Some(0.1)
    );
    let bytes = numbers(&plain);
    let (values, remembered) = bytes.split_at(bytes.len() / 3);
    assert!(values.iter().any(|&byte| byte != 0) && remembered.iter().all(|&byte| byte == 0));
    let kept = quantize(&plain, &player, "1000");
    let learned = info(&player)["description"]["rounded"]["learned"].as_u64();
    assert!(
        kept > 500 && learned >= Some(kept),
        "no warning that little was learned"
    );
}

#[test]
fn a_command_line_that_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a");
    let out = ["--out", text(&path)];
    for (arguments, reason) in [
        (&["2048"][..], "--games"),
        (&["2048", "--games", "1", "--network", "3x3"], "`3x3` is no tuple"),
        (
            &["2048", "--games", "1", "--width", "5"],
            "boards of 4×4, not of 5×4",
        ),
        (
            &["2048", "--games", "1", "--lambda", "1.5"],
            "a number from 0 to 1",
        ),
        (&["2048", "--time", "1d"], "expected a duration"),
        (
            &["2048", "--games", "0"],
            "expected a whole number from 1 to 18446744073709551615",
        ),
        (&["2048", "--games", "1", "--rate", "-1"], "a number from 0 to 1"),
        (
            &["2048", "--games", "1", "--seed", "1", "--resume", "b"],
            "--resume",
        ),
        (
            &["2048", "--games", "1", "--scoring", "contest", "--resume", "b"],
            "--resume",
        ),
    ] {
        let printed = complaint(&[&["train"], arguments, &out].concat(), 2);
        assert!(printed.contains(reason), "{arguments:?}: {printed}");
    }
    let printed = complaint(
        &["train", "2048", "--games", "1", "--out", text(folder.path())],
        2,
    );
    assert!(printed.contains("is a folder; name a file"), "{printed}");
    for entry in GAMES.iter().filter(|entry| entry.learning().is_none()) {
        let printed = complaint(&[&["train", entry.id(), "--games", "1"][..], &out].concat(), 2);
        assert!(
            printed.contains("has no networks; games that have: 2048"),
            "{printed}"
        );
    }
    assert_eq!(
        fs::read_dir(folder.path()).expect("the folder is there").count(),
        0
    );
}

#[test]
fn no_file_is_written_over_or_taken_for_a_network() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("diary");
    fs::write(&path, "Dear diary").expect("the folder can be written");
    let printed = complaint(&["train", "2048", "--games", "1", "--out", text(&path)], 1);
    assert!(printed.contains("is unchanged"), "{printed}");
    let printed = complaint(&["train", "2048", "--games", "1", "--resume", text(&path)], 1);
    assert!(
        printed.contains("cannot continue ") && printed.contains("no file of weights"),
        "{printed}"
    );
    for command in [&["info"][..], &["export", "--out", "/no/such/place"]] {
        let printed = complaint(&[&["weights"], command, &[text(&path)]].concat(), 1);
        assert!(
            printed.contains("diary") && printed.contains("no file of weights"),
            "{printed}"
        );
    }
    assert_eq!(fs::read(&path).expect("it is there"), b"Dear diary");
    let nowhere = folder.path().join("none/a");
    complaint(&["train", "2048", "--games", "1", "--out", text(&nowhere)], 1);
}

#[test]
fn what_fails_for_want_of_memory_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a");
    // A copy takes 3.2 GB, and all take 3.3 TB.
    let stages = "4x6 @4096 @8192 @16384";
    let network = ["--network", stages, "--threads", "1024"];
    let words = ["train", "2048", "--games", "5", "--out", text(&path)];
    let printed = complaint(&[&words[..], &network].concat(), 1);
    assert!(printed.contains("bytes of memory"), "{printed}");
    let files = fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(files, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn where_there_is_little_memory_that_is_reported() {
    // The network that comes with the program takes 60 MiB, and a part of that while it is decoded.
    let run = |words: &[&str], input: &str| {
        let limited = "ulimit -v 120000; exec \"$0\" \"$@\"";
        let shell = [&["-c", limited, env!("CARGO_BIN_EXE_quincunx")], words].concat();
        run("sh", &shell, input)
    };
    let output = run(&["console", "2048"], "hint\nquit\n");
    let answers = String::from_utf8(output.stdout).expect("answers are text");
    assert!(output.status.success() && output.stderr.is_empty(), "{answers}");
    let word = answers.lines().next().unwrap_or_default();
    assert!(["up", "down", "left", "right"].contains(&word), "{answers}");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a");
    for words in [
        &[
            "train",
            "2048",
            "--games",
            "5",
            "--threads",
            "1",
            "--out",
            text(&path),
        ][..],
        &["analyze", "2048", "0,2,0,0/0,0,2,0/0,0,0,0/0,0,0,0"],
    ] {
        let output = run(words, "");
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(
            printed.contains("bytes of memory") && !printed.contains("panicked"),
            "{printed}"
        );
        assert_eq!(output.status.code(), Some(1), "{printed}");
    }
}

#[test]
fn a_player_plays_by_what_was_learned() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a.safetensors");
    train(&[
        "--network",
        "0123 4567 0145 1256",
        "--games",
        "150",
        "--out",
        text(&path),
    ]);
    let average = |agent: &str| {
        let words = ["simulate", "2048", "--agent", agent, "--games", "20", "--json"];
        let printed: Value = serde_json::from_str(&answer(&words, "")).expect("JSON");
        printed["figures"]["points"]["mean"].as_f64().expect("a number")
    };
    let by_network = format!("expectimax:depth=1,network={}", path.display());
    let (learned, greedy) = (average(&by_network), average("greedy"));
    assert!(learned > 2.0 * greedy, "{learned}, {greedy}");

    let refused = |agent: &str, more: &[&str]| {
        let printed = complaint(&[&["simulate", "2048", "--agent", agent], more].concat(), 2);
        assert!(printed.contains("option `network`"), "{printed}");
        printed
    };
    let printed = refused(&by_network, &["--width", "5"]);
    assert!(printed.contains("boards of 4×4, not of 5×4"), "{printed}");
    let printed = refused("expectimax:network=/no/such/file", &[]);
    assert!(printed.contains("cannot read the file"), "{printed}");
    fs::write(&path, "Dear diary").expect("it can be written");
    let printed = refused(&by_network, &[]);
    assert!(printed.contains("no file of weights"), "{printed}");
}

#[test]
fn rounds_may_be_shorter_than_a_game_and_times_of_years() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a");
    let network = [
        "train",
        "2048",
        "--network",
        NETWORK,
        "--threads",
        "1",
        "--games",
        "3",
    ];
    let times = ["--save-every", "1e-9s", "--time", "87000h", "--out", text(&path)];
    let output = quincunx(&[&network[..], &times].concat(), "");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}");
    assert_eq!(
        printed.matches("saved").count(),
        2,
        "behind every game but the last: {printed}"
    );
    assert_eq!(
        info(&path)["description"]["log"].as_array().map(Vec::len),
        Some(3)
    );
    let more = ["--games", "5", "--save-every", "87000h", "--resume", text(&path)];
    assert_eq!(train(&more)["games_now"].as_u64(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_a_network_to_go_on_with() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("a");
    let arguments = ["train", "2048", "--network", NETWORK, "--time", "1h"];
    let file = ["--save-every", "50ms", "--threads", "2", "--out", text(&path)];
    let output = ended_once_there(&[&arguments[..], &file].concat(), &path);
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{printed}");
    assert!(printed.contains(" continues"), "{printed}");
    assert_eq!(
        fs::read_dir(folder.path()).expect("the folder is there").count(),
        1
    );
    let games = info(&path)["games"].as_u64().expect("a number");
    let printed = train(&["--games", &(games + 2).to_string(), "--resume", text(&path)]);
    assert_eq!(printed["games_now"].as_u64(), Some(2));
}

#[test]
fn help_has_examples() {
    for (command, example) in [
        ("train", "quincunx train 2048"),
        ("weights", "quincunx weights info"),
    ] {
        let output = quincunx(&[command, "--help"], "");
        let help = String::from_utf8(output.stdout).expect("help is text");
        assert!(output.status.success() && help.contains(example), "{help}");
    }
}
