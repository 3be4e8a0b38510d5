//! The options of the terminal player, and its start.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches};
use quincunx_arena::text_file;

use super::animation::Speed;
use super::app::{App, Exit, Looks};
use super::keymap::Keys;
use super::theme::{Depth, Palette, Theme};
use crate::args::{flag, option, value};
use crate::output::failure::signal_status;
use crate::output::stdout;

/// Runs the player and prints the result of the game at its end.
pub(crate) fn start(mut app: App) -> anyhow::Result<ExitCode> {
    let exit = super::run(&mut app)?;
    let mut lines = app.farewell().into_iter();
    let printed = lines.try_for_each(|line| writeln!(stdout(), "{line}"));
    match exit {
        // The terminal may be closed.
        Exit::Signal(signal) => Ok(signal_status(signal)),
        Exit::Broken => bail!("a computer player broke down; the report is above"),
        Exit::Quit => Ok(printed.map(|()| ExitCode::SUCCESS)?),
    }
}

pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(crate) fn read_file(path: &str) -> Result<String, String> {
    text_file::read(Path::new(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

pub(crate) fn looks_args() -> impl Iterator<Item = Arg> {
    let words = |name: &'static str, words: &[&'static str], default: &'static str, help: &'static str| {
        option(name, "WORD", help)
            .value_parser(PossibleValuesParser::new(words))
            .default_value(default)
    };
    [
        words(
            "speed",
            &Speed::ALL.map(|(_, word)| word),
            "normal",
            "Speed of animations",
        ),
        words(
            "theme",
            &["auto", "dark", "light"],
            "auto",
            "Background of the terminal",
        ),
        words(
            "palette",
            &Palette::ALL.map(|(_, word)| word),
            "default",
            "Colours of the pieces",
        ),
        words(
            "color",
            &["auto", "never", "16", "256", "true"],
            "auto",
            "Number of colours; auto reads the environment and honours NO_COLOR",
        ),
        words(
            "keys",
            &Keys::ALL.map(|(_, word)| word),
            "auto",
            "Letters that steer; auto follows the last one used",
        ),
        flag("ascii", "Use ASCII only"),
    ]
    .map(|arg| arg.help_heading("Looks"))
    .into_iter()
}

/// Returns the looks on the command line.
pub(crate) fn looks(matches: &ArgMatches) -> Looks {
    let word = |name: &str| value::<String>(matches, name);
    let depth = match word("color").as_str() {
        "never" => Depth::Monochrome,
        "16" => Depth::Sixteen,
        "256" => Depth::Many,
        "true" => Depth::True,
        _ => Depth::detect(|name| std::env::var(name).ok()),
    };
    let background = word("theme");
    Looks {
        theme: Theme {
            depth,
            palette: selected(&Palette::ALL, &word("palette")),
            dark: background != "light",
            ascii: matches.get_flag("ascii"),
        },
        asks_background: background == "auto" && depth != Depth::Monochrome,
        speed: selected(&Speed::ALL, &word("speed")),
        keys: selected(&Keys::ALL, &word("keys")),
    }
}

fn selected<T: Copy>(all: &[(T, &str)], word: &str) -> T {
    let found = all.iter().find(|(_, name)| *name == word);
    found.expect("clap accepts only these words").0
}
