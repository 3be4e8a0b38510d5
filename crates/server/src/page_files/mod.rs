//! The page's files, out of the program itself: everything under `web/` that a page may load, joined to few.

mod join;

use std::collections::BTreeMap;

use axum::body::Bytes;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "../../web/css"]
#[prefix = "css/"]
struct Styles;

#[derive(RustEmbed)]
#[folder = "../../web/icons"]
#[prefix = "icons/"]
struct Icons;

#[derive(RustEmbed)]
#[folder = "../../web/js"]
#[prefix = "js/"]
struct Scripts;

/// The page that shows everything.
pub(crate) const INDEX: &str = "index.html";

/// What describes the page to devices that install it.
pub(crate) const MANIFEST: &str = "manifest.webmanifest";

/// The files beside these folders.
const SINGLE_FILES: [(&str, &[u8]); 2] = [
    (INDEX, include_bytes!("../../../../web/index.html")),
    (MANIFEST, include_bytes!("../../../../web/manifest.webmanifest")),
];

/// Files by their paths below `web/`.
pub(crate) type Files = BTreeMap<String, Bytes>;

/// Returns all files, as the page loads them.
pub(crate) fn all() -> Files {
    let files = embedded::<Styles>()
        .chain(embedded::<Icons>())
        .chain(embedded::<Scripts>().filter(|(path, _)| !path.ends_with(".d.ts")))
        .chain(SINGLE_FILES.map(|(path, bytes)| (path.to_owned(), Bytes::from_static(bytes))));
    join::join(files.collect())
}

/// Returns the name of the contents of all files together.
pub(crate) fn build_of(files: &Files) -> String {
    let mut digest = Sha256::new();
    for (path, bytes) in files {
        digest.update(path);
        digest.update(Sha256::digest(bytes));
    }
    short_hex(&digest.finalize())
}

/// Rewrites a file of the page so that it loads its assets from a folder.
pub(crate) fn with_assets_in(folder: &str, file: &Bytes) -> String {
    String::from_utf8_lossy(file).replace("\"/assets/", &format!("\"{folder}/"))
}

/// Returns the beginning of a hash as text.
pub(crate) fn short_hex(hash: &[u8]) -> String {
    hex::encode(&hash[..8])
}

/// Iterates over the files of a folder.
fn embedded<Folder: RustEmbed>() -> impl Iterator<Item = (String, Bytes)> {
    Folder::iter().filter_map(|path| {
        let file = Folder::get(&path)?;
        Some((path.into_owned(), Bytes::from(file.data.into_owned())))
    })
}
