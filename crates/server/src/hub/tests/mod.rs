//! What holds of hubs: commands, watchers, computers, clocks, restarts, several hubs on one log.

mod disk;
mod logs;
mod memory;
mod pauses;
mod puzzles;
mod tables;
mod turns;
mod watching;

use std::sync::atomic::{AtomicU64, Ordering};

use quincunx_catalog::GAMES;
use quincunx_registry::DynGame;
use quincunx_table::messages::{
    Change, ClockSetup, Command, Created, DailyEntry, Ending, NewSeat, NewTable, OfferKind, Origin,
    ServerMessage, TurnInfo, Update,
};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::*;
use crate::engine_pool::EnginePoolOptions;
use crate::store::Location;

const NOW: Millis = 1_795_219_200_000;

/// How long something may take that should happen at once.
const SOON: Duration = Duration::from_secs(60);

/// A hub whose clock is set by hand.
struct Bench {
    hub: Arc<Hub>,
    now: Arc<AtomicU64>,
}

impl Bench {
    async fn new() -> Self {
        Self::on(
            Store::open(&Location::Memory).await.expect("a log in memory"),
            NOW,
        )
        .await
    }

    async fn on(store: Store, now: Millis) -> Self {
        Self::with_memory(store, now, HubOptions::default().memory).await
    }

    async fn with_memory(store: Store, now: Millis, memory: usize) -> Self {
        let options = HubOptions {
            memory,
            ..HubOptions::default()
        };
        Self::with(store, now, options).await
    }

    async fn with(store: Store, now: Millis, options: HubOptions) -> Self {
        let engines = EnginePool::start(EnginePoolOptions {
            players: 1,
            analysts: 1,
        })
        .expect("threads");
        let now = Arc::new(AtomicU64::new(now));
        let reported = {
            let now = Arc::clone(&now);
            Arc::new(move || now.load(Ordering::Relaxed))
        };
        let options = HubOptions {
            wall: reported.clone(),
            now: reported,
            min_move_time: Duration::ZERO,
            ..options
        };
        let hub = Hub::start(store, engines, options)
            .await
            .expect("the log can be read");
        Self { hub, now }
    }

    /// Lets time pass while the server runs.
    fn later(&self, mut by: Millis) {
        while by > 0 {
            let step = by.min(1_000);
            self.sleep(step);
            self.hub.now();
            by -= step;
        }
    }

    /// Lets time pass in which the server stands still.
    fn sleep(&self, by: Millis) {
        self.now.fetch_add(by, Ordering::Relaxed);
    }

    /// Waits until the clocks have been seen to.
    async fn recovered(&self) {
        let done = async {
            while !self.hub.time.is_recovered() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(SOON, done).await.expect("the log can be read");
    }

    async fn create(&self, order: NewTable) -> Created {
        self.hub.create(order, None).await.expect("a table")
    }

    /// Plays the first legal move.
    async fn play(&self, table: TableId, token: Option<SeatToken>) -> Result<u64, Refusal> {
        self.hub
            .command(table, by(token), self.first_move(table).await)
            .await
    }

    /// Makes a table of one person at which so many moves have been played and the game goes on, which luck
    /// may end before.
    async fn in_play(&self, entry: &dyn DynGame, plies: usize) -> Created {
        const TRIES: usize = 20;
        for _ in 0..TRIES {
            let created = self.create(alone(entry)).await;
            let mut played = 0;
            while played < plies && self.play(created.table, created.token).await.is_ok() {
                played += 1;
            }
            if played == plies && self.is_in_play(created.table).await {
                return created;
            }
        }
        panic!("{}: no game of {TRIES} lasts for {plies} moves", entry.id());
    }

    async fn is_in_play(&self, table: TableId) -> bool {
        let snapshot = self.hub.snapshot(table, by(None)).await.expect("a table");
        !snapshot.situation.legal.is_empty()
    }

    async fn first_move(&self, table: TableId) -> Command {
        let situation = self
            .hub
            .snapshot(table, by(None))
            .await
            .expect("a table")
            .situation;
        let action = situation.legal.first().map(|run| run.0);
        Command::Play {
            at: situation.position,
            action,
            text: None,
        }
    }

    /// Waits until a table that nobody needs has left memory; presence may still have to be sent.
    async fn forget(&self, table: TableId) {
        let gone = async {
            while self.hub.known_room(table).is_some() {
                self.hub.evict(Duration::ZERO);
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(SOON, gone).await.expect("nobody needs it");
        assert_eq!(self.hub.memory.bytes(), 0);
    }

    async fn watch(&self, table: TableId, token: Option<SeatToken>) -> Page {
        let mut page = Page::new(64);
        page.id = Some(
            self.hub
                .watch(table, by(token), None, page.watcher.clone())
                .await
                .expect("a table"),
        );
        page
    }
}

/// A page that watches.
struct Page {
    watcher: Watcher,
    messages: mpsc::Receiver<Utf8Bytes>,
    overrun: CancellationToken,
    id: Option<WatchId>,
}

impl Page {
    fn new(room: usize) -> Self {
        let (sender, messages) = mpsc::channel(room);
        let overrun = CancellationToken::new();
        Self {
            watcher: Watcher::new(sender, overrun.clone()),
            messages,
            overrun,
            id: None,
        }
    }

    async fn next(&mut self) -> ServerMessage {
        let text = timeout(SOON, self.messages.recv())
            .await
            .expect("a message soon")
            .expect("the channel is open");
        serde_json::from_str(&text).expect("a message")
    }

    async fn snapshot(&mut self) -> Snapshot {
        match self.next().await {
            ServerMessage::Snapshot(snapshot) => *snapshot,
            other => panic!("{other:?} is no snapshot"),
        }
    }

    /// Waits for the next update; presence may come at any time.
    async fn update(&mut self) -> Update {
        loop {
            match self.next().await {
                ServerMessage::Update(update) => return *update,
                ServerMessage::Presence { .. } => {}
                other => panic!("{other:?} is no update"),
            }
        }
    }
}

/// Somebody with the token of a seat, or without.
fn by(token: Option<SeatToken>) -> Requester {
    Requester { share: None, token }
}

fn order(entry: &dyn DynGame, seats: Vec<NewSeat>) -> NewTable {
    NewTable {
        game: entry.id().to_owned(),
        options: Default::default(),
        seats,
        clock: None,
        from: None,
    }
}

/// A table at which one person holds every seat.
fn alone(entry: &dyn DynGame) -> NewTable {
    order(entry, vec![NewSeat::Me {}; usize::from(entry.players())])
}

fn for_one() -> &'static dyn DynGame {
    GAMES
        .iter()
        .copied()
        .find(|entry| entry.players() == 1)
        .expect("a single-player game")
}
