//! Programs that play Quartet on the console otherwise than the game's own: right ones and wrong ones.

mod lines;
mod model;

use std::io::{self, Read, Write};

use quincunx_registry::examination::{Variant, run_variant};
use quincunx_registry::variants;

use model::Model;

/// Runs the console of a variant until its input ends or `quit`.
pub(super) fn run(variant: &'static Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_variant(variant.name, &mut Model::new(variant.name), input, output)
}

/// The variants. The words of refusals and the order of the bag are a program's own.
pub(super) static VARIANTS: &[Variant] = variants! {
    reworded;
    right {
        "bag-descending": "It lists the bag from the highest number down.";
        "bag-by-colour": "It lists white pieces first.";
    }
    // The beginning.
    fault "not-started" {
        "starts-itself": "A standard game runs from the beginning.";
        "empty-before": "Questions are answered before the first start.";
    }
    fault "start" {
        "any-start": "Every word after `start` starts a standard game.";
        "start-without-kind": "A start without a word starts a standard game.";
    }
    // Pieces.
    fault "select" {
        "no-piece-0": "There is no piece 0.";
        "piece-16": "There is a piece 16.";
        "pieces-wrap": "Numbers of pieces are taken modulo 16.";
        "used-again": "A piece on the board can be selected again.";
    }
    fault "in-turn" {
        "reselects": "A second selection replaces the first.";
        "second-select-ignored": "A second selection is accepted and ignored.";
        "places-nothing": "Placing without a selected piece is accepted.";
    }
    fault "place" {
        "column-first": "A square is read as `column;row`.";
        "squares-from-1": "Rows and columns of squares count from 1.";
    }
    fault "failed-place" {
        "replaces": "A piece can be placed on another one.";
        "keeps-selected": "After a failed placing the piece stays selected.";
        "piece-lost": "After a failed placing the piece is gone.";
        "failed-turn-counts": "A failed placing counts as a turn.";
        "off-board-keeps": "After a placing off the board the piece stays selected.";
    }
    fault "bag" {
        "bag-keeps-selected": "The selected piece is listed in the bag.";
        "bag-with-commas": "The pieces of the bag are separated by commas.";
        "bag-of-placed": "The bag lists the pieces on the board.";
        "bag-in-binary": "The bag lists the pieces in binary.";
    }
    fault "print" {
        "prints-swapped": "Rows and columns are swapped when they are printed.";
        "empty-is-dot": "Empty fields are printed as `.`.";
        "prints-backwards": "Fields are printed from the far end.";
    }
    fault "print-range" {
        "print-wraps": "Rows and columns to print wrap.";
        "prints-nearest": "The nearest row or column is printed.";
    }
    // Lines.
    fault "row" {
        "no-row": "Rows do not win.";
        "row-from-left": "Of a row only the first four squares are looked at.";
        "row-ends-last": "A row wins only if its last piece is at one of its ends.";
    }
    fault "column" {
        "no-column": "Columns do not win.";
        "column-from-top": "Of a column only the first four squares are looked at.";
    }
    fault "falling-diagonal" {
        "no-falling": "Falling diagonals do not win.";
        "main-diagonal-only": "Only the long falling diagonal is looked at.";
    }
    fault "rising-diagonal" {
        "no-rising": "Rising diagonals do not win.";
        "other-diagonal-only": "Only the long rising diagonal is looked at.";
    }
    fault "properties" {
        "ignores-colour": "The colour is no property.";
        "ignores-shape": "The shape is no property.";
        "ignores-size": "The size is no property.";
        "ignores-fill": "The fill is no property.";
        "ones-only": "Only white, cylindrical, large and solid pieces share a property.";
        "zeros-only": "Only black, square, small and hollow pieces share a property.";
        "two-properties": "Two properties have to be shared.";
    }
    fault "no-quartet" {
        "three-win": "Three pieces win.";
        "neighbours-share": "It is enough that neighbours in a line share a property.";
        "any-four": "Any four pieces in a line win.";
        "gaps-count": "Four pieces anywhere in a row win.";
    }
    fault "row" { "five-needed": "Five pieces are needed."; }
    // The winner.
    fault "winner" {
        "selector-wins": "The player who selected the last piece wins.";
        "player-1-wins": "Player 1 wins every game.";
        "turns-from-1": "Turns count from 1.";
        "turns-by-two": "Selecting and placing each count as a turn.";
    }
    // The torus.
    fault "torus-squares" {
        "torus-is-plane": "A torus is played as a standard board.";
        "remainder-of-negatives": "Negative multiples of 6 are off the board, as in the printed formula.";
        "mirrors-negatives": "Negative numbers lose their sign before they wrap.";
        "one-lap": "Squares wrap by one board at most.";
        "only-rows-wrap": "Columns of squares do not wrap.";
    }
    fault "torus-lines" {
        "lines-end": "Lines do not wrap on a torus.";
        "diagonals-end": "Diagonals do not wrap on a torus.";
        "columns-end": "Columns do not wrap on a torus.";
    }
    fault "plane" {
        "plane-wraps": "Squares of a standard board wrap.";
        "plane-lines-wrap": "Lines of a standard board wrap.";
    }
    // The end.
    fault "draw" {
        "no-draw": "An empty bag is no end.";
        "draw-before-win": "The sixteenth piece never wins.";
        "early-draw": "The game is a draw when one piece is left.";
    }
    fault "end" {
        "plays-on": "Pieces are selected and placed after the end.";
        "silent-after-end": "Questions are refused after the end.";
    }
    fault "restart" {
        "start-once": "A start is refused while a game runs.";
        "bag-stays": "A new game begins with the bag of the last one.";
        "board-stays": "A new game begins on the board of the last one.";
        "turn-stays": "A new game continues the count of turns.";
    }
    fault "malformed" {
        "malformed-returns": "A malformed placing returns the piece to the bag.";
        "loose-blanks": "Further blanks between words are passed over.";
        "any-case": "Commands in capital letters are accepted.";
        "more-words": "Further words after a command are passed over.";
        "any-separator": "Other separators than `;` are accepted in a square.";
    }
    fault "numbers" {
        "no-plus": "Numbers with a plus are refused.";
        "no-zeros": "Numbers with leading zeros are refused.";
        "underscores": "Underscores in numbers are passed over.";
    }
    fault "quit" { "answers-quit": "`quit` is answered by `OK`."; }
};
