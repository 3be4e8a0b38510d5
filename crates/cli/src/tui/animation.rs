//! Animation: the engine's waves of effects as tokens on their way.

use std::time::Duration;

use quincunx_core::{Cell, Effect, EffectStep, Grid, Token, apply_step};

/// How fast effects are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    /// Not at all: the board just changes.
    Off,
    /// At a pace at which every step can be followed.
    Normal,
    /// At a pace for those who know the game.
    Fast,
}

impl Speed {
    /// All of them with the words by which they are chosen.
    pub(crate) const ALL: [(Self, &str); 3] =
        [(Self::Off, "off"), (Self::Normal, "normal"), (Self::Fast, "fast")];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(crate) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].0
    }

    /// Returns how long one wave takes; nothing when there is no animation.
    pub(crate) const fn step(self) -> Option<Duration> {
        match self {
            Self::Off => None,
            Self::Normal => Some(Duration::from_millis(150)),
            Self::Fast => Some(Duration::from_millis(60)),
        }
    }
}

/// Waves that are being shown one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Animation {
    /// The board before the present wave.
    board: Grid<Option<Token>>,
    steps: Vec<EffectStep>,
    present: usize,
    started: Duration,
    step: Duration,
}

/// A token on its way; places in fields from the upper left corner of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprite {
    pub(crate) token: Token,
    /// Column and row, between fields while it moves, outside the board while it enters.
    pub(crate) place: (f32, f32),
    /// What of its full size is shown, from 0 to 1.
    pub(crate) scale: f32,
}

impl Animation {
    /// Starts to show what happened to a board; `None` when there is nothing to see.
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

    /// Shows two neighbours changing places and back again: a swap that makes nothing.
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

    /// Goes on to the wave of this moment; false when all have been shown.
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

    /// Returns the board without the tokens that are on their way, and those.
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

/// Tells whether an effect is seen on the board.
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
