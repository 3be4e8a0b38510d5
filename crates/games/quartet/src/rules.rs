//! The rules.

use std::convert::Infallible;
use std::fmt;

use quincunx_core::{
    ActionMask, ActionSet, BitAction, DenseActions, Effect, EffectSink, Game, Outcome, Side, Topology, Turn,
};

use crate::lines::Lines;
use crate::piece::{Action, Piece, Square};

/// The rules of Quartet on a plane or a torus.
///
/// ```
/// use quincunx_core::{Game, Notation, Outcome, Side, Topology, Turn};
/// use quincunx_quartet::Quartet;
///
/// let rules = Quartet::new(Topology::Torus);
/// let mut state = rules.initial();
/// for (piece, square) in [(11, "1;4"), (7, "3;0"), (5, "4;1"), (15, "2;5")] {
///     for text in [format!("select {piece}"), format!("place {square}")] {
///         let action = rules.parse_action(&text)?;
///         rules.play(&mut state, action, &mut ()).expect("legal");
///     }
/// }
/// // All four are solid; the diagonal 1;4, 2;5, 3;0, 4;1 runs across the edge.
/// assert_eq!(rules.turn(&state), Turn::Over(Outcome::Win(Side::One)));
/// # Ok::<(), quincunx_core::NotationError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Quartet {
    topology: Topology,
    returns_pieces: bool,
    pub(crate) lines: &'static Lines,
}

/// The pieces on the board, and the selected piece.
///
/// Two positions are equal when the same pieces stand on the same squares and the same piece, if any, is
/// selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    occupied: u64,
    /// The squares whose piece has bit 1, 2, 4 or 8 of its number.
    planes: [u64; 4],
    /// The pieces neither on the board nor selected: bit `n` is piece `n`.
    bag: u16,
    selected: Option<Piece>,
    /// Whether the last piece placed completed a line.
    won: bool,
}

impl Position {
    /// The empty board with all pieces in the bag.
    const EMPTY: Self = Self {
        occupied: 0,
        planes: [0; 4],
        bag: u16::MAX,
        selected: None,
        won: false,
    };

    /// Returns the piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        if self.occupied & square.bit() == 0 {
            return None;
        }
        let number = (0..).zip(self.planes).fold(0, |number, (bit, plane)| {
            number | u8::from(plane & square.bit() != 0) << bit
        });
        Piece::new(number)
    }

    /// Iterates over the pieces in the bag, ascending.
    pub fn bag(&self) -> impl Iterator<Item = Piece> + use<> {
        let bag = self.bag;
        Piece::all().filter(move |piece| bag >> piece.number() & 1 == 1)
    }

    /// Returns the selected piece, which is to be placed.
    pub const fn selected(&self) -> Option<Piece> {
        self.selected
    }

    /// Returns the number of placed pieces.
    pub const fn placed(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Returns the player who selects in a turn, counted from 0; the other one places.
    pub(crate) const fn selector_of(turn: u32) -> Side {
        if turn.is_multiple_of(2) {
            Side::One
        } else {
            Side::Two
        }
    }

    /// Returns the pieces in the bag as a set: bit `n` is piece `n`.
    pub(crate) const fn bag_bits(&self) -> u16 {
        self.bag
    }

    pub(crate) const fn occupied(&self) -> u64 {
        self.occupied
    }

    /// Returns the squares whose piece has bit 1, 2, 4 or 8 of its number.
    pub(crate) const fn planes(&self) -> [u64; 4] {
        self.planes
    }

    fn select(&mut self, piece: Piece) {
        self.bag &= !(1 << piece.number());
        self.selected = Some(piece);
    }

    /// Returns the selected piece, if there is one, to the bag.
    fn deselect(&mut self) {
        if let Some(piece) = self.selected.take() {
            self.bag |= 1 << piece.number();
        }
    }

    /// Places the selected piece, if there is one, on an empty square.
    fn place(&mut self, square: Square) {
        if let Some(piece) = self.selected.take() {
            self.occupied |= square.bit();
            for (bit, plane) in (0..).zip(&mut self.planes) {
                *plane |= u64::from(piece.number() >> bit & 1) << square.number();
            }
        }
    }

    /// Returns whether a line is full of pieces that share a property.
    #[inline]
    pub(crate) fn is_quartet(&self, line: u64) -> bool {
        self.occupied & line == line
            && self.planes.iter().any(|plane| {
                let having = plane & line;
                having == line || having == 0
            })
    }
}

impl Quartet {
    /// Creates the rules for a plane or a torus.
    pub fn new(topology: Topology) -> Self {
        Self {
            topology,
            returns_pieces: false,
            lines: Lines::of(topology),
        }
    }

    /// Sets whether a piece can be placed on a full square, which returns it to the bag: the same player
    /// selects again. A game can then last for ever.
    #[must_use]
    pub const fn with_returned_pieces(self, returns_pieces: bool) -> Self {
        Self {
            returns_pieces,
            ..self
        }
    }

    /// Returns whether placing a piece on a full square returns it to the bag.
    pub const fn returns_pieces(&self) -> bool {
        self.returns_pieces
    }

    /// Returns the topology of the board.
    pub const fn topology(&self) -> Topology {
        self.topology
    }

    /// Returns the square of a row and a column, each wrapped on a torus; `None` off a plane.
    pub(crate) fn square(&self, row: i64, column: i64) -> Option<Square> {
        let wrapped = Square::board().wrap(column, row);
        let on_board = (i64::from(wrapped.row), i64::from(wrapped.column)) == (row, column);
        Square::of(wrapped).filter(|_| on_board || self.topology == Topology::Torus)
    }

    /// Creates a position; `None` when a piece occurs twice or no game leads to it: lines were not completed
    /// together, or a piece is selected after the end.
    pub(crate) fn position(
        &self,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        selected: Option<Piece>,
    ) -> Option<Position> {
        let mut state = Position::EMPTY;
        for (square, piece) in pieces {
            if state.bag >> piece.number() & 1 == 0 || state.occupied & square.bit() != 0 {
                return None;
            }
            state.select(piece);
            state.place(square);
        }
        let quartets = self.lines.all.iter().filter(|&&line| state.is_quartet(line));
        let common = quartets.fold(u64::MAX, |common, line| common & line);
        state.won = common != u64::MAX;
        if let Some(piece) = selected {
            if state.won || state.bag >> piece.number() & 1 == 0 {
                return None;
            }
            state.select(piece);
        }
        (common != 0).then_some(state)
    }
}

impl fmt::Debug for Quartet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple("Quartet");
        tuple.field(&self.topology);
        if self.returns_pieces {
            tuple.field(&format_args!("returns pieces"));
        }
        tuple.finish()
    }
}

impl Game for Quartet {
    type State = Position;
    type Action = Action;
    type Actions = ActionMask<Action>;
    type Chance = Infallible;

    fn players(&self) -> u8 {
        2
    }

    fn initial(&self) -> Position {
        Position::EMPTY
    }

    fn turn(&self, state: &Position) -> Turn {
        let selector = Position::selector_of(state.placed());
        if state.won {
            // Whoever placed the last piece would select now.
            return Turn::Over(Outcome::Win(selector));
        }
        match state.selected {
            Some(_) => Turn::Player(selector.opponent()),
            None if state.bag == 0 => Turn::Over(Outcome::Draw),
            None => Turn::Player(selector),
        }
    }

    #[inline]
    fn legal_actions(&self, state: &Position) -> ActionMask<Action> {
        const SQUARES: u64 = (1 << Square::COUNT) - 1;
        ActionMask::new(match state.selected {
            _ if state.won => 0,
            None => u64::from(state.bag),
            Some(_) if self.returns_pieces => SQUARES << Piece::COUNT,
            Some(_) => (!state.occupied & SQUARES) << Piece::COUNT,
        })
    }

    fn is_legal(&self, state: &Position, action: Action) -> bool {
        self.legal_actions(state).contains(action)
    }

    #[inline]
    fn play_unchecked<S: EffectSink>(&self, state: &mut Position, action: Action, sink: &mut S) {
        match action {
            Action::Select(piece) => {
                state.select(piece);
                sink.effect(Effect::Select { token: piece.token() });
            }
            Action::Place(square) if state.occupied & square.bit() != 0 => state.deselect(),
            Action::Place(square) => {
                if let Some(piece) = state.selected {
                    sink.effect(Effect::Spawn {
                        cell: square.cell(),
                        token: piece.token(),
                    });
                }
                state.place(square);
                state.won = self
                    .lines
                    .through(square)
                    .iter()
                    .any(|&line| state.is_quartet(line));
            }
        }
    }
}

impl DenseActions for Quartet {
    fn action_count(&self) -> usize {
        Action::COUNT as usize
    }

    fn action_index(&self, action: Action) -> usize {
        action.bit() as usize
    }

    fn action_at(&self, index: usize) -> Option<Action> {
        (index < self.action_count()).then(|| Action::from_bit(index as u32))
    }
}
