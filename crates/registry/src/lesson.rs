//! Steps of how to play a game.

/// A step of how to play: what to know, and moves that show it.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// What to know, in one or two sentences.
    pub text: &'static str,
    /// The options of the rules that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// The position in which the moves begin, in the game's notation; `None` for the usual beginning.
    pub position: Option<&'static str>,
    /// The moves in the game's notation.
    pub moves: &'static [&'static str],
}

impl Lesson {
    /// Creates a step that shows moves from the beginning of a usual game.
    #[must_use]
    pub const fn new(text: &'static str, moves: &'static [&'static str]) -> Self {
        Self {
            text,
            options: &[],
            position: None,
            moves,
        }
    }
}
