//! Analyses as a line with tabs, as a board and a list for people, or as JSON.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use quincunx_core::DynSession;
use quincunx_registry::{DynGame, Query};
use quincunx_search::{ActionValue, AgentSpec, Analysis, DynPlayer, Evaluation, Limits, Value};
use serde_json::json;

use crate::args::positions::{AnswerFormat, Responder};
use crate::output::progress::spinner;
use crate::output::table::diagram;

pub(super) struct Reporter {
    pub(super) entry: &'static dyn DynGame,
    pub(super) agent: AgentSpec,
    pub(super) player: Box<dyn DynPlayer>,
    pub(super) limits: Limits,
    pub(super) format: AnswerFormat,
    /// The most actions that are printed.
    pub(super) most: usize,
    pub(super) answered: usize,
}

impl Reporter {
    fn shown<'a>(&self, analysis: &'a Analysis<usize>) -> &'a [ActionValue<usize>] {
        &analysis.actions[..analysis.actions.len().min(self.most)]
    }

    fn line(&self, query: &Query, analysis: &Analysis<usize>, output: &mut dyn Write) -> io::Result<()> {
        let session = query.session.as_ref();
        write!(output, "{}", query.text)?;
        for judged in self.shown(analysis) {
            let action = session.action_text(judged.action).unwrap_or_default();
            write!(output, "\t{action} {}", value_text(judged.value))?;
        }
        writeln!(output)
    }

    fn text(
        &self,
        query: &Query,
        analysis: &Analysis<usize>,
        time: Duration,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let session = query.session.as_ref();
        if self.answered > 0 {
            writeln!(output)?;
        }
        writeln!(output, "{}", diagram(&session.view()))?;
        match session.turn().player() {
            Some(player) if session.players() == 2 => writeln!(output, "{player} to move")?,
            _ => writeln!(output, "{} points so far; still to come:", session.points())?,
        }
        let shown = self.shown(analysis);
        let name = |judged: &ActionValue<usize>| session.action_text(judged.action).unwrap_or_default();
        let width = shown.iter().map(|judged| name(judged).chars().count()).max();
        let width = width.unwrap_or(0);
        let best = analysis.actions[0].value;
        for judged in shown {
            let is_best = judged.value.compare(best).is_eq();
            let (mark, value) = (if is_best { '*' } else { ' ' }, value_text(judged.value));
            writeln!(output, "{mark} {:width$}  {value}", name(judged))?;
        }
        let (depth, nodes, seconds) = (analysis.depth, analysis.nodes, time.as_secs_f64());
        let depth = match depth {
            0 => String::new(),
            _ => format!("depth {depth}, "),
        };
        writeln!(output, "{}: {depth}{nodes} nodes in {seconds:.3} s", self.agent)
    }

    fn json(&self, query: &Query, analysis: &Analysis<usize>, time: Duration) -> serde_json::Value {
        let session = query.session.as_ref();
        let actions = self.shown(analysis).iter();
        let actions = actions.map(|&judged| action_json(self.entry, session, judged));
        let line = analysis.principal_variation.iter();
        json!({
            "game": self.entry.id(),
            "position": query.text,
            "player": session.turn().player().map(|player| player.index() + 1),
            "agent": self.agent.to_string(),
            "best": session.action_text(analysis.best()),
            "exact": analysis.actions.iter().all(|judged| judged.value.is_exact()),
            "actions": actions.collect::<Vec<_>>(),
            "line": line.filter_map(|&action| session.action_text(action)).collect::<Vec<_>>(),
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": time.as_secs_f64(),
        })
    }
}

pub(super) fn action_json(
    entry: &dyn DynGame,
    session: &dyn DynSession,
    judged: ActionValue<usize>,
) -> serde_json::Value {
    let Evaluation { kind, amount, bound } = judged.value.parts();
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
    fn answer(&mut self, query: &Query, output: &mut dyn Write) -> anyhow::Result<Option<String>> {
        let spinner =
            (self.format == AnswerFormat::Text).then(|| spinner(format!("evaluating {}", query.text)));
        let began = Instant::now();
        let analysis = self
            .player
            .analyze(query.session.as_ref(), &self.limits, &mut |_| {});
        let time = began.elapsed();
        if let Some(spinner) = spinner {
            spinner.finish_and_clear();
        }
        match self.format {
            AnswerFormat::Line => self.line(query, &analysis, output),
            AnswerFormat::Text => self.text(query, &analysis, time, output),
            AnswerFormat::Json => writeln!(output, "{}", self.json(query, &analysis, time)),
        }?;
        self.answered += 1;
        Ok(None)
    }

    fn refusal(&self, text: &str, reason: &str) -> Option<String> {
        self.format.refusal(Some(self.entry.id()), text, reason)
    }
}

/// Formats a value with its unit: `wins in 3 plies`, `+0.10 (55 % of the point)`, `34.5 % of the way`,
/// `exactly 467.632 points`, `72237.7, to compare moves by`.
pub(super) fn value_text(value: Value) -> String {
    match value {
        Value::Draw | Value::Goals(_) => value.to_string(),
        Value::Estimate(_) => format!("{value} ({:.0} % of the point)", 100.0 * expected_score(value)),
        Value::Points(_) | Value::ExactPoints(_) => format!("{value} points"),
        Value::Order(_) => format!("{value}, to compare moves by"),
        Value::Win(1) | Value::Loss(1) => format!("{value} ply"),
        _ => format!("{value} plies"),
    }
}

/// Returns the expected score of a value in a game for two: 1 for a win, half for a draw.
fn expected_score(value: Value) -> f64 {
    f64::midpoint(1.0, value.clamped())
}
