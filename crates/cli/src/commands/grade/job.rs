//! One program, and what all reports of grades have in common.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::ArgMatches;
use quincunx_grade::java::CompileError;
use quincunx_grade::sandbox::{Program, Sandbox, contains_home_directory};
use quincunx_grade::{Examiner, Feedback, Grade, Rubric};
use quincunx_registry::{DynGame, Examination};

use crate::args::subject::Subject;
use crate::args::{check_output, path, random_seed, seed, value};
use crate::charts::grade as page;
use crate::files::write;
use crate::output::grade::{self as output, Graded};
use crate::output::progress::bar;
use crate::signals::Signals;

/// What the command line asks for.
pub(super) struct Job<'a> {
    pub(super) entry: &'static dyn DynGame,
    pub(super) exam: &'static dyn Examination,
    pub(super) rubric: Rubric,
    pub(super) sandbox: Sandbox,
    pub(super) signals: Signals,
    pub(super) subject: Subject,
    pub(super) matches: &'a ArgMatches,
}

impl Job<'_> {
    pub(super) fn feedback(&self) -> Feedback {
        let word = value::<String>(self.matches, "feedback");
        let level = Feedback::ALL.into_iter().find(|level| level.word() == word);
        level.expect("clap accepts only these levels")
    }

    pub(super) fn examiner<'a>(&'a self, seed: u64, progress: &'a (dyn Fn(usize) + Sync)) -> Examiner<'a> {
        Examiner {
            game: self.entry.id(),
            exam: self.exam,
            rubric: &self.rubric,
            sandbox: &self.sandbox,
            seed,
            time: total_time(self.matches),
            shrinks: self.feedback() == Feedback::Case,
            progress,
        }
    }

    /// Prints a warning if the number of a program's processes cannot be limited.
    fn warn_of_processes(&self, program: &Program) {
        if !self.sandbox.limits_processes(program) {
            eprintln!(
                "warning: the processes of programs are not limited in number, as the superuser starts them and other \
                 users cannot read {} or the program's installation; make them readable or grade as another user",
                program.folder.display()
            );
        }
    }

    /// Grades what is in a folder; `None` when it was stopped.
    pub(super) fn grade_with(
        &self,
        examiner: &Examiner<'_>,
        folder: PathBuf,
    ) -> anyhow::Result<Option<Grade>> {
        let runnable = match self.subject.runnable(folder, self.sandbox.limits()) {
            Ok(runnable) => runnable,
            Err(CompileError::Messages(messages)) => return Ok(Some(examiner.not_compiled(&messages))),
            Err(error) => return Err(error.into()),
        };
        self.warn_of_processes(runnable.program());
        Ok(examiner.grade(runnable.program()))
    }

    pub(super) fn grade_one(&self) -> anyhow::Result<ExitCode> {
        let folder = path(self.matches, "folder").unwrap_or(Path::new("."));
        let folder = folder
            .canonicalize()
            .with_context(|| format!("cannot use {}", folder.display()))?;
        if contains_home_directory(&folder) {
            bail_misuse!(
                "{}: programs may read all that is in their folder; name the submission's own by --folder",
                folder.display()
            );
        }
        let reports = ["html", "junit", "gradescope", "csv"];
        for file in reports.iter().filter_map(|name| path(self.matches, name)) {
            check_output(file, self.matches)?;
        }
        self.subject.check(&self.sandbox, &folder)?;
        let seed = seed(self.matches).map_or_else(random_seed, Ok)?;
        let signals = &self.signals;
        let progress = bar(0, 0, "cases");
        let more = |more| progress.inc(more as u64);
        let examiner = self.examiner(seed, &more);
        progress.set_length(examiner.cases() as u64);
        let grade = self.grade_with(&examiner, folder)?;
        progress.finish_and_clear();
        let Some(grade) = grade else {
            eprintln!("stopped: no report is written");
            return Ok(signals.status().unwrap_or(ExitCode::FAILURE));
        };
        let name = self.subject.words().join(" ");
        let graded = [Graded { name, grade }];
        self.write_reports(&graded, |kind| path(self.matches, kind).map(Path::to_owned))?;
        let [Graded { grade, .. }] = &graded;
        output::print(grade, self.feedback(), self.matches.get_flag("json"))?;
        Ok(crate::output::status(grade.is_full()))
    }

    pub(super) fn write_reports(
        &self,
        graded: &[Graded],
        file: impl Fn(&str) -> Option<PathBuf>,
    ) -> anyhow::Result<()> {
        let feedback = self.feedback();
        let shown: Vec<Graded> = graded.iter().map(|one| one.with_feedback(feedback)).collect();
        let texts: [(&str, &dyn Fn() -> anyhow::Result<String>); 4] = [
            ("html", &|| Ok(page::render(self.entry.title(), &shown))),
            ("junit", &|| output::junit(&shown)),
            ("gradescope", &|| output::gradescope(&shown[0].grade)),
            ("csv", &|| output::csv(&shown)),
        ];
        for (kind, text) in texts {
            if let Some(path) = file(kind) {
                write(&path, &text()?)?;
            }
        }
        Ok(())
    }
}

pub(super) fn total_time(matches: &ArgMatches) -> Duration {
    let time = matches.get_one::<Duration>("total-time").copied();
    time.unwrap_or(Duration::from_secs(600))
}
