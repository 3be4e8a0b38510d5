//! Parts by somebody else, each at work with ours: they know nothing but the traits.

use std::fmt;

use quincunx_core::{Cell, Size};

use super::{board, deltas, lines, text};
use crate::framework::{
    BasicMove, Board, BoardError, CascadeGame, ColumnFilling, DimensionError, FillError, FillingStrategy,
    GameError, Match, MatchThreeGame, Matcher, Matches, MaximumDeltaMatcher, Move, MoveKind, RandomFilling,
    Token, TokenSet, UnionMatcher, combinations, empty_fields, on_board,
};

/// A board of columns, each a list of fields from the bottom up.
#[derive(Clone, Debug)]
struct Columns {
    size: Size,
    tokens: TokenSet,
    columns: Vec<Vec<Option<Token>>>,
    strategy: Option<Box<dyn FillingStrategy>>,
}

impl Columns {
    /// Copies any board.
    fn of(board: &dyn Board) -> Self {
        let size = board.size();
        let mut copy = Self {
            size,
            tokens: board.tokens().clone(),
            columns: vec![vec![None; size.rows() as usize]; size.columns() as usize],
            strategy: None,
        };
        for cell in size.cells() {
            copy.set(cell, board.get(cell).expect("on the board"))
                .expect("valid there as here");
        }
        copy
    }

    fn field(&mut self, at: Cell) -> Result<&mut Option<Token>, DimensionError> {
        on_board(self.size, at)?;
        Ok(&mut self.columns[at.column as usize][(self.size.rows() - 1 - at.row) as usize])
    }
}

impl Board for Columns {
    fn size(&self) -> Size {
        self.size
    }

    fn tokens(&self) -> &TokenSet {
        &self.tokens
    }

    fn get(&self, at: Cell) -> Result<Option<Token>, DimensionError> {
        on_board(self.size, at)?;
        Ok(self.columns[at.column as usize][(self.size.rows() - 1 - at.row) as usize])
    }

    fn set(&mut self, at: Cell, token: Option<Token>) -> Result<(), BoardError> {
        token.map_or(Ok(()), |token| self.tokens.check(token))?;
        *self.field(at)? = token;
        Ok(())
    }

    fn swap(&mut self, a: Cell, b: Cell) -> Result<(), DimensionError> {
        let (at_a, at_b) = (self.get(a)?, self.get(b)?);
        *self.field(a)? = at_b;
        *self.field(b)? = at_a;
        Ok(())
    }

    fn remove(&mut self, cells: &[Cell]) -> Result<(), DimensionError> {
        cells.iter().try_for_each(|&cell| on_board(self.size, cell))?;
        cells
            .iter()
            .try_for_each(|&cell| self.field(cell).map(|field| *field = None))
    }

    fn set_filling_strategy(&mut self, strategy: Box<dyn FillingStrategy>) {
        self.strategy = Some(strategy);
    }

    fn fill(&mut self) -> Result<Vec<Cell>, FillError> {
        let empty = empty_fields(self);
        let mut strategy = self.strategy.take().ok_or(FillError::NoStrategy)?;
        let filled = strategy.fill(self);
        self.strategy = Some(strategy);
        filled.map(|()| empty)
    }

    fn move_to_bottom(&mut self) -> Vec<Cell> {
        let before = self.clone();
        let mut moved = Matches::new();
        for (x, column) in (0..).zip(&mut self.columns) {
            let (mut floor, rows) = (0, self.size.rows());
            for (height, &token) in (0..).zip(&before.columns[x as usize]) {
                if token.is_none() {
                    continue;
                }
                if height != floor {
                    let places = [height, floor].map(|height| Cell::new(x, rows - 1 - height));
                    moved.extend(places.map(|cell| Match::new(vec![cell])));
                }
                column[floor as usize] = token;
                floor += 1;
            }
            column[floor as usize..].fill(None);
        }
        moved.iter().flat_map(Match::cells).copied().collect()
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row| {
            let fields = (0..self.size.columns()).map(|column| self.get(Cell::new(column, row)));
            let character = |field: Option<Token>| field.map_or(' ', Token::character);
            fields
                .map(|field| character(field.expect("on the board")))
                .collect()
        };
        let rows: Vec<String> = (0..self.size.rows()).map(row).collect();
        f.write_str(&rows.join(";"))
    }
}

/// Matches all equal tokens of the whole board.
#[derive(Clone, Debug)]
struct EqualAnywhere;

impl Matcher for EqualAnywhere {
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError> {
        let Some(token) = board.get(at)? else {
            return Ok(Matches::new());
        };
        let equal = board
            .size()
            .cells()
            .filter(|&cell| board.get(cell) == Ok(Some(token)));
        Ok(Matches::from([Match::new(equal.collect())]))
    }
}

/// Gives the valid tokens in turn, field by field in reading order; at the end of its supply it stops in the
/// middle.
#[derive(Clone, Debug)]
struct InTurn {
    next: usize,
    supply: usize,
}

impl FillingStrategy for InTurn {
    fn fill(&mut self, board: &mut dyn Board) -> Result<(), FillError> {
        let valid = board.tokens().clone();
        for cell in board.size().cells() {
            if board.get(cell)?.is_some() {
                continue;
            }
            if self.supply == 0 {
                return Err(FillError::Exhausted {
                    column: cell.column,
                    needed: 1,
                    left: 0,
                });
            }
            let tokens = valid.as_slice();
            board.set(cell, Some(tokens[self.next % tokens.len()]))?;
            self.next += 1;
            self.supply -= 1;
        }
        Ok(())
    }
}

/// Does nothing and says that all is well.
#[derive(Clone, Debug)]
struct Idle;

impl FillingStrategy for Idle {
    fn fill(&mut self, _: &mut dyn Board) -> Result<(), FillError> {
        Ok(())
    }
}

/// Turns the whole board about its middle by half a turn.
#[derive(Debug)]
struct HalfTurn;

impl Move for HalfTurn {
    fn fits(&self, _: &dyn Board) -> bool {
        true
    }

    fn affected(&self, board: &dyn Board) -> Result<Vec<Cell>, DimensionError> {
        Ok(board.size().cells().collect())
    }

    fn apply(&self, board: &mut dyn Board) -> Result<(), BoardError> {
        let size = board.size();
        for index in 0..size.area() / 2 {
            board.swap(size.cell(index), size.cell(size.area() - 1 - index))?;
        }
        Ok(())
    }

    fn reverse(&self) -> Box<dyn Move> {
        Box::new(Self)
    }
}

fn columns(text: &str) -> Box<ColumnFilling> {
    Box::new(text.parse().expect("sequences"))
}

#[test]
fn our_game_matcher_and_sequences_work_on_a_foreign_board() {
    let mut foreign = Columns::of(&board("O*O;***;O*O;O*O", "AX"));
    foreign.set_filling_strategy(columns("AOA**;AXAXA;A**A*"));
    let mut game = CascadeGame::new(foreign, lines());
    game.start().expect("the sequences suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (49, "*A*;*XA;AA*;OX*".to_owned())
    );
}

#[test]
fn our_moves_and_random_tokens_do_the_same_on_a_foreign_board() {
    let mut ours = board("AB C;  D ;ABCD;D BA", "");
    let mut foreign = Columns::of(&ours);
    for step in super::moves_of(4, 4) {
        step.apply(&mut ours).expect("the move fits");
        step.apply(&mut foreign).expect("the move fits");
        assert_eq!(step.affected(&foreign), step.affected(&ours));
        assert_eq!(foreign.to_string(), ours.to_string(), "{step}");
    }
    assert_eq!(foreign.move_to_bottom(), ours.move_to_bottom());
    for board in [&mut ours as &mut dyn Board, &mut foreign] {
        board.set_filling_strategy(Box::new(RandomFilling::new(7)));
        board.fill().expect("random tokens never end");
    }
    assert_eq!(foreign.to_string(), ours.to_string());
    assert!(empty_fields(&foreign).is_empty());
}

#[test]
fn our_game_puts_a_foreign_board_back() {
    let mut foreign = Columns::of(&board("AAB;BCA;CBC", ""));
    foreign.set_filling_strategy(columns("AC;A;AB"));
    let mut game = CascadeGame::new(foreign, MaximumDeltaMatcher::rows());
    let step = BasicMove::new(MoveKind::FlipDown(Cell::new(2, 0)));
    for _ in 0..2 {
        let error = FillError::Exhausted {
            column: 1,
            needed: 1,
            left: 0,
        };
        assert_eq!(game.accept(&step), Err(error.into()));
        assert_eq!(game.board().to_string(), "AAB;BCA;CBC");
    }
}

#[test]
fn a_foreign_matcher_works_with_our_board_game_and_union() {
    let ours = board("ABA;BCD;DEA", "");
    let found = EqualAnywhere.match_all(&ours, &[(0, 0), (2, 0), (0, 1)].map(|(x, y)| Cell::new(x, y)));
    assert_eq!(text(&found.expect("on the board")), "0,0 2,0 2,2 | 0,1 1,0");

    let boxed: Box<dyn Matcher> = Box::new(EqualAnywhere);
    let found = Matcher::matches(&boxed, &ours, Cell::new(0, 1));
    assert_eq!(text(&found.expect("on the board")), "0,1 1,0");

    let matchers: Vec<Box<dyn Matcher>> = vec![Box::new(EqualAnywhere), Box::new(deltas(&[(2, 0), (0, 2)]))];
    let both = UnionMatcher::new(matchers);
    assert_eq!(
        text(&both.matches(&ours, Cell::new(2, 0)).expect("on the board")),
        "0,0 2,0 2,2"
    );
    assert_eq!(
        text(&both.matches(&ours, Cell::new(0, 1)).expect("on the board")),
        "0,1 | 0,1 1,0"
    );

    // Three A go; X, Y and X come in, and nothing is there three times.
    let mut ours = board("ABA;BCD;DEA", "XY");
    ours.set_filling_strategy(columns("X;;YX"));
    let mut game = CascadeGame::new(ours, EqualAnywhere);
    game.start().expect("the sequences suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (3, "XBX;BCY;DED".to_owned())
    );
}

#[test]
fn a_foreign_strategy_fills_our_board_in_our_game() {
    let mut ours = board("AAA;BCD", "");
    ours.set_filling_strategy(Box::new(InTurn { next: 1, supply: 3 }));
    let mut game = CascadeGame::new(ours, MaximumDeltaMatcher::rows());
    game.start().expect("three tokens suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (3, "BCD;BCD".to_owned())
    );
}

#[test]
fn our_board_takes_back_what_a_foreign_strategy_left_half_done() {
    let mut ours = board("A  ;BCD", "");
    ours.set_filling_strategy(Box::new(InTurn { next: 0, supply: 1 }));
    for _ in 0..2 {
        assert_eq!(
            ours.fill(),
            Err(FillError::Exhausted {
                column: 2,
                needed: 1,
                left: 0
            })
        );
        assert_eq!(ours.to_string(), "A  ;BCD");
    }
    ours.set_filling_strategy(Box::new(Idle));
    assert_eq!(ours.fill(), Err(FillError::LeftEmpty(Cell::new(1, 0))));
}

#[test]
fn a_foreign_move_is_accepted_and_undone() {
    let mut ours = board("ABC;BCB;AAA", "D");
    ours.set_filling_strategy(columns("C;D;C"));
    let mut game = CascadeGame::new(ours, MaximumDeltaMatcher::rows());
    game.accept(&HalfTurn).expect("three tokens suffice");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (3, "CDC;BCB;CBA".to_owned())
    );
    game.accept(&*HalfTurn.reverse())
        .expect("nothing is to be filled");
    assert_eq!(
        (game.score(), game.board().to_string()),
        (3, "ABC;BCB;CDC".to_owned())
    );

    let mut game = CascadeGame::new(board("ABC;BCA;AAA", ""), MaximumDeltaMatcher::rows());
    assert_eq!(
        game.accept(&HalfTurn),
        Err(GameError::Fill(FillError::NoStrategy))
    );
    assert_eq!(game.board().to_string(), "ABC;BCA;AAA");
}

/// Gives single fields, however large the matches are to be.
#[derive(Debug)]
struct Unasked;

impl Matcher for Unasked {
    fn matches(&self, board: &dyn Board, at: Cell) -> Result<Matches, DimensionError> {
        board.get(at)?;
        Ok(Matches::from([Match::new(vec![at])]))
    }

    fn match_all_from_size(
        &self,
        board: &dyn Board,
        positions: &[Cell],
        _least: usize,
    ) -> Result<Matches, DimensionError> {
        let mut all = Matches::new();
        for &at in positions {
            all.extend(self.matches(board, at)?);
        }
        Ok(all)
    }
}

#[test]
fn a_matcher_that_gives_more_than_it_was_asked_for_makes_no_combinations_of_it() {
    let board = board("ABC;BCA", "");
    let cells: Vec<Cell> = board.size().cells().collect();
    assert_eq!(combinations(&board, &Unasked, &cells), Ok(Vec::new()));
}

/// Fills by an inner strategy, and does something to the board before.
#[derive(Clone, Debug)]
struct Meddling {
    fails: bool,
}

impl FillingStrategy for Meddling {
    fn fill(&mut self, board: &mut dyn Board) -> Result<(), FillError> {
        board.swap(Cell::new(0, 1), Cell::new(1, 1))?;
        board.set_filling_strategy(columns("B;B"));
        if self.fails {
            board.set(Cell::new(0, 0), Some(Token::new('C').expect("a token")))?;
            return Err(FillError::LeftEmpty(Cell::new(1, 0)));
        }
        columns("C;C").fill(board)
    }
}

#[test]
fn a_strategy_that_fails_half_way_leaves_nothing_behind() {
    let mut ours = board(" A;BC", "");
    let before = ours.clone();
    ours.set_filling_strategy(Box::new(Meddling { fails: true }));
    for _ in 0..2 {
        assert_eq!(ours.fill(), Err(FillError::LeftEmpty(Cell::new(1, 0))));
        assert_eq!(ours, before);
    }
}

#[test]
fn a_fill_reports_what_its_strategy_overwrote_and_keeps_one_set_from_within() {
    let mut ours = board("  ;BA", "C");
    ours.set_filling_strategy(Box::new(Meddling { fails: false }));
    let changed = ours.fill().expect("there are tokens");
    let cells = [(0, 1), (0, 0), (1, 1), (1, 0)].map(|(x, y)| Cell::new(x, y));
    assert_eq!(
        (ours.to_string().as_str(), changed.as_slice()),
        ("CC;AB", &cells[..])
    );
    ours.remove(&cells[..2]).expect("on the board");
    let refused = ours
        .fill()
        .expect_err("the strategy set from within has one token for each column");
    assert_eq!(
        refused,
        FillError::Exhausted {
            column: 0,
            needed: 2,
            left: 1
        }
    );
}
