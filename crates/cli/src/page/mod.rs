//! Pages of charts and tables that need no network: what reports are made of.
//!
//! Everything that a chart shows is in a table too. A page has no script and asks for nothing, which its own content security
//! policy enforces.

pub(crate) mod axis;
pub(crate) mod chart;
pub(crate) mod markup;
pub(crate) mod numbers;

use markup::{Markup, element, line, table, text};

/// The page around what is told; its style sheet knows every class.
const PAGE: &str = include_str!("page.html");

/// Makes a page of its title, what it tells, and a line at its end.
pub(crate) fn whole(title: &str, main: Markup, end: &str) -> String {
    let footer = element("footer", &[("class", &"soft")], element("p", &[], text(end)));
    let body = Markup::from_iter([line(element("main", &[], main)), footer]);
    let (head, rest) = PAGE.split_once("{{title}}").expect("the page has a title");
    let (between, tail) = rest.split_once("{{body}}").expect("the page has a body");
    format!("{head}{}{between}{body}{tail}", text(title))
}

/// Makes the table of a chart, which is shown when asked for.
pub(crate) fn details(title: &str, heads: &[String], rows: &[Vec<String>]) -> Markup {
    let summary = element("summary", &[], text(format!("As a table: {title}")));
    let content = Markup::from_iter([summary, table(title, heads, rows)]);
    line(element("details", &[], content))
}
