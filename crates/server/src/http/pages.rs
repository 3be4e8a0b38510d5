//! The addresses that people open, and the files behind them.
//!
//! Every page is the same index.html; which one it is, the page reads from its address.

use axum::Router;
use axum::extract::{Path, State};
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
        .route("/levels", get(page))
        .route("/l", get(page))
        .route("/t/{table}", get(table))
        .route("/new/{game}", get(new))
        .route("/assets/{*path}", get(asset))
}

/// The lobby, the levels and their editor, and a record or level that stands in the part of the address that
/// is not sent.
async fn page(State(state): State<AppState>, headers: HeaderMap) -> Response {
    assets::page(&state, &headers, StatusCode::OK)
}

/// A table; whether there is one, the page finds out.
async fn table(State(state): State<AppState>, Path(table): Path<String>, headers: HeaderMap) -> Response {
    let named = table.parse::<TableId>().is_ok();
    assets::page(&state, &headers, found(named))
}

/// The setting up of a game.
async fn new(State(state): State<AppState>, Path(game): Path<String>, headers: HeaderMap) -> Response {
    let known = GAMES.iter().any(|entry| entry.id() == game);
    assets::page(&state, &headers, found(known))
}

async fn asset(
    State(state): State<AppState>,
    Path(path): Path<String>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    match assets::file(&state, &path, &headers) {
        Some(file) => file,
        None => absent(State(state), method, uri, headers).await,
    }
}

/// Answers where nothing is: people get a page, programs a refusal.
pub(super) async fn absent(
    State(state): State<AppState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let reads = accept.is_some_and(|accept| accept.contains("text/html"));
    if method.is_safe() && reads && !uri.path().starts_with("/api/") {
        return assets::page(&state, &headers, StatusCode::NOT_FOUND);
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
