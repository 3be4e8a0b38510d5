//! Files that tests hand to the program.

use std::path::Path;

/// Returns a path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}
