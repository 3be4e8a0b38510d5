//! Levels of match-3 that are being made.

use std::sync::LazyLock;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::http::extract::{Caller, Input};
use crate::http::gate::Kind;
use crate::http::guard::too_many;
use crate::http::refusal::{Absent, AnyRefusal, BodyRefusal, ForeignRefusal};
use crate::wire::{CheckedLevel, Code, LevelSource, Refusal, Workshop};
use crate::workshop;

/// How many levels are looked at at a time; others wait.
const AT_A_TIME: usize = 2;

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(AT_A_TIME));

/// Tells what an editor of levels works with.
#[utoipa::path(get, path = "/api/v1/levels", tag = "levels", responses(
    (status = OK, description = "Elements, ranges, and levels to begin with.", body = Workshop),
    AnyRefusal,
))]
pub(in crate::http) async fn furnish() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-cache")], Json(workshop::workshop()))
}

/// Writes a level out and says what is wrong with it.
#[utoipa::path(post, path = "/api/v1/levels/check", tag = "levels", request_body = LevelSource, responses(
    (status = OK, description = "Its text, and all that is wrong.", body = CheckedLevel),
    AnyRefusal, ForeignRefusal, Absent, BodyRefusal,
))]
pub(in crate::http) async fn check(
    Caller(caller): Caller,
    Input(source): Input<LevelSource>,
) -> Result<Json<CheckedLevel>, Response> {
    caller.spend(Kind::Heavy).map_err(too_many)?;
    let place = PLACES.acquire().await.expect("it is never closed");
    let checked = spawn_blocking(move || {
        let _place = place;
        workshop::check(source)
    });
    let failed = |_| Refusal::new(Code::Failed, "the level could not be looked at");
    let checked = checked.await.map_err(failed).and_then(|checked| checked);
    checked.map(Json).map_err(Refusal::into_response)
}
