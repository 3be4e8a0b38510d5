//! JUnit suites, graded by the faults that they find. Without a JDK or JUnit a test says so and ends.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use quincunx_grade::java::{Assignment, JUnitOptions, JUnitSuite, Jdk};
use quincunx_grade::sandbox::{Limits, Sandbox};
use quincunx_grade::{Outcome, Suite as _};
use serde_json::Value;

use crate::common::{quincunx, text};
use crate::java::{QUINCUNX, exam, jdk, json, resource, write};

const JARS: &str = "/usr/share/java";

/// Returns the JDK if it and an archive of JUnit are installed, or says that a test is skipped.
fn jdk_and_junit(test: &str, archive: &str) -> Option<Jdk> {
    if !Path::new(JARS).join(archive).is_file() {
        eprintln!("{test} was skipped: found no {archive} in {JARS}");
        return None;
    }
    jdk(test)
}

#[test]
fn a_suite_of_ours_finds_all_faults_of_2048() {
    if jdk_and_junit("a_suite_of_ours_finds_all_faults_of_2048", "junit4.jar").is_none() {
        return;
    }
    let suite = resource("suite");
    let output = quincunx(
        &[
            "grade-tests",
            "2048",
            "--java",
            text(&suite),
            "--test-time",
            "2s",
            "--json",
        ],
        "",
    );
    let matrix = json(&output);
    assert!(output.status.success(), "{matrix}");
    assert_eq!(matrix["too_strict"], Value::Array(Vec::new()));
    let tests = matrix["tests"].as_array().expect("tests are a list");
    assert!(tests.len() >= 50, "{tests:?}");
}

#[test]
#[ignore = "takes minutes: cargo test --release -p quincunx --test cli -- --ignored match_three_that_show_in_java"]
fn a_suite_of_ours_finds_the_faults_of_match_three_that_show_in_java() {
    let test = "a_suite_of_ours_finds_the_faults_of_match_three_that_show_in_java";
    if jdk_and_junit(test, "junit-jupiter-engine.jar").is_none() {
        return;
    }
    let suite = resource("match-three-suite");
    let output = quincunx(
        &["grade-tests", "match-three", "--java", text(&suite), "--json"],
        "",
    );
    let matrix = json(&output);
    assert!(output.status.success(), "{matrix}");
}

const UNRULY_4: &str = r#"
    package ttfe.tests;
    import org.junit.Test;
    import static org.junit.Assert.*;
    public class UnrulyTest {
        @Test public void a_good() {
            assertEquals(4, ttfe.TTFEFactory.createSimulator(4, 4, new java.util.Random()).getBoardWidth());
        }
        @Test public void b_exit() { System.exit(0); }
        @Test public void c_halt() { Runtime.getRuntime().halt(0); }
        @Test public void d_hang() { while (true) { } }
        @Test public void e_fail() { fail("no"); }
        @Test public void f_overflow() { f_overflow(); }
        @Test public void g_flood() { while (true) { System.out.println("!pass"); System.err.println("!pass"); } }
        @Test public void h_good() {
            var a = ttfe.TTFEFactory.createSimulator(4, 4, new java.util.Random(1));
            var b = ttfe.TTFEFactory.createSimulator(4, 4, new java.util.Random(2));
            a.setPieceAt(1, 1, 64);
            b.setPieceAt(1, 1, 128);
            assertEquals(64, a.getPieceAt(1, 1));
            assertEquals(128, b.getPieceAt(1, 1));
        }
    }
"#;

/// Returns the command line of the engine's own console, or of a variant's.
fn console(variant: &str) -> Vec<OsString> {
    let mut command = vec![QUINCUNX, "console", "2048"];
    if !variant.is_empty() {
        command.extend(["--variant", variant]);
    }
    command.into_iter().map(OsString::from).collect()
}

/// Runs a suite of one class against a variant's console; an empty name stands for the engine's own.
fn run_suite_on(
    jdk: &Jdk,
    source: &str,
    variant: &str,
    limits: Limits,
    lifts: bool,
) -> Vec<(String, Outcome)> {
    let folder = tempfile::tempdir().expect("a folder is made");
    write(folder.path(), "UnrulyTest.java", source);
    let mut sandbox = Sandbox::new(QUINCUNX.into(), None, limits, Vec::new()).expect("it works here");
    if lifts {
        sandbox.lift_cpu_limit();
    }
    let options = JUnitOptions {
        jdk,
        jars: Path::new(JARS),
        framework: None,
        time: limits.wall,
    };
    let assignment = Assignment::of("2048").expect("it has one");
    let suite = JUnitSuite::compile(assignment, folder.path(), options, &sandbox, &console(""));
    let suite = suite.expect("the suite compiles");
    let outcomes = suite
        .run(&sandbox, exam(), &console(variant))
        .expect("the suite runs");
    let method = |name: &String| name.rsplit('#').next().unwrap_or(name).to_owned();
    let mut results: Vec<_> = suite.names().iter().map(method).zip(outcomes).collect();
    results.sort_by(|(one, _), (other, _)| one.cmp(other));
    results
}

fn run_suite(jdk: &Jdk, source: &str) -> Vec<(String, Outcome)> {
    let limits = Limits {
        wall: Duration::from_secs(2),
        ..Limits::default()
    };
    run_suite_on(jdk, source, "", limits, false)
}

fn passed(results: &[(String, Outcome)]) -> Vec<&str> {
    let passed = results.iter().filter(|(_, outcome)| *outcome == Outcome::Passed);
    passed.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn tests_that_end_or_hold_up_java_fail_alone() {
    if let Some(jdk) = jdk_and_junit("tests_that_end_or_hold_up_java_fail_alone", "junit4.jar") {
        let results = run_suite(&jdk, UNRULY_4);
        assert_eq!(results.len(), 8);
        assert_eq!(passed(&results), ["a_good", "h_good"]);
    }
}

#[test]
fn tests_of_junit_5_run_too() {
    if let Some(jdk) = jdk_and_junit("tests_of_junit_5_run_too", "junit-jupiter-engine.jar") {
        let source = UNRULY_4
            .replace("org.junit.Test", "org.junit.jupiter.api.Test")
            .replace("org.junit.Assert", "org.junit.jupiter.api.Assertions");
        let results = run_suite(&jdk, &source);
        assert_eq!(results.len(), 8);
        assert_eq!(passed(&results), ["a_good", "h_good"]);
    }
}

/// Two tests that fail without a reason, by what they see of their run or by the clock, and honest ones.
const SPYING: &str = r#"
    package ttfe.tests;
    import java.io.File;
    import java.nio.file.*;
    import org.junit.*;
    import org.junit.runners.MethodSorters;
    import static org.junit.Assert.*;
    import ttfe.*;
    @FixMethodOrder(MethodSorters.NAME_ASCENDING) public class UnrulyTest {
        private static SimulatorInterface game() {
            return TTFEFactory.createSimulator(4, 4, new java.util.Random(7));
        }
        @Test public void a_looks_around() throws Exception {
            String seen = System.getenv() + " " + ProcessHandle.current().pid();
            if (Files.exists(Path.of("/proc/self/status"))) {
                seen += Files.readString(Path.of("/proc/self/status"));
            }
            assertTrue(seen.isEmpty());
        }
        @Test public void b_reads_the_clock() throws Exception {
            game().getPieceAt(0, 0);
            Path classes = Path.of(UnrulyTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            assertTrue(System.currentTimeMillis() < Files.getLastModifiedTime(classes).toMillis());
        }
        @Test public void c_hangs_up() throws Exception {
            new java.io.FileOutputStream(java.io.FileDescriptor.out).write("quit\n".getBytes());
            Thread.sleep(200);
            fail();
        }
        @Test public void d_ends() { Runtime.getRuntime().halt(0); }
        @Test public void e_merges() {
            SimulatorInterface game = game();
            for (int i = 0; i < 16; i++) {
                game.setPieceAt(i % 4, i / 4, i < 2 ? 2 : 0);
            }
            game.performMove(MoveDirection.WEST);
            assertEquals(4, game.getPieceAt(0, 0));
        }
        @Test public void f_fails_after_it() { fail(); }
    }
"#;

#[test]
fn tests_that_have_seen_no_fault_find_none() {
    if let Some(jdk) = jdk_and_junit("tests_that_have_seen_no_fault_find_none", "junit4.jar") {
        let run = |variant| {
            let results = run_suite_on(&jdk, SPYING, variant, Limits::default(), false);
            let outcomes: Vec<Outcome> = results.into_iter().map(|(_, outcome)| outcome).collect();
            outcomes
        };
        use Outcome::{Failed, Groundless, Passed};
        let groundless = [Groundless, Groundless, Groundless, Groundless];
        assert_eq!(
            run("counts-nothing"),
            [&groundless[..], &[Passed, Groundless]].concat()
        );
        assert_eq!(run("never-merges"), [&groundless[..], &[Failed, Failed]].concat());
    }
}

#[test]
fn the_time_of_all_tests_together_is_no_limit() {
    let Some(jdk) = jdk_and_junit("the_time_of_all_tests_together_is_no_limit", "junit4.jar") else {
        return;
    };
    let test = |name: &str, seconds: f64| {
        format!(
            "@Test public void {name}() {{ var threads = java.lang.management.ManagementFactory.getThreadMXBean(); \
             long end = threads.getCurrentThreadCpuTime() + {:.0}L; \
             while (threads.getCurrentThreadCpuTime() < end) {{ }} }}",
            seconds * 1e9
        )
    };
    let class = |tests: Vec<String>| {
        let tests = tests.concat();
        format!("package ttfe.tests; import org.junit.Test; public class UnrulyTest {{ {tests} }}")
    };
    let limits = Limits {
        wall: Duration::from_secs(20),
        cpu_seconds: 3,
        ..Limits::default()
    };
    // Together they take too long for the machine, but each is repeated alone.
    let four = class(["a", "b", "c", "d"].map(|name| test(name, 1.0)).to_vec());
    assert_eq!(
        passed(&run_suite_on(&jdk, &four, "", limits, false)),
        ["a", "b", "c", "d"]
    );
    let busy = class(vec![test("busy", 4.0)]);
    let of_busy = |lifts| passed(&run_suite_on(&jdk, &busy, "", limits, lifts)).len();
    assert_eq!((of_busy(false), of_busy(true)), (0, 1));
}

#[test]
fn a_fault_that_holds_up_the_search_for_tests_is_found() {
    let test = "a_fault_that_holds_up_the_search_for_tests_is_found";
    let Some(jdk) = jdk_and_junit(test, "junit4.jar") else {
        return;
    };
    let source = r#"
        package ttfe.tests;
        import java.util.*;
        import org.junit.Test;
        import org.junit.runner.RunWith;
        import org.junit.runners.Parameterized;
        import ttfe.*;
        @RunWith(Parameterized.class) public class UnrulyTest {
            public UnrulyTest(int value) { }
            @Parameterized.Parameters public static List<Object[]> values() {
                SimulatorInterface game = TTFEFactory.createSimulator(4, 4, new Random(7));
                game.setPieceAt(0, 0, 2);
                game.setPieceAt(0, 0, 4);
                if (game.getPieceAt(0, 0) != 4) {
                    System.exit(0);
                }
                return List.of(new Object[] {1}, new Object[] {2});
            }
            @Test public void good() { }
        }"#;
    let run = |variant| -> Vec<Outcome> {
        let results = run_suite_on(&jdk, source, variant, Limits::default(), false);
        results.into_iter().map(|(_, outcome)| outcome).collect()
    };
    assert_eq!(run("never-merges"), [Outcome::Passed; 2]);
    assert_eq!(run("set-keeps-piece"), [Outcome::Failed; 2]);
}
