//! A visitor's games, with an engine that answers at once.

use serde_json::json;

use super::turns::TURN;
use super::*;
use crate::engine::Engine;

/// 2026-11-23, 12:00 UTC: a Monday, whose puzzles are short.
const NOON: Millis = 1_795_262_400_000 + 2 * 86_400_000;

/// A page: it passes on what the engine thinks, and wakes the tables when they want it.
struct Page {
    tables: Tables,
    engine: Engine,
    now: Millis,
    wake: Option<Millis>,
    messages: Vec<ServerMessage>,
    answers: Vec<Result<Value, Refusal>>,
    logs: HashMap<TableId, Vec<Logged>>,
    cancelled: usize,
    outdated: bool,
    /// How long it waits for what is due.
    patience: Millis,
}

impl Page {
    fn new() -> Self {
        let mut page = Self::beside_another();
        page.give(Input::Lead {});
        page
    }

    /// A page while another one of its browser leads.
    fn beside_another() -> Self {
        Self {
            tables: Tables::default(),
            engine: Engine::new(),
            now: NOON,
            wake: None,
            messages: Vec::new(),
            answers: Vec::new(),
            logs: HashMap::new(),
            cancelled: 0,
            outdated: false,
            patience: 60_000,
        }
    }

    /// Gives an input, and all that follows from it.
    fn give(&mut self, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for output in self.tables.take(input, self.now) {
                match output {
                    Output::Message { message } => self.messages.push(*message),
                    Output::Answer { body, .. } => self.answers.push(Ok(body)),
                    Output::Refused { refusal, .. } => self.answers.push(Err(refusal)),
                    Output::Log { table, logged } => self.logs.entry(table).or_default().push(logged),
                    Output::Ask { task, question, .. } => {
                        let mut answers = Vec::new();
                        self.engine
                            .answer(question, |answer| answers.push(answer.clone()));
                        let answers = answers.into_iter().rev();
                        inputs.extend(answers.map(|answer| Input::Answer { task, answer }));
                    }
                    Output::Cancel { .. } => self.cancelled += 1,
                    Output::Wake { at } => self.wake = at,
                    Output::Outdated {} => self.outdated = true,
                }
            }
            if inputs.is_empty()
                && let Some(at) = self.wake.filter(|at| *at <= self.now + self.patience)
            {
                self.wake = None;
                self.now = self.now.max(at);
                inputs.push(Input::Wake {});
            }
        }
    }

    fn message(&mut self, message: ClientMessage) {
        self.give(Input::Message { message });
    }

    fn request(&mut self, path: &str, body: Option<Value>) -> Result<Value, Refusal> {
        let path = path.to_owned();
        self.give(Input::Request {
            request: 1,
            path,
            body,
        });
        self.answers.pop().expect("a request is answered")
    }

    /// Makes a table and watches it.
    fn table(&mut self, order: Value) -> TableId {
        let created = self.request("tables", Some(order)).expect("an order");
        self.enter(created)
    }

    fn enter(&mut self, created: Value) -> TableId {
        let created: Created = serde_json::from_value(created).expect("a table");
        let (table, token) = (created.table, created.token);
        let since = None;
        self.message(ClientMessage::Watch { table, token, since });
        table
    }

    fn command(&mut self, table: TableId, command: Command) {
        let request = 7;
        self.message(ClientMessage::Command {
            request,
            table,
            command,
        });
    }

    fn play(&mut self, table: TableId, text: &str) {
        let at = self.tables.tables[&table].table.position();
        let (action, text) = (None, Some(text.to_owned()));
        self.command(table, Command::Play { at, action, text });
    }

    fn ply(&self, table: TableId) -> usize {
        self.tables.tables[&table].table.session().ply()
    }

    /// Returns the last refusal that was sent.
    fn refusal(&self) -> Option<&Refusal> {
        self.messages.iter().rev().find_map(|message| match message {
            ServerMessage::Refused { refusal, .. } => Some(refusal),
            _ => None,
        })
    }
}

fn against_the_computer(level: u8) -> Value {
    json!({"game": "connect-four", "seats": [{"type": "me"}, {"type": "computer", "level": level}]})
}

#[test]
fn the_computer_replies_when_people_can_see_it() {
    let mut page = Page::new();
    let table = page.table(against_the_computer(1));
    let before = page.now;
    page.play(table, "4");
    assert_eq!((page.ply(table), page.now - before), (2, TURN));
    let updates = page
        .messages
        .iter()
        .filter(|message| matches!(message, ServerMessage::Update(_)));
    assert_eq!(updates.count(), 2);
    let at = page.tables.tables[&table].table.position();
    page.command(table, Command::Undo { at });
    assert_eq!(page.ply(table), 0, "back to the visitor's own move");
}

#[test]
fn a_move_that_nobody_waits_for_is_cancelled() {
    let mut page = Page::new();
    let table = page.table(against_the_computer(1));
    let at = page.tables.tables[&table].table.position();
    let message = ClientMessage::Command {
        request: 1,
        table,
        command: Command::Play {
            at,
            action: None,
            text: Some("4".to_owned()),
        },
    };
    let outputs = page.tables.take(Input::Message { message }, page.now);
    let task = outputs.iter().find_map(|output| match output {
        Output::Ask { task, .. } => Some(*task),
        _ => None,
    });
    let task = task.expect("the computer is to move");
    page.command(table, Command::Resign {});
    assert_eq!(page.cancelled, 1);
    let answer = EngineAnswer::Chosen { action: 0 };
    page.give(Input::Answer { task, answer });
    assert_eq!(page.ply(table), 1);
}

#[test]
fn a_game_is_analysed_graded_and_taken_along() {
    let mut page = Page::new();
    let order = json!({"game": "connect-four", "options": {"columns": "4", "rows": "4"},
        "seats": [{"type": "me"}, {"type": "me"}]});
    let table = page.table(order);
    for column in ["1", "2", "1", "2", "1"] {
        page.play(table, column);
    }
    page.message(ClientMessage::Analyse {
        request: 2,
        table,
        ply: 5,
    });
    let Some(ServerMessage::Judged { judgement, .. }) = page.messages.last() else {
        panic!("{:?}", page.messages.last());
    };
    assert!(judgement.done && judgement.ply == 5 && judgement.actions.len() == 4);
    page.message(ClientMessage::Report { request: 3, table });
    let graded = page.messages.iter().filter_map(|message| match message {
        ServerMessage::Graded { line, .. } => Some(line.as_ref().map(|line| line.ply)),
        _ => None,
    });
    assert!(graded.eq([Some(5), Some(4), Some(3), Some(2), Some(1), None]));
    let record = page
        .request(&format!("tables/{table}/record"), None)
        .expect("it is open");
    let text = record.as_str().expect("text");
    let seats = json!([{"type": "me"}, {"type": "me"}]);
    let from = json!({"type": "record", "text": text});
    let again = page.table(json!({"game": "connect-four", "seats": seats, "from": from}));
    assert_eq!(page.ply(again), 5);
    let from = json!({"type": "fork", "table": table, "ply": 3});
    let fork = page.table(json!({"game": "connect-four", "seats": seats, "from": from}));
    assert_eq!(page.ply(fork), 3);
}

#[test]
fn a_puzzle_is_posed_and_its_solution_shown() {
    let mut page = Page::new();
    let created = page.request("puzzles/connect-four", Some(json!({"wins_in": 2})));
    let table = page.enter(created.expect("a puzzle"));
    let begun = page.ply(table);
    page.command(table, Command::Reveal {});
    assert_eq!(
        page.ply(table),
        begun + 3,
        "a move, the reply, and the winning move"
    );
    assert!(page.tables.tables[&table].table.is_over());
}

#[test]
fn a_timer_that_is_early_is_set_again() {
    let mut page = Page::new();
    let table = page.table(against_the_computer(1));
    let turn = ComputerMove {
        position: page.tables.tables[&table].table.position(),
        due: page.now + TURN,
        choice: Choice::Made { action: 3 },
    };
    page.tables.tables.get_mut(&table).expect("it is there").turn = Some(turn);
    for _ in 0..2 {
        let outputs = page.tables.take(Input::Wake {}, page.now + TURN - 1);
        let [Output::Wake { at }] = outputs.as_slice() else {
            panic!("{outputs:?}");
        };
        assert_eq!(*at, Some(page.now + TURN));
    }
}

#[test]
fn a_day_has_one_attempt() {
    let mut page = Page::new();
    let day = page.request("daily", None).expect("a day");
    assert_eq!(day["date"], "2026-11-23");
    let visitor = json!({"visitor": "0".repeat(32)});
    for game in ["2048", "connect-four"] {
        let path = format!("daily/{game}");
        let first = page.request(&path, Some(visitor.clone())).expect("the day's");
        assert_eq!(page.request(&path, Some(visitor.clone())), Ok(first.clone()));
        page.now += 86_400_000;
        assert_ne!(page.request(&path, Some(visitor.clone())), Ok(first));
    }
}

#[test]
fn javascript_keeps_the_seeds_of_questions() {
    let visitor = json!({"visitor": "0".repeat(32)});
    let order = json!({"game": "connect-four", "seats": [{"type": "computer", "level": 1}, {"type": "me"}]});
    let [puzzle, choice] = [("daily/connect-four", visitor), ("tables", order)].map(|(path, body)| {
        let (request, path, body) = (1, path.to_owned(), Some(body));
        let mut outputs = Page::new()
            .tables
            .take(Input::Request { request, path, body }, NOON)
            .into_iter();
        let question = outputs.find_map(|output| match output {
            Output::Ask { question, .. } => Some(question),
            _ => None,
        });
        let question = question.expect("the engine is asked");
        let json = serde_json::to_value(&question).expect("plain values");
        let read: Question = serde_json::from_value(json.clone()).expect("a question");
        assert_eq!(read, question);
        json
    });
    assert_eq!(puzzle["seed"], "5814735536943978356");
    assert!(choice["seed"].is_string());
}

#[test]
fn time_runs_out() {
    let mut page = Page::new();
    let clock = json!({"type": "total", "total": 5000, "increment": 0});
    let order = json!({"game": "connect-four", "seats": [{"type": "me"}, {"type": "me"}], "clock": clock});
    let table = page.table(order);
    for column in ["1", "2"] {
        page.play(table, column);
    }
    assert!(page.tables.tables[&table].table.is_over());
}

#[test]
fn the_computer_does_not_lose_by_being_shown() {
    let mut page = Page::new();
    page.patience = TURN;
    let mut order = against_the_computer(1);
    order["clock"] = json!({"type": "total", "total": 1000, "increment": 0});
    let table = page.table(order);
    for column in ["1", "2", "3", "4", "5", "6"] {
        if !page.tables.tables[&table].table.is_over() {
            page.play(table, column);
        }
    }
    // Six pauses of 250 ms would have taken longer than the second.
    let ply = page.ply(table);
    assert!(
        ply == 12
            || page.tables.tables[&table]
                .table
                .session()
                .turn()
                .player()
                .is_none(),
        "{ply}"
    );
}

#[test]
fn an_engine_that_fails_is_asked_again() {
    let mut page = Page::new();
    let table = page.table(against_the_computer(1));
    let at = page.tables.tables[&table].table.position();
    let (action, text) = (Some(3), None);
    let message = ClientMessage::Command {
        request: 1,
        table,
        command: Command::Play { at, action, text },
    };
    let asked = |outputs: &[Output]| {
        outputs.iter().find_map(|output| match output {
            Output::Ask { task, .. } => Some(*task),
            _ => None,
        })
    };
    let task = asked(&page.tables.take(Input::Message { message }, page.now)).expect("it is its turn");
    let file = Some("network".to_owned());
    let outputs = page.tables.take(Input::EngineFailed { task, file }, page.now);
    let [Output::Message { message }, Output::Wake { at: Some(at) }] = &outputs[..] else {
        panic!("{outputs:?}");
    };
    let ServerMessage::Refused {
        table: of, refusal, ..
    } = &**message
    else {
        panic!("{message:?}");
    };
    let file = "network".to_owned();
    assert_eq!(
        (*of, &refusal.reason),
        (Some(table), &Reason::FileUnreachable { file })
    );
    let at = *at;
    assert!(at > page.now);
    let again = asked(&page.tables.take(Input::Wake {}, at)).expect("it is asked again");
    page.now = at;
    let answer = EngineAnswer::Chosen { action: 2 };
    page.give(Input::Answer { task: again, answer });
    assert_eq!(page.ply(table), 2);
}

#[test]
fn visitors_of_a_day_have_tables_of_their_own() {
    let mut page = Page::new();
    let tables = ["0", "1"].map(|digit| {
        let visitor = json!({"visitor": digit.repeat(32)});
        page.request("daily/2048", Some(visitor)).expect("the day's")["table"].clone()
    });
    assert_ne!(tables[0], tables[1]);
    // The second request comes before the engine has answered the first.
    let mut answers = Vec::new();
    for request in [1, 2] {
        let path = "daily/connect-four".to_owned();
        let body = Some(json!({"visitor": "0".repeat(32)}));
        let input = Input::Request { request, path, body };
        for output in page.tables.take(input, page.now) {
            if let Output::Ask { task, question, .. } = output {
                page.engine.answer(question, |answer| {
                    let answer = answer.clone();
                    answers.push(Input::Answer { task, answer });
                });
            }
        }
    }
    for answer in answers {
        page.give(answer);
    }
    let [Ok(first), Ok(second)] = &page.answers[..] else {
        panic!("{:?}", page.answers);
    };
    assert_eq!(first, second);
}

#[test]
fn what_is_not_understood_is_refused() {
    let mut page = Page::new();
    for (path, body) in [
        ("nothing", None),
        ("games", Some(json!({}))),
        ("tables", Some(json!({"game": "connect-four"}))),
        ("tables/abc/record", None),
        ("puzzles/2048", Some(json!({"wins_in": 2}))),
    ] {
        page.request(path, body).expect_err(path);
    }
    let table = page.table(against_the_computer(1));
    page.message(ClientMessage::Leave { table });
    page.play(table, "4");
    assert!(page.refusal().is_some(), "the table is not watched");
    let (request, ply) = (1, 99);
    page.message(ClientMessage::Look { request, table, ply });
    assert!(matches!(
        page.refusal().map(|refusal| &refusal.reason),
        Some(Reason::UnknownPly { ply: 99, .. })
    ));
}

/// Begins a game against the computer, which has answered the first move. Returns also what made its table.
fn begun_against_the_computer() -> (Page, TableId, Value) {
    let mut page = Page::new();
    let created = page
        .request("tables", Some(against_the_computer(1)))
        .expect("an order");
    let table = page.enter(created.clone());
    page.play(table, "4");
    (page, table, created)
}

/// Returns an event as the browser stores it.
fn stored(logged: &Logged) -> Value {
    serde_json::to_value(logged).expect("events are plain values")
}

/// Returns a page that was opened later, with the tables that the one before has kept.
fn opened_again(before: Page, later: Millis) -> Page {
    let mut page = Page::beside_another();
    (page.now, page.patience) = (before.now + later, before.patience);
    for (&table, log) in &before.logs {
        let log = log.iter().map(stored).collect();
        page.give(Input::Restore { table, log });
    }
    page.give(Input::Lead {});
    for (table, log) in before.logs {
        let new = page.logs.remove(&table).unwrap_or_default();
        page.logs.insert(table, log.into_iter().chain(new).collect());
    }
    page
}

#[test]
fn a_kept_table_goes_on_when_the_page_is_opened_again() {
    let (page, table, created) = begun_against_the_computer();
    let mut page = opened_again(page, 1000);
    assert_eq!(page.enter(created), table);
    assert_eq!(page.ply(table), 2);
    page.play(table, "1");
    assert_eq!(page.ply(table), 4);
    let seqs: Vec<u64> = page.logs[&table].iter().map(|logged| logged.seq).collect();
    assert_eq!(seqs, [0, 1, 2, 3, 4], "each event is kept once");
    let unknown = json!({"seq": 0, "at": NOON, "event": {"type": "of a later version"}});
    for log in [json!([]), json!([unknown])] {
        let table = TableId::random();
        let input = json!({"type": "restore", "table": table, "log": log});
        page.give(serde_json::from_value(input).expect("an input"));
    }
    assert_eq!(page.tables.tables.len(), 1, "a damaged log makes no table");
}

#[test]
fn what_does_not_fit_a_table_makes_it_outdated() {
    for event in [
        json!({"type": "of a later version"}),
        json!("nothing"),
        Value::Null,
    ] {
        let (mut page, table, _) = begun_against_the_computer();
        let logged = json!({"seq": 3, "at": page.now, "event": event});
        for outdated in [true, false] {
            let logged = logged.clone();
            page.outdated = false;
            page.give(Input::Follow { table, logged });
            assert_eq!((page.outdated, page.tables.tables.len()), (outdated, 0));
        }
    }
    // A second making of the table is an event that cannot come now.
    let (mut page, table, _) = begun_against_the_computer();
    let mut logged = stored(&page.logs[&table][0]);
    logged["seq"] = json!(3);
    page.give(Input::Follow { table, logged });
    assert!(page.outdated && page.tables.tables.is_empty());
}

#[test]
fn the_computer_moves_where_the_page_was_closed_before_it_did() {
    let (mut page, table, created) = begun_against_the_computer();
    page.logs.get_mut(&table).expect("it is kept").pop();
    let mut page = opened_again(page, 1000);
    page.enter(created);
    assert_eq!(page.ply(table), 2);
}

#[test]
fn clocks_stand_still_while_nobody_can_play() {
    let mut page = Page::new();
    page.patience = TURN;
    let mut order = against_the_computer(1);
    order["clock"] = json!({"type": "total", "total": 5000, "increment": 0});
    let created = page.request("tables", Some(order)).expect("an order");
    let table = page.enter(created.clone());
    page.play(table, "4");
    page.now += 4000;
    page.give(Input::Slept { time: 3500 });
    page.now += 4000;
    page.give(Input::Wake {});
    assert!(
        !page.tables.tables[&table].table.is_over(),
        "500 ms of the first four seconds count"
    );
    let mut page = opened_again(page, 3_600_000);
    page.give(Input::Wake {});
    assert!(!page.tables.tables[&table].table.is_over());
    // A clock of the device that was set back does not stop the game.
    page.now -= 3_600_000;
    let mut page = opened_again(page, 0);
    page.enter(created);
    page.play(table, "1");
    assert_eq!(page.ply(table), 4);
}

#[test]
fn a_level_is_checked_and_reported_on() {
    let mut page = Page::new();
    let games = page.request("games", None).expect("there are games");
    let source = json!({"type": "shipped", "name": games["levels"]["shipped"][0]["name"]});
    let checked = page
        .request("levels/check", Some(source))
        .expect("it comes with the program");
    assert_eq!(checked["problems"], json!([]));
    let order = |games| Some(json!({"text": checked["text"], "games": games}));
    let report = page.request("levels/report", order(2)).expect("a report");
    assert!(report["goals"].is_array(), "{report}");
    page.request("levels/report", order(1))
        .expect_err("one game has no spread");
}

#[test]
fn pages_of_one_browser_see_what_the_other_does_and_one_moves_for_the_computer() {
    let mut page = Page::new();
    let created = page
        .request("tables", Some(against_the_computer(1)))
        .expect("an order");
    let mut second = Page::beside_another();
    let log = |page: &Page, table: TableId, from: usize| page.logs[&table][from..].to_vec();
    let table: TableId = created["table"].as_str().expect("text").parse().expect("a table");
    for logged in log(&page, table, 0) {
        let logged = stored(&logged);
        second.give(Input::Follow { table, logged });
    }
    second.enter(created.clone());
    second.play(table, "4");
    assert_eq!(second.ply(table), 1, "the other page leads");
    for logged in log(&second, table, 0) {
        let logged = stored(&logged);
        page.give(Input::Follow { table, logged });
    }
    assert_eq!(page.ply(table), 2);
    for logged in log(&page, table, 1) {
        for _ in 0..2 {
            let logged = stored(&logged);
            second.give(Input::Follow { table, logged });
        }
    }
    assert_eq!(second.ply(table), 2, "an event counts once");
    let updates = |page: &Page| {
        let messages = page.messages.iter();
        messages
            .filter(|message| matches!(message, ServerMessage::Update(_)))
            .count()
    };
    assert_eq!(updates(&second), 2);
    // The first page is closed, and the computer's turn goes to the second.
    second.play(table, "1");
    assert_eq!(second.ply(table), 3);
    second.give(Input::Lead {});
    assert_eq!(second.ply(table), 4);
}

#[test]
fn the_day_is_that_of_the_device() {
    let mut page = Page::new();
    page.table(against_the_computer(1));
    page.now -= 5 * 86_400_000;
    let mut page = opened_again(page, 0);
    assert_eq!(page.request("daily", None).expect("a day")["date"], "2026-11-18");
}
