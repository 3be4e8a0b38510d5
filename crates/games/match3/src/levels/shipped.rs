//! The levels that come with the program.

use quincunx_core::Options;
use quincunx_registry::RegisteredGame as _;

use super::rules::LevelGame;

/// A level that comes with the program.
///
/// Records name it, so its text is never changed once it has been released; a better one gets a name of its
/// own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shipped {
    /// The name: lower case, words joined by `-`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The moves left for a second star and for a third.
    ///
    /// Half of the simulated casual players who reach the goals have as many left, and half of those who
    /// weigh what may come, but at least one more: `quincunx level report NAME --games 200 --agent
    /// noisy:aim=goals --agent expectation`.
    pub stars: [u32; 2],
}

macro_rules! shipped {
    ($($name:literal $stars:expr),+ $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("shipped/", $name, ".toml")), stars: $stars }),+]
    };
}

/// All levels that come with the program, from easy to hard.
pub const SHIPPED: &[Shipped] = shipped![
    "first-steps" [6, 10],
    "red-harvest" [4, 8],
    "the-well" [4, 8],
    "garden-path" [5, 7],
    "diagonals" [3, 7],
    "carousel" [2, 3],
    "turning-squares" [3, 5],
    "big-pieces" [2, 3],
    "four-corners" [5, 7],
    "hourglass" [4, 5],
    "four-colours" [1, 2],
    "clearance" [7, 8],
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
