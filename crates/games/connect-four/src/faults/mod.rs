//! Programs that play Connect Four on the console otherwise than the game's own: right ones and wrong ones.

mod board;
mod model;

use std::io::{self, Read, Write};

use quincunx_registry::examination::{REWORDED, Variant, run_variant};

use model::Model;

/// Runs the console of a variant until its input ends or `quit`.
pub(super) fn run(variant: &'static Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_variant(variant.name, &mut Model::new(variant.name), input, output)
}

/// The variants. The words of refusals, and which of the best columns is named, are a program's own.
pub(super) static VARIANTS: &[Variant] = &[
    REWORDED[0],
    REWORDED[1],
    REWORDED[2],
    REWORDED[3],
    Variant::right("first-best", "It names the first of the best columns."),
    Variant::right("last-best", "It names the last of the best columns."),
    // The board.
    Variant::fault("player-2-begins", "new-game", "Player 2 begins."),
    Variant::fault("six-by-seven", "new-game", "A board has 6 columns and 7 rows."),
    Variant::fault(
        "no-game-at-launch",
        "new-game",
        "No game runs before the first start or position.",
    ),
    Variant::fault(
        "stones-stick",
        "fall",
        "A stone stays in the highest free cell of its column.",
    ),
    Variant::fault(
        "stones-hang",
        "fall",
        "A stone falls beside the others: to the lowest row that is free in the whole board.",
    ),
    Variant::fault("bottom-row-first", "print", "The bottom row is printed first."),
    Variant::fault(
        "printed-mirrored",
        "print",
        "The columns are printed from right to left.",
    ),
    Variant::fault(
        "printed-by-columns",
        "print",
        "A line is printed for each column.",
    ),
    // Drops.
    Variant::fault("one-player", "turns", "Player 1 makes every drop."),
    Variant::fault(
        "two-drops",
        "turns",
        "Each player drops twice in a row after the first drop.",
    ),
    Variant::fault("columns-from-0", "columns", "Columns count from 0."),
    Variant::fault(
        "columns-wrap",
        "columns",
        "A column beside the board is counted around its edge.",
    ),
    Variant::fault(
        "nearest-column",
        "columns",
        "A drop beside the board goes to the nearest column.",
    ),
    Variant::fault(
        "beside-passes",
        "columns",
        "A drop beside the board changes the turn.",
    ),
    Variant::fault(
        "full-replaces",
        "full-column",
        "A drop into a full column replaces its top stone.",
    ),
    Variant::fault(
        "full-ignored",
        "full-column",
        "A drop into a full column is accepted without a stone.",
    ),
    Variant::fault(
        "full-passes",
        "full-column",
        "A drop into a full column changes the turn.",
    ),
    Variant::fault(
        "full-at-five",
        "full-column",
        "A column is full one stone too early.",
    ),
    // Wins.
    Variant::fault("no-row", "row", "Four in a row do not win."),
    Variant::fault(
        "row-from-left",
        "row",
        "A row wins only if its last stone is the right one.",
    ),
    Variant::fault("bottom-row-only", "row", "Only the bottom row is looked at."),
    Variant::fault(
        "last-columns-forgotten",
        "row",
        "A row that ends in the last column does not win.",
    ),
    Variant::fault("no-column", "column", "Four on each other do not win."),
    Variant::fault(
        "column-of-five",
        "column",
        "Five stones on each other are needed.",
    ),
    Variant::fault("no-rising", "rising-diagonal", "Rising diagonals do not win."),
    Variant::fault(
        "rising-from-bottom",
        "rising-diagonal",
        "Rising diagonals win only if they begin in the bottom row.",
    ),
    Variant::fault("no-falling", "falling-diagonal", "Falling diagonals do not win."),
    Variant::fault(
        "falling-to-bottom",
        "falling-diagonal",
        "Falling diagonals win only if they end in the bottom row.",
    ),
    Variant::fault(
        "middle-forgotten",
        "falling-diagonal",
        "A falling diagonal wins only if its last stone is at one of its ends.",
    ),
    Variant::fault("three-win", "no-four", "Three adjacent stones win."),
    Variant::fault("five-needed", "row", "Only five adjacent stones win."),
    Variant::fault("rows-wrap", "no-four", "A row continues in the next one."),
    Variant::fault(
        "gaps-count",
        "no-four",
        "Four stones of one player anywhere in a row win.",
    ),
    Variant::fault(
        "colours-ignored",
        "no-four",
        "Four stones in a row win, whoever dropped them.",
    ),
    Variant::fault(
        "first-four-only",
        "winning-cells",
        "Of several fours only the first one is named.",
    ),
    Variant::fault(
        "last-four-only",
        "winning-cells",
        "Of several fours only the last one is named.",
    ),
    Variant::fault(
        "cells-by-rows",
        "winning-cells",
        "The winning cells are sorted by row, then column.",
    ),
    Variant::fault(
        "cells-repeated",
        "winning-cells",
        "A cell of two fours is named twice.",
    ),
    Variant::fault(
        "rows-from-top",
        "winning-cells",
        "The rows of winning cells count from the top.",
    ),
    Variant::fault(
        "row-before-column",
        "winning-cells",
        "Winning cells are written `row;column`.",
    ),
    Variant::fault("cells-from-0", "winning-cells", "Winning cells count from 0."),
    // The end.
    Variant::fault("no-draw", "draw", "A full board is no end."),
    Variant::fault(
        "draw-before-win",
        "draw",
        "The last stone of a full board never wins.",
    ),
    Variant::fault(
        "early-draw",
        "draw",
        "The game is a draw when one cell is still free.",
    ),
    Variant::fault("plays-on", "end", "Drops are accepted after a win."),
    Variant::fault(
        "end-begins-anew",
        "end",
        "A drop after the end begins a new game.",
    ),
    // Questions and the rest.
    Variant::fault(
        "undo-keeps-turn",
        "undo",
        "Taking a drop back does not change the turn.",
    ),
    Variant::fault(
        "undo-keeps-stone",
        "undo",
        "Taking a drop back leaves its stone on the board.",
    ),
    Variant::fault(
        "undo-takes-two",
        "undo",
        "The drops of both players are taken back at once.",
    ),
    Variant::fault(
        "undo-at-start",
        "undo",
        "Taking back is accepted where no drop was made.",
    ),
    Variant::fault(
        "no-undo-after-end",
        "undo",
        "The last drop of a game cannot be taken back.",
    ),
    Variant::fault("undo-once", "undo", "Only one drop can be taken back in a row."),
    Variant::fault(
        "winner-to-move",
        "state",
        "After the end the state still names who would be to move.",
    ),
    Variant::fault(
        "loser-wins",
        "state",
        "After a win the state names the other player.",
    ),
    Variant::fault(
        "draw-is-win",
        "state",
        "After a draw the state says that player 2 wins.",
    ),
    Variant::fault(
        "moves-from-0",
        "moves",
        "The moves are listed with columns from 0.",
    ),
    Variant::fault(
        "latest-first",
        "moves",
        "The moves are listed from the latest one back.",
    ),
    Variant::fault(
        "moves-stay",
        "moves",
        "A drop that was taken back is still listed.",
    ),
    Variant::fault(
        "turn-stays",
        "restart",
        "A new game does not begin with player 1.",
    ),
    Variant::fault(
        "history-stays",
        "restart",
        "Drops of the game before can be taken back in a new game.",
    ),
    Variant::fault(
        "position-in-part",
        "position",
        "Of a wrong position the legal drops before the wrong one are made.",
    ),
    Variant::fault(
        "position-goes-on",
        "position",
        "A position is dropped into the present game.",
    ),
    Variant::fault(
        "position-cannot-undo",
        "position",
        "The drops of a position cannot be taken back.",
    ),
    Variant::fault(
        "loose-blanks",
        "malformed",
        "Further blanks between words are passed over.",
    ),
    Variant::fault(
        "any-case",
        "malformed",
        "Commands in capital letters are accepted.",
    ),
    Variant::fault(
        "more-words",
        "malformed",
        "Further words after a command are passed over.",
    ),
    Variant::fault("no-plus", "numbers", "Numbers with a plus are refused."),
    Variant::fault("no-zeros", "numbers", "Numbers with leading zeros are refused."),
    Variant::fault(
        "underscores",
        "numbers",
        "Underscores in numbers are passed over.",
    ),
    Variant::fault("answers-quit", "quit", "`quit` is answered by `OK`."),
    // Other sizes are an option, and nobody is asked for a solver.
    Variant::beyond("sides-swapped", "board-size", "Columns and rows are swapped."),
    Variant::beyond(
        "three-by-three",
        "board-size",
        "Boards from 3 columns and rows on are accepted.",
    ),
    Variant::beyond(
        "thirty-two",
        "board-size",
        "A board has at most 32 columns and rows.",
    ),
    Variant::beyond(
        "scores-of-opponent",
        "scores",
        "Scores are those of the other player.",
    ),
    Variant::beyond("only-signs", "scores", "Scores are 1, 0 and -1."),
    Variant::beyond("full-scores-0", "scores", "A full column scores 0."),
    Variant::beyond(
        "first-column",
        "best",
        "The first column that can be played counts as the best.",
    ),
    Variant::beyond("worst-column", "best", "A column of the worst score is named."),
    Variant::beyond("best-after-end", "best", "After the end column 1 is named."),
];
