//! `cargo xtask load`: builds the program and the generator optimised, and has the one load the other.

use anyhow::Result;
use clap::Args;

use crate::steps::{Steps, cargo, root};

#[derive(Args)]
pub(crate) struct Load {
    /// Scenarios and options of the generator; `cargo xtask load -- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Measures the server on this machine.
pub(crate) fn load(options: &Load) -> Result<()> {
    let mut steps = Steps::default();
    let packages = ["--package", "quincunx", "--package", "quincunx-load"];
    steps.run(
        "release build",
        cargo(&["build", "--locked", "--release"]).args(packages),
    )?;
    let program = root().join("target/release/quincunx");
    let mut generator = cargo(&["run", "--locked", "--release", "--package", "quincunx-load", "--"]);
    generator.arg("--program").arg(program).args(&options.arguments);
    steps.run("load", &mut generator)
}
