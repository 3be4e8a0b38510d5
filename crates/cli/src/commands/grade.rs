//! `quincunx grade GAME -- COMMAND…`: a program of others, or a class of them, held against the rules.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use quincunx_arena::{atomic_file, text_file};
use quincunx_grade::java::CompileError;
use quincunx_grade::sandbox::{Limits, Program, Sandbox, holds_a_home};
use quincunx_grade::{Examiner, Feedback, Grade, MAX_CASES, Rubric};
use quincunx_registry::{DynGame, Examination};
use serde::{Deserialize, Serialize};

use crate::args::game::{required_game, with_required_game};
use crate::args::java::{JavaSubmission, program_args};
use crate::args::sandbox::{limits, sandbox, sandbox_args};
use crate::args::subject::Subject;
use crate::args::{
    all_threads, flag, force_arg, json_arg, option, parse_duration, path, path_option, random_seed, seed,
    seed_option, value,
};
use crate::charts::grade as page;
use crate::files::submissions::{self, Submission};
use crate::output::failure::WrongUse;
use crate::output::grade::{self as output, Graded};
use crate::output::progress::bar;
use crate::signals::Signals;

pub(crate) const NAME: &str = "grade";

pub(crate) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Grade a program, or a class of them, that plays a game on its console")
        .long_about(
            "Runs a program of any language that speaks the text console of a game, as `quincunx console GAME` does, and checks \
             its answers rule by rule: published cases first, then generated ones. Of each rule that fails it shows the \
             smallest script that it finds, the expected answer and the found one. A rule gives its points times the share \
             of its cases that passed; it is given up at the first case that runs into a limit.\n\n\
             Programs run in a sandbox: bubblewrap where it is installed, else Landlock; they can read the system's programs, \
             the folder in which they are started and what --read names.\n\n\
             Exit status: 0 for full marks, 1 otherwise, 2 for a wrong command line.",
        )
        .after_help(
            "Examples:\n  \
             quincunx grade 2048 -- python3 solution.py\n  \
             quincunx grade connect-four --seed 7 --html report.html -- ./connect4\n  \
             quincunx grade quartet --print-rubric > rubric.toml\n  \
             quincunx grade quartet --published cases\n  \
             quincunx grade quartet --rubric rubric.toml --submissions class --out grades --jobs 2 -- python3 main.py\n  \
             quincunx grade 2048 --java src\n  \
             quincunx grade 2048 --java . --submissions class --out grades",
        );
    with_required_game(command, |entry, command| {
        let id = entry.id();
        command
            .hide(entry.examination().is_none())
            .after_help(format!(
                "Examples:\n  \
                 quincunx grade {id} -- python3 solution.py\n  \
                 quincunx grade {id} --submissions class --out grades -- python3 main.py"
            ))
            .args(args())
            .args(program_args())
            .args(sandbox_args())
    })
}

fn args() -> [Arg; 19] {
    [
        Arg::new("command")
            .value_name("COMMAND")
            .help("The program and its arguments")
            .num_args(1..)
            .last(true)
            .value_parser(value_parser!(OsString)),
        path_option(
            "rubric",
            "FILE",
            "Rules with weights and numbers of cases, as TOML",
        ),
        flag("print-rubric", "Print the rubric that is used, and end"),
        path_option(
            "published",
            "DIR",
            "Write the published cases to a new folder, as RULE-N.in with the answers in RULE-N.out, and end",
        ),
        option(
            "cases",
            "N",
            "Generated cases of every rule that has several, instead of the rubric's numbers",
        )
        .value_parser(value_parser!(u32).range(1..=i64::from(MAX_CASES))),
        seed_option("Seed of the generated cases [default: a random one, which the report names]"),
        flag("full", "Ask also for what the assignment itself leaves out"),
        option(
            "feedback",
            "LEVEL",
            "What reports show of a failure: nothing, its rule or the whole case",
        )
        .value_parser(PossibleValuesParser::new(Feedback::ALL.map(Feedback::word)))
        .default_value(Feedback::Case.word()),
        path_option(
            "folder",
            "DIR",
            "Folder in which the program is started [default: this one]",
        ),
        path_option("html", "FILE", "Report as a page").conflicts_with("submissions"),
        path_option("junit", "FILE", "Report as JUnit XML").conflicts_with("submissions"),
        path_option("gradescope", "FILE", "Report as Gradescope's results.json")
            .conflicts_with("submissions"),
        path_option("csv", "FILE", "Report as a table with a line for each program")
            .conflicts_with("submissions"),
        path_option(
            "submissions",
            "DIR",
            "Grade a class: each folder in DIR is a submission in which COMMAND is run",
        )
        .requires("out")
        .conflicts_with("folder"),
        path_option(
            "out",
            "DIR",
            "Folder for the reports of a class; the same command continues there",
        )
        .requires("submissions"),
        option("jobs", "N", "Submissions at a time [default: all cores]")
            .value_parser(value_parser!(u16).range(1..=1024))
            .requires("submissions"),
        option(
            "total-time",
            "TIME",
            "Time of all runs of a submission [default: 10m]",
        )
        .value_parser(parse_duration),
        force_arg("Replace files that exist; grade a class anew"),
        json_arg(),
    ]
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (entry, matches) = required_game(matches)?;
    let has_examination = |entry: &dyn DynGame| entry.examination().is_some();
    let exam = entry.examination();
    let exam = exam.ok_or_else(|| WrongUse::without("examination", entry, has_examination))?;
    let java = JavaSubmission::of(matches, entry.id())?;
    let rubric = rubric(entry, exam, java.as_ref(), matches)?;
    if matches.get_flag("print-rubric") {
        io::stdout().write_all(rubric.to_toml(entry.id()).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = path(matches, "published") {
        save_published(entry, &rubric, folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    let subject = Subject::of(matches, java)?;
    let signals = Signals::handle()?;
    let sandbox = sandbox(matches, &signals.stop)?;
    let job = Job {
        signals,
        entry,
        exam,
        rubric,
        sandbox,
        subject,
        matches,
    };
    match path(matches, "submissions") {
        Some(folder) => job.grade_class(folder),
        None => job.grade_one(),
    }
}

/// Writes the published cases of the rules that count, with the answers of the game's own console.
fn save_published(entry: &dyn DynGame, rubric: &Rubric, folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    fs::create_dir(folder).map_err(|error| {
        WrongUse::error(match error.kind() {
            io::ErrorKind::AlreadyExists => format!("--published {shown} already exists; name a new folder"),
            _ => format!("--published {shown}: {error}"),
        })
    })?;
    let exam = entry.examination().expect("it was asked before");
    for rule in &rubric.rules {
        let cases = exam
            .published()
            .into_iter()
            .filter(|case| case.rule == rule.rule.name);
        for (number, case) in (1..).zip(cases) {
            let answers =
                case.answers(|input, output| (entry.console().run)(case.arguments, input, output))?;
            let file = |extension: &str| folder.join(format!("{}-{number}.{extension}", case.rule));
            write(&file("in"), &case.input())?;
            write(&file("out"), &answers)?;
            if !case.arguments.is_empty() {
                write(&file("args"), &case.arguments.join(" "))?;
            }
        }
    }
    Ok(())
}

/// Reads the rubric, or makes the one of all rules that depend on what is graded.
fn rubric(
    entry: &dyn DynGame,
    exam: &dyn Examination,
    java: Option<&JavaSubmission>,
    matches: &ArgMatches,
) -> anyhow::Result<Rubric> {
    let mut rubric = match path(matches, "rubric") {
        None => {
            let all = Rubric::all(exam, matches.get_flag("full"));
            all.only(|rule| java.is_none_or(|java| java.examines(rule)))
        }
        Some(path) => {
            let shown = path.display();
            let text = text_file::read(path).with_context(|| format!("cannot read {shown}"))?;
            let rubric = Rubric::parse(&text, entry.id(), exam);
            rubric.map_err(|error| WrongUse::error(format!("{shown}: {error}")))?
        }
    };
    if let Some(&cases) = matches.get_one::<u32>("cases") {
        // A single case of thousands of lines stays alone.
        for rule in rubric.rules.iter_mut().filter(|rule| rule.cases > 1) {
            rule.cases = cases;
        }
    }
    Ok(rubric)
}

/// What the command line asks for.
struct Job<'a> {
    entry: &'static dyn DynGame,
    exam: &'static dyn Examination,
    rubric: Rubric,
    sandbox: Sandbox,
    signals: Signals,
    subject: Subject,
    matches: &'a ArgMatches,
}

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

/// A grade with what it is of.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptGrade {
    fingerprint: String,
    grade: Grade,
}

/// The most bytes of a file with a grade.
const MAX_GRADE: u64 = 64 << 20;

impl Job<'_> {
    fn feedback(&self) -> Feedback {
        let word = value::<String>(self.matches, "feedback");
        let level = Feedback::ALL.into_iter().find(|level| level.word() == word);
        level.expect("clap accepts only these levels")
    }

    fn examiner<'a>(&'a self, seed: u64, progress: &'a (dyn Fn(usize) + Sync)) -> Examiner<'a> {
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
    fn grade_with(&self, examiner: &Examiner<'_>, folder: PathBuf) -> anyhow::Result<Option<Grade>> {
        let runnable = match self.subject.runnable(folder, self.sandbox.limits()) {
            Ok(runnable) => runnable,
            Err(CompileError::Messages(messages)) => return Ok(Some(examiner.not_compiled(&messages))),
            Err(error) => return Err(error.into()),
        };
        self.warn_of_processes(runnable.program());
        Ok(examiner.grade(runnable.program()))
    }

    fn grade_one(&self) -> anyhow::Result<ExitCode> {
        let folder = path(self.matches, "folder").unwrap_or(Path::new("."));
        let folder = folder
            .canonicalize()
            .with_context(|| format!("cannot use {}", folder.display()))?;
        if holds_a_home(&folder) {
            return Err(WrongUse::error(format!(
                "{}: programs may read all that is in their folder; name the submission's own by --folder",
                folder.display()
            )));
        }
        let reports = ["html", "junit", "gradescope", "csv"];
        for file in reports.iter().filter_map(|name| path(self.matches, name)) {
            crate::args::check_output(file, self.matches)?;
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
        Ok(if grade.is_full() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    fn write_reports(&self, graded: &[Graded], file: impl Fn(&str) -> Option<PathBuf>) -> anyhow::Result<()> {
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

    fn grade_class(&self, folder: &Path) -> anyhow::Result<ExitCode> {
        let out = path(self.matches, "out").expect("clap requires it");
        let submissions = submissions::list(folder)?;
        let settings = self.settings(out)?;
        let signals = &self.signals;
        let grades: Mutex<BTreeMap<String, Grade>> = Mutex::new(BTreeMap::new());
        let mut waiting = Vec::new();
        for submission in submissions {
            match read_grade(&grade_file(out, &submission.name), &submission) {
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
        Ok(if is_full {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
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
        let kept = KeptGrade { fingerprint, grade };
        // Last, as it marks the submission as graded.
        write(&grade_file(out, name), &serde_json::to_string_pretty(&kept)?)?;
        Ok(Some(kept.grade))
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
                return Err(WrongUse::error(format!(
                    "{} holds grades without their settings.json; --force grades the class anew",
                    out.display()
                )));
            }
            for path in old {
                fs::remove_file(path)?;
            }
            write(&file, &serde_json::to_string_pretty(&settings)?)?;
        } else if known.as_ref() != Some(&settings) {
            return Err(WrongUse::error(format!(
                "{} holds grades by another command, rubric, seed or limits; --force grades the class anew",
                out.display()
            )));
        }
        Ok(settings)
    }
}

fn total_time(matches: &ArgMatches) -> Duration {
    let time = matches.get_one::<Duration>("total-time").copied();
    time.unwrap_or(Duration::from_secs(600))
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    atomic_file::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

/// The file is named so that no submission can have the name of the settings.
fn grade_file(out: &Path, name: &str) -> PathBuf {
    out.join(format!("{name}.grade.json"))
}

fn is_grade(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().ends_with(b".grade.json")
}

/// Reads a grade; one that is damaged, or of other files than the submission has now, is made anew.
fn read_grade(path: &Path, submission: &Submission) -> Option<Grade> {
    let kept: KeptGrade = serde_json::from_str(&text_file::read_up_to(path, MAX_GRADE).ok()?).ok()?;
    (kept.fingerprint == submission.fingerprint()).then_some(kept.grade)
}
