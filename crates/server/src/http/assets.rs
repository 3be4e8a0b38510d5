//! The page's files, out of the program itself, and the engine that browsers run, out of a file.
//!
//! Everything under `web/` that a page may load is in the program. A file is asked for as `/assets/PATH`, or,
//! as the page itself does, as `/assets/BUILD/PATH`, where `BUILD` names the contents of all files together:
//! what stands under such an address never changes, so that browsers keep it for a year and never mix the
//! files of two versions.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use quincunx_catalog::GAMES;
use quincunx_web::INDEX;
use sha2::{Digest as _, Sha256};

use super::AppState;

const REVALIDATE: &str = "no-cache";
const FOREVER: &str = "public, max-age=31536000, immutable";

pub(super) struct Asset {
    plain: Bytes,
    /// Only where it is smaller.
    gzip: Option<Bytes>,
    /// The beginning of the contents' SHA-256.
    hash: String,
    kind: HeaderValue,
}

struct Assets {
    build: String,
    files: BTreeMap<String, Asset>,
}

static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::load);

/// The engine that browsers run, the files that it needs, and the page that uses it.
pub(super) struct EngineAssets {
    page: Asset,
    engine: Bytes,
    files: OnceLock<BTreeMap<String, Asset>>,
}

impl EngineAssets {
    /// Takes the engine of `crates/wasm`.
    pub(super) fn new(engine: Bytes) -> Self {
        let page = String::from_utf8_lossy(&ASSETS.files[INDEX].plain);
        Self {
            page: Asset::new(INDEX, page.replacen("<html", "<html data-engine", 1).into()),
            engine,
            files: OnceLock::new(),
        }
    }

    /// Returns the engine and its files, which are compressed on the first call: that takes most of a second.
    pub(super) fn files(&self) -> &BTreeMap<String, Asset> {
        self.files.get_or_init(|| self.load())
    }

    fn load(&self) -> BTreeMap<String, Asset> {
        let files = GAMES.iter().flat_map(|game| game.data_files());
        let data = files.filter_map(|file| match file.contents() {
            Ok(contents) => {
                let path = format!("data/{}", file.name());
                // Networks are packed already.
                let asset = Asset::plain(&path, Bytes::from_static(contents));
                Some((path, asset))
            }
            Err(error) => {
                tracing::warn!("{error}");
                None
            }
        });
        let engine = Asset::new("engine.wasm", self.engine.clone());
        data.chain([("engine.wasm".to_owned(), engine)]).collect()
    }
}

/// Answers with the page.
pub(super) fn page(state: &AppState, headers: &HeaderMap, status: StatusCode) -> Response {
    let plain = || &ASSETS.files[INDEX];
    let page = state.engine.as_ref().map_or_else(plain, |engine| &engine.page);
    page.answer(headers, REVALIDATE, status)
}

/// Answers with a file; `None` when there is none of that path.
pub(super) fn file(state: &AppState, path: &str, headers: &HeaderMap) -> Option<Response> {
    let (path, cache) = match path.split_once('/') {
        Some((build, rest)) if build == ASSETS.build => (rest, FOREVER),
        _ => (path, REVALIDATE),
    };
    if let Some(asset) = ASSETS.files.get(path) {
        return Some(asset.answer(headers, cache, StatusCode::OK));
    }
    // The engine is not of the build.
    let asset = state.engine.as_ref()?.files().get(path)?;
    Some(asset.answer(headers, REVALIDATE, StatusCode::OK))
}

impl Assets {
    fn load() -> Self {
        let contents = quincunx_web::files();
        let build = quincunx_web::build_id(&contents);
        let files = contents
            .into_iter()
            .map(|(path, bytes)| {
                let bytes = if path == INDEX {
                    quincunx_web::rewrite_asset_paths(&format!("/assets/{build}"), &bytes).into()
                } else {
                    bytes
                };
                let asset = Asset::new(&path, bytes);
                (path, asset)
            })
            .collect();
        Self { build, files }
    }
}

impl Asset {
    fn new(path: &str, plain: Bytes) -> Self {
        Self {
            gzip: compressed(&plain).filter(|gzip| gzip.len() < plain.len()),
            ..Self::plain(path, plain)
        }
    }

    /// Takes a file that is not compressed.
    fn plain(path: &str, plain: Bytes) -> Self {
        Self {
            gzip: None,
            hash: hex::encode(&Sha256::digest(&plain)[..8]),
            kind: HeaderValue::from_static(kind_of(path)),
            plain,
        }
    }

    fn answer(&self, headers: &HeaderMap, cache: &'static str, status: StatusCode) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| takes_gzip(headers));
        let mut response = Response::new(Body::empty());
        let mut set = |name: HeaderName, value: HeaderValue| response.headers_mut().insert(name, value);
        let suffix = if gzip.is_some() { "-gzip" } else { "" };
        let tag = format!("\"{}{suffix}\"", self.hash);
        set(
            header::ETAG,
            HeaderValue::from_str(&tag).expect("hexadecimal digits are visible"),
        );
        set(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        set(header::VARY, HeaderValue::from_static("accept-encoding"));
        if status == StatusCode::OK && knows(headers, &tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        set(header::CONTENT_TYPE, self.kind.clone());
        if gzip.is_some() {
            set(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        *response.body_mut() = gzip.unwrap_or(&self.plain).clone().into();
        *response.status_mut() = status;
        response
    }
}

fn compressed(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns the media type by the ending of the name; every kind that `web/` has.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Returns whether the client takes gzip; `q=0` means that it does not.
fn takes_gzip(headers: &HeaderMap) -> bool {
    items(headers, &header::ACCEPT_ENCODING).any(|item| {
        let (coding, parameters) = item.split_once(';').unwrap_or((item, ""));
        let weight = parameters.trim().strip_prefix("q=");
        let refused = weight.is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
        matches!(coding.trim(), "gzip" | "*") && !refused
    })
}

/// Returns whether the client has what it asks for.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    items(headers, &header::IF_NONE_MATCH).any(|item| item == "*" || item.trim_start_matches("W/") == tag)
}

fn items<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'h str> {
    let values = headers.get_all(name).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        for value in ["gzip", "br, gzip;q=0.5", "*"] {
            assert!(takes_gzip(&headers(header::ACCEPT_ENCODING, value)), "{value}");
        }
        for value in ["br", "gzip;q=0", "gzip; q=0.0", "identity", "gzipped"] {
            assert!(!takes_gzip(&headers(header::ACCEPT_ENCODING, value)), "{value}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }

    #[test]
    fn an_asset_is_sent_once() {
        let text = "the same line again and again\n".repeat(100);
        let asset = Asset::new("css/page.css", text.clone().into());
        let plain = asset.answer(&HeaderMap::new(), REVALIDATE, StatusCode::OK);
        assert_eq!(plain.status(), StatusCode::OK);
        assert_eq!(plain.headers()[header::CONTENT_TYPE], "text/css; charset=utf-8");
        let gzip = asset.answer(
            &headers(header::ACCEPT_ENCODING, "gzip"),
            REVALIDATE,
            StatusCode::OK,
        );
        assert_eq!(gzip.headers()[header::CONTENT_ENCODING], "gzip");
        assert_ne!(gzip.headers()[header::ETAG], plain.headers()[header::ETAG]);
        let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, plain.headers()[header::ETAG].clone())]);
        let again = asset.answer(&known, REVALIDATE, StatusCode::OK);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let changed = Asset::new("css/page.css", (text + "more").into());
        let again = changed.answer(&known, REVALIDATE, StatusCode::OK);
        assert_eq!(again.status(), StatusCode::OK);
    }

    #[test]
    fn the_page_asks_for_the_files_of_its_build() {
        let page = Bytes::from("<script type=\"module\" src=\"/assets/js/main.js\"></script>");
        assert_eq!(
            quincunx_web::rewrite_asset_paths("/assets/0123", &page),
            "<script type=\"module\" src=\"/assets/0123/js/main.js\"></script>"
        );
    }

    #[test]
    fn every_file_has_a_kind() {
        for path in ASSETS.files.keys() {
            assert_ne!(kind_of(path), "application/octet-stream", "{path}");
        }
    }
}
