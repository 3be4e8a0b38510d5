//! The exact console, a filter of batches: boards in, resolved boards out.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::parse::Boards;
use crate::engine::{Board, Trace, resolve, resolve_fast};

/// Runs the console until the input ends or is not a board.
pub(super) fn console(flags: &[&str], input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    filter(BufReader::new(input), output, flags.contains(&"-v"))
}

/// Resolves every board of an input, each answered and flushed before the next is read, with `verbose` also
/// every step. Anything that is not a board is answered by `invalid input`, and the filter ends.
///
/// ```
/// let mut output = Vec::new();
/// let input = "3 3  R1 R1 R1  R4 V5 R6  R1 R2 R3  3 3 and so on";
/// quincunx_match3::shariki::filter(input.as_bytes(), &mut output, false)?;
/// assert_eq!(output, b"1:\n-- -- --\nR4 V5 R6\nR1 R2 R3\n\ninvalid input\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When the input cannot be read or the output not be written. Input that is no board is answered by
/// `invalid input` instead, and ends the output.
pub fn filter(input: impl BufRead, output: impl Write, verbose: bool) -> io::Result<()> {
    let mut boards = Boards::new(input);
    let mut output = io::BufWriter::new(output);
    let mut number = 0;
    while let Some(board) = boards.next_board()? {
        if number > 0 {
            writeln!(output)?;
        }
        let Ok(mut board) = board else {
            writeln!(output, "invalid input")?;
            break;
        };
        number += 1;
        if verbose {
            // The first board has no output before it, so its empty line is still missing.
            if number == 1 {
                writeln!(output)?;
            }
            write!(output, "{number}.0:\n{board}")?;
            let mut blocks = Blocks {
                output: &mut output,
                number,
                combinations: 0,
                specials: 0,
                written: Ok(()),
            };
            resolve(&mut board, &mut blocks);
            blocks.written?;
            writeln!(output)?;
        } else {
            resolve_fast(&mut board);
        }
        write!(output, "{number}:\n{board}")?;
        output.flush()?;
    }
    output.flush()
}

/// Writes the steps of one board, each as a block behind an empty line.
struct Blocks<'a, W> {
    output: &'a mut W,
    number: u64,
    /// Combinations finished so far on this board.
    combinations: u64,
    /// Specials emptied so far by the combination being removed.
    specials: u64,
    /// The first error of the output; nothing is written behind it.
    written: io::Result<()>,
}

impl<W: Write> Blocks<'_, W> {
    fn block(&mut self, heading: &str, board: &Board) {
        if self.written.is_ok() {
            self.written = write!(self.output, "\n{heading}{board}");
        }
    }
}

impl<W: Write> Trace for Blocks<'_, W> {
    fn settled(&mut self, board: &Board) {
        self.block("", board);
    }

    fn special_emptied(&mut self, board: &Board) {
        self.specials += 1;
        let heading = format!("{}.{}.{}:\n", self.number, self.combinations, self.specials);
        self.block(&heading, board);
    }

    fn combination_removed(&mut self, board: &Board) {
        self.combinations += 1;
        self.specials = 0;
        let heading = format!("{}.{}:\n", self.number, self.combinations);
        self.block(&heading, board);
    }
}
