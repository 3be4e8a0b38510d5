//! What is graded: a command, or Java classes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use quincunx_grade::java::{CompileError, JavaProgram};
use quincunx_grade::sandbox::{Limits, Program, Sandbox};

use super::java::JavaSubmission;
use crate::output::failure::WrongUse;

/// What is graded in the folder of a submission.
pub(crate) enum Subject {
    Command(Vec<OsString>),
    Java(JavaSubmission),
}

/// A submission or player that can be run.
pub(crate) enum Runnable {
    Program(Program),
    /// What the Java classes in a folder are compiled to.
    Java(JavaProgram),
}

impl Runnable {
    /// Returns what the sandbox runs.
    pub(crate) const fn program(&self) -> &Program {
        match self {
            Self::Program(program) => program,
            Self::Java(java) => java.program(),
        }
    }
}

impl Subject {
    /// Reads the options.
    pub(crate) fn of(matches: &ArgMatches, java: Option<JavaSubmission>) -> anyhow::Result<Self> {
        Ok(match java {
            Some(java) => Self::Java(java),
            None => Self::Command(command_line(matches)?),
        })
    }

    /// Returns the words that name and distinguish it in reports.
    pub(crate) fn words(&self) -> Vec<String> {
        match self {
            Self::Command(command) => command
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
            Self::Java(java) => java.words(),
        }
    }

    /// Checks that there is the program that a command names.
    pub(crate) fn check(&self, sandbox: &Sandbox, folder: &Path) -> anyhow::Result<()> {
        match self {
            Self::Command(command) => {
                let (command, folder) = (command.clone(), folder.to_owned());
                sandbox
                    .check(&Program { command, folder })
                    .map_err(WrongUse::because)
            }
            Self::Java(_) => Ok(()),
        }
    }

    /// Makes what is run in a folder.
    pub(crate) fn runnable(&self, folder: PathBuf, limits: &Limits) -> Result<Runnable, CompileError> {
        Ok(match self {
            Self::Command(command) => Runnable::Program(Program {
                command: command.clone(),
                folder,
            }),
            Self::Java(java) => Runnable::Java(java.compile(&folder, limits)?),
        })
    }
}

fn command_line(matches: &ArgMatches) -> anyhow::Result<Vec<OsString>> {
    let words = matches.get_many("command").into_iter().flatten().cloned();
    let command: Vec<OsString> = words.collect();
    if command.is_empty() {
        bail_misuse!("expected the program after `--`, as in `-- python3 solution.py`");
    }
    Ok(command)
}
