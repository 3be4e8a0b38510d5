//! Times on the command line.

use std::time::Duration;

/// The units, each with its seconds; one that another ends with comes behind it.
const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Reads a time, as `1s`, `200ms`, `2h` or `0.5`, in seconds where there is no unit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let with_unit = UNITS
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    seconds
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "it takes a time, as `1s`, `200ms`, `2h` or `0.5`".to_owned())
}

/// Writes a time for people, in hours and minutes, or in seconds if it is short.
pub(crate) fn in_words(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.1} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_units() {
        for (text, milliseconds) in [
            ("1s", 1000),
            ("200ms", 200),
            ("0.5", 500),
            ("1.5m", 90_000),
            ("2h", 7_200_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "0", "-1s", "s", "1 h", "1d", "NaN", "inf", "1e300h"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_told_in_a_fitting_unit() {
        assert_eq!([1.26, 600.0, 9000.0].map(in_words), ["1.3 s", "10 min", "2.5 h"]);
    }
}
