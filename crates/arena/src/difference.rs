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

    /// Compares options by their names.
    pub(crate) fn of_options(one: &BTreeMap<String, String>, two: &BTreeMap<String, String>) -> Option<Self> {
        let mut names = one.keys().chain(two.keys());
        let name = names.find(|name| one.get(*name) != two.get(*name))?;
        let text = |options: &BTreeMap<String, String>| options.get(name).cloned().unwrap_or_default();
        Some(Self {
            what: format!("the option `{name}` is"),
            one: text(one),
            two: text(two),
        })
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
