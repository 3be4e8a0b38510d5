//! The cases that everybody may know.

use quincunx_registry::examination::Case;

/// A position of 34 stones in which column 3 wins at once.
const NEARLY_FULL: &str = "4557146376176147672424763164551222";

/// Returns short games that a person can follow.
pub(super) fn published() -> Vec<Case> {
    let case = |rule, lines: &str| Case::new(rule, &lines.replace(", ", "\n"));
    /// Drops into columns of one digit each.
    fn drops(columns: &str) -> String {
        let lines: Vec<String> = columns.chars().map(|column| format!("drop {column}")).collect();
        lines.join(", ")
    }
    let played = |rule, columns: &str, then: &str| case(rule, &format!("start, {}, {then}", drops(columns)));
    vec![
        case("new-game", "start, state, moves, print"),
        Case {
            starts_run: true,
            ..case("new-game", "state, moves, print, drop 7, print")
        },
        case(
            "board-size",
            "start 4 5, print, drop 4, drop 5, print, start 3 4, start 4 3, start 65 4, start 4 65, print, \
             start 64 4, drop 64, state",
        ),
        played("fall", "44453", "print"),
        played("print", "1737", "print"),
        played("turns", "123", "state, print, drop 4, state, print"),
        case(
            "columns",
            "start, drop 0, drop 8, drop -1, state, drop 7, drop 1, state, print",
        ),
        played("full-column", "1111111", "state, moves, drop 2, print"),
        played("row", "1122334", "state, print"),
        played("row", "77665564", "state"),
        played("row", "435261717", "state"),
        played("column", "1212121", "state, print"),
        played("column", "12373747", "state, print"),
        played("rising-diagonal", "12233434454", "state, print"),
        played("falling-diagonal", "76655454434", "state, print"),
        played("no-four", "112233", "state, drop 5, state, drop 7, state"),
        played("no-four", "5161717", "state, print"),
        played("winning-cells", "112122767744553", "print"),
        played("winning-cells", "1122335566774", "print"),
        case(
            "draw",
            &format!(
                "start 4 4, {}, state, print, drop 1, undo, state",
                drops("1212212134344343")
            ),
        ),
        played("end", "1212121", "drop 1, drop 3, state, print, moves"),
        case(
            "undo",
            "start, undo, drop 4, drop 4, undo, state, print, drop 3, print, undo, undo, undo",
        ),
        played("undo", "1212121", "undo, state, moves, drop 3, state, print"),
        played(
            "state",
            "1212121",
            "state, undo, state, drop 3, state, drop 2, state",
        ),
        played("moves", "4453", "moves, drop 9, moves, undo, moves"),
        played(
            "restart",
            "445",
            "start, state, moves, print, undo, drop 1, print",
        ),
        played("restart", "1212121", "start, state, drop 1, state"),
        case(
            "position",
            "position 4453, moves, state, print, drop 1, undo, undo, moves, position 4458, moves, position 1111111, \
             moves, position 12121212, position 44x, position, state",
        ),
        case("position", "start 5 5, drop 5, position 77, print, moves"),
        played(
            "malformed",
            "12",
            "drop,  print, drop  1, Drop 1, drop x, fly, print now, drop 1 2, state, moves",
        ),
        case(
            "numbers",
            "start +7 006, drop +4, drop 04, drop +005, drop -0, drop +, drop --1, drop 0_1, drop 1.0, moves, \
             print",
        ),
        played("quit", "445", "quit now, Quit, state, quit, state, drop 1"),
        case("scores", &format!("position {NEARLY_FULL}, scores, undo, scores")),
        case(
            "scores",
            &format!("position {NEARLY_FULL}, drop 3, scores, undo, scores"),
        ),
        case("best", &format!("position {NEARLY_FULL}, best, drop 3, best")),
    ]
}
