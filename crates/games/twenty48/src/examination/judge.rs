//! The judge of a program whose random pieces are its own.

use quincunx_core::{Cell, Direction};
use quincunx_registry::examination::{Answers, Difference, answer_of, is_refusal};

use super::statistics::Statistics;
use crate::console::Twenty48Console;

/// Follows a program with a console of its own, which never draws a piece: after a command that adds pieces
/// it takes them from the board that the program prints next.
pub(super) struct Judge {
    console: Twenty48Console,
    knowledge: Knowledge,
    statistics: Statistics,
}

/// What is known of the program's board.
enum Knowledge {
    /// It is that of the console.
    Whole,
    /// It is that of the console with new pieces.
    NewPieces(NewPieces),
    /// Nothing, as a move was made with a piece in an unknown place.
    Nothing,
}

/// Pieces that the program has added but not shown yet.
struct NewPieces {
    count: usize,
    /// The fields that were set or shown since, so that the piece may be gone.
    known: Vec<Cell>,
    /// Where `play` was answered, and whether by `game over`.
    play: Option<(usize, bool)>,
}

/// The right answers to a line.
enum Expected {
    /// One answer, with the ends of its lines.
    Exactly(String),
    /// Any of some words.
    OneOf(&'static [&'static str]),
    /// Any line.
    Anything,
    /// A board with the new pieces.
    Board,
    /// A board of which nothing is known.
    AnyBoard,
    /// The value of a field that may hold a new piece.
    Field(Cell),
    /// A direction in which a move is possible.
    Hint,
}

impl Judge {
    pub(super) fn new() -> Self {
        let mut judge = Self {
            console: Twenty48Console::new(),
            knowledge: Knowledge::Whole,
            statistics: Statistics::default(),
        };
        judge.begin();
        judge
    }

    pub(super) fn check(mut self, lines: &[String], output: &str) -> Result<(), Difference> {
        let mut answers = Answers::new(output);
        for (index, line) in lines.iter().enumerate() {
            if line == "quit" {
                break;
            }
            if line.starts_with("start") {
                self.statistics.check(index)?;
                self.statistics = Statistics::default();
            }
            self.check_line(index, line, &mut answers)?;
        }
        self.statistics.check(lines.len())?;
        answers.expect_end(lines.len())
    }

    fn check_line(&mut self, index: usize, line: &str, answers: &mut Answers<'_>) -> Result<(), Difference> {
        let wrong = |expected: &str, found: Option<String>| Difference {
            line: index,
            expected: expected.trim_end_matches('\n').to_owned(),
            found,
        };
        match self.expected(index, line) {
            Expected::Exactly(answer) => answers.expect(&answer).map_err(|found| wrong(&answer, found)),
            Expected::Board => self.check_board(index, answers),
            Expected::AnyBoard => {
                let found = self.take_board(answers);
                let is_board = self.values_in(&found).is_some();
                let found = (!found.is_empty()).then(|| found.join("\n"));
                if is_board {
                    Ok(())
                } else {
                    Err(wrong("a board", found))
                }
            }
            one_line => {
                let found = answers.next_line();
                let text = found.unwrap_or_default();
                let (is_right, expected) = match one_line {
                    Expected::OneOf(words) => (words.contains(&text), words.join(" or ")),
                    Expected::Field(cell) => {
                        let (values, expected) = self.values_of(cell);
                        let value = text.parse().ok().filter(|value| values.contains(value));
                        if let Some(value) = value {
                            self.learn(cell, value);
                        }
                        (value.is_some(), expected)
                    }
                    Expected::Hint => {
                        let game = self.console.game();
                        let possible = Direction::ALL
                            .into_iter()
                            .filter(|&direction| game.is_possible(direction));
                        let words: Vec<&str> = possible.map(Direction::word).collect();
                        (words.contains(&text), words.join(" or "))
                    }
                    _ => (true, "a line".to_owned()),
                };
                match found {
                    Some(_) if is_right => {
                        self.note_play(index, line, text);
                        Ok(())
                    }
                    _ => Err(wrong(&expected, found.map(str::to_owned))),
                }
            }
        }
    }

    /// Carries out a line and returns the right answers.
    fn expected(&mut self, index: usize, line: &str) -> Expected {
        let words: Vec<&str> = line.split(' ').collect();
        let game = self.console.game();
        let is_whole = matches!(self.knowledge, Knowledge::Whole);
        match *words {
            ["start", ..] => {
                let answer = answer_of(&mut self.console, line);
                if !is_refusal(answer.trim_end()) {
                    self.begin();
                }
                Expected::Exactly(answer)
            }
            ["values", ..] => Expected::Anything,
            ["hint"] if is_whole && game.is_move_possible() => Expected::Hint,
            ["add"] if is_whole && game.is_space_left() => {
                self.expect_pieces(1, None);
                Expected::Exactly("OK\n".to_owned())
            }
            ["play", word] => match (self.direction(word), is_whole) {
                (Some(direction), true) if self.console.game_mut().perform_move(direction) == Ok(true) => {
                    self.expect_pieces(1, Some((index, false)));
                    Expected::OneOf(&["OK", "game over"])
                }
                (None, _) | (_, true) => Expected::Exactly("Error, impossible\n".to_owned()),
                _ => {
                    self.knowledge = Knowledge::Nothing;
                    Expected::Anything
                }
            },
            _ if is_whole => Expected::Exactly(answer_of(&mut self.console, line)),
            _ => self.expected_of_unknown(line, &words),
        }
    }

    /// Returns the right answers where the board is not known as a whole.
    fn expected_of_unknown(&mut self, line: &str, words: &[&str]) -> Expected {
        let new = match &self.knowledge {
            Knowledge::NewPieces(new) => Some(new.count).filter(|_| new.known.is_empty()),
            _ => None,
        };
        let game = self.console.game();
        let is_lost = matches!(self.knowledge, Knowledge::Nothing);
        match *words {
            ["set", ..] => {
                let answer = answer_of(&mut self.console, line);
                if let Some(cell) = words.get(1).and_then(|word| self.console.cell(word).ok())
                    && answer == "OK\n"
                {
                    self.note_set(cell);
                }
                Expected::Exactly(answer)
            }
            ["get", word] => match self.console.cell(word) {
                Ok(_) if is_lost => Expected::Anything,
                Ok(cell) => Expected::Field(cell),
                Err(_) => Expected::Exactly(answer_of(&mut self.console, line)),
            },
            ["print"] if is_lost => Expected::AnyBoard,
            ["print"] => Expected::Board,
            ["pieces"] => match new {
                Some(count) => Expected::Exactly(format!("{}\n", game.position().pieces() as usize + count)),
                None => Expected::Anything,
            },
            ["space"] => match new {
                Some(count) if game.position().free() as usize > count => {
                    Expected::Exactly("true\n".to_owned())
                }
                Some(_) => Expected::Exactly("false\n".to_owned()),
                None => Expected::OneOf(&["true", "false"]),
            },
            ["possible"] => Expected::OneOf(&["true", "false"]),
            ["possible", word] if self.direction(word).is_some() => Expected::OneOf(&["true", "false"]),
            ["move", word] if self.direction(word).is_some() => {
                self.knowledge = Knowledge::Nothing;
                Expected::Anything
            }
            ["add" | "hint"] => {
                self.knowledge = Knowledge::Nothing;
                Expected::Anything
            }
            ["points" | "moves"] if is_lost => Expected::Anything,
            _ => Expected::Exactly(answer_of(&mut self.console, line)),
        }
    }

    fn direction(&self, word: &str) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|direction| direction.word() == word)
    }

    /// Takes the pieces of a new game off the console's board.
    fn begin(&mut self) {
        let cells: Vec<Cell> = self.console.game().position().size().cells().collect();
        for cell in cells {
            let freed = self.console.game_mut().set_piece_at(cell, 0);
            freed.expect("the field is on the board");
        }
        self.expect_pieces(2, None);
    }

    fn expect_pieces(&mut self, count: usize, play: Option<(usize, bool)>) {
        self.knowledge = Knowledge::NewPieces(NewPieces {
            count,
            known: Vec::new(),
            play,
        });
    }

    /// Notes how `play` was answered, to be checked once the board is known.
    fn note_play(&mut self, index: usize, line: &str, answer: &str) {
        if let Knowledge::NewPieces(NewPieces { play: Some(play), .. }) = &mut self.knowledge
            && line.starts_with("play ")
        {
            *play = (index, answer == "game over");
        }
    }

    /// Notes that a field was set: of a board that is set as a whole all is known.
    fn note_set(&mut self, cell: Cell) {
        let fields = self.console.game().position().size().area();
        match &mut self.knowledge {
            Knowledge::NewPieces(new) => {
                if !new.known.contains(&cell) {
                    new.known.push(cell);
                }
                if new.known.len() == fields {
                    self.knowledge = Knowledge::Whole;
                }
            }
            Knowledge::Whole | Knowledge::Nothing => {}
        }
    }

    /// Returns the values that a field may have, and a description of them.
    fn values_of(&self, cell: Cell) -> (Vec<u64>, String) {
        let here = self.console.game().piece_at(cell).unwrap_or(0);
        let Knowledge::NewPieces(new) = &self.knowledge else {
            return (vec![here], here.to_string());
        };
        let free = self.console.game().position().free() as usize;
        if here != 0 || new.known.contains(&cell) {
            (vec![here], here.to_string())
        } else if new.known.is_empty() && free == new.count {
            (vec![2, 4], "2 or 4".to_owned())
        } else {
            (vec![0, 2, 4], "0, 2 or 4".to_owned())
        }
    }

    /// Takes the value of a field, of the last new piece the whole board.
    fn learn(&mut self, cell: Cell, value: u64) {
        let free = self.console.game().position().free() as usize;
        let is_new = value != self.console.game().piece_at(cell).unwrap_or(0);
        let Knowledge::NewPieces(new) = &mut self.knowledge else {
            return;
        };
        if !is_new {
            new.known.push(cell);
            return;
        }
        if new.known.is_empty() && new.count == 1 && free == 1 {
            self.statistics.note_value(value);
        }
        new.count -= 1;
        if new.count == 0 {
            self.knowledge = Knowledge::Whole;
        } else {
            new.known.push(cell);
        }
        let placed = self.console.game_mut().set_piece_at(cell, value);
        placed.expect("the field is on the board");
    }

    /// Takes as many lines as the board has rows.
    fn take_board<'a>(&self, answers: &mut Answers<'a>) -> Vec<&'a str> {
        let rows = self.console.game().position().size().rows();
        (0..rows).map_while(|_| answers.next_line()).collect()
    }

    /// Returns the values of a printed board, row by row.
    fn values_in(&self, text: &[&str]) -> Option<Vec<u64>> {
        let size = self.console.game().position().size();
        let is_formed = text.len() == size.rows() as usize
            && text
                .iter()
                .all(|line| line.split(' ').count() == size.columns() as usize);
        let values = text
            .iter()
            .flat_map(|line| line.split(' '))
            .map(|word| word.parse().ok());
        values.collect::<Option<_>>().filter(|_| is_formed)
    }

    /// Checks a printed board with new pieces, and takes them.
    fn check_board(&mut self, index: usize, answers: &mut Answers<'_>) -> Result<(), Difference> {
        let position = self.console.game().position().clone();
        let Knowledge::NewPieces(new) = &self.knowledge else {
            return Ok(());
        };
        let size = position.size();
        let text = self.take_board(answers);
        let changed = self.values_in(&text).and_then(|shown| {
            let fields = size.cells().zip(shown);
            let changed: Vec<(Cell, u64)> = fields
                .filter(|&(cell, value)| position.cells()[cell] != value)
                .collect();
            let is_new = |&(cell, value): &(Cell, u64)| {
                position.cells()[cell] == 0 && !new.known.contains(&cell) && matches!(value, 2 | 4)
            };
            let may_be_gone = !new.known.is_empty() && changed.len() < new.count;
            (changed.iter().all(is_new) && (changed.len() == new.count || may_be_gone)).then_some(changed)
        });
        let Some(changed) = changed else {
            let pieces = if new.count == 1 {
                "one new piece".to_owned()
            } else {
                format!("{} new pieces", new.count)
            };
            return Err(Difference {
                line: index,
                expected: format!("{}with {pieces}, 2 or 4, on free fields", position.cells()),
                found: (!text.is_empty()).then(|| text.join("\n")),
            });
        };
        if let [(cell, value)] = *changed
            && new.count == 1
            && new.known.is_empty()
        {
            self.statistics.note_value(value);
            let mut free = size.cells().filter(|&cell| position.cells()[cell] == 0);
            let rank = free.position(|free| free == cell).expect("the field was free");
            self.statistics.note_field(position.free() as usize, rank);
        }
        let play = new.play;
        for (cell, value) in changed {
            let placed = self.console.game_mut().set_piece_at(cell, value);
            placed.expect("the field is on the board");
        }
        self.knowledge = Knowledge::Whole;
        let is_over = !self.console.game().is_move_possible();
        match play {
            Some((line, said_over)) if said_over != is_over => {
                let word = |is_over| if is_over { "game over" } else { "OK" };
                Err(Difference {
                    line,
                    expected: word(is_over).to_owned(),
                    found: Some(format!(
                        "{}\nwith this board afterwards:\n{}",
                        word(said_over),
                        text.join("\n")
                    )),
                })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], output: &str) -> Result<(), Difference> {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        Judge::new().check(&lines, output)
    }

    #[test]
    fn new_pieces_are_taken_from_the_program() {
        let lines = [
            "start 2 2",
            "print",
            "set 0;0 0",
            "set 1;0 0",
            "set 0;1 2",
            "set 1;1 2",
            "play left",
            "print",
        ];
        let begin = "OK\n2 0\n0 4\nOK\nOK\nOK\nOK\n";
        assert_eq!(check(&lines, &format!("{begin}OK\n0 0\n4 2\n")), Ok(()));
        for wrong in [
            "OK\n0 0\n4 0\n",
            "OK\n0 0\n4 8\n",
            "OK\n0 2\n4 2\n",
            "game over\n0 0\n4 2\n",
            "OK\n0 0\n2 4\n",
        ] {
            assert!(check(&lines, &format!("{begin}{wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_board_without_two_pieces_is_wrong() {
        for (board, is_right) in [
            ("2 4\n0 0\n", true),
            ("2 0\n0 0\n", false),
            ("2 2\n2 0\n", false),
            ("8 2\n0 0\n", false),
        ] {
            assert_eq!(
                check(&["start 2 2", "print"], &format!("OK\n{board}")).is_ok(),
                is_right,
                "{board}"
            );
        }
    }
}
