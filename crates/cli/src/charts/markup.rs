//! HTML in which all text is escaped where it enters.

use std::fmt::{self, Display, Write as _};

use crate::output::table::Table;

/// A piece of HTML or SVG whose attributes and texts are escaped.
///
/// It cannot be created from raw text, so that a file's name or a player's options stay text in every page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Markup(String);

pub(crate) type Attribute<'a> = (&'a str, &'a dyn Display);

pub(crate) fn text(text: impl Display) -> Markup {
    let mut markup = Markup::default();
    let _ = write!(Escape(&mut markup.0), "{text}");
    markup
}

/// Creates an element; the end tag is always written, as SVG requires.
pub(crate) fn element(name: &str, attributes: &[Attribute<'_>], content: Markup) -> Markup {
    let mut markup = Markup(format!("<{name}"));
    for (name, value) in attributes {
        let _ = write!(markup.0, " {name}=\"");
        let _ = write!(Escape(&mut markup.0), "{value}");
        markup.0.push('"');
    }
    markup.0.push('>');
    markup.extend([content]);
    let _ = write!(markup.0, "</{name}>");
    markup
}

pub(crate) fn table(caption: &str, shown: &Table) -> Markup {
    let columns: Markup = shown
        .heads
        .iter()
        .map(|head| element("th", &[("scope", &"col")], text(head)))
        .collect();
    let rows: Markup = shown
        .rows
        .iter()
        .map(|row| {
            let cells: Markup = row
                .iter()
                .enumerate()
                .map(|(column, cell)| match column {
                    0 => element("th", &[("scope", &"row")], text(cell)),
                    _ => element("td", &[], text(cell)),
                })
                .collect();
            line(element("tr", &[], cells))
        })
        .collect();
    let table = Markup::from_iter([
        element("caption", &[], text(caption)),
        line(element("thead", &[], element("tr", &[], columns))),
        element("tbody", &[], rows),
    ]);
    let attributes: [Attribute<'_>; 4] = [
        ("class", &"wide"),
        ("role", &"region"),
        ("aria-label", &caption),
        ("tabindex", &0),
    ];
    line(element("div", &attributes, line(element("table", &[], table))))
}

/// Appends a line break, so that pages can be compared as text.
pub(crate) fn line(mut markup: Markup) -> Markup {
    markup.0.push('\n');
    markup
}

impl Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromIterator<Markup> for Markup {
    fn from_iter<I: IntoIterator<Item = Markup>>(pieces: I) -> Self {
        let mut whole = Self::default();
        whole.extend(pieces);
        whole
    }
}

impl Extend<Markup> for Markup {
    fn extend<I: IntoIterator<Item = Markup>>(&mut self, pieces: I) {
        for piece in pieces {
            self.0.push_str(&piece.0);
        }
    }
}

/// Replaces every character with a meaning in text or in a quoted attribute. Control characters, which HTML
/// does not allow, become the replacement character.
struct Escape<'a>(&'a mut String);

impl fmt::Write for Escape<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(' '),
                _ if character.is_control() => self.0.push(char::REPLACEMENT_CHARACTER),
                _ => self.0.push(character),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        let hostile = "</td><script>\"&'\0";
        let cell = element("td", &[("title", &hostile)], text(hostile)).to_string();
        let escaped = "&lt;/td&gt;&lt;script&gt;&quot;&amp;&#39;\u{fffd}";
        assert_eq!(cell, format!("<td title=\"{escaped}\">{escaped}</td>"));
        let table = table(hostile, &Table::new([hostile], [vec![hostile.to_owned(); 2]])).to_string();
        assert_eq!(table.matches(escaped).count(), 5);
        assert!(!table.contains("<script"));
    }
}
