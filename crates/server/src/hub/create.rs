//! New tables: asked for, of a record, forked from another, of the day, and rematches.

use std::collections::BTreeMap;
use std::sync::Arc;

use quincunx_registry::DynGame;
use quincunx_table::messages::{Code, Created, DailyEntry, ForkedFrom, NewTable, Origin, Reason, Refusal};
use quincunx_table::{PuzzleOrder, Seat, Setup, Table, TableId, daily, entry_of};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

use super::memory::Payer;
use super::{Hub, Requester, failed, payer};
use crate::engine_pool::Share;
use crate::store::AppendError;

impl Hub {
    /// Makes a table.
    ///
    /// # Errors
    /// When what is asked for makes no game.
    pub(crate) async fn create(
        self: &Arc<Self>,
        order: NewTable,
        share: Option<Share>,
    ) -> Result<Created, Refusal> {
        let hub = Arc::clone(self);
        self.run_to_end(async move { hub.make(order, payer(share)).await })
            .await
    }

    async fn make(self: &Arc<Self>, mut order: NewTable, payer: Payer) -> Result<Created, Refusal> {
        if order.from.is_some() && !order.options.is_empty() {
            return Err(Reason::OptionsGiven {}.into());
        }
        let (record, forked_from) = match order.from.take() {
            None => (None, None),
            Some(Origin::Record { text }) => (Some(text), None),
            Some(Origin::Fork { table, ply }) => (
                Some(self.record_at(table, ply, payer).await?),
                Some(ForkedFrom { table, ply }),
            ),
        };
        let (setup, secrets) = Setup::ordered(order, record, forked_from);
        let table = self.found(TableId::random(), setup, payer).await?;
        Ok(secrets.created(table))
    }

    /// Returns the visitor's table of the day, made when they first ask.
    ///
    /// # Errors
    /// When there is no such game, or it has neither luck nor a puzzle of the day.
    pub(crate) async fn daily(
        self: &Arc<Self>,
        game: &str,
        entry: DailyEntry,
        share: Option<Share>,
    ) -> Result<Created, Refusal> {
        let (hub, rules) = (Arc::clone(self), entry_of(game)?);
        self.run_to_end(async move { hub.make_daily(rules, entry, share).await })
            .await
    }

    async fn make_daily(
        self: &Arc<Self>,
        rules: &'static dyn DynGame,
        entry: DailyEntry,
        share: Option<Share>,
    ) -> Result<Created, Refusal> {
        let game = rules.id();
        let (day, visitor) = (self.date(), entry.visitor.hash());
        let puzzle = daily::puzzle(day, rules);
        if rules.players() != 1 && puzzle.is_none() {
            let game = rules.title().to_owned();
            return Err(Reason::GameWithoutDay { game }.into());
        }
        let date = day.to_string();
        let new = TableId::random();
        let first = self.store.first_daily(&date, game, visitor).await;
        let table = match first.map_err(|error| failed(error, new))? {
            Some(table) => table,
            None => {
                self.check_disk(payer(share))?;
                let entered = self.store.enter_daily(&date, game, visitor, new).await;
                entered.map_err(|error| failed(error, new))?
            }
        };
        // The table may be promised and not there yet, when a server went away in between.
        if table == new
            || self
                .snapshot(table, Requester { share, token: None })
                .await
                .is_err_and(|refusal| refusal.code == Code::Unknown)
        {
            let setup = match puzzle.filter(|_| rules.players() != 1) {
                None => {
                    let seats = vec![Seat::Person { token: visitor }];
                    Setup::new(game, BTreeMap::new(), String::new(), seats)
                }
                Some((wins_in, seed)) => {
                    let order = PuzzleOrder {
                        entry: rules,
                        options: rules.defaults(),
                        wins_in,
                        seed,
                    };
                    self.puzzle_setup(order, visitor, share).await?
                }
            };
            let setup = Setup {
                seed: daily::seed(day, game).to_string(),
                daily: Some(date),
                ..setup
            };
            self.found(table, setup, payer(share)).await?;
        }
        Ok(Created::for_one(table, entry.visitor))
    }

    /// Sets a table up, writes its first event to the log and takes it into memory. A table that is there
    /// already stays.
    ///
    /// # Errors
    /// When the setup makes no game, memory or the disk is full, or the address has had too much written.
    pub(super) async fn found(
        self: &Arc<Self>,
        id: TableId,
        setup: Setup,
        payer: Payer,
    ) -> Result<TableId, Refusal> {
        let turn = self.replays.turn(payer).await?;
        self.create_table(id, setup, payer, turn).await
    }

    /// Creates a table without waiting for the address's turn; a turn is kept until it is made. A rematch has
    /// none: it has locked a room for which whoever has the turn may be waiting.
    ///
    /// # Errors
    /// As [`Hub::found`].
    pub(super) async fn create_table(
        self: &Arc<Self>,
        id: TableId,
        setup: Setup,
        payer: Payer,
        turn: Option<OwnedSemaphorePermit>,
    ) -> Result<TableId, Refusal> {
        let place = self.replays.place().await?;
        self.check_disk(payer)?;
        self.make_room(payer)?;
        let create = move || {
            let _place = (turn, place);
            Table::create(id, setup)
        };
        let made = spawn_blocking(create).await;
        let (table, event) = made.map_err(|error| failed(error, id))??;
        // It is in memory while it waits for the log, and counted with its room then.
        let bytes = table.bytes();
        self.memory.count(payer, 0, bytes);
        let written = self.store.append(id, 0, self.now(), &event, None).await;
        self.memory.count(payer, bytes, 0);
        match written {
            Ok(bytes) => {
                metrics::counter!("quincunx_tables_total", "game" => table.entry().id()).increment(1);
                self.charge_written(payer, bytes);
                self.move_in(table, payer).await?;
                Ok(id)
            }
            Err(AppendError::Conflict) => Ok(id),
            Err(error) => Err(failed(error, id)),
        }
    }

    async fn record_at(
        self: &Arc<Self>,
        table: TableId,
        ply: usize,
        payer: Payer,
    ) -> Result<String, Refusal> {
        let room = self.entered(table, payer).await?;
        let mut state = room.state.lock().await;
        self.loaded(&room, &mut state).await?.fork(ply)
    }
}
