//! From gestures to the legal actions of a position.

use quincunx_core::{Cell, Direction, DynSession, Gesture, Token};

/// The legal actions of a position with their gestures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves(Vec<(usize, Gesture)>);

/// The kinds of gestures that a game knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ways {
    pub(crate) push: bool,
    pub(crate) column: bool,
    pub(crate) point: bool,
    pub(crate) take: bool,
    pub(crate) swap: bool,
    pub(crate) rotate: bool,
    pub(crate) shift: bool,
}

impl Moves {
    pub(crate) fn of(session: &dyn DynSession) -> Self {
        let actions = session.legal_actions().into_iter();
        Self(
            actions
                .filter_map(|action| Some((action, session.gesture(action)?)))
                .collect(),
        )
    }

    /// Returns the legal action of a gesture.
    pub(crate) fn find(&self, gesture: Gesture) -> Option<usize> {
        let is_meant = |(_, known): &&(usize, Gesture)| mean_the_same(*known, gesture);
        Some(self.0.iter().find(is_meant)?.0)
    }

    pub(crate) fn ways(&self) -> Ways {
        let mut ways = Ways::default();
        self.add_ways(&mut ways);
        ways
    }

    pub(crate) fn add_ways(&self, ways: &mut Ways) {
        for (_, gesture) in &self.0 {
            match gesture {
                Gesture::Push { .. } => ways.push = true,
                Gesture::Column { .. } => ways.column = true,
                Gesture::Point { .. } => ways.point = true,
                Gesture::Take { .. } => ways.take = true,
                Gesture::Swap { .. } => ways.swap = true,
                Gesture::Rotate { .. } => ways.rotate = true,
                Gesture::Shift { .. } => ways.shift = true,
            }
        }
    }

    pub(crate) fn can_take(&self, token: Token) -> bool {
        self.find(Gesture::Take { token }).is_some()
    }

    /// Returns the action that shifts the row or column through a cell.
    pub(crate) fn find_shift(&self, at: Cell, towards: Direction) -> Option<usize> {
        let same_line = |cell: Cell| match towards {
            Direction::Up | Direction::Down => cell.column == at.column,
            Direction::Left | Direction::Right => cell.row == at.row,
        };
        self.0.iter().find_map(|(action, gesture)| match gesture {
            Gesture::Shift { cell, towards: to } if *to == towards && same_line(*cell) => Some(*action),
            _ => None,
        })
    }
}

impl Ways {
    /// Returns whether the game needs a cursor on single fields.
    pub(crate) const fn has_cursor(self) -> bool {
        self.point || self.swap || self.rotate || self.shift
    }
}

fn mean_the_same(a: Gesture, b: Gesture) -> bool {
    match (a, b) {
        (Gesture::Swap { from: a, to: b }, Gesture::Swap { from: c, to: d }) => {
            (a, b) == (c, d) || (a, b) == (d, c)
        }
        (a, b) => a == b,
    }
}
