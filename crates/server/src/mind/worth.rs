//! What the players think of a position, as the page is told it.

use quincunx_core::DynSession;
use quincunx_games::Entry;
use quincunx_search::{Judged, Value};

use super::Thought;
use crate::id::TableId;
use crate::wire::{Judgement, Worth};

/// Writes what an action of a session's position is worth to the side that acts.
#[must_use]
pub fn worth(entry: &Entry, session: &dyn DynSession, judged: Judged<usize>) -> Worth {
    let (kind, amount, bound) = match judged.value {
        Value::Win(plies) => ("win", f64::from(plies), None),
        Value::WinWithin(plies) => ("win", f64::from(plies), Some("at_most")),
        Value::Draw => ("draw", 0.0, None),
        Value::Loss(plies) => ("loss", f64::from(plies), None),
        Value::LossAfter(plies) => ("loss", f64::from(plies), Some("at_least")),
        Value::LossWithin(plies) => ("loss", f64::from(plies), Some("at_most")),
        Value::Estimate(estimate) => ("estimate", estimate.clamp(-1.0, 1.0), None),
        Value::Points(points) => ("points", points, None),
        Value::ExactPoints(points) => ("points", points, Some("exactly")),
    };
    Worth {
        action: judged.action,
        kind: kind.to_owned(),
        amount,
        bound: bound.map(str::to_owned),
        score: entry.score(session, judged.value),
        words: judged.value.to_string(),
    }
}

/// Writes what is known of a session's position, the ply of a table.
#[must_use]
pub fn judgement(
    entry: &Entry,
    session: &dyn DynSession,
    table: TableId,
    ply: usize,
    thought: &Thought,
) -> Judgement {
    let analysis = &thought.analysis;
    Judgement {
        table,
        ply,
        actions: analysis
            .actions
            .iter()
            .map(|&judged| worth(entry, session, judged))
            .collect(),
        line: analysis
            .principal_variation
            .iter()
            .filter_map(|&action| session.action_text(action))
            .collect(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        done: thought.done,
    }
}
