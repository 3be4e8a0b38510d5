//! The player that errs as people do.

use quincunx_core::hash::hash_of;
use quincunx_core::{Evaluate, Game, Outcome, Player as Side, Random, RandomSource, Turn};
use quincunx_search::{AlphaBeta, Analysis, Judged, Limits, Player, SearchBudget, Value};

use super::open_lines::OpenLines;
use super::rules::{Column, ConnectFour, Position};
use super::solver::{Bounds, Solver, Strength};

/// Plays by what it sees, and overlooks what people overlook.
///
/// Four weaknesses make it human, each with its own parameter:
///
/// * *Attention.* A four that its next stone or the opponent's would complete is seen with the probability
///   `attention` to the power of the [`effort`] it takes: one up a column most easily, along a row more easily than
///   along a diagonal, one with a gap in the middle less easily, and one that its own stone would help the opponent up to
///   less easily still.
/// * *Sight.* It looks at most `sight` plies ahead, and beyond the second each one only with the probability
///   `attention`; so now and then it acts in a hurry.
/// * *Doubt.* What is not decided within its sight it judges by [open lines](OpenLines), each column with an error of its
///   own of at most `doubt` up or down.
/// * *Insight.* Of such a column it knows who wins behind it only with the probability `insight`, and only where the exact
///   solver finds that out with [`INSIGHT_NODES`]: in hard positions it goes by its feeling alone.
///
/// What it sees it plays right: the soonest win, the latest loss. All it overlooks follows from the seed and the
/// position, so a move taken back and asked for again is the same; of the same four it thinks the same whichever column it
/// considers, as who overlooks a threat overlooks it everywhere. Its analysis is what it sees, errors included.
pub(super) struct HumanPlayer {
    weaknesses: Weaknesses,
    seed: u64,
    ahead: AlphaBeta<ConnectFour, OpenLines>,
}

/// How a [`HumanPlayer`] errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weaknesses {
    pub(super) sight: u32,
    pub(super) attention: f64,
    pub(super) doubt: f64,
    pub(super) insight: f64,
}

/// The cells of all positions together that it looks at for one move, so that a move takes about as long on every board:
/// a few milliseconds. On 7×6 and with six plies it is seldom what ends the look ahead.
const MOST_CELLS: u64 = 1 << 21;

/// The positions that it remembers while it looks ahead.
const REMEMBERED: usize = 1 << 14;

/// The positions that the solver visits for one column.
const INSIGHT_NODES: u64 = 10_000;

/// The memory of the solver for one move, in bytes: enough for so few positions.
const INSIGHT_MEMORY: usize = 1 << 20;

/// The plies that it sees by looking at the board: its own next stone and the opponent's.
const AT_A_GLANCE: u32 = 2;

/// A four as it stands out to the eye: how it lies, and whether its last stone closes a gap.
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

/// Returns the power of a player's attention with which it sees that a four can be completed; `helped` when a stone of its own
/// would make the cell one that the opponent can reach.
fn effort(four: Four, helped: bool) -> f64 {
    let direction = match four.direction {
        Direction::Up => 0.5,
        Direction::Across => 1.0,
        Direction::Rising | Direction::Falling => 2.0,
    };
    direction + f64::from(u8::from(four.closes_gap)) + f64::from(u8::from(helped))
}

/// What is random about a position, each with numbers of its own.
#[derive(Clone, Copy, Debug, Hash)]
enum Draw {
    Sight,
    Notice(Side, Column, Four),
    Doubt(Column),
    Insight(Column),
}

impl HumanPlayer {
    /// Makes the player with such weaknesses.
    pub(super) fn new(weaknesses: Weaknesses, seed: u64) -> Self {
        Self {
            weaknesses,
            seed,
            ahead: AlphaBeta::new(OpenLines, weaknesses.sight).with_table(REMEMBERED),
        }
    }

    /// Draws the numbers for one question about a position.
    fn draw(&self, position: &Position, what: Draw) -> Random {
        Random::stream(self.seed, hash_of(&(position, what)))
    }

    /// Returns how many plies it looks ahead this time.
    fn sight_in(&self, position: &Position) -> u32 {
        let Weaknesses { sight, attention, .. } = self.weaknesses;
        let mut random = self.draw(position, Draw::Sight);
        let beyond = (AT_A_GLANCE..sight)
            .take_while(|_| random.unit() < attention)
            .count();
        sight.min(AT_A_GLANCE) + beyond as u32
    }

    /// Says what it thinks of columns that are decided neither by its next stone nor by the reply to it, as far as it
    /// sees; it may say nothing of some.
    fn look_ahead(
        &mut self,
        rules: &ConnectFour,
        position: &Position,
        limits: &Limits,
    ) -> Option<Analysis<Column>> {
        let sight = self.sight_in(position);
        if sight <= AT_A_GLANCE {
            return None;
        }
        let most_nodes = MOST_CELLS / rules.size().area() as u64;
        let limits = Limits {
            depth: Some(limits.depth.map_or(sight, |depth| depth.min(sight))),
            nodes: Some(limits.nodes.map_or(most_nodes, |nodes| nodes.min(most_nodes))),
            ..limits.clone()
        };
        Some(self.ahead.analyze(rules, position, &limits, &mut |_| {}))
    }

    /// Judges a column at a glance: by the fours that can be completed now or in reply, as far as it notices them. `None`
    /// when there are none; an estimate when it notices none of those there are.
    fn glance(&self, rules: &ConnectFour, position: &Position, column: Column) -> Option<Value> {
        let side = mover(position);
        let after = after(rules, position, column);
        if after.turn() == Turn::Over(Outcome::Win(side)) {
            let seen = self.notices(rules, position, column, side, &after, false);
            return Some(if seen {
                Value::Win(1)
            } else {
                self.feel(rules, position, &after, column)
            });
        }
        if self.weaknesses.sight < AT_A_GLANCE || after.turn().player().is_none() {
            return None;
        }
        let mut is_there = false;
        for reply in rules.legal_actions(&after) {
            let behind = self::after(rules, &after, reply);
            if behind.turn() == Turn::Over(Outcome::Win(side.opponent())) {
                is_there = true;
                if self.notices(rules, position, reply, side.opponent(), &behind, reply == column) {
                    return Some(Value::Loss(2));
                }
            }
        }
        is_there.then(|| self.feel(rules, position, &after, column))
    }

    /// Tells whether it notices one of the fours that a stone of a side on top of a column has made.
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
            let chance = self.weaknesses.attention.powf(effort(four, helped));
            self.draw(position, Draw::Notice(side, column, four)).unit() < chance
        })
    }

    /// Judges a column by its feeling for the position behind it.
    fn feel(&self, rules: &ConnectFour, position: &Position, after: &Position, column: Column) -> Value {
        self.doubted(
            position,
            column,
            OpenLines.evaluate(rules, after, mover(position)),
        )
    }

    /// Adds the error of its own that a column's estimate has.
    fn doubted(&self, position: &Position, column: Column, estimate: f64) -> Value {
        let mut random = self.draw(position, Draw::Doubt(column));
        let error = self.weaknesses.doubt * (random.unit() + random.unit() - 1.0);
        Value::Estimate((estimate + error).clamp(-1.0, 1.0))
    }

    /// Makes the solver for one move, where there is any insight and the board is one that it solves quickly. A new one
    /// each time, as what it remembered would make answers depend on the questions before; and no book, which people have not
    /// in their heads.
    fn solver(&self, rules: &ConnectFour) -> Option<Solver> {
        let is_of_use = self.weaknesses.insight > 0.0 && Solver::words(rules).is_some();
        is_of_use.then(|| Solver::with_memory(*rules, INSIGHT_MEMORY).without_book())
    }

    /// Moves an estimate two thirds of the way to what a column comes to, so that no feeling outweighs it, if it has the
    /// insight and the solver soon knows.
    fn informed(
        &self,
        solver: &mut Solver,
        position: &Position,
        column: Column,
        limits: &Limits,
        estimate: f64,
    ) -> f64 {
        if self.draw(position, Draw::Insight(column)).unit() >= self.weaknesses.insight {
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
        let bounds = solver.solve_drop(position, column, Strength::Weak, &mut budget);
        match bounds.and_then(Bounds::outcome) {
            Some(outcome) => (estimate + 2.0 * f64::from(outcome as i8)) / 3.0,
            None => estimate,
        }
    }
}

impl Player<ConnectFour> for HumanPlayer {
    fn analyze(
        &mut self,
        rules: &ConnectFour,
        position: &Position,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<Column>),
    ) -> Analysis<Column> {
        let ahead = self.look_ahead(rules, position, limits);
        let mut solver = self.solver(rules);
        let found = |column| {
            let actions = &ahead.as_ref()?.actions;
            Some(actions.iter().find(|judged| judged.action == column)?.value)
        };
        let judged = rules.legal_actions(position).into_iter().map(|column| {
            if let Some(value) = self.glance(rules, position, column) {
                return Judged {
                    action: column,
                    value,
                };
            }
            let estimate = match found(column) {
                Some(Value::Estimate(estimate)) => estimate,
                Some(value) => {
                    return Judged {
                        action: column,
                        value,
                    };
                }
                None => OpenLines.evaluate(rules, &after(rules, position, column), mover(position)),
            };
            let estimate = match &mut solver {
                Some(solver) => self.informed(solver, position, column, limits, estimate),
                None => estimate,
            };
            let value = self.doubted(position, column, estimate);
            Judged {
                action: column,
                value,
            }
        });
        let (depth, nodes) = ahead
            .as_ref()
            .map_or((AT_A_GLANCE, 0), |ahead| (ahead.depth, ahead.nodes));
        Analysis::new(judged.collect(), depth, nodes)
    }
}

/// Returns the side to move.
fn mover(position: &Position) -> Side {
    position
        .turn()
        .player()
        .expect("a player is asked on a player's turn")
}

/// Returns the position behind a legal drop.
fn after(rules: &ConnectFour, position: &Position, column: Column) -> Position {
    let mut after = position.clone();
    rules.play_unchecked(&mut after, column, &mut ());
    after
}

/// Lists the fours that the stone on top of a column has made for its side.
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
        // Three on one side are three in a row, however many there are on the other.
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
    const ATTENTIVE: Weaknesses = Weaknesses {
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

    fn analysis(
        weaknesses: Weaknesses,
        seed: u64,
        rules: &ConnectFour,
        position: &Position,
    ) -> Analysis<Column> {
        HumanPlayer::new(weaknesses, seed).analyze(rules, position, &Limits::default(), &mut |_| {})
    }

    /// Plays at random and shows every position on the way.
    fn at_random(rules: &ConnectFour, seed: u64, mut show: impl FnMut(&Position)) {
        let (mut position, mut random) = (rules.initial(), Random::new(seed));
        while position.turn().player().is_some() {
            show(&position);
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
    fn fours_are_seen_as_often_as_their_kind_says() {
        let blind_to_half = Weaknesses {
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
                    let analysis = analysis(blind_to_half, seed, &rules, &position);
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
        let blind_to_half = Weaknesses {
            attention: 0.5,
            ..ATTENTIVE
        };
        let counts: HashSet<usize> = (0..50)
            .map(|seed| {
                let analysis = analysis(blind_to_half, seed, &rules, &position);
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
        let blind_to_half = Weaknesses {
            attention: 0.5,
            ..ATTENTIVE
        };
        let lost = Judged {
            action: Column(3),
            value: Value::Loss(2),
        };
        let seen = (0..1000)
            .filter(|&seed| {
                analysis(blind_to_half, seed, &rules, &position)
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
                        let after = after(&rules, position, column);
                        let wins = after.turn() == Turn::Over(Outcome::Win(side));
                        assert_eq!(fours_at(&rules, &after, column, side).count() > 0, wins);
                    }
                });
            }
        }
    }

    #[test]
    fn it_plays_legally_on_every_board_and_the_same_each_time() {
        let weak = Weaknesses {
            sight: 3,
            attention: 0.6,
            doubt: 0.8,
            insight: 0.5,
        };
        for (columns, rows) in [(4, 4), (7, 6), (12, 9), (64, 64)] {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            let (mut moves, mut others) = (0, 0);
            let mut player = HumanPlayer::new(weak, 1);
            at_random(&rules, 3, |position| {
                moves += 1;
                if position.stones() > 30 {
                    return;
                }
                let few = Limits {
                    nodes: Some(60),
                    ..Limits::default()
                };
                let column = player.choose(&rules, position, &few);
                assert!(rules.is_legal(position, column));
                let again = HumanPlayer::new(weak, 1).choose(&rules, position, &few);
                assert_eq!(column, again);
                others += usize::from(HumanPlayer::new(weak, 2).choose(&rules, position, &few) != column);
            });
            assert!(
                moves > 4 && others > 0,
                "{columns}×{rows}: another seed errs otherwise"
            );
        }
    }

    #[test]
    fn who_has_insight_keeps_what_there_is() {
        let wise = Weaknesses {
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
                    let bounds = solver.solve_drop(position, column, Strength::Weak, &mut budget);
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
