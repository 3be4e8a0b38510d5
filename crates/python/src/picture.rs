//! What a position looks like, and what an action did to it.

use pyo3::prelude::*;
use quincunx_core::{Effect as Told, Token, Topology, View as Shown};

/// A cell: column and row of the picture, from 0 at the upper left.
type Cell = (u32, u32);

fn cell_of(cell: quincunx_core::Cell) -> Cell {
    (cell.column, cell.row)
}

/// A position as it is shown; row 0 is the top row.
#[pyclass(frozen, get_all, module = "quincunx")]
pub(crate) struct View {
    /// What stands where, row by row: a token, or None.
    board: Vec<Vec<Option<u64>>>,
    /// Whether the edges are joined.
    is_torus: bool,
    /// Tokens beside the board, where the game has them.
    tray: Option<Tray>,
    /// Cells to outline, line by line: the fours that won.
    lines: Vec<Vec<Cell>>,
    /// Cells that are no fields.
    holes: Vec<Cell>,
    /// Fields that the game marks: those still to be cleared.
    marked: Vec<Cell>,
    /// Named figures beside the board.
    counters: Vec<(&'static str, u64)>,
}

/// Tokens beside the board.
#[pyclass(frozen, get_all, module = "quincunx")]
#[derive(Clone)]
pub(crate) struct Tray {
    /// The tokens left.
    tokens: Vec<u64>,
    /// The token that has been selected and is to be placed.
    selected: Option<u64>,
}

impl View {
    pub(crate) fn of(view: &Shown) -> Self {
        let cells = |cells: &[quincunx_core::Cell]| cells.iter().copied().map(cell_of).collect();
        let row = |fields: &[Option<Token>]| fields.iter().map(|field| field.map(|token| token.0)).collect();
        Self {
            board: view.board.rows().map(row).collect(),
            is_torus: view.topology == Topology::Torus,
            tray: view.tray.as_ref().map(|tray| Tray {
                tokens: tray.tokens.iter().map(|token| token.0).collect(),
                selected: tray.selected.map(|token| token.0),
            }),
            lines: view.lines.iter().map(|line| cells(line)).collect(),
            holes: cells(&view.holes),
            marked: cells(&view.marked),
            counters: view
                .counters
                .iter()
                .map(|counter| (counter.name, counter.value))
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
    /// What a screen reader says.
    name: String,
    /// The colour: 0 dark, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 purple, 7 light; of a `tile` a step
    /// of a ramp.
    tint: u8,
    /// The outline: `disc`, `ring`, `square`, `diamond`, `triangle`, `star`, `hexagon` or `tile`.
    shape: &'static str,
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
            shape: face.shape.word(),
            large: face.large,
            solid: face.solid,
        }
    }
}

#[pymethods]
impl Face {
    fn __repr__(&self) -> String {
        format!("<Face {}>", self.name)
    }
}

/// One thing that an action did; what its kind has no use for is None.
#[pyclass(frozen, get_all, eq, module = "quincunx")]
#[derive(PartialEq, Eq)]
pub(crate) struct Effect {
    /// `spawn`, `enter`, `move`, `merge`, `become`, `remove`, `select` or `points`.
    kind: &'static str,
    /// Where it happened, or where the token came to rest.
    cell: Option<Cell>,
    /// Where a token was that moved.
    source: Option<Cell>,
    /// How many fields outside the board a token started that entered.
    height: Option<u32>,
    /// What stands there then, or what left.
    token: Option<u64>,
    /// How many points were won.
    points: Option<u64>,
    /// The effect as traces write it: `move 0,3 0,0 2`; cells are `column,row`, the token comes last.
    text: String,
}

impl Effect {
    pub(crate) fn of(effect: &Told) -> Self {
        let kind = match effect {
            Told::Spawn { .. } => "spawn",
            Told::Enter { .. } => "enter",
            Told::Move { .. } => "move",
            Told::Merge { .. } => "merge",
            Told::Become { .. } => "become",
            Told::Remove { .. } => "remove",
            Told::Select { .. } => "select",
            Told::Points { .. } => "points",
        };
        let mut this = Self {
            kind,
            cell: None,
            source: None,
            height: None,
            token: None,
            points: None,
            text: effect.to_string(),
        };
        match *effect {
            Told::Spawn { cell, token }
            | Told::Merge { cell, token }
            | Told::Become { cell, token }
            | Told::Remove { cell, token } => (this.cell, this.token) = (Some(cell_of(cell)), Some(token.0)),
            Told::Enter { cell, height, token } => {
                (this.cell, this.token) = (Some(cell_of(cell)), Some(token.0));
                this.height = Some(height);
            }
            Told::Move { from, to, token } => {
                (this.cell, this.token) = (Some(cell_of(to)), Some(token.0));
                this.source = Some(cell_of(from));
            }
            Told::Select { token } => this.token = Some(token.0),
            Told::Points { points } => this.points = Some(points),
        }
        this
    }
}

#[pymethods]
impl Effect {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Effect {}>", self.text)
    }
}
