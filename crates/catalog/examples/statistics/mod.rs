//! What the examples that let players meet have in common.

use quincunx_arena::statistics::wilson_interval;

/// Writes a rate with its 95 % interval, in percent.
pub(crate) fn percent(hits: f64, count: f64) -> String {
    let (low, high) = wilson_interval(hits, count);
    format!(
        "{:.1} ({:.1} to {:.1})",
        100.0 * hits / count,
        100.0 * low,
        100.0 * high
    )
}
