//! Analyses as a line with tabs, as a picture and a list for people, as JSON for programs.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use quincunx_core::DynSession;
use quincunx_registry::DynGame;
use quincunx_search::{ActionValue, AgentSpec, Analysis, DynPlayer, Limits, Value, ValueParts};
use serde_json::json;

use crate::args::positions::{AnswerFormat, Query, Responder};
use crate::output::diagram::diagram;
use crate::output::progress::spinner;

/// Asks a player and writes what it thinks.
pub(super) struct Reporter {
    entry: &'static dyn DynGame,
    agent: AgentSpec,
    player: Box<dyn DynPlayer>,
    limits: Limits,
    form: AnswerFormat,
    /// How many actions are told at most.
    most: usize,
    answered: usize,
}

impl Reporter {
    pub(super) fn new(
        entry: &'static dyn DynGame,
        (agent, player): (AgentSpec, Box<dyn DynPlayer>),
        limits: Limits,
        form: AnswerFormat,
        most: usize,
    ) -> Self {
        Self {
            entry,
            agent,
            player,
            limits,
            form,
            most,
            answered: 0,
        }
    }

    /// Returns the actions that are told.
    fn told<'a>(&self, analysis: &'a Analysis<usize>) -> &'a [ActionValue<usize>] {
        &analysis.actions[..analysis.actions.len().min(self.most)]
    }

    fn line(&self, asked: &Query, analysis: &Analysis<usize>, output: &mut dyn Write) -> io::Result<()> {
        let session = asked.session.as_ref();
        write!(output, "{}", asked.text)?;
        for judged in self.told(analysis) {
            let action = session.action_text(judged.action).unwrap_or_default();
            write!(output, "\t{action} {}", in_words(judged.value))?;
        }
        writeln!(output)
    }

    fn words(
        &self,
        asked: &Query,
        analysis: &Analysis<usize>,
        time: Duration,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let session = asked.session.as_ref();
        if self.answered > 0 {
            writeln!(output)?;
        }
        writeln!(output, "{}", diagram(&session.view()))?;
        match session.turn().player() {
            Some(player) if session.players() == 2 => writeln!(output, "{player} to move")?,
            _ => writeln!(output, "{} points so far; still to come:", session.points())?,
        }
        let told = self.told(analysis);
        let name = |judged: &ActionValue<usize>| session.action_text(judged.action).unwrap_or_default();
        let width = told
            .iter()
            .map(|judged| name(judged).chars().count())
            .max()
            .unwrap_or(0);
        let best = analysis.actions[0].value;
        for judged in told {
            let mark = if judged.value.compare(best).is_eq() {
                '*'
            } else {
                ' '
            };
            writeln!(
                output,
                "{mark} {:width$}  {}",
                name(judged),
                in_words(judged.value)
            )?;
        }
        let (depth, nodes, seconds) = (analysis.depth, analysis.nodes, time.as_secs_f64());
        let depth = if depth > 0 {
            format!("depth {depth}, ")
        } else {
            String::new()
        };
        writeln!(output, "{}: {depth}{nodes} nodes in {seconds:.3} s", self.agent)
    }

    fn json(
        &self,
        asked: &Query,
        analysis: &Analysis<usize>,
        time: Duration,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let session = asked.session.as_ref();
        let actions = self
            .told(analysis)
            .iter()
            .map(|&judged| json_of(self.entry, session, judged));
        let line = analysis.principal_variation.iter();
        let object = json!({
            "game": self.entry.id(),
            "position": asked.text,
            "player": session.turn().player().map(|player| player.index() + 1),
            "agent": self.agent.to_string(),
            "best": session.action_text(analysis.best()),
            "exact": analysis.actions.iter().all(|judged| judged.value.is_exact()),
            "actions": actions.collect::<Vec<_>>(),
            "line": line.filter_map(|&action| session.action_text(action)).collect::<Vec<_>>(),
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": time.as_secs_f64(),
        });
        writeln!(output, "{object}")
    }
}

/// Writes an action of a session's position with its value in the words of the page's judgements.
pub(super) fn json_of(
    entry: &dyn DynGame,
    session: &dyn DynSession,
    judged: ActionValue<usize>,
) -> serde_json::Value {
    let ValueParts { kind, amount, bound } = judged.value.parts();
    json!({
        "action": session.action_text(judged.action),
        "kind": kind,
        "amount": amount,
        "bound": bound,
        "score": entry.score(session, judged.value),
        "expected_score": (session.players() == 2).then(|| expected_score(judged.value)),
    })
}

impl Responder for Reporter {
    fn answer(&mut self, asked: &Query, output: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let waiting = (self.form == AnswerFormat::Text).then(|| spinner(format!("judging {}", asked.text)));
        let began = Instant::now();
        let analysis = self
            .player
            .analyze(asked.session.as_ref(), &self.limits, &mut |_| {});
        let time = began.elapsed();
        if let Some(waiting) = waiting {
            waiting.finish_and_clear();
        }
        match self.form {
            AnswerFormat::Line => self.line(asked, &analysis, output),
            AnswerFormat::Text => self.words(asked, &analysis, time, output),
            AnswerFormat::Json => self.json(asked, &analysis, time, output),
        }?;
        self.answered += 1;
        Ok(None)
    }

    fn refuse(&mut self, text: &str, reason: &str, output: &mut dyn Write) -> io::Result<()> {
        match self.form {
            // The person reads the reason on the same terminal.
            AnswerFormat::Text => Ok(()),
            AnswerFormat::Line => writeln!(output, "Error, {reason}"),
            AnswerFormat::Json => {
                let object = json!({"game": self.entry.id(), "position": text, "error": reason});
                writeln!(output, "{object}")
            }
        }
    }
}

/// Writes a value with its unit: `wins in 3 plies`, `+0.10 (55 % of the point)`, `1234.5 points`, `34.5 % of
/// the way`, `exactly 467.632 points`, `72237.7, to compare moves by`.
pub(super) fn in_words(value: Value) -> String {
    match value {
        Value::Draw | Value::Goals(_) => value.to_string(),
        Value::Estimate(_) => format!("{value} ({:.0} % of the point)", 100.0 * expected_score(value)),
        Value::Points(_) | Value::ExactPoints(_) => format!("{value} points"),
        Value::Order(_) => format!("{value}, to compare moves by"),
        Value::Win(1) | Value::Loss(1) => format!("{value} ply"),
        _ => format!("{value} plies"),
    }
}

/// Returns the share of the point that a value of a game of two stands for: 1 for a win, half for a draw.
fn expected_score(value: Value) -> f64 {
    f64::midpoint(1.0, value.clamped())
}
