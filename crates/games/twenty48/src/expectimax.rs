//! The computer player of the 4×4 board: expectimax on packed boards.

use std::fmt;
use std::sync::Arc;

use quincunx_core::{Direction, Size};
use quincunx_search::{Analysis, Expectimax, Judged, Limits, Player, SearchBudget, Value};

use super::heuristic::{LineTable, LinesJudge};
use super::network::TupleJudge;
use super::packed::{Packed, PackedSlide, RowTables};
use super::position::{Position, Scoring};
use super::rules::Twenty48;

/// Looks ahead over all moves and all new pieces, and judges the boards behind the last move by
/// [`LinesJudge`](super::LinesJudge), or by a network that was trained.
///
/// A depth of `n` looks `n` moves ahead, deepening from 1. Under a bound of depth or nodes the answer depends
/// on the position alone. A node is a board on the player's turn.
///
/// Where new pieces of the rarer value come with a probability of at most [`RARE`], no line has more than
/// [`MOST_RARE`] of them: what is left out has a weight of a thousandth, and unlike a bound on the
/// probability of the whole line it goes into the table's key, so that no answer depends on the order in
/// which boards were met.
///
/// Boards that have no packed form, of another size or with other values, and those with other moves than
/// their packed form are left to [`Expectimax`] on the readable rules, with fewer nodes the larger the board
/// is.
///
/// A network counts points as it has learned to, whatever the rules' scoring: its values are of no use for
/// another. Where a board has higher pieces than it has learned to go on with, it judges boards with halves
/// of the high pieces at the end of each line, the same ones for all lines; what is played on the way there,
/// and its points, are the board's own.
///
/// A board with 65536, or with two 32768s, does not fit into its word: one [that plays alike](Packed::scaled)
/// is searched in its place. The points that a move itself makes are the board's own then too, those to come
/// are the ones of the other board.
#[derive(Debug)]
pub struct PackedExpectimax {
    depth: u32,
    nodes: u64,
    network: Option<Arc<TupleJudge>>,
    table: Table,
    others: Expectimax<Twenty48, LinesJudge>,
}

/// The probability of a new piece's rarer value up to which it is rare.
pub const RARE: f64 = 0.2;

/// How many rare new pieces a line has at most.
pub const MOST_RARE: u32 = 2;

/// How many moves are looked ahead at most: the bound of the recursion.
pub const DEEPEST: u32 = 60;

impl PackedExpectimax {
    /// The nodes of the strongest level: about two milliseconds a move where a network judges.
    pub const NODES: u64 = 20_000;

    /// Positions in the table for boards that have no packed form.
    const OTHER_POSITIONS: usize = 1 << 14;

    /// Makes the player that looks so many moves ahead, at most [`DEEPEST`], and visits at most so many
    /// nodes, when no other limits are given. Deepening ends when the next depth would not fit.
    #[must_use]
    pub fn new(depth: u32, nodes: u64) -> Self {
        Self {
            depth,
            nodes,
            network: None,
            table: Table::new(),
            others: Expectimax::new(LinesJudge, depth)
                .with_rare(MOST_RARE as u8)
                .with_table(Self::OTHER_POSITIONS),
        }
    }

    /// Has a network judge the boards.
    #[must_use]
    pub fn with_network(mut self, network: Arc<TupleJudge>) -> Self {
        self.network = Some(network);
        self
    }

    /// Returns the player's own limits for boards of this size that have no packed form, where a node costs
    /// time in proportion to the board's fields.
    fn other_limits(&self, size: Size) -> (Option<u32>, Option<u64>) {
        let nodes = u128::from(self.nodes) * 16 / size.area() as u128;
        (Some(self.depth), Some(u64::try_from(nodes).unwrap_or(u64::MAX)))
    }
}

impl Default for PackedExpectimax {
    /// Makes the strongest level.
    fn default() -> Self {
        Self::new(DEEPEST, Self::NODES)
    }
}

impl Player<Twenty48> for PackedExpectimax {
    fn analyze(
        &mut self,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        // On a packed board two pieces that may not grow any more can stand as two that may.
        let plays_alike = |board: &Packed| board.possible() == state.possible();
        let Some(board) = Packed::scaled(state).ok().filter(plays_alike) else {
            let (depth, nodes) = self.other_limits(state.size());
            return self
                .others
                .analyze(rules, state, &limits.or_own(depth, nodes), report);
        };
        let limits = limits.or_own(Some(self.depth), Some(self.nodes));
        match &self.network {
            None => {
                let mut search =
                    Search::new(LineTable::get(), &mut self.table, rules, rules.scoring(), &limits);
                search.deepen(state, board, &limits, report)
            }
            Some(network) => {
                let judge = Downgrading {
                    network,
                    gaps: board.downgrading(network.known()),
                };
                let mut search = Search::new(&judge, &mut self.table, rules, network.scoring(), &limits);
                search.deepen(state, board, &limits, report)
            }
        }
    }
}

/// What judges boards to which a piece is to be added.
trait Judge {
    fn judge(&self, board: Packed) -> f32;
}

impl Judge for LineTable {
    #[inline]
    fn judge(&self, board: Packed) -> f32 {
        self.judge(board)
    }
}

/// A network that judges boards with halves of the pieces above some gaps, those of the board that is
/// analyzed.
///
/// They are the same for all boards of a search, whose values are compared: one that fills a gap would be
/// taken to an earlier stage of the game by gaps of its own. Only a board on which the search itself has made
/// a piece that the network does not know is halved further.
struct Downgrading<'a> {
    network: &'a TupleJudge,
    gaps: Vec<u32>,
}

impl Judge for Downgrading<'_> {
    #[inline]
    fn judge(&self, board: Packed) -> f32 {
        let gaps = self.gaps.iter();
        let board = gaps.fold(board, |board, &gap| board.halved_above(gap));
        self.network.judge(board.halved_to(self.network.known()))
    }
}

/// A move of the position that is analyzed.
struct Move {
    direction: Direction,
    /// The points that it makes.
    points: f64,
    /// The board behind it, to which a piece is to be added.
    after: Packed,
}

/// One search: what it knows, and how far it has come.
struct Search<'a, J> {
    rows: RowTables,
    judge: &'a J,
    table: &'a mut Table,
    pieces: Pieces,
    scoring: Scoring,
    budget: SearchBudget,
}

impl<'a, J: Judge> Search<'a, J> {
    fn new(judge: &'a J, table: &'a mut Table, rules: &Twenty48, scoring: Scoring, limits: &Limits) -> Self {
        table.begin();
        Self {
            rows: RowTables::get(),
            judge,
            table,
            pieces: Pieces::of(rules.four_rate()),
            scoring,
            budget: SearchBudget::start(limits),
        }
    }

    /// Judges every move of a position, or of the board that stands for it, deeper and deeper, within the
    /// limits.
    fn deepen(
        &mut self,
        state: &Position,
        board: Packed,
        limits: &Limits,
        report: &mut dyn FnMut(&Analysis<Direction>),
    ) -> Analysis<Direction> {
        let most_depth = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let moves = self.moves(state, board);
        // The moves themselves are always judged: depth 1 visits no board but the one asked about.
        let mut best = self.root(&moves, 1);
        report(&best);
        // A depth costs about as many times the last as that did all before it, the board itself included.
        let mut likely = self.replies(&moves);
        let mut total = 1.0;
        for depth in 2..=most_depth {
            if !self.budget.has_room_for(likely as u64) {
                break;
            }
            let before = self.budget.nodes();
            let analysis = self.root(&moves, depth);
            if self.budget.is_stopped() {
                break;
            }
            report(&analysis);
            best = analysis;
            let nodes = (self.budget.nodes() - before) as f64;
            likely = nodes * nodes / total;
            total += nodes;
        }
        best
    }

    /// Lists the moves of a position, with its own points, by what they do to the board that stands for it.
    fn moves(&self, state: &Position, board: Packed) -> Vec<Move> {
        let stands_for_itself = Packed::try_from(state) == Ok(board);
        let points = |direction, slide: PackedSlide| {
            if stands_for_itself {
                return f64::from(slide.points(self.scoring));
            }
            let mut after = state.clone();
            after
                .perform_move(direction, self.scoring)
                .expect("the same moves are possible on both boards");
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

    /// Returns how many boards there are behind some moves and the new pieces that may follow them.
    fn replies(&self, moves: &[Move]) -> f64 {
        let fields: u32 = moves.iter().map(|one| one.after.free()).sum();
        let pieces = if self.pieces.rare_rate > 0.0 { 2 } else { 1 };
        f64::from(pieces * fields)
    }

    /// Judges every move by looking `depth` moves ahead, at least 1; without meaning when the meter has
    /// stopped.
    fn root(&mut self, moves: &[Move], depth: u32) -> Analysis<Direction> {
        let judged = moves.iter().map(|one| {
            let value = self.after_move(one.after, depth - 1, MOST_RARE);
            Judged {
                action: one.direction,
                value: Value::Points(one.points + f64::from(value)),
            }
        });
        let judged = judged.collect();
        Analysis::new(judged, depth, self.budget.nodes())
    }

    /// Returns the points that are expected from a board to which a piece is to be added, looking `depth`
    /// moves ahead.
    fn after_move(&mut self, board: Packed, depth: u32, rare_left: u32) -> f32 {
        if depth == 0 {
            return self.judge.judge(board);
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
            let common = Packed(board.0 | (field * pieces.common));
            let value = self.before_move(common, depth, rare_left);
            sum += if pieces.rare_rate > 0.0 && rare_left > 0 {
                let rare = Packed(board.0 | (field * pieces.rare));
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

    /// Returns the points that are expected from a board on the player's turn: those of the best move, 0
    /// without one.
    fn before_move(&mut self, board: Packed, depth: u32, rare_left: u32) -> f32 {
        if !self.budget.count() {
            return 0.0;
        }
        let mut best = 0.0f32;
        // What a slide of the transposed board makes is judged as it is: a board and its transpose are worth
        // the same.
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

/// The two values of new pieces, as their exponents and by how likely they are.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    common: u64,
    rare: u64,
    rare_rate: f32,
    /// What a rare piece takes from the number that a line may have.
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

/// Values of boards that have been searched, found again by the board, the depth and the rare pieces left.
///
/// Each search has a number of its own, and what another one left behind is not found: the answer depends on
/// nothing but the position.
struct Table {
    entries: Vec<Entry>,
    search: u16,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    board: Packed,
    value: f32,
    search: u16,
    depth: u8,
    rare_left: u8,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl Table {
    /// 2^16 entries of 16 bytes are 1 MiB and stay in the cache.
    const BITS: u32 = 16;

    fn new() -> Self {
        Self {
            entries: Vec::new(),
            search: 0,
        }
    }

    fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 || self.entries.is_empty() {
            self.entries.clear();
            self.entries.resize(1 << Self::BITS, Entry::default());
            self.search = 1;
        }
    }

    #[inline]
    fn slot(board: Packed, depth: u32, rare_left: u32) -> usize {
        let key = board.0 ^ u64::from(depth * 4 + rare_left) << 58;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) as usize
            >> (usize::BITS - Self::BITS)
    }

    #[inline]
    fn get(&self, board: Packed, depth: u32, rare_left: u32) -> Option<f32> {
        let entry = &self.entries[Self::slot(board, depth, rare_left)];
        let is_found = entry.board == board
            && entry.search == self.search
            && (u32::from(entry.depth), u32::from(entry.rare_left)) == (depth, rare_left);
        is_found.then_some(entry.value)
    }

    #[inline]
    fn put(&mut self, board: Packed, depth: u32, rare_left: u32, value: f32) {
        self.entries[Self::slot(board, depth, rare_left)] = Entry {
            board,
            value,
            search: self.search,
            depth: depth as u8,
            rare_left: rare_left as u8,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::LARGEST;
    use super::*;
    use quincunx_core::{ActionSet, EnumerableChance, Game, Notation};
    use quincunx_search::StopToken;

    fn rules(scoring: Scoring, four_rate: f64) -> Twenty48 {
        Twenty48::new(Size::new(4, 4).expect("a size"), scoring, four_rate).expect("rules")
    }

    fn position(rows: &str) -> Position {
        Twenty48::default()
            .parse_position(&format!("{rows} 0 0 0"))
            .expect("a position")
    }

    fn analyze(
        player: &mut PackedExpectimax,
        rules: &Twenty48,
        state: &Position,
        limits: &Limits,
    ) -> Analysis<Direction> {
        player.analyze(rules, state, limits, &mut |_| {})
    }

    fn to_depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// What judges positions at the end of a line.
    type Slow<'a> = &'a dyn Fn(&Position) -> f32;

    /// Looks ahead by the readable rules, without table, scale or cap.
    fn value_after(rules: &Twenty48, judge: Slow<'_>, before: u128, state: &Position, depth: u32) -> f64 {
        let points = (state.points() - before) as f64;
        if depth == 0 {
            return points + f64::from(judge(state));
        }
        let mut sum = 0.0;
        rules.for_each_chance(state, |piece, probability| {
            let mut next = state.clone();
            rules.resolve_chance(&mut next, piece, &mut ());
            let values = values(rules, judge, &next, depth);
            sum += probability
                * values
                    .into_iter()
                    .fold(0.0, |best, (_, value)| f64::max(best, value));
        });
        points + sum
    }

    fn values(rules: &Twenty48, judge: Slow<'_>, state: &Position, depth: u32) -> Vec<(Direction, f64)> {
        let value_of = |direction| {
            let mut after = state.clone();
            rules.play_unchecked(&mut after, direction, &mut ());
            let value = value_after(rules, judge, state.points(), &after, depth - 1);
            (direction, value)
        };
        rules.legal_actions(state).into_iter().map(value_of).collect()
    }

    fn value_of(analysis: &Analysis<Direction>, direction: Direction) -> f64 {
        let judged = analysis.actions.iter().find(|judged| judged.action == direction);
        match judged.map(|judged| judged.value) {
            Some(Value::Points(value)) => value,
            other => panic!("{direction:?} is judged in points, not by {other:?}"),
        }
    }

    fn assert_values(analysis: &Analysis<Direction>, want: &[(Direction, f64)], what: &str) {
        assert_eq!(analysis.actions.len(), want.len(), "{what}");
        for &(direction, want) in want {
            let value = value_of(analysis, direction);
            assert!(
                (value - want).abs() <= 1e-5 * want.abs(),
                "{what} {direction:?}: {value}, {want}"
            );
        }
    }

    #[test]
    fn values_are_those_of_the_readable_rules() {
        let mut player = PackedExpectimax::default();
        for (rows, depth) in [
            ("0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0", 2),
            ("2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2", 3),
            ("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,4", 3),
            ("1024,1024,16,2/512,256,16,4/128,64,32,8/2,4,4,2", 3),
        ] {
            let state = position(rows);
            for rules in [
                rules(Scoring::Standard, 0.1),
                rules(Scoring::Contest, 0.75),
                rules(Scoring::Contest, 1.0),
            ] {
                let analysis = analyze(&mut player, &rules, &state, &to_depth(depth));
                assert_values(
                    &analysis,
                    &values(&rules, &LinesJudge::judge, &state, depth),
                    rows,
                );
            }
        }
    }

    /// The network judges halves of the high pieces, but they do not merge before: 8192 would be 4096 beside
    /// what becomes of two 2048s.
    #[test]
    fn boards_beyond_what_a_network_knows_are_searched_as_they_are() {
        let judge = TupleJudge::read(quincunx_contest::NETWORK).expect("it is whole");
        let judge = Arc::new(judge.that_knows(13));
        let mut player = PackedExpectimax::default().with_network(judge.clone());
        let rules = rules(Scoring::Contest, 0.1);
        let packed = |state: &Position| Packed::try_from(state).expect("it fits");
        for (rows, depth) in [
            ("16384,8192,2048,2048/64,32,4,2/8,2,4,2/2,4,2,0", 2),
            ("16384,16384,8192,8192/64,32,4,2/8,2,4,2/2,4,2,0", 2),
            ("8192,8192,4096,1024/64,32,4,2/8,2,4,2/2,4,2,4", 3),
            ("8192,2048,4096,1024/64,32,4,2/8,2,4,2/2,4,2,4", 3),
            ("8192,4096,4096,1024/64,32,4,2/8,2,4,2/2,4,2,4", 3),
        ] {
            let state = position(rows);
            let gaps = packed(&state).downgrading(judge.known());
            let is_known = ["8192,2048", "8192,4096"]
                .iter()
                .any(|begin| rows.starts_with(begin));
            assert_eq!(gaps.is_empty(), is_known, "{rows}");
            let slow = |state: &Position| {
                let gaps = gaps.iter();
                let board = gaps.fold(packed(state), |board, &gap| board.halved_above(gap));
                // In the last of the boards two moves make a 16384.
                let board = match board.above(judge.known()) {
                    0 => board,
                    _ => board.halved_above(board.downgrading(judge.known())[0]),
                };
                judge.judge(board)
            };
            let analysis = analyze(&mut player, &rules, &state, &to_depth(depth));
            assert_values(&analysis, &values(&rules, &slow, &state, depth), rows);
        }
    }

    /// What is to come is told of the board that is searched in its place.
    #[test]
    fn the_points_of_a_move_are_those_of_the_board_itself() {
        let rules = rules(Scoring::Standard, 0.1);
        let rows = |highest: u64| format!("{highest},{highest},0,0/0,0,0,0/0,0,0,0/2,0,0,4");
        let mut player = PackedExpectimax::default();
        let mut value = |highest| {
            let analysis = analyze(&mut player, &rules, &position(&rows(highest)), &to_depth(1));
            value_of(&analysis, Direction::Left)
        };
        assert!((value(131_072) - value(16_384) - f64::from(262_144 - 32_768)).abs() < 0.5);
    }

    /// The totals of fixed searches; a commit that changes one says why.
    #[test]
    fn signature() {
        let mut player = PackedExpectimax::default();
        let mut total = 0;
        for rows in [
            "0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0",
            "2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2",
            "1024,512,16,2/512,256,16,4/128,64,32,8/2,4,4,2",
        ] {
            total += analyze(
                &mut player,
                &rules(Scoring::Standard, 0.1),
                &position(rows),
                &to_depth(4),
            )
            .nodes;
        }
        assert_eq!(total, 17_751);
    }

    #[test]
    fn what_was_searched_before_changes_nothing() {
        let rules = rules(Scoring::Standard, 0.1);
        let boards = [
            "0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0",
            "2,4,2,4/4,2,4,2/2,4,2,4/4,0,4,4",
        ]
        .map(position);
        let limits = Limits {
            nodes: Some(5000),
            ..Limits::default()
        };
        let alone = boards
            .clone()
            .map(|board| analyze(&mut PackedExpectimax::default(), &rules, &board, &limits));
        let mut player = PackedExpectimax::default();
        for _ in 0..2 {
            for (board, alone) in boards.iter().zip(&alone) {
                assert_eq!(analyze(&mut player, &rules, board, &limits), *alone);
                assert!(alone.nodes <= 5000 && alone.depth > 1, "{alone:?}");
            }
        }
    }

    #[test]
    fn the_tightest_limits_leave_an_answer() {
        let rules = rules(Scoring::Standard, 0.1);
        let state = position("0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0");
        let stop = StopToken::default();
        stop.stop();
        for limits in [
            to_depth(0),
            Limits {
                nodes: Some(0),
                ..Limits::default()
            },
            Limits {
                stop,
                depth: Some(5),
                ..Limits::default()
            },
        ] {
            let analysis = analyze(&mut PackedExpectimax::default(), &rules, &state, &limits);
            assert_eq!(analysis.actions.len(), 4);
            assert!(analysis.depth < 5);
        }
    }

    /// Also the first look further ahead, of which no depth before it tells how long it takes.
    #[test]
    fn nothing_is_begun_that_does_not_fit() {
        let rules = rules(Scoring::Standard, 0.1);
        let state = position("0,2,0,0/0,0,0,0/0,0,4,0/0,0,0,0");
        let board = Packed::try_from(&state).expect("it fits");
        let mut player = PackedExpectimax::default();
        // Four moves with 14 free fields behind each, and two pieces: 112 boards at most.
        for (nodes, depth) in [(111, 1), (112, 2), (20_000, 3)] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let mut search = Search::new(
                LineTable::get(),
                &mut player.table,
                &rules,
                Scoring::Standard,
                &limits,
            );
            let analysis = search.deepen(&state, board, &limits, &mut |_| {});
            assert_eq!(analysis.depth, depth);
            assert_eq!(search.budget.nodes(), analysis.nodes, "{nodes}");
        }
    }

    #[test]
    fn each_deeper_answer_is_reported() {
        let rules = rules(Scoring::Standard, 0.1);
        let state = position("2,4,8,16/32,64,128,256/512,1024,0,2/2,8,2,2");
        let mut depths = Vec::new();
        let last = PackedExpectimax::default().analyze(&rules, &state, &to_depth(3), &mut |analysis| {
            depths.push(analysis.depth);
        });
        assert_eq!((depths.as_slice(), last.depth), ([1, 2, 3].as_slice(), 3));
    }

    #[test]
    fn boards_without_a_packed_form_are_played_too() {
        for (columns, rows, text) in [
            (4, 4, "3,3,0,0/0,0,0,0/0,0,0,0/1,0,0,7"),
            (4, 4, "131072,131072,0,0/0,0,0,0/0,0,0,0/2,0,0,4"),
            (3, 2, "2,2,0/0,4,0"),
            (5, 2, "2,2,0,0,0/0,4,0,0,0"),
        ] {
            let size = Size::new(columns, rows).expect("a size");
            let rules = Twenty48::new(size, Scoring::Standard, 0.1).expect("rules");
            let state = rules
                .parse_position(&format!("{text} 0 0 0"))
                .expect("a position");
            let analysis = analyze(
                &mut PackedExpectimax::default(),
                &rules,
                &state,
                &Limits::default(),
            );
            assert_eq!(
                analysis.actions.len(),
                state.possible().into_iter().count(),
                "{text}"
            );
            assert!(analysis.depth > 1, "{text}");
        }
    }

    /// The largest two of all do not merge; the two that stand for them on a packed board would.
    #[test]
    fn the_largest_pieces_are_not_merged() {
        let largest = LARGEST;
        let rules = rules(Scoring::Standard, 0.1);
        for rows in [
            format!("4,8,0,2/{largest},{largest},0,0/8,0,0,0/8,0,0,0"),
            format!("{largest},{largest},8,4/2,4,2,8/4,2,4,2/2,4,2,2"),
        ] {
            let state = position(&rows);
            let analysis = analyze(
                &mut PackedExpectimax::default(),
                &rules,
                &state,
                &Limits::default(),
            );
            assert_eq!(analysis.actions.len(), state.possible().into_iter().count());
            for judged in &analysis.actions {
                assert!(state.possible().contains(judged.action), "{rows}: {judged:?}");
            }
        }
    }

    /// What is behind the gap stays as it is.
    #[test]
    fn pieces_beyond_what_a_network_knows_stand_for_the_halves_of_them() {
        let judge = TupleJudge::shipped(Scoring::Standard).expect("memory for it");
        let rules = rules(Scoring::Standard, 0.1);
        let next: u64 = 2 << judge.known();
        let analysis = |highest: u64| {
            let rows = format!("{highest},{},64,2/16,32,4,2/8,2,0,0/2,0,0,0", highest / 2);
            let mut player = PackedExpectimax::new(2, u64::MAX).with_network(judge.clone());
            analyze(&mut player, &rules, &position(&rows), &to_depth(2))
        };
        let (beyond, known) = (analysis(next), analysis(next / 2));
        assert_eq!(beyond, known);
        assert_ne!(known, analysis(next / 4));
    }

    #[test]
    fn a_contest_is_played_for_its_points() {
        // Two pairs that merge at once give 2 × (4 + 4) instead of 4 + 4 points.
        let state = position("2,2,2,2/0,0,0,0/0,0,0,0/0,0,0,0");
        let value = |scoring| {
            let analysis = analyze(
                &mut PackedExpectimax::default(),
                &rules(scoring, 0.1),
                &state,
                &to_depth(1),
            );
            value_of(&analysis, Direction::Left)
        };
        assert!((value(Scoring::Contest) - value(Scoring::Standard) - 8.0).abs() < 0.1);
    }
}
