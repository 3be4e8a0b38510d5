//! `quincunx weights`: what was learned is made small.

use std::fs;
use std::path::Path;

use crate::common::{answer, complaint, quincunx, text};
use crate::train::{NETWORK, info, numbers, quantize, train};

#[test]
fn entries_that_were_dropped_stay_so_while_others_learn() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let names = ["first", "rounded", "second", "stay", "learn", "again", "more"];
    let [first, rounded, second, stay, learn, again, more] = names.map(|name| folder.path().join(name));
    train(&["--network", NETWORK, "--games", "40", "--out", text(&first)]);
    let kept = quantize(&first, &rounded, "60");
    for (dropped, threads, to) in [
        ("stay", "1", &second),
        ("stay", "2", &stay),
        ("learn", "1", &learn),
    ] {
        let begin = [
            "--from",
            text(&rounded),
            "--dropped",
            dropped,
            "--threads",
            threads,
        ];
        answer(
            &[
                &["train", "2048"][..],
                &begin,
                &["--games", "20", "--out", text(to)],
            ]
            .concat(),
            "",
        );
    }
    let values = |path: &Path| -> Vec<u8> {
        let values = folder.path().join("values");
        answer(&["weights", "export", text(path), "--out", text(&values)], "");
        let bytes = numbers(&values);
        fs::remove_file(&values).expect("it was made");
        bytes
    };
    assert!(quantize(&second, &again, "60") <= kept);
    let (before, after) = (values(&rounded), values(&again));
    let mut pairs = before.chunks_exact(4).zip(after.chunks_exact(4));
    assert!(pairs.all(|(before, after)| before != [0; 4] || after == [0; 4]));
    assert!(before != after, "those that are left have learned");
    fs::remove_file(&again).expect("it was made");
    assert!(quantize(&stay, &again, "60") <= kept, "also on several threads");
    assert!(quantize(&learn, &more, "60") > kept, "{kept}");
    let printed = complaint(
        &[
            "train",
            "2048",
            "--games",
            "1",
            "--from",
            text(&first),
            "--dropped",
            "stay",
        ],
        1,
    );
    assert!(printed.contains("nothing was dropped of it"), "{printed}");
    let printed = complaint(&["train", "2048", "--games", "1", "--dropped", "stay"], 2);
    assert!(printed.contains("--from"), "{printed}");
}

#[test]
fn stages_are_rounded_by_how_they_differ() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let names = ["first", "staged", "rounded", "on", "again", "one", "other"];
    let [first, staged, rounded, on, again, one, other] = names.map(|name| folder.path().join(name));
    train(&["--network", NETWORK, "--games", "20", "--out", text(&first)]);
    let network = format!("{NETWORK} @256");
    let begin = ["--network", &network, "--games", "20", "--out", text(&staged)];
    train(&[&["--from", text(&first)][..], &begin].concat());
    let quantize = |from: &Path, to: &Path, least: &str| {
        let words = [
            "weights",
            "quantize",
            text(from),
            "--least",
            least,
            "--step",
            "0.5",
        ];
        quincunx(&[&words[..], &["--out", text(to)]].concat(), "")
            .status
            .code()
    };
    assert_eq!(quantize(&staged, &rounded, "20,40"), Some(0));
    let printed = info(&rounded);
    assert_eq!(
        printed["description"]["rounded"]["leasts"],
        serde_json::json!([20.0, 40.0])
    );
    let tensors = printed["tensors"].as_array().into_iter().flatten();
    let tensors: Vec<&str> = tensors.filter_map(|tensor| tensor["name"].as_str()).collect();
    assert!(
        tensors.contains(&"012.values") && tensors.contains(&"012@256.differences"),
        "{tensors:?}"
    );
    let words = answer(&["weights", "info", text(&rounded)], "");
    assert!(words.contains("the others matter by less than 20, 40"), "{words}");

    // Rounded once more they are the same, also by one who has gone on from them and learned nothing.
    let none = [
        "--games",
        "1",
        "--rate",
        "0",
        "--from",
        text(&rounded),
        "--out",
        text(&on),
    ];
    train(&none);
    assert_eq!(quantize(&on, &again, "20,40"), Some(0));
    for (from, to) in [(&rounded, &one), (&again, &other)] {
        answer(&["weights", "export", text(from), "--out", text(to)], "");
    }
    let values = numbers(&one);
    assert!(values.iter().any(|&byte| byte != 0) && values == numbers(&other));

    for (least, printed) in [
        (
            "1,2,3",
            "--least: expected one number, or one for each of the network's 2 stages, found 3",
        ),
        ("1e13", "expected a number from 0 to 1000000000000"),
        ("1,-2", "expected a number from 0 to 1000000000000"),
    ] {
        let words = [
            "weights",
            "quantize",
            text(&staged),
            "--least",
            least,
            "--out",
            text(&first),
        ];
        fs::remove_file(&first).ok();
        let complaint = complaint(&words, 2);
        assert!(complaint.contains(printed) && !first.exists(), "{complaint}");
    }
}

#[test]
fn a_network_is_made_small_for_players() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [whole, small, again] = ["whole", "small", "again"].map(|name| folder.path().join(name));
    train(&["--network", NETWORK, "--games", "100", "--out", text(&whole)]);
    let quantize = [
        "weights",
        "quantize",
        text(&whole),
        "--least",
        "20",
        "--step",
        "4",
    ];
    let printed = answer(&[&quantize[..], &["--out", text(&small)]].concat(), "");
    assert!(
        printed.contains(" entries that have learned anything, "),
        "{printed}"
    );
    answer(&[&quantize[..], &["--out", text(&again)]].concat(), "");
    assert_eq!(fs::read(&small).ok(), fs::read(&again).ok(), "the same again");
    let bytes = |path: &Path| fs::metadata(path).expect("it was written").len();
    assert!(bytes(&small) < bytes(&whole) / 20, "{}", bytes(&small));

    let printed = info(&small);
    let rounded = &printed["description"]["rounded"];
    assert_eq!(
        (rounded["least"].as_f64(), rounded["step"].as_f64()),
        (Some(20.0), Some(4.0))
    );
    let count = |name: &str| rounded[name].as_u64().expect("a count");
    assert!(
        count("kept") > 100 && count("kept") < count("learned"),
        "{rounded}"
    );
    assert_eq!(printed["games"].as_u64(), Some(100));
    let words = answer(&["weights", "info", text(&small)], "");
    assert!(words.contains("rounded  to multiples of 4"), "{words}");

    let agent = format!("expectimax:depth=1,network={}", small.display());
    answer(&["simulate", "2048", "--agent", &agent, "--games", "2"], "");
    let refused = |words: &[&str], status| complaint(words, status);
    let printed = refused(&["train", "2048", "--games", "200", "--resume", text(&small)], 1);
    assert!(printed.contains("it is for players"), "{printed}");
    let other = folder.path().join("other");
    let printed = refused(&["weights", "quantize", text(&small), "--out", text(&other)], 1);
    assert!(
        printed.contains("it is for players") && !other.exists(),
        "{printed}"
    );
    let printed = refused(&[&quantize[..], &["--out", text(&small)]].concat(), 1);
    assert!(printed.contains("is unchanged"), "{printed}");
    let words = ["weights", "quantize", text(&whole), "--out", text(&other)];
    let refused = |more: &[&str], status| complaint(&[&words[..], more].concat(), status);
    for number in ["0", "-1", "inf", "x"] {
        assert!(refused(&["--step", number], 2).contains("a positive number"));
    }
    let printed = refused(&["--least", "0", "--step", "1e-4"], 1);
    assert!(printed.contains("32,767 times the step"), "{printed}");
    assert!(!other.exists());
}
