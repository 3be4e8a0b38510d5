//! The kinds of processors that programs and extensions are built for.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::{root, runs};

/// A kind of processors.
pub(crate) struct Processor {
    /// What the names of files for it end in.
    pub(crate) suffix: &'static str,
    /// As `rustc -Ctarget-cpu` names it; none for what all of an architecture have.
    cpu: Option<&'static str>,
}

/// The kinds: first the one that all of this architecture are of.
pub(crate) const PROCESSORS: &[Processor] = if cfg!(target_arch = "x86_64") {
    &[
        Processor {
            suffix: "",
            cpu: Some("x86-64"),
        },
        Processor {
            suffix: "-x86-64-v3",
            cpu: Some("x86-64-v3"),
        },
    ]
} else {
    &[Processor {
        suffix: "",
        cpu: None,
    }]
};

/// An emulator of a processor of the first level of x86-64, which has neither SSE4.2 nor popcount.
const EMULATOR: [&str; 3] = ["qemu-x86_64", "-cpu", "core2duo"];

/// An emulated old processor of this architecture.
pub(crate) struct OldProcessor;

impl OldProcessor {
    /// Finds the emulator; says so where it is not installed.
    pub(crate) fn find() -> Option<Self> {
        if cfg!(target_arch = "x86_64") && runs(EMULATOR[0]) {
            return Some(Self);
        }
        println!("not tried on an old processor: {} is not installed", EMULATOR[0]);
        None
    }

    /// Creates a command that runs a program on it.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(EMULATOR[0]);
        command.args(&EMULATOR[1..]).arg(program);
        command
    }
}

impl Processor {
    /// Makes a command of cargo build for it, with more flags of the compiler, in its own
    /// [folder](Self::target_folder).
    pub(crate) fn build<'a>(&self, command: &'a mut Command, flags: &str) -> &'a mut Command {
        let cpu = self.cpu.map(|cpu| format!("-Ctarget-cpu={cpu} "));
        let flags = cpu.unwrap_or_default() + flags;
        command
            .env("RUSTFLAGS", flags.trim())
            .env("CARGO_TARGET_DIR", self.target_folder())
    }

    /// Returns the folder for what is built for it, so that kinds do not overwrite each other.
    pub(crate) fn target_folder(&self) -> PathBuf {
        root().join("target/dist").join(format!("build{}", self.suffix))
    }
}
