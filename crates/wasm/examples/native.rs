//! The tables and the engine without WebAssembly, to compare the two.
//!
//! It reads a line at a time and answers each with some lines and an empty one:
//!
//! | line | answer |
//! | --- | --- |
//! | `take NOW INPUT` | the outputs of the tables |
//! | `answer QUESTION` | the answers of the engine |
//! | `random GAME SEED PLIES` | the record of so many random moves, or of a whole game, as JSON text |

use std::io::{self, BufRead as _, Write};

use anyhow::{Context as _, Result, bail};
use quincunx_search::Limits;
use quincunx_table::entry_of;
use quincunx_wasm::{Engine, Tables};

fn main() -> Result<()> {
    let (mut tables, mut engine) = (Tables::default(), Engine::new());
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (what, rest) = line.split_once(' ').context("expected more on the line")?;
        let answers = match what {
            "take" => {
                let (now, input) = rest.split_once(' ').context("expected a time and an input")?;
                let outputs = tables.take(serde_json::from_str(input)?, now.parse()?);
                outputs
                    .iter()
                    .map(serde_json::to_string)
                    .collect::<Result<_, _>>()?
            }
            "answer" => {
                let mut answers = Vec::new();
                engine.answer(serde_json::from_str(rest)?, |answer| {
                    answers.push(serde_json::to_string(answer));
                });
                answers.into_iter().collect::<Result<_, _>>()?
            }
            "random" => vec![serde_json::to_string(&random_record(rest)?)?],
            _ => bail!("expected `take`, `answer` or `random`, found {line:?}"),
        };
        for answer in answers {
            writeln!(out, "{answer}")?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// Plays at random and writes the record.
fn random_record(order: &str) -> Result<String> {
    let [game, seed, plies] = order.split(' ').collect::<Vec<_>>()[..] else {
        bail!("expected a game, a seed and a number of plies, found {order:?}");
    };
    let entry = entry_of(game).map_err(|refusal| anyhow::anyhow!(refusal.message))?;
    let (seed, plies): (u64, usize) = (seed.parse()?, plies.parse()?);
    let mut session = entry.new_session(&entry.defaults(), seed)?;
    let mut player = entry.player(session.as_ref(), &format!("random:seed={seed}").parse()?)?;
    while session.ply() < plies && session.turn().player().is_some() {
        let action = player.choose(session.as_ref(), &Limits::default());
        session.play(action)?;
    }
    Ok(session.record(Vec::new()).to_text())
}
