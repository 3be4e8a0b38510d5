//! Grades of programs as a page.

use quincunx_grade::{FailedCase, Matrix, RuleGrade};

use super::markup::{Markup, element, line, table, text};
use super::{heading, page, paragraph};
use crate::output::grade::{Graded, alike, class_table, details, headline, points, rules_table};
use crate::output::matrix::{faults_table, summary};
use crate::output::table::Table;

/// Renders the page of a program, or of a class with a section for each submission.
pub(crate) fn render(game: &str, graded: &[Graded]) -> String {
    let title = match graded {
        [one] => format!("{game}: {}", one.name),
        many => format!("{game}: {} submissions", many.len()),
    };
    let mut main = heading("h1", &title);
    if graded.len() != 1 {
        main.extend([table("Submissions", &class_table(graded))]);
    }
    for one in graded {
        if graded.len() != 1 {
            main.extend([heading("h2", &one.name)]);
        }
        main.extend([section(one)]);
    }
    page(
        &title,
        main,
        "A rule gives its points times the share of its cases that passed.",
    )
}

fn section(Graded { grade, .. }: &Graded) -> Markup {
    let mut section = paragraph(format!("{} of {} points", points(grade.points), points(grade.of)));
    if !grade.rules.is_empty() {
        section.extend([table("Rules", &rules_table(grade))]);
    }
    section.extend(alike(grade).into_iter().map(failure));
    section.extend([line(element(
        "p",
        &[("class", &"soft")],
        text(format!("Programs were kept apart by: {}.", grade.isolation)),
    ))]);
    section
}

fn failure((rules, failure): (Vec<&RuleGrade>, &FailedCase)) -> Markup {
    let names: Vec<&str> = rules.iter().map(|rule| rule.rule.as_str()).collect();
    let mut shown = heading("h3", format!("{}: {}", names.join(", "), headline(failure)));
    if let [rule] = rules[..] {
        shown.extend([paragraph(&rule.sentence)]);
    }
    for (title, detail) in details(failure) {
        let lines: Markup = detail.lines().map(|shown| line(text(shown))).collect();
        shown.extend([line(element("p", &[("class", &"soft")], text(title)))]);
        shown.extend([line(element("pre", &[("class", &"wide")], lines))]);
    }
    shown
}

/// Renders the page of a test suite.
pub(crate) fn render_matrix(game: &str, matrix: &Matrix) -> String {
    let title = format!("{game}: a test suite");
    let mut main = heading("h1", &title);
    main.extend(summary(matrix).into_iter().map(paragraph));
    main.extend([
        table("Faults", &faults_table(matrix)),
        heading("h2", "Fault by test"),
    ]);
    let heads = std::iter::once("fault").chain(matrix.tests.iter().map(String::as_str));
    let rows = matrix.faults.iter().map(|row| {
        let cell = |test: usize| if row.found_by.contains(&test) { "fails" } else { "" }.to_owned();
        std::iter::once(row.fault.clone())
            .chain((0..matrix.tests.len()).map(cell))
            .collect()
    });
    main.extend([table("Tests that fail on a fault", &Table::new(heads, rows))]);
    let end = "A suite gets its points times the share of the faults that a test finds. A test that fails on a right program \
               does not count.";
    page(&title, main, end)
}
