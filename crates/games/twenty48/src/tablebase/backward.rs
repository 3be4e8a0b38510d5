//! Backward: the values of all boards, from the layer of the greatest sum to the first.
//!
//! The value of an afterstate is the mean over the new pieces. That of a board on the player's turn is the
//! best over the slides. Values are doubles: each of some five hundred moves adds a relative error of at most
//! 10⁻¹⁶, so more than ten digits are exact.

use quincunx_registry::tablebase::{Progress, SolveError};

use super::evaluator::PositionEvaluator;
use super::keys::filled;
use super::layer::{BackwardStep, EvaluatedLayer};
use super::reachability::ReachableBoards;
use super::worker_pool::{BATCH, WorkerPool};

/// Receives each layer as it is evaluated, the last one first: its number, its boards and a row of values for
/// each.
pub(super) type Sink<'a> = dyn FnMut(usize, &[u64], &[f64]) -> Result<(), SolveError> + 'a;

/// Evaluates all reachable boards and passes every layer to the sink. Returns the first two layers.
pub(super) fn evaluate(
    reachable: &ReachableBoards,
    evaluator: &PositionEvaluator,
    work: &WorkerPool<'_>,
    sink: &mut Sink<'_>,
) -> Result<[EvaluatedLayer; 2], SolveError> {
    let (all, mut done) = (reachable.boards(), 0);
    let mut later = [EvaluatedLayer::after_the_last(), EvaluatedLayer::after_the_last()];
    let mut nothing = vec![(); work.threads.get()];
    for (at, keys) in reachable.layers.iter().enumerate().rev() {
        let (layer, boards) = (reachable.first + at, keys.unpack()?);
        let width = evaluator.goals.width(layer);
        let mut values = filled(0.0, width * boards.len())?;
        let step = BackwardStep {
            rates: evaluator.rates,
            scoring: evaluator.scoring,
            width,
            exponents: &evaluator.goals.exponents,
            later: [&later[0], &later[1]],
        };
        let parts = boards.chunks(BATCH).zip(values.chunks_mut(BATCH * width));
        work.for_each(&mut nothing, parts, |(), (boards, values)| {
            evaluator.packing.kernel.evaluate(boards, &step, values);
        })?;
        sink(layer, &boards, &values)?;
        done += boards.len() as u64;
        (work.report)(Progress { done, of: Some(all) });
        later.swap(0, 1);
        later[0] = EvaluatedLayer::new(&boards, width, values)?;
    }
    Ok(later)
}
