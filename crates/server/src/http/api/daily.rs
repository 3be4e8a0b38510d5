//! The day's games and puzzles: the same for everybody, and one attempt.

use quincunx_table::messages::{Created, DailyEntry, Day};

use crate::http::AppState;
use crate::http::extract::{Caller, InPath, Input};
use crate::http::rate_limit::Kind;
use crate::http::refusal::{Absent, AnyRefusal, BodyRefusal, ForeignRefusal, HttpError};
use axum::Json;
use axum::extract::State;

/// Reports the date, the games that have luck of the day, those for one, and the puzzles of the day.
#[utoipa::path(get, path = "/api/v1/daily", tag = "daily", responses(
    (status = OK, description = "The day.", body = Day),
    AnyRefusal,
))]
pub(in crate::http) async fn day(State(state): State<AppState>) -> Json<Day> {
    Json(state.hub.day())
}

/// Begins the day's game or puzzle, or returns to the table where the visitor has begun it.
#[utoipa::path(post, path = "/api/v1/daily/{game}", tag = "daily", request_body = DailyEntry,
    params(("game" = String, Path, description = "The game's id.")),
    responses(
        (status = OK, description = "The visitor's table.", body = Created),
        AnyRefusal, ForeignRefusal, Absent, BodyRefusal,
    ),
)]
pub(in crate::http) async fn enter(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(game): InPath<String>,
    Input(entry): Input<DailyEntry>,
) -> Result<Json<Created>, HttpError> {
    caller.spend(Kind::Costly)?;
    Ok(Json(state.hub.daily(&game, entry, Some(caller.share())).await?))
}
