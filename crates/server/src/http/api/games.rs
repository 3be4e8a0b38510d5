//! The games there are.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use quincunx_table::messages::{Catalogue, GameLessons, Reason, Showcase};

use crate::http::AppState;
use crate::http::refusal::{AnyRefusal, HttpError};

/// Lists the games with their options and computer players, in the order of menus.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = OK, description = "The games.", body = Catalogue),
    AnyRefusal,
))]
pub(in crate::http) async fn catalogue() -> impl IntoResponse {
    let catalogue = Catalogue::of_program(env!("CARGO_PKG_VERSION"));
    ([(header::CACHE_CONTROL, "no-cache")], Json(catalogue))
}

/// Explains how to play each game.
#[utoipa::path(get, path = "/api/v1/lessons", tag = "games", responses(
    (status = OK, description = "The steps of each game, in the order of the catalogue.", body = [GameLessons]),
    AnyRefusal,
))]
pub(in crate::http) async fn lessons() -> impl IntoResponse {
    static LESSONS: LazyLock<Vec<GameLessons>> = LazyLock::new(quincunx_table::lessons);
    ([(header::CACHE_CONTROL, "no-cache")], Json(&*LESSONS))
}

/// Shows a short game of each that plays itself.
#[utoipa::path(get, path = "/api/v1/showcases", tag = "games", responses(
    (status = OK, description = "The games, in the order of the catalogue.", body = [Showcase]),
    AnyRefusal,
))]
pub(in crate::http) async fn showcases(State(state): State<AppState>) -> Result<Response, HttpError> {
    let showcases = state.engines.showcases().await;
    let showcases = showcases.map_err(|_| Reason::EngineBusy {})?;
    let keep = [(header::CACHE_CONTROL, "no-cache")];
    Ok((keep, Json(showcases.as_ref())).into_response())
}
