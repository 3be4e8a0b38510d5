//! What keeps people out who do not belong: each line of it is tried.

use std::io;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::json;

use super::site::{HOST, Listening, Site, get, post, state};
use crate::budget::Budget;
use crate::http::Budgets;
use crate::http::assets::EngineAssets;

const OWN: &str = "http://127.0.0.1:8080";

fn with(mut request: Request<Body>, name: &'static str, value: &str) -> Request<Body> {
    request
        .headers_mut()
        .append(name, value.parse().expect("a value"));
    request
}

#[tokio::test]
async fn a_foreign_host_is_reported_nothing() {
    let site = Site::new().await;
    for path in [
        "/",
        "/api/v1/games",
        "/healthz",
        "/metrics",
        "/assets/js/main.js",
        "/nothing",
    ] {
        for host in ["evil.example", "evil.example:8080", "127.0.0.1:8081", "127.0.0.1"] {
            let answer = site.send(with(get(path), "host", host)).await;
            assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST, "{path} of {host}");
            assert_eq!(answer.json()["code"], "forbidden");
        }
    }
    assert_eq!(
        site.send(with(get("/healthz"), "host", "localhost:8080"))
            .await
            .status,
        StatusCode::OK
    );
    let elsewhere = with(get("http://evil.example/healthz"), "host", HOST);
    assert_eq!(site.send(elsewhere).await.status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn a_foreign_page_changes_nothing() {
    let site = Site::new().await;
    let table = json!({"game": "2048", "seats": [{"type": "me"}]}).to_string();
    let ask = || post("/api/v1/tables", table.clone());
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:8081",
        "http://localhost:8080",
    ] {
        let answer = site.send(with(ask(), "origin", origin)).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{origin}");
    }
    let answer = site.send(with(ask(), "sec-fetch-site", "cross-site")).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(
        site.send(with(ask(), "origin", OWN)).await.status,
        StatusCode::CREATED
    );
    assert_eq!(
        site.send(ask()).await.status,
        StatusCode::CREATED,
        "no browser, no origin"
    );
}

#[tokio::test]
async fn a_form_of_a_foreign_page_is_no_json() {
    let site = Site::new().await;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ] {
        let request = Request::post("/api/v1/tables").header(header::CONTENT_TYPE, kind);
        let answer = site.send(request.body("{}".into()).expect("a request")).await;
        assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind}");
    }
}

#[tokio::test]
async fn path_tricks_lead_nowhere() {
    let site = Site::new().await;
    for path in [
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2fetc/passwd",
        "/assets//etc/passwd",
        "/assets/js/%00",
        "/t/..",
        "/t/%2e%2e",
        "//evil.example/",
        "/assets/tests/page.mjs",
        "/assets/index.html/..",
        "/api/v1/tables/../games",
        "/new/2048%0d%0aSet-Cookie:x",
        "/assets/package.json",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["code"], "unknown", "{path}");
    }
    let page = Listening::new().await;
    for line in [
        "GET /assets/../../etc/passwd HTTP/1.1",
        "GET \\..\\ HTTP/1.1",
        "GET * HTTP/1.1",
    ] {
        let request = format!("{line}\r\nHost: {}\r\nConnection: close\r\n\r\n", page.address);
        let answer = page.raw(request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 40"), "{line}: {answer}");
        assert!(!answer.contains("root:"), "{answer}");
    }
}

#[tokio::test]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let site = Site::new().await;
    for path in [
        "/",
        "/t/0123456789ab",
        "/new/2048",
        "/r",
        "/editor",
        "/levels",
        "/l",
        "/api/v1/games",
        "/nothing",
        "/%",
        "/healthz",
    ] {
        let answer = site.get(path).await;
        let header = |name: &str| answer.headers[name].to_str().expect("text").to_owned();
        assert_eq!(
            header("content-security-policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "{path}"
        );
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert!(header("permissions-policy").contains("camera=()"));
        assert!(answer.headers.contains_key(header::CACHE_CONTROL));
        assert!(!answer.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
        assert!(!answer.headers.contains_key(header::SET_COOKIE));
    }
}

#[tokio::test]
async fn measurements_are_reported_to_programs_of_this_machine_alone() {
    let site = Site::new().await;
    assert_eq!(site.get("/metrics").await.status, StatusCode::OK);
    for (name, value) in [
        ("x-forwarded-for", "127.0.0.1"),
        ("forwarded", "for=127.0.0.1"),
        ("via", "1.1 proxy"),
    ] {
        let answer = site.send(with(get("/metrics"), name, value)).await;
        assert_eq!(
            answer.status,
            StatusCode::FORBIDDEN,
            "{name}: passed on by a proxy"
        );
    }
    let elsewhere = Site::new().await.from([192, 0, 2, 1]);
    assert_eq!(elsewhere.get("/metrics").await.status, StatusCode::FORBIDDEN);
    let lying = with(get("/metrics"), "x-forwarded-for", "127.0.0.1");
    assert_eq!(elsewhere.send(lying).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn an_address_that_asks_too_much_is_reported_to_wait() {
    let burst = Budgets::default().requests.burst;
    let site = Site::new().await;
    let mut refused = None;
    for number in 0..burst * 3 {
        let forged = format!("192.0.2.{}", number % 256);
        let answer = site.send(with(get("/healthz"), "x-forwarded-for", &forged)).await;
        if answer.status != StatusCode::OK {
            refused = Some(answer);
            break;
        }
    }
    let answer = refused.expect("the budget ends");
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(answer.json()["code"], "busy");
}

#[tokio::test]
async fn what_is_refused_is_counted_as_well() {
    let budgets = Budgets {
        requests: Budget { rate: 1, burst: 10 },
        ..Budgets::default()
    };
    let site = Site::with(budgets).await;
    let mut last = StatusCode::OK;
    for _ in 0..100 {
        last = site
            .send(with(get("/healthz"), "host", "evil.example"))
            .await
            .status;
        if last != StatusCode::MISDIRECTED_REQUEST {
            break;
        }
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_no_more() {
    let budgets = Budgets {
        connections: 2,
        ..Budgets::default()
    };
    let site = Listening::with(budgets).await;
    let held = [
        site.state.gate.admit(([127, 0, 0, 1], 1).into()),
        site.state.gate.admit(([127, 0, 0, 1], 2).into()),
    ];
    let request = format!(
        "GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        site.address
    );
    let answer = site.raw(request.as_bytes()).await;
    assert!(
        answer.starts_with("HTTP/1.1 429") && answer.contains("Connection: close"),
        "{answer}"
    );
    drop(held);
    assert!(site.raw(request.as_bytes()).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn half_sent_headers_are_not_waited_for() {
    let site = Listening::new().await;
    // From here on time passes as soon as everybody waits.
    tokio::time::pause();
    let begun = format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: ", site.address);
    for bytes in ["", "G", begun.as_str()] {
        let answer = site.raw(bytes.as_bytes()).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    let mut endless = format!("GET / HTTP/1.1\r\nHost: {}\r\n", site.address);
    endless.extend((0..2000).map(|number| format!("X-{number}: {}\r\n", "x".repeat(20))));
    let answer = site.raw(endless.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[tokio::test]
async fn methods_that_nothing_takes_are_refused() {
    let site = Site::new().await;
    for method in [
        Method::PUT,
        Method::DELETE,
        Method::PATCH,
        Method::TRACE,
        Method::OPTIONS,
        Method::POST,
    ] {
        let request = Request::builder().method(method.clone()).uri("/api/v1/games");
        let answer = site.send(request.body(Body::empty()).expect("a request")).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
}

/// Collects the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_token_is_in_no_address_and_in_no_log() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // For the whole process: what other tests log meanwhile has to be as clean.
    tracing::subscriber::set_global_default(subscriber).expect("no other test listens");
    let site = Site::new().await;
    let seats = json!([{"type": "me"}, {"type": "invite"}]);
    let created = site
        .post("/api/v1/tables", &json!({"game": "connect-four", "seats": seats}))
        .await
        .json();
    let token = created["token"].as_str().expect("a token");
    let invitation = created["invitations"][0]["secret"].as_str().expect("a secret");
    let table = format!("/api/v1/tables/{}", created["table"].as_str().expect("a name"));
    for query in [format!("?token={token}"), format!("?invitation={invitation}")] {
        let answer = site.get(&format!("{table}{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(!answer.text().contains(token));
    }
    let bearer = format!("Bearer {token}");
    let seen = site.send(with(get(&table), "authorization", &bearer)).await;
    assert_eq!(seen.json()["you"], json!([1]));
    site.send(with(get(&table), "authorization", &format!("Basic {token}")))
        .await;
    let claim = json!({"type": "claim", "invitation": invitation, "token": token});
    site.post(&format!("{table}/commands"), &claim).await;
    site.get(&format!("/t/{token}")).await;
    site.get(&format!("/nothing/{token}%1b31m")).await;
    let measured = site.get("/metrics").await;
    let log = String::from_utf8(log.0.lock().expect("no writer panics").clone()).expect("text");
    assert!(
        log.contains("/api/v1/tables/{table}/commands"),
        "requests are logged: {log}"
    );
    for secret in [token, invitation] {
        assert!(!log.contains(secret), "{log}");
        assert!(!measured.text().contains(secret));
        assert!(!seen.text().contains(secret));
    }
    assert!(
        measured.text().contains("quincunx_requests_total"),
        "{}",
        measured.text()
    );
}

#[tokio::test]
async fn a_body_is_no_larger_than_it_may_be() {
    let site = Site::new().await;
    let created = site
        .post(
            "/api/v1/tables",
            &json!({"game": "2048", "seats": [{"type": "me"}]}),
        )
        .await
        .json();
    let commands = format!(
        "/api/v1/tables/{}/commands",
        created["table"].as_str().expect("a name")
    );
    let spaces = |count: usize| format!("{{{}}}", " ".repeat(count));
    let answer = site.send(post(&commands, spaces(64 * 1024))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(
        site.send(post(&commands, spaces(60 * 1024))).await.status,
        StatusCode::BAD_REQUEST
    );
    let record = |length: usize| {
        let from = json!({"type": "record", "text": "x".repeat(length)});
        json!({"game": "2048", "seats": [{"type": "me"}], "from": from}).to_string()
    };
    let answer = site.send(post("/api/v1/tables", record(1024 * 1024 + 1))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let answer = site.send(post("/api/v1/tables", record(2 * 1024 * 1024))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_ne!(
        site.send(post("/api/v1/tables", record(1000))).await.status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    // Without a length the body is counted as it comes.
    let parts = (0..100).map(|_| Ok::<_, io::Error>(" ".repeat(1024)));
    let body = Body::from_stream(futures_util::stream::iter(parts));
    let answer = site.send(post(&commands, body)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let parts = [Ok("{"), Err(io::Error::from(io::ErrorKind::UnexpectedEof))];
    let body = Body::from_stream(futures_util::stream::iter(parts));
    let answer = site.send(post(&commands, body)).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "it is broken, not large");
}

#[tokio::test]
async fn nobody_plays_with_a_forged_or_a_foreign_token() {
    let site = Site::new().await;
    let alone = json!({"game": "2048", "seats": [{"type": "me"}]});
    let (mine, other) = (
        site.post("/api/v1/tables", &alone).await.json(),
        site.post("/api/v1/tables", &alone).await.json(),
    );
    let commands = format!(
        "/api/v1/tables/{}/commands",
        mine["table"].as_str().expect("a name")
    );
    let resign = json!({"type": "resign"}).to_string();
    let foreign = other["token"].as_str().expect("a token").to_owned();
    for token in ["0".repeat(32), "f".repeat(32), foreign] {
        let request = with(
            post(&commands, resign.clone()),
            "authorization",
            &format!("Bearer {token}"),
        );
        assert_eq!(site.send(request).await.status, StatusCode::FORBIDDEN, "{token}");
    }
    let nobody = site.send(post(&commands, resign.clone())).await;
    assert_eq!(nobody.status, StatusCode::FORBIDDEN);
    for odd in [
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Basic AAAA",
        "Bearer 0123456789abcdef0123456789abcdeF",
    ] {
        let request = with(post(&commands, resign.clone()), "authorization", odd);
        assert_eq!(site.send(request).await.status, StatusCode::BAD_REQUEST, "{odd}");
    }
}

#[tokio::test]
async fn a_report_on_an_absurd_level_is_refused_with_what_is_wrong() {
    let site = Site::new().await;
    let nested = "[".repeat(60_000);
    let order = |text: &str, games: i64| json!({"text": text, "games": games}).to_string();
    let small = "columns = 4\nrows = 4\nlimit = 3\n[goals]\nscore = 50\n";
    for (body, status, said) in [
        (
            order(small, 1_000_000_000),
            400,
            "2 to 400 games of each player, not 1000000000",
        ),
        (order(small, -1), 400, "`-1`"),
        (nested.clone(), 400, "expected a string"),
        (format!("{{\"text\":{nested}"), 400, "expected a string"),
        (
            order(&format!("a = {nested}"), 4),
            422,
            "line 1: this is not TOML",
        ),
        (
            order(&small.replace('4', "1000000000"), 4),
            422,
            "from 3 to 42, not 1000000000",
        ),
        (order(&small.replace('4', "-4"), 4), 422, "from 3 to 42, not -4"),
        (order(&small.replace('4', "42"), 4), 422, "at most 128 cells"),
        (
            order(&small.replace('3', "1000000000"), 4),
            422,
            "from 1 to 1000, not 1000000000",
        ),
    ] {
        let answer = site.send(post("/api/v1/levels/report", body)).await;
        assert_eq!(answer.status, status, "{}", answer.text());
        assert!(answer.text().contains(said), "{said}: {}", answer.text());
    }
}

#[tokio::test]
async fn an_engine_is_handed_out_and_allowed_to_run() {
    let mut state = state(([127, 0, 0, 1], 8080).into(), Budgets::default()).await;
    let plain = Site::of(state.clone());
    assert_eq!(
        plain.get("/assets/engine.wasm").await.status,
        StatusCode::NOT_FOUND
    );
    assert!(!plain.get("/").await.text().contains("data-engine"));
    state.engine = Some(Arc::new(EngineAssets::new(b"\0asm\x01\0\0\0".as_slice().into())));
    let site = Site::of(state);
    let engine = site.get("/assets/engine.wasm").await;
    assert_eq!((engine.status, engine.body.len()), (StatusCode::OK, 8));
    assert_eq!(engine.headers["content-type"], "application/wasm");
    let page = site.get("/").await;
    assert!(page.text().contains("<html data-engine"));
    let policy = page.headers["content-security-policy"].to_str().expect("text");
    assert!(
        policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
        "{policy}"
    );
    for game in quincunx_catalog::GAMES {
        for file in game.data_files() {
            let data = site.get(&format!("/assets/data/{}", file.name())).await;
            assert_eq!(data.status, StatusCode::OK, "{}", file.name());
        }
    }
}
