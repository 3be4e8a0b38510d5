//! The time that searches go by.

use std::time::Duration;

/// Returns the time since a moment before every search. It never goes back.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// Returns the time since a moment before every search, as the page reports it: WebAssembly has no clock.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub fn now() -> Duration {
    #[expect(
        unsafe_code,
        reason = "the page has this function, which takes nothing and returns a number"
    )]
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Returns milliseconds, as `performance.now()` counts them.
        safe fn now() -> f64;
    }
    // Of a negative number or none this makes the beginning.
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}
