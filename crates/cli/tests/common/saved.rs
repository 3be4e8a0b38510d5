//! Files that the program saves.

use super::common::answer;

/// Has a command of the laboratory save a few games, `simulate`, `tournament` or `level report`, over what is
/// there.
pub(crate) fn save(command: &str, out: &str) {
    let rest: &[&str] = match command {
        "simulate" => &["quartet", "--agent", "random", "--games", "3"],
        "tournament" => &["quartet", "--games", "2", "--agents", "random", "greedy"],
        _ => &["hourglass", "--agent", "random", "--games", "2"],
    };
    let words: Vec<&str> = command.split(' ').collect();
    answer(&[&words, rest, &["--force", "--out", out]].concat(), "");
}
