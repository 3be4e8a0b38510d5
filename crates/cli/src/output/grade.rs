//! Grades of programs as text, JSON, CSV, JUnit XML and for Gradescope.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use quincunx_grade::{FailedCase, Feedback, Grade, Reason, RuleGrade, ShownCase};
use quincunx_registry::examination::is_refusal;
use serde::Serialize;
use serde_json::json;

use super::numbers::decimal;
use super::print_json;
use super::table::Table;

/// A program's name with its grade.
#[derive(Serialize)]
pub(crate) struct Graded {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) grade: Grade,
}

impl Graded {
    pub(crate) fn with_feedback(&self, feedback: Feedback) -> Self {
        Self {
            name: self.name.clone(),
            grade: self.grade.with_feedback(feedback),
        }
    }
}

/// The most failed rules that a class's table names.
const SHOWN_RULES: usize = 4;

/// The most lines of a script that are shown to people; JSON has all.
const SHOWN_LINES: usize = 40;

/// Formats points with two decimals at most: `3`, `2.5`.
pub(crate) fn points(points: f64) -> String {
    let text = decimal((points * 100.0).round() / 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn print(grade: &Grade, feedback: Feedback, json: bool) -> anyhow::Result<()> {
    let shown = grade.with_feedback(feedback);
    if json {
        return print_json(&shown);
    }
    let mut output = crate::output::stdout();
    write(&shown, &mut output)?;
    Ok(output.flush()?)
}

fn write(grade: &Grade, output: &mut dyn Write) -> io::Result<()> {
    if !grade.rules.is_empty() {
        rules_table(grade).write(output)?;
        writeln!(output)?;
    }
    for (rules, failure) in alike(grade) {
        let names: Vec<&str> = rules.iter().map(|rule| rule.rule.as_str()).collect();
        writeln!(output, "{}: {}", names.join(", "), headline(failure))?;
        if let [rule] = rules[..] {
            writeln!(output, "  {}", rule.sentence)?;
        }
        for (title, text) in details(failure) {
            writeln!(output, "  {title}:")?;
            for line in text.lines() {
                writeln!(output, "    {line}")?;
            }
        }
        writeln!(output)?;
    }
    writeln!(output, "{} of {} points", points(grade.points), points(grade.of))?;
    writeln!(output, "isolation: {}", grade.isolation)?;
    if let Some(seed) = grade.seed {
        writeln!(output, "seed: {seed}")?;
    }
    Ok(())
}

/// Groups the rules whose failures are shown alike. The table alone says which were not run.
pub(crate) fn alike(grade: &Grade) -> Vec<(Vec<&RuleGrade>, &FailedCase)> {
    let mut groups: Vec<(Vec<&RuleGrade>, &FailedCase)> = Vec::new();
    for rule in &grade.rules {
        let failure = rule.failure.as_ref();
        let Some(failure) =
            failure.filter(|failure| !matches!(failure.reason, Reason::NotRun | Reason::OutOfTime))
        else {
            continue;
        };
        let is_alike =
            |other: &FailedCase| headline(other) == headline(failure) && is_shown_alike(other, failure);
        match groups.iter_mut().find(|(_, other)| is_alike(other)) {
            Some((rules, _)) => rules.push(rule),
            None => groups.push((vec![rule], failure)),
        }
    }
    groups
}

/// Returns whether the same lines fail in the same way, whatever case they were found in.
fn is_shown_alike(one: &FailedCase, other: &FailedCase) -> bool {
    let essence = |failure: &FailedCase| {
        let shown = failure.shown.clone()?;
        Some((
            shown.arguments,
            shown.smallest,
            shown.expected,
            shown.found,
            shown.errors,
        ))
    };
    essence(one) == essence(other)
}

pub(crate) fn rules_table(grade: &Grade) -> Table {
    let row = |rule: &RuleGrade| {
        let reason = rule
            .failure
            .as_ref()
            .map_or_else(String::new, |failure| failure.reason.to_string());
        let cases = format!("{}/{}", rule.passed, rule.cases);
        vec![
            rule.rule.clone(),
            cases,
            points(rule.points),
            points(rule.of),
            reason,
        ]
    };
    let heads = ["rule", "cases", "points", "of", "first failure"];
    Table::new(heads, grade.rules.iter().map(row))
}

/// Formats the kind of a failure and how the program ended, if that was not well.
pub(crate) fn headline(failure: &FailedCase) -> String {
    use quincunx_grade::sandbox::End;
    match failure.end {
        End::Exit(0) | End::Timeout | End::Flood | End::CpuLimit | End::NotStarted => {
            failure.reason.to_string()
        }
        End::Exit(status) => format!("{}, exit status {status}", failure.reason),
        End::Signal(signal) => format!("{}, signal {signal}", failure.reason),
    }
}

/// Lists what a failure shows, each with its title.
pub(crate) fn details(failure: &FailedCase) -> Vec<(String, String)> {
    let Some(shown) = &failure.shown else {
        return Vec::new();
    };
    if failure.reason == Reason::NotCompiled {
        return vec![("compiler".to_owned(), shown.errors.clone())];
    }
    let mut details = vec![(input_title(shown), excerpt(&shown.smallest))];
    if let Some(expected) = &shown.expected {
        let place = shown.line.map_or_else(
            || "after all answers".to_owned(),
            |line| format!("answer to line {line}"),
        );
        let any_words = match is_refusal(expected) {
            true => "; after `Error, ` any words are right",
            false => "",
        };
        details.push((format!("expected, {place}{any_words}"), expected.clone()));
        let found = shown.found.clone().unwrap_or_else(|| {
            let reason = match failure.reason {
                Reason::Timeout => "(nothing more in the time of a run)",
                _ => "(the output had ended)",
            };
            reason.to_owned()
        });
        details.push(("found".to_owned(), found));
    }
    if !shown.errors.trim().is_empty() {
        details.push(("the end of standard error".to_owned(), shown.errors.clone()));
    }
    details
}

fn input_title(shown: &ShownCase) -> String {
    let arguments = shown.arguments.join(" ");
    let arguments = if arguments.is_empty() {
        arguments
    } else {
        format!(" with {arguments}")
    };
    let kind = if shown.is_published {
        "published"
    } else {
        "generated"
    };
    let (smallest, whole) = (shown.smallest.len(), shown.script.len());
    if smallest < whole {
        format!("input{arguments}, {smallest} of the {whole} lines of a {kind} case")
    } else {
        format!("input{arguments}, a {kind} case")
    }
}

fn excerpt(lines: &[String]) -> String {
    let mut text = lines[..lines.len().min(SHOWN_LINES)].join("\n");
    if lines.len() > SHOWN_LINES {
        text.push_str(&format!("\n… {} more lines", lines.len() - SHOWN_LINES));
    }
    text
}

/// Prints a line for each submission of a class.
pub(crate) fn print_class(graded: &[Graded], feedback: Feedback, json: bool) -> anyhow::Result<()> {
    if json {
        let shown: Vec<Graded> = graded.iter().map(|one| one.with_feedback(feedback)).collect();
        return print_json(&shown);
    }
    let mut output = crate::output::stdout();
    class_table(graded).write(&mut output)?;
    Ok(output.flush()?)
}

pub(crate) fn class_table(graded: &[Graded]) -> Table {
    let row = |Graded { name, grade }: &Graded| {
        let failed = grade.rules.iter().filter(|rule| rule.passed < rule.cases);
        let failed: Vec<&str> = failed.map(|rule| rule.rule.as_str()).collect();
        let failed = match failed.len() {
            count if count > 1 && count == grade.rules.len() => "all".to_owned(),
            count if count > SHOWN_RULES => {
                let shown = &failed[..SHOWN_RULES];
                format!("{} and {} more", shown.join(", "), count - SHOWN_RULES)
            }
            _ => failed.join(", "),
        };
        vec![name.clone(), points(grade.points), points(grade.of), failed]
    };
    let heads = ["submission", "points", "of", "failed rules"];
    Table::new(heads, graded.iter().map(row))
}

/// Formats a table with a line for each program and a column for each rule.
pub(crate) fn csv(graded: &[Graded]) -> anyhow::Result<String> {
    let rules = graded.first().map_or(&[][..], |first| &first.grade.rules);
    let heads = ["name", "points", "of"]
        .into_iter()
        .chain(rules.iter().map(|rule| rule.rule.as_str()));
    let row = |Graded { name, grade }: &Graded| {
        let fixed = [name.clone(), points(grade.points), points(grade.of)];
        let rules = grade.rules.iter().map(|rule| points(rule.points));
        fixed.into_iter().chain(rules).collect()
    };
    Table::new(heads, graded.iter().map(row)).to_csv()
}

/// Formats JUnit's XML: a test suite for each program, a test case for each rule.
pub(crate) fn junit(graded: &[Graded]) -> anyhow::Result<String> {
    let mut report = Report::new("quincunx grade");
    for Graded { name, grade } in graded {
        let mut suite = TestSuite::new(name.as_str());
        for rule in &grade.rules {
            let status = match &rule.failure {
                None => TestCaseStatus::success(),
                Some(failure) => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status.set_type(failure.reason.to_string());
                    status.set_message(format!("{} of {} cases passed", rule.passed, rule.cases));
                    status.set_description(description(rule, failure));
                    status
                }
            };
            let mut case = TestCase::new(rule.rule.as_str(), status);
            case.set_classname(grade.game.as_str());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}

/// Formats what Gradescope reads from an autograder; its documentation calls the file `results.json`.
pub(crate) fn gradescope(grade: &Grade) -> anyhow::Result<String> {
    let test = |rule: &RuleGrade| {
        let output = match &rule.failure {
            None => rule.sentence.clone(),
            Some(failure) => description(rule, failure),
        };
        json!({ "name": rule.rule, "score": rule.points, "max_score": rule.of, "output": output })
    };
    let tests: Vec<_> = grade.rules.iter().map(test).collect();
    let output = format!("{} of {} points", points(grade.points), points(grade.of));
    let results = json!({ "score": grade.points, "output": output, "tests": tests });
    Ok(serde_json::to_string_pretty(&results)?)
}

fn description(rule: &RuleGrade, failure: &FailedCase) -> String {
    let mut text = format!("{}\n{}", rule.sentence, headline(failure));
    for (title, detail) in details(failure) {
        text.push_str(&format!("\n\n{title}:\n{detail}"));
    }
    text
}
