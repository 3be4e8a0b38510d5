//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file: into a temporary one beside it first, which then takes its name, so that a crash between leaves the
/// old file or the new one and never half of one.
pub(crate) fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "it names no file");
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or_else(no_name)?);
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // What is left of it, if anything, is of no use to anybody.
        let _ = fs::remove_file(&temporary);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_nothing_else_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("game.record");
        for text in ["first", "second"] {
            write(&path, text.as_bytes()).expect("the folder can be written");
            assert_eq!(fs::read_to_string(&path).expect("it was written"), text);
        }
        let files = fs::read_dir(folder.path()).expect("the folder is there").count();
        assert_eq!(files, 1);
        assert!(write(&folder.path().join("none/game.record"), b"").is_err());
        assert!(write(Path::new("/"), b"").is_err());
    }
}
