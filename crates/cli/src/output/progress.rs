//! Progress of long work, on standard error if that is a terminal.

use std::borrow::Cow;
use std::fmt::Write;
use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{FormattedDuration, ProgressBar, ProgressState, ProgressStyle};

pub(crate) fn spinner(message: impl Into<Cow<'static, str>>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner().with_message(message);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Creates a progress bar with the speed since its creation and the estimated time left.
pub(crate) fn bar(length: usize, done: usize, of: &'static str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The crate's own estimate counts earlier work as speed.
    let speed = move |state: &ProgressState| {
        state.pos().saturating_sub(done as u64) as f64 / state.elapsed().as_secs_f64().max(1e-3)
    };
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} {msg}, {speed}, {left} left")
        .expect("the template is one")
        .with_key("speed", move |state: &ProgressState, text: &mut dyn Write| {
            let _ = write!(text, "{:.1}/s", speed(state));
        })
        .with_key("left", move |state: &ProgressState, text: &mut dyn Write| {
            let length = state.len().unwrap_or(0);
            let left = length.saturating_sub(state.pos()) as f64 / speed(state);
            let _ = match Duration::try_from_secs_f64(left) {
                Ok(left) => write!(text, "{}", FormattedDuration(left)),
                Err(_) => write!(text, "?"),
            };
        });
    let bar = ProgressBar::new(length as u64)
        .with_style(style)
        .with_message(of)
        .with_position(done as u64);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
