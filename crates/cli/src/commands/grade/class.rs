//! A class: a folder of submissions, graded one after the other or several at a time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use quincunx_arena::text_file;
use quincunx_grade::Grade;
use quincunx_grade::sandbox::Limits;
use serde::{Deserialize, Serialize};

use super::job::{Job, total_time};
use crate::args::sandbox::limits;
use crate::args::{all_threads, path, random_seed, seed};
use crate::files::submissions::{self, Submission};
use crate::files::write;
use crate::output::grade::{self as output, Graded};
use crate::output::progress::bar;

/// What the grades of a class depend on. It is kept, so that grades of one class are never mixed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassSettings {
    game: String,
    command: Vec<String>,
    seed: u64,
    rubric: String,
    limits: Limits,
    total_time: Duration,
}

impl Job<'_> {
    pub(super) fn grade_class(&self, folder: &Path) -> anyhow::Result<ExitCode> {
        let out = path(self.matches, "out").expect("clap requires it");
        let submissions = submissions::list(folder)?;
        let settings = self.settings(out)?;
        let signals = &self.signals;
        let grades: Mutex<BTreeMap<String, Grade>> = Mutex::new(BTreeMap::new());
        let mut waiting = Vec::new();
        for submission in submissions {
            match submissions::kept(&grade_file(out, &submission.name), &submission) {
                Some(grade) => {
                    let mut grades = grades.lock().expect("nothing panics with it");
                    grades.insert(submission.name, grade);
                }
                None => waiting.push(submission),
            }
        }
        let known = grades.lock().expect("nothing panics with it").len();
        if known > 0 {
            eprintln!(
                "continuing with {}, submissions graded so far: {known}",
                out.display()
            );
        }
        let progress = bar(known + waiting.len(), known, "submissions");
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let jobs = self
            .matches
            .get_one::<u16>("jobs")
            .map_or(all_threads().get(), |&jobs| usize::from(jobs));
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(waiting.len()) {
                scope.spawn(|| {
                    while let Some(submission) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                        match self.grade_submission(submission, out, &settings) {
                            Ok(None) => return,
                            Ok(Some(grade)) => {
                                if progress.is_hidden() {
                                    let (points, of) =
                                        (output::points(grade.points), output::points(grade.of));
                                    eprintln!("{}: {points} of {of} points", submission.name);
                                }
                                let mut grades = grades.lock().expect("nothing panics with it");
                                grades.insert(submission.name.clone(), grade);
                            }
                            Err(error) => {
                                let error = format!("{}: {error:#}", submission.name);
                                failed.lock().expect("nothing panics with it").push(error);
                            }
                        }
                        progress.inc(1);
                    }
                });
            }
        });
        progress.finish_and_clear();
        let grades = grades.into_inner().expect("nothing panicked with it").into_iter();
        let graded: Vec<Graded> = grades.map(|(name, grade)| Graded { name, grade }).collect();
        let class_file = |kind: &str| match kind {
            "html" | "csv" => Some(out.join(format!("class.{kind}"))),
            "junit" => Some(out.join("class.xml")),
            _ => None,
        };
        self.write_reports(&graded, class_file)?;
        output::print_class(&graded, self.feedback(), self.matches.get_flag("json"))?;
        let failed = failed.into_inner().expect("nothing panicked with it");
        for error in &failed {
            eprintln!("error: {error}");
        }
        if let Some(status) = signals.status() {
            eprintln!(
                "stopped: not all submissions were graded; the same command continues with {}",
                out.display()
            );
            return Ok(status);
        }
        let is_full = failed.is_empty() && graded.iter().all(|graded| graded.grade.is_full());
        Ok(crate::output::status(is_full))
    }

    /// Grades one submission and writes its reports; `None` when it was stopped.
    fn grade_submission(
        &self,
        submission: &Submission,
        out: &Path,
        settings: &ClassSettings,
    ) -> anyhow::Result<Option<Grade>> {
        let Submission { name, folder } = submission;
        let fingerprint = submission.fingerprint();
        let folder = folder.canonicalize().context("cannot use the folder")?;
        let examiner = self.examiner(settings.seed, &|_| {});
        let Some(grade) = self.grade_with(&examiner, folder)? else {
            return Ok(None);
        };
        let graded = [Graded {
            name: name.clone(),
            grade,
        }];
        let file = |kind: &str| match kind {
            "html" => Some(out.join(format!("{name}.html"))),
            "gradescope" => Some(out.join(format!("{name}.results.json"))),
            _ => None,
        };
        self.write_reports(&graded, file)?;
        let [Graded { grade, .. }] = graded;
        // Last, as it marks the submission as graded.
        submissions::keep(&grade_file(out, name), fingerprint, &grade)?;
        Ok(Some(grade))
    }

    /// Reads or makes the settings of a class in its folder.
    fn settings(&self, out: &Path) -> anyhow::Result<ClassSettings> {
        fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
        let file = out.join("settings.json");
        let known: Option<ClassSettings> = match file.exists() {
            true => {
                let text =
                    text_file::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
                Some(serde_json::from_str(&text).with_context(|| file.display().to_string())?)
            }
            false => None,
        };
        let is_new = known.is_none() || self.matches.get_flag("force");
        let known_seed = known.as_ref().filter(|_| !is_new).map(|known| known.seed);
        let settings = ClassSettings {
            game: self.entry.id().to_owned(),
            command: self.subject.words(),
            seed: seed(self.matches).or(known_seed).map_or_else(random_seed, Ok)?,
            rubric: self.rubric.to_toml(self.entry.id()),
            limits: limits(self.matches),
            total_time: total_time(self.matches),
        };
        if is_new {
            let entries = fs::read_dir(out)?.flatten().map(|entry| entry.path());
            let old: Vec<PathBuf> = entries.filter(|path| is_grade(path)).collect();
            if !old.is_empty() && !self.matches.get_flag("force") {
                bail_misuse!(
                    "{} holds grades without their settings.json; --force grades the class anew",
                    out.display()
                );
            }
            for path in old {
                fs::remove_file(path)?;
            }
            write(&file, &serde_json::to_string_pretty(&settings)?)?;
        } else if known.as_ref() != Some(&settings) {
            bail_misuse!(
                "{} holds grades by another command, rubric, seed or limits; --force grades the class anew",
                out.display()
            );
        }
        Ok(settings)
    }
}

/// The file is named so that no submission can have the name of the settings.
fn grade_file(out: &Path, name: &str) -> PathBuf {
    out.join(format!("{name}.grade.json"))
}

fn is_grade(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().ends_with(b".grade.json")
}
