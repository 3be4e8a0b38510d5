//! `cargo xtask test`: everything that a change must pass.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::browser::{self, Tools};
use crate::postgres::{self, Postgres};
use crate::python;
use crate::steps::{Steps, cargo, has_cargo, require_cargo, root};
use crate::wasm;

#[derive(Args)]
pub(crate) struct Options {
    /// Tests only the packages with changes that are not committed, and the contract of all games
    #[arg(long)]
    quick: bool,
    /// Leaves out the checks of the page: the types of its scripts and the browser tests
    #[arg(long)]
    no_browser: bool,
}

/// Runs all checks in the order in which they fail fastest.
///
/// Every build is `--locked`: a dependency changes with a commit of Cargo.lock and never by itself. The tests
/// of Rust build the program that the browser tests run, in the same profile.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    steps.run("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    check_width()?;
    let mut changed = if options.quick {
        changed_packages()?
    } else {
        BTreeSet::new()
    };
    let is_fuzz_changed = changed.remove(FUZZ);
    let packages: Vec<&str> = if changed.is_empty() {
        vec!["--workspace"]
    } else {
        changed.iter().flat_map(|name| ["--package", name]).collect()
    };
    let mut left_out = Vec::new();
    if options.quick {
        lint(&mut steps, &packages)?;
        if is_fuzz_changed {
            check_fuzz_targets(&mut steps)?;
        }
        left_out.extend(test(&mut steps, &packages)?);
        let others = [
            ("packages without changes", !changed.is_empty()),
            ("fuzz targets", !is_fuzz_changed),
            ("documentation, Python package, page", true),
        ];
        let others = others.into_iter().filter(|(_, is_left_out)| *is_left_out);
        let others: Vec<&str> = others.map(|(what, _)| what).collect();
        left_out.push(format!("{} (--quick)", others.join(", ")));
    } else {
        let (tested, python) = steps.side_by_side(
            |steps| {
                lint(steps, &packages)?;
                check_fuzz_targets(steps)?;
                test(steps, &packages)
            },
            |steps| Ok(python::prepare(steps)),
        )?;
        left_out.extend(tested);
        let (documented, page) = steps.side_by_side(
            |steps| {
                let mut doc = cargo(&["doc", "--locked", "--workspace", "--all-features", "--no-deps"]);
                steps.run("documentation", doc.env("RUSTDOCFLAGS", "-D warnings"))?;
                python::test(steps, python?)
            },
            |steps| check_page(steps, options),
        )?;
        left_out.extend(documented);
        left_out.extend(page);
    }
    if has_cargo("deny") {
        // cargo-deny reads the packages of every platform; a build fetches only those of this one.
        steps.run("packages of all platforms", &mut cargo(&["fetch", "--locked"]))?;
        steps.run("dependencies", &mut cargo(DENY))?;
    } else {
        left_out.push("dependencies (cargo-deny is not installed; see `cargo xtask deny`)".to_owned());
    }
    steps.summarise();
    for omission in left_out {
        println!("-- not run: {omission}");
    }
    Ok(())
}

fn lint(steps: &mut Steps, packages: &[&str]) -> Result<()> {
    let mut lints = cargo(&["clippy", "--locked", "--all-targets", "--all-features"]);
    steps.run("lints", lints.args(packages).args(["--", "-D", "warnings"]))
}

/// The package of the fuzz targets.
const FUZZ: &str = "quincunx-fuzz";

/// Checks that the fuzz targets compile, which are a workspace of their own.
fn check_fuzz_targets(steps: &mut Steps) -> Result<()> {
    let mut check = cargo(&["check", "--locked", "--manifest-path", "fuzz/Cargo.toml"]);
    check.args(["--target-dir", "target"]);
    // Nothing is linked, so libFuzzer itself, which takes a C++ compiler, need not be built.
    steps.run(
        "fuzz targets",
        check.env("CUSTOM_LIBFUZZER_PATH", "target/libFuzzer.a"),
    )
}

/// The most columns of a line of prose in comments; the formatter sees to code and leaves comments as they
/// are.
const WIDTH: usize = 110;

/// Checks that no comment is too wide, tables, drawings and examples aside.
fn check_width() -> Result<()> {
    let mut wide = Vec::new();
    for file in git(&["ls-files", "*.rs"])?.lines() {
        let Ok(text) = fs::read_to_string(root().join(file)) else {
            continue;
        };
        let mut is_fenced = false;
        for (number, line) in (1..).zip(text.lines()) {
            let Some(comment) = line.trim_start().strip_prefix("//") else {
                continue;
            };
            let comment = comment.trim_start_matches(['/', '!']).trim_start();
            is_fenced ^= comment.starts_with("```");
            if line.chars().count() > WIDTH && !is_fenced && !comment.starts_with('|') {
                wide.push(format!("{file}:{number}"));
            }
        }
    }
    if !wide.is_empty() {
        bail!("comments of more than {WIDTH} columns: {}", wide.join(", "));
    }
    Ok(())
}

/// Lists the packages with changes that are not committed, and the one whose tests hold all games to their
/// contract.
fn changed_packages() -> Result<BTreeSet<String>> {
    let mut packages = BTreeSet::new();
    let status = [
        "status",
        "--porcelain",
        "-z",
        "--no-renames",
        "--untracked-files=all",
    ];
    for entry in git(&status)?.split('\0') {
        // Two letters and a space stand before the path.
        packages.extend(entry.get(3..).and_then(|path| package_of(&root().join(path))));
    }
    if !packages.is_empty() {
        packages.insert("quincunx-catalog".to_owned());
    }
    Ok(packages)
}

/// Returns the name of the package in which a file lies; `None` outside of all.
fn package_of(file: &Path) -> Option<String> {
    let manifest = file
        .ancestors()
        .take_while(|folder| *folder != root())
        .find_map(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok())?;
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "))?;
    Some(name.trim_matches('"').to_owned())
}

/// Returns what git prints.
fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(root())
        .output()
        .context("git could not be started")?;
    if !output.status.success() {
        bail!(
            "git {}: {}",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    String::from_utf8(output.stdout).context("git prints UTF-8")
}

/// Runs the tests of packages, those of PostgreSQL included where there is one; returns what was left out and
/// why.
fn test(steps: &mut Steps, packages: &[&str]) -> Result<Option<String>> {
    let postgres = Postgres::start(steps)?;
    let address = postgres.address().map(|address| (postgres::ADDRESS, address));
    if has_cargo("nextest") {
        let nextest = [
            "nextest",
            "run",
            "--locked",
            "--all-features",
            "--no-fail-fast",
            "--no-tests=pass",
            // Examples have none; the lints have compiled them.
            "--tests",
        ];
        steps.run("tests", cargo(&nextest).args(packages).envs(address))?;
        steps.run(
            "examples in the docs",
            cargo(&["test", "--locked", "--all-features", "--doc"]).args(packages),
        )?;
    } else {
        steps.run(
            "tests",
            cargo(&["test", "--locked", "--all-features"])
                .args(packages)
                .envs(address),
        )?;
    }
    Ok(postgres
        .missing()
        .map(|why| format!("tests on PostgreSQL ({why})")))
}

/// Checks the page with the program that the tests have built; returns what was left out and why.
fn check_page(steps: &mut Steps, options: &Options) -> Result<Option<String>> {
    if options.no_browser {
        return Ok(Some("types of the page, browser tests (--no-browser)".to_owned()));
    }
    let tools = browser::find_tools(steps);
    if let Tools::Nothing(why) = tools {
        return Ok(Some(format!("types of the page, browser tests ({why})")));
    }
    browser::install(steps)?;
    browser::check_types(steps)?;
    match tools {
        Tools::All(chromium) => {
            let (engine, omission) = match wasm::find_compiler()? {
                Ok(compiler) => (Some(wasm::build(steps, compiler, wasm::TEST)?), None),
                Err(why) => (None, Some(format!("browser tests without a server ({why})"))),
            };
            browser::test(steps, "target/debug/quincunx", engine.as_deref(), &chromium)?;
            Ok(omission)
        }
        Tools::NoBrowser(why) | Tools::Nothing(why) => Ok(Some(format!("browser tests ({why})"))),
    }
}

/// What of cargo-deny needs nothing but this checkout and its packages; advisories would need their own
/// database.
const DENY: &[&str] = &["deny", "--offline", "check", "bans", "licenses", "sources"];

/// Checks the dependencies, their advisories included.
pub(crate) fn deny() -> Result<()> {
    require_cargo("deny")?;
    Steps::default().run("dependencies", &mut cargo(&["deny", "check"]))
}
