//! The engine's views, effects, faces and gestures as the page is sent them.

use std::collections::BTreeSet;

use quincunx_core::{
    Cell, Direction as Way, DynSession, Effect, EffectStep, Face, Gesture as Meant, Shape, Token, Topology,
    View,
};

use crate::messages::{
    ActionInfo, Board, CounterView, Direction, FaceView, Faces, Gesture, Place, ShapeName, Step, TrayView,
};

/// Writes a position as it is shown.
#[must_use]
pub fn board(view: &View) -> Board {
    let size = view.board.size();
    Board {
        columns: size.columns(),
        rows: size.rows(),
        torus: view.topology == Topology::Torus,
        first: view.numbering.first,
        bottom_up: view.numbering.bottom_up,
        cells: view.board.values().iter().map(|cell| cell.map(number)).collect(),
        tray: view.tray.as_ref().map(|tray| TrayView {
            tokens: tray.tokens.iter().copied().map(number).collect(),
            selected: tray.selected.map(number),
        }),
        lines: view
            .lines
            .iter()
            .map(|line| line.iter().copied().map(place).collect())
            .collect(),
        holes: view.holes.iter().copied().map(place).collect(),
        marked: view.marked.iter().copied().map(place).collect(),
        counters: view
            .counters
            .iter()
            .map(|counter| CounterView {
                name: counter.name.to_owned(),
                value: counter.value,
            })
            .collect(),
    }
}

/// The steps of a ply that are told, about 1 MB of text: nobody looks at a longer cascade, and one on the
/// largest boards can have millions.
pub const MAX_STEPS: usize = 16_384;

/// Writes what a ply did, wave by wave: the first waves, as many as have no more than [`MAX_STEPS`] steps
/// together. The board that comes with them shows where the rest led.
#[must_use]
pub fn steps(steps: &[EffectStep]) -> Vec<Vec<Step>> {
    let mut left = MAX_STEPS;
    steps
        .iter()
        .map_while(|step| {
            left = left.checked_sub(step.len())?;
            Some(step.iter().map(effect).collect())
        })
        .collect()
}

/// Lists the tokens that a view shows.
#[must_use]
pub fn tokens_shown(view: &View) -> BTreeSet<Token> {
    let tray = view
        .tray
        .iter()
        .flat_map(|tray| tray.tokens.iter().copied().chain(tray.selected));
    view.board
        .values()
        .iter()
        .copied()
        .flatten()
        .chain(tray)
        .collect()
}

/// Lists the tokens that effects name.
#[must_use]
pub fn tokens_moved(steps: &[EffectStep]) -> BTreeSet<Token> {
    steps.iter().flatten().filter_map(token_of).collect()
}

/// Describes tokens.
#[must_use]
pub fn faces(session: &dyn DynSession, tokens: impl IntoIterator<Item = Token>) -> Faces {
    tokens
        .into_iter()
        .map(|token| (number(token), face(session.face(token))))
        .collect()
}

/// Describes every action that the rules of a session know; an action's number is its index.
#[must_use]
pub fn actions(session: &dyn DynSession) -> Vec<ActionInfo> {
    let info = |action| ActionInfo {
        text: session.action_text(action).expect("actions are dense from 0"),
        gesture: gesture(session.gesture(action).expect("actions are dense from 0")),
    };
    (0..session.action_count()).map(info).collect()
}

fn number(token: Token) -> String {
    token.0.to_string()
}

const fn place(cell: Cell) -> Place {
    Place(cell.column, cell.row)
}

fn effect(effect: &Effect) -> Step {
    match *effect {
        Effect::Spawn { cell, token } => Step::Spawn {
            cell: place(cell),
            token: number(token),
        },
        Effect::Enter { cell, height, token } => Step::Enter {
            cell: place(cell),
            height,
            token: number(token),
        },
        Effect::Move { from, to, token } => Step::Move {
            from: place(from),
            to: place(to),
            token: number(token),
        },
        Effect::Merge { cell, token } => Step::Merge {
            cell: place(cell),
            token: number(token),
        },
        Effect::Become { cell, token } => Step::Become {
            cell: place(cell),
            token: number(token),
        },
        Effect::Remove { cell, token } => Step::Remove {
            cell: place(cell),
            token: number(token),
        },
        Effect::Select { token } => Step::Select { token: number(token) },
        Effect::Points { points } => Step::Points { points },
    }
}

const fn token_of(effect: &Effect) -> Option<Token> {
    match *effect {
        Effect::Spawn { token, .. }
        | Effect::Enter { token, .. }
        | Effect::Move { token, .. }
        | Effect::Merge { token, .. }
        | Effect::Become { token, .. }
        | Effect::Remove { token, .. }
        | Effect::Select { token } => Some(token),
        Effect::Points { .. } => None,
    }
}

/// Reports how a token looks and is called.
#[must_use]
pub fn face(face: Face) -> FaceView {
    FaceView {
        label: face.label,
        name: face.name,
        tint: face.tint,
        shape: match face.shape {
            Shape::Disc => ShapeName::Disc,
            Shape::Ring => ShapeName::Ring,
            Shape::Square => ShapeName::Square,
            Shape::Diamond => ShapeName::Diamond,
            Shape::Triangle => ShapeName::Triangle,
            Shape::Star => ShapeName::Star,
            Shape::Hexagon => ShapeName::Hexagon,
            Shape::Tile => ShapeName::Tile,
        },
        large: face.large,
        solid: face.solid,
    }
}

fn gesture(gesture: Meant) -> Gesture {
    match gesture {
        Meant::Push(towards) => Gesture::Push {
            towards: direction(towards),
        },
        Meant::Column(column) => Gesture::Column { column },
        Meant::Point(cell) => Gesture::Point { cell: place(cell) },
        Meant::Take(token) => Gesture::Take { token: number(token) },
        Meant::Swap(from, to) => Gesture::Swap {
            from: place(from),
            to: place(to),
        },
        Meant::Rotate { corner, clockwise } => Gesture::Rotate {
            corner: place(corner),
            clockwise,
        },
        Meant::Shift { cell, towards } => Gesture::Shift {
            cell: place(cell),
            towards: direction(towards),
        },
    }
}

const fn direction(way: Way) -> Direction {
    match way {
        Way::Up => Direction::Up,
        Way::Down => Direction::Down,
        Way::Left => Direction::Left,
        Way::Right => Direction::Right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cascade_is_reported_in_whole_waves_up_to_a_bound() {
        let step = |steps| vec![Effect::Points { points: 1 }; steps];
        let told = |lengths: &[usize]| {
            let all: Vec<EffectStep> = lengths.iter().copied().map(step).collect();
            steps(&all).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(told(&[3, 1]), [3, 1]);
        assert_eq!(told(&[MAX_STEPS, 1]), [MAX_STEPS]);
        assert_eq!(told(&[2, MAX_STEPS - 1, 1]), [2], "nothing is told after a gap");
        assert_eq!(told(&[MAX_STEPS + 1]), Vec::<usize>::new());
    }
}
