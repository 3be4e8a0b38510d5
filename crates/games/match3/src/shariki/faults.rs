//! Programs that resolve batches of boards otherwise than the game's own filter: right ones and wrong ones.

mod batch;
mod resolver;

use std::io::{self, BufReader, Read, Write};

use quincunx_registry::examination::Variant;
use quincunx_registry::variants;

use super::console::filter;
pub(super) use resolver::SHAPES;

/// The variants. What a right program prints is fixed to the last character, so the right ones differ in how
/// they read and write.
pub(super) static VARIANTS: &[Variant] = variants! {
    right {
        "answers-at-end": "It reads the whole input before it resolves the first board.";
        "reads-bytes": "It reads one byte at a time.";
        "writes-bytes": "It writes one byte at a time and flushes after each.";
        "flushes-rows": "It flushes after every line of its output.";
        "drains-input": "It reads what is left of the input after it has printed `invalid input`.";
    }
    fault "gravity" {
        "no-first-fall": "Nothing falls before the first combination is looked for.";
        "no-fall-after": "Elements fall only at first, not after a combination.";
        "falls-one-row": "Elements fall by one row at most.";
        "rises": "Elements rise instead of falling.";
        "one-combination": "Only the first combination is removed.";
    }
    fault "line-of-five" {
        "long-line-cut": "Of a line of six or more only five elements are removed.";
        "long-line-missed": "A line counts as a five only if exactly five elements are left of it.";
        "five-without-bomb": "A line of five leaves nothing.";
        "five-leaves-wrapped": "A line of five leaves a W.";
    }
    fault "corners" {
        "no-corners": "L and T shapes are not looked for.";
        "no-t-shapes": "T shapes are not looked for.";
        "no-left-shapes": "Shapes that reach to the left of their first cell are not found.";
        "corner-takes-lines": "An L or T takes along the whole lines of which its cells are part.";
        "special-on-corner": "The wrapped special appears on the cell where the two lines of the shape meet.";
    }
    fault "shape-order" {
        "shapes-backwards": "Shapes are tried from T4 to L1.";
        "t-before-l": "T shapes are tried before L shapes.";
    }
    fault "line-of-four" {
        "four-without-special": "A line of four leaves nothing.";
        "four-letters-swapped": "A vertical line of four leaves an H, a horizontal one a V.";
        "special-on-last": "The new special of a line appears on its last cell.";
        "special-is-red": "Every new special has the colour 1.";
    }
    fault "line-of-three" {
        "no-vertical-three": "Vertical lines of three are not found.";
        "three-leaves-special": "A line of three leaves a V or an H.";
    }
    fault "kind-order" {
        "corner-before-five": "Corners come before fives.";
        "four-before-corner": "Fours come before corners.";
        "three-before-four": "Threes come before fours.";
        "cell-before-kind":
            "The first cell with any combination is taken, and only there are the kinds tried in order.";
    }
    fault "reading-order" {
        "column-order": "Cells are visited column by column instead of row by row.";
        "from-bottom": "Rows are visited from the bottom up.";
        "from-right": "Rows are visited from right to left.";
    }
    fault "vertical-first" {
        "horizontal-first": "At a cell the horizontal line is taken before the vertical one.";
        "longer-first": "At a cell the longer line is taken, the vertical one if both are equal.";
    }
    fault "colours" {
        "letters-count": "Elements match only if their letters are equal too.";
        "specials-never-match": "Only regular elements match.";
        "lines-across-gaps": "A line goes on behind empty cells, which are passed over.";
    }
    fault "vertical-special" {
        "v-below-only": "A V removes only what is below it.";
        "v-and-h-swapped": "A V removes its row and an H its column.";
    }
    fault "horizontal-special" {
        "h-right-only": "An H removes only what is to its right.";
        "h-without-ends": "An H leaves the last element of its row.";
    }
    fault "wrapped-special" {
        "w-cross": "A W removes only the four cells that share a side with it.";
        "w-five": "A W removes five by five cells.";
        "w-over-edges": "The neighbours of a W at the left or right edge lie at the other edge, one row on.";
    }
    fault "bomb" {
        "b-spares-specials": "A B removes only regular elements.";
        "b-removes-all": "A B removes every element of the board.";
        "b-of-row": "A B removes the elements of its colour in its own row and the rows below.";
    }
    fault "chains" {
        "no-chain": "A special that an effect removes does not act.";
        "chain-of-two": "Effects end with the specials that the first effect removes.";
        "bombs-not-in-chain": "A B that an effect removes does not act.";
    }
    fault "new-special" {
        "special-before-effects":
            "The new special is put on the first cell as soon as this is emptied, so that effects remove it.";
        "special-lost": "No new special is left when another one has acted.";
    }
    fault "input" {
        "no-sign": "A number with a sign is invalid.";
        "octal": "A number that begins with 0 is read as octal.";
        "blanks-only": "Only blanks and line breaks separate.";
        "board-a-line": "What follows a board on its line is not read.";
    }
    fault "invalid-input" {
        "small-boards": "A side of 1 or 2 is accepted.";
        "sign-dropped": "A minus before a number is ignored.";
        "any-digit": "Every digit is a colour.";
        "lower-case": "Lower-case letters are accepted.";
        "long-cells": "Of a cell only the first two characters count.";
        "missing-cells": "Cells that are missing at the end of input are empty.";
        "rest-ignored": "What follows a board and does not begin with a number is ignored.";
        "goes-on": "After invalid input it looks for the next board.";
        "checked-first": "If anything in the input is invalid, nothing else is printed.";
    }
    fault "output" {
        "empty-input-invalid": "An input without boards is answered by `invalid input`.";
        "numbers-from-zero": "Boards are numbered from 0.";
        "no-empty-line": "No empty line stands between outputs.";
        "empty-line-behind": "An empty line stands behind every output.";
        "blank-at-end": "A blank stands behind every cell.";
        "empty-cell-blank": "An empty cell is printed as two blanks.";
        "number-without-colon": "The number of a board has no colon.";
        "no-last-break": "The last line of a board has no end.";
    }
    fault "verbose" {
        "falls-always-shown": "The board is also printed when nothing fell.";
        "falls-not-shown": "The fallen board is not printed.";
        "special-shown-before": "A special is still on the board that is printed before its effect.";
        "special-numbers-go-on": "The numbers of specials do not restart with each combination.";
        "breadth-first": "An effect ends before the specials that it removes act.";
        "corner-in-order": "The cells of a shape are removed from the first to the last.";
        "verbose-starts-fallen": "The first board that is printed has fallen already.";
        "verbose-ignored": "The steps are not printed.";
        "no-first-empty-line": "No empty line stands before the first board.";
    }
};

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
