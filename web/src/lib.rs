#![doc = include_str!("../README.md")]

mod join;

use std::collections::BTreeMap;

use bytes::Bytes;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "css"]
#[prefix = "css/"]
struct Styles;

#[derive(RustEmbed)]
#[folder = "icons"]
#[prefix = "icons/"]
struct Icons;

#[derive(RustEmbed)]
#[folder = "js"]
#[prefix = "js/"]
struct Scripts;

/// The page that shows everything.
pub const INDEX: &str = "index.html";

/// What describes the page to devices that install it.
pub const MANIFEST: &str = "manifest.webmanifest";

/// The files beside these folders.
const SINGLE_FILES: [(&str, &[u8]); 2] = [
    (INDEX, include_bytes!("../index.html")),
    (MANIFEST, include_bytes!("../manifest.webmanifest")),
];

/// The script that keeps the files of a page without a server, so that it works without a network.
///
/// It has two placeholders: `BUILD` in `const BUILD = 'BUILD'`, for the name of the build as [`build_id`]
/// returns it, and `['FILES']`, for a JSON array of the paths of the files to keep.
pub const SERVICE_WORKER_SCRIPT: &str = include_str!("../service-worker.js");

/// Files by their paths, which are relative and without a leading `/`: `js/main.js`.
pub type Files = BTreeMap<String, Bytes>;

/// Returns all files but the service worker, as the page loads them.
pub fn files() -> Files {
    let files = embedded::<Styles>()
        .chain(embedded::<Icons>())
        .chain(embedded::<Scripts>().filter(|(path, _)| !path.ends_with(".d.ts")))
        .chain(SINGLE_FILES.map(|(path, bytes)| (path.to_owned(), Bytes::from_static(bytes))));
    join::join(files.collect())
}

/// Returns the name of the contents of all files together: 16 hexadecimal digits.
pub fn build_id(files: &Files) -> String {
    let mut digest = Sha256::new();
    for (path, bytes) in files {
        digest.update(path);
        digest.update(Sha256::digest(bytes));
    }
    hex::encode(&digest.finalize()[..8])
}

/// Rewrites a file of the page so that it loads its assets from a folder.
pub fn rewrite_asset_paths(folder: &str, file: &Bytes) -> String {
    String::from_utf8_lossy(file).replace("\"/assets/", &format!("\"{folder}/"))
}

/// Iterates over the files of a folder.
fn embedded<Folder: RustEmbed>() -> impl Iterator<Item = (String, Bytes)> {
    Folder::iter().filter_map(|path| {
        let file = Folder::get(&path)?;
        Some((path.into_owned(), Bytes::from(file.data.into_owned())))
    })
}
