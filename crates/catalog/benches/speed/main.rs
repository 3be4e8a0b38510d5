//! Every figure of BENCHMARKS.md in one run: `cargo xtask bench [WORD…]`.
//!
//! All lines are measured in turns, so that a busy machine slows all of them alike and ratios hold. What runs
//! in this process is counted by its time on the processor, what runs through a pipe by the clock on the
//! wall.
//!
//! To add a line, add it to the list of its file.

mod batches;
mod harness;
mod pipes;
mod playouts;
mod searches;

fn main() {
    let mut lines = playouts::lines();
    lines.extend(searches::lines());
    lines.extend(batches::lines());
    lines.extend(pipes::lines());
    // `cargo bench` passes flags of its own, as `--bench`.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    if !words.is_empty() {
        lines.retain(|line| words.iter().any(|word| line.name.contains(word.as_str())));
    }
    harness::measure(lines);
}
