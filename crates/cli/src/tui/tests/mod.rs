//! The player from outside: events go in, screens come out.

mod bench;
mod play;
mod puzzle;
mod record;
mod screens;
mod svg;
