//! `cargo xtask values`: what the empty boards of all small sizes are worth, by the release program.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::steps::{Steps, cargo, root};

/// Lists the sizes, columns and rows: up to 6×6, 7×5 and 5×7, and 7×6.
fn sizes() -> impl Iterator<Item = (u32, u32)> {
    (4..=7).flat_map(move |columns| {
        (4..=7)
            .map(move |rows| (columns, rows))
            .filter(|&(columns, rows)| rows <= 6 || columns <= 5)
    })
}

/// Solves every column of the empty boards, without a book and on one thread, and prints the table of
/// `docs/reference/connect-four.md`.
pub(crate) fn values() -> Result<()> {
    Steps::default().run(
        "release build",
        &mut cargo(&["build", "--locked", "--release", "--package", "quincunx"]),
    )?;
    println!("\n| columns × rows | worth | score | best columns | scores of the columns | nodes | seconds |");
    println!("| --- | --- | ---: | --- | --- | ---: | ---: |");
    for (columns, rows) in sizes() {
        let answer = solve(columns, rows).with_context(|| format!("solving {columns}×{rows}"))?;
        println!(
            "{}",
            row(columns, rows, &answer).context("an answer without what was asked")?
        );
    }
    Ok(())
}

/// Asks the program for the scores of all columns of an empty board.
fn solve(columns: u32, rows: u32) -> Result<Value> {
    let output = Command::new(root().join("target/release/quincunx"))
        .args([
            "solve",
            "connect-four",
            "--all",
            "--json",
            "--no-book",
            "--threads",
            "1",
        ])
        .args(["--columns", &columns.to_string(), "--rows", &rows.to_string(), ""])
        .output()
        .context("the program could not be started")?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Writes a row of the table.
fn row(columns: u32, rows: u32, answer: &Value) -> Option<String> {
    let score = answer["score"].as_i64()?;
    let worth = match (answer["outcome"].as_str()?, answer["plies"].as_u64()) {
        ("draw", _) => "draw".to_owned(),
        ("win", Some(plies)) => format!("first player wins with stone {plies}"),
        (_, Some(plies)) => format!("second player wins with stone {plies}"),
        _ => return None,
    };
    let scores: Option<Vec<i64>> = answer["actions"]
        .as_array()?
        .iter()
        .map(|of_move| of_move["score"].as_i64())
        .collect();
    let scores = scores?;
    let best: Vec<String> = (1..)
        .zip(&scores)
        .filter(|(_, of_column)| **of_column == score)
        .map(|(column, _): (u32, _)| column.to_string())
        .collect();
    let scores: Vec<String> = scores.iter().map(i64::to_string).collect();
    Some(format!(
        "| {columns} × {rows} | {worth} | {score} | {} | {} | {:.3} M | {:.2} |",
        best.join(" "),
        scores.join(" "),
        answer["nodes"].as_f64()? / 1e6,
        answer["seconds"].as_f64()?,
    ))
}
