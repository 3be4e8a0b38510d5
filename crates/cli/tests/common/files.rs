//! Files that tests hand to the program.

use std::path::Path;

/// Returns the path of a file in a folder, as an argument.
pub(crate) fn path_in(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    path.to_str().expect("a plain path").to_owned()
}
