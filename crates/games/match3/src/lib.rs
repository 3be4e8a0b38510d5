//! Three games of match-3 on one engine: [Shariki](shariki), the [Match Three framework](framework), and
//! [levels].

mod engine;
pub mod framework;
pub mod levels;
mod options;
pub mod shariki;
