//! Plain HTTP: everything that the WebSocket does, for programs, and the OpenAPI document of it.
//!
//! Routes are collected with their descriptions, so that there is no route without one.

mod daily;
mod games;
mod judging;
pub(super) mod levels;
mod operations;
mod puzzles;
mod tables;

use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi, openapi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use quincunx_table::messages::{ClientMessage, ServerMessage};

use super::extract::{IMPORT_LIMIT, JSON_LIMIT};
use super::{AppState, socket};

/// The document's head.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quincunx",
        description = "Five games on a grid of tokens: tables, moves, analysis. Every error is a `Refusal`. \
                       Texts and lists without a limit of their own are limited by the body's; \
                       docs/reference/server.md has the rate limits.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ClientMessage, ServerMessage)),
    modifiers(&SeatTokens),
)]
struct Head;

/// Adds the security scheme of seat tokens to the document.
struct SeatTokens;

impl Modify for SeatTokens {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        let description =
            "The token of a seat, 32 hexadecimal digits: that of `Created`, or the one that a `claim` named.";
        scheme.description = Some(description.to_owned());
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme));
    }
}

/// Collects the routes and their descriptions.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Head::openapi())
        .routes(routes!(games::catalogue))
        .routes(routes!(games::lessons))
        .routes(routes!(games::showcases))
        .routes(routes!(tables::create))
        .routes(routes!(tables::snapshot))
        .routes(routes!(tables::command))
        .routes(routes!(tables::look))
        .routes(routes!(tables::record))
        .routes(routes!(tables::record_at))
        .routes(routes!(judging::analysis))
        .routes(routes!(judging::report))
        .routes(routes!(levels::editor_config))
        .routes(routes!(levels::check))
        .routes(routes!(levels::report))
        .routes(routes!(puzzles::create))
        .routes(routes!(daily::day))
        .routes(routes!(daily::enter))
        .routes(routes!(socket::open))
        .routes(routes!(operations::healthz))
        .routes(routes!(operations::metrics))
}

/// Where the document is.
pub(super) const DOCUMENT: &str = "/api/v1/openapi.json";

/// Routes the document.
pub(super) fn document(document: utoipa::openapi::OpenApi) -> Router<AppState> {
    let mut document = serde_json::to_value(document).expect("the document is of plain values");
    state_body_limits(&mut document);
    Router::new().route(DOCUMENT, get(async move || Json(document.clone())))
}

/// Adds to every body how large it may be.
fn state_body_limits(document: &mut Value) {
    let paths = document["paths"].as_object_mut().expect("there are paths");
    for (path, methods) in paths {
        let methods = methods.as_object_mut().expect("a path has methods");
        for (method, operation) in methods {
            let makes_table = path == "/api/v1/tables" && method == "post";
            let limit = if makes_table { IMPORT_LIMIT } else { JSON_LIMIT };
            if let Some(body) = operation.get_mut("requestBody") {
                body["description"] = format!("At most {limit} bytes.").into();
            }
        }
    }
}
