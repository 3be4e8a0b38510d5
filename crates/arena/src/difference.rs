//! What two descriptions of games differ in, where their parts cannot be put together.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use quincunx_search::time_control::TimeControl;

/// A thing that is one in a first description and another in a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The thing, with its verb, as in `the seed is`.
    pub what: String,
    /// What it is in the first.
    pub one: String,
    /// What it is in the second.
    pub two: String,
}

impl Difference {
    /// Compares a thing by its text.
    pub fn of(what: &str, one: &impl Display, two: &impl Display) -> Option<Self> {
        let (one, two) = (one.to_string(), two.to_string());
        let what = what.to_owned();
        (one != two).then_some(Self { what, one, two })
    }

    /// Compares lists.
    pub(crate) fn of_lists(what: &str, one: &[String], two: &[String]) -> Option<Self> {
        // Joined texts may be equal where the lists are not.
        Self::of(what, &format!("{one:?}"), &format!("{two:?}"))
    }

    /// Compares texts line by line and reports the first line that differs.
    pub fn of_lines(what: &str, one: &str, two: &str) -> Option<Self> {
        let (mut ones, mut twos) = (one.split('\n'), two.split('\n'));
        loop {
            match (ones.next(), twos.next()) {
                (None, None) => return None,
                (one, two) if one == two => {}
                (one, two) => {
                    let [one, two] = [one, two].map(|line| line.unwrap_or_default().to_owned());
                    let what = what.to_owned();
                    return Some(Self { what, one, two });
                }
            }
        }
    }

    /// Compares options by their names; of a value of several lines, such as a level, only one is reported.
    pub(crate) fn of_options(one: &BTreeMap<String, String>, two: &BTreeMap<String, String>) -> Option<Self> {
        let mut names = one.keys().chain(two.keys());
        let name = names.find(|name| one.get(*name) != two.get(*name))?;
        let [one, two] = [one, two].map(|options| options.get(name).cloned().unwrap_or_default());
        if [&one, &two].iter().any(|text| text.contains('\n')) {
            return Self::of_lines(&format!("a line of the option `{name}` is"), &one, &two);
        }
        let what = format!("the option `{name}` is");
        Some(Self { what, one, two })
    }

    /// Compares what bounds the players in place of their own limits.
    pub(crate) fn of_limits(one: Option<TimeControl>, two: Option<TimeControl>) -> Option<Self> {
        let text = |limit: Option<TimeControl>| {
            limit.map_or_else(|| "their own".to_owned(), |limit| limit.to_string())
        };
        Self::of("the players' limits are", &text(one), &text(two))
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, one, two } = self;
        write!(f, "{what} `{one}` in the first and `{two}` in this")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_value_of_several_lines_only_the_first_that_differs_is_reported() {
        let options = |value: &str| BTreeMap::from([("level".to_owned(), value.to_owned())]);
        let difference = |one: &str, two: &str| {
            let difference = Difference::of_options(&options(one), &options(two));
            difference.map(|difference| difference.to_string())
        };
        assert_eq!(difference("a\nlimit = 5\nb", "a\nlimit = 5\nb"), None);
        for (one, two, expected) in [
            ("5", "6", "the option `level` is `5` in the first and `6` in this"),
            (
                "a\nlimit = 5\nb",
                "a\nlimit = 6\nc",
                "a line of the option `level` is `limit = 5` in the first and `limit = 6` in this",
            ),
            (
                "a\n",
                "a\nb",
                "a line of the option `level` is `` in the first and `b` in this",
            ),
            (
                "a\n\n",
                "a\n",
                "a line of the option `level` is `` in the first and `` in this",
            ),
        ] {
            assert_eq!(difference(one, two).as_deref(), Some(expected));
        }
    }
}
