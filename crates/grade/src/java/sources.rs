//! Java sources by the types that they declare.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::compiling::CompileError;

/// The most files of a submission, their most bytes in all, and the deepest folders that are read.
const MAX_FILES: usize = 5_000;
const MAX_BYTES: u64 = 32 << 20;
const MAX_DEPTH: usize = 40;

/// Sources, each under the path that its package and its name give: `ttfe/SimulatorInterface.java`.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources(BTreeMap<String, Source>);

#[derive(Clone, Debug)]
struct Source {
    text: String,
    /// The file of a submission; none for our own.
    file: Option<PathBuf>,
}

impl Sources {
    /// Reads all files `.java` below a folder. Links are not followed, as compilers quote the lines of files.
    pub(super) fn read(folder: &Path) -> Result<Self, CompileError> {
        let error = |path: &Path| {
            let path = path.to_owned();
            move |source| CompileError::Read { path, source }
        };
        let mut found = Self::default();
        let mut bytes = 0;
        let mut open = vec![(folder.to_owned(), 0)];
        while let Some((folder, depth)) = open.pop() {
            let entries = fs::read_dir(&folder).map_err(error(&folder))?;
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                let path = entry.path();
                let kind = entry.file_type().map_err(error(&path))?;
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
                let is_source = path.extension().is_some_and(|extension| extension == "java");
                if kind.is_dir() && !is_hidden && depth < MAX_DEPTH {
                    open.push((path, depth + 1));
                } else if kind.is_file() && !is_hidden && is_source {
                    bytes += entry.metadata().map_err(error(&path))?.len();
                    if found.0.len() >= MAX_FILES || bytes > MAX_BYTES {
                        return Err(CompileError::Messages(format!(
                            "expected at most {MAX_FILES} sources of {MAX_BYTES} bytes in all"
                        )));
                    }
                    found.insert(path.clone(), &fs::read(&path).map_err(error(&path))?)?;
                }
            }
        }
        Ok(found)
    }

    fn insert(&mut self, file: PathBuf, bytes: &[u8]) -> Result<(), CompileError> {
        // Older editors write the characters of Western Europe as one byte each.
        let text = String::from_utf8(bytes.to_vec())
            .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect());
        let text = text.trim_start_matches('\u{feff}').to_owned();
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // As those of modules and packages, which declare no types.
        if !is_name(&stem) {
            return Ok(());
        }
        let mut path = package(&text).replace('.', "/");
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(&stem);
        path.push_str(".java");
        let new = Source {
            text,
            file: Some(file),
        };
        if let Some(Source { file: Some(old), .. }) = self.0.get(&path) {
            let (old, new) = (
                old.display(),
                new.file.as_deref().unwrap_or(Path::new("")).display(),
            );
            return Err(CompileError::Messages(format!(
                "{path} is there twice: {old} and {new}"
            )));
        }
        self.0.insert(path, new);
        Ok(())
    }

    /// Puts sources of ours over those of the same names.
    pub(super) fn put_over(&mut self, own: &[(&str, &str)]) {
        for &(path, text) in own {
            let text = text.to_owned();
            self.0.insert(path.to_owned(), Source { text, file: None });
        }
    }

    /// Adds other sources; those whose path fulfils a condition take the place of one of the same name.
    pub(super) fn put_over_if(&mut self, other: Self, is_over: impl Fn(&str) -> bool) {
        for (path, source) in other.0 {
            if is_over(&path) || !self.contains(&path) {
                self.0.insert(path, source);
            }
        }
    }

    /// Takes away the sources of a package and of those within it.
    pub(super) fn remove_package(&mut self, folder: &str) {
        self.0.retain(|path, _| !path.starts_with(folder));
    }

    /// Returns whether a source is there.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Returns the paths of the submission's sources in which a text occurs.
    pub(super) fn mentioning(&self, text: &str) -> Vec<String> {
        let mentions = |source: &Source| source.file.is_some() && source.text.contains(text);
        let found = self.0.iter().filter(|(_, source)| mentions(source));
        found.map(|(path, _)| path.clone()).collect()
    }

    /// Writes all sources into a folder.
    pub(super) fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (path, source) in &self.0 {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("it is below the folder"))?;
            fs::write(file, &source.text)?;
        }
        Ok(())
    }
}

/// Returns the package that a source declares; an empty text for none. A package is letters, digits, `_`, `$`
/// and dots, so that it never leads out of a folder.
fn package(text: &str) -> String {
    let mut rest = text.trim_start();
    loop {
        let comment = [("//", "\n"), ("/*", "*/")].into_iter().find_map(|(start, end)| {
            let inner = rest.strip_prefix(start)?;
            Some(inner.split_once(end).map_or("", |(_, rest)| rest))
        });
        match comment {
            Some(after) => rest = after.trim_start(),
            None => break,
        }
    }
    let named = rest
        .strip_prefix("package")
        .filter(|rest| rest.starts_with(char::is_whitespace))
        .and_then(|rest| rest.split_once(';'));
    let name: String = named.map_or("", |(name, _)| name).split_whitespace().collect();
    if name.split('.').all(is_name) {
        name
    } else {
        String::new()
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn finds_packages_behind_comments() {
        assert_eq!(
            package("/* package a; */ // b\npackage ttfe . tests ;\nclass A {}"),
            "ttfe.tests"
        );
        assert_eq!(package("import a.b;\nclass A {}"), "");
        assert_eq!(package("packaged x;"), "");
        assert_eq!(package("package ../../etc;"), "");
    }
}
