//! `--check`: solved scores against those in files, as the field's test sets.

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
use quincunx_registry::{DynGame, Query};
use quincunx_search::workers::run_on_threads;
use quincunx_search::{Bounds, DynExactSolver, SolverSettings};
use serde_json::json;

use super::solution::{Question, Solution, solver, word};
use crate::args::positions::each_line;
use crate::files::open;

/// The positions of a batch: reading is not timed, and the processor's clock costs as much as an easy
/// position.
const BATCH: usize = 4096;

/// A position with the number of its line and the score that is expected.
type Scored = (usize, Query, i32);

#[derive(Default)]
struct OutcomeCounts {
    right: usize,
    wrong: usize,
    /// Left open by the limits, with bounds that allow the score.
    open: usize,
    /// Not a position and a score.
    refused: usize,
    nodes: u64,
    /// The processor time of all threads.
    cpu_time: Duration,
    wall_time: Duration,
}

pub(super) struct Check<'a> {
    pub(super) entry: &'static dyn DynGame,
    pub(super) options: &'a Options,
    /// Each thread solves a position of its own.
    pub(super) settings: SolverSettings,
    /// The number of lines to check.
    pub(super) first: Option<usize>,
    pub(super) question: &'a Question,
}

/// Checks sets one after the other, each by new solvers, and prints the results.
///
/// Each solver has a thread and takes the next position, which is faster than all threads on one position.
pub(super) fn run(check: &Check<'_>, files: &[&Path], json: bool) -> anyhow::Result<ExitCode> {
    let widths = files.iter().map(|path| name(path).chars().count());
    let width = widths.max().unwrap_or(0).max(5);
    if !json {
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
        print_line("set", width, heads.map(str::to_owned))?;
    }
    let mut all_right = true;
    let mut check_one = |name: &str, input: &mut dyn Read| -> anyhow::Result<()> {
        let progress = match io::stderr().is_terminal() {
            true => ProgressBar::no_length().with_message("positions"),
            false => ProgressBar::hidden(),
        };
        let set = Set {
            name,
            check,
            progress,
        };
        let counts = set.check(input).with_context(|| name.to_owned())?;
        set.progress.finish_and_clear();
        all_right &= counts.wrong + counts.open + counts.refused == 0;
        match json {
            true => writeln!(crate::output::stdout(), "{}", counts.json(name))?,
            false => print_line(name, width, counts.cells())?,
        }
        Ok(())
    };
    let standard_input = [Path::new("-")];
    for path in if files.is_empty() { &standard_input } else { files } {
        if *path == standard_input[0] {
            check_one("input", &mut io::stdin().lock())?;
        } else {
            check_one(&name(path), &mut open(path)?)?;
        }
    }
    Ok(crate::output::status(all_right))
}

struct Set<'a> {
    name: &'a str,
    check: &'a Check<'a>,
    progress: ProgressBar,
}

impl Set<'_> {
    fn check(&self, input: &mut dyn Read) -> anyhow::Result<OutcomeCounts> {
        let (check, mut counts) = (self.check, OutcomeCounts::default());
        let first = check.first.unwrap_or(usize::MAX);
        // One per thread, created when a position needs it.
        let mut solvers = Vec::new();
        let mut batch = Vec::with_capacity(BATCH);
        each_line(input, |line, text| {
            if line > first || matches!(text, Ok(text) if text.trim().is_empty()) {
                return Ok(());
            }
            let scored = text.and_then(|text| Ok(Query::parse_scored(check.entry, check.options, text)?));
            match scored {
                Ok((query, score)) => batch.push((line, query, score)),
                Err(error) => {
                    counts.refused += 1;
                    self.report(line, &format!("{error:#}"));
                }
            }
            if batch.len() == BATCH {
                self.solve(&batch, &mut solvers, &mut counts)?;
                batch.clear();
            }
            Ok(())
        })?;
        self.solve(&batch, &mut solvers, &mut counts)?;
        Ok(counts)
    }

    fn solve(
        &self,
        batch: &[Scored],
        solvers: &mut Vec<Box<dyn DynExactSolver>>,
        counts: &mut OutcomeCounts,
    ) -> anyhow::Result<()> {
        let check = self.check;
        let alone = SolverSettings {
            threads: NonZero::<usize>::MIN,
            ..check.settings
        };
        while solvers.len() < check.settings.threads.get().min(batch.len()) {
            solvers.push(solver(check.entry, check.options, &alone)?);
        }
        if batch.is_empty() {
            return Ok(());
        }
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        let taken = AtomicUsize::new(0);
        let threads = solvers.len();
        let solvers = Mutex::new(solvers.iter_mut());
        let sum = Mutex::new(&mut *counts);
        run_on_threads(threads, || {
            let solver = solvers.lock().unwrap_or_else(PoisonError::into_inner).next();
            let solver = solver.expect("there is one per thread").as_mut();
            let mut own = OutcomeCounts::default();
            while let Some(scored) = batch.get(taken.fetch_add(1, Ordering::Relaxed)) {
                let solution = check.question.ask(solver, scored.1.session.as_ref());
                self.compare(scored, &solution, &mut own);
                self.progress.inc(1);
            }
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            sum.right += own.right;
            sum.wrong += own.wrong;
            sum.open += own.open;
            sum.nodes += own.nodes;
        });
        counts.cpu_time += cpu.elapsed();
        counts.wall_time += wall.elapsed();
        Ok(())
    }

    /// Compares a solution with the expected score, and reports a wrong one.
    fn compare(&self, (line, query, score): &Scored, solution: &Solution, counts: &mut OutcomeCounts) {
        let (bounds, strength) = (solution.bounds, self.check.question.strength);
        counts.nodes += solution.nodes;
        let found = word(bounds, strength);
        if found == word(Bounds::exactly(*score), strength) {
            counts.right += 1;
        } else if bounds.low <= *score && *score <= bounds.high {
            counts.open += 1;
        } else {
            counts.wrong += 1;
            let position = match query.text.as_str() {
                "" => "the empty board",
                text => text,
            };
            self.report(*line, &format!("{position} scores {found}, not {score}"));
        }
    }

    fn report(&self, line: usize, what: &str) {
        let name = self.name;
        self.progress
            .suspend(|| eprintln!("error: {name}, line {line}: {what}"));
    }
}

impl OutcomeCounts {
    const fn positions(&self) -> usize {
        self.right + self.wrong + self.open
    }

    fn means(&self) -> [f64; 3] {
        let (cpu, wall) = (self.cpu_time.as_secs_f64(), self.wall_time.as_secs_f64());
        [cpu, wall, self.nodes as f64].map(|sum| sum / self.positions().max(1) as f64)
    }

    fn json(&self, name: &str) -> serde_json::Value {
        let [cpu, wall, nodes] = self.means();
        json!({
            "set": name,
            "positions": self.positions(),
            "right": self.right,
            "wrong": self.wrong,
            "open": self.open,
            "refused": self.refused,
            "mean_cpu_seconds": cpu,
            "mean_wall_seconds": wall,
            "mean_nodes": nodes,
        })
    }

    fn cells(&self) -> [String; 8] {
        let counts = [self.positions(), self.right, self.wrong, self.open, self.refused];
        let [positions, right, wrong, open, refused] = counts.map(|count| count.to_string());
        let [cpu, wall, nodes] = self.means();
        let (cpu, wall, nodes) = (time_text(cpu), time_text(wall), format!("{nodes:.1}"));
        [positions, right, wrong, open, refused, cpu, wall, nodes]
    }
}

fn print_line(name: &str, width: usize, cells: [String; 8]) -> io::Result<()> {
    let cells = cells.map(|cell| format!("{cell:>10}")).join(" ");
    writeln!(crate::output::stdout(), "{name:width$} {cells}")
}

/// Formats a time with its unit: `1.62 µs`, `104 ms`.
fn time_text(seconds: f64) -> String {
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
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
