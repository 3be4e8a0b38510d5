//! A simple console with a switch for each fault.

use quincunx_registry::console::{LineConsole, Refusal, integer, pair, words, write_items, write_line};
use quincunx_registry::examination::{check_numbers, read_by, reworded};

use super::lines::{Cells, Place, at, has_won};

/// A game of Quartet, played as a variant does.
pub(super) struct Model {
    variant: &'static str,
    has_started: bool,
    is_torus: bool,
    cells: Cells,
    /// The pieces in the bag, ascending.
    bag: Vec<u8>,
    selected: Option<u8>,
    /// Turns that were carried out.
    turn: u32,
    is_over: bool,
}

impl LineConsole for Model {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        self.answer(line, answer)
            .map_err(|refusal| reworded(self.variant, line, refusal))
    }
}

impl Model {
    pub(super) fn new(variant: &'static str) -> Self {
        Self {
            variant,
            has_started: variant == "starts-itself",
            is_torus: false,
            cells: [None; 36],
            bag: full_bag(variant),
            selected: None,
            turn: 0,
            is_over: false,
        }
    }

    fn is(&self, fault: &str) -> bool {
        self.variant == fault
    }

    fn answer(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        let line = read_by(self.variant, line);
        check_numbers(self.variant, &line)?;
        let mut words = words(&line)?;
        if self.is("more-words") {
            words.truncate(if words[0] == "bag" { 1 } else { 2 });
        }
        match *words.as_slice() {
            ["start", "standard"] => self.start(false, answer)?,
            ["start", "torus"] => self.start(!self.is("torus-is-plane"), answer)?,
            ["start", _] if self.is("any-start") => self.start(false, answer)?,
            ["start"] if self.is("start-without-kind") => self.start(false, answer)?,
            ["select", piece] => self.select(piece, answer)?,
            ["place", square] => self.place(square, answer)?,
            ["bag"] => {
                self.question()?;
                self.write_bag(answer);
            }
            [word @ ("rowprint" | "colprint"), number] => {
                self.question()?;
                let number = self.line_number(number)?;
                let is_row = (word == "rowprint") != self.is("prints-swapped");
                let empty = if self.is("empty-is-dot") { "." } else { "#" };
                let mut fields: Vec<String> = (0..6)
                    .map(|index| {
                        let place = if is_row { (number, index) } else { (index, number) };
                        at(&self.cells, place).map_or_else(|| empty.to_owned(), |piece| piece.to_string())
                    })
                    .collect();
                if self.is("prints-backwards") {
                    fields.reverse();
                }
                write_items(answer, fields);
            }
            _ => return Err(Refusal::new("there is no such command")),
        }
        Ok(())
    }

    fn start(&mut self, is_torus: bool, answer: &mut String) -> Result<(), Refusal> {
        if self.is("start-once") && self.has_started && !self.is_over {
            return Err(Refusal::new("a game runs already"));
        }
        let new = Self::new(self.variant);
        let old = std::mem::replace(self, new);
        (self.has_started, self.is_torus) = (true, is_torus);
        match self.variant {
            "bag-stays" => self.bag = old.bag,
            "board-stays" => self.cells = old.cells,
            "turn-stays" => self.turn = old.turn,
            _ => {}
        }
        write_line(answer, "OK");
        Ok(())
    }

    /// Checks that a question may be asked now.
    fn question(&self) -> Result<(), Refusal> {
        if !self.has_started && !self.is("empty-before") || self.is_over && self.is("silent-after-end") {
            return Err(Refusal::new("no game runs"));
        }
        Ok(())
    }

    fn turn_of_player(&self) -> Result<(), Refusal> {
        if !self.has_started || self.is_over && !self.is("plays-on") {
            return Err(Refusal::new("no game runs"));
        }
        Ok(())
    }

    fn select(&mut self, word: &str, answer: &mut String) -> Result<(), Refusal> {
        self.turn_of_player()?;
        let number = integer(word)?;
        if let Some(selected) = self.selected {
            match self.variant {
                "second-select-ignored" => {
                    write_line(answer, "OK");
                    return Ok(());
                }
                "reselects" => self.put_back(selected),
                _ => return Err(Refusal::new("a piece is selected already")),
            }
        }
        let number = if self.is("pieces-wrap") {
            number.rem_euclid(16)
        } else {
            number
        };
        let piece = u8::try_from(number).map_err(|_| Refusal::new("there is no such piece"))?;
        if let Some(place) = self.bag.iter().position(|&other| other == piece) {
            self.bag.remove(place);
        } else if !self.is("used-again") || piece > 15 {
            return Err(Refusal::new("the piece is not in the bag"));
        }
        self.selected = Some(piece);
        write_line(answer, "OK");
        Ok(())
    }

    fn put_back(&mut self, piece: u8) {
        self.bag.push(piece);
        self.bag.sort_unstable();
        self.selected = None;
    }

    fn place(&mut self, word: &str, answer: &mut String) -> Result<(), Refusal> {
        self.turn_of_player()?;
        let word = if self.is("any-separator") {
            &word.replace([',', ':'], ";")
        } else {
            word
        };
        let square = match pair(word, ';') {
            Ok(square) => square,
            Err(refusal) => {
                if let Some(piece) = self.selected.filter(|_| self.is("malformed-returns")) {
                    self.put_back(piece);
                }
                return Err(refusal);
            }
        };
        let Some(piece) = self.selected else {
            if self.is("places-nothing") {
                write_line(answer, "OK");
                return Ok(());
            }
            return Err(Refusal::new("no piece is selected"));
        };
        let place = self.square(square);
        let free = place.filter(|&place| at(&self.cells, place).is_none() || self.is("replaces"));
        let Some(place) = free else {
            match self.variant {
                "keeps-selected" => {}
                "off-board-keeps" if place.is_none() => {}
                "piece-lost" => self.selected = None,
                _ => self.put_back(piece),
            }
            if self.is("failed-turn-counts") {
                self.turn += 1;
            }
            return Err(Refusal::new("the piece cannot be placed there"));
        };
        self.cells[(place.0 * 6 + place.1) as usize] = Some(piece);
        self.selected = None;
        let is_last = self.bag.is_empty() && self.is("draw-before-win");
        if has_won(self.variant, &self.cells, self.is_torus, place) && !is_last {
            self.is_over = true;
            write_line(answer, format_args!("P{} wins", self.winner()));
            let turn = match self.variant {
                "turns-from-1" => self.turn + 1,
                "turns-by-two" => 2 * self.turn + 1,
                _ => self.turn,
            };
            write_line(answer, turn);
        } else if self.bag.is_empty() && !self.is("no-draw") || self.bag.len() == 1 && self.is("early-draw") {
            self.is_over = true;
            write_line(answer, "draw");
        } else {
            write_line(answer, "OK");
        }
        self.turn += 1;
        Ok(())
    }

    fn winner(&self) -> u32 {
        let selector = 1 + self.turn % 2;
        match self.variant {
            "selector-wins" => selector,
            "player-1-wins" => 1,
            _ => 3 - selector,
        }
    }

    fn square(&self, (row, column): (i64, i64)) -> Option<Place> {
        let (row, column) = match self.variant {
            "column-first" => (column, row),
            "squares-from-1" => (row.checked_sub(1)?, column.checked_sub(1)?),
            _ => (row, column),
        };
        let wraps = self.is_torus || self.is("plane-wraps");
        let wrapped = |number: i64| match self.variant {
            "remainder-of-negatives" if number < 0 => 6 + number % 6,
            "mirrors-negatives" => number.wrapping_abs() % 6,
            "one-lap" if number < 0 => number + 6,
            "one-lap" if number >= 6 => number - 6,
            "one-lap" => number,
            _ => number.rem_euclid(6),
        };
        let (row, column) = match (wraps, self.variant) {
            (false, _) => (row, column),
            (true, "only-rows-wrap") => (wrapped(row), column),
            (true, _) => (wrapped(row), wrapped(column)),
        };
        let on_board = 0..6;
        (on_board.contains(&row) && on_board.contains(&column)).then_some((row, column))
    }

    fn line_number(&self, word: &str) -> Result<i64, Refusal> {
        let number = integer(word)?;
        let number = match self.variant {
            "print-wraps" => number.rem_euclid(6),
            "prints-nearest" => number.clamp(0, 5),
            _ => number,
        };
        Some(number)
            .filter(|number| (0..6).contains(number))
            .ok_or_else(|| Refusal::new("there is no such row or column"))
    }

    fn write_bag(&self, answer: &mut String) {
        let mut bag = self.bag.clone();
        match self.variant {
            "bag-descending" => bag.reverse(),
            "bag-by-colour" => bag.sort_by_key(|piece| piece & 8 == 0),
            "bag-keeps-selected" => bag.extend(self.selected),
            "bag-of-placed" => bag = self.cells.iter().flatten().copied().collect(),
            "bag-with-commas" => {
                let words: Vec<String> = bag.iter().map(u8::to_string).collect();
                write_line(answer, words.join(", "));
                return;
            }
            "bag-in-binary" => {
                write_items(answer, bag.iter().map(|piece| format!("{piece:04b}")));
                return;
            }
            _ => {}
        }
        write_items(answer, bag);
    }
}

fn full_bag(variant: &str) -> Vec<u8> {
    match variant {
        "no-piece-0" => (1..16).collect(),
        "piece-16" => (0..17).collect(),
        _ => (0..16).collect(),
    }
}
