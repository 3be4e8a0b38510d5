//! Addresses that want more than their share of analyses and of large answers.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::site::{Listening, Site};
use crate::budget::Budget;
use crate::http::Budgets;

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
    let mut heard = JoinSet::new();
    for request in 0..6 {
        let mut page = site.page().await;
        page.say(&json!({"type": "analyse", "request": request, "table": created["table"], "ply": 0}))
            .await;
        heard.spawn(async move { page.hear().await });
    }
    let first = heard
        .join_next()
        .await
        .expect("six have asked")
        .expect("it answers");
    assert_eq!(
        first["reason"]["type"], "rate-limit",
        "one is thought about and four wait: {first}"
    );
}

#[tokio::test]
async fn positions_are_charged_by_their_bytes() {
    let budgets = Budgets {
        answers: Budget { rate: 1, burst: 1000 },
        ..Budgets::default()
    };
    let site = Listening::with(budgets).await;
    let created = site.create(&long_game()).await;
    let mut page = site.page().await;
    let mut looked = 0;
    let refused = loop {
        page.say(&json!({"type": "look", "request": 1, "table": created["table"], "ply": 0}))
            .await;
        let answer = page.hear().await;
        if answer["type"] == "refused" {
            break answer;
        }
        looked += 1;
    };
    assert_eq!(refused["reason"]["type"], "rate-limit");
    assert!((1..20).contains(&looked), "{looked} positions in 1000 bytes");

    let site = Site::with(budgets).await;
    let table = site.post("/api/v1/tables", &long_game()).await.json();
    let path = format!(
        "/api/v1/tables/{}/plies/0",
        table["table"].as_str().expect("an id")
    );
    let mut last = site.get(&path).await;
    assert_eq!(last.status, StatusCode::OK);
    for _ in 0..20 {
        last = site.get(&path).await;
    }
    assert_eq!(last.status, StatusCode::TOO_MANY_REQUESTS);
}
