//! The games there are.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use quincunx_catalog::GAMES;
use quincunx_core::{OptionKind, OptionSpec};
use quincunx_registry::DynGame;
use quincunx_table::entry_of;
use quincunx_table::messages::{
    Catalogue, GameInfo, LevelInfo, OptionInfo, OptionKindInfo, PuzzleRange, Reason, Showcase,
};

use crate::http::AppState;
use crate::http::extract::InPath;
use crate::http::refusal::{Absent, AnyRefusal, HttpError};

/// Lists the games with their options and computer players, in the order of menus.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = OK, description = "The games.", body = Catalogue),
    AnyRefusal,
))]
pub(in crate::http) async fn catalogue() -> impl IntoResponse {
    let catalogue = Catalogue {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        games: GAMES.iter().map(|&entry| game(entry)).collect(),
    };
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

fn game(entry: &dyn DynGame) -> GameInfo {
    let levels = (1..).zip(entry.levels());
    GameInfo {
        id: entry.id().to_owned(),
        title: entry.title().to_owned(),
        summary: entry.summary().to_owned(),
        players: entry.players(),
        options: entry.options().iter().map(option).collect(),
        levels: levels
            .map(|(level, kind)| LevelInfo {
                level,
                name: kind.name.to_owned(),
            })
            .collect(),
        puzzles: entry.puzzles().map(|(least, most)| PuzzleRange { least, most }),
    }
}

fn option(spec: &OptionSpec) -> OptionInfo {
    let kind = match spec.kind {
        OptionKind::Integer(least, most) => OptionKindInfo::Integer { least, most },
        OptionKind::Number(least, most) => OptionKindInfo::Number { least, most },
        OptionKind::Choice(words) => OptionKindInfo::Choice {
            words: words.iter().map(|&word| word.to_owned()).collect(),
        },
        OptionKind::Text => OptionKindInfo::Text {},
        OptionKind::File => OptionKindInfo::File {},
    };
    OptionInfo {
        name: spec.name.to_owned(),
        kind,
        default: spec.default.to_owned(),
        help: spec.help.to_owned(),
    }
}
