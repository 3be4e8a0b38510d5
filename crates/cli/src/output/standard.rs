//! Standard output and error, on which the texts of shared files do nothing to the terminal.

use std::fmt;
use std::io::{self, Write};

use quincunx_core::notation::is_printable;

/// A writer that replaces what would do something to a terminal, or to the direction of the text, by its
/// number: `\u001b`, as in JSON, which stays JSON.
pub(crate) struct Printable<W>(W);

/// Returns standard output; all the program prints goes through here.
#[expect(clippy::disallowed_methods, reason = "this is the one place")]
pub(crate) fn stdout() -> Printable<io::StdoutLock<'static>> {
    Printable(io::stdout().lock())
}

/// Prints a line on standard error; the work continues if nobody can read it.
pub(crate) fn print_error(text: fmt::Arguments<'_>) {
    let _ = writeln!(Printable(io::stderr().lock()), "{text}");
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            let mut rest = chunk.valid();
            while let Some((place, c)) = rest.char_indices().find(|&(_, c)| !is_printable(c)) {
                self.0.write_all(&rest.as_bytes()[..place])?;
                write!(self.0, "\\u{:04x}", u32::from(c))?;
                rest = &rest[place + c.len_utf8()..];
            }
            self.0.write_all(rest.as_bytes())?;
            if !chunk.invalid().is_empty() {
                self.0.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(bytes: &[u8]) -> String {
        let mut output = Vec::new();
        Printable(&mut output).write_all(bytes).expect("there is memory");
        String::from_utf8(output).expect("only text is printed")
    }

    #[test]
    fn only_text_is_printed() {
        assert_eq!(
            printed("a\u{1b}[31m\tü\u{9b}\u{202e}\r\u{7f}\n".as_bytes()),
            "a\\u001b[31m\tü\\u009b\\u202e\\u000d\\u007f\n"
        );
        assert_eq!(printed(b"a\x9bb"), "a\u{fffd}b");
    }

    #[test]
    fn json_stays_json() {
        let text = "\u{1b}\u{9b}\u{202e}";
        let json = printed(serde_json::json!(text).to_string().as_bytes());
        assert!(json.is_ascii(), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(text));
    }
}
