//! Puzzles, each at a table of its own.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use quincunx_table::messages::NewPuzzle;

use crate::http::AppState;
use crate::http::extract::{Caller, InPath, Input};
use crate::http::rate_limit::Kind;
use crate::http::refusal::{Absent, AnyRefusal, BodyRefusal, ForeignRefusal, HttpError, IllegalRefusal};

/// Makes a puzzle and the table at which it is solved; the token is that of the solver's seat, the other side
/// is the computer's.
#[utoipa::path(post, path = "/api/v1/puzzles/{game}", operation_id = "create_puzzle", tag = "puzzles",
    request_body = NewPuzzle,
    params(("game" = String, Path, description = "The game's id.")),
    responses(
        (status = CREATED, description = "The table.", body = quincunx_table::messages::Created),
        AnyRefusal, ForeignRefusal, Absent, BodyRefusal, IllegalRefusal,
    ),
)]
pub(in crate::http) async fn create(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(game): InPath<String>,
    Input(order): Input<NewPuzzle>,
) -> Result<Response, HttpError> {
    caller.spend(Kind::Costly)?;
    let created = state.hub.puzzle(&game, order, Some(caller.share())).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}
