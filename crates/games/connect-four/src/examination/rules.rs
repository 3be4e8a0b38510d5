//! The rules that are examined.

use quincunx_registry::examination::ExaminedRule;
use quincunx_registry::examined_rules;

pub(super) const RULES: &[ExaminedRule] = examined_rules! {
    8 "new-game": "A game begins on an empty 7×6 board with player 1 to move, the first one at launch.";
    10 "board-size": "A board has from 4 to 64 columns and rows.";
    20 "fall": "A stone falls to the lowest free cell of its column.";
    10 "print": "The board is printed row by row, the top one first: `.`, `1` and `2`.";
    20 "turns": "The players drop in turn.";
    20 "columns": "Columns count from 1; a drop beside the board is refused and does not change the turn.";
    20 "full-column": "A drop into a full column is refused and does not change the turn.";
    40 "row": "Four stones of one player side by side in a row win.";
    20 "column": "Four stones of one player on each other win.";
    40 "rising-diagonal": "Four stones of one player on a diagonal that rises to the right win.";
    40 "falling-diagonal": "Four stones of one player on a diagonal that falls to the right win.";
    40 "no-four": "Nothing but four directly adjacent stones wins.";
    40 "winning-cells": "A win names all cells of all fours, sorted by column, then row.";
    20 "draw": "A full board without a four is a draw; the last stone may win.";
    20 "end": "After the end drops are refused.";
    30 "undo": "A drop can be taken back, also the last one of a game; without a drop that is refused.";
    30 "state": "The state says who is to move, who has won, or that it is a draw.";
    20 "moves": "The columns played so far are listed in their order.";
    10 "restart": "A start begins a new game at any time.";
    30 "position":
        "A position begins a game of 7 columns and 6 rows with some drops; if one is not legal nothing \
         changes.";
    30 "malformed": "Anything that is no command is refused and changes nothing.";
    10 "numbers": "A whole number may carry a sign and leading zeros; nothing else is one.";
    4 "quit": "`quit` alone ends the program with exit status 0 and is not answered.";
    extra 10 "scores": "Scores are exact for every column that can be played, else `-`.";
    extra 10 "best": "The best column has the best score; after the end it is refused.";
};
