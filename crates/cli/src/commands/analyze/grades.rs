//! `--grade`: every move of a recorded game beside the best one.

use std::io::{self, Write as _};
use std::process::ExitCode;

use quincunx_core::{DynSession, Player};
use quincunx_registry::DynGame;
use quincunx_search::{DynPlayer, Grade, GradedMove, Limits};
use serde_json::json;

use super::report::{in_words, json_of};
use crate::args::positions::AnswerFormat;
use crate::output::progress::bar;
use crate::signals::Signals;

/// Has every move of a game judged and tells its grade at once; at the end, to a person, how many of each
/// either side made. Ctrl-C ends it between two moves.
pub(super) fn run(
    entry: &dyn DynGame,
    game: &dyn DynSession,
    mut player: Box<dyn DynPlayer>,
    limits: &Limits,
    form: AnswerFormat,
) -> anyhow::Result<ExitCode> {
    let signals = Signals::handle()?;
    let limits = Limits {
        stop: signals.stop.clone(),
        ..limits.clone()
    };
    let bar = bar(game.ply_count(), 0, "moves");
    let mut counts = [[0; Grade::ALL.len()]; 2];
    let mut output = io::stdout().lock();
    for ply in 1..=game.ply_count() {
        let (Some((who, action)), Some(before)) = (game.action_of(ply), game.begun_at(ply - 1)) else {
            continue;
        };
        let analysis = player.analyze(before.as_ref(), &limits, &mut |_| {});
        // What it was interrupted in is no judgement.
        if signals.stop.is_stopped() {
            break;
        }
        bar.inc(1);
        let Some(graded) = analysis.grade(action) else {
            continue;
        };
        counts[who.index()][graded.grade as usize] += 1;
        let line = line(entry, before.as_ref(), (ply, who), graded, form);
        bar.suspend(|| writeln!(output, "{line}").and_then(|()| output.flush()))?;
    }
    bar.finish_and_clear();
    if form == AnswerFormat::Text {
        for player in Player::BOTH.into_iter().take(usize::from(game.players())) {
            writeln!(output, "{player}: {}", told(counts[player.index()]))?;
        }
    }
    Ok(signals.status().unwrap_or(ExitCode::SUCCESS))
}

/// Writes a graded move of a position.
fn line(
    entry: &dyn DynGame,
    before: &dyn DynSession,
    (ply, who): (usize, Player),
    GradedMove { grade, chosen, best }: GradedMove<usize>,
    form: AnswerFormat,
) -> String {
    let name = |action| before.action_text(action).unwrap_or_default();
    let (played, value) = (name(chosen.action), in_words(chosen.value));
    let (better, worth) = (name(best.action), in_words(best.value));
    match form {
        AnswerFormat::Json => json!({
            "game": entry.id(),
            "ply": ply,
            "player": who.index() + 1,
            "grade": grade.to_string(),
            "chosen": json_of(entry, before, chosen),
            "best": json_of(entry, before, best),
        })
        .to_string(),
        AnswerFormat::Line => format!("{ply}\t{who}\t{grade}\t{played} {value}\t{better} {worth}"),
        AnswerFormat::Text if grade == Grade::Best => {
            format!("{ply:>4}  {who}  {grade:<10}  {played}: {value}")
        }
        AnswerFormat::Text => format!("{ply:>4}  {who}  {grade:<10}  {played}: {value}; {better}: {worth}"),
    }
}

/// Writes how many moves had which grade.
fn told(counts: [u32; Grade::ALL.len()]) -> String {
    let words = Grade::ALL
        .iter()
        .zip(counts)
        .map(|(grade, count)| format!("{count} {grade}"));
    words.collect::<Vec<_>>().join(", ")
}
