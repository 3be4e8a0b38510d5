//! The rules that are examined.

use quincunx_registry::examination::ExaminedRule;

pub(super) const RULES: &[ExaminedRule] = &[
    ExaminedRule::new(
        "new-game",
        8,
        "A game begins on an empty 7×6 board with player 1 to move, the first one at launch.",
    ),
    ExaminedRule::new("board-size", 10, "A board has from 4 to 64 columns and rows."),
    ExaminedRule::new("fall", 20, "A stone falls to the lowest free cell of its column."),
    ExaminedRule::new(
        "print",
        10,
        "The board is printed row by row, the top one first: `.`, `1` and `2`.",
    ),
    ExaminedRule::new("turns", 20, "The players drop in turn."),
    ExaminedRule::new(
        "columns",
        20,
        "Columns count from 1; a drop beside the board is refused and does not change the turn.",
    ),
    ExaminedRule::new(
        "full-column",
        20,
        "A drop into a full column is refused and does not change the turn.",
    ),
    ExaminedRule::new("row", 40, "Four stones of one player side by side in a row win."),
    ExaminedRule::new("column", 20, "Four stones of one player on each other win."),
    ExaminedRule::new(
        "rising-diagonal",
        40,
        "Four stones of one player on a diagonal that rises to the right win.",
    ),
    ExaminedRule::new(
        "falling-diagonal",
        40,
        "Four stones of one player on a diagonal that falls to the right win.",
    ),
    ExaminedRule::new("no-four", 40, "Nothing but four directly adjacent stones wins."),
    ExaminedRule::new(
        "winning-cells",
        40,
        "A win names all cells of all fours, sorted by column, then row.",
    ),
    ExaminedRule::new(
        "draw",
        20,
        "A full board without a four is a draw; the last stone may win.",
    ),
    ExaminedRule::new("end", 20, "After the end drops are refused."),
    ExaminedRule::new(
        "undo",
        30,
        "A drop can be taken back, also the last one of a game; without a drop that is refused.",
    ),
    ExaminedRule::new(
        "state",
        30,
        "The state says who is to move, who has won, or that it is a draw.",
    ),
    ExaminedRule::new(
        "moves",
        20,
        "The columns played so far are listed in their order.",
    ),
    ExaminedRule::new("restart", 10, "A start begins a new game at any time."),
    ExaminedRule::new(
        "position",
        30,
        "A position begins a game of 7 columns and 6 rows with some drops; if one is not legal nothing changes.",
    ),
    ExaminedRule::new(
        "malformed",
        30,
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
    ExaminedRule::extra(
        "scores",
        10,
        "Scores are exact for every column that can be played, else `-`.",
    ),
    ExaminedRule::extra(
        "best",
        10,
        "The best column has the best score; after the end it is refused.",
    ),
];
