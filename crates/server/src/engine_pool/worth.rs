//! What the players think of a position, as the page is told it.

use quincunx_core::DynSession;
use quincunx_registry::DynGame;
use quincunx_search::{ActionValue, ValueParts};

use super::EngineAnalysis;
use crate::id::TableId;
use crate::wire::{Judgement, Worth};

/// Writes what an action of a session's position is worth to the side that acts.
#[must_use]
pub fn worth(entry: &dyn DynGame, session: &dyn DynSession, judged: ActionValue<usize>) -> Worth {
    let ValueParts { kind, amount, bound } = judged.value.parts();
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
    entry: &dyn DynGame,
    session: &dyn DynSession,
    table: TableId,
    ply: usize,
    thought: &EngineAnalysis,
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
