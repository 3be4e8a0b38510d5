//! The smallest script that still shows a failure.

use std::collections::HashSet;

/// Replaces a script by smaller ones, removes lines, and replaces them by simpler ones, as long as `fails`
/// holds, with at most `attempts` calls of it.
///
/// Lines go by delta debugging (Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing
/// input"): halves first, then quarters, at last single lines.
pub(crate) fn shrink(
    lines: &[String],
    smaller: impl Fn(&[String]) -> Vec<Vec<String>>,
    simpler: impl Fn(&str) -> Vec<String>,
    attempts: u32,
    mut fails: impl FnMut(&[String]) -> bool,
) -> Vec<String> {
    let mut left = attempts;
    let mut passed: HashSet<Vec<String>> = HashSet::new();
    let mut try_lines = |lines: &[String]| {
        if passed.contains(lines) {
            return Some(false);
        }
        left = left.checked_sub(1)?;
        let has_failed = fails(lines);
        if !has_failed {
            passed.insert(lines.to_vec());
        }
        Some(has_failed)
    };
    let mut smallest = lines.to_vec();
    loop {
        let before = smallest.clone();
        if make_smaller(&mut smallest, &smaller, &mut try_lines).is_none()
            || remove_lines(&mut smallest, &mut try_lines).is_none()
            || simplify_lines(&mut smallest, &simpler, &mut try_lines).is_none()
            || smallest == before
        {
            return smallest;
        }
    }
}

/// Tries a script; `None` when there are no attempts left.
type Try<'a> = dyn FnMut(&[String]) -> Option<bool> + 'a;

fn make_smaller(
    lines: &mut Vec<String>,
    smaller: &impl Fn(&[String]) -> Vec<Vec<String>>,
    try_lines: &mut Try<'_>,
) -> Option<()> {
    let mut is_smallest = false;
    while !is_smallest {
        is_smallest = true;
        for script in smaller(lines) {
            if try_lines(&script)? {
                *lines = script;
                is_smallest = false;
                break;
            }
        }
    }
    Some(())
}

fn remove_lines(lines: &mut Vec<String>, try_lines: &mut Try<'_>) -> Option<()> {
    let mut size = lines.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < lines.len() {
            let mut shorter = lines.clone();
            shorter.drain(start..(start + size).min(lines.len()));
            if !shorter.is_empty() && try_lines(&shorter)? {
                *lines = shorter;
            } else {
                start += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Some(())
}

fn simplify_lines(
    lines: &mut Vec<String>,
    simpler: &impl Fn(&str) -> Vec<String>,
    try_lines: &mut Try<'_>,
) -> Option<()> {
    let mut index = 0;
    while index < lines.len() {
        let mut is_simplest = true;
        for line in simpler(&lines[index]) {
            let mut changed = lines.clone();
            changed[index] = line;
            if try_lines(&changed)? {
                *lines = changed;
                is_simplest = false;
                break;
            }
        }
        index += usize::from(is_simplest);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(length: usize) -> Vec<String> {
        (0..length).map(|line| line.to_string()).collect()
    }

    fn none(_: &[String]) -> Vec<Vec<String>> {
        Vec::new()
    }

    fn halves(line: &str) -> Vec<String> {
        let number: u64 = line.parse().expect("scripts here are numbers");
        if number == 0 {
            Vec::new()
        } else {
            vec![(number / 2).to_string()]
        }
    }

    #[test]
    fn only_the_lines_that_matter_stay() {
        let has = |lines: &[String], line: &str| lines.iter().any(|other| other == line);
        let fails = |lines: &[String]| has(lines, "17") && has(lines, "803");
        let smallest = shrink(&script(1000), none, |_| Vec::new(), 10_000, fails);
        assert_eq!(smallest, ["17", "803"]);
    }

    #[test]
    fn scripts_become_smaller_first() {
        let tens = |lines: &[String]| {
            let tens: Vec<String> = lines.iter().filter(|line| line.ends_with('0')).cloned().collect();
            if tens.len() < lines.len() {
                vec![tens]
            } else {
                Vec::new()
            }
        };
        let mut longest_after = 0;
        let smallest = shrink(
            &script(1000),
            tens,
            |_| Vec::new(),
            10_000,
            |lines| {
                longest_after = longest_after.max(lines.len());
                lines.iter().any(|line| line == "730")
            },
        );
        assert_eq!((smallest, longest_after), (vec!["730".to_owned()], 100));
    }

    #[test]
    fn lines_become_simpler() {
        let fails = |lines: &[String]| lines.iter().any(|line| line.parse::<u64>().is_ok_and(|n| n > 20));
        assert_eq!(shrink(&script(100), none, halves, 10_000, fails), ["24"]);
    }

    #[test]
    fn no_script_is_tried_twice_that_passed() {
        let mut tried = HashSet::new();
        shrink(&script(64), none, halves, 10_000, |lines| {
            let has_failed = lines.iter().any(|line| line == "40" || line == "20");
            assert!(tried.insert(lines.to_vec()) || has_failed, "{lines:?}");
            has_failed
        });
    }

    #[test]
    fn attempts_are_bounded() {
        let mut attempts = 0;
        let smallest = shrink(
            &script(1000),
            none,
            |_| Vec::new(),
            10,
            |lines| {
                attempts += 1;
                lines.len() > 990
            },
        );
        assert_eq!((attempts, smallest.len()), (10, 1000));
    }
}
