//! The frames of a WebSocket, counted as they come in.
//!
//! The WebSocket itself reports whole messages only. A message may come in any number of frames, empty ones
//! among them, and each makes work.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use governor::DefaultDirectRateLimiter;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::http::rate_limit::{Admission, Kind};

/// A page sends more frames than it may.
#[derive(Clone, Copy, Debug, Error)]
#[error("more frames than a WebSocket may send")]
pub(super) struct TooManyFrames;

/// What is below a WebSocket. Reading fails with [`TooManyFrames`] when the page exceeds its rate limit.
pub(super) struct CountedFrames<S> {
    inner: S,
    budget: DefaultDirectRateLimiter,
    /// The address, which has a limit over all its WebSockets.
    admission: Arc<Admission>,
    headers: Headers,
}

impl<S> CountedFrames<S> {
    pub(super) fn new(inner: S, budget: DefaultDirectRateLimiter, admission: Arc<Admission>) -> Self {
        Self {
            inner,
            budget,
            admission,
            headers: Headers::default(),
        }
    }

    /// Returns what is below, of which nothing more is counted.
    pub(super) const fn uncounted(&mut self) -> &mut S {
        &mut self.inner
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for CountedFrames<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        for _ in 0..self.headers.count(&buffer.filled()[before..]) {
            if self.budget.check().is_err() || self.admission.spend(Kind::Message).is_err() {
                return Poll::Ready(Err(io::Error::other(TooManyFrames)));
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for CountedFrames<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

/// Finds where frames begin.
#[derive(Default)]
struct Headers {
    /// The header that is being read, of 14 bytes at most.
    header: [u8; 14],
    read: usize,
    /// How much of a frame's payload is still to come.
    payload: u64,
}

impl Headers {
    /// Returns how many frames begin in the next bytes.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut frames = 0;
        while let [byte, rest @ ..] = bytes {
            if self.payload > 0 {
                let here = usize::try_from(self.payload).map_or(bytes.len(), |left| left.min(bytes.len()));
                self.payload -= here as u64;
                bytes = &bytes[here..];
                continue;
            }
            self.header[self.read] = *byte;
            self.read += 1;
            bytes = rest;
            if self.read >= 2 && self.read == self.header_len() {
                self.payload = self.payload_len();
                self.read = 0;
                frames += 1;
            }
        }
        frames
    }

    const fn header_len(&self) -> usize {
        let mask = if self.header[1] & 0x80 == 0 { 0 } else { 4 };
        mask + match self.header[1] & 0x7f {
            126 => 4,
            127 => 10,
            _ => 2,
        }
    }

    fn payload_len(&self) -> u64 {
        let big_endian = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0, |length, byte| length << 8 | u64::from(*byte))
        };
        match self.header[1] & 0x7f {
            126 => big_endian(&self.header[2..4]),
            127 => big_endian(&self.header[2..10]),
            short => short.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

    use super::*;

    #[test]
    fn frames_of_any_length_are_counted_however_they_come_in() {
        let mut bytes = Vec::new();
        let lengths = [0, 1, 125, 126, 4096, 65_535, 65_536, 0, 0];
        for (length, masked) in lengths.into_iter().zip([true, false].into_iter().cycle()) {
            let mut frame = Frame::message(vec![0x81; length], OpCode::Data(Data::Continue), length == 0);
            frame.header_mut().mask = masked.then_some([1, 2, 3, 4]);
            frame.format(&mut bytes).expect("memory takes all");
        }
        for pieces in [1, 2, 7, 4096, bytes.len()] {
            let mut headers = Headers::default();
            let frames: usize = bytes.chunks(pieces).map(|piece| headers.count(piece)).sum();
            assert_eq!(frames, lengths.len(), "in pieces of {pieces} bytes");
            assert_eq!((headers.read, headers.payload), (0, 0));
        }
    }
}
