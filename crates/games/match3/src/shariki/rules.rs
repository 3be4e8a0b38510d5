//! The interactive game: swaps, cascades with refill, points.

use quincunx_core::{
    ActionSet, DenseActions, Effect, EffectSink, Game, Outcome, Player, RandomSource, Size, Turn,
};

use super::Board;
use super::element::Element;
use super::packed::Layout;
use super::squares::{Squares, token};
use super::supply::Supply;
use super::swaps::{Swap, Swaps};

/// The rules of the interactive game: size, colours, specials, and how it ends.
///
/// The player swaps two neighbours so that a combination comes about; no other swap is legal. Then one combination after
/// the other is removed, and after each, new elements drop in at the top, until the board is at rest. Every element
/// removed is worth [`Shariki::POINTS_EACH`] points times the number of the combination since the swap.
#[derive(Clone, Debug)]
pub struct Shariki {
    pub(super) size: Size,
    pub(super) supply: Supply,
    when_stuck: WhenStuck,
    most_swaps: Option<u32>,
    start: Option<Board>,
    pub(super) layout: Option<Layout>,
}

/// What happens when no swap makes a combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhenStuck {
    /// The elements of the board are put into a new order.
    Reshuffle,
    /// The game ends.
    End,
}

/// A position; equal ones have the same board, points, number of swaps and step of a cascade.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) squares: Squares,
    points: u64,
    /// Swaps made so far.
    swaps: u32,
    /// Combinations removed since the last swap; 0 when the board is at rest.
    step: u32,
    phase: Phase,
    /// The legal swaps; none unless the player acts.
    legal: Swaps,
}

/// Who acts, and what chance has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Chance deals the first board.
    Deal,
    /// Chance fills the empty squares.
    Refill,
    /// The player swaps.
    Rest,
    /// Chance puts the board into a new order.
    Reshuffle,
    /// The game has ended.
    Over,
}

impl Shariki {
    /// The points for an element that is removed by the first combination after a swap.
    pub const POINTS_EACH: u64 = 10;

    /// The number of combinations after a swap from which on a cascade is led to its end.
    ///
    /// Where colours are few or boards large, refills make more combinations than they fill holes, and a cascade would
    /// go on for ever. From here on nothing drops in before all combinations are gone, and then elements that make none,
    /// as far as there are such. With six colours on 9×9 no cascade of a million swaps came near.
    pub const LONG_CASCADE: u32 = 1000;

    /// The shortest side of a board.
    pub const LEAST_SIDE: u32 = super::LEAST_SIDE;

    /// The longest side of a board.
    pub const MOST_SIDE: u32 = 64;

    /// Makes the rules of a game on boards drawn at random.
    ///
    /// # Panics
    /// When a side is not from [`Shariki::LEAST_SIDE`] to [`Shariki::MOST_SIDE`], there are not 3 to 6 colours, or more
    /// than 1000 of a thousand elements are special.
    #[must_use]
    pub fn new(size: Size, supply: Supply, when_stuck: WhenStuck) -> Self {
        let sides = Self::LEAST_SIDE..=Self::MOST_SIDE;
        assert!(
            sides.contains(&size.columns()) && sides.contains(&size.rows()),
            "no board of {size}"
        );
        assert!(
            (3..=6).contains(&supply.colours),
            "{} colours are not 3 to 6",
            supply.colours
        );
        assert!(
            supply.special_count() <= Supply::THOUSAND,
            "more specials than elements: {supply:?}"
        );
        Self {
            size,
            supply,
            when_stuck,
            most_swaps: None,
            start: None,
            layout: Layout::new(size),
        }
    }

    /// Ends the game after a number of swaps.
    #[must_use]
    pub fn with_most_swaps(self, most_swaps: u32) -> Self {
        Self {
            most_swaps: Some(most_swaps),
            ..self
        }
    }

    /// Begins with a board instead of a random one: it falls, is filled and resolved before the first swap.
    ///
    /// # Panics
    /// When the board is of another size.
    #[must_use]
    pub fn with_start(self, mut board: Board) -> Self {
        assert_eq!(board.size(), self.size, "the board is of the size of the rules");
        board.settle();
        Self {
            start: Some(board),
            ..self
        }
    }

    /// Keeps the board as columns, however small.
    #[cfg(test)]
    pub(super) fn unpacked(self) -> Self {
        Self { layout: None, ..self }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of swaps after which the game ends, if it does.
    #[must_use]
    pub const fn most_swaps(&self) -> Option<u32> {
        self.most_swaps
    }

    /// Makes a position; `None` when elements stand in the air, or the board is full but not at rest.
    pub(super) fn position(&self, board: &Board, points: u64, swaps: u32, step: u32) -> Option<State> {
        let is_settled = !board.clone().settle();
        let within = self.most_swaps.is_none_or(|most| swaps <= most);
        if board.size() != self.size || !is_settled || !within {
            return None;
        }
        let squares = Squares::new(board, self.layout.as_ref());
        let mut state = State {
            squares,
            points,
            swaps,
            step,
            phase: Phase::Refill,
            legal: Swaps::none(),
        };
        match state.squares.empty_count() {
            0 if step > 0 || state.squares.next_combination(self.layout.as_ref()).is_some() => return None,
            0 => self.come_to_rest(&mut state),
            empty if empty == self.size.area() && step == 0 && self.start.is_none() => {
                state.phase = Phase::Deal;
            }
            _ => {}
        }
        Some(state)
    }

    /// Removes the next combination of a full board, or all in a row when the cascade has become too long for refills.
    fn go_on<S: EffectSink>(&self, state: &mut State, sink: &mut S) {
        let layout = self.layout.as_ref();
        while let Some(combination) = state.squares.next_combination(layout) {
            state.step = state.step.saturating_add(1);
            let each = Self::POINTS_EACH * u64::from(state.step);
            let removed = state.squares.remove(layout, combination, each, sink);
            state.points = state.points.saturating_add(each * u64::from(removed));
            state.phase = Phase::Refill;
            if state.step < Self::LONG_CASCADE {
                return;
            }
        }
        if state.squares.empty_count() == 0 {
            self.come_to_rest(state);
        }
    }

    /// Finds out how the game goes on from a board without combinations.
    fn come_to_rest(&self, state: &mut State) {
        state.step = 0;
        if self.most_swaps == Some(state.swaps) {
            state.phase = Phase::Over;
            return;
        }
        let legal = state.squares.swaps(self.layout.as_ref());
        state.phase = match (legal.is_empty(), self.when_stuck) {
            (false, _) => Phase::Rest,
            (true, WhenStuck::Reshuffle) => Phase::Reshuffle,
            (true, WhenStuck::End) => Phase::Over,
        };
        if state.phase == Phase::Rest {
            state.legal = legal;
        }
    }
}

impl State {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.squares.to_board()
    }

    /// Returns the points won so far.
    #[must_use]
    pub const fn points(&self) -> u64 {
        self.points
    }

    /// Returns the number of swaps made so far.
    #[must_use]
    pub const fn swaps(&self) -> u32 {
        self.swaps
    }

    /// Returns the number of combinations removed since the last swap; 0 when the board is at rest.
    #[must_use]
    pub const fn step(&self) -> u32 {
        self.step
    }
}

impl Game for Shariki {
    type State = State;
    type Action = Swap;
    type Actions = Swaps;
    /// The elements that come onto the empty squares, or onto all when a board is dealt or reshuffled, in the order of
    /// cells: column by column, each from the top.
    type Chance = Vec<Element>;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> State {
        let board = self.start.clone().unwrap_or_else(|| Board::empty(self.size));
        let squares = Squares::new(&board, self.layout.as_ref());
        let phase = if self.start.is_some() {
            Phase::Refill
        } else {
            Phase::Deal
        };
        let mut state = State {
            squares,
            points: 0,
            swaps: 0,
            step: 0,
            phase,
            legal: Swaps::none(),
        };
        if state.squares.empty_count() == 0 {
            self.go_on(&mut state, &mut ());
        }
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Rest => Turn::Player(Player::One),
            Phase::Deal | Phase::Refill | Phase::Reshuffle => Turn::Chance,
            Phase::Over => Turn::Over(Outcome::Score(state.points)),
        }
    }

    fn legal_actions(&self, state: &State) -> Swaps {
        state.legal.clone()
    }

    fn is_legal(&self, state: &State, swap: Swap) -> bool {
        state.legal.contains(swap)
    }

    fn play_unchecked<S: EffectSink>(&self, state: &mut State, swap: Swap, sink: &mut S) {
        state.legal = Swaps::none();
        state.swaps = state.swaps.saturating_add(1);
        state.squares.swap(swap, sink);
        self.go_on(state, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &State, random: &mut R) -> Vec<Element> {
        match state.phase {
            Phase::Deal => self.deal(random),
            Phase::Reshuffle => self.reshuffle(&state.board(), random),
            _ if state.step >= Self::LONG_CASCADE => self.refill_calmly(&state.board(), random),
            _ => (0..state.squares.empty_count())
                .map(|_| self.supply.draw(random))
                .collect(),
        }
    }

    fn is_possible(&self, state: &State, chance: &Vec<Element>) -> bool {
        let are_new = || chance.iter().all(|&element| self.supply.has(element));
        match state.phase {
            Phase::Refill => chance.len() == state.squares.empty_count() && are_new(),
            Phase::Deal => are_new() && self.is_playable(chance),
            Phase::Reshuffle => {
                let sorted = |mut elements: Vec<Element>| {
                    elements.sort_unstable();
                    elements
                };
                let old = || {
                    state
                        .board()
                        .squares()
                        .filter_map(|(_, square)| square.0)
                        .collect()
                };
                self.is_playable(chance) && (sorted(chance.clone()) == sorted(old()) || are_new())
            }
            Phase::Rest | Phase::Over => false,
        }
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut State, chance: &Vec<Element>, sink: &mut S) {
        if state.phase == Phase::Reshuffle {
            let before = state.board();
            state.squares = self.laid_out(chance);
            if S::LISTENS {
                report_changes(&before, &state.board(), sink);
            }
        } else {
            state.squares.fill(self.layout.as_ref(), chance, sink);
        }
        self.go_on(state, sink);
    }

    fn points(&self, state: &State) -> u64 {
        state.points
    }
}

/// Reports what a reshuffle changed as one wave.
pub(crate) fn report_changes<S: EffectSink>(before: &Board, after: &Board, sink: &mut S) {
    for ((cell, old), (_, new)) in before.squares().zip(after.squares()) {
        if let Some(element) = new.0.filter(|_| new != old) {
            sink.effect(Effect::Become {
                cell,
                token: token(element),
            });
        }
    }
    sink.end_step();
}

impl DenseActions for Shariki {
    fn action_count(&self) -> usize {
        Swap::count(self.size)
    }

    fn action_index(&self, swap: Swap) -> usize {
        swap.index(self.size)
    }

    fn action_at(&self, index: usize) -> Option<Swap> {
        Swap::at(index, self.size)
    }
}
