//! What the games in memory take, and which of them leave it when that is too much.
//!
//! Memory is a cache of the log: a table that has left it is loaded again when it is next needed. Every table
//! counts for the address that brought it into memory. When memory is full, tables that nobody needs leave
//! first; then those of the address with the most bytes, the least recently used first, whether they are
//! watched or not. So no address keeps others out, and no game that runs is ended.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quincunx_table::messages::{Reason, Refusal};
use tokio::time::Instant;

use super::Hub;
use super::room::{Room, State};

/// The address that a table counts for; none for the server itself.
pub(super) type Payer = Option<IpAddr>;

/// What the games in memory take.
pub(super) struct Memory {
    /// The most bytes that they may take together, about.
    limit: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_payer: HashMap<Payer, usize>,
}

impl Memory {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            taken: Mutex::default(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what all games take.
    pub(super) fn bytes(&self) -> usize {
        self.taken().all
    }

    fn is_full(&self) -> bool {
        self.bytes() >= self.limit
    }

    /// Returns what the games take that count for an address.
    pub(super) fn bytes_of(&self, payer: Payer) -> usize {
        self.taken().by_payer.get(&payer).copied().unwrap_or(0)
    }

    /// Notes that a game takes so many bytes now.
    pub(super) fn count(&self, payer: Payer, before: usize, bytes: usize) {
        let mut taken = self.taken();
        taken.all = taken.all - before + bytes;
        let of_payer = taken.by_payer.entry(payer).or_default();
        *of_payer = *of_payer - before + bytes;
        if *of_payer == 0 {
            taken.by_payer.remove(&payer);
        }
    }
}

impl Hub {
    /// Makes room in memory for a game that counts for an address.
    ///
    /// # Errors
    /// When memory is full, and neither this address nor one that has more has a table to put away.
    pub(super) fn make_room(&self, payer: Payer) -> Result<(), Refusal> {
        if !self.memory.is_full() {
            return Ok(());
        }
        self.evict(Duration::ZERO);
        if self.memory.is_full() {
            self.put_away(payer);
        }
        if self.memory.is_full() {
            return Err(Reason::ServerFull {}.into());
        }
        Ok(())
    }

    /// Takes rooms out of memory that nobody needs, those not used for a while.
    pub(super) fn evict(&self, idle: Duration) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Who has a room has it from here, so that nobody comes to have it while this is locked.
        let unwanted = |room: &mut Arc<Room>| {
            Arc::get_mut(room).is_some_and(|room| !room.state.get_mut().is_wanted(idle))
        };
        let gone: Vec<_> = rooms.extract_if(|_, room| unwanted(room)).collect();
        metrics::gauge!("quincunx_tables_in_memory").set(rooms.len() as f64);
        drop(rooms);
        for (_, mut room) in gone {
            if let Some(room) = Arc::get_mut(&mut room) {
                self.count(room.state.get_mut(), 0);
            }
        }
    }

    /// Puts tables of the addresses away that have at least as much in memory as this one, always one of the
    /// address with the most, until a sixteenth of memory is free. Watchers, timers and computers that think
    /// stay, and have the table loaded when something happens at it. A table at which something happens just
    /// now stays too.
    fn put_away(&self, payer: Payer) {
        let mut tables = self.tables_by_payer();
        while self.memory.bytes() > self.memory.limit / 16 * 15 {
            let least = self.memory.bytes_of(payer);
            let greediest = tables
                .keys()
                .map(|&payer| (self.memory.bytes_of(payer), payer))
                .filter(|&(bytes, _)| bytes >= least)
                .max();
            let Some((_, greediest)) = greediest else {
                return;
            };
            let Some(room) = tables.get_mut(&greediest).and_then(Vec::pop) else {
                tables.remove(&greediest);
                continue;
            };
            if let Ok(mut state) = room.state.try_lock() {
                state.put_away();
                self.count(&mut state, 0);
                metrics::counter!("quincunx_tables_put_away_total").increment(1);
            }
        }
    }

    /// Collects the tables in memory at which nothing happens just now, by the addresses that they count
    /// for, the least recently used last.
    fn tables_by_payer(&self) -> BTreeMap<Payer, Vec<Arc<Room>>> {
        let mut tables: BTreeMap<Payer, Vec<(Instant, Arc<Room>)>> = BTreeMap::new();
        for room in self.all_rooms() {
            let Ok(state) = room.state.try_lock() else {
                continue;
            };
            if state.table.is_some() {
                let (payer, used) = (state.payer, state.used());
                drop(state);
                tables.entry(payer).or_default().push((used, room));
            }
        }
        let in_order = |mut rooms: Vec<(Instant, Arc<Room>)>| {
            rooms.sort_by(|(one, _), (other, _)| other.cmp(one));
            rooms.into_iter().map(|(_, room)| room).collect()
        };
        tables
            .into_iter()
            .map(|(payer, rooms)| (payer, in_order(rooms)))
            .collect()
    }

    /// Counts a game for an address, if it has yet to come into memory or the server itself brought it
    /// there.
    pub(super) fn count_for(&self, state: &mut State, payer: Payer) {
        if state.table.is_none() || state.payer.is_none() {
            let bytes = state.bytes;
            self.count(state, 0);
            state.payer = payer;
            self.count(state, bytes);
        }
    }

    /// Counts anew what a room takes.
    pub(super) fn charge(&self, state: &mut State) {
        let bytes = state.weigh();
        self.count(state, bytes);
    }

    /// Notes what a room takes now.
    pub(super) fn count(&self, state: &mut State, bytes: usize) {
        let before = std::mem::replace(&mut state.bytes, bytes);
        self.memory.count(state.payer, before, bytes);
    }
}
