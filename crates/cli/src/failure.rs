//! How the program fails: one line on standard error and an exit status.

use std::io;
use std::process::ExitCode;

use thiserror::Error;

/// A command line that is well formed but cannot be meant: an unknown game, a value that makes no game.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct WrongUse(pub(crate) String);

impl WrongUse {
    /// Makes the error of a library's complaint about what was asked for.
    pub(crate) fn because(reason: impl std::error::Error) -> Self {
        Self(reason.to_string())
    }
}

/// The exit status of wrong use, the same as for options that do not exist.
const WRONG_USE: u8 = 2;

/// Tells the person what failed, with every cause, and returns the exit status.
///
/// A reader that went away, as in `quincunx games | head -1`, is no failure.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let gone = |cause: &(dyn std::error::Error + 'static)| {
        let writing = cause.downcast_ref().map(io::Error::kind);
        let writing_json = cause.downcast_ref().and_then(serde_json::Error::io_error_kind);
        writing.or(writing_json) == Some(io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(gone) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error:#}");
    if error.is::<WrongUse>() {
        ExitCode::from(WRONG_USE)
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the exit status by which shells report programs that a signal ended.
pub(crate) fn ended_by(signal: i32) -> ExitCode {
    ExitCode::from(128 + u8::try_from(signal).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe whose reader went away.
    struct Closed;

    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let closed = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("writing");
        assert_eq!(report(&closed), ExitCode::SUCCESS);
        let closed = serde_json::to_writer(Closed, &[1, 2]).expect_err("nobody reads");
        assert_eq!(report(&closed.into()), ExitCode::SUCCESS);
        let failed = anyhow::Error::from(io::Error::from(io::ErrorKind::NotFound)).context("reading");
        assert_eq!(report(&failed), ExitCode::FAILURE);
        let wrong = anyhow::Error::from(WrongUse("no such game".into()));
        assert_eq!(report(&wrong), ExitCode::from(WRONG_USE));
    }
}
