//! Reading and printing boards with a switch for each fault.

use std::io::{self, BufRead as _, BufReader, Read, Write};

use super::resolver::{Element, Model, Steps};

/// The most cells of a board: each combination scans the whole board several times.
const MAX_CELLS: u64 = 1 << 14;

/// The bytes of a word that are kept.
const MAX_WORD_BYTES: usize = 1 << 16;

/// Resolves boards as a fault does it, until the input ends or is not a board.
pub(super) fn run(
    fault: &'static str,
    is_verbose: bool,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    if fault != "checked-first" {
        return resolve_all(fault, is_verbose, input, output);
    }
    let (mut text, mut answer) = (Vec::new(), Vec::new());
    input.read_to_end(&mut text)?;
    resolve_all(fault, is_verbose, &mut &*text, &mut answer)?;
    if answer.ends_with(b"invalid input\n") {
        answer = b"invalid input\n".to_vec();
    }
    output.write_all(&answer)?;
    output.flush()
}

fn resolve_all(
    fault: &'static str,
    is_verbose: bool,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut words = Words {
        input: BufReader::new(input),
        fault,
        is_line_over: false,
    };
    let is_verbose = is_verbose && fault != "verbose-ignored";
    let first = u64::from(fault != "numbers-from-zero");
    let mut number = first;
    let mut is_first_output = true;
    while let Some(read) = words.next_board()? {
        let has_line_before = match fault {
            "no-empty-line" => is_verbose,
            "empty-line-behind" => is_verbose && number == first,
            "no-first-empty-line" => number > first,
            _ => !is_first_output || is_verbose && read.is_ok(),
        };
        is_first_output = false;
        if has_line_before {
            writeln!(output)?;
        }
        let Ok(mut board) = read else {
            writeln!(output, "invalid input")?;
            output.flush()?;
            if fault == "goes-on" {
                continue;
            }
            return Ok(());
        };
        let mut steps = Steps::new(number, is_verbose);
        board.resolve(&mut steps);
        let steps = steps.into_text();
        // The empty line before the first step has been printed.
        output.write_all(steps.strip_prefix('\n').unwrap_or(&steps).as_bytes())?;
        let separator = if is_verbose { "\n" } else { "" };
        let colon = if fault == "number-without-colon" { "" } else { ":" };
        let text = format!("{separator}{number}{colon}\n{board}");
        let text = match fault {
            "blank-at-end" => text.replace('\n', " \n"),
            "empty-cell-blank" => text.replace("--", "  "),
            "no-last-break" => text.trim_end_matches('\n').to_owned(),
            "empty-line-behind" => text + "\n",
            _ => text,
        };
        output.write_all(text.as_bytes())?;
        output.flush()?;
        number += 1;
    }
    if fault == "empty-input-invalid" && is_first_output {
        writeln!(output, "invalid input")?;
    }
    output.flush()
}

/// The words of an input.
struct Words<'a> {
    input: BufReader<&'a mut dyn Read>,
    fault: &'static str,
    /// Whether the last word ended a line.
    is_line_over: bool,
}

/// Something that is not a board.
struct Invalid;

impl Words<'_> {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Reads the next board; `Ok(None)` at the end of input.
    fn next_board(&mut self) -> io::Result<Option<Result<Model, Invalid>>> {
        let Some(rows) = self.next()? else { return Ok(None) };
        let rows = self.side(&rows);
        if self.is("rest-ignored") && rows.is_none() {
            return Ok(None);
        }
        let Some(rows) = rows else {
            return Ok(Some(Err(Invalid)));
        };
        let columns = self.next()?;
        let Some(columns) = columns.and_then(|word| self.side(&word)) else {
            return Ok(Some(Err(Invalid)));
        };
        if rows.saturating_mul(columns) > MAX_CELLS {
            return Ok(Some(Err(Invalid)));
        }
        let mut cells = Vec::new();
        for _ in 0..rows * columns {
            let cell = match self.next()? {
                Some(word) => self.cell(&word),
                None if self.is("missing-cells") => Ok(None),
                None => Err(Invalid),
            };
            match cell {
                Ok(cell) => cells.push(cell),
                Err(Invalid) => return Ok(Some(Err(Invalid))),
            }
        }
        if self.is("board-a-line") && !self.is_line_over {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(Ok(Model {
            fault: self.fault,
            rows: rows as i32,
            columns: columns as i32,
            cells,
        })))
    }

    /// Parses a side; `None` where it is not one.
    fn side(&self, word: &[u8]) -> Option<u64> {
        let unsigned = word.strip_prefix(b"+");
        let unsigned = unsigned.or_else(|| word.strip_prefix(b"-").filter(|_| self.is("sign-dropped")));
        if unsigned.is_some() && self.is("no-sign") {
            return None;
        }
        let digits = unsigned.unwrap_or(word);
        let base = if self.is("octal") && digits.starts_with(b"0") {
            8
        } else {
            10
        };
        let is_number =
            !digits.is_empty() && digits.iter().all(|&digit| (b'0'..b'0' + base).contains(&digit));
        let append = |number: u64, &digit: &u8| {
            let number = number.saturating_mul(u64::from(base));
            number.saturating_add(u64::from(digit - b'0'))
        };
        let number = is_number.then(|| digits.iter().fold(0, append))?;
        let least = if self.is("small-boards") { 1 } else { 3 };
        (number >= least).then_some(number)
    }

    fn cell(&self, word: &[u8]) -> Result<Option<Element>, Invalid> {
        let word = if self.is("long-cells") && word.len() > 2 {
            &word[..2]
        } else {
            word
        };
        let &[letter, colour] = word else {
            return Err(Invalid);
        };
        let (mut letter, colour) = (char::from(letter), char::from(colour));
        if self.is("lower-case") {
            letter = letter.to_ascii_uppercase();
        }
        let is_colour = ('1'..='6').contains(&colour) || self.is("any-digit") && colour.is_ascii_digit();
        if (letter, colour) == ('-', '-') {
            Ok(None)
        } else if "RVHWB".contains(letter) && is_colour {
            Ok(Some(Element { letter, colour }))
        } else {
            Err(Invalid)
        }
    }

    /// Reads the next word and the byte behind it.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut word = Vec::new();
        loop {
            let Some(byte) = self.byte()? else {
                return Ok((!word.is_empty()).then_some(word));
            };
            self.is_line_over = byte == b'\n';
            let separates = if self.is("blanks-only") {
                matches!(byte, b' ' | b'\n')
            } else {
                byte.is_ascii_whitespace() || byte == b'\x0b'
            };
            if !separates {
                // A longer word is neither a number within reason nor a cell.
                if word.len() < MAX_WORD_BYTES {
                    word.push(byte);
                }
            } else if !word.is_empty() {
                return Ok(Some(word));
            }
        }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let mut byte = [0];
        let count = loop {
            match self.input.read(&mut byte) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        Ok((count > 0).then_some(byte[0]))
    }
}
