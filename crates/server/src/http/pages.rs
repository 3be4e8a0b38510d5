//! The addresses that people open, and the files behind them.
//!
//! Every page is the same index.html; which one it is, the page reads from its address.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use quincunx_catalog::GAMES;
use quincunx_table::TableId;
use quincunx_table::messages::Reason;

use super::refusal::HttpError;
use super::{AppState, assets};

/// Routes the pages and their files.
pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/", get(page))
        .route("/r", get(page))
        .route("/editor", get(page))
        .route("/t/{table}", get(table))
        .route("/new/{game}", get(new))
        .route("/assets/{*path}", get(asset))
}

/// The lobby, the level editor, and a record that stands in the part of the address that is not sent.
async fn page(headers: HeaderMap) -> Response {
    assets::page(&headers, StatusCode::OK)
}

/// A table; whether there is one, the page finds out.
async fn table(Path(table): Path<String>, headers: HeaderMap) -> Response {
    let named = table.parse::<TableId>().is_ok();
    assets::page(&headers, found(named))
}

/// The setting up of a game.
async fn new(Path(game): Path<String>, headers: HeaderMap) -> Response {
    let known = GAMES.iter().any(|entry| entry.id() == game);
    assets::page(&headers, found(known))
}

async fn asset(Path(path): Path<String>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match assets::file(&path, &headers) {
        Some(file) => file,
        None => absent(method, uri, headers).await,
    }
}

/// Answers where nothing is: people get a page, programs a refusal.
pub(super) async fn absent(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let reads = accept.is_some_and(|accept| accept.contains("text/html"));
    if method.is_safe() && reads && !uri.path().starts_with("/api/") {
        return assets::page(&headers, StatusCode::NOT_FOUND);
    }
    HttpError::from(Reason::UnknownAddress {}).into_response()
}

fn found(found: bool) -> StatusCode {
    if found {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    }
}
