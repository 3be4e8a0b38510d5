//! The WebSocket: what a page says and hears, and what closes it.

use std::time::Duration;

use axum::http::StatusCode;
use quincunx_table::SeatToken;
use quincunx_table::messages::VERSION;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::site::{Listening, Page};
use crate::budget::Budget;
use crate::http::Budgets;

fn alone(game: &str) -> Value {
    json!({"game": game, "seats": [{"type": "me"}]})
}

fn against(seat: &Value) -> Value {
    json!({"game": "connect-four", "seats": [{"type": "me"}, seat]})
}

async fn watch(page: &mut Page, table: &Value, token: &Value) -> Value {
    let mut message = json!({"type": "watch", "table": table});
    if !token.is_null() {
        message["token"] = token.clone();
    }
    page.say(&message).await;
    page.hear().await
}

fn play(table: &Value, at: &Value, text: &str) -> Value {
    json!({"type": "command", "request": 7, "table": table, "command": {"type": "play", "at": at, "text": text}})
}

#[tokio::test]
async fn a_move_is_reported_to_all_and_then_acknowledged() {
    let site = Listening::new().await;
    let created = site.create(&against(&json!({"type": "me"}))).await;
    let table = &created["table"];
    let (mut player, mut spectator) = (site.page().await, site.page().await);
    let seen = watch(&mut player, table, &created["token"]).await;
    assert_eq!(
        (&seen["type"], &seen["you"]),
        (&json!("snapshot"), &json!([1, 2]))
    );
    let seen = watch(&mut spectator, table, &Value::Null).await;
    assert_eq!(seen["you"], json!([]), "a spectator has no side");
    player
        .say(&play(table, &seen["situation"]["position"], "4"))
        .await;
    let update = player.hear().await;
    assert_eq!((&update["type"], &update["seq"]), (&json!("update"), &json!(1)));
    let done = player.hear().await;
    assert_eq!(done, json!({"type": "done", "request": 7, "seq": 1}));
    assert_eq!(
        spectator.hear_of("update").await["situation"]["last"]["text"],
        update["situation"]["last"]["text"]
    );
}

#[tokio::test]
async fn the_computer_answers() {
    let site = Listening::new().await;
    let created = site
        .create(&against(&json!({"type": "computer", "level": 1})))
        .await;
    let mut page = site.page().await;
    let seen = watch(&mut page, &created["table"], &created["token"]).await;
    page.say(&play(&created["table"], &seen["situation"]["position"], "4"))
        .await;
    assert_eq!(page.hear_of("update").await["situation"]["turn"]["player"], 2);
    let answer = page.hear_of("update").await;
    assert_eq!(answer["situation"]["last"]["player"], 2);
    assert_eq!(answer["situation"]["turn"]["player"], 1);
}

#[tokio::test]
async fn a_page_that_comes_back_is_sent_what_it_missed() {
    let site = Listening::new().await;
    let created = site.create(&against(&json!({"type": "me"}))).await;
    let table = &created["table"];
    let mut page = site.page().await;
    let mut position = watch(&mut page, table, &created["token"]).await["situation"]["position"].clone();
    for text in ["4", "4", "3"] {
        page.say(&play(table, &position, text)).await;
        position = page.hear_of("update").await["situation"]["position"].clone();
        assert_eq!(page.hear().await["type"], "done");
    }
    drop(page);
    let mut page = site.page().await;
    page.say(&json!({"type": "watch", "table": table, "token": created["token"], "since": 1}))
        .await;
    for seq in [2, 3] {
        assert_eq!(page.hear_of("update").await["seq"], seq);
    }
}

#[tokio::test]
async fn positions_are_looked_at_and_judged() {
    let site = Listening::new().await;
    let created = site.create(&against(&json!({"type": "me"}))).await;
    let table = &created["table"];
    let mut page = site.page().await;
    watch(&mut page, table, &created["token"]).await;
    page.say(&json!({"type": "look", "request": 1, "table": table, "ply": 0}))
        .await;
    let looked = page.hear_of("looked").await;
    assert_eq!(
        (&looked["request"], &looked["ply"], &looked["table"]),
        (&json!(1), &json!(0), table)
    );
    page.say(&json!({"type": "look", "request": 2, "table": table, "ply": 9}))
        .await;
    let refused = page.hear_of("refused").await;
    assert_eq!(
        (&refused["request"], &refused["code"]),
        (&json!(2), &json!("unknown"))
    );
    page.say(&json!({"type": "analyse", "request": 3, "table": table, "ply": 0}))
        .await;
    let judged = page.hear_of("judged").await;
    assert_eq!((&judged["request"], &judged["ply"]), (&json!(3), &json!(0)));
    page.say(&json!({"type": "stop-analysis"})).await;
    page.say(&json!({"type": "ping"})).await;
    page.hear_of("pong").await;
}

#[tokio::test]
async fn a_foreign_page_opens_no_socket() {
    let site = Listening::new().await;
    let port = site.address.port();
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &format!("http://localhost:{port}"),
    ] {
        assert_eq!(
            site.open(Some(origin)).await.err(),
            Some(StatusCode::FORBIDDEN),
            "{origin}"
        );
    }
    let own = format!("http://127.0.0.1:{port}");
    assert!(site.open(Some(&own)).await.is_ok());
}

#[tokio::test]
async fn a_page_of_another_version_is_reported_to_load_again() {
    let site = Listening::new().await;
    let mut page = site.open(None).await.expect("it is let in");
    page.say(&json!({"type": "hello", "version": VERSION + 1})).await;
    assert_eq!(page.hear().await["code"], "version");
    assert_eq!(page.end().await, Some(1002));
}

#[tokio::test]
async fn whoever_does_not_say_hello_is_not_talked_to() {
    let site = Listening::new().await;
    let mut page = site.open(None).await.expect("it is let in");
    page.say(&json!({"type": "watch", "table": "0123456789ab"})).await;
    assert_eq!(page.end().await, Some(1003));
    let mut page = site.page().await;
    page.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(page.end().await, Some(1003));
}

#[tokio::test]
async fn frames_and_messages_end_at_4_kib() {
    let site = Listening::new().await;
    let mut page = site.page().await;
    page.say(&json!({"type": "ping", "padding": "x".repeat(3900)}))
        .await;
    assert_eq!(page.hear().await["code"], "malformed", "as large as may be");
    page.say(&json!({"type": "ping", "padding": "x".repeat(4096)}))
        .await;
    assert_eq!(page.end().await, Some(1009));
    let mut page = site.page().await;
    for _ in 0..3 {
        let part = Frame::message(vec![b'x'; 2000], OpCode::Data(Data::Text), false);
        page.send(Message::Frame(part)).await;
    }
    assert_ne!(page.end().await, Some(1000), "a message in parts");
}

#[tokio::test]
async fn unknown_messages_and_fields_are_refused() {
    let site = Listening::new().await;
    let mut page = site.page().await;
    for message in [
        json!({"type": "shutdown"}),
        json!({"type": "ping", "more": 1}),
        json!({"type": "leave", "table": "0123456789ab", "token": "0"}),
        json!({"type": "watch", "table": "../../etc/passwd"}),
        json!({"type": "watch", "table": "0123456789ab", "token": "short"}),
        json!({"type": "command", "request": 1, "table": "0123456789ab", "command": {"type": "win"}}),
        json!({"type": "command", "request": -1, "table": "0123456789ab", "command": {"type": "resign"}}),
        json!({"type": "look", "request": 1, "table": "0123456789ab", "ply": -1}),
        json!([]),
        json!("ping"),
        json!(null),
    ] {
        page.say(&message).await;
        let answer = page.hear().await;
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!("malformed")),
            "{message}"
        );
    }
    page.send(Message::text("[".repeat(4000))).await;
    assert_eq!(
        page.hear().await["code"],
        "malformed",
        "deeper than anything of ours"
    );
    page.say(&json!({"type": "watch", "table": "0123456789ab"})).await;
    assert_eq!(page.hear().await["code"], "unknown");
}

#[tokio::test]
async fn a_flood_of_messages_is_closed_with_1008() {
    let site = Listening::new().await;
    let mut page = site.page().await;
    for _ in 0..Budgets::default().socket.burst * 3 {
        page.say(&json!({"type": "ping"})).await;
    }
    assert_eq!(page.end().await, Some(1008));
    let mut page = site.page().await;
    for _ in 0..Budgets::default().socket.burst * 3 {
        page.send(Message::Ping(Vec::new().into())).await;
    }
    assert_eq!(page.end().await, Some(1008), "pings are messages too");
}

/// A frame as a client sends it, masked with zeros.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short one");
    assert!(length < 126);
    [&[first, 0x80 | length, 0, 0, 0, 0], payload].concat()
}

#[tokio::test]
async fn a_flood_of_frames_is_closed_with_1008() {
    let site = Listening::new().await;
    let frames = Budgets::default().socket.burst as usize * 3;
    // Of one message that never ends: 1 begins it, 0 goes on.
    let begins = frame(0x01, b"");
    let empty = [begins.clone(), frame(0x00, b"").repeat(frames)].concat();
    let tiny = [begins, frame(0x00, b"x").repeat(frames)].concat();
    let pings = frame(0x89, b"").repeat(frames);
    for flood in [empty, tiny, pings] {
        let mut page = site.page().await;
        page.send_raw(&flood).await;
        assert_eq!(page.end().await, Some(1008));
    }
}

#[tokio::test]
async fn what_breaks_the_protocol_is_closed_with_a_frame() {
    let site = Listening::new().await;
    for (what, bytes, code) in [
        ("text that is no UTF-8", frame(0x81, &[0xff, 0xfe]), 1007),
        ("a reserved bit", frame(0xc1, b"{}"), 1002),
        ("an unknown kind of frame", frame(0x83, b"{}"), 1002),
        ("a ping in parts", frame(0x09, b""), 1002),
        ("nothing that goes on", frame(0x80, b"{}"), 1002),
        ("no mask", vec![0x81, 0x02, b'{', b'}'], 1002),
        (
            "a large ping",
            [&[0x89, 0xfe, 0, 126, 0, 0, 0, 0][..], &[b'x'; 126]].concat(),
            1002,
        ),
    ] {
        let mut page = site.page().await;
        page.send_raw(&bytes).await;
        // More is on its way: the page learns why all the same.
        page.send_raw(&frame(0x81, b"{}").repeat(9)).await;
        assert_eq!(page.end().await, Some(code), "{what}");
    }
}

#[tokio::test]
async fn an_address_has_one_budget_for_all_its_sockets() {
    let mut budgets = Budgets::default();
    budgets.messages.burst = budgets.socket.burst * 2;
    let site = Listening::with(budgets).await;
    let mut pages = Vec::new();
    for _ in 0..6 {
        pages.push(site.page().await);
    }
    for _ in 0..budgets.socket.burst / 2 {
        for page in &mut pages {
            page.say(&json!({"type": "ping"})).await;
        }
    }
    let mut closed = 0;
    for page in &mut pages {
        page.send(Message::Close(None)).await;
        closed += usize::from(page.end().await == Some(1008));
    }
    assert!(closed > 0, "each stays below its own budget");
}

#[tokio::test]
async fn rematches_and_watching_are_paid_for() {
    let budgets = Budgets {
        costly: Budget { rate: 1, burst: 3 },
        heavy: Budget { rate: 1, burst: 2 },
        ..Budgets::default()
    };
    let site = Listening::with(budgets).await;
    let created = site.create(&alone("2048")).await;
    let mut page = site.page().await;
    watch(&mut page, &created["table"], &Value::Null).await;
    let mut refused = None;
    for request in 0..20 {
        let command = json!({"type": "offer", "kind": "rematch"});
        page.say(
            &json!({"type": "command", "request": request, "table": created["table"], "command": command}),
        )
        .await;
        let answer = page.hear_of("refused").await;
        if answer["code"] == "busy" {
            refused = Some(answer);
            break;
        }
    }
    assert!(
        refused.is_some(),
        "a spectator has none, and asking costs all the same"
    );
    let mut seen = Value::Null;
    for _ in 0..20 {
        seen = watch(&mut page, &created["table"], &Value::Null).await;
        if seen["type"] == "refused" {
            break;
        }
    }
    assert_eq!(seen["code"], "busy");
}

#[tokio::test]
async fn a_forged_token_is_a_spectator() {
    let site = Listening::new().await;
    let created = site.create(&alone("2048")).await;
    let mut page = site.page().await;
    let seen = watch(&mut page, &created["table"], &json!(SeatToken::random())).await;
    assert_eq!(seen["you"], json!([]));
    let at = &seen["situation"]["position"];
    page.say(&play(&created["table"], at, "left")).await;
    let refused = page.hear_of("refused").await;
    assert_eq!(
        (&refused["code"], &refused["request"]),
        (&json!("forbidden"), &json!(7))
    );
}

#[tokio::test]
async fn an_invitation_is_good_for_one() {
    let site = Listening::new().await;
    let created = site.create(&against(&json!({"type": "invite"}))).await;
    let table = &created["table"];
    let secret = &created["invitations"][0]["secret"];
    let claim = |token: &SeatToken, request: u64| {
        let command = json!({"type": "claim", "invitation": secret, "token": token});
        json!({"type": "command", "request": request, "table": table, "command": command})
    };
    let (friend, thief) = (SeatToken::random(), SeatToken::random());
    let mut page = site.page().await;
    watch(&mut page, table, &Value::Null).await;
    page.say(&claim(&friend, 1)).await;
    assert_eq!(page.hear_of("done").await["request"], 1);
    page.say(&claim(&friend, 2)).await;
    assert_eq!(
        page.hear_of("done").await["request"],
        2,
        "the answer may have been lost"
    );
    let mut other = site.page().await;
    watch(&mut other, table, &Value::Null).await;
    other.say(&claim(&thief, 3)).await;
    assert_eq!(other.hear_of("refused").await["code"], "forbidden");
    let mut guess = claim(&thief, 4);
    guess["command"]["invitation"] = json!(SeatToken::random());
    other.say(&guess).await;
    assert_eq!(other.hear_of("refused").await["code"], "unknown");
}

#[tokio::test]
async fn a_page_watches_so_many_tables_and_no_more() {
    let site = Listening::new().await;
    let mut page = site.page().await;
    let mut refused = None;
    for _ in 0..20 {
        let created = site.create(&alone("2048")).await;
        let seen = watch(&mut page, &created["table"], &Value::Null).await;
        if seen["type"] == "refused" {
            refused = Some(seen);
            break;
        }
    }
    assert_eq!(refused.expect("there is a limit")["code"], "busy");
}

#[tokio::test]
async fn pages_are_reported_when_the_server_stops() {
    let site = Listening::new().await;
    let mut pages = [site.page().await, site.page().await];
    let state = site.state.clone();
    let stop = tokio::spawn(async move { state.stop(Duration::from_secs(20)).await });
    for page in &mut pages {
        page.hear_of("stopping").await;
        assert_eq!(page.end().await, Some(1012));
    }
    assert!(stop.await.expect("it stops"), "all are gone");
    assert_eq!(site.state.gate.open(), 0);
}
