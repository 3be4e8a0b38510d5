//! One step of a cascade: what matches, what goes with it, and what that is worth.

use quincunx_core::{Cell, EffectSink};

use super::level::{COLOURS, Field, Matching};
use super::rules::{LevelGame, State};
use crate::match_three::{self, GridBoard, Match, TokenSet, combinations, positions_of, step_points};
use crate::shariki::packed::{Packed, bit_of, bits, cell_of};
use crate::shariki::squares::{fall, remove_in_waves};
use crate::shariki::{Colour, Combination, Element, Kind, Letter, Shariki};

/// What goes in one step, before specials take more along.
pub(super) enum Step {
    /// One combination.
    Combination(Combination),
    /// Matches that go together.
    Matches(Vec<Match>),
}

impl LevelGame {
    /// Finds what goes next on a board.
    pub(super) fn next_step(&self, board: &Packed) -> Option<Step> {
        match &self.level().matching {
            Matching::Combinations(kinds) => board.next_of(self.layout(), kinds).map(Step::Combination),
            Matching::Deltas(_) => {
                let size = self.level().size();
                let cells: Vec<Cell> = bits(board.occupied()).map(|bit| cell_of(size, bit)).collect();
                let found = self.matches_of(board, &cells);
                (!found.is_empty()).then_some(Step::Matches(found))
            }
        }
    }

    /// Tells whether something matches that holds one of some cells, given that nothing else does.
    pub(super) fn matches_at(&self, board: &Packed, cells: &[Cell]) -> bool {
        match &self.level().matching {
            Matching::Combinations(kinds) => board.next_of(self.layout(), kinds).is_some(),
            Matching::Deltas(_) => !self.matches_of(board, cells).is_empty(),
        }
    }

    /// Finds the matches of some cells by the matchers of Match Three; none where combinations count.
    fn matches_of(&self, board: &Packed, cells: &[Cell]) -> Vec<Match> {
        let Matching::Deltas(matcher) = &self.level().matching else {
            return Vec::new();
        };
        let board = self.in_tokens(board);
        combinations(&board, matcher, cells).expect("the cells are on the board")
    }

    /// Writes a board as Match Three reads it: a token for each colour.
    pub(super) fn in_tokens(&self, board: &Packed) -> GridBoard {
        let size = self.level().size();
        let mut tokens = GridBoard::new(size.columns(), size.rows(), self.tokens().clone())
            .expect("a level's board is neither too small nor too large");
        for bit in bits(board.occupied()) {
            let element = board.element(bit).expect("the square is occupied");
            let token = self.tokens().as_slice()[element.colour as usize];
            match_three::Board::set(&mut tokens, cell_of(size, bit), Some(token))
                .expect("the token is valid and the cell on the board");
        }
        tokens
    }

    /// Carries out a step: counts what goes, clears fields, makes the special, and lets the rest fall.
    pub(super) fn carry_out<S: EffectSink>(&self, state: &mut State, step: &Step, sink: &mut S) {
        let size = self.level().size();
        let layout = self.layout();
        let (squares, made): (Vec<Cell>, _) = match step {
            Step::Combination(combination) => (
                combination.removal_order().collect(),
                self.made_by(&state.board, *combination),
            ),
            Step::Matches(matches) => (positions_of(matches), None),
        };
        let mask = squares
            .iter()
            .fold(0, |mask, &cell| mask | 1 << bit_of(size, cell));
        let gone = state.board.taken(layout, mask);
        let number = u64::from(state.step);
        let points = |count: u32| match step {
            Step::Combination(_) => Shariki::POINTS_EACH * number * u64::from(count),
            Step::Matches(matches) => step_points(number, matches),
        };
        state.points = state.points.saturating_add(points(gone.count_ones()));
        state.specials_used = state
            .specials_used
            .saturating_add((gone & state.board.specials()).count_ones());
        state.specials_made = state.specials_made.saturating_add(u32::from(made.is_some()));
        for (count, colour) in state.collected.iter_mut().zip(Colour::ALL) {
            let removed = (gone & state.board.of_colour(layout, colour)).count_ones();
            *count = count.saturating_add(removed);
        }
        state.marked &= !gone;
        if S::LISTENS {
            let mut board = state.board.to_board();
            sink.end_wave();
            remove_in_waves(&mut board, squares.into_iter(), made, points, sink);
            fall(&mut board, |cell| self.level().fields[cell] != Field::Hole, sink);
            state.board = Packed::new(&board);
        } else {
            state.board.take(layout, gone, made);
        }
    }

    /// Returns the special that a combination makes where the level has specials and names its kind.
    fn made_by(&self, board: &Packed, combination: Combination) -> Option<(Cell, Element)> {
        let Matching::Combinations(kinds) = &self.level().matching else {
            return None;
        };
        let letter = combination.creates().filter(|_| self.level().specials)?;
        let kind = match letter {
            Letter::Bomb => Kind::Five,
            Letter::Wrapped => Kind::Corner,
            _ => Kind::Four,
        };
        let start = combination.start();
        let element = board
            .element(bit_of(self.level().size(), start))
            .expect("a combination is of elements");
        kinds
            .contains(&kind)
            .then_some((start, Element { letter, ..element }))
    }
}

/// Makes one token for each colour, in their order.
pub(super) fn colour_tokens() -> TokenSet {
    let tokens: String = ('A'..).take(COLOURS).collect();
    TokenSet::new(&tokens).expect("six different letters")
}
