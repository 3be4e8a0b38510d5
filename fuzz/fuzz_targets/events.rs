//! Logs of tables: any events are refused or make a table that can be looked at at every ply, whose record is
//! read again, and at which commands do not fail. They are lines of JSON, or what commands logged, damaged.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use quincunx_fuzz::tables::{Bench, Deed, Kind, Start, assert_sound, logged, name};
use quincunx_fuzz::with_checksum;
use quincunx_table::messages::{Command, Ending, OfferKind};
use quincunx_table::{By, Event, Logged, Table};

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Lines(&'a str),
    Damaged(Start, Vec<Deed>, Vec<Damage>),
}

#[derive(Arbitrary, Debug)]
enum Damage {
    Drop(u8),
    Swap(u8, u8),
    Repeat(u8, u8),
    Insert(u8, Foreign),
    Cut(u8),
    Time(u8, u64),
}

/// An event that need not have happened.
#[derive(Arbitrary, Debug)]
enum Foreign {
    Played(String, Vec<String>),
    Undone(usize),
    Redone(usize),
    Claimed(u8, [u8; 32]),
    Offered(u8, Kind),
    Declined,
    Ended(u8, Option<u8>),
    Rematched,
    Revealed,
    Resumed(u64),
}

fuzz_target!(|input: Input<'_>| {
    let log = match input {
        Input::Lines(text) => read(text),
        Input::Damaged(start, deeds, damages) => {
            let Some(mut bench) = Bench::new(&start) else {
                return;
            };
            for deed in deeds.iter().take(60) {
                bench.give(deed);
            }
            let mut log = bench.log;
            for damage in damages.iter().take(16) {
                damage.apply(&mut log);
            }
            (0..).zip(&mut log).for_each(|(seq, logged)| logged.seq = seq);
            log
        }
    };
    let now = log.iter().map(|logged| logged.at).max().unwrap_or(0);
    let seats = match log.first().map(|logged| &logged.event) {
        Some(Event::Created(setup)) => setup.seats.clone(),
        _ => Vec::new(),
    };
    let Ok(mut table) = Table::restore(name(), log) else {
        return;
    };
    assert_sound(&mut table, now);
    // The server goes on with it.
    let givers = seats.iter().filter_map(|seat| match seat {
        quincunx_table::Seat::Person { token } => Some(By::Visitor(Some(*token))),
        _ => None,
    });
    for by in givers.chain([By::Computer]) {
        let position = table.position();
        for kind in [OfferKind::Undo, OfferKind::Draw, OfferKind::Rematch] {
            let _ = table.perform(by, &Command::Answer { kind, accept: true }, now);
        }
        let _ = table.perform(by, &Command::Undo { at: position }, now);
        let _ = table.perform(by, &Command::Redo { at: table.position() }, now);
        let action = table.session().legal_actions().first().copied();
        let at = table.position();
        let _ = table.perform(
            by,
            &Command::Play {
                at,
                action,
                text: None,
            },
            now,
        );
        let _ = table.perform(by, &Command::Resign {}, now);
    }
    let _ = table.tick(now);
    let _ = table.resume(1, now);
    assert_sound(&mut table, now);
});

/// Reads lines of JSON as the store does; those that are no events are left out.
fn read(text: &str) -> Vec<Logged> {
    let mut log = Vec::new();
    for line in text.lines() {
        let Ok(mut event) = serde_json::from_str(line) else {
            continue;
        };
        if let Event::Created(setup) = &mut event
            && let Some(record) = &mut setup.record
        {
            *record = with_checksum(record);
        }
        let written = serde_json::to_string(&event).expect("events are JSON");
        assert_eq!(
            serde_json::from_str::<Event>(&written).ok().as_ref(),
            Some(&event)
        );
        let seq = log.len() as u64;
        log.push(logged(seq, 1_000 * seq, event));
    }
    log
}

impl Damage {
    fn apply(&self, log: &mut Vec<Logged>) {
        // The first event stays, without which there is nothing to damage.
        let len = log.len();
        let place = |byte: u8| 1 + usize::from(byte) % (len - 1).max(1);
        let first = place(self.first());
        match *self {
            Self::Insert(_, ref foreign) => {
                log.insert(first.min(len), logged(0, log[len - 1].at, foreign.event()))
            }
            Self::Cut(_) => log.truncate(first),
            _ if first >= len => {}
            Self::Drop(_) => drop(log.remove(first)),
            Self::Swap(_, second) => log.swap(first, place(second)),
            Self::Repeat(_, second) => log.insert(place(second), log[first].clone()),
            Self::Time(_, at) => log[first].at = at,
        }
    }

    const fn first(&self) -> u8 {
        let (Self::Drop(first)
        | Self::Swap(first, _)
        | Self::Repeat(first, _)
        | Self::Insert(first, _)
        | Self::Cut(first)
        | Self::Time(first, _)) = *self;
        first
    }
}

impl Foreign {
    fn event(&self) -> Event {
        match self {
            Self::Played(action, chances) => Event::Played {
                action: action.clone(),
                chances: chances.clone(),
            },
            Self::Undone(to) => Event::Undone { to: *to },
            Self::Redone(to) => Event::Redone { to: *to },
            Self::Claimed(player, bytes) => Event::Claimed {
                player: *player,
                token: token(bytes),
            },
            Self::Offered(player, kind) => Event::Offered {
                player: *player,
                kind: kind.kind(),
            },
            Self::Declined => Event::Declined {},
            Self::Ended(ending, winner) => Event::Ended {
                ending: [
                    Ending::Rules,
                    Ending::Resignation,
                    Ending::Time,
                    Ending::Agreement,
                ][usize::from(*ending) % 4],
                winner: *winner,
            },
            Self::Rematched => Event::Rematched { table: name() },
            Self::Revealed => Event::Revealed {},
            Self::Resumed(away) => Event::Resumed { away: *away },
        }
    }
}

fn token(bytes: &[u8; 32]) -> quincunx_table::SeatTokenHash {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.parse().expect("64 digits")
}
