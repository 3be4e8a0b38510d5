//! Tables with their logs, set up and played at by bytes.

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use quincunx_core::{OptionKind, Seed};
use quincunx_registry::DynGame;
use quincunx_table::messages::{ClockSetup, Command, OfferKind};
use quincunx_table::{
    By, Event, Logged, Millis, Performed, PuzzleSetup, Seat, SeatToken, Setup, Table, TableId,
};

const NOW: Millis = 1_700_000_000_000;

/// How a table is set up.
#[derive(Arbitrary, Debug)]
pub struct Start {
    game: u8,
    options: [u8; 4],
    seed: u8,
    seats: [Sitter; 2],
    clock: Option<Time>,
    is_daily: bool,
    /// The plies of a record.
    played: Option<Vec<u8>>,
    /// The moves of a puzzle, which need not be won.
    puzzle: Option<Vec<u8>>,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Sitter {
    Person(bool),
    Invited,
    Computer,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Time {
    Total(u16, u16),
    Move(u16),
}

/// Something that happens at a table.
#[derive(Arbitrary, Debug)]
pub enum Deed {
    /// The side that acts plays one of its legal moves.
    Move(u8),
    Play(Giver, Position, u16),
    Text(Giver, Position, String),
    Undo(Giver, Position),
    Redo(Giver, Position),
    Resign(Giver),
    Reveal(Giver),
    Offer(Giver, Kind),
    Answer(Giver, bool),
    Claim(u8, u8),
    /// The move that nobody chooses is played.
    Script,
    Tick,
    /// Time passes, or the system's clock is put back.
    Wait(i16),
    Resume(u16),
    /// Both sides offer a rematch.
    Rematch,
    Present(u8),
    Check,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Giver {
    Person(bool),
    /// The one who took the invitation, or somebody else.
    Other(u8),
    Nobody,
    Computer,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Position {
    Right,
    Wrong(i8),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Kind {
    Undo,
    Draw,
    Rematch,
}

/// A table whose events are kept, and a second one that follows them.
pub struct Bench {
    pub table: Table,
    pub log: Vec<Logged>,
    follower: Table,
    now: Millis,
}

/// Returns a table's name.
#[must_use]
pub fn name() -> TableId {
    "0123456789ab".parse().expect("a name")
}

/// The secrets of the two who sit, and that of the invitation.
const SITTERS: [u8; 2] = [1, 2];
const INVITATION: u8 = 3;

fn token(number: u8) -> SeatToken {
    format!("{number:032x}").parse().expect("32 digits")
}

impl Start {
    /// Returns the setup; `None` where the rules cannot be so.
    #[must_use]
    pub fn setup(&self) -> Option<Setup> {
        let entry = crate::game(self.game);
        let given = small_options(entry, &self.options);
        let mut options = entry.defaults();
        for (name, value) in &given {
            options.set(name, value).ok()?;
        }
        let seats = self.seats[..usize::from(entry.players())]
            .iter()
            .map(Sitter::seat);
        let seed = Seed::Key([self.seed; 32]);
        let mut setup = Setup::new(entry.id(), given, seed.to_string(), seats.collect());
        setup.clock = self.clock.map(Time::setup);
        setup.daily = self.is_daily.then(|| "2026-11-26".to_owned());
        let mut session = entry.new_session(&options, seed).ok()?;
        let mut play = |bytes: &[u8]| {
            let mut line = Vec::new();
            for &byte in bytes.iter().take(12) {
                let legal = session.legal_actions();
                let Some(&action) = legal.get(usize::from(byte) % legal.len().max(1)) else {
                    break;
                };
                line.extend(session.action_text(action));
                session.play(action).expect("it is legal");
            }
            (line, session.record(Vec::new()))
        };
        if let Some(bytes) = &self.played {
            setup.record = Some(play(bytes).1.to_text());
        }
        if let Some(bytes) = &self.puzzle {
            let (line, _) = play(bytes);
            setup.puzzle = Some(PuzzleSetup {
                wins_in: line.len().div_ceil(2) as u32,
                difficulty: 1,
                line,
            });
        }
        Some(setup)
    }
}

/// Sets options so that boards are small.
fn small_options(entry: &dyn DynGame, bytes: &[u8]) -> BTreeMap<String, String> {
    let value = |(kind, &byte): (OptionKind, &u8)| {
        Some(match kind {
            OptionKind::Integer(least, most) => (least + u64::from(byte % 8)).min(most).to_string(),
            OptionKind::Number(least, most) => (least + (most - least) * f64::from(byte) / 255.0).to_string(),
            OptionKind::Choice(words) => words[usize::from(byte) % words.len()].to_owned(),
            OptionKind::Text | OptionKind::File => return None,
        })
    };
    let specs = entry.options().iter().zip(bytes);
    specs
        // An eighth keeps its default.
        .filter(|(_, byte)| **byte < 224)
        .filter_map(|(spec, byte)| Some((spec.name.to_owned(), value((spec.kind, byte))?)))
        .collect()
}

impl Sitter {
    fn seat(&self) -> Seat {
        match *self {
            Self::Person(second) => Seat::Person {
                token: token(SITTERS[usize::from(second)]).hash(),
            },
            Self::Invited => Seat::Invited {
                invitation: token(INVITATION).hash(),
            },
            Self::Computer => Seat::Computer { level: 1 },
        }
    }
}

impl Time {
    fn setup(self) -> ClockSetup {
        match self {
            Self::Total(total, increment) => ClockSetup::Total {
                total: 1_000 + u64::from(total),
                increment: increment.into(),
            },
            Self::Move(each) => ClockSetup::Move {
                each: 1_000 + u64::from(each),
            },
        }
    }
}

impl Giver {
    fn by(self) -> By {
        match self {
            Self::Person(second) => By::Visitor(Some(token(SITTERS[usize::from(second)]).hash())),
            Self::Other(number) => By::Visitor(Some(token(number).hash())),
            Self::Nobody => By::Visitor(None),
            Self::Computer => By::Computer,
        }
    }
}

impl Kind {
    #[must_use]
    pub const fn kind(self) -> OfferKind {
        match self {
            Self::Undo => OfferKind::Undo,
            Self::Draw => OfferKind::Draw,
            Self::Rematch => OfferKind::Rematch,
        }
    }
}

impl Bench {
    /// Sets the table up; `None` where it is refused.
    #[must_use]
    pub fn new(start: &Start) -> Option<Self> {
        let (table, event) = Table::create(name(), start.setup()?).ok()?;
        let log = vec![logged(0, NOW, event)];
        let follower = Table::restore(name(), log.clone()).expect("it was made");
        assert!(follower.snapshot(None, NOW) == table.snapshot(None, NOW));
        Some(Self {
            table,
            log,
            follower,
            now: NOW,
        })
    }

    /// Does something. What is refused changes nothing, and what is done the follower does alike.
    pub fn give(&mut self, deed: &Deed) {
        let at = |position: Position| match position {
            Position::Right => self.table.position(),
            Position::Wrong(by) => self.table.position().wrapping_add_signed(by.into()),
        };
        let (by, command) = match deed {
            Deed::Move(nth) => {
                let legal = self.table.session().legal_actions();
                let Some(&action) = legal.get(usize::from(*nth) % legal.len().max(1)) else {
                    return;
                };
                return self.play_for_whoever(action);
            }
            Deed::Script => {
                if let Some(action) = self.table.scripted() {
                    self.play_for_whoever(action);
                }
                return;
            }
            Deed::Tick => {
                if let Some((event, update)) = self.table.tick(self.now) {
                    self.happened(event, &update);
                }
                return;
            }
            Deed::Wait(time) => {
                self.now = self.now.saturating_add_signed(i64::from(*time) * 8);
                return;
            }
            Deed::Resume(away) => {
                if let Some((event, update)) = self.table.resume(u64::from(*away) * 8, self.now) {
                    self.happened(event, &update);
                }
                return;
            }
            Deed::Present(here) => {
                let here = usize::from(*here);
                let is_here = |holder| (0..8).any(|n| here >> n & 1 == 1 && token(n).hash() == holder);
                let news = self.table.set_present(is_here);
                assert_eq!(self.follower.set_present(is_here), news);
                return;
            }
            Deed::Check => return self.check(),
            Deed::Rematch => {
                let kind = OfferKind::Rematch;
                for person in [false, true] {
                    self.perform(Giver::Person(person).by(), &Command::Offer { kind });
                }
                return;
            }
            Deed::Play(by, position, action) => (
                *by,
                Command::Play {
                    at: at(*position),
                    action: Some((*action).into()),
                    text: None,
                },
            ),
            Deed::Text(by, position, text) => (
                *by,
                Command::Play {
                    at: at(*position),
                    action: None,
                    text: Some(text.clone()),
                },
            ),
            Deed::Undo(by, position) => (*by, Command::Undo { at: at(*position) }),
            Deed::Redo(by, position) => (*by, Command::Redo { at: at(*position) }),
            Deed::Resign(by) => (*by, Command::Resign {}),
            Deed::Reveal(by) => (*by, Command::Reveal {}),
            Deed::Offer(by, kind) => (*by, Command::Offer { kind: kind.kind() }),
            Deed::Answer(by, accept) => {
                let offer = self.table.situation(self.now).offer;
                let kind = offer.map_or(OfferKind::Draw, |offer| offer.kind);
                (*by, Command::Answer { kind, accept: *accept })
            }
            Deed::Claim(invitation, by) => (
                Giver::Nobody,
                Command::Claim {
                    invitation: token(INVITATION.wrapping_add(invitation % 2)),
                    token: token(*by),
                },
            ),
        };
        self.perform(by.by(), &command);
    }

    /// Plays an action as the side that acts would.
    fn play_for_whoever(&mut self, action: usize) {
        let command = Command::Play {
            at: self.table.position(),
            action: Some(action),
            text: None,
        };
        let people = [1, 2, 3, 4].map(|number| By::Visitor(Some(token(number).hash())));
        for by in people.into_iter().chain([By::Computer]) {
            let before = self.table.seq();
            self.perform(by, &command);
            if self.table.seq() > before {
                break;
            }
        }
    }

    fn perform(&mut self, by: By, command: &Command) {
        let written = serde_json::to_string(command).expect("commands are JSON");
        assert_eq!(
            &serde_json::from_str::<Command>(&written).expect("it was written"),
            command
        );
        let (seq, before) = (self.table.seq(), self.table.situation(self.now));
        match self.table.perform(by, command, self.now) {
            Ok(Performed::Done(event, update)) => self.happened(event, &update),
            Ok(Performed::Rematch) => {
                self.assert_unchanged(seq, &before);
                let next = self.table.next_setup(Seed::Key([1; 32]));
                Table::create(name(), next).expect("a rematch can be set up");
                let (event, update) = self.table.rematched(name(), self.now);
                self.happened(event, &update);
            }
            Ok(Performed::Already) | Err(_) => self.assert_unchanged(seq, &before),
        }
    }

    fn assert_unchanged(&self, seq: u64, before: &quincunx_table::messages::Situation) {
        assert_eq!(self.table.seq(), seq);
        assert!(&self.table.situation(self.now) == before, "it was refused");
    }

    fn happened(&mut self, event: Event, update: &quincunx_table::messages::Update) {
        let written = serde_json::to_string(&event).expect("events are JSON");
        let event: Event = serde_json::from_str(&written).expect("it was written");
        let logged = logged(self.log.len() as u64, self.now, event);
        assert_eq!(update.seq, logged.seq);
        let followed = self.follower.follow(&logged).expect("it happened");
        assert!(&followed == update, "{followed:?} {update:?}");
        self.log.push(logged);
    }

    /// Checks that the log makes the same table.
    pub fn check(&mut self) {
        let mut again = Table::restore(name(), self.log.iter().cloned()).expect("its own log");
        for table in [&mut again, &mut self.table, &mut self.follower] {
            table.set_present(|_| false);
        }
        let snapshot = self.table.snapshot(None, self.now);
        for other in [&mut again, &mut self.follower] {
            assert!(other.snapshot(None, self.now) == snapshot);
            assert_eq!(other.record(), self.table.record());
            assert_eq!(other.deadline(), self.table.deadline());
            assert_eq!(other.bytes(), self.table.bytes());
        }
        assert_sound(&mut again, self.now);
    }
}

/// Checks that a table that has been restored can be looked at, and its record read again.
pub fn assert_sound(table: &mut Table, now: Millis) {
    let snapshot = table.snapshot(None, now);
    let written = serde_json::to_string(&snapshot).expect("snapshots are JSON");
    assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok());
    let plies = table.session().ply_count();
    for ply in (0..=plies).rev().take(40) {
        table.look(ply).expect("there is this ply");
        table.record_at(ply).expect("there is this ply");
    }
    assert!(table.look(plies + 1).is_err() && table.record_at(plies + 1).is_none());
    let record = table.record();
    assert_eq!(
        quincunx_core::Record::parse(&record.to_text()).as_ref(),
        Ok(&record)
    );
    let again = table.entry().replay(&record).expect("a record replays");
    assert_eq!(again.position_text(), table.session().position_text());
    assert_eq!(again.ply(), table.session().ply());
    // Whatever the table expects next it can say.
    let _ = (table.deadline(), table.computer_to_move(), table.scripted());
}

/// Returns an event with its place.
#[must_use]
pub const fn logged(seq: u64, at: Millis, event: Event) -> Logged {
    Logged { seq, at, event }
}
