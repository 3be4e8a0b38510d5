//! Tables of levels with known success of people.

use quincunx_core::notation::shorten;
use thiserror::Error;

/// A row of the table: a level, and how often people's attempts succeed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct KnownSuccess {
    /// The line of the table, from 1.
    pub line: u64,
    /// The level, as it is named there.
    pub level: String,
    /// The share of people's attempts that succeed.
    pub success: f64,
    /// The number of these attempts; `None` where it is unknown.
    pub attempts: Option<u64>,
}

/// Why a text is no such table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// It is no CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// A column or a value is not right.
    #[error("{reason}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is found, and what is accepted.
        reason: String,
    },
}

impl KnownSuccess {
    /// Parses a table in CSV with the columns `level`, `success` and, if known, `attempts`, in any order.
    ///
    /// # Errors
    /// When a column is missing, a success is no share, or attempts are no number above 0.
    pub fn parse_table(text: &str) -> Result<Vec<Self>, TableError> {
        let wrong = |line, reason| TableError::Line { line, reason };
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .flexible(true)
            .from_reader(text.as_bytes());
        let heads = reader.headers()?.clone();
        let before = text.len() - text.trim_start_matches(['\r', '\n']).len();
        let head_line = 1 + text[..before].matches('\n').count() as u64;
        let column = |name: &str| heads.iter().position(|head| head.eq_ignore_ascii_case(name));
        let needed = |name: &str| {
            column(name).ok_or_else(|| {
                let heads: Vec<&str> = heads.iter().collect();
                let heads = shorten(&heads.join(", "));
                wrong(
                    head_line,
                    format!(
                        "expected a column `{name}`, found [{heads}]: level and success, and attempts if known"
                    ),
                )
            })
        };
        let (level, success, attempts) = (needed("level")?, needed("success")?, column("attempts"));
        let mut rows = Vec::new();
        // The reader counts only some of the line breaks before a row.
        let (mut line, mut counted) = (1, 0);
        for row in reader.records() {
            let row = row?;
            let begin = row.position().map_or(0, |position| position.byte() as usize);
            let begin = text.len() - text[begin..].trim_start_matches(['\r', '\n']).len();
            line += text[counted..begin].matches('\n').count() as u64;
            counted = begin;
            if row.len() != heads.len() {
                let reason = format!("expected {} fields, found {}", heads.len(), row.len());
                return Err(wrong(line, reason));
            }
            let value = |column: usize| row.get(column).unwrap_or("");
            rows.push(Self {
                line,
                level: value(level).to_owned(),
                success: parse_share(value(success)).ok_or_else(|| {
                    let text = shorten(value(success));
                    let reason =
                        format!("expected a success from 0 to 1, such as 0.63 or 63%, found `{text}`");
                    wrong(line, reason)
                })?,
                attempts: match attempts.map_or("", value) {
                    "" => None,
                    text => Some(text.parse().ok().filter(|&number| number > 0).ok_or_else(|| {
                        let text = shorten(text);
                        let reason = format!("expected a whole number of attempts above 0, found `{text}`");
                        wrong(line, reason)
                    })?),
                },
            });
        }
        Ok(rows)
    }
}

/// Parses a share as a number from 0 to 1 or in percent.
#[must_use]
pub fn parse_share(text: &str) -> Option<f64> {
    let share: f64 = match text.trim().strip_suffix('%') {
        Some(hundredths) => hundredths.trim().parse::<f64>().ok()? / 100.0,
        None => text.trim().parse().ok()?,
    };
    (0.0..=1.0).contains(&share).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_both_ways() {
        assert_eq!(
            [parse_share("0.7"), parse_share("70%"), parse_share(" 12.5 % ")],
            [0.7, 0.7, 0.125].map(Some)
        );
        for wrong in ["", "%", "63", "-0.1", "101%", "NaN", "seven"] {
            assert_eq!(parse_share(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn columns_may_come_in_any_order_and_errors_name_the_line() {
        let rows = KnownSuccess::parse_table("Success, note, level,attempts\n63%,x,a,\n0.5,, b ,12\n");
        let row = |line, level: &str, success, attempts| KnownSuccess {
            line,
            level: level.to_owned(),
            success,
            attempts,
        };
        assert_eq!(
            rows.expect("a table"),
            [row(2, "a", 0.63, None), row(3, "b", 0.5, Some(12))]
        );
        for (text, at) in [
            ("", 1),
            ("level\na\n", 1),
            ("\n\nlevel,foo\n", 3),
            ("level,success\na,0.5\nb,2\n", 3),
            ("level,success,attempts\na,0.5,0\n", 2),
            ("level,success\r\na,0.5\r\nb,2\r\n", 3),
            ("level,success\n\n\na,2\n", 4),
            ("level,success\r\na,0.5\r\nb\r\n", 3),
        ] {
            let Err(TableError::Line { line, .. }) = KnownSuccess::parse_table(text) else {
                panic!("{text}");
            };
            assert_eq!(line, at, "{text}");
        }
    }
}
