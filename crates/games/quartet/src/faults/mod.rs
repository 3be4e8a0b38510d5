//! Programs that play Quartet on the console otherwise than the game's own: right ones and wrong ones.

mod lines;
mod model;

use std::io::{self, Read, Write};

use quincunx_registry::examination::{REWORDED, Variant, run_variant};

use model::Model;

/// Runs the console of a variant until its input ends or `quit`.
pub(super) fn run(variant: &'static Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_variant(variant.name, &mut Model::new(variant.name), input, output)
}

/// The variants. The words of refusals and the order of the bag are a program's own.
pub(super) static VARIANTS: &[Variant] = &[
    REWORDED[0],
    REWORDED[1],
    REWORDED[2],
    REWORDED[3],
    Variant::right("bag-descending", "It lists the bag from the highest number down."),
    Variant::right("bag-by-colour", "It lists white pieces first."),
    // The beginning.
    Variant::fault(
        "starts-itself",
        "not-started",
        "A standard game runs from the beginning.",
    ),
    Variant::fault(
        "empty-before",
        "not-started",
        "Questions are answered before the first start.",
    ),
    Variant::fault(
        "any-start",
        "start",
        "Every word after `start` starts a standard game.",
    ),
    Variant::fault(
        "start-without-kind",
        "start",
        "A start without a word starts a standard game.",
    ),
    // Pieces.
    Variant::fault("no-piece-0", "select", "There is no piece 0."),
    Variant::fault("piece-16", "select", "There is a piece 16."),
    Variant::fault("pieces-wrap", "select", "Numbers of pieces are taken modulo 16."),
    Variant::fault(
        "used-again",
        "select",
        "A piece on the board can be selected again.",
    ),
    Variant::fault("reselects", "in-turn", "A second selection replaces the first."),
    Variant::fault(
        "second-select-ignored",
        "in-turn",
        "A second selection is accepted and ignored.",
    ),
    Variant::fault(
        "places-nothing",
        "in-turn",
        "Placing without a selected piece is accepted.",
    ),
    Variant::fault("column-first", "place", "A square is read as `column;row`."),
    Variant::fault(
        "squares-from-1",
        "place",
        "Rows and columns of squares count from 1.",
    ),
    Variant::fault(
        "replaces",
        "failed-place",
        "A piece can be placed on another one.",
    ),
    Variant::fault(
        "keeps-selected",
        "failed-place",
        "After a failed placing the piece stays selected.",
    ),
    Variant::fault(
        "piece-lost",
        "failed-place",
        "After a failed placing the piece is gone.",
    ),
    Variant::fault(
        "failed-turn-counts",
        "failed-place",
        "A failed placing counts as a turn.",
    ),
    Variant::fault(
        "off-board-keeps",
        "failed-place",
        "After a placing off the board the piece stays selected.",
    ),
    Variant::fault(
        "bag-keeps-selected",
        "bag",
        "The selected piece is listed in the bag.",
    ),
    Variant::fault(
        "bag-with-commas",
        "bag",
        "The pieces of the bag are separated by commas.",
    ),
    Variant::fault("bag-of-placed", "bag", "The bag lists the pieces on the board."),
    Variant::fault("bag-in-binary", "bag", "The bag lists the pieces in binary."),
    Variant::fault(
        "prints-swapped",
        "print",
        "Rows and columns are swapped when they are printed.",
    ),
    Variant::fault("empty-is-dot", "print", "Empty fields are printed as `.`."),
    Variant::fault(
        "prints-backwards",
        "print",
        "Fields are printed from the far end.",
    ),
    Variant::fault("print-wraps", "print-range", "Rows and columns to print wrap."),
    Variant::fault(
        "prints-nearest",
        "print-range",
        "The nearest row or column is printed.",
    ),
    // Lines.
    Variant::fault("no-row", "row", "Rows do not win."),
    Variant::fault(
        "row-from-left",
        "row",
        "Of a row only the first four squares are looked at.",
    ),
    Variant::fault(
        "row-ends-last",
        "row",
        "A row wins only if its last piece is at one of its ends.",
    ),
    Variant::fault("no-column", "column", "Columns do not win."),
    Variant::fault(
        "column-from-top",
        "column",
        "Of a column only the first four squares are looked at.",
    ),
    Variant::fault("no-falling", "falling-diagonal", "Falling diagonals do not win."),
    Variant::fault(
        "main-diagonal-only",
        "falling-diagonal",
        "Only the long falling diagonal is looked at.",
    ),
    Variant::fault("no-rising", "rising-diagonal", "Rising diagonals do not win."),
    Variant::fault(
        "other-diagonal-only",
        "rising-diagonal",
        "Only the long rising diagonal is looked at.",
    ),
    Variant::fault("ignores-colour", "properties", "The colour is no property."),
    Variant::fault("ignores-shape", "properties", "The shape is no property."),
    Variant::fault("ignores-size", "properties", "The size is no property."),
    Variant::fault("ignores-fill", "properties", "The fill is no property."),
    Variant::fault(
        "ones-only",
        "properties",
        "Only white, cylindrical, large and solid pieces share a property.",
    ),
    Variant::fault(
        "zeros-only",
        "properties",
        "Only black, square, small and hollow pieces share a property.",
    ),
    Variant::fault(
        "two-properties",
        "properties",
        "Two properties have to be shared.",
    ),
    Variant::fault("three-win", "no-quartet", "Three pieces win."),
    Variant::fault(
        "neighbours-share",
        "no-quartet",
        "It is enough that neighbours in a line share a property.",
    ),
    Variant::fault("any-four", "no-quartet", "Any four pieces in a line win."),
    Variant::fault("gaps-count", "no-quartet", "Four pieces anywhere in a row win."),
    Variant::fault("five-needed", "row", "Five pieces are needed."),
    // The winner.
    Variant::fault(
        "selector-wins",
        "winner",
        "The player who selected the last piece wins.",
    ),
    Variant::fault("player-1-wins", "winner", "Player 1 wins every game."),
    Variant::fault("turns-from-1", "winner", "Turns count from 1."),
    Variant::fault(
        "turns-by-two",
        "winner",
        "Selecting and placing each count as a turn.",
    ),
    // The torus.
    Variant::fault(
        "torus-is-plane",
        "torus-squares",
        "A torus is played as a standard board.",
    ),
    Variant::fault(
        "remainder-of-negatives",
        "torus-squares",
        "Negative multiples of 6 are off the board, as in the printed formula.",
    ),
    Variant::fault(
        "mirrors-negatives",
        "torus-squares",
        "Negative numbers lose their sign before they wrap.",
    ),
    Variant::fault("one-lap", "torus-squares", "Squares wrap by one board at most."),
    Variant::fault(
        "only-rows-wrap",
        "torus-squares",
        "Columns of squares do not wrap.",
    ),
    Variant::fault("lines-end", "torus-lines", "Lines do not wrap on a torus."),
    Variant::fault(
        "diagonals-end",
        "torus-lines",
        "Diagonals do not wrap on a torus.",
    ),
    Variant::fault("columns-end", "torus-lines", "Columns do not wrap on a torus."),
    Variant::fault("plane-wraps", "plane", "Squares of a standard board wrap."),
    Variant::fault("plane-lines-wrap", "plane", "Lines of a standard board wrap."),
    // The end.
    Variant::fault("no-draw", "draw", "An empty bag is no end."),
    Variant::fault("draw-before-win", "draw", "The sixteenth piece never wins."),
    Variant::fault("early-draw", "draw", "The game is a draw when one piece is left."),
    Variant::fault("plays-on", "end", "Pieces are selected and placed after the end."),
    Variant::fault("silent-after-end", "end", "Questions are refused after the end."),
    Variant::fault("start-once", "restart", "A start is refused while a game runs."),
    Variant::fault(
        "bag-stays",
        "restart",
        "A new game begins with the bag of the last one.",
    ),
    Variant::fault(
        "board-stays",
        "restart",
        "A new game begins on the board of the last one.",
    ),
    Variant::fault(
        "turn-stays",
        "restart",
        "A new game continues the count of turns.",
    ),
    Variant::fault(
        "malformed-returns",
        "malformed",
        "A malformed placing returns the piece to the bag.",
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
    Variant::fault(
        "any-separator",
        "malformed",
        "Other separators than `;` are accepted in a square.",
    ),
    Variant::fault("no-plus", "numbers", "Numbers with a plus are refused."),
    Variant::fault("no-zeros", "numbers", "Numbers with leading zeros are refused."),
    Variant::fault(
        "underscores",
        "numbers",
        "Underscores in numbers are passed over.",
    ),
    Variant::fault("answers-quit", "quit", "`quit` is answered by `OK`."),
];
