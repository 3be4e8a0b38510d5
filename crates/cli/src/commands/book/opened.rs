//! Books and their files on the command line.

use std::io::Read as _;
use std::path::Path;

use anyhow::Context as _;
use clap::{Arg, ArgMatches};
use quincunx_registry::{Books, OpeningBook};

use crate::args::{file_arg, path, value};
use crate::files::open;

/// The largest book: a byte for each of some millions of positions.
const MAX_BYTES: u64 = 1 << 24;

pub(super) fn book_arg() -> Arg {
    file_arg("Book [default: the one in the program]")
}

pub(super) struct Opened<'a> {
    pub(super) book: Box<dyn OpeningBook>,
    /// `None` for the book in the program.
    pub(super) path: Option<&'a Path>,
    pub(super) bytes: usize,
}

impl<'a> Opened<'a> {
    pub(super) fn of(books: &dyn Books, matches: &'a ArgMatches) -> anyhow::Result<Self> {
        let path = path(matches, "file");
        let contents;
        let bytes = match path {
            None => books.shipped(),
            Some(path) => {
                contents = read(path)?;
                &contents
            }
        };
        let book = books.open(bytes).with_context(|| name(path))?;
        Ok(Self {
            book,
            path,
            bytes: bytes.len(),
        })
    }
}

pub(super) fn name(path: Option<&Path>) -> String {
    path.map_or_else(
        || "the book in the program".to_owned(),
        |path| path.display().to_string(),
    )
}

/// Reads a file that is no larger than a book.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let (file, shown) = (open(path)?, path.display());
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    let length = read.with_context(|| format!("cannot read {shown}"))?;
    anyhow::ensure!(
        length as u64 <= MAX_BYTES,
        "{shown} is no opening book: it has more than {MAX_BYTES} bytes"
    );
    Ok(bytes)
}

pub(super) fn plies(books: &dyn Books, matches: &ArgMatches) -> anyhow::Result<u32> {
    let (plies, most) = (value(matches, "plies"), books.max_plies());
    if plies > most {
        bail_misuse!("--plies {plies}: a book has {most} plies at most");
    }
    Ok(plies)
}
