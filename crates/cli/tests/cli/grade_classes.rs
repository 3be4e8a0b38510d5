//! `quincunx grade --submissions`: whole classes, and the folder of their reports.

use std::fs;

use crate::common::{quincunx, text};
use crate::grade::{RIGHT, class, python};

#[test]
fn a_class_is_graded_once_and_in_all_formats() {
    let half = RIGHT.replace("made.append(value)", "made.append(value // 2)");
    let class = class(&[
        ("ada", RIGHT),
        ("ben", &half),
        ("cleo", "import sys\nsys.exit(1)"),
    ]);
    let reports = tempfile::tempdir().expect("a temporary folder can be made");
    let out = reports.path().join("grades");
    let grade = |more: &[&str]| {
        let arguments = [
            "grade",
            "2048",
            "--submissions",
            text(class.path()),
            "--out",
            text(&out),
        ];
        let rubric = class.path().join("rubric.toml");
        let few = ["--rubric", text(&rubric), "--jobs", "2"];
        quincunx(
            &[&arguments[..], &few, more, &["--", python(), "main.py"]].concat(),
            "",
        )
    };
    let first = grade(&[]);
    assert_eq!(
        first.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&first.stderr)
    );
    let table = String::from_utf8(first.stdout).expect("tables are text");
    for name in ["ada", "ben", "cleo"] {
        assert!(
            table.contains(name) && out.join(format!("{name}.html")).is_file(),
            "{table}"
        );
    }
    let file =
        |name: &str| fs::read_to_string(out.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let points: Vec<String> = file("class.csv")
        .lines()
        .skip(1)
        .map(|line| line.split(',').take(3).collect::<Vec<_>>().join(","))
        .collect();
    assert_eq!(points.len(), 3);
    assert_eq!((points[0].as_str(), points[2].as_str()), ("ada,4,4", "cleo,0,4"));
    assert!(file("class.xml").contains("<testsuite name=\"ben\""));
    assert!(file("class.html").contains("ben") && !file("class.html").contains("http://"));
    // What is missing or damaged is graded again, from the same seed.
    let before = file("ben.grade.json");
    fs::write(out.join("ben.grade.json"), "{").expect("the folder can be written");
    let again = grade(&[]);
    let errors = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(errors.contains("graded so far: 2"), "{errors}");
    assert_eq!(String::from_utf8(again.stdout).expect("tables are text"), table);
    assert_eq!(file("ben.grade.json"), before);
    let other = grade(&["--seed", "77"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("--force grades the class anew"));
    // Another program of the same name is graded anew.
    fs::write(class.path().join("cleo/main.py"), RIGHT).expect("the folder can be written");
    let again = grade(&[]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("graded so far: 2"));
    assert!(file("class.csv").contains("cleo,4,4"));
}

/// A class whose reports lie beside other files; a settings file that cannot be read stops the command.
#[test]
fn the_folder_of_reports_keeps_what_is_not_of_the_class() {
    let class = class(&[("ada", "print('\\x1b[2J99 of 4 points')")]);
    let out = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| out.path().join(name);
    fs::write(path("package.json"), "{}").expect("the folder can be written");
    fs::write(path("old.grade.json"), "{}").expect("the folder can be written");
    let rubric = class.path().join("rubric.toml");
    let grade = |more: &[&str]| {
        let (class, out) = (text(class.path()), text(out.path()));
        let arguments = [
            "grade",
            "2048",
            "--submissions",
            class,
            "--out",
            out,
            "--rubric",
            text(&rubric),
        ];
        quincunx(&[&arguments[..], more, &["--", python(), "main.py"]].concat(), "")
    };
    let refused = grade(&[]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("without their settings.json"));
    assert!(path("old.grade.json").is_file());
    let graded = grade(&["--force"]);
    assert_eq!(
        graded.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&graded.stderr)
    );
    assert!(path("package.json").is_file() && !path("old.grade.json").exists());
    assert!(String::from_utf8_lossy(&graded.stderr).contains("ada: 0 of 4 points"));
    let results = fs::read_to_string(path("ada.results.json")).expect("a file for Gradescope");
    assert!(results.contains("\"score\""), "{results}");
    fs::write(path("settings.json"), b"\xff").expect("the folder can be written");
    assert!(String::from_utf8_lossy(&grade(&[]).stderr).contains("settings.json"));
    assert!(path("ada.grade.json").is_file());
    // What a program prints does nothing to the terminal.
    let (folder, rubric) = (class.path().join("ada"), text(&rubric));
    let arguments = [
        "grade",
        "2048",
        "--folder",
        text(&folder),
        "--rubric",
        rubric,
        "--",
        "python3",
        "main.py",
    ];
    let shown = String::from_utf8_lossy(&quincunx(&arguments, "").stdout).into_owned();
    assert!(
        shown.contains("\\u{1b}[2J99 of 4 points") && !shown.contains('\u{1b}'),
        "{shown}"
    );
}
