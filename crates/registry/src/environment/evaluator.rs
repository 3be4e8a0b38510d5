//! Evaluators that see the leaves of a search as learners see positions.

use quincunx_search::puct::{BatchEvaluator, Leaf};

use crate::registered_game::RegisteredGame;

/// Evaluates leaves by their observations, for networks that know no types.
pub trait ObservationEvaluator: Send {
    /// Fills in logits and values, which are 0 before, of one leaf or more.
    fn evaluate(&mut self, leaves: ObservedLeaves<'_>);
}

/// Leaves of a search as learners see them, one after another in every array.
#[derive(Debug)]
pub struct ObservedLeaves<'a> {
    /// What who acts observes: [`ObservationShape::len`](super::ObservationShape::len) numbers a leaf.
    pub observations: &'a [u8],
    /// 1 for a legal action, 0 for any other, for each action.
    pub masks: &'a [i8],
    /// As [`Leaf::logits`], for each action; those of actions that are not legal have no meaning.
    pub logits: &'a mut [f32],
    /// As [`Leaf::value`].
    pub values: &'a mut [f32],
}

/// Passes leaves on to an evaluator as observations.
pub(crate) struct Observing<'a> {
    evaluator: &'a mut dyn ObservationEvaluator,
    observations: Vec<u8>,
    masks: Vec<i8>,
    logits: Vec<f32>,
    values: Vec<f32>,
}

impl<'a> Observing<'a> {
    pub(crate) const fn new(evaluator: &'a mut dyn ObservationEvaluator) -> Self {
        Self {
            evaluator,
            observations: Vec::new(),
            masks: Vec::new(),
            logits: Vec::new(),
            values: Vec::new(),
        }
    }
}

impl<G: RegisteredGame> BatchEvaluator<G> for Observing<'_> {
    fn evaluate(&mut self, rules: &G, leaves: &mut [Leaf<G>]) {
        let (length, actions) = (rules.observation_shape().len(), rules.actions());
        self.observations.resize(leaves.len() * length, 0);
        self.masks.resize(leaves.len() * actions, 0);
        for values in [&mut self.logits, &mut self.values] {
            values.clear();
        }
        self.logits.resize(leaves.len() * actions, 0.0);
        self.values.resize(leaves.len(), 0.0);
        for (index, leaf) in leaves.iter().enumerate() {
            let seen = &mut self.observations[index * length..][..length];
            rules.observe(&leaf.state, leaf.side, seen);
            rules.write_mask(&leaf.state, &mut self.masks[index * actions..][..actions]);
        }
        self.evaluator.evaluate(ObservedLeaves {
            observations: &self.observations,
            masks: &self.masks,
            logits: &mut self.logits,
            values: &mut self.values,
        });
        for (index, leaf) in leaves.iter_mut().enumerate() {
            let logits = &self.logits[index * actions..][..actions];
            for (logit, &action) in leaf.logits.iter_mut().zip(&leaf.actions) {
                *logit = logits[rules.action_index(action)];
            }
            leaf.value = self.values[index];
        }
    }
}
