//! The levels that come with the program.

use quincunx_core::Options;
use quincunx_registry::RegisteredGame as _;

use super::rules::LevelGame;

/// A level that comes with the program.
///
/// Records name it, so its text is never changed once it has been released; a better one gets a name of its
/// own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The name: lower case, words joined by `-`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("shipped/", $name, ".toml")) }),+]
    };
}

/// All levels that come with the program, from easy to hard.
pub const SHIPPED: &[Shipped] = shipped![
    "first-steps",
    "red-harvest",
    "the-well",
    "garden-path",
    "diagonals",
    "carousel",
    "turning-squares",
    "big-pieces",
    "four-corners",
    "hourglass",
    "four-colours",
    "clearance",
];

/// Their names, in the same order.
pub(super) const NAMES: [&str; SHIPPED.len()] = {
    let mut names = [""; SHIPPED.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = SHIPPED[at].name;
        at += 1;
    }
    names
};

/// Finds a level that comes with the program.
pub(super) fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.name == name)
}

/// Returns the options of the game that play a level: one that comes with the program by its name, any other
/// by its text.
#[must_use]
pub fn options_of(level: &str) -> Options {
    let mut options = Options::defaults(LevelGame::OPTIONS);
    let option = if find(level).is_some() { "name" } else { "file" };
    options
        .set(option, level)
        .expect("the option takes names or any text");
    options
}
