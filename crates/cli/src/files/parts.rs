//! The parts of results, each in a file.

use std::path::Path;

use super::results_file;

pub(crate) struct Parts<'m, T> {
    pub(crate) paths: Vec<&'m Path>,
    pub(crate) first: T,
}

impl<T> Parts<'_, T> {
    /// Merges the parts one after the other, so that only the sum and one part are in memory. An error names
    /// the file of the part that `part_of` returns.
    pub(crate) fn merge<R, M>(
        self,
        parse: impl Fn(&str) -> Result<T, R>,
        merge: impl FnOnce(&mut dyn Iterator<Item = T>) -> Result<T, M>,
        part_of: impl FnOnce(&M) -> Option<usize>,
    ) -> anyhow::Result<T>
    where
        R: std::error::Error + Send + Sync + 'static,
        M: std::error::Error + Send + Sync + 'static,
    {
        let Self { paths, first } = self;
        let mut failed = None;
        let others = paths[1..].iter().map_while(|path| {
            results_file::read(path, &parse)
                .map_err(|error| failed = Some(error))
                .ok()
        });
        let merged = merge(&mut std::iter::once(first).chain(others));
        if let Some(error) = failed {
            return Err(error);
        }
        merged.map_err(|error| {
            let path = part_of(&error).map(|part| paths[part].display().to_string());
            let error = anyhow::Error::from(error);
            match path {
                Some(path) => error.context(path),
                None => error,
            }
        })
    }
}
