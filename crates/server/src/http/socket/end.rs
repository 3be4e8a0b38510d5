//! Why a connection ends.

use axum::extract::ws::{CloseFrame, Utf8Bytes, close_code};

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The page went away, or nothing can be sent to it.
    Gone,
    /// The server stops.
    Stopping,
    /// The page speaks another version.
    Version,
    /// The page has not said `hello`, or sends what is no text.
    NotOurs,
    /// A message is too large.
    TooLarge,
    /// The page asks too much, or reads too slowly.
    TooMuch,
}

impl End {
    /// Returns the closing frame for the page; none where nobody listens.
    pub(super) fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Self::Gone => return None,
            Self::Stopping => (close_code::RESTART, "the server stops"),
            Self::Version => (close_code::PROTOCOL, "another version; load the page again"),
            Self::NotOurs => (close_code::UNSUPPORTED, "messages are JSON, the first is `hello`"),
            Self::TooLarge => (close_code::SIZE, "a message has at most 4096 bytes"),
            Self::TooMuch => (close_code::POLICY, "too much at once, or read too slowly"),
        };
        let reason = Utf8Bytes::from_static(reason);
        Some(CloseFrame { code, reason })
    }
}
