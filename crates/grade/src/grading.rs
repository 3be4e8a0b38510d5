//! A program held against the rules of a game.

use std::time::{Duration, Instant};

use quincunx_core::Random;
use quincunx_registry::examination::{Case, Examination};

use crate::grade::{FailedCase, Grade, RuleGrade, ShownCase};
use crate::judging::{Failure, Reason, judge};
use crate::rubric::{ANSWERS_AT_ONCE, Rubric};
use crate::sandbox::{Program, Sandbox};
use crate::shrinking::shrink;

/// The most cases in one run of a program: starting a program often takes longer than a case.
const MAX_BATCH: usize = 50;

/// After how many rules that ran into limits a program is given up of which no case has passed.
const HOPELESS: usize = 3;

/// The most runs to find the smallest script for the first failure of a rule, and the time for all rules.
const SHRINK_ATTEMPTS: u32 = 300;
const SHRINK_TIME: Duration = Duration::from_secs(30);

/// Examines programs that play one game.
pub struct Examiner<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// What the game offers for it.
    pub exam: &'static dyn Examination,
    /// What counts how much.
    pub rubric: &'a Rubric,
    /// Where programs run.
    pub sandbox: &'a Sandbox,
    /// The seed of the generated cases.
    pub seed: u64,
    /// Is called with the number of cases that were finished since the last call.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// A case with the place of its rule in the rubric.
pub(crate) struct Planned {
    case: Case,
    pub(crate) rule: usize,
    is_published: bool,
}

/// A case that failed, with the case or cases of the run in which it did.
struct Failed {
    planned: usize,
    /// Cases in the same run; the last one failed.
    run: Case,
    failure: Failure,
}

/// How a run of several cases ended after those that passed.
enum BatchEnd {
    /// All passed.
    Passed,
    /// The next one failed, in a run of these lines.
    Failed(Case, Failure),
    /// The next one passes alone; only the whole took too long.
    TooSlow,
    /// All answers were right, but the end was not: then each case has to be run alone.
    EndsBadly,
}

impl Examiner<'_> {
    /// Returns the number of cases of a whole examination.
    #[must_use]
    pub fn cases(&self) -> usize {
        let rules = &self.rubric.rules;
        let counts = |case: &Case| rules.iter().any(|weighted| weighted.rule.name == case.rule);
        let published = self.exam.published().iter().filter(|case| counts(case)).count();
        let own = rules
            .iter()
            .filter(|weighted| weighted.rule.name != ANSWERS_AT_ONCE.name);
        let generated: usize = own.map(|weighted| weighted.cases as usize).sum();
        published + generated + usize::from(self.asks_at_once())
    }

    /// Runs a program on the cases of all rules; `None` when it was stopped.
    ///
    /// Several cases go through one run of the program, and one that fails there is run again alone. A rule
    /// is given up at its first case that runs into a limit, and all rules once three were given up
    /// and no case passed, or when the program cannot be started. If no published case passes, no other is
    /// run.
    pub fn grade(&self, program: &Program) -> Option<Grade> {
        let plan = self.plan();
        let mut passed = vec![0; self.rubric.rules.len()];
        let mut failed: Vec<Failed> = Vec::new();
        let mut is_given_up = vec![false; self.rubric.rules.len()];
        let mut has_ended = false;
        let mut batch_size = MAX_BATCH;
        let mut next = 0;
        while next < plan.len() {
            if self.sandbox.stop.is_stopped() {
                return None;
            }
            let before = next;
            if !plan[next].is_published && passed.iter().all(|&passed| passed == 0) {
                next = plan.len();
            } else if is_given_up[plan[next].rule] {
                next += 1;
            } else {
                let batch = batch(&plan[next..], batch_size);
                let (right, end) = self.run_batch(program, batch);
                for planned in &batch[..right] {
                    passed[planned.rule] += 1;
                }
                next += right;
                match end {
                    BatchEnd::Passed => {}
                    BatchEnd::EndsBadly => batch_size = 1,
                    BatchEnd::TooSlow => {
                        passed[plan[next].rule] += 1;
                        batch_size = (batch.len() / 2).max(1);
                        next += 1;
                    }
                    BatchEnd::Failed(run, failure) => {
                        let reason = failure.reason;
                        is_given_up[plan[next].rule] = is_limit(reason);
                        failed.push(Failed {
                            planned: next,
                            run,
                            failure,
                        });
                        let hopeless = is_given_up.iter().filter(|&&given_up| given_up).count();
                        if reason == Reason::NotStarted
                            || hopeless >= HOPELESS && passed.iter().all(|&passed| passed == 0)
                        {
                            is_given_up.fill(true);
                            has_ended = true;
                        }
                        next += 1;
                    }
                }
            }
            (self.progress)(next - before);
        }
        let cases = |rule| plan.iter().filter(|planned| planned.rule == rule).count();
        let mut rules = Vec::new();
        let shrink_until = Instant::now() + SHRINK_TIME;
        for (index, weighted) in self.rubric.rules.iter().enumerate() {
            if self.sandbox.stop.is_stopped() {
                return None;
            }
            let of_rule = failed.iter().find(|failed| plan[failed.planned].rule == index);
            let (cases, passed, failure) = if weighted.rule.name == ANSWERS_AT_ONCE.name {
                let failure = if has_ended {
                    Some(FailedCase::not_run())
                } else {
                    self.answers_at_once(program, &plan)
                };
                (self.progress)(1);
                (1, usize::from(failure.is_none()), failure)
            } else {
                let failure =
                    of_rule.map(|failed| self.describe(program, &plan[failed.planned], failed, shrink_until));
                let failure = failure.or_else(|| has_ended.then(FailedCase::not_run));
                (cases(index), passed[index], failure)
            };
            rules.push(RuleGrade {
                rule: weighted.rule.name.to_owned(),
                sentence: weighted.rule.sentence.to_owned(),
                cases,
                passed,
                points: self.rubric.points_of(weighted, passed, cases),
                of: self.rubric.points_of(weighted, 1, 1),
                failure,
            });
        }
        // Runs that were ended say nothing.
        if self.sandbox.stop.is_stopped() {
            return None;
        }
        Some(Grade {
            game: self.game.to_owned(),
            seed: Some(self.seed),
            isolation: self.sandbox.isolation(),
            points: rules.iter().map(|rule| rule.points).sum(),
            of: self.rubric.points,
            rules,
        })
    }

    /// Lists the published cases of the rules that count, then the generated ones.
    pub(crate) fn plan(&self) -> Vec<Planned> {
        let rules = &self.rubric.rules;
        let place = |name: &str| rules.iter().position(|weighted| weighted.rule.name == name);
        let published = self.exam.published().into_iter().filter_map(|case| {
            let rule = place(case.rule)?;
            Some(Planned {
                case,
                rule,
                is_published: true,
            })
        });
        let generated = rules.iter().enumerate().flat_map(|(rule, weighted)| {
            let own = self
                .exam
                .rules()
                .iter()
                .position(|own| own.name == weighted.rule.name);
            let mut random = own.map(|own| Random::stream(self.seed, own as u64));
            let cases = if random.is_some() { weighted.cases } else { 0 };
            (0..cases).filter_map(move |_| {
                let case = self.exam.generate(weighted.rule, random.as_mut()?);
                Some(Planned {
                    case,
                    rule,
                    is_published: false,
                })
            })
        });
        published.chain(generated).collect()
    }

    fn asks_at_once(&self) -> bool {
        self.rubric
            .rules
            .iter()
            .any(|weighted| weighted.rule.name == ANSWERS_AT_ONCE.name)
    }

    /// Runs cases one after the other in one run. Returns how many passed before the first that failed.
    fn run_batch(&self, program: &Program, batch: &[Planned]) -> (usize, BatchEnd) {
        let whole = joined(batch);
        let Err(failure) = self.run(program, &whole) else {
            return (batch.len(), BatchEnd::Passed);
        };
        if failure.reason == Reason::NotStarted || batch.len() == 1 {
            return (0, BatchEnd::Failed(batch[0].case.clone(), failure));
        }
        let line = failure.difference.as_ref().map(|difference| difference.line);
        let line = line.filter(|&line| line < whole.lines.len());
        if line.is_none() && !is_limit(failure.reason) {
            return (0, BatchEnd::EndsBadly);
        }
        let right = case_of_line(batch, line.unwrap_or(usize::MAX));
        let alone = &batch[right].case;
        let end = match self.run(program, alone) {
            Err(failure) => BatchEnd::Failed(alone.clone(), failure),
            Ok(()) if is_limit(failure.reason) => BatchEnd::TooSlow,
            // It fails only after the others.
            Ok(()) => BatchEnd::Failed(joined(&batch[..=right]), failure),
        };
        (right, end)
    }

    fn run(&self, program: &Program, case: &Case) -> Result<(), Failure> {
        let run = self.sandbox.run(program, case.arguments, &case.input());
        judge(self.exam, case, &run)
    }

    /// Describes a failure with the smallest script that shows it, as far as it is found in time.
    fn describe(
        &self,
        program: &Program,
        planned: &Planned,
        failed: &Failed,
        shrink_until: Instant,
    ) -> FailedCase {
        let with_lines = |lines: &[String]| Case {
            lines: lines.to_vec(),
            ..failed.run.clone()
        };
        let reason = failed.failure.reason;
        let lines = &failed.run.lines;
        let mut failure = failed.failure.clone();
        let mut smallest = lines.clone();
        if !is_limit(reason) && reason != Reason::NotStarted {
            smallest = shrink(
                lines,
                |lines| self.exam.smaller(lines),
                |line| self.exam.simpler(line),
                SHRINK_ATTEMPTS,
                |lines| {
                    let may_go_on = Instant::now() < shrink_until && !self.sandbox.stop.is_stopped();
                    let outcome = may_go_on.then(|| self.run(program, &with_lines(lines)));
                    match outcome {
                        Some(Err(smaller)) if smaller.reason == reason => {
                            failure = smaller;
                            true
                        }
                        _ => false,
                    }
                },
            );
        }
        FailedCase::new(&failure, shown(planned, lines, smallest))
    }

    /// Speaks to a program line by line, and returns how it fails to answer each line before the next.
    fn answers_at_once(&self, program: &Program, plan: &[Planned]) -> Option<FailedCase> {
        let own = || {
            self.exam.published().into_iter().map(|case| Planned {
                case,
                rule: 0,
                is_published: true,
            })
        };
        let suits = |planned: &Planned| planned.case.arguments.is_empty() && !planned.case.ends_run;
        // One that counts, where there is one.
        let counted = plan.iter().find(|planned| planned.is_published && suits(planned));
        let own = own().find(suits);
        let planned = counted.or(own.as_ref())?;
        let patience = self.sandbox.limits().wall / 2;
        let mut running = self.sandbox.start(program, &[]).ok();
        let mut asked = Case {
            lines: Vec::new(),
            ..planned.case.clone()
        };
        let mut is_late = false;
        for line in &planned.case.lines {
            let Some(running) = &mut running else { break };
            asked.lines.push(line.clone());
            running.send(line);
            is_late = !running.wait_for(patience, |output| self.exam.check(&asked, output).is_ok());
            if is_late {
                break;
            }
        }
        let failure = match running.map(|running| judge(self.exam, &asked, &running.finish())) {
            None => self.run(program, &planned.case).err()?,
            Some(Err(failure)) => failure,
            Some(Ok(())) if !is_late => return None,
            Some(Ok(())) => Failure {
                reason: Reason::Late,
                end: crate::sandbox::End::Exit(0),
                difference: None,
                errors: String::new(),
            },
        };
        let script = asked.lines;
        Some(FailedCase::new(&failure, shown(planned, &script, script.clone())))
    }
}

fn shown(planned: &Planned, script: &[String], smallest: Vec<String>) -> ShownCase {
    ShownCase {
        is_published: planned.is_published,
        arguments: planned
            .case
            .arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect(),
        script: script.to_vec(),
        smallest,
        line: None,
        expected: None,
        found: None,
        errors: String::new(),
    }
}

/// Returns whether more time or room could have helped.
fn is_limit(reason: Reason) -> bool {
    matches!(reason, Reason::Timeout | Reason::CpuLimit | Reason::Flood)
}

/// Takes as many of the first cases as can go through one run.
fn batch(plan: &[Planned], most: usize) -> &[Planned] {
    let first = &plan[0].case;
    let alike = plan
        .iter()
        .take(most)
        .take_while(|planned| planned.case.arguments == first.arguments);
    let mut count = 0;
    for planned in alike {
        count += 1;
        if planned.case.ends_run {
            break;
        }
    }
    &plan[..count]
}

fn joined(batch: &[Planned]) -> Case {
    let mut whole = batch[0].case.clone();
    for planned in &batch[1..] {
        whole.lines.extend_from_slice(&planned.case.lines);
        whole.ends_run |= planned.case.ends_run;
    }
    whole
}

/// Returns the place of the case to which a line of all lines belongs; the last one behind them.
fn case_of_line(batch: &[Planned], line: usize) -> usize {
    let mut end = 0;
    let place = batch.iter().position(|planned| {
        end += planned.case.lines.len();
        line < end
    });
    place.unwrap_or(batch.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Isolation, Limits};

    #[test]
    fn cases_are_counted_without_being_generated() {
        let sandbox = Sandbox::new(
            "launcher".into(),
            Some(Isolation::None),
            Limits::default(),
            Vec::new(),
        );
        let sandbox = sandbox.expect("no isolation always works");
        for entry in quincunx_catalog::GAMES {
            let Some(exam) = entry.examination() else { continue };
            for is_full in [false, true] {
                let rubric = Rubric::all(exam, is_full);
                let examiner = Examiner {
                    game: entry.id(),
                    exam,
                    rubric: &rubric,
                    sandbox: &sandbox,
                    seed: 1,
                    progress: &|_| {},
                };
                assert_eq!(examiner.cases(), examiner.plan().len() + 1, "{}", entry.id());
            }
        }
    }
}
