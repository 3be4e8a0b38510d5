//! Durations on the command line.

use std::time::Duration;

/// The units and their seconds; `ms` comes before `s`, which ends it.
const UNITS: [(&str, f64); 4] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Parses a duration: `1s`, `200ms`, `2h`, or seconds without a unit.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let with_unit = UNITS
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, *seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    seconds
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a duration, as `1s`, `200ms`, `2h` or `0.5`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_parsed_with_and_without_units() {
        for (text, milliseconds) in [
            ("1s", 1000),
            ("200ms", 200),
            ("0.5", 500),
            ("1.5m", 90_000),
            ("2h", 7_200_000),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_millis(milliseconds)),
                "{text}"
            );
        }
        for text in ["", "0", "-1s", "s", "1 h", "1d", "NaN", "inf", "1e300h"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
