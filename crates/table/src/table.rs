//! The state of a table and how events change it.

use quincunx_core::{DynSession, ImpossiblePly, Record, Seed, Side};
use quincunx_registry::{DynGame, Puzzle};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::clock::Clock;
use crate::event::{Event, Logged, Millis, Seat, Setup, side};
use crate::id::{SeatTokenHash, TableId};
use crate::messages::{Ending, Offer, OfferKind, Reason, Refusal, Update};
use crate::setup::MAX_RECORD_BYTES;
use crate::weight::Weight;

/// One game at the server.
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) entry: &'static dyn DynGame,
    /// How it was set up, but for the text of the record.
    pub(crate) setup: Setup,
    pub(crate) seed: Seed,
    /// Whether chance acts in the game.
    pub(crate) has_luck: bool,
    /// Whether it began with a record.
    pub(crate) from_record: bool,
    pub(crate) session: Box<dyn DynSession>,
    pub(crate) weight: Weight,
    /// The last event.
    pub(crate) seq: u64,
    /// When the last event was.
    pub(crate) last_at: Millis,
    /// When time was last given back.
    pub(crate) resumed_at: Option<Millis>,
    /// The last event that changed the position.
    pub(crate) position: u64,
    /// Who sits where now.
    pub(crate) seats: Vec<Seat>,
    /// Of each side, whether a page of the player's is connected. It is set by the hub and not in the log.
    pub(crate) present: Vec<bool>,
    pub(crate) clock: Option<Clock>,
    pub(crate) offer: Option<Offer>,
    /// How the game ended, if not by its rules.
    pub(crate) ended: Option<Ended>,
    pub(crate) rematch: Option<TableId>,
    pub(crate) puzzle: Option<Puzzle>,
    /// Whether the solution of the puzzle has been asked for.
    pub(crate) revealed: bool,
}

/// The end of a game other than by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) ending: Ending,
    pub(crate) winner: Option<u8>,
}

/// Why a log makes no table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// There is no event.
    #[error("the table has no events")]
    Empty,
    /// The number of an event is not the next.
    #[error("event {found} comes where {expected} should")]
    Gap {
        /// The number that should come.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// The first event is not the making of the table, or a later one is.
    #[error("event {0} is out of place")]
    Misplaced(u64),
    /// The table cannot have been set up so.
    #[error("the table cannot be set up: {}", .0.message)]
    Setup(Refusal),
    /// An event cannot have happened.
    #[error("event {seq} cannot have happened: {reason}")]
    Impossible {
        /// The number of the event.
        seq: u64,
        /// Why not.
        reason: ImpossiblePly,
    },
}

impl Table {
    /// Sets up a table: checks what is asked for, plays the opening or the record, and returns event 0.
    ///
    /// # Errors
    /// When there is no such game, its rules cannot be so, the record is not of it, or seats or clocks do not
    /// fit it.
    pub fn create(id: TableId, setup: Setup) -> Result<(Self, Event), Refusal> {
        // Not where a table is made again, or forked: the record may have grown when it was rewritten.
        let foreign = setup.record.as_ref().filter(|_| setup.forked_from.is_none());
        let bytes = foreign.map_or(0, String::len);
        if bytes > MAX_RECORD_BYTES {
            let most = MAX_RECORD_BYTES;
            return Err(Reason::RecordTooLarge { most, bytes }.into());
        }
        let mut table = Self::set_up(id, setup)?;
        table.rewrite_record();
        let event = Event::Created(Box::new(table.setup.clone()));
        table.forget_record();
        Ok((table, event))
    }

    /// Makes a table again of its log.
    ///
    /// # Errors
    /// When the log is damaged.
    pub fn restore(id: TableId, log: impl IntoIterator<Item = Logged>) -> Result<Self, RestoreError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(RestoreError::Empty)?;
        if first.seq != 0 {
            return Err(RestoreError::Gap {
                expected: 0,
                found: first.seq,
            });
        }
        let Event::Created(setup) = first.event else {
            return Err(RestoreError::Misplaced(0));
        };
        let mut table = Self::set_up(id, *setup).map_err(RestoreError::Setup)?;
        table.forget_record();
        for logged in log {
            table.take_in(&logged)?;
        }
        Ok(table)
    }

    /// Takes in an event that another process has logged, and returns the update.
    ///
    /// # Errors
    /// When it is not the next event of this table. The table may be half changed and must be made again of
    /// its log.
    pub fn follow(&mut self, logged: &Logged) -> Result<Update, RestoreError> {
        let known = self.session.view().tokens().collect();
        self.take_in(logged)?;
        Ok(self.update(&logged.event, &known, logged.at))
    }

    /// Returns the table's name.
    #[must_use]
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// Returns the game.
    #[must_use]
    pub const fn entry(&self) -> &'static dyn DynGame {
        self.entry
    }

    /// Returns the session, at the present position.
    #[must_use]
    pub fn session(&self) -> &dyn DynSession {
        self.session.as_ref()
    }

    /// Returns the number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the number of the last event that changed the position.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Returns when the last event after the first was, 0 before there is one.
    #[must_use]
    pub const fn last_event_at(&self) -> Millis {
        self.last_at
    }

    /// Returns when time was last given back, as no server was there.
    #[must_use]
    pub const fn resumed_at(&self) -> Option<Millis> {
        self.resumed_at
    }

    /// Returns whether the game has ended, by its rules or otherwise.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.to_act().is_none()
    }

    /// Returns when the time of the side whose clock runs is up.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.clock.as_ref().and_then(Clock::deadline)
    }

    /// Returns the level of the computer player whose turn it is; none where no move is possible yet or any
    /// more.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<u8> {
        match self.seats[self.to_act()?.index()] {
            Seat::Computer { level } if !self.is_waiting() && self.check_room().is_ok() => Some(level),
            _ => None,
        }
    }

    /// Returns whether a person sits at the table or has been invited.
    #[must_use]
    pub fn has_people(&self) -> bool {
        self.seats
            .iter()
            .any(|seat| !matches!(seat, Seat::Computer { .. }))
    }

    /// Returns the sides that somebody plays.
    #[must_use]
    pub fn sides_of(&self, token: Option<SeatTokenHash>) -> Vec<Side> {
        let held = |player: &Side| match &self.seats.get(player.index()) {
            Some(Seat::Person { token: holder }) => Some(*holder) == token,
            _ => false,
        };
        Side::BOTH.into_iter().filter(held).collect()
    }

    /// Sets whether pages of the players are connected; returns whether that changed anything.
    pub fn set_present(&mut self, mut is_present: impl FnMut(SeatTokenHash) -> bool) -> bool {
        let here = |seat: &Seat| match seat {
            Seat::Person { token } => is_present(*token),
            Seat::Invited { .. } => false,
            Seat::Computer { .. } => true,
        };
        let present: Vec<bool> = self.seats.iter().map(here).collect();
        let news = present != self.present;
        self.present = present;
        news
    }

    /// Reports of each side whether a page of the player's is connected; true for the computer.
    #[must_use]
    pub fn present(&self) -> &[bool] {
        &self.present
    }

    /// Returns about how many bytes the game takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.weight.bytes()
    }

    /// Returns what a computer player here draws its own luck from: another number at every table, which
    /// reveals nothing about the game's chance.
    #[must_use]
    pub fn player_seed(&self) -> u64 {
        let hash = Sha256::digest(format!("player {}", self.seed));
        hash.iter()
            .take(8)
            .fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// Returns the date (UTC) of a game whose luck is that of the day.
    #[must_use]
    pub fn daily(&self) -> Option<&str> {
        self.setup.daily.as_deref()
    }

    /// Returns the game's record up to a ply that is played or was taken back; `None` when there is no such
    /// ply. While the game runs the seed is 0, as the key of its luck is nobody's business.
    pub fn record_at(&mut self, ply: usize) -> Option<Record> {
        let (present, over) = (self.session.ply(), self.is_over());
        self.session.go_to(ply).then(|| {
            let mut record = self.session.record(self.tags());
            if !over {
                record.seed = Seed::Number(0);
            }
            self.session.go_to(present);
            record
        })
    }

    /// Returns the record of what has been played and not taken back.
    pub fn record(&mut self) -> Record {
        self.record_at(self.session.ply())
            .expect("the present ply is one")
    }

    /// Reports who acts; nobody when the game is over, by its rules or otherwise.
    pub(crate) fn to_act(&self) -> Option<Side> {
        self.session.turn().player().filter(|_| self.ended.is_none())
    }

    /// Returns whether the rules have ended a game of chance: the key is published then, and nothing is
    /// played with it any more.
    pub(crate) fn is_key_published(&self) -> bool {
        self.has_luck && self.session.turn().player().is_none()
    }

    /// Returns whether the first move waits for somebody who was invited, as the clocks are not to run
    /// without them.
    pub(crate) fn is_waiting(&self) -> bool {
        self.clock.is_some() && self.seats.iter().any(|seat| matches!(seat, Seat::Invited { .. }))
    }

    /// Writes the record that the game begins with anew, as short as it can be: without tags, which no table
    /// shows.
    fn rewrite_record(&mut self) {
        if let Some(text) = &mut self.setup.record {
            let mut record = self.session.record(Vec::new());
            record.seed = Seed::Number(0);
            *text = record.to_text();
        }
    }

    /// Lets go of the text of the record that the game began with: its plies are the session's, and the log
    /// keeps it.
    fn forget_record(&mut self) {
        self.setup.record = None;
    }

    /// Takes in the next event of the log.
    fn take_in(&mut self, logged: &Logged) -> Result<(), RestoreError> {
        let Logged { seq, at, ref event } = *logged;
        if seq != self.seq + 1 {
            return Err(RestoreError::Gap {
                expected: self.seq + 1,
                found: seq,
            });
        }
        let impossible = |reason| RestoreError::Impossible { seq, reason };
        match event {
            Event::Created(_) => return Err(RestoreError::Misplaced(seq)),
            Event::Played { action, chances } => {
                self.session.play_recorded(action, chances).map_err(impossible)?;
            }
            Event::Undone { to } | Event::Redone { to } if !self.session.go_to(*to) => {
                return Err(impossible(ImpossiblePly(format!("there is no ply {to}"))));
            }
            Event::Revealed {} if self.puzzle.is_none() => {
                return Err(impossible(ImpossiblePly("there is no puzzle".to_owned())));
            }
            Event::Claimed { player, .. }
            | Event::Offered { player, .. }
            | Event::Ended {
                winner: Some(player), ..
            } if !(1..=self.seats.len()).contains(&usize::from(*player)) => {
                return Err(impossible(ImpossiblePly(format!("there is no seat {player}"))));
            }
            _ => {}
        }
        self.settle(event, at);
        Ok(())
    }

    /// Applies what an event changes beyond the session, in which it has been carried out already.
    pub(crate) fn settle(&mut self, event: &Event, at: Millis) {
        self.seq += 1;
        self.last_at = at;
        let next = self.to_act();
        match event {
            Event::Created(_) => unreachable!("a table is created once"),
            Event::Played { .. } => {
                self.position = self.seq;
                let (by, _) = self
                    .session
                    .action_of(self.session.ply())
                    .expect("a ply was played");
                self.weight.played(self.session.as_ref());
                if let Some(clock) = &mut self.clock {
                    clock.moved(by, next, at);
                }
                // Whoever is offered a draw and moves has declined; positions gone by cannot be gone back to
                // by an old offer.
                let lapsed = |offer: &Offer| offer.kind != OfferKind::Draw || offer.by != side(by);
                if next.is_none() || self.offer.as_ref().is_some_and(lapsed) {
                    self.offer = None;
                }
            }
            Event::Undone { .. } | Event::Redone { .. } => {
                self.position = self.seq;
                self.offer = None;
                if let Some(clock) = &mut self.clock {
                    clock.turned(next, at);
                }
            }
            Event::Claimed { player, token } => {
                self.seats[usize::from(player - 1)] = Seat::Person { token: *token };
                self.present[usize::from(player - 1)] = false;
            }
            Event::Offered { player, kind } => {
                self.offer = Some(Offer {
                    by: *player,
                    kind: *kind,
                });
            }
            Event::Declined {} => self.offer = None,
            Event::Ended { ending, winner } => {
                self.ended = Some(Ended {
                    ending: *ending,
                    winner: *winner,
                });
                self.offer = None;
                if let Some(clock) = &mut self.clock {
                    clock.stop(at);
                }
            }
            Event::Rematched { table } => {
                self.rematch = Some(*table);
                self.offer = None;
            }
            Event::Revealed {} => self.revealed = true,
            Event::Resumed { away } => {
                self.resumed_at = Some(at);
                if let Some(clock) = &mut self.clock {
                    clock.give_back(*away);
                }
            }
        }
    }
}
