//! `cargo xtask test`: everything that a change must pass.

use anyhow::Result;
use clap::Args;

use crate::browser;
use crate::browser::Tools;
use crate::postgres;
use crate::postgres::Postgres;
use crate::python;
use crate::steps::{Steps, cargo, has_cargo, require_cargo};

#[derive(Args)]
pub(crate) struct Options {
    /// Leaves out the release build, the documentation, the Python package and the browser tests
    #[arg(long)]
    quick: bool,
    /// Leaves out the checks of the page: the types of its scripts and the browser tests
    #[arg(long)]
    no_browser: bool,
}

/// Runs all checks in the order in which they fail fastest.
///
/// Every build is `--locked`: a dependency changes with a commit of Cargo.lock and never by itself.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    steps.run("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    steps.run(
        "lints",
        &mut cargo(&[
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    let mut left_out = Vec::new();
    left_out.extend(test(&mut steps)?);
    if !options.quick {
        steps.run(
            "documentation",
            cargo(&["doc", "--locked", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
        )?;
        let mut build = cargo(&["build", "--locked", "--release", "--package", "quincunx"]);
        // Each by itself leaves a core idle for minutes: before the last crates are compiled, and while Python runs.
        let ((), python) =
            steps.side_by_side(|steps| steps.run("release build", &mut build), python::test)?;
        left_out.extend(python);
        left_out.extend(check_page(&mut steps, options)?);
    } else {
        left_out.push("tests of the Python package, types of the page, browser tests (--quick)".to_owned());
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

/// Runs the tests, those of PostgreSQL included where there is one, and tells what was left out and why.
fn test(steps: &mut Steps) -> Result<Option<String>> {
    let postgres = Postgres::start(steps)?;
    let address = postgres.address().map(|address| (postgres::ADDRESS, address));
    steps.run("tests", cargo(&["test", "--locked", "--workspace"]).envs(address))?;
    Ok(postgres
        .missing()
        .map(|why| format!("tests on PostgreSQL ({why})")))
}

/// Checks the page with the program that the release build has made, and tells what was left out and why.
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
        Tools::All(chromium) => browser::test(steps, "target/release/quincunx", chromium).map(|()| None),
        Tools::NoBrowser(why) | Tools::Nothing(why) => Ok(Some(format!("browser tests ({why})"))),
    }
}

/// What of cargo-deny needs nothing but this checkout and its packages; advisories would need their own database.
const DENY: &[&str] = &["deny", "--offline", "check", "bans", "licenses", "sources"];

/// Checks the dependencies, their advisories included.
pub(crate) fn deny() -> Result<()> {
    require_cargo("deny")?;
    Steps::default().run("dependencies", &mut cargo(&["deny", "check"]))
}
