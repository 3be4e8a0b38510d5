//! Texts of others, as they may be shown.

use std::fmt::Write as _;

use quincunx_core::notation::printable;

/// The most lines of a text that are shown, and the most characters of a line.
const MAX_LINES: usize = 40;
const MAX_CHARACTERS: usize = 400;

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
    use super::excerpt;

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
