//! The games there are.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use quincunx_core::{OptionKind, OptionSpec};
use quincunx_games::{Entry, GAMES};

use crate::http::refusal::AnyRefusal;
use crate::wire::{Catalogue, GameInfo, LevelInfo, OptionInfo, OptionKindInfo};

/// Lists the games with their options and computer players, in the order of menus.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = OK, description = "The games.", body = Catalogue),
    AnyRefusal,
))]
pub(crate) async fn catalogue() -> impl IntoResponse {
    let catalogue = Catalogue {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        games: GAMES.iter().map(|entry| game(entry)).collect(),
    };
    ([(header::CACHE_CONTROL, "no-cache")], Json(catalogue))
}

fn game(entry: &Entry) -> GameInfo {
    let levels = (1..).zip(&entry.levels);
    GameInfo {
        id: entry.id.to_owned(),
        title: entry.title.to_owned(),
        summary: entry.summary.to_owned(),
        players: entry.players,
        options: entry.options.iter().map(option).collect(),
        levels: levels
            .map(|(level, kind)| LevelInfo {
                level,
                name: kind.name.to_owned(),
            })
            .collect(),
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
