//! Measuring in turns, and the table of what came out.
//!
//! The figures wanted are rates of whole playouts, whose lengths are known only afterwards, per second on the
//! processor; the usual harnesses time a closure of known size by the wall.

use std::io::Write as _;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// How often every line is measured; the median counts.
const ROUNDS: usize = 5;

/// How long a rate is measured in a round.
const SLICE: Duration = Duration::from_millis(300);

/// One line of the table.
pub(crate) struct Line {
    pub(crate) name: String,
    /// What is counted, in the plural: `moves`.
    unit: &'static str,
    /// The least that is promised, or the most for a time.
    gate: f64,
    measure: Measure,
}

enum Measure {
    /// Does some work and returns how much it was, as a rate on the processor.
    Rate(Box<dyn FnMut() -> u64>),
    /// As a rate by the wall: the work is done by another process.
    Pipe(Box<dyn FnMut() -> u64>),
    /// Makes something ready and returns work to be timed, as seconds on the processor.
    Time(Box<dyn FnMut() -> Box<dyn FnOnce()>>),
}

impl Line {
    /// A rate that should be at least `gate` a second; `work` does some and returns how much.
    pub(crate) fn rate(
        name: impl Into<String>,
        unit: &'static str,
        gate: f64,
        work: impl FnMut() -> u64 + 'static,
    ) -> Self {
        let measure = Measure::Rate(Box::new(work));
        Self {
            name: name.into(),
            unit,
            gate,
            measure,
        }
    }

    /// As [`Line::rate`], for work that another process does.
    pub(crate) fn pipe(
        name: impl Into<String>,
        unit: &'static str,
        gate: f64,
        work: impl FnMut() -> u64 + 'static,
    ) -> Self {
        let measure = Measure::Pipe(Box::new(work));
        Self {
            name: name.into(),
            unit,
            gate,
            measure,
        }
    }

    /// A time that should be at most `gate` seconds; `prepare` returns the work to be timed.
    pub(crate) fn time<W: FnOnce() + 'static>(
        name: impl Into<String>,
        gate: f64,
        mut prepare: impl FnMut() -> W + 'static,
    ) -> Self {
        let measure = Measure::Time(Box::new(move || Box::new(prepare())));
        Self {
            name: name.into(),
            unit: "s",
            gate,
            measure,
        }
    }

    /// Measures once: amount a second, or seconds.
    fn sample(&mut self) -> f64 {
        match &mut self.measure {
            Measure::Rate(work) => {
                let start = ProcessTime::now();
                let mut amount = 0;
                loop {
                    amount += work();
                    let time = start.elapsed();
                    if time >= SLICE {
                        return amount as f64 / time.as_secs_f64();
                    }
                }
            }
            Measure::Pipe(work) => {
                let start = Instant::now();
                let amount = work();
                amount as f64 / start.elapsed().as_secs_f64()
            }
            Measure::Time(prepare) => {
                let work = prepare();
                let start = ProcessTime::now();
                work();
                start.elapsed().as_secs_f64()
            }
        }
    }

    const fn is_time(&self) -> bool {
        matches!(self.measure, Measure::Time(_))
    }

    /// Writes a figure with its unit: `66.5 M moves/s`, `1.25 s`.
    fn shown(&self, figure: f64) -> String {
        if self.is_time() {
            return format!("{} s", three_digits(figure));
        }
        let (scaled, prefix) = match figure {
            1e6.. => (figure / 1e6, "M "),
            1e3.. => (figure / 1e3, "k "),
            _ => (figure, ""),
        };
        format!("{} {prefix}{}/s", three_digits(scaled), self.unit)
    }
}

fn three_digits(figure: f64) -> String {
    let decimals = match figure {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 3,
    };
    format!("{figure:.decimals$}")
}

/// Measures all lines in turns and prints the table in Markdown.
pub(crate) fn measure(mut lines: Vec<Line>) {
    let mut samples = vec![Vec::with_capacity(ROUNDS); lines.len()];
    for round in 1..=ROUNDS {
        for (line, samples) in lines.iter_mut().zip(&mut samples) {
            eprint!("\r\x1b[Kround {round} of {ROUNDS}: {}", line.name);
            std::io::stderr().flush().expect("standard error can be written");
            samples.push(line.sample());
        }
    }
    eprint!("\r\x1b[K");
    println!("| what | median | slowest to fastest of {ROUNDS} | promised |");
    println!("| --- | ---: | ---: | ---: |");
    for (line, mut samples) in lines.iter().zip(samples) {
        samples.sort_by(f64::total_cmp);
        if line.is_time() {
            samples.reverse();
        }
        let median = samples[ROUNDS / 2];
        let kept = if line.is_time() {
            median <= line.gate
        } else {
            median >= line.gate
        };
        println!(
            "| {} | {} | {} to {} | {} {}{} |",
            line.name,
            line.shown(median),
            line.shown(samples[0]),
            line.shown(samples[ROUNDS - 1]),
            if line.is_time() { "≤" } else { "≥" },
            line.shown(line.gate),
            if kept { "" } else { " **missed**" },
        );
    }
}
