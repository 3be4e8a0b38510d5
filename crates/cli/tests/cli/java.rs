//! Java submissions, graded. Without a JDK a test says so and ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use quincunx_core::Random;
use quincunx_grade::java::{Assignment, JavaProgram, Jdk};
use quincunx_grade::sandbox::{Limits, Sandbox};
use quincunx_registry::Examination;
use quincunx_registry::examination::Case;
use serde_json::Value;

use crate::common::{complaint, quincunx, text};

pub(crate) const QUINCUNX: &str = env!("CARGO_BIN_EXE_quincunx");

/// Returns the JDK, or says that a test is skipped.
pub(crate) fn jdk(test: &str) -> Option<Jdk> {
    let found = Jdk::find();
    if let Err(error) = &found {
        eprintln!("{test} was skipped: {error}");
    }
    found.ok()
}

pub(crate) fn exam() -> &'static dyn Examination {
    let game = quincunx_catalog::find("2048").expect("there is such a game");
    game.examination().expect("it is examined")
}

pub(crate) fn resource(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../grade/tests/java");
    Path::new(folder).join(name)
}

pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder is made");
    fs::write(path, text).expect("the file is written");
}

pub(crate) fn json(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

/// Copies the right simulator with a replacement in its main class.
fn changed_simulator(folder: &Path, from: &str, to: &str) {
    for file in ["TTFEFactory.java", "Simulator.java"] {
        let source = resource("simulator/ttfe").join(file);
        let source = fs::read_to_string(source).expect("the file is there");
        assert!(file == "TTFEFactory.java" || source.contains(from), "{from}");
        write(folder, file, &source.replace(from, to));
    }
}

#[test]
fn a_right_simulator_gets_full_marks() {
    if jdk("a_right_simulator_gets_full_marks").is_none() {
        return;
    }
    let simulator = resource("simulator");
    for seed in ["1", "2", "3", "4"] {
        let output = quincunx(
            &[
                "grade",
                "2048",
                "--java",
                text(&simulator),
                "--seed",
                seed,
                "--json",
            ],
            "",
        );
        let grade = json(&output);
        assert!(output.status.success(), "{grade}");
        assert_eq!(grade["points"], grade["of"]);
    }
}

#[test]
fn wrong_exceptions_and_bad_classes_lose_points() {
    if jdk("wrong_exceptions_and_bad_classes_lose_points").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder is made");
    let refusal = "throw new IllegalArgumentException(\"not on the board: \" + x + \", \" + y);";
    let class = |name: &str, from, to| changed_simulator(&folder.path().join("class").join(name), from, to);
    class("bounds", refusal, "throw new ArrayIndexOutOfBoundsException();");
    class("exits", "return points;", "System.exit(0); return points;");
    class(
        "prints",
        "return points;",
        "System.out.println(points); return points;",
    );
    class("syntax", "return points;", "return point;");
    write(&folder.path().join("class"), "empty/README", "nothing");
    // Few rules, as looking for the smallest script of each failure takes time.
    let rubric = folder.path().join("rubric.toml");
    let rules = ["off-board", "points"].map(|rule| format!("[rules.{rule}]\nweight = 1\ncases = 5\n"));
    write(
        folder.path(),
        "rubric.toml",
        &format!("game = \"2048\"\npoints = 2\n{}", rules.concat()),
    );
    let (class, out) = (folder.path().join("class"), folder.path().join("out"));
    let output = quincunx(
        &[
            "grade",
            "2048",
            "--java",
            ".",
            "--submissions",
            text(&class),
            "--out",
            text(&out),
            "--seed",
            "1",
            "--rubric",
            text(&rubric),
        ],
        "",
    );
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let grade = |name: &str| -> Value {
        let file = fs::read_to_string(out.join(format!("{name}.grade.json"))).expect("a grade is written");
        let kept: Value = serde_json::from_str(&file).expect("it is JSON");
        kept["grade"].clone()
    };
    let failed = |grade: &Value| -> Vec<(String, String)> {
        let rules = grade["rules"].as_array().expect("rules are a list").iter();
        let failed = rules.filter(|rule| !rule["failure"].is_null());
        let word = |value: &Value| value.as_str().expect("it is text").to_owned();
        failed
            .map(|rule| (word(&rule["rule"]), word(&rule["failure"]["reason"])))
            .collect()
    };
    let bounds = failed(&grade("bounds"));
    assert_eq!(bounds, [("off-board".to_owned(), "wrong-answer".to_owned())]);
    assert_eq!(grade("prints")["points"], grade("prints")["of"]);
    let exits = failed(&grade("exits"));
    assert!(
        exits.contains(&("points".to_owned(), "no-answer".to_owned())),
        "{exits:?}"
    );
    for name in ["syntax", "empty"] {
        let grade = grade(name);
        assert_eq!(grade["points"], 0.0);
        assert_eq!(grade["rules"][0]["failure"]["reason"], "not-compiled");
    }
    let messages = |name: &str| grade(name)["rules"][0]["failure"]["shown"]["errors"].to_string();
    assert!(
        messages("syntax").contains("\"ttfe/Simulator.java:72"),
        "{}",
        messages("syntax")
    );
    assert!(
        messages("empty").contains("ttfe.TTFEFactory"),
        "{}",
        messages("empty")
    );
}

/// Changes to the right simulator that show in some methods of the interface only, and the rules that they
/// break.
const WRONG_SIMULATORS: [(&str, &str, &[&str]); 13] = [
    ("addPiece();\n                ui.", "ui.", &["play"]),
    ("if (player == null || ui == null)", "if (false)", &["malformed"]),
    (
        "if (player == null || ui == null)",
        "if (player == null)",
        &["malformed"],
    ),
    ("ui.showGameOverScreen(this);", "", &["play"]),
    ("ui.updateScreen(this);", "", &["play"]),
    (
        "cells = before;\n            points = score;\n            moves = count;",
        "",
        &["play"],
    ),
    ("moves = count;", "", &["play"]),
    (
        "if (performMove(direction)) {",
        "if (!performMove(direction)) { break; } else {",
        &["play"],
    ),
    (
        "if (performMove(direction)) {",
        "performMove(direction); {",
        &["play"],
    ),
    (
        "throw new IllegalArgumentException(\"expected a direction\");",
        "return false;",
        &["malformed"],
    ),
    (" || random == null", "", &["malformed"]),
    (
        "private int[] cells;",
        "private static int[] cells;",
        &["new-board"],
    ),
    (
        "private int points;",
        "private static int points;",
        &["new-board"],
    ),
];

#[test]
fn every_method_of_the_interface_is_examined() {
    let Some(jdk) = jdk("every_method_of_the_interface_is_examined") else {
        return;
    };
    let assignment = Assignment::of("2048").expect("it has one");
    let limits = Limits::default();
    let sandbox = Sandbox::new(QUINCUNX.into(), None, limits, Vec::new()).expect("it works here");
    // All published cases and some generated ones of a rule, one after the other.
    let case = |name: &str| {
        let rule = exam()
            .rules()
            .iter()
            .find(|rule| rule.name == name)
            .expect("a rule");
        let mut random = Random::new(1);
        let published = exam()
            .published()
            .into_iter()
            .filter(|case| case.rule == rule.name);
        let generated = (0..20).map(|_| exam().generate(rule, &mut random));
        let lines = published.chain(generated).flat_map(|case| case.lines).collect();
        let mut case = Case::new(rule.name, "");
        case.lines = lines;
        case
    };
    let cases = ["new-board", "play", "malformed"].map(case);
    for (from, to, expected) in WRONG_SIMULATORS {
        let folder = tempfile::tempdir().expect("a folder is made");
        changed_simulator(folder.path(), from, to);
        let front = &assignment.console;
        let program = JavaProgram::compile(assignment, front, &jdk, &limits, folder.path(), None, None);
        let program = program.expect("it compiles");
        let broken = cases.iter().filter(|case| {
            let run = sandbox.run(program.program(), &[], &case.input());
            exam().check(case, &run.output).is_err()
        });
        let broken: Vec<&str> = broken.map(|case| case.rule).collect();
        // What is static is wrong elsewhere too.
        let is_found = expected.iter().all(|rule| broken.contains(rule));
        assert!(
            is_found && (broken.len() == expected.len() || to.contains("static")),
            "{from} -> {to}: {broken:?}"
        );
    }
}

#[test]
fn a_fault_of_a_part_costs_points_only_there() {
    if jdk("a_fault_of_a_part_costs_points_only_there").is_none() {
        return;
    }
    let own =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../grade/java/kit/parts/edu/kit/informatik/matchthree");
    let folder = tempfile::tempdir().expect("a folder is made");
    for entry in fs::read_dir(own).expect("the parts are there").flatten() {
        let source = fs::read_to_string(entry.path()).expect("the part is text");
        // Tokens fall, but only where they come to is returned.
        let source = source.replace("moved.add(Position.at(x, y));", "");
        write(folder.path(), &entry.file_name().to_string_lossy(), &source);
    }
    let grade = |part: &[&str]| {
        let folder = text(folder.path());
        let arguments = [
            &["grade", "match-three", "--java", folder, "--seed", "1", "--json"],
            part,
        ]
        .concat();
        json(&quincunx(&arguments, ""))
    };
    for part in ["moves", "matcher", "game"] {
        let grade = grade(&["--part", part]);
        assert_eq!(grade["points"], grade["of"], "{part}");
    }
    for part in [&[][..], &["--part", "board"]] {
        let grade = grade(part);
        let (points, of) = (grade["points"].as_f64(), grade["of"].as_f64());
        assert!(
            points < of && points > of.map(|of| of / 2.0),
            "{part:?}: {points:?} of {of:?}"
        );
    }
}

#[test]
fn what_cannot_be_graded_is_wrong_use() {
    if jdk("what_cannot_be_graded_is_wrong_use").is_none() {
        return;
    }
    assert!(complaint(&["grade", "shariki", "--java", "."], 2).contains("no Java interfaces"));
    assert!(complaint(&["grade", "2048", "--java", ".", "--part", "board"], 2).contains("--part"));
    assert!(complaint(&["grade", "2048", "--part", "board", "--", "true"], 2).contains("--java"));
    let missing = complaint(&["grade", "2048", "--java", "no-such-folder"], 1);
    assert!(missing.contains("no-such-folder"), "{missing}");
}

#[test]
fn players_behind_the_interface_play() {
    if jdk("players_behind_the_interface_play").is_none() {
        return;
    }
    let agent = format!("program:{}", text(&resource("player")));
    let played = |scoring: &str| {
        let arguments = [
            "simulate",
            "2048",
            "--games",
            "2",
            "--seed",
            "3",
            "--scoring",
            scoring,
            "--json",
            "--agent",
            &agent,
        ];
        let output = quincunx(&arguments, "");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        json(&output)["figures"]["points"].clone()
    };
    let standard = played("standard");
    assert!(standard["mean"].as_f64() > Some(200.0), "{standard}");
    assert_eq!(standard, played("standard"));
    assert_ne!(standard, played("contest"));

    let folder = tempfile::tempdir().expect("a folder is made");
    write(
        folder.path(),
        "ttfe/TTFEFactory.java",
        "package ttfe; public class TTFEFactory {}",
    );
    let agent = format!("program:{}", text(folder.path()));
    let errors = complaint(&["simulate", "2048", "--agent", &agent], 1);
    assert!(errors.contains("createPlayer"), "{errors}");
    let errors = complaint(&["simulate", "quartet", "--agent", &agent], 2);
    assert!(errors.contains("quartet"), "{errors}");
}

/// Moves the simulator on which players try moves into a submission.
#[test]
fn the_simulator_of_players_gets_full_marks() {
    if jdk("the_simulator_of_players_gets_full_marks").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder is made");
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grade/java/");
    let moved = |source: &str| {
        let text = fs::read_to_string(java.join(source)).expect("the file is there");
        let (_, name) = source.rsplit_once('/').expect("it is in a folder");
        write(
            folder.path(),
            name,
            &text.replace("package quincunx.bridge;", "package ttfe;"),
        );
    };
    moved("saarland/player/quincunx/bridge/PlainSimulator.java");
    moved("console/quincunx/bridge/Words.java");
    moved("console/quincunx/bridge/Refusal.java");
    write(
        folder.path(),
        "TTFEFactory.java",
        "package ttfe; public class TTFEFactory { public static SimulatorInterface createSimulator(\
         int width, int height, java.util.Random r) { \
         PlainSimulator game = new PlainSimulator(width, height, false, r); game.addPiece(); game.addPiece(); return game; } }",
    );
    for seed in ["1", "2", "3"] {
        let folder = text(folder.path());
        let output = quincunx(&["grade", "2048", "--java", folder, "--seed", seed, "--json"], "");
        let grade = json(&output);
        assert!(output.status.success(), "{grade}");
    }
}
