//! The rules that are examined.

use quincunx_registry::examination::ExaminedRule;

pub(super) const RULES: &[ExaminedRule] = &[
    ExaminedRule::new(
        "not-started",
        10,
        "Before the first start every other command is refused.",
    ),
    ExaminedRule::new(
        "start",
        10,
        "A game is started as `standard` or `torus`; nothing else starts one.",
    ),
    ExaminedRule::new(
        "select",
        30,
        "Each of the pieces 0 to 15 can be selected until it has been placed.",
    ),
    ExaminedRule::new(
        "in-turn",
        20,
        "A piece is selected, then placed: no second one is selected, and nothing is placed without one.",
    ),
    ExaminedRule::new(
        "place",
        20,
        "A piece is placed at `row;column` of a 6×6 board, from 0.",
    ),
    ExaminedRule::new(
        "failed-place",
        40,
        "A placing that cannot be carried out returns the piece to the bag and undoes the turn.",
    ),
    ExaminedRule::new(
        "bag",
        20,
        "The bag lists the pieces that are neither selected nor placed.",
    ),
    ExaminedRule::new(
        "print",
        20,
        "A row or column is printed as six fields, `#` for an empty one.",
    ),
    ExaminedRule::new(
        "print-range",
        10,
        "Rows and columns to print are from 0 to 5 and never wrapped.",
    ),
    ExaminedRule::new(
        "row",
        30,
        "Four adjacent pieces in a row that share a property win.",
    ),
    ExaminedRule::new(
        "column",
        30,
        "Four adjacent pieces in a column that share a property win.",
    ),
    ExaminedRule::new(
        "falling-diagonal",
        30,
        "Four adjacent pieces on a diagonal that falls to the right win if they share a property.",
    ),
    ExaminedRule::new(
        "rising-diagonal",
        30,
        "Four adjacent pieces on a diagonal that rises to the right win if they share a property.",
    ),
    ExaminedRule::new(
        "properties",
        60,
        "Any of the eight values of colour, shape, size and fill is a property.",
    ),
    ExaminedRule::new("no-quartet", 40, "Fewer, parted or different pieces do not win."),
    ExaminedRule::new(
        "winner",
        30,
        "The player who placed the last piece wins, in the turn that is counted from 0.",
    ),
    ExaminedRule::new(
        "torus-squares",
        30,
        "On a torus rows and columns wrap, each by itself, also negative ones.",
    ),
    ExaminedRule::new("torus-lines", 60, "On a torus lines of all four directions wrap."),
    ExaminedRule::new(
        "plane",
        40,
        "On a standard board nothing wraps, neither squares nor lines.",
    ),
    ExaminedRule::new(
        "draw",
        20,
        "An empty bag without a win is a draw; the sixteenth piece may win.",
    ),
    ExaminedRule::new(
        "end",
        20,
        "After the end selecting and placing are refused; questions are answered.",
    ),
    ExaminedRule::new("restart", 20, "A start begins a new game at any time."),
    ExaminedRule::new(
        "malformed",
        40,
        "Anything that is no command is refused and changes nothing.",
    ),
    ExaminedRule::new(
        "numbers",
        10,
        "A whole number may carry a sign and leading zeros; nothing else is one.",
    ),
    ExaminedRule::new(
        "quit",
        4,
        "`quit` alone ends the program with exit status 0 and is not answered.",
    ),
];
