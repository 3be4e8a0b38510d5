//! The limits that the OpenAPI document states against those that the server keeps.

use quincunx_catalog::GAMES;
use quincunx_table::{MAX_EVENTS, MAX_RECORD_BYTES};
use serde_json::{Value, json};

use super::site::Site;
use crate::http::api::DOCUMENT;
use crate::http::extract::{IMPORT_LIMIT, JSON_LIMIT};
use quincunx_table::level_editor::{MAX_CELLS, MAX_GAMES, MIN_GAMES};

/// Finds a property of a schema, or of one of its variants.
fn property<'a>(document: &'a Value, schema: &str, property: &str) -> &'a Value {
    let schema = &document["components"]["schemas"][schema];
    let variants = schema["oneOf"].as_array().into_iter().flatten();
    std::iter::once(schema)
        .chain(variants)
        .find_map(|variant| variant["properties"].get(property))
        .unwrap_or_else(|| panic!("there is no {property} in {schema}"))
}

#[tokio::test]
async fn the_document_states_the_limits_of_the_code() {
    let document = Site::new().await.get(DOCUMENT).await.json();
    let puzzles = || GAMES.iter().filter_map(|game| game.puzzles());
    let max_plies = MAX_RECORD_BYTES as u64 + MAX_EVENTS;
    let limits = [
        (
            "NewTable",
            "seats",
            "maxItems",
            GAMES
                .iter()
                .map(|game| game.players())
                .max()
                .map_or(0, |most| most as u64),
        ),
        ("NewSeat", "level", "minimum", 1),
        (
            "NewSeat",
            "level",
            "maximum",
            GAMES.iter().map(|game| game.levels().len()).max().unwrap_or(0) as u64,
        ),
        ("Origin", "text", "maxLength", MAX_RECORD_BYTES as u64),
        ("Origin", "ply", "maximum", max_plies),
        ("Analyse", "ply", "maximum", max_plies),
        ("Command", "text", "maxLength", JSON_LIMIT as u64),
        ("LevelSource", "text", "maxLength", JSON_LIMIT as u64),
        ("ReportOrder", "text", "maxLength", JSON_LIMIT as u64),
        ("LevelDraft", "columns", "maximum", MAX_CELLS as u64),
        ("LevelDraft", "rows", "maximum", MAX_CELLS as u64),
        ("LevelDraft", "fields", "maxItems", MAX_CELLS as u64),
        ("LevelDraft", "start", "maxItems", MAX_CELLS as u64),
        ("ReportOrder", "games", "minimum", MIN_GAMES),
        ("ReportOrder", "games", "maximum", MAX_GAMES),
        (
            "NewPuzzle",
            "wins_in",
            "minimum",
            puzzles().map(|(least, _)| least.into()).min().unwrap_or(0),
        ),
        (
            "NewPuzzle",
            "wins_in",
            "maximum",
            puzzles().map(|(_, most)| most.into()).max().unwrap_or(0),
        ),
    ];
    for (schema, name, keyword, limit) in limits {
        let stated = &property(&document, schema, name)[keyword];
        assert_eq!(stated, &json!(limit), "{schema}.{name}: {keyword}");
    }
    let ply = &document["paths"]["/api/v1/tables/{table}/plies/{ply}"]["get"]["parameters"][1]["schema"];
    assert_eq!(ply["maximum"], json!(max_plies));
}

#[tokio::test]
async fn the_document_states_how_large_bodies_may_be() {
    let site = Site::new().await;
    let document = site.get(DOCUMENT).await.json();
    let paths = document["paths"].as_object().expect("there are paths");
    let mut bodies = 0;
    for (path, method, operation) in paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("a path has methods");
        methods
            .iter()
            .map(move |(method, operation)| (path, method, operation))
    }) {
        let Some(body) = operation.get("requestBody") else {
            continue;
        };
        bodies += 1;
        assert_eq!(method, "post");
        let limit = if path == "/api/v1/tables" {
            IMPORT_LIMIT
        } else {
            JSON_LIMIT
        };
        assert_eq!(
            body["description"],
            json!(format!("At most {limit} bytes.")),
            "{path}"
        );
        let concrete = path.replace("{table}", "0123456789ab").replace("{game}", "2048");
        for (bytes, is_too_large) in [(limit, false), (limit + 1, true)] {
            let answer = site.send(super::site::post(&concrete, " ".repeat(bytes))).await;
            assert_eq!(answer.status == 413, is_too_large, "{path}: {bytes} bytes");
        }
    }
    assert!(bodies > 0);
}

#[tokio::test]
async fn clocks_are_taken_up_to_the_limits_of_the_document() {
    let site = Site::new().await;
    let document = site.get(DOCUMENT).await.json();
    let limit = |name, keyword| {
        let stated = &property(&document, "ClockSetup", name)[keyword];
        stated.as_u64().expect("a number")
    };
    let (least, most) = (limit("total", "minimum"), limit("total", "maximum"));
    let increment = limit("increment", "maximum");
    assert_eq!(
        (least, most),
        (limit("each", "minimum"), limit("each", "maximum"))
    );
    for (total, increment, is_taken) in [
        (least, 0, true),
        (most, increment, true),
        (least - 1, 0, false),
        (most + 1, 0, false),
        (most, increment + 1, false),
    ] {
        let clock = json!({"type": "total", "total": total, "increment": increment});
        let table =
            json!({"game": "connect-four", "seats": [{"type": "me"}, {"type": "invite"}], "clock": clock});
        let answer = site.post("/api/v1/tables", &table).await;
        assert_eq!(answer.status == 201, is_taken, "{clock}: {}", answer.text());
    }
}
