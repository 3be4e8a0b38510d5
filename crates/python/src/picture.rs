//! What a position looks like, and what an action did to it.

use std::borrow::Cow;

use pyo3::prelude::*;
use quincunx_core::{Cell, Effect as CoreEffect, Token, Topology, View as CoreView};

/// Column and row of the picture, from 0 at the upper left.
type CellTuple = (u32, u32);

fn tuple(cell: Cell) -> CellTuple {
    (cell.column, cell.row)
}

fn tuples(cells: &[Cell]) -> Vec<CellTuple> {
    cells.iter().copied().map(tuple).collect()
}

/// The picture of a position; row 0 is the top row.
#[pyclass(frozen, get_all, eq, module = "quincunx")]
#[derive(PartialEq, Eq)]
pub(crate) struct View {
    /// The tokens, row by row; None for an empty field.
    board: Vec<Vec<Option<u64>>>,
    /// Whether the edges are joined.
    is_torus: bool,
    /// Tokens beside the board, where the game has them.
    tray: Option<Tray>,
    /// Cells to outline, line by line: the fours that won.
    lines: Vec<Vec<CellTuple>>,
    /// Cells that are no fields.
    holes: Vec<CellTuple>,
    /// Fields that the game marks: those still to be cleared.
    marked: Vec<CellTuple>,
    /// Named figures beside the board.
    counters: Vec<(String, u64)>,
}

/// Tokens beside the board.
#[pyclass(frozen, get_all, eq, from_py_object, module = "quincunx")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tray {
    /// The tokens left.
    tokens: Vec<u64>,
    /// The token that has been selected and is to be placed.
    selected: Option<u64>,
}

pickled! { View {
    board: Vec<Vec<Option<u64>>>, is_torus: bool, tray: Option<Tray>, lines: Vec<Vec<CellTuple>>,
    holes: Vec<CellTuple>, marked: Vec<CellTuple>, counters: Vec<(String, u64)>,
} }

pickled! { Tray { tokens: Vec<u64>, selected: Option<u64> } }

impl View {
    pub(crate) fn of(view: &CoreView) -> Self {
        let row = |fields: &[Option<Token>]| fields.iter().map(|field| field.map(|token| token.0)).collect();
        let counters = view.counters.iter();
        Self {
            board: view.board.rows().map(row).collect(),
            is_torus: view.topology == Topology::Torus,
            tray: view.tray.as_ref().map(|tray| Tray {
                tokens: tray.tokens.iter().map(|token| token.0).collect(),
                selected: tray.selected.map(|token| token.0),
            }),
            lines: view.lines.iter().map(|line| tuples(line)).collect(),
            holes: tuples(&view.holes),
            marked: tuples(&view.marked),
            counters: counters
                .map(|counter| (counter.name.to_string(), counter.value))
                .collect(),
        }
    }
}

/// How a token looks and is called.
#[pyclass(frozen, get_all, eq, module = "quincunx")]
#[derive(PartialEq, Eq)]
pub(crate) struct Face {
    /// A short text on it; may be empty.
    label: String,
    /// The name for screen readers.
    name: String,
    /// The colour: 0 dark, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 purple, 7 light; of a `tile` a step
    /// of a ramp.
    tint: u8,
    /// The outline: `disc`, `ring`, `square`, `diamond`, `triangle`, `star`, `hexagon` or `tile`.
    shape: Cow<'static, str>,
    /// Whether it is drawn large; False only where a game has two sizes.
    large: bool,
    /// Whether it is filled; False only where a game has hollow tokens.
    solid: bool,
}

impl Face {
    pub(crate) fn of(face: quincunx_core::Face) -> Self {
        Self {
            label: face.label,
            name: face.name,
            tint: face.tint,
            shape: face.shape.word().into(),
            large: face.large,
            solid: face.solid,
        }
    }
}

pickled! { Face { label: String, name: String, tint: u8, shape: String, large: bool, solid: bool } }

repr! { Face, this: "<Face {}>", this.name }

/// One effect of an action; an attribute that its kind does not use is None.
#[pyclass(frozen, get_all, eq, module = "quincunx")]
#[derive(PartialEq, Eq, Default)]
pub(crate) struct Effect {
    /// `spawn`, `enter`, `move`, `merge`, `become`, `remove`, `select` or `points`.
    kind: Cow<'static, str>,
    /// Where it happened, or where the token came to rest.
    cell: Option<CellTuple>,
    /// Where a token was that moved.
    source: Option<CellTuple>,
    /// How many fields outside the board a token started that entered.
    height: Option<u32>,
    /// The token that stands there then, or that left.
    token: Option<u64>,
    /// The points won.
    points: Option<u64>,
    /// The effect as traces write it: `move 0,3 0,0 2`; cells are `column,row`, the token comes last.
    text: String,
}

impl Effect {
    pub(crate) fn of(effect: &CoreEffect) -> Self {
        let mut this = Self {
            text: effect.to_string(),
            ..Self::default()
        };
        let (kind, cell, token) = match *effect {
            CoreEffect::Spawn { cell, token } => ("spawn", Some(cell), Some(token)),
            CoreEffect::Merge { cell, token } => ("merge", Some(cell), Some(token)),
            CoreEffect::Become { cell, token } => ("become", Some(cell), Some(token)),
            CoreEffect::Remove { cell, token } => ("remove", Some(cell), Some(token)),
            CoreEffect::Enter { cell, height, token } => {
                this.height = Some(height);
                ("enter", Some(cell), Some(token))
            }
            CoreEffect::Move { from, to, token } => {
                this.source = Some(tuple(from));
                ("move", Some(to), Some(token))
            }
            CoreEffect::Select { token } => ("select", None, Some(token)),
            CoreEffect::Points { points } => {
                this.points = Some(points);
                ("points", None, None)
            }
        };
        (this.kind, this.cell, this.token) = (kind.into(), cell.map(tuple), token.map(|token| token.0));
        this
    }
}

#[pymethods]
impl Effect {
    fn __str__(&self) -> &str {
        &self.text
    }
}

pickled! { Effect {
    kind: String, cell: Option<CellTuple>, source: Option<CellTuple>, height: Option<u32>, token: Option<u64>,
    points: Option<u64>, text: String,
} }

repr! { Effect, this: "<Effect {}>", this.text }
