//! What the package asks before it is used: which of its extensions is for this processor.

use std::path::PathBuf;

use pyo3::prelude::*;
use quincunx_registry::DataFile;

/// Returns whether the extension for x86-64-v3 can run here, and nobody has asked for the other.
#[pyfunction(name = "_is_x86_64_v3_wanted")]
pub(crate) fn is_x86_64_v3_wanted() -> bool {
    quincunx_catalog::is_x86_64_v3_wanted()
}

/// Sets the folder of the trained networks, where they are not in the extension.
#[pyfunction(name = "_set_networks_folder")]
pub(crate) fn set_networks_folder(folder: PathBuf) {
    DataFile::set_folder(folder);
}
