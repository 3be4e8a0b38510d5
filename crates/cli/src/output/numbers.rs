//! Numbers as text.

/// Formats a whole number with a comma between thousands.
pub(crate) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", number.abs());
    let (before, after) = text.split_at(text.find('.').unwrap_or(text.len()));
    let is_negative = number < 0.0 && text.contains(|digit| ('1'..='9').contains(&digit));
    let sign = if is_negative { "-" } else { "" };
    match before.parse() {
        Ok(before) => format!("{sign}{}{after}", whole(before)),
        // Beyond 64 bits.
        Err(_) => format!("{number:.3e}"),
    }
}

/// Formats a number with two decimals, or four if it is small.
pub(crate) fn decimal(number: f64) -> String {
    fixed(number, if number != 0.0 && number.abs() < 0.1 { 4 } else { 2 })
}

/// Formats an error, or `?` if it is unknown.
pub(crate) fn error_text(error: Option<f64>, decimals: usize) -> String {
    error.map_or_else(|| "?".to_owned(), |error| format!("{error:.decimals$}"))
}

/// Formats a number, or `?` if it is missing.
pub(crate) fn maybe(number: Option<f64>) -> String {
    number.map_or_else(|| "?".to_owned(), decimal)
}

pub(crate) fn interval((low, high): (f64, f64)) -> String {
    format!("{} to {}", decimal(low), decimal(high))
}

pub(crate) fn percent(share: f64) -> String {
    format!("{} %", fixed(100.0 * share, 1))
}

pub(crate) fn percents((low, high): (f64, f64)) -> String {
    format!("{} to {}", percent(low), percent(high))
}

pub(crate) fn percentage_points(difference: f64) -> String {
    format!("{} pp", fixed(100.0 * difference, 1))
}

pub(crate) fn point_range((low, high): (f64, f64)) -> String {
    format!("{} to {}", percentage_points(low), percentage_points(high))
}

/// Formats a number with the decimals that its distance to its neighbours needs.
pub(crate) fn short(number: f64, step: f64) -> String {
    if number.abs() >= 1e7 {
        return format!("{number:e}");
    }
    let mut digits = 0;
    let mut unit = 1.0;
    while digits < 9 && step < unit {
        unit /= 10.0;
        digits += 1;
    }
    fixed(number, digits)
}

pub(crate) fn format_seconds(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.1} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Formats a count of things: `1 game`, `2 games`.
pub(crate) fn pluralize(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", whole(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(whole),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [0.0, 1204.256, -3.1, 0.01234, -0.00001].map(decimal),
            ["0.00", "1,204.26", "-3.10", "0.0123", "0.0000"]
        );
        assert_eq!(decimal(1e30), "1.000e30");
        assert_eq!(percents((0.25, 1.0)), "25.0 % to 100.0 %");
        assert_eq!(point_range((-0.0004, 0.393)), "0.0 pp to 39.3 pp");
        assert_eq!(
            percents((-0.0004, -0.125)),
            "0.0 % to -12.5 %",
            "nothing is below itself"
        );
        assert_eq!(
            [(2e7, 1e7), (2.5e18, 5e17), (0.25, 0.05), (1500.0, 500.0)]
                .map(|(number, step)| short(number, step)),
            ["2e7", "2.5e18", "0.25", "1,500"]
        );
        assert_eq!(maybe(None), "?");
        assert_eq!(
            [1.26, 600.0, 9000.0].map(format_seconds),
            ["1.3 s", "10 min", "2.5 h"]
        );
        assert_eq!(
            [0, 1, 2000].map(|count| pluralize(count, "game")),
            ["0 games", "1 game", "2,000 games"]
        );
    }
}
