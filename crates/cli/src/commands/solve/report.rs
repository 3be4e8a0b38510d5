//! Solutions as a line in the field's notation, as text for people, or as JSON.

use std::cmp::Ordering;
use std::io::{self, Write};

use quincunx_core::DynSession;
use quincunx_registry::Query;
use quincunx_search::{Bounds, DynExactSolver, Strength, Value};
use serde_json::json;

use super::solution::{Question, Solution, word};
use crate::args::positions::{AnswerFormat, Responder};
use crate::output::progress::spinner;
use crate::output::table::diagram;

pub(super) struct Reporter {
    solver: Box<dyn DynExactSolver>,
    question: Question,
    format: AnswerFormat,
    answered: usize,
}

impl Reporter {
    pub(super) fn new(solver: Box<dyn DynExactSolver>, question: Question, format: AnswerFormat) -> Self {
        Self {
            solver,
            question,
            format,
            answered: 0,
        }
    }

    fn line(&self, query: &Query, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
        let strength = self.question.strength;
        write!(output, "{}", query.text)?;
        for bounds in solution.actions.as_deref().unwrap_or(&[Some(solution.bounds)]) {
            write!(output, " {}", word_or_dash(*bounds, strength))?;
        }
        if self.question.line {
            let line = line_text(query.session.as_ref(), solution.line.as_deref());
            write!(output, " {line}")?;
        }
        writeln!(output)
    }

    fn text(&self, query: &Query, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
        let session = query.session.as_ref();
        if self.answered > 0 {
            writeln!(output)?;
        }
        writeln!(output, "{}", diagram(&session.view()))?;
        let mover = session.turn().player().expect("the game is not over");
        writeln!(
            output,
            "{mover} to move: {}",
            self.outcome(session, solution.bounds)
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

    /// Describes the outcome and its score.
    fn outcome(&self, session: &dyn DynSession, bounds: Bounds) -> String {
        let Bounds { low, high } = bounds;
        let end = bounds.exact().map(|score| self.solver.value(session, score));
        let outcome = match (end, bounds.outcome()) {
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
            Some(score) => format!("{outcome} (score {score})"),
            None => format!("{outcome} (score {low} to {high})"),
        }
    }

    /// Writes the score of each action below its name.
    ///
    /// Illegal actions keep their places if all names have one letter, so that scores stay below the columns.
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
                let score = word_or_dash(*bounds, self.question.strength);
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

    fn json(&self, query: &Query, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
        let session = query.session.as_ref();
        let mut object = self.bounds_json(session, solution.bounds);
        object["position"] = query.text.as_str().into();
        object["player"] = session.turn().player().map(|player| player.index() + 1).into();
        if let Some(actions) = &solution.actions {
            let of_actions = actions.iter().enumerate().filter_map(|(action, bounds)| {
                let mut object = self.bounds_json(session, (*bounds)?);
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
        writeln!(output, "{object}")
    }

    fn bounds_json(&self, session: &dyn DynSession, bounds: Bounds) -> serde_json::Value {
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
    fn answer(&mut self, query: &Query, output: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let spinner = (self.format == AnswerFormat::Text).then(|| spinner(format!("solving {}", query.text)));
        let solution = self.question.ask(self.solver.as_mut(), query.session.as_ref());
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        match self.format {
            AnswerFormat::Line => self.line(query, &solution, output),
            AnswerFormat::Text => self.text(query, &solution, output),
            AnswerFormat::Json => self.json(query, &solution, output),
        }?;
        self.answered += 1;
        Ok(None)
    }

    fn refusal(&self, text: &str, reason: &str) -> Option<String> {
        self.format.refusal(None, text, reason)
    }
}

fn word_or_dash(bounds: Option<Bounds>, strength: Strength) -> String {
    bounds.map_or_else(|| "-".to_owned(), |bounds| word(bounds, strength))
}

const ROOM: usize = 74;

/// Returns whether all actions have names of one letter.
fn has_short_names(session: &dyn DynSession) -> bool {
    (0..session.action_count()).all(|action| session.action_text(action).is_some_and(|text| text.len() == 1))
}

/// Formats a line of play like the notation: without blanks if all names have one letter, with commas if
/// names have blanks; `?` if there is none.
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
    use quincunx_search::{Limits, SolverSettings};

    use super::*;

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
        Query::parse(entry(), &entry().defaults(), text).expect("a position to play on")
    }

    #[test]
    fn people_see_the_board_the_worth_the_columns_and_the_line() {
        let (mut reporter, mut output) = (reporter(), Vec::new());
        for text in ["2252576253462244111563365343671351441", "121212"] {
            reporter
                .answer(&asked(text), &mut output)
                .expect("a buffer takes everything");
        }
        let printed = String::from_utf8(output).expect("answers are text");
        // What the search took is another matter.
        let (took, lines): (Vec<&str>, Vec<&str>) =
            printed.lines().partition(|line| line.contains(" nodes in "));
        assert_eq!(took.len(), 2, "{printed}");
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
    fn people_are_reported_what_limits_leave_open() {
        let (reporter, asked) = (reporter(), asked("4"));
        for (low, high, printed) in [
            (-18, 18, "is not known to win or lose (score -18 to 18)"),
            (0, 18, "does not lose (score 0 to 18)"),
            (-3, 0, "does not win (score -3 to 0)"),
            (1, 3, "wins (score 1 to 3)"),
            (-3, -2, "loses (score -3 to -2)"),
            (0, 0, "reaches a draw (score 0)"),
        ] {
            assert_eq!(
                reporter.outcome(asked.session.as_ref(), Bounds { low, high }),
                printed
            );
        }
    }
}
