//! `--check`: scores that are written down against scores that are solved, as the field's test sets want it.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::iter;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use cpu_time::ProcessTime;
use indicatif::ProgressBar;
use quincunx_core::Options;
use quincunx_games::{Bounds, DynExactSolver, Entry};
use serde_json::json;

use super::solution::{Question, Solution, word};
use crate::failure::WrongUse;
use crate::positions::{Asked, each_line, read};

/// How many positions are solved between two looks at the clock of the processor, which costs as much as an easy one, and
/// before who has solved their last one waits for the others.
const BATCH: usize = 4096;

/// A line of a set: its number, the position and the score written down for it.
struct Scored {
    line: usize,
    asked: Asked,
    score: i32,
}

/// What became of the lines of a set.
#[derive(Default)]
struct Tally {
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

/// Checks sets one after the other, each by new solvers, which know nothing yet, and tells how each went; of each only the
/// `first` lines.
///
/// Every solver has a thread of its own, and they take the positions in turns: of many positions the hardest few make nobody
/// wait, where one after the other, each searched by all threads, loses what these have to tell each other.
pub(super) fn run(
    entry: &'static Entry,
    options: &Options,
    new_solvers: impl Fn() -> Result<Vec<Box<dyn DynExactSolver>>, WrongUse>,
    files: &[&Path],
    first: Option<usize>,
    question: &Question,
    for_programs: bool,
) -> anyhow::Result<ExitCode> {
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
    let mut check = |name: &str, input: &mut dyn Read| -> anyhow::Result<()> {
        let mut set = Set {
            name,
            first: first.unwrap_or(usize::MAX),
            question,
            solvers: new_solvers()?,
            tally: Tally::default(),
            progress: progress(),
        };
        set.check(entry, options, input)
            .with_context(|| name.to_owned())?;
        set.progress.finish_and_clear();
        all_right &= set.tally.is_all_right();
        Ok(report.row(name, &set.tally)?)
    };
    let standard_input = [Path::new("-")];
    for path in if files.is_empty() { &standard_input } else { files } {
        if *path == standard_input[0] {
            check("input", &mut io::stdin().lock())?;
        } else {
            let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            check(&name(path), &mut file)?;
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
    name: &'a str,
    /// Lines behind so many are passed over.
    first: usize,
    question: &'a Question,
    solvers: Vec<Box<dyn DynExactSolver>>,
    tally: Tally,
    progress: ProgressBar,
}

impl Set<'_> {
    fn check(&mut self, entry: &Entry, options: &Options, input: &mut dyn Read) -> anyhow::Result<()> {
        let mut batch = Vec::with_capacity(BATCH);
        each_line(input, |line, text| {
            if line > self.first || matches!(text, Ok(text) if text.trim().is_empty()) {
                return Ok(());
            }
            match text.and_then(|text| scored(entry, options, text)) {
                Ok((asked, score)) => batch.push(Scored { line, asked, score }),
                Err(error) => {
                    self.tally.refused += 1;
                    self.complain(line, &format!("{error:#}"));
                }
            }
            if batch.len() == BATCH {
                self.solve(&batch);
                batch.clear();
            }
            Ok(())
        })?;
        self.solve(&batch);
        Ok(())
    }

    /// Solves positions, all on one pair of clocks, and compares.
    fn solve(&mut self, batch: &[Scored]) {
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        let solutions = self.solutions(batch);
        self.tally.cpu_time += cpu.elapsed();
        self.tally.wall_time += wall.elapsed();
        for (Scored { line, asked, score }, solution) in batch.iter().zip(solutions) {
            let (bounds, strength) = (solution.bounds, self.question.strength);
            self.tally.nodes += solution.nodes;
            let (score, found) = (*score, word(bounds, strength));
            if found == word(Bounds::exactly(score), strength) {
                self.tally.right += 1;
            } else if bounds.low <= score && score <= bounds.high {
                self.tally.open += 1;
            } else {
                self.tally.wrong += 1;
                let position = match asked.text.as_str() {
                    "" => "the empty board",
                    text => text,
                };
                self.complain(*line, &format!("{position} scores {found}, not {score}"));
            }
        }
    }

    /// Solves positions; each solver takes the next one as soon as it is free.
    fn solutions(&mut self, batch: &[Scored]) -> Vec<Solution> {
        let (question, progress, taken) = (self.question, &self.progress, AtomicUsize::new(0));
        let work = |solver: &mut dyn DynExactSolver| -> Vec<(usize, Solution)> {
            let next = || {
                let number = taken.fetch_add(1, Ordering::Relaxed);
                Some((number, batch.get(number)?))
            };
            iter::from_fn(next)
                .map(|(number, scored)| {
                    let solution = question.ask(solver, scored.asked.session.as_ref());
                    progress.inc(1);
                    (number, solution)
                })
                .collect()
        };
        let (first, others) = self.solvers.split_first_mut().expect("there is one a thread");
        let mut solutions = thread::scope(|scope| {
            let others = others.iter_mut();
            let others: Vec<_> = others
                .map(|solver| scope.spawn(|| work(solver.as_mut())))
                .collect();
            let mut solutions = work(first.as_mut());
            for other in others {
                solutions.extend(other.join().expect("a solver does not panic"));
            }
            solutions
        });
        solutions.sort_unstable_by_key(|(number, _)| *number);
        solutions.into_iter().map(|(_, solution)| solution).collect()
    }

    fn complain(&self, line: usize, what: &str) {
        let name = self.name;
        self.progress
            .suspend(|| eprintln!("error: {name}, line {line}: {what}"));
    }
}

impl Tally {
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

/// Reads a position and, behind the last blank, its score. Without a blank it is one without the other: the line of the
/// empty board begins with one.
fn scored(entry: &Entry, options: &Options, line: &str) -> anyhow::Result<(Asked, i32)> {
    let text = line.trim_end();
    let (position, score) = text.rsplit_once(char::is_whitespace).with_context(|| {
        format!("`{text}` is no position, a blank and a score; the empty board's line is ` 1`")
    })?;
    let score = score
        .parse()
        .with_context(|| format!("`{text}` does not end with a blank and a score"))?;
    Ok((read(entry, options, position)?, score))
}

/// How the sets went, CPU time of all threads and wall time apart, as a table for people or a JSON object a line.
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

    fn row(&self, name: &str, tally: &Tally) -> io::Result<()> {
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
