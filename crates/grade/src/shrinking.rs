//! The smallest script that still shows a failure.

/// Removes lines, and replaces them by simpler ones, as long as `fails` holds, with at most `attempts` calls
/// of it.
///
/// Lines go by delta debugging (Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing
/// input"): halves first, then quarters, at last single lines.
pub fn shrink(
    lines: &[String],
    simpler: impl Fn(&str) -> Vec<String>,
    attempts: u32,
    mut fails: impl FnMut(&[String]) -> bool,
) -> Vec<String> {
    let mut left = attempts;
    let mut try_lines = |lines: &[String]| {
        if left == 0 {
            return None;
        }
        left -= 1;
        Some(fails(lines))
    };
    let mut smallest = lines.to_vec();
    loop {
        let before = smallest.clone();
        if remove_lines(&mut smallest, &mut try_lines).is_none()
            || simplify_lines(&mut smallest, &simpler, &mut try_lines).is_none()
            || smallest == before
        {
            return smallest;
        }
    }
}

/// Tries a script; `None` when there are no attempts left.
type Try<'a> = dyn FnMut(&[String]) -> Option<bool> + 'a;

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
        let smallest = shrink(&script(1000), |_| Vec::new(), 10_000, fails);
        assert_eq!(smallest, ["17", "803"]);
    }

    #[test]
    fn lines_become_simpler() {
        let fails = |lines: &[String]| lines.iter().any(|line| line.parse::<u64>().is_ok_and(|n| n > 20));
        assert_eq!(shrink(&script(100), halves, 10_000, fails), ["24"]);
    }

    #[test]
    fn attempts_are_bounded() {
        let mut attempts = 0;
        let smallest = shrink(
            &script(1000),
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
