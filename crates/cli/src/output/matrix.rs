//! What a test suite found, as text or JSON.

use std::io::Write;

use quincunx_grade::{FaultRow, Matrix};
use quincunx_registry::examination::{Variant, VariantKind};
use serde_json::json;

use super::grade::points;
use super::numbers::pluralize;
use super::print_json;
use super::table::Table;

pub(crate) fn print_variants(variants: &[Variant], json: bool) -> anyhow::Result<()> {
    if json {
        let variant = |variant: &Variant| {
            json!({
                "name": variant.name,
                "kind": kind(variant),
                "rule": variant.broken_rule(),
                "sentence": variant.sentence,
            })
        };
        return print_json(&variants.iter().map(variant).collect::<Vec<_>>());
    }
    let mut output = crate::output::stdout();
    for variant in variants {
        let rule = variant
            .broken_rule()
            .map_or_else(String::new, |rule| format!(" ({rule})"));
        writeln!(
            output,
            "{}: {}{rule}\n  {}",
            variant.name,
            kind(variant),
            variant.sentence
        )?;
    }
    Ok(output.flush()?)
}

const fn kind(variant: &Variant) -> &'static str {
    match variant.kind {
        VariantKind::Right => "right",
        VariantKind::Fault(_) => "fault",
        VariantKind::Beyond(_) => "fault beyond the assignment",
    }
}

pub(crate) fn print(matrix: &Matrix, json: bool) -> anyhow::Result<()> {
    if json {
        return print_json(matrix);
    }
    let mut output = crate::output::stdout();
    faults_table(matrix).write(&mut output)?;
    writeln!(output)?;
    for line in summary(matrix) {
        writeln!(output, "{line}")?;
    }
    Ok(output.flush()?)
}

pub(crate) fn faults_table(matrix: &Matrix) -> Table {
    let row = |row: &FaultRow| {
        let found = match row.found_by.len() {
            0 if row.is_beyond => "not found, not asked for".to_owned(),
            0 => "not found".to_owned(),
            count => pluralize(count as u64, "test"),
        };
        vec![row.fault.clone(), row.rule.clone(), found]
    };
    Table::new(["fault", "rule", "found by"], matrix.faults.iter().map(row))
}

/// What the tests of a submission found, or why they cannot be used.
pub(crate) struct GradedSuite {
    pub(crate) name: String,
    pub(crate) result: Result<Matrix, String>,
}

/// Prints a line for each submission of a class, and below why some have no points.
pub(crate) fn print_class(graded: &[GradedSuite], json: bool) -> anyhow::Result<()> {
    if json {
        let shown = |GradedSuite { name, result }: &GradedSuite| match result {
            Ok(matrix) => json!({ "name": name, "matrix": matrix }),
            Err(problem) => json!({ "name": name, "problem": problem }),
        };
        return print_json(&graded.iter().map(shown).collect::<Vec<_>>());
    }
    let mut output = crate::output::stdout();
    class_table(graded).write(&mut output)?;
    for GradedSuite { name, result } in graded {
        if let Err(problem) = result {
            writeln!(output, "\n{name}: {problem}")?;
        }
    }
    Ok(output.flush()?)
}

fn class_table(graded: &[GradedSuite]) -> Table {
    let row = |GradedSuite { name, result }: &GradedSuite| {
        let matrix = result.as_ref().ok();
        let count = |count: &dyn Fn(&Matrix) -> usize| {
            matrix.map_or(String::new(), |matrix| count(matrix).to_string())
        };
        vec![
            name.clone(),
            points(matrix.map_or(0.0, |matrix| matrix.points)),
            count(&|matrix| matrix.tests.len()),
            count(&|matrix| matrix.too_strict.len()),
            count(&|matrix| found(matrix, false).0),
            count(&|matrix| found(matrix, false).1),
        ]
    };
    let heads = "submission|points|tests|too strict|faults found|of".split('|');
    Table::new(heads, graded.iter().map(row))
}

/// Formats a table with a line for each submission.
pub(crate) fn csv(graded: &[GradedSuite]) -> anyhow::Result<String> {
    class_table(graded).to_csv()
}

/// Counts the faults that were found, and all, of those that the assignment asks for or of those beyond.
fn found(matrix: &Matrix, is_beyond: bool) -> (usize, usize) {
    let rows = matrix.faults.iter().filter(|row| row.is_beyond == is_beyond);
    rows.fold((0, 0), |(found, all), row| {
        (found + usize::from(!row.found_by.is_empty()), all + 1)
    })
}

/// Lists in sentences what was found.
pub(crate) fn summary(matrix: &Matrix) -> Vec<String> {
    let too_strict = matrix.too_strict.iter().map(|strict| {
        format!(
            "{} does not count, as it fails on {}",
            matrix.tests[strict.test], strict.on
        )
    });
    let ((faults, all), (beyond, of_beyond)) = (found(matrix, false), found(matrix, true));
    too_strict
        .chain([
            format!("{faults} of {all} faults found; {beyond} of {of_beyond} beyond the assignment"),
            format!("{} of {} points", points(matrix.points), points(matrix.of)),
        ])
        .collect()
}
