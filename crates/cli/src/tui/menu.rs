//! The menu: the game, its players and options.

use quincunx_catalog::GAMES;
use quincunx_core::{Direction, OptionKind, OptionSpec, Options};
use quincunx_registry::DynGame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::table::Seat;
use super::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Game(usize),
    Seat(usize),
    Option(usize),
    /// The number of moves of a puzzle, or none.
    Puzzle,
    Seed,
    Start,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MenuOutcome {
    Stay,
    Start,
    Quit,
}

#[derive(Clone, Debug)]
pub(crate) struct Menu {
    /// The index of the chosen game.
    pub(crate) game: usize,
    /// The index of the current row.
    pub(crate) row: usize,
    /// The players of games for two.
    seats: [Seat; 2],
    /// The player of games for one.
    alone: Seat,
    /// The typed value of each option of each game; of a file its path.
    typed: Vec<Vec<Option<String>>>,
    /// The moves in which a puzzle is to be won; `None` for a whole game.
    puzzle: Option<u32>,
    pub(crate) seed: u64,
    /// The text that is being typed.
    pub(crate) editing: Option<String>,
    pub(crate) error: Option<String>,
}

impl Menu {
    pub(crate) fn new(seats: [Seat; 2], alone: Seat, seed: u64) -> Self {
        Self {
            game: 0,
            row: 0,
            seats,
            alone,
            typed: GAMES
                .iter()
                .map(|entry| vec![None; entry.options().len()])
                .collect(),
            puzzle: None,
            seed,
            editing: None,
            error: None,
        }
    }

    pub(crate) fn entry(&self) -> &'static dyn DynGame {
        GAMES[self.game]
    }

    /// Returns the players of the chosen game.
    pub(crate) fn seats(&self) -> [Seat; 2] {
        match self.entry().players() {
            1 => [self.alone.clone(), Seat::Person],
            _ => self.seats.clone(),
        }
    }

    pub(crate) fn rows(&self) -> Vec<Row> {
        let entry = self.entry();
        let mut rows: Vec<Row> = (0..GAMES.len()).map(Row::Game).collect();
        rows.extend((0..usize::from(entry.players())).map(Row::Seat));
        rows.extend((0..entry.options().len()).map(Row::Option));
        rows.extend(entry.puzzles().map(|_| Row::Puzzle));
        rows.extend([Row::Seed, Row::Start]);
        rows
    }

    pub(crate) fn present(&self) -> Row {
        self.rows()[self.row]
    }

    pub(crate) fn text(&self, row: Row) -> (String, String) {
        let entry = self.entry();
        match row {
            Row::Game(game) => (GAMES[game].title().to_owned(), GAMES[game].summary().to_owned()),
            Row::Seat(seat) => {
                let name = match entry.players() {
                    1 => "player".to_owned(),
                    _ => format!("player {}", seat + 1),
                };
                (name, words::seat(entry, &self.seats()[seat]))
            }
            Row::Option(index) => (
                entry.options()[index].name.replace('-', " "),
                self.value(index).to_owned(),
            ),
            Row::Puzzle => {
                let value = self.puzzle().map(|moves| format!("win in {moves}"));
                (
                    "puzzle".to_owned(),
                    value.unwrap_or_else(|| "none, a whole game".to_owned()),
                )
            }
            Row::Seed => ("seed".to_owned(), self.seed.to_string()),
            Row::Start => ("Start".to_owned(), String::new()),
        }
    }

    /// Returns the help for the current row.
    pub(crate) fn help(&self) -> &'static str {
        match self.present() {
            Row::Game(_) => "Enter starts, Tab goes to players and options",
            Row::Seat(_) => "← → choose a person or a level of the computer",
            Row::Option(index) => self.entry().options()[index].help,
            Row::Puzzle => "← → choose in how many moves a puzzle is to be won",
            Row::Seed => "The same seed and moves give the same game",
            Row::Start => "Enter starts the game",
        }
    }

    /// Returns the moves of a puzzle within the range of the game.
    pub(crate) fn puzzle(&self) -> Option<u32> {
        let (least, most) = self.entry().puzzles()?;
        self.puzzle.map(|wins_in| wins_in.clamp(least, most))
    }

    fn value(&self, index: usize) -> &str {
        self.typed[self.game][index]
            .as_deref()
            .unwrap_or(self.entry().options()[index].default)
    }

    /// Reads the options of the chosen game.
    pub(crate) fn options(&self, read_file: fn(&str) -> Result<String, String>) -> Result<Options, String> {
        let entry = self.entry();
        let mut options = entry.defaults();
        for (spec, typed) in entry.options().iter().zip(&self.typed[self.game]) {
            let Some(text) = typed else {
                continue;
            };
            let value = match spec.kind {
                OptionKind::File if text.is_empty() => continue,
                OptionKind::File => read_file(text)?,
                _ => text.clone(),
            };
            options
                .set(spec.name, &value)
                .map_err(|error| error.to_string())?;
        }
        Ok(options)
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> MenuOutcome {
        if !(key.modifiers - KeyModifiers::SHIFT).is_empty() {
            return MenuOutcome::Stay;
        }
        self.error = None;
        if self.editing.is_some() {
            self.edit(key.code);
            return MenuOutcome::Stay;
        }
        match key.code {
            KeyCode::Char(letter) if self.is_typed(letter) => self.begin_editing(&letter.to_string()),
            KeyCode::Tab if self.row < GAMES.len() => self.go_to(GAMES.len()),
            KeyCode::BackTab if self.row < GAMES.len() => self.go_to(self.rows().len() - 1),
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k' | 'w') => self.go_up(),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j' | 's') => self.go_down(),
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.change(Direction::Left),
            KeyCode::Right | KeyCode::Char('l' | 'd' | ' ') => self.change(Direction::Right),
            KeyCode::Enter => return MenuOutcome::Start,
            KeyCode::Esc | KeyCode::Char('q') => return MenuOutcome::Quit,
            KeyCode::Backspace => self.begin_editing(""),
            KeyCode::Char(digit @ '1'..='9') if (digit as usize - '1' as usize) < GAMES.len() => {
                self.go_to(digit as usize - '1' as usize);
            }
            _ => {}
        }
        MenuOutcome::Stay
    }

    /// Returns whether a letter begins a value of the current row.
    fn is_typed(&self, letter: char) -> bool {
        match self.present() {
            Row::Option(index) => match self.entry().options()[index].kind {
                OptionKind::Integer(..) => letter.is_ascii_digit(),
                OptionKind::Number(..) => letter.is_ascii_digit() || letter == '.',
                OptionKind::Text | OptionKind::File => !letter.is_control(),
                OptionKind::Choice(_) => false,
            },
            Row::Seed => letter.is_ascii_digit(),
            _ => false,
        }
    }

    fn begin_editing(&mut self, text: &str) {
        if matches!(self.present(), Row::Option(_) | Row::Seed) {
            self.editing = Some(text.to_owned());
        }
    }

    fn edit(&mut self, code: KeyCode) {
        let Some(text) = &mut self.editing else {
            return;
        };
        match code {
            KeyCode::Char(letter) if text.len() < 500 => text.push(letter),
            KeyCode::Backspace => {
                text.pop();
            }
            KeyCode::Esc => self.editing = None,
            KeyCode::Enter | KeyCode::Tab | KeyCode::Down | KeyCode::Up => {
                let text = std::mem::take(text);
                self.editing = None;
                self.set(&text);
            }
            _ => {}
        }
    }

    /// Sets the value of the current row, or shows why it is invalid.
    fn set(&mut self, text: &str) {
        match self.present() {
            Row::Seed => match text.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => self.error = Some(format!("`{text}` is not a whole number below 2^64")),
            },
            Row::Option(index) => {
                let spec = &self.entry().options()[index];
                let checked = match spec.kind {
                    // The contents are checked at the start.
                    OptionKind::File => Ok(()),
                    _ => self.entry().defaults().set(spec.name, text),
                };
                match checked {
                    Ok(()) => self.typed[self.game][index] = Some(text.to_owned()),
                    Err(error) => self.error = Some(error.to_string()),
                }
            }
            _ => {}
        }
    }

    /// Goes to the row above; from players and options to the chosen game, as rows of games choose theirs.
    fn go_up(&mut self) {
        self.go_to(match self.row {
            0 => self.rows().len() - 1,
            row if row == GAMES.len() => self.game,
            row => row - 1,
        });
    }

    /// Goes to the row below, from the last one to the chosen game.
    fn go_down(&mut self) {
        let is_last = self.row + 1 == self.rows().len();
        self.go_to(if is_last { self.game } else { self.row + 1 });
    }

    /// Goes to a row; that of a game chooses it.
    pub(crate) fn go_to(&mut self, row: usize) {
        if row != self.row {
            self.editing = None;
        }
        self.row = row.min(self.rows().len() - 1);
        if let Row::Game(game) = self.present() {
            self.game = game;
        }
    }

    /// Changes the current value to the one before or after it.
    pub(crate) fn change(&mut self, direction: Direction) {
        let up = direction == Direction::Right;
        match self.present() {
            Row::Game(_) if up => self.go_to(GAMES.len()),
            Row::Seat(seat) => {
                let next = self.next_seat(&self.seats()[seat], up);
                match self.entry().players() {
                    1 => self.alone = next,
                    _ => self.seats[seat] = next,
                }
            }
            Row::Option(index) => {
                let spec = &self.entry().options()[index];
                if let Some(value) = next_value(spec, self.value(index), up) {
                    self.set(&value);
                }
            }
            Row::Puzzle => {
                let (least, most) = self
                    .entry()
                    .puzzles()
                    .expect("only games with puzzles have the row");
                let choices: Vec<_> = std::iter::once(None).chain((least..=most).map(Some)).collect();
                self.puzzle = cycle(&choices, &self.puzzle(), up);
            }
            Row::Seed => self.seed = step(self.seed, up),
            Row::Game(_) | Row::Start => {}
        }
    }

    /// Returns the next seat: a person, then the levels.
    fn next_seat(&self, seat: &Seat, up: bool) -> Seat {
        let mut seats = vec![Seat::Person];
        seats.extend((1..=self.entry().levels().len()).map(|level| {
            let spec = format!("level:{level}").parse().expect("levels are named so");
            Seat::Computer(spec)
        }));
        cycle(&seats, seat, up)
    }
}

fn next_value(spec: &OptionSpec, value: &str, up: bool) -> Option<String> {
    match spec.kind {
        OptionKind::Choice(words) => Some(cycle(words, &value, up).to_owned()),
        OptionKind::Integer(least, most) => {
            let next = step(value.parse().ok()?, up);
            Some(next.clamp(least, most).to_string())
        }
        OptionKind::Number(..) | OptionKind::Text | OptionKind::File => None,
    }
}

/// Returns the choice after or before the current one, in a circle.
fn cycle<T: Clone + PartialEq>(choices: &[T], current: &T, up: bool) -> T {
    let place = choices.iter().position(|choice| choice == current).unwrap_or(0);
    let by = if up { 1 } else { choices.len() - 1 };
    choices[(place + by) % choices.len()].clone()
}

fn step(value: u64, up: bool) -> u64 {
    match up {
        true => value.saturating_add(1),
        false => value.saturating_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        Menu::new(Seat::PERSONS, Seat::Person, 0)
    }

    #[test]
    fn every_line_can_be_reached_and_changed() {
        for game in 0..GAMES.len() {
            let mut menu = menu();
            for _ in 0..game {
                menu.key(KeyCode::Down.into());
            }
            let options = menu.options(|_| Err("no file is named".into()));
            assert_eq!(options, Ok(menu.entry().defaults()), "{}", menu.entry().id());
            for (there, back) in [
                (KeyCode::Right, KeyCode::Up),
                (KeyCode::Tab, KeyCode::BackTab),
                (KeyCode::BackTab, KeyCode::Tab),
                (KeyCode::Tab, KeyCode::Null),
            ] {
                assert_eq!((menu.game, menu.row), (game, game));
                menu.key(there.into());
                menu.key(back.into());
            }
            for row in GAMES.len()..menu.rows().len() {
                assert_eq!((menu.game, menu.row), (game, row));
                let before = menu.text(menu.present()).1;
                menu.key(KeyCode::Right.into());
                menu.key(KeyCode::Left.into());
                let after = menu.text(menu.present()).1;
                assert!(menu.error.is_none(), "{:?}", menu.error);
                if let Row::Seat(_) | Row::Puzzle | Row::Seed = menu.present() {
                    assert_eq!(before, after);
                }
                menu.key(KeyCode::Down.into());
            }
            assert_eq!((menu.game, menu.row), (game, game));
            let options = menu.options(|_| Err("no file is named".into()));
            assert!(options.is_ok(), "{}: {options:?}", menu.entry().id());
            menu.entry()
                .new_session(&menu.entry().defaults(), 0)
                .expect("the defaults make a game");
        }
    }

    #[test]
    fn a_text_that_is_typed_stays_on_its_row() {
        let mut menu = menu();
        let start = menu.rows().len() - 1;
        menu.go_to(start - 1);
        menu.key(KeyCode::Char('4').into());
        menu.go_to(start - 1);
        assert_eq!(menu.editing.as_deref(), Some("4"));
        menu.go_to(start);
        assert_eq!(menu.editing, None);
    }

    #[test]
    fn a_seed_is_typed_and_a_wrong_one_is_refused() {
        let mut menu = menu();
        let row = menu
            .rows()
            .iter()
            .position(|row| *row == Row::Seed)
            .expect("there is a seed");
        menu.go_to(row);
        for letter in ['4', '2', '\n'] {
            let code = if letter == '\n' {
                KeyCode::Enter
            } else {
                KeyCode::Char(letter)
            };
            assert_eq!(menu.key(code.into()), MenuOutcome::Stay);
        }
        assert_eq!(menu.seed, 42);
        for letter in ['9', 'x'] {
            menu.key(KeyCode::Char(letter).into());
        }
        menu.key(KeyCode::Enter.into());
        assert_eq!(menu.seed, 42);
        assert!(menu.error.expect("there is a message").contains("`9x`"));
    }
}
