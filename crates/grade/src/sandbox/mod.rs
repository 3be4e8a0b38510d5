//! Programs of others, run so that they can harm nothing and read nothing but what is theirs.

mod isolation;
mod kind;
mod limits;
mod orphans;
mod process;

pub use isolation::{IsolationError, Sandbox, contains_home_directory};
pub use kind::Isolation;
pub use limits::{CONFINE, Limits, confine};
pub(crate) use process::spawn;
pub use process::{End, Program, Run, Running};
