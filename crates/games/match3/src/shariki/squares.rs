//! The board of the interactive game: packed into six words where it fits, kept as columns where not.

use quincunx_core::{ActionSet, Cell, Effect, EffectSink, Token};

use super::Board;
use super::columns::Columns;
use super::combination::{Colours, Combination};
use super::element::{Colour, Element};
use super::packed::{Layout, Packed};
use super::resolve::Running;
use super::swaps::{Swap, Swaps};

/// A board with what the interactive game asks of it.
///
/// Both ways of keeping it are quick and say nothing about what they do; when somebody listens, the readable board takes
/// their place for a moment. Tests hold all three to the same answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Squares {
    Packed(Packed),
    Columns(Box<Columns>),
}

const PACKED: &str = "rules whose boards are packed have a layout";

impl Squares {
    /// Keeps a settled board, packed if there is a layout for it.
    pub(super) fn new(board: &Board, layout: Option<&Layout>) -> Self {
        match layout {
            Some(_) => Self::Packed(Packed::new(board)),
            None => Self::Columns(Box::new(Columns::new(board))),
        }
    }

    /// Returns the board as it is read.
    pub(super) fn to_board(&self) -> Board {
        match self {
            Self::Packed(packed) => packed.to_board(),
            Self::Columns(columns) => columns.to_board(),
        }
    }

    /// Lets the readable board do something.
    fn with_board<R>(&mut self, act: impl FnOnce(&mut Board) -> R) -> R {
        let mut board = self.to_board();
        let result = act(&mut board);
        match self {
            Self::Packed(packed) => *packed = Packed::new(&board),
            Self::Columns(columns) => **columns = Columns::new(&board),
        }
        result
    }

    /// Counts the empty squares.
    pub(super) fn empty_count(&self) -> usize {
        match self {
            Self::Packed(packed) => packed.empty_count(),
            Self::Columns(columns) => columns.empty_count(),
        }
    }

    /// Finds the combination that is resolved next.
    pub(super) fn next_combination(&self, layout: Option<&Layout>) -> Option<Combination> {
        match self {
            Self::Packed(packed) => packed.next_combination(layout.expect(PACKED)),
            Self::Columns(columns) => columns.next_combination(),
        }
    }

    /// Removes a combination with all that its specials take along, puts the special that it makes, and lets the rest
    /// fall; returns the number of elements removed, each of which is worth `points`.
    pub(super) fn remove<S: EffectSink>(
        &mut self,
        layout: Option<&Layout>,
        combination: Combination,
        points: u64,
        sink: &mut S,
    ) -> u32 {
        match self {
            Self::Packed(packed) if !S::LISTENS => packed.remove(layout.expect(PACKED), combination),
            Self::Columns(columns) if !S::LISTENS => columns.remove(combination),
            _ => self.with_board(|board| {
                let made = made_by(board, combination);
                let squares = combination.removal_order();
                let removed = remove_in_steps(board, squares, made, |count| u64::from(count) * points, sink);
                fall(board, |_| true, sink);
                removed
            }),
        }
    }

    /// Drops elements onto the empty squares, which are filled in the order of cells.
    pub(super) fn fill<S: EffectSink>(
        &mut self,
        layout: Option<&Layout>,
        elements: &[Element],
        sink: &mut S,
    ) {
        match self {
            Self::Packed(packed) if !S::LISTENS => packed.fill(layout.expect(PACKED), elements),
            Self::Columns(columns) if !S::LISTENS => columns.fill(elements),
            _ => self.with_board(|board| fill(board, |_| true, elements, sink)),
        }
    }

    /// Exchanges two neighbours.
    pub(super) fn swap<S: EffectSink>(&mut self, swap: Swap, sink: &mut S) {
        let [a, b] = swap.cells();
        if S::LISTENS {
            self.with_board(|board| {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(element) = board.element(from) {
                        sink.effect(Effect::Move {
                            from,
                            to,
                            token: token(element),
                        });
                    }
                }
            });
            sink.end_step();
        }
        match self {
            Self::Packed(packed) => packed.swap(a, b),
            Self::Columns(columns) => columns.swap(a, b),
        }
    }

    /// Lists the swaps that make a combination, given that there is none on a full board.
    pub(super) fn swaps(&self, layout: Option<&Layout>) -> Swaps {
        match self {
            Self::Packed(packed) => packed.swaps(layout.expect(PACKED)),
            Self::Columns(columns) => swaps(&columns.to_board()),
        }
    }

    /// Tells whether a player can go on from here: no combination stands, and a swap can make one.
    pub(super) fn is_playable(&self, layout: Option<&Layout>) -> bool {
        self.next_combination(layout).is_none() && !self.swaps(layout).is_empty()
    }
}

/// Returns what stands for an element in effects and views.
pub(crate) const fn token(element: Element) -> Token {
    Token(element.code() as u64)
}

/// Returns the special that a combination makes, with where it will stand.
fn made_by(board: &Board, combination: Combination) -> Option<(Cell, Element)> {
    let start = combination.start();
    let (element, letter) = board.element(start).zip(combination.creates())?;
    Some((start, Element { letter, ..element }))
}

/// Empties squares as [`super::remove`] does, but in waves: first these, then all that their specials hit, then all that
/// the specials among those hit. Which elements go is the same. Then puts the element that is made, if any.
///
/// `points` says what a number of elements that go in one wave are worth. Returns how many went in all; nothing falls yet.
pub(crate) fn remove_in_steps<S: EffectSink>(
    board: &mut Board,
    squares: impl Iterator<Item = Cell>,
    made: Option<(Cell, Element)>,
    points: impl Fn(u32) -> u64,
    sink: &mut S,
) -> u32 {
    let mut removed = 0;
    let mut step: Vec<Cell> = squares.collect();
    while !step.is_empty() {
        let mut specials = Vec::new();
        let before = removed;
        for cell in step.drain(..) {
            if let Some(element) = board.element(cell) {
                board.set(cell, None);
                removed += 1;
                sink.effect(Effect::Remove {
                    cell,
                    token: token(element),
                });
                specials.extend(Running::of(element, cell));
            }
        }
        if removed > before {
            sink.effect(Effect::Points {
                points: points(removed - before),
            });
        }
        sink.end_step();
        for mut effect in specials {
            while let Some(cell) = effect.next_cell(board) {
                step.push(cell);
            }
        }
    }
    if let Some((cell, element)) = made {
        board.set(cell, Some(element));
        sink.effect(Effect::Spawn {
            cell,
            token: token(element),
        });
        sink.end_step();
    }
    removed
}

/// Lets all elements fall in one wave, past cells that are no fields.
pub(crate) fn fall<S: EffectSink>(board: &mut Board, is_field: impl Fn(Cell) -> bool, sink: &mut S) {
    board.settle_with(is_field, |from, to, element| {
        sink.effect(Effect::Move {
            from,
            to,
            token: token(element),
        });
    });
    sink.end_step();
}

/// Drops elements onto the empty fields, column by column from the left and each from the top, in one wave.
pub(crate) fn fill<S: EffectSink>(
    board: &mut Board,
    is_field: impl Fn(Cell) -> bool,
    elements: &[Element],
    sink: &mut S,
) {
    let mut elements = elements.iter();
    for column in 0..board.size().columns() {
        let cells = (0..board.size().rows()).map(|row| Cell::new(column, row));
        let empty: Vec<Cell> = cells
            .filter(|&cell| is_field(cell) && board.element(cell).is_none())
            .collect();
        for (height, (&cell, &element)) in (1..=empty.len() as u32)
            .rev()
            .zip(empty.iter().zip(&mut elements))
        {
            board.set(cell, Some(element));
            sink.effect(Effect::Enter {
                cell,
                height,
                token: token(element),
            });
        }
    }
    sink.end_step();
}

/// Lists the swaps that make a combination, given that there is none on a full board.
fn swaps(board: &Board) -> Swaps {
    let all = (0..Swap::count(board.size())).filter_map(|index| Swap::at(index, board.size()));
    let legal = all.filter(|swap| {
        let [a, b] = swap.cells();
        let lines_up = |at, from| {
            board
                .colour(from)
                .is_some_and(|colour| makes_line(board, at, colour, from))
        };
        lines_up(a, b) || lines_up(b, a)
    });
    Swaps::from_sorted(legal.collect())
}

/// Tells whether a colour on a cell would be in a line of at least three, which every combination has; one cell does not
/// count, as it will hold another colour.
pub(crate) fn makes_line(board: &impl Colours, at: Cell, colour: Colour, without: Cell) -> bool {
    let equal = |columns: i32, rows: i32| {
        let steps = (1..3).map(|step| {
            let column = at.column.checked_add_signed(step * columns)?;
            Some(Cell::new(column, at.row.checked_add_signed(step * rows)?))
        });
        let is_equal = |cell: &Option<Cell>| {
            cell.is_some_and(|cell| cell != without && board.colour(cell) == Some(colour))
        };
        steps.take_while(is_equal).count()
    };
    equal(-1, 0) + equal(1, 0) >= 2 || equal(0, -1) + equal(0, 1) >= 2
}
