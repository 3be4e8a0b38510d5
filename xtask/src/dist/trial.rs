//! The programs of an archive play the same games, also on a processor of 2006.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::processors::OldProcessor;
use crate::steps::Steps;

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

/// Runs the commands on each program, and on the first one with an emulated old processor.
pub(super) fn run(steps: &mut Steps, programs: &[PathBuf]) -> Result<()> {
    let old = OldProcessor::find();
    for command in COMMANDS {
        let mut calls: Vec<Command> = programs.iter().map(Command::new).collect();
        // Else it would be the other.
        calls[0].env("QUINCUNX_PROCESSOR", "any");
        calls.extend(old.as_ref().map(|old| old.command(&programs[0])));
        for call in &mut calls {
            call.args(command.split(' '));
        }
        steps.run_alike(command, &mut calls)?;
    }
    Ok(())
}
