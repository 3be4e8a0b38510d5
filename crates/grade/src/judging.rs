//! What a program's run is worth.

use std::fmt;

use quincunx_registry::examination::{Case, Difference, Examination};
use serde::{Deserialize, Serialize};

use crate::sandbox::{End, Run};

/// Why a case failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// An answer differs.
    WrongAnswer,
    /// The program ended before it had answered every line.
    NoAnswer,
    /// It printed more than the answers.
    TooMuch,
    /// The answers were right, but one came only after the next line or the end of input.
    Late,
    /// It ended with another exit status than 0, or by a signal.
    Crash,
    /// It took longer than allowed, or did not end at the end of input.
    Timeout,
    /// It took more processor time than allowed.
    CpuLimit,
    /// It printed more bytes than allowed.
    Flood,
    /// Its sources do not compile.
    NotCompiled,
    /// It could not be started.
    NotStarted,
    /// It was not run, as it could not be started or ran into limits at once for other rules.
    NotRun,
    /// It was not run, as the time of all runs of the submission was up.
    OutOfTime,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongAnswer => "wrong answer",
            Self::NoAnswer => "no answer",
            Self::TooMuch => "more than the answers",
            Self::Late => "late answer",
            Self::Crash => "crash",
            Self::Timeout => "time limit",
            Self::CpuLimit => "processor time limit",
            Self::Flood => "output limit",
            Self::NotCompiled => "not compiled",
            Self::NotStarted => "not started",
            Self::NotRun => "not run",
            Self::OutOfTime => "not run in time",
        })
    }
}

/// Why a run is not right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The kind of failure.
    pub reason: Reason,
    /// How it ended.
    pub end: End,
    /// The first wrong answer; `None` where all answers were right.
    pub difference: Option<Difference>,
    /// The end of what the program printed on standard error.
    pub errors: String,
}

/// Judges a run on a case.
pub(crate) fn judge(exam: &dyn Examination, case: &Case, run: &Run) -> Result<(), Failure> {
    let difference = match run.end {
        End::NotStarted => None,
        _ => exam.check(case, &run.output).err(),
    };
    let reason = match (run.end, &difference) {
        (End::Exit(0), None) => return Ok(()),
        (End::NotStarted, _) => Reason::NotStarted,
        (End::Flood, _) => Reason::Flood,
        (End::Timeout, _) => Reason::Timeout,
        (End::CpuLimit, _) => Reason::CpuLimit,
        (_, Some(difference)) if difference.line >= case.lines.len() => Reason::TooMuch,
        (_, Some(Difference { found: Some(_), .. })) => Reason::WrongAnswer,
        (End::Exit(0), Some(_)) => Reason::NoAnswer,
        (End::Exit(_) | End::Signal(_), _) => Reason::Crash,
    };
    Err(Failure {
        reason,
        end: run.end,
        difference,
        errors: run.errors.clone(),
    })
}
