//! Programs that resolve batches of boards otherwise than the game's own filter: right ones and wrong ones.

mod batch;
mod resolver;

use std::io::{self, BufReader, Read, Write};

use quincunx_registry::examination::Variant;

use super::console::filter;
pub(super) use resolver::SHAPES;

/// The variants. What a right program prints is fixed to the last character, so the right ones differ in how
/// they read and write.
pub(super) static VARIANTS: [Variant; 84] = [
    Variant::right(
        "answers-at-end",
        "It reads the whole input before it resolves the first board.",
    ),
    Variant::right("reads-bytes", "It reads one byte at a time."),
    Variant::right(
        "writes-bytes",
        "It writes one byte at a time and flushes after each.",
    ),
    Variant::right("flushes-rows", "It flushes after every line of its output."),
    Variant::right(
        "drains-input",
        "It reads what is left of the input after it has printed `invalid input`.",
    ),
    Variant::fault(
        "no-first-fall",
        "gravity",
        "Nothing falls before the first combination is looked for.",
    ),
    Variant::fault(
        "no-fall-after",
        "gravity",
        "Elements fall only at first, not after a combination.",
    ),
    Variant::fault("falls-one-row", "gravity", "Elements fall by one row at most."),
    Variant::fault("rises", "gravity", "Elements rise instead of falling."),
    Variant::fault(
        "one-combination",
        "gravity",
        "Only the first combination is removed.",
    ),
    Variant::fault(
        "long-line-cut",
        "line-of-five",
        "Of a line of six or more only five elements are removed.",
    ),
    Variant::fault(
        "long-line-missed",
        "line-of-five",
        "A line counts as a five only if exactly five elements are left of it.",
    ),
    Variant::fault(
        "five-without-bomb",
        "line-of-five",
        "A line of five leaves nothing.",
    ),
    Variant::fault(
        "five-leaves-wrapped",
        "line-of-five",
        "A line of five leaves a W.",
    ),
    Variant::fault("no-corners", "corners", "L and T shapes are not looked for."),
    Variant::fault("no-t-shapes", "corners", "T shapes are not looked for."),
    Variant::fault(
        "no-left-shapes",
        "corners",
        "Shapes that reach to the left of their first cell are not found.",
    ),
    Variant::fault(
        "corner-takes-lines",
        "corners",
        "An L or T takes along the whole lines of which its cells are part.",
    ),
    Variant::fault(
        "special-on-corner",
        "corners",
        "The wrapped special appears on the cell where the two lines of the shape meet.",
    ),
    Variant::fault(
        "shapes-backwards",
        "shape-order",
        "Shapes are tried from T4 to L1.",
    ),
    Variant::fault("t-before-l", "shape-order", "T shapes are tried before L shapes."),
    Variant::fault(
        "four-without-special",
        "line-of-four",
        "A line of four leaves nothing.",
    ),
    Variant::fault(
        "four-letters-swapped",
        "line-of-four",
        "A vertical line of four leaves an H, a horizontal one a V.",
    ),
    Variant::fault(
        "special-on-last",
        "line-of-four",
        "The new special of a line appears on its last cell.",
    ),
    Variant::fault(
        "special-is-red",
        "line-of-four",
        "Every new special has the colour 1.",
    ),
    Variant::fault(
        "no-vertical-three",
        "line-of-three",
        "Vertical lines of three are not found.",
    ),
    Variant::fault(
        "three-leaves-special",
        "line-of-three",
        "A line of three leaves a V or an H.",
    ),
    Variant::fault("corner-before-five", "kind-order", "Corners come before fives."),
    Variant::fault("four-before-corner", "kind-order", "Fours come before corners."),
    Variant::fault("three-before-four", "kind-order", "Threes come before fours."),
    Variant::fault(
        "cell-before-kind",
        "kind-order",
        "The first cell with any combination is taken, and only there are the kinds tried in order.",
    ),
    Variant::fault(
        "column-order",
        "reading-order",
        "Cells are visited column by column instead of row by row.",
    ),
    Variant::fault(
        "from-bottom",
        "reading-order",
        "Rows are visited from the bottom up.",
    ),
    Variant::fault(
        "from-right",
        "reading-order",
        "Rows are visited from right to left.",
    ),
    Variant::fault(
        "horizontal-first",
        "vertical-first",
        "At a cell the horizontal line is taken before the vertical one.",
    ),
    Variant::fault(
        "longer-first",
        "vertical-first",
        "At a cell the longer line is taken, the vertical one if both are equal.",
    ),
    Variant::fault(
        "letters-count",
        "colours",
        "Elements match only if their letters are equal too.",
    ),
    Variant::fault("specials-never-match", "colours", "Only regular elements match."),
    Variant::fault(
        "lines-across-gaps",
        "colours",
        "A line goes on behind empty cells, which are passed over.",
    ),
    Variant::fault(
        "v-below-only",
        "vertical-special",
        "A V removes only what is below it.",
    ),
    Variant::fault(
        "v-and-h-swapped",
        "vertical-special",
        "A V removes its row and an H its column.",
    ),
    Variant::fault(
        "h-right-only",
        "horizontal-special",
        "An H removes only what is to its right.",
    ),
    Variant::fault(
        "h-without-ends",
        "horizontal-special",
        "An H leaves the last element of its row.",
    ),
    Variant::fault(
        "w-cross",
        "wrapped-special",
        "A W removes only the four cells that share a side with it.",
    ),
    Variant::fault("w-five", "wrapped-special", "A W removes five by five cells."),
    Variant::fault(
        "w-over-edges",
        "wrapped-special",
        "The neighbours of a W at the left or right edge lie at the other edge, one row on.",
    ),
    Variant::fault("b-spares-specials", "bomb", "A B removes only regular elements."),
    Variant::fault("b-removes-all", "bomb", "A B removes every element of the board."),
    Variant::fault(
        "b-of-row",
        "bomb",
        "A B removes the elements of its colour in its own row and the rows below.",
    ),
    Variant::fault(
        "no-chain",
        "chains",
        "A special that an effect removes does not act.",
    ),
    Variant::fault(
        "chain-of-two",
        "chains",
        "Effects end with the specials that the first effect removes.",
    ),
    Variant::fault(
        "bombs-not-in-chain",
        "chains",
        "A B that an effect removes does not act.",
    ),
    Variant::fault(
        "special-before-effects",
        "new-special",
        "The new special is put on the first cell as soon as this is emptied, so that effects remove it.",
    ),
    Variant::fault(
        "special-lost",
        "new-special",
        "No new special is left when another one has acted.",
    ),
    Variant::fault("no-sign", "input", "A number with a sign is invalid."),
    Variant::fault("octal", "input", "A number that begins with 0 is read as octal."),
    Variant::fault("blanks-only", "input", "Only blanks and line breaks separate."),
    Variant::fault(
        "board-a-line",
        "input",
        "What follows a board on its line is not read.",
    ),
    Variant::fault("small-boards", "invalid-input", "A side of 1 or 2 is accepted."),
    Variant::fault(
        "sign-dropped",
        "invalid-input",
        "A minus before a number is ignored.",
    ),
    Variant::fault("any-digit", "invalid-input", "Every digit is a colour."),
    Variant::fault("lower-case", "invalid-input", "Lower-case letters are accepted."),
    Variant::fault(
        "long-cells",
        "invalid-input",
        "Of a cell only the first two characters count.",
    ),
    Variant::fault(
        "missing-cells",
        "invalid-input",
        "Cells that are missing at the end of input are empty.",
    ),
    Variant::fault(
        "rest-ignored",
        "invalid-input",
        "What follows a board and does not begin with a number is ignored.",
    ),
    Variant::fault(
        "goes-on",
        "invalid-input",
        "After invalid input it looks for the next board.",
    ),
    Variant::fault(
        "checked-first",
        "invalid-input",
        "If anything in the input is invalid, nothing else is printed.",
    ),
    Variant::fault(
        "empty-input-invalid",
        "output",
        "An input without boards is answered by `invalid input`.",
    ),
    Variant::fault("numbers-from-zero", "output", "Boards are numbered from 0."),
    Variant::fault("no-empty-line", "output", "No empty line stands between outputs."),
    Variant::fault(
        "empty-line-behind",
        "output",
        "An empty line stands behind every output.",
    ),
    Variant::fault("blank-at-end", "output", "A blank stands behind every cell."),
    Variant::fault(
        "empty-cell-blank",
        "output",
        "An empty cell is printed as two blanks.",
    ),
    Variant::fault(
        "number-without-colon",
        "output",
        "The number of a board has no colon.",
    ),
    Variant::fault("no-last-break", "output", "The last line of a board has no end."),
    Variant::fault(
        "falls-always-shown",
        "verbose",
        "The board is also printed when nothing fell.",
    ),
    Variant::fault("falls-not-shown", "verbose", "The fallen board is not printed."),
    Variant::fault(
        "special-shown-before",
        "verbose",
        "A special is still on the board that is printed before its effect.",
    ),
    Variant::fault(
        "special-numbers-go-on",
        "verbose",
        "The numbers of specials do not restart with each combination.",
    ),
    Variant::fault(
        "breadth-first",
        "verbose",
        "An effect ends before the specials that it removes act.",
    ),
    Variant::fault(
        "corner-in-order",
        "verbose",
        "The cells of a shape are removed from the first to the last.",
    ),
    Variant::fault(
        "verbose-starts-fallen",
        "verbose",
        "The first board that is printed has fallen already.",
    ),
    Variant::fault("verbose-ignored", "verbose", "The steps are not printed."),
    Variant::fault(
        "no-first-empty-line",
        "verbose",
        "No empty line stands before the first board.",
    ),
];

/// Runs the filter of a variant.
pub(super) fn run(
    variant: &Variant,
    is_verbose: bool,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> io::Result<()> {
    match variant.name {
        "answers-at-end" => {
            let mut text = Vec::new();
            input.read_to_end(&mut text)?;
            filter(&*text, output, is_verbose)
        }
        "reads-bytes" => filter(BufReader::with_capacity(1, input), output, is_verbose),
        "writes-bytes" => filter(BufReader::new(input), Pieces::new(output, |_| true), is_verbose),
        "flushes-rows" => {
            let lines = Pieces::new(output, |byte| byte == b'\n');
            filter(BufReader::new(input), lines, is_verbose)
        }
        "drains-input" => {
            let mut input = BufReader::new(input);
            filter(&mut input, output, is_verbose)?;
            io::copy(&mut input, &mut io::sink()).map(|_| ())
        }
        fault => batch::run(fault, is_verbose, input, output),
    }
}

/// An output that is flushed behind certain bytes.
struct Pieces<'a> {
    output: &'a mut dyn Write,
    ends: fn(u8) -> bool,
}

impl<'a> Pieces<'a> {
    fn new(output: &'a mut dyn Write, ends: fn(u8) -> bool) -> Self {
        Self { output, ends }
    }
}

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|&byte| (self.ends)(byte)) {
            self.output.write_all(piece)?;
            self.output.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
