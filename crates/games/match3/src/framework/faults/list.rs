//! The variants and what they do.

use quincunx_registry::examination::Variant;
use quincunx_registry::variants;

/// The variants. The right ones differ in refusals, in random tokens and in the bound of cascades.
pub(in crate::framework) static VARIANTS: &[Variant] = variants! {
    reworded;
    right {
        "other-random": "Its random tokens come from another generator.";
        "random-by-rows": "It draws random tokens row by row from the top.";
        "early-bound": "It reports a cascade as endless after 1,024 steps.";
    }
    fault "tokens" {
        "one-token": "One valid token is enough.";
        "equal-tokens-count": "A character that is given twice counts as two tokens.";
        "semicolon-is-token": "A semicolon is accepted as a token.";
        "tokens-of-present-board": "The command also changes the valid tokens of the present board.";
    }
    fault "sizes" {
        "small-boards": "Boards of one column or one row are accepted.";
        "board-turned": "The rows are read before the columns.";
    }
    fault "token-strings" {
        "print-last-semicolon": "A semicolon is printed behind the last row.";
        "print-trims": "Empty fields at the end of a row are not printed.";
        "prints-dots": "Empty fields are printed as dots.";
        "load-trims": "Blanks at both ends of a token string are not read.";
        "load-takes-last-semicolon": "A semicolon behind the last row is accepted.";
        "load-pads-rows": "Short rows are filled with empty fields.";
        "load-takes-any-token": "Tokens of a token string are not checked.";
        "load-loses-board": "A refused token string leaves no board.";
    }
    fault "fields" {
        "get-turned": "A field is read with row and column exchanged.";
        "get-prints-blank": "An empty field is answered by a blank.";
        "set-takes-any-token": "Tokens that are set are not checked.";
        "set-takes-first-character": "Of several characters the first one is set.";
        "set-only-on-empty": "A token cannot be set in place of another one.";
        "null-changes-nothing": "Setting `null` does not empty a field.";
    }
    fault "positions" {
        "contains-edge": "The column and the row behind the last ones count as on the board.";
        "contains-refuses": "`contains` refuses positions off the board.";
        "off-board-is-empty": "A field off the board is read as empty.";
        "off-board-ignored": "Changes off the board are answered by `OK`.";
        "negative-from-end": "Negative numbers count from the other end.";
        "positions-wrap": "Positions off the board come in at the other side.";
    }
    fault "swap" {
        "swap-copies":
            "A swap puts the second token on the first field and leaves the second field as it is.";
        "swap-ignores-empty": "A swap with an empty field changes nothing.";
        "swap-refuses-empty": "A swap with an empty field is refused.";
    }
    fault "remove" {
        "remove-half-done": "Positions before the first one off the board are removed.";
        "remove-first-only": "Only the first position is removed.";
        "remove-lets-fall": "After a removal tokens fall.";
    }
    fault "bottom" {
        "tokens-rise": "Tokens rise instead of falling.";
        "falls-one-row": "Tokens fall by one row at most.";
        "bottom-new-only": "Only the new positions are returned.";
        "bottom-old-only": "Only the old positions are returned.";
        "bottom-changed-only": "Fields that hold an equal token afterwards are left out.";
        "bottom-repeats": "A field that is both an old and a new position is returned twice.";
        "positions-by-row": "Positions are sorted by row, then by column.";
    }
    fault "fill-columns" {
        "fill-top-down": "Inside a column fields are filled from the top down.";
        "fill-overwrites": "Full fields are filled too.";
        "fill-restarts": "Every fill begins with the first tokens of the sequences.";
        "fill-one-sequence": "All columns take the tokens of the first sequence.";
        "fill-from-end": "Sequences are used from their ends.";
    }
    fault "fill-errors" {
        "fill-half": "A fill that fails leaves what it could fill.";
        "fill-uses-up": "A fill that fails has used up tokens.";
        "fill-cycles": "An exhausted sequence begins again.";
        "few-sequences": "Fewer sequences than columns are accepted.";
        "more-sequences": "More sequences than columns are accepted.";
        "sequences-of-any-token": "Tokens of the sequences are not checked.";
    }
    fault "fill-random" {
        "random-leaves-one": "One field stays empty.";
        "random-overwrites": "Full fields are filled too.";
        "random-one-token": "Every field gets the first valid token.";
        "random-without-last": "The last valid token is never drawn.";
        "random-any-character": "Tokens are drawn that are not valid.";
    }
    fault "missing-parts" {
        "fill-without-strategy": "A fill without a strategy is answered by `OK`.";
        "match-without-matcher": "Without a matcher there is no match.";
        "accept-before-start": "Moves are accepted before the start.";
    }
    fault "moves" {
        "flips-left": "`flipRight` swaps with the field to the left.";
        "flips-up": "`flipDown` swaps with the field above.";
        "square-other-way": "`rotateSquareClockwise` turns the other way.";
        "column-up": "`rotateColumnDown` moves tokens up, as a sentence of the sheet says.";
        "row-left": "`rotateRowRight` moves tokens to the left.";
        "rotation-skips-empty": "Rotations leave empty fields where they are.";
    }
    fault "reverse" {
        "reverse-ignored": "A reverse move is the move itself.";
        "reverse-only-squares": "The reverse of a rotated row or column is the move itself.";
        "reverse-of-flip": "The reverse of a flip swaps with the field on the other side.";
        "reverse-flip-refused": "Flips have no reverse.";
    }
    fault "fitting" {
        "fits-if-begun": "A move fits if its own position is on the board.";
        "last-flip-missed": "Flips that reach the last column or row do not fit.";
        "empty-does-not-fit": "A move of empty fields does not fit.";
        "unfitting-ignored": "A move that does not fit is answered by `OK`.";
        "affected-changed-only": "Fields that a move leaves equal are not affected.";
        "affected-full-only": "Empty fields are not affected.";
        "affected-first-two": "Only two fields are affected.";
        "affected-in-cycle": "Affected fields are listed in the order in which tokens move.";
    }
    fault "match" {
        "forward-only": "Deltas lead forwards only.";
        "one-step": "A match does not grow beyond one delta from its position.";
        "delta-by-delta": "A match grows along one delta at a time, without turns.";
        "first-delta-only": "Only the first delta of a matcher counts.";
        "deltas-turned": "The numbers of a delta are exchanged.";
        "empty-matches": "Empty fields match each other.";
        "match-from-three": "Matches of one or two positions are not reported.";
        "single-is-no-match": "A position alone is no match.";
        "zero-delta": "A delta of 0,0 is accepted.";
        "no-match-no-line": "Where there is no match nothing is printed.";
    }
    fault "matchall" {
        "matchall-repeats": "A match is reported for each of its positions.";
        "matchall-joins": "All matches are joined into one.";
        "matchall-of-last": "Only the matches of the last position are reported.";
        "matchall-is-maximal": "Matches that lie in others are left out.";
        "matches-by-matcher": "The matches of each matcher are sorted alone.";
        "matches-by-size": "Matches are sorted by size.";
        "positions-as-text": "Positions are sorted as text, 10 before 2.";
        "union-is-one-matcher": "The deltas of a union belong to one matcher.";
        "union-is-last": "Only the last matcher of a union counts.";
        "union-is-first": "Only the first matcher of a union counts.";
    }
    fault "start" {
        "start-without-fall": "Tokens do not fall before the fill.";
        "start-without-fill": "Empty fields are not filled before the first matches.";
        "start-without-resolve": "Matches at the start are not resolved.";
        "start-from-first-row": "Only the matches of the first row are resolved.";
        "start-is-half-done": "A start that fails leaves a changed board.";
    }
    fault "accept" {
        "accept-resolves-all": "Matches anywhere on the board are resolved.";
        "accept-from-first": "Only the matches of the first affected field are resolved.";
        "accept-resolves-nothing": "A move is made and no match is resolved.";
        "move-without-match-undone": "A move without a match is undone.";
        "move-without-match-refused": "A move without a match is refused.";
        "accept-is-half-done": "A move whose cascade fails leaves a changed board.";
    }
    fault "scoring" {
        "pairs-are-removed": "Matches of two count.";
        "fours-are-removed": "Matches of three do not count.";
        "points-are-size": "A match is worth its size.";
        "points-add-one": "A match is worth one point for each position beyond three, not two.";
        "points-are-three": "Every match is worth three points.";
        "points-without-count": "The points are not multiplied by the number of matches.";
        "equal-count-twice": "A match that two matchers find counts twice.";
        "contained-are-kept": "A match that lies in another one counts too.";
        "overlaps-are-joined": "Matches that overlap count as one.";
        "overlaps-are-dropped": "Of matches that overlap only the first one counts.";
    }
    fault "cascades" {
        "one-step-only": "After the first step nothing more is resolved.";
        "cascade-without-fill": "Only the start fills the board.";
        "cascade-resolves-all": "Each further step resolves matches anywhere on the board.";
        "cascade-from-moved": "Further steps resolve from the moved positions only.";
        "cascade-from-filled": "Further steps resolve from the filled positions only.";
        "factor-stays": "The factor is 1 in every step.";
        "factor-doubles": "The factor doubles with each step.";
        "factor-goes-on": "The factor does not begin again with each move.";
    }
    fault "begin-anew" {
        "strategy-stays": "A new board keeps the strategy of the one before.";
        "score-stays": "A new board keeps the score.";
        "game-stays-started": "A new board counts as started if the one before was.";
        "matcher-is-lost": "A new board has no matcher.";
        "tokens-are-lost": "After `load` there are no valid tokens for the next board.";
        "start-adds-score": "A second start adds to the score.";
    }
    fault "lines" {
        "blanks-do-not-count": "Several blanks between words are accepted.";
        "any-case": "Commands are accepted in upper case.";
        "empty-line-ignored": "An empty line is not answered.";
        "more-words-ignored": "Words behind those of a command are ignored.";
        "no-plus": "Numbers with a plus are refused.";
        "malformed-without-answer": "A malformed line is not answered.";
        "refusal-with-colon": "Refusals begin with `Error: `.";
        "refusal-without-sentence": "Refusals have no sentence.";
    }
};
