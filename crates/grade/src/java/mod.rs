//! Assignments that are Java interfaces: submissions behind the console, and JUnit suites for the engine.
//!
//! Sources of ours in `java/` are compiled with those of the submission by the JDK that is installed.

mod assignment;
mod compiling;
mod conversation;
mod jdk;
mod program;
mod sources;
mod suite;
mod uncompiled;
mod witness;

pub use assignment::{Adapter, Assignment, Part};
pub use compiling::CompileError;
pub use jdk::{Jdk, JdkError};
pub use program::JavaProgram;
pub use suite::{JUnitOptions, JUnitSuite};
