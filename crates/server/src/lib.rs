//! The games in a browser: tables that several pages watch, their storage, analysis, and the page itself.
//!
//! ```text
//!   http/    routes, WebSocket, the page's files, who may come in
//!     │
//!   hub/     the tables in memory: carries out commands one at a time each, commits, then tells everybody
//!     ├── table/   one game at the server as a value: seats, clocks, offers, undo; no clock, no storage
//!     ├── store/   the log of events: SQLite or PostgreSQL
//!     └── mind/    the computer: players' moves and analysis, each in a bounded pool
//!   daily    the luck of the day
//!   workshop levels of match-3 that are being made
//!   wire/    what page and server say to each other
//! ```

pub mod daily;
pub mod engine_pool;
pub mod http;
pub mod hub;
pub mod id;
pub mod level_editor;
pub mod store;
pub mod table;
pub mod wire;
