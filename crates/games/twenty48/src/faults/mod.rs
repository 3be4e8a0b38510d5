//! Programs that play 2048 on the console otherwise than the game's own: right ones and wrong ones.

mod model;
mod slide;

use std::io::{self, Read, Write};

use quincunx_registry::examination::{Variant, run_variant};
use quincunx_registry::variants;

use model::Model;

/// Runs the console of a variant until its input ends or `quit`.
pub(super) fn run(variant: &'static Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_variant(variant.name, &mut Model::new(variant.name), input, output)
}

/// The variants. New pieces, the words of refusals and hints are a program's own.
pub(super) static VARIANTS: &[Variant] = variants! {
    right { "other-pieces": "It draws its pieces from another generator, whatever the seed."; }
    reworded;
    right {
        "first-hint": "It hints at the first possible direction.";
        "last-hint": "It hints at the last possible direction.";
        "start-resets-scoring": "A start returns to standard scoring.";
    }
    // A new board.
    fault "new-board" {
        "one-initial-piece": "A new board carries one piece.";
        "three-initial-pieces": "A new board carries three pieces.";
        "no-initial-pieces": "A new board is empty.";
    }
    // Fields.
    fault "get-and-set" {
        "zero-keeps-piece": "Setting a field to 0 does not remove its piece.";
        "set-keeps-piece": "Setting a field that holds a piece changes nothing.";
        "set-transposes": "Setting a field swaps its column and row.";
        "get-transposes": "Reading a field swaps its column and row.";
        "set-doubles": "Setting a field adds to the piece that it holds.";
    }
    fault "any-value" { "powers-only": "Values that are not powers of two are refused."; }
    // Slides.
    fault "slide" {
        "one-step": "Pieces slide by one field at most.";
        "up-down-swapped": "Up slides down, and down slides up.";
        "directions-transposed": "Up and left are swapped, and so are down and right.";
        "last-line-still": "The last row or column of a move does not slide.";
        "slides-into-one": "All pieces of a line slide onto its last field.";
    }
    // Merges.
    fault "merge" {
        "never-merges": "Equal pieces do not merge.";
        "no-merge-over-gap": "Equal pieces with free fields between them do not merge.";
        "merge-keeps-value": "Two merged pieces keep the value of one.";
        "merges-unequal": "A piece also merges with one of double its value.";
        "gap-after-merge": "The pieces behind a merge do not slide up.";
    }
    fault "merge-once" {
        "merges-twice": "A piece made by a merge merges again in the same move.";
        "one-merge": "Only the first pair of a line merges.";
        "merges-three": "Three equal pieces merge into one of triple value.";
    }
    fault "merge-order" { "merges-from-start": "Pairs are formed from the side where the move starts."; }
    // Moves.
    fault "move-answer" {
        "move-adds-piece": "A move adds a new piece.";
        "move-always-true": "A move answers true even if nothing changed.";
        "true-if-merged": "A move answers true only if pieces merged.";
        "false-if-only-merged": "A move answers false unless a piece had a free field before it.";
    }
    fault "move-count" {
        "counts-impossible": "Moves that change nothing are counted.";
        "counts-nothing": "Moves are not counted.";
        "counts-merges": "Every merge counts as a move.";
        "counts-sets": "Setting a field counts as a move.";
    }
    // Points.
    fault "points" {
        "half-points": "A merge scores the value of one of the two pieces.";
        "point-per-merge": "A merge scores one point.";
        "points-of-last-move": "The points are those of the last move alone.";
        "points-of-board": "The points are the sum of the pieces on the board.";
        "points-of-first-merge": "Only the first merge of a move scores.";
    }
    // New pieces.
    fault "add-piece" {
        "adds-two": "Adding a piece adds two.";
        "adds-nothing": "Adding a piece adds none.";
        "adds-eight": "New pieces are 8.";
        "add-overwrites": "A new piece may replace another one.";
    }
    // Questions.
    fault "possible" {
        "possible-needs-space": "A move counts as possible only if a field is free.";
        "possible-across-only": "Moves up and down do not count as possible.";
        "always-possible": "A move always counts as possible.";
    }
    fault "possible-direction" {
        "direction-needs-space": "A direction counts as possible only if a piece can slide.";
        "every-direction": "A direction counts as possible if any is.";
        "opposite-direction": "The opposite direction is asked about.";
        "question-moves": "Asking about a direction carries out the move.";
    }
    fault "space" {
        "space-if-possible": "Space is left if a move is possible.";
        "space-always": "Space is always left.";
        "space-of-two": "Space is left only if two fields are free.";
    }
    fault "pieces" {
        "pieces-of-all-time": "Merged and replaced pieces are still counted.";
        "counts-free": "Free fields are counted instead of pieces.";
        "counts-values": "Equal pieces are counted once.";
    }
    // What the assignment leaves out: other sizes, randomness, preconditions, and what only the console has.
    beyond "new-board" { "no-game-at-launch": "No game runs before the first start."; }
    beyond "board-size" {
        "sides-swapped": "Width and height are swapped.";
        "one-column": "Boards of one column or row are accepted.";
    }
    beyond "off-board" { "off-board-free": "Fields off the board are read as free."; }
    beyond "negative-values" { "negative-values": "Negative values are taken as positive ones."; }
    beyond "add-on-full" { "add-on-full": "Adding a piece to a full board is accepted."; }
    beyond "piece-values" {
        "twos-only": "Every new piece is 2.";
        "half-fours": "Half of the new pieces are 4.";
    }
    beyond "piece-fields" {
        "first-free-field": "New pieces appear on the first free field.";
        "never-last-field": "No new piece appears on the last free field, unless it is the only one.";
    }
    beyond "play" {
        "play-adds-nothing": "No piece is added after a move that is played.";
        "play-impossible": "An impossible move is played and adds a piece.";
    }
    beyond "restart" { "points-stay": "The points are kept when a new game starts."; }
    beyond "malformed" { "loose-blanks": "Further blanks between words are passed over."; }
    beyond "numbers" {
        "no-plus": "Numbers with a plus are refused.";
        "no-zeros": "Numbers with leading zeros are refused.";
        "underscores": "Underscores in numbers are passed over.";
    }
    beyond "quit" { "answers-quit": "`quit` is answered by `OK`."; }
};
