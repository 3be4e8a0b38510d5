//! What messages show of a session: faces of tokens, actions, and the steps of a ply.

use std::collections::{BTreeMap, BTreeSet};

use quincunx_core::{DynSession, Effect, EffectStep, Face, Token};

use crate::messages::{ActionInfo, Scene};

/// The effects of a ply that are sent, about 1 MB of text. Nobody watches a longer cascade, and one on the
/// largest boards can have millions.
const MAX_EFFECTS: usize = 16_384;

/// Returns the first steps of a ply, as many as have at most 16,384 effects together. The board that comes
/// with them shows where the rest led.
#[must_use]
pub(crate) fn first_steps(steps: &[EffectStep]) -> Vec<EffectStep> {
    let mut left = MAX_EFFECTS;
    let fits = |step: &&EffectStep| {
        let rest = left.checked_sub(step.len());
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    steps.iter().take_while(fits).cloned().collect()
}

/// Shows the position after a ply that has been played, and what led there.
pub(crate) fn scene(session: &dyn DynSession, ply: usize) -> Scene {
    Scene {
        steps: first_steps(&session.steps_of(ply)),
        board: session.view_at(ply).expect("it was played"),
    }
}

/// Describes the tokens that scenes show.
pub(crate) fn faces_in(session: &dyn DynSession, scenes: &[Scene]) -> BTreeMap<Token, Face> {
    let effects = scenes.iter().flat_map(|scene| scene.steps.iter().flatten());
    let tokens =
        (scenes.iter().flat_map(|scene| scene.board.tokens())).chain(effects.filter_map(Effect::token));
    faces(session, tokens.collect::<BTreeSet<_>>())
}

/// Describes tokens.
#[must_use]
pub(crate) fn faces(
    session: &dyn DynSession,
    tokens: impl IntoIterator<Item = Token>,
) -> BTreeMap<Token, Face> {
    let tokens = tokens.into_iter();
    tokens.map(|token| (token, session.face(token))).collect()
}

/// Describes every action of a session's rules; an action's number is its index.
#[must_use]
pub(crate) fn actions(session: &dyn DynSession) -> Vec<ActionInfo> {
    let info = |action| ActionInfo {
        text: session.action_text(action).expect("actions are dense from 0"),
        gesture: session.gesture(action).expect("actions are dense from 0"),
    };
    (0..session.action_count()).map(info).collect()
}

#[cfg(test)]
mod tests {
    use quincunx_core::Effect;

    use super::*;

    #[test]
    fn a_cascade_is_reported_in_whole_steps_up_to_a_bound() {
        let step = |steps| vec![Effect::Points { points: 1 }; steps];
        let sent = |lengths: &[usize]| {
            let all: Vec<EffectStep> = lengths.iter().copied().map(step).collect();
            first_steps(&all).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(sent(&[3, 1]), [3, 1]);
        assert_eq!(sent(&[MAX_EFFECTS, 1]), [MAX_EFFECTS]);
        assert_eq!(sent(&[2, MAX_EFFECTS - 1, 1]), [2], "nothing is sent after a gap");
        assert_eq!(sent(&[MAX_EFFECTS + 1]), Vec::<usize>::new());
    }
}
