//! How the program fails: one line on standard error and an exit status.

use std::io;
use std::process::ExitCode;

use quincunx_search::MissingResource;
use thiserror::Error;

/// A command line that is well formed but cannot be meant: an unknown game, a value that makes no game.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct WrongUse(pub(crate) String);

impl WrongUse {
    /// Makes the error of a library's complaint about what was asked for, unless that is right and the machine lacks what it takes.
    pub(crate) fn because(reason: impl std::error::Error + Send + Sync + 'static) -> anyhow::Error {
        let error = anyhow::Error::from(reason);
        if error.chain().any(<dyn std::error::Error>::is::<MissingResource>) {
            return error;
        }
        Self(error.to_string()).into()
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
    eprintln!("error: {}", in_words(error));
    if error.is::<WrongUse>() {
        ExitCode::from(WRONG_USE)
    } else {
        ExitCode::FAILURE
    }
}

/// Tells an error with all its causes. Files are named where they are written, so that what has no name is the output.
fn in_words(error: &anyhow::Error) -> String {
    if error.chain().len() == 1 && is_for_want_of_room(error) {
        format!("cannot write to standard output: {error}")
    } else {
        format!("{error:#}")
    }
}

/// Tells whether something failed as there was no room for what was to be written.
pub(crate) fn is_for_want_of_room(error: &anyhow::Error) -> bool {
    let kinds = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded];
    let is_of = |error: &io::Error| kinds.contains(&error.kind());
    error.root_cause().downcast_ref().is_some_and(is_of)
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
    fn an_output_without_room_is_named() {
        let full = || anyhow::Error::from(io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(
            in_words(&full()),
            "cannot write to standard output: no storage space"
        );
        let file = full().context("cannot write a.json");
        assert_eq!(in_words(&file), "cannot write a.json: no storage space");
        let other = anyhow::Error::from(io::Error::from(io::ErrorKind::NotFound));
        assert_eq!(in_words(&other), "entity not found");
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
