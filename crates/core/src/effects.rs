//! What an action did to the board, as steps of simultaneous effects, which rules report into a sink. No
//! colour, text or delay lies here.

use std::fmt;
use std::num::ParseIntError;

use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::grid::{Cell, Grid};

/// What stands on a field: a number whose meaning the game's view explains (a tile's value, a piece's number,
/// …). In JSON its decimal digits, as it has more than a JavaScript number keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(value_type = String))]
pub struct Token(pub u64);

impl From<Token> for String {
    fn from(token: Token) -> Self {
        token.0.to_string()
    }
}

impl TryFrom<String> for Token {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Self, ParseIntError> {
        text.parse().map(Self)
    }
}

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[expect(missing_docs, reason = "the docs of the variants name the fields")]
pub enum Effect {
    /// A token appears in a cell where it stands.
    Spawn { cell: Cell, token: Token },
    /// A token comes in over an edge of the board, as a dropped stone or a refill does, from `height` ≥ 1
    /// fields outside, straight above (or, for other games, before) `cell`'s column.
    Enter { cell: Cell, height: u32, token: Token },
    /// A token changes its cell: it slides, falls or is swapped.
    Move { from: Cell, to: Cell, token: Token },
    /// A token that has moved onto an equal one in `cell` and both become `token`.
    Merge { cell: Cell, token: Token },
    /// A token turns into another where it stands.
    Become { cell: Cell, token: Token },
    /// A token leaves the board.
    Remove { cell: Cell, token: Token },
    /// A token is chosen from the tray.
    Select { token: Token },
    /// Points are won.
    Points { points: u64 },
}

impl Effect {
    /// Returns the token that it names.
    pub const fn token(&self) -> Option<Token> {
        match *self {
            Self::Spawn { token, .. }
            | Self::Enter { token, .. }
            | Self::Move { token, .. }
            | Self::Merge { token, .. }
            | Self::Become { token, .. }
            | Self::Remove { token, .. }
            | Self::Select { token } => Some(token),
            Self::Points { .. } => None,
        }
    }
}

impl fmt::Display for Effect {
    /// Writes the effect for traces and golden files: `move 0,3 0,0 2` (cells are `column,row`, the token
    /// comes last).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |cell: Cell| format!("{},{}", cell.column, cell.row);
        match *self {
            Self::Spawn { cell, token } => write!(f, "spawn {} {}", place(cell), token.0),
            Self::Enter { cell, height, token } => {
                write!(f, "enter {} from {height} out {}", place(cell), token.0)
            }
            Self::Move { from, to, token } => write!(f, "move {} {} {}", place(from), place(to), token.0),
            Self::Merge { cell, token } => write!(f, "merge {} {}", place(cell), token.0),
            Self::Become { cell, token } => write!(f, "become {} {}", place(cell), token.0),
            Self::Remove { cell, token } => write!(f, "remove {} {}", place(cell), token.0),
            Self::Select { token } => write!(f, "select {}", token.0),
            Self::Points { points } => write!(f, "points {points}"),
        }
    }
}

/// Effects that happen at the same time.
pub type EffectStep = Vec<Effect>;

/// Carries out a step on a board as it is shown: all tokens that move or leave are lifted before any is put
/// down, and what tokens merge into or become comes last.
///
/// The steps of a ply lead from the board shown before it to the board shown after it, so displays need no
/// rules. Effects off the board do nothing.
///
/// ```
/// use quincunx_core::{Cell, Effect, Grid, Size, Token, apply_step};
///
/// let [left, right] = [Cell::new(0, 0), Cell::new(1, 0)];
/// let mut board = Grid::filled(Size::new(2, 1)?, Some(Token(2)));
/// let slide = Effect::Move { from: right, to: left, token: Token(2) };
/// apply_step(&mut board, &[slide, Effect::Merge { cell: left, token: Token(4) }]);
/// assert_eq!(board.values(), [Some(Token(4)), None]);
/// # Ok::<(), quincunx_core::SizeError>(())
/// ```
pub fn apply_step(board: &mut Grid<Option<Token>>, step: &[Effect]) {
    let mut put = |cell, token| {
        if let Some(field) = board.get_mut(cell) {
            *field = token;
        }
    };
    for effect in step {
        if let Effect::Move { from: cell, .. } | Effect::Remove { cell, .. } = *effect {
            put(cell, None);
        }
    }
    for effect in step {
        if let Effect::Move { to: cell, token, .. }
        | Effect::Enter { cell, token, .. }
        | Effect::Spawn { cell, token } = *effect
        {
            put(cell, Some(token));
        }
    }
    for effect in step {
        if let Effect::Merge { cell, token } | Effect::Become { cell, token } = *effect {
            put(cell, Some(token));
        }
    }
}

/// Takes effects as rules report them.
pub trait EffectSink {
    /// Whether effects are used; rules may else skip work that only makes them.
    const ENABLED: bool;

    /// Takes one effect of the present step.
    fn effect(&mut self, effect: Effect);

    /// Ends the present step: what follows happens after it. An empty step is dropped.
    fn end_step(&mut self);
}

impl EffectSink for () {
    const ENABLED: bool = false;

    #[inline]
    fn effect(&mut self, _: Effect) {}

    #[inline]
    fn end_step(&mut self) {}
}

/// Keeps all steps in order.
///
/// ```
/// use quincunx_core::{Cell, Effect, EffectSink, Token, EffectSteps};
///
/// let mut steps = EffectSteps::default();
/// let (cell, token) = (Cell::new(2, 0), Token(7));
/// steps.effect(Effect::Remove { cell, token });
/// steps.end_step();
/// steps.effect(Effect::Points { points: 10 });
/// let text: Vec<String> = steps.into_steps().concat().iter().map(Effect::to_string).collect();
/// assert_eq!(text, ["remove 2,0 7", "points 10"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectSteps {
    done: Vec<EffectStep>,
    present: EffectStep,
}

impl EffectSteps {
    /// Goes on behind steps that there are.
    pub(crate) const fn after(steps: Vec<EffectStep>) -> Self {
        Self {
            done: steps,
            present: EffectStep::new(),
        }
    }

    /// Returns the steps so far, the present one included.
    pub fn into_steps(mut self) -> Vec<EffectStep> {
        self.end_step();
        self.done
    }
}

impl EffectSink for EffectSteps {
    const ENABLED: bool = true;

    fn effect(&mut self, effect: Effect) {
        self.present.push(effect);
    }

    fn end_step(&mut self) {
        if !self.present.is_empty() {
            self.done.push(std::mem::take(&mut self.present));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_is_what_happens_before_the_next_ends() {
        let select = |number| Effect::Select { token: Token(number) };
        let mut steps = EffectSteps::default();
        steps.end_step();
        steps.effect(select(1));
        steps.effect(select(2));
        steps.end_step();
        steps.end_step();
        steps.effect(select(3));
        assert_eq!(steps.into_steps(), [vec![select(1), select(2)], vec![select(3)]]);
    }

    #[test]
    fn effects_are_written_with_their_cells() {
        let (from, to, cell, token) = (Cell::new(0, 1), Cell::new(2, 3), Cell::new(4, 5), Token(6));
        let written = [
            (Effect::Spawn { cell, token }, "spawn 4,5 6"),
            (
                Effect::Enter {
                    cell,
                    height: 2,
                    token,
                },
                "enter 4,5 from 2 out 6",
            ),
            (Effect::Move { from, to, token }, "move 0,1 2,3 6"),
            (Effect::Merge { cell, token }, "merge 4,5 6"),
            (Effect::Become { cell, token }, "become 4,5 6"),
            (Effect::Remove { cell, token }, "remove 4,5 6"),
            (Effect::Select { token }, "select 6"),
            (Effect::Points { points: 6 }, "points 6"),
        ];
        for (effect, text) in written {
            assert_eq!(effect.to_string(), text);
        }
    }
}
