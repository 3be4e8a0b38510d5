//! What an examination found, as data.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::judging::{Failure, Reason};
use crate::printable::excerpt;
use crate::sandbox::{End, Isolation};

/// The result of an examination.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Grade {
    /// The id of the game.
    pub game: String,
    /// The seed of the generated cases; `None` where it is not shown.
    pub seed: Option<u64>,
    /// How the program was kept apart.
    pub isolation: Isolation,
    /// The points reached.
    pub points: f64,
    /// The points of a program that does everything right.
    pub of: f64,
    /// The rules, in the order of the game's description.
    pub rules: Vec<RuleGrade>,
}

/// The result for one rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RuleGrade {
    /// The name of the rule.
    pub rule: String,
    /// One sentence that states it.
    pub sentence: String,
    /// How many cases there were.
    pub cases: usize,
    /// How many of them the program passed.
    pub passed: usize,
    /// The points reached: those of the rule times the share of cases that passed.
    pub points: f64,
    /// The points of the rule.
    pub of: f64,
    /// The first case that failed.
    pub failure: Option<FailedCase>,
}

/// A case that failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FailedCase {
    /// Why it failed.
    pub reason: Reason,
    /// How the program ended.
    pub end: End,
    /// The case itself; `None` where it is not shown.
    pub shown: Option<ShownCase>,
}

/// The lines of a case that failed, and the wrong answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ShownCase {
    /// Whether the case is published.
    pub is_published: bool,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The lines of input.
    pub script: Vec<String>,
    /// The fewest lines found that still fail in the same way.
    pub smallest: Vec<String>,
    /// The line of the smallest script that was answered wrongly, from 1; `None` where all answers were
    /// right, also if more came after them.
    pub line: Option<usize>,
    /// What a right program answers; of a long text the beginning.
    pub expected: Option<String>,
    /// The answer, where there was one, without what would do something to a terminal; of a long one the
    /// beginning.
    pub found: Option<String>,
    /// The end of what the program printed on standard error.
    pub errors: String,
}

/// How much of a grade is shown to whom it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feedback {
    /// Points only.
    None,
    /// The rules with their points and the kind of the first failure.
    Rule,
    /// Everything.
    Case,
}

impl Feedback {
    /// All of them, the shortest first.
    pub const ALL: [Self; 3] = [Self::None, Self::Rule, Self::Case];

    /// Returns its name on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rule => "rule",
            Self::Case => "case",
        }
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Grade {
    /// Returns whether every case passed.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.rules.iter().all(|rule| rule.passed == rule.cases)
    }

    /// Returns what a level of feedback leaves of the grade. The seed stays only with the whole cases.
    #[must_use]
    pub fn with_feedback(&self, feedback: Feedback) -> Self {
        let mut grade = self.clone();
        if feedback != Feedback::Case {
            grade.seed = None;
            let failures = grade.rules.iter_mut().filter_map(|rule| rule.failure.as_mut());
            // The messages of a compiler are no secret.
            for failure in failures.filter(|failure| failure.reason != Reason::NotCompiled) {
                failure.shown = None;
            }
        }
        if feedback == Feedback::None {
            grade.rules.clear();
        }
        grade
    }
}

impl FailedCase {
    /// Makes the failure of a submission that does not compile, with the compiler's messages.
    pub(crate) fn not_compiled(messages: &str) -> Self {
        Self {
            reason: Reason::NotCompiled,
            end: End::NotStarted,
            shown: Some(ShownCase {
                is_published: true,
                arguments: Vec::new(),
                script: Vec::new(),
                smallest: Vec::new(),
                line: None,
                expected: None,
                found: None,
                errors: excerpt(messages),
            }),
        }
    }

    /// Makes the failure of a rule whose cases were not run.
    pub(crate) const fn not_run(reason: Reason) -> Self {
        Self {
            reason,
            end: End::NotStarted,
            shown: None,
        }
    }

    pub(crate) fn new(failure: &Failure, shown: ShownCase) -> Self {
        let difference = failure.difference.as_ref();
        Self {
            reason: failure.reason,
            end: failure.end,
            shown: Some(ShownCase {
                line: difference
                    .map(|difference| difference.line + 1)
                    .filter(|&line| line <= shown.smallest.len()),
                expected: difference.map(|difference| excerpt(&difference.expected)),
                found: difference.and_then(|difference| difference.found.as_deref().map(excerpt)),
                errors: excerpt(&failure.errors),
                ..shown
            }),
        }
    }
}
