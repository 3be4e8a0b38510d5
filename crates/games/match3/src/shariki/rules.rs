//! The interactive game: swaps, cascades with refill, points.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use quincunx_core::{ActionSet, DenseActions, EffectSink, Game, Outcome, RandomSource, Side, Size, Turn};

use super::game_board::GameBoard;
use super::spawning::{deal, reshuffle};
use crate::engine::effects::{self, report_changes};
use crate::engine::{
    Board, Element, Layout, Phase, SpawnRates, Swap, Swaps, WhenStuck, combination_points, run_steps,
};

/// The rules of the interactive game: size, colours, specials, and how it ends.
///
/// Only swaps of two neighbours that make a combination are legal. Then one combination after the other is
/// removed, and after each, new elements drop in at the top, until the board is at rest. Every element
/// removed is worth 10 points times the number of the combination since the swap.
#[derive(Clone, Debug)]
pub struct Shariki {
    pub(super) size: Size,
    rates: SpawnRates,
    when_stuck: WhenStuck,
    pub(super) max_swaps: Option<u32>,
    start: Option<Board>,
    pub(super) layout: Option<Layout>,
}

/// A position; equal ones have the same board, points, number of swaps and step of a cascade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board; while one that was loaded is shown, what it becomes when its elements have fallen.
    pub(super) board: GameBoard,
    /// The board that was loaded, on which nothing has happened yet.
    pub(super) loaded: Option<Box<Board>>,
    pub(super) points: u64,
    /// Swaps made so far.
    pub(super) swaps: u32,
    /// Combinations removed since the last swap; 0 when the board is at rest.
    pub(super) step: u32,
    phase: Phase,
    /// The legal swaps; none unless the player acts.
    legal: Swaps,
}

/// Players draw numbers by this hash, so a position without a loaded board hashes as its other fields do.
impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board.hash(hasher);
        self.points.hash(hasher);
        self.swaps.hash(hasher);
        self.step.hash(hasher);
        self.phase.hash(hasher);
        self.legal.hash(hasher);
        if let Some(loaded) = &self.loaded {
            loaded.hash(hasher);
        }
    }
}

impl Shariki {
    /// The number of combinations after a swap from which on a cascade is brought to its end: nothing drops
    /// in before all combinations are removed, and then only elements that make none, as far as there are
    /// such.
    ///
    /// On large boards, and with three colours, most cascades would continue for ever: what drops in makes
    /// the next combination. In four million random swaps on 9×9 with 5 % specials the longest cascade has 61
    /// combinations with six colours and 124 with five; with four one in a thousand comes to 200.
    pub(crate) const LONG_CASCADE: u32 = 200;

    /// The shortest side of a board.
    pub const MIN_SIDE: u32 = Board::MIN_SIDE;

    /// The longest side of a board.
    pub const MAX_SIDE: u32 = 64;

    /// Creates the rules of a game on random boards.
    ///
    /// # Panics
    /// When a side is not from [`Shariki::MIN_SIDE`] to [`Shariki::MAX_SIDE`], there are not 3 to 6
    /// colours, or more than 1000 of a thousand elements are special.
    #[must_use]
    pub fn new(size: Size, rates: SpawnRates, when_stuck: WhenStuck) -> Self {
        let sides = Self::MIN_SIDE..=Self::MAX_SIDE;
        assert!(
            sides.contains(&size.columns()) && sides.contains(&size.rows()),
            "no board of {size}"
        );
        let colours = rates.colours;
        assert!((3..=6).contains(&colours), "{colours} colours are not 3 to 6");
        assert!(
            rates.special_count() <= SpawnRates::THOUSAND,
            "more specials than elements: {rates:?}"
        );
        Self {
            size,
            rates,
            when_stuck,
            max_swaps: None,
            start: None,
            layout: Layout::new(size, |_| true),
        }
    }

    /// Ends the game after a number of swaps.
    #[must_use]
    pub fn with_max_swaps(self, max_swaps: u32) -> Self {
        Self {
            max_swaps: Some(max_swaps),
            ..self
        }
    }

    /// Begins with a board instead of a random one: in the opening it falls, is filled and resolved.
    ///
    /// # Panics
    /// When the board is of another size.
    #[must_use]
    pub fn with_start(self, board: Board) -> Self {
        assert_eq!(board.size(), self.size, "the board is of the size of the rules");
        Self {
            start: Some(board),
            ..self
        }
    }

    /// Uses the board of columns, however small.
    #[cfg(test)]
    pub(super) fn unpacked(self) -> Self {
        Self { layout: None, ..self }
    }

    /// Creates a position; `None` when in a cascade the board is full, or elements stand in the air.
    pub(super) fn position(&self, board: &Board, points: u64, swaps: u32, step: u32) -> Option<Position> {
        let within = self.max_swaps.is_none_or(|most| swaps <= most);
        if board.size() != self.size || !within {
            return None;
        }
        let mut state = Position {
            points,
            swaps,
            step,
            ..self.begun(board, Phase::Refill)
        };
        let empty = state.board.empty_count();
        if step > 0 {
            return (empty > 0 && state.loaded.is_none()).then_some(state);
        }
        if empty == self.size.area() && self.start.is_none() {
            state.phase = Phase::Deal;
        } else if empty == 0 && state.loaded.is_none() {
            self.come_to_rest(&mut state);
        }
        Some(state)
    }

    /// Creates the position with a board on which nothing has been done.
    fn begun(&self, board: &Board, phase: Phase) -> Position {
        let mut settled = board.clone();
        let falls = settled.settle();
        let mut fallen = GameBoard::new(&settled, self.layout.as_ref());
        let reacts = fallen.empty_count() == 0 && fallen.next_combination(self.layout.as_ref()).is_some();
        Position {
            board: fallen,
            loaded: (falls || reacts).then(|| Box::new(board.clone())),
            points: 0,
            swaps: 0,
            step: 0,
            phase,
            legal: no_swaps(),
        }
    }

    /// Begins with what happens to a board that was loaded, up to where new elements drop in.
    fn begin_reaction<S: EffectSink>(&self, state: &mut Position, sink: &mut S) {
        let Some(mut board) = state.loaded.take() else {
            return;
        };
        if S::ENABLED {
            effects::settle(&mut board, |_| true, sink);
        }
        if state.board.empty_count() == 0 {
            self.go_on(state, sink);
        }
    }

    /// Returns the position in which chance decides what drops in.
    fn begun_reaction<'a>(&self, state: &'a Position) -> Cow<'a, Position> {
        let mut state = Cow::Borrowed(state);
        if state.loaded.is_some() {
            self.begin_reaction(state.to_mut(), &mut ());
        }
        state
    }

    /// Removes the next combination of a full board, or all in a row when the cascade has become too long for
    /// refills.
    fn go_on<S: EffectSink>(&self, state: &mut Position, sink: &mut S) {
        let layout = self.layout.as_ref();
        let first = state.step;
        let (step, is_refilled) = run_steps(first, Self::LONG_CASCADE, |number| {
            let Some(combination) = state.board.next_combination(layout) else {
                return false;
            };
            let removed = state.board.remove(layout, combination, number, sink);
            state.points = state.points.saturating_add(combination_points(number, removed));
            true
        });
        state.step = step;
        if step > first {
            state.phase = Phase::Refill;
        }
        if !is_refilled && state.board.empty_count() == 0 {
            self.come_to_rest(state);
        }
    }

    /// Returns the board on which chance has put all elements.
    fn laid_out(&self, elements: &[Element]) -> GameBoard {
        let layout = self.layout.as_ref();
        let mut board = GameBoard::new(&Board::empty(self.size), layout);
        board.fill(layout, elements, &mut ());
        board
    }

    fn is_playable(&self, elements: &[Element]) -> bool {
        elements.len() == self.size.area() && self.laid_out(elements).is_playable(self.layout.as_ref())
    }

    /// Decides how the game goes on from a board without combinations.
    fn come_to_rest(&self, state: &mut Position) {
        state.step = 0;
        if self.max_swaps == Some(state.swaps) {
            state.phase = Phase::Over;
            return;
        }
        let legal = state.board.swaps(self.layout.as_ref());
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

impl Position {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> Board {
        match &self.loaded {
            Some(loaded) => (**loaded).clone(),
            None => self.board.to_board(),
        }
    }
}

impl Game for Shariki {
    type State = Position;
    type Action = Swap;
    type Actions = Swaps;
    /// The elements that come onto the empty squares, or onto all when a board is dealt or reshuffled, in the
    /// order of cells: column by column, each from the top.
    type Chance = Vec<Element>;

    fn players(&self) -> u8 {
        1
    }

    fn initial(&self) -> Position {
        let Some(start) = &self.start else {
            return self.begun(&Board::empty(self.size), Phase::Deal);
        };
        self.position(start, 0, 0, 0).expect("nothing is counted yet")
    }

    fn turn(&self, state: &Position) -> Turn {
        match state.phase {
            Phase::Rest => Turn::Player(Side::One),
            Phase::Deal | Phase::Refill | Phase::Reshuffle => Turn::Chance,
            Phase::Over => Turn::Over(Outcome::Score(state.points)),
        }
    }

    fn legal_actions(&self, state: &Position) -> Swaps {
        state.legal.clone()
    }

    fn is_legal(&self, state: &Position, swap: Swap) -> bool {
        state.legal.contains(swap)
    }

    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, swap: Swap, sink: &mut S) {
        state.legal = no_swaps();
        state.swaps = state.swaps.saturating_add(1);
        state.board.swap(swap, sink);
        self.go_on(state, sink);
    }

    fn sample_chance<R: RandomSource>(&self, state: &Position, random: &mut R) -> Vec<Element> {
        let is_playable = |elements: &[Element]| self.is_playable(elements);
        let state = self.begun_reaction(state);
        match state.phase {
            Phase::Deal => deal(self.size, &self.rates, is_playable, random),
            Phase::Reshuffle => reshuffle(&state.board(), &self.rates, is_playable, random),
            _ if state.step >= Self::LONG_CASCADE => state.board.draw_calmly(&self.rates, random),
            _ => (0..state.board.empty_count())
                .map(|_| self.rates.draw(random))
                .collect(),
        }
    }

    fn is_possible(&self, state: &Position, chance: &Vec<Element>) -> bool {
        let state = self.begun_reaction(state);
        let are_new = || chance.iter().all(|&element| self.rates.has(element));
        match state.phase {
            Phase::Refill => chance.len() == state.board.empty_count() && are_new(),
            Phase::Deal => are_new() && self.is_playable(chance),
            Phase::Reshuffle => {
                let sorted = |mut elements: Vec<Element>| {
                    elements.sort_unstable();
                    elements
                };
                let old = || state.board().elements().collect();
                self.is_playable(chance) && (sorted(chance.clone()) == sorted(old()) || are_new())
            }
            Phase::Rest | Phase::Over => false,
        }
    }

    fn resolve_chance<S: EffectSink>(&self, state: &mut Position, chance: &Vec<Element>, sink: &mut S) {
        self.begin_reaction(state, sink);
        if state.phase == Phase::Reshuffle {
            let before = state.board();
            state.board = self.laid_out(chance);
            if S::ENABLED {
                report_changes(&before, &state.board(), sink);
            }
        } else {
            state.board.fill(self.layout.as_ref(), chance, sink);
        }
        self.go_on(state, sink);
    }

    fn points(&self, state: &Position) -> u64 {
        state.points
    }
}

/// Returns the set without swaps, for positions in which the player does not act.
fn no_swaps() -> Swaps {
    Swaps::from_sorted(Vec::new())
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
