//! The rules that are examined.

use quincunx_registry::examination::ExaminedRule;
use quincunx_registry::examined_rules;

pub(super) const RULES: &[ExaminedRule] = examined_rules! {
    10 "not-started": "Before the first start every other command is refused.";
    10 "start": "A game is started as `standard` or `torus`; nothing else starts one.";
    30 "select": "Each of the pieces 0 to 15 can be selected until it has been placed.";
    20 "in-turn":
        "A piece is selected, then placed: no second one is selected, and nothing is placed without one.";
    20 "place": "A piece is placed at `row;column` of a 6×6 board, from 0.";
    40 "failed-place":
        "A placing that cannot be carried out returns the piece to the bag and undoes the turn.";
    20 "bag": "The bag lists the pieces that are neither selected nor placed.";
    20 "print": "A row or column is printed as six fields, `#` for an empty one.";
    10 "print-range": "Rows and columns to print are from 0 to 5 and never wrapped.";
    30 "row": "Four adjacent pieces in a row that share a property win.";
    30 "column": "Four adjacent pieces in a column that share a property win.";
    30 "falling-diagonal":
        "Four adjacent pieces on a diagonal that falls to the right win if they share a property.";
    30 "rising-diagonal":
        "Four adjacent pieces on a diagonal that rises to the right win if they share a property.";
    60 "properties": "Any of the eight values of colour, shape, size and fill is a property.";
    40 "no-quartet": "Fewer, parted or different pieces do not win.";
    30 "winner": "The player who placed the last piece wins, in the turn that is counted from 0.";
    30 "torus-squares": "On a torus rows and columns wrap, each by itself, also negative ones.";
    60 "torus-lines": "On a torus lines of all four directions wrap.";
    40 "plane": "On a standard board nothing wraps, neither squares nor lines.";
    20 "draw": "An empty bag without a win is a draw; the sixteenth piece may win.";
    20 "end": "After the end selecting and placing are refused; questions are answered.";
    20 "restart": "A start begins a new game at any time.";
    40 "malformed": "Anything that is no command is refused and changes nothing.";
    10 "numbers": "A whole number may carry a sign and leading zeros; nothing else is one.";
    4 "quit": "`quit` alone ends the program with exit status 0 and is not answered.";
};
