//! One expectimax search on packed boards.

use quincunx_core::Direction;
use quincunx_search::{ActionValue, Analysis, Limits, SearchBudget, Value};

use super::PackedExpectimax;
use super::transposition_table::TranspositionTable;
use crate::evaluation::HeuristicTable;
use crate::packed_board::PackedBoard;
use crate::position::{Position, Scoring};
use crate::row_tables::{PackedSlide, RowTables};
use crate::rules::Twenty48;

/// The probability of a new piece's rarer value up to which it is rare.
pub(crate) const RARE: f64 = 0.2;

/// The most rare new pieces of a line.
pub(crate) const MAX_RARE: u32 = 2;

/// Evaluates afterstates.
pub(super) trait Evaluator {
    /// Whether an evaluation takes longer than to look one up in the transposition table.
    const IS_SLOW: bool;

    fn evaluate(&self, board: PackedBoard) -> f32;
}

impl Evaluator for HeuristicTable {
    const IS_SLOW: bool = false;

    #[inline]
    fn evaluate(&self, board: PackedBoard) -> f32 {
        self.evaluate(board)
    }
}

/// A move of the position that is analyzed.
struct Move {
    direction: Direction,
    points: f64,
    /// The afterstate, to which a piece is added next.
    after: PackedBoard,
}

/// One search within its budget.
pub(super) struct Search<'a, J> {
    rows: RowTables,
    evaluator: &'a J,
    table: &'a mut TranspositionTable,
    pieces: Pieces,
    scoring: Scoring,
    pub(super) budget: SearchBudget,
}

impl<'a, J: Evaluator> Search<'a, J> {
    pub(super) fn new(
        evaluator: &'a J,
        table: &'a mut TranspositionTable,
        rules: &Twenty48,
        scoring: Scoring,
        limits: &Limits,
    ) -> Self {
        table.begin();
        Self {
            rows: RowTables::get(),
            evaluator,
            table,
            pieces: Pieces::of(rules.four_rate()),
            scoring,
            budget: SearchBudget::start(limits),
        }
    }

    /// Evaluates every move of a position, or of the packed board that stands for it, deepening within the
    /// limits.
    pub(super) fn deepen(
        &mut self,
        state: &Position,
        board: PackedBoard,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        const MAX_DEPTH: u32 = PackedExpectimax::MAX_DEPTH;
        let depth_limit = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let moves = self.moves(state, board);
        // Depth 1 visits no board but the position itself, and is always searched.
        let mut best = self.root(&moves, 1);
        report(&best);
        let mut likely = self.replies(&moves);
        for depth in 2..=depth_limit {
            if !self.budget.has_room_for(likely) {
                break;
            }
            let before = self.budget.nodes();
            let analysis = self.root(&moves, depth);
            if self.budget.is_stopped() {
                break;
            }
            report(&analysis);
            best = analysis;
            likely = self.budget.likely_next(before);
        }
        best
    }

    /// Lists the moves, with the points of the position and the afterstates of the packed board.
    fn moves(&self, state: &Position, board: PackedBoard) -> Vec<Move> {
        let stands_for_itself = PackedBoard::try_from(state) == Ok(board);
        let points = |direction, slide: PackedSlide| {
            if stands_for_itself {
                return f64::from(slide.points(self.scoring));
            }
            let mut after = state.clone();
            after
                .perform_move(direction, self.scoring)
                .expect("both boards have the same moves");
            (after.points() - state.points()) as f64
        };
        let moves = board.possible().into_iter().map(|direction| {
            let slide = self.rows.slide(board, direction);
            Move {
                direction,
                points: points(direction, slide),
                after: slide.board,
            }
        });
        moves.collect()
    }

    /// Returns the number of boards that follow the moves and the next new piece.
    fn replies(&self, moves: &[Move]) -> u64 {
        let fields: u32 = moves.iter().map(|one| one.after.free()).sum();
        let pieces = if self.pieces.rare_rate > 0.0 { 2 } else { 1 };
        u64::from(pieces * fields)
    }

    /// Evaluates every move, looking `depth` moves ahead, at least 1. The result has no meaning once the
    /// budget is spent.
    fn root(&mut self, moves: &[Move], depth: u32) -> Analysis<Direction> {
        let judged = moves.iter().map(|one| {
            let value = self.after_move(one.after, depth - 1, MAX_RARE);
            ActionValue {
                action: one.direction,
                value: Value::Points(one.points + f64::from(value)),
            }
        });
        let judged = judged.collect();
        Analysis::new(judged, depth, self.budget.nodes())
    }

    /// Returns the expected points of an afterstate, looking `depth` moves ahead.
    fn after_move(&mut self, board: PackedBoard, depth: u32, rare_left: u32) -> f32 {
        if depth == 0 {
            return self.evaluate(board);
        }
        if let Some(value) = self.table.get(board, depth, rare_left) {
            return value;
        }
        let pieces = self.pieces;
        let mut sum = 0.0;
        let mut free = board.free_mask();
        let count = free.count_ones();
        while free != 0 {
            let field = free & free.wrapping_neg();
            free ^= field;
            let common = PackedBoard(board.0 | (field * pieces.common));
            let value = self.before_move(common, depth, rare_left);
            sum += if pieces.rare_rate > 0.0 && rare_left > 0 {
                let rare = PackedBoard(board.0 | (field * pieces.rare));
                let rare_value = self.before_move(rare, depth, rare_left - pieces.rare_cost);
                value + pieces.rare_rate * (rare_value - value)
            } else {
                value
            };
            if self.budget.is_stopped() {
                return 0.0;
            }
        }
        let value = sum / count as f32;
        self.table.put(board, depth, rare_left, value);
        value
    }

    /// Evaluates an afterstate. The table has evaluations under depth 0, with no rare pieces left.
    #[inline]
    fn evaluate(&mut self, board: PackedBoard) -> f32 {
        if !J::IS_SLOW {
            return self.evaluator.evaluate(board);
        }
        if let Some(value) = self.table.get(board, 0, 0) {
            return value;
        }
        let value = self.evaluator.evaluate(board);
        self.table.put(board, 0, 0, value);
        value
    }

    /// Returns the expected points of a board on the player's turn: those of the best move, 0 if there is
    /// none.
    fn before_move(&mut self, board: PackedBoard, depth: u32, rare_left: u32) -> f32 {
        if !self.budget.count() {
            return 0.0;
        }
        let mut best = 0.0f32;
        // Slides of the transposed board stay transposed: a board and its transpose have the same value.
        for lines in [board, board.transpose()] {
            for slide in self.rows.slide_rows(lines) {
                if slide.board != lines {
                    let points = slide.points(self.scoring) as f32;
                    best = best.max(points + self.after_move(slide.board, depth - 1, rare_left));
                }
            }
        }
        best
    }
}

/// The two values of new pieces as exponents, and the probability of the rarer one.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    common: u64,
    rare: u64,
    rare_rate: f32,
    /// What a rare piece takes from the number that a line may still have: 1, or 0 where it is not rare.
    rare_cost: u32,
}

impl Pieces {
    fn of(four_rate: f64) -> Self {
        let (common, rare, rare_rate) = if four_rate <= 0.5 {
            (1, 2, four_rate)
        } else {
            (2, 1, 1.0 - four_rate)
        };
        Self {
            common,
            rare,
            rare_rate: rare_rate as f32,
            rare_cost: u32::from(rare_rate <= RARE),
        }
    }
}
