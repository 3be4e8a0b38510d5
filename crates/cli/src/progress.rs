//! Signs of life during long work: on standard error, and to a person only.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::ProgressBar;

/// Shows that something is on its way whose end is not known.
pub(crate) fn spinner(message: String) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner().with_message(message);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
