//! The cases that everybody may know, written by hand.

use quincunx_registry::examination::Case;

/// Returns the cases, at least one for each rule.
pub(super) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = BOARDS
        .iter()
        .map(|&(rule, boards)| of_boards(rule, boards))
        .collect();
    cases.extend(LINES.iter().map(|&(rule, text)| Case::new(rule, text)));
    cases.push(without_boards(" "));
    cases.extend(INVALID.iter().map(|text| Case {
        ends_run: true,
        ..Case::new("invalid-input", text)
    }));
    cases.extend(VERBOSE.iter().map(|boards| Case {
        arguments: &["-v"],
        ..of_boards("verbose", boards)
    }));
    cases
}

/// Makes a case of an input without boards, which says something only if nothing else is read.
pub(super) fn without_boards(text: &str) -> Case {
    Case {
        starts_run: true,
        ends_run: true,
        ..Case::new("output", text)
    }
}

/// Makes a case of boards, a line each.
fn of_boards(rule: &'static str, boards: &[&str]) -> Case {
    let lines: Vec<String> = boards.iter().map(|board| line(board)).collect();
    Case::new(rule, &lines.join("\n"))
}

/// Converts a board with `/` between its rows to a line of input.
fn line(board: &str) -> String {
    let rows: Vec<&str> = board.split(" / ").collect();
    let columns = rows[0].split(' ').count();
    format!("{} {columns} {}", rows.len(), rows.join(" "))
}

/// Boards with their rules.
const BOARDS: &[(&str, &[&str])] = &[
    (
        "gravity",
        &[
            "R1 -- R3 R4 / R2 R5 -- R1 / R3 R2 R6 R5",
            "R1 R2 R3 / -- -- -- / -- -- --",
            "R4 R4 R1 / R1 R1 R4 / R2 -- R5 / R2 R3 R5",
            "R2 R3 R5 / R1 R1 R1 / R2 R4 R5 / R2 R5 R5",
        ],
    ),
    (
        "line-of-five",
        &[
            "R2 R3 R4 R3 R2 R3 / R1 R1 R1 R1 R1 R2 / R2 R3 R4 R5 R6 R3",
            "R2 R3 R1 / R3 R2 R1 / R2 R3 R1 / R3 R2 R1 / R2 R4 R1 / R4 R2 R1",
            "R1 R1 R1 R1 R1 R1 R1 / R2 R3 R4 R5 R6 R2 R3 / R3 R2 R5 R4 R3 R6 R2",
        ],
    ),
    (
        "corners",
        &[
            "R1 R2 R3 R4 / R1 R3 R2 R5 / R1 R1 R1 R4 / R2 R3 R4 R5",
            "R2 R3 R4 R5 / R2 R1 R3 R4 / R3 R1 R2 R5 / R1 R1 R1 R3",
            "R1 R1 R1 R2 / R3 R1 R4 R5 / R2 R1 R3 R4 / R4 R1 R5 R3",
            "R3 R2 R1 / R1 R1 R1 / R2 R3 R1",
            "R1 R3 R4 / R1 R1 R1 / R1 R4 R3",
            "R2 R3 R1 / R4 R2 R1 / R1 R1 R1",
        ],
    ),
    (
        "shape-order",
        &[
            "R1 R1 R1 / R1 R2 R3 / R1 R1 R1",
            "R1 R1 R1 / R2 R1 R1 / R3 R1 R1",
            "R2 R1 R3 R4 / R5 R1 R2 R3 / R1 R1 R1 R1 / R2 R3 R4 R5",
        ],
    ),
    (
        "line-of-four",
        &[
            "R2 R1 R3 / R3 R1 R2 / R2 R1 R3 / R4 R1 R5 / R2 R3 R4",
            "R2 R3 R4 R5 / R1 R1 R1 R1 / R3 R4 R5 R6",
        ],
    ),
    (
        "line-of-three",
        &[
            "R2 R3 R4 R5 / R1 R1 R1 R3 / R3 R4 R5 R6",
            "R2 R1 R3 / R3 R1 R2 / R2 R1 R3 / R4 R5 R6",
        ],
    ),
    (
        "kind-order",
        &[
            "R1 R1 R1 R2 R3 / R3 R2 R4 R2 R4 / R4 R3 R5 R2 R5 / R5 R4 R3 R2 R6",
            "R3 R1 R1 R1 / R2 R2 R2 R2 / R4 R3 R1 R5",
            "R1 R2 R3 R4 R5 / R1 R3 R2 R5 R4 / R1 R1 R1 R1 R1 / R2 R3 R4 R5 R6",
            "R1 R1 R1 R1 / R2 R3 R4 R1 / R3 R2 R5 R1",
        ],
    ),
    (
        "reading-order",
        &[
            "R4 R5 R1 R1 R1 / R5 R4 R3 R2 R3 / R4 R5 R6 R2 R4 / R5 R6 R4 R2 R3",
            "R2 R1 R3 R4 / R2 R1 R4 R3 / R2 R1 R3 R4 / R3 R4 R5 R6",
            "R5 R4 R1 R5 / R4 R5 R1 R3 / R2 R2 R2 R4 / R3 R4 R1 R5",
        ],
    ),
    (
        "vertical-first",
        &[
            "R1 R1 R1 R1 R1 R1 / R1 R2 R3 R2 R3 R2 / R1 R3 R2 R3 R2 R3 / R1 R2 R3 R2 R3 R2 / \
             R1 R3 R2 R3 R2 R3",
            "R1 R1 R1 R1 R1 / R1 R2 R3 R2 R3 / R1 R3 R2 R3 R2 / R1 R2 R3 R2 R3 / R1 R3 R2 R3 R2",
        ],
    ),
    (
        "colours",
        &[
            "V1 R1 H1 / R2 R3 R4 / R3 R4 R5",
            "R2 W1 R3 / R3 B1 R4 / R4 R1 R5 / R2 R3 R4",
            "-- -- -- / -- -- -- / -- -- --",
            "-- -- -- -- / R2 -- R3 R2 / R1 -- R1 R1",
        ],
    ),
    (
        "vertical-special",
        &[
            "R2 R3 R4 / R3 R4 R5 / R1 V1 R1 / R4 R5 R6 / R3 R6 R2",
            "R1 V1 R1 / R4 R5 R6 / R3 R6 R2",
        ],
    ),
    (
        "horizontal-special",
        &[
            "R2 R1 R3 R4 R5 / R3 H1 R4 R5 R6 / R4 R1 R5 R6 R2",
            "R2 R3 H1 / R3 R4 R1 / R4 R5 R1",
        ],
    ),
    (
        "wrapped-special",
        &[
            "R2 R3 R4 R5 R6 / R3 R4 R5 R6 R2 / R1 R1 W1 R2 R3 / R5 R6 R2 R3 R4 / R6 R2 R3 R4 R5",
            "R2 R3 R4 R5 / W1 R4 R5 R6 / R1 R5 R6 R2 / R1 R6 R2 R3",
        ],
    ),
    (
        "bomb",
        &[
            "R1 R2 R3 R4 / R5 B1 R1 R1 / R2 R3 R4 R1 / V1 R4 R5 R6",
            "R2 R1 R3 R5 / R3 B1 R4 W1 / R4 R1 R5 R6 / R1 R2 R3 R4",
        ],
    ),
    (
        "chains",
        &[
            "R2 R3 R4 B5 R2 / R3 R4 R2 R3 R6 / V1 R1 R1 R6 R4 / R5 R6 R5 R2 R3 / H6 R2 W3 B4 R5",
            "R2 V3 R4 R5 / R1 H1 R1 V6 / R3 V2 R5 R4 / R5 R6 R3 R2",
        ],
    ),
    (
        "new-special",
        &[
            "R2 R3 R4 R5 / R1 H1 R1 R1 / R3 R4 R5 R6",
            "R1 B1 R1 R1 R1 / R2 R3 R4 R5 R6 / R3 R4 R5 R6 R2",
            "R1 R2 R3 / W1 R3 R2 / R1 R1 R1",
            "R2 R1 R3 / R3 R1 R4 / R4 V1 R5 / R5 R1 R6",
        ],
    ),
    ("output", &["R1 R2 R3 / R4 R5 R6 / R1 R2 R3"]),
    (
        "output",
        &[
            "R1 R1 R1 / R1 R1 R1 / R1 R1 R1",
            "R1 R2 R3 R4 / V2 H3 W4 B5 / R3 R4 R5 R6",
            "-- -- -- / -- -- -- / -- -- --",
        ],
    ),
];

/// Boards for the verbose mode.
const VERBOSE: &[&[&str]] = &[
    &[
        "R1 -- R3 R4 / R2 R5 -- R1 / R3 R2 R6 R5",
        "V2 R2 H2 / R2 R3 R4 / W2 R4 R3",
    ],
    &[
        "R2 R3 R4 B5 R2 / R3 R4 R2 R3 R6 / V1 R1 R1 R6 R4 / R5 R6 R5 R2 R3 / H6 R2 W3 B4 R5",
        "R2 H1 R3 R4 / R1 R2 R1 V1 / R2 H1 V2 R5 / R3 H2 R4 R3",
    ],
    &["R1 R2 R3 / R4 R5 R6 / R1 R2 R3"],
];

/// Lines of input with their rules.
const LINES: &[(&str, &str)] = &[
    (
        "input",
        "+3 004 V1 -- R3 W4\nR2 B5 -- R1 -- R3 R4\n--\n3\n\n3 R1\tR2 R3  R4 R5 \t R6 R1 R2 R3",
    ),
    (
        "input",
        "  3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3 010 3 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 \
         R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6",
    ),
    (
        "input",
        "3 25 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6 R1 R3 R4 R5 R6 R1 \
         R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 \
         R5 R6 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4 R5",
    ),
];

/// Input that does not consist of boards.
const INVALID: &[&str] = &[
    "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3\n3 3 R1 R2 R3 R4 R5 R7 R1 R2 R3\n3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3",
    "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3\n3 4 R1 R2 R3 R4 R5 R6 R1 R2 R3",
    "3 3 r1 R2 R3 R4 R5 R6 R1 R2 R3",
    "3 3 R1 R2 R3 R4 R5 R0 R1 R2 R3",
    "3 3 R12 R2 R3 R4 R5 R6 R1 R2 R3",
    "3 3 R R2 R3 R4 R5 R6 R1 R2 R3",
    "2 5 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4",
    "5 2 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4",
    "-3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3",
    "3.0 3 R1 R2 R3 R4 R5 R6 R1 R2 R3",
    "3 99999999999 R1 R2 R3 R4 R5 R6 R1 R2 R3",
    "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3 R4",
    "3 3 R1 R2 R3 R4 R5 R6 R1 R2 R3\n3",
];
