//! `quincunx grade` and `quincunx grade-tests`: programs of each kind, right and wrong, reports, suites.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{answer, complaint, quincunx, run, text};

/// Python, by the path at which most systems have it: other places are searched by slower programs.
pub(crate) fn python() -> &'static str {
    let usual = "/usr/bin/python3";
    if Path::new(usual).is_file() {
        usual
    } else {
        "python3"
    }
}

/// A few rules: starting a program takes time.
const FEW_RULES: &str = "game = \"2048\"\npoints = 4\n\
    [rules.new-board]\nweight = 1\ncases = 1\n\
    [rules.slide]\nweight = 1\ncases = 1\n\
    [rules.points]\nweight = 1\ncases = 1\n\
    [rules.answers-at-once]\nweight = 1\ncases = 0\n";

/// A right program that plays 2048.
pub(crate) const RIGHT: &str = include_str!("../programs/simulator.py");

/// Makes submissions of Python programs, each in a folder of its name that every user may read.
pub(crate) fn class(programs: &[(&str, &str)]) -> TempDir {
    let class = tempfile::tempdir().expect("a temporary folder can be made");
    open(class.path());
    fs::write(class.path().join("rubric.toml"), FEW_RULES).expect("the folder can be written");
    for (name, program) in programs {
        let folder = class.path().join(name);
        fs::create_dir(&folder).expect("the folder is new");
        fs::write(folder.join("main.py"), program).expect("the folder can be written");
    }
    class
}

/// Lets every user read a folder: so programs can be run as another one.
fn open(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("the folder is ours");
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// Grades a program of a class with few cases; returns the exit status, the grade and standard error.
fn graded(class: &TempDir, name: &str, more: &[&str]) -> (Option<i32>, Value, String) {
    let folder = class.path().join(name);
    let rubric = class.path().join("rubric.toml");
    let few = ["--rubric", text(&rubric)];
    let few = if more.contains(&"--full") { &[][..] } else { &few };
    let arguments = [
        "grade",
        "2048",
        "--json",
        "--seed",
        "1",
        "--folder",
        text(&folder),
    ];
    let program = ["--", python(), "main.py"];
    let output = quincunx(&[&arguments[..], few, more, &program].concat(), "");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let grade = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"));
    (output.status.code(), grade, errors)
}

/// Returns the kinds of the failures of a grade, each once.
fn reasons(grade: &Value) -> Vec<&str> {
    let rules = grade["rules"].as_array().expect("a list");
    let mut reasons: Vec<&str> = rules
        .iter()
        .filter_map(|rule| rule["failure"]["reason"].as_str())
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
}

#[test]
fn a_right_program_gets_full_marks() {
    let class = class(&[("right", RIGHT)]);
    let (status, grade, errors) = graded(&class, "right", &["--full", "--cases", "2"]);
    assert_eq!((status, reasons(&grade)), (Some(0), vec![]), "{errors}");
    assert_eq!(grade["points"], grade["of"]);
    assert_eq!(grade["rules"].as_array().map(Vec::len), Some(29));
}

#[test]
fn every_kind_of_wrong_program_has_its_verdict() {
    let late = RIGHT.replace(", flush=True", "");
    let half = RIGHT.replace("made.append(value)", "made.append(value // 2)");
    // Wrong in the first case.
    let [one, late_one] = [RIGHT, &late].map(|program| {
        program.replacen(
            "        self.add()\n        self.add()\n",
            "        self.add()\n",
            1,
        )
    });
    let class = class(&[
        ("crash", "import sys\nprint('OK')\nsys.exit(3)"),
        ("silent", "import sys\nsys.stdin.read()"),
        ("hang", "while True: pass"),
        ("flood", "while True: print('OK' * 1000)"),
        (
            "verdict",
            "print('27 of 27 points')\nprint('all rules passed')\ninput()",
        ),
        ("late", &late),
        ("half", &half),
        ("one", &one),
        ("late-one", &late_one),
        ("chatty", &format!("{RIGHT}\nprint('bye')")),
    ]);
    let wrong = |name, limit: &[&str], expected: &[&str]| {
        let (status, grade, errors) = graded(&class, name, limit);
        assert_eq!(status, Some(1), "{name}: {errors}");
        assert_eq!(reasons(&grade), expected, "{name}: {grade:#}");
        grade
    };
    let short = ["--wall", "1s"];
    assert_eq!(wrong("crash", &[], &["crash"])["points"], 0.0);
    assert_eq!(wrong("silent", &[], &["no-answer"])["points"], 0.0);
    assert_eq!(wrong("hang", &short, &["not-run", "timeout"])["points"], 0.0);
    assert_eq!(
        wrong("flood", &["--output", "1"], &["flood", "not-run"])["points"],
        0.0
    );
    assert_eq!(wrong("verdict", &[], &["wrong-answer"])["points"], 0.0);
    assert_eq!(wrong("late", &[], &["late"])["points"], 3.0);
    assert_eq!(wrong("one", &[], &["wrong-answer"])["points"], 3.0);
    assert_eq!(wrong("late-one", &[], &["late", "wrong-answer"])["points"], 2.0);
    let grade = wrong("chatty", &[], &["too-much"]);
    assert_eq!(grade["points"], 0.0);
    assert_eq!(grade["rules"][0]["failure"]["shown"]["line"], Value::Null);
    let grade = wrong("half", &[], &["wrong-answer"]);
    let rules = grade["rules"].as_array().expect("a list");
    let points = rules
        .iter()
        .find(|rule| rule["rule"] == "points")
        .expect("a rule");
    let shown = &points["failure"]["shown"];
    let smallest = shown["smallest"].as_array().expect("lines");
    // A board of 2×2 with two equal pieces, a move and the question.
    assert!(smallest.len() <= 7, "{smallest:?}");
    assert_eq!(shown["line"], smallest.len());
}

/// Only a process of root may raise its limits again.
#[test]
#[cfg(unix)]
fn a_limit_of_the_grader_does_not_keep_programs_from_starting() {
    let class = class(&[("right", RIGHT)]);
    let limited = "ulimit -t 300; exec \"$0\" \"$@\"";
    let rubric = class.path().join("rubric.toml");
    let folder = class.path().join("right");
    let shell = [
        "-c",
        limited,
        env!("CARGO_BIN_EXE_quincunx"),
        "grade",
        "2048",
        "--cpu",
        "400",
    ];
    let program = [
        "--rubric",
        text(&rubric),
        "--folder",
        text(&folder),
        "--",
        python(),
        "main.py",
    ];
    let output = run("sh", &[&shell[..], &program].concat(), "");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn programs_cannot_read_write_or_connect_outside() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    let secret = tempfile::tempdir().expect("a temporary folder can be made");
    open(secret.path());
    let file = secret.path().join("expected.txt");
    fs::write(&file, "secret").expect("the folder can be written");
    let prying = format!(
        "import os, socket\n\
         def tried(action):\n    try:\n        return action()\n    except OSError:\n        return None\n\
         if tried(lambda: open({file:?}).read()): print('has read')\n\
         if tried(lambda: open('written', 'w')): print('has written')\n\
         if os.environ.get('CONNECT') or tried(lambda: socket.create_connection(('127.0.0.1', {port}), 1)): print('is connected')\n\
         {RIGHT}",
        file = text(&file),
    );
    let class = class(&[("prying", &prying), ("right", RIGHT)]);
    let (_, grade, _) = graded(&class, "right", &[]);
    let isolation = grade["isolation"].as_str().expect("a word").to_owned();
    if isolation == "none" {
        eprintln!("skipped: this machine isolates no programs");
        return;
    }
    let (_, grade, _) = graded(&class, "prying", &[]);
    assert!(!class.path().join("prying/written").exists());
    let rules = grade["rules"].as_array().expect("a list");
    let found = rules[0]["failure"]["shown"]["found"].as_str().unwrap_or_default();
    assert!(
        !found.contains("has read") && !found.contains("has written"),
        "{found}"
    );
    // Landlock learned to refuse connections later than the rest.
    if isolation == "bubblewrap" {
        assert_eq!(grade["points"], grade["of"], "{grade:#}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_fork_bomb_and_what_a_program_leaves_behind_end_with_it() {
    let mark = format!("quincunx-test-{}", std::process::id());
    let bomb = format!(
        "mark = {mark:?}\nimport os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass"
    );
    let orphan = format!(
        "import os, sys, time\nif os.fork() == 0:\n    os.setsid()\n    os.execv(sys.executable, [sys.executable, '-c', \
         'import time; time.sleep(600)', {mark:?}])\n{RIGHT}"
    );
    let class = class(&[("right", RIGHT), ("bomb", &bomb), ("orphan", &orphan)]);
    let (_, _, errors) = graded(&class, "right", &[]);
    if errors.contains("not limited in number") {
        eprintln!("skipped: {errors}");
        return;
    }
    let (status, grade, errors) = graded(&class, "bomb", &["--wall", "1s", "--processes", "20"]);
    assert_eq!(
        (status, &grade["points"]),
        (Some(1), &Value::from(0.0)),
        "{errors}"
    );
    let (status, grade, errors) = graded(&class, "orphan", &[]);
    assert_eq!((status, reasons(&grade)), (Some(0), vec![]), "{errors}");
    let is_left = |process: &Path| {
        let read =
            |name| String::from_utf8_lossy(&fs::read(process.join(name)).unwrap_or_default()).into_owned();
        let is_ours = read("cmdline").contains(&mark)
            || fs::read_link(process.join("cwd")).is_ok_and(|folder| folder.starts_with(class.path()));
        // Those that nobody has waited for yet hold nothing.
        is_ours && !read("stat").contains(") Z ")
    };
    let processes = fs::read_dir("/proc").expect("Linux has it").flatten();
    let left: Vec<_> = processes
        .map(|entry| entry.path())
        .filter(|process| is_left(process))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn reports_show_as_much_as_the_feedback_allows() {
    let half = RIGHT.replace("made.append(value)", "made.append(value // 2)");
    let class = class(&[("half", &half)]);
    let folder = class.path().join("half");
    let rubric = class.path().join("rubric.toml");
    let reports = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| text(&reports.path().join(name)).to_owned();
    let [html, junit, gradescope, csv] = ["a.html", "a.xml", "a.json", "a.csv"].map(path);
    let grade = |feedback: &str| {
        let files = [
            "--html",
            &html,
            "--junit",
            &junit,
            "--gradescope",
            &gradescope,
            "--csv",
            &csv,
        ];
        let arguments = [
            "grade",
            "2048",
            "--seed",
            "5",
            "--rubric",
            text(&rubric),
            "--force",
            "--feedback",
            feedback,
        ];
        let program = ["--folder", text(&folder), "--", python(), "main.py"];
        let output = quincunx(&[&arguments[..], &files, &program].concat(), "");
        assert_eq!(output.status.code(), Some(1));
        let read = |path: &str| fs::read_to_string(path).expect("the report is there");
        let reports = [&html, &junit, &gradescope, &csv].map(|path| read(path));
        (
            String::from_utf8(output.stdout).expect("reports are text"),
            reports,
        )
    };
    let (shown, [html, junit, gradescope, csv]) = grade("case");
    let expected = "expected, answer to line";
    assert!(
        [&shown, &html, &junit, &gradescope]
            .iter()
            .all(|report| report.contains(expected)),
        "{shown}"
    );
    assert!(csv.starts_with("name,points,of,new-board,"));
    let results: Value = serde_json::from_str(&gradescope).expect("JSON");
    assert_eq!(results["tests"].as_array().map(Vec::len), Some(4));
    let (shown, reports) = grade("rule");
    assert!(
        shown.contains("wrong answer") && !shown.contains("seed"),
        "{shown}"
    );
    assert!(
        reports
            .iter()
            .chain([&shown])
            .all(|report| !report.contains(expected))
    );
    let (shown, _) = grade("none");
    assert!(
        shown.contains("of 4 points") && !shown.contains("points:"),
        "{shown}"
    );
}

#[test]
fn a_rubric_chooses_rules_and_weights() {
    let class = class(&[("right", RIGHT)]);
    let printed = answer(&["grade", "2048", "--print-rubric"], "");
    assert!(
        printed.contains("[rules.merge-once]\nweight = 1\ncases = 30"),
        "{printed}"
    );
    let rubric = class.path().join("rubric.toml");
    let few = "game = \"2048\"\npoints = 10\n[rules.slide]\nweight = 3\ncases = 2\n[rules.hint]\nweight = 1\ncases = 1\n";
    fs::write(&rubric, few).expect("the folder can be written");
    let (status, grade, errors) = graded(&class, "right", &[]);
    assert_eq!((status, &grade["of"]), (Some(0), &Value::from(10.0)), "{errors}");
    assert_eq!(grade["rules"][0]["of"], 7.5);
    for (wrong, complaint_about) in [
        (few.replace("slide", "glide"), "glide"),
        (few.replace("\"2048\"", "\"quartet\""), "quartet"),
        (few.replace("weight = 3", "weight = -3"), "weight"),
        ("game = ".to_owned(), "rubric.toml"),
    ] {
        fs::write(&rubric, &wrong).expect("the folder can be written");
        let errors = complaint(&["grade", "2048", "--rubric", text(&rubric), "--", "true"], 2);
        assert!(errors.contains(complaint_about), "{errors}");
    }
}

#[test]
fn what_a_run_writes_is_gone_in_the_next() {
    let writing = format!(
        "import os, tempfile\nfolder = tempfile.gettempdir()\nif 'left' in os.listdir(folder): print('met')\n\
         open(os.path.join(folder, 'left'), 'w').write('x')\n{RIGHT}"
    );
    let class = class(&[("writing", &writing)]);
    let folder = class.path().join("writing");
    let rubric = class.path().join("rubric.toml");
    for isolation in ["bubblewrap", "landlock"] {
        let arguments = [
            "grade",
            "2048",
            "--rubric",
            text(&rubric),
            "--folder",
            text(&folder),
        ];
        let program = ["--isolation", isolation, "--", python(), "main.py"];
        let output = quincunx(&[&arguments[..], &program].concat(), "");
        if output.status.code() == Some(2) {
            eprintln!("skipped: {}", String::from_utf8_lossy(&output.stderr));
            continue;
        }
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{isolation}: {shown}");
    }
}

#[test]
#[cfg(unix)]
fn a_stop_ends_the_run_and_writes_no_report() {
    let class = class(&[("hang", "while True: pass")]);
    let folder = class.path().join("hang");
    let page = class.path().join("report.html");
    let arguments = [
        "grade",
        "2048",
        "--wall",
        "1h",
        "--cpu",
        "3600",
        "--html",
        text(&page),
        "--folder",
        text(&folder),
        "--",
        "python3",
        "main.py",
    ];
    let began = std::time::Instant::now();
    // Its only run lasts for an hour.
    let output = crate::common::ended_once(&arguments, |_| began.elapsed().as_secs() > 1);
    assert_eq!(
        output.status.code(),
        Some(143),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped: no report is written"));
    assert!(!page.exists());
}

#[test]
fn rules_that_fail_alike_are_shown_once() {
    let class = class(&[("crash", "import sys\nprint('OK', flush=True)\nsys.exit(3)")]);
    let folder = class.path().join("crash");
    let rubric = class.path().join("rubric.toml");
    let rules = "game = \"quartet\"\npoints = 2\n[rules.place]\nweight = 1\ncases = 1\n[rules.bag]\nweight = 1\ncases = 1\n";
    fs::write(&rubric, rules).expect("the folder can be written");
    let arguments = [
        "grade",
        "quartet",
        "--rubric",
        text(&rubric),
        "--folder",
        text(&folder),
        "--",
        "python3",
        "main.py",
    ];
    let output = quincunx(&arguments, "");
    let shown = String::from_utf8(output.stdout).expect("reports are text");
    assert!(shown.contains("place, bag: crash, exit status 3\n"), "{shown}");
}

#[test]
fn published_cases_are_transcripts() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for game in ["quartet", "shariki"] {
        let cases = folder.path().join(game);
        answer(&["grade", game, "--full", "--published", text(&cases)], "");
        let files: Vec<_> = fs::read_dir(&cases)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        let inputs = files
            .iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "in"));
        let mut count = 0;
        for input in inputs {
            let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
            let arguments = read(&input.with_extension("args"));
            let command: Vec<&str> = ["console", game]
                .into_iter()
                .chain(arguments.split_whitespace())
                .collect();
            assert_eq!(answer(&command, &read(input)), read(&input.with_extension("out")));
            count += 1;
        }
        assert!(count > 20, "{count}");
        let again = complaint(&["grade", game, "--published", text(&cases)], 1);
        assert!(again.contains("already exists; name a new folder"), "{again}");
    }
}

#[test]
fn wrong_use_is_refused() {
    assert!(complaint(&["grade", "2048"], 2).contains("expected the program after `--`"));
    assert!(complaint(&["grade", "levels", "--", "true"], 2).contains("examination"));
    let empty = tempfile::tempdir().expect("a temporary folder can be made");
    let (folder, out) = (text(empty.path()), empty.path().join("out"));
    let class = [
        "grade",
        "2048",
        "--submissions",
        folder,
        "--out",
        text(&out),
        "--",
        "true",
    ];
    assert!(complaint(&class, 2).contains("expected a folder for each submission"));
    let suite = ["grade-tests", "2048", "--transcripts", folder];
    assert!(complaint(&suite, 1).contains("NAME.in"));
    let fault = complaint(&["console", "quartet", "--fault", "no-pieces-0"], 2);
    assert!(fault.contains("no-piece-0"), "{fault}");
    let missing = complaint(&["grade", "2048", "--", "there-is-no-such-program"], 2);
    assert!(
        missing.contains("found no program there-is-no-such-program"),
        "{missing}"
    );
    let everything = complaint(&["grade", "2048", "--folder", "/", "--", "true"], 2);
    assert!(everything.contains("--folder"), "{everything}");
}

#[test]
fn a_suite_is_graded_by_the_faults_that_it_finds() {
    let suite = tempfile::tempdir().expect("a temporary folder can be made");
    let write = |name: &str, input: &str, output: &str| {
        fs::write(suite.path().join(format!("{name}.in")), input).expect("the folder can be written");
        fs::write(suite.path().join(format!("{name}.out")), output).expect("the folder can be written");
    };
    let row = "start standard\nselect 1\nplace 2;1\nselect 3\nplace 2;4\nselect 5\nplace 2;2\nselect 7\nplace 2;3\n";
    write("row", row, &answer(&["console", "quartet"], row));
    write("refusal", "bag\nstart standard\n", "Error, other words\nOK\n");
    let bag = "start standard\nbag\n";
    write("order", bag, &answer(&["console", "quartet"], bag));
    let html = suite.path().join("matrix.html");
    let arguments = [
        "grade-tests",
        "quartet",
        "--json",
        "--transcripts",
        text(suite.path()),
        "--html",
        text(&html),
    ];
    let output = quincunx(&arguments, "");
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let matrix: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let tests: Vec<&str> = matrix["tests"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(tests, ["order", "refusal", "row"]);
    assert_eq!(matrix["too_strict"].as_array().map(Vec::len), Some(1));
    assert_eq!(matrix["too_strict"][0]["test"], 0);
    let found_by = |fault: &str| {
        let faults = matrix["faults"].as_array().expect("a list");
        let row = faults.iter().find(|row| row["fault"] == fault).expect("a fault");
        row["found_by"].clone()
    };
    assert_eq!(found_by("no-row"), serde_json::json!([2]));
    assert_eq!(found_by("starts-itself"), serde_json::json!([1]));
    assert_eq!(found_by("no-column"), serde_json::json!([]));
    assert!(fs::read_to_string(&html).expect("a page").contains("no-column"));
    // What its page is called has nothing to do with the faults.
    assert!(complaint(&arguments, 1).contains("--force replaces it"));
    for command in ["grade", "grade-tests"] {
        let help = answer(&[command, "--help"], "");
        assert!(help.contains("quartet") && !help.contains("levels"), "{help}");
    }
    let list = answer(&["grade-tests", "quartet", "--list"], "");
    assert!(
        list.contains("no-column") && list.contains("Columns do not win."),
        "{list}"
    );
}
