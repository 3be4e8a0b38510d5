//! Programs that play Connect Four on the console otherwise than the game's own: right ones and wrong ones.

mod board;
mod model;

use std::io::{self, Read, Write};

use quincunx_registry::examination::{Variant, run_variant};
use quincunx_registry::variants;

use model::Model;

/// Runs the console of a variant until its input ends or `quit`.
pub(super) fn run(variant: &'static Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_variant(variant.name, &mut Model::new(variant.name), input, output)
}

/// The variants. The words of refusals, and which of the best columns is named, are a program's own.
pub(super) static VARIANTS: &[Variant] = variants! {
    reworded;
    right {
        "first-best": "It names the first of the best columns.";
        "last-best": "It names the last of the best columns.";
    }
    // The board.
    fault "new-game" {
        "player-2-begins": "Player 2 begins.";
        "six-by-seven": "A board has 6 columns and 7 rows.";
        "no-game-at-launch": "No game runs before the first start or position.";
    }
    fault "fall" {
        "stones-stick": "A stone stays in the highest free cell of its column.";
        "stones-hang": "A stone falls beside the others: to the lowest row that is free in the whole board.";
    }
    fault "print" {
        "bottom-row-first": "The bottom row is printed first.";
        "printed-mirrored": "The columns are printed from right to left.";
        "printed-by-columns": "A line is printed for each column.";
    }
    // Drops.
    fault "turns" {
        "one-player": "Player 1 makes every drop.";
        "two-drops": "Each player drops twice in a row after the first drop.";
    }
    fault "columns" {
        "columns-from-0": "Columns count from 0.";
        "columns-wrap": "A column beside the board is counted around its edge.";
        "nearest-column": "A drop beside the board goes to the nearest column.";
        "beside-passes": "A drop beside the board changes the turn.";
    }
    fault "full-column" {
        "full-replaces": "A drop into a full column replaces its top stone.";
        "full-ignored": "A drop into a full column is accepted without a stone.";
        "full-passes": "A drop into a full column changes the turn.";
        "full-at-five": "A column is full one stone too early.";
    }
    // Wins.
    fault "row" {
        "no-row": "Four in a row do not win.";
        "row-from-left": "A row wins only if its last stone is the right one.";
        "bottom-row-only": "Only the bottom row is looked at.";
        "last-columns-forgotten": "A row that ends in the last column does not win.";
    }
    fault "column" {
        "no-column": "Four on each other do not win.";
        "column-of-five": "Five stones on each other are needed.";
    }
    fault "rising-diagonal" {
        "no-rising": "Rising diagonals do not win.";
        "rising-from-bottom": "Rising diagonals win only if they begin in the bottom row.";
    }
    fault "falling-diagonal" {
        "no-falling": "Falling diagonals do not win.";
        "falling-to-bottom": "Falling diagonals win only if they end in the bottom row.";
        "middle-forgotten": "A falling diagonal wins only if its last stone is at one of its ends.";
    }
    fault "no-four" { "three-win": "Three adjacent stones win."; }
    fault "row" { "five-needed": "Only five adjacent stones win."; }
    fault "no-four" {
        "rows-wrap": "A row continues in the next one.";
        "gaps-count": "Four stones of one player anywhere in a row win.";
        "colours-ignored": "Four stones in a row win, whoever dropped them.";
    }
    fault "winning-cells" {
        "first-four-only": "Of several fours only the first one is named.";
        "last-four-only": "Of several fours only the last one is named.";
        "cells-by-rows": "The winning cells are sorted by row, then column.";
        "cells-repeated": "A cell of two fours is named twice.";
        "rows-from-top": "The rows of winning cells count from the top.";
        "row-before-column": "Winning cells are written `row;column`.";
        "cells-from-0": "Winning cells count from 0.";
    }
    // The end.
    fault "draw" {
        "no-draw": "A full board is no end.";
        "draw-before-win": "The last stone of a full board never wins.";
        "early-draw": "The game is a draw when one cell is still free.";
    }
    fault "end" {
        "plays-on": "Drops are accepted after a win.";
        "end-begins-anew": "A drop after the end begins a new game.";
    }
    // Questions and the rest.
    fault "undo" {
        "undo-keeps-turn": "Taking a drop back does not change the turn.";
        "undo-keeps-stone": "Taking a drop back leaves its stone on the board.";
        "undo-takes-two": "The drops of both players are taken back at once.";
        "undo-at-start": "Taking back is accepted where no drop was made.";
        "no-undo-after-end": "The last drop of a game cannot be taken back.";
        "undo-once": "Only one drop can be taken back in a row.";
    }
    fault "state" {
        "winner-to-move": "After the end the state still names who would be to move.";
        "loser-wins": "After a win the state names the other player.";
        "draw-is-win": "After a draw the state says that player 2 wins.";
    }
    fault "moves" {
        "moves-from-0": "The moves are listed with columns from 0.";
        "latest-first": "The moves are listed from the latest one back.";
        "moves-stay": "A drop that was taken back is still listed.";
    }
    fault "restart" {
        "turn-stays": "A new game does not begin with player 1.";
        "history-stays": "Drops of the game before can be taken back in a new game.";
    }
    fault "position" {
        "position-in-part": "Of a wrong position the legal drops before the wrong one are made.";
        "position-goes-on": "A position is dropped into the present game.";
        "position-cannot-undo": "The drops of a position cannot be taken back.";
    }
    fault "malformed" {
        "loose-blanks": "Further blanks between words are passed over.";
        "any-case": "Commands in capital letters are accepted.";
        "more-words": "Further words after a command are passed over.";
    }
    fault "numbers" {
        "no-plus": "Numbers with a plus are refused.";
        "no-zeros": "Numbers with leading zeros are refused.";
        "underscores": "Underscores in numbers are passed over.";
    }
    fault "quit" { "answers-quit": "`quit` is answered by `OK`."; }
    // Other sizes are an option, and nobody is asked for a solver.
    beyond "board-size" {
        "sides-swapped": "Columns and rows are swapped.";
        "three-by-three": "Boards from 3 columns and rows on are accepted.";
        "thirty-two": "A board has at most 32 columns and rows.";
    }
    beyond "scores" {
        "scores-of-opponent": "Scores are those of the other player.";
        "only-signs": "Scores are 1, 0 and -1.";
        "full-scores-0": "A full column scores 0.";
    }
    beyond "best" {
        "first-column": "The first column that can be played counts as the best.";
        "worst-column": "A column of the worst score is named.";
        "best-after-end": "After the end column 1 is named.";
    }
};
