//! Responder about positions: a line in the field's notation, sentences for people, JSON for programs.

use std::cmp::Ordering;
use std::io::{self, Write};

use quincunx_core::DynSession;
use quincunx_search::Value;
use quincunx_search::exact::{Bounds, DynExactSolver};
use serde_json::json;

use super::solution::{Question, Solution, word};
use crate::args::positions::{AnswerFormat, Query, Responder};
use crate::output::diagram::diagram;
use crate::output::progress::spinner;

/// Asks the solver and writes its answers.
pub(super) struct Reporter {
    solver: Box<dyn DynExactSolver>,
    question: Question,
    form: AnswerFormat,
    answered: usize,
}

impl Reporter {
    pub(super) fn new(solver: Box<dyn DynExactSolver>, question: Question, form: AnswerFormat) -> Self {
        Self {
            solver,
            question,
            form,
            answered: 0,
        }
    }

    fn line(&self, asked: &Query, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
        let strength = self.question.strength;
        write!(output, "{}", asked.text)?;
        match &solution.actions {
            None => write!(output, " {}", word(solution.bounds, strength))?,
            Some(actions) => {
                for bounds in actions {
                    let word = bounds.map_or_else(|| "-".to_owned(), |bounds| word(bounds, strength));
                    write!(output, " {word}")?;
                }
            }
        }
        if self.question.line {
            write!(
                output,
                " {}",
                line_text(asked.session.as_ref(), solution.line.as_deref())
            )?;
        }
        writeln!(output)
    }

    fn words(&self, asked: &Query, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
        let session = asked.session.as_ref();
        if self.answered > 0 {
            writeln!(output)?;
        }
        writeln!(output, "{}", diagram(&session.view()))?;
        let mover = session
            .turn()
            .player()
            .expect("a position that is asked about is not over");
        writeln!(
            output,
            "{mover} to move: {}",
            self.worth(session, solution.bounds)
        )?;
        if let Some(actions) = &solution.actions {
            self.table(session, actions, output)?;
        }
        if self.question.line {
            writeln!(
                output,
                "perfect play: {}",
                line_text(session, solution.line.as_deref())
            )?;
        }
        let seconds = solution.time.as_secs_f64();
        writeln!(output, "{} nodes in {seconds:.3} s", solution.nodes)
    }

    /// Says what is known of who wins, and when.
    fn worth(&self, session: &dyn DynSession, bounds: Bounds) -> String {
        let Bounds { low, high } = bounds;
        let end = bounds.exact().map(|score| self.solver.value(session, score));
        let worth = match (end, bounds.outcome()) {
            (Some(Value::Win(1)), _) => "wins with the next move",
            (Some(Value::Win(plies)), _) => &format!("wins in {plies} plies"),
            (Some(Value::Loss(plies)), _) => &format!("loses in {plies} plies"),
            (_, Some(Ordering::Greater)) => "wins",
            (_, Some(Ordering::Equal)) => "reaches a draw",
            (_, Some(Ordering::Less)) => "loses",
            (_, None) if low >= 0 => "does not lose",
            (_, None) if high <= 0 => "does not win",
            (_, None) => "is not known to win or lose",
        };
        match bounds.exact() {
            Some(score) => format!("{worth} (score {score})"),
            None => format!("{worth} (score {low} to {high})"),
        }
    }

    /// Writes the score of each action below its name, as many in a row as a terminal has room for.
    ///
    /// Where names are of one letter, actions that are not legal keep their places, so that scores of columns
    /// stay below the board; elsewhere they are left out.
    fn table(
        &self,
        session: &dyn DynSession,
        actions: &[Option<Bounds>],
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let short = has_short_names(session);
        let cells: Vec<(String, String, usize)> = actions
            .iter()
            .enumerate()
            .filter(|(_, bounds)| short || bounds.is_some())
            .map(|(action, bounds)| {
                let name = session.action_text(action).unwrap_or_default();
                let score =
                    bounds.map_or_else(|| "-".to_owned(), |bounds| word(bounds, self.question.strength));
                let width = name.len().max(score.len()).max(3);
                (name, score, width)
            })
            .collect();
        let widest = cells.iter().map(|(.., width)| width + 1).max().unwrap_or(1);
        for row in cells.chunks((ROOM / widest).max(1)) {
            write!(output, "move  ")?;
            for (name, _, width) in row {
                write!(output, " {name:>width$}")?;
            }
            write!(output, "\nscore ")?;
            for (_, score, width) in row {
                write!(output, " {score:>width$}")?;
            }
            writeln!(output)?;
        }
        Ok(())
    }

    fn json(&self, asked: &Query, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
        let session = asked.session.as_ref();
        let mut object = self.in_json(session, solution.bounds);
        object["position"] = asked.text.as_str().into();
        object["player"] = session.turn().player().map(|player| player.index() + 1).into();
        if let Some(actions) = &solution.actions {
            let of_actions = actions.iter().enumerate().filter_map(|(action, bounds)| {
                let mut object = self.in_json(session, (*bounds)?);
                object["action"] = session.action_text(action)?.into();
                Some(object)
            });
            object["actions"] = of_actions.collect();
        }
        if self.question.line {
            let text = |&action: &usize| session.action_text(action);
            let line = solution.line.as_ref();
            object["pv"] = json!(line.map(|line| line.iter().filter_map(text).collect::<Vec<_>>()));
        }
        object["nodes"] = solution.nodes.into();
        object["seconds"] = solution.time.as_secs_f64().into();
        serde_json::to_writer(&mut *output, &object)?;
        writeln!(output)
    }

    /// Writes what is known of a position or of an action there, for the side to move.
    fn in_json(&self, session: &dyn DynSession, bounds: Bounds) -> serde_json::Value {
        let plies = bounds
            .exact()
            .and_then(|score| match self.solver.value(session, score) {
                Value::Win(plies) | Value::Loss(plies) => Some(plies),
                _ => None,
            });
        let outcome = bounds.outcome().map(|outcome| match outcome {
            Ordering::Greater => "win",
            Ordering::Equal => "draw",
            Ordering::Less => "loss",
        });
        json!({
            "score": bounds.exact(),
            "low": bounds.low,
            "high": bounds.high,
            "outcome": outcome,
            "plies": plies,
        })
    }
}

impl Responder for Reporter {
    fn answer(&mut self, asked: &Query, output: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let waiting = (self.form == AnswerFormat::Text).then(|| spinner(format!("solving {}", asked.text)));
        let solution = self.question.ask(self.solver.as_mut(), asked.session.as_ref());
        if let Some(waiting) = waiting {
            waiting.finish_and_clear();
        }
        match self.form {
            AnswerFormat::Line => self.line(asked, &solution, output),
            AnswerFormat::Text => self.words(asked, &solution, output),
            AnswerFormat::Json => self.json(asked, &solution, output),
        }?;
        self.answered += 1;
        Ok(None)
    }

    fn refuse(&mut self, text: &str, reason: &str, output: &mut dyn Write) -> io::Result<()> {
        match self.form {
            // The person reads the reason on the same terminal.
            AnswerFormat::Text => Ok(()),
            AnswerFormat::Line => writeln!(output, "Error, {reason}"),
            AnswerFormat::Json => writeln!(output, "{}", json!({"position": text, "error": reason})),
        }
    }
}

/// The letters that a row of scores may take beside its heading.
const ROOM: usize = 74;

/// Tells whether all actions have names of one letter.
fn has_short_names(session: &dyn DynSession) -> bool {
    (0..session.action_count()).all(|action| session.action_text(action).is_some_and(|text| text.len() == 1))
}

/// Writes a line of play as the notation writes moves played: without blanks where all names are of one
/// letter, with commas where names have blanks themselves; `?` where it was not found.
fn line_text(session: &dyn DynSession, line: Option<&[usize]>) -> String {
    let Some(line) = line else { return "?".to_owned() };
    let text = |action| session.action_text(action).unwrap_or_default();
    let texts: Vec<String> = line.iter().map(|&action| text(action)).collect();
    texts.join(if has_short_names(session) {
        ""
    } else if texts.iter().any(|text| text.contains(' ')) {
        ", "
    } else {
        " "
    })
}

#[cfg(test)]
mod tests {
    use quincunx_catalog::GAMES;
    use quincunx_registry::DynGame;
    use quincunx_search::Limits;
    use quincunx_search::exact::{SolverSettings, Strength};

    use super::*;
    use crate::args::positions::parse_position;

    fn entry() -> &'static dyn DynGame {
        let entry = GAMES.iter().copied().find(|entry| entry.id() == "connect-four");
        entry.expect("it is in the list")
    }

    fn reporter() -> Reporter {
        let solver = entry().solver(&entry().defaults(), &SolverSettings::default());
        let question = Question {
            strength: Strength::Strong,
            all: true,
            line: true,
            limits: Limits::default(),
        };
        Reporter::new(
            solver
                .expect("it has a solver")
                .expect("the defaults make a game"),
            question,
            AnswerFormat::Text,
        )
    }

    fn asked(text: &str) -> Query {
        parse_position(entry(), &entry().defaults(), text).expect("a position to play on")
    }

    #[test]
    fn people_see_the_board_the_worth_the_columns_and_the_line() {
        let (mut reporter, mut output) = (reporter(), Vec::new());
        for text in ["2252576253462244111563365343671351441", "121212"] {
            reporter
                .answer(&asked(text), &mut output)
                .expect("a buffer takes everything");
        }
        let told = String::from_utf8(output).expect("answers are text");
        // What the search took is another matter.
        let (took, lines): (Vec<&str>, Vec<&str>) =
            told.lines().partition(|line| line.contains(" nodes in "));
        assert_eq!(took.len(), 2, "{told}");
        assert_eq!(
            lines.join("\n"),
            "\
1 2 2 2 1 . .
2 1 2 1 1 1 .
1 2 2 1 2 2 .
1 2 1 2 1 1 .
2 2 2 1 1 2 2
1 1 2 1 1 1 2

P2 to move: loses in 4 plies (score -1)
move     1   2   3   4   5   6   7
score    -   -   -   -   -  -1  -2
perfect play: 6777

. . . . . . .
. . . . . . .
. . . . . . .
1 2 . . . . .
1 2 . . . . .
1 2 . . . . .

P1 to move: wins with the next move (score 18)
move     1   2   3   4   5   6   7
score   18  -3 -18 -18 -18 -18 -18
perfect play: 1"
        );
    }

    #[test]
    fn people_are_told_what_limits_leave_open() {
        let (reporter, asked) = (reporter(), asked("4"));
        for (low, high, told) in [
            (-18, 18, "is not known to win or lose (score -18 to 18)"),
            (0, 18, "does not lose (score 0 to 18)"),
            (-3, 0, "does not win (score -3 to 0)"),
            (1, 3, "wins (score 1 to 3)"),
            (-3, -2, "loses (score -3 to -2)"),
            (0, 0, "reaches a draw (score 0)"),
        ] {
            assert_eq!(reporter.worth(asked.session.as_ref(), Bounds { low, high }), told);
        }
    }
}
