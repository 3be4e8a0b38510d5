//! The OpenAPI document against the server: every route answers as the document says, with every status it
//! names.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;

use axum::body::Body;
use axum::http::{Request, header};
use quincunx_arena::Work;
use quincunx_match3::levels;
use quincunx_match3::levels::Level;
use quincunx_match3::levels::report::Plan;
use quincunx_search::StopToken;
use quincunx_table::{SeatToken, TableId};
use serde_json::{Map, Value, json};

use super::site::{Answer, Site, get, post};
use crate::budget::Budget;
use crate::http::Budgets;
use crate::http::api::DOCUMENT;

/// A route of the document: its method and template.
type Route = (&'static str, &'static str);

/// What cannot be had by asking: a server that fails, or one that has no time.
const OF_THE_SERVER: [u16; 2] = [500, 503];

/// The document, and what was answered so far.
struct Walk {
    document: Value,
    seen: BTreeMap<(String, String), BTreeSet<u16>>,
}

impl Walk {
    async fn new(site: &Site) -> Self {
        let document = site.get(DOCUMENT).await.json();
        Self {
            document,
            seen: BTreeMap::new(),
        }
    }

    /// Lists the routes of the document with their statuses.
    fn routes(&self) -> Vec<(String, String, BTreeSet<u16>)> {
        let paths = self.document["paths"].as_object().expect("there are paths");
        let operations = paths.iter().flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("a path has methods");
            methods.iter().map(move |(method, operation)| {
                let statuses = operation["responses"].as_object().expect("a route answers");
                let statuses = statuses.keys().map(|status| status.parse().expect("a number"));
                (method.clone(), path.clone(), statuses.collect())
            })
        });
        operations.collect()
    }

    /// Checks that an answer is as the document says of the route.
    fn check(&mut self, (method, path): Route, answer: &Answer) {
        let status = answer.status.as_u16();
        let reported = &self.document["paths"][path][method]["responses"][status.to_string()];
        assert!(
            reported.is_object(),
            "{method} {path} answers {status}, which is not described: {}",
            answer.text()
        );
        if let Some(content) = reported.get("content").and_then(Value::as_object) {
            let kind = answer.headers[header::CONTENT_TYPE].to_str().expect("text");
            let essence = kind.split(';').next().expect("a first part");
            let schema = content.get(essence).map(|content| &content["schema"]);
            let schema = schema.unwrap_or_else(|| panic!("{method} {path} {status} is {kind}"));
            if essence == "application/json" {
                self.check_body(schema, &answer.json(), &format!("{method} {path} {status}"));
            }
        }
        for name in reported
            .get("headers")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::keys)
        {
            assert!(
                answer.headers.contains_key(name),
                "{method} {path} {status}: {name}"
            );
        }
        let route = (method.to_owned(), path.to_owned());
        self.seen.entry(route).or_default().insert(status);
    }

    /// Checks a body against a schema of the document, whose references lead into the document.
    fn check_body(&self, schema: &Value, body: &Value, context: &str) {
        let mut whole = schema.clone();
        whole["components"] = self.document["components"].clone();
        let validator = jsonschema::validator_for(&whole).expect("the schema is one");
        let errors: Vec<String> = validator
            .iter_errors(body)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{context}: {errors:?} in {body}");
    }
}

fn bearer(mut request: Request<Body>, token: &Value) -> Request<Body> {
    let token = token.as_str().expect("a token");
    let value = format!("Bearer {token}").parse().expect("a value");
    request.headers_mut().insert(header::AUTHORIZATION, value);
    request
}

fn with(mut request: Request<Body>, name: &'static str, value: &str) -> Request<Body> {
    request
        .headers_mut()
        .insert(name, value.parse().expect("a value"));
    request
}

/// Makes a request for a route of the document, with something in place of its parameters.
fn plain(method: &str, path: &str) -> Request<Body> {
    let path = path
        .replace("{table}", &TableId::random().to_string())
        .replace("{game}", "2048")
        .replace("{ply}", "0");
    if method == "get" {
        get(&path)
    } else {
        post(&path, "{}")
    }
}

const TABLES: &str = "/api/v1/tables";

async fn table(site: &Site, game: &str, seats: Value) -> Value {
    let answer = site.post(TABLES, &json!({"game": game, "seats": seats})).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

fn of(created: &Value, rest: &str) -> String {
    format!("{TABLES}/{}{rest}", created["table"].as_str().expect("a name"))
}

#[tokio::test]
async fn operations_have_names_of_their_own_and_ways_to_send_a_token() {
    let site = Site::new().await;
    let document = site.get(DOCUMENT).await.json();
    let paths = document["paths"].as_object().expect("there are paths").values();
    let operations = paths.flat_map(|methods| methods.as_object().expect("a path has methods").values());
    let operations: Vec<&Value> = operations.collect();
    for operation in &operations {
        let security = operation["security"].as_array().into_iter().flatten();
        for scheme in security.flat_map(|scheme| scheme.as_object().expect("an object").keys()) {
            let declared = &document["components"]["securitySchemes"][scheme];
            assert_eq!(declared["scheme"], "bearer", "{scheme} is not declared");
        }
    }
    let names: Vec<&Value> = operations
        .iter()
        .map(|operation| &operation["operationId"])
        .collect();
    let distinct: BTreeSet<&str> = names.iter().filter_map(|name| name.as_str()).collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
}

#[tokio::test]
async fn every_route_answers_as_it_is_described() {
    let site = Site::new().await;
    let mut walk = Walk::new(&site).await;
    for (method, path, _) in walk.routes() {
        refuse_strangers(&site, &mut walk, &method, &path).await;
    }
    walk_games(&site, &mut walk).await;
    walk_tables(&site, &mut walk).await;
    walk_commands(&site, &mut walk).await;
    walk_judging(&site, &mut walk).await;
    walk_daily(&site, &mut walk).await;
    walk_puzzles(&site, &mut walk).await;
    walk_levels(&site, &mut walk).await;
    let elsewhere = Site::new().await.from([192, 0, 2, 1]);
    walk.check(("get", "/metrics"), &elsewhere.get("/metrics").await);
    for path in ["/healthz", "/metrics", "/ws"] {
        let answer = site.get(path).await;
        walk.check(("get", path), &answer);
    }
    for (method, path, mut statuses) in walk.routes() {
        let route = (method, path);
        let seen = walk.seen.get(&route).cloned().unwrap_or_default();
        statuses.retain(|status| !seen.contains(status) && !OF_THE_SERVER.contains(status));
        if route.1 == "/ws" {
            // In process there is no connection to switch; the tests of the WebSocket do.
            statuses.remove(&101);
        }
        assert!(statuses.is_empty(), "{route:?} never answered {statuses:?}");
    }
}

/// Asks as those who are refused everywhere: under a foreign name, with a query, from a foreign page, too
/// often.
async fn refuse_strangers(site: &Site, walk: &mut Walk, method: &str, path: &str) {
    let route = (leak(method), leak(path));
    let request = || plain(method, path);
    walk.check(route, &site.send(with(request(), "host", "evil.example")).await);
    let mut asking = request();
    let query = format!("{}?token={}", asking.uri().path(), "0".repeat(32));
    *asking.uri_mut() = query.parse().expect("an address");
    walk.check(route, &site.send(asking).await);
    if method != "get" || path == "/ws" {
        let request = with(request(), "origin", "http://evil.example");
        walk.check(route, &site.send(with(request, "upgrade", "websocket")).await);
    }
    let spent = Budgets {
        requests: Budget { rate: 1, burst: 1 },
        ..Budgets::default()
    };
    let spent = Site::with(spent).await;
    spent.get("/").await;
    walk.check(route, &spent.send(request()).await);
}

/// Names of routes are few and live as long as the test.
fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

async fn walk_games(site: &Site, walk: &mut Walk) {
    let answer = site.get("/api/v1/games").await;
    walk.check(("get", "/api/v1/games"), &answer);
    let games = answer.json()["games"].clone();
    assert_eq!(
        games.as_array().map(Vec::len),
        Some(quincunx_catalog::GAMES.len())
    );
    walk.check(("get", "/api/v1/lessons"), &site.get("/api/v1/lessons").await);
    walk.check(("get", "/api/v1/showcases"), &site.get("/api/v1/showcases").await);
}

async fn walk_tables(site: &Site, walk: &mut Walk) {
    let create = ("post", TABLES);
    for body in [
        json!({"game": "2048", "seats": [{"type": "me"}]}),
        json!({"game": "connect-four", "seats": [{"type": "me"}, {"type": "invite"}], "clock": {"type": "move", "each": 60_000}}),
        json!({"game": "quartet", "seats": [{"type": "computer", "level": 1}, {"type": "me"}]}),
        json!({"game": "chess", "seats": [{"type": "me"}]}),
        json!({"game": "2048", "seats": [{"type": "me"}], "options": {"width": "9999999999"}}),
        json!({"game": "2048", "seats": []}),
        json!({"game": "2048", "seats": [{"type": "me"}], "more": 1}),
        json!({"game": "2048", "seats": [{"type": "me"}], "options": {"width": "4".repeat(70_000)}}),
        json!({"game": "2048", "seats": [{"type": "me"}], "from": {"type": "record", "text": "x".repeat(1_200_000)}}),
    ] {
        walk.check(create, &site.post(TABLES, &body).await);
    }
    walk.check(
        create,
        &site
            .send(with(post(TABLES, "{}"), "content-type", "text/plain"))
            .await,
    );
    let created = table(site, "2048", json!([{"type": "me"}])).await;
    let unknown = json!({"table": TableId::random()});
    for (template, rest) in [
        ("/api/v1/tables/{table}", ""),
        ("/api/v1/tables/{table}/record", "/record"),
        ("/api/v1/tables/{table}/record/{ply}", "/record/0"),
        ("/api/v1/tables/{table}/plies/{ply}", "/plies/0"),
    ] {
        walk.check(("get", template), &site.get(&of(&created, rest)).await);
        walk.check(("get", template), &site.get(&of(&unknown, rest)).await);
        let odd = json!({"table": "NO-TABLE"});
        walk.check(("get", template), &site.get(&of(&odd, rest)).await);
    }
    let snapshot = ("get", "/api/v1/tables/{table}");
    let mine = bearer(get(&of(&created, "")), &created["token"]);
    let answer = site.send(mine).await;
    walk.check(snapshot, &answer);
    assert_eq!(answer.json()["you"], json!([1]));
    let odd = with(get(&of(&created, "")), "authorization", "Basic dXNlcjpwYXNz");
    walk.check(snapshot, &site.send(odd).await);
    walk.check(
        ("get", "/api/v1/tables/{table}/plies/{ply}"),
        &site.get(&of(&created, "/plies/7")).await,
    );
    walk.check(
        ("get", "/api/v1/tables/{table}/plies/{ply}"),
        &site.get(&of(&created, "/plies/-1")).await,
    );
}

async fn walk_commands(site: &Site, walk: &mut Walk) {
    let route = ("post", "/api/v1/tables/{table}/commands");
    let created = table(site, "connect-four", json!([{"type": "me"}, {"type": "me"}])).await;
    let path = of(&created, "/commands");
    let play = |at: u64, text: &str| json!({"type": "play", "at": at, "text": text});
    for (command, token, status) in [
        (play(0, "4"), &created["token"], 200),
        (play(0, "4"), &created["token"], 409),
        (play(1, "4"), &json!(SeatToken::random()), 403),
        (
            json!({"type": "answer", "kind": "draw", "accept": true}),
            &created["token"],
            409,
        ),
        (
            json!({"type": "play", "at": 1, "action": 99}),
            &created["token"],
            422,
        ),
        (json!({"type": "dance"}), &created["token"], 400),
        (
            json!({"type": "play", "at": 1, "text": "4".repeat(70_000)}),
            &created["token"],
            413,
        ),
    ] {
        let answer = site.send(bearer(post(&path, command.to_string()), token)).await;
        assert_eq!(answer.status, status, "{command}: {}", answer.text());
        walk.check(route, &answer);
    }
    let typed = with(post(&path, "{}"), "content-type", "text/plain");
    walk.check(route, &site.send(typed).await);
    let unknown = json!({"table": TableId::random()});
    let nowhere = site
        .post(&of(&unknown, "/commands"), &json!({"type": "resign"}))
        .await;
    walk.check(route, &nowhere);
}

async fn walk_judging(site: &Site, walk: &mut Walk) {
    let (analysis, report) = (
        ("post", "/api/v1/tables/{table}/analysis"),
        ("post", "/api/v1/tables/{table}/report"),
    );
    let created = table(site, "connect-four", json!([{"type": "me"}, {"type": "me"}])).await;
    let unknown = json!({"table": TableId::random()});
    let ask = json!({"ply": 0, "milliseconds": 50});
    for (table, body) in [
        (&created, ask.clone()),
        (&created, json!({"ply": 9, "milliseconds": 50})),
        (&created, json!({"ply": 0})),
        (
            &created,
            json!({"ply": 0, "milliseconds": 50, "padding": "x".repeat(70_000)}),
        ),
        (&unknown, ask.clone()),
    ] {
        walk.check(analysis, &site.post(&of(table, "/analysis"), &body).await);
    }
    walk.check(report, &site.post(&of(&created, "/report"), &json!({})).await);
    let typed = with(
        post(&of(&created, "/analysis"), "{}"),
        "content-type",
        "text/plain",
    );
    walk.check(analysis, &site.send(typed).await);
    let play = json!({"type": "play", "at": 0, "text": "4"}).to_string();
    site.send(bearer(post(&of(&created, "/commands"), play), &created["token"]))
        .await;
    let answer = site.post(&of(&created, "/report"), &json!({})).await;
    walk.check(report, &answer);
    assert_eq!(answer.json().as_array().map(Vec::len), Some(1));
    walk.check(report, &site.post(&of(&unknown, "/report"), &json!({})).await);
    let over = table(site, "connect-four", json!([{"type": "me"}, {"type": "me"}])).await;
    for (at, text) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
        let play = json!({"type": "play", "at": at, "text": text}).to_string();
        let played = site
            .send(bearer(post(&of(&over, "/commands"), play), &over["token"]))
            .await;
        assert_eq!(played.status, 200, "{}", played.text());
    }
    let after = json!({"ply": 7, "milliseconds": 50});
    walk.check(analysis, &site.post(&of(&over, "/analysis"), &after).await);
    let two = table(site, "connect-four", json!([{"type": "me"}, {"type": "invite"}])).await;
    walk.check(analysis, &site.post(&of(&two, "/analysis"), &ask).await);
    walk.check(report, &site.post(&of(&two, "/report"), &json!({})).await);
}

async fn walk_daily(site: &Site, walk: &mut Walk) {
    let answer = site.get("/api/v1/daily").await;
    walk.check(("get", "/api/v1/daily"), &answer);
    let day = answer.json();
    let games = day["games"].as_array().expect("a list");
    assert!(!games.is_empty());
    let route = ("post", "/api/v1/daily/{game}");
    let visitor = json!({"visitor": SeatToken::random()});
    for game in games {
        let path = format!("/api/v1/daily/{}", game.as_str().expect("an id"));
        let (first, again) = (site.post(&path, &visitor).await, site.post(&path, &visitor).await);
        walk.check(route, &first);
        assert_eq!(first.json()["table"], again.json()["table"], "one attempt");
        for (template, rest) in [
            ("/api/v1/tables/{table}/record", "/record"),
            ("/api/v1/tables/{table}/record/{ply}", "/record/0"),
        ] {
            let answer = site.get(&of(&first.json(), rest)).await;
            assert_eq!(answer.status, 403, "the day's game runs");
            walk.check(("get", template), &answer);
        }
        walk.check(route, &site.post(&path, &json!({"visitor": "me"})).await);
        let long = json!({"visitor": "0".repeat(70_000)});
        walk.check(route, &site.post(&path, &long).await);
        walk.check(
            route,
            &site
                .send(with(post(&path, "{}"), "content-type", "text/plain"))
                .await,
        );
    }
    walk.check(route, &site.post("/api/v1/daily/chess", &visitor).await);
}

async fn walk_puzzles(site: &Site, walk: &mut Walk) {
    let route = ("post", "/api/v1/puzzles/{game}");
    let games = site.get("/api/v1/games").await.json();
    let games = games["games"].as_array().expect("a list");
    for game in games.iter().filter(|game| game["puzzles"].is_object()) {
        let path = format!("/api/v1/puzzles/{}", game["id"].as_str().expect("an id"));
        let order = json!({"wins_in": game["puzzles"]["least"]});
        let made = site.post(&path, &order).await;
        walk.check(route, &made);
        assert_eq!(made.status, 201);
        let snapshot = site.get(&of(&made.json(), "")).await;
        walk.check(("get", "/api/v1/tables/{table}"), &snapshot);
        assert!(snapshot.json()["situation"]["puzzle"].is_object());
        walk.check(route, &site.post(&path, &json!({"wins_in": 1_000})).await);
        walk.check(route, &site.post(&path, &json!({"wins_in": "two"})).await);
        let long = json!({"wins_in": 1, "options": {"columns": "0".repeat(70_000)}});
        walk.check(route, &site.post(&path, &long).await);
        let typed = with(post(&path, order.to_string()), "content-type", "text/plain");
        walk.check(route, &site.send(typed).await);
    }
    walk.check(
        route,
        &site.post("/api/v1/puzzles/chess", &json!({"wins_in": 2})).await,
    );
}

async fn walk_levels(site: &Site, walk: &mut Walk) {
    let editor_config = site.get("/api/v1/levels").await;
    walk.check(("get", "/api/v1/levels"), &editor_config);
    let editor_config = editor_config.json();
    let route = ("post", "/api/v1/levels/check");
    let mut unfinished = editor_config["blank"].clone();
    unfinished["goals"]["score"] = Value::Null;
    for (source, status, problems) in [
        (json!({"type": "draft", "draft": editor_config["blank"]}), 200, 0),
        (json!({"type": "draft", "draft": unfinished}), 200, 1),
        (json!({"type": "shipped", "name": "garden-path"}), 200, 0),
        (
            json!({"type": "text", "text": "columns = 8\nlimit = [\n"}),
            200,
            1,
        ),
        (json!({"type": "text", "text": ""}), 200, 3),
        (json!({"type": "shipped", "name": "no-such-level"}), 404, 0),
        (json!({"type": "draft", "draft": {"columns": 3}}), 400, 0),
        (json!({"type": "text", "text": "x".repeat(70_000)}), 413, 0),
    ] {
        let answer = site.post(route.1, &source).await;
        assert_eq!(answer.status, status, "{source}: {}", answer.text());
        walk.check(route, &answer);
        if status == 200 {
            let found = answer.json()["problems"].clone();
            assert_eq!(found.as_array().map(Vec::len), Some(problems), "{found}");
        }
    }
    let typed = with(post(route.1, "{}"), "content-type", "text/plain");
    walk.check(route, &site.send(typed).await);
    let route = ("post", "/api/v1/levels/report");
    let small = "columns = 4\nrows = 4\nlimit = 3\n[goals]\nscore = 50\n";
    for (text, games, status) in [
        (small, 4, 200),
        (small, 1, 400),
        (small, 401, 400),
        ("columns = 4\nrows = 4\nlimit = 3\n", 4, 422),
        (&"x".repeat(70_000), 4, 413),
    ] {
        let answer = site.post(route.1, &json!({"text": text, "games": games})).await;
        assert_eq!(answer.status, status, "{}", answer.text());
        walk.check(route, &answer);
        if status == 200 {
            let reported = answer.json();
            assert_eq!(reported["goals"], json!(["points to win"]));
            // What the command line prints with `--games 4 --seed 7 --json`.
            let report = levels::report::report(
                &Level::read(text).expect("it can be played"),
                &Plan::usual(games, 7),
                &Work {
                    threads: NonZero::<usize>::MIN,
                    stop: &StopToken::default(),
                    progress: &|_| {},
                },
            );
            let report = json!(report.expect("the usual players are there")).to_string();
            let report: Value = serde_json::from_str(&report).expect("it is JSON");
            assert_eq!(reported["report"], report);
        }
    }
    let typed = with(post(route.1, "{}"), "content-type", "text/plain");
    walk.check(route, &site.send(typed).await);
}

#[tokio::test]
async fn no_route_is_without_description() {
    // Routes come with their descriptions, but for the document itself and what people open.
    for (file, most) in [("api/mod.rs", 1), ("mod.rs", 0)] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/http")
            .join(file);
        let source = std::fs::read_to_string(path).expect("the source is there");
        assert_eq!(source.matches(".route(").count(), most, "{file}");
    }
}
