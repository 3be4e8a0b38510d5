//! Programs in the sandbox that play games.

use std::time::Duration;

use quincunx_registry::program::Lines;

use crate::sandbox::Running;

impl Lines for Running {
    fn send(&self, line: &str) {
        self.send(line);
    }

    fn next_line(&mut self, most: Duration) -> Option<String> {
        self.next_line(most)
    }

    fn has_ended(&self) -> bool {
        self.has_ended()
    }
}
