//! `--check`: scores that are written down against scores that are solved, as the field's test sets want it.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use cpu_time::ProcessTime;
use indicatif::ProgressBar;
use quincunx_core::Options;
use quincunx_registry::DynGame;
use quincunx_search::exact::{Bounds, DynExactSolver, SolverSettings};
use quincunx_search::workers::run_on_threads;
use serde_json::json;

use super::solution::{Question, Solution, word};
use super::solver;
use crate::args::positions::{Query, each_line, parse_position};

/// How many positions are read before they are solved, between two looks at the clock of the processor:
/// reading them is not counted, and the clock costs as much as an easy one.
const BATCH: usize = 4096;

/// A line of a set: its number, the position and the score written down for it.
struct Scored {
    line: usize,
    asked: Query,
    score: i32,
}

/// What became of the lines of a set.
#[derive(Default)]
struct OutcomeCounts {
    right: usize,
    wrong: usize,
    /// Left open by the limits, with bounds that allow the score.
    open: usize,
    /// Not a position and a score.
    refused: usize,
    nodes: u64,
    /// What all threads together have spent on it.
    cpu_time: Duration,
    /// What a person has waited.
    wall_time: Duration,
}

/// What is asked about sets, and of whom.
pub(super) struct Check<'a> {
    pub(super) entry: &'static dyn DynGame,
    pub(super) options: &'a Options,
    /// So many threads solve as many positions at a time, each with a solver of its own.
    pub(super) settings: SolverSettings,
    /// Lines of a set behind so many are passed over.
    pub(super) first: Option<usize>,
    pub(super) question: &'a Question,
}

/// Checks sets one after the other, each by new solvers, and tells how each went.
///
/// Every solver has a thread of its own, and they take the positions in turns: of many positions the hardest
/// few make nobody wait, where one after the other, each searched by all threads, loses what these have to
/// tell each other.
pub(super) fn run(check: &Check<'_>, files: &[&Path], for_programs: bool) -> anyhow::Result<ExitCode> {
    let report = Report {
        for_programs,
        width: files
            .iter()
            .map(|path| name(path).chars().count())
            .max()
            .unwrap_or(0)
            .max(5),
    };
    report.heading()?;
    let mut all_right = true;
    let mut check_one = |name: &str, input: &mut dyn Read| -> anyhow::Result<()> {
        let mut set = Set {
            work: Work {
                name,
                check,
                progress: progress(),
            },
            solvers: Vec::new(),
            tally: OutcomeCounts::default(),
        };
        set.check(input).with_context(|| name.to_owned())?;
        set.work.progress.finish_and_clear();
        all_right &= set.tally.is_all_right();
        Ok(report.row(name, &set.tally)?)
    };
    let standard_input = [Path::new("-")];
    for path in if files.is_empty() { &standard_input } else { files } {
        if *path == standard_input[0] {
            check_one("input", &mut io::stdin().lock())?;
        } else {
            let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            check_one(&name(path), &mut file)?;
        }
    }
    Ok(if all_right {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A set on its way.
struct Set<'a> {
    work: Work<'a>,
    /// One a thread, made when there is a position for it.
    solvers: Vec<Box<dyn DynExactSolver>>,
    tally: OutcomeCounts,
}

/// What all threads know that solve the positions of a set.
struct Work<'a> {
    name: &'a str,
    check: &'a Check<'a>,
    progress: ProgressBar,
}

impl Set<'_> {
    fn check(&mut self, input: &mut dyn Read) -> anyhow::Result<()> {
        let check = self.work.check;
        let first = check.first.unwrap_or(usize::MAX);
        let mut batch = Vec::with_capacity(BATCH);
        each_line(input, |line, text| {
            if line > first || matches!(text, Ok(text) if text.trim().is_empty()) {
                return Ok(());
            }
            match text.and_then(|text| scored(check.entry, check.options, text)) {
                Ok((asked, score)) => batch.push(Scored { line, asked, score }),
                Err(error) => {
                    self.tally.refused += 1;
                    self.work.complain(line, &format!("{error:#}"));
                }
            }
            if batch.len() == BATCH {
                self.solve(&batch)?;
                batch.clear();
            }
            Ok(())
        })?;
        self.solve(&batch)
    }

    /// Solves positions and compares, all on one pair of clocks.
    fn solve(&mut self, batch: &[Scored]) -> anyhow::Result<()> {
        let Check {
            entry,
            options,
            settings,
            ..
        } = self.work.check;
        let alone = SolverSettings {
            threads: NonZero::<usize>::MIN,
            ..*settings
        };
        if batch.is_empty() {
            return Ok(());
        }
        while self.solvers.len() < settings.threads.get().min(batch.len()) {
            self.solvers.push(solver(*entry, options, &alone)?);
        }
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        let tally = self.work.solve(&mut self.solvers, batch);
        self.tally.add(&tally);
        self.tally.cpu_time += cpu.elapsed();
        self.tally.wall_time += wall.elapsed();
        Ok(())
    }
}

impl Work<'_> {
    /// Solves positions; each solver takes the next one as soon as it is free, on as many threads as the
    /// system gives.
    fn solve(&self, solvers: &mut [Box<dyn DynExactSolver>], batch: &[Scored]) -> OutcomeCounts {
        let taken = AtomicUsize::new(0);
        let threads = solvers.len();
        let solvers = Mutex::new(solvers.iter_mut());
        let sum = Mutex::new(OutcomeCounts::default());
        run_on_threads(threads, || {
            let solver = solvers.lock().unwrap_or_else(PoisonError::into_inner).next();
            let solver = solver.expect("there is one a thread").as_mut();
            let mut tally = OutcomeCounts::default();
            while let Some(scored) = batch.get(taken.fetch_add(1, Ordering::Relaxed)) {
                let solution = self.check.question.ask(solver, scored.asked.session.as_ref());
                self.judge(scored, &solution, &mut tally);
                self.progress.inc(1);
            }
            sum.lock().unwrap_or_else(PoisonError::into_inner).add(&tally);
        });
        sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares what was solved with what is written down, and tells at once if that is wrong.
    fn judge(&self, scored: &Scored, solution: &Solution, tally: &mut OutcomeCounts) {
        let (bounds, strength) = (solution.bounds, self.check.question.strength);
        let Scored { line, asked, score } = scored;
        tally.nodes += solution.nodes;
        let found = word(bounds, strength);
        if found == word(Bounds::exactly(*score), strength) {
            tally.right += 1;
        } else if bounds.low <= *score && *score <= bounds.high {
            tally.open += 1;
        } else {
            tally.wrong += 1;
            let position = match asked.text.as_str() {
                "" => "the empty board",
                text => text,
            };
            self.complain(*line, &format!("{position} scores {found}, not {score}"));
        }
    }

    fn complain(&self, line: usize, what: &str) {
        let name = self.name;
        self.progress
            .suspend(|| eprintln!("error: {name}, line {line}: {what}"));
    }
}

impl OutcomeCounts {
    /// Adds what became of other lines; times are of all lines together and are not added.
    fn add(&mut self, other: &Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.open += other.open;
        self.refused += other.refused;
        self.nodes += other.nodes;
    }

    const fn positions(&self) -> usize {
        self.right + self.wrong + self.open
    }

    const fn is_all_right(&self) -> bool {
        self.wrong + self.open + self.refused == 0
    }

    /// Returns the seconds that a position takes in the mean, of a time that all took.
    fn mean_seconds(&self, time: Duration) -> f64 {
        time.as_secs_f64() / self.positions().max(1) as f64
    }

    fn mean_nodes(&self) -> f64 {
        self.nodes as f64 / self.positions().max(1) as f64
    }
}

/// Reads a position and, behind the last blank, its score. Without a blank it is one without the other: the
/// line of the empty board begins with one.
fn scored(entry: &dyn DynGame, options: &Options, line: &str) -> anyhow::Result<(Query, i32)> {
    let text = line.trim_end();
    let (position, score) = text.rsplit_once(char::is_whitespace).with_context(|| {
        format!("`{text}` is no position, a blank and a score; the empty board's line is ` 1`")
    })?;
    let score = score
        .parse()
        .with_context(|| format!("`{text}` does not end with a blank and a score"))?;
    Ok((parse_position(entry, options, position)?, score))
}

/// How the sets went, CPU time of all threads and wall time apart, as a table for people or a JSON object a
/// line.
struct Report {
    for_programs: bool,
    /// The width of the column of names.
    width: usize,
}

impl Report {
    fn heading(&self) -> io::Result<()> {
        if self.for_programs {
            return Ok(());
        }
        let heads = [
            "positions",
            "right",
            "wrong",
            "open",
            "refused",
            "mean CPU",
            "mean wall",
            "mean nodes",
        ];
        self.line("set", heads.map(str::to_owned))
    }

    fn row(&self, name: &str, tally: &OutcomeCounts) -> io::Result<()> {
        if self.for_programs {
            let object = json!({
                "set": name,
                "positions": tally.positions(),
                "right": tally.right,
                "wrong": tally.wrong,
                "open": tally.open,
                "refused": tally.refused,
                "mean_cpu_seconds": tally.mean_seconds(tally.cpu_time),
                "mean_wall_seconds": tally.mean_seconds(tally.wall_time),
                "mean_nodes": tally.mean_nodes(),
            });
            return writeln!(io::stdout(), "{object}");
        }
        let counts = [
            tally.positions(),
            tally.right,
            tally.wrong,
            tally.open,
            tally.refused,
        ];
        let [positions, right, wrong, open, refused] = counts.map(|count| count.to_string());
        let time = |time| in_short(tally.mean_seconds(time));
        let (cpu, wall) = (time(tally.cpu_time), time(tally.wall_time));
        let nodes = format!("{:.1}", tally.mean_nodes());
        self.line(name, [positions, right, wrong, open, refused, cpu, wall, nodes])
    }

    fn line(&self, name: &str, cells: [String; 8]) -> io::Result<()> {
        let cells = cells.map(|cell| format!("{cell:>10}"));
        writeln!(
            io::stdout(),
            "{name:width$} {}",
            cells.join(" "),
            width = self.width
        )
    }
}

/// Writes a time with its unit: `1.62 µs`, `104 ms`.
fn in_short(seconds: f64) -> String {
    let (value, unit) = match seconds {
        seconds if seconds >= 1.0 => (seconds, "s"),
        seconds if seconds >= 1e-3 => (seconds * 1e3, "ms"),
        seconds => (seconds * 1e6, "µs"),
    };
    let decimals = match value {
        value if value >= 99.95 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$} {unit}")
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// Shows how many positions are solved, to a person only.
fn progress() -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::no_length().with_message("positions")
    } else {
        ProgressBar::hidden()
    }
}
