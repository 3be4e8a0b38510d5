//! Cases that go through one run of a program: starting it often takes longer than a case.

use quincunx_registry::examination::Case;

use crate::judging::{Failure, Reason};

/// The most cases in one run.
pub(crate) const MAX_BATCH: usize = 50;

/// A case with the place of its rule in the rubric.
#[derive(Clone)]
pub(crate) struct Planned {
    pub(crate) case: Case,
    pub(crate) rule: usize,
    pub(crate) is_published: bool,
}

/// Runs a program on a case.
pub(crate) type RunCase<'a> = &'a dyn Fn(&Case) -> Result<(), Failure>;

/// How a run of several cases ended after those that passed.
pub(crate) enum BatchEnd {
    /// All passed.
    Passed,
    /// The next one failed, in a run of these lines.
    Failed(Case, Failure),
    /// The next one passes alone; only the whole took too long.
    TooSlow,
    /// All answers were right, but the end was not: then each case has to be run alone.
    EndsBadly,
}

/// Runs cases one after the other in one run. Returns how many passed before the first that failed.
pub(crate) fn run_batch(run: RunCase<'_>, batch: &[Planned]) -> (usize, BatchEnd) {
    let whole = joined(batch);
    let Err(mut failure) = run(&whole) else {
        return (batch.len(), BatchEnd::Passed);
    };
    let Some((last, others)) = batch.split_last().filter(|(_, others)| !others.is_empty()) else {
        return (0, BatchEnd::Failed(whole, failure));
    };
    if failure.reason == Reason::NotStarted {
        return (0, BatchEnd::Failed(batch[0].case.clone(), failure));
    }
    let line = failure.difference.as_ref().map(|difference| difference.line);
    let line = line.filter(|&line| line < whole.lines.len());
    // What comes after the answers belongs to a case that ends the run, unless it comes without that one too.
    let is_bad_end = line.is_none() && !is_limit(failure.reason);
    if is_bad_end && !(last.case.ends_run && run(&joined(others)).is_ok()) {
        return (0, BatchEnd::EndsBadly);
    }
    let mut right = case_of_line(batch, line.unwrap_or(usize::MAX));
    let mut alone = run(&batch[right].case);
    if alone.is_ok() && !is_limit(failure.reason) {
        // It fails only after the others, or their answers were lost as a later one failed.
        (right, failure) = first_failing(run, batch, right.max(1), failure);
        alone = run(&batch[right].case);
    }
    let end = match alone {
        Err(failure) => BatchEnd::Failed(batch[right].case.clone(), failure),
        Ok(()) if is_limit(failure.reason) => BatchEnd::TooSlow,
        Ok(()) => BatchEnd::Failed(joined(&batch[..=right]), failure),
    };
    (right, end)
}

/// Returns the place of a case after which a run fails and before which it does not, and how it fails. The
/// run of all cases fails as given, and none does that ends before the case at `from`.
fn first_failing(run: RunCase<'_>, batch: &[Planned], from: usize, failure: Failure) -> (usize, Failure) {
    let (mut first, mut last, mut failure) = (from, batch.len() - 1, failure);
    let mut place = first;
    while first < last {
        match run(&joined(&batch[..=place])) {
            Err(found) => (last, failure) = (place, found),
            Ok(()) => first = place + 1,
        }
        place = first.midpoint(last);
    }
    (last, failure)
}

/// Returns whether more time or room could have helped.
pub(crate) fn is_limit(reason: Reason) -> bool {
    matches!(reason, Reason::Timeout | Reason::CpuLimit | Reason::Flood)
}

/// Takes as many of the first cases as can go through one run, up to one whose rule is given up.
pub(crate) fn batch<'a>(plan: &'a [Planned], most: usize, is_given_up: &[bool]) -> &'a [Planned] {
    let first = &plan[0].case;
    let alike = plan
        .iter()
        .take(most)
        .take_while(|planned| planned.case.arguments == first.arguments && !is_given_up[planned.rule]);
    let mut count = 0;
    for planned in alike {
        if planned.case.starts_run && count > 0 {
            break;
        }
        count += 1;
        if planned.case.ends_run {
            break;
        }
    }
    &plan[..count]
}

pub(crate) fn joined(batch: &[Planned]) -> Case {
    let mut whole = batch[0].case.clone();
    for planned in &batch[1..] {
        whole.lines.extend_from_slice(&planned.case.lines);
        whole.ends_run |= planned.case.ends_run;
    }
    whole
}

/// Returns the place of the case to which a line of all lines belongs; the last one behind them.
fn case_of_line(batch: &[Planned], line: usize) -> usize {
    let mut end = 0;
    let place = batch.iter().position(|planned| {
        end += planned.case.lines.len();
        line < end
    });
    place.unwrap_or(batch.len() - 1)
}
