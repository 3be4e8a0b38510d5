//! The page as a static site: its files and the engine, for web spaces that only hand files out.
//!
//! ```text
//!   index.html, manifest.webmanifest, service-worker.js
//!   assets/BUILD/…             what the page loads, as on a server
//!   assets/BUILD/engine.wasm   the tables and the engine, `crates/wasm`
//!   assets/BUILD/site/…        what a server answers everybody alike
//!   assets/BUILD/data/…        files that computer players need
//! ```
//!
//! All addresses are relative, so that a site may lie anywhere. `BUILD` names the contents of all files.

use std::collections::BTreeMap;

use axum::body::Bytes;
use quincunx_catalog::GAMES;
use quincunx_search::MissingResource;
use quincunx_table::messages::Catalogue;
pub use quincunx_table::messages::ENGINE_MARK;
use quincunx_table::{lessons, showcases};
use quincunx_web::{Files, INDEX, MANIFEST, SERVICE_WORKER_SCRIPT};
use serde::Serialize;
use thiserror::Error;

/// The script that keeps the page's files, so that it works without a network.
pub const SERVICE_WORKER: &str = "service-worker.js";

/// What stands before the name of the build in that script.
const BUILD: &str = "const BUILD = '";

/// The folder of what the page loads, by builds.
pub const ASSETS: &str = "assets";

/// What a site has at its root.
pub const ROOT: [&str; 4] = [INDEX, MANIFEST, SERVICE_WORKER, ASSETS];

/// What every WebAssembly module begins with.
const WASM_MAGIC: &[u8] = b"\0asm";

/// Why there is no site.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The engine is something else.
    #[error("it is not a WebAssembly module")]
    NotWasm,
    /// The engine is of another version, or another module.
    #[error("it is not of version {}", env!("CARGO_PKG_VERSION"))]
    OtherVersion,
    /// A file that computer players need is missing.
    #[error(transparent)]
    Missing(#[from] MissingResource),
}

/// Checks that a file is the engine of this version.
///
/// # Errors
/// When it is not a WebAssembly module, or has not the [mark](ENGINE_MARK).
pub fn check_engine(engine: &[u8]) -> Result<(), SiteError> {
    let mark = ENGINE_MARK.as_bytes();
    if !engine.starts_with(WASM_MAGIC) {
        Err(SiteError::NotWasm)
    } else if engine.windows(mark.len()).any(|bytes| bytes == mark) {
        Ok(())
    } else {
        Err(SiteError::OtherVersion)
    }
}

/// Returns the files of the site by their paths, with the engine of `crates/wasm`.
///
/// # Errors
/// When the engine is not that of this version, or a file beside the program is missing.
///
/// # Panics
/// When the defaults of a game make no game.
pub fn files(engine: Vec<u8>) -> Result<BTreeMap<String, Bytes>, SiteError> {
    check_engine(&engine)?;
    let mut assets = quincunx_web::files();
    assets.insert("engine.wasm".to_owned(), engine.into());
    let catalogue = Catalogue::of_program(env!("CARGO_PKG_VERSION"));
    assets.insert("site/games.json".to_owned(), json(&catalogue));
    assets.insert("site/showcases.json".to_owned(), json(&showcases()));
    assets.insert("site/lessons.json".to_owned(), json(&lessons()));
    for game in GAMES {
        for file in game.data_files() {
            let contents = file.contents()?;
            assets.insert(format!("data/{}", file.name()), Bytes::from_static(contents));
        }
    }
    let build = quincunx_web::build_id(&assets);
    let mut files = Files::new();
    for root in [INDEX, MANIFEST] {
        let text = assets.remove(root).expect("the page has it");
        files.insert(root.to_owned(), relative(&text, &build));
    }
    files.extend(
        assets
            .into_iter()
            .map(|(path, bytes)| (format!("assets/{build}/{path}"), bytes)),
    );
    let is_kept = |path: &&String| path.starts_with(ASSETS) && !path.contains("/data/");
    let kept: Vec<&String> = files.keys().filter(is_kept).collect();
    let worker = SERVICE_WORKER_SCRIPT
        .replace(&format!("{BUILD}BUILD"), &format!("{BUILD}{build}"))
        .replace(
            "['FILES']",
            &serde_json::to_string(&kept).expect("paths are text"),
        );
    files.insert(SERVICE_WORKER.to_owned(), worker.into());
    Ok(files)
}

/// Returns the name of the build of a site by its [`SERVICE_WORKER`]; `None` of another page's.
#[must_use]
pub fn build_id(worker: &str) -> Option<&str> {
    let (ours, _) = SERVICE_WORKER_SCRIPT.split_once(BUILD)?;
    let rest = worker.strip_prefix(ours)?.strip_prefix(BUILD)?;
    rest.split('\'').next()
}

fn json(document: &impl Serialize) -> Bytes {
    serde_json::to_vec(document)
        .expect("documents are plain values")
        .into()
}

/// Makes the addresses of a file at the root of the site relative, and says that there is no server.
fn relative(text: &Bytes, build: &str) -> Bytes {
    quincunx_web::rewrite_asset_paths(&format!("{ASSETS}/{build}"), text)
        .replace(&format!("{ASSETS}/{build}/{MANIFEST}"), MANIFEST)
        .replace("\"/\"", "\"./\"")
        .replace("<html ", "<html data-server=\"none\" ")
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is taken for the engine.
    fn engine() -> Vec<u8> {
        [WASM_MAGIC, ENGINE_MARK.as_bytes()].concat()
    }

    #[test]
    fn a_site_has_what_the_page_asks_for_at_relative_addresses() {
        let files = files(engine()).expect("a module");
        let index = String::from_utf8_lossy(&files[INDEX]);
        assert!(
            index.contains("data-server=\"none\"") && !index.contains("=\"/"),
            "{index}"
        );
        for attribute in index.split(['"']).filter(|text| text.starts_with("assets/")) {
            assert!(files.contains_key(attribute), "{attribute}");
        }
        let manifest = String::from_utf8_lossy(&files[MANIFEST]);
        assert!(!manifest.contains("\"/"), "{manifest}");
        for game in GAMES {
            for file in game.data_files() {
                let ending = format!("/data/{}", file.name());
                assert!(files.keys().any(|path| path.ends_with(&ending)), "{ending}");
            }
        }
    }

    #[test]
    fn the_service_worker_keeps_all_but_the_large_files() {
        let files = files(engine()).expect("a module");
        let worker = String::from_utf8_lossy(&files[SERVICE_WORKER]);
        let build = build_id(&worker).expect("it is one of ours");
        for path in files.keys().filter(|path| path.starts_with(ASSETS)) {
            assert!(path.starts_with(&format!("assets/{build}/")), "{path}");
            let is_kept = worker.contains(&format!("\"{path}\""));
            assert_eq!(is_kept, !path.contains("/data/"), "{path}");
        }
        assert_eq!(build_id("/** Another page. */\nconst BUILD = '1';"), None);
    }

    #[test]
    fn another_file_is_no_engine() {
        assert!(matches!(files(b"MZ".to_vec()), Err(SiteError::NotWasm)));
        let older = [WASM_MAGIC, b"quincunx-engine 0.1.0\n"].concat();
        assert!(matches!(files(older), Err(SiteError::OtherVersion)));
    }
}
