//! The folder of exact tables that the environment names.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use quincunx_catalog::GAMES;
use quincunx_registry::tablebase::{self, FOLDER_VARIABLE, Tablebase, Tablebases};

/// Offers the tables in the folder of the environment to players, and warns of invalid ones.
pub(crate) fn use_from_environment() {
    let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) else {
        return;
    };
    let folder = PathBuf::from(folder);
    let warn = |path: &Path, reason: &str| {
        eprintln!("warning: {FOLDER_VARIABLE}: {}: {reason}", path.display());
    };
    match fs::read_dir(&folder) {
        Err(error) => warn(&folder, &format!("{error}; no tables are used")),
        Ok(files) => {
            for path in files.flatten().map(|file| file.path()) {
                if let Some(Err(error)) = table_in(&path) {
                    warn(&path, &format!("{error:#}; it is not used"));
                }
            }
        }
    }
    tablebase::set_folder(folder).expect("the folder is set once");
}

fn table_in(path: &Path) -> Option<anyhow::Result<Box<dyn Tablebase>>> {
    let name = path.file_name()?.to_str()?;
    let mut all = GAMES.iter().filter_map(|entry| entry.tablebases());
    let tables = all.find(|tables| tables.is_file_name(name))?;
    Some(open(tables, path).and_then(|table| {
        // Players look for the name of their rules.
        let expected = tables.file_name(&table.options());
        anyhow::ensure!(expected == name, "expected the name of its rules, `{expected}`");
        Ok(table)
    }))
}

pub(crate) fn open(tables: &dyn Tablebases, path: &Path) -> anyhow::Result<Box<dyn Tablebase>> {
    Ok(tables.open(Box::new(File::open(path)?))?)
}
