//! Boards on which a rule matters.

use std::ops::RangeInclusive;

use quincunx_core::{Cell, Random, RandomSource as _, Size};
use quincunx_registry::examination::{Case, ExaminedRule};

use super::line_of;
use super::published::without_boards;
use crate::engine::{Board, Colour, Element, Letter};
use crate::shariki::faults::SHAPES;

/// Generates a case that is aimed at a rule.
pub(super) fn case(rule: &'static ExaminedRule, random: &mut Random) -> Case {
    let mut case = Case {
        arguments: if rule.is_extra { &["-v"] } else { &[] },
        ..Case::new(rule.name, "")
    };
    match rule.name {
        "input" => free_input(random, &mut case.lines),
        "output" if random.below(6) == 0 => return without_boards([" ", "\t", "\n\n"][random.index(3)]),
        "invalid-input" => {
            invalid_input(random, &mut case.lines);
            case.ends_run = true;
        }
        name => {
            let boards = number(random, if name == "output" { 3..=9 } else { 3..=4 });
            case.lines = (0..boards).map(|_| line_of(&board(name, random))).collect();
        }
    }
    case
}

/// Draws a board that is aimed at a rule.
fn board(rule: &str, random: &mut Random) -> Board {
    match rule {
        "gravity" => match random.below(3) {
            0 => noisy(random, square(4..=8), 4, 0, 35),
            1 => noisy(random, square(4..=7), 3, 5, 10),
            _ => noisy(random, square(3..=8), 6, 0, 50),
        },
        "line-of-five" => with_shapes(random, square(7..=8), &[Shape::Line(5..=7)], 0),
        "corners" => {
            let mut board = with_shapes(random, square(5..=7), &[Shape::Corner], 0);
            lengthen(random, &mut board);
            board
        }
        "shape-order" => two_corners(random),
        "line-of-four" => with_shapes(random, square(4..=7), &[Shape::Line(4..=4)], 0),
        "line-of-three" => with_shapes(random, square(3..=6), &[Shape::Line(3..=3)], 0),
        "kind-order" => {
            let kinds = [
                Shape::Line(5..=5),
                Shape::Corner,
                Shape::Line(4..=4),
                Shape::Line(3..=3),
            ];
            let first = random.index(3);
            let second = first + 1 + random.index(3 - first);
            let pair = [kinds[first].clone(), kinds[second].clone()];
            with_shapes(random, square(5..=7), &pair, 0)
        }
        "reading-order" => {
            let shape = match random.below(4) {
                0 => Shape::Line(5..=5),
                1 => Shape::Corner,
                2 => Shape::Line(4..=4),
                _ => Shape::Line(3..=3),
            };
            with_shapes(random, square(5..=7), &[shape.clone(), shape], 0)
        }
        "vertical-first" => crossed_fives(random),
        "colours" => match random.below(3) {
            0 => noisy(random, square(4..=7), 2, 20, 60),
            1 => noisy(random, square(4..=7), 3, 60, 10),
            _ => with_shapes(random, square(5..=7), &[Shape::Any], 60),
        },
        "vertical-special" => with_special(random, Letter::Vertical, 0),
        "horizontal-special" => with_special(random, Letter::Horizontal, 0),
        "wrapped-special" => with_special(random, Letter::Wrapped, 0),
        "bomb" => with_special(random, Letter::Bomb, 5),
        "chains" => {
            let letter = special(random);
            with_special(random, letter, 35)
        }
        "new-special" => match random.below(3) {
            0 => with_shapes(random, square(5..=7), &[Shape::Corner], 50),
            1 => with_shapes(random, square(5..=7), &[Shape::Line(4..=4)], 60),
            _ => with_shapes(random, square(6..=7), &[Shape::Line(5..=6)], 50),
        },
        "output" => noisy(random, square(3..=4), 4, 5, 10),
        _ => match random.below(4) {
            0 => noisy(random, square(3..=5), 3, 15, 10),
            1 => with_shapes(random, square(5..=6), &[Shape::Corner], 60),
            2 => noisy(random, square(4..=6), 6, 0, 20),
            _ => {
                let letter = special(random);
                with_special(random, letter, 30)
            }
        },
    }
}

/// A combination to be placed.
#[derive(Clone)]
enum Shape {
    /// A line of a length, vertical or horizontal.
    Line(RangeInclusive<u32>),
    Corner,
    Any,
}

impl Shape {
    /// Draws the offsets of its cells, rows before columns.
    fn offsets(&self, random: &mut Random) -> Vec<(i32, i32)> {
        match self {
            Self::Line(lengths) => {
                let length = number(random, lengths.clone()) as i32;
                let is_vertical = random.below(2) == 0;
                (0..length)
                    .map(|place| if is_vertical { (place, 0) } else { (0, place) })
                    .collect()
            }
            Self::Corner => SHAPES[random.index(SHAPES.len())].to_vec(),
            Self::Any => {
                let shapes = [Self::Line(3..=5), Self::Corner];
                shapes[random.index(shapes.len())].offsets(random)
            }
        }
    }
}

/// Draws a board without a combination but those that it places, of equal or different colours, with a
/// percentage of their elements made specials.
fn with_shapes(random: &mut Random, sides: Sides, shapes: &[Shape], specials: u32) -> Board {
    let colour = colour(random);
    let mut board = quiet(random, sides, colour);
    let is_one_colour = random.below(2) == 0;
    for (index, shape) in shapes.iter().enumerate() {
        let offsets = shape.offsets(random);
        let number = if is_one_colour { 0 } else { index };
        let colour = Colour::ALL[(colour as usize + number) % Colour::ALL.len()];
        for cell in place(random, &board, &offsets) {
            let letter = letter(random, specials);
            board.set(cell, Some(Element::new(letter, colour)));
        }
    }
    board
}

/// Draws a board with two corners that begin at one cell.
fn two_corners(random: &mut Random) -> Board {
    let colour = colour(random);
    let mut board = quiet(random, square(5..=7), colour);
    let first = random.index(SHAPES.len());
    let second = (first + 1 + random.index(SHAPES.len() - 1)) % SHAPES.len();
    let offsets = [SHAPES[first], SHAPES[second]].concat();
    for cell in place(random, &board, &offsets) {
        board.set(cell, Some(Element::new(Letter::Regular, colour)));
    }
    board
}

/// Draws a board with a vertical and a horizontal line of five or more that begin at one cell.
fn crossed_fives(random: &mut Random) -> Board {
    let colour = colour(random);
    let mut board = quiet(random, square(7..=8), colour);
    let down = number(random, 5..=6) as i32;
    let right = number(random, 5..=7) as i32;
    let mut offsets: Vec<_> = (0..down).map(|row| (row, 0)).collect();
    offsets.extend((1..right).map(|column| (0, column)));
    for cell in place(random, &board, &offsets) {
        board.set(cell, Some(Element::new(Letter::Regular, colour)));
    }
    board
}

/// Draws a board with a line of three, one of which is a special; of the other elements a percentage are
/// specials too, and for a bomb some have its colour.
fn with_special(random: &mut Random, letter: Letter, specials: u32) -> Board {
    let colour = colour(random);
    let mut board = quiet(random, square(4..=7), colour);
    let is_bomb = letter == Letter::Bomb;
    for cell in board.size().cells() {
        let element = board.element(cell).expect("a quiet board is full");
        let has_colour = is_bomb && random.below(6) == 0;
        let element = Element {
            letter: self::letter(random, if has_colour { 40 } else { specials }),
            colour: if has_colour { colour } else { element.colour },
        };
        board.set(cell, Some(element));
    }
    let offsets = Shape::Line(3..=3).offsets(random);
    let cells = place(random, &board, &offsets);
    let chosen = random.index(cells.len());
    for (index, cell) in cells.into_iter().enumerate() {
        let letter = if index == chosen { letter } else { Letter::Regular };
        board.set(cell, Some(Element::new(letter, colour)));
    }
    board
}

/// Copies the colour of an element to a neighbour, a few times, so that shapes get longer.
fn lengthen(random: &mut Random, board: &mut Board) {
    let size = board.size();
    for _ in 0..random.below(8) {
        let cell = random_cell(random, size);
        let next = Cell::new(cell.column, cell.row + 1);
        if size.contains(next) {
            board.set(next, board.element(cell));
        }
    }
}

/// Draws a full board of regular elements without a line of three and without a colour.
fn quiet(random: &mut Random, sides: Sides, without: Colour) -> Board {
    let mut board = Board::empty(size(random, sides));
    for cell in board.size().cells() {
        let at = |columns: u32, rows: u32| {
            let column = cell.column.checked_sub(columns)?;
            let row = cell.row.checked_sub(rows)?;
            Some(board.element(Cell::new(column, row))?.colour)
        };
        let left = at(1, 0).filter(|&colour| at(2, 0) == Some(colour));
        let above = at(0, 1).filter(|&colour| at(0, 2) == Some(colour));
        let fits = |colour: &Colour| *colour != without && Some(*colour) != left && Some(*colour) != above;
        let colours: Vec<Colour> = Colour::ALL.into_iter().filter(fits).collect();
        let colour = colours[random.index(colours.len())];
        board.set(cell, Some(Element::new(Letter::Regular, colour)));
    }
    board
}

/// Draws a board of some colours with percentages of specials and of empty cells.
fn noisy(random: &mut Random, sides: Sides, colours: usize, specials: u32, empty: u32) -> Board {
    let mut board = Board::empty(size(random, sides));
    let shift = random.index(Colour::ALL.len());
    for cell in board.size().cells() {
        if random.below(100) >= empty {
            let colour = Colour::ALL[(shift + random.index(colours)) % Colour::ALL.len()];
            let letter = letter(random, specials);
            board.set(cell, Some(Element::new(letter, colour)));
        }
    }
    board
}

/// Draws a place for cells at some offsets; those that do not fit the board are left out.
fn place(random: &mut Random, board: &Board, offsets: &[(i32, i32)]) -> Vec<Cell> {
    let size = board.size();
    let cells_at = |start: Cell| -> Vec<Cell> {
        let cells = offsets.iter().filter_map(|&(rows, columns)| {
            let column = start.column.checked_add_signed(columns)?;
            Some(Cell::new(column, start.row.checked_add_signed(rows)?)).filter(|&cell| size.contains(cell))
        });
        cells.collect()
    };
    let fits = |start: &Cell| cells_at(*start).len() == offsets.len();
    let starts: Vec<Cell> = size.cells().filter(fits).collect();
    match starts.len() {
        0 => cells_at(random_cell(random, size)),
        count => cells_at(starts[random.index(count)]),
    }
}

/// Draws boards over several lines and several on one line, with all sorts of white space and numbers.
fn free_input(random: &mut Random, lines: &mut Vec<String>) {
    let mut line = String::new();
    for _ in 0..number(random, 2..=4) {
        let rows = if random.below(3) == 0 { 8..=10 } else { 3..=4 };
        let text = line_of(&noisy(random, (3..=4, rows), 4, 5, 10));
        for (index, token) in text.split(' ').enumerate() {
            if index < 2 {
                line.push_str(["", "+", "0", "00", "+0"][random.index(5)]);
            }
            line.push_str(token);
            if random.below(6) == 0 {
                lines.push(std::mem::take(&mut line));
            } else {
                line.push_str([" ", " ", " ", "  ", "\t", " \t ", "\x0b", "\x0c"][random.index(8)]);
            }
        }
    }
    lines.push(line);
}

/// Draws some boards and something behind them that is none.
fn invalid_input(random: &mut Random, lines: &mut Vec<String>) {
    for _ in 0..random.below(3) {
        lines.push(line_of(&noisy(random, square(3..=4), 4, 5, 10)));
    }
    let text = line_of(&noisy(random, square(3..=5), 5, 10, 10));
    let mut tokens: Vec<&str> = text.split(' ').collect();
    let cell = 2 + random.index(tokens.len() - 2);
    let side = random.index(2);
    let negative = format!("-{}", tokens[side]);
    match random.below(9) {
        0 => tokens[cell] = ["R7", "R0", "R9", "V8"][random.index(4)],
        1 => tokens[cell] = ["r1", "v2", "w3", "X1", "1R"][random.index(5)],
        2 => tokens[cell] = ["R", "R12", "V34", "---", "W1W2", "R-"][random.index(6)],
        3 => tokens[side] = ["2", "1", "0"][random.index(3)],
        4 => tokens[side] = &negative,
        5 => tokens[side] = ["x", "3.0", "3x", "+", "+-3", "--", "R1", "0x3"][random.index(8)],
        6 => {
            tokens[side] = ["1000000", "2000000000", "99999999999", "4294967299"][random.index(4)];
        }
        7 => tokens.push(["R1", "--", "3", "x"][random.index(4)]),
        _ => {
            let left = 1 + random.index(tokens.len() - 1);
            tokens.truncate(left);
            lines.push(tokens.join(" "));
            return;
        }
    }
    lines.push(tokens.join(" "));
    if random.below(2) == 0 {
        lines.push(line_of(&noisy(random, square(3..=3), 4, 0, 0)));
    }
}

fn number(random: &mut Random, range: RangeInclusive<u32>) -> u32 {
    range.start() + random.below(range.end() - range.start() + 1)
}

/// Returns the same range for both sides.
fn square(sides: RangeInclusive<u32>) -> Sides {
    (sides.clone(), sides)
}

/// The ranges of the columns and of the rows.
type Sides = (RangeInclusive<u32>, RangeInclusive<u32>);

fn size(random: &mut Random, (columns, rows): Sides) -> Size {
    Size::new(number(random, columns), number(random, rows)).expect("sides are small")
}

fn random_cell(random: &mut Random, size: Size) -> Cell {
    size.cell(random.index(size.area()))
}

fn colour(random: &mut Random) -> Colour {
    Colour::ALL[random.index(Colour::ALL.len())]
}

fn special(random: &mut Random) -> Letter {
    Letter::SPECIALS[random.index(Letter::SPECIALS.len())]
}

/// Draws the letter of a special with a probability in percent.
fn letter(random: &mut Random, specials: u32) -> Letter {
    if random.below(100) < specials {
        special(random)
    } else {
        Letter::Regular
    }
}
