#![doc = include_str!("../README.md")]
//!
//! ```text
//!   http/    routes, WebSocket, the page's files, who may come in
//!     │
//!   hub/     the tables in memory: carries out commands one at a time each, commits, then broadcasts
//!     ├── store/   the log of events: SQLite or PostgreSQL
//!     └── engine_pool/  computer players' moves and analysis, each in a bounded pool
//!   budget        how much of something an address may have
//!   site          the page as a static site
//! ```
//!
//! The tables themselves and the messages about them are in `quincunx_table`.

pub mod budget;
pub mod engine_pool;
pub mod http;
pub mod hub;
pub mod site;
pub mod store;
