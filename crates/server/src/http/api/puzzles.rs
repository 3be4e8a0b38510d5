//! Puzzles, each at a table of its own.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use crate::http::AppState;
use crate::http::extract::{Caller, InPath, Input};
use crate::http::guard::too_many;
use crate::http::rate_limit::Kind;
use crate::http::refusal::{Absent, AnyRefusal, BodyRefusal, ForeignRefusal, IllegalRefusal};
use crate::wire::{Created, NewPuzzle, Refusal};

/// Makes a puzzle and the table at which it is solved; the token is that of the solver's seat, the other side
/// is the computer's.
#[utoipa::path(post, path = "/api/v1/puzzles/{game}", tag = "puzzles", request_body = NewPuzzle,
    params(("game" = String, Path, description = "The game's id.")),
    responses(
        (status = CREATED, description = "The table.", body = Created),
        AnyRefusal, ForeignRefusal, Absent, BodyRefusal, IllegalRefusal,
    ),
)]
pub(in crate::http) async fn create(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(game): InPath<String>,
    Input(order): Input<NewPuzzle>,
) -> Result<Response, Response> {
    caller.spend(Kind::Costly).map_err(too_many)?;
    let created = state
        .hub
        .puzzle(&game, order)
        .await
        .map_err(Refusal::into_response)?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}
