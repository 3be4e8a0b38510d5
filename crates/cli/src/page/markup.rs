//! Text of a page, which cannot be anything but what was meant: whatever comes from outside is escaped where it enters.

use std::fmt::{self, Display, Write as _};

/// A piece of HTML or of SVG within it, made of elements, with all their attributes and texts escaped.
///
/// There is no way to make one of text as it is, so that a file's name or a player's options stay text in every page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Markup(String);

/// An attribute with its value.
pub(crate) type Attribute<'a> = (&'a str, &'a dyn Display);

/// Makes text that means itself.
pub(crate) fn text(text: impl Display) -> Markup {
    let mut markup = Markup::default();
    let _ = write!(Escape(&mut markup.0), "{text}");
    markup
}

/// Makes an element; one of SVG may be empty, as its end is always written.
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

/// Makes a table: a caption, the heads of its columns, and rows that begin with their own heads. It can be scrolled by
/// keys where it is too wide.
pub(crate) fn table(caption: &str, heads: &[String], rows: &[Vec<String>]) -> Markup {
    let columns: Markup = heads
        .iter()
        .map(|head| element("th", &[("scope", &"col")], text(head)))
        .collect();
    let rows: Markup = rows
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

/// Ends a piece with the end of a line, so that pages can be read and compared as text.
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

/// Writes with every character replaced that has a meaning in text or in a quoted attribute. Control characters, which
/// HTML does not allow, become the sign for what cannot be shown.
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
    fn whatever_comes_in_stays_text() {
        let hostile = "</td><script>\"&'\0";
        let told = element("td", &[("title", &hostile)], text(hostile)).to_string();
        let escaped = "&lt;/td&gt;&lt;script&gt;&quot;&amp;&#39;\u{fffd}";
        assert_eq!(told, format!("<td title=\"{escaped}\">{escaped}</td>"));
        let table = table(hostile, &[hostile.to_owned()], &[vec![hostile.to_owned(); 2]]).to_string();
        assert_eq!(table.matches(escaped).count(), 5);
        assert!(!table.contains("<script"));
    }
}
