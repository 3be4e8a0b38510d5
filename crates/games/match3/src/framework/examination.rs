//! How programs of others that speak the console of Match Three are examined.

mod generator;
mod judge;
mod published;
mod simpler;

use std::io::{self, Read, Write};

use quincunx_core::Random;
use quincunx_registry::examination::{Case, Difference, Examination, ExaminedRule, Variant};
use quincunx_registry::examined_rules;

use super::faults;

/// The examination of Match Three.
pub(super) struct MatchThreeExamination;

/// The rules in the order of the description.
static RULES: &[ExaminedRule] = examined_rules! {
    6 "tokens":
        "At least two different characters, none `;` or white space, are the valid tokens of the next board.";
    6 "sizes":
        "A board has at least two columns and two rows and begins empty; x grows to the right and y down.";
    8 "token-strings":
        "Rows of equal length, of valid tokens and blanks, joined by `;` make a board that prints the same.";
    6 "fields": "`get` returns a token or `null`, and `set` puts a valid token or empties the field.";
    6 "positions":
        "`contains` tells what is on the board, and all else refuses positions off it and changes nothing.";
    6 "swap": "`swap` exchanges what two fields hold, be it a token or nothing.";
    6 "remove": "`remove` empties all positions, or none if one of them is off the board.";
    8 "bottom":
        "Every token falls as far as it can; the old and new positions of those that moved are returned.";
    8 "fill-columns": "Empty fields take the next tokens of their column's sequence from the bottom up.";
    8 "fill-errors":
        "An exhausted sequence changes nothing; a sequence of valid tokens is needed for each column.";
    8 "fill-random":
        "A random fill gives empty fields valid tokens, all equally likely, and changes no other field.";
    6 "missing-parts": "What needs tokens, a board, a matcher, a strategy or a start is refused without it.";
    8 "moves":
        "Flips swap with the field to the right or below; rotations turn clockwise, down and to the right.";
    8 "reverse": "A move and then its reverse restore every board.";
    8 "fitting":
        "A move fits if all its fields are on the board; all of them are affected, equal and empty ones too.";
    8 "match":
        "A match grows by every delta, forwards and backwards, through equal tokens until nothing is added.";
    8 "matchall":
        "`matchall` is the union over positions, `|` the union of matchers, sorted and each match once.";
    8 "start":
        "`start` lets tokens fall, fills the board and resolves matches of three or more from all positions.";
    10 "accept": "`accept` makes a move that fits and resolves from its affected positions only.";
    10 "scoring":
        "A step is worth factor × matches × Σ (3 + 2·(size − 3)), contained and equal ones not counted.";
    12 "cascades":
        "After a step tokens fall, the board is filled, and the moved and filled positions resolve with \
         factor + 1.";
    6 "begin-anew": "`board` and `load` begin without strategy and points; tokens and matcher stay.";
    8 "lines":
        "One blank separates words, integers may have signs and zeros, and all else is refused in one line.";
};

impl Examination for MatchThreeExamination {
    fn rules(&self) -> &'static [ExaminedRule] {
        RULES
    }

    fn published(&self) -> Vec<Case> {
        published::cases()
    }

    fn generate(&self, rule: &'static ExaminedRule, random: &mut Random) -> Case {
        generator::case(rule, random)
    }

    fn check(&self, case: &Case, output: &str) -> Result<(), Difference> {
        judge::check(&case.lines, output)
    }

    fn simpler(&self, line: &str) -> Vec<String> {
        simpler::simpler(line)
    }

    fn variants(&self) -> &'static [Variant] {
        faults::VARIANTS
    }

    fn run_variant(
        &self,
        variant: &'static Variant,
        _: &[&str],
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        faults::run(variant, input, output)
    }
}
