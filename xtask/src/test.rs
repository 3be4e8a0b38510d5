//! `cargo xtask test`: everything that a change must pass.

use anyhow::Result;
use clap::Args;

use crate::steps::{Steps, cargo, has_cargo, require_cargo};

#[derive(Args)]
pub(crate) struct Options {
    /// Leaves out the release build and the documentation
    #[arg(long)]
    quick: bool,
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
    steps.run("tests", &mut cargo(&["test", "--locked", "--workspace"]))?;
    if !options.quick {
        steps.run(
            "documentation",
            cargo(&["doc", "--locked", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
        )?;
        steps.run(
            "release build",
            &mut cargo(&["build", "--locked", "--release", "--package", "quincunx"]),
        )?;
    }
    let denied = has_cargo("deny");
    if denied {
        // cargo-deny reads the packages of every platform; a build fetches only those of this one.
        steps.run("packages of all platforms", &mut cargo(&["fetch", "--locked"]))?;
        steps.run("dependencies", &mut cargo(DENY))?;
    }
    steps.summarise();
    if !denied {
        println!("-- not run: dependencies (cargo-deny is not installed; see `cargo xtask deny`)");
    }
    Ok(())
}

/// What of cargo-deny needs nothing but this checkout and its packages; advisories would need their own database.
const DENY: &[&str] = &["deny", "--offline", "check", "bans", "licenses", "sources"];

/// Checks the dependencies, their advisories included.
pub(crate) fn deny() -> Result<()> {
    require_cargo("deny")?;
    Steps::default().run("dependencies", &mut cargo(&["deny", "check"]))
}
