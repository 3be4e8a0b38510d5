//! The programs of an archive play the same games, also on a processor of 2006.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::steps::{Steps, runs};

/// Commands whose outputs must not differ: the exact solver, the players and both networks.
const COMMANDS: [&str; 7] = [
    "solve connect-four 44444222",
    "simulate connect-four --agent level:4 --agent mcts:2000 --games 2 --seed 1 --json",
    "simulate quartet --agent level:3 --agent level:2 --games 2 --seed 1 --json",
    "simulate 2048 --agent expectimax:depth=1 --games 1 --seed 1 --json",
    "simulate 2048 --scoring contest --agent level:5 --games 1 --plies 20 --seed 1 --json",
    "simulate shariki --agent level:2 --games 2 --seed 1 --json",
    "simulate match-three --agent level:2 --games 2 --seed 1 --json",
];

/// The emulator of an old processor. It is of the first level of x86-64: it has neither SSE4.2 nor popcount.
const EMULATOR: [&str; 3] = ["qemu-x86_64", "-cpu", "core2duo"];

/// Runs the commands on each program, and on the first one with an emulated old processor where the emulator
/// is installed.
pub(super) fn run(steps: &mut Steps, programs: &[PathBuf]) -> Result<()> {
    let mut all: Vec<(String, Vec<&Path>)> = programs
        .iter()
        .map(|program| (program.display().to_string(), vec![program.as_path()]))
        .collect();
    let is_emulated = cfg!(target_arch = "x86_64") && runs(EMULATOR[0]);
    if is_emulated {
        let mut emulated: Vec<&Path> = EMULATOR.iter().map(Path::new).collect();
        emulated.push(&programs[0]);
        all.push((EMULATOR.join(" "), emulated));
    } else {
        println!("not tried on an old processor: {} is not installed", EMULATOR[0]);
    }
    steps.time("programs play alike", || {
        for command in COMMANDS {
            let mut expected = None;
            for (name, program) in &all {
                let found = answer(program, command)?;
                ensure!(
                    *expected.get_or_insert_with(|| found.clone()) == found,
                    "`{command}` has another answer by {name}"
                );
            }
        }
        Ok(())
    })
}

/// Returns what a command prints.
fn answer(program: &[&Path], command: &str) -> Result<Vec<u8>> {
    let output = Command::new(program[0])
        .args(&program[1..])
        .args(command.split(' '))
        .output()
        .with_context(|| format!("{} could not be started", program[0].display()))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{command}` failed: {error}");
    Ok(output.stdout)
}
