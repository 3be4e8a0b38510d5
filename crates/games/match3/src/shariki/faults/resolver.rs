//! A simple resolver with a switch for each fault.

use std::fmt::{self, Write as _};

/// The eight shapes as rows and columns from cell 1, in the order in which they are tried.
pub(in crate::shariki) const SHAPES: [[(i32, i32); 5]; 8] = [
    [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, -2), (2, -1), (2, 0)],
    [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)],
    [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)],
    [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
    [(0, 0), (1, 0), (2, -1), (2, 0), (2, 1)],
    [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0)],
    [(0, 0), (1, -2), (1, -1), (1, 0), (2, 0)],
];

/// The place in each shape of the cell where its two lines meet.
const MEETINGS: [usize; 8] = [2, 4, 0, 2, 1, 3, 1, 3];

/// A row and a column.
type At = (i32, i32);

/// A letter and a colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) letter: char,
    pub(super) colour: char,
}

/// A board that is resolved as a variant does it.
pub(super) struct Model {
    pub(super) fault: &'static str,
    pub(super) rows: i32,
    pub(super) columns: i32,
    /// The cells row by row.
    pub(super) cells: Vec<Option<Element>>,
}

/// The steps of a board in the verbose form.
pub(super) struct Steps {
    number: u64,
    /// The blocks; `None` where they are not asked for.
    text: Option<String>,
    combinations: u64,
    specials: u64,
}

impl Steps {
    pub(super) fn new(number: u64, is_verbose: bool) -> Self {
        Self {
            number,
            text: is_verbose.then(String::new),
            combinations: 0,
            specials: 0,
        }
    }

    /// Adds a block behind an empty line.
    fn block(&mut self, heading: fmt::Arguments<'_>, board: &Model) {
        if let Some(text) = &mut self.text {
            write!(text, "\n{heading}{board}").expect("a string takes everything");
        }
    }

    /// Takes the blocks.
    pub(super) fn into_text(self) -> String {
        self.text.unwrap_or_default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Five,
    Corner,
    Four,
    Three,
}

/// Cells in their order, and the letter of the special that they make on one of them.
struct Combination {
    cells: Vec<At>,
    is_corner: bool,
    special: Option<(At, char)>,
}

/// The effect of a special and how many of its cells it has visited.
struct Effect {
    element: Element,
    at: At,
    next: i32,
}

impl Model {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    pub(super) fn resolve(&mut self, steps: &mut Steps) {
        if self.is("verbose-starts-fallen") {
            self.fall(&mut Steps::new(0, false));
        }
        let number = steps.number;
        steps.block(format_args!("{number}.0:\n"), self);
        if !self.is("no-first-fall") {
            self.fall(steps);
        }
        while let Some(combination) = self.find() {
            self.remove(&combination, steps);
            steps.combinations += 1;
            if !self.is("special-numbers-go-on") {
                steps.specials = 0;
            }
            let (number, combinations) = (steps.number, steps.combinations);
            steps.block(format_args!("{number}.{combinations}:\n"), self);
            if !self.is("no-fall-after") {
                self.fall(steps);
            }
            if self.is("one-combination") {
                break;
            }
        }
    }

    fn fall(&mut self, steps: &mut Steps) {
        let mut has_moved = self.is("falls-always-shown");
        for column in 0..self.columns {
            let mut rows: Vec<i32> = (0..self.rows).collect();
            if !self.is("rises") {
                rows.reverse();
            }
            // The place where the next element comes to rest.
            let mut rest = 0;
            for index in 0..rows.len() {
                let at = (rows[index], column);
                let element = self.get(at);
                if element.is_none() {
                    continue;
                }
                let to = if self.is("falls-one-row") {
                    index - usize::from(index > rest)
                } else {
                    rest
                };
                if to != index {
                    self.set(at, None);
                    self.set((rows[to], column), element);
                    has_moved = true;
                }
                rest = to + 1;
            }
        }
        if has_moved && !self.is("falls-not-shown") {
            steps.block(format_args!(""), self);
        }
    }

    fn find(&self) -> Option<Combination> {
        let mut kinds = [Kind::Five, Kind::Corner, Kind::Four, Kind::Three];
        match self.fault {
            "corner-before-five" => kinds.swap(0, 1),
            "four-before-corner" => kinds.swap(1, 2),
            "three-before-four" => kinds.swap(2, 3),
            _ => {}
        }
        if self.is("cell-before-kind") {
            let first_at = |at| kinds.into_iter().find_map(|kind| self.combination(kind, at));
            return self.visited().find_map(first_at);
        }
        let first_of = |kind| self.visited().find_map(|at| self.combination(kind, at));
        kinds.into_iter().find_map(first_of)
    }

    /// Iterates over the cells in the order in which combinations are looked for.
    fn visited(&self) -> impl Iterator<Item = At> {
        let (rows, columns, fault) = (self.rows, self.columns, self.fault);
        (0..rows * columns).map(move |number| match fault {
            "column-order" => (number % rows, number / rows),
            "from-bottom" => (rows - 1 - number / columns, number % columns),
            "from-right" => (number / columns, columns - 1 - number % columns),
            _ => (number / columns, number % columns),
        })
    }

    fn combination(&self, kind: Kind, at: At) -> Option<Combination> {
        match kind {
            Kind::Five => self.line(at, 5),
            Kind::Corner => self.corner(at),
            Kind::Four => self.line(at, 4),
            Kind::Three => self.line(at, 3),
        }
    }

    fn line(&self, at: At, least: usize) -> Option<Combination> {
        let mut runs = [(true, self.run(at, (1, 0))), (false, self.run(at, (0, 1)))];
        let is_longer = runs[1].1.len() > runs[0].1.len();
        if self.is("horizontal-first") || self.is("longer-first") && is_longer {
            runs.swap(0, 1);
        }
        let fits = |&(is_vertical, ref cells): &(bool, Vec<At>)| {
            cells.len() >= least
                && !(self.is("long-line-missed") && least == 5 && cells.len() > 5)
                && !(self.is("no-vertical-three") && least == 3 && is_vertical)
        };
        let (is_vertical, mut cells) = runs.into_iter().find(fits)?;
        if self.is("long-line-cut") {
            cells.truncate(5);
        }
        let is_vertical = is_vertical != self.is("four-letters-swapped");
        let letter = match least {
            5 if self.is("five-leaves-wrapped") => Some('W'),
            5 => (!self.is("five-without-bomb")).then_some('B'),
            4 if self.is("four-without-special") => None,
            3 if !self.is("three-leaves-special") => None,
            _ => Some(if is_vertical { 'V' } else { 'H' }),
        };
        let place = if self.is("special-on-last") {
            cells.len() - 1
        } else {
            0
        };
        Some(Combination {
            special: letter.map(|letter| (cells[place], letter)),
            cells,
            is_corner: false,
        })
    }

    fn corner(&self, at: At) -> Option<Combination> {
        let mut order: Vec<usize> = (0..SHAPES.len()).collect();
        match self.fault {
            "shapes-backwards" => order.reverse(),
            "t-before-l" => order.rotate_left(4),
            "no-t-shapes" => order.truncate(4),
            "no-left-shapes" => order.retain(|&number| SHAPES[number].iter().all(|offset| offset.1 >= 0)),
            "no-corners" => order.clear(),
            _ => {}
        }
        let cells_of = |number: usize| SHAPES[number].map(|(row, column)| (at.0 + row, at.1 + column));
        let fits = |number: &usize| {
            cells_of(*number)
                .iter()
                .all(|&cell| self.match_each_other(at, cell))
        };
        let number = order.into_iter().find(fits)?;
        let mut cells = cells_of(number).to_vec();
        let place = if self.is("special-on-corner") {
            MEETINGS[number]
        } else {
            0
        };
        let special = Some((cells[place], 'W'));
        if self.is("corner-takes-lines") {
            for cell in cells_of(number) {
                for (row, column) in [(1, 0), (0, 1)] {
                    let mut line = self.run(cell, (-row, -column));
                    line.extend(self.run(cell, (row, column)));
                    if line.len() > 3 {
                        cells.extend(line);
                    }
                }
            }
        }
        Some(Combination {
            cells,
            is_corner: true,
            special,
        })
    }

    /// Lists the cells from one on, in a direction, that have its colour.
    fn run(&self, at: At, direction: At) -> Vec<At> {
        let mut cells = Vec::new();
        let mut next = at;
        while self.index(next).is_some() {
            if self.match_each_other(at, next) {
                cells.push(next);
            } else if !(self.is("lines-across-gaps") && self.get(next).is_none() && !cells.is_empty()) {
                break;
            }
            next = (next.0 + direction.0, next.1 + direction.1);
        }
        cells
    }

    fn match_each_other(&self, a: At, b: At) -> bool {
        let (Some(a), Some(b)) = (self.get(a), self.get(b)) else {
            return false;
        };
        a.colour == b.colour
            && !(self.is("letters-count") && a.letter != b.letter)
            && !(self.is("specials-never-match") && (a.letter != 'R' || b.letter != 'R'))
    }

    fn remove(&mut self, combination: &Combination, steps: &mut Steps) {
        let mut order = combination.cells.clone();
        if combination.is_corner && !self.is("corner-in-order") {
            order.rotate_left(1);
        }
        let colour = self
            .get(combination.cells[0])
            .map_or('1', |element| element.colour);
        let colour = if self.is("special-is-red") { '1' } else { colour };
        let special = combination
            .special
            .map(|(at, letter)| (at, Element { letter, colour }));
        let mut has_acted = false;
        for at in order {
            let mut effects = Vec::new();
            self.empty(at, &mut effects, steps);
            has_acted |= !effects.is_empty();
            if let Some((place, special)) = special
                && self.is("special-before-effects")
                && place == at
            {
                self.set(at, Some(special));
            }
            while let Some(effect) = effects.last_mut() {
                if effect.next == self.visits(effect.element.letter) {
                    effects.pop();
                    continue;
                }
                let number = effect.next;
                effect.next += 1;
                let (element, from) = (effect.element, effect.at);
                let hit = self.effect_cell(element, from, number);
                if let Some(hit) = hit.filter(|&hit| self.is_hit(element, hit)) {
                    self.empty(hit, &mut effects, steps);
                }
            }
        }
        if let Some((at, special)) = special {
            let is_lost = self.is("special-before-effects") || self.is("special-lost") && has_acted;
            if !is_lost {
                self.set(at, Some(special));
            }
        }
    }

    /// Empties a cell, and begins the effect of a special in it.
    fn empty(&mut self, at: At, effects: &mut Vec<Effect>, steps: &mut Steps) {
        let Some(element) = self.get(at) else { return };
        if !self.is("special-shown-before") {
            self.set(at, None);
        }
        if element.letter == 'R' {
            self.set(at, None);
            return;
        }
        steps.specials += 1;
        let (number, combinations, specials) = (steps.number, steps.combinations, steps.specials);
        steps.block(format_args!("{number}.{combinations}.{specials}:\n"), self);
        self.set(at, None);
        let acts = match self.fault {
            "no-chain" => effects.is_empty(),
            "chain-of-two" => effects.len() < 2,
            "bombs-not-in-chain" => effects.is_empty() || element.letter != 'B',
            _ => true,
        };
        if acts {
            let place = if self.is("breadth-first") {
                0
            } else {
                effects.len()
            };
            effects.insert(place, Effect { element, at, next: 0 });
        }
    }

    /// Returns how many cells an effect visits.
    fn visits(&self, letter: char) -> i32 {
        match letter {
            'V' | 'H' => self.rows.max(self.columns),
            'W' if self.is("w-five") => 25,
            'W' => 9,
            _ => self.rows * self.columns,
        }
    }

    /// Returns the cell that an effect visits as the one of a number; `None` where there is none.
    fn effect_cell(&self, element: Element, (row, column): At, number: i32) -> Option<At> {
        let is_swapped = self.is("v-and-h-swapped");
        let at = match element.letter {
            'V' if !is_swapped => (number, column),
            'H' if is_swapped => (number, column),
            'V' | 'H' => (row, number),
            'W' if self.is("w-five") => (row + number / 5 - 2, column + number % 5 - 2),
            'W' => (row + number / 3 - 1, column + number % 3 - 1),
            _ => (number / self.columns, number % self.columns),
        };
        if self.is("w-over-edges") && element.letter == 'W' {
            let index = at.0 * self.columns + at.1;
            let is_cell = (0..self.rows * self.columns).contains(&index);
            return is_cell.then_some((index / self.columns, index % self.columns));
        }
        let is_left_out = match self.fault {
            "v-below-only" => element.letter == 'V' && at.0 < row,
            "h-right-only" => element.letter == 'H' && at.1 < column,
            "h-without-ends" => element.letter == 'H' && at.1 == self.columns - 1,
            "w-cross" => element.letter == 'W' && at.0 != row && at.1 != column,
            "b-of-row" => element.letter == 'B' && at.0 < row,
            _ => false,
        };
        (self.index(at).is_some() && !is_left_out).then_some(at)
    }

    /// Returns whether an effect empties a cell that it visits.
    fn is_hit(&self, element: Element, at: At) -> bool {
        let Some(hit) = self.get(at) else { return false };
        element.letter != 'B'
            || self.is("b-removes-all")
            || hit.colour == element.colour && !(self.is("b-spares-specials") && hit.letter != 'R')
    }

    fn index(&self, (row, column): At) -> Option<usize> {
        let is_on_board = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_on_board.then_some((row * self.columns + column) as usize)
    }

    fn get(&self, at: At) -> Option<Element> {
        self.cells[self.index(at)?]
    }

    fn set(&mut self, at: At, element: Option<Element>) {
        if let Some(index) = self.index(at) {
            self.cells[index] = element;
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.cells.chunks(self.columns as usize) {
            for (column, cell) in row.iter().enumerate() {
                let separator = if column == 0 { "" } else { " " };
                match cell {
                    Some(element) => write!(f, "{separator}{}{}", element.letter, element.colour)?,
                    None => write!(f, "{separator}--")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
