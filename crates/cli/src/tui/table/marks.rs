//! The fields of an action.

use quincunx_core::{Cell, Effect, Gesture, Offset, Topology};

use super::Table;

impl Table {
    /// Lists the fields of the last action.
    pub(crate) fn last_fields(&self) -> Vec<Cell> {
        let ply = self.session.ply();
        let Some((_, action)) = self.session.action_of(ply) else {
            return Vec::new();
        };
        let steps = self.session.steps_of(ply);
        let effects = || steps.iter().flatten();
        match self.session.gesture(action) {
            Some(Gesture::Column { .. }) => effects()
                .filter_map(|effect| match effect {
                    Effect::Enter { cell, .. } | Effect::Spawn { cell, .. } => Some(*cell),
                    _ => None,
                })
                .take(1)
                .collect(),
            Some(Gesture::Push { .. }) => effects()
                .filter_map(|effect| match effect {
                    Effect::Spawn { cell, .. } => Some(*cell),
                    _ => None,
                })
                .collect(),
            _ => self.fields_of(action),
        }
    }

    /// Lists the fields of an action.
    pub(crate) fn fields_of(&self, action: usize) -> Vec<Cell> {
        match self.session.gesture(action) {
            Some(Gesture::Point { cell }) => vec![cell],
            Some(Gesture::Swap { from: a, to: b }) => vec![a, b],
            Some(Gesture::Rotate { corner, .. }) => self.square(corner),
            Some(Gesture::Column { column }) => {
                let column_cells = (0..self.view.board.size().rows()).map(|row| Cell::new(column, row));
                let is_empty = |cell: &Cell| self.view.board.get(*cell).is_some_and(Option::is_none);
                column_cells.rev().find(is_empty).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn square(&self, corner: Cell) -> Vec<Cell> {
        let size = self.view.board.size();
        [(0, 0), (1, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter_map(|(columns, rows)| size.step(Topology::Plane, corner, Offset::new(columns, rows)))
            .collect()
    }
}
