//! The fast twin of the rules, on the packed 4×4 board.

use std::hash::{Hash, Hasher};

use quincunx_core::{
    ActionMask, ActionSet, BitAction, Direction, EffectSink, EnumerableChance, Game, Outcome, Probability,
    RandomSource, Side, Size, Turn,
};

use super::packed_board::PackedBoard;
use super::position::Scoring;
use super::row_tables::{PackedSlide, RowTables};
use super::rules::{RulesError, Twenty48};

/// The rules of 2048 on [`PackedBoard`]s: 4×4, several times as fast as [`Twenty48`], without effects.
///
/// The one difference: two 32768s do not merge.
#[derive(Clone, Copy, Debug)]
pub struct PackedTwenty48 {
    rows: RowTables,
    scoring: Scoring,
    four_rate: f64,
    /// The probability of a 4, prepared for sampling.
    fours: Probability,
}

/// A packed board with its points.
///
/// Equality covers the board, the points and the pending pieces; the hash leaves out the points. Moves are
/// not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPosition {
    /// The board.
    pub board: PackedBoard,
    /// The points won so far, saturated at 64 bits.
    pub points: u64,
    /// The pieces that chance adds before the player acts.
    pub pending: u32,
}

#[cfg(test)]
impl PackedPosition {
    /// Returns the position after a move, without points.
    pub(crate) const fn after_move(board: PackedBoard) -> Self {
        Self {
            board,
            points: 0,
            pending: 1,
        }
    }
}

impl Hash for PackedPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.board, self.pending).hash(state);
    }
}

/// A new piece, as a board with nothing else on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPiece(PackedBoard);

impl PackedPiece {
    /// Creates a 2 or a 4 on a cell, given by the lowest of its four bits: exponents 1 and 2 have one bit
    /// each.
    #[inline]
    const fn new(field: u64, is_four: bool) -> Self {
        Self(PackedBoard(field << is_four as u32))
    }

    /// Returns the board with nothing but the piece.
    pub const fn board(self) -> PackedBoard {
        self.0
    }
}

impl PackedTwenty48 {
    /// Creates the rules.
    ///
    /// # Errors
    /// When `four_rate` is not a probability.
    pub fn new(scoring: Scoring, four_rate: f64) -> Result<Self, RulesError> {
        let size = Size::new(4, 4).expect("4×4 is a size");
        let readable = Twenty48::new(size, scoring, four_rate)?;
        Ok(Self {
            rows: RowTables::get(),
            scoring: readable.scoring(),
            four_rate: readable.four_rate(),
            fours: Probability::new(readable.four_rate()),
        })
    }

    /// Samples one of the possible slides by trying directions until one changes the board, which is quicker
    /// than listing them.
    #[inline]
    fn sample_slide<R: RandomSource>(
        &self,
        state: &PackedPosition,
        random: &mut R,
    ) -> Option<(Direction, PackedSlide)> {
        if state.pending > 0 {
            return None;
        }
        let mut tried = 0;
        while tried != ALL_TRIED {
            let bit = random.below(4);
            let direction = Direction::from_bit(bit);
            let slide = self.rows.slide(state.board, direction);
            if slide.board != state.board {
                return Some((direction, slide));
            }
            tried |= 1 << bit;
        }
        None
    }

    #[inline]
    fn after_slide(&self, state: &PackedPosition, slide: PackedSlide) -> PackedPosition {
        PackedPosition {
            board: slide.board,
            points: state.points.saturating_add(slide.points(self.scoring).into()),
            pending: 1,
        }
    }
}

/// A bit for each direction.
const ALL_TRIED: u32 = 0b1111;

impl Game for PackedTwenty48 {
    type State = PackedPosition;
    type Action = Direction;
    type Actions = ActionMask<Direction>;
    type Chance = PackedPiece;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> PackedPosition {
        PackedPosition {
            board: PackedBoard::default(),
            points: 0,
            pending: Twenty48::OPENING_PIECES,
        }
    }

    #[inline]
    fn turn(&self, state: &PackedPosition) -> Turn {
        if state.pending > 0 {
            Turn::Chance
        } else if state.board.possible().is_empty() {
            Turn::Over(Outcome::Score(state.points))
        } else {
            Turn::Player(Side::One)
        }
    }

    #[inline]
    fn legal_actions(&self, state: &PackedPosition) -> ActionMask<Direction> {
        if state.pending > 0 {
            ActionMask::new(0)
        } else {
            state.board.possible()
        }
    }

    #[inline]
    fn sample_action<R: RandomSource>(&self, state: &PackedPosition, random: &mut R) -> Option<Direction> {
        Some(self.sample_slide(state, random)?.0)
    }

    #[inline]
    fn play_sampled<R: RandomSource>(&self, state: &mut PackedPosition, random: &mut R) -> bool {
        let sampled = self.sample_slide(state, random);
        if let Some((_, slide)) = sampled {
            *state = self.after_slide(state, slide);
        }
        sampled.is_some()
    }

    #[inline]
    fn for_each_afterstate(&self, state: &PackedPosition, mut each: impl FnMut(Direction, PackedPosition)) {
        if state.pending > 0 {
            return;
        }
        for (direction, slide) in Direction::ALL.into_iter().zip(self.rows.slides(state.board)) {
            if slide.board != state.board {
                each(direction, self.after_slide(state, slide));
            }
        }
    }

    #[inline]
    fn play_unchecked<S: EffectSink>(&self, state: &mut PackedPosition, direction: Direction, _: &mut S) {
        *state = self.after_slide(state, self.rows.slide(state.board, direction));
    }

    #[inline]
    fn sample_chance<R: RandomSource>(&self, state: &PackedPosition, random: &mut R) -> PackedPiece {
        debug_assert!(
            state.board.free() > 0,
            "a piece is pending where there is room for it"
        );
        let field = state.board.nth_free(random.below_or_zero(state.board.free()));
        PackedPiece::new(field, random.happens(self.fours))
    }

    fn is_possible(&self, state: &PackedPosition, piece: &PackedPiece) -> bool {
        let free = state.board.free_mask();
        state.pending > 0
            && piece.0.0.is_power_of_two()
            && (self.four_rate < 1.0 && piece.0.0 & free != 0
                || self.four_rate > 0.0 && piece.0.0 & free << 1 != 0)
    }

    #[inline]
    fn resolve_chance<S: EffectSink>(&self, state: &mut PackedPosition, piece: &PackedPiece, _: &mut S) {
        state.board = state.board.with_all(piece.0);
        state.pending -= 1;
    }

    fn points(&self, state: &PackedPosition) -> u64 {
        state.points
    }
}

impl EnumerableChance for PackedTwenty48 {
    fn for_each_chance(&self, state: &PackedPosition, mut each: impl FnMut(&PackedPiece, f64)) {
        let mut free = state.board.free_mask();
        let share = 1.0 / f64::from(free.count_ones());
        while free != 0 {
            let field = free & free.wrapping_neg();
            free &= free - 1;
            for (is_four, probability) in [(false, 1.0 - self.four_rate), (true, self.four_rate)] {
                if probability > 0.0 {
                    each(&PackedPiece::new(field, is_four), share * probability);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Piece;
    use quincunx_core::testkit::{Effort, check_chance, check_rules};
    use quincunx_core::{Random, Size};
    use quincunx_search::{playout, playouts};

    #[test]
    fn it_plays_like_the_readable_rules() {
        let size = Size::new(4, 4).expect("a size");
        for (seed, scoring, rate) in [
            (0, Scoring::Standard, 0.0),
            (1, Scoring::Standard, 0.1),
            (2, Scoring::Contest, 0.5),
            (3, Scoring::Contest, 1.0),
        ] {
            let slow = Twenty48::new(size, scoring, rate).expect("rules");
            let fast = PackedTwenty48::new(scoring, rate).expect("rules");
            let mut choice = Random::new(seed);
            let (mut slow_stream, mut fast_stream) = (Random::new(!seed), Random::new(!seed));
            for _ in 0..30 {
                let (mut a, mut b) = (slow.initial(), fast.initial());
                loop {
                    assert_eq!(PackedBoard::try_from(&a), Ok(b.board));
                    assert_eq!(slow.turn(&a), fast.turn(&b));
                    assert_eq!(slow.points(&a), fast.points(&b));
                    assert_eq!(slow.legal_actions(&a), fast.legal_actions(&b));
                    match slow.turn(&a) {
                        Turn::Player(_) => {
                            let legal = slow.legal_actions(&a);
                            let action = legal.get(choice.index(legal.len())).expect("below the length");
                            slow.play_unchecked(&mut a, action, &mut ());
                            fast.play_unchecked(&mut b, action, &mut ());
                        }
                        Turn::Chance => {
                            for (index, cell) in (0..).zip(size.cells()) {
                                for exponent in [1, 2] {
                                    let packed = PackedPiece(PackedBoard::default().with(index, exponent));
                                    let value = 1 << exponent;
                                    let piece = Piece { cell, value };
                                    assert_eq!(slow.is_possible(&a, &piece), fast.is_possible(&b, &packed));
                                }
                            }
                            let piece = slow.sample_chance(&a, &mut slow_stream);
                            slow.resolve_chance(&mut a, &piece, &mut ());
                            let packed = fast.sample_chance(&b, &mut fast_stream);
                            assert!(fast.is_possible(&b, &packed));
                            fast.resolve_chance(&mut b, &packed, &mut ());
                            assert!(!fast.is_possible(&b, &packed));
                        }
                        Turn::Over(_) => break,
                    }
                }
            }
        }
    }

    /// Two pieces are added before the first move, and one after each.
    #[test]
    fn interleaved_playouts_equal_single_ones() {
        let rules = PackedTwenty48::new(Scoring::Contest, 0.1).expect("rules");
        let begin = |seed| (rules.initial(), Random::new(seed));
        for max_plies in [u32::MAX, 100, 1, 0] {
            let mut games = 0;
            playouts(&rules, (0..30).map(begin), max_plies, |number, end, state| {
                games += 1;
                let (mut alone, mut random) = begin(number as u64);
                assert_eq!(playout(&rules, &mut alone, &mut random, max_plies), end);
                assert_eq!((alone, alone.pending), (state, 0));
            });
            assert_eq!(games, 30);
        }
    }

    #[test]
    fn afterstates_match_actions_and_each_action_is_sampled_equally() {
        let rules = PackedTwenty48::new(Scoring::Contest, 0.1).expect("rules");
        let mut random = Random::new(4);
        let mut lengths = [false; 5];
        let mut state = rules.initial();
        loop {
            let mut afterstates = Vec::new();
            rules.for_each_afterstate(&state, |direction, after| afterstates.push((direction, after)));
            let legal = rules.legal_actions(&state).into_iter();
            let played = legal.map(|direction| (direction, rules.after(&state, direction)));
            assert!(afterstates.iter().copied().eq(played), "{state:?}");
            let legal: Vec<Direction> = afterstates.iter().map(|&(direction, _)| direction).collect();
            if !std::mem::replace(&mut lengths[legal.len()], true) {
                let mut drawn = [0; 4];
                for _ in 0..6000 {
                    match rules.sample_action(&state, &mut random) {
                        Some(direction) => drawn[direction.bit() as usize] += 1,
                        None => assert!(legal.is_empty()),
                    }
                }
                for direction in Direction::ALL {
                    let share = if legal.contains(&direction) {
                        6000 / legal.len()
                    } else {
                        0
                    };
                    // Five standard deviations of the widest of these distributions.
                    let off = (drawn[direction.bit() as usize] as f64 - share as f64).abs();
                    assert!(off < 200.0, "{legal:?}: {drawn:?}");
                }
            }
            match rules.turn(&state) {
                Turn::Chance => {
                    let piece = rules.sample_chance(&state, &mut random);
                    rules.resolve_chance(&mut state, &piece, &mut ());
                }
                Turn::Player(_) => {
                    let drawn = rules.sample_action(&state, &mut random).expect("a legal one");
                    rules.play_unchecked(&mut state, drawn, &mut ());
                }
                Turn::Over(_) => break,
            }
        }
        assert!(lengths[0] && lengths[2..].iter().all(|&met| met), "{lengths:?}");
    }

    #[test]
    fn the_contract_of_rules_is_kept_and_chances_sum_to_one() {
        for rate in [0.0, 0.1, 1.0] {
            let rules = PackedTwenty48::new(Scoring::Standard, rate).expect("rules");
            check_rules(&rules, Effort::default());
            check_chance(&rules, Effort::default());
        }
        assert!(PackedTwenty48::new(Scoring::Standard, -0.1).is_err());
    }
}
