//! How programs of others that resolve batches of boards are examined.
//!
//! A case has one board on each line where it can, so that a board is removed with its line when a case is
//! made smaller. Each line is then answered by the block of its board.

mod generator;
mod published;

use std::io::{self, Read, Write};

use quincunx_core::{Cell, Random, Size};
use quincunx_registry::examination::{Answers, Case, Difference, Examination, ExaminedRule, Variant};
use quincunx_registry::examined_rules;

use super::console::filter;
use super::faults;
use super::parse::Boards;
use crate::engine::{Board, Element, Letter};

/// The examination of Shariki.
pub(super) struct SharikiExamination;

/// The rules in the order of the description.
static RULES: &[ExaminedRule] = examined_rules! {
    12 "gravity":
        "Elements fall as far as they can at first and after each combination, until no combination is left.";
    10 "line-of-five":
        "A line of five or more of a colour is removed as a whole and leaves a bomb of this colour.";
    12 "corners":
        "The five cells of an L or a T of a colour are removed, those only, and leave a wrapped special.";
    12 "shape-order": "At a cell the shapes are tried in the order L1, L2, L3, L4, T1, T2, T3, T4.";
    10 "line-of-four": "A vertical line of four leaves a V of its colour, a horizontal one an H.";
    8 "line-of-three": "A line of three is removed and leaves nothing.";
    12 "kind-order":
        "On the whole board fives come before corners, corners before fours and fours before threes.";
    12 "reading-order":
        "Inside a kind the combination is taken whose first cell comes first in reading order.";
    10 "vertical-first":
        "At a cell the vertical line is taken if it is long enough, even when the horizontal one is longer.";
    12 "colours":
        "Only the colour counts for a combination, the letter does not, and empty cells never match.";
    8 "vertical-special": "A removed V removes its column.";
    8 "horizontal-special": "A removed H removes its row.";
    10 "wrapped-special": "A removed W removes the eight cells around it.";
    10 "bomb": "A removed B removes every element of its own colour, specials included.";
    12 "chains": "Every special that an effect removes acts itself.";
    12 "new-special": "The new special is put on the first cell after all effects, and is not triggered.";
    12 "input": "Any white space separates numbers and cells, and numbers may have a sign and leading zeros.";
    20 "invalid-input":
        "Whatever is not a board is answered by `invalid input` after the boards before it and ends the run.";
    8 "output":
        "Boards are numbered from 1, one empty line stands between outputs, and no input has no output.";
    extra 20 "verbose":
        "With -v the board is printed as read, when it has fallen, at each special before its effect and \
         after every combination.";
};

impl Examination for SharikiExamination {
    fn rules(&self) -> &'static [ExaminedRule] {
        RULES
    }

    fn published(&self) -> Vec<Case> {
        published::cases()
    }

    fn generate(&self, rule: &'static ExaminedRule, random: &mut Random) -> Case {
        generator::case(rule, random)
    }

    fn check(&self, case: &Case, output: &str) -> Result<(), Difference> {
        let mut answers = Answers::new(output);
        for (line, block) in blocks(&case.input(), case.arguments.contains(&"-v")) {
            answers.expect(&block).map_err(|found| Difference {
                line,
                expected: block.trim_end_matches('\n').to_owned(),
                found,
            })?;
        }
        answers.expect_end(case.lines.len())
    }

    fn simpler(&self, line: &str) -> Vec<String> {
        simpler(line)
    }

    fn variants(&self) -> &'static [Variant] {
        faults::VARIANTS
    }

    fn run_variant(
        &self,
        variant: &'static Variant,
        arguments: &[&str],
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        faults::run(variant, arguments.contains(&"-v"), input, output)
    }
}

/// Returns what is printed for each board, and for what is none, with the index of the line where it ends.
fn blocks(input: &str, verbose: bool) -> Vec<(usize, String)> {
    const IN_MEMORY: &str = "reading and writing in memory";
    let mut rest = input.as_bytes();
    let mut lines = Vec::new();
    while let Some(board) = Boards::new(&mut rest).next_board().expect(IN_MEMORY) {
        // The last byte that was read is the one behind the board.
        let end = (input.len() - rest.len()).saturating_sub(1);
        let breaks = input.as_bytes()[..end].iter().filter(|&&byte| byte == b'\n');
        lines.push(breaks.count());
        if board.is_err() {
            break;
        }
    }
    let mut output = Flushed::default();
    filter(input.as_bytes(), &mut output, verbose).expect(IN_MEMORY);
    lines.into_iter().zip(output.blocks).collect()
}

/// An output in memory, cut where it is flushed.
#[derive(Default)]
struct Flushed {
    blocks: Vec<String>,
    /// What has been written since the last flush.
    open: Vec<u8>,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.open.is_empty() {
            let block = String::from_utf8(std::mem::take(&mut self.open));
            self.blocks.push(block.expect("boards are text"));
        }
        Ok(())
    }
}

/// Formats a board as a line of input.
fn line_of(board: &Board) -> String {
    let mut line = format!("{} {}", board.size().rows(), board.size().columns());
    for (_, square) in board.squares() {
        line.push(' ');
        line.push_str(&square.to_string());
    }
    line
}

/// The most simpler lines that are offered for one.
const MAX_SIMPLER: usize = 200;

/// Returns simpler boards for a line that holds just one board: fewer rows or columns, halves first, then
/// elements left out or made regular.
fn simpler(line: &str) -> Vec<String> {
    let mut boards = Boards::new(line.as_bytes());
    let (Ok(Some(Ok(board))), Ok(None)) = (boards.next_board(), boards.next_board()) else {
        return Vec::new();
    };
    let smaller = [true, false].into_iter().flat_map(|is_rows| {
        let size = board.size();
        let length = if is_rows { size.rows() } else { size.columns() };
        let half = (length / 2).max(Board::MIN_SIDE);
        let halves = [0..half, length - half..length];
        let halves = halves.into_iter().map(move |kept| (is_rows, kept.collect()));
        let others = (0..length).map(move |left_out| {
            let kept: Vec<u32> = (0..length).filter(|&place| place != left_out).collect();
            (is_rows, kept)
        });
        halves.chain(others)
    });
    let mut smaller: Vec<(bool, Vec<u32>)> = smaller.collect();
    // The halves of both directions come before the single rows and columns.
    smaller.sort_by_key(|(_, kept)| kept.len());
    let smaller = smaller
        .iter()
        .filter_map(|(is_rows, kept)| part(&board, *is_rows, kept));
    let changed = board.squares().filter_map(|(cell, square)| {
        square.0?;
        Some(with(&board, cell, None))
    });
    let tamed = board.squares().filter_map(|(cell, square)| {
        let element = square.0.filter(|element| element.letter.is_special())?;
        let regular = Element::new(Letter::Regular, element.colour);
        Some(with(&board, cell, Some(regular)))
    });
    let simpler = smaller.chain(tamed).chain(changed).take(MAX_SIMPLER);
    simpler.map(|board| line_of(&board)).collect()
}

/// Returns some rows or columns of a board; `None` where they are too few or all.
fn part(board: &Board, is_rows: bool, kept: &[u32]) -> Option<Board> {
    let size = board.size();
    let length = if is_rows { size.rows() } else { size.columns() };
    let count = u32::try_from(kept.len()).ok()?;
    if count < Board::MIN_SIDE || count == length {
        return None;
    }
    let smaller = if is_rows {
        Size::new(size.columns(), count)
    } else {
        Size::new(count, size.rows())
    };
    let mut part = Board::empty(smaller.ok()?);
    for cell in part.size().cells() {
        let from = if is_rows {
            Cell::new(cell.column, kept[cell.row as usize])
        } else {
            Cell::new(kept[cell.column as usize], cell.row)
        };
        part.set(cell, board.element(from));
    }
    Some(part)
}

fn with(board: &Board, cell: Cell, element: Option<Element>) -> Board {
    let mut changed = board.clone();
    changed.set(cell, element);
    changed
}
