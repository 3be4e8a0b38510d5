//! Requests: games, tables, puzzles and the day's, at the addresses that a server has behind `/api/v1/`.

use std::collections::BTreeMap;

use quincunx_table::messages::{
    Catalogue, Created, DailyEntry, ForkedFrom, NewPuzzle, NewTable, Origin, Reason, Refusal, ReportOrder,
};
use quincunx_table::{
    Millis, Seat, SeatToken, SeatTokenHash, Setup, TableId, daily, entry_of, level_editor, random_bytes,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Tables, Task};
use crate::engine::Question;

/// The game of a date.
#[derive(Clone)]
pub(super) struct Day {
    date: String,
    seed: String,
}

impl Tables {
    /// Answers a request; `None` if the engine has to think first.
    pub(super) fn request(
        &mut self,
        request: u64,
        path: &str,
        body: Option<Value>,
        now: Millis,
    ) -> Result<Option<Value>, Refusal> {
        let parts: Vec<&str> = path.split('/').collect();
        let document = match (parts.as_slice(), body) {
            (["games"], None) => written(Catalogue::of_program(env!("CARGO_PKG_VERSION"))),
            (["levels"], None) => written(level_editor::editor_config()),
            (["levels", "check"], Some(body)) => written(level_editor::check(read(body)?)?),
            (["levels", "report"], Some(body)) => {
                let ReportOrder { text, games } = read(body)?;
                self.ask(Task::LevelReport { request }, Question::Level { text, games });
                return Ok(None);
            }
            (["daily"], None) => written(daily::day(daily::date(now))),
            (["daily", game], Some(body)) => {
                return self.daily(request, game, read::<DailyEntry>(body)?.visitor, now);
            }
            (["tables"], Some(body)) => written(self.create(read(body)?, now)?),
            (["tables", table, "record"], None) => {
                let table = &mut self.seated(table_named(table)?)?.table;
                table.check_open()?;
                Value::String(table.record().to_text())
            }
            (["puzzles", game], Some(body)) => {
                let NewPuzzle { options, wins_in } = read(body)?;
                let token = SeatToken::random();
                let question = Question::Puzzle {
                    game: entry_of(game)?.id().to_owned(),
                    options,
                    wins_in,
                    seed: u64::from_le_bytes(random_bytes()),
                    solver: token.hash(),
                };
                let day = None;
                self.ask(Task::Puzzle { request, token, day }, question);
                return Ok(None);
            }
            _ => return Err(Reason::UnknownAddress {}.into()),
        };
        Ok(Some(document))
    }

    /// Makes a table.
    fn create(&mut self, mut order: NewTable, now: Millis) -> Result<Created, Refusal> {
        if order.from.is_some() && !order.options.is_empty() {
            return Err(Reason::OptionsGiven {}.into());
        }
        let (record, forked_from) = match order.from.take() {
            None => (None, None),
            Some(Origin::Record { text }) => (Some(text), None),
            Some(Origin::Fork { table, ply }) => {
                let record = self.seated(table)?.table.fork(ply)?;
                (Some(record), Some(ForkedFrom { table, ply }))
            }
        };
        let (setup, secrets) = Setup::ordered(order, record, forked_from);
        Ok(secrets.created(self.add_table(setup, now)?))
    }

    /// Returns the table at which a visitor has begun the game of a date.
    pub(super) fn begun(&self, day: &Day, game: &str, visitor: SeatTokenHash) -> Option<TableId> {
        let begun = self.tables.values().find(|seated| {
            let table = &seated.table;
            table.daily() == Some(&day.date)
                && table.entry().id() == game
                && !table.sides_of(Some(visitor)).is_empty()
        });
        begun.map(|seated| seated.table.id())
    }

    /// Begins the day's game, or has the engine make its puzzle first.
    fn daily(
        &mut self,
        request: u64,
        game: &str,
        visitor: SeatToken,
        now: Millis,
    ) -> Result<Option<Value>, Refusal> {
        let (entry, date) = (entry_of(game)?, daily::date(now));
        let day = Day {
            date: date.to_string(),
            seed: daily::seed(date, entry.id()).to_string(),
        };
        if let Some(begun) = self.begun(&day, entry.id(), visitor.hash()) {
            return Ok(Some(written(Created::for_one(begun, visitor))));
        }
        if entry.players() == 1 {
            let token = visitor.hash();
            let setup = Setup::new(
                entry.id(),
                BTreeMap::new(),
                String::new(),
                vec![Seat::Person { token }],
            );
            let table = self.add_table(day.of(setup), now)?;
            return Ok(Some(written(Created::for_one(table, visitor))));
        }
        let Some((wins_in, seed)) = daily::puzzle(date, entry) else {
            let game = entry.title().to_owned();
            return Err(Reason::GameWithoutDay { game }.into());
        };
        let question = Question::Puzzle {
            game: entry.id().to_owned(),
            options: BTreeMap::new(),
            wins_in,
            seed,
            solver: visitor.hash(),
        };
        let task = Task::Puzzle {
            request,
            token: visitor,
            day: Some(day),
        };
        self.ask(task, question);
        Ok(None)
    }
}

impl Day {
    pub(super) fn of(self, setup: Setup) -> Setup {
        Setup {
            seed: self.seed,
            daily: Some(self.date),
            ..setup
        }
    }
}

fn table_named(text: &str) -> Result<TableId, Refusal> {
    text.parse()
        .map_err(|error| Reason::malformed(format!("{error}")).into())
}

fn read<T: DeserializeOwned>(body: Value) -> Result<T, Refusal> {
    serde_json::from_value(body).map_err(|error| Reason::malformed(error.to_string()).into())
}

pub(super) fn written(document: impl Serialize) -> Value {
    serde_json::to_value(document).expect("messages are plain values")
}
