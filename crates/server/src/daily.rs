//! The luck of the day: the same for everybody, another one for each game and date.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use quincunx_core::Seed;
use sha2::{Digest, Sha256};

use crate::table::Millis;

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
/// There is no secret in it, so every server gives the same game and nobody need be asked for it. The price is that
/// whoever reads this can work out tomorrow's luck. The one attempt a day is a matter between the visitor and their
/// browser anyway, which could always begin anew as somebody else.
///
/// ```
/// use jiff::civil::date;
/// use quincunx_server::daily::seed;
/// let today = seed(date(2026, 11, 21), "2048");
/// assert_eq!(today, seed(date(2026, 11, 21), "2048"));
/// assert_ne!(today, seed(date(2026, 11, 22), "2048"));
/// ```
#[must_use]
pub fn seed(date: Date, game: &str) -> Seed {
    Seed::Key(Sha256::digest(format!("quincunx {date} {game}")).into())
}

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
}
