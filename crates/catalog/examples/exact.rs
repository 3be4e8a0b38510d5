//! Solves 2048 on a small board and prints the time and memory it took.
//!
//! ```text
//! cargo run --release -p quincunx-catalog --example exact -- 3 3 standard
//! cargo run --release -p quincunx-catalog --example exact -- 3 3 contest /tmp/3x3-contest.exact
//! cargo run --release -p quincunx-catalog --example exact -- 5 2 standard -
//! ```
//! With a file it keeps the points of every position there, asks for all boards with two 2s, and deletes it;
//! with `-` it works out the points alone and keeps nothing. Progress goes to standard error.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cpu_time::ProcessTime;
use quincunx_catalog::find;
use quincunx_registry::tablebase::{Progress, SolveRequest, Tablebases};
use quincunx_search::StopToken;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (width, height, scoring, file) = match words.as_slice() {
        [width, height] => (width, height, "standard", None),
        [width, height, scoring] => (width, height, scoring.as_str(), None),
        [width, height, scoring, file] => (width, height, scoring.as_str(), Some(file)),
        _ => return Err("it takes WIDTH, HEIGHT, standard or contest, and perhaps a FILE".into()),
    };
    let entry = find("2048").ok_or("the game is in the list")?;
    let tables = entry.tablebases().ok_or("the game can be worked out")?;
    let mut options = entry.defaults();
    for (name, value) in [
        ("width", width.as_str()),
        ("height", height),
        ("scoring", scoring),
    ] {
        options.set(name, value)?;
    }
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let reported = AtomicU64::new(0);
    let report = |Progress { done, of }: Progress| {
        let step = 100_000_000 * u64::from(of.is_some()) + done / 100_000_000;
        if reported.swap(step, Ordering::Relaxed) != step {
            let seconds = cpu.elapsed().as_secs_f64();
            eprintln!(
                "{done} of {of:?} positions, {seconds:.0} CPU s, {}",
                peak_memory()
            );
        }
    };
    let task = SolveRequest {
        options: &options,
        position: None,
        // A file of points alone is smaller.
        goals: file.map(|_| &[][..]),
        threads: NonZero::<usize>::MIN,
        stop: &StopToken::default(),
        report: &report,
    };
    let file = file.filter(|file| *file != "-");
    let solution = match file {
        None => tables.solve(&task, None)?,
        Some(file) => {
            let mut output = BufWriter::new(File::create_new(file)?);
            let solution = tables.solve(&task, Some(&mut output))?;
            output.flush()?;
            solution
        }
    };
    println!(
        "{width}×{height} {scoring}: {} positions, {:.1} CPU s, {:.1} s, {} at most",
        solution.positions,
        cpu.elapsed().as_secs_f64(),
        wall.elapsed().as_secs_f64(),
        peak_memory()
    );
    println!("points {:.6}", solution.evaluation.values[0]);
    for (goal, chance) in solution.goals.iter().zip(&solution.evaluation.values[1..]) {
        println!("{:>6} {chance:.10}", goal);
    }
    if let Some(file) = file {
        println!("{} bytes", fs::metadata(file)?.len());
        let two_2s = from_two_2s(tables, file, (width.parse()?, height.parse()?));
        fs::remove_file(file)?;
        println!("from two 2s {:.6}", two_2s?);
    }
    Ok(())
}

/// Returns the points that are expected when a game begins with two 2s somewhere.
fn from_two_2s(
    tables: &dyn Tablebases,
    file: &str,
    (width, height): (usize, usize),
) -> Result<f64, Box<dyn Error>> {
    let mut table = tables.open(Box::new(File::open(file)?))?;
    let (mut sum, mut boards) = (0.0, 0.0);
    for first in 0..width * height {
        for second in 0..first {
            let cell = |at: usize| if at == first || at == second { "2" } else { "0" };
            let row = |row: usize| {
                (0..width)
                    .map(|column| cell(row * width + column))
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let rows = (0..height).map(row).collect::<Vec<_>>().join("/");
            let evaluation = table.evaluate(&rows)?.ok_or("a game begins so")?;
            sum += evaluation.values[0];
            boards += 1.0;
        }
    }
    Ok(sum / boards)
}

/// Returns the most memory that this process has had at a time, where the system reports it.
fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "memory unknown".to_owned(), |line| line.trim().to_owned())
}
