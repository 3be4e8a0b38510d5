//! The luck and the puzzle of the day: the same for everybody, another one for each game and date.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use quincunx_catalog::GAMES;
use quincunx_core::Seed;
use quincunx_registry::DynGame;
use sha2::{Digest, Sha256};

use crate::event::Millis;
use crate::messages::{Day, DayPuzzle};

/// Returns the date (UTC) of a moment.
#[must_use]
pub fn date(now: Millis) -> Date {
    let moment = i64::try_from(now)
        .ok()
        .and_then(|now| Timestamp::from_millisecond(now).ok());
    moment.unwrap_or(Timestamp::MAX).to_zoned(TimeZone::UTC).date()
}

/// Returns the key that a game's luck comes from on a date: SHA-256 of `quincunx DATE GAME`.
///
/// There is no secret in it, so every server gives the same game and nobody need be asked for it. The price
/// is that whoever reads this can work out tomorrow's luck. The one attempt a day is a matter between the
/// visitor and their browser anyway, which could always begin anew as somebody else.
///
/// ```
/// use jiff::civil::date;
/// use quincunx_table::daily::seed;
/// let today = seed(date(2026, 11, 21), "2048");
/// assert_eq!(today, seed(date(2026, 11, 21), "2048"));
/// assert_ne!(today, seed(date(2026, 11, 22), "2048"));
/// ```
#[must_use]
pub fn seed(date: Date, game: &str) -> Seed {
    Seed::Key(Sha256::digest(format!("quincunx {date} {game}")).into())
}

/// Returns in how many moves a game's puzzle of a date is won, and its seed; `None` where the game has no
/// puzzles.
///
/// The seed is made of the first bytes of the day's key. A week begins easy and ends hard, as weeks of
/// crosswords do.
#[must_use]
pub fn puzzle(date: Date, entry: &dyn DynGame) -> Option<(u32, u64)> {
    let (least, most) = entry.puzzles()?;
    let weekday = usize::from(date.weekday().to_monday_zero_offset().unsigned_abs());
    let wins_in = WINS_IN[weekday % WINS_IN.len()].clamp(least, most);
    let Seed::Key(key) = seed(date, entry.id()) else {
        unreachable!("the day's luck comes from a key");
    };
    let number = |number, &byte: &u8| number << 8 | u64::from(byte);
    Some((wins_in, key.iter().take(8).fold(0, number)))
}

/// Reports the games and puzzles of a date.
#[must_use]
pub fn day(date: Date) -> Day {
    let of_puzzle = |&entry: &&'static dyn DynGame| {
        let (wins_in, _) = puzzle(date, entry)?;
        Some(DayPuzzle {
            game: entry.id().to_owned(),
            wins_in,
        })
    };
    let alone = GAMES.iter().filter(|entry| entry.players() == 1);
    Day {
        date: date.to_string(),
        games: alone.map(|entry| entry.id().to_owned()).collect(),
        puzzles: GAMES.iter().filter_map(of_puzzle).collect(),
    }
}

/// In how many moves puzzles are won, from Monday to Sunday.
const WINS_IN: [u32; 7] = [2, 3, 3, 4, 4, 5, 5];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight_utc() {
        let midnight = 1_795_219_200_000;
        assert_eq!(date(midnight).to_string(), "2026-11-21");
        assert_eq!(date(midnight - 1).to_string(), "2026-11-20");
        assert_eq!(date(0).to_string(), "1970-01-01");
        assert_eq!(date(Millis::MAX).to_string(), "9999-12-30");
    }

    #[test]
    fn the_luck_of_a_day_is_fixed_for_ever() {
        let today = date(1_795_219_200_000);
        assert_eq!(
            seed(today, "2048").to_string(),
            "2822dfd5f34f37451f219284deb2b64cc3630f40e8e22ab8b7bf1677c21d6054"
        );
        let tomorrow = today.tomorrow().expect("a date");
        assert_ne!(seed(tomorrow, "2048"), seed(today, "2048"));
        assert_ne!(seed(today, "shariki"), seed(today, "2048"));
    }

    #[test]
    fn a_week_of_puzzles_begins_easy_and_ends_hard() {
        for entry in GAMES {
            let monday = date(1_795_219_200_000 - 5 * 86_400_000);
            let week: Vec<_> = monday.series(jiff::Span::new().days(1)).take(8).collect();
            let puzzles: Vec<_> = week.iter().filter_map(|&day| puzzle(day, *entry)).collect();
            assert_eq!(
                puzzles.len(),
                if entry.puzzles().is_some() { 8 } else { 0 },
                "{}",
                entry.id()
            );
            if let [first, .., seventh, eighth] = puzzles.as_slice() {
                assert!(first.0 < seventh.0 && first.0 == eighth.0 && first.1 != eighth.1);
                assert!(puzzles[..7].is_sorted_by_key(|(wins_in, _)| *wins_in));
            }
        }
    }
}
