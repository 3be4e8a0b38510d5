//! `cargo xtask wasm`: the engine for a page without a server, and its comparison with the native program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;

use crate::browser;
use crate::steps::{Steps, cargo, root};

#[derive(Args)]
pub(crate) struct Options {
    /// Random games of each game that are compared; 0 only builds
    #[arg(long, default_value_t = 1000)]
    games: u32,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// The profiles, folders of the target: one for people, and one for tests, which compiles in less time.
pub(crate) const RELEASE: &str = "wasm";
pub(crate) const TEST: &str = "wasm-test";

/// Builds the module, puts it beside the programs that are built, and compares it with the native program in
/// Node.js.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::default();
    let compiler = find_compiler()?.map_err(|missing| anyhow!(missing))?;
    let module = build(&mut steps, compiler, RELEASE)?;
    for profile in ["debug", "release"] {
        let folder = root().join("target").join(profile);
        if folder.is_dir() {
            fs::copy(&module, folder.join("quincunx.wasm"))?;
        }
    }
    if options.games > 0 {
        compare(&mut steps, &module, options.games)?;
    }
    steps.summarise();
    println!("{}", module.display());
    Ok(())
}

fn compare(steps: &mut Steps, module: &Path, games: u32) -> Result<()> {
    let native = [
        "build",
        "--locked",
        "--release",
        "--package",
        "quincunx-wasm",
        "--example",
        "native",
    ];
    steps.run("native program", &mut cargo(&native))?;
    let mut compare = browser::npm();
    compare
        .args(["run", "--silent", "wasm"])
        .env("QUINCUNX_WASM", module)
        .env("QUINCUNX_NATIVE", root().join("target/release/examples/native"))
        .env("QUINCUNX_GAMES", games.to_string());
    steps.run("comparison", &mut compare)
}

/// Builds the module and returns its file.
pub(crate) fn build(steps: &mut Steps, mut compiler: Command, profile: &str) -> Result<PathBuf> {
    compiler.args(["build", "--locked", "--lib", "--package", "quincunx-wasm"]);
    compiler.args([
        "--profile",
        profile,
        "--target",
        TARGET,
        "--target-dir",
        "target/wasm",
    ]);
    // Flags of the environment would replace those of the configuration.
    compiler.env_remove("RUSTFLAGS");
    steps.run("WebAssembly module", &mut compiler)?;
    Ok(root().join(format!("target/wasm/{TARGET}/{profile}/quincunx_wasm.wasm")))
}

/// Finds a cargo that compiles for WebAssembly; the inner error names how to install one.
pub(crate) fn find_compiler() -> Result<Result<Command, String>> {
    let library = target_library()?;
    if library.is_dir() {
        return Ok(Ok(cargo(&[])));
    }
    // Debian's compiler makes the target's standard library of its sources, without backtraces, and links
    // as ours does.
    let debian = [
        "/usr/bin/cargo",
        "/usr/bin/rustc",
        "/usr/lib/rustlib/src/rust/library",
    ];
    if !debian.into_iter().all(|path| Path::new(path).exists()) {
        return Ok(Err(format!(
            "no compiler for WebAssembly: `rustup target add {TARGET}` installs one; so do Debian's packages \
             rustc-web, cargo-web and rust-web-src"
        )));
    }
    let targets = library.ancestors().nth(2).context("a target lies in a folder")?;
    let linker = fs::read_dir(targets)?
        .flatten()
        .map(|target| target.path().join("bin/rust-lld"))
        .find(|linker| linker.is_file())
        .context("the toolchain has no rust-lld")?;
    let mut command = Command::new("/usr/bin/cargo");
    command
        .current_dir(root())
        .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="])
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    Ok(Ok(command))
}

/// Returns where our compiler has the target's standard library, if it has it.
fn target_library() -> Result<PathBuf> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(root())
        .output()
        .context("rustc could not be started")?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
