//! Why a connection ends.

use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

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
    /// The page breaks the protocol of WebSockets.
    Protocol,
    /// A message is not UTF-8.
    NotText,
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
            Self::Stopping => (CloseCode::Restart, "the server stops"),
            Self::Version => (CloseCode::Protocol, "another version; load the page again"),
            Self::NotOurs => (CloseCode::Unsupported, "messages are JSON, the first is `hello`"),
            Self::Protocol => (CloseCode::Protocol, "this is not the protocol of WebSockets"),
            Self::NotText => (CloseCode::Invalid, "text is UTF-8"),
            Self::TooLarge => (CloseCode::Size, "a message has at most 4096 bytes"),
            Self::TooMuch => (CloseCode::Policy, "too much at once, or read too slowly"),
        };
        let reason = Utf8Bytes::from_static(reason);
        Some(CloseFrame { code, reason })
    }
}
