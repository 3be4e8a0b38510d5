//! One game at the server as a value: seats, clocks, offers and undo around a session. It knows neither clock nor
//! storage: time is told to it, and what it decides comes back as an event for the log.

mod event;

pub use event::{Event, Logged, Millis, Seat, Setup};
