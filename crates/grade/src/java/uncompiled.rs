//! The grade of a submission that does not compile.

use crate::grade::{FailedCase, Grade, RuleGrade};
use crate::grading::Examiner;
use crate::judging::Reason;
use crate::rubric::ANSWERS_AT_ONCE;

impl Examiner<'_> {
    /// Returns the grade of a submission that does not compile: no points, and the compiler's messages once.
    #[must_use]
    pub fn not_compiled(&self, messages: &str) -> Grade {
        let plan = self.plan();
        let mut failure = Some(FailedCase::not_compiled(messages));
        let rules = self.rubric.rules.iter().enumerate().map(|(index, weighted)| {
            let is_at_once = weighted.rule.name == ANSWERS_AT_ONCE.name;
            let planned = plan.iter().filter(|planned| planned.rule == index);
            RuleGrade {
                rule: weighted.rule.name.to_owned(),
                sentence: weighted.rule.sentence.to_owned(),
                cases: if is_at_once { 1 } else { planned.count() },
                passed: 0,
                points: 0.0,
                of: self.rubric.points_of(weighted, 1, 1),
                failure: failure
                    .take()
                    .or_else(|| Some(FailedCase::not_run(Reason::NotRun))),
            }
        });
        Grade {
            game: self.game.to_owned(),
            seed: Some(self.seed),
            isolation: self.sandbox.isolation(),
            points: 0.0,
            of: self.rubric.points,
            rules: rules.collect(),
        }
    }
}
