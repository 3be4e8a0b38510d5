//! What holds of hubs: commands, watchers, computers, clocks, restarts, several hubs on one log.

use std::sync::atomic::AtomicU64;

use axum::extract::ws::Utf8Bytes;
use quincunx_games::{Entry, GAMES};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::*;
use crate::mind::MindOptions;
use crate::store::Location;
use crate::wire::{
    Change, ClockSetup, Command, Created, DailyEntry, Ending, NewSeat, NewTable, OfferKind, Origin,
    ServerMessage, TurnInfo, Update,
};

const NOW: Millis = 1_795_219_200_000;

/// How long something may take that should happen at once.
const SOON: Duration = Duration::from_secs(60);

/// A hub whose clock goes when it is told to.
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
        let mind = Mind::start(MindOptions {
            players: 1,
            analysts: 1,
        })
        .expect("threads");
        let now = Arc::new(AtomicU64::new(now));
        let told = Arc::clone(&now);
        let options = HubOptions {
            now: Arc::new(move || told.load(Ordering::Relaxed)),
            pace: Duration::ZERO,
            ..HubOptions::default()
        };
        let hub = Hub::start(store, mind, options)
            .await
            .expect("the log can be read");
        Self { hub, now }
    }

    fn later(&self, by: Millis) {
        self.now.fetch_add(by, Ordering::Relaxed);
    }

    async fn create(&self, order: NewTable) -> Created {
        self.hub.create(order).await.expect("a table")
    }

    /// Plays the first legal move.
    async fn play(&self, table: TableId, token: Option<Token>) -> Result<u64, Refusal> {
        self.hub.command(table, token, self.first_move(table).await).await
    }

    async fn first_move(&self, table: TableId) -> Command {
        let situation = self.hub.snapshot(table, None).await.expect("a table").situation;
        let action = situation.legal.first().map(|run| run.0);
        Command::Play {
            at: situation.position,
            action,
            text: None,
        }
    }

    /// Waits until a table that nobody needs has left memory; presence may still have to be told.
    async fn forget(&self, table: TableId) {
        let gone = async {
            while self.hub.known_room(table).is_some() {
                self.hub.evict(Duration::ZERO);
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(SOON, gone).await.expect("nobody needs it");
        assert_eq!(self.hub.bytes.load(Ordering::Relaxed), 0);
    }

    async fn watch(&self, table: TableId, token: Option<Token>) -> Page {
        let mut page = Page::new(64);
        page.id = Some(
            self.hub
                .watch(table, token, None, page.watcher.clone())
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

fn order(entry: &Entry, seats: Vec<NewSeat>) -> NewTable {
    NewTable {
        game: entry.id.to_owned(),
        options: Default::default(),
        seats,
        clock: None,
        from: None,
    }
}

/// A table at which one person holds every seat.
fn alone(entry: &Entry) -> NewTable {
    order(entry, vec![NewSeat::Me {}; usize::from(entry.players)])
}

fn for_one() -> &'static Entry {
    GAMES
        .iter()
        .find(|entry| entry.players == 1)
        .expect("a game for one")
}

#[tokio::test]
async fn every_move_is_told_to_all_who_watch_and_is_in_the_log() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(entry)).await;
        let (mut player, mut guest) = (bench.watch(table, token).await, bench.watch(table, None).await);
        let (mine, theirs) = (player.snapshot().await, guest.snapshot().await);
        assert_eq!(mine.you.len(), usize::from(entry.players), "{}", entry.id);
        assert_eq!((theirs.you.len(), theirs.seq), (0, 0));
        for seq in 1..=5 {
            assert_eq!(bench.play(table, token).await, Ok(seq), "{}", entry.id);
            let update = player.update().await;
            assert_eq!((update.seq, update.situation.ply), (seq, seq as usize));
            assert_eq!(guest.update().await, update);
        }
        let before = bench.hub.snapshot(table, token).await.expect("a table");
        player.overrun.cancel();
        drop((player, guest));
        assert_eq!(bench.hub.store.events(table, 0).await.expect("a log").len(), 6);
        // Whoever made the table is gone and it leaves memory.
        bench.play(table, token).await.expect("legal");
        bench
            .hub
            .command(table, token, Command::Undo { at: before.seq + 1 })
            .await
            .expect("alone");
        bench.forget(table).await;
        let after = bench.hub.snapshot(table, token).await.expect("a table");
        assert_eq!(
            (after.situation.board, after.moves.len()),
            (before.situation.board, 6),
            "{}",
            entry.id
        );
    }
}

#[tokio::test]
async fn a_command_that_is_sent_twice_at_the_same_time_is_carried_out_once() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(entry)).await;
        let command = bench.first_move(table).await;
        let send = || bench.hub.command(table, token, command.clone());
        let (one, two, three) = tokio::join!(send(), send(), send());
        let mut results = [one, two, three];
        results.sort_by_key(Result::is_err);
        assert_eq!(results[0], Ok(1), "{}", entry.id);
        for result in &results[1..] {
            assert_eq!(
                result.as_ref().err().map(|refusal| refusal.code),
                Some(Code::Stale)
            );
        }
        assert_eq!(
            bench
                .hub
                .snapshot(table, None)
                .await
                .expect("a table")
                .situation
                .plies,
            1
        );
    }
}

#[tokio::test]
async fn a_page_that_does_not_read_is_dropped_and_nobody_else_notices() {
    let bench = Bench::new().await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let mut reader = bench.watch(table, None).await;
    let mut sleeper = Page::new(2);
    bench
        .hub
        .watch(table, None, None, sleeper.watcher.clone())
        .await
        .expect("a table");
    reader.snapshot().await;
    for seq in 1..=6 {
        bench.play(table, token).await.expect("legal");
        assert_eq!(reader.update().await.seq, seq);
    }
    assert!(sleeper.overrun.is_cancelled() && !reader.overrun.is_cancelled());
    sleeper.snapshot().await;
    let room = bench.hub.known_room(table).expect("it is watched");
    assert_eq!(room.state.lock().await.spectators(), 1);
    let full = Page::new(1);
    full.watcher.tell("something".into());
    let refused = bench.hub.watch(table, None, None, full.watcher.clone()).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));
    assert_eq!(room.state.lock().await.spectators(), 1);
}

#[tokio::test]
async fn a_page_that_comes_back_is_sent_what_it_missed_or_a_snapshot() {
    let bench = Bench::new().await;
    let entry = for_one();
    let Created { table, token, .. } = bench.create(alone(entry)).await;
    let mut page = bench.watch(table, token).await;
    page.snapshot().await;
    for _ in 0..4 {
        bench.play(table, token).await.expect("legal");
    }
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(page.update().await);
    }
    let back = async |since: u64| {
        let page = Page::new(64);
        bench
            .hub
            .watch(table, token, Some(since), page.watcher.clone())
            .await
            .expect("a table");
        page
    };
    let mut missed = back(2).await;
    for update in &seen[2..] {
        assert_eq!(
            missed.next().await,
            ServerMessage::Update(Box::new(update.clone()))
        );
    }
    assert!(
        matches!(back(4).await.next().await, ServerMessage::Presence { .. }),
        "nothing was missed"
    );
    assert_eq!(
        back(9).await.snapshot().await.seq,
        4,
        "what has not happened yet cannot be gone on from"
    );
    for round in 0..40 {
        let undo = Command::Undo { at: 4 + 2 * round };
        bench.hub.command(table, token, undo).await.expect("alone");
        bench
            .hub
            .command(table, token, Command::Redo { at: 5 + 2 * round })
            .await
            .expect("alone");
    }
    assert_eq!(back(4).await.snapshot().await.seq, 84, "that is too long ago");
}

#[tokio::test]
async fn the_computer_moves_when_it_is_its_turn() {
    for entry in GAMES.iter().filter(|entry| entry.players == 2) {
        let bench = Bench::new().await;
        let seats = vec![NewSeat::Computer { level: 1 }, NewSeat::Me {}];
        let Created { table, token, .. } = bench.create(order(entry, seats)).await;
        let mut page = bench.watch(table, token).await;
        let mut situation = page.snapshot().await.situation;
        for _ in 0..6 {
            // Some moves may have been made before the page came.
            while situation.turn == (TurnInfo::Player { player: 1 }) {
                situation = page.update().await.situation;
            }
            // The computer's luck may have ended the game.
            if situation.turn != (TurnInfo::Player { player: 2 }) {
                break;
            }
            bench.play(table, token).await.expect("legal");
            situation = page.update().await.situation;
        }
        let over = matches!(situation.turn, TurnInfo::Over { .. });
        assert!(over || situation.ply >= 7, "{}", entry.id);
    }
}

#[tokio::test]
async fn computers_among_themselves_play_while_somebody_watches() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let seats = vec![NewSeat::Computer { level: 1 }; usize::from(entry.players)];
        let Created {
            table,
            token,
            invitations,
        } = bench.create(order(entry, seats)).await;
        assert_eq!((token, invitations), (None, Vec::new()));
        let room = bench.hub.known_room(table).expect("it has just been made");
        assert!(room.state.lock().await.thinking.is_none(), "nobody watches yet");
        let mut page = bench.watch(table, None).await;
        assert_eq!(page.snapshot().await.seq, 0);
        for seq in 1..=3 {
            assert_eq!(page.update().await.seq, seq, "{}", entry.id);
        }
        let id = page.id.expect("it watches");
        bench.hub.leave(table, id).await;
        let rests = async {
            while room.state.lock().await.thinking.is_some() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(SOON, rests).await.expect("nobody watches any more");
    }
}

#[tokio::test]
async fn a_side_whose_time_is_up_has_lost_whether_or_not_it_says_something() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let order = NewTable {
            clock: Some(ClockSetup::Move { each: 1_000 }),
            ..alone(entry)
        };
        for speaks in [true, false] {
            let Created { table, token, .. } = bench.create(order.clone()).await;
            let mut page = bench.watch(table, token).await;
            page.snapshot().await;
            bench.play(table, token).await.expect("the first move");
            page.update().await;
            bench.later(1_000);
            if speaks {
                let refused = bench.hub.command(table, token, Command::Resign {}).await;
                assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Over));
            }
            let update = page.update().await;
            assert_eq!(update.change, Change::Ended {});
            assert!(
                matches!(
                    update.situation.turn,
                    TurnInfo::Over {
                        ending: Ending::Time,
                        ..
                    }
                ),
                "{}",
                entry.id
            );
        }
        assert_eq!(bench.hub.store.clocked().await.expect("the log"), []);
    }
}

#[tokio::test]
async fn clocks_go_on_where_they_stood_when_the_server_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = Location::File(folder.path().join("log.db"));
    let bench = Bench::on(Store::open(&place).await.expect("a file"), NOW).await;
    let clock = Some(ClockSetup::Total {
        total: 10_000,
        increment: 0,
    });
    let mut tables = Vec::new();
    for entry in GAMES {
        let Created { table, token, .. } = bench
            .create(NewTable {
                clock,
                ..alone(entry)
            })
            .await;
        bench.play(table, token).await.expect("the first move");
        tables.push((table, token));
    }
    bench.later(4_000);
    let mut before = Vec::new();
    for &(table, token) in &tables {
        before.push(bench.hub.snapshot(table, token).await.expect("a table"));
    }
    bench.hub.stop().await;
    let refused = bench.hub.snapshot(tables[0].0, None).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));

    let again = Bench::on(
        Store::open(&place).await.expect("the file"),
        NOW + 4_000 + 3_600_000,
    )
    .await;
    for ((table, token), before) in tables.into_iter().zip(before) {
        assert!(again.hub.known_room(table).is_some(), "its clock runs");
        let mut after = again.hub.snapshot(table, token).await.expect("a table");
        assert_eq!(
            (after.seq, after.situation.clock.clone()),
            (before.seq + 1, before.situation.clock.clone())
        );
        after.seq = before.seq;
        assert_eq!(after, before);
        again.play(table, token).await.expect("the game goes on");
    }
    again.hub.stop().await;
}

#[tokio::test]
async fn two_hubs_on_one_log_agree() {
    for entry in GAMES {
        let store = Store::open(&Location::Memory).await.expect("a log in memory");
        let (one, two) = (Bench::on(store.clone(), NOW).await, Bench::on(store, NOW).await);
        let Created { table, token, .. } = one.create(alone(entry)).await;
        let mut pages = [one.watch(table, token).await, two.watch(table, token).await];
        for page in &mut pages {
            assert_eq!(page.snapshot().await.seq, 0);
        }
        for round in 0..6_u64 {
            // Both are asked for the same move at the same time, and no news has come of what the other did.
            let command = one.first_move(table).await;
            let (first, second) = tokio::join!(
                one.hub.command(table, token, command.clone()),
                two.hub.command(table, token, command)
            );
            let codes = [first, second].map(|result| result.map_err(|refusal| refusal.code));
            assert!(
                codes.contains(&Ok(round + 1)) && codes.contains(&Err(Code::Stale)),
                "{codes:?}"
            );
            let told = [pages[0].update().await, pages[1].update().await];
            assert_eq!(told[0], told[1], "{}", entry.id);
        }
        // What one logs the other hears of, as if from another process.
        one.play(table, token).await.expect("legal");
        let room = two.hub.known_room(table).expect("it is watched");
        two.hub.follow(&room, 7).await;
        assert_eq!(pages[1].update().await, pages[0].update().await);
        let (mine, theirs) = tokio::join!(one.hub.snapshot(table, token), two.hub.snapshot(table, token));
        assert_eq!(mine, theirs);
        assert_eq!(mine.expect("a table").seq, 7);
    }
}

#[tokio::test]
async fn what_cannot_be_logged_is_told_to_nobody() {
    let bench = Bench::new().await;
    let Created { table, token, .. } = bench.create(alone(for_one())).await;
    let mut page = bench.watch(table, token).await;
    page.snapshot().await;
    let command = bench.first_move(table).await;
    bench.hub.store.close().await;
    let refused = bench.hub.command(table, token, command).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Failed));
    while let Ok(message) = page.messages.try_recv() {
        assert!(message.contains("\"presence\""), "{message}");
    }
    let room = bench.hub.known_room(table).expect("it is watched");
    assert!(
        room.state.lock().await.table.is_none(),
        "it is made again of the log"
    );
}

#[tokio::test]
async fn two_persons_meet_play_and_play_again_while_a_third_watches() {
    for entry in GAMES.iter().filter(|entry| entry.players == 2) {
        let bench = Bench::new().await;
        let created = bench
            .create(order(entry, vec![NewSeat::Me {}, NewSeat::Invite {}]))
            .await;
        let (table, host) = (created.table, created.token);
        let guest = Token::random();
        let mut spectator = bench.watch(table, None).await;
        assert!(!spectator.snapshot().await.situation.analysis);
        let claim = Command::Claim {
            invitation: created.invitations[0].secret,
            token: guest,
        };
        assert_eq!(bench.hub.command(table, None, claim.clone()).await, Ok(1));
        assert_eq!(
            bench.hub.command(table, None, claim).await,
            Ok(1),
            "asked again after a lost answer"
        );
        assert_eq!(spectator.update().await.change, Change::Seated {});
        let refused = bench.hub.analyse(table, 0, SOON).await.map(|_| ());
        assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Forbidden));
        let _pages = [
            bench.watch(table, host).await,
            bench.watch(table, Some(guest)).await,
        ];
        loop {
            if let ServerMessage::Presence {
                present, spectators, ..
            } = spectator.next().await
                && present == [true, true]
            {
                assert_eq!(spectators, 1, "{}", entry.id);
                break;
            }
        }
        bench
            .hub
            .command(table, host, Command::Resign {})
            .await
            .expect("enough");
        let rematch = Command::Offer {
            kind: OfferKind::Rematch,
        };
        bench
            .hub
            .command(table, Some(guest), rematch)
            .await
            .expect("offered");
        bench
            .hub
            .command(table, host, Command::Answer { accept: true })
            .await
            .expect("accepted");
        let next = loop {
            if let Some(next) = spectator.update().await.situation.rematch {
                break next;
            }
        };
        let seats = [host, Some(guest)]
            .map(async |token| bench.hub.snapshot(next, token).await.expect("a table").you);
        let [host_sits, guest_sits] = seats;
        assert_eq!(
            (host_sits.await, guest_sits.await),
            (vec![2], vec![1]),
            "{}",
            entry.id
        );
    }
}

#[tokio::test]
async fn the_days_game_is_the_same_for_all_and_each_has_one_attempt() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let (me, you) = (Token::random(), Token::random());
        let enter = async |visitor| bench.hub.daily(entry.id, DailyEntry { visitor }).await;
        if entry.players != 1 {
            assert_eq!(
                enter(me).await.map_err(|refusal| refusal.code),
                Err(Code::Unknown)
            );
            continue;
        }
        let mine = enter(me).await.expect("a table");
        assert_eq!(
            (mine.token, enter(me).await.expect("a table")),
            (Some(me), mine.clone())
        );
        let theirs = enter(you).await.expect("a table");
        assert_ne!(theirs.table, mine.table);
        let see = async |table| bench.hub.snapshot(table, Some(me)).await.expect("a table");
        let (one, two) = (see(mine.table).await, see(theirs.table).await);
        assert_eq!(
            (one.situation.board, one.commitment),
            (two.situation.board, two.commitment),
            "{}",
            entry.id
        );
        assert_eq!((one.you, one.daily), (vec![1], Some("2026-11-21".to_owned())));
        bench.later(24 * 3_600_000);
        assert_ne!(
            enter(me).await.expect("a table").table,
            mine.table,
            "tomorrow is another day"
        );
        // A server went away between the promise of a table and its making.
        let (late, promised) = (Token::random(), TableId::random());
        let noted = bench
            .hub
            .store
            .daily(&bench.hub.today(), entry.id, late.hash(), promised)
            .await;
        assert_eq!(noted.expect("the log"), promised);
        assert_eq!(enter(late).await.expect("a table").table, promised);
        assert_eq!(see(promised).await.seq, 0);
    }
}

#[tokio::test]
async fn a_game_is_forked_from_any_ply_and_begins_with_a_record() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(entry)).await;
        for _ in 0..4 {
            bench.play(table, token).await.expect("legal");
        }
        let there = bench.hub.look(table, 2).await.expect("a ply");
        let from = Some(Origin::Fork { table, ply: 2 });
        let fork = bench.create(NewTable { from, ..alone(entry) }).await;
        let forked = bench.hub.snapshot(fork.table, fork.token).await.expect("a table");
        assert_eq!(
            (forked.situation.board, forked.situation.ply),
            (there.board, 2),
            "{}",
            entry.id
        );
        assert_eq!(
            forked.forked_from.map(|from| (from.table, from.ply)),
            Some((table, 2))
        );
        let text = bench.hub.record(table).await.expect("a table");
        let from = Some(Origin::Record { text });
        let again = bench
            .create(NewTable {
                from: from.clone(),
                ..alone(entry)
            })
            .await;
        let (one, two) = (
            bench.hub.look(again.table, 4).await,
            bench.hub.look(table, 4).await,
        );
        assert_eq!(one.expect("a ply").board, two.expect("a ply").board);
        bench.play(again.table, again.token).await.expect("it goes on");

        let refused = async |order| bench.hub.create(order).await.err().map(|refusal| refusal.code);
        let options = [("x".to_owned(), "1".to_owned())].into();
        assert_eq!(
            refused(NewTable {
                from,
                options,
                ..alone(entry)
            })
            .await,
            Some(Code::Malformed)
        );
        let far = Some(Origin::Fork { table, ply: 5 });
        assert_eq!(
            refused(NewTable {
                from: far,
                ..alone(entry)
            })
            .await,
            Some(Code::Unknown)
        );
        let nowhere = Some(Origin::Fork {
            table: TableId::random(),
            ply: 0,
        });
        assert_eq!(
            refused(NewTable {
                from: nowhere,
                ..alone(entry)
            })
            .await,
            Some(Code::Unknown)
        );
    }
}

#[tokio::test]
async fn a_table_that_there_is_not_leaves_nothing_behind() {
    let bench = Bench::new().await;
    let nowhere = TableId::random();
    let refused = bench.hub.command(nowhere, None, Command::Resign {}).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Unknown));
    let page = Page::new(4);
    let refused = bench.hub.watch(nowhere, None, None, page.watcher.clone()).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Unknown));
    bench.forget(nowhere).await;
}

#[tokio::test]
async fn games_that_take_too_much_memory_together_are_put_off() {
    let mind = Mind::start(MindOptions {
        players: 1,
        analysts: 1,
    })
    .expect("threads");
    let store = Store::open(&Location::Memory).await.expect("a log in memory");
    let hub = Hub::start(
        store,
        mind,
        HubOptions {
            memory: 1,
            ..HubOptions::default()
        },
    )
    .await
    .expect("a hub");
    let first = hub.create(alone(for_one())).await.expect("there is room for one");
    let page = Page::new(4);
    let id = hub
        .watch(first.table, None, None, page.watcher.clone())
        .await
        .expect("a table");
    let refused = hub.create(alone(for_one())).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Busy));
    hub.leave(first.table, id).await;
    let bench = Bench {
        hub,
        now: Arc::default(),
    };
    bench.forget(first.table).await;
    bench.create(alone(for_one())).await;
}

#[tokio::test]
async fn positions_are_analysed_and_moves_graded() {
    for entry in GAMES {
        let bench = Bench::new().await;
        let Created { table, token, .. } = bench.create(alone(entry)).await;
        let nothing = bench.hub.report(table).await.map(|_| ());
        assert_eq!(nothing.map_err(|refusal| refusal.code), Err(Code::Nothing));
        bench.play(table, token).await.expect("legal");
        let mut judging = bench
            .hub
            .analyse(table, 0, Duration::from_millis(200))
            .await
            .expect("it is open");
        let judgement = timeout(SOON, judging.next())
            .await
            .expect("soon")
            .expect("a judgement");
        assert_eq!((judgement.table, judgement.ply), (table, 0));
        drop(judging);
        let mut grading = bench.hub.report(table).await.expect("it is open");
        assert_eq!(grading.of(), 1);
        let line = timeout(SOON, grading.next())
            .await
            .expect("soon")
            .expect("a grade");
        assert_eq!(line.ply, 1, "{}", entry.id);
        let far = bench.hub.analyse(table, 2, SOON).await.map(|_| ());
        assert_eq!(far.map_err(|refusal| refusal.code), Err(Code::Unknown));
        bench.hub.stop().await;
    }
}
