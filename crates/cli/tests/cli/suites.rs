//! `quincunx grade-tests --submissions`: the suites of a class.

use std::fs;

use serde_json::Value;

use crate::common::{answer, complaint, quincunx, text};

#[test]
fn the_suites_of_a_class_are_graded_one_after_the_other() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (class, out) = (folder.path().join("class"), folder.path().join("out"));
    let write = |name: &str, input: &str, output: &str| {
        let tests = class.join(name).join("tests");
        fs::create_dir_all(&tests).expect("the folder can be written");
        for (extension, text) in [("in", input), ("out", output)] {
            fs::write(tests.join("test").with_extension(extension), text).expect("the folder can be written");
        }
    };
    let row = "start standard\nselect 1\nplace 2;1\nselect 3\nplace 2;4\nselect 5\nplace 2;2\nselect 7\nplace 2;3\n";
    write("ada", row, &answer(&["console", "quartet"], row));
    write("=ben", "start standard\n", "KO\n");
    fs::create_dir_all(class.join("cleo/tests")).expect("the folder can be written");
    let grade = |more: &[&str]| {
        let all = [
            "grade-tests",
            "quartet",
            "--transcripts",
            "tests",
            "--submissions",
            text(&class),
        ];
        quincunx(&[&all[..], &["--out", text(&out)], more].concat(), "")
    };
    let output = grade(&["--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let graded: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let names = ["=ben", "ada", "cleo"];
    assert!(
        (0..3).all(|place| graded[place]["name"] == names[place]),
        "{graded}"
    );
    assert_eq!(graded[0]["matrix"]["points"], 0.0);
    assert_eq!(graded[0]["matrix"]["too_strict"][0]["on"], "the right program");
    assert!(graded[1]["matrix"]["points"].as_f64() > Some(0.0));
    let problem = graded[2]["problem"].as_str().expect("it has no tests");
    assert!(problem.contains("NAME.in"), "{problem}");
    let csv = fs::read_to_string(out.join("class.csv")).expect("a table is written");
    assert!(
        csv.starts_with("submission,points,tests,too strict,faults found,of\n'=ben,0,1,1,0,"),
        "{csv}"
    );
    assert!(csv.ends_with("cleo,0,,,,\n"), "{csv}");
    assert!(
        fs::read_to_string(out.join("ada.html"))
            .expect("a page")
            .contains("no-row")
    );

    // What was graded is kept, unless it would be graded otherwise now.
    let known = fs::read_to_string(out.join("ada.matrix.json")).expect("it is kept");
    let mut matrix: Value = serde_json::from_str(&known).expect("JSON");
    matrix["grade"]["points"] = 1.5.into();
    fs::write(out.join("ada.matrix.json"), matrix.to_string()).expect("the folder can be written");
    let again: Value = serde_json::from_slice(&grade(&["--json"]).stdout).expect("JSON");
    assert_eq!(again[1]["matrix"]["points"], 1.5);
    let other = grade(&["--points", "3"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&other.stderr).contains("--force"),
        "{other:?}"
    );
    let forced = grade(&["--points", "3", "--force"]);
    let shown = String::from_utf8_lossy(&forced.stdout);
    assert!(shown.contains("cleo: ") && !shown.contains("1.5"), "{shown}");
    let alone = [
        "grade-tests",
        "quartet",
        "--transcripts",
        "tests",
        "--submissions",
        text(&class),
    ];
    assert!(complaint(&alone, 2).contains("--out"));
}
