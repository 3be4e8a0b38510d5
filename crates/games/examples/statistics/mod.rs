//! What the examples that measure players have in common.

/// Returns the interval that holds a rate with 95 % confidence (Wilson 1927).
pub(crate) fn wilson(hits: f64, count: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let rate = hits / count;
    let centre = rate + Z * Z / (2.0 * count);
    let spread = Z * (rate * (1.0 - rate) / count + Z * Z / (4.0 * count * count)).sqrt();
    let scale = 1.0 + Z * Z / count;
    ((centre - spread) / scale, (centre + spread) / scale)
}
