//! What the computer thinks of positions and moves, over plain HTTP.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use quincunx_table::TableId;
use quincunx_table::messages::{Analyse, Judgement, Reason, Refusal, ReportLine};

use crate::http::AppState;
use crate::http::extract::{Bearer, Caller, InPath, Input};
use crate::http::rate_limit::Kind;
use crate::http::refusal::{Absent, AnyRefusal, BodyRefusal, ConflictRefusal, ForeignRefusal, HttpError};
use crate::hub::Requester;

/// Analyses a position and returns the last and deepest result. A player who is to move there and sends the
/// token of the seat comes before others.
#[utoipa::path(post, path = "/api/v1/tables/{table}/analysis", tag = "judging", request_body = Analyse,
    params(("table" = TableId, Path, description = "The table.")),
    security((), ("token" = [])),
    responses(
        (status = OK, description = "What is known.", body = Judgement),
        AnyRefusal, ForeignRefusal, Absent, BodyRefusal, ConflictRefusal,
    ),
)]
pub(in crate::http) async fn analysis(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(table): InPath<TableId>,
    Bearer(token): Bearer,
    Input(Analyse { ply, milliseconds }): Input<Analyse>,
) -> Result<Json<Judgement>, HttpError> {
    caller.spend(Kind::Costly)?;
    let time = Duration::from_millis(milliseconds);
    let share = Some(caller.share());
    let mut judging = state
        .hub
        .analyse(table, ply, time, Requester { share, token })
        .await?;
    let mut last = None;
    // Dropped with this request when the client goes away, which ends the thinking.
    while let Some(judgement) = judging.next().await {
        last = Some(judgement);
    }
    let nothing = || judging.refused().unwrap_or_else(|| Reason::EngineBusy {}.into());
    Ok(Json(last.ok_or_else(nothing)?))
}

/// Grades all moves of a table.
#[utoipa::path(post, path = "/api/v1/tables/{table}/report", tag = "judging",
    params(("table" = TableId, Path, description = "The table.")),
    responses(
        (status = OK, description = "The moves in order; not all of a very long game.", body = Vec<ReportLine>),
        AnyRefusal, ForeignRefusal, Absent, ConflictRefusal,
    ),
)]
pub(in crate::http) async fn report(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(table): InPath<TableId>,
) -> Result<Json<Vec<ReportLine>>, HttpError> {
    caller.spend(Kind::Costly)?;
    let mut grading = state.hub.report(table, Some(caller.share())).await?;
    let mut lines = Vec::with_capacity(grading.of());
    while let Some(line) = grading.next().await {
        lines.push(line);
    }
    if let Some(busy) = grading.refused() {
        return Err(Refusal::from(busy).into());
    }
    Ok(Json(lines))
}
