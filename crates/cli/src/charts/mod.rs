//! Pages of charts and tables that need no network.
//!
//! Every chart is a table too. A page has no script and loads nothing, which its content security policy
//! enforces.

mod axis;
mod chart;
mod estimates;
pub(crate) mod grade;
pub(crate) mod level_report;
mod markup;
pub(crate) mod report;

use crate::output::table::Table;
use markup::{Markup, element, line, table, text};

const PAGE: &str = include_str!("page.html");

fn page(title: &str, main: Markup, end: &str) -> String {
    let footer = element("footer", &[("class", &"soft")], element("p", &[], text(end)));
    let body = Markup::from_iter([line(element("main", &[], main)), footer]);
    let (head, rest) = PAGE.split_once("{{title}}").expect("the page has a title");
    let (between, tail) = rest.split_once("{{body}}").expect("the page has a body");
    format!("{head}{}{between}{body}{tail}", text(title))
}

fn details(title: &str, shown: &Table) -> Markup {
    let summary = element("summary", &[], text(format!("As a table: {title}")));
    let content = Markup::from_iter([summary, table(title, shown)]);
    line(element("details", &[], content))
}

fn paragraph(shown: impl std::fmt::Display) -> Markup {
    line(element("p", &[], text(shown)))
}

fn heading(level: &str, shown: impl std::fmt::Display) -> Markup {
    line(element(level, &[], text(shown)))
}

fn letter(series: usize) -> String {
    let letter = ('A'..='Z').nth(series);
    letter.map_or_else(|| format!("#{}", series + 1), String::from)
}
