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
pub use judging::Reason;
pub use rubric::{MAX_CASES, Rubric, RubricError, WeightedRule};
pub use suite::{FaultRow, Matrix, Outcome, Suite, SuiteError, SuiteExaminer, TooStrict};
pub use transcripts::Transcripts;
