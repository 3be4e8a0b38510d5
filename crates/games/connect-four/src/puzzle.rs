//! Puzzles from played games.
//!
//! Two players of medium strength play games; the solver searches them for the first position that makes a
//! puzzle. The same seed gives the same puzzle on every machine and in this version.

use quincunx_core::{Game, OptionError, Options, Outcome, Random, RandomSource, Turn};
use quincunx_registry::NewGameError;
use quincunx_registry::puzzle::{MAX_DIFFICULTY, PuzzleError, PuzzleMaker, TypedPuzzle};
use quincunx_search::{EpsilonRandom, Limits, Player, SearchBudget, StopToken, Value, standard};

use crate::rules::{Column, ConnectFour, Position};
use crate::score::score_of_value;
use crate::solver::{Solver, central_first};

/// The fewest moves to a win.
const MIN_MOVES: u32 = 1;

/// The most moves to a win.
const MAX_MOVES: u32 = 6;

/// The most games that are searched for a puzzle.
const MAX_GAMES: u32 = 1000;

/// The node limit of one question; a candidate that takes more is skipped.
const NODES_PER_QUESTION: u64 = 100_000;

/// The node limit of one puzzle.
const MAX_NODES: u64 = 20_000_000;

/// The memory of the solver, in bytes.
const MEMORY: usize = 1 << 24;

/// Candidates have at least one cell in so many filled: with fewer stones proofs take long and positions are
/// alike.
const MIN_FILLED_PART: u32 = 4;

/// The simulations per move of the players.
const SIMULATIONS: u32 = 120;

/// The probability of a random move.
const ERROR: f64 = 0.1;

/// The simulations per move of the player whom an easy puzzle does not deceive.
const SOLVER_SIMULATIONS: u32 = 200;

/// The fewest drops after which the opponent cannot win at once.
const MIN_CHOICE: usize = 3;

/// Puzzles from games of two players.
///
/// The side to move wins with its own stone number `wins_in` against every defence, and not sooner. Only one
/// first move wins at all (in one move: only one wins at once). Each later move but the last is the only one
/// that keeps the quickest win, whichever longest defence is played. From two moves on, neither side can
/// complete a four with the next stone, and at least [`MIN_CHOICE`] drops give the opponent no four.
pub(crate) struct Puzzles;

impl PuzzleMaker<ConnectFour> for Puzzles {
    fn wins_in(&self) -> (u32, u32) {
        (MIN_MOVES, MAX_MOVES)
    }

    fn make(
        &self,
        rules: &ConnectFour,
        wins_in: u32,
        seed: u64,
        limits: &Limits,
    ) -> Result<TypedPuzzle<Column>, PuzzleError> {
        if !(MIN_MOVES..=MAX_MOVES).contains(&wins_in) {
            return Err(PuzzleError::WinsIn {
                asked: wins_in,
                least: MIN_MOVES,
                most: MAX_MOVES,
            });
        }
        if Solver::words(rules).is_none() {
            let expected = "a smaller board where puzzles are made: columns × (rows + 1) at most 128";
            return Err(NewGameError::from(OptionError::value("columns", rules.size(), expected)).into());
        }
        PuzzleSearch::new(rules, limits).puzzle(wins_in, seed)
    }
}

struct PuzzleSearch<'a> {
    rules: &'a ConnectFour,
    solver: Solver,
    stop: &'a StopToken,
    nodes_left: u64,
}

/// The node limit of a question was reached.
struct TooHard;

impl<'a> PuzzleSearch<'a> {
    fn new(rules: &'a ConnectFour, limits: &'a Limits) -> Self {
        Self {
            rules,
            solver: Solver::with_memory(*rules, MEMORY),
            stop: &limits.stop,
            nodes_left: limits.nodes.unwrap_or(u64::MAX).min(MAX_NODES),
        }
    }

    fn puzzle(&mut self, wins_in: u32, seed: u64) -> Result<TypedPuzzle<Column>, PuzzleError> {
        for game in 0..MAX_GAMES {
            let game_seed = Random::stream(seed, u64::from(game)).next_word();
            let drops = sample_game(self.rules, game_seed);
            if let Some((at, line)) = self.puzzle_in(&drops, wins_in) {
                let past = drops[..at].to_vec();
                let difficulty = difficulty(self.rules, &past, &line, seed);
                return Ok(TypedPuzzle {
                    past,
                    line,
                    difficulty,
                });
            }
            if self.stop.is_stopped() {
                return Err(PuzzleError::Stopped);
            }
            if self.nodes_left == 0 {
                return Err(PuzzleError::NotFound {
                    wins_in,
                    games: game + 1,
                });
            }
        }
        Err(PuzzleError::NotFound {
            wins_in,
            games: MAX_GAMES,
        })
    }

    /// Returns the ply of a game's first position that makes a puzzle, and the solution.
    fn puzzle_in(&mut self, drops: &[Column], wins_in: u32) -> Option<(usize, Vec<Column>)> {
        let mut position = self.rules.initial();
        let area = self.rules.size().area() as u32;
        for (at, &drop) in drops.iter().enumerate() {
            if position.stones() >= area / MIN_FILLED_PART
                && let Ok(Some(line)) = self.solution(&position, wins_in)
            {
                return Some((at, line));
            }
            self.rules.play_unchecked(&mut position, drop, &mut ());
        }
        None
    }

    /// Returns the solution of a position if it makes a puzzle.
    fn solution(&mut self, position: &Position, wins_in: u32) -> Result<Option<Vec<Column>>, TooHard> {
        let is_candidate = wins_in == 1
            || winning_drops(self.rules, position).is_empty()
                && safe_drops(self.rules, position) >= MIN_CHOICE;
        if !is_candidate
            || self.wins_within(position, wins_in - 1)?
            || !self.wins_within(position, wins_in)?
        {
            return Ok(None);
        }
        let Some(line) = self.line(position, wins_in)? else {
            return Ok(None);
        };
        if wins_in == 1 {
            let is_only = winning_drops(self.rules, position).len() == 1;
            return Ok(is_only.then_some(line));
        }
        for (column, after) in drops_from(self.rules, position) {
            // A score above −1 is at least a draw for the opponent.
            if column != line[0] && !self.exceeds(&after, -1)? {
                return Ok(None);
            }
        }
        Ok(Some(line))
    }

    /// Returns the solution of a position that is won in so many moves; `None` unless each move but the last
    /// is the only one as quick against every longest defence. Of these defences it contains the one nearest
    /// to the middle.
    fn line(&mut self, position: &Position, wins_in: u32) -> Result<Option<Vec<Column>>, TooHard> {
        if wins_in == 1 {
            return Ok(winning_drops(self.rules, position)
                .first()
                .map(|&column| vec![column]));
        }
        let mut only = None;
        for (column, after) in drops_from(self.rules, position) {
            if self.loses_within(&after, wins_in - 1)? {
                if only.is_some() {
                    return Ok(None);
                }
                only = Some((column, after));
            }
        }
        let Some((column, after)) = only else {
            return Ok(None);
        };
        let mut line = None;
        for (reply, behind) in drops_from(self.rules, &after) {
            if self.wins_within(&behind, wins_in - 2)? {
                continue;
            }
            let Some(rest) = self.line(&behind, wins_in - 1)? else {
                return Ok(None);
            };
            line.get_or_insert_with(|| [vec![column, reply], rest].concat());
        }
        Ok(line)
    }

    fn wins_within(&mut self, position: &Position, moves: u32) -> Result<bool, TooHard> {
        if moves == 0 {
            return Ok(false);
        }
        let score = self.win_score(position, 2 * moves - 1);
        Ok(score > 0 && self.exceeds(position, score - 1)?)
    }

    /// Returns whether the mover loses to so many further moves of the opponent.
    fn loses_within(&mut self, position: &Position, moves: u32) -> Result<bool, TooHard> {
        let score = self.win_score(position, 2 * moves);
        Ok(position.turn().player().is_some() && score > 0 && !self.exceeds(position, -score)?)
    }

    fn win_score(&self, position: &Position, plies: u32) -> i32 {
        let area = self.rules.size().area() as u32;
        score_of_value(area, position.stones(), Value::Win(plies)).expect("a win has a score")
    }

    /// Decides whether a position scores more than `score` for its mover.
    fn exceeds(&mut self, position: &Position, score: i32) -> Result<bool, TooHard> {
        if position.turn() == Turn::Over(Outcome::Draw) {
            return Ok(0 > score);
        }
        let mut budget = SearchBudget::start(&Limits {
            nodes: Some(NODES_PER_QUESTION.min(self.nodes_left)),
            stop: self.stop.clone(),
            ..Limits::default()
        });
        let answer = self.solver.exceeds(position, score, &mut budget);
        self.nodes_left = self.nodes_left.saturating_sub(budget.nodes());
        answer.ok_or(TooHard)
    }
}

/// Plays a game of two players of medium strength.
fn sample_game(rules: &ConnectFour, seed: u64) -> Vec<Column> {
    let mut player = EpsilonRandom::new(mcts_player(rules, SIMULATIONS, seed), ERROR, seed);
    let (mut position, mut drops) = (rules.initial(), Vec::new());
    while position.turn().player().is_some() {
        let drop = player.choose(rules, &position, &Limits::default());
        rules.play_unchecked(&mut position, drop, &mut ());
        drops.push(drop);
    }
    drops
}

fn mcts_player(rules: &ConnectFour, simulations: u32, seed: u64) -> Box<dyn Player<ConnectFour>> {
    let mut parameters = Options::defaults(standard::MCTS.parameters);
    for (name, value) in [("simulations", u64::from(simulations)), ("seed", seed)] {
        parameters
            .set(name, &value.to_string())
            .expect("both are numbers in range");
    }
    rules.monte_carlo(&parameters)
}

/// Grades a puzzle: 1, plus one for each move beyond the second, one if the first move is quiet (no reply is
/// forced), and one if Monte Carlo tree search with [`SOLVER_SIMULATIONS`] misses it.
fn difficulty(rules: &ConnectFour, past: &[Column], line: &[Column], seed: u64) -> u8 {
    let mut position = rules.initial();
    for &drop in past {
        rules.play_unchecked(&mut position, drop, &mut ());
    }
    let seen = mcts_player(rules, SOLVER_SIMULATIONS, seed).choose(rules, &position, &Limits::default());
    rules.play_unchecked(&mut position, line[0], &mut ());
    let is_quiet = position.turn().player().is_some() && safe_drops(rules, &position) > 1;
    let longer = (line.len() / 2).saturating_sub(1) as u8;
    (1 + longer + u8::from(is_quiet) + u8::from(seen != line[0])).min(MAX_DIFFICULTY)
}

/// Returns the legal drops, nearest to the middle first, each with the position after it.
fn drops_from(rules: &ConnectFour, position: &Position) -> Vec<(Column, Position)> {
    let after = |column: Column| {
        let mut after = position.clone();
        rules
            .play(&mut after, column, &mut ())
            .ok()
            .map(|_| (column, after))
    };
    central_first(rules).filter_map(after).collect()
}

/// Returns the drops that win at once, nearest to the middle first.
fn winning_drops(rules: &ConnectFour, position: &Position) -> Vec<Column> {
    let wins = |(column, after): (Column, Position)| {
        matches!(after.turn(), Turn::Over(Outcome::Win(_))).then_some(column)
    };
    drops_from(rules, position).into_iter().filter_map(wins).collect()
}

/// Returns how many drops leave the opponent no win with the next stone.
fn safe_drops(rules: &ConnectFour, position: &Position) -> usize {
    let is_sound = |(_, after): &(Column, Position)| winning_drops(rules, after).is_empty();
    drops_from(rules, position)
        .iter()
        .filter(|drop| is_sound(drop))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::value_of_score;

    fn after(rules: &ConnectFour, drops: &[Column]) -> Position {
        let mut position = rules.initial();
        for &drop in drops {
            rules.play(&mut position, drop, &mut ()).expect("legal drops");
        }
        position
    }

    /// Returns the drops that win and in how many plies, by plain search on the rules, no deeper than so many
    /// plies.
    fn wins(rules: &ConnectFour, position: &Position, plies: u32) -> Vec<(Column, u32)> {
        let win = |(column, after): (Column, Position)| {
            Some((column, 1 + plies_to_lose(rules, &after, plies - 1)?))
        };
        drops_from(rules, position).into_iter().filter_map(win).collect()
    }

    /// Returns in how many plies whoever has just moved wins against every defence.
    fn plies_to_lose(rules: &ConnectFour, position: &Position, plies: u32) -> Option<u32> {
        if let Turn::Over(outcome) = position.turn() {
            return matches!(outcome, Outcome::Win(_)).then_some(0);
        }
        if plies < 2 {
            return None;
        }
        let mut longest = 0;
        for (_, after) in drops_from(rules, position) {
            let quickest = wins(rules, &after, plies - 1)
                .into_iter()
                .map(|(_, plies)| plies)
                .min()?;
            longest = longest.max(1 + quickest);
        }
        Some(longest)
    }

    #[test]
    fn each_move_of_the_solution_is_the_only_one_as_quick() {
        for (columns, rows) in [(7, 6), (6, 5), (9, 7), (5, 5)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            for (wins_in, seeds) in [(1, 8), (2, 8), (3, 3)] {
                for seed in 0..seeds {
                    let posed = Puzzles
                        .make(&rules, wins_in, seed, &Limits::default())
                        .expect("a puzzle");
                    let mut position = after(&rules, &posed.past);
                    assert_eq!(posed.line.len() as u32, 2 * wins_in - 1);
                    for (left, moves) in (1..=wins_in).rev().zip(posed.line.chunks(2)) {
                        let wins = wins(&rules, &position, 2 * left - 1);
                        assert!(wins.iter().all(|win| win.1 == 2 * left - 1), "{posed:?}");
                        assert!(wins.iter().any(|win| win.0 == moves[0]), "{posed:?}");
                        assert!(wins.len() == 1 || left == 1 && wins_in > 1, "{posed:?}");
                        for &drop in moves {
                            rules.play(&mut position, drop, &mut ()).expect("legal drops");
                        }
                    }
                    assert!(
                        matches!(position.turn(), Turn::Over(Outcome::Win(_))),
                        "{posed:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn boards_that_are_too_large_are_refused_by_their_size() {
        let rules = ConnectFour::new(4, 64).expect("a size");
        let refused = Puzzles.make(&rules, 2, 1, &Limits::default());
        let reason = refused.map(|_| ()).expect_err("too large").to_string();
        assert!(reason.contains("at most 128, not `4×64`"), "{reason}");
        let rules = ConnectFour::new(4, 31).expect("a size");
        assert!(Solver::words(&rules).is_some());
    }

    #[test]
    fn no_other_first_move_wins_at_all() {
        let rules = ConnectFour::default();
        let mut solver = Solver::with_memory(rules, MEMORY);
        for (wins_in, seed) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)] {
            let posed = Puzzles
                .make(&rules, wins_in, seed, &Limits::default())
                .expect("a puzzle");
            let position = after(&rules, &posed.past);
            let (stones, mut budget) = (position.stones(), SearchBudget::start(&Limits::default()));
            for (column, behind) in drops_from(&rules, &position) {
                let wins = !solver.exceeds(&behind, -1, &mut budget).expect("no limit");
                assert_eq!(wins, column == posed.line[0], "{posed:?} {column}");
            }
            let (best, score) = solver.best(&position, &mut budget).expect("no limit");
            assert_eq!(best, posed.line[0], "{posed:?}");
            assert_eq!(value_of_score(42, stones, score), Value::Win(2 * wins_in - 1));
            assert!(
                stones >= 10 && safe_drops(&rules, &position) >= MIN_CHOICE,
                "{posed:?}"
            );
        }
    }

    #[test]
    fn a_seed_gives_one_puzzle_and_others_give_others() {
        let rules = ConnectFour::default();
        let posed = |seed| {
            Puzzles
                .make(&rules, 3, seed, &Limits::default())
                .expect("a puzzle")
        };
        let first = posed(7);
        assert_eq!(posed(7), first);
        assert!((8..12).all(|seed| posed(seed).past != first.past));
        assert!((1..=MAX_DIFFICULTY).contains(&first.difficulty));
    }

    #[test]
    fn harder_puzzles_are_harder() {
        let rules = ConnectFour::default();
        let hardness = |wins_in| {
            let difficulty = |seed| {
                Puzzles
                    .make(&rules, wins_in, seed, &Limits::default())
                    .expect("a puzzle")
                    .difficulty
            };
            (0..6).map(difficulty).map(u32::from).sum::<u32>()
        };
        let hardness = [2, 3, 4].map(hardness);
        assert!(hardness.is_sorted_by(|a, b| a < b), "{hardness:?}");
    }

    #[test]
    fn impossible_puzzles_are_errors() {
        let rules = ConnectFour::default();
        for asked in [0, 7, u32::MAX] {
            let error = Puzzles
                .make(&rules, asked, 1, &Limits::default())
                .expect_err("no such puzzles");
            assert_eq!(
                error.to_string(),
                format!("expected a puzzle to win in 1 to 6 moves, found {asked}")
            );
        }
        let large = ConnectFour::new(64, 64).expect("a size");
        let error = Puzzles
            .make(&large, 3, 1, &Limits::default())
            .expect_err("too large");
        assert!(error.to_string().contains("64×64"), "{error}");
        let few = Limits::of_nodes(50);
        let error = Puzzles.make(&rules, 6, 1, &few).expect_err("no nodes");
        assert!(
            matches!(error, PuzzleError::NotFound { wins_in: 6, .. }),
            "{error}"
        );
        let stopped = Limits::default();
        stopped.stop.stop();
        assert_eq!(Puzzles.make(&rules, 6, 2, &stopped), Err(PuzzleError::Stopped));
    }

    #[test]
    fn the_smallest_and_the_largest_boards_end_in_a_puzzle_or_an_error() {
        for (columns, rows) in [(4, 4), (4, 9), (12, 9), (64, 4)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            for wins_in in [1, 3] {
                match Puzzles.make(&rules, wins_in, 3, &Limits::default()) {
                    Ok(posed) => assert_eq!(posed.line.len() as u32, 2 * wins_in - 1),
                    Err(error) => assert!(
                        matches!(error, PuzzleError::NotFound { .. } | PuzzleError::New(_)),
                        "{error}"
                    ),
                }
            }
        }
    }
}
