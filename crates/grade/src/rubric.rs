//! Which rules count how much, as a TOML file.
//!
//! ```toml
//! game = "2048"
//! points = 15
//!
//! [rules.merge-once]
//! weight = 2
//! cases = 30
//! ```

use std::collections::BTreeMap;

use quincunx_registry::examination::{Examination, ExaminedRule};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The rule that every game has: its answers are written before the next line is read.
pub(crate) const ANSWERS_AT_ONCE: ExaminedRule = ExaminedRule {
    name: "answers-at-once",
    sentence: "Every answer is written before the next line is read.",
    cases: 0,
    is_extra: false,
};

/// A rule with what it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedRule {
    /// The rule.
    pub rule: &'static ExaminedRule,
    /// Its share of the points.
    pub weight: f64,
    /// How many cases are generated for it.
    pub cases: u32,
}

/// The rules of an examination with what they count.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// The points of a program that does everything right.
    pub points: f64,
    /// The rules that count.
    pub rules: Vec<WeightedRule>,
}

/// Why a rubric cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RubricError {
    /// It is not TOML of this form.
    #[error("{0}")]
    Toml(#[from] Box<toml::de::Error>),
    /// It is of another game.
    #[error("the rubric is of `{found}`, expected `{expected}`")]
    Game {
        /// The game that is examined.
        expected: String,
        /// The game of the rubric.
        found: String,
    },
    /// It names a rule that the game does not have.
    #[error("unknown rule `{found}`; expected {expected}")]
    Rule {
        /// The name.
        found: String,
        /// The names of all rules.
        expected: String,
    },
    /// A weight or the number of points is out of range.
    #[error("{name}: expected a number from 0 to 1,000,000, found {found}")]
    Number {
        /// Where it stands.
        name: String,
        /// The number.
        found: f64,
    },
    /// A rule would have more cases than a run can hold.
    #[error("{name}: expected at most {MAX_CASES} cases, found {found}")]
    Cases {
        /// Where it stands.
        name: String,
        /// The number.
        found: u32,
    },
    /// No rule counts.
    #[error("no rule has a weight above 0")]
    Empty,
}

/// The most cases of one rule.
pub const MAX_CASES: u32 = 100_000;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RubricFile {
    game: String,
    points: Option<f64>,
    rules: BTreeMap<String, RuleEntry>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    #[serde(default = "one")]
    weight: f64,
    cases: Option<u32>,
}

const fn one() -> f64 {
    1.0
}

impl Rubric {
    /// Makes the rubric in which every rule counts one point: those that the assignment asks for, or all.
    #[must_use]
    pub fn all(exam: &dyn Examination, full: bool) -> Self {
        let asked = exam.rules().iter().filter(|rule| full || !rule.is_extra);
        let rules: Vec<WeightedRule> = asked
            .chain([&ANSWERS_AT_ONCE])
            .map(|rule| WeightedRule {
                rule,
                weight: 1.0,
                cases: rule.cases,
            })
            .collect();
        Self {
            points: rules.len() as f64,
            rules,
        }
    }

    /// Leaves the rules for which a condition holds; the points stay as many as there are rules.
    #[must_use]
    pub fn only(mut self, counts: impl Fn(&str) -> bool) -> Self {
        self.rules.retain(|weighted| counts(weighted.rule.name));
        self.points = self.rules.len() as f64;
        self
    }

    /// Reads a rubric for a game. Rules that it does not name do not count.
    ///
    /// # Errors
    /// When the text is not TOML of this form, is of another game, names an unknown rule, has a number out of
    /// range, or gives no rule a weight above 0.
    pub fn parse(text: &str, game: &str, exam: &dyn Examination) -> Result<Self, RubricError> {
        let file: RubricFile = toml::from_str(text).map_err(Box::new)?;
        if file.game != game {
            let (expected, found) = (game.to_owned(), file.game);
            return Err(RubricError::Game { expected, found });
        }
        let known = || exam.rules().iter().chain([&ANSWERS_AT_ONCE]);
        let mut rules = Vec::new();
        for (name, entry) in file.rules {
            let Some(rule) = known().find(|rule| rule.name == name) else {
                let names: Vec<&str> = known().map(|rule| rule.name).collect();
                return Err(RubricError::Rule {
                    found: name,
                    expected: names.join(", "),
                });
            };
            check_number(&format!("rules.{name}.weight"), entry.weight)?;
            let cases = entry.cases.unwrap_or(rule.cases);
            if cases > MAX_CASES {
                let name = format!("rules.{name}.cases");
                return Err(RubricError::Cases { name, found: cases });
            }
            rules.push(WeightedRule {
                rule,
                weight: entry.weight,
                cases,
            });
        }
        // In the order of the game, whatever the order of the file.
        rules.sort_by_key(|weighted| known().position(|rule| rule.name == weighted.rule.name));
        let weights: f64 = rules.iter().map(|rule| rule.weight).sum();
        let points = file.points.unwrap_or(weights);
        check_number("points", points)?;
        if weights <= 0.0 {
            return Err(RubricError::Empty);
        }
        Ok(Self { points, rules })
    }

    /// Formats the rubric as a file for a game.
    #[must_use]
    pub fn to_toml(&self, game: &str) -> String {
        let mut text = format!("game = \"{game}\"\npoints = {}\n", self.points);
        for WeightedRule { rule, weight, cases } in &self.rules {
            text.push_str(&format!(
                "\n# {}\n[rules.{}]\nweight = {weight}\ncases = {cases}\n",
                rule.sentence, rule.name
            ));
        }
        text
    }

    /// Returns the points of a rule of which a share of the cases passed.
    #[must_use]
    pub fn points_of(&self, rule: &WeightedRule, passed: usize, cases: usize) -> f64 {
        let weights: f64 = self.rules.iter().map(|rule| rule.weight).sum();
        self.points * rule.weight / weights * passed as f64 / cases.max(1) as f64
    }
}

fn check_number(name: &str, found: f64) -> Result<(), RubricError> {
    if (0.0..=1e6).contains(&found) {
        return Ok(());
    }
    let name = name.to_owned();
    Err(RubricError::Number { name, found })
}
