//! The packed engines against the readable one, and the filter against whatever bytes come.

use proptest::prelude::*;

use super::super::*;
use super::boards;

fn check_fast_engine(board: Board) -> Result<(), TestCaseError> {
    let (mut readable, mut fast) = (board.clone(), board);
    resolve(&mut readable, &mut ());
    resolve_fast(&mut fast);
    prop_assert_eq!(fast.to_string(), readable.to_string());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn the_fast_engine_ends_like_the_readable_one(board in boards(1..=12, 1..=12)) {
        check_fast_engine(board)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_fast_engine_crosses_words(board in boards(1..=6, 1..=200)) {
        check_fast_engine(board)?;
    }

    #[test]
    fn the_fast_engine_stays_within_columns_that_fill_their_words(board in boards(2..=6, 64..=64)) {
        check_fast_engine(board)?;
    }

    #[test]
    fn the_fast_engine_crosses_wide_boards(board in boards(1..=100, 1..=6)) {
        check_fast_engine(board)?;
    }

    #[test]
    fn the_filter_survives_all_bytes(input in prop::collection::vec(any::<u8>(), 0..200), verbose: bool) {
        let mut output = Vec::new();
        filter(&input[..], &mut output, verbose).expect("writing to memory");
        let empty = input.iter().all(|&byte| byte.is_ascii_whitespace() || byte == 0x0b);
        prop_assert!(empty == output.is_empty());
    }

    #[test]
    fn the_filter_survives_what_is_almost_a_board(
        header in prop::sample::select(vec!["3 3", "+3 4", "4 03", "3 -3", "3", "3 3000000000", "2000000000 9"]),
        squares in prop::collection::vec("[RVHWBZ-][-0-9]", 0..14),
        verbose: bool,
    ) {
        let input = format!("{header} {}", squares.join("\n"));
        let mut output = Vec::new();
        filter(input.as_bytes(), &mut output, verbose).expect("writing to memory");
        prop_assert!(output.ends_with(b"\n") && !output.ends_with(b"\n\n"));
    }

    #[test]
    fn what_the_filter_answers_it_takes_back_unchanged(board in boards(1..=9, 1..=9)) {
        let mut board = board;
        resolve(&mut board, &mut ());
        let (rows, columns) = (board.size().rows(), board.size().columns());
        prop_assume!(rows >= Board::MIN_SIDE && columns >= Board::MIN_SIDE);
        let mut output = Vec::new();
        filter(format!("{rows} {columns}\n{board}").as_bytes(), &mut output, false).expect("writing to memory");
        prop_assert_eq!(String::from_utf8(output).expect("text"), format!("1:\n{board}"));
    }
}

/// Filters a script with `-v` and without, and compares both answers.
fn check_filter(input: &str, expected: &str, verbose: bool) {
    let mut output = Vec::new();
    filter(input.as_bytes(), &mut output, verbose).expect("writing to memory");
    assert_eq!(String::from_utf8(output).expect("text"), expected);
}

#[test]
fn a_special_takes_others_along_depth_first() {
    // The V1 of the combination empties its column from the top; the H2 it meets first takes the B4 along.
    let input = "4 4  H2 R3 B4 R5  R6 R4 R6 R5  V1 R1 R1 R3  R4 R5 R6 W3";
    let expected = "
1.0:
H2 R3 B4 R5
R6 R4 R6 R5
V1 R1 R1 R3
R4 R5 R6 W3

1.0.1:
H2 R3 B4 R5
R6 R4 R6 R5
-- R1 R1 R3
R4 R5 R6 W3

1.0.2:
-- R3 B4 R5
R6 R4 R6 R5
-- R1 R1 R3
R4 R5 R6 W3

1.0.3:
-- -- -- R5
R6 R4 R6 R5
-- R1 R1 R3
R4 R5 R6 W3

1.1:
-- -- -- --
-- -- R6 R5
-- -- -- R3
-- R5 R6 W3

-- -- -- --
-- -- -- R5
-- -- R6 R3
-- R5 R6 W3

1:
-- -- -- --
-- -- -- R5
-- -- R6 R3
-- R5 R6 W3
";
    check_filter(input, expected, true);
    check_filter(
        input,
        "1:\n-- -- -- --\n-- -- -- R5\n-- -- R6 R3\n-- R5 R6 W3\n",
        false,
    );
}

#[test]
fn boards_follow_each_other_until_one_is_invalid() {
    let board = "R1 R2 R3\nR4 R5 R6\nR1 R2 R3\n";
    check_filter("", "", false);
    check_filter(" \n ", "", true);
    check_filter("3", "invalid input\n", true);
    check_filter(
        &format!("3 3 {board} 3 3\n{board}4"),
        &format!("1:\n{board}\n2:\n{board}\ninvalid input\n"),
        false,
    );
    check_filter(
        &format!("3 3 {board} 2 2"),
        &format!("\n1.0:\n{board}\n1:\n{board}\ninvalid input\n"),
        true,
    );
}

/// An input that hands out what comes next only when all that it gave before has been answered.
struct Impatient<'a> {
    boards: std::slice::Iter<'a, &'a str>,
    unread: &'a [u8],
    answers: &'a std::cell::Cell<usize>,
    given: usize,
}

impl std::io::Read for Impatient<'_> {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        unreachable!("the filter reads through the buffer")
    }
}

impl std::io::BufRead for Impatient<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.unread.is_empty()
            && let Some(board) = self.boards.next()
        {
            assert_eq!(
                self.answers.get(),
                self.given,
                "every board given is answered before more is asked for"
            );
            self.unread = board.as_bytes();
            self.given += 1;
        }
        Ok(self.unread)
    }

    fn consume(&mut self, amount: usize) {
        self.unread = &self.unread[amount..];
    }
}

/// An input that is interrupted before each byte, and fails behind the last.
struct Failing<'a> {
    unread: &'a [u8],
    is_interrupted: bool,
}

impl std::io::Read for Failing<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let (next, rest) = self.unread.split_first().ok_or(std::io::ErrorKind::BrokenPipe)?;
        (bytes[0], self.unread) = (*next, rest);
        Ok(1)
    }
}

/// An output that counts its flushes.
struct Flushes<'a>(&'a std::cell::Cell<usize>);

impl std::io::Write for Flushes<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.set(self.0.get() + 1);
        Ok(())
    }
}

#[test]
fn an_input_that_fails_is_reported_after_what_it_gave() {
    let board = "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3\n";
    let input = Failing {
        unread: board.as_bytes(),
        is_interrupted: false,
    };
    let mut output = Vec::new();
    let error = filter(std::io::BufReader::new(input), &mut output, false).expect_err("it fails");
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    let mut whole = Vec::new();
    filter(board.as_bytes(), &mut whole, false).expect("nothing here fails");
    assert!(output.starts_with(&whole) && !whole.is_empty());
}

#[test]
fn a_board_is_answered_before_the_next_is_read() {
    let answers = std::cell::Cell::new(0);
    let board = "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3\n";
    let boards = [board; 3];
    let input = Impatient {
        boards: boards.iter(),
        unread: b"",
        answers: &answers,
        given: 0,
    };
    filter(input, Flushes(&answers), false).expect("nothing here fails");
    assert!(answers.get() >= boards.len());
}
