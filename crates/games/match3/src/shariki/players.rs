//! The options, the computer players and their levels.

use quincunx_core::{Game as _, OptionError, OptionKind, OptionSpec, Options, Size};
use quincunx_registry::{Console, Examination, Lesson, PlayerLevel, RegisteredGame};
use quincunx_search::greedy_rollout::immediate_points;
use quincunx_search::one_ply::{self, Objective};
use quincunx_search::{AgentKind, Player, ZeroEvaluation, standard};

use super::evaluation::with_specials_value;
use super::examination::SharikiExamination;
use super::lessons::LESSONS;
use super::parse::Boards;
use super::rules::Shariki;
use crate::engine::{Board, ParseBoardError, SpawnRates, WhenStuck};
use crate::options::{SPECIAL_FIRST, level, number, option};

impl RegisteredGame for Shariki {
    const ID: &'static str = "shariki";

    const TITLE: &'static str = "Shariki";

    const SUMMARY: &'static str = "Line up gems of one colour, and set off the specials that they leave";

    const PLAYERS: u8 = 1;

    const CONSOLE: Console = Console {
        flags: &[("-v", "write every step of every board")],
        run: super::console::console,
    };

    const EXAMINATION: Option<&'static dyn Examination> = Some(&SharikiExamination);

    const OPTIONS: &'static [OptionSpec] = OPTIONS;

    const AGENTS: &'static [AgentKind] = &[
        standard::RANDOM,
        standard::GREEDY,
        one_ply::NOISY,
        SPECIAL_FIRST,
        one_ply::EXPECTATION,
        standard::MCTS_GREEDY,
    ];

    const LESSONS: &'static [Lesson] = LESSONS;

    // Points in 30 swaps by the default options, with 95 % intervals, in thousands: level 1 8.3 ± 0.2, level
    // 3 15.6 ± 0.2, level 4 28.6 ± 1.2, level 5 35.0 ± 2.5 (BENCHMARKS.md).
    const LEVELS: [PlayerLevel; 5] = [
        level("swaps anything", "random"),
        level(
            "sees the first combination, half the time",
            "greedy:samples=0,error=0.5",
        ),
        level("looks for specials", "special-first"),
        level("expects cascades", "expectation"),
        level("looks some swaps ahead", "mcts:simulations=2000,playout=1"),
    ];

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        rules(options)
    }

    fn max_plies(&self) -> Option<u64> {
        self.max_swaps.map(u64::from)
    }

    /// Assumes a hundred swaps where no option limits them.
    fn expected_moves_left(&self, state: &Self::State) -> u32 {
        let most = self.max_swaps.unwrap_or(u32::MAX);
        most.saturating_sub(state.swaps).clamp(1, 100)
    }

    fn player(&self, agent: &str, parameters: &Options) -> Box<dyn Player<Self>> {
        match agent {
            "random" => standard::random(parameters),
            "greedy" => standard::greedy(parameters, ZeroEvaluation),
            "noisy" => one_ply::noisy(parameters, Objective::points(Self::points)),
            "special-first" => one_ply::greedy(parameters, Objective::points(with_specials_value)),
            "expectation" => one_ply::expectation(parameters, Objective::points(Self::points)),
            _ => standard::mcts_greedy(parameters, immediate_points),
        }
    }
}

const OPTIONS: &[OptionSpec] = &[
    number("columns", SIDES, "9", "columns of the board"),
    number("rows", SIDES, "9", "rows of the board"),
    number("colours", (3, 6), "6", "colours of new elements"),
    rate(
        "verticals",
        "of a thousand new elements, how many remove their column",
    ),
    rate(
        "horizontals",
        "of a thousand new elements, how many remove their row",
    ),
    rate(
        "wrapped",
        "of a thousand new elements, how many remove the eight around them",
    ),
    rate(
        "bombs",
        "of a thousand new elements, how many remove all of their colour",
    ),
    number(
        "swaps",
        (0, 1_000_000),
        "30",
        "swaps after which the game ends; 0 for none",
    ),
    option(
        "stuck",
        OptionKind::Choice(&["reshuffle", "end"]),
        "reshuffle",
        "what happens when no swap makes a combination",
    ),
    option(
        "board",
        OptionKind::File,
        "",
        "a board to begin with, rows of elements as in `R1 V2 --`; its size takes the place of columns and rows",
    ),
    number(
        "nth",
        (1, 1_000_000),
        "1",
        "which board of a file of several, each with its rows and columns before it",
    ),
];

const SIDES: (u64, u64) = (Shariki::MIN_SIDE as u64, Shariki::MAX_SIDE as u64);

const fn rate(name: &'static str, help: &'static str) -> OptionSpec {
    number(name, (0, 250), "10", help)
}

/// Creates the rules from options.
fn rules(options: &Options) -> Result<Shariki, OptionError> {
    let start = start_board(options.text("board"), options.integer("nth"))?;
    let size = match &start {
        Some(board) => board.size(),
        None => Size::new(options.integer("columns"), options.integer("rows"))
            .expect("the ranges allow no others"),
    };
    let rates = SpawnRates {
        colours: options.integer("colours"),
        specials: ["verticals", "horizontals", "wrapped", "bombs"].map(|name| options.integer(name)),
    };
    let when_stuck = match options.text("stuck") {
        "end" => WhenStuck::End,
        _ => WhenStuck::Reshuffle,
    };
    let mut rules = Shariki::new(size, rates, when_stuck);
    let swaps = options.integer("swaps");
    if swaps > 0 {
        rules = rules.with_max_swaps(swaps);
    }
    Ok(match start {
        Some(board) => rules.with_start(board),
        None => rules,
    })
}

/// Parses the board to begin with: rows of squares, or the `nth` board of a batch, each with its dimensions
/// before it.
fn start_board(text: &str, nth: usize) -> Result<Option<Board>, OptionError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = |expected: String| OptionError::value("board", text, expected);
    let is_dimension = |first: char| first.is_ascii_digit() || first == '+';
    let board = if text.trim_start().starts_with(is_dimension) {
        let mut boards = Boards::new(text.as_bytes());
        let boards = std::iter::from_fn(|| boards.next_board().expect("memory can be read"));
        let boards = (1..).zip(boards).map(|(number, board)| {
            board.map_err(|error| {
                let expected = "boards: rows, columns, and as many elements each";
                wrong(format!("{expected} (board {number}: {error})"))
            })
        });
        let boards: Vec<Board> = boards.collect::<Result<_, _>>()?;
        let count = boards.len();
        let beyond = || OptionError::value("nth", nth, format!("a board of the file, which has {count}"));
        boards.into_iter().nth(nth - 1).ok_or_else(beyond)?
    } else if nth > 1 {
        return Err(OptionError::value(
            "nth",
            nth,
            "1 where a board has no dimensions before it",
        ));
    } else {
        text.parse()
            .map_err(|error: ParseBoardError| wrong(format!("a board ({error})")))?
    };
    let sides = Shariki::MIN_SIDE..=Shariki::MAX_SIDE;
    if sides.contains(&board.size().columns()) && sides.contains(&board.size().rows()) {
        return Ok(Some(board));
    }
    let (least, most) = SIDES;
    Err(wrong(format!("a board of {least} to {most} columns and rows")))
}

#[cfg(test)]
mod tests {
    use quincunx_core::{Game, Session};

    use super::*;

    fn with_board(text: &str) -> Result<Shariki, OptionError> {
        let mut options = Options::defaults(OPTIONS);
        options.set("board", text).expect("any text is taken");
        Shariki::from_options(&options)
    }

    #[test]
    fn a_board_to_begin_with_is_read_with_and_without_dimensions() {
        let rows = "R1 R2 R3 R4\nR5 V6 -- R2\nR3 R4 R5 R6\n";
        for text in [
            rows.to_owned(),
            format!("3 4\n{rows}"),
            format!("\n +3 4 {}", rows.replace('\n', " ")),
        ] {
            let rules = with_board(&text).expect("a board");
            assert_eq!((rules.size.columns(), rules.size.rows()), (4, 3));
            assert_eq!(rules.initial().board().to_string(), rows);
            Session::new(rules, 0).expect("the opening comes to rest");
        }
    }

    #[test]
    fn a_file_of_several_boards_has_an_nth() {
        let text = "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3\n3 4 R1 R2 R3 R4 R5 V6 R1 R2 R3 R4 R5 R6";
        let nth = |text: &str, nth| {
            let mut options = Options::defaults(OPTIONS);
            options.set("board", text).expect("any text is taken");
            options.set("nth", nth).expect("a number");
            Shariki::from_options(&options).map_err(|error| error.to_string())
        };
        let columns = |rules: Shariki| rules.size.columns();
        assert_eq!(nth(text, "1").map(columns), Ok(3));
        assert_eq!(nth(text, "2").map(columns), Ok(4));
        for (text, wrong, reason) in [
            (text, "3", "a board of the file, which has 2"),
            (
                "R1 R2 R3 / R4 R5 R6 / R1 R2 R3",
                "2",
                "has no dimensions before it",
            ),
        ] {
            let error = nth(text, wrong).expect_err(reason);
            assert!(error.contains(reason) && error.contains("`nth`"), "{error}");
        }
    }

    #[test]
    fn other_texts_are_rejected_with_a_reason() {
        for (text, reason) in [
            ("R1 R2 / R3 R4", "a board of 3 to 64 columns and rows"),
            ("R1 R2 R3 / R4 R5 / R1 R2 R3", "row 2 has 2 squares"),
            ("R1 R2 R3 / R1 R2 X3", "row 2, column 3: \"X3\" is not an element"),
            ("3 3 R1 R2 R3", "boards: rows, columns, and as many elements each"),
            (
                "3 3 R1 R2 R3 R1 R2 R3 R1 R2 R3\n3 3 R1 R2 R3 R1 R9 R3 R1 R2 R3",
                "(board 2: row 2, column 2: expected an element",
            ),
            (
                "3 3 R1 R2 R3 R1 R2 R3 R1 R2 R3 4",
                "boards: rows, columns, and as many elements each",
            ),
        ] {
            let error = with_board(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn no_limit_of_swaps_is_no_limit() {
        let mut options = Options::defaults(OPTIONS);
        assert_eq!(
            Shariki::from_options(&options).expect("the defaults").max_swaps,
            Some(30)
        );
        options.set("swaps", "0").expect("in range");
        assert_eq!(Shariki::from_options(&options).expect("in range").max_swaps, None);
    }
}
