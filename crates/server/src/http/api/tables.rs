//! Tables over plain HTTP: made, looked at, played at.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use quincunx_table::TableId;
use quincunx_table::messages::{Command, Created, Done, Looked, NewTable, Snapshot};
use serde::Serialize;

use crate::http::AppState;
use crate::http::extract::{Bearer, Caller, IMPORT_LIMIT, InPath, Input, JSON_LIMIT, too_large};
use crate::http::rate_limit::{Admission, Kind};
use crate::http::refusal::{
    Absent, AnyRefusal, BodyRefusal, ConflictRefusal, ForeignRefusal, HttpError, IllegalRefusal,
};

/// Makes a table. Whoever is to play gets a token, whoever is invited the secret of an invitation.
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = NewTable, responses(
    (status = CREATED, description = "The table.", body = Created),
    AnyRefusal, ForeignRefusal, Absent, BodyRefusal, IllegalRefusal,
))]
pub(in crate::http) async fn create(
    State(state): State<AppState>,
    Caller(caller): Caller,
    Input(new): Input<NewTable, IMPORT_LIMIT>,
) -> Result<Response, HttpError> {
    caller.spend(Kind::Costly)?;
    // Only a record may be longer than other bodies.
    let options: usize = new
        .options
        .iter()
        .map(|(name, value)| name.len() + value.len())
        .sum();
    if options > JSON_LIMIT {
        return Err(too_large(JSON_LIMIT).into());
    }
    let created = state.hub.create(new, Some(caller.share())).await?;
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

/// Reports all there is to know of a table; with the token of a seat, as its player sees it.
#[utoipa::path(get, path = "/api/v1/tables/{table}", tag = "tables",
    params(("table" = TableId, Path, description = "The table.")),
    security((), ("token" = [])),
    responses((status = OK, description = "The table.", body = Snapshot), AnyRefusal, Absent),
)]
pub(in crate::http) async fn snapshot(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(table): InPath<TableId>,
    Bearer(token): Bearer,
) -> Result<Response, HttpError> {
    caller.spend(Kind::Heavy)?;
    caller.check_answers()?;
    Ok(charged(
        &caller,
        &state.hub.snapshot(table, caller.requester(token)).await?,
    ))
}

/// Does something at a table, with the token of a seat. A claim of an invitation needs none.
#[utoipa::path(post, path = "/api/v1/tables/{table}/commands", tag = "tables", request_body = Command,
    params(("table" = TableId, Path, description = "The table.")),
    security((), ("token" = [])),
    responses(
        (status = OK, description = "It is done, and in the log.", body = Done),
        AnyRefusal, ForeignRefusal, Absent, BodyRefusal, ConflictRefusal, IllegalRefusal,
    ),
)]
pub(in crate::http) async fn command(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(table): InPath<TableId>,
    Bearer(token): Bearer,
    Input(command): Input<Command>,
) -> Result<Json<Done>, HttpError> {
    if let Some(kind) = Kind::of(&command) {
        caller.spend(kind)?;
    }
    let seq = state.hub.command(table, caller.requester(token), command).await?;
    Ok(Json(Done { seq }))
}

/// Reports the position after a ply, and what the ply did.
#[utoipa::path(get, path = "/api/v1/tables/{table}/plies/{ply}", tag = "tables",
    params(
        ("table" = TableId, Path, description = "The table."),
        ("ply" = usize, Path, maximum = 1298576, description = "The ply, 0 for the opening."),
    ),
    responses((status = OK, description = "The position.", body = Looked), AnyRefusal, Absent),
)]
pub(in crate::http) async fn look(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath((table, ply)): InPath<(TableId, usize)>,
) -> Result<Response, HttpError> {
    caller.check_answers()?;
    Ok(charged(
        &caller,
        &state.hub.look(table, ply, Some(caller.share())).await?,
    ))
}

/// Writes an answer and charges its bytes.
fn charged(caller: &Admission, answer: &impl Serialize) -> Response {
    let json = serde_json::to_vec(answer).expect("answers are plain values");
    caller.charge_answer(json.len());
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}

/// Writes the record of what has been played and not taken back, as every part of the program reads it. It is
/// closed while two people play each other, and while a puzzle or the day's game runs.
#[utoipa::path(get, path = "/api/v1/tables/{table}/record", tag = "tables",
    params(("table" = TableId, Path, description = "The table.")),
    responses(
        (status = OK, description = "The record.", body = String, content_type = "text/plain"),
        AnyRefusal, ForeignRefusal, Absent,
    ),
)]
pub(in crate::http) async fn record(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath(table): InPath<TableId>,
) -> Result<Response, HttpError> {
    record_of(&state, &caller, table, None).await
}

/// Writes the record of all moves up to a ply, where the whole record is open.
#[utoipa::path(get, path = "/api/v1/tables/{table}/record/{ply}", tag = "tables",
    params(
        ("table" = TableId, Path, description = "The table."),
        ("ply" = usize, Path, description = "The ply, 0 for the opening."),
    ),
    responses(
        (status = OK, description = "The record.", body = String, content_type = "text/plain"),
        AnyRefusal, ForeignRefusal, Absent,
    ),
)]
pub(in crate::http) async fn record_at(
    State(state): State<AppState>,
    Caller(caller): Caller,
    InPath((table, ply)): InPath<(TableId, usize)>,
) -> Result<Response, HttpError> {
    record_of(&state, &caller, table, Some(ply)).await
}

async fn record_of(
    state: &AppState,
    caller: &Admission,
    table: TableId,
    ply: Option<usize>,
) -> Result<Response, HttpError> {
    caller.spend(Kind::Heavy)?;
    caller.check_answers()?;
    let text = state.hub.record(table, ply, Some(caller.share())).await?;
    caller.charge_answer(text.len());
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text).into_response())
}
