//! The meaning of keys.
//!
//! Arrows, WASD and hjkl all steer, but `a` is also analysis and `h` also hint. The last unambiguous steering
//! key decides: after `w`, `s` or `d`, `a` steers; after `j`, `k` or `l`, `h` steers; after an arrow, neither
//! does. `A` and `H` are always analysis and hint.

use quincunx_core::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Push the board, or move the cursor.
    Steer(Direction),
    /// Shift a row or column by one field.
    Shift(Direction),
    /// Turn a square, clockwise or not.
    Rotate(bool),
    /// Play, select or take what is under the cursor.
    Act,
    /// Play a column, or choose from the tray, by its number.
    Digit(u32),
    Focus,
    /// Clear a selection or a hint.
    Cancel,
    Undo,
    Redo,
    Hint,
    Analysis,
    NewGame,
    First,
    Last,
    Back,
    Forward,
    /// Pause the computer, or play a replay.
    Pause,
    /// Play on from the position of a replay.
    Fork,
    Type,
    Help,
    Motion,
    Colours,
    Quit,
}

/// Which of the ambiguous letters steer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Neither: `a` is analysis, `h` is hint.
    None,
    /// `a` steers to the left.
    Wasd,
    /// `h` steers to the left.
    Vi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    pub(crate) letters: Letters,
    /// Whether other steering keys change that.
    pub(crate) adapts: bool,
}

impl Keys {
    pub(crate) const ALL: [(Self, &str); 3] = [
        (Self::of(Letters::None, true), "auto"),
        (Self::of(Letters::Wasd, false), "wasd"),
        (Self::of(Letters::Vi, false), "hjkl"),
    ];

    const fn of(letters: Letters, adapts: bool) -> Self {
        Self { letters, adapts }
    }

    /// Returns the command of a key; keys with Ctrl or Alt are the terminal's.
    pub(crate) fn command(&mut self, key: KeyEvent) -> Option<Command> {
        if !(key.modifiers - KeyModifiers::SHIFT).is_empty() {
            return None;
        }
        let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        let mut arrow = |direction| {
            self.steered_by(Letters::None);
            Some(match is_shifted {
                true => Command::Shift(direction),
                false => Command::Steer(direction),
            })
        };
        match key.code {
            KeyCode::Up => arrow(Direction::Up),
            KeyCode::Down => arrow(Direction::Down),
            KeyCode::Left => arrow(Direction::Left),
            KeyCode::Right => arrow(Direction::Right),
            KeyCode::Home => Some(Command::First),
            KeyCode::End => Some(Command::Last),
            KeyCode::Enter => Some(Command::Act),
            KeyCode::Tab | KeyCode::BackTab => Some(Command::Focus),
            KeyCode::Esc => Some(Command::Cancel),
            KeyCode::Char(letter) => self.letter(letter),
            _ => None,
        }
    }

    fn letter(&mut self, letter: char) -> Option<Command> {
        match letter {
            'w' | 's' | 'd' => self.steered_by(Letters::Wasd),
            'j' | 'k' | 'l' => self.steered_by(Letters::Vi),
            _ => {}
        }
        Some(match letter {
            'w' | 'k' => Command::Steer(Direction::Up),
            's' | 'j' => Command::Steer(Direction::Down),
            'd' | 'l' => Command::Steer(Direction::Right),
            'a' if self.letters == Letters::Wasd => Command::Steer(Direction::Left),
            'h' if self.letters == Letters::Vi => Command::Steer(Direction::Left),
            'a' | 'A' => Command::Analysis,
            'h' | 'H' => Command::Hint,
            '<' => Command::Shift(Direction::Left),
            '>' => Command::Shift(Direction::Right),
            '^' => Command::Shift(Direction::Up),
            '_' => Command::Shift(Direction::Down),
            'r' => Command::Rotate(true),
            'R' => Command::Rotate(false),
            ' ' => Command::Act,
            'u' => Command::Undo,
            'U' => Command::Redo,
            'n' => Command::NewGame,
            '[' => Command::Back,
            ']' => Command::Forward,
            'p' => Command::Pause,
            'f' => Command::Fork,
            ':' => Command::Type,
            '?' => Command::Help,
            'm' => Command::Motion,
            'c' => Command::Colours,
            'q' => Command::Quit,
            _ => Command::Digit(letter.to_digit(10)?),
        })
    }

    fn steered_by(&mut self, letters: Letters) {
        if self.adapts {
            self.letters = letters;
        }
    }

    pub(crate) const fn hint(self) -> &'static str {
        match self.letters {
            Letters::Vi => "H",
            _ => "h",
        }
    }

    pub(crate) const fn analysis(self) -> &'static str {
        match self.letters {
            Letters::Wasd => "A",
            _ => "a",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(keys: &mut Keys, letter: char) -> Option<Command> {
        keys.command(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
    }

    #[test]
    fn doubtful_letters_follow_the_hand() {
        let (mut keys, _) = Keys::ALL[0];
        assert_eq!(pressed(&mut keys, 'a'), Some(Command::Analysis));
        assert_eq!(pressed(&mut keys, 'h'), Some(Command::Hint));
        pressed(&mut keys, 's');
        assert_eq!(pressed(&mut keys, 'a'), Some(Command::Steer(Direction::Left)));
        assert_eq!(pressed(&mut keys, 'h'), Some(Command::Hint));
        assert_eq!(pressed(&mut keys, 'A'), Some(Command::Analysis));
        pressed(&mut keys, 'j');
        assert_eq!(pressed(&mut keys, 'h'), Some(Command::Steer(Direction::Left)));
        assert_eq!(pressed(&mut keys, 'a'), Some(Command::Analysis));
        assert_eq!(pressed(&mut keys, 'H'), Some(Command::Hint));
        keys.command(KeyCode::Left.into());
        assert_eq!(pressed(&mut keys, 'h'), Some(Command::Hint));
    }

    #[test]
    fn fixed_letters_stay() {
        let (mut keys, _) = Keys::ALL[1];
        keys.command(KeyCode::Left.into());
        pressed(&mut keys, 'j');
        assert_eq!(pressed(&mut keys, 'a'), Some(Command::Steer(Direction::Left)));
        assert_eq!((keys.analysis(), keys.hint()), ("A", "h"));
    }

    #[test]
    fn keys_with_control_or_alt_are_left_to_the_terminal() {
        let (mut keys, _) = Keys::ALL[0];
        for modifiers in [KeyModifiers::CONTROL, KeyModifiers::ALT, KeyModifiers::SUPER] {
            for code in [KeyCode::Char('u'), KeyCode::Left, KeyCode::Enter] {
                assert_eq!(keys.command(KeyEvent::new(code, modifiers)), None);
            }
        }
    }
}
