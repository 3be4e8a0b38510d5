//! The player from outside: events go in, screens come out.

mod bench;
mod play;
mod screens;
mod svg;
