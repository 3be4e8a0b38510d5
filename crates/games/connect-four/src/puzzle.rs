//! Puzzles from games as people play them.
//!
//! Two middling players play; the solver goes through their games and takes the first position that makes a puzzle of the
//! kind asked for. Nothing depends on time: the same seed gives the same puzzle on every machine. A version that plays or proves
//! otherwise may give another, so what is to last is the record.

use quincunx_core::{Game, OptionError, Options, Outcome, Random, RandomSource, Turn};
use quincunx_search::{EpsilonRandom, Limits, Player, SearchBudget, StopToken, Value, standard};

use super::rules::{Column, ConnectFour, Position};
use super::solver::{Solver, central_first, score_of_value};
use quincunx_registry::NewError;
use quincunx_registry::puzzle::{HARDEST, Posed, PuzzleError, PuzzleMaker};

/// What the game says of its puzzles.
pub(super) const MAKER: PuzzleMaker<ConnectFour> = PuzzleMaker {
    wins_in: (LEAST_MOVES, MOST_MOVES),
    make,
};

/// The fewest moves in which the solver is asked to win.
const LEAST_MOVES: u32 = 1;

/// The most moves in which the solver is asked to win.
const MOST_MOVES: u32 = 6;

/// The games that are looked through at most.
const MOST_GAMES: u32 = 1000;

/// The positions that the solver visits for one question at most; a candidate that asks more is passed over.
const NODES_A_QUESTION: u64 = 100_000;

/// The positions that the solver visits for one puzzle at most.
const MOST_NODES: u64 = 20_000_000;

/// The memory of the solver, in bytes.
const MEMORY: usize = 1 << 24;

/// How many of the board's cells are filled at least, as a part of all: with fewer, proofs take long and positions are
/// alike.
const FILLED: u32 = 4;

/// The games that each of the middling players plays in its head before a move.
const SIMULATIONS: u32 = 120;

/// How often the middling players drop anywhere.
const ERROR: f64 = 0.1;

/// Makes the puzzle of a seed; see [`PuzzleMaker::make`].
///
/// The side to move wins with its own stone number `wins_in` against every defence and not sooner. Of its first drops only
/// one wins at all (in one move: only one at once), and later only one keeps the quickest win, whichever of the longest
/// defences the opponent takes; the last stone alone may have a choice. From two moves on nobody can complete a four with
/// the next stone, so that nothing is forced, and at least three drops give the opponent no four at once.
fn make(rules: &ConnectFour, wins_in: u32, seed: u64, limits: &Limits) -> Result<Posed<Column>, PuzzleError> {
    if !(LEAST_MOVES..=MOST_MOVES).contains(&wins_in) {
        return Err(PuzzleError::WinsIn {
            asked: wins_in,
            least: LEAST_MOVES,
            most: MOST_MOVES,
        });
    }
    if Solver::words(rules).is_none() {
        let size = rules.size();
        let expected =
            format!("fewer columns where puzzles are made ({size} cells and a row more are beyond 128)");
        return Err(NewError::from(OptionError::value("columns", size.columns(), expected)).into());
    }
    Maker::new(rules, limits).puzzle(wins_in, seed)
}

/// The search for one puzzle.
struct Maker<'a> {
    rules: &'a ConnectFour,
    solver: Solver,
    stop: &'a StopToken,
    /// Positions that the solver may still visit.
    nodes_left: u64,
}

/// A question took more than it may.
struct TooHard;

impl<'a> Maker<'a> {
    fn new(rules: &'a ConnectFour, limits: &'a Limits) -> Self {
        Self {
            rules,
            solver: Solver::with_memory(*rules, MEMORY),
            stop: &limits.stop,
            nodes_left: limits.nodes.unwrap_or(u64::MAX).min(MOST_NODES),
        }
    }

    fn puzzle(&mut self, wins_in: u32, seed: u64) -> Result<Posed<Column>, PuzzleError> {
        for game in 0..MOST_GAMES {
            let game_seed = Random::stream(seed, u64::from(game)).next_word();
            let drops = middling_game(self.rules, game_seed);
            if let Some((at, line)) = self.puzzle_in(&drops, wins_in) {
                let past = drops[..at].to_vec();
                let difficulty = difficulty(self.rules, &past, &line, seed);
                return Ok(Posed {
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
            games: MOST_GAMES,
        })
    }

    /// Finds the first position of a game that makes a puzzle: after how many drops, and the solution.
    fn puzzle_in(&mut self, drops: &[Column], wins_in: u32) -> Option<(usize, Vec<Column>)> {
        let mut position = self.rules.initial();
        let area = self.rules.size().area() as u32;
        for (at, &drop) in drops.iter().enumerate() {
            if position.stones() >= area / FILLED
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
        let makes_sense = wins_in == 1
            || winning_drops(self.rules, position).is_empty()
                && sound_drops(self.rules, position) >= LEAST_CHOICE;
        if !makes_sense || self.wins_within(position, wins_in - 1)? || !self.wins_within(position, wins_in)? {
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
            // More than −1 for the opponent is at least a draw.
            if column != line[0] && !self.exceeds(&after, -1)? {
                return Ok(None);
            }
        }
        Ok(Some(line))
    }

    /// Returns the line of a position that wins in so many moves if each move but the last is the only one as quick,
    /// whichever of the longest defences is taken; of these it takes the one nearest the middle, as the solver's player
    /// does.
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

    /// Tells whether the mover wins within so many own moves.
    fn wins_within(&mut self, position: &Position, moves: u32) -> Result<bool, TooHard> {
        if moves == 0 {
            return Ok(false);
        }
        let worth = self.worth(position, 2 * moves - 1);
        Ok(worth > 0 && self.exceeds(position, worth - 1)?)
    }

    /// Tells whether whoever has just moved wins within so many further moves.
    fn loses_within(&mut self, position: &Position, moves: u32) -> Result<bool, TooHard> {
        let worth = self.worth(position, 2 * moves);
        Ok(position.turn().player().is_some() && worth > 0 && !self.exceeds(position, -worth)?)
    }

    /// Returns the worth of a win by the stone that drops so many plies from here.
    fn worth(&self, position: &Position, plies: u32) -> i32 {
        let area = self.rules.size().area() as u32;
        score_of_value(area, position.stones(), Value::Win(plies)).expect("a win is worth something")
    }

    /// Decides whether a position is worth more than a score to its mover.
    fn exceeds(&mut self, position: &Position, score: i32) -> Result<bool, TooHard> {
        if position.turn() == Turn::Over(Outcome::Draw) {
            return Ok(0 > score);
        }
        let mut budget = SearchBudget::start(&Limits {
            nodes: Some(NODES_A_QUESTION.min(self.nodes_left)),
            stop: self.stop.clone(),
            ..Limits::default()
        });
        let answer = self.solver.exceeds(position, score, &mut budget);
        self.nodes_left = self.nodes_left.saturating_sub(budget.nodes());
        answer.ok_or(TooHard)
    }
}

/// How many drops that lose nothing at once the solver has at least, so that the puzzle is not what is left over.
const LEAST_CHOICE: usize = 3;

/// Plays a game as middling players do: with some foresight, and now and then a drop anywhere.
fn middling_game(rules: &ConnectFour, seed: u64) -> Vec<Column> {
    let mut player = EpsilonRandom::new(thinker(rules, SIMULATIONS, seed), ERROR, seed);
    let (mut position, mut drops) = (rules.initial(), Vec::new());
    while position.turn().player().is_some() {
        let drop = player.choose(rules, &position, &Limits::default());
        rules.play_unchecked(&mut position, drop, &mut ());
        drops.push(drop);
    }
    drops
}

/// Makes a player by so many random games a move.
fn thinker(rules: &ConnectFour, simulations: u32, seed: u64) -> Box<dyn Player<ConnectFour>> {
    let mut parameters = Options::defaults(standard::MCTS.parameters);
    for (name, value) in [("simulations", u64::from(simulations)), ("seed", seed)] {
        parameters
            .set(name, &value.to_string())
            .expect("both are numbers in range");
    }
    rules.monte_carlo(&parameters)
}

/// Grades a puzzle: a point, one for each move beyond the second, one if the first move is quiet, as nothing forces the reply,
/// and one if a player does not see it that plays [`FORESIGHT`] games in its head.
fn difficulty(rules: &ConnectFour, past: &[Column], line: &[Column], seed: u64) -> u8 {
    let mut position = rules.initial();
    for &drop in past {
        rules.play_unchecked(&mut position, drop, &mut ());
    }
    let seen = thinker(rules, FORESIGHT, seed).choose(rules, &position, &Limits::default());
    rules.play_unchecked(&mut position, line[0], &mut ());
    let is_quiet = position.turn().player().is_some() && sound_drops(rules, &position) > 1;
    let longer = (line.len() / 2).saturating_sub(1) as u8;
    (1 + longer + u8::from(is_quiet) + u8::from(seen != line[0])).min(HARDEST)
}

/// The games that a player plays in its head whom an easy puzzle does not deceive.
const FORESIGHT: u32 = 200;

/// Lists the drops that can be made and where they lead, the middle ones first.
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

/// Lists the drops that win at once, the middle ones first.
fn winning_drops(rules: &ConnectFour, position: &Position) -> Vec<Column> {
    let wins = |(column, after): (Column, Position)| {
        matches!(after.turn(), Turn::Over(Outcome::Win(_))).then_some(column)
    };
    drops_from(rules, position).into_iter().filter_map(wins).collect()
}

/// Counts the drops after which the opponent cannot win at once.
fn sound_drops(rules: &ConnectFour, position: &Position) -> usize {
    let is_sound = |(_, after): &(Column, Position)| winning_drops(rules, after).is_empty();
    drops_from(rules, position)
        .iter()
        .filter(|drop| is_sound(drop))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::value_of_score;

    fn after(rules: &ConnectFour, drops: &[Column]) -> Position {
        let mut position = rules.initial();
        for &drop in drops {
            rules.play(&mut position, drop, &mut ()).expect("legal drops");
        }
        position
    }

    /// Returns the drops that win and in how many plies, by plain search on the rules, no deeper than so many plies.
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
                    let posed = make(&rules, wins_in, seed, &Limits::default()).expect("a puzzle");
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
    fn no_other_first_move_wins_at_all() {
        let rules = ConnectFour::default();
        let mut solver = Solver::with_memory(rules, MEMORY);
        for (wins_in, seed) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)] {
            let posed = make(&rules, wins_in, seed, &Limits::default()).expect("a puzzle");
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
                stones >= 10 && sound_drops(&rules, &position) >= LEAST_CHOICE,
                "{posed:?}"
            );
        }
    }

    #[test]
    fn a_seed_gives_one_puzzle_and_others_give_others() {
        let rules = ConnectFour::default();
        let posed = |seed| make(&rules, 3, seed, &Limits::default()).expect("a puzzle");
        let first = posed(7);
        assert_eq!(posed(7), first);
        assert!((8..12).all(|seed| posed(seed).past != first.past));
        assert!((1..=HARDEST).contains(&first.difficulty));
    }

    #[test]
    fn harder_puzzles_are_harder() {
        let rules = ConnectFour::default();
        let hardness = |wins_in| {
            let difficulty = |seed| {
                make(&rules, wins_in, seed, &Limits::default())
                    .expect("a puzzle")
                    .difficulty
            };
            (0..6).map(difficulty).map(u32::from).sum::<u32>()
        };
        let hardness = [2, 3, 4].map(hardness);
        assert!(hardness.is_sorted_by(|a, b| a < b), "{hardness:?}");
    }

    #[test]
    fn what_cannot_be_posed_is_told() {
        let rules = ConnectFour::default();
        for asked in [0, 7, u32::MAX] {
            let error = make(&rules, asked, 1, &Limits::default()).expect_err("no such puzzles");
            assert_eq!(
                error.to_string(),
                format!("puzzles are won in 1 to 6 moves, not in {asked}")
            );
        }
        let large = ConnectFour::new(64, 64).expect("a size");
        let error = make(&large, 3, 1, &Limits::default()).expect_err("too large");
        assert!(error.to_string().contains("64×64"), "{error}");
        let few = Limits {
            nodes: Some(50),
            ..Limits::default()
        };
        let error = make(&rules, 6, 1, &few).expect_err("no nodes");
        assert!(
            matches!(error, PuzzleError::NotFound { wins_in: 6, .. }),
            "{error}"
        );
        let stopped = Limits::default();
        stopped.stop.stop();
        assert_eq!(make(&rules, 6, 2, &stopped), Err(PuzzleError::Stopped));
    }

    #[test]
    fn the_smallest_and_the_largest_boards_end_in_a_puzzle_or_an_error() {
        for (columns, rows) in [(4, 4), (4, 9), (12, 9), (64, 4)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            for wins_in in [1, 3] {
                match make(&rules, wins_in, 3, &Limits::default()) {
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
