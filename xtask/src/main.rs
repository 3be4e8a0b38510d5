//! What a person runs and CI runs, on every system the same: `cargo xtask test`, `cargo xtask bench`, …

mod browser;
mod debian;
mod deep;
mod dist;
mod docs;
mod load;
mod package;
mod postgres;
mod processors;
mod python;
mod scores;
mod steps;
mod test;
mod values;
mod wasm;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of the workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Runs every check that a change must pass: format, lints, tests, docs, Python package, page
    Test(test::Options),
    /// Builds the wheel of the Python package
    Wheel(python::Wheel),
    /// Compares the games with other programs' in far more games than the tests do, and asks what is too
    /// large for those (minutes)
    Referees(python::Referees),
    /// Checks licences, sources and bans of all dependencies with cargo-deny
    Deny,
    /// Takes the pictures in `docs/pictures`, with which a browser test compares the page
    Pictures,
    /// Measures speed and prints the table of BENCHMARKS.md (minutes; close other programs)
    Bench(deep::Bench),
    /// Counts the paths of every perft.txt to the depth that takes a minute or so
    Perft(deep::Perft),
    /// Solves sets of scored positions and reports wrong scores and solving times
    Scores(scores::Scores),
    /// Solves the empty Connect Four boards of all small sizes for docs/reference/connect-four.md (minutes)
    Values,
    /// Loads a server on this machine and measures it (minutes; close other programs)
    Load(load::Load),
    /// Fuzzes parsers and consoles with cargo-fuzz on the nightly toolchain
    Fuzz(deep::Fuzz),
    /// Builds the engine for a page without a server, and compares it with the native program (minutes)
    Wasm(wasm::Options),
    /// Builds the archive for this platform and the image that a release offers, in `target/dist` (minutes)
    Dist,
    /// Writes all documents as one site in `target/docs/site`, and checks its links
    Docs,
    /// Packs every crate as for a registry, and checks that each builds of its package alone
    Package,
    /// Looks for changes of the rules that no test notices, with cargo-mutants (hours)
    Mutants(deep::Mutants),
}

fn main() -> ExitCode {
    let result = match Cli::parse().chore {
        Chore::Test(options) => test::run(&options),
        Chore::Wheel(options) => python::wheel(&options),
        Chore::Referees(options) => python::referees(&options),
        Chore::Deny => test::deny(),
        Chore::Pictures => browser::pictures(),
        Chore::Dist => dist::run(),
        Chore::Docs => docs::run(),
        Chore::Package => package::run(),
        Chore::Bench(options) => deep::bench(&options),
        Chore::Perft(options) => deep::perft(&options),
        Chore::Scores(options) => scores::scores(&options),
        Chore::Values => values::values(),
        Chore::Load(options) => load::load(&options),
        Chore::Fuzz(options) => deep::fuzz(&options),
        Chore::Wasm(options) => wasm::run(&options),
        Chore::Mutants(options) => deep::mutants(&options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
