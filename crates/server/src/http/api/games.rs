//! The games there are.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use quincunx_table::entry_of;
use quincunx_table::messages::{Catalogue, Reason, Showcase};

use crate::http::AppState;
use crate::http::extract::InPath;
use crate::http::refusal::{Absent, AnyRefusal, HttpError};

/// Lists the games with their options and computer players, in the order of menus.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = OK, description = "The games.", body = Catalogue),
    AnyRefusal,
))]
pub(in crate::http) async fn catalogue() -> impl IntoResponse {
    let catalogue = Catalogue::of_program(env!("CARGO_PKG_VERSION"));
    ([(header::CACHE_CONTROL, "no-cache")], Json(catalogue))
}

/// Shows a short game that plays itself.
#[utoipa::path(get, path = "/api/v1/games/{game}/showcase", tag = "games",
    params(("game" = String, Path, description = "The game's id.")),
    responses((status = OK, description = "The game.", body = Showcase), AnyRefusal, Absent),
)]
pub(in crate::http) async fn showcase(
    State(state): State<AppState>,
    InPath(game): InPath<String>,
) -> Result<Response, HttpError> {
    let showcase = state.engines.showcase(entry_of(&game)?).await;
    let showcase = showcase.map_err(|_| Reason::EngineBusy {})?;
    let keep = [(header::CACHE_CONTROL, "no-cache")];
    Ok((keep, Json(showcase.as_ref())).into_response())
}
