//! Texts of others, as they may be shown.

use std::fmt::Write as _;

/// The most lines of a text that are shown, and the most characters of a line.
const MAX_LINES: usize = 40;
const MAX_CHARACTERS: usize = 400;

/// Replaces what would do something to a terminal or to the direction of the text by its number: `\u{1b}`.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        let is_mark = matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
        let is_direction = is_mark || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() && c != '\n' && c != '\t' || is_direction {
            printable.extend(c.escape_unicode());
        } else {
            printable.push(c);
        }
    }
    printable
}

/// Returns the beginning of a text of others that is printable and short enough for a report.
pub(crate) fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    let mut lines = text.lines();
    for (place, line) in lines.by_ref().take(MAX_LINES).enumerate() {
        excerpt.push_str(if place == 0 { "" } else { "\n" });
        let shown: String = line.chars().take(MAX_CHARACTERS).collect();
        excerpt.push_str(&printable(&shown));
        if shown.len() < line.len() {
            let more = line[shown.len()..].chars().count();
            write!(excerpt, " … {more} more characters").expect("writing to a string succeeds");
        }
    }
    match lines.count() {
        0 => {}
        more => write!(excerpt, "\n… {more} more lines").expect("writing to a string succeeds"),
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::{excerpt, printable};

    #[test]
    fn nothing_reaches_the_terminal_but_text() {
        assert_eq!(
            printable("a\u{1b}[2J\r\tb\u{202e}ü\n"),
            "a\\u{1b}[2J\\u{d}\tb\\u{202e}ü\n"
        );
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(excerpt("1 2\n3 4\n"), "1 2\n3 4");
        assert_eq!(
            excerpt(&"ü".repeat(500)),
            format!("{} … 100 more characters", "ü".repeat(400))
        );
        assert!(excerpt(&"a\n".repeat(100)).ends_with("\n… 60 more lines"));
    }
}
