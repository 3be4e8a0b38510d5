//! What takes longer than a change should wait: benchmarks, deep path counts, fuzzing, mutants. All of it is
//! bounded.

use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::steps::{Steps, cargo, require_cargo, root};

#[derive(Args)]
pub(crate) struct Bench {
    /// Measures only lines whose name contains one of these words
    names: Vec<String>,
}

#[derive(Args)]
pub(crate) struct Perft {
    /// Counts every line with at most this many paths
    #[arg(long, default_value_t = 100_000_000)]
    limit: u64,
}

#[derive(Args)]
pub(crate) struct Fuzz {
    /// The targets to fuzz; all when none is named
    targets: Vec<String>,
    /// How long each target is fuzzed
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// What checks memory meanwhile: `address`, or `none`, which is faster
    #[arg(long, default_value = "address")]
    sanitizer: String,
}

#[derive(Args)]
pub(crate) struct Mutants {
    /// The packages whose changes are tried; all that `.cargo/mutants.toml` has files of when none is named
    packages: Vec<String>,
    /// How many changes are tried at the same time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// Measures speed: builds the benchmarks and the program optimised, and prints the table.
pub(crate) fn bench(options: &Bench) -> Result<()> {
    let mut steps = Steps::default();
    let mut build = cargo(&["build", "--locked", "--release", "--package", "quincunx"]);
    steps.run("release build", &mut build)?;
    let mut command = cargo(&[
        "bench",
        "--locked",
        "--package",
        "quincunx-catalog",
        "--bench",
        "speed",
        "--",
    ]);
    steps.run("benchmarks", command.args(&options.names))
}

/// Counts paths far deeper than `cargo test` does: the tests named `perft`, optimised, with a higher limit.
pub(crate) fn perft(options: &Perft) -> Result<()> {
    let mut command = cargo(&["test", "--locked", "--release", "--workspace", "--lib", "perft"]);
    command.env("QUINCUNX_PERFT_LIMIT", options.limit.to_string());
    Steps::default().run("path counts", &mut command)
}

/// Fuzzes the targets under `fuzz/` one after the other. Each begins with what earlier runs on this machine
/// found, and with its committed seeds.
pub(crate) fn fuzz(options: &Fuzz) -> Result<()> {
    require_cargo("fuzz")?;
    let mut steps = Steps::default();
    for target in fuzz_targets(&options.targets)? {
        // libFuzzer adds what it finds to the first folder.
        let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
        std::fs::create_dir_all(root().join(&corpus))?;
        let seeds = Some(seeds).filter(|seeds| root().join(seeds).is_dir());
        steps.run(
            &format!("fuzz {target}"),
            Command::new("cargo")
                .args([
                    "+nightly",
                    "fuzz",
                    "run",
                    "--sanitizer",
                    &options.sanitizer,
                    &target,
                ])
                .arg(corpus)
                .args(seeds)
                .arg("--")
                .arg(format!("-max_total_time={}", options.seconds))
                .args(["-timeout=10", "-rss_limit_mb=4096", "-max_len=65536"])
                .args(["-len_control=10", "-print_final_stats=1"])
                .current_dir(root()),
        )?;
    }
    steps.summarise();
    Ok(())
}

/// Lists the targets asked for, or all.
fn fuzz_targets(asked: &[String]) -> Result<Vec<String>> {
    let mut known = Vec::new();
    for entry in std::fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        if let Some(name) = entry?.path().file_stem() {
            known.push(name.to_string_lossy().into_owned());
        }
    }
    known.sort();
    if let Some(stranger) = asked.iter().find(|name| !known.contains(name)) {
        bail!(
            "there is no fuzz target `{stranger}`; there are {}",
            known.join(", ")
        );
    }
    Ok(if asked.is_empty() { known } else { asked.to_vec() })
}

/// Changes rules, scoring, notation and tables in small ways, and runs the tests of the package on each:
/// first the fast tests without optimisation, then all tests on what survived.
///
/// Mutants that an earlier run caught are left out, even if tests have changed since: delete `target/mutants`
/// to try them again.
pub(crate) fn mutants(options: &Mutants) -> Result<()> {
    require_cargo("mutants")?;
    require_cargo("nextest")?;
    let pass = |profile: &str| {
        let mut command = cargo(&["mutants", "--iterate", "--output", "target/mutants"]);
        // What one mutant failed on is no case for the next.
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
        command.args(["--jobs", &options.jobs.to_string()]);
        command.args(["--cargo-test-arg", &format!("--profile={profile}")]);
        command.args(options.packages.iter().flat_map(|package| ["--package", package]));
        command
    };
    let mut fast = pass("mutants-fast");
    let status = fast
        .args(["--profile", "mutants"])
        .status()
        .context("cargo-mutants could not be started")?;
    // What survives, or never ends, is tried again with all tests.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        bail!("cargo-mutants failed ({status})");
    }
    let mut steps = Steps::default();
    steps.run("survivors, with all tests", &mut pass("mutants-all"))
}
