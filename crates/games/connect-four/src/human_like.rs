//! A player that errs as people do.

use quincunx_core::hash::hash_of;
use quincunx_core::{Evaluate, Game, Outcome, Random, RandomSource, Side, Turn};
use quincunx_search::{ActionValue, AlphaBeta, Analysis, Limits, Player, SearchBudget, Value};

use crate::evaluation::OpenLines;
use crate::rules::{Column, ConnectFour, Position};
use crate::solver::{Bounds, Solver, Strength};

/// Plays the soonest win and the latest loss that it sees, and errs by an [`ErrorModel`].
///
/// All errors follow from the seed and the position: the same question has the same answer. A four that is
/// overlooked is overlooked whichever column is considered. The analysis contains the errors.
pub(crate) struct HumanLikePlayer {
    errors: ErrorModel,
    seed: u64,
    alpha_beta: AlphaBeta<ConnectFour, OpenLines>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ErrorModel {
    /// The most plies that it looks ahead. Each beyond the second is seen with the probability `attention`.
    pub(crate) sight: u32,
    /// The probability of noticing a four that the next stone of either side completes is `attention` to the
    /// power of the four's [`difficulty`].
    pub(crate) attention: f64,
    /// The largest error of the evaluation by [`OpenLines`] that each undecided column gets.
    pub(crate) doubt: f64,
    /// The probability of knowing the outcome behind an undecided column, if the solver finds it within
    /// [`INSIGHT_NODES`].
    pub(crate) insight: f64,
}

/// The most cells of all positions searched for one move, so that a move takes a few milliseconds on every
/// board.
const MAX_CELLS: u64 = 1 << 21;

/// The entries of the alpha-beta search's table.
const TABLE_ENTRIES: usize = 1 << 14;

/// The node limit of the solver for one column.
const INSIGHT_NODES: u64 = 10_000;

/// The memory of the solver for one move, in bytes.
const INSIGHT_MEMORY: usize = 1 << 20;

/// The plies that it sees without a search: its own next stone and the opponent's.
const GLANCE_PLIES: u32 = 2;

/// A four by how easily it is noticed: its direction, and whether its last stone closes a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Four {
    direction: Direction,
    closes_gap: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Direction {
    Up,
    Across,
    Rising,
    Falling,
}

/// Returns how hard a four is to notice; `helped` when the player's own stone would make its last cell
/// reachable.
fn difficulty(four: Four, helped: bool) -> f64 {
    let direction = match four.direction {
        Direction::Up => 0.5,
        Direction::Across => 1.0,
        Direction::Rising | Direction::Falling => 2.0,
    };
    direction + f64::from(u8::from(four.closes_gap)) + f64::from(u8::from(helped))
}

/// The random decisions about a position, each with a stream of its own.
#[derive(Clone, Copy, Debug, Hash)]
enum Draw {
    Sight,
    Notice(Side, Column, Four),
    Doubt(Column),
    Insight(Column),
}

impl HumanLikePlayer {
    pub(crate) fn new(errors: ErrorModel, seed: u64) -> Self {
        Self {
            errors,
            seed,
            alpha_beta: AlphaBeta::new(OpenLines, errors.sight).with_table(TABLE_ENTRIES),
        }
    }

    fn draw(&self, position: &Position, what: Draw) -> Random {
        Random::stream(self.seed, hash_of(&(position, what)))
    }

    /// Draws how many plies it looks ahead.
    fn sight_in(&self, position: &Position) -> u32 {
        let ErrorModel { sight, attention, .. } = self.errors;
        let mut random = self.draw(position, Draw::Sight);
        let beyond = (GLANCE_PLIES..sight)
            .take_while(|_| random.unit() < attention)
            .count();
        sight.min(GLANCE_PLIES) + beyond as u32
    }

    /// Searches as far as it sees; `None` when that is not beyond [`GLANCE_PLIES`].
    fn search(
        &mut self,
        rules: &ConnectFour,
        position: &Position,
        limits: &Limits,
    ) -> Option<Analysis<Column>> {
        let sight = self.sight_in(position);
        if sight <= GLANCE_PLIES {
            return None;
        }
        let max_nodes = MAX_CELLS / rules.size().area() as u64;
        let limits = Limits {
            depth: Some(limits.depth.map_or(sight, |depth| depth.min(sight))),
            nodes: Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes))),
            ..limits.clone()
        };
        Some(self.alpha_beta.analyze(rules, position, &limits, &mut |_| {}))
    }

    /// Evaluates a column by the fours that can be completed now or in reply. Returns `None` when there are
    /// none, and an estimate when it notices none of them.
    fn glance(&self, rules: &ConnectFour, position: &Position, column: Column) -> Option<Value> {
        let side = mover(position);
        let after = rules.after(position, column);
        if after.turn() == Turn::Over(Outcome::Win(side)) {
            let seen = self.notices(rules, position, column, side, &after, false);
            return Some(if seen {
                Value::Win(1)
            } else {
                self.estimate(rules, position, &after, column)
            });
        }
        if self.errors.sight < GLANCE_PLIES || after.turn().player().is_none() {
            return None;
        }
        let mut is_there = false;
        for reply in rules.legal_actions(&after) {
            let behind = rules.after(&after, reply);
            if behind.turn() == Turn::Over(Outcome::Win(side.opponent())) {
                is_there = true;
                if self.notices(rules, position, reply, side.opponent(), &behind, reply == column) {
                    return Some(Value::Loss(2));
                }
            }
        }
        is_there.then(|| self.estimate(rules, position, &after, column))
    }

    /// Returns whether it notices a four that a side's stone on top of a column has made.
    fn notices(
        &self,
        rules: &ConnectFour,
        position: &Position,
        column: Column,
        side: Side,
        made: &Position,
        helped: bool,
    ) -> bool {
        fours_at(rules, made, column, side).any(|four| {
            let chance = self.errors.attention.powf(difficulty(four, helped));
            self.draw(position, Draw::Notice(side, column, four)).unit() < chance
        })
    }

    /// Evaluates a column by open lines, with an error.
    fn estimate(&self, rules: &ConnectFour, position: &Position, after: &Position, column: Column) -> Value {
        self.with_error(
            position,
            column,
            OpenLines.evaluate(rules, after, mover(position)),
        )
    }

    /// Adds the random error of a column's estimate.
    fn with_error(&self, position: &Position, column: Column, estimate: f64) -> Value {
        let mut random = self.draw(position, Draw::Doubt(column));
        let error = self.errors.doubt * (random.unit() + random.unit() - 1.0);
        Value::Estimate((estimate + error).clamp(-1.0, 1.0))
    }

    /// Creates the solver for one move, if there is any insight and the board is solved quickly. It is new
    /// for each move, so that answers do not depend on earlier questions, and has no book.
    fn solver(&self, rules: &ConnectFour) -> Option<Solver> {
        let is_needed = self.errors.insight > 0.0 && Solver::words(rules).is_some();
        is_needed.then(|| Solver::with_memory(*rules, INSIGHT_MEMORY).without_book())
    }

    /// Moves an estimate two thirds of the way to the outcome behind a column, if the player has the insight
    /// and the solver finds it.
    fn with_insight(
        &self,
        solver: &mut Solver,
        position: &Position,
        column: Column,
        limits: &Limits,
        estimate: f64,
    ) -> f64 {
        if self.draw(position, Draw::Insight(column)).unit() >= self.errors.insight {
            return estimate;
        }
        let mut budget = SearchBudget::start(&Limits {
            nodes: Some(
                limits
                    .nodes
                    .map_or(INSIGHT_NODES, |nodes| nodes.min(INSIGHT_NODES)),
            ),
            ..limits.clone()
        });
        let bounds = solver.solve_column(position, column, Strength::Weak, &mut budget);
        match bounds.and_then(Bounds::outcome) {
            Some(outcome) => (estimate + 2.0 * f64::from(outcome as i8)) / 3.0,
            None => estimate,
        }
    }
}

impl Player<ConnectFour> for HumanLikePlayer {
    fn analyze(
        &mut self,
        rules: &ConnectFour,
        position: &Position,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<Column>),
    ) -> Analysis<Column> {
        let search = self.search(rules, position, limits);
        let mut solver = self.solver(rules);
        let found = |column| {
            let actions = &search.as_ref()?.actions;
            Some(actions.iter().find(|judged| judged.action == column)?.value)
        };
        let judged = rules.legal_actions(position).into_iter().map(|column| {
            let judged = |value| ActionValue {
                action: column,
                value,
            };
            if let Some(value) = self.glance(rules, position, column) {
                return judged(value);
            }
            let estimate = match found(column) {
                Some(Value::Estimate(estimate)) => estimate,
                Some(value) => return judged(value),
                None => OpenLines.evaluate(rules, &rules.after(position, column), mover(position)),
            };
            let estimate = match &mut solver {
                Some(solver) => self.with_insight(solver, position, column, limits, estimate),
                None => estimate,
            };
            judged(self.with_error(position, column, estimate))
        });
        let (depth, nodes) = search
            .as_ref()
            .map_or((GLANCE_PLIES, 0), |search| (search.depth, search.nodes));
        Analysis::new(judged.collect(), depth, nodes)
    }
}

fn mover(position: &Position) -> Side {
    position.turn().player().expect("analyzed on a player's turn")
}

/// Iterates over the fours that the stone on top of a column completes for its side.
fn fours_at(
    rules: &ConnectFour,
    position: &Position,
    column: Column,
    side: Side,
) -> impl Iterator<Item = Four> {
    let (column, columns) = (i32::from(column.0), rules.size().columns() as i32);
    let row = position.stack(column as u32).height() as i32 - 1;
    let is_of = move |column: i32, row: i32| {
        (0..columns).contains(&column)
            && (0..64).contains(&row)
            && position.stack(column as u32).of[side.index()] >> row & 1 == 1
    };
    let run = move |by: (i32, i32)| {
        (1..=3)
            .take_while(|step| is_of(column + step * by.0, row + step * by.1))
            .count()
    };
    [
        (Direction::Up, (0, 1)),
        (Direction::Across, (1, 0)),
        (Direction::Rising, (1, 1)),
        (Direction::Falling, (1, -1)),
    ]
    .into_iter()
    .filter_map(move |(direction, by)| {
        let (one, other) = (run(by), run((-by.0, -by.1)));
        // Three on one side are a row of three, whatever lies on the other.
        let closes_gap = one < 3 && other < 3;
        (one + other >= 3).then_some(Four {
            direction,
            closes_gap,
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use quincunx_core::{ActionSet, Notation};

    use super::*;

    /// Sees all there is within two plies.
    const ATTENTIVE: ErrorModel = ErrorModel {
        sight: 2,
        attention: 1.0,
        doubt: 0.0,
        insight: 0.0,
    };

    fn at(text: &str) -> (ConnectFour, Position) {
        let rules = ConnectFour::default();
        let position = rules.parse_position(text).expect("legal drops");
        (rules, position)
    }

    fn analysis(errors: ErrorModel, seed: u64, rules: &ConnectFour, position: &Position) -> Analysis<Column> {
        HumanLikePlayer::new(errors, seed).analyze(rules, position, &Limits::default(), &mut |_| {})
    }

    /// Visits every position of a random game.
    fn at_random(rules: &ConnectFour, seed: u64, mut visit: impl FnMut(&Position)) {
        let (mut position, mut random) = (rules.initial(), Random::new(seed));
        while position.turn().player().is_some() {
            visit(&position);
            let legal = rules.legal_actions(&position);
            let column = legal
                .get(random.index(legal.len()))
                .expect("an index below the length");
            rules.play_unchecked(&mut position, column, &mut ());
        }
    }

    #[test]
    fn at_full_attention_every_win_and_every_threat_is_seen() {
        for (columns, rows) in [(4, 4), (7, 6), (9, 12), (64, 64)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            let mut position = rules.initial();
            for column in [0, 0, 1, 1, 2] {
                rules
                    .play(&mut position, Column(column), &mut ())
                    .expect("legal drops");
            }
            let threatened = analysis(ATTENTIVE, 1, &rules, &position);
            assert_eq!(threatened.best(), Column(3), "{columns}×{rows}");
            assert!(
                threatened.actions[1..]
                    .iter()
                    .all(|judged| judged.value == Value::Loss(2))
            );
            rules
                .play(&mut position, Column(0), &mut ())
                .expect("legal drops");
            let wins = analysis(ATTENTIVE, 1, &rules, &position);
            assert_eq!((wins.best(), wins.actions[0].value), (Column(3), Value::Win(1)));
        }
    }

    #[test]
    fn fours_are_noticed_as_often_as_their_difficulty_demands() {
        let half_blind = ErrorModel {
            attention: 0.5,
            ..ATTENTIVE
        };
        // Up column 1; along the bottom; with a gap in column 3; rising from column 1.
        for (text, column, chance) in [
            ("121212", 0, 0.5_f64.sqrt()),
            ("112233", 3, 0.5),
            ("112244", 2, 0.25),
            ("1223433474", 3, 0.25),
        ] {
            let (rules, position) = at(text);
            let seen = (0..1000)
                .filter(|&seed| {
                    let analysis = analysis(half_blind, seed, &rules, &position);
                    analysis.actions[0].value == Value::Win(1) && analysis.best() == Column(column)
                })
                .count();
            let expected = 1000.0 * chance;
            // Six standard deviations.
            let spread = 6.0 * (expected * (1.0 - chance)).sqrt();
            assert!(
                (seen as f64 - expected).abs() < spread,
                "{text}: {seen} of {expected}"
            );
        }
    }

    #[test]
    fn an_overlooked_threat_is_overlooked_everywhere() {
        let (rules, position) = at("11223");
        let half_blind = ErrorModel {
            attention: 0.5,
            ..ATTENTIVE
        };
        let counts: HashSet<usize> = (0..50)
            .map(|seed| {
                let analysis = analysis(half_blind, seed, &rules, &position);
                let lost = analysis
                    .actions
                    .iter()
                    .filter(|judged| judged.value == Value::Loss(2));
                lost.count()
            })
            .collect();
        assert_eq!(counts, HashSet::from([0, 6]));
    }

    #[test]
    fn helping_the_opponent_up_is_overlooked_more_often() {
        // The opponent has three in the second row, and the fourth cell can be reached from column 4 only.
        let (rules, position) = at("11337272");
        let half_blind = ErrorModel {
            attention: 0.5,
            ..ATTENTIVE
        };
        let lost = ActionValue {
            action: Column(3),
            value: Value::Loss(2),
        };
        let seen = (0..1000)
            .filter(|&seed| {
                analysis(half_blind, seed, &rules, &position)
                    .actions
                    .contains(&lost)
            })
            .count();
        // A quarter, 250 ± 14, where a row that lay open would be a half; six standard deviations.
        assert!(seen.abs_diff(250) < 84, "{seen}");
    }

    #[test]
    fn fours_are_those_of_the_rules() {
        for (columns, rows) in [(4, 4), (7, 6), (5, 64), (64, 64)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            for seed in 0..5 {
                at_random(&rules, seed, |position| {
                    let side = mover(position);
                    for column in rules.legal_actions(position) {
                        let after = rules.after(position, column);
                        let wins = after.turn() == Turn::Over(Outcome::Win(side));
                        assert_eq!(fours_at(&rules, &after, column, side).count() > 0, wins);
                    }
                });
            }
        }
    }

    #[test]
    fn it_plays_legally_on_every_board_and_the_same_each_time() {
        let weak = ErrorModel {
            sight: 3,
            attention: 0.6,
            doubt: 0.8,
            insight: 0.5,
        };
        for (columns, rows) in [(4, 4), (7, 6), (12, 9), (64, 64)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            let (mut moves, mut others) = (0, 0);
            let mut player = HumanLikePlayer::new(weak, 1);
            at_random(&rules, 3, |position| {
                moves += 1;
                if position.stones() > 30 {
                    return;
                }
                let few = Limits::of_nodes(60);
                let column = player.choose(&rules, position, &few);
                assert!(rules.is_legal(position, column));
                let again = HumanLikePlayer::new(weak, 1).choose(&rules, position, &few);
                assert_eq!(column, again);
                others += usize::from(HumanLikePlayer::new(weak, 2).choose(&rules, position, &few) != column);
            });
            assert!(
                moves > 4 && others > 0,
                "{columns}×{rows}: another seed errs otherwise"
            );
        }
    }

    #[test]
    fn full_insight_keeps_the_best_outcome() {
        let wise = ErrorModel {
            insight: 1.0,
            ..ATTENTIVE
        };
        let rules = ConnectFour::default();
        let mut solver = Solver::with_memory(rules, INSIGHT_MEMORY);
        let (mut asked, mut errors) = (0, 0);
        for seed in 0..12 {
            at_random(&rules, seed, |position| {
                if position.stones() < 22 {
                    return;
                }
                let mut outcome = |column| {
                    let mut budget = SearchBudget::start(&Limits::default());
                    let bounds = solver.solve_column(position, column, Strength::Weak, &mut budget);
                    bounds
                        .and_then(Bounds::outcome)
                        .expect("a legal drop and no limit")
                };
                let best = rules.legal_actions(position).into_iter().map(&mut outcome).max();
                let wise = analysis(wise, seed, &rules, position).best();
                let blind = analysis(ATTENTIVE, seed, &rules, position).best();
                assert_eq!(Some(outcome(wise)), best, "{}", rules.position_text(position));
                asked += 1;
                errors += usize::from(Some(outcome(blind)) != best);
            });
        }
        assert!(
            errors * 50 > asked,
            "without insight {errors} of {asked} moves err"
        );
    }
}
