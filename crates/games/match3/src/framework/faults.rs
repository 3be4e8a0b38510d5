//! Consoles that behave otherwise than the game's own: right ones and wrong ones.

mod board;
mod commands;
mod console;
mod game;
mod list;

use std::io::{self, Read, Write};

use quincunx_registry::console::run as run_console;
use quincunx_registry::examination::{Variant, VariantKind};

use console::ModelConsole;
pub(super) use list::VARIANTS;

/// Runs the console of a variant.
pub(super) fn run(variant: &Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let is_right = variant.kind == VariantKind::Right;
    run_console(&mut ModelConsole::new(variant.name, is_right), input, output)
}
