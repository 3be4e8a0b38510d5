//! `--grade`: every move of a recorded game beside the best one.

use std::io::Write as _;
use std::process::ExitCode;

use quincunx_core::{DynSession, Side};
use quincunx_registry::DynGame;
use quincunx_search::{DynPlayer, Grade, GradedMove, Limits};
use serde_json::json;

use super::report::{action_json, value_text};
use crate::args::positions::AnswerFormat;
use crate::output::progress::bar;
use crate::signals::Signals;

/// Prints the grade of every move of a game and, for people, how often each side had which grade.
pub(super) fn run(
    entry: &dyn DynGame,
    game: &dyn DynSession,
    mut player: Box<dyn DynPlayer>,
    limits: &Limits,
    format: AnswerFormat,
) -> anyhow::Result<ExitCode> {
    let signals = Signals::handle()?;
    let limits = Limits {
        stop: signals.stop.clone(),
        ..limits.clone()
    };
    let bar = bar(game.ply_count(), 0, "moves");
    let mut counts = [[0; Grade::ALL.len()]; 2];
    let mut output = crate::output::stdout();
    for ply in 1..=game.ply_count() {
        let (Some((who, action)), Some(before)) = (game.action_of(ply), game.begun_at(ply - 1)) else {
            continue;
        };
        let analysis = player.analyze(before.as_ref(), &limits, &mut |_| {});
        // An interrupted analysis is no judgement.
        if signals.stop.is_stopped() {
            break;
        }
        bar.inc(1);
        let Some(graded) = analysis.grade(action) else {
            continue;
        };
        counts[who.index()][graded.grade as usize] += 1;
        let line = line(entry, before.as_ref(), (ply, who), graded, format);
        bar.suspend(|| writeln!(output, "{line}").and_then(|()| output.flush()))?;
    }
    bar.finish_and_clear();
    if format == AnswerFormat::Text {
        for player in Side::BOTH.into_iter().take(usize::from(game.players())) {
            writeln!(output, "{player}: {}", counts_text(counts[player.index()]))?;
        }
    }
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}

fn line(
    entry: &dyn DynGame,
    before: &dyn DynSession,
    (ply, who): (usize, Side),
    GradedMove { grade, chosen, best }: GradedMove<usize>,
    format: AnswerFormat,
) -> String {
    let name = |action| before.action_text(action).unwrap_or_default();
    let (played, value) = (name(chosen.action), value_text(chosen.value));
    let (better, better_value) = (name(best.action), value_text(best.value));
    match format {
        AnswerFormat::Json => json!({
            "game": entry.id(),
            "ply": ply,
            "player": who.index() + 1,
            "grade": grade.to_string(),
            "chosen": action_json(entry, before, chosen),
            "best": action_json(entry, before, best),
        })
        .to_string(),
        AnswerFormat::Line => format!("{ply}\t{who}\t{grade}\t{played} {value}\t{better} {better_value}"),
        AnswerFormat::Text if grade == Grade::Best => {
            format!("{ply:>4}  {who}  {grade:<10}  {played}: {value}")
        }
        AnswerFormat::Text => {
            format!("{ply:>4}  {who}  {grade:<10}  {played}: {value}; {better}: {better_value}")
        }
    }
}

fn counts_text(counts: [u32; Grade::ALL.len()]) -> String {
    let texts = Grade::ALL.iter().zip(counts);
    let texts = texts.map(|(grade, count)| format!("{count} {grade}"));
    texts.collect::<Vec<_>>().join(", ")
}
