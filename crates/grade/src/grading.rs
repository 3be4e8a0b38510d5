//! A program held against the rules of a game.

use std::time::{Duration, Instant};

use quincunx_core::Random;
use quincunx_registry::examination::{Case, Examination};

use crate::batching::{BatchEnd, MAX_BATCH, Planned, RunCase, batch, is_limit, run_batch};
use crate::grade::{FailedCase, Grade, RuleGrade, ShownCase};
use crate::judging::{Failure, Reason, judge};
use crate::rubric::{ANSWERS_AT_ONCE, Rubric};
use crate::sandbox::{Program, Sandbox};
use crate::shrinking::shrink;

/// After how many rules that ran into limits a program is given up of which no case has passed.
const HOPELESS: usize = 3;

/// The most runs to find the smallest script for the first failure of a rule, and the time for all rules.
const SHRINK_ATTEMPTS: u32 = 300;
const SHRINK_TIME: Duration = Duration::from_secs(10);

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
    /// The time of all runs of a program, without those that look for smaller scripts.
    pub time: Duration,
    /// Whether smaller scripts are looked for, as somebody will see them.
    pub shrinks: bool,
    /// Is called with the number of cases that were finished since the last call.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// A case that failed, with the case or cases of the run in which it did.
struct Failed {
    planned: usize,
    /// Cases in the same run; the last one failed.
    run: Case,
    failure: Failure,
}

/// How a program did on the cases of a plan.
struct Outcomes {
    /// Whether it passed, for each case.
    passed: Vec<bool>,
    failed: Vec<Failed>,
    /// Why it was given up as a whole.
    given_up: Option<Reason>,
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
    /// and no case passed, when the program cannot be started or the time is up. If no published case passes,
    /// no other is run.
    pub fn grade(&self, program: &Program) -> Option<Grade> {
        let plan = self.plan();
        let Outcomes {
            passed,
            failed,
            given_up,
        } = self.run_plan(&plan, &|case| self.run(program, case))?;
        let cases = |rule| plan.iter().filter(|planned| planned.rule == rule).count();
        let passed_of = |rule| {
            let outcomes = plan.iter().zip(&passed);
            outcomes
                .filter(|&(planned, &passed)| passed && planned.rule == rule)
                .count()
        };
        let mut rules = Vec::new();
        let shrink_until = Instant::now() + SHRINK_TIME;
        for (index, weighted) in self.rubric.rules.iter().enumerate() {
            if self.sandbox.stop.is_stopped() {
                return None;
            }
            let of_rule = failed.iter().find(|failed| plan[failed.planned].rule == index);
            let (cases, passed, failure) = if weighted.rule.name == ANSWERS_AT_ONCE.name {
                let failure = match given_up {
                    Some(reason) => Some(FailedCase::not_run(reason)),
                    None => self.answers_at_once(program, &plan, &passed),
                };
                (self.progress)(1);
                (1, usize::from(failure.is_none()), failure)
            } else {
                let failure =
                    of_rule.map(|failed| self.describe(program, &plan[failed.planned], failed, shrink_until));
                let (cases, passed) = (cases(index), passed_of(index));
                let lacks = given_up.filter(|_| passed < cases);
                (cases, passed, failure.or_else(|| lacks.map(FailedCase::not_run)))
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

    /// Runs the cases of a plan as [`Self::grade`] describes it; `None` when it was stopped.
    fn run_plan(&self, plan: &[Planned], run: RunCase<'_>) -> Option<Outcomes> {
        let mut passed = vec![false; plan.len()];
        let mut failed: Vec<Failed> = Vec::new();
        let mut is_given_up = vec![false; self.rubric.rules.len()];
        let (mut has_passed, mut given_up) = (false, None);
        let until = Instant::now() + self.time;
        let (mut batch_size, mut most) = (MAX_BATCH, MAX_BATCH);
        let mut next = 0;
        while next < plan.len() {
            if self.sandbox.stop.is_stopped() {
                return None;
            }
            let before = next;
            if Instant::now() >= until {
                given_up = Some(Reason::OutOfTime);
                next = plan.len();
            } else if !plan[next].is_published && !has_passed {
                next = plan.len();
            } else if is_given_up[plan[next].rule] {
                next += 1;
            } else {
                let batch = batch(&plan[next..], batch_size, &is_given_up);
                let (mut right, end) = run_batch(run, batch);
                let mut failure = None;
                match end {
                    BatchEnd::Passed => batch_size = most.min(2 * batch_size),
                    BatchEnd::EndsBadly => (batch_size, most) = (1, 1),
                    BatchEnd::TooSlow => {
                        right += 1;
                        batch_size = (batch.len() / 2).max(1);
                    }
                    BatchEnd::Failed(run, found) => failure = Some((run, found)),
                }
                passed[next..next + right].fill(true);
                has_passed |= right > 0;
                next += right;
                if let Some((run, failure)) = failure {
                    let reason = failure.reason;
                    is_given_up[plan[next].rule] |= is_limit(reason);
                    failed.push(Failed {
                        planned: next,
                        run,
                        failure,
                    });
                    let hopeless = is_given_up.iter().filter(|&&given_up| given_up).count();
                    if reason == Reason::NotStarted || hopeless >= HOPELESS && !has_passed {
                        is_given_up.fill(true);
                        given_up = Some(Reason::NotRun);
                    }
                    next += 1;
                }
            }
            (self.progress)(next - before);
        }
        Some(Outcomes {
            passed,
            failed,
            given_up,
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
        if self.shrinks && !is_limit(reason) && reason != Reason::NotStarted {
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
    ///
    /// The case is one that the program passes, where there is one: a wrong answer belongs to another rule.
    fn answers_at_once(&self, program: &Program, plan: &[Planned], passed: &[bool]) -> Option<FailedCase> {
        let own = || {
            self.exam.published().into_iter().map(|case| Planned {
                case,
                rule: 0,
                is_published: true,
            })
        };
        let suits = |planned: &Planned| planned.case.arguments.is_empty() && !planned.case.ends_run;
        // One that counts, where there is one.
        let counted = || {
            let outcomes = plan.iter().zip(passed);
            outcomes.filter(|(planned, _)| planned.is_published && suits(planned))
        };
        let right = counted().find(|&(_, &passed)| passed);
        let counted = right.or_else(|| counted().next()).map(|(planned, _)| planned);
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
        let is_wrong = |failure: &Failure| match &failure.difference {
            Some(difference) => difference.found.is_some(),
            None => !is_late,
        };
        let failure = match running.map(|running| judge(self.exam, &asked, &running.finish())) {
            None => self.run(program, &planned.case).err()?,
            // All lines were answered at once, one of them wrongly, or the end was wrong.
            Some(Err(failure)) if right.is_some() && is_wrong(&failure) => return None,
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quincunx_registry::examination::{Difference, Variant};

    use super::*;
    use crate::sandbox::{End, Isolation, Limits};

    /// Lets a function act with an examiner of each game.
    fn for_each_examiner(is_full: bool, mut act: impl FnMut(&Examiner<'_>)) {
        let sandbox = Sandbox::new(
            "launcher".into(),
            Some(Isolation::None),
            Limits::default(),
            Vec::new(),
        );
        let sandbox = sandbox.expect("no isolation always works");
        for entry in quincunx_catalog::GAMES {
            let Some(exam) = entry.examination() else { continue };
            act(&Examiner {
                game: entry.id(),
                exam,
                rubric: &Rubric::all(exam, is_full),
                time: Duration::from_secs(600),
                shrinks: true,
                sandbox: &sandbox,
                seed: 1,
                progress: &|_| {},
            });
        }
    }

    /// Fails as a program that writes this output.
    fn judged(exam: &dyn Examination, case: &Case, output: &str) -> Result<(), Failure> {
        let run = crate::sandbox::Run {
            output: output.to_owned(),
            errors: String::new(),
            end: End::Exit(0),
        };
        judge(exam, case, &run)
    }

    fn run_variant(exam: &dyn Examination, variant: &'static Variant, case: &Case) -> Result<(), Failure> {
        let output = case.answers(|input, output| exam.run_variant(variant, case.arguments, input, output));
        judged(exam, case, &output.expect("nothing fails in memory"))
    }

    #[test]
    fn cases_are_counted_without_being_generated() {
        for is_full in [false, true] {
            for_each_examiner(is_full, |examiner| {
                assert_eq!(examiner.cases(), examiner.plan().len() + 1, "{}", examiner.game);
            });
        }
    }

    /// What a fault shows must also show where many cases go through one run, as in an examination.
    #[test]
    fn variants_lose_their_rule_in_the_runs_of_an_examination() {
        for_each_examiner(true, |examiner| {
            let plan = examiner.plan();
            let mut wrong = Vec::new();
            for variant in examiner.exam.variants() {
                // Other rules' generated cases say nothing of a fault.
                let counts = |planned: &&Planned| match variant.broken_rule() {
                    Some(rule) => planned.is_published || planned.case.rule == rule,
                    None => true,
                };
                let plan: Vec<Planned> = plan.iter().filter(counts).cloned().collect();
                let outcomes = examiner.run_plan(&plan, &|case| run_variant(examiner.exam, variant, case));
                let failed = outcomes.expect("nothing stops it").failed;
                let rule = |failed: &Failed| plan[failed.planned].case.rule;
                let failed: BTreeSet<&str> = failed.iter().map(rule).collect();
                let is_as_it_should = match variant.broken_rule() {
                    None => failed.is_empty(),
                    Some(rule) => failed.contains(rule),
                };
                if !is_as_it_should {
                    wrong.push((variant.name, variant.broken_rule(), failed));
                }
            }
            assert_eq!(wrong, [], "{}", examiner.game);
        });
    }

    /// A program that is wrong only while nothing has been read.
    #[test]
    fn a_fresh_program_is_examined_in_generated_cases() {
        for_each_examiner(false, |examiner| {
            let names = ["no-game-at-launch", "empty-before"];
            let Some(variant) = examiner
                .exam
                .variants()
                .iter()
                .find(|variant| names.contains(&variant.name))
            else {
                return;
            };
            let plan = examiner.plan();
            let outcomes = examiner.run_plan(&plan, &|case| run_variant(examiner.exam, variant, case));
            let failed = outcomes.expect("nothing stops it").failed;
            let (published, generated): (Vec<_>, Vec<_>) = failed
                .iter()
                .map(|failed| &plan[failed.planned])
                .partition(|planned| planned.is_published);
            assert_eq!(published.len(), 1, "{}", examiner.game);
            assert!(generated.len() > 2, "{}: {}", examiner.game, generated.len());
            assert!(
                generated.iter().all(
                    |planned| planned.case.starts_run && Some(planned.case.rule) == variant.broken_rule()
                )
            );
        });
    }

    /// Fails from a line with this text on, or without any answer where it crashes there.
    fn fails_at(case: &Case, text: &str, reason: Reason) -> Result<(), Failure> {
        let Some(line) = case.lines.iter().position(|line| line == text) else {
            return Ok(());
        };
        Err(Failure {
            reason,
            end: End::Signal(6),
            difference: Some(Difference {
                line: if reason == Reason::Crash { 0 } else { line },
                expected: String::new(),
                found: None,
            }),
            errors: String::new(),
        })
    }

    /// A program that buffers its output loses all answers of a run in which it crashes.
    #[test]
    fn a_crash_takes_only_its_own_case_where_all_answers_are_lost() {
        for_each_examiner(false, |examiner| {
            let mut plan = examiner.plan();
            let crashing = [plan.len() / 3, plan.len() / 2];
            for place in crashing {
                plan[place].case.lines.push("crash".to_owned());
            }
            let outcomes = examiner.run_plan(&plan, &|case| fails_at(case, "crash", Reason::Crash));
            let failed = outcomes.expect("nothing stops it").failed;
            let failed: Vec<usize> = failed.iter().map(|failed| failed.planned).collect();
            assert_eq!(failed, crashing, "{}", examiner.game);
        });
    }

    #[test]
    fn a_rule_is_given_up_at_its_first_case_that_runs_into_a_limit() {
        for_each_examiner(false, |examiner| {
            let mut plan = examiner.plan();
            let slow = plan[plan.len() / 2].rule;
            for planned in plan.iter_mut().filter(|planned| planned.rule == slow) {
                planned.case.lines.push("wait".to_owned());
            }
            let outcomes = examiner.run_plan(&plan, &|case| fails_at(case, "wait", Reason::Timeout));
            let failed = outcomes.expect("nothing stops it").failed;
            assert_eq!(failed.len(), 1, "{}", examiner.game);
        });
    }

    /// A wrong end after `quit` belongs to the cases that have it, and does not make all others run alone.
    #[test]
    fn a_wrong_end_belongs_to_the_case_that_ends_the_run() {
        for_each_examiner(false, |examiner| {
            let plan = examiner.plan();
            let runs = std::cell::Cell::new(0);
            let outcomes = examiner.run_plan(&plan, &|case| {
                runs.set(runs.get() + 1);
                if case.ends_run && case.lines.iter().any(|line| line == "quit") {
                    return Err(Failure {
                        reason: Reason::Crash,
                        end: End::Exit(1),
                        difference: None,
                        errors: String::new(),
                    });
                }
                Ok(())
            });
            let failed = outcomes.expect("nothing stops it").failed;
            let is_quit = |failed: &Failed| plan[failed.planned].case.lines.iter().any(|line| line == "quit");
            assert!(failed.iter().all(is_quit), "{}", examiner.game);
            let quits = plan
                .iter()
                .filter(|planned| planned.case.lines.iter().any(|line| line == "quit"));
            assert_eq!(failed.len(), quits.count(), "{}", examiner.game);
            assert!(
                runs.get() < plan.len() / 4 + 4 * failed.len() + 20,
                "{}: {}",
                examiner.game,
                runs.get()
            );
        });
    }
}
