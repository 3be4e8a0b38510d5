//! Programs that play 2048 on the console otherwise than the game's own: right ones and wrong ones.

mod model;
mod slide;

use std::io::{self, Read, Write};

use quincunx_registry::examination::{REWORDED, Variant, run_variant};

use model::Model;

/// Runs the console of a variant until its input ends or `quit`.
pub(super) fn run(variant: &'static Variant, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run_variant(variant.name, &mut Model::new(variant.name), input, output)
}

/// The variants. New pieces, the words of refusals and hints are a program's own.
pub(super) static VARIANTS: [Variant; 79] = [
    Variant::right(
        "other-pieces",
        "It draws its pieces from another generator, whatever the seed.",
    ),
    REWORDED[0],
    REWORDED[1],
    REWORDED[2],
    REWORDED[3],
    Variant::right("first-hint", "It hints at the first possible direction."),
    Variant::right("last-hint", "It hints at the last possible direction."),
    Variant::right("start-resets-scoring", "A start returns to standard scoring."),
    // A new board.
    Variant::fault("one-initial-piece", "new-board", "A new board carries one piece."),
    Variant::fault(
        "three-initial-pieces",
        "new-board",
        "A new board carries three pieces.",
    ),
    Variant::fault("no-initial-pieces", "new-board", "A new board is empty."),
    // Fields.
    Variant::fault(
        "zero-keeps-piece",
        "get-and-set",
        "Setting a field to 0 does not remove its piece.",
    ),
    Variant::fault(
        "set-keeps-piece",
        "get-and-set",
        "Setting a field that holds a piece changes nothing.",
    ),
    Variant::fault(
        "set-transposes",
        "get-and-set",
        "Setting a field swaps its column and row.",
    ),
    Variant::fault(
        "get-transposes",
        "get-and-set",
        "Reading a field swaps its column and row.",
    ),
    Variant::fault(
        "set-doubles",
        "get-and-set",
        "Setting a field adds to the piece that it holds.",
    ),
    Variant::fault(
        "powers-only",
        "any-value",
        "Values that are not powers of two are refused.",
    ),
    // Slides.
    Variant::fault("one-step", "slide", "Pieces slide by one field at most."),
    Variant::fault("up-down-swapped", "slide", "Up slides down, and down slides up."),
    Variant::fault(
        "directions-transposed",
        "slide",
        "Up and left are swapped, and so are down and right.",
    ),
    Variant::fault(
        "last-line-still",
        "slide",
        "The last row or column of a move does not slide.",
    ),
    Variant::fault(
        "slides-into-one",
        "slide",
        "All pieces of a line slide onto its last field.",
    ),
    // Merges.
    Variant::fault("never-merges", "merge", "Equal pieces do not merge."),
    Variant::fault(
        "no-merge-over-gap",
        "merge",
        "Equal pieces with free fields between them do not merge.",
    ),
    Variant::fault(
        "merge-keeps-value",
        "merge",
        "Two merged pieces keep the value of one.",
    ),
    Variant::fault(
        "merges-unequal",
        "merge",
        "A piece also merges with one of double its value.",
    ),
    Variant::fault(
        "gap-after-merge",
        "merge",
        "The pieces behind a merge do not slide up.",
    ),
    Variant::fault(
        "merges-twice",
        "merge-once",
        "A piece made by a merge merges again in the same move.",
    ),
    Variant::fault("one-merge", "merge-once", "Only the first pair of a line merges."),
    Variant::fault(
        "merges-three",
        "merge-once",
        "Three equal pieces merge into one of triple value.",
    ),
    Variant::fault(
        "merges-from-start",
        "merge-order",
        "Pairs are formed from the side where the move starts.",
    ),
    // Moves.
    Variant::fault("move-adds-piece", "move-answer", "A move adds a new piece."),
    Variant::fault(
        "move-always-true",
        "move-answer",
        "A move answers true even if nothing changed.",
    ),
    Variant::fault(
        "true-if-merged",
        "move-answer",
        "A move answers true only if pieces merged.",
    ),
    Variant::fault(
        "false-if-only-merged",
        "move-answer",
        "A move answers false unless a piece had a free field before it.",
    ),
    Variant::fault(
        "counts-impossible",
        "move-count",
        "Moves that change nothing are counted.",
    ),
    Variant::fault("counts-nothing", "move-count", "Moves are not counted."),
    Variant::fault("counts-merges", "move-count", "Every merge counts as a move."),
    Variant::fault("counts-sets", "move-count", "Setting a field counts as a move."),
    // Points.
    Variant::fault(
        "half-points",
        "points",
        "A merge scores the value of one of the two pieces.",
    ),
    Variant::fault("point-per-merge", "points", "A merge scores one point."),
    Variant::fault(
        "points-of-last-move",
        "points",
        "The points are those of the last move alone.",
    ),
    Variant::fault(
        "points-of-board",
        "points",
        "The points are the sum of the pieces on the board.",
    ),
    Variant::fault(
        "points-of-first-merge",
        "points",
        "Only the first merge of a move scores.",
    ),
    // New pieces.
    Variant::fault("adds-two", "add-piece", "Adding a piece adds two."),
    Variant::fault("adds-nothing", "add-piece", "Adding a piece adds none."),
    Variant::fault("adds-eight", "add-piece", "New pieces are 8."),
    Variant::fault(
        "add-overwrites",
        "add-piece",
        "A new piece may replace another one.",
    ),
    // Questions.
    Variant::fault(
        "possible-needs-space",
        "possible",
        "A move counts as possible only if a field is free.",
    ),
    Variant::fault(
        "possible-across-only",
        "possible",
        "Moves up and down do not count as possible.",
    ),
    Variant::fault("always-possible", "possible", "A move always counts as possible."),
    Variant::fault(
        "direction-needs-space",
        "possible-direction",
        "A direction counts as possible only if a piece can slide.",
    ),
    Variant::fault(
        "every-direction",
        "possible-direction",
        "A direction counts as possible if any is.",
    ),
    Variant::fault(
        "opposite-direction",
        "possible-direction",
        "The opposite direction is asked about.",
    ),
    Variant::fault(
        "question-moves",
        "possible-direction",
        "Asking about a direction carries out the move.",
    ),
    Variant::fault(
        "space-if-possible",
        "space",
        "Space is left if a move is possible.",
    ),
    Variant::fault("space-always", "space", "Space is always left."),
    Variant::fault(
        "space-of-two",
        "space",
        "Space is left only if two fields are free.",
    ),
    Variant::fault(
        "pieces-of-all-time",
        "pieces",
        "Merged and replaced pieces are still counted.",
    ),
    Variant::fault(
        "counts-free",
        "pieces",
        "Free fields are counted instead of pieces.",
    ),
    Variant::fault("counts-values", "pieces", "Equal pieces are counted once."),
    // What the assignment leaves out: other sizes, randomness, preconditions, and what only the console has.
    Variant::beyond(
        "no-game-at-launch",
        "new-board",
        "No game runs before the first start.",
    ),
    Variant::beyond("sides-swapped", "board-size", "Width and height are swapped."),
    Variant::beyond(
        "one-column",
        "board-size",
        "Boards of one column or row are accepted.",
    ),
    Variant::beyond(
        "off-board-free",
        "off-board",
        "Fields off the board are read as free.",
    ),
    Variant::beyond(
        "negative-values",
        "negative-values",
        "Negative values are taken as positive ones.",
    ),
    Variant::beyond(
        "add-on-full",
        "add-on-full",
        "Adding a piece to a full board is accepted.",
    ),
    Variant::beyond("twos-only", "piece-values", "Every new piece is 2."),
    Variant::beyond("half-fours", "piece-values", "Half of the new pieces are 4."),
    Variant::beyond(
        "first-free-field",
        "piece-fields",
        "New pieces appear on the first free field.",
    ),
    Variant::beyond(
        "never-last-field",
        "piece-fields",
        "No new piece appears on the last free field, unless it is the only one.",
    ),
    Variant::beyond(
        "play-adds-nothing",
        "play",
        "No piece is added after a move that is played.",
    ),
    Variant::beyond(
        "play-impossible",
        "play",
        "An impossible move is played and adds a piece.",
    ),
    Variant::beyond(
        "points-stay",
        "restart",
        "The points are kept when a new game starts.",
    ),
    Variant::beyond(
        "loose-blanks",
        "malformed",
        "Further blanks between words are passed over.",
    ),
    Variant::beyond("no-plus", "numbers", "Numbers with a plus are refused."),
    Variant::beyond("no-zeros", "numbers", "Numbers with leading zeros are refused."),
    Variant::beyond(
        "underscores",
        "numbers",
        "Underscores in numbers are passed over.",
    ),
    Variant::beyond("answers-quit", "quit", "`quit` is answered by `OK`."),
];
