//! Animations: steps of effects as moving tokens.

use std::time::Duration;

use quincunx_core::{Cell, Effect, EffectStep, Grid, Token, apply_step};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    Off,
    Normal,
    Fast,
}

impl Speed {
    /// All speeds with their words.
    pub(crate) const ALL: [(Self, &str); 3] =
        [(Self::Off, "off"), (Self::Normal, "normal"), (Self::Fast, "fast")];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(crate) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].0
    }

    /// Returns the duration of a step; `None` without animation.
    pub(crate) const fn step(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::Normal => Some(Duration::from_millis(150)),
            Self::Fast => Some(Duration::from_millis(60)),
        }
    }
}

/// Steps that are shown one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Animation {
    /// The board before the present step.
    board: Grid<Option<Token>>,
    steps: Vec<EffectStep>,
    present: usize,
    started: Duration,
    step: Duration,
}

/// A moving token; places are in fields from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprite {
    pub(crate) token: Token,
    /// Column and row, between fields while it moves, outside the board while it enters.
    pub(crate) place: (f32, f32),
    /// The shown part of its size, from 0 to 1.
    pub(crate) scale: f32,
}

impl Animation {
    /// How many steps long a loaded board is shown before anything happens to it.
    const MOMENT: u32 = 5;

    /// Starts to show the steps after a board; `None` if nothing is visible.
    pub(crate) fn start(
        board: Grid<Option<Token>>,
        steps: &[EffectStep],
        speed: Speed,
        now: Duration,
    ) -> Option<Self> {
        let steps: Vec<EffectStep> = steps
            .iter()
            .filter(|step| step.iter().any(is_visible))
            .cloned()
            .collect();
        (!steps.is_empty()).then_some(Self {
            board,
            steps,
            present: 0,
            started: now,
            step: speed.step()?,
        })
    }

    /// Starts to show the opening of a game after a moment; `None` if it begins with an empty board or
    /// nothing happens.
    pub(crate) fn opening(
        board: Grid<Option<Token>>,
        steps: &[EffectStep],
        speed: Speed,
        now: Duration,
    ) -> Option<Self> {
        let is_empty = board.values().iter().all(Option::is_none);
        let moment = Self::MOMENT * speed.step()?;
        Self::start(board, steps, speed, now + moment).filter(|_| !is_empty)
    }

    /// Shows an illegal swap of two neighbours, forth and back.
    pub(crate) fn swap_and_back(
        board: Grid<Option<Token>>,
        (a, b): (Cell, Cell),
        speed: Speed,
        now: Duration,
    ) -> Option<Self> {
        let moves = |from: Cell, to: Cell| {
            let token = *board.get(from)?;
            token.map(|token| Effect::Move { from, to, token })
        };
        let there: EffectStep = moves(a, b).into_iter().chain(moves(b, a)).collect();
        let back: EffectStep = there
            .iter()
            .filter_map(|effect| match *effect {
                Effect::Move { from, to, token } => Some(Effect::Move {
                    from: to,
                    to: from,
                    token,
                }),
                _ => None,
            })
            .collect();
        Self::start(board, &[there, back], speed, now)
    }

    /// Advances to the step of this moment; false after the last.
    pub(crate) fn advance(&mut self, now: Duration) -> bool {
        while now >= self.started + self.step {
            let Some(step) = self.steps.get(self.present) else {
                return false;
            };
            apply_step(&mut self.board, step);
            self.present += 1;
            self.started += self.step;
        }
        self.present < self.steps.len()
    }

    /// Returns the board without moving tokens, and those.
    pub(crate) fn frame(&self, now: Duration) -> (Grid<Option<Token>>, Vec<Sprite>) {
        let mut board = self.board.clone();
        let Some(step) = self.steps.get(self.present) else {
            return (board, Vec::new());
        };
        let part = now.saturating_sub(self.started).as_secs_f32() / self.step.as_secs_f32();
        let part = part.clamp(0.0, 1.0);
        // Slow at both ends.
        let eased = part * part * (3.0 - 2.0 * part);
        let mut sprites = Vec::new();
        for effect in step {
            match *effect {
                Effect::Move { from, to, token } => {
                    clear(&mut board, from);
                    sprites.push(Sprite {
                        token,
                        place: between(place(from), place(to), eased),
                        scale: 1.0,
                    });
                }
                Effect::Enter { cell, height, token } => {
                    let (column, row) = place(cell);
                    let above = (column, -(height as f32));
                    sprites.push(Sprite {
                        token,
                        place: between(above, (column, row), eased),
                        scale: 1.0,
                    });
                }
                Effect::Spawn { cell, token } => sprites.push(Sprite {
                    token,
                    place: place(cell),
                    scale: eased,
                }),
                Effect::Remove { cell, token } => {
                    clear(&mut board, cell);
                    sprites.push(Sprite {
                        token,
                        place: place(cell),
                        scale: 1.0 - eased,
                    });
                }
                Effect::Become { .. }
                | Effect::Merge { .. }
                | Effect::Select { .. }
                | Effect::Points { .. } => {}
            }
        }
        (board, sprites)
    }
}

fn is_visible(effect: &Effect) -> bool {
    !matches!(effect, Effect::Select { .. } | Effect::Points { .. })
}

fn clear(board: &mut Grid<Option<Token>>, cell: Cell) {
    if let Some(field) = board.get_mut(cell) {
        *field = None;
    }
}

fn place(cell: Cell) -> (f32, f32) {
    (cell.column as f32, cell.row as f32)
}

fn between(from: (f32, f32), to: (f32, f32), part: f32) -> (f32, f32) {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quincunx_core::Size;

    #[test]
    fn a_frame_shows_tokens_between_fields() {
        let size = Size::new(3, 1).expect("a possible size");
        let token = Token(1);
        let mut board = Grid::filled(size, None);
        board[Cell::new(0, 0)] = Some(token);
        let step = vec![Effect::Move {
            from: Cell::new(0, 0),
            to: Cell::new(2, 0),
            token,
        }];
        let start = Duration::from_secs(1);
        let mut animation =
            Animation::start(board, &[step], Speed::Normal, start).expect("there is something to see");
        let (rest, sprites) = animation.frame(start + Duration::from_millis(75));
        assert_eq!(rest, Grid::filled(size, None));
        assert_eq!(sprites[0].place, (1.0, 0.0));
        assert!(animation.advance(start + Duration::from_millis(149)));
        assert!(!animation.advance(start + Duration::from_millis(150)));
        assert_eq!(animation.frame(start).0[Cell::new(2, 0)], Some(token));
    }

    #[test]
    fn there_is_no_animation_when_it_is_off_or_nothing_is_seen() {
        let size = Size::new(1, 1).expect("a possible size");
        let spawn = Effect::Spawn {
            cell: Cell::new(0, 0),
            token: Token(1),
        };
        let board = || Grid::filled(size, None);
        assert!(Animation::start(board(), &[vec![spawn]], Speed::Off, Duration::ZERO).is_none());
        let points = vec![vec![Effect::Points { points: 3 }]];
        assert!(Animation::start(board(), &points, Speed::Normal, Duration::ZERO).is_none());
    }
}
