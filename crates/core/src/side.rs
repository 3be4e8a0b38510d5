//! Who plays, whose turn it is, and how a game ended.

use std::fmt;

/// A side of a game: the first or the second player. A single-player game knows only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player who acts first.
    One,
    /// The other player.
    Two,
}

impl Side {
    /// Both players in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// Returns the other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// Returns 0 for the first player and 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    /// Writes `P1` or `P2`, as the consoles do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "P1",
            Self::Two => "P2",
        })
    }
}

/// Who acts now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A player chooses an action.
    Player(Side),
    /// Chance decides: a piece appears, fields are filled.
    Chance,
    /// Nobody: the game has ended.
    Over(Outcome),
}

impl Turn {
    /// Returns the player who acts, if one does.
    pub const fn player(self) -> Option<Side> {
        match self {
            Self::Player(player) => Some(player),
            _ => None,
        }
    }

    /// Returns the outcome, if the game has ended.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has won and the other has lost.
    Win(Side),
    /// Nobody has won.
    Draw,
    /// A single-player game is over with these points.
    Score(u64),
    /// A single-player game with goals is over.
    Goals {
        /// Whether all of them were reached.
        reached: bool,
        /// The points.
        points: u64,
    },
}

impl Outcome {
    /// Returns 1 for a win of the player, −1 for a loss, 0 for a draw; the end of a single-player game is
    /// neither and gives 0.
    pub fn value_for(self, player: Side) -> i32 {
        match self {
            Self::Win(winner) if winner == player => 1,
            Self::Win(_) => -1,
            Self::Draw | Self::Score(_) | Self::Goals { .. } => 0,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => write!(f, "{player} wins"),
            Self::Draw => f.write_str("draw"),
            Self::Score(points) => write!(f, "{points} points"),
            Self::Goals { reached, points } => {
                let goals = if *reached { "goals reached" } else { "goals missed" };
                write!(f, "{goals}, {points} points")
            }
        }
    }
}
