//! How the program fails: one line on standard error and an exit status.

use std::io;
use std::process::ExitCode;

use quincunx_catalog::GAMES;
use quincunx_core::notation::shorten;
use quincunx_registry::DynGame;
use quincunx_search::MissingResource;
use thiserror::Error;

/// A well-formed command line with a value that makes no sense: an unknown game, a rule out of range.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct WrongUse(String);

impl WrongUse {
    pub(crate) fn error(message: impl Into<String>) -> anyhow::Error {
        Self(message.into()).into()
    }

    /// Converts a library's error about an argument, unless only a resource of the machine is missing.
    pub(crate) fn because(reason: impl std::error::Error + Send + Sync + 'static) -> anyhow::Error {
        let error = anyhow::Error::from(reason);
        if error.chain().any(<dyn std::error::Error>::is::<MissingResource>) {
            return error;
        }
        Self::error(error.to_string())
    }

    /// Creates the error of an unknown game, with the known ones and the most similar.
    pub(crate) fn unknown_game(id: &str) -> anyhow::Error {
        let ids = || GAMES.iter().map(|entry| entry.id());
        let near = ids()
            .map(|known| (strsim::normalized_damerau_levenshtein(id, known), known))
            .filter(|(similarity, known)| *similarity > 0.5 || known.starts_with(id))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map_or_else(String::new, |(_, known)| format!(" (did you mean `{known}`?)"));
        let known = ids().collect::<Vec<_>>().join(", ");
        Self::error(format!("unknown game `{}`{near}; expected {known}", shorten(id)))
    }

    pub(crate) fn without(what: &str, entry: &dyn DynGame, has: fn(&dyn DynGame) -> bool) -> anyhow::Error {
        let games = GAMES.iter().filter(|entry| has(**entry));
        let games: Vec<&str> = games.map(|entry| entry.id()).collect();
        let (id, games) = (entry.id(), games.join(", "));
        Self::error(format!("{id} has no {what}; games that have: {games}"))
    }
}

/// The exit status of wrong use, the same as for options that do not exist.
const WRONG_USE: u8 = 2;

/// Prints an error with its causes and returns the exit status.
///
/// A closed pipe, as in `quincunx games | head -1`, is no failure.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        let of_text = cause.downcast_ref().map(io::Error::kind);
        let of_json = cause.downcast_ref().and_then(serde_json::Error::io_error_kind);
        of_text.or(of_json) == Some(io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed_pipe) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {}", message(error));
    if error.is::<WrongUse>() {
        ExitCode::from(WRONG_USE)
    } else {
        ExitCode::FAILURE
    }
}

/// Formats an error with its causes. Errors of files name the file, so one without a name is of the output.
fn message(error: &anyhow::Error) -> String {
    if error.chain().len() == 1 && is_disk_full(error) {
        format!("cannot write to standard output: {error}")
    } else {
        format!("{error:#}")
    }
}

pub(crate) fn is_disk_full(error: &anyhow::Error) -> bool {
    let kinds = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded];
    let is_full = |error: &io::Error| kinds.contains(&error.kind());
    error.root_cause().downcast_ref().is_some_and(is_full)
}

pub(crate) fn signal_status(signal: i32) -> ExitCode {
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
            message(&full()),
            "cannot write to standard output: no storage space"
        );
        let file = full().context("cannot write a.json");
        assert_eq!(message(&file), "cannot write a.json: no storage space");
        let other = anyhow::Error::from(io::Error::from(io::ErrorKind::NotFound));
        assert_eq!(message(&other), "entity not found");
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let closed = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("writing");
        assert_eq!(report(&closed), ExitCode::SUCCESS);
        let closed = serde_json::to_writer(Closed, &[1, 2]).expect_err("nobody reads");
        assert_eq!(report(&closed.into()), ExitCode::SUCCESS);
        let failed = anyhow::Error::from(io::Error::from(io::ErrorKind::NotFound)).context("reading");
        assert_eq!(report(&failed), ExitCode::FAILURE);
        assert_eq!(
            report(&WrongUse::error("no such game")),
            ExitCode::from(WRONG_USE)
        );
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_known_ones() {
        let error = WrongUse::unknown_game("chess").to_string();
        assert!(error.starts_with("unknown game `chess`; expected "), "{error}");
        for entry in GAMES {
            assert!(error.contains(entry.id()), "{error}");
            let error = WrongUse::unknown_game(&format!("{}x", entry.id())).to_string();
            assert!(
                error.contains(&format!("did you mean `{}`?", entry.id())),
                "{error}"
            );
        }
    }
}
