//! Analyses and reports of addresses that want more than their share.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::site::{Listening, Site};

/// A table of a game that nobody reads to its end in a second.
fn long_game() -> Value {
    json!({
        "game": "connect-four",
        "options": {"columns": "9", "rows": "9"},
        "seats": [{"type": "me"}, {"type": "me"}],
    })
}

#[tokio::test]
async fn whoever_asks_for_much_leaves_the_computer_to_others() {
    let greedy = Site::new().await;
    let other = greedy.clone().from([192, 0, 2, 7]);
    let table = greedy.post("/api/v1/tables", &long_game()).await.json();
    let path = format!(
        "/api/v1/tables/{}/analysis",
        table["table"].as_str().expect("an id")
    );
    let (greedy, mut asked) = (Arc::new(greedy), JoinSet::new());
    for _ in 0..20 {
        let (greedy, path) = (Arc::clone(&greedy), path.clone());
        asked.spawn(async move { greedy.post(&path, &json!({"ply": 0, "milliseconds": 300})).await });
    }
    let first = asked
        .join_next()
        .await
        .expect("20 have asked")
        .expect("it answers");
    assert_eq!(first.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(first.headers.contains_key(header::RETRY_AFTER));
    let judged = other.post(&path, &json!({"ply": 0, "milliseconds": 100})).await;
    assert_eq!(judged.status, StatusCode::OK);
    asked.abort_all();
}

#[tokio::test]
async fn a_page_learns_that_its_address_asks_for_too_much() {
    let site = Listening::new().await;
    let created = site.create(&long_game()).await;
    let mut pages = Vec::new();
    for request in 0..6 {
        let mut page = site.page().await;
        page.say(&json!({"type": "analyse", "request": request, "table": created["table"], "ply": 0}))
            .await;
        pages.push(page);
    }
    let refused = pages[5].hear().await;
    assert_eq!(
        (&refused["request"], &refused["reason"]["type"]),
        (&json!(5), &json!("rate-limit")),
        "one is thought about and four wait"
    );
}
