//! The line console: `start`, `drop`, `undo`, `print`, `state`, `moves`, `position`, `scores`, `best`.

use std::io::{self, Read, Write};

use quincunx_core::{Cell, Outcome, PlayError, Session, Turn};
use quincunx_registry::console::{LineConsole, Refusal, integer, run, words, write_items, write_line};
use quincunx_search::{Limits, SearchBudget};

use crate::rules::{Column, ConnectFour, Position};
use crate::solver::{Solver, Strength};

/// Runs the console until the input ends or `quit`.
pub(crate) fn console(_: &[&str], input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run(&mut ConnectFourConsole::default(), input, output)
}

/// The game in progress, and the solver once it is needed.
pub(crate) struct ConnectFourConsole {
    session: Session<ConnectFour>,
    solver: Option<Solver>,
}

impl Default for ConnectFourConsole {
    fn default() -> Self {
        Self {
            session: new_session(ConnectFour::default()),
            solver: None,
        }
    }
}

impl LineConsole for ConnectFourConsole {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        match words(line)?.as_slice() {
            ["start"] => self.start(ConnectFour::default(), answer),
            ["start", columns, rows] => self.start(ConnectFour::new(side(columns)?, side(rows)?)?, answer),
            ["start", ..] => Err(Refusal::new(
                "`start` takes nothing or columns and rows, as in `start 7 6`",
            )),
            ["drop", column] => self.drop(column, answer),
            ["drop", ..] => Err(Refusal::new("`drop` takes one column, as in `drop 4`")),
            ["undo"] => self.undo(answer),
            ["print"] => {
                answer.push_str(&self.session.rules().diagram(self.session.state()));
                Ok(())
            }
            ["state"] => {
                match self.session.turn() {
                    Turn::Over(outcome) => write_line(answer, outcome),
                    turn => write_line(
                        answer,
                        format_args!("{} to move", turn.player().expect("no chance here")),
                    ),
                }
                Ok(())
            }
            ["moves"] => {
                let plies = 1..=self.session.ply();
                let columns = plies
                    .filter_map(|ply| self.session.action_at(ply))
                    .map(|(_, column)| column);
                write_items(answer, columns);
                Ok(())
            }
            ["undo" | "print" | "state" | "moves" | "scores" | "best", ..] if line.contains(' ') => {
                Err(Refusal::new(
                    "`undo`, `print`, `state`, `moves`, `scores` and `best` take nothing after them",
                ))
            }
            ["position", drops] => self.position(drops, answer),
            ["position", ..] => Err(Refusal::new(
                "`position` takes the columns played as one string of digits, as in `position 4453`",
            )),
            ["scores"] => self.scores(answer),
            ["best"] => self.best(answer),
            _ => Err(Refusal::new(
                "there is no such command; there are start, drop, undo, print, state, moves, position, scores, best \
                 and quit",
            )),
        }
    }
}

impl ConnectFourConsole {
    fn start(&mut self, rules: ConnectFour, answer: &mut String) -> Result<(), Refusal> {
        self.session = new_session(rules);
        write_line(answer, "OK");
        Ok(())
    }

    fn drop(&mut self, column: &str, answer: &mut String) -> Result<(), Refusal> {
        let number = integer(column)?;
        let columns = self.session.rules().size().columns();
        let column = u32::try_from(number)
            .ok()
            .filter(|number| (1..=columns).contains(number))
            .ok_or_else(|| {
                Refusal::new(format_args!(
                    "there is no column {number}; they are 1 to {columns}"
                ))
            })?;
        self.session
            .play(Column((column - 1) as u8))
            .map_err(|error| match error {
                PlayError::Over => over(),
                _ => Refusal::new(format_args!("column {column} is full; drop into another")),
            })?;
        match self.session.turn() {
            Turn::Over(outcome @ Outcome::Win(_)) => {
                let cells = self.session.rules().winning_cells(self.session.state());
                write_line(answer, outcome);
                let shown = |cell: &Cell| format!("{};{}", cell.column + 1, cell.row + 1);
                write_items(answer, cells.iter().map(shown));
            }
            Turn::Over(outcome) => write_line(answer, outcome),
            _ => write_line(answer, "OK"),
        }
        Ok(())
    }

    fn undo(&mut self, answer: &mut String) -> Result<(), Refusal> {
        if !self.session.undo() {
            return Err(Refusal::new("no drop has been made that could be taken back"));
        }
        write_line(answer, "OK");
        Ok(())
    }

    fn position(&mut self, drops: &str, answer: &mut String) -> Result<(), Refusal> {
        let rules = ConnectFour::default();
        let mut session = new_session(rules);
        for column in rules.parse_drops(drops)? {
            session.play(column)?;
        }
        self.session = session;
        write_line(answer, "OK");
        Ok(())
    }

    fn scores(&mut self, answer: &mut String) -> Result<(), Refusal> {
        let (mut budget, limit) = self.ready_to_solve()?;
        let (solver, position) = self.solver_and_position();
        let bounds = solver.solve_columns(position, Strength::Strong, &mut budget);
        let scores: Option<Vec<String>> = bounds
            .into_iter()
            .map(|bounds| match bounds {
                None => Some("-".to_owned()),
                Some(bounds) => bounds.exact().map(|score| score.to_string()),
            })
            .collect();
        write_items(answer, scores.ok_or_else(|| out_of_reach(limit))?);
        Ok(())
    }

    fn best(&mut self, answer: &mut String) -> Result<(), Refusal> {
        let (mut budget, limit) = self.ready_to_solve()?;
        let (solver, position) = self.solver_and_position();
        let (column, _) = solver
            .best(position, &mut budget)
            .ok_or_else(|| out_of_reach(limit))?;
        write_line(answer, column);
        Ok(())
    }

    /// Creates the solver if necessary; returns its budget and node limit.
    fn ready_to_solve(&mut self) -> Result<(SearchBudget, u64), Refusal> {
        if matches!(self.session.turn(), Turn::Over(_)) {
            return Err(over());
        }
        let rules = *self.session.rules();
        if self.solver.as_ref().is_none_or(|solver| *solver.rules() != rules) {
            self.solver = Some(Solver::new(rules));
        }
        let limit = node_limit(&rules);
        Ok((SearchBudget::start(&Limits::of_nodes(limit)), limit))
    }

    fn solver_and_position(&mut self) -> (&mut Solver, &Position) {
        (
            self.solver.as_mut().expect("made by `ready_to_solve`"),
            self.session.state(),
        )
    }
}

/// Returns the nodes after which `scores` and `best` give up.
///
/// Boards up to 7×6 or 6×7 are always answered. Others are given up after some seconds, also narrow ones:
/// 10×4 takes minutes. An engine visits 20 million nodes a second in one word, 5 million in two, and 0.1
/// million on the readable rules.
fn node_limit(rules: &ConnectFour) -> u64 {
    let size = rules.size();
    if size.columns().max(size.rows()) <= 7 && size.area() <= 42 {
        return u64::MAX;
    }
    match Solver::words(rules) {
        Some(1) => 100_000_000,
        Some(_) => 30_000_000,
        None => 200_000,
    }
}

fn new_session(rules: ConnectFour) -> Session<ConnectFour> {
    Session::new(rules, 0).expect("a game without chance begins at rest")
}

fn side(word: &str) -> Result<u32, Refusal> {
    let number = integer(word)?;
    let (least, most) = (ConnectFour::MIN_SIDE, ConnectFour::MAX_SIDE);
    u32::try_from(number).map_err(|_| {
        Refusal::new(format_args!(
            "a board has from {least} to {most} columns and rows, not {number}"
        ))
    })
}

fn over() -> Refusal {
    Refusal::new("the game is over; take a drop back by `undo` or begin another by `start`")
}

fn out_of_reach(limit: u64) -> Refusal {
    Refusal::new(format_args!(
        "the exact scores are out of reach: not known after {limit} positions; ask nearer the end of the game, or on \
         a board of at most 7×6"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_up_to_the_standard_one_are_answered_however_long_it_takes() {
        let is_unlimited = |(columns, rows)| {
            let rules = ConnectFour::new(columns, rows).expect("a size");
            node_limit(&rules) == u64::MAX
        };
        assert!([(7, 6), (6, 7), (4, 4)].into_iter().all(is_unlimited));
        assert!(
            ![(7, 7), (10, 4), (4, 10), (8, 5), (64, 64)]
                .into_iter()
                .any(is_unlimited)
        );
    }
}
