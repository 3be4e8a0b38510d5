#![doc = include_str!("../README.md")]

mod batching;
mod grade;
mod grading;
pub mod java;
mod judging;
mod player;
mod printable;
mod rubric;
pub mod sandbox;
mod shrinking;
mod suite;
mod transcripts;

pub use grade::{FailedCase, Feedback, Grade, RuleGrade, ShownCase};
pub use grading::Examiner;
pub use judging::{Failure, Reason, judge};
pub use printable::printable;
pub use rubric::{ANSWERS_AT_ONCE, MAX_CASES, Rubric, RubricError, WeightedRule};
pub use shrinking::shrink;
pub use suite::{FaultRow, Matrix, Outcome, Suite, SuiteError, SuiteExaminer, TooStrict};
pub use transcripts::Transcripts;
