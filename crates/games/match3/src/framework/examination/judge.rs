//! The judge of a program's answers.
//!
//! A console of our own gets the same lines. What a program drew at random is read from its next `print`,
//! checked, and set on the own board.

use quincunx_core::Cell;
use quincunx_registry::examination::{Answers, Difference, answer_of};

use crate::engine::Token;
use crate::framework::console::MatchThreeConsole;

/// Checks a whole output against the lines of a case.
///
/// Random tokens that are not printed at once cannot be known, so nothing is checked after them. Cases print
/// them; only when lines are taken away from a case this may not be so.
///
/// A single valid token may be refused at once, or accepted and every board with it be refused.
pub(super) fn check(lines: &[String], output: &str) -> Result<(), Difference> {
    let mut console = MatchThreeConsole::default();
    let mut answers = Answers::new(output);
    let mut is_random = false;
    // The board before a random fill that has not been printed yet.
    let mut drawn: Option<String> = None;
    // Whether the program has accepted a single token for the next board.
    let mut has_one_token = false;
    for (index, line) in lines.iter().enumerate() {
        if line == "quit" {
            break;
        }
        if let Some(before) = drawn.take() {
            if line != "print" {
                return Ok(());
            }
            let found = answers.next_line().map(str::to_owned);
            let adopted = found.as_deref().map_or_else(
                || Err(filled(&before)),
                |found| adopt(&mut console, &before, found),
            );
            adopted.map_err(|expected| Difference {
                line: index,
                expected,
                found,
            })?;
            continue;
        }
        let before = (line == "fillnow" && is_random).then(|| token_string(&console));
        let command = line.split(' ').next();
        let mut others = answers.clone();
        if is_one_token(line) && others.expect("OK\n").is_ok() {
            (answers, has_one_token) = (others, true);
            continue;
        }
        let expected = if has_one_token && matches!(command, Some("board" | "load")) {
            "Error, a board has at least two valid tokens\n".to_owned()
        } else {
            answer_of(&mut console, line)
        };
        answers.expect(&expected).map_err(|found| Difference {
            line: index,
            expected: expected.trim_end_matches('\n').to_owned(),
            found,
        })?;
        if expected != "OK\n" {
            continue;
        }
        match command {
            Some("tokens") => has_one_token = false,
            Some("board" | "load") => is_random = false,
            Some("fill") => is_random = line.starts_with("fill random"),
            Some("fillnow") => drawn = before.filter(|before| before.contains(' ')),
            Some("start" | "accept") if is_random => return Ok(()),
            _ => {}
        }
    }
    answers.expect_end(lines.len())
}

/// Returns whether a line sets one valid token, given once or several times.
fn is_one_token(line: &str) -> bool {
    let mut tokens = line.strip_prefix("tokens ").unwrap_or_default().chars();
    let first = tokens.next().filter(|&token| Token::new(token).is_ok());
    first.is_some_and(|first| tokens.all(|token| token == first))
}

fn token_string(console: &MatchThreeConsole) -> String {
    console
        .board()
        .map_or_else(|_| String::new(), ToString::to_string)
}

/// Sets the tokens that a program drew on the own board; returns what was expected where they are not right.
fn adopt(console: &mut MatchThreeConsole, before: &str, found: &str) -> Result<(), String> {
    let expected = || filled(before);
    let board = console.board_mut().map_err(|_| expected())?;
    if before.chars().count() != found.chars().count() {
        return Err(expected());
    }
    let mut counts = vec![0_u32; board.tokens().as_slice().len()];
    let (mut column, mut row) = (0, 0);
    for (old, new) in before.chars().zip(found.chars()) {
        if old == ' ' {
            let token = Token::new(new).map_err(|_| expected())?;
            let index = board.tokens().index(token).ok_or_else(expected)?;
            counts[index] += 1;
            let set = board.set(Cell::new(column, row), Some(token));
            set.map_err(|_| expected())?;
        } else if old != new {
            return Err(expected());
        }
        if old == ';' {
            (column, row) = (0, row + 1);
        } else {
            column += 1;
        }
    }
    if is_uniform(&counts) {
        Ok(())
    } else {
        let counts = board.tokens().as_slice().iter().zip(&counts);
        let counts: Vec<String> = counts.map(|(token, count)| format!("{count} {token}")).collect();
        Err(format!("about as many of each token, not {}", counts.join(", ")))
    }
}

/// Describes the boards that a random fill can make of one.
fn filled(before: &str) -> String {
    format!("{before} with valid tokens in its empty fields")
}

/// Returns whether each of some tokens was drawn about equally often: less than eight standard deviations
/// from the mean, and a few more where they are few. A fair draw fails less than once in 10¹².
fn is_uniform(counts: &[u32]) -> bool {
    let total = f64::from(counts.iter().sum::<u32>());
    let share = 1.0 / counts.len() as f64;
    let deviation = (total * share * (1.0 - share)).sqrt();
    let is_near = |&count: &u32| (f64::from(count) - total * share).abs() <= 8.0 * deviation + 8.0;
    counts.iter().all(is_near)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(lines: &str, output: &str) -> Option<usize> {
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        check(&lines, output).err().map(|difference| difference.line)
    }

    const FILL: &str = "tokens AB\nload A ; B\nfill random 1\nfillnow\nprint\nget 1,0\nmatch 0,0";

    #[test]
    fn random_tokens_are_taken_over() {
        let begin = "OK\nOK\nOK\nOK\n";
        assert_eq!(judged(FILL, &format!("{begin}AB;AB\nB\nError, no\n")), None);
        assert_eq!(judged(FILL, &format!("{begin}AA;BB\nA\nError, no\n")), None);
        // The answer to the next line must agree with what was printed.
        assert_eq!(judged(FILL, &format!("{begin}AA;BB\nB\nError, no\n")), Some(5));
        for wrong in ["AC;AB", "A ;AB", "BB;AB", "AB;A", "AB;ABA", "AB", ""] {
            assert_eq!(
                judged(FILL, &format!("{begin}{wrong}\nB\nError, no\n")),
                Some(4),
                "{wrong}"
            );
        }
        assert_eq!(judged(FILL, begin), Some(4));
        assert_eq!(
            judged(FILL, &format!("{begin}AB;AB\nB\nError, no\nOK\n")),
            Some(7)
        );
    }

    #[test]
    fn random_tokens_that_are_not_printed_end_the_check() {
        let lines = FILL.replace("print\n", "");
        assert_eq!(judged(&lines, "OK\nOK\nOK\nOK\nC\nwhatever\n"), None);
        assert_eq!(judged(&lines, "OK\nOK\nOK\nError, no\n"), Some(3));
        // Nothing was drawn.
        let full = lines.replace("A ; B", "AB;BA");
        assert_eq!(judged(&full, "OK\nOK\nOK\nOK\nA\nError, no\n"), Some(4));
        assert_eq!(judged(&full, "OK\nOK\nOK\nOK\nB\nError, no\n"), None);
    }

    #[test]
    fn a_token_that_is_never_drawn_is_noticed() {
        let empty = vec![" ".repeat(20); 20].join(";");
        let lines = format!("tokens ABC\nload {empty}\nfill random 1\nfillnow\nprint");
        let half = vec!["AB".repeat(10); 20].join(";");
        assert_eq!(judged(&lines, &format!("OK\nOK\nOK\nOK\n{half}\n")), Some(4));
        let third = vec!["ABCABCABCABCABCABCAB"; 20].join(";");
        assert_eq!(judged(&lines, &format!("OK\nOK\nOK\nOK\n{third}\n")), None);
    }

    #[test]
    fn one_token_is_refused_at_once_or_with_the_board() {
        let lines = "tokens AB\ntokens CC\nload CC;CC\nload AB;BA\nboard 2 2\ntokens CD\nload CD;DC\nprint";
        let end = "OK\nOK\nCD;DC\n";
        let refused = "Error, no\n";
        assert_eq!(
            judged(lines, &format!("OK\n{refused}{refused}OK\nOK\n{end}")),
            None
        );
        assert_eq!(
            judged(lines, &format!("OK\nOK\n{refused}{refused}{refused}{end}")),
            None
        );
        // The board is made.
        assert_eq!(
            judged(lines, &format!("OK\nOK\nOK\n{refused}{refused}{end}")),
            Some(2)
        );
        assert_eq!(judged(lines, &format!("OK\nOK\n{refused}OK\nOK\n{end}")), Some(3));
        // The refused tokens are used.
        assert_eq!(judged(lines, &format!("OK\n{refused}OK\nOK\nOK\n{end}")), Some(2));
        assert_eq!(judged("tokens ;", "OK\n"), Some(0));
        assert_eq!(judged("tokens A;", "OK\n"), Some(0));
        assert_eq!(judged("tokens", "OK\n"), Some(0));
    }

    #[test]
    fn refusals_may_have_any_text() {
        assert_eq!(judged("print\nscore", "Error, there is nothing\n0\n"), None);
        assert_eq!(judged("print\nscore", "Error: there is nothing\n0\n"), Some(0));
        assert_eq!(judged("quit\nprint", ""), None);
    }
}
