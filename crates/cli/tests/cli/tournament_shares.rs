//! `quincunx tournament --shard` and `quincunx merge`: shares of a tournament, played apart.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{answer, complaint, quincunx, save, text, words};

/// A tournament whose shares are played in a folder.
struct Shares<'f> {
    folder: &'f Path,
    of: &'f [&'f str],
}

impl Shares<'_> {
    fn path(&self, name: &str) -> String {
        text(&self.folder.join(name)).to_owned()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.join(name)).expect("it was written")
    }

    fn play(&self, more: &[&str]) -> String {
        answer(&[&["tournament"], self.of, more].concat(), "")
    }

    /// Goes on with what is there.
    fn again(&self, more: &[&str]) -> String {
        let output = quincunx(&[&["tournament"], self.of, more].concat(), "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && errors.contains("continuing with"),
            "{errors}"
        );
        String::from_utf8(output.stdout).expect("it is text")
    }

    fn refused(&self, more: &[&str], status: i32) -> String {
        complaint(&[&["tournament"], self.of, more].concat(), status)
    }

    /// Plays all shares of what comes next after the games of a file, and merges them into another, and
    /// returns what is missing then.
    fn round(&self, shares: usize, known: Option<&str>, merged: &str) -> String {
        let (mut parts, out) = (Vec::new(), self.path(merged));
        for index in (1..=shares).rev() {
            let (shard, part) = (
                format!("{index}/{shares}"),
                self.path(&format!("{index}-of-{merged}")),
            );
            let known = known.map(|known| self.path(known));
            let from = known.iter().flat_map(|known| ["--from", known]);
            let more: Vec<&str> = ["--shard", &shard, "--out", &part]
                .into_iter()
                .chain(from)
                .collect();
            let printed = self.play(&more);
            assert_eq!(self.again(&more), printed, "what is played is not played again");
            parts.push(part);
        }
        parts.extend(known.map(|known| self.path(known)));
        let parts = parts.iter().map(String::as_str);
        let merge: Vec<&str> = ["merge"]
            .into_iter()
            .chain(parts)
            .chain(["--out", &out])
            .collect();
        let output = quincunx(&merge, "");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        errors
    }
}

#[test]
fn shares_are_merged_into_what_one_machine_saves() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let of = words("connect-four --games 10 --agents random greedy random:seed=1");
    let shares = Shares {
        folder: folder.path(),
        of: &of,
    };
    let printed = shares.play(&["--out", &shares.path("whole.json")]);
    for count in [2, 7] {
        let merged = format!("merged-{count}.json");
        assert_eq!(shares.round(count, None, &merged), "");
        assert_eq!(
            shares.bytes(&merged),
            shares.bytes("whole.json"),
            "{count} shares"
        );
        assert_eq!(answer(&["merge", &shares.path(&merged)], ""), printed);
    }
    let (one, two) = (
        shares.path("1-of-merged-2.json"),
        shares.path("2-of-merged-7.json"),
    );
    let half = quincunx(&["merge", &one], "");
    assert!(String::from_utf8_lossy(&half.stderr).contains("15 games come next"));
    // A share that is begun in the file of another, or of another tournament.
    let printed = complaint(&["merge", &one, &two], 1);
    assert!(
        printed.contains("2-of-merged-7.json") && printed.contains("is also in an earlier part"),
        "{printed}"
    );
    for (more, status, reason) in [
        (&["--shard", "1/2"][..], 2, "--out"),
        (&["--from", &one, "--out", &two], 2, "--shard"),
        (
            &["--from", &one, "--shard", "1/2", "--out", &one],
            1,
            "is also in an earlier part",
        ),
        (
            &["--seed", "5", "--shard", "1/2", "--out", &one],
            1,
            "the seed is `0` there and `5` here",
        ),
        (
            &[
                "--plies",
                "9",
                "--from",
                &one,
                "--shard",
                "1/2",
                "--out",
                "none.json",
            ],
            1,
            "the most actions are `100000` there and `9` here",
        ),
        (&["--shard", "0/2", "--out", &one], 2, "`0/2` is not a shard"),
    ] {
        let printed = shares.refused(more, status);
        assert!(printed.contains(reason), "{reason}: {printed}");
    }
    let other = shares.path("other.json");
    save("tournament", &other);
    let printed = complaint(&["merge", &one, &other], 1);
    assert!(
        printed.contains("other.json")
            && printed.contains("the game is `connect-four` in the first and `quartet`"),
        "{printed}"
    );
    let run = shares.path("run.json");
    save("simulate", &run);
    let printed = complaint(&["merge", &one, &run], 1);
    assert!(
        printed.contains("run.json hold results of different kinds"),
        "{printed}"
    );
    let printed = complaint(&["merge", &one, "--out", &shares.path("page.html")], 2);
    assert!(printed.contains("quincunx report"), "{printed}");
    let printed = complaint(&["merge", &one, "--out", &other], 1);
    assert!(printed.contains("already exists"), "{printed}");
    assert!(
        shares
            .bytes("other.json")
            .starts_with(b"{\"format\":\"quincunx-tournament\"")
    );
}

#[test]
fn a_knock_out_is_merged_round_by_round() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let of = words(
        "2048 --width 3 --games 3 --plies 40 --format knock-out --agents random level:1 greedy random:seed=1 level:2",
    );
    let shares = Shares {
        folder: folder.path(),
        of: &of,
    };
    let printed = shares.play(&["--out", &shares.path("whole.json")]);
    for count in [2, 7] {
        let mut known: Option<String> = None;
        for round in 1.. {
            assert!(round < 9, "there is no end of rounds");
            let merged = format!("round-{round}-of-{count}.json");
            let missing = shares.round(count, known.as_deref(), &merged);
            known = Some(merged);
            if missing.is_empty() {
                break;
            }
            assert!(missing.contains("games come next"), "{missing}");
        }
        let merged = known.expect("a round was played");
        assert_eq!(
            shares.bytes(&merged),
            shares.bytes("whole.json"),
            "{count} shares"
        );
        assert_eq!(answer(&["merge", &shares.path(&merged)], ""), printed);
    }
    // Nor can more be played after games of the second round alone.
    for more in [&[][..], &["--shard", "1/2"]] {
        let part = shares.path("1-of-round-2-of-2.json");
        let before = shares.bytes("1-of-round-2-of-2.json");
        let printed = shares.refused(&[&["--out", &part], more].concat(), 1);
        assert!(
            printed.contains("of a later round") && printed.contains("quincunx merge"),
            "{printed}"
        );
        assert_eq!(shares.bytes("1-of-round-2-of-2.json"), before);
    }
    // One machine can play the rest, too.
    let first = shares.path("round-1-of-2.json");
    assert_eq!(shares.again(&["--out", &first]), printed);
    assert_eq!(shares.bytes("round-1-of-2.json"), shares.bytes("whole.json"));
}

#[test]
fn shares_of_all_rounds_have_their_records_in_one_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let records = folder.path().join("games");
    let of = [
        "2048",
        "--width",
        "3",
        "--games",
        "2",
        "--plies",
        "30",
        "--format",
        "knock-out",
        "--records",
        text(&records),
        "--agents",
        "random",
        "greedy",
        "level:1",
    ];
    let shares = Shares {
        folder: folder.path(),
        of: &of,
    };
    shares.round(2, None, "first.json");
    // Where the points are the same in both seats, more rounds follow.
    shares.round(2, Some("first.json"), "second.json");
    let merged: Value = serde_json::from_slice(&shares.bytes("second.json")).expect("JSON");
    let names = fs::read_dir(&records).expect("it was made");
    assert_eq!(Some(names.count()), merged["games"].as_array().map(Vec::len));
    // A whole tournament has none of the others, and what it would have saved stays as it was.
    let first = shares.bytes("first.json");
    let whole = shares.path("whole.json");
    let printed = shares.refused(&["--out", &whole], 1);
    assert!(printed.contains("already has records"), "{printed}");
    assert!(!Path::new(&whole).exists());
    assert_eq!(shares.bytes("first.json"), first);
}
