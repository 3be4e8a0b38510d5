//! Setting up a table: what is asked for is checked, and the opening or the record is played.

use std::collections::BTreeMap;

use quincunx_core::{DynSession, Event as Recorded, OptionError, Options, Record, Seed};
use quincunx_registry::{DynGame, NewGameError};

use crate::clock::Clock;
use crate::event::{Seat, Setup};
use crate::id::TableId;
use crate::messages::{Reason, Refusal};
use crate::table::Table;
use crate::weight::Weight;

/// The longest text of a record that a table begins with: 1 MiB.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

impl Table {
    /// Makes a table as it is before anything happens at it.
    pub(crate) fn set_up(id: TableId, mut setup: Setup) -> Result<Self, Refusal> {
        let entry = entry_of(&setup.game)?;
        check_seats(entry, &setup.seats)?;
        if setup.clock.is_some_and(|clock| !Clock::is_reasonable(clock)) {
            return Err(Reason::ClockRange {}.into());
        }
        let seed = setup
            .seed
            .parse()
            .map_err(|error| Reason::malformed(format!("{error}")))?;
        let (session, weight) = match &setup.record {
            Some(text) => after_record(entry, seed, text, &setup.options)?,
            None => at_opening(entry, seed, &setup)?,
        };
        let puzzle = match &setup.puzzle {
            None => None,
            Some(puzzle) => Some(puzzle.at(session.as_ref())?),
        };
        if setup.record.is_none() {
            setup.opening = session.chances_of(0);
        }
        setup.options = session
            .options()
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Ok(Self {
            id,
            entry,
            seed,
            has_luck: has_luck(entry),
            from_record: setup.record.is_some(),
            session,
            weight,
            seq: 0,
            last_at: 0,
            resumed_at: None,
            position: 0,
            present: setup
                .seats
                .iter()
                .map(|seat| matches!(seat, Seat::Computer { .. }))
                .collect(),
            seats: setup.seats.clone(),
            clock: setup.clock.map(|clock| Clock::new(clock, setup.seats.len())),
            offer: None,
            ended: None,
            rematch: None,
            puzzle,
            revealed: false,
            setup,
        })
    }
}

/// Finds a game by its id.
///
/// # Errors
/// [`Code::Unknown`](crate::messages::Code::Unknown).
pub fn entry_of(game: &str) -> Result<&'static dyn DynGame, Refusal> {
    let unknown = || {
        let known: Vec<&str> = quincunx_catalog::GAMES.iter().map(|entry| entry.id()).collect();
        let game = quincunx_core::notation::shorten(game);
        Reason::UnknownGame {
            game,
            known: known.join(", "),
        }
        .into()
    };
    quincunx_catalog::find(game).ok_or_else(unknown)
}

/// Returns whether chance acts in a game: it does so in its ordinary opening then.
fn has_luck(entry: &dyn DynGame) -> bool {
    let ordinary = entry.new_session(&entry.defaults(), Seed::Number(0));
    ordinary.is_ok_and(|session| !session.chances_of(0).is_empty())
}

fn check_seats(entry: &dyn DynGame, seats: &[Seat]) -> Result<(), Refusal> {
    let (expected, found) = (usize::from(entry.players()), seats.len());
    if found != expected {
        let game = entry.title().to_owned();
        return Err(Reason::SeatCount {
            game,
            expected,
            found,
        }
        .into());
    }
    for seat in seats {
        if let Seat::Computer { level } = *seat
            && !(1..=entry.levels().len()).contains(&usize::from(level))
        {
            let most = entry.levels().len();
            return Err(Reason::ComputerLevel { most, level }.into());
        }
    }
    Ok(())
}

/// Starts a game: with the luck of the seed, or with the opening that was written down.
fn at_opening(
    entry: &dyn DynGame,
    seed: Seed,
    setup: &Setup,
) -> Result<(Box<dyn DynSession>, Weight), Refusal> {
    let options = options_of(entry, &setup.options)?;
    let session = if setup.opening.is_empty() {
        entry.new_session(&options, seed).map_err(|error| match error {
            NewGameError::Option(error) => bad_option(&error),
            error => Reason::NoGame {
                message: error.to_string(),
            },
        })?
    } else {
        let events = setup.opening.iter().cloned().map(Recorded::Chance).collect();
        let opening = Record {
            game: entry.id().to_owned(),
            options: options
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            seed,
            position: None,
            tags: Vec::new(),
            events,
        };
        replay(entry, &opening)?
    };
    let weight = Weight::new(session.as_ref());
    Ok((session, weight))
}

/// Plays a record again ply by ply, so that one that would take too much memory is refused before it does.
fn after_record(
    entry: &dyn DynGame,
    seed: Seed,
    text: &str,
    options: &BTreeMap<String, String>,
) -> Result<(Box<dyn DynSession>, Weight), Refusal> {
    let mut record = Record::parse(text).map_err(Reason::from)?;
    let plays = record
        .events
        .iter()
        .position(|event| matches!(event, Recorded::Action(_)));
    let plies = record.events.split_off(plays.unwrap_or(record.events.len()));
    record.seed = seed;
    let first_line = record.line_of_event(record.events.len());
    let mut session = replay(entry, &record)?;
    for (name, value) in options {
        if session
            .options()
            .iter()
            .all(|option| option != (name.as_str(), value.as_str()))
        {
            return Err(Reason::OptionsGiven {}.into());
        }
    }
    let mut weight = Weight::new(session.as_ref());
    let mut line = first_line;
    for ply in plies.chunk_by(|_, next| matches!(next, Recorded::Chance(_))) {
        let Some((Recorded::Action(action), chances)) = ply.split_first() else {
            unreachable!("what comes before the first action has been split off");
        };
        if !weight.has_room_after(session.ply()) {
            return Err(Reason::RecordTooLong {}.into());
        }
        let chances: Vec<String> = chances.iter().map(text_of).collect();
        session
            .play_recorded(action, &chances)
            .map_err(|error| Reason::RecordMove {
                line,
                message: format!("line {line}: {error}"),
            })?;
        weight.played(session.as_ref());
        line += ply.len();
    }
    Ok((session, weight))
}

fn text_of(event: &Recorded) -> String {
    let (Recorded::Action(text) | Recorded::Chance(text)) = event;
    text.clone()
}

fn replay(entry: &dyn DynGame, record: &Record) -> Result<Box<dyn DynSession>, Refusal> {
    entry.replay(record).map_err(|error| Reason::from(error).into())
}

/// Reads options of a game's rules.
///
/// # Errors
/// [`Code::Illegal`](crate::messages::Code::Illegal).
pub fn options_of(entry: &dyn DynGame, given: &BTreeMap<String, String>) -> Result<Options, Refusal> {
    Options::from_pairs(entry.options(), given).map_err(|error| bad_option(&error).into())
}

fn bad_option(error: &OptionError) -> Reason {
    Reason::BadOption {
        option: error.name().to_owned(),
        message: error.to_string(),
    }
}
