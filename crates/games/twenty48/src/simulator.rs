//! A game played call by call, with chance at hand: what a program or a console drives.

use quincunx_core::{ActionSet as _, Cell, Direction, Game as _, Random};
use thiserror::Error;

use super::position::{Piece, PieceTooLarge, Position, Scoring, SetError};
use super::rules::Twenty48;

/// A board with the luck of a seed.
///
/// A new game and [`Simulator::play`] meet the same pieces as a session with the same seed: those of the
/// opening come from stream 0, those after the `n`-th move from stream `n`. [`Simulator::add_piece`] draws
/// from a stream of its own. Sizes, points and counts are those of [`Simulator::position`].
///
/// ```
/// use quincunx_core::{Cell, Direction};
/// use quincunx_twenty48::{BoardFull, Simulator, Twenty48};
///
/// let mut game = Simulator::new(Twenty48::default(), 7);
/// for cell in game.position().size().cells() {
///     game.set_piece_at(cell, if cell.row < 2 { 2 } else { 4 })?;
/// }
/// assert_eq!(game.add_piece(), Err(BoardFull));
/// assert!(game.perform_move(Direction::Down)?);
/// assert_eq!((game.position().points(), game.position().pieces()), (48, 8));
/// assert_eq!(game.piece_at(Cell::new(0, 3)), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulator {
    rules: Twenty48,
    position: Position,
    seed: u64,
    added: Random,
}

/// A piece for a board without a free cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the board is full, there is no field for another piece")]
pub struct BoardFull;

/// Why a move with its piece was not played; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The board would stay as it is.
    #[error("the move {} is not possible: it would not change the board", .0.word())]
    Impossible(Direction),
    /// A merge would pass the largest value.
    #[error(transparent)]
    PieceTooLarge(#[from] PieceTooLarge),
}

impl Simulator {
    /// Begins a game with the pieces of its opening.
    #[must_use]
    pub fn new(rules: Twenty48, seed: u64) -> Self {
        let mut this = Self {
            position: rules.initial(),
            rules,
            seed,
            added: Random::stream(seed, u64::MAX),
        };
        let mut stream = Random::stream(seed, 0);
        while this.position.pending() > 0 {
            this.draw(&mut stream);
        }
        this
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &Twenty48 {
        &self.rules
    }

    /// Returns the board with its counts.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Sets the scoring of the moves that follow.
    pub fn set_scoring(&mut self, scoring: Scoring) {
        self.rules = self.rules.with_scoring(scoring);
    }

    /// Returns the value of a cell, 0 for a free one; `None` off the board.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<u64> {
        self.position.cells().get(cell).copied()
    }

    /// Sets the value of a cell; 0 frees it.
    ///
    /// # Errors
    /// When the cell is off the board or the value is too large. The board is then unchanged.
    pub fn set_piece_at(&mut self, cell: Cell, value: u64) -> Result<(), SetError> {
        self.position.set(cell, value)
    }

    /// Adds a random piece and returns it.
    ///
    /// # Errors
    /// When no cell is free.
    pub fn add_piece(&mut self) -> Result<Piece, BoardFull> {
        if !self.is_space_left() {
            return Err(BoardFull);
        }
        let mut added = self.added.clone();
        let piece = self.draw(&mut added);
        self.added = added;
        Ok(piece)
    }

    /// Returns whether a cell is free.
    #[must_use]
    pub const fn is_space_left(&self) -> bool {
        self.position.free() > 0
    }

    /// Returns whether any move is possible.
    #[must_use]
    pub fn is_move_possible(&self) -> bool {
        !self.position.possible().is_empty()
    }

    /// Returns whether a move in a direction would change the board.
    #[must_use]
    pub fn is_possible(&self, direction: Direction) -> bool {
        self.position.possible().contains(direction)
    }

    /// Slides and merges without adding a piece. Returns whether the board changed; if so, a move is counted.
    ///
    /// # Errors
    /// When a merge would make a piece larger than there are. The board is then unchanged.
    pub fn perform_move(&mut self, direction: Direction) -> Result<bool, PieceTooLarge> {
        self.position.perform_move(direction, self.rules.scoring())
    }

    /// Makes a move and adds the piece that follows it, which it returns.
    ///
    /// # Errors
    /// When the move would change nothing, or make a piece larger than there are. The board is then
    /// unchanged.
    pub fn play(&mut self, direction: Direction) -> Result<Piece, MoveError> {
        if !self.perform_move(direction)? {
            return Err(MoveError::Impossible(direction));
        }
        Ok(self.draw(&mut Random::stream(self.seed, self.position.moves())))
    }

    /// Plays to the end of the game: asks for a direction as long as a move is possible, again after an
    /// impossible one, and adds a piece after each move. Ends early when there is no answer.
    pub fn run(&mut self, mut choose: impl FnMut(&Self) -> Option<Direction>) {
        while self.is_move_possible()
            && let Some(direction) = choose(self)
        {
            // An impossible move has changed nothing, and the player is asked again.
            let _ = self.play(direction);
        }
    }

    /// Adds the piece that a stream draws to a board with a free cell.
    fn draw(&mut self, stream: &mut Random) -> Piece {
        let piece = self.rules.sample_chance(&self.position, stream);
        self.rules.resolve_chance(&mut self.position, &piece, &mut ());
        piece
    }
}

#[cfg(test)]
mod tests {
    use quincunx_core::{Session, Size};

    use super::*;

    #[test]
    fn a_run_is_the_session_of_the_seed_and_impossible_moves_change_nothing() {
        let rules = Twenty48::default();
        let mut session = Session::new(rules, 3_u64).expect("an opening comes to rest");
        let mut game = Simulator::new(rules, 3);
        let mut asked = 0;
        game.run(|game| {
            asked += 1;
            assert_eq!(game.position(), session.state());
            let direction = Direction::ALL[asked % 4];
            if game.is_possible(direction) {
                session.play(direction).expect("possible");
            }
            Some(direction)
        });
        assert!(asked > 50 && !game.is_move_possible());
        assert_eq!(game.position(), session.state());
        assert_eq!(
            game.play(Direction::Up),
            Err(MoveError::Impossible(Direction::Up))
        );
    }

    #[test]
    fn every_precondition_has_an_error_and_nothing_changes() {
        let rules = Twenty48::new(Size::new(2, 2).expect("a size"), Scoring::Standard, 0.1).expect("rules");
        let mut game = Simulator::new(rules, u64::MAX);
        for (cell, value) in game.position().size().cells().zip([3, 5, 5, 3]) {
            game.set_piece_at(cell, value).expect("any value");
        }
        let before = game.clone();
        let off = Cell::new(2, 0);
        assert_eq!(game.add_piece(), Err(BoardFull));
        assert_eq!(
            (game.piece_at(off), game.piece_at(Cell::new(1, 0))),
            (None, Some(5))
        );
        assert!(matches!(
            game.set_piece_at(off, 2),
            Err(SetError::OffBoard { .. })
        ));
        assert!(matches!(
            game.set_piece_at(Cell::new(0, 0), u64::MAX),
            Err(SetError::TooLarge(_))
        ));
        assert!(!game.is_possible(Direction::Left));
        assert_eq!(game.perform_move(Direction::Left), Ok(false));
        assert_eq!(
            (game.position(), game.is_move_possible()),
            (before.position(), false)
        );
    }
}
