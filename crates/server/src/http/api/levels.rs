//! Levels of match-3 that are being made.

use std::sync::LazyLock;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use quincunx_table::level_editor;
use quincunx_table::messages::{
    CheckedLevel, EditorConfig, LevelReport, LevelSource, Reason, Refusal, ReportOrder,
};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::budget::Spent;
use crate::http::AppState;
use crate::http::extract::{Caller, Input};
use crate::http::rate_limit::Kind;
use crate::http::refusal::{Absent, AnyRefusal, BodyRefusal, ForeignRefusal, HttpError, IllegalRefusal};

/// How many levels are looked at at a time; others wait.
const MAX_CONCURRENT: usize = 2;

/// When a report that is under way may have ended.
const SOON: Duration = Duration::from_secs(1);

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(MAX_CONCURRENT));

/// Reports what an editor of levels works with.
#[utoipa::path(get, path = "/api/v1/levels", tag = "levels", responses(
    (status = OK, description = "Elements, ranges, and levels to begin with.", body = EditorConfig),
    AnyRefusal,
))]
pub(in crate::http) async fn editor_config() -> impl IntoResponse {
    (
        [(header::CACHE_CONTROL, "no-cache")],
        Json(level_editor::editor_config()),
    )
}

/// Formats a level and lists its problems.
#[utoipa::path(post, path = "/api/v1/levels/check", tag = "levels", request_body = LevelSource, responses(
    (status = OK, description = "Its text, and all that is wrong.", body = CheckedLevel),
    AnyRefusal, ForeignRefusal, Absent, BodyRefusal,
))]
pub(in crate::http) async fn check(
    Caller(caller): Caller,
    Input(source): Input<LevelSource>,
) -> Result<Json<CheckedLevel>, HttpError> {
    caller.spend(Kind::Heavy)?;
    Ok(Json(looked_at(move || level_editor::check(source)).await?))
}

/// Runs simulated players on a level and reports the results. An address has one such report at a
/// time; closing the connection ends it.
#[utoipa::path(post, path = "/api/v1/levels/report", operation_id = "report_level", tag = "levels",
    request_body = ReportOrder, responses(
    (status = OK, description = "The report.", body = LevelReport),
    AnyRefusal, ForeignRefusal, BodyRefusal, IllegalRefusal,
))]
pub(in crate::http) async fn report(
    State(state): State<AppState>,
    Caller(caller): Caller,
    Input(ReportOrder { text, games }): Input<ReportOrder>,
) -> Result<Json<LevelReport>, HttpError> {
    caller.spend(Kind::Costly)?;
    level_editor::check_games(games)?;
    let _place = caller
        .begin_report()
        .ok_or_else(|| HttpError::from(Spent(SOON)))?;
    let level = looked_at(move || level_editor::read(&text)).await?;
    let report = state.engines.report_on_level(level, games).await;
    let report = report.map_err(|_| Reason::EngineBusy {})?;
    Ok(Json(report))
}

/// Looks at a level off the runtime's threads, when there is a place to do so.
async fn looked_at<T: Send + 'static>(
    look: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let place = PLACES.acquire().await.expect("it is never closed");
    let looked = spawn_blocking(move || {
        let _place = place;
        look()
    });
    let failed = |_| Reason::ServerFailed {};
    looked.await.map_err(failed)?
}
