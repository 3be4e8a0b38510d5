//! What holds of every table, asked of every game.

mod analysis;
mod ends;
mod log;
mod moves;
mod puzzles;
mod records;
mod texts;

use quincunx_catalog::GAMES;
use quincunx_registry::DynGame;

use quincunx_core::{Seed, Side};

use super::*;
use crate::event::side;
use crate::id::SeatToken;
use crate::messages::{ClockSetup, Code, Command, TurnInfo, UndoRule};
use crate::messages::{Ending, ForkedFrom, Offer, OfferKind, Refusal};

const NOW: Millis = 1_700_000_000_000;

/// A table whose every step is written down, as the hub does it.
struct Bench {
    table: Table,
    log: Vec<Logged>,
    now: Millis,
}

/// Distinct secrets for tests.
fn token(n: u8) -> SeatToken {
    format!("{n:032x}").parse().expect("32 digits")
}

fn me(n: u8) -> Seat {
    Seat::Person {
        token: token(n).hash(),
    }
}

fn invited(n: u8) -> Seat {
    Seat::Invited {
        invitation: token(n).hash(),
    }
}

const COMPUTER: Seat = Seat::Computer { level: 1 };

fn setup(entry: &dyn DynGame, seats: &[Seat]) -> Setup {
    let seed = Seed::Key([7; 32]).to_string();
    Setup::new(entry.id(), Default::default(), seed, seats.to_vec())
}

impl Bench {
    fn new(setup: Setup) -> Self {
        let id = "0123456789ab".parse().expect("a name");
        let (table, event) = Table::create(id, setup).expect("a table");
        Self {
            table,
            log: vec![Logged {
                seq: 0,
                at: NOW,
                event,
            }],
            now: NOW,
        }
    }

    /// Gives a command as the one with the n-th token.
    fn give(&mut self, by: u8, command: &Command) -> Result<Performed, Refusal> {
        self.give_as(By::Visitor(Some(token(by).hash())), command)
    }

    fn give_as(&mut self, by: By, command: &Command) -> Result<Performed, Refusal> {
        let before = self.table.snapshot(None, self.now);
        let performed = self.table.perform(by, command, self.now);
        match &performed {
            Ok(Performed::Done(event, update)) => {
                assert_eq!(update.seq, before.seq + 1);
                self.log.push(Logged {
                    seq: update.seq,
                    at: self.now,
                    event: event.clone(),
                });
                assert_eq!(update.situation, self.table.situation(self.now));
            }
            Ok(Performed::Already | Performed::Rematch) | Err(_) => {
                assert_eq!(
                    self.table.snapshot(None, self.now),
                    before,
                    "{command:?} {performed:?}"
                );
            }
        }
        performed
    }

    /// Plays the n-th legal move for whoever is to act.
    fn play(&mut self, nth: usize) {
        let player = self.table.to_act().expect("the game goes on");
        let legal = self.table.session().legal_actions();
        let command = Command::Play {
            at: self.table.position(),
            action: Some(legal[nth % legal.len()]),
            text: None,
        };
        let by = match self.table.seats[player.index()] {
            Seat::Computer { .. } => By::Computer,
            Seat::Person { token } => By::Visitor(Some(token)),
            Seat::Invited { .. } => panic!("nobody sits there"),
        };
        self.give_as(by, &command).expect("it is legal");
    }

    fn undo(&mut self, by: u8) -> Result<Performed, Refusal> {
        self.give(
            by,
            &Command::Undo {
                at: self.table.position(),
            },
        )
    }

    fn redo(&mut self, by: u8) -> Result<Performed, Refusal> {
        self.give(
            by,
            &Command::Redo {
                at: self.table.position(),
            },
        )
    }

    fn restored(&self) -> Table {
        Table::restore(self.table.id(), self.log.iter().cloned()).expect("its own log")
    }

    fn assert_as_restored(&mut self) {
        let mut again = self.restored();
        again.set_present(|_| false);
        self.table.set_present(|_| false);
        assert_eq!(
            again.snapshot(None, self.now),
            self.table.snapshot(None, self.now)
        );
        assert_eq!(again.record(), self.table.record());
        assert_eq!(again.deadline(), self.table.deadline());
    }
}

/// The seats of a game, all of one person.
fn alone(entry: &dyn DynGame) -> Vec<Seat> {
    vec![me(1); usize::from(entry.players())]
}

/// The games for two.
fn for_two() -> impl Iterator<Item = &'static dyn DynGame> {
    GAMES.iter().copied().filter(|entry| entry.players() == 2)
}

fn answer(kind: OfferKind, accept: bool) -> Command {
    Command::Answer { kind, accept }
}

fn refused<T>(result: Result<T, Refusal>) -> Code {
    result.err().expect("it should be refused").code
}

/// A table of a game for two at which two persons sit.
fn against(entry: &dyn DynGame) -> Bench {
    Bench::new(setup(entry, &[me(1), me(2)]))
}

/// The number of the person who is to act at such a table.
fn to_act(bench: &Bench) -> u8 {
    side(bench.table.to_act().expect("the game goes on"))
}
